//! Games between people and engines at one board: in a terminal, through a pipe, or in a test.
//!
//! A [`Table`] reads lines from any source of [`Lines`], such as a pipe or a program's line editor. It needs no library
//! for either.

mod command;
mod commands;
mod dialogue;
mod error;
mod keep;
mod lines;
mod opinion;
mod screen;
mod table;
mod thinking;
mod watch;

pub use commands::{Argument, Commands, MARGIN, MisusedCommand, PromptEntry, Usage};
pub use dialogue::Left;
pub use error::TableError;
pub use keep::{Shelf, named, write_over};
pub use lines::{Lines, PipedLines, TypedLine};
pub use screen::{Screen, explain, fill, in_columns, page, paragraphs};
pub use table::Table;
pub use watch::Watch;
