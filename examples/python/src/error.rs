//! The library's errors as Python exceptions.

use papergames::Limit;
use papergames::any::PlayError;
use papergames::describe::Refused;
use papergames::values::Unsolved;
use pyo3::conversion::FromPyObjectOwned;
use pyo3::create_exception;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;

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
    "Raised when a limit on time, nodes or memory ends a search before its answer. ``limit`` is the name of the limit, \
and ``nodes`` and ``elapsed`` (in seconds) are what was done."
);

/// Returns the exception with the sentence of an error.
pub(crate) fn refuse(error: impl std::fmt::Display) -> PyErr {
    Error::new_err(error.to_string())
}

/// Returns the exception with a sentence that is formatted as by `format!`.
macro_rules! refusal {
    ($($sentence:tt)*) => {
        $crate::error::refuse(format_args!($($sentence)*))
    };
}
pub(crate) use refusal;

/// Returns the error for anything that the library refuses, with a sentence as in `format!`.
macro_rules! bail {
    ($($sentence:tt)*) => {
        return Err($crate::error::refuse(format_args!($($sentence)*)))
    };
}
pub(crate) use bail;

/// Returns the exception for an illegal move.
pub(crate) fn illegal(error: impl std::fmt::Display) -> PyErr {
    IllegalMove::new_err(error.to_string())
}

/// Returns the exception for a position that was not solved, or a count that was not finished.
pub(crate) fn unsolved(error: impl Into<Unsolved>) -> PyErr {
    match error.into() {
        Unsolved::Unfinished(reason) => {
            debug_assert_ne!(
                reason.limit,
                Limit::Stopped,
                "an interrupt raises its own exception"
            );
            let error = UnfinishedError::new_err(reason.to_string());
            Python::attach(|py| {
                let limit = match reason.limit {
                    Limit::Nodes => "nodes",
                    Limit::Depth => "depth",
                    Limit::Time => "time",
                    Limit::Memory => "memory",
                    Limit::Stopped => "stopped",
                    Limit::Contradiction => "contradiction",
                };
                let error = error.value(py);
                let set = error.setattr("nodes", reason.nodes).and_then(|()| {
                    error.setattr("elapsed", reason.elapsed.as_secs_f64())?;
                    error.setattr("limit", limit)
                });
                set.expect("exceptions have attributes");
            });
            error
        }
        other @ (Unsolved::TooLarge(_)
        | Unsolved::NoMethod(_)
        | Unsolved::Disagree { .. }
        | Unsolved::Refused(_)) => refuse(other),
    }
}

/// Returns the exception for a text that cannot be played.
pub(crate) fn unplayable(error: PlayError) -> PyErr {
    match error {
        PlayError::Illegal { plain, .. } => illegal(plain),
        PlayError::NotAMove(reason) => refuse(reason),
        PlayError::OtherGame { .. } => refuse(Refused::because(error)),
    }
}

/// Returns the whole number that an argument is.
pub(crate) fn whole<'py, T: FromPyObjectOwned<'py>>(given: &Bound<'py, PyAny>) -> PyResult<T> {
    given.extract::<T>().map_err(|error| {
        let error: PyErr = error.into();
        if !error.is_instance_of::<PyOverflowError>(given.py()) {
            return error;
        }
        let expected = if given.lt(0).unwrap_or_default() {
            "of at least 0"
        } else {
            "that fits into 64 bits"
        };
        refusal!("expected a whole number {expected}, found {given}")
    })
}

/// Returns the exception for an argument of a wrong type.
pub(crate) fn unlike(expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let found = found.get_type().name();
    let found = found.map_or_else(|_| "something else".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("expected {expected}, found {found}"))
}
