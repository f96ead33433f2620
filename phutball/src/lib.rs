//! Philosopher's Football, or Phutball: seven published rule sets, whole turns and single jumps, notations, an exact
//! solver for small boards, and an engine.
//!
#![doc = include_str!("../images/game.svg")]
//!
//! # The game
//!
//! The board has 15 columns and 19 rows of points. Beyond each end there is one more row, which the ball can enter but
//! where men cannot be placed. The ball starts in the centre. Two players take turns. In a turn, a player either places
//! a man on any vacant point or makes one or more jumps with the ball. A jump goes over an unbroken run of men next to
//! the ball, in any of the eight directions, to the first point behind them. The men that were jumped leave the board.
//! Men belong to neither player. If a turn ends with the ball on row 19 or 20, the first player has won; if it ends
//! with the ball on row 1 or 0, the second player has won. It does not matter who moved the ball there.
//!
//! On AbstractPlay the second player may take over the first move (the pie rule), which this crate does not implement.
//!
//! The game is Conway's; it was published in Berlekamp, Conway and Guy, *Winning Ways for your Mathematical Plays*,
//! chapter 22. Sources disagree about what happens at the ends of the board; see [`Rules`].
//!
//! It is NP-complete to decide whether some turn wins at once (Demaine, Demaine and Eppstein, 2002), and the game is
//! PSPACE-hard (Dereniowski, 2010). Who wins on the standard board is unknown.
//!
//! # A first game
//!
//! ```
//! use papergames_phutball::{Game, Outcome, Player, Position, Turn};
//!
//! let mut position = Position::standard();
//! for turn in ["h11", "h9", "h10-h12", "h13", "h14", "h15", "h12-h16", "h18", "h17", "g3", "h16-h19"] {
//!     position.apply_turn(&turn.parse()?)?;
//! }
//! assert_eq!(position.outcome(), Some(Outcome::Win(Player::FIRST)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # General searches
//!
//! Play can repeat forever, so a plain search of the whole game might not end. [`PlyCap`] declares the game a draw
//! after a given number of moves. A win proved under this cap is also a win without it.
//!
//! ```
//! use papergames_phutball::search::{AlphaBeta, OutcomeOnly};
//! use papergames_phutball::{Budget, Outcome, Player, PlyCap, Position};
//!
//! let position: Position = "5/5/2o2/2@2/1o3/5/5:first:full-board".parse()?;
//! let report = AlphaBeta::new(OutcomeOnly).run(&PlyCap::new(position, 2), &Budget::new(), &mut |_| ());
//! assert_eq!(report.proved(), Some(Outcome::Win(Player::FIRST)));
//! # Ok::<(), papergames_phutball::Refused>(())
//! ```
//!
//! # Features
//!
//! * `solve` (default): the exact solver, and the engine, which uses it.
//! * `object` (default): the game as the object `GAME`, with its notations, opponents and values; implies `solve`.
//! * `draw` (default): pictures, and the trait `Draw`.
//! * `json`: games in the format of Ehrenborg's collection, [`notation`]`::json`.
//! * `serde`: conversion of positions, moves, turns, records and values to and from any serde format.
//! * `store`: stores the values of solved boards on disk.
//! * `proptest`: strategies for property tests.
//!
//! # Modules
//!
//! The modules are listed in reading order, and each one uses only those before it.
//!
//! | module | holds |
//! |---|---|
//! | `rules` | [`Rules`]: the published readings of the rules |
//! | `point` | [`Point`] and [`Size`] |
//! | `position` | [`Position`]: men, ball, player to move |
//! | `jumps` | the landing point and the men of a single jump |
//! | `moves` | [`Move`] and the reasons why a move is illegal |
//! | `play` | what a move does |
//! | `symmetry` | the reflection of the board |
//! | `turn` | [`Turn`]: whole turns, checked and listed lazily |
//! | `encode` | positions and moves as arrays, for machine learning |
//! | `turn_perft` | [`Position::perft`]: the number of sequences of turns |
//! | `winning` | [`ImmediateWin`]: whether a turn wins at once |
//! | [`notation`] | positions and moves as text, and the notations of other programs and books |
//! | `solve` | exact values of small boards |
//! | `evaluate` | estimates of positions, for the engine |
//! | `plan` | the rest of a turn that an engine has chosen |
//! | `zobrist` | keys of positions, for the engine |
//! | `baseline` | a weak opponent, to measure others by |
//! | `engine` | an opponent |
//! | `render` | positions and games as pictures |
//! | `about` | the description of the game for programs |

#![cfg_attr(
    not(feature = "object"),
    allow(dead_code, reason = "what only the left-out modules use")
)]

mod rules;

mod point;
mod position;

mod jumps;
mod moves;

mod play;
mod symmetry;
mod turn;

mod encode;

mod turn_perft;
mod winning;

pub mod notation;

#[cfg(feature = "solve")]
pub mod solve;

mod evaluate;
mod plan;
mod zobrist;

#[cfg(feature = "object")]
mod baseline;
#[cfg(feature = "solve")]
pub mod engine;

#[cfg(feature = "draw")]
mod render;

#[cfg(feature = "object")]
mod about;

#[doc(no_inline)]
pub use ::common;
#[doc(no_inline)]
pub use common::prelude::*;

#[cfg(feature = "object")]
pub use about::{Exact, GAME, SizeNotes, WholeTurns};
pub use moves::{IllegalMove, Move};
pub use point::{Point, Size};
pub use position::Position;
pub use rules::Rules;
pub use symmetry::Mirror;
pub use turn::{Chain, Distinct, IllegalTurn, Listing, Turn};
pub use winning::ImmediateWin;

pub use common::grid::{Columns, Direction, Rows};
#[cfg(feature = "draw")]
#[doc(no_inline)]
pub use picture::{Charset, Draw, Style, Window};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
