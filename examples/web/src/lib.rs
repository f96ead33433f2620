//! The WebAssembly module of the page in the browser: the four games, their drawings, and opponents.
//!
//! The page itself is input, output and animation in plain JavaScript. It asks this crate for everything else, in JSON
//! messages that a [`Desk`] answers. A browser runs two desks, each in its own worker: one has the game on the table,
//! and the other searches for moves and can be stopped.
//!
//! ```
//! let mut desk = papergames_web::Desk::default();
//! let answer = desk.answer(r#"{"do":"open","game":"sprouts","text":"3+ 1-2"}"#, &mut |_| ());
//! assert!(answer.contains(r#""position":"3+:1,4,2,4;3""#));
//! ```
//!
//! # The modules, in reading order
//!
//! * `words`: sentences about players, results and moves.
//! * `stroke`: the interpretation of lines drawn by hand, with exact geometry.
//! * `board`: the visible parts of a position, as data for the page.
//! * `sheet`: the coordinates of a drawing, as a short text.
//! * `hands`: the display of a game and drawing in it, with a file for each kind of board.
//! * `entry`: a game of the page, which is an object with hands for its board. `games`: the list of all.
//! * `table`: a game that is played, replayed and drawn.
//! * `study`: the values of positions, moves and games. `puzzles`: positions in which one move wins.
//! * `schema`: the messages as declarations for the scripts.
//! * [`Desk`]: the messages between the page and this crate.
//! * `host`: the interface to JavaScript, through the memory of the module.

mod words;

mod stroke;

mod board;
mod sheet;

mod hands;
#[cfg(test)]
mod strokes;

mod entry;
mod games;

mod puzzles;
mod schema;
mod study;
mod table;

mod desk;

mod host;

pub use desk::Desk;
pub use entry::GameEntry;
pub use games::games;
