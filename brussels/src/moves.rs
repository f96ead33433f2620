//! Moves, and methods that list legal moves, count them and select them by number.

use core::ops::ControlFlow;

use smallvec::SmallVec;

use crate::position::{Id, Position};
use crate::star::{Arm, Star, Stars};

/// A move: a line between two free arms, with a cross-bar on it.
///
/// If both arms are on one boundary, the line divides their face, and every other piece in the face ends up on one side
/// or the other. The move lists the pieces that stay with the lower arm. After the move, these pieces are in the same
/// face as the arm of that name. Pieces are named by their lowest star.
///
/// If the arms are on different boundaries, the line joins two pieces, and nothing else changes.
///
/// # Examples
///
/// ```
/// use papergames_brussels::{Arm, Move, Star};
///
/// let (one, two) = (Star::new(0), Star::new(1));
/// let m = Move::new(Arm::new(one, 2), Arm::new(one, 0)).with(two);
/// assert_eq!(m.to_string(), "1a-1c[2]");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    from: Arm,
    to: Arm,
    with: Stars,
}

impl Move {
    /// Returns the move that draws a line between two arms, given in either order, with all other pieces on the side of
    /// the higher arm.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_brussels::{Arm, Move, Star};
    ///
    /// let [first, second] = [0, 1].map(Star::new);
    /// let m = Move::new(Arm::new(second, 2), Arm::new(first, 0));
    /// assert_eq!(m.to_string(), "1a-2c");
    /// ```
    pub fn new(a: Arm, b: Arm) -> Move {
        Move {
            from: a.min(b),
            to: a.max(b),
            with: Stars::EMPTY,
        }
    }

    /// Returns the move with one additional piece on the side of the lower arm.
    #[must_use]
    pub fn with(mut self, piece: Star) -> Move {
        self.with = self.with.with(piece);
        self
    }

    /// Returns the same line with exactly the given pieces on the side of the lower arm.
    #[must_use]
    pub(crate) fn with_all(mut self, pieces: Stars) -> Move {
        self.with = pieces;
        self
    }

    /// Returns the lower arm.
    pub const fn from(&self) -> Arm {
        self.from
    }

    /// Returns the higher arm.
    pub const fn to(&self) -> Arm {
        self.to
    }

    /// Returns the pieces that stay with the lower arm, by their lowest stars.
    pub const fn pieces(&self) -> Stars {
        self.with
    }
}

/// The data for counting the moves of a position without listing them.
pub(crate) struct MoveCounter<'a> {
    position: &'a Position,
    /// The lowest arm on the boundary of each arm.
    boundary: SmallVec<[Id; 16]>,
    /// For each arm, the number of higher arms on the same boundary.
    above_on_boundary: SmallVec<[Id; 16]>,
    /// For each arm, the number of higher arms in the same face.
    above_in_face: SmallVec<[Id; 16]>,
    /// The number of boundaries of each face, indexed by its lowest arm.
    n_boundaries: SmallVec<[Id; 16]>,
}

impl<'a> MoveCounter<'a> {
    pub(crate) fn new(position: &'a Position) -> MoveCounter<'a> {
        let n = position.n_arms();
        let boundary = position.boundaries();
        let mut on_boundary: SmallVec<[Id; 16]> = SmallVec::from_elem(0, n);
        let mut in_face = on_boundary.clone();
        let mut n_boundaries = on_boundary.clone();
        let mut above_on_boundary = on_boundary.clone();
        let mut above_in_face = on_boundary.clone();
        for id in (0..n).rev() {
            let (b, f) = (usize::from(boundary[id]), usize::from(position.face[id]));
            above_on_boundary[id] = on_boundary[b];
            above_in_face[id] = in_face[f];
            on_boundary[b] += 1;
            in_face[f] += 1;
            n_boundaries[f] += Id::from(b == id);
        }
        MoveCounter {
            position,
            boundary,
            above_on_boundary,
            above_in_face,
            n_boundaries,
        }
    }

    /// Returns the number of ways to split the other boundaries in the face of `p` between the sides of a line.
    fn ways(&self, p: usize) -> u128 {
        1 << (self.n_boundaries[usize::from(self.position.face[p])] - 1)
    }

    /// Returns the number of moves whose lower arm is `p`.
    ///
    /// The sum over all arms of a face with boundaries of `b_1`, …, `b_k` arms is `Σ C(b_i, 2) · 2^(k−1) + Σ_{i<j} b_i
    /// · b_j`. It stays below 2^128, because a face has at most as many boundaries as there are pieces, and `Star::MAX`
    /// and `Arm::MAX` keep it below 2^99 · 2^19.
    fn count_from(&self, p: usize) -> u128 {
        let same = u128::from(self.above_on_boundary[p]);
        let all = u128::from(self.above_in_face[p]);
        same * self.ways(p) + (all - same)
    }

    pub(crate) fn count(&self) -> u128 {
        (0..self.position.n_arms())
            .map(|p| self.count_from(p))
            .sum()
    }

    /// Returns the arms above `p` in its face.
    fn above(&self, p: usize) -> impl Iterator<Item = usize> + '_ {
        let face = self.position.face[p];
        (p + 1..self.position.n_arms()).filter(move |q| self.position.face[*q] == face)
    }

    /// Returns the line from `p` to `q` with the subset number `subset` of the other pieces on the side of `p`.
    fn line(&self, p: usize, q: usize, others: Stars, subset: u128) -> Move {
        let [from, to] = [p, q].map(|id| self.position.arm(id as Id));
        let with = others.subset(subset);
        Move { from, to, with }
    }

    pub(crate) fn for_each(
        &self,
        visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for p in 0..self.position.n_arms() {
            if self.above_in_face[p] == 0 {
                continue;
            }
            let others = self.position.others(p as Id);
            for q in self.above(p) {
                let divides = self.boundary[p] == self.boundary[q];
                let ways = if divides { self.ways(p) } else { 1 };
                for subset in 0..ways {
                    visit(self.line(p, q, others, subset))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the move at `index` in the order of [`MoveCounter::for_each`], in time proportional to the number of
    /// arms.
    pub(crate) fn nth(&self, mut index: u128) -> Option<Move> {
        let p = (0..self.position.n_arms()).find(|p| {
            let count = self.count_from(*p);
            let is_here = index < count;
            if !is_here {
                index -= count;
            }
            is_here
        })?;
        for q in self.above(p) {
            let divides = self.boundary[p] == self.boundary[q];
            let ways = if divides { self.ways(p) } else { 1 };
            if index < ways {
                let others = self.position.others(p as Id);
                return Some(self.line(p, q, others, index));
            }
            index -= ways;
        }
        unreachable!("the arms above p make up the count of p")
    }
}

#[cfg(test)]
mod tests {
    use crate::{Ending, Game, Position};

    #[test]
    fn the_first_moves_of_n_crosses_are_counted_by_the_formula() {
        for n in 1..=100u32 {
            let start = Position::new(n as usize, Ending::Normal).expect("up to 100 crosses fit");
            let n = u128::from(n);
            let formula = 6 * n * (1 << (n - 1)) + 16 * n * (n - 1) / 2;
            assert_eq!(start.count_moves(), formula, "{n} crosses");
        }
    }

    #[test]
    fn a_hundred_crosses_are_picked_from_without_a_list() {
        let start = Position::new(100, Ending::Normal).expect("up to 100 crosses fit");
        let last = start.count_moves() - 1;
        let others: Vec<String> = (1..=99).map(|star| star.to_string()).collect();
        let expected = format!("100c-100d[{}]", others.join(","));
        assert_eq!(start.nth_move(last).map(|m| m.to_string()), Some(expected));
        assert_eq!(start.nth_move(last + 1), None);
    }
}
