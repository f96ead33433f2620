//! The turns that the search considers, and their order.
//!
//! The limits and weights in this file decide which men are searched, and when, but never whether a win with this turn
//! is seen. `LABORATORY.md` has the nodes with other numbers, and how often another move is chosen.

use core::ops::ControlFlow;

use common::Player;
use smallvec::SmallVec;

use crate::point::Point;
use crate::position::{Bits, Phase, Position};
use crate::winning::Reach;
use crate::zobrist;

/// The most chains of a position that are considered. The number of chains can grow exponentially with the men. A
/// winning chain beyond the limit is still found by the search for an immediate win. Any number from 100 to 2,000 gives
/// the same nodes and moves in the positions of `LABORATORY.md`.
pub(super) const CHAIN_LIMIT: usize = 400;
/// The most distinct results of chains that are kept, which bounds the positions in [`ChainEnds`]. With 80, nothing
/// changes in the positions of `LABORATORY.md`; with 20, one of 43 moves, and with 10, seven.
const KEPT_CHAINS: usize = 40;
/// The largest offset from the ball that the history records, in rows and columns. No other number was compared.
const NEAR: i32 = 9;
/// The history score of a man that is farther away: below all others, which are at least 0. So any negative number
/// would do, and even 0 gives 0.99 times the nodes.
const FAR: i32 = -100;
/// The score above which the whole history is halved, so that no score overflows: that needs a limit of at most
/// `i32::MAX` − 10,000, because a cutoff adds at most 64². No other number was compared. Each halving brings men back
/// towards chains, whose order is fixed.
const MOST_PAST: i32 = 400_000;
/// The order of a chain for each row that it brings the ball forward, and what is subtracted. So a chain that gains no
/// row comes after a man without history, and one that gains a row comes before men with a score below 500. With 500
/// and 2,000 for a row, 1.10 and 0.95 times the nodes; with 0 and 900 subtracted, 1.02 and 0.99 times.
const ROW: i32 = 1_000;
const NO_ROW: i32 = 500;
/// What a man on a point that the ball could reach has ahead of others with the same history: a little more than a
/// cutoff at a depth of 6 turns adds. With 0, 1.04 times the nodes; with 80 and 200, 0.94 and 0.93 times. With 80 and
/// 2,000 positions a move, the engine scores 68 ± 5 % on the standard board, and 49.5 ± 0.6 % on 9x11.
const WITHIN_REACH: i32 = 40;

/// A candidate turn of the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct TurnCandidate {
    pub(super) key: u64,
    pub(super) order: i32,
    /// The index of the man's point, or the number of the chain.
    pub(super) what: u16,
    pub(super) is_chain: bool,
}

pub(super) type Candidates = SmallVec<[TurnCandidate; 96]>;
/// The positions after chains.
pub(super) type ChainEnds = SmallVec<[Position; 8]>;

/// The data for ordering men: how useful they have been so far, and the points where men can be placed.
#[derive(Clone, Debug)]
pub(super) struct Ordering {
    /// A score for each offset from the ball, seen by the player who places the man, which grows when a man there
    /// causes a cutoff.
    history: Vec<i32>,
    field: Bits,
}

impl Ordering {
    pub(super) fn new() -> Ordering {
        let side = 2 * NEAR as usize + 1;
        Ordering {
            history: vec![0; side * side],
            field: Bits::EMPTY,
        }
    }

    /// Prepares for a search from `position`. Scales the history of earlier searches down to an eighth, so that it
    /// gives the first order and the new search soon outweighs it. A whole, a half and a 64th play as well
    /// (`LABORATORY.md`).
    pub(super) fn prepare(&mut self, position: &Position) {
        self.history.iter_mut().for_each(|count| *count /= 8);
        self.field = field(position);
    }

    /// Returns the candidate turns: chains of jumps and men.
    pub(super) fn candidates(
        &self,
        position: &Position,
        key: u64,
        reach: &Reach,
        threat: Option<&[Point]>,
    ) -> (Candidates, ChainEnds) {
        let mut candidates = Candidates::new();
        let mut chains = ChainEnds::new();
        let own_goal = position.mover.opponent();
        let mut left = CHAIN_LIMIT;
        let forward = forward(position);
        let from = i32::from(position.ball.row);
        let _ = position.for_each_jump_turn(&mut |after| {
            left -= 1;
            if after.phase != Phase::Over || after.goal_of_row(after.ball) != Some(own_goal) {
                let key = zobrist::key_after(key, position, after);
                let is_known = |known: &TurnCandidate| {
                    known.key == key && chains[usize::from(known.what)] == *after
                };
                if !candidates.iter().any(is_known) {
                    let rows = forward * (i32::from(after.ball.row) - from);
                    candidates.push(TurnCandidate {
                        key,
                        order: ROW * rows - NO_ROW,
                        what: chains.len() as u16,
                        is_chain: true,
                    });
                    chains.push(*after);
                }
            }
            if left == 0 || chains.len() == KEPT_CHAINS {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        self.men(position, key, reach, threat, &mut candidates);
        (candidates, chains)
    }

    /// Adds the men that stop a threat, or those that are useful if there is none.
    pub(super) fn men(
        &self,
        position: &Position,
        key: u64,
        reach: &Reach,
        threat: Option<&[Point]>,
        candidates: &mut Candidates,
    ) {
        match threat {
            Some(landings) => self.hindering_men(position, key, landings, candidates),
            None => self.useful_men(position, key, reach, candidates),
        }
    }

    /// Adds the men that stop a chain: those on the points where it lands. No other man does, as `threat` in
    /// `search.rs` explains. Earlier points come first.
    fn hindering_men(
        &self,
        position: &Position,
        key: u64,
        landings: &[Point],
        candidates: &mut Candidates,
    ) {
        for (i, point) in landings.iter().enumerate() {
            let index = position.size.index(*point);
            let known = candidates
                .iter()
                .any(|c| !c.is_chain && usize::from(c.what) == index);
            if position.is_vacant(*point) && !known {
                candidates.push(TurnCandidate {
                    key: zobrist::with_man(key, index),
                    order: self.past(position, index) - i as i32,
                    what: index as u16,
                    is_chain: false,
                });
            }
        }
    }

    /// Adds the men near the ball, on points within reach, and next to those. Near is at most two rows and columns
    /// away; other distances were not compared.
    fn useful_men(
        &self,
        position: &Position,
        key: u64,
        reach: &Reach,
        candidates: &mut Candidates,
    ) {
        let (size, stride) = (position.size, position.size.stride());
        let mut ball = Bits::EMPTY;
        ball.put(size.index(position.ball));
        let near = ball.spread(stride).spread(stride);
        let wanted = near.with(&reach.points.spread(stride), |near, reached| near | reached);
        let taken = position.men.with(&ball, |men, ball| men | ball);
        let vacant = self.field.with(&taken, |field, taken| field & !taken);
        for index in wanted
            .with(&vacant, |wanted, vacant| wanted & vacant)
            .iter()
        {
            let within = i32::from(reach.points.has(index));
            candidates.push(TurnCandidate {
                key: zobrist::with_man(key, index),
                order: self.past(position, index) + WITHIN_REACH * within,
                what: index as u16,
                is_chain: false,
            });
        }
    }

    /// Returns the history entry for a man: its offset from the ball from its player's view.
    fn offset(position: &Position, index: usize) -> Option<usize> {
        let point = position.size.at(index);
        let rows = forward(position) * (i32::from(point.row) - i32::from(position.ball.row));
        // Mirror images share an entry.
        let columns = (i32::from(point.column) - i32::from(position.ball.column)).abs();
        let side = 2 * NEAR + 1;
        (rows.abs() <= NEAR && columns <= NEAR).then(|| ((rows + NEAR) * side + columns) as usize)
    }

    /// Returns the history score of a man.
    fn past(&self, position: &Position, index: usize) -> i32 {
        Self::offset(position, index).map_or(FAR, |offset| self.history[offset])
    }

    /// Records that placing a man caused a cutoff.
    pub(super) fn praise(&mut self, position: &Position, index: usize, depth: i32) {
        if let Some(offset) = Self::offset(position, index) {
            let count = &mut self.history[offset];
            // The work below a node grows with its depth, so a cutoff there saves more (Schaeffer, *The history
            // heuristic and alpha-beta search enhancements in practice*, 1989, which has 2 to the power of the depth).
            *count += depth * depth;
            if *count > MOST_PAST {
                self.history.iter_mut().for_each(|count| *count /= 2);
            }
        }
    }
}

/// Returns the change of row for a step towards the mover's goal.
fn forward(position: &Position) -> i32 {
    if position.mover == Player::FIRST {
        1
    } else {
        -1
    }
}

/// Returns the points of a board where men can be placed.
fn field(position: &Position) -> Bits {
    let mut field = Bits::EMPTY;
    let size = position.size;
    size.playing_field()
        .for_each(|point| field.put(size.index(point)));
    field
}

/// Returns the depth reduction for a man that comes late in the order.
///
/// A depth of at least 1 remains, so that the answers of the other player are searched. A man that then seems better
/// than the best turn is searched again without the reduction, so a reduction can only miss a good man. Without
/// reductions, the search takes four times the nodes and chooses another move in 9 of 43 positions (`LABORATORY.md`).
pub(super) fn reduction(number: usize, depth: i32) -> i32 {
    match number {
        _ if depth < 3 => 0,
        0..=3 => 0,
        4..=15 => 1,
        _ => 2.min(depth - 2),
    }
}

/// Returns whether a man comes so late in the order that it and all later turns, chains among them, are skipped,
/// provided that a turn that does not lose is known. The `number` counts chains, too.
///
/// Nearly all positions of a search are at these depths, so skipping men saves most there. If none is skipped at depth
/// 1, the search takes 1.50 times the nodes of one that skips from the 21st man on, and if none at depth 2, 1.15 times.
/// From the 11th on at depth 1, the engine scores 81 ± 5 % against it on the standard board with 2,000 positions a
/// move, and 65 ± 7 % with 20,000 (`LABORATORY.md`).
pub(super) fn is_hopeless(number: usize, depth: i32, best: i32) -> bool {
    best > -super::win::SEEN_WIN
        && match depth {
            1 => number >= 10,
            2 => number >= 32,
            _ => false,
        }
}
