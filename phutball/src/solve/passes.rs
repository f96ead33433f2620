//! The passes that find the values, in order of the length of the game in turns.

use core::ops::ControlFlow;

use common::Progress;
use common::search::Meter;

use super::board::{Men, Place};
use super::error::SolveError;
use super::table::Table;

/// The number of positions between store writes and progress callbacks, and the number of values in an entry of the
/// store.
pub(super) const CHUNK: usize = 1 << 18;

/// A progress mark. Values are found in a fixed order, so a solver can resume from here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stand {
    /// The game length in turns that this pass looks for; that of the last pass when the work is done.
    pub(super) plies: u8,
    /// The number of passes in a row that found nothing.
    pub(super) idle: u8,
    /// The next chunk.
    pub(super) chunk: u32,
}

impl Stand {
    /// The start of the work.
    pub(super) const BEGIN: Stand = Stand {
        plies: 1,
        idle: 0,
        chunk: 0,
    };
}

/// The work is done when this many passes in a row find nothing: one for each player.
pub(super) const IDLE: u8 = 2;

/// Called after each chunk with the progress, all values, the progress mark, and the chunk if it has new values.
pub(super) type Watch<'w> =
    dyn FnMut(&Progress, &[u8], Stand, Option<usize>) -> Result<(), SolveError> + 'w;

/// The work on a table.
pub(super) struct Passes<'t, 'b> {
    pub(super) table: &'t mut Table,
    pub(super) meter: Meter<'b>,
    /// The number of positions with a value.
    pub(super) known: u64,
}

impl Passes<'_, '_> {
    /// Makes passes until every position that has a winner has its value.
    pub(super) fn run(
        &mut self,
        stand: &mut Stand,
        watch: &mut Watch<'_>,
    ) -> Result<(), SolveError> {
        while stand.idle < IDLE {
            // An earlier run may have found values in this pass.
            let mut changed = self.table.values.contains(&stand.plies);
            let n_chunks = self.table.values.len().div_ceil(CHUNK);
            while (stand.chunk as usize) < n_chunks {
                let chunk = stand.chunk as usize;
                let found = self.pass(chunk, stand.plies)?;
                changed |= found > 0;
                self.known += found;
                stand.chunk += 1;
                let seen = self.progress(stand.plies);
                let dirty = (found > 0).then_some(chunk);
                watch(&seen, &self.table.values, *stand, dirty)?;
            }
            stand.chunk = 0;
            stand.idle = if changed { 0 } else { stand.idle + 1 };
            if stand.idle < IDLE {
                stand.plies = stand.plies.checked_add(1).ok_or(SolveError::TooLong)?;
            }
        }
        Ok(())
    }

    /// Returns the progress report for the pass for games of `plies` turns.
    fn progress(&self, plies: u8) -> Progress {
        let positions = self.table.values.len() as u64;
        let mut progress = Progress::new(self.meter.nodes(), self.meter.elapsed());
        progress.memory = positions;
        progress.known = self.known;
        progress.share = Some((self.known, positions));
        progress.note = match plies {
            1 => "games of 1 turn".to_owned(),
            plies => format!("games of {plies} turns"),
        };
        progress
    }

    /// Assigns the value `plies` to the positions of a chunk whose games last `plies` turns, and returns their number.
    fn pass(&mut self, chunk: usize, plies: u8) -> Result<u64, SolveError> {
        let table = &mut *self.table;
        let block = 1usize << (table.board.points - 1);
        let begin = chunk * CHUNK;
        let end = table.values.len().min(begin + CHUNK);
        let mut found = 0;
        let mut at = begin;
        while at < end {
            let place = table.board.open_place((at / block) as u32);
            let until = end.min((at / block + 1) * block);
            for index in at..until {
                if table.values[index] != 0 {
                    continue;
                }
                if self.meter.is_spent() {
                    self.known += found;
                    return Err(self.meter.unfinished().into());
                }
                let men = table.board.men(place, (index % block) as Men);
                let holds = match plies {
                    1 => table.board.wins_at_once(place, men),
                    odd if odd % 2 == 1 => table.is_won(place, men, plies),
                    _ => table.is_lost(place, men),
                };
                if holds {
                    // This pass reads only values of the other parity, so it cannot see its own.
                    table.values[index] = plies;
                    found += 1;
                }
            }
            at = until;
        }
        Ok(found)
    }
}

impl Table {
    /// Returns whether a turn leads to a position that is lost in `plies` − 1 turns. Earlier passes handled shorter
    /// losses.
    fn is_won(&self, place: Place, men: Men, plies: u8) -> bool {
        self.board
            .for_each_turn(
                place,
                men,
                &mut |next| match next.map(|index| self.values[index]) {
                    Some(value) if value + 1 == plies => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                },
            )
            .is_break()
    }

    /// Returns whether all turns lead to positions that are won for the other player.
    fn is_lost(&self, place: Place, men: Men) -> bool {
        self.board
            .for_each_turn(
                place,
                men,
                &mut |next| match next.map(|index| self.values[index]) {
                    Some(value) if value % 2 == 0 => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                },
            )
            .is_continue()
    }
}
