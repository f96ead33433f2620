//! The solver for positions and whole boards, with a budget, progress reports, and a store from which a run can be
//! resumed.

use common::budget::{Clock, TooLarge};
use common::values::Effort;
use common::{Budget, Cost, Game, Progress, Verdict};

#[cfg(feature = "store")]
use common::claim::ClaimError;
#[cfg(feature = "store")]
use common::store::Store;

use super::board::BoardTables;
use super::error::SolveError;
#[cfg(feature = "store")]
use super::keeper::Keeper;
use super::passes::{Passes, ProgressMark};
use super::table::Tablebase;
use crate::moves::Move;
use crate::point::Size;
use crate::position::Position;
use crate::rules::Rules;

/// A solver for positions on small boards. It is a builder whose last step is [`solve`](Solver::solve), or
/// [`table`](Solver::table) for all positions of a board at once.
///
/// # Examples
///
/// ```
/// use papergames_phutball::{Player, Position, solve::Solver};
///
/// let position: Position = "3x7".parse()?;
/// let verdict = Solver::new().solve(&position)?;
/// assert_eq!(verdict.winner(), Some(Player::FIRST));
/// assert_eq!(verdict.turns, Some(3));
/// assert_eq!(verdict.moves, Some(vec!["b4".parse()?]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A board that does not fit in memory is rejected at once:
///
/// ```
/// use papergames_phutball::{Budget, Rules, solve::Solver};
///
/// let mut solver = Solver::new().budget(Budget::new().memory(1_000_000));
/// let refused = solver.table("3x9".parse()?, Rules::TerminalRows);
/// let reason = refused.unwrap_err().to_string();
/// assert_eq!(reason, "the table needs 10.00 MiB, but the memory limit is 976.56 KiB");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
#[must_use]
pub struct Solver<'a> {
    effort: Effort<'a>,
    /// The most recently solved board.
    table: Option<Tablebase>,
}

impl<'a> Solver<'a> {
    /// The kind of results that a solver keeps in a store.
    #[cfg(feature = "store")]
    pub const KIND: &'static str = "phutball values 2";

    /// Returns a solver without limits, except that a table takes at most 256 MiB.
    pub fn new() -> Solver<'a> {
        Solver::default()
    }

    /// Returns a solver with these settings.
    pub(crate) fn within(effort: Effort<'a>) -> Solver<'a> {
        let table = None;
        Solver { effort, table }
    }

    /// Limits the time, the memory of the table, or the total number of positions visited in all passes.
    /// [`Tablebase::bytes`] returns the memory that a board needs.
    pub fn budget(mut self, budget: Budget) -> Self {
        self.effort.budget = budget;
        self
    }

    /// Sets the number of threads, where 0 counts as 1. The finished table does not depend on the number of threads.
    ///
    /// Each pass divides the positions among the threads. If the budget limits positions, only one thread works, so
    /// that the limit is kept exactly.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_phutball::{Rules, solve::Solver};
    ///
    /// let table = Solver::new().threads(2).table("3x7".parse()?, Rules::TerminalRows)?;
    /// let same = Solver::new().table("3x7".parse()?, Rules::TerminalRows)?;
    /// assert_eq!(table.counts(), same.counts());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn threads(mut self, threads: usize) -> Self {
        self.effort.threads = threads;
        self
    }

    /// Sets a callback for the progress, which is called several times a second. The note names the current pass, such
    /// as `games of 7 turns`. The share is the fraction of positions that have a value; it stays below one if some
    /// positions are drawn.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_phutball::{Rules, solve::Solver};
    ///
    /// let mut notes = Vec::new();
    /// let mut solver = Solver::new().progress(|seen| notes.push(seen.note.clone()));
    /// let table = solver.table("2x9".parse()?, Rules::TerminalRows)?;
    /// assert_eq!(table.start_value().to_string(), "W7");
    /// drop(solver);
    /// assert_eq!(notes[6], "games of 7 turns");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn progress(mut self, progress: impl FnMut(&Progress) + 'a) -> Self {
        self.effort.progress = Box::new(progress);
        self
    }

    /// Saves the values in a store of the kind [`Solver::KIND`] every second, and starts from those already there, so
    /// that an interrupted run resumes where it stopped. A finished table is read and [checked](Tablebase::check)
    /// instead of being computed.
    ///
    /// A store can contain any number of boards, each of which takes as much space as its table.
    #[cfg(feature = "store")]
    pub fn store(mut self, store: &'a mut Store) -> Self {
        self.effort.store = Some(store);
        self
    }

    /// Finds who wins a position, in how many turns, and by which moves.
    ///
    /// The solver solves the whole board and keeps its table, so it answers immediately for further positions with the
    /// same board and rules. The winner does not depend on whose turn it is: [`Player::FIRST`](crate::Player::FIRST) is
    /// always the player who attacks the highest row. The verdict's moves are those that keep the outcome, with the
    /// earliest wins first. Positions in the middle of a chain are accepted too.
    ///
    /// # Errors
    ///
    /// Returns [`SolveError`] if the board is too large for the method or the memory, the budget runs out, or the store
    /// cannot be used.
    ///
    /// # Panics
    ///
    /// Panics if the table lacks a position of its board, which cannot happen.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_phutball::solve::Solver;
    /// use papergames_phutball::{Outcome, Player, Position};
    ///
    /// let start: Position = "3x5".parse()?;
    /// let verdict = Solver::new().solve(&start)?;
    /// assert_eq!(verdict.outcome, Outcome::Win(Player::FIRST));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&mut self, position: &Position) -> Result<Verdict<Move>, SolveError> {
        let clock = Clock::start();
        if let Some(outcome) = position.outcome() {
            let mut verdict = Verdict::new(outcome, Cost::default());
            (verdict.turns, verdict.moves) = (Some(0), Some(Vec::new()));
            return Ok(verdict);
        }
        let known = self.table.take();
        let known = known
            .filter(|table| table.size() == position.size() && table.rules() == position.rules());
        let (table, nodes) = match known {
            Some(table) => (table, 0),
            None => self.passes(position.size(), position.rules())?,
        };
        let verdict = table.verdict(position);
        self.table = Some(table);
        let mut verdict = verdict.expect("the table is that of the board");
        verdict.cost = Cost::new(nodes, clock.elapsed());
        Ok(verdict)
    }

    /// Solves every position of a board.
    ///
    /// The table takes [`Tablebase::bytes`] bytes of memory, and about half a microsecond to compute for each byte. For
    /// example, the board 3×9 (21 playing points) has 15.7 million positions. Its table, which omits mirror images,
    /// takes 10.5 MB and a few seconds.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`solve`](Solver::solve).
    pub fn table(&mut self, size: Size, rules: Rules) -> Result<Tablebase, SolveError> {
        self.passes(size, rules).map(|(table, _)| table)
    }

    /// Returns the table of the most recently solved board, if any.
    pub(crate) fn into_table(self) -> Option<Tablebase> {
        self.table
    }

    /// Solves every position of a board and returns how many positions the passes visited.
    fn passes(&mut self, size: Size, rules: Rules) -> Result<(Tablebase, u64), SolveError> {
        let found = size.playing_points();
        let needed = Tablebase::bytes(size).ok_or(SolveError::TooManyPoints { found })?;
        let allowed = self.effort.budget.usual_memory();
        if needed > allowed {
            return Err(TooLarge { allowed, needed }.into());
        }
        let board = BoardTables::new(size, rules);
        debug_assert_eq!(Some(needed), BoardTables::n_numbered(size));
        let mut table = Tablebase {
            values: vec![0; needed as usize],
            board,
        };
        let (budget, threads) = (self.effort.budget.clone(), self.effort.threads.max(1));
        let mut stand = ProgressMark::BEGIN;
        #[cfg(feature = "store")]
        let mut was_kept = false;
        #[cfg(feature = "store")]
        let mut keeper = match self.effort.store.take() {
            Some(store) => {
                let mut keeper = Keeper::new(store, size, rules, needed as usize);
                if let Some(kept) = keeper.load(&mut table.values)? {
                    stand = kept;
                    was_kept = true;
                }
                Some(keeper)
            }
            None => None,
        };
        let known = table.values.iter().filter(|value| **value != 0).count();
        let mut passes = Passes {
            table: &mut table,
            budget: &budget,
            clock: Clock::start(),
            nodes: 0,
            known: known as u64,
            threads,
        };
        let progress = &mut self.effort.progress;
        let mut watch =
            |seen: &Progress, values: &[u8], stand: ProgressMark, dirty: Option<usize>| {
                progress(seen);
                #[cfg(feature = "store")]
                if let Some(keeper) = &mut keeper {
                    keeper.note(values, stand, dirty, seen.elapsed)?;
                }
                #[cfg(not(feature = "store"))]
                let _ = (values, stand, dirty);
                Ok::<(), SolveError>(())
            };
        let ended = passes.run(&mut stand, &mut watch);
        let nodes = passes.nodes;
        #[cfg(feature = "store")]
        let elapsed = passes.clock.elapsed();
        // Keep the values of an unfinished run too.
        #[cfg(feature = "store")]
        if let Some(mut keeper) = keeper {
            let kept = keeper.keep(&table.values, stand);
            self.effort.store = Some(keeper.store);
            kept?;
        }
        ended?;
        // A value that came from a file is only assumed.
        #[cfg(feature = "store")]
        if was_kept {
            // The nodes of the budget are those of the passes.
            let left = budget.less(0, elapsed).nodes(u64::MAX);
            let followed = table.check(threads, &left, &mut |_| ());
            followed.map_err(ClaimError::from)?;
        }
        Ok((table, nodes))
    }
}
