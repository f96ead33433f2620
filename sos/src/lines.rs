//! The lines of a board, and the number of S-O-S that a letter completes.

use crate::cells::CellSet;
use crate::moves::Letter;
use crate::size::{Cell, Size};

/// Three neighbouring cells in a row, column or diagonal, which can contain an S-O-S.
///
/// The ends are stored in reading order, so equal lines compare as equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line {
    /// The end that comes first in reading order.
    pub start: Cell,
    /// The cell between the ends.
    pub middle: Cell,
    /// The end that comes last in reading order.
    pub end: Cell,
}

/// The four axes of a line, as steps in columns and rows toward later cells in reading order.
pub(crate) const AXES: [(isize, isize); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];

impl Line {
    /// Returns the line with these two ends, in either order, if it exists.
    pub(crate) fn between(one: Cell, two: Cell) -> Option<Line> {
        let middle = |a: u8, b: u8| match a.abs_diff(b) {
            0 => Some(a),
            2 => Some(a.min(b) + 1),
            _ => None,
        };
        let (start, end) = if (one.row, one.column) < (two.row, two.column) {
            (one, two)
        } else {
            (two, one)
        };
        let middle = Cell {
            column: middle(one.column, two.column)?,
            row: middle(one.row, two.row)?,
        };
        (one != two).then_some(Line { start, middle, end })
    }

    /// Returns the line through `middle` along an axis, if it is on the board.
    fn through(size: Size, middle: Cell, axis: (isize, isize)) -> Option<Line> {
        let step = |sign: isize| {
            let column = (isize::from(middle.column) + sign * axis.0) as usize;
            let row = (isize::from(middle.row) + sign * axis.1) as usize;
            // A step to the left of column 0 wraps to a huge number, which is also off the board.
            (column < size.columns() && row < size.rows()).then_some(Cell {
                column: column as u8,
                row: row as u8,
            })
        };
        Some(Line {
            start: step(-1)?,
            middle,
            end: step(1)?,
        })
    }

    /// Returns the three cells in reading order.
    pub const fn cells(self) -> [Cell; 3] {
        [self.start, self.middle, self.end]
    }
}

impl Size {
    /// Returns all lines of the board, ordered by their middle cells.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sos::{Columns, Rows, Size};
    ///
    /// let size = Size::new(Rows(3), Columns(3))?;
    /// assert_eq!(size.lines().count(), 8);
    /// # Ok::<(), papergames_sos::Refused>(())
    /// ```
    pub fn lines(self) -> impl Iterator<Item = Line> {
        let through = move |cell| {
            AXES.iter()
                .filter_map(move |a| Line::through(self, cell, *a))
        };
        self.iter().flat_map(through)
    }
}

/// Returns the number of lines that become an S-O-S if a letter is written in a cell, computed without branches.
#[inline]
pub(crate) fn made(size: Size, s: &CellSet, o: &CellSet, cell: Cell, letter: Letter) -> u16 {
    let (row, column) = (cell.row as usize, cell.column as usize);
    let (rows, columns) = (size.rows(), size.columns());
    let at = size.index(cell);
    let both = |a: u64, b: u64| (a & b) as u16;
    let mut sum = 0;
    match letter {
        Letter::O => {
            let across = row > 0 && row + 1 < rows;
            let along = column > 0 && column + 1 < columns;
            let pair = |step: usize| both(s.bit(at - step), s.bit(at + step));
            if along {
                sum += pair(1);
            }
            if across {
                sum += pair(columns);
            }
            if along && across {
                sum += pair(columns - 1) + pair(columns + 1);
            }
        }
        Letter::S => {
            let after = |step: usize| both(o.bit(at + step), s.bit(at + 2 * step));
            let before = |step: usize| both(o.bit(at - step), s.bit(at - 2 * step));
            let (left, right) = (column >= 2, column + 2 < columns);
            let (up, down) = (row >= 2, row + 2 < rows);
            if left {
                sum += before(1);
            }
            if right {
                sum += after(1);
            }
            if up {
                sum += before(columns);
                if left {
                    sum += before(columns + 1);
                }
                if right {
                    sum += before(columns - 1);
                }
            }
            if down {
                sum += after(columns);
                if left {
                    sum += after(columns - 1);
                }
                if right {
                    sum += after(columns + 1);
                }
            }
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Target;
    use common::grid::{Columns, Rows};
    use common::{Random, Seeded};

    #[test]
    fn the_formula_for_the_number_of_lines_is_a_count_of_them() {
        for (rows, columns) in [
            (1, 3),
            (1, 9),
            (9, 1),
            (2, 3),
            (3, 3),
            (4, 5),
            (8, 8),
            (20, 20),
        ] {
            let size = Size::new(Rows(rows), Columns(columns)).unwrap();
            assert_eq!(size.lines().count(), size.n_lines(), "{size}");
        }
    }

    #[test]
    fn the_fast_count_of_points_is_the_number_of_completed_lines() {
        let mut random = Seeded::new(3);
        for (rows, columns) in [(1, 12), (12, 1), (2, 7), (7, 2), (3, 3), (5, 6), (20, 20)] {
            let size = Size::new(Rows(rows), Columns(columns)).unwrap();
            let mut most = 0;
            for _ in 0..300 {
                let (mut s, mut o) = (CellSet::EMPTY, CellSet::EMPTY);
                for index in 0..size.n_cells() {
                    match random.below(4) {
                        0 => o.insert(index),
                        1 | 2 => s.insert(index),
                        _ => {}
                    }
                }
                for cell in size.iter() {
                    for letter in Letter::BOTH {
                        s.remove(size.index(cell));
                        o.remove(size.index(cell));
                        let slow = Target::PLAIN.completed(size, &s, &o, cell, letter).len();
                        assert_eq!(usize::from(made(size, &s, &o, cell, letter)), slow);
                        most = most.max(slow);
                    }
                }
            }
            assert!(most > 0, "{size} was never scored on");
        }
    }
}
