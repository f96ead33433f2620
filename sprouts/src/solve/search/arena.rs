//! A list that threads extend while others read it, without a lock.
//!
//! Items never move. They are in blocks: 16 blocks of the smallest size, then 16 of each doubled size. So at most a
//! sixteenth of a long list is unused, and a few hundred places for blocks are enough for all 32-bit numbers.

use core::ops::{Index, IndexMut};
use core::sync::atomic::{AtomicU32, Ordering};
use std::sync::OnceLock;

/// The logarithms of the number of blocks of each size, and of the number of items of the smallest blocks.
const EACH: u32 = 4;
const LEAST: u32 = 5;

/// The number of places for blocks.
const PLACES: usize = ((32 - LEAST - EACH + 1) as usize) << EACH;

/// Numbered items, which begin as the default and change by their own means.
#[derive(Debug)]
pub(crate) struct Arena<T> {
    blocks: Box<[OnceLock<Box<[T]>>]>,
    len: AtomicU32,
}

impl<T> Default for Arena<T> {
    fn default() -> Arena<T> {
        Arena {
            blocks: (0..PLACES).map(|_| OnceLock::new()).collect(),
            len: AtomicU32::new(0),
        }
    }
}

/// The block of an item, its place there, and the logarithm of the block's size.
fn place(at: usize) -> (usize, usize, u32) {
    let at = at as u64 + (1 << (LEAST + EACH));
    let size = at.ilog2() - EACH;
    let block = (at >> size) as usize + (((size - LEAST) as usize) << EACH) - (1 << EACH);
    (block, (at & ((1 << size) - 1)) as usize, size)
}

impl<T: Default> Arena<T> {
    pub(crate) fn len(&self) -> usize {
        self.len.load(Ordering::Relaxed) as usize
    }

    /// The number of items for which there are blocks.
    pub(crate) fn room(&self) -> usize {
        self.len().checked_sub(1).map_or(0, |last| {
            let (_, within, size) = place(last);
            last + (1 << size) - within
        })
    }

    /// Adds an item. It must be changed before any other thread gets its number.
    pub(crate) fn push(&self) -> u32 {
        let at = self.len.fetch_add(1, Ordering::Relaxed);
        let (block, _, size) = place(at as usize);
        let new = || (0..1 << size).map(|_| T::default()).collect();
        self.blocks[block].get_or_init(new);
        at
    }

    /// Swaps two items of which the first comes first.
    pub(crate) fn swap(&mut self, less: usize, more: usize) {
        let ((first, less, _), (second, more, _)) = (place(less), place(more));
        if first == second {
            self.block(first).swap(less, more);
        } else {
            let item = core::mem::take(&mut self.block(second)[more]);
            let item = core::mem::replace(&mut self.block(first)[less], item);
            self.block(second)[more] = item;
        }
    }

    fn block(&mut self, block: usize) -> &mut [T] {
        self.blocks[block].get_mut().expect("a block with items")
    }

    /// Keeps the first items.
    pub(crate) fn truncate(&mut self, len: usize) {
        let before = self.len();
        let (block, within, _) = place(len);
        for place in &mut self.blocks[block + 1..=place(before).0] {
            place.take();
        }
        if within == 0 {
            self.blocks[block].take();
        } else if len < before {
            self.block(block)[within..].fill_with(T::default);
        }
        *self.len.get_mut() = len as u32;
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> + Clone {
        let blocks = self.blocks.iter().map_while(OnceLock::get);
        blocks.flatten().take(self.len())
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        let len = self.len();
        let blocks = self.blocks.iter_mut().map_while(OnceLock::get_mut);
        blocks.flatten().take(len)
    }
}

impl<T> Index<usize> for Arena<T> {
    type Output = T;

    fn index(&self, at: usize) -> &T {
        let (block, within, _) = place(at);
        &self.blocks[block].get().expect("a number of an item")[within]
    }
}

impl<T> IndexMut<usize> for Arena<T> {
    fn index_mut(&mut self, at: usize) -> &mut T {
        let (block, within, _) = place(at);
        &mut self.blocks[block].get_mut().expect("a number of an item")[within]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::sync::atomic::AtomicUsize;

    fn items(n: usize) -> Arena<AtomicUsize> {
        let arena: Arena<AtomicUsize> = Arena::default();
        for i in 0..n {
            let at = arena.push() as usize;
            arena[at].store(i, Ordering::Relaxed);
        }
        arena
    }

    fn numbers(arena: &Arena<AtomicUsize>) -> Vec<usize> {
        let load = |item: &AtomicUsize| item.load(Ordering::Relaxed);
        arena.iter().map(load).collect()
    }

    #[test]
    fn all_places_of_32_bits_are_distinct_and_at_most_a_sixteenth_is_unused() {
        let mut next = (0, 0);
        for at in 0..1 << 20 {
            let (block, within, size) = place(at);
            assert_eq!((block, within), next, "{at}");
            next = (block, within + 1);
            if next.1 == 1 << size {
                next = (block + 1, 0);
            }
        }
        assert_eq!(place(u32::MAX as usize).0, PLACES - 16);
        for n in [1, 31, 32, 33, 512, 513, 10_000] {
            let room = items(n).room();
            assert!((n..=n + 32 + n / 16).contains(&room), "{n}: {room}");
        }
    }

    #[test]
    fn items_are_swapped_and_kept_across_blocks() {
        for n in [0_usize, 1, 31, 32, 33, 511, 512, 513, 5_000] {
            for left in [n, n.saturating_sub(1), 256, 32, 7, 0].map(|left| left.min(n)) {
                let mut arena = items(n);
                for (less, more) in [(0, 1), (3, 3), (30, 40), (2, n.saturating_sub(1))] {
                    if less <= more && more < n {
                        arena.swap(less, more);
                        assert_eq!((arena[less].load(Ordering::Relaxed)), more.max(less));
                        arena.swap(less, more);
                    }
                }
                arena.iter_mut().for_each(|item| *item.get_mut() += 1);
                arena.truncate(left);
                assert_eq!(numbers(&arena), (1..=left).collect::<Vec<_>>());
                // New items are defaults again.
                let new = arena.push() as usize;
                assert_eq!((new, arena[new].load(Ordering::Relaxed)), (left, 0));
            }
        }
    }

    #[test]
    fn threads_that_add_items_get_distinct_numbers() {
        let arena = items(0);
        std::thread::scope(|scope| {
            for thread in 1..=4 {
                let arena = &arena;
                scope.spawn(move || {
                    for _ in 0..20_000 {
                        let at = arena.push() as usize;
                        assert_eq!(arena[at].swap(thread, Ordering::Relaxed), 0);
                    }
                });
            }
        });
        assert_eq!(arena.len(), 80_000);
        for thread in 1..=4 {
            let own = numbers(&arena).into_iter().filter(|by| *by == thread);
            assert_eq!(own.count(), 20_000);
        }
    }
}
