//! Sprouts and its variants: rules, notation, canonical forms, exact solver, pictures.
//!
#![doc = include_str!("../images/position.svg")]
//!
//! The game starts with some spots on a sheet of paper. Two players take turns. In a move, a player draws a line from a
//! spot to another spot, or back to the same one, and adds a new spot somewhere on that line. Lines may not cross or
//! touch each other, and no more than three lines may end at a spot. The player who makes the last move wins in
//! *normal* play and loses in *misère* play. John Conway and Michael Paterson invented the game in 1967 at Cambridge
//! (not at Princeton, where Conway taught later). Martin Gardner's column *Of sprouts and Brussels sprouts* (Scientific
//! American, July 1967) made it known. See Berlekamp, Conway and Guy, *Winning Ways*, chapter 17. It is "perhaps the
//! only misère game played competitively" (World Game of Sprouts Association). In Lam's variant *Connected Sprouts*
//! (American Mathematical Monthly 104, 1997), the drawing is always connected.
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
//! The modules are listed in reading order, and each one uses only those before it.
//!
//! * `rules`: normal and misère endings, the variants *Black-and-White* and *Antwerp*, and other numbers of lines.
//! * `position`: spots, and the drawing that connects them.
//! * `moves`: lines, the corners where they end, and when two lines are the same move.
//! * `play`: what a move does, and when it is illegal.
//! * [`theory`]: how long a game lasts, and which spots survive it.
//! * [`encode`]: positions and moves as arrays and graphs, for machine learning.
//! * `canonical`: one representative for all positions that differ only in names.
//! * [`land`]: positions without spot numbers, reduced and in canonical form.
//! * `impartial`: the game as a sum of independent parts, for the general solvers of nimbers.
//! * [`notation`]: positions and moves as text, and the notations of the literature.
//! * `solve`: proofs of who wins (feature `solve`).
//! * `engine`: an opponent that plays perfectly within the solver's reach.
//! * `about`: the game's description for programs, the trait [`Describe`].
//! * `unnumbered`: texts that say how a position plays, but not which position it is.
#![cfg_attr(
    feature = "draw",
    doc = "* [`render`]: positions and games as pictures (feature `draw`)."
)]
//! * [`surface`]: the game on a torus, a projective plane, or any other closed surface.
//! * `game`: the game as an object that programs choose at run time, on paper and on surfaces.

#![cfg_attr(
    not(feature = "object"),
    allow(dead_code, reason = "what only the left-out modules use")
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

#[cfg(feature = "solve")]
pub mod solve;

#[cfg(feature = "object")]
mod engine;

#[cfg(feature = "object")]
mod about;

#[cfg(feature = "object")]
mod unnumbered;

#[cfg(feature = "draw")]
pub mod render;

pub mod surface;

#[cfg(feature = "object")]
mod game;

#[doc(no_inline)]
pub use ::common;
#[doc(no_inline)]
pub use ::planar;
#[doc(no_inline)]
pub use common::prelude::*;

pub use canonical::{CanonicalForm, Symmetry};
#[cfg(feature = "draw")]
#[doc(no_inline)]
pub use picture::{Charset, Draw, Style, Window};

#[cfg(feature = "object")]
pub use about::{Catalogues, Exact, FirstPublication};
#[cfg(feature = "object")]
pub use game::{GAME, ON_SURFACES};
pub use impartial::Part;
pub use moves::{End, Move, Pieces};
pub use play::IllegalMove;
pub use position::{Position, Spot};
pub use rules::{Colour, Rules, Variant};
#[cfg(feature = "object")]
pub use unnumbered::{Unnumbered, UnnumberedFormat};

/// Runs the README's programs as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
