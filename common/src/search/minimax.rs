//! Computes the value of a position by exhaustive search. This is slow but simple, and serves as the reference for
//! every other method.

use core::ops::ControlFlow;

use super::alpha_beta::Evaluate;
use crate::game::Game;
use crate::outcome::Outcome;
use crate::player::Player;

/// Returns the outcome with best play.
///
/// Each player maximises what the outcome is [worth](Outcome::utility) to them. For two players this is minimax. For
/// more players it is *max^n* (Luckhardt and Irani, 1986): a player with several best moves makes the first one listed,
/// and the results of the other players depend on that choice.
///
/// Tries every sequence of moves, so the position must be small and every game finite. The recursion is as deep as the
/// longest game.
///
/// # Panics
///
/// Panics if the game violates its contract by listing a move that it rejects.
///
/// # Examples
///
/// ```
/// use papergames_common::nim::Nim;
/// use papergames_common::search::minimax;
/// use papergames_common::{Outcome, Player};
///
/// let outcome = minimax(&Nim::new(&[1, 2, 3]));
/// assert_eq!(outcome, Outcome::Win(Player::SECOND), "1, 2 and 3 have the exclusive or 0");
/// ```
pub fn minimax<G: Game>(position: &G) -> Outcome {
    let Some(mover) = position.turn() else {
        return position.outcome().expect("a finished game has an outcome");
    };
    let mut best: Option<Outcome> = None;
    let _ = position.for_each_move(&mut |m| {
        let child = position.child_unchecked(&m);
        let value = minimax(&child);
        if best.is_none_or(|best| value.utility(mover) > best.utility(mover)) {
            best = Some(value);
        }
        ControlFlow::Continue(())
    });
    best.expect("a game that goes on has a move")
}

/// Returns the value, from the first player's point of view, of searching a two-player game exactly `depth` moves ahead
/// and estimating the positions reached with `evaluate`.
///
/// This is the reference for [`AlphaBeta`](super::AlphaBeta) at depths that do not reach the end of the game.
///
/// # Panics
///
/// Panics if the game violates its contract by listing a move that it rejects.
pub fn minimax_to_depth<G: Game>(position: &G, depth: u32, evaluate: &impl Evaluate<G>) -> i32 {
    let Some(mover) = position.turn() else {
        let outcome = position.outcome().expect("a finished game has an outcome");
        return evaluate.finished(position, outcome);
    };
    if depth == 0 {
        return evaluate.unfinished(position);
    }
    let mut best: Option<i32> = None;
    let _ = position.for_each_move(&mut |m| {
        let child = position.child_unchecked(&m);
        let value = minimax_to_depth(&child, depth - 1, evaluate);
        best = Some(match best {
            None => value,
            Some(best) if mover == Player::FIRST => best.max(value),
            Some(best) => best.min(value),
        });
        ControlFlow::Continue(())
    });
    best.expect("a game that goes on has a move")
}
