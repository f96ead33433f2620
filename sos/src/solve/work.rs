//! Runs the two methods within budgets, reports progress, and stores results from one run to the next.

use core::cell::Cell;
use core::ops::ControlFlow;
#[cfg(feature = "store")]
use core::time::Duration;

use common::budget::{Cost, Limit, Meter, Progress, Unfinished};
#[cfg(feature = "store")]
use common::claim::ClaimError;
use common::{Game, Player};

use super::lattice::Lattice;
use super::memo::Bounds;
use super::search::{Found, Search};
use super::solver::{Answer, SolveError, Solver};
use super::table::{self, Table};
use crate::moves::Move;
use crate::position::Position;
#[cfg(feature = "store")]
use crate::rules::Rules;

/// The interval at which results are written to disk.
#[cfg(feature = "store")]
const COMMIT_EVERY: Duration = Duration::from_secs(1);

impl Solver<'_> {
    /// Returns the values of all moves even if not requested, since the table has them all.
    pub(super) fn by_table(&mut self, position: &Position) -> Result<Answer, SolveError> {
        let size = position.size();
        let needed = table::bytes(size).map_or(u64::MAX, |bytes| bytes as u64);
        let allowed = self.memory();
        if needed > allowed {
            return Err(SolveError::Memory {
                size,
                needed,
                allowed,
            });
        }
        let budget = self.budget.clone();
        let mut meter = budget.start();
        let mut seen = 0;
        let listener = &mut self.progress;
        let is_full = |nodes: u64| budget.nodes.is_some_and(|most| nodes > most);
        let table = Table::fill(size, position.rules(), &mut |nodes| {
            seen = nodes;
            if let Some(listener) = listener {
                let mut progress = Progress::new(nodes, meter.elapsed());
                progress.memory = needed;
                progress.share = Some((nodes * 1000 / needed, 1000));
                listener(&progress);
            }
            if meter.is_spent() || is_full(nodes) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        let Some(table) = table else {
            let limit = if is_full(seen) {
                Limit::Nodes
            } else {
                meter.limit()
            };
            return Err(Unfinished::new(limit, seen, meter.elapsed()).into());
        };
        let of = |position: &Position| {
            settled(position).unwrap_or_else(|| lead(position) + i32::from(table.of(position)))
        };
        let values = position.moves().into_iter().map(|m| {
            let child = position.child_unchecked(&m);
            (m, for_mover(position, &child, of(&child)))
        });
        Ok(Answer {
            value: of(position),
            values: values.collect(),
            cost: Cost::new(needed, meter.elapsed()),
            assumed: false,
        })
    }

    pub(super) fn by_search(
        &mut self,
        lattice: &Lattice,
        position: &Position,
        every_move: bool,
    ) -> Result<Answer, SolveError> {
        let budget = self.budget.clone();
        let mut meter = budget.start();
        let memory = self.memory();
        let all = position.count_moves() as u64;
        let done = Cell::new(0);

        #[cfg(not(feature = "store"))]
        let earlier: Vec<Found> = Vec::new();
        #[cfg(feature = "store")]
        let earlier = self.kept(lattice, position)?;
        #[cfg(feature = "store")]
        let (store, prefix) = (&mut self.store, prefix(lattice, position.rules()));
        #[cfg(feature = "store")]
        let mut committed = Duration::ZERO;
        let listener = &mut self.progress;
        let mut watch = |meter: &Meter<'_>, found: &[Found]| {
            if let Some(listener) = listener {
                let mut progress = Progress::new(meter.nodes(), meter.elapsed());
                progress.share = every_move.then(|| (done.get(), all));
                listener(&progress);
            }
            #[cfg(feature = "store")]
            if let Some(store) = store {
                for (key, bounds) in found {
                    let key = [&prefix[..], &key.to_be_bytes()].concat();
                    store.insert(&key, &[bounds.low as u8, bounds.high as u8]);
                }
                if meter.elapsed().saturating_sub(committed) >= COMMIT_EVERY {
                    store.commit()?;
                    committed = meter.elapsed();
                }
            }
            #[cfg(not(feature = "store"))]
            let _ = found;
            Ok(())
        };
        let mut search = Search::new(lattice, position.rules(), memory, &mut meter, &mut watch);
        let assumed = !earlier.is_empty();
        for found in earlier {
            search.learn(found);
        }

        let found = find(&mut search, lattice, position, every_move, &done);
        // Store the results even if the search was stopped.
        search.report()?;
        #[cfg(feature = "store")]
        if let Some(store) = &mut self.store {
            store.commit()?;
        }
        let (value, values) = found?;
        Ok(Answer {
            value,
            values,
            cost: Cost::new(meter.nodes(), meter.elapsed()),
            assumed,
        })
    }

    /// Returns the stored results for the board and rules of a position.
    #[cfg(feature = "store")]
    fn kept(&self, lattice: &Lattice, position: &Position) -> Result<Vec<Found>, SolveError> {
        let mut kept = Vec::new();
        let Some(store) = &self.store else {
            return Ok(kept);
        };
        let (prefix, mut boards) = (prefix(lattice, position.rules()), Vec::new());
        for entry in store.iter() {
            let (key, value) = entry?;
            let (_, _, bounds) = super::audit::read(&mut boards, &key, &value)
                .ok_or_else(|| ClaimError::impossible(&key, &value))?;
            if let Some(key) = key.strip_prefix(&prefix) {
                let key = key.try_into().expect("the key was read");
                kept.push((u64::from_be_bytes(key), bounds));
            }
        }
        Ok(kept)
    }
}

/// Returns the value of a position for the player to move.
fn value(
    search: &mut Search<'_, '_>,
    lattice: &Lattice,
    position: &Position,
) -> Result<i32, SolveError> {
    match settled(position) {
        Some(value) => Ok(value),
        None => Ok(lead(position) + i32::from(search.value(lattice.node(position))?)),
    }
}

/// Finds the value of a position, and one best move or the values of all moves.
fn find(
    search: &mut Search<'_, '_>,
    lattice: &Lattice,
    position: &Position,
    every_move: bool,
    done: &Cell<u64>,
) -> Result<(i32, Vec<(Move, i32)>), SolveError> {
    let own = value(search, lattice, position)?;
    if !every_move {
        let best = one_best(search, lattice, position, own)?;
        return Ok((own, best.map(|m| (m, own)).into_iter().collect()));
    }
    let mut values = Vec::new();
    for m in position.moves() {
        let child = position.child_unchecked(&m);
        let found = value(search, lattice, &child)?;
        values.push((m, for_mover(position, &child, found)));
        done.set(done.get() + 1);
    }
    Ok((own, values))
}

/// Returns a move that achieves the value of a position, preferably one whose value is already in the table.
fn one_best(
    search: &mut Search<'_, '_>,
    lattice: &Lattice,
    position: &Position,
    wanted: i32,
) -> Result<Option<Move>, SolveError> {
    for may_search in [false, true] {
        for m in position.moves() {
            let child = position.child_unchecked(&m);
            let (low, high) = if may_search {
                let found = value(search, lattice, &child)?;
                (found, found)
            } else if let Some(found) = settled(&child) {
                (found, found)
            } else if let Some(Bounds { low, high }) = search.known(lattice.node(&child)) {
                let lead = lead(&child);
                (lead + i32::from(low), lead + i32::from(high))
            } else {
                continue;
            };
            // The lesser of the two converted bounds is a lower bound for the player to move, no matter which player
            // moves next.
            let surely = for_mover(position, &child, low).min(for_mover(position, &child, high));
            if surely >= wanted {
                return Ok(Some(m));
            }
        }
    }
    Ok(None)
}

/// Returns the prefix of a board's keys in a store. Boards of one and two rows share theirs.
#[cfg(feature = "store")]
fn prefix(lattice: &Lattice, rules: Rules) -> [u8; 3] {
    let size = lattice.of_parts().size();
    [size.rows() as u8, size.columns() as u8, rules.number()]
}

/// Returns the value of a finished game for the first player, or `None` if the game is not over.
pub(super) fn settled(position: &Position) -> Option<i32> {
    let outcome = position.outcome()?;
    Some(if position.rules().ends_at_first() {
        outcome.utility(Player::FIRST)
    } else {
        lead(position)
    })
}

/// Returns the lead in points of the player to move, or of the first player if the game is over. If points do not
/// decide, returns 0.
pub(super) fn lead(position: &Position) -> i32 {
    if position.rules().ends_at_first() {
        return 0;
    }
    let own = position.turn().unwrap_or(Player::FIRST);
    let lead = position.points(own) as i32 - position.points(own.opponent()) as i32;
    position.rules().worth(lead)
}

/// Converts the value of `child` from its player to move to the player to move in `position`.
fn for_mover(position: &Position, child: &Position, value: i32) -> i32 {
    let same = child.turn().unwrap_or(Player::FIRST) == position.turn().unwrap_or(Player::FIRST);
    if same { value } else { -value }
}
