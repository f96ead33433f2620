//! An interner, which numbers strings of bytes or words.

use super::blocks::Blocks;

/// The number of slots of an empty interner, a power of two.
const FEWEST_SLOTS: usize = 1 << 3;

/// The total length of strings above which there is no room for more. It is below the range of the 32-bit ends, because
/// limits on memory are checked only from time to time.
const MOST: usize = u32::MAX as usize / 16 * 15;

/// The number of bytes that count as taken if there is no more room: more than any limit.
pub(crate) const FULL: usize = usize::MAX / 4;

/// The size of a slot, in bytes.
const SLOT: usize = size_of::<u32>() + size_of::<u8>();

/// Eight bits of a hash, not those that choose a slot; never 0, which marks a free slot.
fn tag(hash: u64) -> u8 {
    ((hash >> 56) as u8).max(1)
}

/// The items that strings consist of.
pub(crate) trait Item: Copy + Eq {
    fn hash(string: &[Self]) -> u64;
}

/// Numbered strings.
#[derive(Debug)]
pub(crate) struct Strings<T = u8> {
    arena: Blocks<T>,
    /// The end of each string.
    ends: Blocks<u32>,
    /// Open addressing: the number of a string, and eight bits of its hash, or 0 in a free slot. Most mismatches are
    /// found by these, without comparing strings.
    slots: Vec<u32>,
    tags: Vec<u8>,
    /// The total length at which the interner counts as full.
    most: usize,
}

impl<T> Default for Strings<T> {
    fn default() -> Strings<T> {
        Strings {
            arena: Blocks::default(),
            ends: Blocks::default(),
            slots: vec![0; FEWEST_SLOTS],
            tags: vec![0; FEWEST_SLOTS],
            most: MOST,
        }
    }
}

impl<T: Item> Strings<T> {
    pub(crate) fn get(&self, number: u32) -> &[T] {
        let (before, end) = self.ends(number);
        self.arena.string(before, end)
    }

    /// Returns the end of the string before this one, and its own.
    fn ends(&self, number: u32) -> (usize, usize) {
        let before = match number.checked_sub(1) {
            Some(before) => self.ends[before as usize] as usize,
            None => 0,
        };
        (before, self.ends[number as usize] as usize)
    }

    /// Returns the number of a string, or the slot for it.
    pub(crate) fn find(&self, string: &[T]) -> Result<u32, usize> {
        let hash = T::hash(string);
        let tag = tag(hash);
        let mask = self.tags.len() - 1;
        let mut slot = hash as usize & mask;
        while self.tags[slot] != 0 {
            if self.tags[slot] == tag && self.get(self.slots[slot]) == string {
                return Ok(self.slots[slot]);
            }
            slot = (slot + 1) & mask;
        }
        Err(slot)
    }

    /// Adds a string at the slot that `find` returned.
    pub(crate) fn add(&mut self, string: &[T], slot: usize) -> u32 {
        let number = self.ends.len() as u32;
        (self.slots[slot], self.tags[slot]) = (number, tag(T::hash(string)));
        self.arena.push_string(string);
        let end = u32::try_from(self.arena.len()).expect("a search ends when the memory is full");
        self.ends.push(end);
        if self.ends.len() * 4 > self.slots.len() * 3 {
            self.enter_all(self.slots.len() * 2);
        }
        number
    }

    /// Enters all strings into this many slots.
    fn enter_all(&mut self, n_slots: usize) {
        if n_slots == self.slots.len() {
            self.tags.fill(0);
        } else {
            // Never both the old and the new ones.
            (self.slots, self.tags) = (Vec::new(), Vec::new());
            (self.slots, self.tags) = (vec![0; n_slots], vec![0; n_slots]);
        }
        let mask = n_slots - 1;
        for number in 0..self.ends.len() as u32 {
            let hash = T::hash(self.get(number));
            let mut slot = hash as usize & mask;
            while self.tags[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            (self.slots[slot], self.tags[slot]) = (number, tag(hash));
        }
    }

    /// Drops all strings except those with the given ascending numbers, and numbers these from 0. Each is changed by
    /// `edit`, which keeps distinct strings distinct.
    pub(crate) fn keep(&mut self, kept: &[u32], edit: impl Fn(&mut [T])) {
        let mut old = core::mem::take(&mut self.arena);
        for (to, from) in kept.iter().enumerate() {
            let (before, end) = self.ends(*from);
            old.free_before(before, end);
            edit(self.arena.push_string(old.string(before, end)));
            self.ends[to] = self.arena.len() as u32;
        }
        drop(old);
        self.ends.truncate(kept.len());
        let mut n_slots = FEWEST_SLOTS;
        while grows_soon(kept.len(), n_slots) {
            n_slots *= 2;
        }
        // A table that would soon grow to its old size stays where it is.
        let stays = n_slots * 4 >= self.slots.len();
        self.enter_all(if stays { self.slots.len() } else { n_slots });
    }

    /// The size in bytes. From shortly before the table grows, it includes the new table. If there is no more room for
    /// strings, it is more than any limit, so that a search frees memory or ends.
    pub(crate) fn memory(&self) -> usize {
        let tables = 1 + usize::from(grows_soon(self.ends.len(), self.slots.len()));
        let taken = size_of::<T>() * self.arena.len()
            + 4 * self.ends.len()
            + tables * self.slots.len() * SLOT;
        taken
            + if self.arena.len() > self.most {
                FULL
            } else {
                0
            }
    }
}

/// Returns whether a table with this many slots is so full that it grows soon.
fn grows_soon(strings: usize, slots: usize) -> bool {
    strings * 32 > slots * 23
}

impl Item for u8 {
    fn hash(string: &[u8]) -> u64 {
        let mut hasher = Hasher::new(string.len());
        let mut chunks = string.chunks_exact(8);
        for chunk in &mut chunks {
            hasher.add(u64::from_le_bytes(
                chunk.try_into().expect("chunks have eight bytes"),
            ));
        }
        let mut tail = [0u8; 8];
        let rest = chunks.remainder();
        tail[..rest.len()].copy_from_slice(rest);
        hasher.end(u64::from_le_bytes(tail))
    }
}

impl Item for u32 {
    fn hash(string: &[u32]) -> u64 {
        let mut hasher = Hasher::new(string.len());
        for item in string {
            hasher.add(u64::from(*item));
        }
        hasher.end(0)
    }
}

struct Hasher(u64);

impl Hasher {
    fn new(len: usize) -> Hasher {
        Hasher(0x9E37_79B9_7F4A_7C15 ^ len as u64)
    }

    fn add(&mut self, word: u64) {
        let h = (self.0 ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        self.0 = h ^ h >> 32;
    }

    fn end(self, word: u64) -> u64 {
        let h = (self.0 ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        h ^ h >> 29
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_strings_are_found_under_their_new_numbers() {
        let all: Vec<Vec<u8>> = (0..30_000u32).map(|i| i.to_string().into_bytes()).collect();
        for every in [1, 2, 3, 7, 29_999, 60_000] {
            let mut strings = Strings::<u8>::default();
            for string in &all {
                let slot = strings.find(string).expect_err("it is new");
                strings.add(string, slot);
            }
            let kept: Vec<u32> = (0..30_000).filter(|i| i % every == every / 2).collect();
            strings.keep(&kept, |_| ());
            for (number, string) in (0..).zip(&all) {
                let new = kept.binary_search(&number).ok();
                let found = strings.find(string).ok();
                assert_eq!(found, new.map(|new| new as u32), "{number} of {every}");
                assert!(found.is_none_or(|found| strings.get(found) == string));
            }
            let slot = strings.find(b"another").expect_err("it is new");
            assert_eq!(strings.add(b"another", slot), kept.len() as u32);
        }
    }

    #[test]
    fn the_memory_counts_the_new_table_before_one_grows() {
        let mut strings = Strings::<u8>::default();
        let mut grown = 0;
        for string in (0..10_000u32).map(|i| i.to_string().into_bytes()) {
            let (slots, memory) = (strings.slots.len(), strings.memory());
            let slot = strings.find(&string).expect_err("it is new");
            strings.add(&string, slot);
            if strings.slots.len() > slots {
                assert!(memory >= SLOT * strings.slots.len(), "{memory} for {slots}");
                grown += 1;
            }
        }
        assert!(grown > 5);
    }

    #[test]
    fn strings_that_are_too_long_together_take_all_memory() {
        let mut strings = Strings::<u8> {
            most: 100,
            ..Strings::default()
        };
        for string in (0..50).map(|i| [i; 4]) {
            let is_full = strings.arena.len() > 100;
            assert_eq!(strings.memory() > usize::MAX / 8, is_full);
            let slot = strings.find(&string).expect_err("it is new");
            strings.add(&string, slot);
        }
        assert!(strings.memory() > usize::MAX / 8);
        strings.keep(&[7, 9], |_| ());
        assert!(strings.memory() < 10_000);
        assert_eq!(strings.get(1), [9; 4]);
    }
}
