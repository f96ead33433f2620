//! Counts sequences of whole turns.
//!
//! For single moves, use [`common::perft()`]; the literature counts whole turns. A finished position has no
//! continuations.

use core::ops::ControlFlow;

use rustc_hash::FxHashSet;

use crate::position::{Phase, Position};
use crate::turn::Distinct;

/// Returns the number of sequences of exactly `depth` turns, or `None` if it exceeds 64 bits.
///
/// Counts the last turn without making it. With [`Distinct::Results`], turns of one position that lead to the same
/// position count once.
///
/// # Examples
///
/// ```
/// use papergames_phutball::{Distinct, Position, perft};
///
/// let start = Position::default();
/// assert_eq!(perft::turns(&start, 1, Distinct::Paths), Some(284));
/// assert_eq!(perft::turns(&start, 2, Distinct::Paths), Some(80_380));
/// ```
pub fn turns(position: &Position, depth: u32, distinct: Distinct) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    if position.phase != Phase::Ready {
        return Some(0);
    }
    let mut total = Some(0u64);
    let mut seen = FxHashSet::default();
    let _ = position.for_each_jump_turn(&mut |after| {
        if distinct == Distinct::Paths || seen.insert(*after) {
            let below = turns(after, depth - 1, distinct);
            total = total.and_then(|sum| sum.checked_add(below?));
        }
        match total {
            Some(_) => ControlFlow::Continue(()),
            None => ControlFlow::Break(()),
        }
    });
    if depth == 1 {
        return total?.checked_add(position.count_placements() as u64);
    }
    let mut after = *position;
    after.mover = position.mover.opponent();
    for point in position.placements() {
        let index = position.size.index(point);
        after.men.put(index);
        let below = turns(&after, depth - 1, distinct)?;
        total = Some(total?.checked_add(below)?);
        after.men.take(index);
    }
    total
}
