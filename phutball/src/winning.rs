//! Finds a turn that wins at once.

use core::ops::ControlFlow;

use common::Player;
use common::grid::Direction::{self, E, N, NE, NW, S, SE, SW, W};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::point::Point;
use crate::position::{Bits, Phase, Position};
use crate::turn::{Chain, Turn};

/// The result of [`Position::winning_turn`]: whether the player to move can win on this turn.
///
/// The problem is NP-complete on boards of arbitrary size (Demaine, Demaine and Eppstein, "Phutball endgames are hard",
/// 2002). In nearly all positions of real games it is easy to solve, for three reasons:
///
/// * **A relaxation that proves "no".** Men only disappear during a turn, so a run can only get shorter. From a point
///   with a man next to it, the ball can never land beyond the first point that currently has no man. The relaxation
///   allows the ball to land on *any* point up to that point, and keeps all men on the board. If the ball cannot reach
///   the goal even then, no turn wins. A search over points decides this in polynomial time.
/// * **Forward first.** Jumps towards the goal are tried before other jumps.
/// * **A table of failures.** The same jumps in different orders can lead to the same ball and men, so positions that
///   failed are remembered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum ImmediateWin {
    /// The player to move wins at once with this turn.
    Yes(Turn),
    /// No turn wins.
    No,
    /// The search reached its limit before it found an answer.
    Unknown {
        /// The number of jumps that it tried.
        nodes: u64,
    },
}

/// Directions in search order: towards the goal, sideways, back.
const UP: [Direction; 8] = [N, NE, NW, E, W, SE, SW, S];
const DOWN: [Direction; 8] = [S, SE, SW, E, W, NE, NW, N];

/// Returns the directions with those towards the player's goal first.
pub(crate) fn forward_first(player: Player) -> &'static [Direction; 8] {
    if player == Player::FIRST { &UP } else { &DOWN }
}

/// The points that the ball could touch in this turn if men never left the board, and their highest and lowest rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// The points, without the one where the ball is.
    pub(crate) points: Bits,
    pub(crate) low: u8,
    pub(crate) high: u8,
}

impl Reach {
    pub(crate) fn of(position: &Position) -> Reach {
        let row = position.ball.row;
        let mut reach = Reach {
            points: Bits::EMPTY,
            low: row,
            high: row,
        };
        let _ = position.relaxed(&mut |point| {
            reach.points.put(position.size.index(point));
            reach.low = reach.low.min(point.row);
            reach.high = reach.high.max(point.row);
            ControlFlow::Continue(())
        });
        reach
    }

    /// Returns whether `player` can reach the goal in the relaxation.
    pub(crate) fn has_goal(&self, position: &Position, player: Player) -> bool {
        if player == Player::FIRST {
            self.high + 1 >= position.size.top()
        } else {
            self.low <= 1
        }
    }
}

impl ImmediateWin {
    /// A limit for [`Position::winning_turn`] with which it takes at most a second and 50 MB, because it keeps at most
    /// one position in memory for each jump that it tries.
    pub const DEFAULT_LIMIT: u64 = 300_000;
}

impl Position {
    /// Looks for a turn that wins at once, trying up to `limit` jumps.
    ///
    /// In the middle of a chain the result applies to the rest of the turn, and [`ImmediateWin::Yes`] contains the
    /// chain from the ball's current point. If stopping there wins, which a chain cannot express, it contains a
    /// [`Turn::Place`] with the ball's own point.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_phutball::{Position, ImmediateWin};
    ///
    /// let position: Position = "3/3/1o1/1@1/3/3/3:first:full-board".parse()?;
    /// let win = position.winning_turn(ImmediateWin::DEFAULT_LIMIT);
    /// assert_eq!(win, ImmediateWin::Yes("b3-b5".parse()?));
    /// assert_eq!(position.turned().turned().winning_turn(0), ImmediateWin::Unknown { nodes: 0 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winning_turn(&self, limit: u64) -> ImmediateWin {
        if self.phase == Phase::Over {
            return ImmediateWin::No;
        }
        if self.phase == Phase::Jumping && self.goal_of_row(self.ball) == Some(self.mover) {
            return ImmediateWin::Yes(Turn::Place(self.ball));
        }
        let mut search = ChainSearch {
            mover: self.mover,
            failed: FxHashSet::default(),
            nodes: 0,
            limit,
            path: SmallVec::from_slice(&[self.ball]),
        };
        match search.extend(self) {
            ControlFlow::Break(true) => ImmediateWin::Yes(Turn::Jumps(Chain::of_path(search.path))),
            ControlFlow::Break(false) => ImmediateWin::Unknown {
                nodes: search.nodes,
            },
            ControlFlow::Continue(()) => ImmediateWin::No,
        }
    }

    /// Calls `visit` with each point that the ball could land on if men never left the board and every run could be cut
    /// short.
    pub(crate) fn relaxed(
        &self,
        visit: &mut impl FnMut(Point) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let size = self.size;
        let stride = size.stride();
        let has_corner_exit = self.rules.has_corner_exit();
        let steps = Direction::ALL.map(|direction| self.step(direction));
        let mut reached = Bits::EMPTY;
        let mut queue: SmallVec<[u16; 32]> = SmallVec::new();
        let start = size.index(self.ball);
        reached.put(start);
        queue.push(start as u16);
        while let Some(from) = queue.pop() {
            let from = usize::from(from);
            let mut directions = self.men.neighbours(from, stride);
            while directions != 0 {
                let step = steps[directions.trailing_zeros() as usize];
                directions &= directions - 1;
                let mut index = from.wrapping_add_signed(step);
                while self.men.has(index) {
                    index = index.wrapping_add_signed(step);
                    if reached.has(index) {
                        continue;
                    }
                    let point = size.at(index);
                    let lands =
                        size.contains(point) || (has_corner_exit && size.is_outside_corner(point));
                    if lands {
                        reached.put(index);
                        queue.push(index as u16);
                        visit(point)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns whether the ball can reach `player`'s goal in the relaxation.
    pub(crate) fn may_reach_goal(&self, player: Player) -> bool {
        let goal = |point| match self.goal_of_row(point) {
            Some(winner) if winner == player => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        self.relaxed(&mut { goal }).is_break()
    }
}

/// The search for a winning chain.
struct ChainSearch {
    mover: Player,
    failed: FxHashSet<(Point, Bits)>,
    nodes: u64,
    limit: u64,
    path: SmallVec<[Point; 8]>,
}

impl ChainSearch {
    /// Tries every continuation. Breaks with `true` if one wins, and with `false` if the limit is reached.
    fn extend(&mut self, position: &Position) -> ControlFlow<bool> {
        if !position.may_reach_goal(self.mover) {
            return ControlFlow::Continue(());
        }
        for direction in forward_first(self.mover) {
            let Some(leap) = position.legal_leap(*direction) else {
                continue;
            };
            if self.nodes >= self.limit {
                return ControlFlow::Break(false);
            }
            self.nodes += 1;
            let mut after = *position;
            after.leave(*direction, leap);
            self.path.push(after.ball);
            if after.goal_of_row(after.ball) == Some(self.mover) {
                return ControlFlow::Break(true);
            }
            if !after.rests_at(after.ball) && self.failed.insert((after.ball, after.men)) {
                self.extend(&after)?;
            }
            self.path.pop();
        }
        ControlFlow::Continue(())
    }
}
