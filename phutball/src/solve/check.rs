//! Verifies a finished table, by checking that every value follows from the values after each turn.
//!
//! The turns come from [`Position`](crate::Position), not from the code that found the values, so an error would have
//! to be in both. The check proves the values, no matter how they were found. A win in *k* turns has a turn to a loss
//! in *k* − 1, so wins and losses are correct by induction on *k*. From a drawn position some turn leads to
//! a draw, and no turn leads to a loss for the other player, so the draws are correct too. A position with the ball in
//! the right half has the value of its mirror image, because the rules do not distinguish left from right.

use core::ops::ControlFlow;

use common::budget::Clock;
use common::{Budget, Game, Player, Unfinished, threads};

use super::board::{BallPlace, Men};
use super::error::{CheckError, Fault};
use super::passes::at_once;
use super::points::PointMap;
use super::table::Tablebase;
use super::value::ExactValue;

/// The number of positions between two checks of the budget, which take some hundredths of a second.
const LOOK_EVERY: usize = 1 << 14;

impl Tablebase {
    /// Checks that every value follows from the values after each turn, using the turns of
    /// [`Position`](crate::Position). Calls `progress` with the number of positions checked so far. Each position
    /// counts as one node of the budget.
    ///
    /// The check takes about a microsecond for each position.
    ///
    /// # Errors
    ///
    /// Returns the first [`Fault`], or [`CheckError::Unfinished`] if the budget runs out.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_phutball::{Budget, Rules, solve::Solver};
    ///
    /// let table = Solver::new().table("3x6".parse()?, Rules::FullBoard)?;
    /// table.check(1, &Budget::new(), &mut |_| {})?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(
        &self,
        threads: usize,
        budget: &Budget,
        progress: &mut dyn FnMut(u64),
    ) -> Result<(), CheckError> {
        let clock = Clock::start();
        let points = PointMap::new(self.size(), self.rules());
        let n_slices = self.values.len().div_ceil(LOOK_EVERY);
        let at_once = at_once(threads);
        for first in (0..n_slices).step_by(at_once) {
            let (seen, elapsed) = ((first * LOOK_EVERY) as u64, clock.elapsed());
            progress(seen);
            if let Some(limit) = budget.reached(seen, elapsed) {
                return Err(Unfinished::new(limit, seen, elapsed).into());
            }
            let end = n_slices.min(first + at_once);
            let faults = threads::each(first..end, threads, |slice| self.fault(&points, slice));
            if let Some(fault) = faults.into_iter().flatten().next() {
                return Err(fault.into());
            }
        }
        progress(self.values.len() as u64);
        Ok(())
    }

    /// Returns the first fault of a slice.
    fn fault(&self, points: &PointMap, slice: usize) -> Option<Box<Fault>> {
        let first = slice * LOOK_EVERY;
        let end = self.values.len().min(first + LOOK_EVERY);
        (first..end).find_map(|index| {
            let (place, men) = self.board.at(index);
            let expected = self.expected(points, place, men);
            let found = ExactValue::of_byte(self.values[index]);
            (found != expected).then(|| {
                let position = points.position(place, men);
                Box::new(Fault {
                    position,
                    found,
                    expected,
                })
            })
        })
    }

    /// Returns the value of a position for the player who attacks the highest row, from the values after each turn.
    fn expected(&self, points: &PointMap, place: BallPlace, men: Men) -> ExactValue {
        let mut best = ExactValue::Loss(1);
        let mut take = |next: ExactValue| {
            let value = next.before();
            if value.rank() > best.rank() {
                best = value;
            }
        };
        let next =
            |place, men| ExactValue::of_byte(self.values[self.board.index_for_other(place, men)]);
        let vacant = points.all & !(men | points.bit(points.of_place(place)));
        let mut left = vacant;
        while left != 0 {
            let man = left & left.wrapping_neg();
            left &= left - 1;
            take(next(place, men | man));
        }
        if points.near[usize::from(place)] & men != 0 {
            let position = points.position(place, men);
            let _ = position.for_each_jump_turn(&mut |after| {
                take(match after.winner() {
                    Some(Player::FIRST) => ExactValue::Loss(0),
                    Some(_) => ExactValue::Win(0),
                    None => next(points.place(after.ball), points.men(&after.men)),
                });
                ControlFlow::<()>::Continue(())
            });
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use common::{Budget, Limit};

    use super::{CheckError, LOOK_EVERY};
    use crate::rules::Rules;
    use crate::solve::Solver;

    #[test]
    fn any_wrong_value_is_found() {
        let size = "3x6".parse().expect("a size");
        let table = Solver::new()
            .table(size, Rules::TerminalRows)
            .expect("a small board");
        assert_eq!(table.check(1, &Budget::new(), &mut |_| {}), Ok(()));
        for index in (0..table.values.len()).step_by(1009) {
            for wrong in [0, 1, 2, table.values[index] + 2] {
                let mut other = table.clone();
                other.values[index] = wrong;
                let is_right = wrong == table.values[index];
                let checked = other.check(1, &Budget::new(), &mut |_| {});
                assert_eq!(checked.is_ok(), is_right, "{index} {wrong}");
                let by_three = other.check(3, &Budget::new(), &mut |_| {});
                assert_eq!(by_three, checked, "{index} {wrong}");
            }
        }
    }

    #[test]
    fn a_check_keeps_to_its_budget() {
        let size = "3x7".parse().expect("a size");
        let table = Solver::new().table(size, Rules::FullBoard);
        let table = table.expect("a small board");
        let budget = Budget::new().nodes(3 * LOOK_EVERY as u64);
        let Err(CheckError::Unfinished(found)) = table.check(1, &budget, &mut |_| {}) else {
            panic!("the board has more positions")
        };
        assert_eq!(
            (found.limit, found.nodes),
            (Limit::Nodes, 3 * LOOK_EVERY as u64)
        );
    }
}
