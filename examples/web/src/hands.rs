//! *Hands* for boards, which show the game of a record and turn strokes into moves, with a file for each kind of board.
//!
//! A game without hands of its own is shown as [text].

mod chains;
pub(crate) mod letters;
pub(crate) mod lines;
mod object;
pub(crate) mod points;
pub(crate) mod text;

pub(crate) use object::{Hands, Hold};
