//! Play: who plays, the rules of a game, its records, and random games.
//!
//! [`game`] is the trait that this library is about. A [`record`] is a setup with moves, [`written`] as text. A game
//! that need not end gets a [`ply_cap`], and one with several moves a turn is played in [`plies`].

pub(crate) mod player;

pub(crate) mod outcome;

pub(crate) mod game;

pub(crate) mod written;

pub(crate) mod record;

pub mod playout;
pub(crate) mod ply_cap;

pub(crate) mod plies;
