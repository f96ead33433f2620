//! Positions and moves, as Python sees them.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::mpsc::Sender;

use common::describe::SetupOptions;
use common::values::Effort;
use common::store::Store;
use common::{Describe, Game, Outcome, Player, Progress, Record, Seeded, perft, playout};
use picture::svg::{Look, Style};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyOverflowError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PySlice, PyTuple};

use crate::any::{AnyMove, AnyPosition, Name, Playable, each, with_game};
use crate::error::{illegal, refuse, refused};
use crate::limits::Limits;
use crate::record::PyRecord;
use crate::verdict::{PyOutcome, PyVerdict, tell};
use crate::waiting::{listen, within};

/// The most moves that are listed at once.
const MOST_LISTED: u128 = 1 << 16;

/// A move of a game: one decision by one player.
///
/// Methods that take a move take its text, too, so moves are seldom made by hand. A turn may be several moves by the
/// same player.
///
/// Args:
///     game: The name of the game.
///     text: The text of the move, such as ``1-2`` or ``Sa1``.
///
/// Examples:
///     >>> move = Move("sos", "Sa1")
///     >>> str(move), move == Position("sos", "3x3").move("Sa1")
///     ('Sa1', True)
#[pyclass(name = "Move", module = "papergames", frozen, eq, hash, from_py_object)]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PyMove(pub(crate) AnyMove);

/// A move from Python: a move or its text.
#[derive(FromPyObject)]
pub(crate) enum MoveOf {
    Move(PyMove),
    Text(String),
}

fn read_move<G: Playable>(text: &str) -> PyResult<PyMove> {
    let m: G::Move = text.parse().map_err(refuse)?;
    Ok(PyMove(G::wrap_move(m)))
}

/// Returns the moves that a text stands for: the plain spelling first, then any that [`Describe::read_moves`] knows.
fn read_moves<G: Playable>(position: &G, text: &str) -> PyResult<Vec<G::Move>> {
    let parsed = text.trim().parse::<G::Move>();
    if let Ok(m) = &parsed
        && position.check(m).is_ok()
    {
        return Ok(vec![m.clone()]);
    }
    position.read_moves(text).map_err(|reason| match parsed {
        Ok(m) => match position.check(&m) {
            Err(reason) => illegal(reason),
            Ok(()) => refused(&reason),
        },
        Err(_) => refused(&reason),
    })
}

/// Returns the legal move that Python means; its text must not stand for several.
fn one_move<G: Playable>(position: &G, given: &MoveOf) -> PyResult<G::Move> {
    match given {
        MoveOf::Move(m) => {
            let m = m.0.of::<G>()?;
            position.check(m).map_err(illegal)?;
            Ok(m.clone())
        }
        MoveOf::Text(text) => match &read_moves(position, text)?[..] {
            [m] => Ok(m.clone()),
            several => {
                let found = several.len();
                Err(refuse(format!(
                    "expected one move, found `{text}`, which stands for {found}"
                )))
            }
        },
    }
}

/// Returns the legal moves that Python means: one, or all moves of a turn.
pub(crate) fn some_moves<G: Playable>(position: &G, given: &MoveOf) -> PyResult<Vec<G::Move>> {
    match given {
        MoveOf::Move(_) => Ok(vec![one_move(position, given)?]),
        MoveOf::Text(text) => read_moves(position, text),
    }
}

#[pymethods]
impl PyMove {
    #[new]
    fn new(game: &str, text: &str) -> PyResult<PyMove> {
        with_game!(Name::read(game)?, G => read_move::<G>(text))
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.0.name().text()
    }

    fn __str__(&self) -> String {
        each!(AnyMove, &self.0, m => m.to_string())
    }

    fn __repr__(&self) -> String {
        format!("Move('{}', '{}')", self.0.name().text(), self.__str__())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (&'static str, String))> {
        Ok((
            py.get_type::<PyMove>().into_any(),
            (self.game(), self.__str__()),
        ))
    }
}

/// A position of a game, together with its rules: an immutable value.
///
/// Equal positions have equal hashes and texts, and the text of a position reads back.
///
/// Args:
///     game: The name of the game: ``sprouts``, ``brussels``, ``sos`` or ``phutball``.
///     setup: What is set up, such as ``5``, ``4x5`` or ``15x21``, or the text of a position; None stands for the usual
///         setup.
///     variant: The name of a variant (Sprouts).
///     rules: The name of a rule set (SOS, Phutball); ``papergames.rule_sets(game)`` lists them.
///     players: How many players there are (SOS).
///     misere: Whether whoever makes the last move loses (Sprouts, Brussels Sprouts).
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
#[pyclass(name = "Position", module = "papergames", frozen, eq, from_py_object)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PyPosition(pub(crate) AnyPosition);

fn setup<G: Playable>(text: Option<&str>, options: &SetupOptions) -> PyResult<PyPosition> {
    let position = <G as Describe>::setup(text, options).map_err(|error| refused(&error))?;
    Ok(PyPosition(position.wrap()))
}

fn after<G: Playable>(position: &G, moves: &[MoveOf]) -> PyResult<PyPosition> {
    let mut position = position.clone();
    for given in moves {
        for m in some_moves(&position, given)? {
            position.apply(&m).map_err(illegal)?;
        }
    }
    Ok(PyPosition(position.wrap()))
}

/// Returns the style with a name for pictures.
pub(crate) fn style(look: &str, labels: bool) -> PyResult<Style> {
    let found = Look::ALL.into_iter().find(|known| known.name() == look);
    let look = found.ok_or_else(|| {
        let known: Vec<&str> = Look::ALL.iter().map(|look| look.name()).collect();
        refuse(format!(
            "expected a look ({}), found `{look}`",
            known.join(", ")
        ))
    })?;
    Ok(Style {
        labels,
        look,
        ..Style::default()
    })
}

/// Returns a picture as the bytes of a PNG file.
pub(crate) fn packed<'py>(py: Python<'py>, svg: &str, width: u32) -> PyResult<Bound<'py, PyBytes>> {
    let bytes = py
        .detach(|| picture::svg::png(svg, width))
        .map_err(refuse)?;
    Ok(PyBytes::new(py, &bytes))
}

/// Returns the number of threads that an option stands for.
pub(crate) fn threads_of(threads: Option<usize>) -> usize {
    threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}

fn count_sequences<G: Playable>(
    py: Python<'_>,
    position: &G,
    depth: u32,
    turns: bool,
    limits: Limits,
) -> PyResult<u128> {
    let count = within(py, limits, |budget| {
        let meter = &mut budget.start();
        if turns {
            position.perft_turns(depth, meter)
        } else {
            perft::perft_within(position, depth, meter)
        }
    })?;
    count.ok_or_else(too_many)
}

fn too_many() -> PyErr {
    PyOverflowError::new_err("expected a count of at most 128 bits, found a larger one")
}

/// The options of a call that solves a position.
struct Asked {
    limits: Limits,
    threads: usize,
    every_move: bool,
    store: Option<PathBuf>,
    progress: Option<Py<PyAny>>,
}

impl Asked {
    /// Runs `work` with a solver's settings, without the GIL.
    fn run<G: Playable, T: Send>(
        &self,
        py: Python<'_>,
        position: &G,
        work: impl FnOnce(&mut Effort<'_>) -> Result<T, common::describe::Refused> + Send,
    ) -> PyResult<T> {
        let budget = self.limits.budget()?;
        let mut store = match &self.store {
            None => None,
            Some(path) => {
                let kind = position.store_kind().ok_or_else(|| {
                    refuse(format!(
                        "expected a position whose results can be stored, found `{position}`"
                    ))
                })?;
                Some(py.detach(|| Store::open(path, kind)).map_err(refuse)?)
            }
        };
        let result = listen(
            py,
            |stop, sender: &Sender<Progress>| {
                let progress = &mut |seen: &Progress| {
                    // Nobody listens any more when the call has been interrupted.
                    let _ = sender.send(seen.clone());
                };
                let mut effort = Effort::new(budget(stop), progress);
                effort.threads = self.threads;
                effort.every_move = self.every_move;
                effort.store = store.as_mut();
                work(&mut effort)
            },
            |py, seen| tell(py, self.progress.as_ref(), &seen),
        )?;
        result.map_err(|error| refused(&error))
    }
}

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
        let text = setup.map(|setup| setup.str()).transpose()?;
        let text = text.as_ref().map(|text| text.to_cow()).transpose()?;
        with_game!(Name::read(game)?, G => self::setup::<G>(text.as_deref(), &options))
    }

    /// The name of the game: ``sprouts``, ``brussels``, ``sos`` or ``phutball``.
    #[getter]
    fn game(&self) -> &'static str {
        self.0.name().text()
    }

    /// How many players there are.
    #[getter]
    fn players(&self) -> usize {
        each!(AnyPosition, &self.0, position => position.players())
    }

    /// The player to move, counted from 0; None when the game is over.
    ///
    /// A turn may be several moves by the same player, so ask after every move.
    #[getter]
    fn turn(&self) -> Option<usize> {
        each!(AnyPosition, &self.0, position => position.turn().map(Player::index))
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        each!(AnyPosition, &self.0, position => position.is_terminal())
    }

    /// How the game ended; None if it is not over.
    #[getter]
    pub(crate) fn outcome(&self) -> Option<PyOutcome> {
        each!(AnyPosition, &self.0, position => {
            position.outcome().map(|outcome: Outcome| PyOutcome::new(outcome, position.players()))
        })
    }

    /// The points of every player; None in games without points.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let points = each!(AnyPosition, &self.0, position => position.all_points());
        points.map(|points| PyTuple::new(py, points)).transpose()
    }

    /// The legal moves, in a fixed order: a sequence that lists moves only when it has to.
    ///
    /// Examples:
    ///     >>> moves = Position("sos", "3x3").legal_moves
    ///     >>> len(moves), str(moves[-1]), "Sa1" in moves, "Xa1" in moves
    ///     (18, 'Oc3', True, False)
    #[getter]
    fn legal_moves(&self) -> PyMoves {
        PyMoves(self.0.clone())
    }

    /// How many legal moves there are. Positions of Sprouts can have billions.
    #[getter]
    fn n_moves(&self) -> u128 {
        each!(AnyPosition, &self.0, position => position.count_moves())
    }

    /// Returns the legal move with a text, also in spellings that people type.
    ///
    /// Raises:
    ///     IllegalMove: If the move is not legal here.
    ///     Error: If the text is not a move, or stands for several.
    fn r#move(&self, text: String) -> PyResult<PyMove> {
        each!(AnyPosition, &self.0, position => {
            let m = one_move(position, &MoveOf::Text(text))?;
            Ok(PyMove(wrap_move(position, m)))
        })
    }

    /// Returns the moves that a text stands for: one, or all moves of a turn.
    ///
    /// Examples:
    ///     >>> position = Position("phutball", "15x21").apply("h11", "h9")
    ///     >>> [str(move) for move in position.moves("h10-h12")]
    ///     ['N']
    fn moves(&self, text: String) -> PyResult<Vec<PyMove>> {
        each!(AnyPosition, &self.0, position => {
            let moves = read_moves(position, &text)?;
            Ok(moves.into_iter().map(|m| PyMove(wrap_move(position, m))).collect())
        })
    }

    /// Returns why a move is illegal, as a sentence; None if it is legal.
    fn why_illegal(&self, r#move: MoveOf) -> Option<String> {
        each!(AnyPosition, &self.0, position => {
            Python::attach(|py| Some(some_moves(position, &r#move).err()?.value(py).to_string()))
        })
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
    fn apply(&self, moves: Vec<MoveOf>) -> PyResult<PyPosition> {
        each!(AnyPosition, &self.0, position => after(position, &moves))
    }

    /// Returns a legal move in words.
    fn say(&self, r#move: MoveOf) -> PyResult<String> {
        each!(AnyPosition, &self.0, position => Ok(position.say_move(&one_move(position, &r#move)?)))
    }

    /// Returns a random legal move, each equally likely; None when the game is over. The same seed draws the same move.
    fn random_move(&self, seed: u64) -> Option<PyMove> {
        each!(AnyPosition, &self.0, position => {
            let m = position.random_move(&mut Seeded::new(seed))?;
            Some(PyMove(wrap_move(position, m)))
        })
    }

    /// The position as a board of a few lines, for people to read.
    #[getter]
    fn board(&self) -> String {
        each!(AnyPosition, &self.0, position => position.board())
    }

    /// A text that positions share if a symmetry of the game maps one to the other.
    #[getter]
    fn symmetry_class(&self) -> String {
        each!(AnyPosition, &self.0, position => position.class())
    }

    /// The images of the position under every symmetry of its board, the position itself first; empty for games
    /// without a board.
    ///
    /// ``action_images`` and ``cell_images`` have the symmetries in the same order.
    ///
    /// Examples:
    ///     >>> images = Position("sos", "2x3").apply("Sa1").images
    ///     >>> len(images), len(set(images))
    ///     (4, 4)
    #[getter]
    fn images(&self) -> Vec<PyPosition> {
        each!(AnyPosition, &self.0, position => {
            let images = position.augmented().into_iter();
            images.map(|image| PyPosition(image.position.wrap())).collect()
        })
    }

    /// Draws the position as SVG.
    ///
    /// Args:
    ///     look: ``light``, ``print``, ``dark``, ``colour-blind`` or ``large``.
    ///     labels: Whether spots have numbers and boards have coordinates.
    #[pyo3(signature = (*, look="light", labels=true))]
    fn svg(&self, py: Python<'_>, look: &str, labels: bool) -> PyResult<String> {
        let style = style(look, labels)?;
        each!(AnyPosition, &self.0, position => {
            let draw = || picture::Draw::picture(&Record::new(position.clone()), &style);
            py.detach(draw).map_err(refuse)
        })
    }

    /// Draws the position as PNG, the bytes of a file.
    ///
    /// Args:
    ///     width: The width in pixels.
    ///     look: ``light``, ``print``, ``dark``, ``colour-blind`` or ``large``.
    ///     labels: Whether spots have numbers and boards have coordinates.
    ///
    /// Raises:
    ///     Error: If the picture would be too large.
    ///
    /// Examples:
    ///     >>> Position("sos", "3x3").png(width=200)[1:4]
    ///     b'PNG'
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

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, "light", true)
    }

    /// Counts the sequences of legal moves of a length.
    ///
    /// Args:
    ///     depth: The length.
    ///     turns: Whether to count whole turns, in a game where a turn can be several moves.
    ///     time: The most seconds.
    ///     nodes: The most positions.
    ///
    /// Raises:
    ///     UnfinishedError: If a limit ends the count.
    ///
    /// Examples:
    ///     >>> [Position("sprouts", 2).perft(depth) for depth in range(1, 6)]
    ///     [3, 19, 98, 372, 360]
    #[pyo3(signature = (depth, *, turns=false, time=None, nodes=None))]
    fn perft(
        &self,
        py: Python<'_>,
        depth: u32,
        turns: bool,
        time: Option<f64>,
        nodes: Option<u64>,
    ) -> PyResult<u128> {
        let limits = Limits::of(time, nodes, None);
        each!(AnyPosition, &self.0, position => count_sequences(py, position, depth, turns, limits))
    }

    /// Proves who wins with best play.
    ///
    /// Args:
    ///     every_move: Whether to find every move that keeps the outcome.
    ///     time: The most seconds.
    ///     nodes: The most positions.
    ///     memory: The most bytes for tables.
    ///     threads: How many threads search; only normal play of Sprouts uses more than one.
    ///     store: A file that keeps results from one call to the next; it is made if there is none.
    ///     progress: Called with the nodes, the seconds and a note a few times each second.
    ///
    /// Raises:
    ///     UnfinishedError: If a limit ends the search.
    ///     Error: If there is no solver for the position.
    ///
    /// Examples:
    ///     >>> verdict = Position("sos", "3x3").solve(every_move=True)
    ///     >>> str(verdict), [str(move) for move in verdict.moves][:2]
    ///     ('a draw', ['Sa1', 'Oa1'])
    #[pyo3(signature = (
        *, every_move=false, time=None, nodes=None, memory=None, threads=1, store=None, progress=None
    ))]
    fn solve(
        &self,
        py: Python<'_>,
        every_move: bool,
        time: Option<f64>,
        nodes: Option<u64>,
        memory: Option<u64>,
        threads: usize,
        store: Option<PathBuf>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<PyVerdict> {
        let limits = Limits::of(time, nodes, memory);
        let asked = Asked {
            limits,
            threads,
            every_move,
            store,
            progress,
        };
        each!(AnyPosition, &self.0, position => {
            let verdict = asked.run(py, position, |effort| position.solve(effort))?;
            Ok(PyVerdict::new(position, verdict, None))
        })
    }

    /// Finds what each player can force alone, if all the others play as one: best play of three and more players.
    ///
    /// Args:
    ///     time: The most seconds.
    ///     nodes: The most positions.
    ///     memory: The most bytes for tables.
    ///     progress: Called with the nodes, the seconds and a note a few times each second.
    ///
    /// Returns:
    ///     ``"loss"``, ``"share"`` or ``"win"`` for each player, in the order of turns from the first player.
    ///
    /// Raises:
    ///     UnfinishedError: If a limit ends the search.
    ///     Error: If there is no solver for the position.
    ///
    /// Examples:
    ///     >>> Position("sos", "1x4", players=3).guarantees()
    ///     ['share', 'loss', 'loss']
    #[pyo3(signature = (*, time=None, nodes=None, memory=None, progress=None))]
    fn guarantees(
        &self,
        py: Python<'_>,
        time: Option<f64>,
        nodes: Option<u64>,
        memory: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Vec<String>> {
        let asked = Asked {
            limits: Limits::of(time, nodes, memory),
            threads: 1,
            every_move: false,
            store: None,
            progress,
        };
        each!(AnyPosition, &self.0, position => {
            let found = asked.run(py, position, |effort| position.guarantees(effort))?;
            Ok(found.each.iter().map(ToString::to_string).collect())
        })
    }

    /// Counts the whole games of Brussels Sprouts from here by their length, face by face and without a walk through
    /// them. Arms are labelled.
    ///
    /// Args:
    ///     time: The most seconds.
    ///     memory: The most bytes for tables.
    ///
    /// Raises:
    ///     UnfinishedError: If a limit ends the count.
    ///     Error: If the game cannot be counted so.
    ///     OverflowError: If a count exceeds 128 bits.
    ///
    /// Examples:
    ///     >>> Position("brussels", "4,4").games_by_length()
    ///     {8: 9175040}
    #[pyo3(signature = (*, time=None, memory=None))]
    fn games_by_length(
        &self,
        py: Python<'_>,
        time: Option<f64>,
        memory: Option<u64>,
    ) -> PyResult<BTreeMap<usize, u128>> {
        let asked = Asked {
            limits: Limits::of(time, None, memory),
            threads: 1,
            every_move: false,
            store: None,
            progress: None,
        };
        each!(AnyPosition, &self.0, position => {
            let games = asked.run(py, position, |effort| position.games_by_length(&effort.budget))?;
            games.ok_or_else(too_many)
        })
    }

    /// Proves who wins by two methods that share only the rules, and compares them.
    ///
    /// The arguments are those of ``solve``. ``Verdict.by`` says what the second method was.
    ///
    /// Raises:
    ///     Error: If the methods disagree, or there is no second method for the position.
    #[pyo3(signature = (*, time=None, nodes=None, memory=None, store=None, progress=None))]
    fn verify(
        &self,
        py: Python<'_>,
        time: Option<f64>,
        nodes: Option<u64>,
        memory: Option<u64>,
        store: Option<PathBuf>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<PyVerdict> {
        let limits = Limits::of(time, nodes, memory);
        let asked = Asked {
            limits,
            threads: 1,
            every_move: false,
            store,
            progress,
        };
        each!(AnyPosition, &self.0, position => {
            let verified = asked.run(py, position, |effort| position.verify(effort))?;
            Ok(PyVerdict::new(position, verified.verdict, Some(verified.by.to_string())))
        })
    }

    /// Plays random moves until the game is over, and returns the record of the game.
    ///
    /// Args:
    ///     seed: The same seed plays the same game.
    ///     most_moves: After how many moves the game is broken off.
    #[pyo3(signature = (seed=0, *, most_moves=100_000))]
    fn playout(&self, py: Python<'_>, seed: u64, most_moves: u64) -> PyRecord {
        each!(AnyPosition, &self.0, position => {
            let record = py.detach(|| playout::record(position.clone(), most_moves, &mut Seeded::new(seed)));
            PyRecord::of(record)
        })
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

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (&'static str, String))> {
        Ok((
            py.get_type::<PyPosition>().into_any(),
            (self.game(), self.__str__()),
        ))
    }

    fn __copy__(slf: Py<PyPosition>) -> Py<PyPosition> {
        slf
    }

    fn __deepcopy__(slf: Py<PyPosition>, _memo: Bound<'_, PyAny>) -> Py<PyPosition> {
        slf
    }
}

/// Wraps a move of the game that a position is of.
pub(crate) fn wrap_move<G: Playable>(_: &G, m: G::Move) -> AnyMove {
    G::wrap_move(m)
}

/// The legal moves of a position, in a fixed order.
///
/// A sequence that counts and picks moves without listing them where the game can: Sprouts has positions with billions.
#[pyclass(name = "LegalMoves", module = "papergames", frozen, sequence)]
#[derive(Debug)]
pub(crate) struct PyMoves(AnyPosition);

impl PyMoves {
    fn nth(&self, index: u128) -> Option<PyMove> {
        each!(AnyPosition, &self.0, position => {
            position.nth_move(index).map(|m| PyMove(wrap_move(position, m)))
        })
    }

    fn count(&self) -> u128 {
        each!(AnyPosition, &self.0, position => position.count_moves())
    }

    /// Returns all moves, or `None` if there are too many to list at once.
    fn all(&self) -> Option<Vec<PyMove>> {
        (self.count() <= MOST_LISTED).then(|| {
            each!(AnyPosition, &self.0, position => {
                position.moves().into_iter().map(|m| PyMove(wrap_move(position, m))).collect()
            })
        })
    }
}

#[pymethods]
impl PyMoves {
    fn __len__(&self) -> PyResult<usize> {
        let count = self.count();
        let fits = isize::try_from(count).is_ok();
        let message = "expected a length that fits into an index; Position.n_moves has the number";
        fits.then_some(count as usize)
            .ok_or_else(|| PyOverflowError::new_err(message))
    }

    fn __bool__(&self) -> bool {
        each!(AnyPosition, &self.0, position => position.has_move())
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
            index + self.count() as i128
        } else {
            index
        };
        let found = u128::try_from(place).ok().and_then(|place| self.nth(place));
        let found = found.ok_or_else(|| {
            PyIndexError::new_err(format!(
                "expected an index below {}, found {index}",
                self.count()
            ))
        })?;
        found.into_bound_py_any(py)
    }

    fn __contains__(&self, r#move: MoveOf) -> bool {
        each!(AnyPosition, &self.0, position => match &r#move {
            MoveOf::Move(m) => m.0.of_same(position).is_some_and(|m| position.check(m).is_ok()),
            MoveOf::Text(text) => text.parse().is_ok_and(|m| position.check(&m).is_ok()),
        })
    }

    fn __iter__(&self) -> PyMoveIter {
        PyMoveIter {
            position: self.0.clone(),
            listed: self.all().map(Vec::into_iter),
            next: 0,
        }
    }

    /// Returns 1 for a legal move and 0 for any other; ``Position.n_moves`` counts the moves.
    #[pyo3(name = "count")]
    fn count_of(&self, r#move: MoveOf) -> usize {
        self.__contains__(r#move).into()
    }

    /// Returns the index of a legal move.
    ///
    /// Raises:
    ///     Error: If the move is not legal.
    fn index(&self, r#move: MoveOf) -> PyResult<u128> {
        each!(AnyPosition, &self.0, position => {
            let m = one_move(position, &r#move)?;
            Ok(position.rank_of(&m).expect("a legal move has an index"))
        })
    }

    fn __repr__(&self) -> String {
        format!("<LegalMoves: {}>", self.count())
    }
}

impl AnyMove {
    /// Returns the move, if it is one of the game that a position is of.
    fn of_same<G: Playable>(&self, _: &G) -> Option<&G::Move> {
        G::unwrap_move(self)
    }
}

/// An iterator over legal moves.
#[pyclass(name = "_MoveIterator", module = "papergames")]
#[derive(Debug)]
pub(crate) struct PyMoveIter {
    position: AnyPosition,
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
        let m = each!(AnyPosition, &self.position, position => {
            position.nth_move(self.next).map(|m| PyMove(wrap_move(position, m)))
        });
        self.next += 1;
        m
    }
}

pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<PyMove>()?;
    m.add_class::<PyPosition>()?;
    m.add_class::<PyMoves>()
}
