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
//!   looked at the nodes and the depth it names;
//! * give the same result for the same seed and [`Budget`], unless the budget limits time;
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
pub mod proof;
mod table;

pub use alpha_beta::{AlphaBeta, Evaluate};
pub use forced_win::moves_to_win;
pub use minimax::minimax;
pub use monte_carlo::MonteCarlo;
pub use proof::Proof;

pub use crate::budget::{Budget, Clock, Meter};
pub use crate::report::{Report, Value};

use core::ops::ControlFlow;

use rustc_hash::FxHashSet;

use crate::game::Game;
use crate::random::Seeded;

/// The limit on the memory of a search, in bytes, if its budget sets none.
pub const DEFAULT_MEMORY: u64 = 256 << 20;

/// The moves of a position with more than this are not listed.
const LIST_AT_MOST: usize = 10_000;

/// How many moves of such a position are sampled.
const SAMPLE: usize = 1_000;

/// Returns the legal moves and `true`, or a sample without repetitions and `false` if there are too many to list;
/// returns `None` if the search has to stop.
///
/// The sample of a position is always the same.
fn moves_or_sample<G: Game>(position: &G, meter: &mut Meter<'_>) -> Option<(Vec<G::Move>, bool)> {
    let mut moves = Vec::new();
    let mut stopped = false;
    let listed = position.for_each_move(&mut |m| {
        moves.push(m);
        stopped = meter.must_stop();
        if stopped || moves.len() > LIST_AT_MOST {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    if stopped {
        return None;
    }
    if listed.is_continue() {
        return Some((moves, true));
    }
    moves.truncate(1);
    let mut seen: FxHashSet<G::Move> = moves.iter().cloned().collect();
    let mut random = Seeded::new(1);
    for _ in 0..SAMPLE {
        if meter.must_stop() {
            return None;
        }
        moves.extend(
            position
                .random_move(&mut random)
                .filter(|m| seen.insert(m.clone())),
        );
    }
    Some((moves, false))
}

/// The callback that a search reports to while it runs; pass `&mut |_| {}` to ignore the reports.
pub type Progress<'a, M> = dyn FnMut(&Report<M>) + 'a;
