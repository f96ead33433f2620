//! The solver of Sprouts, as Python sees it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};

use papergames::any::AnyMove;
use papergames::budget::Clock;
use papergames::claim::Certificate;
use papergames::store::Store;
use papergames::values::Unsolved;
use papergames::{Budget, Ending, Nimber, Progress, Symmetric, Unfinished};
use pyo3::Borrowed;
use pyo3::prelude::*;
use pyo3::types::PyInt;
use sprouts::land::{Land, Lands, Reductions};
use sprouts::solve::antwerp::Antwerp;
use sprouts::solve::catalogue::{Catalogue, CatalogueEntry};
use sprouts::solve::stored;
use sprouts::solve::{self, Known, Solver};
use sprouts::{Position, Rules, Variant};

use crate::error::{bail, refusal, refuse, unlike, whole};
use crate::games::name_of;
use crate::moves::PyMove;
use crate::pickle::{Reduced, pickled};
use crate::position::PyPosition;
use crate::results::PyVerdict;
use crate::waiting::{Callback, Shared, limits, lock, telling, threads_of, within};

/// What a call that works with a solver shows to others.
#[derive(Default)]
struct CallStatus {
    /// Receives the progress of the call.
    listener: Mutex<Option<Sender<Progress>>>,
    /// The nodes of all calls that have ended.
    before: AtomicU64,
    /// The counts of all calls that have ended, with the nodes of the present one, in the order of [`COUNTS`].
    counts: [AtomicU64; 6],
}

/// The names of a solver's counts.
const COUNTS: [&str; 6] = [
    "nodes",
    "expanded",
    "listed",
    "arranged",
    "canonised",
    "lands",
];

impl CallStatus {
    /// Shows the progress of a call.
    fn hear(&self, seen: &Progress) {
        let nodes = self.before.load(Ordering::Relaxed) + seen.nodes;
        self.counts[0].store(nodes, Ordering::Relaxed);
        if let Some(sender) = lock(&self.listener).as_ref() {
            // If the call was interrupted, no one receives this.
            let _ = sender.send(seen.clone());
        }
    }

    /// Shows the counts of a solver after a call.
    fn count(&self, solver: &Solver) {
        let work = solver.work();
        let counts = [
            work.nodes,
            work.expanded,
            work.listed,
            work.arranged,
            work.canonised,
            work.lands,
        ];
        self.before.store(work.nodes, Ordering::Relaxed);
        for (shown, count) in self.counts.iter().zip(counts) {
            shown.store(count, Ordering::Relaxed);
        }
    }
}

/// A solver of Sprouts, which finds who wins a position and remembers what it has proved.
#[pyclass(name = "Solver", module = "papergames.sprouts", frozen)]
pub(crate) struct PySolver {
    rules: Rules,
    solver: Shared<Solver>,
    shown: Arc<CallStatus>,
    memory: Option<u64>,
    /// The number of threads, and the seed.
    settings: (usize, u64),
}

/// Returns the position as one of Sprouts.
fn of_sprouts(position: &PyPosition) -> PyResult<Position> {
    let record = position.0.typed::<Position>().ok_or_else(|| {
        let found = name_of(&*position.0);
        refusal!("the position must be one of sprouts on paper, found one of {found}")
    })?;
    Ok(record.position().clone())
}

/// Returns an error for a position with other rules.
fn under(position: &Position, rules: Rules) -> PyResult<()> {
    let [expected, found] = [rules, position.rules()].map(|Rules { ending, variant }| {
        let play = match ending {
            Ending::Misere => "misère",
            Ending::Normal => "normal",
        };
        format!("{play} play of the variant `{variant}`")
    });
    if expected == found {
        return Ok(());
    }
    Err(refusal!(
        "only positions in {expected} are supported, found one in {found}"
    ))
}

/// An argument from Python that gives lands: a position, a number of starting spots, or the text of lands.
pub(crate) enum LandsOf {
    Position(PyPosition),
    Text(String),
    /// The lands of a starting position.
    Spots(usize),
}

impl FromPyObject<'_, '_> for LandsOf {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<LandsOf> {
        if let Ok(position) = given.extract() {
            return Ok(LandsOf::Position(position));
        }
        if let Ok(text) = given.extract() {
            return Ok(LandsOf::Text(text));
        }
        if given.cast::<PyInt>().is_err() {
            return Err(unlike(
                "a position, the text of lands or a number of spots",
                &given,
            ));
        }
        let spots = given.extract().map(LandsOf::Spots);
        spots.map_err(|_| refusal!("a position must have 1 to 100 spots, found {}", *given))
    }
}

impl LandsOf {
    /// Returns the lands to be played by some rules. A position must have the same rules.
    pub(crate) fn under(&self, rules: Rules) -> PyResult<Lands> {
        if let LandsOf::Position(position) = self {
            under(&of_sprouts(position)?, rules)?;
        }
        self.read()
    }

    fn read(&self) -> PyResult<Lands> {
        match self {
            LandsOf::Text(text) => text.parse().map_err(refuse),
            LandsOf::Spots(n) if (1..=100).contains(n) => Ok(Lands::start(*n)),
            LandsOf::Spots(n) => Err(refusal!("a position must have 1 to 100 spots, found {n}")),
            LandsOf::Position(position) => {
                let position = of_sprouts(position)?;
                let variant = position.rules().variant;
                Lands::drawn(&position, Reductions::of(variant)).ok_or_else(|| {
                    refusal!("in the variant `{variant}`, spots are not all alike, so positions are not sums of lands")
                })
            }
        }
    }
}

/// Returns the numbers of the bits that are set.
pub(crate) fn bits(bits: u64) -> impl Iterator<Item = u32> {
    (0..64).filter(move |nimber| bits >> nimber & 1 == 1)
}

impl PySolver {
    /// Returns the rules of the solver with an ending.
    fn with(&self, ending: Ending) -> Rules {
        Rules {
            ending,
            ..self.rules
        }
    }

    /// Returns a position of Sprouts, which must have the rules of the solver.
    fn drawn(&self, position: &PyPosition) -> PyResult<Position> {
        let drawn = of_sprouts(position)?;
        under(&drawn, self.rules).map(|()| drawn)
    }

    /// Adds facts about lands to the solver, which `known` makes from numbers.
    fn learn_all(
        &self,
        py: Python<'_>,
        nimbers: &[(String, u32)],
        known: impl Fn(u32) -> Known + Sync,
    ) -> PyResult<()> {
        let learnt = self.solver.with(py, |solver| {
            for (land, nimber) in nimbers {
                if *nimber > 63 {
                    return Err(format!("a nimber must be from 0 to 63, found {nimber}"));
                }
                let land = land.parse::<Land>().map_err(|error| error.to_string())?;
                solver.learn(&solve::Entry::Land(land, known(*nimber)));
            }
            self.shown.count(solver);
            Ok(())
        })?;
        learnt.map_err(refuse)
    }

    /// Lists the lands that the solver knows, with the numbers that `of` finds in its facts.
    fn listed(
        &self,
        py: Python<'_>,
        of: impl Fn(Known) -> Vec<u32> + Sync,
    ) -> PyResult<Vec<(String, u32)>> {
        self.solver.with(py, |solver| {
            let mut listed = Vec::new();
            for entry in solver.entries() {
                if let solve::Entry::Land(land, known) = entry {
                    listed.extend(
                        of(known)
                            .into_iter()
                            .map(|nimber| (land.to_string(), nimber)),
                    );
                }
            }
            listed
        })
    }

    /// Runs `work` with the solver and limits, without the GIL. Waiting for other calls is a part of its time.
    fn run<T: Send, E: Into<Unsolved>>(
        &self,
        py: Python<'_>,
        time: Option<f64>,
        nodes: Option<u64>,
        progress: Option<Callback>,
        work: impl FnOnce(&mut Solver) -> Result<T, E> + Send,
    ) -> PyResult<T> {
        let budget = limits(time, nodes, self.memory)?;
        telling(py, budget, progress.as_ref(), |budget, sender| {
            let begun = Clock::start();
            let mut solver = self.solver.get(&budget)?;
            *lock(&self.shown.listener) = Some(sender.clone());
            solver.settings.budget = budget.less(0, begun.elapsed());
            let result = work(&mut solver);
            solver.settings.budget = Budget::new();
            *lock(&self.shown.listener) = None;
            self.shown.count(&solver);
            result.map_err(Into::into)
        })
    }
}

#[pymethods]
impl PySolver {
    #[new]
    #[pyo3(signature = (*, misere=false, variant="standard", threads=1, memory=None, seed=0))]
    fn new(
        misere: bool,
        variant: &str,
        #[pyo3(from_py_with = whole)] threads: usize,
        #[pyo3(from_py_with = whole)] memory: Option<u64>,
        #[pyo3(from_py_with = whole)] seed: u64,
    ) -> PyResult<PySolver> {
        let variant: Variant = variant.parse().map_err(refuse)?;
        let ending = ending(misere);
        let rules = Rules { ending, variant };
        let shown = Arc::<CallStatus>::default();
        let heard = Arc::clone(&shown);
        let mut solver = Solver::for_rules(rules).progress(move |seen| heard.hear(seen));
        (solver.settings.threads, solver.settings.seed) = (threads_of(Some(threads))?, seed);
        Ok(PySolver {
            rules,
            solver: Shared::new(solver),
            shown,
            memory,
            settings: (threads, seed),
        })
    }

    /// A pickle contains the settings of the solver and its facts about the nimbers of lands.
    fn __reduce__<'py>(slf: &Bound<'py, PySolver>) -> PyResult<Reduced<'py>> {
        let (py, this) = (slf.py(), slf.get());
        let (threads, seed) = this.settings;
        let Rules { ending, variant } = this.rules;
        let settings = (
            ending.is_misere(),
            variant.to_string(),
            threads,
            this.memory,
            seed,
        );
        let known = [this.nimbers(py)?, this.exclusions(py)?];
        Ok((slf.getattr("_of")?, (settings, known).into_pyobject(py)?))
    }

    #[staticmethod]
    fn _of(
        py: Python<'_>,
        settings: (bool, String, usize, Option<u64>, u64),
        known: [Vec<(String, u32)>; 2],
    ) -> PyResult<PySolver> {
        let (misere, variant, threads, memory, seed) = settings;
        let [nimbers, exclusions] = known;
        let solver = PySolver::new(misere, &variant, threads, memory, seed)?;
        solver.learn(py, nimbers)?;
        solver.learn_exclusions(py, exclusions)?;
        Ok(solver)
    }

    fn __repr__(&self) -> String {
        let variant = self.rules.variant;
        let misere = if self.rules.ending.is_misere() {
            ", misere"
        } else {
            ""
        };
        format!("<Solver: {variant}{misere}>")
    }

    /// Finds who wins a position.
    ///
    /// Args:
    ///     position: A position with the rules of the solver.
    ///     every_move: Whether to find every winning move.
    ///     time: The most seconds.
    ///     nodes: The most positions.
    ///     store: A file that keeps results while the search runs, as that of ``Position.solve`` does. What the solver
    ///         knew before only counts if a proof from the rules confirms it.
    ///     progress: Called with the nodes, the seconds and a note a few times each second.
    #[pyo3(signature = (
        position, *, every_move=false, time=None, nodes=None, store=None, progress=None
    ))]
    fn solve(
        &self,
        py: Python<'_>,
        position: &PyPosition,
        every_move: bool,
        time: Option<f64>,
        #[pyo3(from_py_with = whole)] nodes: Option<u64>,
        store: Option<PathBuf>,
        progress: Option<Callback>,
    ) -> PyResult<PyVerdict> {
        let drawn = self.drawn(position)?;
        let kind = store.is_some().then(|| self.kind()).transpose()?;
        let verdict = self.run(py, time, nodes, progress, |solver| {
            solver.settings.every_move = every_move;
            let solved =
                match store.zip(kind) {
                    None => solver.solve(&drawn).map_err(Unsolved::from),
                    Some((path, kind)) => Store::open(path, kind)
                        .map_err(Unsolved::because)
                        .and_then(|mut store| {
                            solver.settings.budget = Store::leaves(&solver.settings.budget);
                            let mut hear = |seen: &Progress| self.shown.hear(seen);
                            Ok(solver.solve_stored(&drawn, &mut store, &mut hear)?)
                        }),
                };
            solver.settings.every_move = false;
            solved
        })?;
        let mut verdict = verdict.map(AnyMove::new::<Position>);
        position.complete(&mut verdict);
        Ok(PyVerdict::new(&*position.0, verdict, None))
    }

    /// Finds whether the player to move wins on lands, by the rules of this solver.
    #[pyo3(signature = (lands, *, time=None, nodes=None, progress=None))]
    fn mover_wins(
        &self,
        py: Python<'_>,
        lands: LandsOf,
        time: Option<f64>,
        #[pyo3(from_py_with = whole)] nodes: Option<u64>,
        progress: Option<Callback>,
    ) -> PyResult<bool> {
        let lands = lands.under(self.rules)?;
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
        #[pyo3(from_py_with = whole)] nodes: Option<u64>,
        progress: Option<Callback>,
    ) -> PyResult<u32> {
        let lands = lands.under(self.with(Ending::Normal))?;
        let nimber = self.run(py, time, nodes, progress, |solver| solver.nimber(&lands))?;
        Ok(nimber.0)
    }

    /// Finds the misère Grundy number of lands: the size of the least Nim heap beside which the player to move loses
    /// misère play.
    #[pyo3(signature = (lands, *, time=None, nodes=None, progress=None))]
    fn misere_nimber(
        &self,
        py: Python<'_>,
        lands: LandsOf,
        time: Option<f64>,
        #[pyo3(from_py_with = whole)] nodes: Option<u64>,
        progress: Option<Callback>,
    ) -> PyResult<u32> {
        let lands = lands.under(self.with(Ending::Misere))?;
        let nimber = self.run(py, time, nodes, progress, |solver| {
            solver.misere_nimber(&lands)
        })?;
        Ok(nimber.0)
    }

    /// Lists the winning moves of a position. The list is empty if the player to move loses.
    #[pyo3(signature = (position, *, time=None, nodes=None, progress=None))]
    fn winning_moves(
        &self,
        py: Python<'_>,
        position: &PyPosition,
        time: Option<f64>,
        #[pyo3(from_py_with = whole)] nodes: Option<u64>,
        progress: Option<Callback>,
    ) -> PyResult<Vec<PyMove>> {
        let drawn = self.drawn(position)?;
        let moves = self.run(py, time, nodes, progress, |solver| {
            solver.winning_moves(&drawn)
        })?;
        let moves = moves.into_iter().map(AnyMove::new::<Position>).collect();
        Ok(PyMove::all(&*position.0, moves))
    }

    /// Returns the nimber of a land, or None if the solver does not know it yet.
    fn known_nimber(&self, py: Python<'_>, land: &str) -> PyResult<Option<u32>> {
        let land = land.parse().map_err(refuse)?;
        self.solver.with(py, |solver| match solver.known(&land) {
            Some(Known::Nimber(nimber)) => Some(nimber.0),
            _ => None,
        })
    }

    /// Adds the nimbers of lands to the solver, without checking them.
    ///
    /// Args:
    ///     nimbers: Lands as text with their nimbers, from 0 to 63, as ``Solver.nimbers`` returns them.
    ///
    /// Examples:
    ///     >>> solver = Solver()
    ///     >>> solver.learn([("AB|AB", 1)])
    ///     >>> solver.known_nimber("AB|AB")
    ///     1
    fn learn(&self, py: Python<'_>, nimbers: Vec<(String, u32)>) -> PyResult<()> {
        self.learn_all(py, &nimbers, |nimber| Known::Nimber(Nimber(nimber)))
    }

    /// Adds nimbers that lands do not have to the solver, without checking them.
    fn learn_exclusions(&self, py: Python<'_>, nimbers: Vec<(String, u32)>) -> PyResult<()> {
        self.learn_all(py, &nimbers, |nimber| Known::Excluded(1 << nimber))
    }

    /// Returns all lands whose nimbers are known, with their nimbers.
    fn nimbers(&self, py: Python<'_>) -> PyResult<Vec<(String, u32)>> {
        self.listed(py, |known| match known {
            Known::Nimber(nimber) => vec![nimber.0],
            Known::Excluded(_) => Vec::new(),
        })
    }

    /// Returns the nimbers that lands with unknown nimbers are proved not to have.
    fn exclusions(&self, py: Python<'_>) -> PyResult<Vec<(String, u32)>> {
        self.listed(py, |known| match known {
            Known::Nimber(_) => Vec::new(),
            Known::Excluded(excluded) => bits(excluded).collect(),
        })
    }

    /// Loads the results of a store into the solver. Several programs can load one file at the same time.
    fn load(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let kind = self.kind()?;
        self.run(py, None, None, None, |solver| {
            let store = Store::open_read_only(path).map_err(Unsolved::because)?;
            store.expect_kind(kind).map_err(Unsolved::because)?;
            stored::load(solver, &store).map_err(Unsolved::from)
        })
    }

    /// Writes all results that are not yet in a store, with those that were loaded from others. Creates the file if it
    /// does not exist.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let kind = self.kind()?;
        self.run(py, None, None, None, |solver| {
            let mut store = Store::open(path, kind).map_err(Unsolved::because)?;
            stored::save(solver, &mut store).map_err(Unsolved::from)
        })
    }

    /// Solves a position and returns a proof that other programs can check.
    ///
    /// Raises:
    ///     Error: If the position is of a variant, or the proof needs a wrong fact that was added to the solver.
    #[pyo3(signature = (position, *, time=None, nodes=None, progress=None))]
    fn certify(
        &self,
        py: Python<'_>,
        position: &PyPosition,
        time: Option<f64>,
        #[pyo3(from_py_with = whole)] nodes: Option<u64>,
        progress: Option<Callback>,
    ) -> PyResult<PyCertificate> {
        let position = self.drawn(position)?;
        let certificate = self.run(py, time, nodes, progress, |solver| {
            solver.certify(&position)
        })?;
        PyCertificate::parse(certificate.to_string())
    }

    /// Returns counts of the work that the solver has done since it was created. While a call of another thread works,
    /// only its nodes are counted, as of its last report of progress.
    ///
    /// ``nodes`` counts visits to lands, ``expanded`` listings of children, ``listed`` children made, ``arranged``
    /// lands looked up by their arranged spelling, ``canonised`` those of them not found, and ``lands`` lands in
    /// memory.
    #[getter]
    fn work(&self) -> BTreeMap<&'static str, u64> {
        let counts = self.shown.counts.iter();
        let counts = counts.map(|count| count.load(Ordering::Relaxed));
        COUNTS.into_iter().zip(counts).collect()
    }
}

/// A proof of who wins a position, which independent programs can check.
///
/// Its text is the contents of a certificate file. ``check`` and ``python -m papergames check FILE`` check it without
/// any code of the solver. ``examples/check/FORMAT.md`` in the repository describes the format.
///
/// Examples:
///     >>> from papergames import Position
///     >>> certificate = Solver().certify(Position("sprouts", 2))
///     >>> Certificate.parse(str(certificate)).check("sprouts 2 normal")[:52]
///     'the player to move loses 0*2, the start with 2 spots'
#[pyclass(
    name = "Certificate",
    module = "papergames.sprouts",
    frozen,
    get_all,
    eq,
    hash
)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyCertificate {
    /// Whether the player to move wins.
    mover_wins: bool,
    /// The lands that the proof is about.
    lands: String,
    /// The facts that the proof uses: lands with their nimbers, or positions lost in misère play.
    facts: Vec<String>,
    text: String,
}

#[pymethods]
impl PyCertificate {
    /// Reads the text of a certificate of Sprouts. To find whether it proves anything, use ``check``.
    ///
    /// Raises:
    ///     Error: If it is not such a text.
    #[staticmethod]
    fn parse(text: String) -> PyResult<PyCertificate> {
        let read: Certificate = text.parse().map_err(refuse)?;
        let (Some(mover), Some(lands)) = (read.said("mover"), read.said("position")) else {
            bail!(
                "this function only reads certificates for Sprouts; use `papergames.check` for those of SOS"
            );
        };
        Ok(PyCertificate {
            mover_wins: mover == "wins",
            lands: lands.to_owned(),
            facts: read.entries,
            text,
        })
    }

    /// Checks the proof; see ``papergames.check``.
    #[pyo3(signature = (claim=None, *, time=None))]
    fn check(&self, py: Python<'_>, claim: Option<&str>, time: Option<f64>) -> PyResult<String> {
        crate::stores::check(py, &self.text, claim, time)
    }

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

pickled!(PyCertificate, mover_wins: bool, lands: String, facts: Vec<String>, text: String);

/// Returns the lands of a position in canonical form, as text, by which solvers identify positions.
///
/// Lands have no spot names, and positions with equal lands are equivalent. Their text is in the notation of the solver
/// GLOP.
///
/// Examples:
///     >>> lands(Position("sprouts", 3).apply("1-2"))
///     '0.1a1a'
#[pyfunction]
pub(crate) fn lands(of: LandsOf) -> PyResult<String> {
    Ok(of.read()?.to_string())
}

/// Returns the lands one by one, each as text.
#[pyfunction]
pub(crate) fn split(of: LandsOf) -> PyResult<Vec<String>> {
    Ok(of.read()?.iter().map(ToString::to_string).collect())
}

/// Returns the lands that each move on one land leads to, without duplicates.
///
/// Examples:
///     >>> children("0")
///     ['AB|AB']
#[pyfunction]
pub(crate) fn children(py: Python<'_>, land: &str) -> PyResult<Vec<String>> {
    let land: Land = land.parse().map_err(refuse)?;
    Ok(py.detach(|| land.children().iter().map(ToString::to_string).collect()))
}

/// Returns the number of lives of the lands, which is three for each spot without lines. A game has fewer moves than
/// lives.
#[pyfunction]
pub(crate) fn lives(of: LandsOf) -> PyResult<usize> {
    Ok(of.read()?.lives())
}

/// Returns where the winner of a starting position was first published, such as ``Conway 1967``, or None if it is not
/// published.
#[pyfunction]
#[pyo3(signature = (n, *, misere=false))]
pub(crate) fn first_solved(
    #[pyo3(from_py_with = whole)] n: usize,
    misere: bool,
) -> Option<&'static str> {
    sprouts::theory::first_solved(n, ending(misere))
}

/// Returns the names of the survivors and Pharisees at the end of a game of standard Sprouts, or None if the game is
/// not finished or is a variant.
#[pyfunction]
pub(crate) fn census(position: &PyPosition) -> PyResult<Option<(Vec<String>, Vec<String>)>> {
    let census = sprouts::theory::census(&of_sprouts(position)?);
    Ok(census.map(|census| {
        let survivors = census.survivors.iter();
        let survivors = survivors.map(|survivor| survivor.spot.to_string());
        let pharisees = census.pharisees.iter().map(ToString::to_string);
        (survivors.collect(), pharisees.collect())
    }))
}

/// Returns the position with canonical names of its spots, which is the same for positions that differ only in names.
#[pyfunction]
pub(crate) fn canonical(py: Python<'_>, position: &PyPosition) -> PyResult<PyPosition> {
    let drawn = of_sprouts(position)?;
    let canonical = py.detach(|| drawn.canonical());
    position.like(&canonical.to_string())
}

/// Finds the outcome class of a position of Antwerp Sprouts: ``N``, ``P``, ``L`` or ``R``.
///
/// Args:
///     position: The position, of the variant ``antwerp-cold`` or ``antwerp-hot``.
///     time: The most seconds.
///     nodes: The most positions.
///
/// Raises:
///     UnfinishedError: If a limit ends the search.
#[pyfunction]
#[pyo3(signature = (position, *, time=None, nodes=None))]
pub(crate) fn antwerp_class(
    py: Python<'_>,
    position: &PyPosition,
    time: Option<f64>,
    #[pyo3(from_py_with = whole)] nodes: Option<u64>,
) -> PyResult<String> {
    let position = of_sprouts(position)?;
    let class = within(py, limits(time, nodes, None)?, |budget| {
        let mut solver = Antwerp::new();
        solver.budget = budget;
        solver.class(&position)
    })?;
    Ok(class.to_string())
}

/// Finds the value of a position of Antwerp Sprouts in normal play, in the notation of *Winning Ways*.
///
/// The arguments are those of ``antwerp_class``.
#[pyfunction]
#[pyo3(signature = (position, *, time=None, nodes=None))]
pub(crate) fn antwerp_value(
    py: Python<'_>,
    position: &PyPosition,
    time: Option<f64>,
    #[pyo3(from_py_with = whole)] nodes: Option<u64>,
) -> PyResult<String> {
    let position = of_sprouts(position)?;
    within(py, limits(time, nodes, None)?, |budget| {
        let mut solver = Antwerp::new();
        solver.budget = budget;
        solver.worth(&position).map(|worth| worth.name)
    })
}

/// Lists every sum of lands that can be reached, with its text, its nimber, and whether the player to move wins misère
/// play.
///
/// Args:
///     of: A position, the text of lands, or the spots of a start.
///     time: The most seconds.
///     memory: The most bytes.
///
/// Raises:
///     UnfinishedError: If a limit ends the list.
///
/// Examples:
///     >>> catalogue(1)
///     [('0', 0, True), ('AB|AB', 1, False), ('!', 0, True)]
#[pyfunction]
#[pyo3(signature = (of, *, time=None, memory=None))]
pub(crate) fn catalogue(
    py: Python<'_>,
    of: LandsOf,
    time: Option<f64>,
    #[pyo3(from_py_with = whole)] memory: Option<u64>,
) -> PyResult<Vec<(String, u32, bool)>> {
    let lands = of.read()?;
    within(py, limits(time, None, memory)?, |budget| {
        let catalogue = Catalogue::new(&lands, Reductions::ALL, &budget, &mut |_| ())?;
        let entry = |entry: CatalogueEntry| {
            let lands = entry.position.to_string();
            (lands, entry.nimber.0, entry.wins_misere)
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
    /// Returns the kind of a store for the rules.
    fn kind(&self) -> PyResult<&'static str> {
        let variant = self.rules.variant;
        stored::kind(self.rules).ok_or_else(|| {
            refusal!(
                "only results of standard Sprouts can be stored, not those of the variant `{variant}`"
            )
        })
    }
}
