//! A cache of the lands that spellings have.
//!
//! Bringing a land to canonical form takes most of the time of a search, and most spellings occur many times. But each
//! land has several, so all of them would take as much memory as everything else that is known. A cache forgets those
//! that have not been looked up for long; they are brought to canonical form again.

use std::sync::Mutex;

use super::page::{LandId, locked};
use super::shards::{SHARDS, shard_of};
use crate::solve::search::blocks::Blocks;
use crate::solve::search::packed::{LandShape, unpack, with_packed};
use crate::solve::search::strings::Strings;

/// Spellings that were looked up in the same time, by number, and their lands.
#[derive(Debug, Default)]
struct Generation {
    /// The spellings, [packed](with_packed).
    spellings: Strings,
    lands: Blocks<LandId>,
}

impl Generation {
    fn add(&mut self, packed: &[u8], slot: usize, land: LandId) -> u32 {
        self.lands.push(land);
        self.spellings.add(packed, slot)
    }

    fn memory(&self) -> usize {
        self.spellings.memory() + size_of::<LandId>() * self.lands.len()
    }
}

/// Spellings and their lands, of which the numbers last until the cache [ages](Spellings::age).
#[derive(Debug, Default)]
pub(super) struct Spellings {
    young: Generation,
    /// The spellings from before the cache last aged, except that `young` also has those that were looked up since.
    old: Generation,
}

impl Spellings {
    /// Forgets the spellings that were not looked up since the last time, if the others take half of this many bytes.
    /// The others get new numbers.
    pub(super) fn age(&mut self, most: usize) {
        if self.young.memory() > most / 2 {
            self.old = core::mem::take(&mut self.young);
        }
    }

    /// Returns the number of a spelling, or the slot for it.
    pub(super) fn find(&mut self, spelling: &[u8]) -> Result<u32, usize> {
        with_packed(spelling, |packed| {
            let slot = match self.young.spellings.find(packed) {
                Err(slot) => slot,
                found => return found,
            };
            let old = self.old.spellings.find(packed).map_err(|_| slot)?;
            Ok(self.young.add(packed, slot, self.old.lands[old as usize]))
        })
    }

    /// Adds a spelling at the slot that `find` returned.
    pub(super) fn add(&mut self, spelling: &[u8], slot: usize, land: LandId) -> u32 {
        with_packed(spelling, |packed| self.young.add(packed, slot, land))
    }

    pub(super) fn get(&self, number: u32) -> LandShape {
        unpack(self.young.spellings.get(number))
    }

    pub(super) fn land(&self, number: u32) -> LandId {
        self.young.lands[number as usize]
    }

    pub(super) fn set_land(&mut self, number: u32, land: LandId) {
        self.young.lands[number as usize] = land;
    }

    /// The size in bytes.
    pub(super) fn memory(&self) -> usize {
        self.young.memory() + self.old.memory()
    }
}

/// Spellings that the threads of a search share, in parts that are locked on their own.
#[derive(Debug, Default)]
pub(super) struct SharedSpellings(Box<[Mutex<Spellings>; SHARDS]>);

impl SharedSpellings {
    /// Returns the land of a spelling. Adds the change of memory in bytes to `held`, which wraps.
    pub(super) fn find(&self, spelling: &[u8], held: &mut usize) -> Option<LandId> {
        let mut part = locked(&self.0[shard_of(spelling)]);
        let before = part.memory();
        let found = part.find(spelling).ok().map(|number| part.land(number));
        *held = held.wrapping_add(part.memory()).wrapping_sub(before);
        found
    }

    /// Adds a spelling unless another thread has added it. All together take at most this many bytes. Adds the change
    /// of memory in bytes to `held`, which wraps.
    pub(super) fn add(&self, spelling: &[u8], land: LandId, most: usize, held: &mut usize) {
        let mut part = locked(&self.0[shard_of(spelling)]);
        let before = part.memory();
        part.age(most / SHARDS);
        if let Err(slot) = part.find(spelling) {
            part.add(spelling, slot, land);
        }
        *held = held.wrapping_add(part.memory()).wrapping_sub(before);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_looked_up_stays_and_the_rest_is_forgotten() {
        let mut cache = Spellings::default();
        let most = 1 << 14;
        let spelling = |n: u32| format!("spelling {n}").into_bytes();
        let mut largest = 0;
        for n in 0..5_000 {
            cache.age(most);
            let slot = cache.find(&spelling(n)).expect_err("it is new");
            let number = cache.add(&spelling(n), slot, 7 * n);
            assert_eq!(
                (cache.get(number).to_vec(), cache.land(number)),
                (spelling(n), 7 * n)
            );
            // The first one is in use all the time.
            let first = cache.find(&spelling(0)).expect("it is looked up often");
            assert_eq!(cache.land(first), 0);
            largest = largest.max(cache.memory());
        }
        assert!(largest < most + most / 4, "{largest}");
        let known = |n: &u32| cache.find(&spelling(*n)).is_ok();
        let known: Vec<u32> = (0..5_000).filter(known).collect();
        assert_eq!(known[0], 0);
        // Of the others, the last are left, without a gap.
        assert!((100..1_000).contains(&known.len()), "{}", known.len());
        assert!(
            known[1..]
                .iter()
                .copied()
                .eq(5_001 - known.len() as u32..5_000)
        );
    }
}
