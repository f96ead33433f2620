//! Good moves and exact values, for every game.
//!
//! # What each method promises
//!
//! | method | players | extra turns | result | when play can go round in circles |
//! |---|---|---|---|---|
//! | [`minimax()`] | any (max^n) | yes | the exact value, by trying everything; the reference for the others | does not return; [`minimax::to_depth`] does |
//! | [`AlphaBeta`] | two | yes | the value of every depth it finishes, and whether it is exact | a win or loss that it finds is exact; a draw never is |
//! | [`MonteCarlo`] | any | yes | a good move; a value that it calls proven is exact | proves only what finite play proves |
//! | [`Proof`] | any, one against all others | yes | whether a player can force a goal: proved, disproved, or unknown | what it proves or disproves holds; otherwise unknown |
//!
//! All of them ask whose turn it is after every move and never negate a value, so they are right where a player moves
//! several times in a row. All are exact about draws and about whichever player a rule lets win, so normal and misère
//! play need no switch. All do the same every time from the same seed and [`Budget`], unless time is in the budget. All stop
//! soon when told, and report while they run.

pub mod alpha_beta;
pub mod minimax;
pub mod monte_carlo;
pub mod proof;
mod table;

pub use alpha_beta::{AlphaBeta, Evaluate};
pub use minimax::{Payoffs, minimax};
pub use monte_carlo::MonteCarlo;
pub use proof::Proof;

use core::time::Duration;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How much work a search may do. Nothing is limited unless told.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use papergames_common::search::Budget;
///
/// let budget = Budget::new().nodes(100_000).time(Duration::from_secs(1));
/// assert_eq!(budget.most_nodes(), Some(100_000));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Budget {
    nodes: Option<u64>,
    depth: Option<u32>,
    time: Option<Duration>,
    stop: Option<Arc<AtomicBool>>,
}

impl Budget {
    /// Returns a budget without any limit.
    pub fn new() -> Budget {
        Budget::default()
    }

    /// Limits how many positions are looked at.
    pub fn nodes(self, nodes: u64) -> Budget {
        Budget {
            nodes: Some(nodes),
            ..self
        }
    }

    /// Returns the limit of time, if there is one.
    pub fn time_limit(&self) -> Option<Duration> {
        self.time
    }

    /// Returns the budget as two of half the time and half the positions, for what does one thing after another.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::search::Budget;
    ///
    /// let (first, second) = Budget::new().nodes(101).halves();
    /// assert_eq!((first.most_nodes(), second.most_nodes()), (Some(50), Some(51)));
    /// ```
    pub fn halves(&self) -> (Budget, Budget) {
        let half = |half_of: fn(u64) -> u64| Budget {
            nodes: self.nodes.map(half_of),
            time: self.time.map(|time| time / 2),
            ..self.clone()
        };
        (half(|nodes| nodes / 2), half(|nodes| nodes.div_ceil(2)))
    }

    /// Limits how many moves ahead a depth-first search looks.
    pub fn depth(self, depth: u32) -> Budget {
        Budget {
            depth: Some(depth),
            ..self
        }
    }

    /// Limits how long the search takes. The clock is read every few hundred positions.
    ///
    /// Where the platform has no clock (`wasm32-unknown-unknown`) this limit is never reached: limit the nodes.
    pub fn time(self, time: Duration) -> Budget {
        Budget {
            time: Some(time),
            ..self
        }
    }

    /// Gives the search a flag at which it looks at every position; another thread sets it to stop the search.
    pub fn stop(self, flag: Arc<AtomicBool>) -> Budget {
        Budget {
            stop: Some(flag),
            ..self
        }
    }

    /// Returns the limit on positions looked at.
    pub fn most_nodes(&self) -> Option<u64> {
        self.nodes
    }

    /// Returns the limit on moves ahead.
    pub fn most_depth(&self) -> Option<u32> {
        self.depth
    }

    /// Starts to count; for writers of searches.
    pub fn start(&self) -> Meter<'_> {
        Meter {
            budget: self,
            clock: Clock::start(),
            nodes: 0,
            spent: false,
        }
    }
}

/// What has been used of a [`Budget`]. A search asks it before every position.
#[derive(Debug)]
pub struct Meter<'a> {
    budget: &'a Budget,
    clock: Clock,
    nodes: u64,
    spent: bool,
}

/// How many positions go by between two looks at the clock.
const CLOCK_EVERY: u64 = 256;

impl Meter<'_> {
    /// Counts one position and returns whether the search has to stop before it looks at it.
    pub fn is_spent(&mut self) -> bool {
        let budget = self.budget;
        self.spent = self.spent
            || budget.nodes.is_some_and(|most| self.nodes >= most)
            || budget
                .stop
                .as_ref()
                .is_some_and(|flag| flag.load(Ordering::Relaxed))
            || (self.nodes.is_multiple_of(CLOCK_EVERY)
                && budget.time.is_some_and(|most| self.clock.elapsed() >= most));
        self.nodes += u64::from(!self.spent);
        self.spent
    }

    /// Returns how many positions have been counted.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns how long it has been since the start.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }
}

/// A clock that stands still where the platform has none (`wasm32-unknown-unknown`), so that a search can count its
/// time on every platform.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    start: std::time::Instant,
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
impl Clock {
    /// Whether clocks run here.
    pub const RUNS: bool = true;

    /// Starts a clock.
    pub fn start() -> Clock {
        Clock {
            start: std::time::Instant::now(),
        }
    }

    /// Returns how long it has been since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
impl Clock {
    /// Whether clocks run here.
    pub const RUNS: bool = false;

    /// Starts a clock that stands still.
    pub fn start() -> Clock {
        Clock {}
    }

    /// Returns no time at all.
    pub fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// How far a search has come: given to its callback while it runs, and returned at the end.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M, V> {
    /// How many moves ahead the search has looked in full.
    pub depth: u32,
    /// What the position is worth, as the method defines it.
    pub value: V,
    /// Whether `value` is what perfect play gives.
    pub exact: bool,
    /// How many positions have been looked at.
    pub nodes: u64,
    /// How long that took.
    pub elapsed: Duration,
    /// The moves that the search expects, the best one first; empty when the game is over.
    pub line: Vec<M>,
}

/// What a search calls to report while it runs; `&mut |_| {}` for nothing.
pub type Progress<'a, M, V> = dyn FnMut(&Report<M, V>) + 'a;

impl<M, V> Report<M, V> {
    /// Returns the move to make, or `None` when the game is over.
    pub fn best(&self) -> Option<&M> {
        self.line.first()
    }

    /// Returns how many positions a second have been looked at.
    pub fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}
