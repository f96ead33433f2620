//! The number of moves that a forced win takes.

use crate::play::game::Game;
use crate::play::outcome::Outcome;
use crate::play::player::Player;

/// Returns the number of moves until the player to move wins, if that player hurries and all others delay; `None` if
/// the game is over, if the win cannot be forced, or if it is not found within `most_nodes`.
///
/// Searches to increasing depths; the first depth at which it finds the win is the length of the win.
///
/// # Examples
///
/// ```
/// use papergames_common::nim::Nim;
/// use papergames_common::search::moves_to_win;
///
/// // Make the heaps equal, and take the last match of each after the opponent.
/// assert_eq!(moves_to_win(&Nim::new(&[1, 2]), 1_000), Some(3));
/// assert_eq!(moves_to_win(&Nim::new(&[2, 2]), 1_000), None);
/// assert_eq!(moves_to_win(&Nim::new(&[20, 21]), 1_000), None, "it is too long to be found");
/// ```
pub fn moves_to_win<G: Game>(position: &G, most_nodes: u64) -> Option<u32> {
    let winner = position.turn()?;
    let mut left = most_nodes;
    for depth in 1..=MOST_MOVES {
        if wins(position, winner, depth, &mut left)? {
            return Some(depth);
        }
    }
    None
}

/// The length of the longest win that is looked for, in moves; the recursion is this deep. The limit on nodes nearly
/// always ends the search long before.
const MOST_MOVES: u32 = 1000;

/// Returns whether a player can win within `depth` moves; `None` when no nodes are left.
fn wins<G: Game>(position: &G, winner: Player, depth: u32, left: &mut u64) -> Option<bool> {
    if let Some(outcome) = position.outcome() {
        return Some(outcome == Outcome::Win(winner));
    }
    if depth == 0 {
        return Some(false);
    }
    let is_mine = position.turn() == Some(winner);
    for m in position.moves() {
        *left = left.checked_sub(1)?;
        let child = position.child(&m).ok()?;
        if wins(&child, winner, depth - 1, left)? == is_mine {
            return Some(is_mine);
        }
    }
    Some(!is_mine)
}
