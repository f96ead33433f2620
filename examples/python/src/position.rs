//! Positions and moves, as Python sees them.

use std::hash::{DefaultHasher, Hash, Hasher};

use common::describe::SetupOptions;
use common::{Describe, Game};
use pyo3::prelude::*;

use crate::any::{AnyMove, AnyPosition, Name, Playable, each, with_game};
use crate::error::refused;

/// A move of a game: one decision by one player.
#[pyclass(name = "Move", module = "papergames", frozen, eq, hash, from_py_object)]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PyMove(pub(crate) AnyMove);

#[pymethods]
impl PyMove {
    fn __str__(&self) -> String {
        each!(AnyMove, &self.0, m => m.to_string())
    }

    fn __repr__(&self) -> String {
        format!("Move('{}', '{}')", self.0.name().text(), self.__str__())
    }
}

/// A position of a game, together with its rules: an immutable value.
#[pyclass(name = "Position", module = "papergames", frozen, eq, from_py_object)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PyPosition(pub(crate) AnyPosition);

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (game, setup=None, *, variant=None, rules=None, players=None, misere=false))]
    fn new(
        game: &str,
        setup: Option<Bound<'_, PyAny>>,
        variant: Option<String>,
        rules: Option<String>,
        players: Option<usize>,
        misere: bool,
    ) -> PyResult<PyPosition> {
        let mut options = SetupOptions::none();
        options.variant = variant;
        options.rules = rules;
        options.players = players;
        options.misere = misere;
        let setup = setup.map(|setup| setup.str()).transpose()?;
        let setup = setup.as_ref().map(|setup| setup.to_cow()).transpose()?;
        with_game!(Name::read(game)?, G => {
            let position = <G as Describe>::setup(setup.as_deref(), &options);
            Ok(PyPosition(position.map_err(|error| refused(&error))?.wrap()))
        })
    }

    /// The name of the game: ``sprouts``, ``brussels``, ``sos`` or ``phutball``.
    #[getter]
    fn game(&self) -> &'static str {
        self.0.name().text()
    }

    /// The player to move, counted from 0; None when the game is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        each!(AnyPosition, &self.0, position => position.turn().map(common::Player::index))
    }

    fn __str__(&self) -> String {
        each!(AnyPosition, &self.0, position => position.to_string())
    }

    fn __repr__(&self) -> String {
        format!("Position('{}', '{}')", self.game(), self.__str__())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }
}

pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<PyMove>()?;
    m.add_class::<PyPosition>()
}
