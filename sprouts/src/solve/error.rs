//! The error returned when a position could not be solved.

use common::Unfinished;
use common::claim::ClaimError;
use common::describe::Refused;
use common::values::Unsolved;

use crate::rules::Variant;

/// The maximum number of starting spots accepted in a variant without lands, which is more than any search can solve.
pub(super) const MAX_START: usize = 20;

/// The error returned when a solver has not solved a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// A limit was reached first. The solver keeps what it has proved.
    #[error(transparent)]
    Unfinished(#[from] Unfinished),
    /// A position of a variant without lands has too many spots.
    #[error(
        "this solver supports the variant `{variant}` with at most {} starting spots, found {found}",
        MAX_START
    )]
    Spots {
        /// The variant.
        variant: Variant,
        /// The number of starting spots.
        found: usize,
    },
    /// The solver is for Antwerp Sprouts, but the position belongs to another variant.
    #[error("this solver only supports cold and hot Antwerp Sprouts, found the variant `{found}`")]
    NotAntwerp {
        /// The variant of the position.
        found: Variant,
    },
}

impl From<SolveError> for Unsolved {
    fn from(error: SolveError) -> Unsolved {
        if let SolveError::Unfinished(reason) = error {
            return Unsolved::Unfinished(reason);
        }
        Unsolved::because(error)
    }
}

impl From<SolveError> for ClaimError {
    fn from(error: SolveError) -> ClaimError {
        if let SolveError::Unfinished(reason) = error {
            return reason.into();
        }
        Refused::because(error).into()
    }
}
