//! The legal moves of a position, as Python sees them.

use std::sync::Arc;

use papergames::any::AnyRecord;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyOverflowError};
use pyo3::prelude::*;
use pyo3::types::PySlice;

use crate::moves::{MoveArgument, PyMove};
use crate::position::PyPosition;

/// The most moves that are listed at once.
const MOST_LISTED: u128 = 1 << 16;

#[pymethods]
impl PyPosition {
    /// The legal moves, in a fixed order, as a sequence that lists moves only when it has to.
    ///
    /// Examples:
    ///     >>> moves = Position("sos", "3x3").legal_moves
    ///     >>> len(moves), str(moves[-1]), "Sa1" in moves, "Xa1" in moves
    ///     (18, 'Oc3', True, False)
    #[getter]
    fn legal_moves(&self) -> PyMoves {
        PyMoves(Arc::clone(&self.0))
    }

    /// The number of legal moves. Positions of Sprouts can have billions of moves.
    #[getter]
    fn n_legal_moves(&self) -> u128 {
        self.0.count_moves()
    }
}

/// The legal moves of a position, in a fixed order.
///
/// This sequence counts and picks moves without listing them, if the game can: positions of Sprouts can have billions
/// of moves.
#[pyclass(name = "LegalMoves", module = "papergames", frozen, sequence)]
pub(crate) struct PyMoves(Arc<dyn AnyRecord>);

impl PyMoves {
    fn nth(&self, index: u128) -> Option<PyMove> {
        let m = self.0.nth_move(index)?;
        Some(PyMove::of(&*self.0, m))
    }

    /// Returns all moves, or `None` if there are too many to list at once.
    fn all(&self) -> Option<Vec<PyMove>> {
        let few = self.0.count_moves() <= MOST_LISTED;
        few.then(|| PyMove::all(&*self.0, self.0.legal_moves()))
    }
}

#[pymethods]
impl PyMoves {
    fn __len__(&self) -> PyResult<usize> {
        let count = self.0.count_moves();
        let fits = isize::try_from(count).is_ok();
        let message = "the moves are too many for `len`; use Position.n_legal_moves";
        fits.then_some(count as usize)
            .ok_or_else(|| PyOverflowError::new_err(message))
    }

    fn __bool__(&self) -> bool {
        self.0.turn().is_some()
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(slice) = index.cast::<PySlice>() {
            let part = slice.indices(self.__len__()? as isize)?;
            let places =
                (0..part.slicelength as isize).map(|i| (part.start + i * part.step) as usize);
            let moves: Vec<PyMove> = match self.all() {
                Some(all) => places.map(|i| all[i].clone()).collect(),
                None => places.filter_map(|i| self.nth(i as u128)).collect(),
            };
            return moves.into_bound_py_any(py);
        }
        let index: i128 = index.extract()?;
        let place = if index < 0 {
            index + self.0.count_moves() as i128
        } else {
            index
        };
        let found = u128::try_from(place).ok().and_then(|place| self.nth(place));
        let found = found.ok_or_else(|| {
            PyIndexError::new_err(format!(
                "the index must be below {}, found {index}",
                self.0.count_moves()
            ))
        })?;
        found.into_bound_py_any(py)
    }

    fn __contains__(&self, r#move: MoveArgument<'_>) -> bool {
        r#move.is_legal(&*self.0)
    }

    fn __iter__(&self) -> PyMoveIter {
        PyMoveIter {
            moves: PyMoves(Arc::clone(&self.0)),
            listed: self.all().map(Vec::into_iter),
            next: 0,
        }
    }

    /// Returns 1 for a legal move and 0 for any other. To count the moves, use ``Position.n_legal_moves``.
    #[pyo3(name = "count")]
    fn count_of(&self, r#move: MoveArgument<'_>) -> usize {
        self.__contains__(r#move).into()
    }

    /// Returns the index of a legal move.
    ///
    /// Raises:
    ///     Error: If the move is not legal.
    fn index(&self, r#move: MoveArgument<'_>) -> PyResult<u128> {
        let m = r#move.one(&*self.0)?;
        let rank = self.0.index_of(&m);
        Ok(rank.expect("a legal move has an index"))
    }

    #[staticmethod]
    fn _of(position: &PyPosition) -> PyMoves {
        position.legal_moves()
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyMoves>) -> PyResult<(Bound<'py, PyAny>, (PyPosition,))> {
        let position = PyPosition(Arc::clone(&slf.get().0));
        Ok((slf.getattr("_of")?, (position,)))
    }

    fn __repr__(&self) -> String {
        format!("<LegalMoves: {}>", self.0.count_moves())
    }
}

/// An iterator over legal moves.
#[pyclass(name = "_MoveIterator", module = "papergames")]
pub(crate) struct PyMoveIter {
    moves: PyMoves,
    listed: Option<std::vec::IntoIter<PyMove>>,
    next: u128,
}

#[pymethods]
impl PyMoveIter {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self) -> Option<PyMove> {
        if let Some(listed) = &mut self.listed {
            return listed.next();
        }
        let m = self.moves.nth(self.next);
        self.next += 1;
        m
    }
}
