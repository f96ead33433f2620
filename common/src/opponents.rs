//! Opponents that a game brings along.

use crate::budget::Budget;
use crate::describe::Describe;
use crate::engine::{AllRounder, Engine, Level};

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

    /// Returns the opponent with the given name that only this game has, and its default budget for each move; `None`
    /// if there is no such opponent.
    fn engine_named(name: &str, seed: u64) -> Option<(Box<dyn Engine<Self>>, Budget)> {
        let _ = (name, seed);
        None
    }
}
