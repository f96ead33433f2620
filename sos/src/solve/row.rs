//! A normal form for boards of one and two rows, which are sums of parts in any order and either direction.
//!
//! On such boards all lines run along the rows, so a board of two rows is the same as one long row with a gap in it. A
//! *part* is a piece of a row whose lines are connected by empty cells. Two parts share no line, and at most an `S` at
//! their ends. Where the parts are makes no difference, so the key of a node lists them in increasing order, with a gap
//! after each. Rows with the same parts have the same key, even if their lengths differ.

use super::node::{MAX_CELLS, Node};
use crate::size::Size;
use common::sorting;

/// The layout of a board's rows in its bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strip {
    /// The number of rows, one or two.
    count: usize,
    length: usize,
    /// The distance of neighbouring cells of a row.
    step: usize,
}

/// Cells of one long row, from the lowest bit on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RowBits {
    /// The cells with an `S` or nothing.
    low: u32,
    /// The cells with an `O` or nothing.
    high: u32,
}

/// A part: a leading 1, and then two bits for each cell. Shorter parts are smaller.
type RowPart = u64;

impl Strip {
    /// Returns the rows of a board, or `None` if it has more than two rows and more than two columns, or no room for
    /// the gap.
    pub(super) fn new(size: Size) -> Option<Strip> {
        let (rows, columns) = (size.rows(), size.columns());
        let (count, length) = (rows.min(columns), rows.max(columns));
        let step = if rows <= columns { 1 } else { count };
        let fits = count <= 2 && count * length + count - 1 <= MAX_CELLS;
        fits.then_some(Strip {
            count,
            length,
            step,
        })
    }

    /// Returns the key of a node, which is the same for all nodes with the same parts.
    pub(super) fn key(self, node: Node) -> u64 {
        let row = RowBits {
            low: self.joined(node.s | node.empty),
            high: self.joined(node.o | node.empty),
        };
        let RowBits { low, high } = row.sorted().unwrap_or_else(|| row.turned());
        u64::from(high) << 33 | u64::from(low) << 1 | u64::from(node.odd)
    }

    /// Joins the rows, with a gap between them.
    fn joined(self, cells: u32) -> u32 {
        let Strip {
            count,
            length,
            step,
        } = self;
        if count == 1 {
            return cells;
        }
        if step == 1 {
            let first = cells & ((1 << length) - 1);
            return first | cells >> length << (length + 1);
        }
        let bit = |at: usize| cells >> (at % length * step + at / length) & 1;
        (0..2 * length).fold(0, |joined, at| joined | bit(at) << (at + at / length))
    }
}

impl RowBits {
    /// Returns the row from its first cell on, or the same row turned, whichever is less.
    fn turned(self) -> RowBits {
        let used = self.low | self.high;
        if used == 0 {
            return self;
        }
        let (before, behind) = (used.trailing_zeros(), used.leading_zeros());
        let (low, high) = (self.low >> before, self.high >> before);
        let (back_low, back_high) = (
            self.low.reverse_bits() >> behind,
            self.high.reverse_bits() >> behind,
        );
        let (high, low) = (high, low).min((back_high, back_low));
        RowBits { low, high }
    }

    /// Returns the parts in increasing order, with a gap after each, or `None` if this needs more cells than there are.
    fn sorted(self) -> Option<RowBits> {
        let mut parts = self.parts();
        let cells: u32 = parts.iter().map(|part| length(*part)).sum();
        if cells as usize + parts.len() > MAX_CELLS + 1 {
            return None;
        }
        sorting::sort_hot(&mut parts);
        let mut row = RowBits { low: 0, high: 0 };
        let mut at = 0;
        for part in parts {
            let cells = length(part);
            for cell in 0..cells {
                let symbol = (part >> (2 * cell)) as u32;
                row.low |= (symbol & 1) << (at + cell);
                row.high |= (symbol >> 1 & 1) << (at + cell);
            }
            at += cells + 1;
        }
        Some(row)
    }

    /// Lists the parts.
    fn parts(self) -> smallvec::SmallVec<[RowPart; 16]> {
        let empty = self.low & self.high;
        let open = empty | empty << 1 | empty >> 1;
        let mut middles = self.high & self.low << 1 & self.low >> 1 & open;
        let mut parts = smallvec::SmallVec::new();
        while middles != 0 {
            let start = middles.trailing_zeros() - 1;
            let mut last = middles.trailing_zeros();
            middles &= middles - 1;
            while middles != 0 {
                let next = middles.trailing_zeros();
                let connected =
                    next == last + 1 || next == last + 2 && empty >> (last + 1) & 1 == 1;
                if !connected {
                    break;
                }
                last = next;
                middles &= middles - 1;
            }
            parts.push(self.part(start, last + 1));
        }
        parts
    }

    /// Returns the part from one cell to another, turned so that its number is least.
    fn part(self, start: u32, end: u32) -> RowPart {
        let (mut ahead, mut back) = (1, 1);
        for step in 0..=end - start {
            ahead = ahead << 2 | self.symbol(end - step);
            back = back << 2 | self.symbol(start + step);
        }
        ahead.min(back)
    }

    /// Returns the two bits of a cell.
    fn symbol(self, cell: u32) -> u64 {
        u64::from(self.low >> cell & 1 | (self.high >> cell & 1) << 1)
    }
}

/// Returns the number of cells of a part.
const fn length(part: RowPart) -> u32 {
    part.ilog2() / 2
}

#[cfg(test)]
mod tests {
    use super::super::lattice::Lattice;
    use super::*;
    use common::grid::{Columns, Rows};

    /// Returns the key of a board: `-` is a cell that does not matter.
    fn key(board: &str) -> u64 {
        let rows = board.split('/').count();
        let cells: Vec<char> = board.chars().filter(|c| *c != '/').collect();
        let size = Size::new(Rows(rows), Columns(cells.len() / rows)).expect("a size");
        let with = |letter| {
            let own = cells.iter().enumerate().filter(|(_, c)| **c == letter);
            own.fold(0, |set, (at, _)| set | 1 << at)
        };
        let lattice = Lattice::new(size).expect("a small board");
        let node = lattice.reduce(with('S'), with('O'), with('.'), false);
        lattice.key_of_parts(node)
    }

    #[test]
    fn rows_with_the_same_parts_share_a_key() {
        let row = key("S..-.O.-...");
        for same in [
            "...-..S-.O.",
            "-...-..S-.O.",
            "S..-...-.O.",
            "...-.O./..S----",
        ] {
            assert_eq!(key(same), row, "{same}");
        }
        // Parts may touch: an `S` belongs to both, and no line runs across an `O` next to an end.
        assert_eq!(key("..S..-"), key("S..-S.."));
        assert_eq!(key(".O..O."), key(".O.-.O."));
        assert_eq!(key("./././-/S/./."), key("...-..S"));
        assert_eq!(key(".S/../../--/.-/.-"), key("...-..S"));
    }

    #[test]
    fn rows_with_other_parts_have_other_keys() {
        assert_ne!(key("S..-..."), key("S..-S.."));
        assert_ne!(key("..."), key("...-..."));
        assert_ne!(key("S...."), key("S..-..."));
        assert_ne!(key(".O."), key("..."));
        // The cell that two lines share is empty, so they form a single part.
        assert_ne!(key("SO.OS"), key("SO.-.OS"));
    }

    /// A row of many parts can need more cells than a key has. In this case the parts stay in their order.
    #[test]
    fn rows_without_room_for_gaps_have_a_key_too() {
        let crowded = "S.".repeat(15) + "S";
        assert_ne!(key(&crowded), key(&crowded[2..]));
        let mut other = crowded.clone();
        other.replace_range(0..2, "..");
        let turned: String = other.chars().rev().collect();
        assert_eq!(key(&other), key(&turned));
        assert_ne!(key(&other), key(&crowded));
    }
}
