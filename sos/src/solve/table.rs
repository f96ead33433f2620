//! A table of the values of all boards of a size, without any reduction.
//!
//! A board is a number in base 3: the digit of a cell is 0 if it is empty, 1 for an `S` and 2 for an `O`. Writing a
//! letter makes the number larger, so a single pass from the largest number to the smallest computes every value from
//! known values, without recursion. Each of the 3ⁿ boards takes one byte. With `k` for the points of a letter and `V'`
//! for the value after it, the value of a board is the largest of
//!
//! * `general`: `k + V'` if `k > 0`, else `−V'`;
//! * `first`: 1 if `k > 0`, else `−V'`;
//! * `alternating`: `k − V'`;
//! * `misere`: −1 if `k > 0`, else `−V'`;
//!
//! and 0 for a full board. The pass covers every board, including those that no game can reach.
//!
//! # Rows
//!
//! The boards that differ only in the first five cells lie next to each other: a row of 3⁵ = 243 bytes. A letter in one
//! of the other cells leads from every board of a row to the boards of one other row, in the same order, and whether it
//! makes points depends on the five cells through a few sums that all rows share. So each row is computed as a whole,
//! by loops over 243 bytes that the compiler turns into vector instructions. Letters in the five cells lead from one
//! third of the row to another third, and so on within each third.

use core::ops::ControlFlow;

use smallvec::SmallVec;

use crate::moves::Letter;
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::Ruling;
use crate::size::Size;
use crate::target::Target;

/// The number of cells that vary within a row. The 3⁵ = 243 bytes of a row nearly fill a whole number of vectors, 8 of
/// 32 bytes or 16 of 16. Rows made the table ten times as fast as boards one by one; no other length is recorded.
const LOW: usize = 5;

/// The number of boards in a row.
const WIDTH: usize = 3usize.pow(LOW as u32);

/// One byte for each board of a row.
type Row = [i8; WIDTH];

/// The initial value, below any real one.
const NOTHING: i8 = i8::MIN;

/// The number of rows between two calls of the watch: 4 MB of boards.
const WATCH_EVERY: usize = 1 << 14;

/// The values of all boards of a size under one rule set, for the player to move, not counting points already made.
#[derive(Clone, Debug)]
pub(super) struct BoardTable {
    rows: Vec<Row>,
    powers: Vec<usize>,
}

/// Returns the size of a board's table in bytes, or `None` if it does not fit in `usize`.
pub(super) fn bytes(size: Size) -> Option<usize> {
    let cells = u32::try_from(size.n_cells().max(LOW)).ok()?;
    3usize.checked_pow(cells)
}

/// The required letters in cells beyond the first five: a set of cells for each letter.
#[derive(Clone, Copy, Debug, Default)]
struct Needs {
    s: u32,
    o: u32,
}

impl Needs {
    /// Returns whether a board has the required letters.
    #[inline]
    fn met_by(self, s: u32, o: u32) -> bool {
        self.s & !s == 0 && self.o & !o == 0
    }
}

/// The conditions for a letter in a cell to score, by the lines that it would complete.
#[derive(Clone, Debug)]
struct Scoring {
    /// Lines whose other two letters are beyond the first five cells.
    far: Vec<Needs>,
    /// Lines with one of the other letters beyond the first five cells, and the boards of a row that have the third
    /// letter.
    mixed: Vec<(Needs, Box<Row>)>,
    /// The number of lines within the five cells on each board of a row, if any.
    near: Option<Box<Row>>,
}

/// The points of a letter on each board of a row.
#[expect(
    clippy::large_enum_variant,
    reason = "lives on the stack for a moment; a box would be an allocation for each letter and row"
)]
enum RowPoints {
    Same(i8),
    Each(Row),
}

impl Scoring {
    fn new(size: Size, target: Target, cell: usize, letter: Letter) -> Scoring {
        let mut scoring = Scoring {
            far: Vec::new(),
            mixed: Vec::new(),
            near: None,
        };
        let readings = target.lines(size).map(|line| target.reading(line));
        for reading in readings {
            let letters = reading.map(|(cell, letter)| (size.index(cell), letter));
            if !letters.contains(&(cell, letter)) {
                continue;
            }
            let others = letters.into_iter().filter(|(other, _)| *other != cell);
            let (near, far): (Vec<_>, Vec<_>) = others.partition(|(other, _)| *other < LOW);
            let mut needs = Needs::default();
            for (other, letter) in far {
                match letter {
                    Letter::S => needs.s |= 1 << other,
                    Letter::O => needs.o |= 1 << other,
                }
            }
            let mut has = Box::new([1; WIDTH]);
            for (board, has) in has.iter_mut().enumerate() {
                let is_there =
                    |(other, letter): &(usize, Letter)| digit(board, *other) == number(*letter);
                *has = i8::from(near.iter().all(is_there));
            }
            match near.len() {
                0 => scoring.far.push(needs),
                1 => scoring.mixed.push((needs, has)),
                _ => add(
                    scoring.near.get_or_insert_with(|| Box::new([0; WIDTH])),
                    &has,
                ),
            }
        }
        scoring
    }

    /// Returns the points on the boards of the row with the given letters.
    #[inline]
    fn points(&self, s: u32, o: u32) -> RowPoints {
        let far = self.far.iter().filter(|needs| needs.met_by(s, o)).count() as i8;
        let mixed = self.mixed.iter().filter(|(needs, _)| needs.met_by(s, o));
        let mut mixed = mixed.map(|(_, has)| has).chain(&self.near);
        let Some(first) = mixed.next() else {
            return RowPoints::Same(far);
        };
        let mut points = **first;
        for has in mixed {
            add(&mut points, has);
        }
        if far > 0 {
            for points in &mut points {
                *points += far;
            }
        }
        RowPoints::Each(points)
    }
}

fn add(sum: &mut Row, more: &Row) {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += more;
    }
}

/// Returns the digit of a cell in the number of a board.
fn digit(board: usize, cell: usize) -> usize {
    board / 3usize.pow(cell as u32) % 3
}

fn number(letter: Letter) -> usize {
    1 + letter as usize
}

impl BoardTable {
    /// Fills the table. Calls `watch` with the number of finished boards; it may stop the work.
    pub(super) fn fill(
        size: Size,
        Ruling { rules, target, .. }: Ruling,
        watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Option<BoardTable> {
        // The value of a letter from its points and the value after it.
        match rules {
            Rules::General => {
                BoardTable::fill_by((size, target), |k, v| if k > 0 { k + v } else { -v }, watch)
            }
            Rules::First => {
                BoardTable::fill_by((size, target), |k, v| if k > 0 { 1 } else { -v }, watch)
            }
            Rules::Alternating => BoardTable::fill_by((size, target), |k, v| k - v, watch),
            Rules::Misere => {
                BoardTable::fill_by((size, target), |k, v| if k > 0 { -1 } else { -v }, watch)
            }
        }
    }

    fn fill_by(
        (size, target): (Size, Target),
        value: impl Fn(i8, i8) -> i8 + Copy,
        watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Option<BoardTable> {
        let cells = size.n_cells();
        let scoring = |cell| Letter::BOTH.map(|letter| Scoring::new(size, target, cell, letter));
        let scoring: Vec<[Scoring; 2]> = (0..cells).map(scoring).collect();
        let (near, far) = scoring.split_at(cells.min(LOW));
        let n_rows = bytes(size)? / WIDTH;
        let mut rows = vec![[0; WIDTH]; n_rows];
        // The letters of the row, which are counted down like digits.
        let (mut s, mut o) = (0u32, u32::MAX << LOW & full(cells));
        // On a board of fewer than five cells, entries for the missing cells are filled but never read.
        let no_letter_left = |board: usize| (0..cells.min(LOW)).all(|cell| digit(board, cell) > 0);
        for index in (0..n_rows).rev() {
            let mut best = [NOTHING; WIDTH];
            let mut empty = full(cells) & (u32::MAX << LOW) & !(s | o);
            if empty == 0 {
                for (board, best) in best.iter_mut().enumerate() {
                    if no_letter_left(board) {
                        *best = 0;
                    }
                }
            }
            while empty != 0 {
                let cell = empty.trailing_zeros() as usize - LOW;
                empty &= empty - 1;
                let step = 3usize.pow(cell as u32);
                for (letter, scoring) in far[cell].iter().enumerate() {
                    let after = &rows[index + (letter + 1) * step];
                    take(&mut best, &scoring.points(s, o), after, value);
                }
            }
            let near: SmallVec<[[Row; 2]; LOW]> = near
                .iter()
                .map(|letters| {
                    [0, 1].map(|letter| match letters[letter].points(s, o) {
                        RowPoints::Same(points) => [points; WIDTH],
                        RowPoints::Each(points) => points,
                    })
                })
                .collect();
            within_row(&mut best, &near, 0, value);
            rows[index] = best;
            if index % WATCH_EVERY == 0 && watch(((n_rows - index) * WIDTH) as u64).is_break() {
                return None;
            }
            count_down(&mut s, &mut o, full(cells));
        }
        let powers = (0..cells as u32).map(|cell| 3usize.pow(cell)).collect();
        Some(BoardTable { rows, powers })
    }

    /// Returns the value of a position's letters for the player to move, not counting points already made.
    pub(super) fn of(&self, position: &Position) -> i8 {
        self.of_digits(|cell| position.s.bit(cell) + 2 * position.o.bit(cell))
    }

    /// Returns the value of a board, given the digit of each cell.
    fn of_digits(&self, digit: impl Fn(usize) -> u64) -> i8 {
        let cells = self.powers.iter().enumerate();
        let digits = cells.map(|(cell, power)| digit(cell) as usize * power);
        let board: usize = digits.sum();
        self.rows[board / WIDTH][board % WIDTH]
    }

    /// Returns the value of a board of the letters in two sets of cells.
    #[cfg(test)]
    pub(super) fn of_letters(&self, s: u32, o: u32) -> i8 {
        self.of_digits(|cell| u64::from(s >> cell & 1) + 2 * u64::from(o >> cell & 1))
    }
}

/// Returns all cells of a board.
fn full(cells: usize) -> u32 {
    u32::MAX >> (32 - cells)
}

/// Steps from the letters of a row to those of the previous row: an `O` becomes an `S`, an `S` becomes empty, and an
/// empty cell becomes an `O` with a borrow from the next cell.
#[inline]
fn count_down(s: &mut u32, o: &mut u32, full: u32) {
    for cell in LOW..32 {
        let bit = 1 << cell;
        if bit & full == 0 {
            return;
        }
        if *o & bit != 0 {
            *o &= !bit;
            *s |= bit;
            return;
        }
        if *s & bit != 0 {
            *s &= !bit;
            return;
        }
        *o |= bit;
    }
}

/// Updates a row with the values of a letter that leads from each of its boards to the same board of another row.
#[inline]
fn take(best: &mut Row, points: &RowPoints, after: &Row, value: impl Fn(i8, i8) -> i8) {
    match points {
        RowPoints::Same(points) => {
            for (best, after) in best.iter_mut().zip(after) {
                *best = (*best).max(value(*points, *after));
            }
        }
        RowPoints::Each(points) => {
            for ((best, after), points) in best.iter_mut().zip(after).zip(points) {
                *best = (*best).max(value(*points, *after));
            }
        }
    }
}

/// Updates the boards of a row from `begin` on with letters in the first cells, in which they differ: all of a row, a
/// third of it, a third of that, and so on.
///
/// The boards with a letter in the last of the cells come after those where it is empty, and are finished first.
macro_rules! within {
    ($within:ident of cell $last:literal, then $rest:ident) => {
        #[inline]
        fn $within<F: Fn(i8, i8) -> i8 + Copy>(
            boards: &mut [i8; 3usize.pow($last + 1)],
            near: &[[Row; 2]],
            begin: usize,
            value: F,
        ) {
            const THIRD: usize = 3usize.pow($last);
            let (empty, letters) = boards.split_first_chunk_mut::<THIRD>().expect("a third");
            let (with_s, letters) = letters.split_first_chunk_mut::<THIRD>().expect("a third");
            let with_o = letters.first_chunk_mut::<THIRD>().expect("a third");
            $rest(with_o, near, begin + 2 * THIRD, value);
            $rest(with_s, near, begin + THIRD, value);
            // Smaller boards have no such letters.
            if let Some([s, o]) = near.get($last) {
                let (s, o) = (&s[begin..begin + THIRD], &o[begin..begin + THIRD]);
                for i in 0..THIRD {
                    let (s, o) = (value(s[i], with_s[i]), value(o[i], with_o[i]));
                    empty[i] = empty[i].max(s).max(o);
                }
            }
            $rest(empty, near, begin, value);
        }
    };
}

within!(within_row of cell 4, then within_81);
within!(within_81 of cell 3, then within_27);
within!(within_27 of cell 2, then within_9);
within!(within_9 of cell 1, then within_3);
within!(within_3 of cell 0, then within_1);

/// The base case: a board without a cell to write in.
#[inline]
fn within_1<F>(_: &mut [i8; 1], _: &[[Row; 2]], _: usize, _: F) {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::lattice::Lattice;
    use crate::solve::node::Node;

    /// Compares every value with the largest over the letters, one board and one letter after another, with the points
    /// that the search counts.
    #[track_caller]
    fn check(size: &str, rules: Rules) {
        let size: Size = size.parse().expect("a size");
        let lattice = Lattice::new(size).expect("a small board");
        let ruling = Ruling {
            rules,
            ..Ruling::default()
        };
        let table = BoardTable::fill(size, ruling, &mut |_| ControlFlow::Continue(()));
        let table = table.expect("no one stops the work");
        let of = |board: usize| table.rows[board / WIDTH][board % WIDTH];
        for board in 0..3usize.pow(size.n_cells() as u32) {
            let cells_with =
                |number| (0..size.n_cells()).filter(move |cell| digit(board, *cell) == number);
            let set = |number| cells_with(number).fold(0, |set, cell| set | 1u32 << cell);
            let (s, o, empty) = (set(1), set(2), set(0));
            let odd = false;
            let node = Node { s, o, empty, odd };
            let mut best = None;
            for cell in cells_with(0) {
                let points = [
                    lattice.made_by_s(node, 1 << cell),
                    lattice.made_by_o(node, 1 << cell),
                ];
                for (points, number) in points.into_iter().zip([1, 2]) {
                    let after = of(board + number * 3usize.pow(cell as u32));
                    let value = match rules {
                        Rules::General if points > 0 => points + after,
                        Rules::First if points > 0 => 1,
                        Rules::Misere if points > 0 => -1,
                        Rules::Alternating => points - after,
                        Rules::General | Rules::First | Rules::Misere => -after,
                    };
                    best = best.max(Some(value));
                }
            }
            assert_eq!(of(board), best.unwrap_or(0), "{size} {rules} {board}");
        }
    }

    #[test]
    fn every_value_of_a_table_is_the_best_over_its_letters() {
        for rules in Rules::ALL {
            for size in ["1x3", "3x1", "1x5", "5x1", "1x7", "3x3", "2x5", "5x2"] {
                check(size, rules);
            }
        }
        check("3x4", Rules::General);
    }
}
