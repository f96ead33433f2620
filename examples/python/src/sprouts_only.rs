//! The solver of Sprouts, as Python sees it.

use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use common::store::Store;
use common::{Budget, Ending, Nimber, Progress, Symmetric, Unfinished};
use pyo3::prelude::*;
use sprouts::land::{Land, Lands, Reductions};
use sprouts::solve::antwerp::Antwerp;
use sprouts::solve::catalogue::{Catalogue, Entry};
use sprouts::solve::stored::{self, StoredError};
use sprouts::solve::{SolveError, Solver};
use sprouts::{Position, Rules, Variant};

use crate::any::AnyPosition;
use crate::error::{Failure, refuse};
use crate::limits::Limits;
use crate::position::{PyMove, PyPosition};
use crate::verdict::{PyVerdict, tell};
use crate::waiting::{listen, within};

/// Receives the progress of the current call.
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

/// Lands from Python: a position, the spots of a start, or the text of lands.
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

/// Reads a land and its nimber from Python.
fn fact(land: &str, nimber: u32) -> PyResult<(Land, Nimber)> {
    if nimber > 63 {
        return Err(refuse(format!(
            "expected a nimber of 0 to 63, found {nimber}"
        )));
    }
    Ok((land.parse().map_err(refuse)?, Nimber(nimber)))
}

impl PySolver {
    /// Runs `work` with the solver and limits, without the GIL.
    fn run<T: Send, E: Failure + Send>(
        &self,
        py: Python<'_>,
        time: Option<f64>,
        nodes: Option<u64>,
        progress: Option<Py<PyAny>>,
        work: impl FnOnce(&mut Solver) -> Result<T, E> + Send,
    ) -> PyResult<T> {
        let budget = Limits::of(time, nodes, self.memory).budget()?;
        let result = listen(
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
        )?;
        result.map_err(Failure::exception)
    }
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
        let ending = ending(misere);
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
        let verdict = self.run(py, time, nodes, progress, |solver| {
            let mut verdict = solver.solve(position)?;
            if every_move {
                verdict.moves = Some(solver.winning_moves(position)?);
            }
            Ok::<_, SolveError>(verdict)
        })?;
        Ok(PyVerdict::new(position, verdict, None))
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
        let verdict = self.run(py, time, nodes, progress, |solver| {
            solver.solve_lands(&lands)
        })?;
        Ok(verdict.mover_wins)
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
        let nimber = self.run(py, time, nodes, progress, |solver| solver.nimber(&lands))?;
        Ok(nimber.0)
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
        let nimber = self.run(py, time, nodes, progress, |solver| {
            solver.misere_nimber(&lands)
        })?;
        Ok(nimber.0)
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
        let moves = self.run(py, time, nodes, progress, |solver| {
            solver.winning_moves(position)
        })?;
        Ok(moves
            .into_iter()
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
            lock(&self.solver).load(&store).map_err(Failure::exception)
        })
    }

    /// Writes all results that are not yet in a store. Creates the file if there is none.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| {
            let mut store = Store::open(path, self.kind()?).map_err(refuse)?;
            let mut solver = lock(&self.solver);
            solver.save(&mut store).map_err(Failure::exception)?;
            if self.rules.ending == Ending::Normal {
                solver
                    .save_exclusions(&mut store)
                    .map_err(Failure::exception)?;
            }
            Ok(())
        })
    }

    /// Solves a position and returns a proof that others can check.
    ///
    /// Raises:
    ///     Error: If the position is of a variant, or the solver was told something wrong that the proof rests on.
    #[pyo3(signature = (position, *, time=None, nodes=None, progress=None))]
    fn certify(
        &self,
        py: Python<'_>,
        position: &PyPosition,
        time: Option<f64>,
        nodes: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<PyCertificate> {
        let position = of_sprouts(position)?;
        let certificate = self.run(py, time, nodes, progress, |solver| solver.certify(position))?;
        Ok(PyCertificate {
            mover_wins: certificate.mover_wins(),
            lands: certificate.position().to_string(),
            facts: certificate
                .facts()
                .iter()
                .map(ToString::to_string)
                .collect(),
            text: certificate.to_string(),
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

/// A proof of who wins a position, which programs that do not trust this one can check.
///
/// Its text is the file: ``examples/examples/check_proof.rs`` describes the format and checks it without our code.
#[pyclass(name = "Certificate", module = "papergames.sprouts", frozen, get_all)]
#[derive(Debug)]
pub(crate) struct PyCertificate {
    /// Whether the player to move wins.
    mover_wins: bool,
    /// The lands that the proof is about.
    lands: String,
    /// The facts that the proof rests on: lands with their nimbers, or positions lost in misère play.
    facts: Vec<String>,
    text: String,
}

#[pymethods]
impl PyCertificate {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        let who = if self.mover_wins { "wins" } else { "loses" };
        format!(
            "<Certificate: the player to move {who} {}, {} facts>",
            self.lands,
            self.facts.len()
        )
    }
}

/// Returns the lands of a position or of a start in canonical form, as text: what solvers know positions by.
///
/// Lands have no spot names; positions with equal lands play alike. Their text is in the notation of the solver GLOP.
///
/// Examples:
///     >>> lands(Position("sprouts", 3).apply("1-2"))
///     '0.1a1a'
#[pyfunction]
fn lands(of: LandsOf) -> PyResult<String> {
    Ok(of.read()?.to_string())
}

/// Returns the lands one by one, each as text.
#[pyfunction]
fn split(of: LandsOf) -> PyResult<Vec<String>> {
    Ok(of.read()?.iter().map(ToString::to_string).collect())
}

/// Returns the lands after each move on one land, without duplicates.
#[pyfunction]
fn children(py: Python<'_>, land: &str) -> PyResult<Vec<String>> {
    let land: Land = land.parse().map_err(refuse)?;
    Ok(py.detach(|| land.children().iter().map(ToString::to_string).collect()))
}

/// Returns how many lives lands have: three for each spot without lines. A game lasts fewer moves.
#[pyfunction]
fn lives(of: LandsOf) -> PyResult<usize> {
    Ok(of.read()?.lives())
}

/// Returns who first published the winner of a start, such as ``Conway 1967``; None if nobody has yet.
#[pyfunction]
#[pyo3(signature = (n, *, misere=false))]
fn first_solved(n: usize, misere: bool) -> Option<&'static str> {
    sprouts::theory::first_solved(n, ending(misere))
}

/// Returns the survivors and Pharisees at the end of a game of standard Sprouts, by the names of the spots; None if the
/// game goes on or is a variant.
#[pyfunction]
fn census(position: &PyPosition) -> PyResult<Option<(Vec<String>, Vec<String>)>> {
    let census = sprouts::theory::census(of_sprouts(position)?);
    Ok(census.map(|census| {
        let survivors = census
            .survivors
            .iter()
            .map(|survivor| survivor.spot.to_string());
        (
            survivors.collect(),
            census.pharisees.iter().map(ToString::to_string).collect(),
        )
    }))
}

/// Returns the position whose spots have canonical names: the same for positions that differ only in names.
#[pyfunction]
fn canonical(py: Python<'_>, position: &PyPosition) -> PyResult<PyPosition> {
    let position = of_sprouts(position)?;
    Ok(PyPosition(AnyPosition::Sprouts(
        py.detach(|| position.canonical()),
    )))
}

/// Finds the outcome class of a position of Antwerp Sprouts: ``N``, ``P``, ``L`` or ``R``.
#[pyfunction]
#[pyo3(signature = (position, *, time=None, nodes=None))]
fn antwerp_class(
    py: Python<'_>,
    position: &PyPosition,
    time: Option<f64>,
    nodes: Option<u64>,
) -> PyResult<String> {
    let position = of_sprouts(position)?;
    let class = within(py, Limits::of(time, nodes, None), |budget| {
        Antwerp::new().budget(budget).class(position)
    })?;
    Ok(class.to_string())
}

/// Finds the value of a position of Antwerp Sprouts in normal play, in the notation of *Winning Ways*.
#[pyfunction]
#[pyo3(signature = (position, *, time=None, nodes=None))]
fn antwerp_value(
    py: Python<'_>,
    position: &PyPosition,
    time: Option<f64>,
    nodes: Option<u64>,
) -> PyResult<String> {
    let position = of_sprouts(position)?;
    within(py, Limits::of(time, nodes, None), |budget| {
        Antwerp::new().budget(budget).value(position)
    })
}

/// Lists every land sum that can be reached: its text, its nimber, and whether the player to move wins misère play.
///
/// Examples:
///     >>> catalogue(1)
///     [('0', 0, True), ('AB|AB', 1, False), ('!', 0, True)]
#[pyfunction]
#[pyo3(signature = (of, *, time=None, memory=None))]
fn catalogue(
    py: Python<'_>,
    of: LandsOf,
    time: Option<f64>,
    memory: Option<u64>,
) -> PyResult<Vec<(String, u32, bool)>> {
    let lands = of.read()?;
    within(py, Limits::of(time, None, memory), |budget| {
        let catalogue = Catalogue::new(&lands, Reductions::ALL, &budget, &mut |_| ())?;
        let entry = |entry: Entry| {
            (
                entry.position.to_string(),
                entry.nimber.0,
                entry.wins_misere,
            )
        };
        Ok::<_, Unfinished>(catalogue.iter().map(entry).collect())
    })
}

fn ending(misere: bool) -> Ending {
    if misere {
        Ending::Misere
    } else {
        Ending::Normal
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
    m.add_class::<PySolver>()?;
    m.add_class::<PyCertificate>()?;
    for function in [
        wrap_pyfunction!(lands, m)?,
        wrap_pyfunction!(split, m)?,
        wrap_pyfunction!(children, m)?,
        wrap_pyfunction!(lives, m)?,
        wrap_pyfunction!(first_solved, m)?,
        wrap_pyfunction!(census, m)?,
        wrap_pyfunction!(canonical, m)?,
        wrap_pyfunction!(antwerp_class, m)?,
        wrap_pyfunction!(antwerp_value, m)?,
        wrap_pyfunction!(catalogue, m)?,
    ] {
        m.add_function(function)?;
    }
    Ok(())
}
