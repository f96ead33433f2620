//! Random games, several times faster than by single moves: on a board with a margin, from a list of its empty cells.

use common::Random;

use crate::position::Position;
use crate::size::Size;

/// The letter `S` as a byte; an empty cell and the margin are 0.
const S: u8 = 1;
/// The letter `O`.
const O: u8 = 2;

/// Two cells: how far an S-O-S reaches from the letter that completes it.
const MARGIN: usize = 2;

/// A power of two above the number of any cell with its margin, of which 1×255 has the most: (1 + 2·2) rows of 255 + 2
/// cells and the margin before them. So a masked number needs no check.
const ROOM: usize = 2048;

/// A board whose rows have a margin, which each shares with the next, so that a line never leaves the board.
struct PaddedBoard {
    letters: [u8; ROOM],
    stride: usize,
}

impl PaddedBoard {
    /// Returns the number of a cell.
    fn place(&self, row: usize, column: usize) -> usize {
        (row + MARGIN) * self.stride + column + MARGIN
    }

    /// Returns whether there is this letter at a place.
    fn is(&self, place: usize, letter: u8) -> bool {
        self.letters[place % ROOM] == letter
    }

    /// Returns the number of S-O-S that a letter completes at a place.
    fn made(&self, at: usize, letter: u8) -> u16 {
        let steps = [1, self.stride - 1, self.stride, self.stride + 1];
        if letter == O {
            let made = |step| self.is(at - step, S) & self.is(at + step, S);
            steps.map(|step| u16::from(made(step))).iter().sum()
        } else {
            let before = |step| self.is(at - step, O) & self.is(at - 2 * step, S);
            let after = |step| self.is(at + step, O) & self.is(at + 2 * step, S);
            let made = |step| u16::from(before(step)) + u16::from(after(step));
            steps.map(made).iter().sum()
        }
    }
}

/// Plays up to `limit` random moves, the same as [`random_move`](common::Game::random_move) draws.
pub(crate) fn play(position: &mut Position, limit: u64, random: &mut dyn Random) {
    let size = position.size();
    let mut board = PaddedBoard {
        letters: [0; ROOM],
        stride: size.columns() + MARGIN,
    };
    // The places of the empty cells in the order of the moves, and their number.
    let (mut empty, mut left) = ([0_u16; Size::MAX_CELLS], 0);
    let mut index = 0;
    for row in 0..size.rows() {
        for column in 0..size.columns() {
            let place = board.place(row, column);
            if position.is_empty_at(index) {
                empty[left] = place as u16;
                left += 1;
            } else {
                let letter = if position.s.contains(index) { S } else { O };
                board.letters[place % ROOM] = letter;
            }
            index += 1;
        }
    }
    for _ in 0..limit {
        if position.over {
            break;
        }
        let drawn = random.below(2 * left as u64) as usize;
        let place = usize::from(empty[drawn / 2]);
        empty.copy_within(drawn / 2 + 1..left, drawn / 2);
        left -= 1;
        let letter = [S, O][drawn % 2];
        let made = board.made(place, letter);
        board.letters[place % ROOM] = letter;
        position.count_letter(made);
    }
    index = 0;
    for row in 0..size.rows() {
        for column in 0..size.columns() {
            match board.letters[board.place(row, column) % ROOM] {
                S => position.s.insert(index),
                O => position.o.insert(index),
                _ => {}
            }
            index += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::grid::{Columns, Rows};

    #[test]
    fn every_board_has_room_for_its_margin() {
        let sizes = (1..=255).flat_map(|rows| (1..=255).map(move |columns| (rows, columns)));
        for size in sizes.filter_map(|(rows, columns)| Size::new(Rows(rows), Columns(columns)).ok())
        {
            let stride = size.columns() + MARGIN;
            assert!(
                (size.rows() + 2 * MARGIN) * stride + MARGIN < ROOM,
                "{size}"
            );
        }
    }
}
