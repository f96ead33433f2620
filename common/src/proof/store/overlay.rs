//! A file that is only read: anything that redb writes to it while repairing or checking it stays in memory.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Mutex, PoisonError};

use redb::StorageBackend;

/// The size of the blocks that are kept in memory once something is written to them, in bytes: that of a page of redb,
/// which writes whole pages. Any size is correct.
const BLOCK: u64 = 4096;

/// A file with changes that only this program sees.
#[derive(Debug)]
pub(super) struct Overlay {
    inner: Mutex<Inner>,
}

#[derive(Debug)]
struct Inner {
    file: File,
    /// The length of the part of the file that is still valid, which is less than the file's length once the file has
    /// been truncated.
    on_disk: u64,
    length: u64,
    blocks: HashMap<u64, Box<[u8]>>,
}

impl Overlay {
    pub(super) fn new(file: File) -> io::Result<Overlay> {
        let length = file.metadata()?.len();
        let inner = Mutex::new(Inner {
            file,
            on_disk: length,
            length,
            blocks: HashMap::new(),
        });
        Ok(Overlay { inner })
    }

    fn with<T>(&self, act: impl FnOnce(&mut Inner) -> io::Result<T>) -> io::Result<T> {
        act(&mut self.inner.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Inner {
    /// Reads from the file. Bytes beyond its end are zero.
    fn read_disk(&mut self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let there = self.on_disk.saturating_sub(offset).min(out.len() as u64) as usize;
        let (from_disk, beyond) = out.split_at_mut(there);
        if !from_disk.is_empty() {
            self.file.seek(SeekFrom::Start(offset))?;
            self.file.read_exact(from_disk)?;
        }
        beyond.fill(0);
        Ok(())
    }

    fn read(&mut self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        if offset + out.len() as u64 > self.length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.read_disk(offset, out)?;
        let mut at = 0;
        while at < out.len() {
            let place = offset + at as u64;
            let (block, from) = (place / BLOCK, (place % BLOCK) as usize);
            let n = (BLOCK as usize - from).min(out.len() - at);
            if let Some(bytes) = self.blocks.get(&block) {
                out[at..at + n].copy_from_slice(&bytes[from..from + n]);
            }
            at += n;
        }
        Ok(())
    }

    fn write(&mut self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut at = 0;
        while at < data.len() {
            let place = offset + at as u64;
            let (block, from) = (place / BLOCK, (place % BLOCK) as usize);
            let n = (BLOCK as usize - from).min(data.len() - at);
            if !self.blocks.contains_key(&block) {
                let mut bytes = vec![0; BLOCK as usize].into_boxed_slice();
                self.read_disk(block * BLOCK, &mut bytes)?;
                self.blocks.insert(block, bytes);
            }
            if let Some(bytes) = self.blocks.get_mut(&block) {
                bytes[from..from + n].copy_from_slice(&data[at..at + n]);
            }
            at += n;
        }
        self.length = self.length.max(offset + data.len() as u64);
        Ok(())
    }

    fn set_length(&mut self, length: u64) {
        if length < self.length {
            self.on_disk = self.on_disk.min(length);
            self.blocks.retain(|block, _| *block * BLOCK < length);
            if let Some(last) = self.blocks.get_mut(&(length / BLOCK)) {
                last[(length % BLOCK) as usize..].fill(0);
            }
        }
        self.length = length;
    }
}

impl StorageBackend for Overlay {
    fn len(&self) -> io::Result<u64> {
        self.with(|inner| Ok(inner.length))
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.with(|inner| inner.read(offset, out))
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        self.with(|inner| {
            inner.set_length(length);
            Ok(())
        })
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.with(|inner| inner.write(offset, data))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::random::{Random, Seeded};
    use std::io::Write;

    #[test]
    fn it_reads_as_a_file_that_is_written() {
        let path = std::env::temp_dir().join(format!("overlay-{}", std::process::id()));
        let mut random = Seeded::new(1);
        let mut image: Vec<u8> = (0..20_000).map(|_| random.below(256) as u8).collect();
        let mut file = File::create(&path).expect("a file");
        file.write_all(&image).expect("it can be written");
        let before = image.clone();
        let overlay = Overlay::new(File::open(&path).expect("a file")).expect("a length");
        for _ in 0..2_000 {
            let at = random.below(image.len() as u64) as usize;
            let n = random.below(9_000) as usize;
            match random.below(4) {
                0 => {
                    let length = random.below(40_000) + 1;
                    overlay.set_len(length).expect("a length");
                    image.resize(length as usize, 0);
                }
                1 => {
                    let data: Vec<u8> = (0..n).map(|_| random.below(256) as u8).collect();
                    overlay.write(at as u64, &data).expect("a write");
                    image.resize(image.len().max(at + n), 0);
                    image[at..at + n].copy_from_slice(&data);
                }
                _ => {
                    let mut out = vec![1; n.min(image.len() - at)];
                    overlay.read(at as u64, &mut out).expect("a read");
                    assert_eq!(out, image[at..at + out.len()]);
                }
            }
            assert_eq!(overlay.len().expect("a length"), image.len() as u64);
        }
        assert_eq!(std::fs::read(&path).expect("the file"), before);
        std::fs::remove_file(&path).expect("it can be removed");
    }
}
