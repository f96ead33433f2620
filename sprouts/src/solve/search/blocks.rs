//! A list that grows by blocks of one size.
//!
//! A full `Vec` moves to an allocation of twice the size, and the one it leaves is too small for other long lists. A
//! search has several long lists, which it shortens whenever memory is full, so it would take a quarter more memory
//! than its lists need. Blocks never move, and a freed block can be used by any list.

use core::ops::{Index, IndexMut, Range};

/// The size of a block, in bytes.
const BYTES: usize = 1 << 16;

/// Items by number, or strings of items.
#[derive(Debug)]
pub(crate) struct Blocks<T>(Vec<Vec<T>>);

impl<T> Default for Blocks<T> {
    fn default() -> Blocks<T> {
        Blocks(Vec::new())
    }
}

impl<T> Blocks<T> {
    /// The number of items of a block, a power of two.
    const ITEMS: usize = BYTES / size_of::<T>().next_power_of_two();

    pub(crate) fn len(&self) -> usize {
        let full = self.0.len().saturating_sub(1) * Self::ITEMS;
        full + self.0.last().map_or(0, Vec::len)
    }

    pub(crate) fn push(&mut self, item: T) {
        self.room(1).push(item);
    }

    /// Returns a block with room for some items.
    fn room(&mut self, items: usize) -> &mut Vec<T> {
        let room = self.0.last().map_or(0, |last| Self::ITEMS - last.len());
        if room < items || self.0.is_empty() {
            // Only the first block begins small.
            let items = if self.0.is_empty() { 0 } else { Self::ITEMS };
            self.0.push(Vec::with_capacity(items));
        }
        self.0.last_mut().expect("there is a block")
    }

    pub(crate) fn swap(&mut self, one: usize, other: usize) {
        let (less, more) = (one.min(other), one.max(other));
        let (first, second) = (less / Self::ITEMS, more / Self::ITEMS);
        let (less, more) = (less % Self::ITEMS, more % Self::ITEMS);
        if first == second {
            self.0[first].swap(less, more);
        } else {
            let (left, right) = self.0.split_at_mut(second);
            core::mem::swap(&mut left[first][less], &mut right[0][more]);
        }
    }

    /// Keeps the first items.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.0.truncate(len.div_ceil(Self::ITEMS));
        let full = self.0.len().saturating_sub(1) * Self::ITEMS;
        if let Some(last) = self.0.last_mut() {
            last.truncate(len - full);
        }
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut().flatten()
    }

    /// The block of the string that ends at `end`, and its range there. The string before it ends at `before`.
    fn place(before: usize, end: usize) -> (usize, Range<usize>) {
        let block = end.saturating_sub(1) / Self::ITEMS;
        let start = block * Self::ITEMS;
        (block, before.max(start) - start..end - start)
    }

    /// Returns the string that ends at `end`, after one that ends at `before`.
    pub(crate) fn string(&self, before: usize, end: usize) -> &[T] {
        let (block, range) = Self::place(before, end);
        &self.0[block][range]
    }

    /// Frees the blocks before a string.
    pub(crate) fn free_before(&mut self, before: usize, end: usize) {
        let blocks = &mut self.0[..Self::place(before, end).0];
        let blocks = blocks.iter_mut().rev();
        for block in blocks.take_while(|block| block.capacity() > 0) {
            *block = Vec::new();
        }
    }
}

impl<T: Copy> Blocks<T> {
    /// Adds a string that fits in a block. If the rest of the last block is too short, it stays unused.
    pub(crate) fn push_string(&mut self, string: &[T]) -> &mut [T] {
        let block = self.room(string.len());
        let start = block.len();
        block.extend_from_slice(string);
        &mut block[start..]
    }
}

impl<T> Index<usize> for Blocks<T> {
    type Output = T;

    fn index(&self, at: usize) -> &T {
        &self.0[at / Self::ITEMS][at % Self::ITEMS]
    }
}

impl<T> IndexMut<usize> for Blocks<T> {
    fn index_mut(&mut self, at: usize) -> &mut T {
        &mut self.0[at / Self::ITEMS][at % Self::ITEMS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Items of 64 bytes, so that a few thousand fill some blocks.
    type Item = [u64; 8];

    const ITEMS: usize = Blocks::<Item>::ITEMS;

    fn items(n: usize) -> Blocks<Item> {
        let mut blocks = Blocks::default();
        (0..n as u64).for_each(|i| blocks.push([i; 8]));
        blocks
    }

    #[test]
    fn items_keep_their_numbers_across_blocks() {
        for n in [0, 1, ITEMS - 1, ITEMS, ITEMS + 1, 3 * ITEMS + 7] {
            let mut blocks = items(n);
            assert_eq!(blocks.len(), n);
            assert!((0..n).all(|i| blocks[i][0] == i as u64), "{n}");
            blocks.iter_mut().for_each(|item| item[1] += 1);
            assert!(
                (0u64..)
                    .zip(blocks.iter_mut())
                    .all(|(i, item)| item[1] == i + 1)
            );
            for left in [n, n.saturating_sub(1), 2 * ITEMS, ITEMS, ITEMS / 2, 0] {
                let left = left.min(blocks.len());
                blocks.truncate(left);
                assert_eq!(blocks.len(), left);
                assert_eq!(blocks.iter_mut().count(), left);
            }
        }
    }

    #[test]
    fn items_are_swapped_within_a_block_and_across() {
        let mut blocks = items(2 * ITEMS);
        for (one, other) in [(3, 5), (5, 5), (ITEMS + 1, 2), (7, 2 * ITEMS - 1)] {
            let before = (blocks[one], blocks[other]);
            blocks.swap(one, other);
            assert_eq!((blocks[other], blocks[one]), before);
        }
    }

    #[test]
    fn strings_of_any_length_are_read_again_across_blocks() {
        let mut blocks = Blocks::<Item>::default();
        let mut ends = vec![0];
        // Most blocks end with room to spare, but one string fills its block, and the next is empty.
        let length = |i: usize, end: usize| match i {
            38 => ITEMS - end % ITEMS,
            39 => 0,
            _ => i * i * 7 % (ITEMS / 4),
        };
        let mut strings = Vec::new();
        for i in 0..=40 {
            let string = vec![[i as u64; 8]; length(i, blocks.len())];
            assert_eq!(blocks.push_string(&string), string);
            ends.push(blocks.len());
            strings.push(string);
        }
        assert!(blocks.len() > 3 * ITEMS);
        for (i, string) in strings.iter().enumerate() {
            assert_eq!(blocks.string(ends[i], ends[i + 1]), string, "{i}");
        }
        let last = (ends[40], ends[41]);
        let string = blocks.string(last.0, last.1).to_vec();
        blocks.free_before(last.0, last.1);
        assert_eq!(blocks.string(last.0, last.1), string);
        assert!(blocks.0[0].capacity() == 0);
    }
}
