//! Random games in bulk, with results as arrays of NumPy.

use std::sync::atomic::Ordering;

use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2};
use papergames::any::Playout;
use papergames::{Outcome, Player, Seeded, playout};
use pyo3::prelude::*;

use crate::error::{refuse, whole};
use crate::pickle::pickled;
use crate::position::PyPosition;
use crate::record::PyRecord;
use crate::waiting::{threads_of, wait};

/// The number of games played before the stop flag is read again.
const BATCH: u64 = 1 << 14;

/// The results of many random games.
#[pyclass(name = "Playouts", module = "papergames", frozen, get_all)]
pub(crate) struct PyPlayouts {
    /// The number of moves in each game: ``uint32[games]``.
    lengths: Py<PyArray1<u32>>,
    /// The value of the outcome for each player: ``int8[games, players]``, with 1 for a win, 0 for a draw and -1 for a
    /// loss. All are 0 if the game was abandoned.
    utilities: Py<PyArray2<i8>>,
    /// The player who won alone: ``int8[games]``, with -1 if there is none.
    winners: Py<PyArray1<i8>>,
    /// Whether the game reached its end: ``bool[games]``.
    finished: Py<PyArray1<bool>>,
    /// The records of the games, if they were requested.
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

pickled!(
    PyPlayouts,
    lengths: Py<PyArray1<u32>>,
    utilities: Py<PyArray2<i8>>,
    winners: Py<PyArray1<i8>>,
    finished: Py<PyArray1<bool>>,
    records: Option<Vec<Py<PyRecord>>>
);

impl PyPlayouts {
    /// Returns the results of games of this many players, and their records if they were kept.
    fn of(
        py: Python<'_>,
        games: Vec<Playout>,
        players: usize,
        records: bool,
    ) -> PyResult<PyPlayouts> {
        let lengths = games.iter().map(|game| game.length);
        let lengths = PyArray1::from_iter(py, lengths).unbind();
        let outcomes: Vec<_> = games.iter().map(|game| game.outcome).collect();
        let winners = outcomes.iter().map(|outcome| {
            let winner = outcome.and_then(Outcome::winner);
            winner.map_or(-1, |winner| winner.index() as i8)
        });
        let utilities = outcomes.iter().flat_map(|outcome| {
            let utility = |player| outcome.map_or(0, |outcome| outcome.utility(player) as i8);
            Player::all(players).map(utility)
        });
        let utilities = Array2::from_shape_vec((games.len(), players), utilities.collect());
        let kept = games.into_iter().filter_map(|game| game.record);
        let kept = kept.map(|record| Py::new(py, PyRecord::of(record)));
        Ok(PyPlayouts {
            lengths,
            utilities: utilities.map_err(refuse)?.into_pyarray(py).unbind(),
            winners: PyArray1::from_iter(py, winners).unbind(),
            finished: PyArray1::from_iter(py, outcomes.iter().map(Option::is_some)).unbind(),
            records: records.then(|| kept.collect()).transpose()?,
        })
    }
}

#[pymethods]
impl PyPosition {
    /// Plays random moves until the game is over, and returns the record of the game.
    ///
    /// Args:
    ///     seed: The same seed plays the same game.
    ///     most_moves: The number of moves after which the game is abandoned.
    #[pyo3(signature = (seed=0, *, most_moves=100_000))]
    fn playout(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] seed: u64,
        #[pyo3(from_py_with = whole)] most_moves: u64,
    ) -> PyRecord {
        let mut record = self.0.boxed();
        py.detach(|| record.play_random(most_moves, &mut Seeded::new(seed)));
        PyRecord::of(record)
    }

    /// Plays random games from this position, on several threads and without the GIL.
    ///
    /// Game *i* uses the seed ``seed + i``, so the results are the same for any number of threads, and ``playout(seed +
    /// i)`` plays this game again.
    ///
    /// Args:
    ///     games: The number of games to play.
    ///     seed: The seed of the first game.
    ///     threads: The number of threads; None means one on each core.
    ///     most_moves: The number of moves after which a game is abandoned.
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
        #[pyo3(from_py_with = whole)] games: u64,
        #[pyo3(from_py_with = whole)] seed: u64,
        #[pyo3(from_py_with = whole)] threads: Option<usize>,
        #[pyo3(from_py_with = whole)] most_moves: u64,
        records: bool,
    ) -> PyResult<PyPlayouts> {
        let threads = threads_of(threads)?;
        let played = wait(py, |stop| {
            let mut played = Vec::new();
            while (played.len() as u64) < games && !stop.load(Ordering::Relaxed) {
                let done = played.len() as u64;
                let some = (games - done).min(BATCH);
                let seed = seed.wrapping_add(done);
                played.extend(playout::many(some, seed, threads, |_, random| {
                    self.0.playout(most_moves, stop, records, random)
                }));
            }
            played
        })?;
        PyPlayouts::of(py, played, self.0.players(), records)
    }
}
