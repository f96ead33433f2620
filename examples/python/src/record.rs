//! Records of games, as Python sees them.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use papergames::Outcome;
use papergames::any::{AnyRecord, Sheets};
use papergames::describe::SetupOptions;
use papergames::format::Statements;
use papergames::reading::{ReadOptions, SourceText};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sprouts::Unnumbered;

use crate::error::refuse;
use crate::games::{name_of, named};
use crate::moves::{MoveArgument, PyMove};
use crate::pickle::Reduced;
use crate::position::PyPosition;
use crate::results::PyOutcome;
use crate::waiting::lock;

/// The record of a game: a setup, and the moves played from it.
///
/// Unlike a position, a record changes: ``push`` and ``pop`` play and take back moves.
///
/// Args:
///     setup: The position in which the game begins.
///
/// Examples:
///     >>> record = Record(Position("sos", "3x3"))
///     >>> record.push("Sa1"); record.push("Ob1"); record.push("Sc1")
///     >>> record.position.scores, record.position.turn
///     ((1, 0), 0)
///     >>> str(record.pop()), len(record)
///     ('Sc1', 2)
#[pyclass(name = "Record", module = "papergames", frozen)]
pub(crate) struct PyRecord {
    record: Mutex<Box<dyn AnyRecord>>,
    /// Whether the players have exchanged seats by the pie rule.
    swapped: AtomicBool,
    /// The outcome stated in the text that the record was read from.
    stated: Option<Outcome>,
    /// How that text was understood, if it could have been understood differently.
    notes: Vec<String>,
    /// The players that the text names.
    players: Option<String>,
}

impl PyRecord {
    pub(crate) fn of(record: Box<dyn AnyRecord>) -> PyRecord {
        PyRecord {
            record: Mutex::new(record),
            swapped: AtomicBool::new(false),
            stated: None,
            notes: Vec::new(),
            players: None,
        }
    }

    /// Returns a copy of the record.
    pub(crate) fn get(&self) -> Box<dyn AnyRecord> {
        lock(&self.record).boxed()
    }
}

#[pymethods]
impl PyRecord {
    #[new]
    fn new(setup: &PyPosition) -> PyRecord {
        PyRecord::of(setup.0.boxed())
    }

    /// Reads a record from the text that ``str`` writes: a position and moves, with blanks between them. The position
    /// may be a setup, such as ``3x3`` in SOS.
    ///
    /// To read other notations, use ``papergames.read``.
    #[staticmethod]
    fn parse(game: &str, text: &str) -> PyResult<PyRecord> {
        let game = Sheets::choose(named(game)?, text);
        let text = text.trim_start();
        let (setup, moves) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
        let record = match game.start(Some(setup), &SetupOptions::none()) {
            Ok(begun) => game.parse(&format!("{}{moves}", begun.position())),
            Err(_) => game.parse(text),
        };
        record.map(PyRecord::of).map_err(refuse)
    }

    /// Reads a record from the bytes that ``to_bytes`` returned.
    #[staticmethod]
    fn from_bytes(game: &str, data: &[u8]) -> PyResult<PyRecord> {
        let record = named(game)?.read_bytes(data);
        record.map(PyRecord::of).map_err(refuse)
    }

    /// Returns the record as bytes, about two for each move, without what ``stated``, ``notes`` and ``players``
    /// say.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &lock(&self.record).to_bytes())
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        name_of(&**lock(&self.record))
    }

    /// The position in which the game begins.
    #[getter]
    fn setup(&self) -> PyPosition {
        let mut record = self.get();
        record.rewind(0);
        PyPosition(record.into())
    }

    /// The position after the last move.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition::after(&**lock(&self.record))
    }

    /// The moves, in order.
    #[getter]
    fn moves(&self) -> Vec<PyMove> {
        let record = lock(&self.record);
        PyMove::all(&**record, record.moves())
    }

    /// Every position of the game in order, from the setup to the last.
    #[getter]
    fn positions(&self) -> Vec<PyPosition> {
        let beginnings = lock(&self.record).beginnings().into_iter();
        let positions = beginnings.map(|record| PyPosition::after(&*record));
        positions.collect()
    }

    /// The number of turns so far, in a game where a turn can consist of several moves.
    #[getter]
    fn turns(&self) -> usize {
        lock(&self.record).turns()
    }

    /// The number of times that the last position has occurred in the game, including the last time.
    #[getter]
    fn repetitions(&self) -> usize {
        lock(&self.record).repetitions()
    }

    /// The outcome stated in the text that the record was read from.
    ///
    /// If the moves do not end the game, a player resigned.
    #[getter]
    fn stated(&self) -> Option<PyOutcome> {
        let players = lock(&self.record).players();
        self.stated.map(|outcome| PyOutcome::new(outcome, players))
    }

    /// How the text that the record was read from was understood, as sentences, if it could have been understood
    /// differently.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    /// The players that the text names from which the record was read, in the order of their seats, maybe with the
    /// event: ``Ada - Bob, London``. None if it names none.
    #[getter]
    fn players(&self) -> Option<&str> {
        self.players.as_deref()
    }

    /// Theorems and rules about a finished game, as sentences, each with whether it holds.
    #[getter]
    fn facts(&self) -> Vec<(String, bool)> {
        let facts = lock(&self.record).facts();
        facts
            .into_iter()
            .map(|fact| (fact.text, fact.holds))
            .collect()
    }

    /// A text of a few lines that shows the last board, with details such as the last move.
    #[getter]
    fn board(&self) -> String {
        lock(&self.record).board()
    }

    /// Plays a move, or all moves of a turn.
    ///
    /// Raises:
    ///     IllegalMove: If the move is not legal; the record does not change.
    fn push(&self, r#move: MoveArgument<'_>) -> PyResult<()> {
        r#move.play(&mut **lock(&self.record))
    }

    /// Takes back the last move and returns it, or None if there is none.
    fn pop(&self) -> Option<PyMove> {
        let mut record = lock(&self.record);
        let last = record.moves().pop()?;
        let left = record.len() - 1;
        record.rewind(left);
        self.swapped.fetch_and(left > 0, Ordering::Relaxed);
        Some(PyMove::of(&**record, last))
    }

    /// Whether the players have exchanged seats by the pie rule. The record still names the player in the first seat
    /// first.
    #[getter]
    fn swapped(&self) -> bool {
        self.swapped.load(Ordering::Relaxed)
    }

    /// Lets the second player take the first player's seat, by the pie rule.
    ///
    /// Raises:
    ///     Error: If the last move does not end the first turn of a game for two, or the players have exchanged seats.
    ///
    /// Examples:
    ///     >>> record = Record(Position("sos", "3x3"))
    ///     >>> record.push("Sb2"); record.swap()
    ///     >>> record.write("text")
    ///     '# swapped by the pie rule\n.../.../...:1:0-0 Sb2'
    fn swap(&self) -> PyResult<()> {
        if !lock(&self.record).may_swap() || self.swapped.swap(true, Ordering::Relaxed) {
            return Err(refuse(
                "players exchange seats only once, after the first turn of a game for two",
            ));
        }
        Ok(())
    }

    /// Returns a copy of the record.
    fn copy(&self) -> PyRecord {
        PyRecord {
            record: Mutex::new(self.get()),
            swapped: AtomicBool::new(self.swapped()),
            stated: self.stated,
            notes: self.notes.clone(),
            players: self.players.clone(),
        }
    }

    fn __copy__(&self) -> PyRecord {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: Bound<'_, PyAny>) -> PyRecord {
        self.copy()
    }

    /// Writes the record in a notation; ``papergames.formats`` lists them.
    ///
    /// Raises:
    ///     Error: If there is no such notation, or it cannot express the record.
    ///
    /// Examples:
    ///     >>> record = Record.parse("sprouts", "2+ 1-2 1-2")
    ///     >>> record.write("text")
    ///     '2+ 1-2 1-2'
    #[pyo3(signature = (format="text"))]
    fn write(&self, format: &str) -> PyResult<String> {
        let record = lock(&self.record);
        let said = Statements {
            outcome: self.stated,
            swapped: self.swapped(),
            players: self.players.clone(),
            ..Statements::default()
        };
        let text = record.write(format, &said).map_err(refuse)?;
        let mut notations = record.game().notations().into_iter();
        let listed = notations.any(|known| known.name == format && known.is_listed);
        Ok(if listed { format!("[{text}]") } else { text })
    }

    fn __len__(&self) -> usize {
        lock(&self.record).len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __eq__(&self, other: &PyRecord) -> bool {
        let [own, others] = [self, other].map(|record| (record.swapped(), record.stated));
        self.get() == other.get() && own == others
    }

    fn __str__(&self) -> String {
        lock(&self.record).to_string()
    }

    fn __repr__(&self) -> String {
        format!("Record.parse('{}', '{}')", self.game(), self.__str__())
    }

    #[staticmethod]
    fn _of(
        game: &str,
        text: &str,
        swapped: bool,
        stated: Option<PyOutcome>,
        notes: Vec<String>,
        players: Option<String>,
    ) -> PyResult<PyRecord> {
        Ok(PyRecord {
            swapped: AtomicBool::new(swapped),
            stated: stated.map(|stated| stated.outcome()),
            notes,
            players,
            ..PyRecord::parse(game, text)?
        })
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyRecord>) -> PyResult<Reduced<'py>> {
        let record = slf.get();
        let arguments = (
            record.game(),
            record.__str__(),
            record.swapped(),
            record.stated(),
            record.notes(),
            record.players(),
        );
        Ok((slf.getattr("_of")?, arguments.into_pyobject(slf.py())?))
    }
}

/// Reads the games in a text, in any notation of the game.
///
/// A position is read as a game without moves.
///
/// Args:
///     game: The name of the game.
///     text: One or several games.
///     format: The name of the notation; guessed if None.
///     rules: The name of the rules, for a notation that does not state them.
///     misere: Whether play is misère, for a notation that does not state it.
///
/// Raises:
///     Error: If the text is wrong; the message names the line and the move.
#[pyfunction]
#[pyo3(signature = (game, text, *, format=None, rules=None, misere=false))]
pub(crate) fn read(
    game: &str,
    text: &str,
    format: Option<&str>,
    rules: Option<&str>,
    misere: bool,
) -> PyResult<Vec<PyRecord>> {
    let options = ReadOptions {
        format,
        rules,
        misere,
        prefix: "",
    };
    let game = Sheets::choose(named(game)?, text);
    let unnumbered = game.extra::<Unnumbered>();
    if unnumbered.is_some_and(|reader| reader.format(format, text).is_some()) {
        return Err(refuse(
            "the text must contain games, found values, which describe how a position plays but not which position it \
             is",
        ));
    }
    let games = game.read(&SourceText::literal(text), &options);
    let games = games.map_err(refuse)?.into_iter();
    Ok(games
        .map(|game| PyRecord {
            swapped: AtomicBool::new(game.said.swapped),
            stated: game.said.outcome,
            notes: game.said.notes,
            players: game.said.players,
            ..PyRecord::of(game.record)
        })
        .collect())
}
