//! Exact values of all positions on small boards: won, lost or drawn, and in how many turns.
//!
//! A game can go on forever, so a position has one of three values: the player to move wins, the player to move loses,
//! or neither can force a win and the game is drawn by repetition. The smallest boards with such draws have 3 columns
//! and 7 playing rows, and 4 columns and 6.
//!
//! # Method
//!
//! The table contains positions between turns with one of the players to move; swapping the players turns the board
//! upside down. A position consists of the place of the ball, on a row where it can rest in an unfinished game, and a
//! set of men. So a board with *p* playing points has (p − 2 · columns) · 2^(p−1) positions. Those with the ball in the
//! right half have the values of their mirror images; each of the others takes one byte.
//!
//! The solver makes passes over all positions. Pass *k* finds those whose game lasts *k* turns: for odd *k* a position
//! is won in *k* turns if some turn leads to one that is lost in *k* − 1; for even *k* it is lost in *k* turns if every
//! turn leads to a position that is won in *k* − 1 or fewer, or into the own goal. When two passes in a row find
//! nothing, the remaining positions are drawn. A pass visits only positions without a value, and at each it stops at
//! the first turn that decides.
//!
//! [`Solver`] does this with a budget, progress, several threads and a store on disk. [`Table::check`] verifies a table
//! with an independent move generator.
//!
//! # Rule sets with equal tables
//!
//! On some boards, some rule sets have the same value in every position:
//!
//! * `no-own-goal` and `terminal-rows`, on every board: no player ever has to put the ball into their own goal. While a
//!   point is vacant, a player can place a man; if none is, the ball can jump off the board in its own column. Nor does
//!   it ever help, since it loses at once.
//! * All seven rule sets on one column: there is no corner to leave through, and a ball on an end row or a goal line
//!   has no man to jump back over, because it has just removed them all.
//! * On two columns, the four rule sets without the corner exit, and likewise the three with it: a ball could come back
//!   from an end only by jumps to the side, for which the board is too narrow.
//! * `immediate` and `terminal-rows` on three playing rows, with or without the corner exit: no jump from the middle
//!   row lands on a goal line.
//!
//! A test compares these tables.
//!
//! # Examples
//!
//! This solves all positions of a board of three columns and three playing rows:
//!
//! ```
//! use papergames_phutball::{Rules, solve::Solver};
//!
//! let table = Solver::new().table("3x5".parse()?, Rules::TerminalRows)?;
//! let counts = table.counts();
//! assert_eq!((counts.won, counts.lost, counts.drawn), (618, 150, 0));
//! assert_eq!(table.start_value().to_string(), "W3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "store")]
mod audit;
mod board;
mod check;
mod error;
#[cfg(feature = "store")]
mod keeper;
mod passes;
mod points;
mod short;
mod solver;
mod table;
mod value;

#[cfg(feature = "store")]
pub use self::audit::audit;
pub use self::error::{CheckError, Fault, SolveError};
pub(crate) use self::short::short;
pub use self::solver::Solver;
pub use self::table::Table;
pub use self::value::{Counts, Value};
