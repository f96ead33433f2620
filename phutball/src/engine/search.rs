//! The search of one position: alpha-beta over whole turns, with a transposition table.

use smallvec::SmallVec;

use common::budget::Meter;

use super::busy::BusyTable;
use super::ordering::{Candidates, ChainEnds, Ordering, is_hopeless, reduction};
use super::table::{BoundKind, Transposition, Transpositions};
use super::win::{SEEN_WIN, WIN};
use crate::evaluate::evaluate;
use crate::point::Point;
use crate::position::Position;
use crate::turn::Turn;
use crate::winning::{ImmediateWin, Reach};

/// The most jumps that the search for an immediate win tries. After these the engine assumes that no turn wins.
///
/// Most positions need none, because the relaxation of [`ImmediateWin`] rules a win out. The limit is for the rest,
/// because the question is NP-complete, and no clock is read before it is answered: 1,500 jumps take at most 5 ms,
/// since the 300,000 of [`ImmediateWin::DEFAULT_LIMIT`] take at most a second. Any limit from 100 to 50,000 gives the
/// same nodes and moves in the positions of `LABORATORY.md`.
pub(super) const WIN_LIMIT: u64 = 1_500;

/// One search.
pub(super) struct TurnSearch<'a> {
    pub(super) noise: u64,
    pub(super) seed: u64,
    pub(super) table: &'a Transpositions,
    /// The positions that other threads are searching, if there are any.
    pub(super) busy: Option<&'a BusyTable>,
    pub(super) ordering: &'a mut Ordering,
    pub(super) path: History,
    pub(super) meter: Meter<'a>,
    pub(super) stopped: bool,
    /// The deepest that extensions may go, in turns.
    pub(super) most_plies: i32,
}

/// The positions between turns, from the first known one to the one before the current. Players alternate.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    /// The keys are stored separately from the positions, because every node scans them.
    keys: Vec<u64>,
    positions: Vec<Position>,
}

impl History {
    pub(super) fn push(&mut self, key: u64, position: &Position) {
        self.keys.push(key);
        self.positions.push(*position);
    }

    pub(super) fn pop(&mut self) {
        self.keys.pop();
        self.positions.pop();
    }

    /// Returns whether a position is on the path. Only every second one has the same player to move.
    ///
    /// A repetition makes the value of a position depend on the path to it, and the table keeps the value for other
    /// paths. This is accepted (Campbell, *The graph-history interaction: on ignoring position history*, 1985): all
    /// values of the search are reported as estimates, except a win with the turn itself, which depends on no path.
    fn has(&self, key: u64, position: &Position) -> bool {
        let keys = self.keys.iter().enumerate().rev().skip(1).step_by(2);
        keys.into_iter()
            .any(|(i, seen)| *seen == key && self.positions[i] == *position)
    }
}

/// The parameters of the search at a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchNode {
    pub(super) key: u64,
    /// The remaining depth in turns.
    pub(super) depth: i32,
    /// The lower bound of the window.
    pub(super) alpha: i32,
    /// The upper bound of the window.
    pub(super) beta: i32,
    /// The distance from the root in turns.
    pub(super) plies: i32,
}

impl TurnSearch<'_> {
    /// Returns the value of a position for the player to move.
    pub(super) fn value(&mut self, position: &Position, node: SearchNode) -> i32 {
        self.stopped = self.stopped || self.meter.is_spent();
        if self.stopped {
            return 0;
        }
        // A position that has already occurred is a draw.
        if self.path.has(node.key, position) {
            return 0;
        }
        // No line from here can have a higher value than an immediate win.
        let most = WIN - node.plies - 1;
        if most <= node.alpha {
            return most;
        }
        // Positions with no remaining depth are in the table only if they were threats, which are looked up below.
        if node.depth > 0
            && let Some(value) = self.known(position, node)
        {
            return value;
        }
        let reach = Reach::of(position);
        if reach.has_goal(position, position.mover) && wins(position).is_some() {
            return most;
        }
        let threat = Self::threat(position, &reach);
        let goes_on = threat.is_some() && node.plies < self.most_plies;
        if node.depth <= 0 && !goes_on {
            return evaluate(position, &reach);
        }
        if node.depth <= 0
            && let Some(value) = self.known(position, node)
        {
            return value;
        }
        // Answering a threat costs no depth.
        let depth = if goes_on {
            node.depth.max(0) + 1
        } else {
            node.depth
        };
        let (mut candidates, chains) =
            (self.ordering).candidates(position, node.key, &reach, threat.as_deref());
        if let Some(entry) = self.table.probe(node.key, position) {
            let best = entry.best;
            if let Some(known) = candidates.iter_mut().find(|c| c.key as u32 == best) {
                known.order = i32::MAX;
            }
        }
        let inner = SearchNode { depth, ..node };
        self.path.push(node.key, position);
        let (best, best_key) = self.best_of(position, inner, candidates, &chains, threat.is_some());
        self.path.pop();
        if self.stopped {
            return 0;
        }
        let bound = match () {
            () if best >= node.beta => BoundKind::AtLeast,
            () if best > node.alpha => BoundKind::Exact,
            () => BoundKind::AtMost,
        };
        let entry = Transposition {
            best: best_key,
            value: to_table(best, node.plies) as i16,
            // No level searches deeper than 64 turns, so only the lower bound ever matters.
            // How far threats could be followed from here is not recorded, because `most_plies` is rarely reached.
            depth: node.depth.clamp(0, 100) as i8,
            bound,
        };
        self.table.store(node.key, position, entry);
        best
    }

    /// Returns the best value of the candidates, and the low half of the key of the position after the best one.
    fn best_of(
        &mut self,
        position: &Position,
        node: SearchNode,
        mut candidates: Candidates,
        chains: &ChainEnds,
        is_threatened: bool,
    ) -> (i32, u32) {
        let (depth, beta) = (node.depth, node.beta);
        let mut alpha = node.alpha;
        // No turn is worse than one after which the other player wins at once, which is worth −`most` of the next turn.
        // It is also the value if there is no candidate at all: then nothing stops a threat.
        let mut best = -WIN + node.plies + 2;
        let mut best_key = 0;
        let mut later: SmallVec<[usize; 16]> = SmallVec::new();
        let all = candidates.len();
        let mut next = 0;
        while next < all + later.len() {
            // Candidates that other threads are searching come last.
            let (i, is_again) = match next.checked_sub(all) {
                None => (next, false),
                Some(postponed) => (later[postponed], true),
            };
            next += 1;
            if !is_again {
                // Sort lazily: one of the first candidates decides most positions.
                let first = (i..all)
                    .max_by_key(|j| {
                        (
                            candidates[*j].order,
                            core::cmp::Reverse(candidates[*j].what),
                        )
                    })
                    .unwrap_or(i);
                candidates.swap(i, first);
            }
            let candidate = candidates[i];
            let quiet = !candidate.is_chain && !is_threatened;
            if quiet && is_hopeless(i, depth, best) {
                // All turns that come later in the order are left out, chains among them.
                next = next.max(all);
                continue;
            }
            if i > 0 && !is_again && self.busy.is_some_and(|busy| busy.has(candidate.key, depth)) {
                later.push(i);
                continue;
            }
            let child = if candidate.is_chain {
                chains[usize::from(candidate.what)]
            } else {
                placed(position, position.size.at(usize::from(candidate.what)))
            };
            let less = if quiet { reduction(i, depth) } else { 0 };
            let busy = self.busy.filter(|_| i > 0);
            if let Some(busy) = busy {
                busy.begin(candidate.key, depth);
            }
            let mut ask = |depth: i32, alpha: i32, beta: i32| {
                let node = SearchNode {
                    key: candidate.key,
                    depth,
                    alpha: -beta,
                    beta: -alpha,
                    plies: node.plies + 1,
                };
                -self.value(&child, node)
            };
            let mut value = if i == 0 {
                ask(depth - 1, alpha, beta)
            } else {
                ask(depth - 1 - less, alpha, alpha + 1)
            };
            if less > 0 && value > alpha {
                value = ask(depth - 1, alpha, alpha + 1);
            }
            if i > 0 && value > alpha && value < beta {
                value = ask(depth - 1, alpha, beta);
            }
            if let Some(busy) = busy {
                busy.end(candidate.key, depth);
            }
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                best_key = candidate.key as u32;
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                if quiet {
                    self.ordering
                        .praise(position, usize::from(candidate.what), depth);
                }
                break;
            }
        }
        (best, best_key)
    }

    /// Returns the value in the table if it is deep enough and causes a cutoff.
    fn known(&self, position: &Position, node: SearchNode) -> Option<i32> {
        let entry = self.table.probe(node.key, position)?;
        let value = from_table(i32::from(entry.value), node.plies);
        let holds = match entry.bound {
            BoundKind::Exact => true,
            BoundKind::AtLeast => value >= node.beta,
            BoundKind::AtMost => value <= node.alpha,
        };
        (i32::from(entry.depth) >= node.depth.max(0) && holds).then_some(value)
    }

    /// Returns the points where the ball lands if the other player could win with the next turn.
    ///
    /// A jump goes over adjacent men to the first point without one, so the landing points are the only vacant points
    /// that a chain uses. A man anywhere else leaves the chain as it is. So a man that stops a threat lies on one of
    /// the points of any winning chain, and it is enough to know one such chain.
    pub(super) fn threat(position: &Position, reach: &Reach) -> Option<SmallVec<[Point; 8]>> {
        let other = position.mover.opponent();
        if !reach.has_goal(position, other) {
            return None;
        }
        let mut passed = *position;
        passed.mover = other;
        match wins(&passed)? {
            Turn::Jumps(chain) => Some(chain.points()[1..].iter().copied().collect()),
            Turn::Place(_) => None,
        }
    }
}

/// Returns an immediately winning turn, if the search finds one within its limit.
pub(super) fn wins(position: &Position) -> Option<Turn> {
    match position.winning_turn(WIN_LIMIT) {
        ImmediateWin::Yes(turn) => Some(turn),
        ImmediateWin::No | ImmediateWin::Unknown { .. } => None,
    }
}

/// Returns the position with one more man, on a point that must be vacant.
pub(super) fn placed(position: &Position, point: Point) -> Position {
    let mut after = *position;
    after.men.put(position.size.index(point));
    after.mover = position.mover.opponent();
    after
}

/// Converts a win's distance from the root to its distance from the position.
fn to_table(value: i32, plies: i32) -> i32 {
    match value {
        _ if value > SEEN_WIN => value + plies,
        _ if value < -SEEN_WIN => value - plies,
        _ => value,
    }
}

fn from_table(value: i32, plies: i32) -> i32 {
    match value {
        _ if value > SEEN_WIN => value - plies,
        _ if value < -SEEN_WIN => value + plies,
        _ => value,
    }
}
