//! Proves quick wins on boards of any size, without a table.
//!
//! A position is won in one turn if some turn [wins at once](Position::winning_turn); it is lost in *k* turns if each
//! turn leads to a position that is won in fewer, and won in *k* turns if some turn leads to one that is lost in *k*
//! − 1. The table contains the same values, but this search follows only the turns of one position.

use common::budget::Meter;
use common::{Budget, Cost, Verdict};

use super::value::ExactValue;
use crate::moves::Move;
use crate::position::{Phase, Position};
use crate::turn::Turn;
use crate::winning::ImmediateWin;

/// The number of jumps that a search for a turn that wins at once may try: at most 4 ms, since the 300,000 of
/// [`ImmediateWin::DEFAULT_LIMIT`] take at most a second. If it is not enough, the search gives up, so no value is
/// wrong. With 100 to 10,000, the positions that [`LONGEST`] mentions have the same nodes.
const JUMPS: u64 = 1_000;

/// The length of the longest games that are searched for, in turns. On most boards of `SOLVED.md` the first player wins
/// in 3. Longer games cost more than they bring: of 821 positions of boards from 1x5 to 15x21 after up to 16 random
/// moves, 3 turns decide 234 in 14,921 nodes, 5 decide 261 in 249,313, and 7 decide 283 in 468,730.
const LONGEST: u8 = 5;

/// A search for a quick win, until its budget is spent.
struct Short<'a> {
    meter: Meter<'a>,
}

/// The search stopped because the budget ran out or a position has too many jumps to follow.
struct OutOfBudget;

/// Returns who wins a position within five turns, with one winning move if the player to move wins. Returns `None` if
/// neither player does, or if the budget runs out first.
pub(crate) fn short(position: &Position, budget: &Budget) -> Option<Verdict<Move>> {
    let meter = budget.start();
    let mut search = Short { meter };
    let (value, turn) = search.value(position).ok()??;
    let outcome = value.outcome(position.mover);
    let cost = Cost::new(search.meter.nodes(), search.meter.elapsed());
    let mut verdict = Verdict::new(outcome, cost);
    verdict.turns = value.plies().map(u32::from);
    verdict.moves = Some(
        turn.map(|turn| first_move(position, &turn))
            .into_iter()
            .collect(),
    );
    Some(verdict)
}

/// Returns the first move of a turn, or of the rest of one.
fn first_move(position: &Position, turn: &Turn) -> Move {
    match turn {
        Turn::Place(_) if position.phase == Phase::Jumping => Move::Stop,
        Turn::Place(point) => Move::Place(*point),
        Turn::Jumps(chain) => {
            let direction = chain.directions().next();
            Move::Jump(direction.expect("a chain has a jump"))
        }
    }
}

impl Short<'_> {
    /// Returns the value of a position and the turn that wins.
    fn value(
        &mut self,
        position: &Position,
    ) -> Result<Option<(ExactValue, Option<Turn>)>, OutOfBudget> {
        for turns in 1..=LONGEST {
            if turns % 2 == 1 {
                if let Some(turn) = self.win(position, turns)? {
                    return Ok(Some((ExactValue::Win(turns), Some(turn))));
                }
            } else if position.phase == Phase::Ready && self.is_lost(position, turns)? {
                return Ok(Some((ExactValue::Loss(turns), None)));
            }
        }
        Ok(None)
    }

    /// Returns a turn that wins within this many turns.
    fn win(&mut self, position: &Position, turns: u8) -> Result<Option<Turn>, OutOfBudget> {
        if self.meter.is_spent() {
            return Err(OutOfBudget);
        }
        match position.winning_turn(JUMPS) {
            ImmediateWin::Yes(turn) => return Ok(Some(turn)),
            ImmediateWin::No if turns == 1 || position.phase != Phase::Ready => return Ok(None),
            ImmediateWin::No => (),
            ImmediateWin::Unknown { .. } => return Err(OutOfBudget),
        }
        for turn in position.turns() {
            let after = position.after(&turn);
            if after.phase != Phase::Over && self.is_lost(&after, turns - 1)? {
                return Ok(Some(turn));
            }
        }
        Ok(None)
    }

    /// Returns whether the player to move loses within this many turns, whichever turn is played.
    fn is_lost(&mut self, position: &Position, turns: u8) -> Result<bool, OutOfBudget> {
        if self.win(position, 1)?.is_some() {
            return Ok(false);
        }
        for turn in position.turns() {
            let after = position.after(&turn);
            // A turn that ends the game without winning loses.
            if after.phase != Phase::Over && self.win(&after, turns - 1)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Solver;
    use super::*;
    use crate::rules::Rules;
    use common::{Game, Seeded, playout};

    /// The table says who wins every position of a small board.
    #[test]
    fn quick_wins_are_those_of_the_table() {
        let unlimited = Budget::new();
        let mut found = [0; LONGEST as usize + 1];
        let usual = &[Rules::default()][..];
        for (size, rules) in [
            ("3x5", &Rules::ALL[..]),
            ("3x7", &Rules::ALL),
            ("4x7", usual),
        ] {
            for rules in rules.iter().copied() {
                let table = Solver::new().table(size.parse().expect("a size"), rules);
                let table = table.expect("a small board");
                let start = Position::new(table.size(), rules);
                for seed in 0..10 {
                    let game = playout::record(start, 100, &mut Seeded::new(seed));
                    for position in game.positions().filter(|at| at.outcome().is_none()) {
                        let value = table.value(&position).expect("a position of the board");
                        let verdict = short(&position, &unlimited);
                        let Some(verdict) = verdict else {
                            let is_long = value.plies().is_none_or(|plies| plies > LONGEST);
                            let is_chain = position.phase == Phase::Jumping;
                            assert!(is_long || is_chain, "{position}: {value}");
                            continue;
                        };
                        let told = table.verdict(&position).expect("a position of the board");
                        assert_eq!(verdict.outcome, told.outcome, "{position}");
                        assert_eq!(verdict.turns, told.turns, "{position}");
                        let moves = verdict.moves.unwrap_or_default();
                        let right = told.moves.unwrap_or_default();
                        assert_eq!(moves.is_empty(), right.is_empty(), "{position}");
                        assert!(moves.iter().all(|m| right.contains(m)), "{position}");
                        found[verdict.turns.unwrap_or(0) as usize] += 1;
                    }
                }
            }
        }
        assert!(found[1..5].iter().all(|n| *n > 5), "{found:?}");
    }

    #[test]
    fn a_spent_budget_proves_nothing() {
        let start: Position = "5x7".parse().expect("a board");
        assert_eq!(short(&start, &Budget::new().nodes(5)), None);
        let verdict = short(&start, &Budget::new().nodes(30_000));
        assert_eq!(verdict.and_then(|verdict| verdict.turns), Some(3));
    }
}
