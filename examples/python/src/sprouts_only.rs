//! The solver of Sprouts, as Python sees it.

use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use common::store::Store;
use common::{Budget, Ending, Nimber, Progress};
use pyo3::prelude::*;
use sprouts::land::{Land, Lands, Reductions};
use sprouts::solve::stored::{self, StoredError};
use sprouts::solve::{SolveError, Solver};
use sprouts::{Position, Rules, Variant};

use crate::any::AnyPosition;
use crate::error::{refuse, unfinished};
use crate::limits::Limits;
use crate::position::{PyMove, PyPosition};
use crate::verdict::PyVerdict;
use crate::waiting::listen;

/// Where the progress of the call that runs now is sent.
type Listener = Arc<Mutex<Option<Sender<Progress>>>>;

/// A solver of Sprouts: finds out who wins, and remembers what it proved.
#[pyclass(name = "SproutsSolver", module = "papergames.sprouts", frozen)]
pub(crate) struct PySolver {
    rules: Rules,
    solver: Mutex<Solver>,
    listener: Listener,
    memory: Option<u64>,
}

/// Returns the contents of a mutex; a panic elsewhere does not make them unusable.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the position as one of Sprouts.
pub(crate) fn of_sprouts(position: &PyPosition) -> PyResult<&Position> {
    match &position.0 {
        AnyPosition::Sprouts(position) => Ok(position),
        other => Err(refuse(format!(
            "expected a position of sprouts, found one of {}",
            other.name().text()
        ))),
    }
}

/// Lands, as Python gives them: the position that they are of, or their text.
#[derive(FromPyObject)]
pub(crate) enum LandsOf {
    Position(PyPosition),
    Text(String),
    /// The lands of a start.
    Spots(usize),
}

impl LandsOf {
    pub(crate) fn read(&self) -> PyResult<Lands> {
        match self {
            LandsOf::Text(text) => text.parse().map_err(refuse),
            LandsOf::Spots(n) if *n <= 100 => Ok(Lands::start(*n)),
            LandsOf::Spots(n) => Err(refuse(format!("expected at most 100 spots, found {n}"))),
            LandsOf::Position(position) => {
                let position = of_sprouts(position)?;
                let variant = position.rules().variant;
                Lands::drawn(position, Reductions::of(variant)).ok_or_else(|| {
                    refuse(format!(
                        "expected a variant without colours, found `{variant}`"
                    ))
                })
            }
        }
    }
}

/// Returns the exception for an error of the solver.
fn solve_error(error: SolveError) -> PyErr {
    match error {
        SolveError::Unfinished(reason) => unfinished(&reason),
        other => refuse(other),
    }
}

/// Returns the exception for an error with a store.
fn stored_error(error: StoredError) -> PyErr {
    match error {
        StoredError::Solve(error) => solve_error(error),
        other => refuse(other),
    }
}

/// Returns a land and its nimber, as Python gives them.
fn fact(land: &str, nimber: u32) -> PyResult<(Land, Nimber)> {
    if nimber > 63 {
        return Err(refuse(format!(
            "expected a nimber of 0 to 63, found {nimber}"
        )));
    }
    Ok((land.parse().map_err(refuse)?, Nimber(nimber)))
}

impl PySolver {
    /// Runs `work` with the solver and a budget, without the GIL.
    pub(crate) fn run<T: Send>(
        &self,
        py: Python<'_>,
        mut limits: Limits,
        progress: Option<Py<PyAny>>,
        work: impl FnOnce(&mut Solver) -> T + Send,
    ) -> PyResult<T> {
        limits.memory = self.memory;
        let budget = limits.budget()?;
        listen(
            py,
            |stop, sender| {
                let mut solver = lock(&self.solver);
                *lock(&self.listener) = Some(sender.clone());
                solver.set_budget(budget(stop));
                let result = work(&mut solver);
                solver.set_budget(Budget::new());
                *lock(&self.listener) = None;
                result
            },
            |py, seen: Progress| tell(py, progress.as_ref(), &seen),
        )
    }
}

/// Calls the callback of Python with the progress of a search.
pub(crate) fn tell(py: Python<'_>, progress: Option<&Py<PyAny>>, seen: &Progress) -> PyResult<()> {
    if let Some(progress) = progress {
        let seconds = seen.elapsed.as_secs_f64();
        progress.call1(py, (seen.nodes, seconds, seen.note.clone()))?;
    }
    Ok(())
}

#[pymethods]
impl PySolver {
    #[new]
    #[pyo3(signature = (*, misere=false, variant="standard", threads=1, memory=None, seed=0))]
    fn new(
        misere: bool,
        variant: &str,
        threads: usize,
        memory: Option<u64>,
        seed: u64,
    ) -> PyResult<PySolver> {
        let variant: Variant = variant.parse().map_err(refuse)?;
        let ending = if misere {
            Ending::Misere
        } else {
            Ending::Normal
        };
        let rules = Rules { ending, variant };
        let listener = Listener::default();
        let heard = Arc::clone(&listener);
        let solver = Solver::for_rules(rules)
            .threads(threads)
            .seed(seed)
            .progress(move |seen| {
                if let Some(sender) = lock(&heard).as_ref() {
                    // Nobody listens any more when the call has been interrupted.
                    let _ = sender.send(seen.clone());
                }
            });
        Ok(PySolver {
            rules,
            solver: Mutex::new(solver),
            listener,
            memory,
        })
    }

    /// Finds out who wins a position.
    #[pyo3(signature = (position, *, every_move=false, time=None, nodes=None, progress=None))]
    fn solve(
        &self,
        py: Python<'_>,
        position: &PyPosition,
        every_move: bool,
        time: Option<f64>,
        nodes: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<PyVerdict> {
        let position = of_sprouts(position)?;
        let limits = Limits {
            time,
            nodes,
            ..Limits::default()
        };
        let verdict = self.run(py, limits, progress, |solver| {
            let mut verdict = solver.solve(position)?;
            if every_move {
                verdict.moves = Some(solver.winning_moves(position)?);
            }
            Ok(verdict)
        })?;
        let verdict = verdict.map_err(solve_error)?;
        Ok(PyVerdict::new::<Position>(verdict, 2))
    }

    /// Tells whether the player to move wins on lands, by the rules of this solver.
    #[pyo3(signature = (lands, *, time=None, nodes=None, progress=None))]
    fn mover_wins(
        &self,
        py: Python<'_>,
        lands: LandsOf,
        time: Option<f64>,
        nodes: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<bool> {
        let lands = lands.read()?;
        let limits = Limits {
            time,
            nodes,
            ..Limits::default()
        };
        let verdict = self.run(py, limits, progress, |solver| solver.solve_lands(&lands))?;
        Ok(verdict.map_err(|reason| unfinished(&reason))?.mover_wins)
    }

    /// Finds the nimber of lands in normal play.
    #[pyo3(signature = (lands, *, time=None, nodes=None, progress=None))]
    fn nimber(
        &self,
        py: Python<'_>,
        lands: LandsOf,
        time: Option<f64>,
        nodes: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<u32> {
        let lands = lands.read()?;
        let limits = Limits {
            time,
            nodes,
            ..Limits::default()
        };
        let nimber = self.run(py, limits, progress, |solver| solver.nimber(&lands))?;
        Ok(nimber.map_err(|reason| unfinished(&reason))?.0)
    }

    /// Finds the misère Grundy number of lands: the least Nim heap beside which the player to move loses misère play.
    #[pyo3(signature = (lands, *, time=None, nodes=None, progress=None))]
    fn misere_nimber(
        &self,
        py: Python<'_>,
        lands: LandsOf,
        time: Option<f64>,
        nodes: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<u32> {
        let lands = lands.read()?;
        let limits = Limits {
            time,
            nodes,
            ..Limits::default()
        };
        let nimber = self.run(py, limits, progress, |solver| solver.misere_nimber(&lands))?;
        Ok(nimber.map_err(|reason| unfinished(&reason))?.0)
    }

    /// Lists the winning moves of a position; empty if the player to move loses.
    #[pyo3(signature = (position, *, time=None, nodes=None, progress=None))]
    fn winning_moves(
        &self,
        py: Python<'_>,
        position: &PyPosition,
        time: Option<f64>,
        nodes: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Vec<PyMove>> {
        let position = of_sprouts(position)?;
        let limits = Limits {
            time,
            nodes,
            ..Limits::default()
        };
        let moves = self.run(py, limits, progress, |solver| {
            solver.winning_moves(position)
        })?;
        let moves = moves.map_err(solve_error)?.into_iter();
        Ok(moves
            .map(|m| PyMove(crate::any::AnyMove::Sprouts(m)))
            .collect())
    }

    /// The nimber of a land, if the solver knows it already.
    fn known_nimber(&self, land: &str) -> PyResult<Option<u32>> {
        let land = land.parse().map_err(refuse)?;
        Ok(lock(&self.solver)
            .known_nimber(&land)
            .map(|nimber| nimber.0))
    }

    /// Adds nimbers of lands to what the solver knows, without checking them.
    fn learn(&self, nimbers: Vec<(String, u32)>) -> PyResult<()> {
        let facts: Vec<_> = nimbers
            .iter()
            .map(|(land, nimber)| fact(land, *nimber))
            .collect::<PyResult<_>>()?;
        let mut solver = lock(&self.solver);
        for (land, nimber) in facts {
            solver.learn(&land, nimber);
        }
        Ok(())
    }

    /// Adds nimbers that lands do not have to what the solver knows, without checking them.
    fn learn_exclusions(&self, nimbers: Vec<(String, u32)>) -> PyResult<()> {
        let facts: Vec<_> = nimbers
            .iter()
            .map(|(land, nimber)| fact(land, *nimber))
            .collect::<PyResult<_>>()?;
        let mut solver = lock(&self.solver);
        for (land, nimber) in facts {
            solver.learn_exclusion(&land, nimber);
        }
        Ok(())
    }

    /// All lands whose nimbers are known, with their nimbers.
    fn nimbers(&self, py: Python<'_>) -> Vec<(String, u32)> {
        py.detach(|| {
            let solver = lock(&self.solver);
            solver
                .nimbers()
                .map(|(land, nimber)| (land.to_string(), nimber.0))
                .collect()
        })
    }

    /// The nimbers that lands with unknown nimbers are proved not to have.
    fn exclusions(&self, py: Python<'_>) -> Vec<(String, u32)> {
        py.detach(|| {
            let solver = lock(&self.solver);
            solver
                .exclusions()
                .map(|(land, nimber)| (land.to_string(), nimber.0))
                .collect()
        })
    }

    /// Loads the results of a store into the solver.
    fn load(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| {
            let store = Store::open_existing(path, self.kind()?).map_err(refuse)?;
            lock(&self.solver).load(&store).map_err(stored_error)
        })
    }

    /// Writes all results that are not yet in a store. Creates the file if there is none.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| {
            let mut store = Store::open(path, self.kind()?).map_err(refuse)?;
            let mut solver = lock(&self.solver);
            solver.save(&mut store).map_err(stored_error)?;
            if self.rules.ending == Ending::Normal {
                solver.save_exclusions(&mut store).map_err(stored_error)?;
            }
            Ok(())
        })
    }

    /// Counts of what the solver has done since it was made.
    #[getter]
    fn work(&self) -> std::collections::BTreeMap<&'static str, u64> {
        let work = lock(&self.solver).work();
        [
            ("nodes", work.nodes),
            ("expanded", work.expanded),
            ("listed", work.listed),
            ("arranged", work.arranged),
            ("canonised", work.canonised),
            ("lands", work.lands),
        ]
        .into()
    }
}

impl PySolver {
    /// Returns the kind of store for the rules.
    fn kind(&self) -> PyResult<&'static str> {
        let variant = self.rules.variant;
        stored::kind(self.rules).ok_or_else(|| refuse(StoredError::Variant { found: variant }))
    }
}

pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<PySolver>()
}
