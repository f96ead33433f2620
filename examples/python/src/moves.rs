//! Moves, as Python sees them.

use std::cmp::Ordering;
use std::fmt;

use papergames::any::{AnyMove, AnyRecord};
use pyo3::Borrowed;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{bail, refusal, refuse, unlike, unplayable};
use crate::fields;
use crate::games::{name_of, named};

/// A move of a game, which is a single decision by one player.
///
/// Methods that take a move also take its text, so moves are seldom constructed directly. A turn may consist of several
/// moves by the same player. Moves are sorted by their texts, with the numbers in them in the order of numbers.
///
/// Args:
///     game: The name of the game.
///     text: The text of the move, such as ``1-2`` or ``Sa1``.
///
/// Examples:
///     >>> move = Move("sos", "Sa1")
///     >>> str(move), move == Position("sos", "3x3").move("Sa1")
///     ('Sa1', True)
#[pyclass(
    name = "Move",
    module = "papergames",
    frozen,
    eq,
    ord,
    hash,
    from_py_object
)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyMove {
    /// The name of the game.
    game: &'static str,
    m: AnyMove,
}

impl PyMove {
    /// Returns a move of a record's game.
    pub(crate) fn of(record: &dyn AnyRecord, m: AnyMove) -> PyMove {
        PyMove {
            game: name_of(record),
            m,
        }
    }

    /// Returns moves of a record's game.
    pub(crate) fn all(record: &dyn AnyRecord, moves: Vec<AnyMove>) -> Vec<PyMove> {
        let game = name_of(record);
        let moves = moves.into_iter().map(|m| PyMove { game, m });
        moves.collect()
    }

    /// Returns the move, if it is legal in the last position of a record.
    fn legal_in(&self, record: &dyn AnyRecord) -> PyResult<&AnyMove> {
        let (game, found) = (name_of(record), self.game);
        if game != found {
            bail!("a move of {found} cannot be played in {game}");
        }
        record.check(&self.m).map_err(unplayable)?;
        Ok(&self.m)
    }
}

impl PartialOrd for PyMove {
    fn partial_cmp(&self, other: &PyMove) -> Option<Ordering> {
        let key = |m: &PyMove| (m.game, numbers_and_letters(&m.to_string()));
        Some(key(self).cmp(&key(other)))
    }
}

/// Returns the numbers in a text, and the characters between them.
fn numbers_and_letters(text: &str) -> Vec<Result<u64, char>> {
    let mut all = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (next, left) = rest.split_at(digits.max(first.len_utf8()));
        all.push(next.parse().map_err(|_| first));
        rest = left;
    }
    all
}

impl fmt::Display for PyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.m.fmt(f)
    }
}

#[pymethods]
impl PyMove {
    #[new]
    fn new(game: &str, text: &str) -> PyResult<PyMove> {
        let game = named(game)?;
        Ok(PyMove {
            game: game.about().name,
            m: game.read_move(text).map_err(refuse)?,
        })
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.game
    }

    /// What the move consists of, by name: the cell and the letter in SOS; the point or the direction in Phutball; both
    /// ends, with their corners, and the pieces to the left of the line in Sprouts; both arms in Brussels Sprouts.
    /// ``Position.move_fields`` knows more, such as where a jump lands.
    ///
    /// Examples:
    ///     >>> Move("sos", "Sb1").fields
    ///     {'cell': 'b1', 'row': 0, 'column': 1, 'letter': 'S'}
    #[getter]
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        fields::dictionary(py, named(self.game)?.move_fields(&self.m))
    }

    fn __str__(&self) -> String {
        self.m.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}', '{}')", self.game, self.m)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (&'static str, String)) {
        let class = py.get_type::<PyMove>();
        (class.into_any(), (self.game, self.m.to_string()))
    }
}

/// An argument from Python that is a move or its text.
pub(crate) enum MoveArgument<'py> {
    Move(Bound<'py, PyMove>),
    Text(String),
}

impl<'py> FromPyObject<'_, 'py> for MoveArgument<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<MoveArgument<'py>> {
        if let Ok(m) = given.cast::<PyMove>() {
            return Ok(MoveArgument::Move(m.to_owned()));
        }
        let text = given.extract().map(MoveArgument::Text);
        text.map_err(|_| unlike("a move or its text", &given))
    }
}

impl MoveArgument<'_> {
    /// Returns the legal moves that the argument means, in their plain spelling: one, or all moves of a turn. A text
    /// may be in any spelling that people type.
    pub(crate) fn moves(&self, record: &dyn AnyRecord) -> PyResult<Vec<AnyMove>> {
        match self {
            MoveArgument::Move(m) => Ok(vec![m.get().legal_in(record)?.clone()]),
            MoveArgument::Text(text) => record.read_moves(text).map_err(unplayable),
        }
    }

    /// Returns the legal move that the argument means. Its text must not mean several.
    pub(crate) fn one(&self, record: &dyn AnyRecord) -> PyResult<AnyMove> {
        let mut moves = self.moves(record)?;
        match (self, moves.len()) {
            (MoveArgument::Text(text), n) if n != 1 => {
                Err(refusal!("name a single move; `{text}` stands for {n}"))
            }
            _ => Ok(moves.swap_remove(0)),
        }
    }

    /// Returns whether this is a legal move in its plain spelling.
    pub(crate) fn is_legal(&self, record: &dyn AnyRecord) -> bool {
        match self {
            MoveArgument::Move(m) => m.get().legal_in(record).is_ok(),
            MoveArgument::Text(text) => record.read_move(text).is_ok(),
        }
    }

    /// Plays the legal moves that the argument means.
    pub(crate) fn play(&self, record: &mut dyn AnyRecord) -> PyResult<()> {
        let played = match self {
            MoveArgument::Move(m) => record.push(m.get().legal_in(record)?),
            MoveArgument::Text(text) => record.play(text),
        };
        played.map_err(unplayable)
    }
}
