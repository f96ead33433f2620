//! Why a text names no move, and why a move has no text.

use common::text::Unexpected;

use crate::moves::Move;
use crate::play::IllegalMove;
use crate::position::Spot;

/// Why a text does not name a move of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadMoveError {
    /// The text does not follow the grammar.
    #[error(transparent)]
    Syntax(#[from] Unexpected),
    /// The new spot has the wrong number.
    #[error("expected {expected} as the number of the new spot, found {found}")]
    Number {
        /// The next number.
        expected: usize,
        /// The number in the text.
        found: usize,
    },
    /// These spots cannot be joined.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// An exclamation mark at a spot where it cannot be correct.
    #[error(
        "expected no `!` at spot {spot}, which has no corner here with the higher neighbour to the left"
    )]
    Mark {
        /// The spot.
        spot: Spot,
    },
    /// No region that could hold the line is open to the spot after `@`.
    #[error("expected a living spot of the same region after `@`, found {spot}")]
    NotAccessible {
        /// The spot after `@`.
        spot: Spot,
    },
    /// The line joins two pieces and so encloses nothing.
    #[error(
        "expected neither a list nor a `!` at the end, since the line joins two pieces and encloses nothing"
    )]
    Joins,
    /// A listed spot cannot be on the side of the list.
    #[error("expected a list of spots that one line separates from the others of its region")]
    List,
    /// The text fits several lines.
    #[error("expected one line, found {}: {}", candidates.len(), candidates.join(", "))]
    Ambiguous {
        /// The lines, each as it would be written.
        candidates: Vec<String>,
    },
}

/// Why a move has no text in this notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteMoveError {
    /// The move is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The line has no new spot, and the notation knows only lines that have one.
    #[error("expected a line with a new spot, found `{found}`")]
    Bare {
        /// The move.
        found: Move,
    },
}
