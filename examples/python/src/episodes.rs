//! Games of self-play by a search, as Python sees them.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Sender;

use papergames::any::{AnyEpisode, AnyGuide, AnyMove, AnyRecord};
use papergames::playout;
use papergames::search::MonteCarlo;
use papergames::self_play::{SelfPlay, Step};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::{bail, refuse, whole};
use crate::games::named;
use crate::moves::PyMove;
use crate::pickle::{Reduced, pickled};
use crate::position::PyPosition;
use crate::record::PyRecord;
use crate::search::{Question, asking, noise};
use crate::waiting::{Callback, limits, listen, threads_of};

/// A step of an episode: what the search knew before a move.
#[pyclass(name = "Step", module = "papergames", frozen, get_all, from_py_object)]
#[derive(Clone)]
pub(crate) struct PyStep {
    /// The moves that the search preferred, in the order of ``legal_moves``.
    moves: Vec<PyMove>,
    /// The share of each of these moves in all visits: the policy, a target for a learner.
    shares: Vec<f64>,
    /// The value of the position for the player to move, from -1 to 1 unless it is in points; None if unknown.
    value: Option<f64>,
}

/// A game of self-play, with what the search knew before every move.
#[pyclass(name = "Episode", module = "papergames", frozen)]
pub(crate) struct PyEpisode {
    record: Py<PyRecord>,
    steps: Vec<PyStep>,
    bytes: Vec<u8>,
}

#[pymethods]
impl PyStep {
    fn __repr__(&self) -> String {
        let value = self.value.map(|value| format!("{value:+.2}"));
        let value = value.as_deref().unwrap_or("unknown");
        format!("<Step: {} moves, value {value}>", self.moves.len())
    }
}

pickled!(PyStep, moves: Vec<PyMove>, shares: Vec<f64>, value: Option<f64>);

impl PyStep {
    fn of(record: &dyn AnyRecord, step: Step<AnyMove>) -> PyStep {
        let value = step.value.map(|value| value as f64 / 100.0);
        let (moves, weights): (Vec<_>, Vec<u64>) = step.weights.into_iter().unzip();
        let total: f64 = weights.iter().map(|weight| *weight as f64).sum();
        let shares = weights.iter().map(|weight| *weight as f64 / total);
        PyStep {
            moves: PyMove::all(record, moves),
            shares: shares.collect(),
            value,
        }
    }
}

impl PyEpisode {
    fn of(py: Python<'_>, episode: AnyEpisode) -> PyResult<PyEpisode> {
        let record = &*episode.record;
        let steps = episode.steps.into_iter();
        Ok(PyEpisode {
            steps: steps.map(|step| PyStep::of(record, step)).collect(),
            bytes: episode.bytes,
            record: Py::new(py, PyRecord::of(episode.record))?,
        })
    }

    fn all(py: Python<'_>, episodes: Vec<AnyEpisode>) -> PyResult<Vec<PyEpisode>> {
        let episodes = episodes.into_iter();
        episodes.map(|episode| PyEpisode::of(py, episode)).collect()
    }
}

#[pymethods]
impl PyEpisode {
    /// The record of the game.
    #[getter]
    fn record(&self, py: Python<'_>) -> Py<PyRecord> {
        self.record.clone_ref(py)
    }

    /// The steps of the game: what the search knew before each move.
    #[getter]
    fn steps(&self) -> Vec<PyStep> {
        self.steps.clone()
    }

    /// Returns the episode in a compact form. The bytes of several episodes one after the other make a file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.bytes)
    }

    #[staticmethod]
    fn _of(py: Python<'_>, game: &str, data: &[u8]) -> PyResult<PyEpisode> {
        let mut episodes = read_episodes(py, game, data)?;
        (episodes.pop()).ok_or_else(|| refuse("there are no episodes; give at least one"))
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyEpisode>) -> PyResult<Reduced<'py>> {
        let (py, episode) = (slf.py(), slf.get());
        let game = episode.record.bind(py).getattr("game")?;
        let arguments = (game, episode.to_bytes(py));
        Ok((slf.getattr("_of")?, arguments.into_pyobject(py)?))
    }

    fn __len__(&self) -> usize {
        self.steps.len()
    }

    fn __eq__(&self, other: &PyEpisode) -> bool {
        self.bytes == other.bytes
    }

    fn __repr__(&self) -> String {
        format!("<Episode: {} moves>", self.steps.len())
    }
}

/// Plays games in which a Monte-Carlo tree search chooses the moves of all players, and keeps what it knew at every
/// move.
///
/// Args:
///     start: The position in which every game begins.
///     games: The number of games.
///     nodes: The random games, or opinions of the guide, for each move.
///     seed: The same seed plays the same games, on any number of threads.
///     threads: The number of games to play at once; None means one on each core.
///     opening: The number of opening moves that are sampled by their visits, so that games differ.
///     temperature: The temperature of that sampling.
///     most_moves: The number of moves after which a game is abandoned.
///     guide: A function that values positions in place of random games; see ``MonteCarlo``.
///     batch: The number of positions that a guide is asked about at once.
///     root_noise: ``(alpha, share)``: mixes noise from a Dirichlet distribution into the weights at the root.
///
/// Examples:
///     >>> episode, = self_play(Position("sos", "2x3"), 1, nodes=50)
///     >>> len(episode), len(episode.steps), round(sum(episode.steps[0].shares), 6)
///     (6, 6, 1.0)
#[pyfunction]
#[pyo3(signature = (
    start, games, *, nodes, seed=0, threads=None, opening=8, temperature=1.0, most_moves=1000, guide=None, batch=1,
    root_noise=None
))]
pub(crate) fn self_play(
    py: Python<'_>,
    start: &PyPosition,
    #[pyo3(from_py_with = whole)] games: u64,
    #[pyo3(from_py_with = whole)] nodes: u64,
    #[pyo3(from_py_with = whole)] seed: u64,
    #[pyo3(from_py_with = whole)] threads: Option<usize>,
    #[pyo3(from_py_with = whole)] opening: usize,
    temperature: f64,
    #[pyo3(from_py_with = whole)] most_moves: usize,
    guide: Option<Callback>,
    #[pyo3(from_py_with = whole)] batch: usize,
    root_noise: Option<(f64, f64)>,
) -> PyResult<Vec<PyEpisode>> {
    if nodes == 0 || !temperature.is_finite() || temperature < 0.0 {
        bail!("nodes must be at least 1 and the temperature at least 0");
    }
    let settings = SelfPlay {
        opening,
        temperature,
        most_moves,
    };
    let threads = threads_of(threads)?;
    let root_noise = root_noise.map(noise).transpose()?;
    let budget = limits(None, Some(nodes), None)?;
    let episodes = listen(
        py,
        |stop, sender: &Sender<Question>| {
            let budget = budget.stop(Arc::clone(stop));
            playout::many(games, seed, threads, |game, random| {
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                let search = MonteCarlo {
                    batch,
                    noise: root_noise,
                    ..MonteCarlo::new(seed.wrapping_add(game))
                };
                let mut ask = asking(|question| {
                    let _ = sender.send(question);
                });
                let ask = guide.is_some().then_some(&mut ask as &mut AnyGuide<'_>);
                start.0.self_play(&settings, &search, &budget, ask, random)
            })
        },
        |py, question| match &guide {
            Some(guide) => question.ask(py, guide),
            None => Ok(()),
        },
    )?;
    PyEpisode::all(py, episodes.into_iter().flatten().collect())
}

/// Reads the episodes of a file of self-play.
///
/// Raises:
///     Error: If the bytes are damaged, or of another game.
///
/// Examples:
///     >>> episodes = self_play(Position("brussels", 2), 2, nodes=20)
///     >>> read_episodes("brussels", b"".join(episode.to_bytes() for episode in episodes)) == episodes
///     True
#[pyfunction]
pub(crate) fn read_episodes(py: Python<'_>, game: &str, data: &[u8]) -> PyResult<Vec<PyEpisode>> {
    let game = named(game)?;
    let episodes = py.detach(|| game.read_episodes(data)).map_err(refuse)?;
    PyEpisode::all(py, episodes)
}
