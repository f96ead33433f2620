//! The rules themselves, followed to the end of every game: the second method where the search cannot be used.
//!
//! The value of the rest of a game depends only on the letters, so each board is examined once. Nothing else is saved.

use common::budget::Meter;
use common::{Game, Player, VerifiedVerdict};
use rustc_hash::FxHashMap;

use super::solver::{SolveError, Solver, value_of};
use super::work::{for_mover, lead, settled};
use crate::cells::CellSet;
use crate::moves::Move;
use crate::position::Position;

/// The values of boards for the player to move, not counting points already made.
#[derive(Debug, Default)]
pub(super) struct PlainSolver {
    known: FxHashMap<(CellSet, CellSet), i32>,
}

impl PlainSolver {
    /// Returns the value of a position for the player to move, or for the first player if the game is over.
    ///
    /// # Errors
    ///
    /// Returns an error if the budget runs out.
    pub(super) fn value(
        &mut self,
        position: &Position,
        meter: &mut Meter<'_>,
    ) -> Result<i32, SolveError> {
        if let Some(value) = settled(position) {
            return Ok(value);
        }
        let key = (position.s, position.o);
        if let Some(rest) = self.known.get(&key) {
            return Ok(lead(position) + rest);
        }
        if meter.is_spent() {
            return Err(meter.unfinished().into());
        }
        let mut best = i32::MIN;
        for m in position.moves() {
            let child = position.child_unchecked(&m);
            best = best.max(for_mover(position, &child, self.value(&child, meter)?));
        }
        self.known.insert(key, best - lead(position));
        Ok(best)
    }

    /// Returns the number of boards that were examined.
    pub(super) fn n_boards(&self) -> usize {
        self.known.len()
    }
}

impl Solver<'_> {
    /// Solves a game that the search does not know by the table, and again by the rules themselves.
    pub(super) fn verify_variant(
        &mut self,
        position: &Position,
    ) -> Result<VerifiedVerdict<Move>, SolveError> {
        let verdict = self.run(position, false)?.verdict;
        let budget = self.effort.budget.less(0, verdict.cost.elapsed);
        let (mut meter, mut plain) = (budget.start(), PlainSolver::default());
        let value = plain.value(position, &mut meter)?;
        let sign = i64::from(position.turn().unwrap_or(Player::FIRST) == Player::FIRST) * 2 - 1;
        let (found, again) = (value_of(&verdict), sign * i64::from(value));
        if found != again {
            let by = "rules";
            return Err(SolveError::Differ { found, by, again });
        }
        let by = format!("the rules on all {} boards", plain.n_boards());
        Ok(VerifiedVerdict { verdict, by })
    }
}
