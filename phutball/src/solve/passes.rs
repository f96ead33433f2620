//! The passes that find the values, in order of the length of the game in turns.

use core::ops::ControlFlow;

use common::budget::Clock;
use common::{Budget, Limit, Progress, Unfinished, threads};

use super::board::{BallPlace, Men};
use super::error::SolveError;
use super::table::Tablebase;

/// The number of positions between store writes and progress callbacks, and the number of values in an entry of the
/// store, which takes 256 KiB. Part of the format of stores: another number needs another
/// [`KIND`](super::solver::Solver::KIND).
pub(super) const CHUNK: usize = 1 << 18;

/// A progress mark, from which a solver can resume because values are found in a fixed order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProgressMark {
    /// The length in turns of the games that this pass looks for, or that of the last pass when the work is done.
    pub(super) plies: u8,
    /// The number of passes in a row that found nothing.
    pub(super) idle: u8,
    /// The next chunk.
    pub(super) chunk: u32,
}

/// Returns the number of chunks handed out before all threads wait for each other: several for each thread, since
/// chunks take different times.
pub(super) fn at_once(threads: usize) -> usize {
    if threads <= 1 { 1 } else { 4 * threads }
}

impl ProgressMark {
    /// The start of the work.
    pub(super) const BEGIN: ProgressMark = ProgressMark {
        plies: 1,
        idle: 0,
        chunk: 0,
    };
}

/// The work is done when this many passes in a row find nothing: one for each player.
pub(super) const IDLE: u8 = 2;

/// Called after each chunk with the progress, all values, the progress mark, and the chunk if it has new values.
pub(super) type PassListener<'w> =
    dyn FnMut(&Progress, &[u8], ProgressMark, Option<usize>) -> Result<(), SolveError> + 'w;

/// The work on a table.
pub(super) struct Passes<'t, 'b> {
    pub(super) table: &'t mut Tablebase,
    pub(super) budget: &'b Budget,
    pub(super) clock: Clock,
    /// The number of positions visited.
    pub(super) nodes: u64,
    /// The number of positions with a value.
    pub(super) known: u64,
    pub(super) threads: usize,
}

/// The findings of a pass in a chunk: the places of new values, the number of positions visited, and the limit that
/// ended it early, if any.
struct ChunkFindings {
    places: Vec<u32>,
    nodes: u64,
    limit: Option<Limit>,
}

impl Passes<'_, '_> {
    /// Makes passes until every position that has a winner has its value.
    pub(super) fn run(
        &mut self,
        stand: &mut ProgressMark,
        watch: &mut PassListener<'_>,
    ) -> Result<(), SolveError> {
        while stand.idle < IDLE {
            // An earlier run may have found values in this pass.
            let mut changed = self.table.values.contains(&stand.plies);
            let n_chunks = self.table.values.len().div_ceil(CHUNK);
            while (stand.chunk as usize) < n_chunks {
                let first = stand.chunk as usize;
                let end = n_chunks.min(first + self.at_once());
                let (budget, table) = (
                    self.budget.less(self.nodes, self.clock.elapsed()),
                    &*self.table,
                );
                let found = threads::each(first..end, self.threads, |chunk| {
                    table.pass(chunk, stand.plies, &budget)
                });
                for (chunk, found) in (first..end).zip(found) {
                    let values = &mut self.table.values[chunk * CHUNK..];
                    for place in &found.places {
                        values[*place as usize] = stand.plies;
                    }
                    self.nodes += found.nodes;
                    self.known += found.places.len() as u64;
                    changed |= !found.places.is_empty();
                    if let Some(limit) = found.limit {
                        return Err(Unfinished::new(limit, self.nodes, self.clock.elapsed()).into());
                    }
                    stand.chunk += 1;
                    let seen = self.progress(stand.plies);
                    let dirty = (!found.places.is_empty()).then_some(chunk);
                    watch(&seen, &self.table.values, *stand, dirty)?;
                }
            }
            stand.chunk = 0;
            stand.idle = if changed { 0 } else { stand.idle + 1 };
            if stand.idle < IDLE {
                stand.plies = stand.plies.checked_add(1).ok_or(SolveError::TooLong)?;
            }
        }
        Ok(())
    }

    /// Returns the number of chunks visited between two progress marks. With a limit on positions, which is kept
    /// exactly, only one chunk is visited.
    fn at_once(&self) -> usize {
        if self.budget.nodes.is_some() {
            1
        } else {
            at_once(self.threads)
        }
    }

    /// Returns the progress report for the pass for games of `plies` turns.
    fn progress(&self, plies: u8) -> Progress {
        let positions = self.table.values.len() as u64;
        let mut progress = Progress::new(self.nodes, self.clock.elapsed());
        progress.memory = positions;
        progress.known = self.known;
        progress.share = Some((self.known, positions));
        progress.note = match plies {
            1 => "games of 1 turn".to_owned(),
            plies => format!("games of {plies} turns"),
        };
        progress
    }
}

impl Tablebase {
    /// Returns the positions of a chunk whose games last `plies` turns. It reads only values of the other parity, so
    /// chunks of the same pass do not depend on each other.
    fn pass(&self, chunk: usize, plies: u8, budget: &Budget) -> ChunkFindings {
        let mut meter = budget.start();
        let mut places = Vec::new();
        let block = 1usize << (self.board.points - 1);
        let begin = chunk * CHUNK;
        let end = self.values.len().min(begin + CHUNK);
        let (mut at, mut limit) = (begin, None);
        'blocks: while at < end {
            let place = self.board.open_place((at / block) as u32);
            let until = end.min((at / block + 1) * block);
            for index in at..until {
                if self.values[index] != 0 {
                    continue;
                }
                if meter.is_spent() {
                    limit = Some(meter.limit());
                    break 'blocks;
                }
                let men = self.board.men(place, (index % block) as Men);
                let holds = match plies {
                    1 => self.board.wins_at_once(place, men),
                    // Earlier passes handled shorter losses.
                    odd if odd % 2 == 1 => self.some_turn(place, men, |value| value == odd - 1),
                    _ => !self.some_turn(place, men, |value| value % 2 == 0),
                };
                if holds {
                    places.push((index - begin) as u32);
                }
            }
            at = until;
        }
        let nodes = meter.nodes();
        ChunkFindings {
            places,
            nodes,
            limit,
        }
    }

    /// Returns whether a turn leads to a position with a wanted value, which is not an own goal.
    fn some_turn(&self, place: BallPlace, men: Men, is_wanted: impl Fn(u8) -> bool) -> bool {
        let mut visit = |next: Option<usize>| match next {
            Some(index) if is_wanted(self.values[index]) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        self.board.for_each_turn(place, men, &mut visit).is_break()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use common::{Budget, Limit};

    use crate::rules::Rules;
    use crate::solve::{SolveError, Solver};

    #[test]
    fn the_table_does_not_depend_on_the_number_of_threads() {
        let size = "3x8".parse().expect("a size");
        let one = Solver::new().table(size, Rules::FullBoard);
        let one = one.expect("a small board").values;
        for threads in [2, 3] {
            let table = Solver::new().threads(threads).table(size, Rules::FullBoard);
            let values = table.expect("a small board").values;
            assert!(values == one, "{threads} threads");
        }
    }

    #[test]
    fn every_number_of_threads_keeps_to_the_budget() {
        let size = "3x8".parse().expect("a size");
        for threads in [1, 2] {
            let mut found = Vec::new();
            for budget in [
                Budget::new().nodes(300_000),
                Budget::new().stop(Arc::new(AtomicBool::new(true))),
            ] {
                let mut solver = Solver::new().budget(budget).threads(threads);
                match solver.table(size, Rules::TerminalRows) {
                    Err(SolveError::Unfinished(reason)) => found.push((reason.limit, reason.nodes)),
                    other => panic!("expected a limit, found {other:?}"),
                }
            }
            assert_eq!(found, [(Limit::Nodes, 300_000), (Limit::Stopped, 0)]);
        }
    }
}
