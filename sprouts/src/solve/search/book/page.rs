//! A page of the book: what is known about one land.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use common::Nimber;

use super::closed::ClosedChildren;
use super::guess::Size;
use crate::solve::known::Known;

/// The number of a land in a [`Book`](super::Book).
pub(crate) type LandId = u32;

/// Marks an unknown nimber.
pub(crate) const UNKNOWN: u8 = u8::MAX;

/// A page of the book: what is known about one land.
#[derive(Debug)]
pub(crate) struct Page {
    /// The nimber, or [`UNKNOWN`].
    pub(crate) nimber: u8,
    pub(crate) lives: u8,
    /// Proof and disproof number beside a heap that the search has not visited.
    pub(crate) guess: (u32, u32),
    /// The nimbers that are ruled out, one bit each.
    pub(crate) excluded: u64,
    pub(crate) estimate: u32,
    /// The number of workers at the land beside each heap up to 15, four bits each. Kept only if there are several
    /// workers.
    pub(crate) busy: AtomicU64,
    /// Whether a worker is listing the options.
    pub(crate) listing: AtomicBool,
    /// Whether the nimber is in the store that the book is written to.
    #[cfg(feature = "store")]
    pub(super) stored: bool,
    pub(crate) noted: Noted,
    /// The children, from when they are listed until the nimber is known.
    pub(crate) children: Option<Box<Children>>,
}

/// Proof and disproof numbers by heap, for the heaps that the search has visited. Workers that only read the book may
/// note numbers where there is room.
#[derive(Default, Debug)]
pub(crate) struct Noted(smallvec::SmallVec<[AtomicU64; 2]>);

impl Noted {
    /// Returns the numbers beside a heap, if some were noted.
    pub(crate) fn get(&self, heap: u32) -> Option<(u32, u32)> {
        let both = self.0.get(heap as usize)?.load(Ordering::Relaxed);
        (both != 0).then_some(((both >> 32) as u32, both as u32))
    }

    /// Returns the heaps with numbers, and those.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, (u32, u32))> {
        (0..self.0.len() as u32).filter_map(|heap| Some((heap, self.get(heap)?)))
    }

    /// Notes the numbers beside a heap. Returns false if there is no room for them.
    pub(crate) fn set(&self, heap: u32, (win, loss): (u32, u32)) -> bool {
        let both = u64::from(win) << 32 | u64::from(loss);
        let place = self.0.get(heap as usize);
        place
            .map(|place| place.store(both, Ordering::Relaxed))
            .is_some()
    }

    /// Makes room for the numbers beside a heap.
    pub(super) fn make_room(&mut self, heap: u32) {
        let room = self.0.len().max(heap as usize + 1);
        self.0.resize_with(room, AtomicU64::default);
    }

    /// Their size in bytes if they have their own block.
    pub(super) fn memory(&self) -> usize {
        if self.0.spilled() {
            PER_BLOCK + size_of::<AtomicU64>() * self.0.capacity()
        } else {
            0
        }
    }
}

/// The children of a land.
#[derive(Default, Debug)]
pub(crate) struct Children {
    /// For each option a head `heap << 8 | n` and `n` land numbers. From time to time, lands with known nimbers are
    /// merged into the heap, and options without unknown lands are removed.
    pub(crate) options: Vec<u32>,
    /// The closed children, which are not options yet.
    pub(crate) closed: ClosedChildren,
}

/// The number of bytes that the allocator adds to each block.
pub(crate) const PER_BLOCK: usize = 16;

impl Children {
    /// Returns the size of the children in bytes, including the overhead of three blocks.
    pub(super) fn memory(&self) -> usize {
        let words = self.options.capacity() + self.closed.capacity();
        size_of::<Children>() + 4 * words + 3 * PER_BLOCK
    }
}

impl Page {
    /// Returns what is known about the land's nimber, if anything.
    pub(crate) fn known(&self) -> Option<Known> {
        match (self.nimber, self.excluded) {
            (UNKNOWN, 0) => None,
            (UNKNOWN, excluded) => Some(Known::Excluded(excluded)),
            (nimber, _) => Some(Known::Nimber(Nimber(nimber.into()))),
        }
    }

    pub(crate) fn size(&self) -> Size {
        Size {
            lives: self.lives,
            estimate: self.estimate,
        }
    }
}
