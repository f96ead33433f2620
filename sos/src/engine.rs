//! The strongest opponent: solves the position if it can, and searches by points if it cannot.

use common::budget::Clock;
use common::engine::{Engine, EngineError};
use common::report::{Report, Value};
use common::search::{AlphaBeta, Evaluate, MonteCarlo};
use common::{Budget, Game, Outcome, Player, Record};

use crate::moves::Move;
use crate::position::Position;
use crate::solve::Solver;

/// The default limit on the solver's table, in bytes, if the budget has none.
const MEMORY: u64 = 32 << 20;

/// An opponent for two players that plays perfectly where the [solver](crate::solve) can finish within half its budget,
/// and otherwise searches by alpha-beta and counts points. With more players it uses random playouts.
///
/// # Examples
///
/// ```
/// use papergames_sos::engine::Searcher;
/// use papergames_sos::{Budget, Engine, Outcome, Player, Position, Record, Rules};
///
/// let record = Record::new(Position::new(1, 7, Rules::First)?);
/// let report = Searcher::new(1).choose(&record, &Budget::new().nodes(10_000), &mut |_| {})?;
/// assert_eq!(report.best(), Some(&"Sd1".parse()?));
/// assert_eq!(report.proved(), Some(Outcome::Win(Player::FIRST)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Searcher {
    by_points: AlphaBeta<Position, Points>,
    by_chance: MonteCarlo,
}

impl Searcher {
    /// Returns an opponent whose playouts, if it needs any, are seeded with `seed`.
    pub fn new(seed: u64) -> Searcher {
        Searcher {
            by_points: AlphaBeta::new(Points),
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
        if let Some(report) = solved(position, mover, first) {
            return Ok(report);
        }
        // A proof that is out of reach fails at once and leaves its time to the search.
        if let Some(time) = budget.time {
            rest = rest.time(time.saturating_sub(clock.elapsed()));
        }
        Ok(self.by_points.run(position, &rest, progress))
    }

    /// Only playouts, with more than two players, use several threads.
    fn set_threads(&mut self, threads: usize) {
        Engine::<Position>::set_threads(&mut self.by_chance, threads);
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
    // The solver sees every game to its end, at the latest when the board is full.
    report.depth = position.n_empty() as u32;
    report.nodes = verdict.cost.nodes;
    report.elapsed = verdict.cost.elapsed;
    Some(report.with_value(Value::proved(mover, verdict.outcome, 100 * value)))
}

/// The difference in points, during the game and at its end.
#[derive(Clone, Copy, Debug)]
struct Points;

impl Evaluate<Position> for Points {
    fn estimate(&self, position: &Position) -> i32 {
        let points = |player| position.points(player) as i32;
        100 * (points(Player::FIRST) - points(Player::SECOND))
    }

    fn finished(&self, position: &Position, outcome: Outcome) -> i32 {
        // A win is worth more than any points on the way, and a higher win more than a lower one.
        outcome.utility(Player::FIRST) * 100_000 + self.estimate(position)
    }

    fn priority(&self, position: &Position, m: &Move) -> i32 {
        position.points_of(*m) as i32
    }
}
