//! An engine that searches whole turns. It finds wins in one and two turns, and searches as deep as time allows.
//!
//! # How it works
//!
//! Alpha-beta search with iterative deepening over whole turns, with a transposition table, principal variation search,
//! late move reductions, and history move ordering. The following parts are specific to Phutball:
//!
//! * **It finds immediate wins in every position**, with the search of
//!   [`Position::winning_turn`](crate::Position::winning_turn), which in nearly all positions rules out such a win
//!   without trying a jump. So it never estimates a position that the player to move can win at once.
//! * **It answers threats in full.** If the other player threatens to win with a chain of jumps, only a man on a point
//!   where the ball lands can stop it. So only those points and the jumps of the player to move need to be searched.
//!   These are few, so such positions are searched beyond the nominal depth, and a win in two turns (a threat without
//!   an answer) is found early.
//! * **It places men where they matter**: near the ball, on points that the ball could reach, and next to those. A man
//!   placed elsewhere has no effect for several turns.
//! * **It scores repetition as a draw**: a position that has already occurred has the value 0.
//!
//! On boards small enough to [solve](crate::solve) within half of the budget and of the memory, the strongest engine
//! plays perfectly: it wins as soon as possible, loses as late as possible, and its values are proved. With one second
//! for each move, these are boards of up to 15 or 16 playing points, such as 3×7.
//!
//! With the same seed and a budget that limits only nodes or depth, the engine always plays the same moves. On larger
//! boards its values are estimates, because it skips men that are far from everything; only a win on the current turn
//! is exact.
//!
//! # The table
//!
//! The table stores whole positions and compares them, so a collision of keys never returns the value of another
//! position. On the standard board an entry takes 64 bytes, so the default of 64 MiB (`DEFAULT_MEMORY`) holds a
//! million; [`Budget::memory`] sets another limit. `LABORATORY.md` beside the crate records the cost of the comparison.
//!
//! # Strength
//!
//! With one second for each move, the engine won 100 of 100 games against `baseline:3`, from fifty openings of six
//! random moves, each played from both sides (score 100 %, 95 % interval 96.3 to 100 %). Against Monte-Carlo tree
//! search with the same time, it won 40 of 40 games (91.2 to 100 %). The games are in `tests/data/match-*.txt`, whose
//! headers give the commands.
//!
//! # Examples
//!
//! ```
//! use papergames_phutball::{Budget, Engine, Game, Level, Position, Record, engine::Philosopher};
//!
//! let mut record: Record<Position> = "15x21 h11 i9".parse()?;
//! let mut engine = Philosopher::new(Level::STRONGEST, 1);
//! let report = engine.choose(&record, &Budget::new().nodes(2_000), &mut |_| ())?;
//! record.push(report.line[0])?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A turn can consist of several moves. If the engine is called again in the middle of a chain, it continues its plan
//! and reports the result of the search that made the plan:
//!
//! ```
//! use papergames_phutball::{Budget, Engine, Level, Position, Record, engine::Philosopher};
//!
//! // Two men in line below the goal: the ball can jump both.
//! let mut record: Record<Position> = "5/5/2o2/5/2o2/2@2/5/5:first:full-board".parse()?;
//! let mut engine = Philosopher::new(Level::STRONGEST, 1);
//! let first = engine.choose(&record, &Budget::new().nodes(2_000), &mut |_| ())?;
//! assert_eq!(first.line, ["N".parse()?, "N".parse()?]);
//! record.push(first.line[0])?;
//! let second = engine.choose(&record, &Budget::new().nodes(2_000), &mut |_| ())?;
//! assert_eq!((second.line[0], second.nodes), (first.line[1], first.nodes));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod busy;
mod driver;
mod exact;
mod ordering;
mod search;
mod table;
mod win;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use common::budget::{Clock, HAS_THREADS};
use common::engine::EngineError;
use common::{Budget, Engine, Game, Level, Record, Report};

use self::busy::BusyTable;
use self::exact::SolvedBoard;
use self::ordering::Ordering;
use self::search::{History, TurnSearch};
use self::table::Transpositions;
use crate::moves::Move;
use crate::plan::Plan;
use crate::position::Position;
use crate::zobrist;

/// The default size of the table in bytes, if the budget sets no limit: a million entries on the standard board.
const DEFAULT_MEMORY: u64 = 64 << 20;

/// The limits of a level.
#[derive(Clone, Copy, Debug)]
struct LevelLimits {
    /// The most turns ahead.
    depth: u32,
    /// The most random noise added to the value of a turn, in hundredths of a row. [`win`] bounds it.
    noise: u64,
}

impl LevelLimits {
    /// Returns the limits of a level: from one turn ahead with much noise at the weakest, to as deep as the budget
    /// allows without noise at the strongest. With the nodes in `about.rs`, each level wins 64 to 69 of 100 games
    /// against the one below on a board of 9x11 (`papergames match phutball 9x11`).
    fn of(level: Level) -> LevelLimits {
        let (depth, noise) = match level.number() {
            1 => (1, 400),
            2 => (1, 150),
            3 => (2, 60),
            4 => (6, 4),
            _ => (64, 0),
        };
        LevelLimits { depth, noise }
    }
}

/// The engine of Phutball, which keeps its transposition table from turn to turn.
#[derive(Debug)]
pub struct Philosopher {
    level: Level,
    seed: u64,
    /// The number of threads of the search. The threads share the table, and the first one provides the result. With
    /// several threads, the same budget can lead to different results. Each thread gets an equal part of a limit on
    /// nodes. `LABORATORY.md` beside the crate records how much faster several threads reach a given depth.
    threads: usize,
    table: Transpositions,
    ordering: Ordering,
    exact: SolvedBoard,
    plan: Option<Plan>,
}

impl Philosopher {
    /// Returns an engine of the given level. The seed is used to break ties and determines the noise of weak levels.
    pub fn new(level: Level, seed: u64) -> Philosopher {
        Philosopher {
            level,
            seed,
            threads: 1,
            table: Transpositions::default(),
            ordering: Ordering::new(),
            exact: SolvedBoard::default(),
            plan: None,
        }
    }

    /// Chooses a turn in a position without a record. To choose a turn in a game, use [`Engine::choose`].
    ///
    /// `seen` lists the earlier positions of the game, oldest first, and may be empty. The search treats a repetition
    /// of one of them as a draw. The line of play in the report starts with all moves of the turn, so the caller can
    /// play them without another call. A call in the middle of the turn returns the rest of the turn, with the values
    /// of the search that chose it.
    ///
    /// The report's value is in hundredths of a row. A value above 29,500 means that the engine found a win. The report
    /// calls the win proved only if the current turn completes it. The report's depth is counted in turns. The line
    /// contains a move even if the budget runs out at once, and is empty only if the game is over.
    pub fn search(
        &mut self,
        position: &Position,
        seen: &[Position],
        budget: &Budget,
        progress: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        let plan = self.plan.take();
        let report = match plan.and_then(|plan| plan.report_for(position)) {
            Some(report) => report,
            None => self.look_up_or_search(position, seen, budget, progress),
        };
        self.plan = Plan::after(position, &report);
        report
    }

    /// Looks the position up if its board is solved, and searches it otherwise.
    fn look_up_or_search(
        &mut self,
        position: &Position,
        seen: &[Position],
        budget: &Budget,
        progress: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        if self.level != Level::STRONGEST || position.is_terminal() {
            return self.search_afresh(position, seen, budget, progress);
        }
        let clock = Clock::start();
        let memory = budget.memory.unwrap_or(DEFAULT_MEMORY);
        let known = self.exact.look_up(position, budget, memory / 2);
        let Some(known) = known else {
            let left = budget.less(0, clock.elapsed());
            return self.search_afresh(position, seen, &left, progress);
        };
        let mut report = known.report;
        if report.line.is_empty() {
            // The table shows which moves draw, and the search shows which of these are hard to answer.
            let left = budget.less(report.nodes, clock.elapsed());
            let left = left.memory(memory.saturating_sub(self.exact.bytes()));
            let found = self.search_afresh(position, seen, &left, &mut |_| ());
            report.nodes += found.nodes;
            report.line = match found.best() {
                Some(m) if known.moves.contains(m) => vec![*m],
                _ => known.moves.first().copied().into_iter().collect(),
            };
        }
        report.elapsed = clock.elapsed();
        progress(&report);
        report
    }

    fn search_afresh(
        &mut self,
        position: &Position,
        seen: &[Position],
        budget: &Budget,
        progress: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        let limits = LevelLimits::of(self.level);
        let mut limited = budget.clone();
        let memory = budget.memory.unwrap_or(DEFAULT_MEMORY);
        self.table.prepare(position, memory);
        self.ordering.prepare(position);
        let mut path = History::default();
        for before in seen.iter().filter(|before| !before.is_jumping()) {
            path.push(zobrist::key(before), before);
        }
        let depth = limits.depth.min(budget.depth.unwrap_or(u32::MAX));
        // The first thread stops the others.
        let done = Arc::new(AtomicBool::new(false));
        let mut help = Budget::new().stop(Arc::clone(&done));
        if let Some(nodes) = limited.nodes {
            let share = nodes / self.threads as u64;
            help = help.nodes(share);
            limited = limited.nodes(nodes - share * (self.threads as u64 - 1));
        }
        let helped = AtomicU64::new(0);
        let mut orderings: Vec<Ordering> = vec![self.ordering.clone(); self.threads - 1];
        let busy = (self.threads > 1).then(BusyTable::new);
        let mut search = TurnSearch {
            noise: limits.noise,
            seed: self.seed,
            table: &self.table,
            busy: busy.as_ref(),
            ordering: &mut self.ordering,
            path: path.clone(),
            meter: limited.start(),
            stopped: false,
            most_plies: 0,
        };
        if !HAS_THREADS || orderings.is_empty() {
            return search.deepen(position, depth, progress);
        }
        let mut report = std::thread::scope(|scope| {
            for ordering in &mut orderings {
                let mut search = TurnSearch {
                    table: search.table,
                    ordering,
                    path: path.clone(),
                    meter: help.start(),
                    ..search
                };
                let helped = &helped;
                let work = move || {
                    let _ = search.deepen(position, depth, &mut |_| ());
                    helped.fetch_add(search.meter.nodes(), Relaxed);
                };
                // If a thread cannot be started, the others do its work.
                let _ = std::thread::Builder::new().spawn_scoped(scope, work);
            }
            let report = search.deepen(position, depth, progress);
            done.store(true, Relaxed);
            report
        });
        report.nodes += helped.into_inner();
        report
    }
}

impl Engine<Position> for Philosopher {
    fn choose(
        &mut self,
        record: &Record<Position>,
        budget: &Budget,
        progress: &mut dyn FnMut(&Report<Move>),
    ) -> Result<Report<Move>, EngineError> {
        let position = record.position();
        position.turn().ok_or(EngineError::GameOver)?;
        let mut seen: Vec<Position> = record.positions().collect();
        seen.pop();
        Ok(self.search(position, &seen, budget, progress))
    }

    fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }
}
