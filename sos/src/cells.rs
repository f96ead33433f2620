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
    #[inline]
    pub(crate) fn nth_in_neither(&self, other: &CellSet, rank: usize) -> usize {
        let mut left = rank as u64;
        for word in 0..WORDS {
            let free = !(self.0[word] | other.0[word]);
            let sums = byte_sums(free);
            let count = sums >> 56;
            if left < count {
                return word * 64 + nth_bit(free, sums, left) as usize;
            }
            left -= count;
        }
        WORDS * 64
    }
}

/// A one in each byte of a word.
const ONES: u64 = 0x0101_0101_0101_0101;

/// Returns the number of set bits up to each byte: byte *i* of the result counts those of bytes 0 to *i*, and the
/// highest byte all of them.
///
/// These are the sums in parallel of Vigna, "Broadword implementation of rank/select queries" (2008), which need no
/// instruction that a processor may lack.
const fn byte_sums(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    bytes.wrapping_mul(ONES)
}

/// Returns the index of the `rank`-th set bit of `word`, counting from 0 at the low end, given its
/// [sums](byte_sums). There must be that many bits.
const fn nth_bit(word: u64, sums: u64, rank: u64) -> u64 {
    // A byte keeps its highest bit if at most `rank` bits are set up to it: neither sum nor rank exceeds 64. So the
    // number of such bytes is the number of the byte with the bit.
    let below = (((rank * ONES) | (0x80 * ONES)) - sums) & (0x80 * ONES);
    let place = ((below >> 7).wrapping_mul(ONES) >> 56) * 8;
    let before = (sums << 8) >> place & 0xFF;
    let byte = word >> place & 0xFF;
    place + NTH_OF_BYTE[(rank - before) as usize][byte as usize] as u64
}

/// The index of the `rank`-th set bit of each byte, by rank and byte; 0 if there are too few.
static NTH_OF_BYTE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut rank, mut place) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[rank][byte] = place;
                rank += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nth_bit_is_the_one_that_counting_finds() {
        for word in [1u64, 0x8000_0000_0000_0000, 0xF0F0_1234_5678_9ABC, u64::MAX] {
            let places = (0..64).filter(|place| word >> place & 1 == 1);
            for (rank, place) in places.enumerate() {
                assert_eq!(nth_bit(word, byte_sums(word), rank as u64), place);
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
