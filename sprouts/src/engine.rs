//! An opponent that plays perfectly where the solver reaches, and by random games elsewhere.

use common::budget::Clock;
use common::engine::{Engine, EngineError};
use common::report::{Report, Value};
use common::search::MonteCarlo;
use common::{Budget, Game, Outcome, Record};

use crate::moves::Move;
use crate::position::Position;
use crate::solve::Solver;

/// The most lives of a position that is proved under a budget without a time limit: a node costs far more in a larger
/// one.
const MOST_LIVES: usize = 24;

/// The most moves of a position that is proved.
const MOST_MOVES: u128 = 20_000;

/// Plays perfectly where the solver reaches, and by random games elsewhere.
///
/// Half of the budget goes to a proof and the rest to random games if that fails. A losing position has no right
/// move, so there the engine plays by random games too. The value of its report says whether the outcome is proved.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::engine::Perfect;
/// use papergames_sprouts::{Budget, Engine, Player, Position, Record, Rules};
///
/// let record = Record::new(Position::new(4, Rules::NORMAL)?);
/// let report = Perfect::new(1).choose(&record, &Budget::new().nodes(5_000), &mut |_| ())?;
/// let outcome = report.proved().expect("four spots are soon solved");
/// assert_eq!(outcome.winner(), Some(Player::FIRST));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Perfect {
    /// Keeps what it has proved from one move to the next.
    solver: Solver,
    by_chance: MonteCarlo,
}

/// What the solver found.
enum Proof {
    Wins(Move),
    Loses,
}

impl Perfect {
    /// Returns an engine whose random games come from a seed.
    #[must_use]
    pub fn new(seed: u64) -> Perfect {
        Perfect {
            solver: Solver::new(),
            by_chance: MonteCarlo::new(seed),
        }
    }

    /// Finds out whether a move wins; `None` if the budget does not suffice.
    fn prove(&mut self, position: &Position, budget: Budget) -> Option<Proof> {
        self.solver.set_budget(budget);
        let found = self.solver.winning_move(position).ok()?;
        Some(found.map_or(Proof::Loses, Proof::Wins))
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
        let small = budget.most_time().is_some() || position.lives() <= MOST_LIVES;
        if !small || position.count_moves() > MOST_MOVES {
            return self.by_chance.choose(record, budget, progress);
        }
        let clock = Clock::start();
        let (first, rest) = budget.halves();
        let value = match self.prove(position, first) {
            Some(Proof::Wins(m)) => {
                let value = Value::proved(turn, Outcome::Win(turn), 100);
                let mut report = Report::of_move(m).with_value(value);
                report.elapsed = clock.elapsed();
                return Ok(report);
            }
            Some(Proof::Loses) => {
                let winner = turn.opponent();
                Some(Value::proved(turn, Outcome::Win(winner), -100))
            }
            None => None,
        };
        let mut report = self.by_chance.choose(record, &rest, progress)?;
        report.value = value.or(report.value);
        report.elapsed = clock.elapsed();
        Ok(report)
    }
}
