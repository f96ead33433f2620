//! Keeps a search within its budget, and reports its progress.

use core::fmt;
use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use std::sync::Arc;

use common::budget::Clock;
use common::{Budget, Cost, Limit, Progress, Unfinished};

/// The progress callback that a solver keeps, if any.
pub(crate) type Reporter = Box<dyn FnMut(&Progress) + Send + Sync>;

/// A progress callback.
pub(crate) type ProgressCallback<'a> = dyn FnMut(&Progress) + 'a;

/// The number of positions between two checks of the clock.
pub(crate) const CHECK_EVERY: u64 = 64;

/// The number of positions between two reports on a platform without a clock.
const REPORT_EVERY: u64 = 1 << 14;

/// The share of a limit on memory that a search fills, in eighths. The rest is for the gaps between blocks: a search
/// that fills its memory and frees half of it several times gets other blocks than before, for which gaps may be too
/// small. With all eighths, `solve sprouts 41 --memory 256M --limit 150s` took 117 % of its limit besides the 16 MiB of
/// the program, and may take 110 %.
const FILLED: usize = 7;

/// Counts the positions of one call, and decides when to stop.
pub(crate) struct Watch<'a> {
    pub(crate) nodes: u64,
    /// The proof and disproof number of the question.
    pub(crate) proof: (u32, u32),
    /// The number of positions that this watch has counted itself.
    ticks: u64,
    pub(crate) limits: CallLimits,
    progress: Option<&'a mut ProgressCallback<'a>>,
    reported: Duration,
}

/// The limits of one call, which several threads can share. By default there are none.
#[derive(Clone, Debug)]
pub(crate) struct CallLimits {
    begun: Clock,
    pub(crate) nodes: u64,
    /// How many bytes to fill at most.
    pub(crate) memory: usize,
    time: Option<Duration>,
    stop: Option<Arc<AtomicBool>>,
}

impl Default for CallLimits {
    fn default() -> CallLimits {
        CallLimits::of(&Budget::new())
    }
}

impl CallLimits {
    /// The limits of a call that begins now.
    pub(crate) fn of(budget: &Budget) -> CallLimits {
        CallLimits {
            begun: Clock::start(),
            nodes: budget.nodes.unwrap_or(u64::MAX),
            memory: memory(budget, usize::MAX),
            time: budget.time,
            stop: budget.stop.clone(),
        }
    }

    /// Returns the error for a call that reached a limit after this many nodes.
    pub(crate) fn unfinished(&self, limit: Limit, nodes: u64) -> Unfinished {
        Unfinished::new(limit, nodes, self.begun.elapsed())
    }

    /// Checks the flag and the clock.
    pub(crate) fn check(&self) -> Result<(), Limit> {
        let stop = self.stop.as_ref();
        if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Limit::Stopped);
        }
        match self.time {
            Some(most) if self.begun.elapsed() >= most => Err(Limit::Time),
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch")
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}

/// The state of a search, which it reports to its watch.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SearchState {
    pub(crate) known: u64,
    pub(crate) lands: u64,
    pub(crate) memory: usize,
    /// The number of entries of a proof still to be traced.
    pub(crate) open: u64,
}

/// Returns how many bytes a search may fill: `usual` if the budget has no limit.
pub(crate) fn memory(budget: &Budget, usual: usize) -> usize {
    let filled = |limit| usize::try_from(limit).unwrap_or(usize::MAX) / 8 * FILLED;
    budget.memory.map_or(usual, filled)
}

impl<'a> Watch<'a> {
    /// Starts counting. `memory` is the default limit, in bytes, if the budget has none.
    pub(crate) fn new(
        budget: &Budget,
        memory: usize,
        progress: Option<&'a mut ProgressCallback<'a>>,
    ) -> Watch<'a> {
        let limits = CallLimits {
            memory: self::memory(budget, memory),
            ..CallLimits::of(budget)
        };
        Watch {
            progress,
            ..Watch::silent(limits, 0)
        }
    }

    /// Returns a watch without a callback that has counted this many positions.
    pub(crate) fn silent(limits: CallLimits, nodes: u64) -> Watch<'a> {
        Watch {
            nodes,
            proof: (1, 1),
            ticks: 0,
            limits,
            progress: None,
            reported: Duration::ZERO,
        }
    }

    /// Returns a watch for part of the work, which reports to the same callback.
    pub(crate) fn part(&mut self) -> Watch<'_> {
        let mut part = Watch::silent(self.limits.clone(), self.nodes);
        part.reported = self.reported;
        part.progress = match &mut self.progress {
            Some(progress) => Some(&mut **progress),
            None => None,
        };
        part
    }

    /// Returns the cost so far.
    pub(crate) fn cost(&self) -> Cost {
        Cost::new(self.counted(), self.limits.begun.elapsed())
    }

    /// Returns the error for a search that reached a limit.
    pub(crate) fn unfinished(&self, limit: Limit) -> Unfinished {
        self.limits.unfinished(limit, self.counted())
    }

    /// Returns the number of positions searched, excluding the one at which the limit stopped the search.
    fn counted(&self) -> u64 {
        self.nodes.min(self.limits.nodes)
    }

    /// Counts a position and checks the limits. Checks the clock and the flag only occasionally.
    pub(crate) fn tick(&mut self, state: impl FnOnce() -> SearchState) -> Result<(), Limit> {
        self.tick_on_line(state, String::new)
    }

    /// Does the same, and reports the line of play. To write it takes as long as several positions, so it is asked for
    /// only when progress is reported.
    pub(crate) fn tick_on_line(
        &mut self,
        state: impl FnOnce() -> SearchState,
        line: impl FnOnce() -> String,
    ) -> Result<(), Limit> {
        if self.nodes >= self.limits.nodes {
            return Err(Limit::Nodes);
        }
        self.nodes += 1;
        self.ticks += 1;
        if !self.ticks.is_multiple_of(CHECK_EVERY) {
            return Ok(());
        }
        self.check()?;
        let state = state();
        if state.memory > self.limits.memory {
            return Err(Limit::Memory);
        }
        self.report(state, line);
        Ok(())
    }

    /// Checks the flag and the clock.
    pub(crate) fn check(&self) -> Result<(), Limit> {
        self.limits.check()
    }

    /// Reports progress, unless the last report is very recent.
    fn report(&mut self, state: SearchState, line: impl FnOnce() -> String) {
        let Some(progress) = &mut self.progress else {
            return;
        };
        let elapsed = self.limits.begun.elapsed();
        let due = if Clock::runs() {
            elapsed.saturating_sub(self.reported) >= Duration::from_millis(250)
        } else {
            self.ticks.is_multiple_of(REPORT_EVERY)
        };
        if !due {
            return;
        }
        self.reported = elapsed;
        let mut now = Progress::new(self.nodes, elapsed);
        now.known = state.known;
        now.memory = state.memory as u64;
        if state.open > 0 {
            now.note = format!("{} entries of the proof to follow", state.open);
        } else if state.lands > 0 {
            let (win, loss) = self.proof;
            now.note = format!(
                "{} lands, at least {win} more to prove a win and {loss} a loss; {}",
                state.lands,
                line()
            );
        }
        progress(&now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_play_is_written_only_for_a_report() {
        let (mut reports, mut lines, mut ticks) = (0, 0, 0);
        {
            let mut report = |_: &Progress| reports += 1;
            let mut watch = Watch::new(&Budget::new(), usize::MAX, Some(&mut report));
            let state = || SearchState {
                lands: 1,
                ..SearchState::default()
            };
            // Two reports take half a second.
            while lines < 2 {
                let line = || {
                    lines += 1;
                    String::new()
                };
                watch.tick_on_line(state, line).expect("no limits");
                ticks += 1;
            }
        }
        assert_eq!(lines, reports);
        assert!(ticks > 10 * CHECK_EVERY, "{ticks} positions");
    }
}
