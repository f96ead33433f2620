//! Lands by canonical form, in shards that are locked on their own.

use std::sync::{Mutex, MutexGuard};

use rustc_hash::FxHashMap;

use super::page::{LandId, PER_BLOCK, locked};
use crate::solve::known::Known;
use crate::solve::search::blocks::Blocks;
use crate::solve::search::packed::{LandShape, unpack, with_packed};
use crate::solve::search::strings::{Item, Strings};

/// The number of shards, a power of two. A lock is held while a form is looked up or added, 1,000 instructions of the
/// 14,000 that a new land takes (`Work`). With two threads, any number from 1 to 256 works: with 1, 16 and 256, 28
/// spots take 25, 25 and 23 µs of CPU time a node. With one thread, the nodes are the same.
pub(super) const SHARDS: usize = 16;

/// A canonical form.
pub(crate) type LandForm = LandShape;

/// The approximate number of bytes of a result that is expected, without the overhead of a block: its place in the
/// table, and a form of average length.
const EXPECTED: usize = 48;

/// All shards.
#[derive(Debug, Default)]
pub(super) struct Shards(Box<[Mutex<Shard>; SHARDS]>);

/// The lands whose forms have hashes that begin in the same way.
#[derive(Debug, Default)]
pub(super) struct Shard {
    /// The forms, [packed](with_packed).
    forms: Strings,
    /// The land of each form.
    lands: Blocks<LandId>,
    /// Results of other solvers about lands that this book has not met.
    expected: FxHashMap<Box<[u8]>, Known>,
}

/// The shard of a form.
pub(super) fn shard_of(form: &[u8]) -> usize {
    (<u8 as Item>::hash(form) as u32 >> (u32::BITS - SHARDS.ilog2())) as usize
}

impl Shards {
    /// Locks a shard.
    pub(super) fn lock(&self, shard: usize) -> MutexGuard<'_, Shard> {
        locked(&self.0[shard])
    }

    pub(super) fn form(&self, place: u32) -> LandForm {
        let shard = self.lock(place as usize % SHARDS);
        unpack(shard.forms.get(place / SHARDS as u32))
    }

    /// The number of bytes of a form.
    pub(super) fn room(&self, place: u32) -> usize {
        let shard = self.lock(place as usize % SHARDS);
        shard.forms.get(place / SHARDS as u32).len()
    }

    pub(super) fn find(&self, form: &[u8]) -> Option<LandId> {
        self.lock(shard_of(form)).find(form).ok()
    }

    /// Keeps the forms at these places, in which those of each shard ascend, and numbers their lands from 0. Returns
    /// their new places.
    pub(super) fn keep(&mut self, places: impl Iterator<Item = u32>) -> Vec<u32> {
        let mut kept = [const { Vec::new() }; SHARDS];
        let mut lands = [const { Vec::new() }; SHARDS];
        let new = (0..).zip(places).map(|(land, place)| {
            let shard = place as usize % SHARDS;
            kept[shard].push(place / SHARDS as u32);
            lands[shard].push(land);
            ((kept[shard].len() - 1) * SHARDS + shard) as u32
        });
        let new = new.collect();
        for (number, (kept, lands)) in kept.iter().zip(lands).enumerate() {
            let mut shard = self.lock(number);
            shard.forms.keep(kept, |_| ());
            shard.lands = Blocks::default();
            for land in lands {
                shard.lands.push(land);
            }
        }
        new
    }

    /// The size in bytes.
    pub(super) fn memory(&self) -> usize {
        (0..SHARDS).map(|shard| self.lock(shard).memory()).sum()
    }

    /// Forgets all results that are expected.
    pub(super) fn expect_nothing(&self) {
        (0..SHARDS).for_each(|shard| self.lock(shard).expected = FxHashMap::default());
    }
}

impl Shard {
    /// Returns the land with a form, or the slot for it.
    pub(super) fn find(&self, form: &[u8]) -> Result<LandId, usize> {
        let number = with_packed(form, |form| self.forms.find(form))?;
        Ok(self.lands[number as usize])
    }

    /// Adds a land at the slot that `find` returned. Returns the place of its form.
    pub(super) fn add(&mut self, form: &[u8], slot: usize, land: LandId) -> u32 {
        let number = with_packed(form, |form| self.forms.add(form, slot)) as usize;
        self.lands.push(land);
        let shard = shard_of(form);
        u32::try_from(number * SHARDS + shard).expect("a search ends when the memory is full")
    }

    /// Takes what is expected of a land.
    pub(super) fn take_expected(&mut self, form: &[u8]) -> Option<Known> {
        if self.expected.is_empty() {
            return None;
        }
        self.expected.remove(form)
    }

    pub(super) fn expect(&mut self, form: &[u8], known: Known) {
        let joined = self.expected.get(form);
        let joined = joined.map_or(known, |before| before.join(known));
        self.expected.insert(form.into(), joined);
    }

    /// The size in bytes.
    pub(super) fn memory(&self) -> usize {
        self.forms.memory()
            + size_of::<LandId>() * self.lands.len()
            + (EXPECTED + PER_BLOCK) * self.expected.len()
    }
}
