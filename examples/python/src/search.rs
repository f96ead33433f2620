//! Monte-Carlo tree search, as Python sees it, and its guides: functions of Python that value positions.

use std::sync::Arc;
use std::sync::mpsc::{Sender, SyncSender, sync_channel};

use papergames::any::AnyLeaf;
use papergames::search::{MonteCarlo, Noise, Opinion};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::error::{bail, refusal, whole};
use crate::moves::PyMove;
use crate::pickle::Reduced;
use crate::position::PyPosition;
use crate::results::PyReport;
use crate::waiting::{Callback, call, limits, listen};

/// A question of a search to a guide, with the channel for the answer.
pub(crate) struct Question {
    leaves: Vec<AnyLeaf>,
    answer: SyncSender<Vec<Opinion>>,
}

/// Returns a guide for searches that asks the Python guide: it sends questions and waits for the answers.
pub(crate) fn asking(send: impl Fn(Question)) -> impl FnMut(Vec<AnyLeaf>) -> Vec<Opinion> {
    move |leaves| {
        let sizes = (leaves.iter()).map(|leaf| (leaf.record.players(), leaf.moves.len()));
        let sizes: Vec<(usize, usize)> = sizes.collect();
        let (answer, answered) = sync_channel(1);
        send(Question { leaves, answer });
        // If the guide fails, the answer does not matter, since the stop flag is set.
        let even = |(players, moves)| Opinion::even(vec![0.0; players], moves);
        let answered = answered.recv();
        answered.unwrap_or_else(|_| sizes.into_iter().map(even).collect())
    }
}

impl Question {
    /// Asks the guide of Python.
    pub(crate) fn ask(self, py: Python<'_>, guide: &Py<PyAny>) -> PyResult<()> {
        let players = self.leaves.first().map_or(2, |leaf| leaf.record.players());
        let sizes: Vec<usize> = self.leaves.iter().map(|leaf| leaf.moves.len()).collect();
        let (mut positions, mut moves) = (Vec::new(), Vec::new());
        for leaf in self.leaves {
            let listed = PyMove::all(&*leaf.record, leaf.moves);
            moves.push(PyList::new(py, listed)?);
            positions.push(PyPosition(leaf.record.into()));
        }
        let answer = guide.call1(py, (positions, moves))?;
        let (values, priors): (Vec<Vec<f64>>, Option<Vec<Vec<f64>>>) = answer
            .extract(py)
            .map_err(|error| refusal!("a guide must return a pair (values, priors): {error}"))?;
        let found = (values.len(), priors.as_ref().map_or(values.len(), Vec::len));
        if found != (sizes.len(), sizes.len()) {
            let n = sizes.len();
            bail!(
                "the guide must return values and priors for {n} positions, found {} values and {} priors",
                found.0,
                found.1
            );
        }
        let mut opinions = Vec::new();
        for (i, (values, n)) in values.into_iter().zip(sizes).enumerate() {
            if values.len() != players {
                bail!(
                    "the guide must return a value for each of the {players} players, found {} for one position",
                    values.len()
                );
            }
            if !values.iter().all(|value| value.abs() <= 1.0) {
                bail!("the values of all players must be from -1 to 1, found {values:?}");
            }
            let mut opinion = Opinion::even(values, n);
            if let Some(priors) = &priors {
                let sum: f64 = priors[i].iter().sum();
                if priors[i].len() != n
                    || !priors[i].iter().all(|prior| *prior >= 0.0)
                    || !sum.is_finite()
                {
                    bail!(
                        "there must be {n} priors of at least 0, found {:?}",
                        priors[i]
                    );
                }
                if sum > 0.0 {
                    opinion.priors = priors[i].iter().map(|prior| prior / sum).collect();
                }
            }
            opinions.push(opinion);
        }
        // If no one receives the answer, the search has ended.
        let _ = self.answer.send(opinions);
        Ok(())
    }
}

/// An event that a search reports while it runs.
enum Event {
    Report(PyReport),
    Question(Question),
}

/// Monte-Carlo tree search, with random games or guided by a function such as a network.
///
/// A guide is called with a list of positions and a list of their legal moves. It returns the values of the positions
/// for every player, from -1 (lost) to 1 (won), as an array ``[positions, players]``, and the weights of the moves, as
/// a list of arrays in the order of the moves. None in place of the weights means that they are equal.
///
/// Args:
///     seed: The seed of random games and of noise.
///     exploration: The preference for moves that the search has tried less; the square root of 2 if None.
///     batch: The number of positions that a guide is asked about at once.
///     root_noise: ``(alpha, share)``: mixes noise from a Dirichlet distribution into the weights at the root.
///     most_moves: The number of moves after which a random game is abandoned and counted as a draw.
///
/// Examples:
///     >>> report = MonteCarlo(seed=1).run(Position("sos", "2x3"), nodes=200)
///     >>> report.nodes, sum(candidate.visits for candidate in report.candidates)
///     (200, 199)
#[pyclass(name = "MonteCarlo", module = "papergames", frozen)]
pub(crate) struct PyMonteCarlo(MonteCarlo);

/// Returns the noise given by `(alpha, share)`.
pub(crate) fn noise((alpha, share): (f64, f64)) -> PyResult<Noise> {
    if alpha.is_finite() && alpha > 0.0 && (0.0..=1.0).contains(&share) {
        return Ok(Noise { alpha, share });
    }
    Err(refusal!(
        "root noise must have an alpha above 0 and a share from 0 to 1, found ({alpha}, {share})"
    ))
}

impl PyMonteCarlo {
    /// Returns the noise as Python passes it.
    fn noise(&self) -> Option<(f64, f64)> {
        self.0.noise.map(|Noise { alpha, share }| (alpha, share))
    }
}

#[pymethods]
impl PyMonteCarlo {
    #[new]
    #[pyo3(signature = (seed=0, *, exploration=None, batch=1, root_noise=None, most_moves=10_000))]
    fn new(
        #[pyo3(from_py_with = whole)] seed: u64,
        exploration: Option<f64>,
        #[pyo3(from_py_with = whole)] batch: usize,
        root_noise: Option<(f64, f64)>,
        #[pyo3(from_py_with = whole)] most_moves: u64,
    ) -> PyResult<PyMonteCarlo> {
        let usual = MonteCarlo::new(seed);
        let exploration = exploration.unwrap_or(usual.exploration);
        if !exploration.is_finite() || exploration < 0.0 || batch == 0 {
            bail!(
                "exploration must be at least 0 and batch at least 1, found {exploration} and {batch}"
            );
        }
        Ok(PyMonteCarlo(MonteCarlo {
            exploration,
            batch,
            noise: root_noise.map(noise).transpose()?,
            most_moves,
            ..usual
        }))
    }

    fn __repr__(&self) -> String {
        let (own, noise) = (&self.0, self.noise());
        let noise = noise.map_or("None".to_owned(), |noise| format!("{noise:?}"));
        format!(
            "MonteCarlo({}, exploration={}, batch={}, root_noise={noise}, most_moves={})",
            own.seed, own.exploration, own.batch, own.most_moves
        )
    }

    #[staticmethod]
    fn _of(
        seed: u64,
        exploration: f64,
        batch: usize,
        root_noise: Option<(f64, f64)>,
        most_moves: u64,
    ) -> PyResult<PyMonteCarlo> {
        PyMonteCarlo::new(seed, Some(exploration), batch, root_noise, most_moves)
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyMonteCarlo>) -> PyResult<Reduced<'py>> {
        let search = slf.get();
        let (own, noise) = (&search.0, search.noise());
        let arguments = (own.seed, own.exploration, own.batch, noise, own.most_moves);
        Ok((slf.getattr("_of")?, arguments.into_pyobject(slf.py())?))
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
        #[pyo3(from_py_with = whole)] nodes: Option<u64>,
        #[pyo3(from_py_with = whole)] memory: Option<u64>,
        guide: Option<Callback>,
        progress: Option<Callback>,
    ) -> PyResult<PyReport> {
        if time.is_none() && nodes.is_none() {
            bail!("the search needs a limit on time or nodes, or it would not end");
        }
        let budget = limits(time, nodes, memory)?;
        let record = &*position.0;
        if record.turn().is_none() {
            bail!("the game is over");
        }
        let report = listen(
            py,
            |stop, sender: &Sender<Event>| {
                let send = |event| {
                    // If the call was interrupted, no one receives this.
                    let _ = sender.send(event);
                };
                let mut ask = asking(|question| send(Event::Question(question)));
                record.search(
                    &self.0,
                    &budget.stop(Arc::clone(stop)),
                    guide.is_some().then_some(&mut ask),
                    &mut |report| send(Event::Report(PyReport::of(record, report))),
                )
            },
            |py, event| match (event, &guide) {
                (Event::Question(question), Some(guide)) => question.ask(py, guide),
                (Event::Question(_), None) => Ok(()),
                (Event::Report(report), _) => call(py, progress.as_ref(), (report,)),
            },
        )?;
        Ok(PyReport::of(record, &report))
    }
}
