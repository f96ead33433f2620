//! Searches that find good moves and exact values in every game.
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
//! In games in which positions can repeat without end:
//!
//! * [`minimax()`] may not return, but [`minimax_to_depth`] does.
//! * A win or a loss that [`AlphaBeta`] finds is exact, but it never claims a draw.
//! * [`MonteCarlo`] proves only what finite lines of play prove.
//! * Every proof or disproof by [`Proof`] holds; otherwise its answer is unknown.
//!
//! All of them:
//!
//! * ask whose turn it is after every move and never negate a value, so they are correct even if a player moves several
//!   times in a row;
//! * take wins and draws from the outcome, so normal and misère play need no separate setting;
//! * treat a position in the middle of a turn like any other: they report a value for the player to move, and the nodes
//!   and depth of the search that found it;
//! * give the same result for the same seed and [`Budget`](crate::Budget), unless the budget limits time;
//! * check their budget even while they list moves and play random games, so they stop within milliseconds on positions
//!   of any size;
//! * report their progress while they run.
//!
//! [`moves_to_win`] counts the moves that a win takes, once one of them has proved it.

mod alpha_beta;
mod arena;
mod forced_win;
mod minimax;
mod monte_carlo;
mod moves;
mod proof;
mod table;

pub use alpha_beta::{AlphaBeta, Evaluate, OutcomeOnly};
pub use forced_win::moves_to_win;
pub use minimax::{minimax, minimax_to_depth};
pub(crate) use monte_carlo::Forest;
pub use monte_carlo::{
    guide::{Guide, Leaf, Opinion, one_by_one},
    settings::{MonteCarlo, Noise},
    tree::Tree,
};
pub use proof::{Answer, Proof, ProofReport};
