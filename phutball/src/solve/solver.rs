//! The passes that find the values, with a budget, progress, and a store to go on from.

use core::fmt;
use core::ops::ControlFlow;
use core::time::Duration;

use common::search::{Budget, Meter};

#[cfg(feature = "store")]
use common::store::{Store, StoreError};

use super::board::{Board, Men, Place};
use super::{SolveError, Table};
use crate::point::Size;
use crate::rules::Rules;

/// How far a solver has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How many turns the games last that are being looked for.
    pub plies: u8,
    /// How many positions the pass has gone over.
    pub done: u64,
    /// How many positions there are.
    pub of: u64,
    /// How long it has taken in this run.
    pub elapsed: Duration,
}

/// Why a solver has no table to give.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GaveUp {
    /// The board cannot be solved by this method.
    #[error(transparent)]
    Refused(#[from] SolveError),
    /// The budget is spent, or the solver was told to stop.
    #[error("expected to solve the board, found the budget spent while looking at games of {plies} turn{}", if *plies == 1 { "" } else { "s" })]
    Spent {
        /// How many turns the games last that were being looked for.
        plies: u8,
    },
    /// The store of results cannot be used.
    #[cfg(feature = "store")]
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What is called with the progress.
type Listener<'a> = Box<dyn FnMut(&Progress) + 'a>;

/// Values all positions of a board: a builder whose last step is [`solve`](Solver::solve).
///
/// # Examples
///
/// ```
/// use papergames_phutball::{Rules, solve::Solver};
///
/// let mut most = 0;
/// let mut solver = Solver::new().progress(|seen| most = most.max(seen.plies));
/// let table = solver.solve("2x9".parse()?, Rules::TerminalRows)?;
/// assert_eq!(table.start_value().to_string(), "W7");
/// drop(solver);
/// assert!(most > 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver<'a> {
    memory: u64,
    budget: Budget,
    progress: Option<Listener<'a>>,
    #[cfg(feature = "store")]
    store: Option<&'a mut Store>,
}

impl Default for Solver<'_> {
    fn default() -> Self {
        Solver::new()
    }
}

impl fmt::Debug for Solver<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("memory", &self.memory)
            .field("budget", &self.budget)
            .finish_non_exhaustive()
    }
}

/// How many positions are gone over between two looks at the store and at who listens; also how many values make an
/// entry of the store.
const CHUNK: usize = 1 << 18;

/// Where the work stands: what is found in this order is found again from here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stand {
    /// How many turns the games last that are being looked for, or were when all was done.
    plies: u8,
    /// How many of the last passes found nothing.
    idle: u8,
    /// The chunk to go on with.
    chunk: u32,
}

/// How many passes without a find end the work: one for each player.
const IDLE: u8 = 2;

impl<'a> Solver<'a> {
    /// The kind of results that a solver keeps in a store.
    #[cfg(feature = "store")]
    pub const KIND: &'static str = "phutball values 1";

    /// Returns a solver with 256 MiB of memory and no limit on its work.
    pub fn new() -> Solver<'a> {
        Solver {
            memory: 256 << 20,
            budget: Budget::new(),
            progress: None,
            #[cfg(feature = "store")]
            store: None,
        }
    }

    /// Sets how many bytes the table may take; [`Table::bytes`] tells how many it needs.
    pub fn memory(self, memory: u64) -> Self {
        Solver { memory, ..self }
    }

    /// Limits the work by time, a flag, or the number of positions looked at in all passes.
    pub fn budget(self, budget: Budget) -> Self {
        Solver { budget, ..self }
    }

    /// Calls `progress` several times a second.
    pub fn progress(self, progress: impl FnMut(&Progress) + 'a) -> Self {
        let progress: Option<Listener<'a>> = Some(Box::new(progress));
        Solver { progress, ..self }
    }

    /// Keeps the values in a store of the kind [`Solver::KIND`] every second, and begins with those that it holds
    /// already, so that a solver that was killed goes on where it was. A finished table is read and not found again.
    ///
    /// The store holds any number of boards, and takes as many bytes for each as the table.
    #[cfg(feature = "store")]
    pub fn store(self, store: &'a mut Store) -> Self {
        let store = Some(store);
        Solver { store, ..self }
    }

    /// Values every position of a board.
    ///
    /// # Errors
    ///
    /// Returns [`GaveUp`] if the board is too large for the method or the memory, the budget is spent, or the store
    /// cannot be used.
    pub fn solve(&mut self, size: Size, rules: Rules) -> Result<Table, GaveUp> {
        let found = size.playing_points();
        let needed = Table::bytes(size).ok_or(SolveError::TooManyPoints { found })?;
        let allowed = self.memory;
        if needed > allowed {
            return Err(SolveError::OutOfMemory { allowed, needed }.into());
        }
        let board = Board::new(size, rules);
        debug_assert_eq!(needed, board.n_positions());
        let mut table = Table {
            values: vec![0; needed as usize],
            board,
        };
        let budget = self.budget.clone();
        let mut stand = Stand {
            plies: 1,
            idle: 0,
            chunk: 0,
        };
        #[cfg(feature = "store")]
        let mut keeper = match self.store.take() {
            Some(store) => {
                let mut keeper = Keeper::new(store, size, rules, needed as usize);
                if let Some(kept) = keeper.load(&mut table.values)? {
                    stand = kept;
                }
                Some(keeper)
            }
            None => None,
        };
        let mut passes = Passes {
            table: &mut table,
            meter: budget.start(),
        };
        let progress = &mut self.progress;
        let mut watch = |seen: &Progress, values: &[u8], stand: Stand, dirty: Option<usize>| {
            if let Some(progress) = progress {
                progress(seen);
            }
            #[cfg(feature = "store")]
            if let Some(keeper) = &mut keeper {
                keeper.note(values, stand, dirty, seen.elapsed)?;
            }
            #[cfg(not(feature = "store"))]
            let _ = (values, stand, dirty);
            Ok::<(), GaveUp>(())
        };
        let ended = passes.run(&mut stand, &mut watch);
        // What was found is kept also when the work was stopped.
        #[cfg(feature = "store")]
        if let Some(mut keeper) = keeper {
            let kept = keeper.keep(&table.values, stand);
            self.store = Some(keeper.store);
            kept?;
        }
        ended?;
        Ok(table)
    }
}

/// What is told of the work after each chunk: the progress, the values, where the work stands, and the chunk if a value
/// in it is new.
type Watch<'w> = dyn FnMut(&Progress, &[u8], Stand, Option<usize>) -> Result<(), GaveUp> + 'w;

/// The work on a table.
struct Passes<'t, 'b> {
    table: &'t mut Table,
    meter: Meter<'b>,
}

impl Passes<'_, '_> {
    /// Makes one pass after another from where the work stands.
    fn run(&mut self, stand: &mut Stand, watch: &mut Watch<'_>) -> Result<(), GaveUp> {
        while stand.idle < IDLE {
            // An earlier run may have found values in this pass.
            let mut changed = self.table.values.contains(&stand.plies);
            let n_chunks = self.table.values.len().div_ceil(CHUNK);
            while (stand.chunk as usize) < n_chunks {
                let chunk = stand.chunk as usize;
                let found = self.pass(chunk, stand.plies)?;
                changed |= found;
                stand.chunk += 1;
                let of = self.table.values.len();
                let seen = Progress {
                    plies: stand.plies,
                    done: of.min((chunk + 1) * CHUNK) as u64,
                    of: of as u64,
                    elapsed: self.meter.elapsed(),
                };
                watch(&seen, &self.table.values, *stand, found.then_some(chunk))?;
            }
            stand.chunk = 0;
            // The first pass is one of two, too: boards without a win in one turn would have no wins at all.
            stand.idle = if changed { 0 } else { stand.idle + 1 };
            if stand.idle < IDLE {
                stand.plies = stand.plies.checked_add(1).ok_or(SolveError::TooLong)?;
            }
        }
        Ok(())
    }

    /// Gives the value `plies` to the positions of a chunk that have none yet and last so many turns; returns whether
    /// there are any.
    fn pass(&mut self, chunk: usize, plies: u8) -> Result<bool, GaveUp> {
        let table = &mut *self.table;
        let block = 1usize << (table.board.points - 1);
        let begin = chunk * CHUNK;
        let end = table.values.len().min(begin + CHUNK);
        let mut changed = false;
        let mut at = begin;
        while at < end {
            let place = table.board.open_place((at / block) as u32);
            let until = end.min((at / block + 1) * block);
            for index in at..until {
                if table.values[index] != 0 {
                    continue;
                }
                if self.meter.is_spent() {
                    return Err(GaveUp::Spent { plies });
                }
                let men = table.board.men(place, (index % block) as Men);
                let holds = match plies {
                    1 => table.board.wins_at_once(place, men),
                    odd if odd % 2 == 1 => table.is_won(place, men, plies),
                    _ => table.is_lost(place, men),
                };
                if holds {
                    // Values of this parity are not looked at in this pass.
                    table.values[index] = plies;
                    changed = true;
                }
            }
            at = until;
        }
        Ok(changed)
    }
}

impl Table {
    /// Returns whether a turn leads to a position that is lost in `plies` − 1 turns; shorter losses were used before.
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

/// How long values wait before they are written to the disk.
#[cfg(feature = "store")]
const COMMIT_EVERY: Duration = Duration::from_secs(1);

/// How many entries are written at once: 64 MB.
#[cfg(feature = "store")]
const COMMIT_MOST: usize = (64 << 20) / CHUNK;

/// The values of a board in a store.
///
/// Chunks of values are written before the stand that they belong to, and in portions. A run that was killed between
/// the two leaves values of later passes than the stand tells; those are dropped when they are loaded, and found again.
#[cfg(feature = "store")]
struct Keeper<'s> {
    store: &'s mut Store,
    /// What the keys of the board begin with.
    prefix: Vec<u8>,
    /// Which chunks have values that the store does not have.
    dirty: Vec<bool>,
    committed: Duration,
    kept: Option<Stand>,
}

#[cfg(feature = "store")]
impl<'s> Keeper<'s> {
    fn new(store: &'s mut Store, size: Size, rules: Rules, positions: usize) -> Keeper<'s> {
        Keeper {
            store,
            prefix: format!("{size} {rules} ").into_bytes(),
            dirty: vec![false; positions.div_ceil(CHUNK)],
            committed: Duration::ZERO,
            kept: None,
        }
    }

    fn key(&self, name: &[u8]) -> Vec<u8> {
        [&self.prefix, name].concat()
    }

    fn key_of(&self, chunk: usize) -> Vec<u8> {
        self.key(&(chunk as u32).to_be_bytes())
    }

    /// Reads the values; returns where the work stands, or `None` if it has not begun.
    fn load(&mut self, values: &mut [u8]) -> Result<Option<Stand>, GaveUp> {
        let Some(stand) = self.store.get(&self.key(b"stand"))? else {
            return Ok(None);
        };
        let &[plies, idle, a, b, c, d] = &stand[..] else {
            return Ok(None);
        };
        let chunk = u32::from_be_bytes([a, b, c, d]);
        for (number, chunk) in values.chunks_mut(CHUNK).enumerate() {
            let Some(kept) = self.store.get(&self.key_of(number))? else {
                continue;
            };
            for (value, kept) in chunk.iter_mut().zip(kept) {
                *value = if kept > plies { 0 } else { kept };
            }
        }
        let stand = Stand { plies, idle, chunk };
        self.kept = Some(stand);
        Ok(Some(stand))
    }

    /// Notes a chunk with new values, and writes all of them every second.
    fn note(
        &mut self,
        values: &[u8],
        stand: Stand,
        dirty: Option<usize>,
        elapsed: Duration,
    ) -> Result<(), GaveUp> {
        if let Some(chunk) = dirty {
            self.dirty[chunk] = true;
        }
        if elapsed.saturating_sub(self.committed) >= COMMIT_EVERY {
            self.keep(values, stand)?;
            self.committed = elapsed;
        }
        Ok(())
    }

    /// Writes what is new.
    fn keep(&mut self, values: &[u8], stand: Stand) -> Result<(), GaveUp> {
        if self.kept == Some(stand) {
            return Ok(());
        }
        for (number, chunk) in values.chunks(CHUNK).enumerate() {
            if core::mem::take(&mut self.dirty[number]) {
                let key = self.key_of(number);
                self.store.insert(&key, chunk);
                if self.store.pending() >= COMMIT_MOST {
                    self.store.commit()?;
                }
            }
        }
        let mut kept = vec![stand.plies, stand.idle];
        kept.extend(stand.chunk.to_be_bytes());
        let key = self.key(b"stand");
        self.store.insert(&key, &kept);
        self.store.commit()?;
        self.kept = Some(stand);
        Ok(())
    }
}
