//! An interner: byte strings by number, and numbers by byte string.

/// The number of slots of an empty interner, a power of two.
const FEWEST_SLOTS: usize = 1 << 6;

/// Numbered byte strings.
#[derive(Debug)]
pub(super) struct Strings {
    arena: Vec<u8>,
    /// The end of each string; it begins at the end of the one before.
    ends: Vec<u32>,
    /// Open addressing: half of the hash, and the number plus one. Most mismatches are found by the hash, without
    /// comparing strings.
    slots: Vec<(u32, u32)>,
}

impl Default for Strings {
    fn default() -> Strings {
        Strings {
            arena: Vec::new(),
            ends: Vec::new(),
            slots: vec![(0, 0); FEWEST_SLOTS],
        }
    }
}

impl Strings {
    pub(super) fn get(&self, number: u32) -> &[u8] {
        let start = if number == 0 {
            0
        } else {
            self.ends[number as usize - 1]
        };
        &self.arena[start as usize..self.ends[number as usize] as usize]
    }

    /// Returns the number of a string, or the slot for it.
    pub(super) fn find(&self, string: &[u8]) -> Result<u32, usize> {
        let tag = hash(string);
        let mask = self.slots.len() - 1;
        let mut slot = tag as usize & mask;
        while self.slots[slot].1 != 0 {
            let number = self.slots[slot].1 - 1;
            if self.slots[slot].0 == tag && self.get(number) == string {
                return Ok(number);
            }
            slot = (slot + 1) & mask;
        }
        Err(slot)
    }

    /// Adds a string at the slot that `find` returned.
    pub(super) fn add(&mut self, string: &[u8], slot: usize) -> u32 {
        let number = self.ends.len() as u32;
        self.slots[slot] = (hash(string), number + 1);
        self.arena.extend_from_slice(string);
        self.ends.push(self.arena.len() as u32);
        if self.ends.len() * 4 > self.slots.len() * 3 {
            self.grow();
        }
        number
    }

    fn grow(&mut self) {
        let twice = self.slots.len() * 2;
        let old = core::mem::replace(&mut self.slots, vec![(0, 0); twice]);
        for slot in old.into_iter().filter(|(_, number)| *number != 0) {
            self.enter(slot);
        }
    }

    fn enter(&mut self, entry: (u32, u32)) {
        let mask = self.slots.len() - 1;
        let mut slot = entry.0 as usize & mask;
        while self.slots[slot].1 != 0 {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = entry;
    }

    /// Drops all strings but those with these numbers, which ascend, and numbers these from 0.
    pub(super) fn keep(&mut self, kept: &[u32]) {
        let mut end = 0;
        for (to, from) in kept.iter().enumerate() {
            let start = match from.checked_sub(1) {
                Some(before) => self.ends[before as usize] as usize,
                None => 0,
            };
            let stop = self.ends[*from as usize] as usize;
            self.arena.copy_within(start..stop, end);
            end += stop - start;
            self.ends[to] = end as u32;
        }
        self.arena.truncate(end);
        self.ends.truncate(kept.len());
        let mut n_slots = FEWEST_SLOTS;
        while kept.len() * 4 > n_slots * 3 {
            n_slots *= 2;
        }
        self.slots = Vec::new();
        self.slots.resize(n_slots, (0, 0));
        for number in 0..kept.len() as u32 {
            self.enter((hash(self.get(number)), number + 1));
        }
    }

    pub(super) fn memory(&self) -> usize {
        self.arena.len() + 4 * self.ends.len() + 8 * self.slots.len()
    }
}

fn hash(form: &[u8]) -> u32 {
    let mut h = 0x9E37_79B9_7F4A_7C15u64 ^ form.len() as u64;
    let mut chunks = form.chunks_exact(8);
    for chunk in &mut chunks {
        let word = u64::from_le_bytes(chunk.try_into().expect("chunks have eight bytes"));
        h = (h ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        h ^= h >> 32;
    }
    let mut tail = [0u8; 8];
    let rest = chunks.remainder();
    tail[..rest.len()].copy_from_slice(rest);
    h = (h ^ u64::from_le_bytes(tail)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (h ^ h >> 29) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_strings_are_found_under_their_new_numbers() {
        let all: Vec<Vec<u8>> = (0..500u32).map(|i| i.to_string().into_bytes()).collect();
        for every in [1, 2, 3, 7, 499, 1000] {
            let mut strings = Strings::default();
            for string in &all {
                let slot = strings.find(string).expect_err("it is new");
                strings.add(string, slot);
            }
            let kept: Vec<u32> = (0..500).filter(|i| i % every == every / 2).collect();
            strings.keep(&kept);
            for (number, string) in (0..).zip(&all) {
                let new = kept.iter().position(|old| *old == number);
                let found = strings.find(string).ok();
                assert_eq!(found, new.map(|new| new as u32), "{number} of {every}");
                assert!(found.is_none_or(|found| strings.get(found) == string));
            }
            let slot = strings.find(b"another").expect_err("it is new");
            assert_eq!(strings.add(b"another", slot), kept.len() as u32);
        }
    }
}
