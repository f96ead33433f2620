//! Engines: opponents that choose moves in a match, at a terminal, or behind a protocol.

use core::fmt;
use core::str::FromStr;
use core::time::Duration;

use crate::budget::Budget;
use crate::game::{Game, Scored};
use crate::outcome::Outcome;
use crate::player::Player;
use crate::random::Seeded;
use crate::record::Record;
use crate::report::Report;
use crate::search::{AlphaBeta, Evaluate, MonteCarlo};

/// An opponent at the game `G`.
///
/// # Examples
///
/// An engine that plays the first legal move:
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/nim/game.rs"));
/// # fn main() -> Result<(), papergames_common::engine::EngineError> {
/// use papergames_common::engine::{Engine, EngineError};
/// use papergames_common::{Budget, Record, Report};
///
/// struct FirstMove;
///
/// impl<G: Game> Engine<G> for FirstMove {
///     fn choose(
///         &mut self,
///         record: &Record<G>,
///         _: &Budget,
///         _: &mut dyn FnMut(&Report<G::Move>),
///     ) -> Result<Report<G::Move>, EngineError> {
///         let m = record.position().nth_move(0).ok_or(EngineError::GameOver)?;
///         Ok(Report::of_move(m))
///     }
/// }
///
/// let record = Record::new(Nim::new(&[3, 4]));
/// let report = FirstMove.choose(&record, &Budget::new(), &mut |_| ())?;
/// assert_eq!(report.best(), record.position().moves().first());
/// # Ok(())
/// # }
/// ```
pub trait Engine<G: Game>: Send {
    /// Chooses a move in the last position of `record`. Calls `progress` while it thinks.
    ///
    /// The engine stops when `budget` is spent. The line of its report begins with a legal move and is never empty.
    ///
    /// # Errors
    ///
    /// Returns [`EngineError::GameOver`] if the game is over, and [`EngineError::Failed`] if an engine outside this
    /// process fails to give a valid answer.
    fn choose(
        &mut self,
        record: &Record<G>,
        budget: &Budget,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, EngineError>;
}

/// Why an engine returned no move.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The game is over.
    #[error("the game is over, so there is nothing to choose")]
    GameOver,
    /// The engine is a separate program, and it failed.
    #[error("{0}")]
    Failed(String),
}

/// How well an opponent plays, from 1 (a beginner) to 5 (as strong as possible).
///
/// # Examples
///
/// ```
/// use papergames_common::Level;
///
/// let level: Level = "3".parse()?;
/// assert_eq!(level.number(), 3);
/// assert_eq!(level.budget().most_nodes(), Some(3_000));
/// assert_eq!(Level::new(6), None);
/// # Ok::<(), papergames_common::engine::ParseLevelError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// The error for a text that is not a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a level from 1 (beginner) to 5 (strongest), found `{found}`")]
#[non_exhaustive]
pub struct ParseLevelError {
    /// The text.
    pub found: String,
}

impl Level {
    /// The weakest level.
    pub const WEAKEST: Level = Level(1);
    /// The strongest level.
    pub const STRONGEST: Level = Level(5);

    /// Returns the level with a number from 1 to 5.
    pub fn new(number: u8) -> Option<Level> {
        (1..=5).contains(&number).then_some(Level(number))
    }

    /// Returns the number, from 1 to 5.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns the budget for one move at this level, for a game that does not set its own.
    ///
    /// Only the strongest level has a time limit, so the others play the same on every machine.
    pub fn budget(self) -> Budget {
        match self.0 {
            1 => Budget::new().nodes(30),
            2 => Budget::new().nodes(300),
            3 => Budget::new().nodes(3_000),
            4 => Budget::new().nodes(20_000),
            _ => Budget::new().time(Duration::from_secs(1)),
        }
    }
}

crate::serde_as_text!(Level);

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Level, ParseLevelError> {
        let number = text.parse().ok().and_then(Level::new);
        number.ok_or_else(|| ParseLevelError {
            found: text.chars().take(40).collect(),
        })
    }
}

/// An engine that plays a random legal move, each equally likely.
#[derive(Clone, Debug)]
pub struct RandomMover(Seeded);

impl RandomMover {
    /// Returns an engine that draws its moves from `seed`.
    pub fn new(seed: u64) -> RandomMover {
        RandomMover(Seeded::new(seed))
    }
}

impl<G: Game> Engine<G> for RandomMover {
    fn choose(
        &mut self,
        record: &Record<G>,
        _: &Budget,
        _: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, EngineError> {
        let m = record.position().random_move(&mut self.0);
        Ok(Report::of_move(m.ok_or(EngineError::GameOver)?))
    }
}

impl<G: Game> Engine<G> for MonteCarlo {
    fn choose(
        &mut self,
        record: &Record<G>,
        budget: &Budget,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, EngineError> {
        if record.position().is_terminal() {
            return Err(EngineError::GameOver);
        }
        Ok(self.run(record.position(), budget, progress))
    }
}

/// An alpha-beta engine for games of two players that points decide. It estimates a position by its points.
///
/// A lead of more than 900 points counts as 900.
#[derive(Debug)]
pub struct ByPoints<G: Scored>(AlphaBeta<G, Points>);

/// The largest lead that [`ByPoints`] tells from a larger one, in points, so that no lead looks like a win.
const MOST_LEAD: i64 = 900;

/// The difference of the points, during the game and at its end.
#[derive(Clone, Copy, Debug)]
struct Points;

impl<G: Scored> Evaluate<G> for Points {
    fn estimate(&self, position: &G) -> i32 {
        let [first, second] = [Player::FIRST, Player::SECOND].map(|player| position.score(player));
        100 * first.saturating_sub(second).clamp(-MOST_LEAD, MOST_LEAD) as i32
    }

    fn finished(&self, position: &G, outcome: Outcome) -> i32 {
        // A win is worth more than any lead in points, and a higher win more than a lower one.
        outcome.utility(Player::FIRST) * 100_000 + self.estimate(position)
    }
}

impl<G: Scored> ByPoints<G> {
    /// Returns an engine that has not searched anything yet.
    pub fn new() -> ByPoints<G> {
        ByPoints(AlphaBeta::new(Points))
    }
}

impl<G: Scored> Default for ByPoints<G> {
    fn default() -> ByPoints<G> {
        ByPoints::new()
    }
}

impl<G: Scored<Move: Send> + Send> Engine<G> for ByPoints<G> {
    fn choose(
        &mut self,
        record: &Record<G>,
        budget: &Budget,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, EngineError> {
        if record.position().is_terminal() {
            return Err(EngineError::GameOver);
        }
        Ok(self.0.run(record.position(), budget, progress))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_go_from_one_to_five() {
        for number in 1..=5_u8 {
            let level: Level = number.to_string().parse().expect("a level");
            assert_eq!(
                (level.number(), level.to_string()),
                (number, number.to_string())
            );
        }
        for text in ["", "0", "6", "-1", "one"] {
            let error = text.parse::<Level>().unwrap_err().to_string();
            assert!(error.ends_with(&format!("found `{text}`")), "{error}");
        }
    }

    /// A game of one move whose mover takes all the points there are.
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    struct Jackpot(bool);

    impl Game for Jackpot {
        type Move = u8;
        type Illegal = core::fmt::Error;

        fn turn(&self) -> Option<Player> {
            (!self.0).then_some(Player::FIRST)
        }
        fn outcome(&self) -> Option<Outcome> {
            self.0.then_some(Outcome::Win(Player::FIRST))
        }
        fn for_each_move(
            &self,
            visit: &mut dyn FnMut(u8) -> core::ops::ControlFlow<()>,
        ) -> core::ops::ControlFlow<()> {
            if self.0 {
                core::ops::ControlFlow::Continue(())
            } else {
                visit(0)
            }
        }
        fn check(&self, m: &u8) -> Result<(), core::fmt::Error> {
            (!self.0 && *m == 0).then_some(()).ok_or(core::fmt::Error)
        }
        fn apply(&mut self, m: &u8) -> Result<(), core::fmt::Error> {
            self.check(m)?;
            self.0 = true;
            Ok(())
        }
    }

    impl Scored for Jackpot {
        fn score(&self, player: Player) -> i64 {
            if player == Player::FIRST {
                i64::MAX
            } else {
                i64::MIN
            }
        }
    }

    #[test]
    fn scores_of_any_size_are_compared_without_overflow() {
        let record = Record::new(Jackpot(false));
        let budget = Budget::new().depth(3);
        let report = ByPoints::new()
            .choose(&record, &budget, &mut |_| ())
            .expect("a move");
        assert_eq!(report.best(), Some(&0));
        assert!(
            Points.estimate(&Jackpot(false))
                < Points.finished(&Jackpot(true), Outcome::Win(Player::FIRST))
        );
    }
}
