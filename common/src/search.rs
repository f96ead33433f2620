//! Good moves and exact values, for every game.
//!
//! # What each method promises
//!
//! | method | players | result |
//! |---|---|---|
//! | [`minimax()`] | any (max^n) | the exact value, by exhaustive search; the reference for the others |
//! | [`AlphaBeta`] | two | the value at every depth it completes, and whether it is exact |
//! | [`MonteCarlo`] | any | a good move; a value marked as proved is exact |
//! | [`Proof`] | any, one against all others | whether a player can force a goal: proved, disproved, or unknown |
//!
//! In games that can go round in circles:
//!
//! * [`minimax()`] does not return; [`minimax::to_depth`] does.
//! * A win or a loss that [`AlphaBeta`] finds is exact; it never claims a draw.
//! * [`MonteCarlo`] proves only what finite play proves.
//! * What [`Proof`] proves or disproves holds; otherwise its answer is unknown.
//!
//! All of them:
//!
//! * ask whose turn it is after every move and never negate a value, so they are correct when a player moves several
//!   times in a row;
//! * take wins and draws from the outcome, so normal and misère play need no switch;
//! * report on a position in the middle of a turn as on any other: a value for the player to move, from a search that
//!   examined the nodes and the depth it names;
//! * give the same result for the same seed and [`Budget`](crate::Budget), unless the budget limits time;
//! * check their budget while they list moves and play random games, so they stop within milliseconds on positions of
//!   any size;
//! * report while they run.
//!
//! [`moves_to_win`] counts the moves of a win that one of them has proved.

pub mod alpha_beta;
mod arena;
mod forced_win;
pub mod minimax;
pub mod monte_carlo;
mod moves;
pub mod proof;
mod table;

pub use alpha_beta::{AlphaBeta, Evaluate};
pub use forced_win::moves_to_win;
pub use minimax::minimax;
pub use monte_carlo::MonteCarlo;
pub use proof::Proof;
