//! The moves that a search examines: all moves, or a sample if there are very many.

use rustc_hash::FxHashSet;

use crate::play::game::{Game, go_on_if};
use crate::tools::budget::Meter;
use crate::tools::random::Seeded;

/// The maximum number of moves to list. If a position has more, only a sample is drawn, because some positions have
/// billions of moves. Sprouts has 5,687 moves from 11 spots and 12,354 from 12. There, alpha-beta with 300 nodes a move
/// plays equally well with 1,000 and 50,000: it sees no result before there are few moves.
const LIST_AT_MOST: usize = 10_000;

/// The number of moves that are sampled in such a position. Fewer than may be listed, so that a search of a sample can
/// look ahead. From 12 spots, 100 and 5,000 play equally well.
const SAMPLE: usize = 1_000;

/// Returns the legal moves and `true`, or a sample without repetitions and `false` if there are too many to list;
/// returns `None` if the search has to stop.
///
/// The sample of a position is always the same.
pub(super) fn moves_or_sample<G: Game>(
    position: &G,
    meter: &mut Meter<'_>,
) -> Option<(Vec<G::Move>, bool)> {
    let mut moves = Vec::new();
    let mut stopped = false;
    let listed = position.for_each_move(&mut |m| {
        moves.push(m);
        stopped = meter.must_stop();
        go_on_if(!stopped && moves.len() <= LIST_AT_MOST)
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
