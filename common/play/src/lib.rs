//! Playing any game: matches and tournaments, clocks, the Universal Game Interface, and play in a terminal.
//!
//! This crate works with games as objects, [`AnyGame`](common::any::AnyGame), of which there is one for every game that
//! implements [`Describe`](common::Describe). All its methods have defaults, so `impl Stored for MyGame {}`,
//! `impl Describe for MyGame {}` and `static MY_GAME: Erased<MyGame> = Erased::new()` are enough.
//!
//! * [`Match`]: one opponent against another, in pairs of games with swapped seats; [`tournament::play`]: all
//!   against all.
//! * [`Score`], [`Crosstable`], [`Sprt`]: results with confidence intervals, and a test that ends a match early.
//! * [`clock`]: a time for each game, and an increment for each move.
//! * [`ugi`]: a game as an engine for other programs, and other programs as opponents.
//! * [`Judge`]: what a position is worth, proved or estimated; [`Review`]: what each move of a game was worth;
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
//! | `process` | `ugi::Client`: programs as opponents |
//! | `terminal` | `terminal::Table` |
//! | `serde` | results of matches to and from any serde format |

mod listing;

pub mod clock;
pub mod ugi;

pub mod opponent;
pub mod score;

pub mod matches;
pub mod tournament;

pub mod judge;
pub mod puzzle;
pub mod review;
pub mod session;
#[cfg(feature = "terminal")]
pub mod terminal;

/// The crate that defines the traits, for users who depend only on this one.
pub use common;

pub use clock::{GameClock, TimeControl, TimeUsed};
pub use judge::{Certainty, Judge, Judgement};
pub use matches::{Forfeit, Maker, Match, Played};
pub use opponent::{Limits, Opponent};
pub use review::{Mark, Review};
pub use score::{EloDifference, Score, Sprt};
pub use session::Session;
pub use tournament::{Crosstable, Rating};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
