//! A layer over the file of a store, one of whose operations fails, for tests of whole programs.
//!
//! The environment variable `PAPERGAMES_STORE_FAILS_AT` is the number of the operation that fails, counted from 0: a
//! read, a write, a change of the length, a synchronisation or a renaming. With `..` after the number, all later
//! operations fail as well. Only builds with debug assertions have this layer.

use core::ops::{Bound, Range};
use std::io;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use redb::{BackendError, StorageBackend};

/// The operations that fail.
static FAILING: LazyLock<Option<Range<u64>>> = LazyLock::new(|| {
    let text = std::env::var("PAPERGAMES_STORE_FAILS_AT").ok()?;
    let first: u64 = text.trim_end_matches("..").parse().ok()?;
    let is_one = !text.ends_with("..");
    Some(first..if is_one { first + 1 } else { u64::MAX })
});

/// The number of operations so far.
static DONE: AtomicU64 = AtomicU64::new(0);

/// Counts an operation, and returns an error if it is to fail.
pub(super) fn step() -> io::Result<()> {
    let Some(failing) = &*FAILING else {
        return Ok(());
    };
    let now = DONE.fetch_add(1, Ordering::Relaxed);
    if failing.contains(&now) {
        return Err(io::Error::other(format!("operation {now} fails")));
    }
    Ok(())
}

/// A file or its like, some of whose operations fail.
#[derive(Debug)]
pub(super) struct Failing<B>(pub(super) B);

impl<B: StorageBackend> StorageBackend for Failing<B> {
    fn len(&self) -> io::Result<u64> {
        self.0.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        step()?;
        self.0.read(offset, out)
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        step()?;
        self.0.set_len(length)
    }

    fn sync_data(&self) -> io::Result<()> {
        step()?;
        self.0.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        step()?;
        self.0.write(offset, data)
    }

    fn close(&self) -> io::Result<()> {
        self.0.close()
    }

    fn try_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.0.try_lock_range(start, end)
    }

    fn unlock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.0.unlock_range(start, end)
    }
}
