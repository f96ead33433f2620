//! The errors of the solver.

use common::Unfinished;
use common::budget::TooLarge;
use common::values::Unsolved;

#[cfg(feature = "store")]
use common::claim::ClaimError;
#[cfg(feature = "store")]
use common::store::StoreError;

use super::value::{ExactValue, MAX_POINTS};
use crate::position::Position;

/// The error returned when the solver cannot solve a position or a board.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The board has too many playing points for this method.
    #[error("the board has {found} playing points; at most {max} are supported", max = MAX_POINTS)]
    TooManyPoints {
        /// The number of playing points that the board has.
        found: usize,
    },
    /// The table needs more memory than the budget allows.
    #[error(transparent)]
    OutOfMemory(#[from] TooLarge),
    /// A game lasts more turns than a byte can represent. No board solved so far comes close to this limit.
    #[error("games on this board can last more than 255 turns, but at most 255 are supported")]
    TooLong,
    /// The budget ran out. If the solver has a store, the next run continues from this point.
    #[error(transparent)]
    Unfinished(#[from] Unfinished),
    /// The store of results cannot be used.
    #[cfg(feature = "store")]
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The store contains a wrong value, or an entry that no solver can have written.
    #[cfg(feature = "store")]
    #[error(transparent)]
    Claim(#[from] ClaimError),
}

impl From<SolveError> for Unsolved {
    fn from(error: SolveError) -> Unsolved {
        match error {
            SolveError::Unfinished(reason) => Unsolved::Unfinished(reason),
            #[cfg(feature = "store")]
            SolveError::Claim(reason) => reason.into(),
            SolveError::OutOfMemory(reason) => Unsolved::TooLarge(reason),
            error => Unsolved::because(error),
        }
    }
}

/// A fault in a table: a value that does not follow from the values of the positions after each turn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the table says {found} for {position}, but the values after its turns give {expected}")]
#[non_exhaustive]
pub struct Fault {
    /// The position with the wrong value.
    pub position: Position,
    /// The wrong value, which the table contains.
    pub found: ExactValue,
    /// The value that follows from the values after each turn.
    pub expected: ExactValue,
}

/// The error returned when a check does not confirm a table, either because a value is wrong or because the budget ran
/// out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// A value is wrong.
    #[error(transparent)]
    Fault(#[from] Box<Fault>),
    /// The budget ran out.
    #[error(transparent)]
    Unfinished(#[from] Unfinished),
}

impl From<CheckError> for Unsolved {
    fn from(error: CheckError) -> Unsolved {
        match error {
            CheckError::Unfinished(reason) => Unsolved::Unfinished(reason),
            CheckError::Fault(_) => Unsolved::because(error),
        }
    }
}

#[cfg(feature = "store")]
impl From<CheckError> for ClaimError {
    fn from(error: CheckError) -> ClaimError {
        match error {
            CheckError::Fault(fault) => ClaimError::Wrong {
                said: format!("`{}` has the value {}", fault.position, fault.found),
                reason: format!("{} follows from its turns", fault.expected),
            },
            CheckError::Unfinished(reason) => reason.into(),
        }
    }
}
