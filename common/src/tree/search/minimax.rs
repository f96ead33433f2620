//! Computes the value of a position by exhaustive search. This is slow but simple, and serves as the reference for
//! every other method.

use super::alpha_beta::Evaluate;
use crate::play::game::Game;
use crate::play::outcome::Outcome;
use crate::play::player::Player;

/// Returns the outcome with best play.
///
/// Each player maximises what the outcome is [worth](Outcome::utility) to them. For two players this is minimax. For
/// more players it is *max^n* (Luckhardt and Irani, 1986): a player with several best moves makes the first one listed,
/// and the results of the other players depend on that choice.
///
/// Tries every sequence of moves, so the position must be small and every game finite. It keeps the positions of one
/// line on the heap, each with a list of its moves, so a game may be long.
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
    let is_better =
        |mover, value: Outcome, best: Outcome| value.utility(mover) > best.utility(mover);
    best_in_tree(position, |position, _| position.outcome(), is_better)
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
    let value = |position: &G, made| match position.outcome() {
        Some(outcome) => Some(evaluate.finished(position, outcome)),
        None => (made >= depth as usize).then(|| evaluate.unfinished(position)),
    };
    best_in_tree(position, value, |mover, value, best| {
        if mover == Player::FIRST {
            value > best
        } else {
            value < best
        }
    })
}

/// A position of the line that is being searched.
struct Branch<G: Game, V> {
    position: G,
    mover: Player,
    /// The moves that remain to be tried.
    moves: std::vec::IntoIter<G::Move>,
    best: Option<V>,
}

/// Returns the value of a position whose value is that of its best child, for whom `is_better` compares two values.
/// `value` ends a line: it values a position reached after a number of moves, or returns `None` for the search to go
/// on. Does not recurse, so that a line may have any length.
fn best_in_tree<G: Game, V: Copy>(
    position: &G,
    value: impl Fn(&G, usize) -> Option<V>,
    is_better: impl Fn(Player, V, V) -> bool,
) -> V {
    let mut line: Vec<Branch<G, V>> = Vec::new();
    let mut reached = position.clone();
    loop {
        let mut found = value(&reached, line.len());
        if found.is_none() {
            line.push(Branch {
                mover: reached.turn().expect("a game that goes on has a turn"),
                moves: reached.moves().into_iter(),
                position: reached,
                best: None,
            });
        }
        // Hand the value up the line as far as no move is left to try.
        reached = loop {
            let Some(node) = line.last_mut() else {
                return found.expect("a game that goes on has a move");
            };
            if let Some(value) = found.take()
                && node
                    .best
                    .is_none_or(|best| is_better(node.mover, value, best))
            {
                node.best = Some(value);
            }
            if let Some(m) = node.moves.next() {
                break node.position.child_unchecked(&m);
            }
            found = node.best;
            line.pop();
        };
    }
}
