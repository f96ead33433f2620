//! A Bloom filter of the keys in a store.

use core::hash::Hasher;

use common::budget::Clock;
use common::claim::ClaimError;
use common::store::Store;
use common::{Budget, Unfinished};
use rustc_hash::FxHasher;

/// The greatest number of bits that a key takes.
const BITS: usize = 16;

/// The number of keys that the first layer is made for.
const FEWEST: usize = 1 << 12;

/// A Bloom filter of the keys in a store: it recognises nearly every key that the store does not contain.
///
/// A key sets four bits of one word. A layer that is full is followed by one of twice the size.
#[derive(Debug)]
pub(crate) struct Filter {
    layers: Vec<Layer>,
}

#[derive(Debug)]
struct Layer {
    words: Vec<u64>,
    /// The number of keys for which there is still room.
    room: usize,
}

impl Filter {
    /// Returns a filter for about this many keys. It grows if there are more.
    fn with_capacity(n: usize) -> Filter {
        Filter {
            layers: vec![Layer::with_capacity(n.max(FEWEST))],
        }
    }

    /// Reads the keys of a store.
    pub(crate) fn of(store: &Store, budget: &Budget) -> Result<Filter, ClaimError> {
        let begun = Clock::start();
        let n = usize::try_from(store.len()?).unwrap_or(usize::MAX / 2);
        let mut filter = Filter::with_capacity(n + n / 4);
        for entry in store.iter() {
            if let Some(limit) = budget.reached(0, begun.elapsed()) {
                return Err(Unfinished::new(limit, 0, begun.elapsed()).into());
            }
            filter.insert(&entry?.0);
        }
        Ok(filter)
    }

    /// Adds a key.
    pub(crate) fn insert(&mut self, key: &[u8]) {
        let hash = hash(key);
        if self.may_have(key) {
            return;
        }
        if let Some(last) = self.layers.last_mut().filter(|last| last.room > 0) {
            last.insert(hash);
            return;
        }
        let words: usize = self.layers.iter().map(|layer| layer.words.len()).sum();
        let mut next = Layer::with_capacity(2 * words * 64 / BITS);
        next.insert(hash);
        self.layers.push(next);
    }

    /// Returns false if the key was not added.
    pub(crate) fn may_have(&self, key: &[u8]) -> bool {
        let hash = hash(key);
        self.layers.iter().any(|layer| layer.may_have(hash))
    }

    /// The size in bytes.
    pub(crate) fn memory(&self) -> usize {
        self.layers.iter().map(|layer| 8 * layer.words.len()).sum()
    }
}

impl Layer {
    fn with_capacity(n: usize) -> Layer {
        Layer {
            words: vec![0; (n * BITS).div_ceil(64)],
            room: n,
        }
    }

    /// The index of the word of a key and its four bits.
    fn place(&self, hash: u64) -> (usize, u64) {
        let at = (u128::from(hash) * self.words.len() as u128) >> 64;
        let bit = |shift: u32| 1u64 << (hash >> shift & 63);
        (at as usize, bit(0) | bit(6) | bit(12) | bit(18))
    }

    fn insert(&mut self, hash: u64) {
        let (at, bits) = self.place(hash);
        self.words[at] |= bits;
        self.room -= 1;
    }

    fn may_have(&self, hash: u64) -> bool {
        let (at, bits) = self.place(hash);
        self.words[at] & bits == bits
    }
}

fn hash(key: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(key);
    // All bits depend on all others (the finalizer of MurmurHash3).
    let mut hash = hasher.finish();
    hash = (hash ^ hash >> 33).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    hash = (hash ^ hash >> 33).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
    hash ^ hash >> 33
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_found_and_few_others_are() {
        let mut filter = Filter::with_capacity(0);
        let key = |n: u32| format!("0*{n}.A|{}A", n % 7).into_bytes();
        for n in 0..50_000 {
            filter.insert(&key(n));
        }
        assert!(filter.layers.len() > 1, "it grows");
        assert!((0..50_000).all(|n| filter.may_have(&key(n))));
        let wrong = (50_000..150_000).filter(|n| filter.may_have(&key(*n)));
        assert!(wrong.count() < 3_000, "3 % are too many");
        assert!(filter.memory() < 50_000 * 2 * 4, "{}", filter.memory());
    }
}
