//! Moves: a letter written in a cell.

use crate::size::Cell;

/// A letter, `S` or `O`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Letter {
    /// The letter at the ends of a line.
    S,
    /// The letter in the middle of a line.
    O,
}

impl Letter {
    /// The two letters, in the order in which moves are listed.
    pub(crate) const BOTH: [Letter; 2] = [Letter::S, Letter::O];

    /// Returns the index in [`BOTH`](Letter::BOTH).
    pub(crate) const fn index(self) -> usize {
        match self {
            Letter::S => 0,
            Letter::O => 1,
        }
    }

    /// Returns the letter as a character.
    pub const fn to_char(self) -> char {
        match self {
            Letter::S => 'S',
            Letter::O => 'O',
        }
    }
}

/// A letter and the cell in which it is written. The text of a move has the form `Sb2`; see
/// [`notation`](crate::notation).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The cell in which the letter is written.
    pub cell: Cell,
    /// The letter that is written.
    pub letter: Letter,
}
