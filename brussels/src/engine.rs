//! The perfect opponent, which plays random moves.

use common::engine::{Engine, EngineError, RandomMover};
use common::{Budget, Game, Outcome, Record, Report, Value};

use crate::moves::Move;
use crate::position::Position;
use crate::{solve, theory};

/// An engine that plays uniformly random moves and reports the proved outcome.
///
/// Because no move is better than another, this is perfect play; see [`solve`]. The engine answers at once and ignores
/// its budget.
///
/// # Examples
///
/// ```
/// use papergames_brussels::{Budget, Ending, Engine, Level, Opponents, Outcome, Player, Position, Record};
///
/// let record = Record::new(Position::new(2, Ending::Normal)?);
/// let mut engine = Position::engine(Level::WEAKEST, 7);
/// let report = engine.choose(&record, &Budget::new(), &mut |_| {})?;
/// assert_eq!(report.proved(), Some(Outcome::Win(Player::SECOND)));
/// assert_eq!(report.value.and_then(|value| value.distance), Some(8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub(crate) struct TheoremEngine(RandomMover);

impl TheoremEngine {
    /// Returns an engine whose random moves are seeded with `seed`.
    pub(crate) fn new(seed: u64) -> TheoremEngine {
        TheoremEngine(RandomMover::new(seed))
    }
}

impl Engine<Position> for TheoremEngine {
    fn choose(
        &mut self,
        record: &Record<Position>,
        budget: &Budget,
        progress: &mut dyn FnMut(&Report<Move>),
    ) -> Result<Report<Move>, EngineError> {
        let position = record.position();
        let mover = position.turn().ok_or(EngineError::GameOver)?;
        let outcome = Outcome::Win(solve::winner(position));
        let hundredths = 100 * i64::from(outcome.utility(mover));
        let left = theory::moves_left(position) as u32;
        let value = Value::proved(mover, outcome, hundredths).at_distance(left);
        let mut report = self.0.choose(record, budget, progress)?;
        // The theorem covers the whole game.
        report.depth = left;
        Ok(report.with_value(value))
    }
}
