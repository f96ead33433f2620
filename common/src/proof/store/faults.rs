//! Tests of what a store keeps if its disk fails: if any one write is refused, or if the power fails between any two
//! operations.

use core::fmt;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};

use redb::{Database, StorageBackend};

use super::{Store, caught};
use crate::tools::random::{Random, Seeded};

const KIND: &str = "test squares 1";

/// The number of entries that one commit writes.
const BATCH: u64 = 40;

/// A change that the operating system has been asked to write since the last time that everything was on the disk.
#[derive(Clone)]
enum Change {
    Length(u64),
    Write(u64, Vec<u8>),
}

/// A disk and the cache in front of it.
#[derive(Clone, Default)]
struct Disk {
    /// The contents that survive a loss of power.
    safe: Vec<u8>,
    /// Changes that may or may not survive a loss of power, independently of each other.
    cached: Vec<Change>,
    /// The contents that programs read.
    seen: Vec<u8>,
    /// The number of changes so far.
    operations: u64,
    /// The operation that fails.
    fails_at: Option<u64>,
    /// Whether all later operations fail as well.
    stays_broken: bool,
}

fn change(image: &mut Vec<u8>, change: &Change) {
    match change {
        Change::Length(length) => image.resize(*length as usize, 0),
        Change::Write(offset, bytes) => {
            let end = *offset as usize + bytes.len();
            image.resize(image.len().max(end), 0);
            image[*offset as usize..end].copy_from_slice(bytes);
        }
    }
}

impl Disk {
    fn operation(&mut self) -> io::Result<()> {
        let now = self.operations;
        self.operations += 1;
        let fails = match self.fails_at {
            Some(at) if self.stays_broken => now >= at,
            Some(at) => now == at,
            None => false,
        };
        if fails {
            return Err(io::Error::other("no space left on the device"));
        }
        Ok(())
    }

    fn make(&mut self, made: Change) -> io::Result<()> {
        self.operation()?;
        change(&mut self.seen, &made);
        self.cached.push(made);
        Ok(())
    }

    /// Returns a disk as it may be after a loss of power. `keeps` decides for each change since the last
    /// synchronisation whether it is still there.
    fn after_power_loss(&self, keeps: &mut dyn FnMut() -> bool) -> Disk {
        let mut image = self.safe.clone();
        for made in self.cached.iter().filter(|_| keeps()) {
            change(&mut image, made);
        }
        Disk {
            safe: image.clone(),
            seen: image,
            ..Disk::default()
        }
    }
}

#[derive(Clone)]
struct Backend(Arc<Mutex<Disk>>);

impl fmt::Debug for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Backend")
    }
}

impl Backend {
    fn disk(&self) -> std::sync::MutexGuard<'_, Disk> {
        self.0.lock().expect("no thread has failed")
    }
}

impl StorageBackend for Backend {
    fn len(&self) -> io::Result<u64> {
        Ok(self.disk().seen.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let start = offset as usize;
        let disk = self.disk();
        let bytes = disk.seen.get(start..start + out.len());
        out.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        self.disk().make(Change::Length(length))
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.disk().make(Change::Write(offset, data.to_owned()))
    }

    fn sync_data(&self) -> io::Result<()> {
        let mut disk = self.disk();
        disk.operation()?;
        disk.safe = disk.seen.clone();
        disk.cached.clear();
        Ok(())
    }
}

/// Opens the store on a disk, as [`Store::open`] does with a file.
fn open(disk: &Arc<Mutex<Disk>>) -> Option<Store> {
    let existed = !disk.lock().expect("a disk").seen.is_empty();
    let backend = Backend(Arc::clone(disk));
    caught(|| {
        let mut database = Database::builder().create_with_backend(backend).ok()?;
        if existed && !database.check_integrity().ok()? {
            return None;
        }
        Store::on(database, Path::new("the disk"), Some(KIND)).ok()
    })
    .flatten()
}

/// Commits three batches, or as many as the disk allows. Returns whether the store was created, and the number of
/// entries that were reported safe.
fn work(disk: &Arc<Mutex<Disk>>) -> (bool, u64) {
    let Some(mut store) = open(disk) else {
        return (false, 0);
    };
    let mut told = 0;
    for n in 0..3 * BATCH {
        store.insert(&n.to_be_bytes(), (n * n).to_string().as_bytes());
        if n % BATCH == BATCH - 1 {
            if store.commit().is_err() {
                break;
            }
            told = n + 1;
        }
    }
    // The program ends without another commit; the store may still write while it is closed.
    let _ = caught(core::panic::AssertUnwindSafe(|| drop(store)));
    (true, told)
}

/// Checks that a store on this disk opens with everything that was reported safe, and contains only whole batches.
#[track_caller]
fn check(disk: Disk, made: bool, told: u64, when: &str) {
    let Some(store) = open(&Arc::new(Mutex::new(disk))) else {
        assert!(!made, "the store does not open after {when}");
        return;
    };
    let mut n = 0;
    for entry in store.iter() {
        let (key, value) = entry.expect("an undamaged entry");
        assert_eq!(key, u64::to_be_bytes(n), "after {when}");
        assert_eq!(value, (n * n).to_string().as_bytes(), "after {when}");
        n += 1;
    }
    assert!(
        n >= told && n.is_multiple_of(BATCH),
        "{n} of {told} entries after {when}"
    );
}

fn new_disk(fails_at: Option<u64>, stays_broken: bool) -> Arc<Mutex<Disk>> {
    Arc::new(Mutex::new(Disk {
        fails_at,
        stays_broken,
        ..Disk::default()
    }))
}

fn operations() -> u64 {
    let disk = new_disk(None, false);
    assert_eq!(work(&disk), (true, 3 * BATCH));
    let operations = disk.lock().expect("a disk").operations;
    assert!(operations > 30, "{operations} operations");
    operations
}

#[test]
fn a_write_that_fails_loses_nothing_that_was_committed() {
    for at in 0..operations() {
        for stays_broken in [false, true] {
            let disk = new_disk(Some(at), stays_broken);
            let (made, told) = work(&disk);
            let mut left = disk.lock().expect("a disk").clone();
            left.fails_at = None;
            check(left, made, told, &format!("operation {at} failed"));
        }
    }
}

#[test]
fn power_can_be_lost_between_any_two_operations() {
    let mut random = Seeded::new(16);
    for at in 0..operations() {
        let disk = new_disk(Some(at), true);
        let (made, told) = work(&disk);
        let disk = disk.lock().expect("a disk").clone();
        let check = |keeps: &mut dyn FnMut() -> bool| {
            let when = format!("operation {at}");
            check(disk.after_power_loss(keeps), made, told, &when);
        };
        check(&mut || true);
        check(&mut || false);
        for _ in 0..4 {
            check(&mut || random.below(2) == 0);
        }
    }
}
