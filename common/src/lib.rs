//! The shared core of papergames: the [`Game`] trait, and everything that works with any game.
//!
//! A value that implements [`Game`] is a *position*: it knows its board, its rules and whose turn it is. Everything
//! else here works for every game: random [`playout`]s, [`perft`](mod@perft), [`Record`]s, searches and solvers. The
//! modules are declared in reading order, and each module uses only earlier ones.
//!
//! # Glossary
//!
//! The following words have the same meaning in every crate of the workspace.
//!
//! * **position**: the state of a game, with its rules. **setup**: the position in which a game begins.
//! * **move**: the smallest step that a player decides on, such as one line or one jump. **turn**: whose move it is;
//!   also all moves that a player makes in a row.
//! * **outcome**: how a game ended. **ending**: normal or misère, the rule that names the winner when no move is
//!   left.
//! * **record**: a setup and the moves made from it. **playout**: a random game. **perft**: the number of move
//!   sequences of each length.
//! * **canonical form**: one representative of all positions that are equivalent in play. **nimber**: the value of an
//!   impartial position in normal play, which is the size of the Nim heap that it is equivalent to.
//! * **notation**: a way to write positions and moves as text. **law**: a property that holds in every position of
//!   every game.

#[doc(hidden)]
pub mod checksum;
#[doc(hidden)]
pub mod sorting;
#[macro_use]
pub mod text;
mod refused;
#[doc(hidden)]
pub mod threads;

pub mod grid;
pub mod look;
mod player;

mod outcome;
mod random;

mod game;

pub mod budget;
mod nimber;
mod report;
mod verdict;

pub mod encode;
pub mod fields;
pub mod perft;
mod written;

mod ply_cap;
mod record;

pub mod compact;
pub mod playout;
mod plies;

pub mod search;
pub mod self_play;
pub mod solve;

#[cfg(any(feature = "minimax", feature = "treant"))]
pub mod adapters;
pub mod engine;

#[cfg(feature = "store")]
pub mod store;

mod effort;

pub mod claim;

#[cfg(feature = "store")]
pub mod audit;

pub mod describe;

pub mod values;

pub mod format;

pub mod reading;

pub mod any;

pub mod laws;

pub mod nim;

/// The items of this crate that every game's users need: to play, search and solve, to write a bot, and to use the game
/// as an object. Each game crate re-exports this module, and this crate as `common` for everything else, so users need
/// only a single dependency.
pub mod prelude {
    pub use crate::{
        Alternating, Budget, Cost, Describe, Ending, Engine, Game, Guarantee, Impartial, Level,
        Limit, Nimber, Opponents, Outcome, Player, PlayerSet, PlyCap, Progress, Random, Record,
        Refused, Report, Scored, Seeded, Stored, Symmetric, Unfinished, Value, Verdict, Written,
        any::{self, AnyGame, AnyRecord},
        describe::SetupOptions,
        encode::{Actions, Augments, Bound, Bounds, Graph, Graphs, Layout, Parts, Planes},
        engine::EngineError,
        laws, perft, playout, search, self_play,
        text::Unexpected,
        values::{self, Values},
    };
    #[cfg(feature = "store")]
    pub use crate::{audit, claim, store};
}

#[doc = include_str!("../ARCHITECTURE.md")]
pub mod architecture {}

pub use budget::{Budget, Cost, Limit, Progress, Unfinished};
pub use describe::{Describe, Opponents, Refused};
pub use engine::{Engine, Level};
pub use game::{Alternating, Game, Impartial, Scored, Stored, Symmetric};
pub use nimber::{Nimber, mex};
pub use outcome::{Ending, Guarantee, Outcome};
pub use perft::perft;
pub use player::{Player, PlayerSet};
pub use plies::{Plies, Ply};
pub use ply_cap::PlyCap;
#[cfg(feature = "rand_core")]
pub use random::{FromRng, rand_core};
pub use random::{Random, Seeded};
pub use record::{Record, RecordError};
pub use report::{Candidate, Report, Value};
pub use verdict::{Certified, Detail, Guarantees, Missing, Verdict, Verified};
pub use written::Written;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
