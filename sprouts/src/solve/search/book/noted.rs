//! Proof and disproof numbers of couples, for the heaps that the search has visited.
//!
//! A page has room for the numbers beside one heap. A third of the lands have some, and an eighth have more, which are
//! in a list beside the pages.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::page::{FirstNumbers, Page};
use crate::solve::search::arena::Arena;

/// An infinite proof number. The sum of a few stays below 2^32.
pub(crate) const INFINITE: u32 = u32::MAX / 4;

/// The bits of a number. Two numbers leave four bits of a word for the heap.
const BITS: u32 = 30;
const _: () = assert!(INFINITE < 1 << BITS);

/// The smallest heap whose numbers a page cannot have, because four bits are left for the heap.
const TOO_LARGE: u32 = 1 << (64 - 2 * BITS);

/// Numbers that do not fit into their page, and the number of the next of the same page, counted from 1.
#[derive(Debug, Default)]
pub(super) struct Other {
    packed: AtomicU64,
    heap: AtomicU32,
    next: AtomicU32,
}

fn pack((win, loss): (u32, u32)) -> u64 {
    u64::from(win.min(INFINITE)) << BITS | u64::from(loss.min(INFINITE))
}

fn unpack(packed: u64) -> (u32, u32) {
    let low = (1 << BITS) - 1;
    ((packed >> BITS) as u32 & low, packed as u32 & low)
}

/// Numbers that do not fit into their pages.
#[derive(Debug, Default)]
pub(super) struct Others(Arena<Other>);

impl Others {
    fn of(&self, first: FirstNumbers<'_>) -> impl Iterator<Item = &Other> {
        let at = |number: u32| Some(&self.0[number.checked_sub(1)? as usize]);
        let last = at(first.others.load(Ordering::Acquire));
        core::iter::successors(last, move |other| at(other.next.load(Ordering::Relaxed)))
    }

    fn find(&self, first: FirstNumbers<'_>, heap: u32) -> Option<&Other> {
        let mut others = self.of(first);
        others.find(|other| other.heap.load(Ordering::Relaxed) == heap)
    }

    /// Returns the numbers beside a heap, if some were noted.
    pub(super) fn get(&self, first: FirstNumbers<'_>, heap: u32) -> Option<(u32, u32)> {
        let packed = first.packed.load(Ordering::Relaxed);
        if packed != 0 && (packed >> (2 * BITS)) as u32 == heap {
            return Some(unpack(packed));
        }
        let other = self.find(first, heap)?;
        Some(unpack(other.packed.load(Ordering::Relaxed)))
    }

    /// Notes the numbers beside a heap.
    pub(super) fn set(&self, first: FirstNumbers<'_>, heap: u32, numbers: (u32, u32)) {
        let packed = pack(numbers);
        if heap < TOO_LARGE {
            let with_heap = u64::from(heap) << (2 * BITS) | packed;
            let put = |before: u64| {
                let is_own = before == 0 || (before >> (2 * BITS)) as u32 == heap;
                is_own.then_some(with_heap)
            };
            let order = Ordering::Relaxed;
            if first.packed.fetch_update(order, order, put).is_ok() {
                return;
            }
        }
        if let Some(other) = self.find(first, heap) {
            other.packed.store(packed, Ordering::Relaxed);
            return;
        }
        let number = self.0.push();
        let other = &self.0[number as usize];
        other.packed.store(packed, Ordering::Relaxed);
        other.heap.store(heap, Ordering::Relaxed);
        // A thread that reads the number of this entry finds it filled in. If two threads add the same heap, the later
        // one counts.
        let link = |next: u32| {
            other.next.store(next, Ordering::Relaxed);
            Some(number + 1)
        };
        let linked = (first.others).fetch_update(Ordering::AcqRel, Ordering::Acquire, link);
        debug_assert!(linked.is_ok());
    }

    /// Returns the heaps with numbers in order, and those.
    pub(super) fn all(&self, first: FirstNumbers<'_>) -> Vec<(u32, (u32, u32))> {
        let packed = first.packed.load(Ordering::Relaxed);
        let own = (packed != 0).then(|| ((packed >> (2 * BITS)) as u32, unpack(packed)));
        let others = self.of(first).map(|other| {
            let packed = other.packed.load(Ordering::Relaxed);
            (other.heap.load(Ordering::Relaxed), unpack(packed))
        });
        let mut all: Vec<_> = own.into_iter().chain(others).collect();
        // Of two entries for one heap, the first counts.
        all.sort_by_key(|(heap, _)| *heap);
        all.dedup_by_key(|(heap, _)| *heap);
        all
    }

    /// Drops the numbers of pages that are gone.
    pub(super) fn keep<'a>(&mut self, pages: impl Iterator<Item = &'a mut Page>) {
        let old = core::mem::take(self);
        for page in pages {
            let all = old.all(page.first());
            page.forget_noted();
            for (heap, numbers) in all {
                self.set(page.first(), heap, numbers);
            }
        }
    }

    /// The size in bytes.
    pub(super) fn memory(&self) -> usize {
        self.0.room() * size_of::<Other>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_beside_each_heap() {
        let mut others = Others::default();
        let mut pages: Vec<Page> = (0..3).map(|_| Page::default()).collect();
        let heaps = [3, 0, 40, 15, 16, 63, 1];
        let numbers = |page: usize, heap: u32, round: u32| {
            (INFINITE - heap, 1 + 100 * round + heap + page as u32)
        };
        for round in 0..3 {
            for (at, page) in pages.iter().enumerate() {
                for heap in heaps {
                    others.set(page.first(), heap, numbers(at, heap, round));
                    assert_eq!(
                        others.get(page.first(), heap),
                        Some(numbers(at, heap, round))
                    );
                }
                assert_eq!(others.get(page.first(), 2), None);
            }
        }
        // One in each page, the others once each.
        assert_eq!(others.0.len(), 3 * (heaps.len() - 1));
        pages.remove(1);
        others.keep(pages.iter_mut());
        assert_eq!(others.0.len(), 2 * (heaps.len() - 1));
        for (at, page) in [0, 2].into_iter().zip(&pages) {
            let mut expected = heaps.map(|heap| (heap, numbers(at, heap, 2)));
            expected.sort_unstable();
            assert_eq!(others.all(page.first()), expected);
        }
    }

    #[test]
    fn threads_note_numbers_of_one_page() {
        let (others, page) = (Others::default(), Page::default());
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let (others, page) = (&others, &page);
                scope.spawn(move || {
                    for heap in (0..64).cycle().skip(16 * thread).take(1_000) {
                        others.set(page.first(), heap, (heap + 1, heap + 2));
                        assert_eq!(others.get(page.first(), heap), Some((heap + 1, heap + 2)));
                    }
                });
            }
        });
        let all = others.all(page.first());
        assert!(
            all.iter()
                .copied()
                .eq((0..64).map(|heap| (heap, (heap + 1, heap + 2))))
        );
    }
}
