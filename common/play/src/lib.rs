//! Tools for playing any game: matches and tournaments, clocks, the Universal Game Interface, and games in a terminal.
//!
//! This crate works with games as trait objects of type [`AnyGame`](common::any::AnyGame), which exist for every game
//! that implements [`Describe`](common::Describe). All methods of `Describe` have defaults, so `impl Stored for MyGame
//! {}`, `impl Describe for MyGame {}` and `static MY_GAME: GameObject<MyGame> = GameObject::new()` are enough.
//!
//! * [`Match`]: one opponent against another, in pairs of games with swapped seats. [`Tournament`]: matches of every
//!   opponent against every other.
//! * [`Score`], [`Crosstable`], [`Sprt`]: results with confidence intervals, and a sequential test that can end a match
//!   early.
//! * [`GameClock`]: clocks with a time for the whole game and an increment for each move.
//! * [`ugi`]: a protocol through which other programs can use a game's engine.
//! * [`Judge`]: the value of a position, proved or estimated. [`Review`]: the effect of each move of a game.
//!   [`puzzle`]: positions in which only one move wins.
//! * [`Session`]: the state of a game between people and engines, for a terminal, a page or any other front end.
//! * `terminal` (feature `terminal`): games between people and engines, with input line by line.
//!
//! # Features
//!
//! No feature is enabled by default. Without features, the crate can be compiled for `wasm32-unknown-unknown`.
//!
//! | feature | adds |
//! |---|---|
//! | `process` | programs as [opponents](Opponent::named) |
//! | `terminal` | `terminal::Table` |
//! | `serde` | results of matches to and from any serde format |
//! | `store` | judgements from the results of a store |

mod listing;

mod clock;
mod pie;
pub mod ugi;

mod opponent;
mod score;

mod matches;
mod tournament;

mod judge;
pub mod puzzle;
mod review;
mod session;
#[cfg(feature = "terminal")]
pub mod terminal;

/// The crate that defines games and their traits, re-exported for users who depend only on this crate.
pub use common;

pub use clock::{GameClock, OutOfTime, TimeControl, TimeUsed};
pub use judge::{Certainty, Judge, JudgedMove, Judgement, MOST_LISTED};
pub use matches::{Forfeit, Match, MatchGame, whole_lines};
pub use opponent::{Limits, Opponent};
pub use pie::Pie;
pub use review::{MoveEffect, Review, ReviewedMove, Summary};
pub use score::{EloDifference, Score, Sprt, SprtResult};
pub use session::{Session, Termination, made::PlayedMove, seats::Seats};
pub use tournament::{Crosstable, Rating, Tournament};
#[cfg(feature = "process")]
pub use ugi::{end_programs, split_words};

#[cfg(all(doctest, feature = "terminal"))]
#[doc = include_str!("../README.md")]
struct Readme;
