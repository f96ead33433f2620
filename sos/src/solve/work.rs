//! Runs the two methods within budgets, reports progress, and stores results from one run to the next.

use core::cell::Cell;
use core::ops::ControlFlow;
use core::time::Duration;

use common::budget::{Cost, Limit, Meter, Progress, Unfinished};
use common::{Game, Player};

use super::lattice::Lattice;
use super::memo::ValueBounds;
use super::results;
use super::search::{KeyBounds, Search};
use super::solver::{Solution, SolveError, Solver};
use super::table::{self, BoardTable};
use crate::moves::Move;
use crate::position::Position;

/// The interval at which results are written to disk: a killed run loses the work of about this time. A commit waits
/// for the disk, so a shorter interval costs time.
const COMMIT_EVERY: Duration = Duration::from_secs(1);

impl Solver<'_> {
    /// Returns the values of all moves even if not requested, since the table has them all.
    pub(super) fn by_table(&mut self, position: &Position) -> Result<Solution, SolveError> {
        let size = position.size();
        let needed = table::bytes(size).map_or(u64::MAX, |bytes| bytes as u64);
        let allowed = self.effort.budget.usual_memory();
        if needed > allowed {
            return Err(SolveError::Memory {
                size,
                needed,
                allowed,
            });
        }
        let budget = self.effort.budget.clone();
        let mut meter = budget.start();
        let mut seen = 0;
        let listener = &mut self.effort.progress;
        let is_full = |nodes: u64| budget.nodes.is_some_and(|most| nodes > most);
        let table = BoardTable::fill(size, position.setup.ruling(), &mut |nodes| {
            seen = nodes;
            let mut progress = Progress::new(nodes, meter.elapsed());
            progress.memory = needed;
            progress.share = Some((nodes * 1000 / needed, 1000));
            listener(&progress);
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
        Ok(Solution {
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
    ) -> Result<Solution, SolveError> {
        let budget = self.effort.budget.clone();
        let mut meter = budget.start();
        let memory = self.effort.budget.usual_memory();
        let all = position.count_moves() as u64;
        let done = Cell::new(0);

        let (rules, store) = (position.rules(), &mut self.effort.store);
        let has_store = store.is_some();
        let earlier = results::of(store, lattice, rules)?;
        let mut committed = Duration::ZERO;
        let listener = &mut self.effort.progress;
        let mut watch = |meter: &Meter<'_>, found: &[KeyBounds]| {
            let mut progress = Progress::new(meter.nodes(), meter.elapsed());
            progress.share = every_move.then(|| (done.get(), all));
            listener(&progress);
            results::add(store, lattice, rules, found);
            if meter.elapsed().saturating_sub(committed) >= COMMIT_EVERY {
                results::commit(store)?;
                committed = meter.elapsed();
            }
            Ok(())
        };
        let mut search = Search::new(lattice, rules, memory, &mut meter, &mut watch);
        if has_store {
            search.hold_cheap();
        }
        let assumed = !earlier.is_empty();
        for found in earlier {
            search.learn(found);
        }

        let found = find(&mut search, lattice, position, every_move, &done);
        // A search that was stopped would have to find the cheaper results again.
        if found.is_ok() {
            search.report()?;
        } else {
            search.report_all()?;
        }
        results::commit(&mut self.effort.store)?;
        let (value, values) = found?;
        Ok(Solution {
            value,
            values,
            cost: Cost::new(meter.nodes(), meter.elapsed()),
            assumed,
        })
    }
}

/// Returns the value of a position for the player to move.
fn value(
    search: &mut Search<'_, '_>,
    lattice: &Lattice,
    position: &Position,
) -> Result<i32, SolveError> {
    if let Some(value) = settled(position) {
        return Ok(value);
    }
    let node = lattice.node(position);
    let value = search.value(node)?;
    search.keep(node);
    Ok(lead(position) + i32::from(value))
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
            } else if let Some(ValueBounds { low, high }) = search.known(lattice.node(&child)) {
                let lead = lead(&child);
                (lead + i32::from(low), lead + i32::from(high))
            } else {
                continue;
            };
            // The lesser of the two converted bounds is a lower bound for the player to move, no matter which player
            // moves next.
            let surely = for_mover(position, &child, low).min(for_mover(position, &child, high));
            if surely >= wanted {
                search.keep(lattice.node(&child));
                return Ok(Some(m));
            }
        }
    }
    Ok(None)
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
pub(super) fn for_mover(position: &Position, child: &Position, value: i32) -> i32 {
    let same = child.turn().unwrap_or(Player::FIRST) == position.turn().unwrap_or(Player::FIRST);
    if same { value } else { -value }
}
