//! Sprouts and its variants: rules, notation, canonical forms, exact solver, pictures.
//!
#![doc = include_str!("../images/position.svg")]
//!
//! Some spots are drawn on a sheet of paper. Two players take turns; a move is a line from a spot to a spot, perhaps
//! the same one, and a new spot somewhere on that line. No line may cross or touch another, and at no spot may more
//! than three lines end. The player who makes the last move wins in *normal* play and loses in *misère* play. John
//! Conway and Michael Paterson invented the game at Cambridge in 1967, not at Princeton, where Conway taught later;
//! Martin Gardner's column *Of sprouts and Brussels sprouts* (Scientific American, July 1967) made it known. See
//! Berlekamp, Conway and Guy, *Winning Ways*, chapter 17. It is "perhaps the only misère game played competitively"
//! (World Game of Sprouts Association). A variant with connected drawings is Lam's *Connected Sprouts* (American
//! Mathematical Monthly 104, 1997).
//!
//! # A first game
//!
//! ```
//! use papergames_sprouts::{Ending, Game, Player, Position};
//!
//! let mut position = Position::new(2, Ending::Normal)?;
//! for m in ["1-2", "1-2", "1-2!", "3-4!"] {
//!     position.apply(&m.parse()?)?;
//! }
//! assert_eq!(position.winner(), Some(Player::SECOND));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! In reading order: a module uses only those before it.
//!
//! * `rules`: normal and misère endings, the variants *Black-and-White* and *Antwerp*.
//! * `position`: spots, and the drawing that they are part of.
//! * `moves`: lines, corners, and when two lines are the same move.
//! * `play`: what a move does, and why a move is refused.
//! * [`theory`]: how long a game lasts, survivors and Pharisees.
//! * [`encode`]: positions and moves as arrays and graphs, for programs that learn.
//! * `canonical`: one representative for all positions that differ only in names.
//! * [`land`]: positions without spot numbers, reduced and in canonical form.
//! * `impartial`: the game as a sum, for the solvers of nimbers.
//! * [`notation`]: positions and moves as text, and the notations of the literature.
//! * [`solve`]: who wins, proved.
//! * `engine`: an opponent that plays perfectly within the solver's reach.
//! * `about`: the game described to programs, by the trait [`Describe`].
//! * [`surface`]: the game on a torus, a projective plane, or any other closed surface.
//! * `game`: the game as an object, on paper and on surfaces.
#![cfg_attr(
    feature = "draw",
    doc = "* [`render`]: positions and games as pictures (feature `draw`)."
)]

mod rules;

mod position;

mod moves;

mod play;

pub mod theory;

pub mod encode;

mod canonical;

pub mod land;

mod impartial;

pub mod notation;

pub mod solve;

mod engine;

mod about;

#[cfg(feature = "draw")]
pub mod render;

pub mod surface;

mod game;

#[doc(no_inline)]
pub use ::planar;
#[doc(no_inline)]
pub use common::prelude::*;

pub use canonical::{CanonicalForm, Symmetry};
#[cfg(feature = "draw")]
#[doc(no_inline)]
pub use picture::{Charset, Draw, Style, Window};

pub use game::{GAME, ON_SURFACES};
pub use impartial::Part;
pub use moves::{End, Move, Pieces};
pub use play::IllegalMove;
pub use position::{Position, Spot};
pub use rules::{Colour, Rules, Variant};

/// The programs of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
