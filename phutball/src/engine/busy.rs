//! The positions that each thread of a search is working on, so that the threads divide the work.
//!
//! ABDADA (Weill, *The ABDADA distributed minimax search algorithm*, 1996) in the simplified form of Kerrigan
//! (*Simplified ABDADA*, 2018): a thread announces each position that it searches. A thread that reaches a position
//! that another one is searching postpones it and searches its siblings first. When it comes back, the table usually
//! has the value.
//!
//! The announcements affect only the order of the work. A lost or stale announcement costs time but never changes a
//! value.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The positions that some thread is searching.
#[derive(Debug)]
pub(super) struct BusyTable {
    slots: Vec<[AtomicU64; WAYS]>,
}

/// The number of slots, a power of two. A thread announces a few positions at a time, one for each depth, so nearly all
/// slots are free; they take 128 KiB. Kerrigan has 32,768. A position that finds no room only costs time.
const SLOTS: usize = 1 << 12;

/// The number of positions with the same slot that are remembered, as in Kerrigan's program. They take half a cache
/// line.
const WAYS: usize = 4;

/// The least depth at which positions are announced, in turns. At lower depths, a search takes less time than the
/// announcement. Kerrigan has 3, in half turns of chess. With 2, two threads are 1.6 times as fast as one at depth 8;
/// `LABORATORY.md` beside the crate has the command. No measurement with another value is recorded.
const LEAST_DEPTH: i32 = 2;

impl BusyTable {
    pub(super) fn new() -> BusyTable {
        let slots = (0..SLOTS).map(|_| [const { AtomicU64::new(0) }; WAYS]);
        BusyTable {
            slots: slots.collect(),
        }
    }

    fn slot(&self, key: u64) -> &[AtomicU64; WAYS] {
        &self.slots[key as usize & (SLOTS - 1)]
    }

    /// Returns whether a thread is searching the position with a key to a depth.
    pub(super) fn has(&self, key: u64, depth: i32) -> bool {
        depth >= LEAST_DEPTH && self.slot(key).iter().any(|slot| slot.load(Relaxed) == key)
    }

    /// Announces that a thread searches a position.
    pub(super) fn begin(&self, key: u64, depth: i32) {
        if depth >= LEAST_DEPTH && !self.has(key, depth) {
            let slots = self.slot(key);
            let free = slots.iter().find(|slot| slot.load(Relaxed) == 0);
            free.unwrap_or(&slots[0]).store(key, Relaxed);
        }
    }

    /// Withdraws the announcement of [`begin`](BusyTable::begin).
    pub(super) fn end(&self, key: u64, depth: i32) {
        if depth >= LEAST_DEPTH {
            for slot in self.slot(key) {
                if slot.load(Relaxed) == key {
                    slot.store(0, Relaxed);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_busy_from_its_begin_to_its_end() {
        let busy = BusyTable::new();
        let keys: Vec<u64> = (1..=WAYS as u64).map(|i| i << 40 | 7).collect();
        for key in &keys {
            assert!(!busy.has(*key, 5));
            busy.begin(*key, 5);
        }
        // All share a slot.
        assert!(keys.iter().all(|key| busy.has(*key, 5)));
        assert!(!busy.has(99 << 40 | 7, 5));
        busy.end(keys[1], 5);
        let left: Vec<bool> = keys.iter().map(|key| busy.has(*key, 5)).collect();
        assert_eq!(left, [true, false, true, true]);
        busy.begin(8, LEAST_DEPTH - 1);
        assert!(
            !busy.has(8, LEAST_DEPTH),
            "a shallow search is not announced"
        );
    }
}
