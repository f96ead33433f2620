//! Playing any game: matches and tournaments, clocks, the Universal Game Interface, and play in a terminal.
//!
//! This crate works with games as objects, [`AnyGame`](common::any::AnyGame), of which there is one for every game that
//! implements [`Describe`](common::Describe). All its methods have defaults, so `impl Stored for MyGame {}`,
//! `impl Describe for MyGame {}` and `static MY_GAME: Erased<MyGame> = Erased::new()` are enough.
//!
//! * [`Match`]: one opponent against another, in pairs of games with swapped seats; [`tournament::play`]: all
//!   against all.
//! * [`Score`], [`Crosstable`](tournament::Crosstable), [`Sprt`]: results with confidence intervals, and a test that
//!   ends a match early.
//! * [`GameClock`]: a time for each game, and an increment for each move.
//! * [`ugi`]: a game as an engine for other programs.
//! * [`Judge`]: the value of a position, proved or estimated; [`Review`]: the effect of each move of a game;
//!   [`puzzle`]: positions in which one move wins.
//! * [`Session`]: a game between people and engines as state, for a terminal, a page or any other front end.
//! * `terminal` (feature `terminal`): people and engines at one board, line by line.
//!
//! # Features
//!
//! None is on by default; without any, the crate builds for `wasm32-unknown-unknown`.
//!
//! | feature | adds |
//! |---|---|
//! | `process` | programs as [opponents](Opponent::named) |
//! | `terminal` | `terminal::Table` |
//! | `serde` | results of matches to and from any serde format |
//! | `store` | judgements from the results of a store |

mod listing;

mod clock;
pub mod ugi;

mod opponent;
mod score;

mod matches;
pub mod tournament;

mod judge;
pub mod puzzle;
mod review;
mod session;
#[cfg(feature = "terminal")]
pub mod terminal;

/// The crate that defines the traits, for users who depend only on this one.
pub use common;

pub use clock::{GameClock, OutOfTime, TimeControl, TimeUsed};
pub use judge::{Certainty, Judge, JudgedMove, Judgement, MOST_LISTED};
pub use matches::{Forfeit, Maker, Match, Played, whole_lines};
pub use opponent::{Limits, Opponent};
pub use review::{Mark, Review, ReviewedMove, Summary};
pub use score::{EloDifference, Score, Sprt, SprtResult};
pub use session::{End, Made, Seats, Session};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
