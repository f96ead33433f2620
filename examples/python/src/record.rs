//! Games in progress and on file, as Python sees them.

use std::sync::Mutex;

use common::describe::Refused;
use common::format::{Format, ParsedGame, Writing};
use common::reading::{self, Content, ReadOptions, Source};
use common::{Describe, Outcome, Record, compact};
use picture::Draw;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::any::{AnyRecord, Name, Playable, each, with_game};
use crate::error::{illegal, refuse, refused};
use crate::position::{MoveOf, PyMove, PyPosition, packed, some_moves, style};
use crate::sprouts_only::lock;
use crate::verdict::PyOutcome;

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
#[derive(Debug)]
pub(crate) struct PyRecord {
    record: Mutex<AnyRecord>,
    /// The outcome stated in the text that the record was read from.
    stated: Option<Outcome>,
}

impl PyRecord {
    pub(crate) fn of<G: Playable>(record: Record<G>) -> PyRecord {
        PyRecord {
            record: Mutex::new(G::wrap_record(record)),
            stated: None,
        }
    }

    pub(crate) fn get(&self) -> AnyRecord {
        lock(&self.record).clone()
    }
}

fn push<G: Playable>(record: &mut Record<G>, given: &MoveOf) -> PyResult<()> {
    let mut longer = record.clone();
    for m in some_moves(record.position(), given)? {
        longer.push(m).map_err(illegal)?;
    }
    *record = longer;
    Ok(())
}

fn write<G: Playable>(
    record: &Record<G>,
    stated: Option<Outcome>,
    name: &str,
) -> Result<String, Refused> {
    let formats = G::formats();
    let format = reading::named(&formats, name)?;
    let Some(write) = &format.write else {
        return Err(Refused::new(format!(
            "the format `{name}` is read but not written"
        )));
    };
    let text = write.write(&ParsedGame::new(record.clone(), 1).stating(stated))?;
    Ok(match write {
        Writing::Listed(_) => format!("[{text}]"),
        _ => text,
    })
}

fn read<G: Playable>(text: &str, options: &ReadOptions<'_>) -> PyResult<Vec<PyRecord>> {
    let content = reading::read::<G>(&Source::literal(text), options);
    match content.map_err(|error| refused(&error))? {
        Content::Games(games) => Ok(games
            .into_iter()
            .map(|game| PyRecord {
                stated: game.stated,
                ..PyRecord::of(game.record)
            })
            .collect()),
        Content::Values(..) => Err(refuse(
            "expected games, found values, which say how something plays but not which position it is",
        )),
    }
}

fn from_bytes<G: Playable>(bytes: &[u8]) -> PyResult<PyRecord> {
    compact::read::<G>(bytes).map(PyRecord::of).map_err(refuse)
}

fn parse<G: Playable>(text: &str) -> PyResult<PyRecord> {
    text.parse::<Record<G>>().map(PyRecord::of).map_err(refuse)
}

#[pymethods]
impl PyRecord {
    #[new]
    fn new(setup: &PyPosition) -> PyRecord {
        each!(AnyPosition, &setup.0, position => PyRecord::of(Record::new(position.clone())))
    }

    /// Returns the record with a text, as ``str`` writes it: a position and moves, with blanks between them.
    ///
    /// ``papergames.read`` reads any notation.
    #[staticmethod]
    fn parse(game: &str, text: &str) -> PyResult<PyRecord> {
        with_game!(Name::read(game)?, G => self::parse::<G>(text))
    }

    /// Returns the record that ``to_bytes`` wrote.
    #[staticmethod]
    fn from_bytes(game: &str, data: &[u8]) -> PyResult<PyRecord> {
        with_game!(Name::read(game)?, G => self::from_bytes::<G>(data))
    }

    /// Returns the record as bytes, about two for a move.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes = each!(AnyRecord, &self.get(), record => compact::write(record));
        PyBytes::new(py, &bytes)
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.get().position().name().text()
    }

    /// The position in which the game begins.
    #[getter]
    fn setup(&self) -> PyPosition {
        each!(AnyRecord, &*lock(&self.record), record => PyPosition(record.setup().clone().wrap()))
    }

    /// The position after the last move.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition(lock(&self.record).position())
    }

    /// The moves, in order.
    #[getter]
    fn moves(&self) -> Vec<PyMove> {
        each!(AnyRecord, &*lock(&self.record), record => moves(record))
    }

    /// Every position of the game in order, from the setup to the last.
    #[getter]
    fn positions(&self) -> Vec<PyPosition> {
        each!(AnyRecord, &self.get(), record => {
            record.positions().map(|position| PyPosition(position.wrap())).collect()
        })
    }

    /// How many turns the game has had, in a game where a turn can be several moves.
    #[getter]
    fn turns(&self) -> usize {
        each!(AnyRecord, &self.get(), record => turns(record))
    }

    /// How often the last position occurs in the game, itself included.
    #[getter]
    fn repetitions(&self) -> usize {
        each!(AnyRecord, &self.get(), record => record.repetitions())
    }

    /// The outcome stated in the text that the record was read from.
    ///
    /// If the moves do not end the game, somebody resigned.
    #[getter]
    fn stated(&self) -> Option<PyOutcome> {
        let players = each!(AnyRecord, &*lock(&self.record), record => players(record));
        self.stated.map(|outcome| PyOutcome::new(outcome, players))
    }

    /// What theorems and rules say about a finished game: sentences, each with whether it holds.
    #[getter]
    fn facts(&self) -> Vec<(String, bool)> {
        let facts = each!(AnyRecord, &self.get(), record => Describe::facts(record));
        facts
            .into_iter()
            .map(|fact| (fact.text, fact.holds))
            .collect()
    }

    /// The last position as a board of a few lines, with details such as the last move.
    #[getter]
    fn board(&self) -> String {
        each!(AnyRecord, &self.get(), record => Describe::board_of(record))
    }

    /// Plays a move, or all moves of a turn.
    ///
    /// Raises:
    ///     IllegalMove: If the move is not legal; the record stays as it is.
    fn push(&self, r#move: MoveOf) -> PyResult<()> {
        each!(AnyRecord, &mut *lock(&self.record), record => push(record, &r#move))
    }

    /// Takes back the last move and returns it; None if there is none.
    fn pop(&self) -> Option<PyMove> {
        each!(AnyRecord, &mut *lock(&self.record), record => pop(record))
    }

    /// Returns a record of its own with the same setup and moves.
    fn copy(&self) -> PyRecord {
        PyRecord {
            record: Mutex::new(self.get()),
            stated: self.stated,
        }
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
        each!(AnyRecord, &self.get(), record => write(record, self.stated, format))
            .map_err(|error| refused(&error))
    }

    /// Draws the last position as SVG, with details such as the last move.
    #[pyo3(signature = (*, look="light", labels=true))]
    fn svg(&self, py: Python<'_>, look: &str, labels: bool) -> PyResult<String> {
        let style = style(look, labels)?;
        each!(AnyRecord, &self.get(), record => py.detach(|| Draw::picture(record, &style)).map_err(refuse))
    }

    /// Draws the last position as PNG, the bytes of a file.
    ///
    /// Args:
    ///     width: The width in pixels.
    ///     look: ``light``, ``print``, ``dark``, ``colour-blind`` or ``large``.
    ///     labels: Whether spots have numbers and boards have coordinates.
    ///
    /// Raises:
    ///     Error: If the picture would be too large.
    #[pyo3(signature = (*, width=800, look="light", labels=true))]
    fn png<'py>(
        &self,
        py: Python<'py>,
        width: u32,
        look: &str,
        labels: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        packed(py, &self.svg(py, look, labels)?, width)
    }

    /// Draws all positions side by side as one SVG.
    #[pyo3(signature = (*, look="light", labels=true, columns=4))]
    fn film(&self, py: Python<'_>, look: &str, labels: bool, columns: usize) -> PyResult<String> {
        let mut style = style(look, labels)?;
        style.columns = columns;
        each!(AnyRecord, &self.get(), record => py.detach(|| Draw::film(record, &style)).map_err(refuse))
    }

    /// Draws all positions one after another as one animated SVG.
    ///
    /// Args:
    ///     look: ``light``, ``print``, ``dark``, ``colour-blind`` or ``large``.
    ///     labels: Whether spots have numbers and boards have coordinates.
    ///     seconds: How long each position is shown.
    #[pyo3(signature = (*, look="light", labels=true, seconds=1.0))]
    fn animation(
        &self,
        py: Python<'_>,
        look: &str,
        labels: bool,
        seconds: f64,
    ) -> PyResult<String> {
        let mut style = style(look, labels)?;
        style.seconds = seconds;
        each!(AnyRecord, &self.get(), record => py.detach(|| Draw::animation(record, &style)).map_err(refuse))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.film(py, "light", true, 4)
    }

    fn __len__(&self) -> usize {
        each!(AnyRecord, &*lock(&self.record), record => record.moves().len())
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __eq__(&self, other: &PyRecord) -> bool {
        self.get() == other.get()
    }

    fn __str__(&self) -> String {
        each!(AnyRecord, &self.get(), record => record.to_string())
    }

    fn __repr__(&self) -> String {
        format!("Record.parse('{}', '{}')", self.game(), self.__str__())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (&'static str, String))> {
        let parse = py.get_type::<PyRecord>().getattr("parse")?;
        Ok((parse, (self.game(), self.__str__())))
    }
}

fn moves<G: Playable>(record: &Record<G>) -> Vec<PyMove> {
    record
        .moves()
        .iter()
        .map(|m| PyMove(G::wrap_move(m.clone())))
        .collect()
}

fn turns<G: Playable>(record: &Record<G>) -> usize {
    G::turns(record)
}

fn players<G: Playable>(record: &Record<G>) -> usize {
    record.position().players()
}

fn pop<G: Playable>(record: &mut Record<G>) -> Option<PyMove> {
    record.pop().map(|m| PyMove(G::wrap_move(m)))
}

/// A notation for games or positions.
#[pyclass(name = "Format", module = "papergames", frozen, get_all)]
#[derive(Debug)]
pub(crate) struct PyFormat {
    /// The name.
    name: &'static str,
    /// What it is, in a line.
    about: &'static str,
    /// A short text in this notation.
    example: &'static str,
    /// Whether records can be written in it.
    is_written: bool,
}

#[pymethods]
impl PyFormat {
    fn __repr__(&self) -> String {
        format!("<Format '{}': {}>", self.name, self.about)
    }
}

fn list_formats<G: Playable>() -> Vec<PyFormat> {
    let describe = |format: Format<G>| PyFormat {
        name: format.name,
        about: format.about,
        example: format.example,
        is_written: format.write.is_some(),
    };
    G::formats().into_iter().map(describe).collect()
}

/// Returns the notations of a game.
///
/// Examples:
///     >>> [format.name for format in formats("brussels")]
///     ['game', 'text']
#[pyfunction]
fn formats(game: &str) -> PyResult<Vec<PyFormat>> {
    with_game!(Name::read(game)?, G => Ok(list_formats::<G>()))
}

/// Reads the games in a text, in any notation of the game.
///
/// Positions are games without moves.
///
/// Args:
///     game: The name of the game.
///     text: One or several games.
///     format: The name of the notation; guessed if None.
///     rules: The name of the rules, for a notation that leaves them open.
///     misere: Whether the ending is misère, for a notation that leaves it open.
///
/// Raises:
///     Error: If the text is wrong; the message names the line and the move.
#[pyfunction]
#[pyo3(name = "read", signature = (game, text, *, format=None, rules=None, misere=false))]
fn read_any(
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
    };
    with_game!(Name::read(game)?, G => read::<G>(text, &options))
}

/// A rule set or variant of a game.
#[pyclass(name = "RuleSet", module = "papergames", frozen, get_all)]
#[derive(Debug)]
pub(crate) struct PyRuleSet {
    /// The name, as setups take it.
    name: &'static str,
    /// What it changes, in a paragraph.
    about: &'static str,
    /// Where it was published.
    source: &'static str,
}

#[pymethods]
impl PyRuleSet {
    fn __repr__(&self) -> String {
        format!("<RuleSet '{}'>", self.name)
    }
}

fn list_rule_sets<G: Playable>() -> Vec<PyRuleSet> {
    let rule_sets = G::rule_sets().into_iter();
    rule_sets
        .map(|set| PyRuleSet {
            name: set.name,
            about: set.about,
            source: set.source,
        })
        .collect()
}

/// Returns the rule sets and variants of a game, the usual one first.
#[pyfunction]
fn rule_sets(game: &str) -> PyResult<Vec<PyRuleSet>> {
    with_game!(Name::read(game)?, G => Ok(list_rule_sets::<G>()))
}

fn title_of<G: Playable>() -> (&'static str, &'static str) {
    (G::title(), G::summary())
}

/// Returns the name of a game as a heading.
#[pyfunction]
fn title(game: &str) -> PyResult<&'static str> {
    with_game!(Name::read(game)?, G => Ok(title_of::<G>().0))
}

/// Returns the rules of a game in two or three lines.
#[pyfunction]
fn summary(game: &str) -> PyResult<&'static str> {
    with_game!(Name::read(game)?, G => Ok(title_of::<G>().1))
}

pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<PyRecord>()?;
    m.add_class::<PyFormat>()?;
    m.add_class::<PyRuleSet>()?;
    m.add_function(wrap_pyfunction!(formats, m)?)?;
    m.add_function(wrap_pyfunction!(read_any, m)?)?;
    m.add_function(wrap_pyfunction!(rule_sets, m)?)?;
    m.add_function(wrap_pyfunction!(title, m)?)?;
    m.add_function(wrap_pyfunction!(summary, m)?)?;
    m.add("GAMES", Name::ALL.map(Name::text).to_vec())
}
