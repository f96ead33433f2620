//! Searches that find good moves and exact values in any game.
//!
//! # What each method promises
//!
//! | method | players | result |
//! |---|---|---|
//! | [`minimax()`] | any (max^n) | the exact value, found by exhaustive search; the reference for the other methods |
//! | [`AlphaBeta`] | two | the value at each completed depth, and whether it is exact |
//! | [`MonteCarlo`] | any | a good move; a value marked as proved is exact |
//! | [`Proof`] | any, one against all others | whether a player can force a goal: proved, disproved, or unknown |
//!
//! In games in which positions can repeat without end:
//!
//! * [`minimax()`] may not return, but [`minimax_to_depth`] does.
//! * A win or a loss found by [`AlphaBeta`] is exact, but it never reports a draw as exact.
//! * [`MonteCarlo`] marks a value as proved only if finite lines of play prove it.
//! * Every proof or disproof found by [`Proof`] is valid; otherwise its answer is unknown.
//!
//! All methods:
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
//! Once one of the methods has proved a win, [`moves_to_win`] counts the moves that it takes.

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
