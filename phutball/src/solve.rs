//! Exact values of all positions on small boards: won, lost or drawn, and in how many turns.
//!
//! A game can continue forever, so a position has one of three values: the player to move wins, the player to move
//! loses, or neither player can force a win and the game is drawn by repetition. The smallest boards with such draws
//! have 3 columns and 7 playing rows, or 4 columns and 6 playing rows.
//!
//! # Method
//!
//! The table contains positions between turns in which one particular player is to move; for the other player, the
//! board is turned upside down. A position consists of the place of the ball, on a row where it can rest in an
//! unfinished game, and a set of men. So a board with *p* playing points has (p − 2 · columns) · 2^(p−1) positions.
//! Those with the ball in the right half have the values of their mirror images; each of the others takes one byte.
//!
//! The solver makes passes over all positions. Pass *k* finds those whose game lasts *k* turns: for odd *k* a position
//! is won in *k* turns if some turn leads to one that is lost in *k* − 1; for even *k* it is lost in *k* turns if every
//! turn leads to a position that is won in *k* − 1 or fewer, or into the own goal. When two passes in a row find
//! nothing, the remaining positions are drawn. A pass visits only positions without a value, and in each of them it
//! stops at the first turn that decides the value.
//!
//! [`Solver`] adds a budget, progress reports, several threads and a store on disk. [`Tablebase::check`] verifies a
//! table with an independent move generator.
//!
//! # Rule sets with equal tables
//!
//! On some boards, some rule sets have the same value in every position:
//!
//! * `no-own-goal` and `terminal-rows`, on every board: no player ever has to put the ball into their own goal. As long
//!   as a point is vacant, a player can place a man, and if no point is vacant, the ball can jump off the board in its
//!   own column. Putting the ball into one's own goal never helps either, because it loses at once.
//! * All seven rule sets on one column: there is no corner exit, and a ball on an end row or a goal line has no man to
//!   jump back over, because it has just removed all men there.
//! * On two columns, the four rule sets without the corner exit are equal, and so are the three with it: a ball could
//!   come back from an end only by jumping sideways, for which the board is too narrow.
//! * `immediate` and `terminal-rows` on three playing rows, with or without the corner exit: no jump from the middle
//!   row lands on a goal line.
//!
//! A test compares the tables of these rule sets.
//!
//! # Examples
//!
//! The following example solves all positions of a board of three columns and three playing rows:
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
#[cfg(feature = "object")]
pub(crate) use self::short::short;
pub use self::solver::Solver;
pub use self::table::Tablebase;
pub use self::value::{ExactValue, ValueCounts};
