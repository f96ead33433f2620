//! The results of solvers and searches, as Python sees them.

use papergames::any::{AnyMove, AnyRecord};
use papergames::{Outcome, Player, Report, Value, Verdict};
use pyo3::prelude::*;

use crate::error::{bail, refusal};
use crate::moves::PyMove;
use crate::pickle::{Reduced, pickled};

/// The outcome of a game, or that of best play.
///
/// Players are numbered from 0 in the order in which they begin.
#[pyclass(
    name = "Outcome",
    module = "papergames",
    frozen,
    eq,
    hash,
    from_py_object
)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PyOutcome {
    outcome: Outcome,
    players: usize,
}

impl PyOutcome {
    pub(crate) fn new(outcome: Outcome, players: usize) -> PyOutcome {
        PyOutcome { outcome, players }
    }

    pub(crate) fn outcome(&self) -> Outcome {
        self.outcome
    }
}

#[pymethods]
impl PyOutcome {
    /// The player who has won alone, or None if there is none.
    #[getter]
    fn winner(&self) -> Option<usize> {
        self.outcome.winner().map(Player::index)
    }

    /// The players who have won: one, several who share the win, or none after a draw.
    #[getter]
    fn winners(&self) -> Vec<usize> {
        let wins = |player: &Player| self.outcome.utility(*player) == 1;
        let winners = Player::all(self.players).filter(wins);
        winners.map(Player::index).collect()
    }

    /// Whether the game is a draw.
    #[getter]
    fn is_draw(&self) -> bool {
        self.outcome == Outcome::Draw
    }

    /// The value of the outcome for each player: 1 for a win, alone or shared, 0 for a draw, and -1 for a loss.
    #[getter]
    fn utilities(&self) -> Vec<i32> {
        let players = Player::all(self.players);
        players.map(|player| self.outcome.utility(player)).collect()
    }

    fn __str__(&self) -> String {
        self.outcome.to_string()
    }

    #[staticmethod]
    fn _of(winners: Vec<usize>, players: usize) -> PyResult<PyOutcome> {
        if players > 8 || winners.iter().any(|winner| *winner >= players) {
            bail!("expected winners in games with at most 8 players");
        }
        let winners = winners.into_iter().map(Player::new);
        let winners: Vec<Player> = winners.collect();
        let outcome = if winners.is_empty() {
            Outcome::Draw
        } else {
            Outcome::shared(winners.into(), players)
        };
        Ok(PyOutcome::new(outcome, players))
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyOutcome>) -> PyResult<Reduced<'py>> {
        let outcome = slf.get();
        let arguments = (outcome.winners(), outcome.players);
        Ok((slf.getattr("_of")?, arguments.into_pyobject(slf.py())?))
    }

    fn __repr__(&self) -> String {
        format!("<Outcome: {}>", self.outcome)
    }
}

/// The proved result of best play from a position.
///
/// Its text is a phrase such as ``the first player wins by 3``. Verdicts that differ only in their times are equal.
#[pyclass(name = "Verdict", module = "papergames", frozen, get_all, eq)]
pub(crate) struct PyVerdict {
    /// The outcome with best play.
    outcome: PyOutcome,
    /// In a game decided on points, the points of player 0 at the end minus those of player 1.
    margin: Option<i64>,
    /// The number of turns left if the winner wins as soon as possible and the loser loses as late as possible, if
    /// known.
    turns: Option<u32>,
    /// The nimber of an impartial position in normal play, if the solver has found it on its way; for Sprouts,
    /// ``papergames.sprouts.Solver.nimber`` finds it.
    nimber: Option<u32>,
    /// The moves that lead to the outcome: all of them if they were requested, otherwise those that the solver found,
    /// or None if it found none.
    moves: Option<Vec<PyMove>>,
    /// The number of positions that the solver has examined, without the second method of ``Position.verify``.
    nodes: u64,
    /// The time that the solver took, in seconds, without the second method.
    seconds: f64,
    /// The second method, in words, if ``Position.verify`` has confirmed the result.
    by: Option<String>,
    /// The verdict as a sentence without its end.
    text: String,
}

impl PyVerdict {
    /// Returns the verdict on the last position of a record, and the second method that agrees.
    pub(crate) fn new(
        record: &dyn AnyRecord,
        verdict: Verdict<AnyMove>,
        by: Option<String>,
    ) -> PyVerdict {
        let text = verdict.to_string();
        PyVerdict {
            outcome: PyOutcome::new(verdict.outcome, record.players()),
            margin: verdict.margin,
            turns: verdict.turns,
            nimber: verdict.nimber.map(|nimber| nimber.0),
            moves: verdict.moves.map(|moves| PyMove::all(record, moves)),
            nodes: verdict.cost.nodes,
            seconds: verdict.cost.elapsed.as_secs_f64(),
            by,
            text,
        }
    }
}

impl PartialEq for PyVerdict {
    fn eq(&self, other: &PyVerdict) -> bool {
        let parts = |of: &PyVerdict| (of.outcome, of.margin, of.turns, of.nimber, of.nodes);
        parts(self) == parts(other)
            && (&self.moves, &self.by, &self.text) == (&other.moves, &other.by, &other.text)
    }
}

#[pymethods]
impl PyVerdict {
    fn __str__(&self) -> &str {
        &self.text
    }

    /// The player who wins with best play, or None if no player wins alone.
    #[getter]
    fn winner(&self) -> Option<usize> {
        self.outcome.winner()
    }

    fn __repr__(&self) -> String {
        format!("<Verdict: {}, {} nodes>", self.text, self.nodes)
    }
}

pickled!(
    PyVerdict,
    outcome: PyOutcome,
    margin: Option<i64>,
    turns: Option<u32>,
    nimber: Option<u32>,
    moves: Option<Vec<PyMove>>,
    nodes: u64,
    seconds: f64,
    by: Option<String>,
    text: String
);

/// A move that a tree search has tried.
#[pyclass(
    name = "Candidate",
    module = "papergames",
    frozen,
    get_all,
    eq,
    from_py_object
)]
#[derive(Clone, PartialEq)]
pub(crate) struct PyCandidate {
    /// The move that was tried.
    r#move: PyMove,
    /// The number of times that the search chose this move.
    visits: u64,
    /// The value of the position after the move for the player who makes it, from -1 to 1 unless it is in points.
    value: f64,
    /// The share of the move in all visits, which is a target for a learner.
    share: f64,
}

#[pymethods]
impl PyCandidate {
    fn __repr__(&self) -> String {
        let (m, visits, value) = (&self.r#move, self.visits, self.value);
        format!("<Candidate: {m}, {visits} visits, value {value:+.2}>")
    }
}

pickled!(PyCandidate, r#move: PyMove, visits: u64, value: f64, share: f64);

/// The report of a search or an engine. Reports that differ only in their times are equal.
#[pyclass(name = "Report", module = "papergames", frozen, get_all, eq)]
#[derive(Clone)]
pub(crate) struct PyReport {
    /// The expected line of play, beginning with the best move.
    line: Vec<PyMove>,
    /// The value of the position for the player to move, in points or certain wins, or None if nothing was searched.
    value: Option<f64>,
    /// The outcome with best play, if it is proved.
    proved: Option<PyOutcome>,
    /// The depth of the search in moves.
    depth: u32,
    /// The number of positions or random games examined.
    nodes: u64,
    /// The time that the search took, in seconds.
    seconds: f64,
    /// The candidate moves of a tree search. Empty for other searches.
    candidates: Vec<PyCandidate>,
}

impl PyReport {
    /// Returns what a report says about the last position of a record.
    pub(crate) fn of(record: &dyn AnyRecord, report: &Report<AnyMove>) -> PyReport {
        let turn = record.turn().unwrap_or(Player::FIRST);
        let value = |value: Value| value.seen_by(turn) as f64 / 100.0;
        let candidates = report.candidates.iter().zip(report.policy());
        let candidates = candidates.map(|(candidate, share)| PyCandidate {
            r#move: PyMove::of(record, candidate.m.clone()),
            visits: candidate.visits,
            value: value(candidate.value),
            share,
        });
        let proved = report.proved();
        PyReport {
            line: PyMove::all(record, report.line.clone()),
            value: report.value.map(value),
            proved: proved.map(|outcome| PyOutcome::new(outcome, record.players())),
            depth: report.depth,
            nodes: report.nodes,
            seconds: report.elapsed.as_secs_f64(),
            candidates: candidates.collect(),
        }
    }
}

impl PartialEq for PyReport {
    fn eq(&self, other: &PyReport) -> bool {
        let parts = |of: &PyReport| (of.value, of.proved, of.depth, of.nodes);
        parts(self) == parts(other)
            && (&self.line, &self.candidates) == (&other.line, &other.candidates)
    }
}

#[pymethods]
impl PyReport {
    /// The best move, which begins the line.
    ///
    /// Raises:
    ///     Error: If the line is empty, since the search ended before it found a move.
    #[getter]
    fn best(&self) -> PyResult<PyMove> {
        let best = self.line.first().cloned();
        best.ok_or_else(|| refusal!("the search ended before it found a move"))
    }

    fn __repr__(&self) -> String {
        let best = self.line.first().map_or("none".into(), ToString::to_string);
        let value = self.value.map(|value| format!("{value:+.2}"));
        let value = value.as_deref().unwrap_or("unknown");
        let proved = self.proved.map_or("", |_| ", proved");
        let nodes = self.nodes;
        format!("<Report: {best}, value {value}{proved}, {nodes} nodes>")
    }
}

pickled!(
    PyReport,
    line: Vec<PyMove>,
    value: Option<f64>,
    proved: Option<PyOutcome>,
    depth: u32,
    nodes: u64,
    seconds: f64,
    candidates: Vec<PyCandidate>
);
