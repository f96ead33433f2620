//! Why a position could not be solved, with a store or without.

use common::Unfinished;
#[cfg(feature = "store")]
use common::store::StoreError;
use common::values::Unsolved;

use crate::rules::Variant;

/// The most spots at the start of Antwerp Sprouts that are accepted. No search gets that far.
pub(super) const MAX_START: usize = 20;

/// Why a position could not be solved.
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

/// Why a position could not be solved with a store.
#[cfg(feature = "store")]
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoredError {
    /// The solver stopped without an answer.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The file could not be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The store is for other results.
    #[error("expected a store of the kind `{expected}` for these rules, found `{found}`")]
    Kind {
        /// The kind that the rules need.
        expected: &'static str,
        /// The kind of the store.
        found: String,
    },
    /// The store holds an entry that its kind does not allow.
    #[error("expected {expected} in the store, found `{found}`")]
    Entry {
        /// What an entry of the store should be.
        expected: &'static str,
        /// The key of the entry, cut after 80 characters.
        found: String,
    },
    /// A result of the store is wrong. It was found because the answer rests on it.
    #[error("the store is wrong: it says that {said}, but {reason}")]
    Wrong {
        /// The result, as a statement.
        said: String,
        /// What contradicts it.
        reason: String,
    },
    /// The results of a variant cannot be stored.
    #[error("expected standard Sprouts, whose results can be stored, found the variant `{found}`")]
    Variant {
        /// The variant of the position.
        found: Variant,
    },
}

#[cfg(feature = "store")]
impl From<StoredError> for Unsolved {
    fn from(error: StoredError) -> Unsolved {
        match error {
            StoredError::Solve(error) => error.into(),
            error => Unsolved::because(error),
        }
    }
}
