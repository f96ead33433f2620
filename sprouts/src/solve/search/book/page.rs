//! A page of the book: what is known about one land.

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
    pub(crate) busy: u64,
    /// Whether a worker is listing the options.
    pub(crate) listing: bool,
    /// Whether the nimber is in the store that the book is written to.
    #[cfg(feature = "store")]
    pub(super) stored: bool,
    /// Proof and disproof numbers by heap, for the heaps that the search has visited.
    pub(crate) proof: smallvec::SmallVec<[(u32, u32); 2]>,
    /// The children, from when they are listed until the nimber is known.
    pub(crate) children: Option<Box<Children>>,
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
    /// The size of the proof numbers if they have their own block, in bytes.
    pub(super) fn proof_memory(&self) -> usize {
        if self.proof.spilled() {
            PER_BLOCK + size_of::<(u32, u32)>() * self.proof.capacity()
        } else {
            0
        }
    }

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
