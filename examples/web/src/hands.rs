//! Hands for boards: what shows the game of a record and turns strokes into moves, a file for each kind of board.
//!
//! A game that has no hands for its board is [text].

pub(crate) mod letters;
pub(crate) mod lines;
mod object;
pub(crate) mod points;
pub(crate) mod text;

pub(crate) use object::{Hands, Hold};
