//! Sets of cells as bits, which represent a board.

use crate::size::Size;

/// The number of words that hold all cells of the largest board.
const WORDS: usize = Size::MAX_CELLS.div_ceil(64);

/// A set of a board's cells, with one bit for each cell number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct CellSet([u64; WORDS]);

impl CellSet {
    /// The empty set.
    pub(crate) const EMPTY: CellSet = CellSet([0; WORDS]);

    /// Returns 1 if the cell with number `index` is in the set, and 0 otherwise.
    pub(crate) const fn bit(&self, index: usize) -> u64 {
        self.0[index / 64] >> (index % 64) & 1
    }

    /// Returns whether the cell with number `index` is in the set.
    pub(crate) const fn contains(&self, index: usize) -> bool {
        self.bit(index) == 1
    }

    /// Returns the cells of a board of at most 32 cells.
    pub(crate) const fn low(&self) -> u32 {
        self.0[0] as u32
    }

    /// Adds the cell with number `index`.
    pub(crate) const fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    /// Removes the cell with number `index`.
    pub(crate) const fn remove(&mut self, index: usize) {
        self.0[index / 64] &= !(1 << (index % 64));
    }

    /// Returns the number of the `rank`-th cell, counted from 0, that is in neither set. If there are too few such
    /// cells, returns some number past the last cell.
    pub(crate) fn nth_in_neither(&self, other: &CellSet, rank: usize) -> usize {
        let mut left = rank;
        for word in 0..WORDS {
            let free = !(self.0[word] | other.0[word]);
            let count = free.count_ones() as usize;
            if left < count {
                return word * 64 + nth_bit(free, left as u32) as usize;
            }
            left -= count;
        }
        WORDS * 64
    }
}

/// Returns the index of the `rank`-th set bit of `word`, counting from 0 at the low end. There must be that many bits.
///
/// Halves the range that contains the bit six times.
const fn nth_bit(word: u64, rank: u32) -> u32 {
    let (mut part, mut left, mut place, mut half) = (word, rank, 0, 32);
    while half > 0 {
        let low = part & ((1 << half) - 1);
        let count = low.count_ones();
        if left < count {
            part = low;
        } else {
            left -= count;
            part >>= half;
            place += half;
        }
        half /= 2;
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nth_bit_is_the_one_that_counting_finds() {
        for word in [1u64, 0x8000_0000_0000_0000, 0xF0F0_1234_5678_9ABC, u64::MAX] {
            let places = (0..64).filter(|place| word >> place & 1 == 1);
            for (rank, place) in places.enumerate() {
                assert_eq!(nth_bit(word, rank as u32), place);
            }
        }
    }

    #[test]
    fn a_cell_in_the_last_word_is_found() {
        let (mut s, mut o) = (CellSet::EMPTY, CellSet::EMPTY);
        for index in 0..390 {
            if index % 2 == 0 { &mut s } else { &mut o }.insert(index);
        }
        assert_eq!(s.nth_in_neither(&o, 3), 393);
        o.remove(7);
        assert_eq!(s.nth_in_neither(&o, 3), 392);
    }
}
