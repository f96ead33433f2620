//! Why a position could not be solved with a store.

use common::store::StoreError;
use common::values::Unsolved;

use crate::rules::Variant;
use crate::solve::error::SolveError;

/// Why a position could not be solved with a store.
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

impl From<StoredError> for Unsolved {
    fn from(error: StoredError) -> Unsolved {
        match error {
            StoredError::Solve(error) => error.into(),
            error => Unsolved::because(error),
        }
    }
}
