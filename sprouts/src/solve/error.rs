//! Why a position could not be solved.

use common::Unfinished;
use common::claim::ClaimError;
use common::describe::Refused;
use common::values::Unsolved;

use crate::rules::Variant;

/// The most spots at the start of Antwerp Sprouts that are accepted. No search gets that far.
pub(super) const MAX_START: usize = 20;

/// The error of a solver that found no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// A limit was reached first. The solver keeps what it proved until then.
    #[error(transparent)]
    Unfinished(#[from] Unfinished),
    /// A position of Antwerp Sprouts has too many spots.
    #[error(
        "expected at most {} spots at the start in Antwerp Sprouts, found {found}",
        MAX_START
    )]
    Spots {
        /// The number of spots at the start.
        found: usize,
    },
    /// The solver is for Antwerp Sprouts, and the position belongs to another variant.
    #[error(
        "expected a position of Antwerp Sprouts, cold or hot, found one of the variant `{found}`"
    )]
    NotAntwerp {
        /// The variant of the position.
        found: Variant,
    },
}

impl From<SolveError> for Unsolved {
    fn from(error: SolveError) -> Unsolved {
        match error {
            SolveError::Unfinished(reason) => Unsolved::Unfinished(reason),
            error => Unsolved::because(error),
        }
    }
}

impl From<SolveError> for ClaimError {
    fn from(error: SolveError) -> ClaimError {
        match error {
            SolveError::Unfinished(reason) => reason.into(),
            error => Refused::because(error).into(),
        }
    }
}
