//! Random games in bulk, with results as arrays of NumPy.

use std::sync::atomic::{AtomicBool, Ordering};

use common::{Game, Player, Record, Seeded, playout};
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::prelude::*;

use crate::any::{Playable, each};
use crate::error::refuse;
use crate::position::{PyPosition, threads_of};
use crate::record::PyRecord;
use crate::waiting::wait;

/// How many games are played before the next look at the stop flag.
const BATCH: u64 = 1 << 14;

/// The results of many random games.
#[pyclass(name = "Playouts", module = "papergames", frozen, get_all)]
#[derive(Debug)]
pub(crate) struct PyPlayouts {
    /// How many moves each game had: ``uint32[games]``.
    lengths: Py<PyArray1<u32>>,
    /// What the outcome was worth to each player: ``int8[games, players]``, with 1 for a win, 0 for a draw and -1 for a
    /// loss; zeros if the game was broken off.
    utilities: Py<PyArray2<i8>>,
    /// Who won alone: ``int8[games]``; -1 if nobody did.
    winners: Py<PyArray1<i8>>,
    /// Whether the game reached its end: ``bool[games]``.
    finished: Py<PyArray1<bool>>,
    /// The records of the games, if they were asked for.
    records: Option<Vec<Py<PyRecord>>>,
}

#[pymethods]
impl PyPlayouts {
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.lengths.bind(py).len()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Playouts: {} games>", self.__len__(py)?))
    }
}

/// What is kept of a game.
struct Played<G: Game> {
    length: u32,
    winner: i8,
    utilities: Vec<i8>,
    finished: bool,
    record: Option<Record<G>>,
}

/// Plays one random game, or as much of it as is played before `stop` is set.
fn play_one<G: Playable>(
    start: &G,
    most_moves: u64,
    records: bool,
    stop: &AtomicBool,
    random: &mut Seeded,
) -> Played<G> {
    let mut record = records.then(|| Record::new(start.clone()));
    let (mut end, mut length) = (start.clone(), 0);
    while u64::from(length) < most_moves && !stop.load(Ordering::Relaxed) {
        let Some(m) = end.random_move(random) else {
            break;
        };
        end.apply(&m).expect("a listed move is legal");
        if let Some(record) = &mut record {
            record.push(m).expect("a listed move is legal");
        }
        length += 1;
    }
    let outcome = end.outcome();
    let utility = |player| outcome.map_or(0, |outcome| outcome.utility(player) as i8);
    Played {
        length,
        winner: end.winner().map_or(-1, |winner| winner.index() as i8),
        utilities: Player::all(start.players()).map(utility).collect(),
        finished: outcome.is_some(),
        record,
    }
}

fn play<G: Playable>(
    py: Python<'_>,
    start: &G,
    games: u64,
    seed: u64,
    threads: usize,
    most_moves: u64,
    records: bool,
) -> PyResult<PyPlayouts> {
    let players = start.players();
    let played = wait(py, |stop| {
        let mut played = Vec::new();
        while (played.len() as u64) < games && !stop.load(Ordering::Relaxed) {
            let done = played.len() as u64;
            let some = (games - done).min(BATCH);
            let seed = seed.wrapping_add(done);
            played.extend(playout::many(some, seed, threads, |_, random| {
                play_one(start, most_moves, records, stop, random)
            }));
        }
        played
    })?;
    let utilities = played
        .iter()
        .flat_map(|game| game.utilities.iter().copied())
        .collect();
    let utilities = Array2::from_shape_vec((played.len(), players), utilities).map_err(refuse)?;
    let of = |length: fn(&Played<G>) -> u32| played.iter().map(length).collect::<Vec<_>>();
    let lengths = of(|game| game.length);
    let winners: Vec<i8> = played.iter().map(|game| game.winner).collect();
    let finished: Vec<bool> = played.iter().map(|game| game.finished).collect();
    let records = records.then(|| {
        let records = played.into_iter().filter_map(|game| game.record);
        records
            .map(|record| Py::new(py, PyRecord::of(record)))
            .collect::<PyResult<Vec<_>>>()
    });
    Ok(PyPlayouts {
        lengths: lengths.into_pyarray(py).unbind(),
        utilities: utilities.into_pyarray(py).unbind(),
        winners: winners.into_pyarray(py).unbind(),
        finished: finished.into_pyarray(py).unbind(),
        records: records.transpose()?,
    })
}

#[pymethods]
impl PyPosition {
    /// Plays random games from here, on several threads and without the GIL.
    ///
    /// Game *i* draws from the seed ``seed + i``, so the results are the same for any number of threads, and
    /// ``playout(seed + i)`` plays it again.
    ///
    /// Args:
    ///     games: How many games to play.
    ///     seed: The seed of the first game.
    ///     threads: How many threads play; None stands for one on each core.
    ///     most_moves: After how many moves a game is broken off.
    ///     records: Whether to keep the records of the games.
    ///
    /// Examples:
    ///     >>> played = Position("sprouts", 5).playouts(100, seed=7)
    ///     >>> int(played.lengths.min()) >= 10 and int(played.lengths.max()) <= 14
    ///     True
    #[pyo3(signature = (games, *, seed=0, threads=None, most_moves=100_000, records=false))]
    fn playouts(
        &self,
        py: Python<'_>,
        games: u64,
        seed: u64,
        threads: Option<usize>,
        most_moves: u64,
        records: bool,
    ) -> PyResult<PyPlayouts> {
        let threads = threads_of(threads);
        each!(AnyPosition, &self.0, position => play(py, position, games, seed, threads, most_moves, records))
    }
}

pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<PyPlayouts>()
}
