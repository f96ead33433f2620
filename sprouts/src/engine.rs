//! An engine that plays perfectly in positions that the solver can solve, and uses random playouts in others.

use common::budget::Clock;
use common::engine::{Engine, EngineError};
use common::search::MonteCarlo;
use common::{Budget, Game, Outcome, Record, Report, Value};

use crate::moves::Move;
use crate::position::Position;
use crate::solve::Solver;

/// Without a time limit, positions with more lives than this are not solved, because each of their nodes costs far
/// more.
const MOST_LIVES: usize = 24;

/// Positions with more moves than this are not solved.
const MOST_MOVES: u128 = 20_000;

/// Plays perfectly in positions that the solver can solve, and uses random playouts in others.
///
/// Spends half of the budget on a proof and, if that fails, the rest on playouts. In a lost position every move loses,
/// so the engine falls back on playouts there too. The value in its report shows whether the outcome is proved.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::{Budget, Ending, Engine, Level, Opponents, Player, Position, Record};
///
/// let record = Record::new(Position::new(4, Ending::Normal)?);
/// let mut engine = Position::engine(Level::STRONGEST, 1);
/// let report = engine.choose(&record, &Budget::new().nodes(5_000), &mut |_| ())?;
/// let outcome = report.proved().expect("four spots are soon solved");
/// assert_eq!(outcome.winner(), Some(Player::FIRST));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub(crate) struct Perfect {
    /// Keeps its proofs from one move to the next.
    solver: Solver,
    by_chance: MonteCarlo,
}

impl Perfect {
    /// Returns an engine whose playouts are seeded with `seed`.
    pub(crate) fn new(seed: u64) -> Perfect {
        Perfect {
            solver: Solver::new(),
            by_chance: MonteCarlo::new(seed),
        }
    }
}

impl Engine<Position> for Perfect {
    fn choose(
        &mut self,
        record: &Record<Position>,
        budget: &Budget,
        progress: &mut dyn FnMut(&Report<Move>),
    ) -> Result<Report<Move>, EngineError> {
        let position = record.position();
        let turn = position.turn().ok_or(EngineError::GameOver)?;
        let small = budget.time.is_some() || position.lives() <= MOST_LIVES;
        if !small || position.count_moves() > MOST_MOVES {
            return self.by_chance.choose(record, budget, progress);
        }
        let clock = Clock::start();
        let (first, rest) = budget.stages();
        let before = self.solver.work().nodes;
        self.solver.settings.budget = first.clone();
        // None if the budget is too small.
        let proved = self.solver.winning_move(position).ok();
        let nodes = self.solver.work().nodes - before;
        let nodes = nodes.min(first.nodes.unwrap_or(u64::MAX));
        let value = match proved {
            Some(Some(m)) => {
                let value = Value::proved(turn, Outcome::Win(turn), 100);
                let mut report = Report::of_move(m).with_value(value);
                // A proof covers the whole game, and each move takes a life.
                report.depth = position.lives().saturating_sub(1) as u32;
                report.nodes = nodes;
                report.elapsed = clock.elapsed();
                return Ok(report);
            }
            Some(None) => {
                let winner = turn.opponent();
                Some(Value::proved(turn, Outcome::Win(winner), -100))
            }
            None => None,
        };
        let mut report = self.by_chance.choose(record, &rest, progress)?;
        report.value = value.or(report.value);
        report.nodes += nodes;
        report.elapsed = clock.elapsed();
        Ok(report)
    }

    fn set_threads(&mut self, threads: usize) {
        self.solver.settings.threads = threads;
        Engine::<Position>::set_threads(&mut self.by_chance, threads);
    }
}
