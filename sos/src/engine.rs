//! The strongest opponent, which solves the position if possible and otherwise searches with points as the evaluation.

use common::budget::Clock;
use common::engine::{Engine, EngineError, Points};
use common::search::{AlphaBeta, Evaluate, MonteCarlo};
use common::{Budget, Game, Outcome, Player, Record, Report, Value};

use crate::moves::Move;
use crate::position::Position;
use crate::solve::Solver;
use crate::theory;

/// The default limit on the solver's table, in bytes, if the budget has none.
const MEMORY: u64 = 32 << 20;

/// An opponent that plays perfectly in two-player games if the [solver](crate::solve) finishes within half of its
/// budget, and otherwise uses an alpha-beta search that counts points. With more players it uses random playouts.
#[derive(Debug)]
pub(crate) struct Searcher {
    by_points: AlphaBeta<Position, Lead>,
    by_chance: MonteCarlo,
}

impl Searcher {
    /// Returns an opponent that seeds its playouts, if any, with `seed`.
    pub(crate) fn new(seed: u64) -> Searcher {
        Searcher {
            by_points: AlphaBeta::new(Lead),
            by_chance: MonteCarlo::new(seed),
        }
    }
}

impl Engine<Position> for Searcher {
    fn choose(
        &mut self,
        record: &Record<Position>,
        budget: &Budget,
        progress: &mut dyn FnMut(&Report<Move>),
    ) -> Result<Report<Move>, EngineError> {
        let position = record.position();
        let mover = position.turn().ok_or(EngineError::GameOver)?;
        if position.players() != 2 {
            return self.by_chance.choose(record, budget, progress);
        }
        let clock = Clock::start();
        let (first, mut rest) = budget.stages();
        let by_theorem = theory::verdict(position, false);
        let proved = by_theorem.map(|verdict| {
            let hundredths = 100 * i64::from(verdict.outcome.utility(mover));
            (
                Value::proved(mover, verdict.outcome, hundredths),
                verdict.moves,
            )
        });
        if let Some((value, Some(moves))) = &proved
            && value.proved == Some(Outcome::Win(mover))
            && let Some(m) = moves.first()
        {
            return Ok(Report::of_move(*m).with_value(*value));
        }
        if let Some(report) = solved(position, mover, first) {
            return Ok(report);
        }
        // If the board is too large, the proof fails at once and leaves its time to the search.
        if let Some(time) = budget.time {
            rest = rest.time(time.saturating_sub(clock.elapsed()));
        }
        let report = self.by_points.run(position, &rest, progress);
        Ok(match proved {
            Some((value, _)) => report.with_value(value),
            None => report,
        })
    }

    /// Only playouts, with more than two players, use several threads.
    fn set_threads(&mut self, threads: usize) {
        Engine::<Position>::set_threads(&mut self.by_chance, threads);
    }
}

/// An evaluation by [`Points`] that follows the rules: the lead in S-O-S counts for the player, or against.
#[derive(Clone, Copy, Debug)]
struct Lead;

impl Evaluate<Position> for Lead {
    fn estimate(&self, position: &Position) -> i32 {
        position.rules().worth(Points.estimate(position))
    }

    fn finished(&self, position: &Position, outcome: Outcome) -> i32 {
        let won = Points.finished(position, outcome) - Points.estimate(position);
        won + self.estimate(position)
    }

    fn priority(&self, position: &Position, m: &Move) -> i32 {
        position.rules().worth(Points.priority(position, m))
    }
}

/// Returns a best move with its exact value, if the solver finds one within the budget.
fn solved(position: &Position, mover: Player, budget: Budget) -> Option<Report<Move>> {
    let memory = budget.memory.unwrap_or(MEMORY);
    let mut solver = Solver::new().budget(budget.memory(memory));
    let verdict = solver.solve(position).ok()?;
    let best = *verdict.moves.as_ref()?.first()?;
    let sign = if mover == Player::FIRST { 1 } else { -1 };
    let value = verdict.margin.map_or_else(
        || i64::from(verdict.outcome.utility(mover)),
        |margin| sign * margin,
    );
    let mut report = Report::of_move(best);
    // The solver follows every game to its end, at the latest until the board is full.
    report.depth = position.n_empty() as u32;
    report.nodes = verdict.cost.nodes;
    report.elapsed = verdict.cost.elapsed;
    Some(report.with_value(Value::proved(mover, verdict.outcome, 100 * value)))
}
