//! Games that a search plays against itself, as Python sees them.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{Sender, sync_channel};
use std::sync::{Arc, PoisonError, RwLock};

use common::search::MonteCarlo;
use common::search::monte_carlo::{Leaf, Opinion};
use common::self_play::{self, Episode, Episodes, SelfPlay};
use common::{Budget, playout};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::any::{Name, Playable, each, with_game};
use crate::engine::{Question, even, question};
use crate::error::refuse;
use crate::limits::Limits;
use crate::position::{PyMove, PyPosition, threads_of};
use crate::record::PyRecord;
use crate::waiting::listen;

/// What a search knew before a move.
#[pyclass(name = "Step", module = "papergames", frozen, get_all)]
#[derive(Clone, Debug)]
pub(crate) struct PyStep {
    /// The moves that the search preferred, in the order of ``legal_moves``.
    moves: Vec<PyMove>,
    /// The share of each of them in all visits: the policy, a target for a learner.
    shares: Vec<f64>,
    /// The value of the position to the player to move, from -1 to 1 unless it is in points; None if unknown.
    value: Option<f64>,
}

/// A game of a search against itself, with what the search knew before every move.
#[pyclass(name = "Episode", module = "papergames", frozen)]
#[derive(Debug)]
pub(crate) struct PyEpisode {
    record: Py<PyRecord>,
    steps: Vec<PyStep>,
    bytes: Vec<u8>,
}

impl PyEpisode {
    fn of<G: Playable>(py: Python<'_>, episode: &Episode<G>) -> PyResult<PyEpisode> {
        let step = |step: &self_play::Step<G::Move>| {
            let total: f64 = step.weights.iter().map(|(_, weight)| *weight as f64).sum();
            let weights = step.weights.iter();
            PyStep {
                moves: weights
                    .clone()
                    .map(|(m, _)| PyMove(G::wrap_move(m.clone())))
                    .collect(),
                shares: weights.map(|(_, weight)| *weight as f64 / total).collect(),
                value: step.value.map(|value| value as f64 / 100.0),
            }
        };
        Ok(PyEpisode {
            record: Py::new(py, PyRecord::of(episode.record().clone()))?,
            steps: episode.steps().iter().map(step).collect(),
            bytes: self_play::write(episode),
        })
    }
}

#[pymethods]
impl PyEpisode {
    /// The game.
    #[getter]
    fn record(&self, py: Python<'_>) -> Py<PyRecord> {
        self.record.clone_ref(py)
    }

    /// What the search knew before each move.
    #[getter]
    fn steps(&self) -> Vec<PyStep> {
        self.steps.clone()
    }

    /// Returns the episode in its compact form. The bytes of several episodes one after the other are a file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.bytes)
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

/// How many games to play, and how.
struct Asked {
    games: u64,
    seed: u64,
    threads: usize,
    settings: SelfPlay,
    budget: Budget,
    batch: usize,
    root_noise: Option<(f64, f64)>,
}

fn play<G: Playable>(
    py: Python<'_>,
    start: &G,
    asked: &Asked,
    guide: Option<&Py<PyAny>>,
) -> PyResult<Vec<PyEpisode>> {
    let episodes = listen(
        py,
        |stop, sender: &Sender<Question>| {
            // A sender is shared by cloning, which each game does once.
            let sender = RwLock::new(sender.clone());
            playout::many(asked.games, asked.seed, asked.threads, |game, random| {
                if stop.load(Ordering::Relaxed) {
                    return Episode::new(start.clone());
                }
                let sender = sender
                    .read()
                    .unwrap_or_else(PoisonError::into_inner)
                    .clone();
                let mut search = MonteCarlo::new(asked.seed.wrapping_add(game)).batch(asked.batch);
                if let Some((alpha, share)) = asked.root_noise {
                    search = search.root_noise(alpha, share);
                }
                let budget = asked.budget.clone().stop(Arc::clone(stop));
                asked.settings.play(start.clone(), random, |position| {
                    if guide.is_none() {
                        return search.run(position, &budget, &mut |_| ());
                    }
                    let mut ask = |leaves: &[Leaf<G>]| -> Vec<Opinion> {
                        let (answer, answered) = sync_channel(1);
                        let _ = sender.send(question(leaves, answer));
                        // If the guide fails, the answer does not matter: the stop flag is set.
                        answered.recv().unwrap_or_else(|_| even(leaves))
                    };
                    search.run_guided(position, &budget, &mut ask, &mut |_| ())
                })
            })
        },
        |py, question| match guide {
            Some(guide) => question.ask(py, guide),
            None => Ok(()),
        },
    )?;
    episodes
        .iter()
        .map(|episode| PyEpisode::of(py, episode))
        .collect()
}

/// Plays games in which a Monte-Carlo tree search thinks for every player, and keeps what it knew at every move.
///
/// Args:
///     start: The position in which every game begins.
///     games: How many games.
///     nodes: The random games, or opinions of the guide, for each move.
///     seed: The same seed plays the same games, on any number of threads.
///     threads: How many games are played at once; as many as there are cores if None.
///     opening: How many opening moves are sampled by their visits, so that games differ.
///     temperature: The temperature of that sampling.
///     most_moves: After how many moves a game is broken off.
///     guide: A function that values positions in place of random games; see ``MonteCarlo``.
///     batch: How many positions a guide is asked about at once.
///     root_noise: ``(alpha, share)``: mixes noise from a Dirichlet distribution into the weights at the root.
///
/// Examples:
///     >>> episode, = self_play(Position("sos", "2x3"), 1, nodes=50)
///     >>> len(episode), len(episode.steps), round(sum(episode.steps[0].shares), 6)
///     (6, 6, 1.0)
#[pyfunction]
#[pyo3(name = "self_play", signature = (
    start, games, *, nodes, seed=0, threads=None, opening=8, temperature=1.0, most_moves=1000, guide=None, batch=1,
    root_noise=None
))]
fn play_itself(
    py: Python<'_>,
    start: &PyPosition,
    games: u64,
    nodes: u64,
    seed: u64,
    threads: Option<usize>,
    opening: usize,
    temperature: f64,
    most_moves: usize,
    guide: Option<Py<PyAny>>,
    batch: usize,
    root_noise: Option<(f64, f64)>,
) -> PyResult<Vec<PyEpisode>> {
    if nodes == 0 || !temperature.is_finite() || temperature < 0.0 {
        return Err(refuse(
            "expected at least one node and a temperature of at least 0",
        ));
    }
    let asked = Asked {
        games,
        seed,
        threads: threads_of(threads),
        settings: SelfPlay::new()
            .opening(opening)
            .temperature(temperature)
            .most_moves(most_moves),
        budget: Limits::of(None, Some(nodes), None).over(Budget::new())?,
        batch,
        root_noise,
    };
    each!(AnyPosition, &start.0, position => play(py, position, &asked, guide.as_ref()))
}

fn read<G: Playable>(py: Python<'_>, data: &[u8]) -> PyResult<Vec<PyEpisode>> {
    let episodes: Result<Vec<Episode<G>>, _> = py.detach(|| Episodes::new(data).collect());
    let episodes = episodes.map_err(refuse)?;
    episodes
        .iter()
        .map(|episode| PyEpisode::of(py, episode))
        .collect()
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
fn read_episodes(py: Python<'_>, game: &str, data: &[u8]) -> PyResult<Vec<PyEpisode>> {
    with_game!(Name::read(game)?, G => read::<G>(py, data))
}

pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<PyStep>()?;
    m.add_class::<PyEpisode>()?;
    m.add_function(wrap_pyfunction!(play_itself, m)?)?;
    m.add_function(wrap_pyfunction!(read_episodes, m)?)
}
