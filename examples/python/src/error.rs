//! Errors of the library as exceptions of Python.

use common::describe::Refused;
use common::{Limit, Unfinished};
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sprouts::solve::SolveError;
use sprouts::solve::certificate::CertifyError;
use sprouts::solve::stored::StoredError;

create_exception!(
    papergames,
    Error,
    PyValueError,
    "Raised when the library refuses something: the message says what was wrong, where, and what would be right."
);
create_exception!(
    papergames,
    IllegalMove,
    Error,
    "Raised when a move is not legal in a position."
);
create_exception!(
    papergames,
    UnfinishedError,
    Error,
    "Raised when a limit on time, nodes or memory ends a search before its answer."
);

/// Returns the exception with the sentence of an error.
pub(crate) fn refuse(error: impl std::fmt::Display) -> PyErr {
    Error::new_err(error.to_string())
}

/// Returns the exception for an illegal move.
pub(crate) fn illegal(error: impl std::fmt::Display) -> PyErr {
    IllegalMove::new_err(error.to_string())
}

/// Returns the exception for a search that a limit has ended.
pub(crate) fn unfinished(error: &Unfinished) -> PyErr {
    debug_assert_ne!(
        error.limit,
        Limit::Stopped,
        "an interrupt raises its own exception"
    );
    UnfinishedError::new_err(error.to_string())
}

/// Why a call has no result.
pub(crate) trait Failure {
    /// Returns the exception to raise.
    fn exception(self) -> PyErr;
}

impl Failure for Unfinished {
    fn exception(self) -> PyErr {
        unfinished(&self)
    }
}

impl Failure for SolveError {
    fn exception(self) -> PyErr {
        match self {
            SolveError::Unfinished(reason) => unfinished(&reason),
            other => refuse(other),
        }
    }
}

impl Failure for StoredError {
    fn exception(self) -> PyErr {
        match self {
            StoredError::Solve(error) => error.exception(),
            other => refuse(other),
        }
    }
}

impl Failure for CertifyError {
    fn exception(self) -> PyErr {
        match self {
            CertifyError::Solve(error) => error.exception(),
            other => refuse(other),
        }
    }
}

/// Returns the exception for a refusal.
pub(crate) fn refused(error: &Refused) -> PyErr {
    match error.downcast_ref::<Unfinished>() {
        Some(_) => UnfinishedError::new_err(error.to_string()),
        None => refuse(error),
    }
}
