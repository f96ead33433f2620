//! Opponents and searches, as Python sees them.

use std::sync::mpsc::{Sender, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};

use common::engine::{Engine, EngineError};
use common::report::Candidate;
use common::search::MonteCarlo;
use common::search::monte_carlo::{Leaf, Opinion};
use common::{Budget, Describe, Game, Level, Player, Record, Report};
use pyo3::prelude::*;

use crate::any::{AnyRecord, Name, Playable, each, with_game};
use crate::error::refuse;
use crate::limits::Limits;
use crate::position::{PyMove, PyPosition};
use crate::record::PyRecord;
use crate::sprouts_only::lock;
use crate::verdict::PyOutcome;
use crate::waiting::listen;

/// A move that a tree search has tried.
#[pyclass(name = "Candidate", module = "papergames", frozen, get_all)]
#[derive(Clone, Debug)]
pub(crate) struct PyCandidate {
    /// The move.
    r#move: PyMove,
    /// How often the search chose this move.
    visits: u64,
    /// The value of the position after the move to the player who makes it, from -1 to 1 unless it is in points.
    value: f64,
    /// The share of the move in all visits: the target for a learner.
    share: f64,
}

/// What a search or an engine knows.
#[pyclass(name = "Report", module = "papergames", frozen, get_all)]
#[derive(Clone, Debug)]
pub(crate) struct PyReport {
    /// The moves that are expected, the best one first.
    line: Vec<PyMove>,
    /// How good the position is for the player to move, in points or certain wins; None if nothing was searched.
    value: Option<f64>,
    /// How the game ends with best play, if that is proved.
    proved: Option<PyOutcome>,
    /// How many moves ahead the search has looked.
    depth: u32,
    /// How many positions or random games have been looked at.
    nodes: u64,
    /// How long that took, in seconds.
    seconds: f64,
    /// What a tree search knows about the moves; empty for other searches.
    candidates: Vec<PyCandidate>,
}

impl PyReport {
    fn new<G: Playable>(position: &G, report: &Report<G::Move>) -> PyReport {
        let wrap = |m: &G::Move| PyMove(G::wrap_move(m.clone()));
        let turn = position.turn().unwrap_or(Player::FIRST);
        let value = |value: common::Value| value.seen_by(turn) as f64 / 100.0;
        let candidate = |(candidate, share): (&Candidate<G::Move>, f64)| PyCandidate {
            r#move: wrap(&candidate.m),
            visits: candidate.visits,
            value: candidate.value.seen_by(turn) as f64 / 100.0,
            share,
        };
        PyReport {
            line: report.line.iter().map(wrap).collect(),
            value: report.value.map(value),
            proved: report
                .proved()
                .map(|outcome| PyOutcome::new(outcome, position.players())),
            depth: report.depth,
            nodes: report.nodes,
            seconds: report.elapsed.as_secs_f64(),
            candidates: report
                .candidates
                .iter()
                .zip(report.policy())
                .map(candidate)
                .collect(),
        }
    }
}

#[pymethods]
impl PyReport {
    /// The move to make.
    #[getter]
    fn best(&self) -> Option<PyMove> {
        self.line.first().cloned()
    }

    fn __repr__(&self) -> String {
        let best = self.best().map_or(
            "none".to_owned(),
            |m| each!(AnyMove, &m.0, m => m.to_string()),
        );
        let value = self
            .value
            .map_or("unknown".to_owned(), |value| format!("{value:+.2}"));
        let proved = if self.proved.is_some() {
            ", proved"
        } else {
            ""
        };
        format!(
            "<Report: {best}, value {value}{proved}, {} nodes>",
            self.nodes
        )
    }
}

/// An engine of any game.
enum AnyEngine {
    Sprouts(Box<dyn Engine<sprouts::Position>>),
    Brussels(Box<dyn Engine<brussels::Position>>),
    Sos(Box<dyn Engine<sos::Position>>),
    Phutball(Box<dyn Engine<phutball::Position>>),
}

impl AnyEngine {
    fn choose(
        &mut self,
        record: &AnyRecord,
        budget: &Budget,
        progress: &mut dyn FnMut(PyReport),
    ) -> Result<PyReport, EngineError> {
        match (self, record) {
            (AnyEngine::Sprouts(engine), AnyRecord::Sprouts(record)) => {
                choose(&mut **engine, record, budget, progress)
            }
            (AnyEngine::Brussels(engine), AnyRecord::Brussels(record)) => {
                choose(&mut **engine, record, budget, progress)
            }
            (AnyEngine::Sos(engine), AnyRecord::Sos(record)) => {
                choose(&mut **engine, record, budget, progress)
            }
            (AnyEngine::Phutball(engine), AnyRecord::Phutball(record)) => {
                choose(&mut **engine, record, budget, progress)
            }
            (engine, record) => Err(EngineError::Failed(format!(
                "expected a game of {}, found one of {}",
                engine.name().text(),
                record.position().name().text()
            ))),
        }
    }

    fn name(&self) -> Name {
        match self {
            AnyEngine::Sprouts(_) => Name::Sprouts,
            AnyEngine::Brussels(_) => Name::Brussels,
            AnyEngine::Sos(_) => Name::Sos,
            AnyEngine::Phutball(_) => Name::Phutball,
        }
    }
}

fn choose<G: Playable>(
    engine: &mut dyn Engine<G>,
    record: &Record<G>,
    budget: &Budget,
    progress: &mut dyn FnMut(PyReport),
) -> Result<PyReport, EngineError> {
    let position = record.position();
    let report = engine.choose(record, budget, &mut |report| {
        progress(PyReport::new(position, report));
    })?;
    Ok(PyReport::new(position, &report))
}

/// Returns an engine and the budget that it has for a move.
fn engine<G: Playable>(
    level: u8,
    name: Option<&str>,
    seed: u64,
) -> PyResult<(Box<dyn Engine<G>>, Budget)> {
    if let Some(name) = name {
        let named = G::engine_named(name, seed).ok_or_else(|| {
            let known = G::engine_names().join(", ");
            refuse(format!(
                "expected the name of an engine of {} ({known}), found `{name}`",
                G::title()
            ))
        })?;
        return Ok((named.engine, named.budget));
    }
    let level = Level::new(level)
        .ok_or_else(|| refuse(format!("expected a level of 1 to 5, found {level}")))?;
    Ok((G::engine(level, seed), <G as Describe>::budget(level)))
}

/// A position or a record.
#[derive(FromPyObject)]
pub(crate) enum GameSoFar<'py> {
    Position(PyPosition),
    Record(Bound<'py, PyRecord>),
}

impl GameSoFar<'_> {
    fn record(&self) -> AnyRecord {
        match self {
            GameSoFar::Position(position) => {
                each!(AnyPosition, &position.0, position => wrap_record(Record::new(position.clone())))
            }
            GameSoFar::Record(record) => record.get().get(),
        }
    }
}

fn wrap_record<G: Playable>(record: Record<G>) -> AnyRecord {
    G::wrap_record(record)
}

/// An opponent that chooses moves.
///
/// Args:
///     game: The name of the game.
///     level: How well it plays, from 1 (a beginner) to 5 (as strong as possible).
///     seed: The seed of its random choices.
///     name: The name of an engine that only this game has, in place of a level.
///
/// Examples:
///     >>> engine = Engine("sos", level=3, seed=1)
///     >>> report = engine.choose(Position("sos", "S../.../..S:1:0-0"))
///     >>> report.best in Position("sos", "S../.../..S:1:0-0").legal_moves
///     True
#[pyclass(name = "Engine", module = "papergames", frozen)]
pub(crate) struct PyEngine {
    engine: Mutex<AnyEngine>,
    budget: Budget,
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (game, level=3, *, seed=0, name=None))]
    fn new(game: &str, level: u8, seed: u64, name: Option<&str>) -> PyResult<PyEngine> {
        let (engine, budget) = match Name::read(game)? {
            Name::Sprouts => {
                let (engine, budget) = engine(level, name, seed)?;
                (AnyEngine::Sprouts(engine), budget)
            }
            Name::Brussels => {
                let (engine, budget) = engine(level, name, seed)?;
                (AnyEngine::Brussels(engine), budget)
            }
            Name::Sos => {
                let (engine, budget) = engine(level, name, seed)?;
                (AnyEngine::Sos(engine), budget)
            }
            Name::Phutball => {
                let (engine, budget) = engine(level, name, seed)?;
                (AnyEngine::Phutball(engine), budget)
            }
        };
        Ok(PyEngine {
            engine: Mutex::new(engine),
            budget,
        })
    }

    /// Chooses a move in the last position of a game.
    ///
    /// Without limits, the engine thinks as long as its level does.
    ///
    /// Args:
    ///     game: A record, or a position.
    ///     time: The most seconds.
    ///     nodes: The most positions or random games.
    ///     memory: The most bytes for tables and trees.
    ///     depth: How many moves to look ahead.
    ///     progress: Called with a report now and then while it thinks.
    ///
    /// Raises:
    ///     Error: If the game is over.
    #[pyo3(signature = (game, *, time=None, nodes=None, memory=None, depth=None, progress=None))]
    fn choose(
        &self,
        py: Python<'_>,
        game: GameSoFar<'_>,
        time: Option<f64>,
        nodes: Option<u64>,
        memory: Option<u64>,
        depth: Option<u32>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<PyReport> {
        let limits = Limits {
            depth,
            ..Limits::of(time, nodes, memory)
        };
        // A limit on time or nodes replaces those of the level.
        let own = if time.is_some() || nodes.is_some() || depth.is_some() {
            Budget::new()
        } else {
            self.budget.clone()
        };
        let budget = limits.over(own)?;
        let record = game.record();
        let report = listen(
            py,
            |stop, sender: &Sender<PyReport>| {
                let budget = budget.stop(Arc::clone(stop));
                let mut send = |report| {
                    let _ = sender.send(report);
                };
                lock(&self.engine).choose(&record, &budget, &mut send)
            },
            |py, report| match &progress {
                Some(progress) => progress.call1(py, (report,)).map(|_| ()),
                None => Ok(()),
            },
        )?;
        report.map_err(refuse)
    }
}

/// A question of a search to a guide, and where the answer goes.
pub(crate) struct Question {
    positions: Vec<PyPosition>,
    moves: Vec<Vec<PyMove>>,
    players: usize,
    answer: SyncSender<Vec<Opinion>>,
}

/// What a search tells while it runs.
enum Event {
    Report(PyReport),
    Question(Question),
}

impl Question {
    /// Asks the guide of Python.
    pub(crate) fn ask(self, py: Python<'_>, guide: &Py<PyAny>) -> PyResult<()> {
        let sizes: Vec<usize> = self.moves.iter().map(Vec::len).collect();
        let answer = guide.call1(py, (self.positions, self.moves))?;
        let (values, priors): (Vec<Vec<f64>>, Option<Vec<Vec<f64>>>) =
            answer.extract(py).map_err(|error| {
                refuse(format!(
                    "expected a guide to return (values, priors), found something else: {error}"
                ))
            })?;
        let found = (values.len(), priors.as_ref().map_or(values.len(), Vec::len));
        if found != (sizes.len(), sizes.len()) {
            let n = sizes.len();
            return Err(refuse(format!(
                "expected opinions on {n} positions, found {} and {}",
                found.0, found.1
            )));
        }
        let mut opinions = Vec::new();
        for (i, (values, n)) in values.into_iter().zip(sizes).enumerate() {
            if values.len() != self.players || !values.iter().all(|value| value.abs() <= 1.0) {
                let players = self.players;
                return Err(refuse(format!(
                    "expected values from -1 to 1 for {players} players, found {values:?}"
                )));
            }
            let mut opinion = Opinion::even(values, n);
            if let Some(priors) = &priors {
                let sum: f64 = priors[i].iter().sum();
                if priors[i].len() != n
                    || !priors[i].iter().all(|prior| *prior >= 0.0)
                    || !sum.is_finite()
                {
                    return Err(refuse(format!(
                        "expected {n} priors of at least 0, found {:?}",
                        priors[i]
                    )));
                }
                if sum > 0.0 {
                    opinion.priors = priors[i].iter().map(|prior| prior / sum).collect();
                }
            }
            opinions.push(opinion);
        }
        // The search has ended if nobody takes the answer.
        let _ = self.answer.send(opinions);
        Ok(())
    }
}

pub(crate) fn question<G: Playable>(
    leaves: &[Leaf<G>],
    answer: SyncSender<Vec<Opinion>>,
) -> Question {
    let wrap = |m: &G::Move| PyMove(G::wrap_move(m.clone()));
    Question {
        positions: leaves
            .iter()
            .map(|leaf| PyPosition(leaf.position.clone().wrap()))
            .collect(),
        moves: leaves
            .iter()
            .map(|leaf| leaf.moves.iter().map(wrap).collect())
            .collect(),
        players: leaves.first().map_or(2, |leaf| leaf.position.players()),
        answer,
    }
}

/// Returns opinions that prefer nobody.
pub(crate) fn even<G: Playable>(leaves: &[Leaf<G>]) -> Vec<Opinion> {
    let opinion =
        |leaf: &Leaf<G>| Opinion::even(vec![0.0; leaf.position.players()], leaf.moves.len());
    leaves.iter().map(opinion).collect()
}

/// Monte-Carlo tree search, with random games or guided by a function such as a network.
///
/// A guide is called with a list of positions and a list of their legal moves. It returns the values of the positions
/// to every player, from -1 (lost) to 1 (won), as an array ``[positions, players]``, and the weight of each move, as a
/// list of arrays in the order of the moves; None stands for equal weights.
///
/// Args:
///     seed: The seed of random games and of noise.
///     exploration: How strongly the search prefers moves that it has tried less; the square root of 2 if None.
///     batch: How many positions a guide is asked about at once.
///     root_noise: ``(alpha, share)``: mixes noise from a Dirichlet distribution into the weights at the root.
///     most_moves: After how many moves a random game is broken off and counted as a draw.
///
/// Examples:
///     >>> report = MonteCarlo(seed=1).run(Position("sos", "2x3"), nodes=200)
///     >>> report.nodes, sum(candidate.visits for candidate in report.candidates)
///     (200, 199)
#[pyclass(name = "MonteCarlo", module = "papergames", frozen)]
#[derive(Debug)]
pub(crate) struct PyMonteCarlo(MonteCarlo);

fn search<G: Playable>(
    py: Python<'_>,
    search: &MonteCarlo,
    position: &G,
    budget: &Budget,
    guide: Option<&Py<PyAny>>,
    progress: Option<&Py<PyAny>>,
) -> PyResult<PyReport> {
    let report = listen(
        py,
        |stop, sender: &Sender<Event>| {
            let budget = budget.clone().stop(Arc::clone(stop));
            let tell = &mut |report: &Report<G::Move>| {
                let _ = sender.send(Event::Report(PyReport::new(position, report)));
            };
            if guide.is_none() {
                return search.run(position, &budget, tell);
            }
            let mut ask = |leaves: &[Leaf<G>]| -> Vec<Opinion> {
                let (answer, answered) = sync_channel(1);
                let _ = sender.send(Event::Question(question(leaves, answer)));
                // If the guide fails, the answer does not matter: the stop flag is set.
                answered.recv().unwrap_or_else(|_| even(leaves))
            };
            search.run_guided(position, &budget, &mut ask, tell)
        },
        |py, event| match event {
            Event::Question(question) => match guide {
                Some(guide) => question.ask(py, guide),
                None => Ok(()),
            },
            Event::Report(report) => match progress {
                Some(progress) => progress.call1(py, (report,)).map(|_| ()),
                None => Ok(()),
            },
        },
    )?;
    Ok(PyReport::new(position, &report))
}

#[pymethods]
impl PyMonteCarlo {
    #[new]
    #[pyo3(signature = (seed=0, *, exploration=None, batch=1, root_noise=None, most_moves=10_000))]
    fn new(
        seed: u64,
        exploration: Option<f64>,
        batch: usize,
        root_noise: Option<(f64, f64)>,
        most_moves: u64,
    ) -> PyMonteCarlo {
        let mut search = MonteCarlo::new(seed).batch(batch).most_moves(most_moves);
        if let Some(exploration) = exploration {
            search = search.exploration(exploration);
        }
        if let Some((alpha, share)) = root_noise {
            search = search.root_noise(alpha, share);
        }
        PyMonteCarlo(search)
    }

    /// Grows a tree until the value is proved or a limit is reached.
    ///
    /// Args:
    ///     position: The position.
    ///     time: The most seconds.
    ///     nodes: The most random games, or opinions of the guide.
    ///     memory: The most bytes for the tree.
    ///     guide: A function that values positions in place of random games.
    ///     progress: Called with a report every thousand games.
    ///
    /// Raises:
    ///     Error: If there is no limit, or the game is over, or the guide returns something else.
    #[pyo3(signature = (position, *, time=None, nodes=None, memory=None, guide=None, progress=None))]
    fn run(
        &self,
        py: Python<'_>,
        position: &PyPosition,
        time: Option<f64>,
        nodes: Option<u64>,
        memory: Option<u64>,
        guide: Option<Py<PyAny>>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<PyReport> {
        if time.is_none() && nodes.is_none() {
            return Err(refuse(
                "expected a limit on time or nodes, found none: the search would not end",
            ));
        }
        let budget = Limits::of(time, nodes, memory).over(Budget::new())?;
        each!(AnyPosition, &position.0, position => {
            if position.is_terminal() {
                return Err(refuse("expected a position with a move, found one in which the game is over"));
            }
            search(py, &self.0, position, &budget, guide.as_ref(), progress.as_ref())
        })
    }
}

fn engine_names<G: Playable>() -> Vec<&'static str> {
    G::engine_names().to_vec()
}

/// Returns the names of the engines that only a game has, as help shows them: capital letters stand for numbers.
///
/// Examples:
///     >>> engines("sprouts")
///     ['perfect']
#[pyfunction(name = "engines")]
fn list_engines(game: &str) -> PyResult<Vec<&'static str>> {
    with_game!(Name::read(game)?, G => Ok(engine_names::<G>()))
}

pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<PyReport>()?;
    m.add_class::<PyCandidate>()?;
    m.add_class::<PyEngine>()?;
    m.add_class::<PyMonteCarlo>()?;
    m.add_function(wrap_pyfunction!(list_engines, m)?)
}
