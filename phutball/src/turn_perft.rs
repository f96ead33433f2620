//! Counts sequences of whole turns.

use core::ops::ControlFlow;

use common::Unfinished;
use common::budget::{Budget, Meter};
use rustc_hash::FxHashSet;

use crate::position::{Phase, Position};
use crate::turn::Distinct;

impl Position {
    /// Returns the number of sequences of exactly `depth` whole turns, or `None` if it exceeds 64 bits.
    ///
    /// This follows the literature, which counts whole turns; to count single moves, use [`common::perft()`]. A
    /// finished position has no continuations. The last turn of each sequence is counted without being made. With
    /// [`Distinct::Results`], turns from one position that lead to the same position count as one.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_phutball::{Distinct, Position};
    ///
    /// let start = Position::standard();
    /// assert_eq!(start.perft(1, Distinct::Paths), Some(284));
    /// assert_eq!(start.perft(2, Distinct::Paths), Some(80_380));
    /// ```
    pub fn perft(&self, depth: u32, distinct: Distinct) -> Option<u64> {
        let budget = Budget::new();
        turns_within(self, depth, distinct, &mut budget.start()).unwrap_or(None)
    }
}

/// Returns the same number as [`Position::perft`], unless the budget of `meter` runs out first. A node is a position
/// whose turns are listed or counted.
///
/// # Errors
///
/// Returns [`Unfinished`] if the time is up, the nodes are spent, or the stop flag is set.
pub(crate) fn turns_within(
    position: &Position,
    depth: u32,
    distinct: Distinct,
    meter: &mut Meter<'_>,
) -> Result<Option<u64>, Unfinished> {
    if depth == 0 {
        return Ok(Some(1));
    }
    if position.phase != Phase::Ready {
        return Ok(Some(0));
    }
    if depth > RECURSED {
        return turns_on_heap(position, depth, distinct, meter);
    }
    if meter.is_spent() {
        return Err(meter.unfinished());
    }
    let mut total = Ok(Some(0u64));
    let mut seen = FxHashSet::default();
    let _ = position.for_each_jump_turn(&mut |after| {
        if distinct == Distinct::Paths || seen.insert(*after) {
            total = add(total, turns_within(after, depth - 1, distinct, meter));
        }
        // One position can have billions of jump turns.
        if meter.must_stop() {
            total = Err(meter.unfinished());
        }
        match total {
            Ok(Some(_)) => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    });
    if depth == 1 {
        return add(total, Ok(Some(position.count_placements() as u64)));
    }
    let mut after = *position;
    after.mover = position.mover.opponent();
    for point in position.placements() {
        let index = position.size.index(point);
        after.men.put(index);
        total = add(total, turns_within(&after, depth - 1, distinct, meter));
        after.men.take(index);
        if !matches!(total, Ok(Some(_))) {
            break;
        }
    }
    total
}

/// The number of turns before the end of a line at which counting begins to recurse, which is faster.
const RECURSED: u32 = 32;

/// Returns the same number as [`turns_within`], with the beginnings of lines on the heap, because a game can go on for
/// ever.
fn turns_on_heap(
    position: &Position,
    depth: u32,
    distinct: Distinct,
    meter: &mut Meter<'_>,
) -> Result<Option<u64>, Unfinished> {
    let results = |before: Position| {
        let mut seen = FxHashSet::default();
        let results = before.turns().map(move |turn| before.after(&turn));
        results.filter(move |after| distinct == Distinct::Paths || seen.insert(*after))
    };
    let mut total = Ok(Some(0));
    let mut line = vec![results(*position)];
    while let (Some(here), Ok(Some(_))) = (line.last_mut(), total) {
        if meter.is_spent() {
            return Err(meter.unfinished());
        }
        let Some(after) = here.next() else {
            line.pop();
            continue;
        };
        let left = depth - line.len() as u32;
        if left > RECURSED {
            line.push(results(after));
        } else {
            total = add(total, turns_within(&after, left, distinct, meter));
        }
    }
    total
}

/// Adds two counts, and returns `None` if the sum exceeds 64 bits.
fn add(
    a: Result<Option<u64>, Unfinished>,
    b: Result<Option<u64>, Unfinished>,
) -> Result<Option<u64>, Unfinished> {
    let (a, b) = (a?, b?);
    Ok(a.zip(b).and_then(|(a, b)| a.checked_add(b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_on_the_heap_are_counted_like_others() {
        let start: Position = "3x7".parse().expect("a small board");
        for distinct in [Distinct::Paths, Distinct::Results] {
            let count = turns_on_heap(&start, 4, distinct, &mut Budget::new().start());
            assert_eq!(count, Ok(start.perft(4, distinct)));
        }
    }

    #[test]
    fn a_count_of_games_without_end_stops_with_its_budget() {
        let start: Position = "1x9".parse().expect("a small board");
        let budget = Budget::new().nodes(100_000);
        let count = turns_within(&start, u32::MAX, Distinct::Paths, &mut budget.start());
        assert!(count.is_err(), "{count:?}");
    }
}
