//! Results of solvers, as Python sees them.

use common::{Outcome, Player, PlayerSet, Progress, Verdict};
use pyo3::prelude::*;

use crate::any::Playable;
use crate::position::PyMove;

/// How a game ended, or how it ends with best play.
///
/// Players are numbers from 0 in the order in which they begin.
#[pyclass(name = "Outcome", module = "papergames", frozen, eq, hash)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PyOutcome {
    outcome: Outcome,
    players: usize,
}

impl PyOutcome {
    pub(crate) fn new(outcome: Outcome, players: usize) -> PyOutcome {
        PyOutcome { outcome, players }
    }
}

#[pymethods]
impl PyOutcome {
    /// The player who has won alone, or None.
    #[getter]
    fn winner(&self) -> Option<usize> {
        self.outcome.winner().map(Player::index)
    }

    /// The players who have won: one, several who share the win, or none after a draw.
    #[getter]
    fn winners(&self) -> Vec<usize> {
        let winners = match self.outcome {
            Outcome::Win(player) => PlayerSet::EMPTY.with(player),
            Outcome::Draw => PlayerSet::EMPTY,
            Outcome::Shared(winners) => winners,
        };
        winners.iter().map(Player::index).collect()
    }

    /// Whether all players finish equal.
    #[getter]
    fn is_draw(&self) -> bool {
        self.outcome == Outcome::Draw
    }

    /// What the outcome is worth to each player: 1 for a win, alone or shared, 0 for a draw, -1 for a loss.
    #[getter]
    fn utilities(&self) -> Vec<i32> {
        Player::all(self.players)
            .map(|player| self.outcome.utility(player))
            .collect()
    }

    fn __str__(&self) -> String {
        self.outcome.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Outcome: {}>", self.outcome)
    }
}

/// The proved result of best play from a position.
///
/// Its text is a sentence, such as ``the first player wins by 3``.
#[pyclass(name = "Verdict", module = "papergames", frozen, get_all)]
#[derive(Debug)]
pub(crate) struct PyVerdict {
    /// How the game ends if everybody plays their best.
    outcome: PyOutcome,
    /// In a game that points decide, the points of player 0 at the end minus those of player 1.
    margin: Option<i64>,
    /// How many more turns the game lasts if the winner hurries and the loser delays, if the solver knows.
    turns: Option<u32>,
    /// The nimber of an impartial position in normal play, if the solver has found it.
    nimber: Option<u32>,
    /// The moves that lead to the outcome: all if they were asked for, otherwise those that the solver found.
    moves: Option<Vec<PyMove>>,
    /// How many positions the solver has looked at.
    nodes: u64,
    /// How long it took, in seconds.
    seconds: f64,
    /// The second method that agrees, in words, after ``Position.verify``.
    by: Option<String>,
    /// The verdict as a sentence without its end.
    text: String,
}

impl PyVerdict {
    pub(crate) fn new<G: Playable>(
        position: &G,
        verdict: Verdict<G::Move>,
        by: Option<String>,
    ) -> PyVerdict {
        let text = verdict.to_string();
        let wrap = |m: G::Move| PyMove(G::wrap_move(m));
        PyVerdict {
            outcome: PyOutcome::new(verdict.outcome, position.players()),
            margin: verdict.margin,
            turns: verdict.turns,
            nimber: verdict.nimber.map(|nimber| nimber.0),
            moves: verdict
                .moves
                .map(|moves| moves.into_iter().map(wrap).collect()),
            nodes: verdict.cost.nodes,
            seconds: verdict.cost.elapsed.as_secs_f64(),
            by,
            text,
        }
    }
}

#[pymethods]
impl PyVerdict {
    /// The player who wins with best play, or None if nobody wins alone.
    #[getter]
    fn winner(&self) -> Option<usize> {
        self.outcome.winner()
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Verdict: {}, {} nodes>", self.text, self.nodes)
    }
}

/// Calls the callback of Python with the progress of a solver.
pub(crate) fn tell(py: Python<'_>, progress: Option<&Py<PyAny>>, seen: &Progress) -> PyResult<()> {
    if let Some(progress) = progress {
        let seconds = seen.elapsed.as_secs_f64();
        progress.call1(py, (seen.nodes, seconds, seen.note.clone()))?;
    }
    Ok(())
}

pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<PyOutcome>()?;
    m.add_class::<PyVerdict>()
}
