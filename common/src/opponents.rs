//! Opponents that a game brings along.

use crate::budget::Budget;
use crate::describe::Describe;
use crate::engine::{AllRounder, Engine, Level};
use crate::game::Game;

/// An opponent that only one game has.
#[expect(
    missing_debug_implementations,
    reason = "engines need not be printable"
)]
pub struct NamedEngine<G: Game> {
    /// The opponent.
    pub engine: Box<dyn Engine<G>>,
    /// The default budget for each move.
    pub budget: Budget,
}

/// A game with opponents of its own. A game without them has [`AllRounder`] at every level.
pub trait Opponents: Describe {
    /// The names of the opponents that only this game has, as help and errors show them: `engine:LEVEL`.
    const NAMES: &'static [&'static str] = &[];

    /// Returns an opponent of the given strength. The default is [`AllRounder`] at every level.
    fn engine(level: Level, seed: u64) -> Box<dyn Engine<Self>> {
        let _ = level;
        Box::new(AllRounder::new(seed))
    }

    /// Returns the default budget of an opponent of the given strength, for one move.
    fn budget(level: Level) -> Budget {
        level.budget()
    }

    /// Returns the opponent with the given name that only this game has, if there is one.
    fn engine_named(name: &str, seed: u64) -> Option<NamedEngine<Self>> {
        let _ = (name, seed);
        None
    }
}
