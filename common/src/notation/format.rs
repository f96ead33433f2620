//! Notations: formats in which records and positions are written and read.
//!
//! A game lists its notations in [`Notations::formats`]. A program reads text with
//! [`reading::read`](crate::reading::read), which guesses the notation unless one is specified, and writes a game with
//! [`Format::write`].
//!

mod early;
mod error;
mod lines;
mod notation;
mod wholes;

pub use early::Early;
pub use error::{FormatError, ReadError, Speller, WriteError, plainly};
pub use lines::{
    Heading, SWAPPED, commented, contents, is_over_lines, lines, players_in, positions, short,
    with_comments, without_number,
};
pub(crate) use lines::{first_setup, read_lines};
pub use notation::{
    Format, GameText, Games, Notation, Notations, PLAIN, ParsedGame, Reading, Reads, Statements,
    Writing,
};
pub use wholes::{ReadGameError, read_wholes};
