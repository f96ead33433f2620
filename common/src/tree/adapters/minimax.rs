//! The strategies of the [`minimax`](https://docs.rs/minimax) crate for any two-player game (feature `minimax`).
//!
//! # Examples
//!
//! ```
//! use minimax::{Negamax, Strategy};
//! use papergames_common::adapters::minimax::Estimate;
//! use papergames_common::nim::{Nim, Take};
//! use papergames_common::search::OutcomeOnly;
//! use papergames_common::{Plies, Ply};
//!
//! let mut strategy = Negamax::new(Estimate::new(OutcomeOnly), 12);
//! let best = strategy.choose_move(&Plies::new(Nim::new(&[3, 4, 5])));
//! assert_eq!(best, Some(Ply::Move(Take { heap: 0, matches: 2 })));
//! ```
//!
//! The crate's Monte-Carlo search counts a random game of more than 100 moves as a draw unless `with_max_rollout_depth`
//! sets another limit.

use core::hash::BuildHasher;
use core::marker::PhantomData;

use minimax::{BEST_EVAL, Evaluation, Winner};
use rustc_hash::FxBuildHasher;

use crate::play::game::Game;
use crate::play::outcome::Outcome;
use crate::play::player::Player;
use crate::play::plies::{Plies, Ply};
use crate::tree::search::Evaluate;

/// The rules of the game, as the crate requires them: functions of positions.
impl<G: Game<Move: Copy>> minimax::Game for Plies<G> {
    type S = Plies<G>;
    type M = Ply<G::Move>;

    fn generate_moves(state: &Plies<G>, moves: &mut Vec<Self::M>) -> Option<Winner> {
        state.moves_into(moves);
        Self::get_winner(state)
    }

    fn apply(state: &mut Plies<G>, m: Self::M) -> Option<Plies<G>> {
        Some(state.child_unchecked(&m))
    }

    fn get_winner(state: &Plies<G>) -> Option<Winner> {
        Some(match state.outcome()? {
            Outcome::Win(winner) if winner == state.side => Winner::PlayerToMove,
            Outcome::Win(_) => Winner::PlayerJustMoved,
            Outcome::Draw | Outcome::Shared(_) => Winner::Draw,
        })
    }

    fn zobrist_hash(state: &Plies<G>) -> u64 {
        FxBuildHasher.hash_one(state)
    }

    fn notation(_state: &Plies<G>, m: Self::M) -> Option<String> {
        Some(m.to_string())
    }
}

/// A wrapper that makes an evaluation of this library usable by the strategies of the `minimax` crate.
///
/// Values are clamped to ±32,000.
#[derive(Clone, Debug)]
pub struct Estimate<G, E> {
    evaluate: E,
    game: PhantomData<fn(&G)>,
}

impl<G: Game, E: Evaluate<G>> Estimate<G, E> {
    /// Returns a wrapper around `evaluate`.
    pub fn new(evaluate: E) -> Estimate<G, E> {
        Estimate {
            evaluate,
            game: PhantomData,
        }
    }
}

impl<G: Game<Move: Copy>, E: Evaluate<G>> minimax::Evaluator for Estimate<G, E> {
    type G = Plies<G>;

    fn evaluate(&self, state: &Plies<G>) -> Evaluation {
        // The largest estimate: below the values that the crate keeps for finished games, as asserted here.
        const MOST: Evaluation = 32_000;
        const { assert!(MOST < BEST_EVAL) };
        let value = self.evaluate.estimate(state.game());
        let value = value.clamp(i32::from(-MOST), i32::from(MOST)) as Evaluation;
        if state.side == Player::FIRST {
            value
        } else {
            -value
        }
    }
}
