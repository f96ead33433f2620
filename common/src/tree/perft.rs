//! Perft: the number of move sequences of each length.
//!
//! `perft` ("performance test", a term from computer chess) of depth *d* is the number of sequences of exactly *d*
//! legal moves from a position. Games that end earlier are not counted. Perft is the best test of a move generator,
//! because any missing, extra or duplicate move changes the numbers.

use core::ops::ControlFlow;

use rustc_hash::FxHashMap;

use crate::play::game::{Game, go_on_if};
use crate::tools::budget::{Budget, Limit, Meter, Unfinished};

/// Returns the number of sequences of exactly `depth` legal moves, or `None` if it exceeds 128 bits.
///
/// Plays every sequence of `depth − 1` moves and counts the legal moves of the resulting position. A line may have any
/// length: the positions of a deep one are kept on the heap.
///
/// # Panics
///
/// Panics if the game violates its contract by listing a move that it rejects.
///
/// # Examples
///
/// ```
/// use papergames_common::nim::Nim;
/// use papergames_common::perft;
///
/// // With heaps of one and two matches there are three first moves; two games have two moves, and three have three.
/// let start = Nim::new(&[1, 2]);
/// let counts: Vec<_> = (0..=4).map(|depth| perft(&start, depth)).collect();
/// assert_eq!(counts, [1, 3, 5, 3, 0].map(Some));
/// ```
pub fn perft<G: Game>(position: &G, depth: u32) -> Option<u128> {
    match depth {
        0 => Some(1),
        1 => Some(position.count_moves()),
        2..=RECURSED => {
            let mut total = Some(0u128);
            let _ = position.for_each_move(&mut |m| {
                let child = position.child_unchecked(&m);
                total = total.and_then(|sum| sum.checked_add(perft(&child, depth - 1)?));
                go_on_if(total.is_some())
            });
            total
        }
        _ => {
            let count = perft_within(position, depth, &mut Budget::new().start());
            count.expect("the budget has no limit")
        }
    }
}

/// The number of moves before the end of a line at which counting begins to recurse, which is faster. A stack of a
/// megabyte has room for so many positions of several kilobytes.
const RECURSED: u32 = 32;

/// Returns the same number as [`perft`], unless the budget of `meter` runs out first. A node is a position whose moves
/// are listed or counted.
///
/// # Errors
///
/// Returns [`Unfinished`] if the time or the nodes run out, or if the stop flag is set.
///
/// # Panics
///
/// Panics in the same cases as [`perft`].
///
/// # Examples
///
/// ```
/// use papergames_common::nim::Nim;
/// use papergames_common::{Budget, Limit, perft};
///
/// let start = Nim::new(&[3, 4, 5]);
/// let budget = Budget::new().nodes(10);
/// let error = perft::perft_within(&start, 6, &mut budget.start()).unwrap_err();
/// assert_eq!(error.limit, Limit::Nodes);
/// assert_eq!(perft::perft_within(&start, 2, &mut Budget::new().start()), Ok(perft(&start, 2)));
/// ```
pub fn perft_within<G: Game>(
    position: &G,
    depth: u32,
    meter: &mut Meter<'_>,
) -> Result<Option<u128>, Unfinished> {
    if depth == 0 {
        return Ok(Some(1));
    }
    if depth > RECURSED {
        return perft_on_heap(position, depth, meter);
    }
    if meter.is_spent() {
        return Err(meter.unfinished());
    }
    if depth == 1 {
        return Ok(position.count_moves().into());
    }
    sum_over_moves(position, |child| perft_within(&child, depth - 1, meter))
}

/// Returns [`perft_within`] of a depth above [`RECURSED`]. Picks moves by their indices, because lists of the moves of
/// all positions of a line could fill the memory.
fn perft_on_heap<G: Game>(position: &G, depth: u32, meter: &mut Meter<'_>) -> SequenceCount {
    let mut total = 0u128;
    // The positions of the line, each with the index of the move to make next.
    let mut line = vec![(position.clone(), 0)];
    while let Some((parent, next)) = line.last_mut() {
        if *next == 0 && meter.is_spent() {
            return Err(meter.unfinished());
        }
        let Some(m) = parent.nth_move(*next) else {
            line.pop();
            continue;
        };
        *next += 1;
        let child = parent.child_unchecked(&m);
        let left = depth - line.len() as u32;
        if left > RECURSED {
            line.push((child, 0));
            continue;
        }
        let below = perft_within(&child, left, meter)?;
        match below.and_then(|below| total.checked_add(below)) {
            Some(sum) => total = sum,
            None => return Ok(None),
        }
    }
    Ok(Some(total))
}

/// Returns the sum of a count over the positions after one move, or `None` if it does not fit. Ends at the first error.
pub(crate) fn sum_over_moves<G: Game>(
    position: &G,
    mut count: impl FnMut(G) -> SequenceCount,
) -> SequenceCount {
    let mut total = Ok(Some(0u128));
    let _ = position.for_each_move(&mut |m| {
        let below = count(position.child_unchecked(&m));
        total = below.map(|below| total.ok().flatten().and_then(|sum| sum.checked_add(below?)));
        go_on_if(matches!(total, Ok(Some(_))))
    });
    total
}

/// A number of sequences, or `None` if it does not fit, unless the budget runs out first.
type SequenceCount = Result<Option<u128>, Unfinished>;

/// The counts at one depth of the game tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// The depth: the number of moves in each sequence.
    pub depth: u32,
    /// The number of sequences of this length that lead to an unfinished position.
    pub open: u128,
    /// The number of sequences of this length that lead to a finished position.
    pub finished: u128,
    /// The number of distinct unfinished positions that the sequences lead to.
    pub open_positions: usize,
    /// The number of distinct finished positions that the sequences lead to.
    pub finished_positions: usize,
}

impl Counts {
    /// Returns the number of sequences of this length, which is perft.
    pub fn sequences(&self) -> u128 {
        self.open + self.finished
    }
}

/// An iterator over the levels of the game tree, with equal positions merged.
///
/// Counts the same sequences as [`perft`], but keeps each position of a level only once, with the number of sequences
/// that reach it. This needs memory for one level of positions, but reaches depths that are out of reach for [`perft`].
/// Ends after the last level that has a sequence, or before a count would exceed 128 bits.
///
/// # Examples
///
/// ```
/// use papergames_common::nim::Nim;
/// use papergames_common::perft::Levels;
///
/// let levels: Vec<_> = Levels::new(Nim::new(&[1, 2])).collect();
/// let sequences: Vec<u128> = levels.iter().map(|level| level.sequences()).collect();
/// assert_eq!(sequences, [1, 3, 5, 3]);
/// // The three games of three moves end in the same position.
/// assert_eq!((levels[3].finished, levels[3].finished_positions), (3, 1));
/// ```
#[derive(Clone, Debug)]
pub struct Levels<G> {
    /// The depth of the next level.
    depth: u32,
    /// The unfinished positions of the last level; at depth 0, the start.
    open: FxHashMap<G, u128>,
}

impl<G: Game> Levels<G> {
    /// Returns the levels of the game tree below `position`, starting at depth 0 with the position itself.
    pub fn new(position: G) -> Levels<G> {
        Levels {
            depth: 0,
            open: FxHashMap::from_iter([(position, 1)]),
        }
    }

    /// Returns the number of moves that the next level will make, which is the sum of the numbers of moves of all open
    /// positions. `None` if the number exceeds 128 bits. Calls [`Game::count_moves`] once for each open position.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::nim::Nim;
    /// use papergames_common::perft::Levels;
    ///
    /// let mut levels = Levels::new(Nim::new(&[3, 4]));
    /// assert_eq!(levels.next().map(|level| level.depth), Some(0));
    /// assert_eq!(levels.upcoming(), Some(7));
    /// ```
    pub fn upcoming(&self) -> Option<u128> {
        let mut all = self.open.keys().map(Game::count_moves);
        all.try_fold(0u128, u128::checked_add)
    }

    /// Splits the positions of the new level into unfinished and finished ones.
    fn settle(&mut self, merged: FxHashMap<G, u128>) -> Counts {
        let all = merged.len();
        let mut finished = 0u128;
        self.open = merged;
        self.open.retain(|position, count| {
            let over = position.is_terminal();
            finished += if over { *count } else { 0 };
            !over
        });
        Counts {
            depth: self.depth,
            open: self.open.values().sum(),
            finished,
            open_positions: self.open.len(),
            finished_positions: all - self.open.len(),
        }
    }

    /// Returns the next level, unless the budget of `meter` or the memory runs out first; `None` after the last level,
    /// or if a count exceeds 128 bits. A node is a position whose moves are made.
    ///
    /// From time to time, this calls `fits` to find out whether a number of additional bytes fits into memory: 0 while
    /// the table of positions has room, and otherwise the size of the table that will replace it. The number does not
    /// include the memory that positions take outside the table, so `fits` should measure the program's total memory
    /// use.
    ///
    /// # Errors
    ///
    /// Returns [`Unfinished`] with the limit that was reached. After that, no more levels follow.
    pub(crate) fn next_within(
        &mut self,
        meter: &mut Meter<'_>,
        fits: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<Counts>, Unfinished> {
        let merged = match self.depth {
            0 => Some(core::mem::take(&mut self.open)),
            _ => self.grow(meter, fits)?,
        };
        let Some(merged) = merged else {
            return Ok(None);
        };
        let level = self.settle(merged);
        self.depth += 1;
        Ok((level.sequences() > 0).then_some(level))
    }

    /// Returns the next level's positions with their counts, or `None` if the total exceeds 128 bits.
    fn grow(
        &mut self,
        meter: &mut Meter<'_>,
        fits: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<FxHashMap<G, u128>>, Unfinished> {
        let mut merged: FxHashMap<G, u128> = FxHashMap::default();
        let mut total = Some(0u128);
        let mut stopped = None;
        let mut until_asked = 0;
        for (position, count) in core::mem::take(&mut self.open) {
            if meter.is_spent() {
                return Err(meter.unfinished());
            }
            let _ = position.for_each_move(&mut |m| {
                total = total.and_then(|total| total.checked_add(count));
                let is_full = merged.len() == merged.capacity();
                if is_full || until_asked == 0 {
                    until_asked = BETWEEN_QUESTIONS;
                    let entry = size_of::<(G, u128)>() as u64 + 1;
                    let larger = if is_full {
                        2 * merged.len() as u64 * entry
                    } else {
                        0
                    };
                    if !fits(larger) {
                        stopped = Some(Limit::Memory);
                    } else if meter.must_stop() {
                        stopped = Some(meter.limit());
                    }
                }
                until_asked -= 1;
                if total.is_none() || stopped.is_some() {
                    return ControlFlow::Break(());
                }
                let child = position.child_unchecked(&m);
                *merged.entry(child).or_insert(0) += count;
                ControlFlow::Continue(())
            });
            if let Some(limit) = stopped {
                return Err(Unfinished::new(limit, meter.nodes(), meter.elapsed()));
            }
            if total.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(merged))
    }
}

/// The number of positions between two checks of the memory left. Each position may take several hundred bytes.
const BETWEEN_QUESTIONS: u32 = 1024;

impl<G: Game> Iterator for Levels<G> {
    type Item = Counts;

    fn next(&mut self) -> Option<Counts> {
        let budget = Budget::new();
        let level = self.next_within(&mut budget.start(), &mut |_| true);
        level.ok().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nim::Nim;

    #[test]
    fn a_sum_over_moves_is_none_if_any_count_or_the_sum_does_not_fit() {
        let sum = |heap: u8, count: &dyn Fn() -> SequenceCount| {
            let mut counts = 0;
            let sum = sum_over_moves(&Nim::new(&[heap]), |_| {
                counts += 1;
                count()
            });
            (sum, counts)
        };
        assert_eq!(sum(3, &|| Ok(Some(2))), (Ok(Some(6)), 3));
        // The first count that does not fit ends the sum.
        assert_eq!(sum(3, &|| Ok(None)), (Ok(None), 1));
        assert_eq!(sum(3, &|| Ok(Some(u128::MAX))), (Ok(None), 2));
        let spent = Unfinished::new(Limit::Nodes, 7, core::time::Duration::ZERO);
        assert_eq!(sum(3, &|| Err(spent)), (Err(spent), 1));
    }
}
