//! Opponents: what chooses the moves in a match, at a terminal, or behind a protocol.

use core::fmt;
use core::str::FromStr;
use core::time::Duration;

use crate::budget::Budget;
use crate::game::{Game, Scored};
use crate::outcome::Outcome;
use crate::player::Player;
use crate::random::Seeded;
use crate::record::Record;
use crate::search::{AlphaBeta, Evaluate, MonteCarlo, Report};

/// An opponent at the game `G`.
///
/// # Examples
///
/// An engine that plays the first legal move:
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/nim/game.rs"));
/// # fn main() -> Result<(), papergames_common::engine::EngineError> {
/// use papergames_common::engine::{Choice, Engine, EngineError};
/// use papergames_common::{Budget, Record};
///
/// struct FirstMove;
///
/// impl<G: Game> Engine<G> for FirstMove {
///     fn choose(
///         &mut self,
///         record: &Record<G>,
///         _: &Budget,
///         _: &mut dyn FnMut(&Choice<G::Move>),
///     ) -> Result<Choice<G::Move>, EngineError> {
///         let m = record.position().nth_move(0).ok_or(EngineError::GameOver)?;
///         Ok(Choice::of(m))
///     }
/// }
///
/// let record = Record::new(Nim::new(&[3, 4]));
/// let choice = FirstMove.choose(&record, &Budget::new(), &mut |_| ())?;
/// assert_eq!(choice.m, record.position().moves()[0]);
/// # Ok(())
/// # }
/// ```
pub trait Engine<G: Game>: Send {
    /// Chooses a move in the last position of `record`, in which somebody is to move; `progress` hears what it thinks of
    /// meanwhile.
    ///
    /// The engine stops when `budget` says so, and always returns a legal move.
    ///
    /// # Errors
    ///
    /// Returns [`EngineError::GameOver`] when the game is over, and what went wrong with an engine outside this process.
    fn choose(
        &mut self,
        record: &Record<G>,
        budget: &Budget,
        progress: &mut dyn FnMut(&Choice<G::Move>),
    ) -> Result<Choice<G::Move>, EngineError>;
}

/// Why an engine has no move.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// Nobody is to move.
    #[error("the game is over, so there is nothing to choose")]
    GameOver,
    /// The engine is a program of its own, and something went wrong with it.
    #[error("{0}")]
    Failed(String),
}

/// A move, and what its chooser thinks of it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Choice<M> {
    /// The move.
    pub m: M,
    /// The moves that the engine expects, `m` first.
    pub line: Vec<M>,
    /// What the position is worth to the player to move, in hundredths: of a point, or of a certain win; `None` where
    /// nothing was searched.
    pub value: Option<i64>,
    /// How the game ends with best play, where that is proved.
    pub proved: Option<Outcome>,
    /// How many moves ahead the engine has looked in full.
    pub depth: u32,
    /// How many positions or random games it has looked at.
    pub nodes: u64,
    /// How long that took.
    pub elapsed: Duration,
}

impl<M: Clone> Choice<M> {
    /// Returns the choice of a move about which nothing is known.
    pub fn of(m: M) -> Choice<M> {
        Choice {
            line: vec![m.clone()],
            m,
            value: None,
            proved: None,
            depth: 0,
            nodes: 0,
            elapsed: Duration::ZERO,
        }
    }
}

/// How well an opponent plays: 1 for a beginner to 5 for the strongest there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// A text that is not a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a level from 1 (beginner) to 5 (strongest), found `{found}`")]
#[non_exhaustive]
pub struct ParseLevelError {
    /// The text.
    pub found: String,
}

impl Level {
    /// The weakest.
    pub const WEAKEST: Level = Level(1);
    /// The strongest.
    pub const STRONGEST: Level = Level(5);

    /// Returns the level with a number from 1 to 5.
    pub fn new(number: u8) -> Option<Level> {
        (1..=5).contains(&number).then_some(Level(number))
    }

    /// Returns the number, from 1 to 5.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns how much this level thinks about a move unless it is told otherwise.
    ///
    /// Only the strongest looks at the clock, so that the others play the same on every machine.
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

/// Plays any legal move, each equally likely.
#[derive(Clone, Debug)]
pub struct RandomMover(Seeded);

impl RandomMover {
    /// Returns an engine whose chance comes from a seed.
    pub fn new(seed: u64) -> RandomMover {
        RandomMover(Seeded::new(seed))
    }
}

impl<G: Game> Engine<G> for RandomMover {
    fn choose(
        &mut self,
        record: &Record<G>,
        _: &Budget,
        _: &mut dyn FnMut(&Choice<G::Move>),
    ) -> Result<Choice<G::Move>, EngineError> {
        let m = record.position().random_move(&mut self.0);
        Ok(Choice::of(m.ok_or(EngineError::GameOver)?))
    }
}

impl<M: Clone> Choice<M> {
    /// Returns the choice of a search. `value` is what its best move is worth to the player to move, in hundredths, and
    /// `turn` is that player.
    ///
    /// # Errors
    ///
    /// Returns [`EngineError::GameOver`] if the report has no move.
    pub fn of_report<V>(
        report: &Report<M, V>,
        value: i64,
        turn: Player,
    ) -> Result<Choice<M>, EngineError> {
        let m = report.best().ok_or(EngineError::GameOver)?;
        Ok(Choice {
            m: m.clone(),
            line: report.line.clone(),
            value: Some(value),
            proved: report.exact.then(|| outcome_of_value(value, turn)),
            depth: report.depth,
            nodes: report.nodes,
            elapsed: report.elapsed,
        })
    }
}

/// Returns how a game for two ends that is worth so much to `turn` with best play.
fn outcome_of_value(value: i64, turn: Player) -> Outcome {
    match value.signum() {
        1 => Outcome::Win(turn),
        0 => Outcome::Draw,
        _ => Outcome::Win(turn.opponent()),
    }
}

impl<G: Game> Engine<G> for MonteCarlo {
    fn choose(
        &mut self,
        record: &Record<G>,
        budget: &Budget,
        progress: &mut dyn FnMut(&Choice<G::Move>),
    ) -> Result<Choice<G::Move>, EngineError> {
        let turn = record.position().turn().ok_or(EngineError::GameOver)?;
        let choice = |report: &Report<_, f64>| {
            Choice::of_report(report, (report.value * 100.0).round() as i64, turn)
        };
        let report = self.run(record.position(), budget, &mut |report| {
            if let Ok(choice) = choice(report) {
                progress(&choice);
            }
        });
        choice(&report)
    }
}

/// Alpha-beta by the points on the board, for games of two players that points decide.
#[derive(Debug)]
pub struct ByPoints<G: Scored>(AlphaBeta<G, Points>);

/// The difference of the points, during the game and at its end.
#[derive(Clone, Copy, Debug)]
struct Points;

impl<G: Scored> Evaluate<G> for Points {
    fn estimate(&self, position: &G) -> i32 {
        let points = |player| position.score(player) as i32;
        100 * (points(Player::FIRST) - points(Player::SECOND))
    }

    fn finished(&self, position: &G, outcome: Outcome) -> i32 {
        // A win is worth more than any points on the way, and a higher win more than a lower one.
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
        progress: &mut dyn FnMut(&Choice<G::Move>),
    ) -> Result<Choice<G::Move>, EngineError> {
        let position = record.position();
        let turn = position.turn().ok_or(EngineError::GameOver)?;
        let sign = if turn == Player::FIRST { 1 } else { -1 };
        let choice = |report: &Report<_, i32>| {
            Choice::of_report(report, i64::from(sign * report.value), turn)
        };
        let report = self.0.run(position, budget, &mut |report| {
            if let Ok(choice) = choice(report) {
                progress(&choice);
            }
        });
        choice(&report)
    }
}
