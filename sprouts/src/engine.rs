//! An engine that plays perfectly in positions that the solver can solve, and uses random playouts in others.

use common::budget::Clock;
use common::engine::{Engine, EngineError};
use common::search::MonteCarlo;
use common::{Budget, Game, Outcome, Record, Report, Value};

use crate::moves::Move;
use crate::position::Position;
use crate::solve::Solver;

/// Positions with more moves than this are not solved.
const MOST_MOVES: u128 = 20_000;

/// Plays perfectly in positions that the solver can solve, and uses random playouts in others.
///
/// Spends half of the time on a proof and, if that fails, the rest on playouts. Of a limit on nodes, playouts get at
/// most the number of [`most_games`], because each costs as much as many nodes of the solver. In a lost position every
/// move loses, so the engine falls back on playouts there too. The value in its report shows whether the outcome is
/// proved.
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

/// Returns the number of random games that a level plays for a move in a position with the given lives. In a large
/// position it falls with the square of the lives, about as the speed of random games does: level 3 takes less than a
/// second of CPU time for a move with 100 spots.
pub(crate) fn most_games(lives: usize, level: u8) -> u64 {
    let lives = lives as u64;
    (3 * 10_u64.pow(level.into()) * 1000 / (lives * lives).max(1000)).max(1)
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
        let clock = Clock::start();
        let (mut first, mut rest) = budget.stages();
        if let Some(nodes) = budget.nodes {
            // A random game costs as much as many nodes of the solver.
            let games = most_games(position.lives(), 3).min(nodes / 2);
            (first.nodes, rest.nodes) = (Some(nodes - games), Some(games));
        }
        if position.count_moves() > MOST_MOVES {
            rest.time = budget.time;
            return self.by_chance.choose(record, &rest, progress);
        }
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
