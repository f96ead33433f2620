//! Brussels Sprouts and stars with any number of arms: rules, theory, exact values, pictures.
//!
#![doc = include_str!("../images/position.svg")]
//!
//! Draw some crosses on a sheet of paper, each with four free arms. A move joins two free arms, of the same cross or of
//! two crosses, by a line that crosses nothing, and adds a short bar across the new line, which creates two new free
//! arms, one on each side. Two players move in turn, and the player who cannot move has lost (normal play) or won
//! (misère play). The game is John Conway's joke about Sprouts. It looks similar, but every game with *n* crosses ends
//! after exactly 5*n* − 2 moves, no matter what the players do.
//!
//! Sources: Gardner, *Mathematical Carnival*, chapter 1; Berlekamp, Conway and Guy, *Winning Ways for your Mathematical
//! Plays*, chapter 17. For stars with other numbers of arms, see Cairns and Chartarrayawadee, "Brussels Sprouts and
//! Cloves", *Mathematics Magazine* 80 (2007). For forests, other surfaces and sparse graphs, see Das, Myint, Nandi, Sen
//! and Sopena (arXiv 2311.02388).
//!
//! # A first game
//!
//! ```
//! use papergames_brussels::{Ending, Game, Player, Position, Seeded, playout};
//!
//! let mut position = Position::new(2, Ending::Normal)?;
//! position.apply(&"1a-1c[2]".parse()?)?; // divides the paper, with cross 2 on the side of 1a
//! position.apply(&"1a-2b".parse()?)?; // joins the crosses
//! assert_eq!(position.turn(), Some(Player::FIRST));
//!
//! let end = playout::play(position, &mut Seeded::new(7));
//! assert_eq!(end.moves_made(), 5 * 2 - 2);
//! assert_eq!(end.winner(), Some(Player::SECOND));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! The modules are listed in reading order, and each one uses only those before it.
//!
//! | module | contents |
//! |---|---|
//! | `star` | stars and arms, and the names of arms after a move: [`Arm`] |
//! | `position` | a [`Position`] and its invariants |
//! | `moves` | a [`Move`], and methods that list, count and pick moves |
//! | `play` | making moves, the errors for illegal moves, the implementation of [`Game`] |
//! | [`notation`] | positions, moves and games as text |
//! | `face` | a [`Face`] reduced to what matters for play: the numbers of arms on its boundaries |
//! | [`theory`] | the proof that the length of a game is fixed, and the number of games |
//! | `encode` | positions and moves as arrays and graphs, for machine learning |
//! | [`solve`] | the winner of a position |
//! | `engine` | the perfect opponent |
//! | [`surface`] | the game on a torus, a projective plane, a Klein bottle |
//! | `map` | the position as a planar map: [`PositionMap`] |
//! | `symmetry` | the symmetries of positions, which change names or reflect the drawing: [`Symmetric`] |
#![cfg_attr(
    feature = "draw",
    doc = "| [`render`] | positions and games as pictures (feature `draw`) |"
)]
//! | `about` | names, rules, notations, opponents: the description of the game for programs ([`Describe`]) |
//! | `game` | the game as an object, on paper and on surfaces: `GAME` (feature `object`) |

#![cfg_attr(
    not(feature = "object"),
    allow(dead_code, reason = "what only the left-out modules use")
)]

// A module uses only those above it.
mod star;

mod position;

mod moves;

mod play;

pub mod notation;

mod face;

pub mod theory;

mod encode;

pub mod solve;

#[cfg(feature = "object")]
mod engine;

pub mod surface;

mod map;

mod symmetry;

#[cfg(feature = "draw")]
pub mod render;

#[cfg(feature = "object")]
mod about;

#[cfg(feature = "object")]
mod game;

#[doc(no_inline)]
pub use ::common;
#[doc(no_inline)]
pub use ::planar;
#[doc(no_inline)]
pub use common::prelude::*;

#[cfg(feature = "object")]
pub use about::Exact;
#[cfg(feature = "object")]
pub use game::{GAME, Lengths, ON_SURFACES};
#[cfg(feature = "draw")]
#[doc(no_inline)]
pub use picture::{Charset, Draw, Style, Window};

pub use face::Face;
pub use map::PositionMap;
pub use moves::Move;
pub use play::IllegalMove;
pub use position::Position;
pub use star::{Arm, Star, Stars};
pub use symmetry::Symmetry;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
