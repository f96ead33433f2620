//! A page of the book: what is known about one land.
//!
//! Threads read and change pages at the same time. What is proved only grows, so it is true whenever it is read.

use core::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use common::Nimber;

use super::guess::{self, Guess, LandSize, Shift};
use super::prior::{CLASSES, LandClass};
use crate::solve::known::Known;

/// The number of a land in a [`Book`](super::Book).
pub(crate) type LandId = u32;

/// Marks an unknown nimber.
pub(crate) const UNKNOWN: u8 = u8::MAX;

/// Locks a mutex. A panic in one thread ends the whole search, so what a poisoned lock guards is never used.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A page of the book: what is known about one land.
#[derive(Debug)]
pub(crate) struct Page {
    /// The nimbers that are ruled out, one bit each.
    excluded: AtomicU64,
    /// The proof and disproof numbers beside one heap, and where those beside others are.
    noted: AtomicU64,
    others: AtomicU32,
    /// The nimber, or [`UNKNOWN`].
    nimber: AtomicU8,
    lives: AtomicU8,
    /// Whether a thread is listing the options.
    pub(crate) listing: AtomicBool,
    /// Whether the nimber is in the store that the book is written to.
    #[cfg(feature = "store")]
    pub(super) stored: AtomicBool,
    estimate: AtomicU32,
    /// Where the form is.
    place: AtomicU32,
    /// The class, and above it the guess of the disproof number.
    class: AtomicU32,
    /// Where the children are, from when they are listed until the nimber is known.
    pub(super) children: ChildrenSlot,
}

/// The class of a page leaves room for its guess.
const _: () = assert!((guess::MAX as usize) < u32::MAX as usize / CLASSES);

/// A search takes as much memory as it has pages: 40 of about 175 bytes a land (`LABORATORY.md`).
const _: () = assert!(size_of::<Page>() <= 40);

/// The place of a land's children, which its page keeps: 0 if it has none, and otherwise one more than the number in
/// the part of the table. It only changes while that part is locked.
#[derive(Debug, Default)]
pub(super) struct ChildrenSlot(AtomicU32);

impl ChildrenSlot {
    /// Returns whether there are children. If they were forgotten because the nimber is known, the caller sees the
    /// nimber from here on.
    pub(super) fn is_taken(&self) -> bool {
        self.0.load(Ordering::Acquire) != 0
    }

    /// Forgets the place, together with the whole table.
    pub(super) fn clear(&mut self) {
        *self.0.get_mut() = 0;
    }

    pub(super) fn get(&self) -> Option<usize> {
        (self.0.load(Ordering::Relaxed) as usize).checked_sub(1)
    }

    /// Sets the number in the part of the table, or none.
    pub(super) fn set(&self, at: Option<u32>) {
        self.0.store(at.map_or(0, |at| at + 1), Ordering::Release);
    }
}

/// The numbers in a page, with the heap above them; 0 if there are none, since one of them is positive. And the number
/// of the last of the others, counted from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct FirstNumbers<'a> {
    pub(super) packed: &'a AtomicU64,
    pub(super) others: &'a AtomicU32,
}

impl Default for Page {
    fn default() -> Page {
        Page {
            excluded: AtomicU64::new(0),
            noted: AtomicU64::new(0),
            others: AtomicU32::new(0),
            nimber: AtomicU8::new(UNKNOWN),
            lives: AtomicU8::new(0),
            listing: AtomicBool::new(false),
            #[cfg(feature = "store")]
            stored: AtomicBool::new(false),
            estimate: AtomicU32::new(0),
            place: AtomicU32::new(0),
            class: AtomicU32::new(0),
            children: ChildrenSlot::default(),
        }
    }
}

impl Page {
    /// Fills in the page of a land whose form is at `place`.
    pub(super) fn fill(&self, size: LandSize, class: LandClass, place: u32) {
        self.lives.store(size.lives, Ordering::Relaxed);
        self.estimate.store(size.estimate, Ordering::Relaxed);
        self.place.store(place, Ordering::Relaxed);
        let loss = Guess::of(size).loss * CLASSES as u32;
        self.class.store(loss + class, Ordering::Relaxed);
    }

    pub(super) fn class(&self) -> LandClass {
        self.class.load(Ordering::Relaxed) % CLASSES as u32
    }

    /// Forgets the children, and the numbers if the nimber is known. No thread works on the land.
    pub(super) fn clear(&mut self) {
        *self.listing.get_mut() = false;
        self.children.clear();
        if self.nimber() != UNKNOWN {
            self.forget_noted();
        }
    }

    /// Returns the proof and disproof numbers that the page has.
    pub(super) fn first(&self) -> FirstNumbers<'_> {
        FirstNumbers {
            packed: &self.noted,
            others: &self.others,
        }
    }

    /// Forgets the proof and disproof numbers.
    pub(super) fn forget_noted(&mut self) {
        *self.noted.get_mut() = 0;
        *self.others.get_mut() = 0;
    }

    pub(super) fn move_to(&self, place: u32) {
        self.place.store(place, Ordering::Relaxed);
    }

    pub(super) fn place(&self) -> u32 {
        self.place.load(Ordering::Relaxed)
    }

    /// Returns the nimber, or [`UNKNOWN`].
    pub(crate) fn nimber(&self) -> u8 {
        self.nimber.load(Ordering::Relaxed)
    }

    /// Records the nimber, without what a book does when it learns one.
    pub(crate) fn set_nimber(&self, nimber: u8) {
        self.nimber.store(nimber, Ordering::Relaxed);
    }

    pub(crate) fn excluded(&self) -> u64 {
        self.excluded.load(Ordering::Relaxed)
    }

    /// Rules out nimbers, one bit each, and returns those that were ruled out before.
    pub(super) fn exclude(&self, nimbers: u64) -> u64 {
        self.excluded.fetch_or(nimbers, Ordering::Relaxed)
    }

    /// Returns the least nimber that is not ruled out, which the search tries next. If all are, the book notes a
    /// contradiction, and the next tick of the search ends it; until then this is still a nimber that has a bit.
    pub(crate) fn attempt(&self) -> u32 {
        self.excluded().trailing_ones().min(63)
    }

    /// Returns whether it is known who wins beside a heap.
    pub(crate) fn is_settled(&self, heap: u32) -> bool {
        self.nimber() != UNKNOWN || self.excluded() >> heap & 1 == 1
    }

    pub(crate) fn lives(&self) -> u8 {
        self.lives.load(Ordering::Relaxed)
    }

    pub(crate) fn estimate(&self) -> u32 {
        self.estimate.load(Ordering::Relaxed)
    }

    /// Returns proof and disproof number beside a heap that the search has not visited, with a shift of the guess.
    pub(super) fn guessed(&self, shift: Shift) -> (u32, u32) {
        let win = Guess::win_of(self.lives());
        let loss = self.class.load(Ordering::Relaxed) / CLASSES as u32;
        Guess { win, loss }.shifted(shift).numbers()
    }

    /// Returns what is known about the land's nimber, if anything.
    pub(crate) fn known(&self) -> Option<Known> {
        match (self.nimber(), self.excluded()) {
            (UNKNOWN, 0) => None,
            (UNKNOWN, excluded) => Some(Known::Excluded(excluded)),
            (nimber, _) => Some(Known::Nimber(Nimber(nimber.into()))),
        }
    }

    pub(crate) fn size(&self) -> LandSize {
        LandSize {
            lives: self.lives(),
            estimate: self.estimate(),
        }
    }

    pub(crate) fn has_children(&self) -> bool {
        self.children.is_taken()
    }
}

/// The number of bytes that the allocator adds to each block, as in glibc: eight for the size, and eight on average
/// because sizes are rounded up to multiples of 16.
pub(crate) const PER_BLOCK: usize = 16;

/// The approximate number of bytes of an exclusion that is put aside: a form of average length in a block of its own.
#[cfg(feature = "store")]
pub(super) const PER_LEFTOVER: usize = 64;
