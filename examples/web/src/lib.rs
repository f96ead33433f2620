//! What the page in the browser knows: the four games, their drawings, and opponents.
//!
//! The page itself is input, output and animation in plain JavaScript; it asks this crate for everything else, in
//! messages of JSON. One [`Desk`] answers them. A browser runs two of them, each in its own worker: one has the game on
//! the table, the other thinks about moves and can be stopped.
//!
//! ```
//! let mut desk = papergames_web::Desk::default();
//! let answer = desk.answer(r#"{"do":"open","game":"sprouts","text":"3+ 1-2"}"#, &mut |_| ());
//! assert!(answer.contains(r#""position":"3+:1,4,2,4;3""#));
//! ```
//!
//! # The modules, in reading order
//!
//! * `words`: players, results and moves in sentences.
//! * `board`: the visible parts of a position, as data.
//! * `sheet`: where everything is in a drawing, as a short text.
//! * `hands`: what shows a game and draws in it, a file for each kind of board.
//! * `entry`: a game of the page, which is an object and hands for its board; `games`: their list.
//! * `table`: a game that is played, replayed and drawn.
//! * `study`: the values of positions, moves and games; `puzzles`.
//! * [`desk`]: the messages.
//! * [`host`]: how JavaScript calls, through the memory of the module.

mod words;

mod board;
mod sheet;

mod hands;
#[cfg(test)]
mod strokes;

mod entry;
mod games;

mod puzzles;
mod study;
mod table;

pub mod desk;

pub mod host;

pub use desk::Desk;
pub use entry::Entry;
pub use games::games;
