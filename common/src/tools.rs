//! Tools: what every chapter needs and knows no game, from random numbers and boards of squares to limits on work.
//!
//! [`text`] reads texts and says what is wrong with them, [`refused`] is an error in one sentence, [`grid`] names
//! squares and points, [`look`] and [`fields`] are plain data for front ends, and [`budget`] limits a search.

pub mod checksum;
pub mod sorting;
pub mod threads;

pub(crate) mod random;

#[macro_use]
pub mod text;
pub(crate) mod refused;

pub mod fields;
pub mod grid;
pub mod look;

pub mod budget;
