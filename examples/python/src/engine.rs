//! Opponents, as Python sees them.

use std::sync::Arc;
use std::sync::mpsc::Sender;

use papergames::any::{AnyEngine, AnyRecord};
use papergames::budget::Clock;
use papergames::{Budget, Level, Unfinished};
use pyo3::Borrowed;
use pyo3::prelude::*;

use crate::error::{bail, refusal, refuse, unlike, unsolved, whole};
use crate::games::{name_of, named};
use crate::pickle::Reduced;
use crate::position::PyPosition;
use crate::record::PyRecord;
use crate::results::PyReport;
use crate::waiting::{Callback, Shared, call, limited, listen};

/// A position or a record, for which an engine chooses a move.
pub(crate) enum GameSoFar<'py> {
    Position(PyPosition),
    Record(Bound<'py, PyRecord>),
}

impl<'py> FromPyObject<'_, 'py> for GameSoFar<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<GameSoFar<'py>> {
        if let Ok(record) = given.cast::<PyRecord>() {
            return Ok(GameSoFar::Record(record.to_owned()));
        }
        let position = given.extract().map(GameSoFar::Position);
        position.map_err(|_| unlike("a position or a record", &given))
    }
}

impl GameSoFar<'_> {
    fn record(&self) -> Box<dyn AnyRecord> {
        match self {
            GameSoFar::Position(position) => position.0.boxed(),
            GameSoFar::Record(record) => record.get().get(),
        }
    }
}

/// An opponent that chooses moves.
///
/// Args:
///     game: The name of the game.
///     level: The playing strength, from 1 (a beginner) to 5 (as strong as possible).
///     seed: The seed of its random choices.
///     name: The name of an engine instead of a level: ``engine``, ``mcts``, ``random`` or one of :func:`engines`.
///
/// Examples:
///     >>> engine = Engine("sos", level=3, seed=1)
///     >>> report = engine.choose(Position("sos", "S../.../..S:1:0-0"))
///     >>> report.best in Position("sos", "S../.../..S:1:0-0").legal_moves
///     True
#[pyclass(name = "Engine", module = "papergames", frozen)]
pub(crate) struct PyEngine {
    game: &'static str,
    engine: Shared<Box<dyn AnyEngine>>,
    budget: Budget,
    level: i64,
    seed: u64,
    name: Option<String>,
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (game, level=3, *, seed=0, name=None))]
    fn new(
        game: &str,
        level: i64,
        #[pyo3(from_py_with = whole)] seed: u64,
        name: Option<&str>,
    ) -> PyResult<PyEngine> {
        let game = named(game)?;
        let engine = match name {
            Some(name) => game.engine(name, seed).ok_or_else(|| {
                let mut known = vec!["engine", "mcts", "random"];
                known.extend(game.about().opponents);
                let (title, known) = (game.about().title, known.join(", "));
                refusal!(
                    "{title} has no engine `{name}`; use a level from 1 to 5, or one of {known}"
                )
            }),
            None => u8::try_from(level)
                .ok()
                .and_then(Level::new)
                .and_then(|level| game.engine(&level.to_string(), seed))
                .ok_or_else(|| refusal!("the level must be from 1 to 5, found {level}")),
        };
        let (engine, budget) = engine?;
        Ok(PyEngine {
            game: game.about().name,
            engine: Shared::new(engine),
            budget,
            level,
            seed,
            name: name.map(Into::into),
        })
    }

    fn __repr__(&self) -> String {
        let (game, level, seed) = (self.game, self.level, self.seed);
        match &self.name {
            Some(name) => format!("Engine('{game}', seed={seed}, name='{name}')"),
            None => format!("Engine('{game}', {level}, seed={seed})"),
        }
    }

    /// A pickle contains the arguments of the engine, which starts afresh.
    #[staticmethod]
    fn _of(game: &str, level: i64, seed: u64, name: Option<&str>) -> PyResult<PyEngine> {
        PyEngine::new(game, level, seed, name)
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyEngine>) -> PyResult<Reduced<'py>> {
        let engine = slf.get();
        let arguments = (engine.game, engine.level, engine.seed, &engine.name);
        Ok((slf.getattr("_of")?, arguments.into_pyobject(slf.py())?))
    }

    /// Chooses a move in the last position of a game.
    ///
    /// A level also keeps to a budget of its own. An engine with a name, without limits, works for a second.
    ///
    /// Args:
    ///     game: A record, or a position.
    ///     time: The most seconds.
    ///     nodes: The most positions or random games.
    ///     memory: The most bytes for tables and trees.
    ///     depth: The number of moves to look ahead.
    ///     progress: A function that is called with a report now and then during the search.
    ///
    /// Raises:
    ///     Error: If the game is over.
    #[pyo3(signature = (game, *, time=None, nodes=None, memory=None, depth=None, progress=None))]
    fn choose(
        &self,
        py: Python<'_>,
        game: GameSoFar<'_>,
        time: Option<f64>,
        #[pyo3(from_py_with = whole)] nodes: Option<u64>,
        #[pyo3(from_py_with = whole)] memory: Option<u64>,
        #[pyo3(from_py_with = whole)] depth: Option<u32>,
        progress: Option<Callback>,
    ) -> PyResult<PyReport> {
        // A level keeps to its own budget as well.
        let own = if time.is_some() || nodes.is_some() || depth.is_some() {
            Budget::new()
        } else {
            self.budget.clone()
        };
        let mut budget = limited(own, time, nodes, memory)?;
        if let Some(depth) = depth {
            budget = budget.depth(depth);
        }
        let record = game.record();
        let (game, found) = (self.game, name_of(&*record));
        if game != found {
            bail!("this engine plays {game}, so it cannot play {found}");
        }
        let report = listen(
            py,
            |stop, sender: &Sender<PyReport>| {
                let budget = budget.stop(Arc::clone(stop));
                let begun = Clock::start();
                let mut engine = self.engine.get(&budget)?;
                let budget = budget.less(0, begun.elapsed());
                let report = engine.choose(&*record, &budget, &mut |report| {
                    let _ = sender.send(PyReport::of(&*record, report));
                });
                Ok::<_, Unfinished>(report)
            },
            |py, report| call(py, progress.as_ref(), (report,)),
        )?;
        let report = report.map_err(unsolved)?.map_err(refuse)?;
        Ok(PyReport::of(&*record, &report))
    }
}

/// Returns the names of the engines that only this game has, beside ``engine``, the engine of level 5 without a limit
/// of its own, and ``mcts`` and ``random``, which every game has. ``baseline`` may be followed by the depth of its
/// search, as in ``baseline:5``.
///
/// Examples:
///     >>> engines("phutball")
///     ['baseline']
#[pyfunction]
pub(crate) fn engines(game: &str) -> PyResult<Vec<&'static str>> {
    let patterns = named(game)?.about().opponents.iter();
    let names = patterns.map(|pattern| pattern.split_once(':').map_or(*pattern, |(name, _)| name));
    Ok(names.collect())
}
