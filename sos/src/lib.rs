//! The game SOS on rectangular boards, for two or more players, under several rule sets.
//!
#![doc = include_str!("../images/game.svg")]
//!
//! Players take turns writing an `S` or an `O`, whichever they prefer, in an empty cell of a board. Each straight S-O-S
//! that a letter completes in three neighbouring cells, across, down or on a diagonal, scores a point, and a player who
//! scores moves again. When the board is full, the player with the most points wins. Three other [`Rules`] are
//! supported: the first S-O-S wins, the turn always passes, or the first S-O-S loses. Some descriptions let a player
//! move again "until no more S-O-S can be made", which might also mean that each further letter has to score. In this
//! crate a further letter need not score.
//!
//! On the 3×3 board there are 9!·2⁹ = 185,794,560 games, 728 times as many as in tic-tac-toe (255,168). There are 3⁹
//! ways to fill the 3×3 board with letters and blanks, and 3¹⁶ for the 4×4 board. For comparison, nine boxes of Dots
//! and Boxes have 24 lines, and therefore 2²⁴ drawings.
//!
//! Sources: "SOS (game)" in Wikipedia; Ferguson, *Game Theory*, Part I; Gould, *Mathematics in Games, Sports, and
//! Gambling*; problem 5 of the USA Mathematical Olympiad 1999, which is the game on a strip in which the first S-O-S
//! wins. For other words on strips, see PRIMES STEP, *SOS* (arXiv 2306.06197).
//!
//! ```text
//!     a b c
//!   1 S O S      first wrote Sa1, second Ob1, first Sc1 and has made an S-O-S:
//!   2 . . .      first moves again
//!   3 . . .
//! ```
//!
//! # A first game
//!
//! ```
//! use papergames_sos::{Game, Outcome, Player, Position, Rules, Size};
//!
//! let mut position = Position::new("3x3".parse()?, Rules::General);
//! for m in ["Sa1", "Ob1", "Sc1"] {
//!     position.apply(&m.parse()?)?;
//! }
//! assert_eq!(position.to_string(), "SOS/.../...:1:1-0");
//! assert_eq!(position.turn(), Some(Player::FIRST));
//! assert_eq!(position.count_moves(), 12);
//! for m in ["Sa2", "Sb2", "Sc2", "Sa3", "Sb3", "Sc3"] {
//!     position.apply(&m.parse()?)?;
//! }
//! assert_eq!(position.outcome(), Some(Outcome::Win(Player::FIRST)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! The modules are listed in reading order, and each one uses only those before it.
//!
//! | module | holds |
//! |---|---|
//! | `size`, `rules` | [`Size`], [`Cell`], [`Rules`]: the board and rules of a game |
//! | `moves` | [`Letter`], [`Move`] |
//! | `cells`, `lines`, `target` | sets of cells, a [`Line`] of three cells, and the words that SOS can be played with |
//! | `setup`, `position` | how a game begins, and [`Position`]: its state |
//! | `random_game` | random games, faster than by single moves |
//! | `play` | what a move does, [`IllegalMove`] |
//! | `sheet` | [`ScoreSheet`]: who owns which S-O-S |
//! | `encode` | positions and moves as arrays, for machine learning |
//! | [`notation`] | positions, moves and games as text |
//! | `solve` | exact values from two searches and a table of all boards; the results that each of several players can force |
//! | [`theory`] | the winner on boards of one and two rows, proved without a search |
//! | `engine` | the strongest opponent |
//! | `render` | positions and games as pictures (feature `draw`) |
//! | `about` | names, rules, notations, opponents: the description of the game for programs ([`Describe`]) |
//!
//! Boards have at most 400 cells; larger ones are rejected with [`Refused`].
//!
//! # Features
//!
//! * `solve` (default): the exact solver and its proofs.
//! * `object` (default): the game as the object `GAME`, with its notations, opponents and values; implies `solve`.
//! * `draw` (default): pictures, and the trait `Draw`.
//! * `serde`: conversion of positions, moves, setups and records to and from any serde format, as text.
//! * `store`: keeps the solver's results on disk, so that an interrupted run can be resumed.
//! * `proptest`: `laws`, the suite of laws that every game must obey, for games built on this one.

#![cfg_attr(
    not(feature = "object"),
    allow(dead_code, reason = "what only the left-out modules use")
)]

// A module uses only those above it.
mod size;

mod rules;

mod moves;

mod cells;

mod lines;

mod target;

mod setup;

mod position;

mod random_game;

mod play;

mod sheet;

mod encode;

pub mod notation;

#[cfg(feature = "solve")]
pub mod solve;

pub mod theory;

#[cfg(feature = "object")]
mod engine;

#[cfg(feature = "draw")]
mod render;

#[cfg(feature = "object")]
mod about;

#[doc(no_inline)]
pub use ::common;
#[doc(no_inline)]
pub use common::prelude::*;

#[cfg(feature = "object")]
pub use about::{Exact, GAME};
pub use common::grid::{Columns, Rows};
pub use lines::Line;
pub use moves::{Letter, Move};
pub use play::{IllegalMove, Undo};
pub use position::Position;
pub use rules::Rules;
pub use sheet::{LineMark, ScoreSheet};
pub use size::{Cell, Size, Symmetry};
pub use target::{Target, Word, Wrap};

#[cfg(feature = "draw")]
#[doc(no_inline)]
pub use picture::{Charset, Draw, Style, Window};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
