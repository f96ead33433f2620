//! Positions, as Python sees them: their rules and their texts.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use papergames::any::{AnyRecord, Sheets};
use papergames::describe::SetupOptions;
use papergames::{Player, Seeded};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyTuple};

use crate::error::{bail, refusal, refuse, unlike, whole};
use crate::fields;
use crate::games::{name_of, named};
use crate::moves::{MoveArgument, PyMove};
use crate::results::PyOutcome;

/// A position of a game with its rules, as an immutable value.
///
/// Equal positions have equal hashes and texts, and the text of a position reads back as the same position.
///
/// Args:
///     game: The name of the game: ``sprouts``, ``brussels``, ``sos`` or ``phutball``.
///     setup: The setup, such as ``5``, ``4x5`` or ``15x21``, or the text of a position; None means the usual
///         setup.
///     variant: The name of a variant (Sprouts).
///     rules: The name of a rule set (SOS, Phutball); ``papergames.rule_sets(game)`` lists them.
///     players: The number of players (SOS).
///     misere: Whether the player who makes the last move loses (Sprouts, Brussels Sprouts).
///     handicap: What the first player gives the second: points (SOS), or rows before the own goal (Phutball).
///
/// Raises:
///     Error: If there is no such game, setup or rule set.
///
/// Examples:
///     >>> position = Position("sprouts", 2)
///     >>> len(position.legal_moves), str(position.legal_moves[0])
///     (3, '1-1')
///     >>> end = position.apply("1-2", "1-2", "1-2!", "3-4!")
///     >>> end.is_over, end.outcome.winner
///     (True, 1)
#[pyclass(
    name = "Position",
    module = "papergames",
    frozen,
    eq,
    hash,
    from_py_object
)]
#[derive(Clone)]
pub(crate) struct PyPosition(pub(crate) Arc<dyn AnyRecord>);

impl PyPosition {
    /// Returns the last position of a record.
    pub(crate) fn after(record: &dyn AnyRecord) -> PyPosition {
        PyPosition(record.restart().into())
    }

    /// Returns the position of the same game with a text.
    pub(crate) fn like(&self, text: &str) -> PyResult<PyPosition> {
        let record = self.0.game().start(Some(text), &SetupOptions::none());
        Ok(PyPosition(record.map_err(refuse)?.into()))
    }
}

/// Returns the text of a setup, which Python may give as a number.
fn text_of(setup: &Bound<'_, PyAny>) -> PyResult<String> {
    if !setup.is_instance_of::<PyInt>() {
        let text = setup.extract();
        return text.map_err(|_| unlike("a setup as a text or a whole number", setup));
    }
    if setup.lt(0)? {
        return Err(refusal!("the setup must be at least 1, found {setup}"));
    }
    Ok(setup.str()?.to_string())
}

impl PartialEq for PyPosition {
    fn eq(&self, other: &PyPosition) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || *self.0 == *other.0
    }
}

impl Hash for PyPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (name_of(&*self.0), self.0.position()).hash(state);
    }
}

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (game, setup=None, *, variant=None, rules=None, players=None, misere=false, handicap=None))]
    fn new(
        game: &str,
        setup: Option<Bound<'_, PyAny>>,
        variant: Option<String>,
        rules: Option<String>,
        #[pyo3(from_py_with = whole)] players: Option<usize>,
        misere: bool,
        #[pyo3(from_py_with = whole)] handicap: Option<u64>,
    ) -> PyResult<PyPosition> {
        let mut options = SetupOptions::none();
        options.players = players;
        options.misere = misere;
        match (rules, variant) {
            (Some(rules), Some(variant)) if rules != variant => {
                bail!("expected one name of rules, found rules `{rules}` and variant `{variant}`")
            }
            (Some(name), _) | (None, Some(name)) => options.add(&name),
            (None, None) => (),
        }
        let handicap = handicap.map(u16::try_from).transpose();
        options.handicap =
            handicap.map_err(|_| refusal!("the handicap must be at most {}", u16::MAX))?;
        let text = setup.map(|setup| text_of(&setup)).transpose()?;
        let game = Sheets::choose(named(game)?, text.as_deref().unwrap_or_default());
        let record = game.start(text.as_deref(), &options);
        Ok(PyPosition(record.map_err(refuse)?.into()))
    }

    /// The name of the game: ``sprouts``, ``brussels``, ``sos`` or ``phutball``.
    #[getter]
    fn game(&self) -> &'static str {
        name_of(&*self.0)
    }

    /// The number of players.
    #[getter]
    fn players(&self) -> usize {
        self.0.players()
    }

    /// The player to move, counted from 0; None when the game is over.
    ///
    /// A turn may consist of several moves by the same player, so check this after every move.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.0.turn().map(Player::index)
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.turn().is_none()
    }

    /// The outcome of the game, or None if it is not over.
    #[getter]
    fn outcome(&self) -> Option<PyOutcome> {
        let outcome = self.0.outcome()?;
        Some(PyOutcome::new(outcome, self.0.players()))
    }

    /// The points of every player, or None in games without points.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let points = self.0.scores();
        points.map(|points| PyTuple::new(py, points)).transpose()
    }

    /// Returns the legal move that a text means, in any spelling that people type.
    ///
    /// Raises:
    ///     IllegalMove: If the move is not legal here.
    ///     Error: If the text is not a move, or means several.
    fn r#move(&self, text: String) -> PyResult<PyMove> {
        let m = MoveArgument::Text(text).one(&*self.0)?;
        Ok(PyMove::of(&*self.0, m))
    }

    /// Returns the moves that a text means: one, or all moves of a turn.
    ///
    /// Examples:
    ///     >>> position = Position("phutball", "15x21").apply("h11", "h9")
    ///     >>> [str(move) for move in position.moves("h10-h12")]
    ///     ['N']
    fn moves(&self, text: String) -> PyResult<Vec<PyMove>> {
        let moves = MoveArgument::Text(text).moves(&*self.0)?;
        Ok(PyMove::all(&*self.0, moves))
    }

    /// Returns a sentence that explains why a move is illegal, or None if it is legal.
    fn why_illegal(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> Option<String> {
        let reason = r#move.moves(&*self.0).err()?;
        Some(reason.value(py).to_string())
    }

    /// Returns the position after some moves. The position itself does not change.
    ///
    /// Args:
    ///     moves: Moves or their texts; a text may stand for all moves of a turn.
    ///
    /// Raises:
    ///     IllegalMove: If a move is not legal.
    ///     Error: If a text is not a move.
    #[pyo3(signature = (*moves))]
    fn apply(&self, moves: Vec<MoveArgument<'_>>) -> PyResult<PyPosition> {
        let mut record = self.0.boxed();
        for given in moves {
            given.play(&mut *record)?;
        }
        Ok(PyPosition::after(&*record))
    }

    /// Returns a legal move in words.
    fn say(&self, r#move: MoveArgument<'_>) -> PyResult<String> {
        Ok(self.0.say_move(&r#move.one(&*self.0)?))
    }

    /// Returns a random legal move, all equally likely, or None when the game is over. The same seed gives the same
    /// move.
    fn random_move(&self, #[pyo3(from_py_with = whole)] seed: u64) -> Option<PyMove> {
        let m = self.0.random_move(&mut Seeded::new(seed))?;
        Some(PyMove::of(&*self.0, m))
    }

    /// A text of a few lines that shows the board.
    #[getter]
    fn board(&self) -> String {
        self.0.view("").unwrap_or_default()
    }

    /// What the position consists of, by name: the rows of the board in SOS; the ball, the men, and the rows of the
    /// board, upwards from row 0, in Phutball; the lives of spots, or the arms of stars, and the regions with their
    /// boundaries in Sprouts and Brussels Sprouts.
    ///
    /// Examples:
    ///     >>> Position("sprouts", 2).apply("1-2").fields
    ///     {'lives': {1: 2, 2: 2, 3: 1}, 'regions': [[[1, 3, 2, 3]]]}
    #[getter]
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        fields::dictionary(py, self.0.fields())
    }

    /// Returns what a legal move consists of, by name: ``Move.fields``, and what depends on the position. That is where
    /// a jump of Phutball begins and lands and which men it removes, and for a line of Sprouts its region, the new
    /// spot, and the nodes of ``graph()`` where it begins and ends.
    ///
    /// Examples:
    ///     >>> fields = Position("sprouts", 3).apply("1-2").move_fields("3-4")
    ///     >>> fields["from"], fields["to"], fields["region"], fields["new"]
    ///     (3, 4, 0, 5)
    fn move_fields<'py>(
        &self,
        py: Python<'py>,
        r#move: MoveArgument<'_>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let m = r#move.one(&*self.0)?;
        fields::dictionary(py, self.0.move_fields(&m))
    }

    /// A text that is the same for positions that a symmetry of the game maps to each other.
    #[getter]
    fn symmetry_class(&self) -> String {
        self.0.class()
    }

    fn __str__(&self) -> String {
        self.0.position()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}', '{}')", self.game(), self.__str__())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (&'static str, String)) {
        let class = py.get_type::<PyPosition>();
        (class.into_any(), (self.game(), self.__str__()))
    }

    fn __copy__(slf: Py<PyPosition>) -> Py<PyPosition> {
        slf
    }

    fn __deepcopy__(slf: Py<PyPosition>, _memo: Bound<'_, PyAny>) -> Py<PyPosition> {
        slf
    }
}
