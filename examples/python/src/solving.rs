//! Exact values and counts of positions.

use std::collections::BTreeMap;
use std::path::PathBuf;

use papergames::any::{AnyMove, AnyValues};
use papergames::brussels::Lengths;
use papergames::phutball::WholeTurns;
use papergames::store::Store;
use papergames::values::{Effort, Unsolved};
use papergames::{Budget, Verdict};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::error::{refusal, refuse, whole};
use crate::games::{title_of, titles_with};
use crate::position::PyPosition;
use crate::results::PyVerdict;
use crate::waiting::{Callback, limits, threads_of, with_effort, within};

fn too_many() -> PyErr {
    PyOverflowError::new_err("the count does not fit into 128 bits")
}

impl PyPosition {
    /// Lists every legal move in a lost position for which a solver lists no moves, since all of them keep the outcome.
    pub(crate) fn complete(&self, verdict: &mut Verdict<AnyMove>) {
        let lost = (self.0.turn()).is_some_and(|turn| verdict.outcome.utility(turn) < 0);
        if let Some(moves) = verdict
            .moves
            .as_mut()
            .filter(|moves| lost && moves.is_empty())
        {
            *moves = self.0.legal_moves();
        }
    }

    /// Runs `work` with the solver of the position and its settings, without the GIL.
    fn prove<T: Send>(
        &self,
        py: Python<'_>,
        budget: Budget,
        store: Option<PathBuf>,
        progress: Option<&Callback>,
        work: impl FnOnce(&mut dyn AnyValues, &mut Effort<'_>) -> Result<T, Unsolved> + Send,
    ) -> PyResult<T> {
        let mut record = self.0.boxed();
        let kind = record.uses().store;
        let open = |path| {
            let kind = kind.ok_or_else(|| {
                let position = self.0.position();
                refusal!("results for `{position}` cannot be stored")
            })?;
            py.detach(|| Store::open(path, kind)).map_err(refuse)
        };
        let store = store.map(open).transpose()?;
        with_effort(py, budget, progress, store, |effort| {
            work(record.values(), effort)
        })
    }
}

#[pymethods]
impl PyPosition {
    /// Counts the sequences of a given number of legal moves.
    ///
    /// Args:
    ///     depth: The length.
    ///     turns: Whether to count whole turns, in a game where a turn can consist of several moves.
    ///     time: The most seconds.
    ///     nodes: The most positions.
    ///
    /// Raises:
    ///     UnfinishedError: If a limit ends the count.
    ///
    /// Examples:
    ///     >>> [Position("sprouts", 2).perft(depth) for depth in range(1, 6)]
    ///     [3, 19, 98, 372, 360]
    #[pyo3(signature = (depth, *, turns=false, time=None, nodes=None))]
    fn perft(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] depth: u32,
        turns: bool,
        time: Option<f64>,
        #[pyo3(from_py_with = whole)] nodes: Option<u64>,
    ) -> PyResult<u128> {
        let count = within(py, limits(time, nodes, None)?, |budget| {
            let meter = &mut budget.start();
            let whole = self.0.game().extra::<WholeTurns>().filter(|_| turns);
            match whole {
                Some(turns) => turns.perft(&*self.0, depth, meter),
                None => self.0.perft(depth, meter, &mut |_| ()),
            }
        })?;
        count.ok_or_else(too_many)
    }

    /// Proves who wins with best play.
    ///
    /// Args:
    ///     every_move: Whether to find every move that keeps the outcome.
    ///     time: The most seconds.
    ///     nodes: The most positions.
    ///     memory: The most bytes for tables and for the pages of the store.
    ///     threads: The number of threads; only normal play of Sprouts uses more than one.
    ///     store: A file that keeps results while the search runs, for the next call and in case the process is killed.
    ///         It is created if it does not exist. Only one call at a time can use it.
    ///     progress: Called with the nodes, the seconds and a note a few times each second.
    ///
    /// Raises:
    ///     UnfinishedError: If a limit ends the search.
    ///     Error: If there is no solver for the position.
    ///
    /// Examples:
    ///     >>> verdict = Position("sos", "3x3").solve(every_move=True)
    ///     >>> str(verdict), [str(move) for move in verdict.moves][:2]
    ///     ('a draw', ['Sa1', 'Oa1'])
    #[pyo3(signature = (
        *, every_move=false, time=None, nodes=None, memory=None, threads=1, store=None, progress=None
    ))]
    fn solve(
        &self,
        py: Python<'_>,
        every_move: bool,
        time: Option<f64>,
        #[pyo3(from_py_with = whole)] nodes: Option<u64>,
        #[pyo3(from_py_with = whole)] memory: Option<u64>,
        #[pyo3(from_py_with = whole)] threads: usize,
        store: Option<PathBuf>,
        progress: Option<Callback>,
    ) -> PyResult<PyVerdict> {
        let threads = threads_of(Some(threads))?;
        let budget = limits(time, nodes, memory)?;
        let mut verdict = self.prove(py, budget, store, progress.as_ref(), |values, effort| {
            effort.threads = threads;
            effort.every_move = every_move;
            values.solve(effort)
        })?;
        if every_move {
            self.complete(&mut verdict);
        }
        Ok(PyVerdict::new(&*self.0, verdict, None))
    }

    /// Solves the position and returns a proof of the outcome as text (Sprouts, SOS). ``papergames.check`` and
    /// ``python -m papergames check FILE`` check it without any code of the solver.
    ///
    /// Args:
    ///     time: The most seconds.
    ///     nodes: The most positions.
    ///     memory: The most bytes for tables.
    ///     progress: Called with the nodes, the seconds and a note a few times each second.
    ///
    /// Raises:
    ///     UnfinishedError: If a limit ends the search.
    ///     Error: If there is no solver that writes certificates for the position.
    ///
    /// Examples:
    ///     >>> from papergames import check
    ///     >>> check(Position("sos", "2x3", rules="first").certify())[:45]
    ///     'the board .../... is worth 0 to the player to'
    #[pyo3(signature = (*, time=None, nodes=None, memory=None, progress=None))]
    fn certify(
        &self,
        py: Python<'_>,
        time: Option<f64>,
        #[pyo3(from_py_with = whole)] nodes: Option<u64>,
        #[pyo3(from_py_with = whole)] memory: Option<u64>,
        progress: Option<Callback>,
    ) -> PyResult<String> {
        let budget = limits(time, nodes, memory)?;
        let certified = self.prove(py, budget, None, progress.as_ref(), |values, effort| {
            values.certify(effort)
        })?;
        Ok(certified.text)
    }

    /// Finds what each player can force alone if all the others play together, for games of three or more players.
    ///
    /// Args:
    ///     time: The most seconds.
    ///     nodes: The most positions.
    ///     memory: The most bytes for tables.
    ///     progress: Called with the nodes, the seconds and a note a few times each second.
    ///
    /// Returns:
    ///     ``"loss"``, ``"share"`` or ``"win"`` for each player, in the order of turns from the first player.
    ///
    /// Raises:
    ///     UnfinishedError: If a limit ends the search.
    ///     Error: If there is no solver for the position.
    ///
    /// Examples:
    ///     >>> Position("sos", "1x4", players=3).guarantees()
    ///     ['share', 'loss', 'loss']
    #[pyo3(signature = (*, time=None, nodes=None, memory=None, progress=None))]
    fn guarantees(
        &self,
        py: Python<'_>,
        time: Option<f64>,
        #[pyo3(from_py_with = whole)] nodes: Option<u64>,
        #[pyo3(from_py_with = whole)] memory: Option<u64>,
        progress: Option<Callback>,
    ) -> PyResult<Vec<String>> {
        let budget = limits(time, nodes, memory)?;
        let found = self.prove(py, budget, None, progress.as_ref(), |values, effort| {
            values.guarantees(effort)
        })?;
        Ok(found.each.iter().map(ToString::to_string).collect())
    }

    /// Counts the complete games of Brussels Sprouts from this position by their length, with labelled arms. This
    /// counts face by face, without visiting each game.
    ///
    /// Args:
    ///     time: The most seconds.
    ///     memory: The most bytes for tables.
    ///
    /// Raises:
    ///     UnfinishedError: If a limit ends the count.
    ///     Error: If the game cannot be counted in this way.
    ///     OverflowError: If a count exceeds 128 bits.
    ///
    /// Examples:
    ///     >>> Position("brussels", "4,4").games_by_length()
    ///     {8: 9175040}
    #[pyo3(signature = (*, time=None, memory=None))]
    fn games_by_length(
        &self,
        py: Python<'_>,
        time: Option<f64>,
        #[pyo3(from_py_with = whole)] memory: Option<u64>,
    ) -> PyResult<BTreeMap<usize, u128>> {
        let lengths = self.0.game().extra::<Lengths>().ok_or_else(|| {
            refusal!(
                "only games of {} can be counted by length, not games of {}",
                titles_with::<Lengths>(),
                title_of(&*self.0)
            )
        })?;
        let budget = limits(time, None, memory)?;
        let games = within(py, budget, |budget| lengths.of(&*self.0, &budget))?;
        games.ok_or_else(too_many)
    }

    /// Proves who wins by two methods that share only the rules, and compares them.
    ///
    /// The second method knows few tricks, so it takes far longer than ``solve``: misère Sprouts from six spots takes
    /// seconds, and from seven minutes. The arguments are those of ``solve``. ``Verdict.nodes`` and ``seconds`` are
    /// those of the first method; ``Verdict.by`` describes the second, and the size of its search.
    ///
    /// Raises:
    ///     Error: If the methods disagree, or there is no second method for the position.
    #[pyo3(signature = (*, time=None, nodes=None, memory=None, store=None, progress=None))]
    fn verify(
        &self,
        py: Python<'_>,
        time: Option<f64>,
        #[pyo3(from_py_with = whole)] nodes: Option<u64>,
        #[pyo3(from_py_with = whole)] memory: Option<u64>,
        store: Option<PathBuf>,
        progress: Option<Callback>,
    ) -> PyResult<PyVerdict> {
        let budget = limits(time, nodes, memory)?;
        let verified = self.prove(py, budget, store, progress.as_ref(), |values, effort| {
            values.verify(effort)
        })?;
        Ok(PyVerdict::new(
            &*self.0,
            verified.verdict,
            Some(verified.by),
        ))
    }
}
