//! All values of a board at once: the plain method, without any reduction.
//!
//! A board is a number in base 3: the digit of a cell is 0 when it is empty, 1 for an `S` and 2 for an `O`. A letter
//! only makes the number larger, so one pass from the largest to the smallest finds every value from values that are
//! known: one byte for each of the 3ⁿ boards, no recursion. With `k` for the points of a letter and `V'` for the value
//! after it, the value of a board is the largest of
//!
//! * `general`: `k + V'` if `k > 0`, else `−V'`;
//! * `first`: 1 if `k > 0`, else `−V'`;
//! * `alternating`: `k − V'`;
//! * `misere`: −1 if `k > 0`, else `−V'`;
//!
//! and 0 for a full board. The reachable boards are among those that the pass looks at.

use core::ops::ControlFlow;

use super::lattice::{Lattice, Node};
use crate::position::Position;
use crate::rules::Rules;
use crate::size::Size;

/// The values of all boards of a size under one rule set, for the player to move and from here on.
#[derive(Clone, Debug)]
pub(super) struct Table {
    rules: Rules,
    values: Vec<i8>,
    powers: Vec<usize>,
}

/// Returns how many bytes the table of a board takes, or `None` if that does not fit the machine.
pub(super) fn bytes(size: Size) -> Option<usize> {
    let cells = u32::try_from(size.cells()).ok()?;
    3usize.checked_pow(cells)
}

/// The digits of some neighbouring cells: for each number, where it has an `S` and where an `O`.
fn digits(first: usize, cells: usize) -> Vec<(u32, u32)> {
    let mut boards = vec![(0, 0)];
    for cell in first..first + cells {
        let bit = 1u32 << cell;
        let with = |s: u32, o: u32| move |(a, b): &(u32, u32)| (a | s, b | o);
        let all = [with(0, 0), with(bit, 0), with(0, bit)];
        boards = all
            .iter()
            .flat_map(|with| boards.iter().map(with).collect::<Vec<_>>())
            .collect();
    }
    boards
}

impl Table {
    /// Fills the table; `watch` is told how many boards are done and may stop the work.
    pub(super) fn fill(
        lattice: &Lattice,
        size: Size,
        rules: Rules,
        watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Option<Table> {
        let cells = size.cells();
        let powers: Vec<usize> = (0..cells as u32).map(|cell| 3usize.pow(cell)).collect();
        let low_cells = cells.min(8);
        let low = digits(0, low_cells);
        let high = digits(low_cells, cells - low_cells);
        let mut table = Table {
            rules,
            values: vec![0; low.len() * high.len()],
            powers,
        };
        for (i, &(s_high, o_high)) in high.iter().enumerate().rev() {
            for (j, &(s_low, o_low)) in low.iter().enumerate().rev() {
                let (s, o) = (s_high | s_low, o_high | o_low);
                let empty = lattice.full() & !(s | o);
                let node = Node {
                    s,
                    o,
                    empty,
                    odd: false,
                };
                let index = i * low.len() + j;
                table.values[index] = table.value(lattice, node, index);
            }
            let done = ((high.len() - i) * low.len()) as u64;
            if watch(done).is_break() {
                return None;
            }
        }
        Some(table)
    }

    /// Returns the value of a board from those after one more letter.
    #[inline]
    fn value(&self, lattice: &Lattice, node: Node, index: usize) -> i8 {
        if node.empty == 0 {
            return 0;
        }
        let scoring = lattice.scoring(node);
        let any = scoring.s | scoring.o;
        if self.rules == Rules::First && any != 0 {
            return 1;
        }
        // The least value that a letter without points leaves to the opponent.
        let mut least = i8::MAX;
        let quiet = node.empty & !any;
        for_bits(quiet, |cell| {
            let step = self.powers[cell];
            let (s, o) = (self.values[index + step], self.values[index + 2 * step]);
            least = least.min(s).min(o);
        });
        if any == 0 {
            return -least;
        }
        let mut best = if least == i8::MAX { i8::MIN } else { -least };
        for_bits(any, |cell| {
            let bit = 1 << cell;
            let points = [
                lattice.points_of_s(node, bit),
                lattice.points_of_o(node, bit),
            ];
            for (letter, points) in points.into_iter().enumerate() {
                let after = self.values[index + (letter + 1) * self.powers[cell]];
                let value = match self.rules {
                    Rules::General if points > 0 => points + after,
                    Rules::Misere if points > 0 => -1,
                    Rules::Alternating => points - after,
                    Rules::General | Rules::First | Rules::Misere => -after,
                };
                best = best.max(value);
            }
        });
        best
    }

    /// Returns the value of the letters of a position, for the player to move, from here on.
    pub(super) fn of(&self, position: &Position) -> i8 {
        let cells = self.powers.iter().enumerate();
        let digits = cells.map(|(cell, power)| {
            let digit = position.s.bit(cell) + 2 * position.o.bit(cell);
            digit as usize * power
        });
        self.values[digits.sum::<usize>()]
    }
}

/// Calls `visit` with the number of each bit of a set.
#[inline]
fn for_bits(set: u32, mut visit: impl FnMut(usize)) {
    let mut left = set;
    while left != 0 {
        visit(left.trailing_zeros() as usize);
        left &= left - 1;
    }
}
