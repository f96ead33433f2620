//! Limits on the work of a search, its progress reports, and the error for a search that runs out of budget.
//!
//! Every search, solver and engine takes a [`Budget`]. A solver reports [`Progress`], and returns [`Unfinished`] if it
//! must stop before it has found the answer.

use core::fmt;
use core::time::Duration;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// Whether this platform has threads. WebAssembly has threads only with atomics. On a platform without threads, a
/// search that is set to use several threads uses one.
pub const HAS_THREADS: bool = cfg!(not(all(
    target_family = "wasm",
    not(target_feature = "atomics")
)));

/// Limits on the work that a search may do. A new budget limits nothing.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use papergames_common::Budget;
///
/// let budget = Budget::new().nodes(100_000).time(Duration::from_secs(1));
/// assert_eq!(budget.nodes, Some(100_000));
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
#[non_exhaustive]
pub struct Budget {
    /// The maximum number of positions to examine.
    pub nodes: Option<u64>,
    /// The maximum depth of the search, in moves.
    pub depth: Option<u32>,
    /// The maximum time that the search may take.
    pub time: Option<Duration>,
    /// The maximum memory for tables and trees, in bytes.
    pub memory: Option<u64>,
    /// The flag that stops the search once it is `true`.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Budget {
    /// Returns a budget without limits.
    pub fn new() -> Budget {
        Budget::default()
    }

    /// Limits the number of positions that a search examines.
    pub fn nodes(mut self, nodes: u64) -> Budget {
        self.nodes = Some(nodes);
        self
    }

    /// Splits the budget in two: one for a proof, and one for a search if the proof fails.
    ///
    /// Each stage gets half of the time and of the positions. If only the depth is limited, the search gets everything,
    /// because the proof has no notion of depth. If there is no limit except a stop flag, the proof gets two seconds
    /// and a million positions, so that the search gets its turn before it is stopped.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::Budget;
    ///
    /// let (proof, search) = Budget::new().nodes(101).stages();
    /// assert_eq!((proof.nodes, search.nodes), (Some(50), Some(51)));
    ///
    /// let (proof, search) = Budget::new().depth(2).stages();
    /// assert_eq!((proof.nodes, search.nodes), (Some(0), None));
    /// ```
    pub fn stages(&self) -> (Budget, Budget) {
        if self.nodes.is_none() && self.time.is_none() {
            let proof = match self.depth {
                Some(_) => self.clone().nodes(0),
                None => self.clone().nodes(1_000_000).time(Duration::from_secs(2)),
            };
            return (proof, self.clone());
        }
        let half = |half_of: fn(u64) -> u64| Budget {
            nodes: self.nodes.map(half_of),
            time: self.time.map(|time| time / 2),
            ..self.clone()
        };
        (half(|nodes| nodes / 2), half(|nodes| nodes.div_ceil(2)))
    }

    /// Limits the depth in moves. A tree search ends once its tree reaches this depth.
    pub fn depth(mut self, depth: u32) -> Budget {
        self.depth = Some(depth);
        self
    }

    /// Limits the time that a search takes.
    ///
    /// The limit is never reached on a platform without a clock (`wasm32-unknown-unknown`) unless the host has
    /// [supplied](Clock::supply) one.
    pub fn time(mut self, time: Duration) -> Budget {
        self.time = Some(time);
        self
    }

    /// Limits the memory for tables and trees, in bytes. Each search documents the memory that it needs in addition.
    pub fn memory(mut self, bytes: u64) -> Budget {
        self.memory = Some(bytes);
        self
    }

    /// Sets a flag that the search checks at every position. Another thread can set it to `true` to stop the search.
    pub fn stop(mut self, flag: Arc<AtomicBool>) -> Budget {
        self.stop = Some(flag);
        self
    }

    /// Returns the budget that remains after the given work.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::Duration;
    /// use papergames_common::Budget;
    ///
    /// let left = Budget::new().nodes(100).less(30, Duration::ZERO);
    /// assert_eq!(left.nodes, Some(70));
    /// ```
    pub fn less(&self, nodes: u64, elapsed: Duration) -> Budget {
        Budget {
            nodes: self.nodes.map(|most| most.saturating_sub(nodes)),
            time: self.time.map(|most| most.saturating_sub(elapsed)),
            ..self.clone()
        }
    }

    /// Returns a budget with the tighter of each limit of two budgets. If both have a stop flag, keeps the flag of
    /// `self`.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::Budget;
    ///
    /// let both = Budget::new().nodes(100).depth(9).within(&Budget::new().nodes(70).memory(1 << 20));
    /// assert_eq!((both.nodes, both.depth, both.memory), (Some(70), Some(9), Some(1 << 20)));
    /// ```
    pub fn within(self, other: &Budget) -> Budget {
        fn tighter<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            a.into_iter().chain(b).min()
        }
        Budget {
            nodes: tighter(self.nodes, other.nodes),
            depth: tighter(self.depth, other.depth),
            time: tighter(self.time, other.time),
            memory: tighter(self.memory, other.memory),
            stop: self.stop.or_else(|| other.stop.clone()),
        }
    }

    /// Returns the maximum memory of a search, in bytes: 256 MiB if there is no limit on memory.
    pub fn usual_memory(&self) -> u64 {
        self.memory.unwrap_or(256 << 20)
    }

    /// Returns the limit that the given work has reached, if any.
    pub fn reached(&self, nodes: u64, elapsed: Duration) -> Option<Limit> {
        let stopped = self.stop.as_ref();
        if stopped.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            Some(Limit::Stopped)
        } else if self.nodes.is_some_and(|most| nodes >= most) {
            Some(Limit::Nodes)
        } else if self.time.is_some_and(|most| elapsed >= most) {
            Some(Limit::Time)
        } else {
            None
        }
    }

    /// Starts a meter, which a search uses to stay within this budget.
    pub fn start(&self) -> Meter<'_> {
        Meter {
            budget: self,
            clock: Clock::start(),
            nodes: 0,
            spent: false,
            until_look: 0,
            step: 1,
            looked: Duration::ZERO,
        }
    }
}

/// A meter that measures how much of its [`Budget`] a search has used. The search calls it before every position, and
/// also during long work on a single position, such as listing moves or playing a random game.
///
/// # Examples
///
/// ```
/// use papergames_common::{Budget, Limit};
///
/// let budget = Budget::new().nodes(3);
/// let mut meter = budget.start();
/// while !meter.is_spent() {}
/// assert_eq!((meter.nodes(), meter.limit()), (3, Limit::Nodes));
/// ```
#[derive(Debug)]
pub struct Meter<'a> {
    budget: &'a Budget,
    clock: Clock,
    nodes: u64,
    spent: bool,
    /// The number of calls left until the clock is read again.
    until_look: u32,
    /// The number of calls from one reading of the clock to the next.
    step: u32,
    /// When the clock was last read.
    looked: Duration,
}

/// The maximum number of calls between two readings of the clock. A reading takes about as long as a fast move
/// generator needs for one move.
const MOST_BETWEEN_LOOKS: u32 = 16;

/// If more time than this passes between two readings, the clock is read more often.
const LONG_BETWEEN_LOOKS: Duration = Duration::from_micros(100);

impl Meter<'_> {
    /// Counts one position and returns whether the search has to stop before examining it.
    #[must_use]
    #[inline]
    pub fn is_spent(&mut self) -> bool {
        let most = self.budget.nodes;
        self.spent = self.must_stop() || most.is_some_and(|most| self.nodes >= most);
        self.nodes += u64::from(!self.spent);
        self.spent
    }

    /// Returns whether the search has to stop at once, even in the middle of a position, because its time is up or its
    /// stop flag is set. Does not count a position.
    #[must_use]
    pub fn must_stop(&mut self) -> bool {
        let stop = self.budget.stop.as_ref();
        self.spent = self.spent || stop.is_some_and(|flag| flag.load(Ordering::Relaxed));
        if let Some(most) = self.budget.time
            && !self.spent
        {
            if self.until_look == 0 {
                let now = self.clock.elapsed();
                self.spent = now >= most;
                let long = now.saturating_sub(self.looked) > LONG_BETWEEN_LOOKS;
                self.step = if long { 1 } else { 2 * self.step };
                self.step = self.step.min(MOST_BETWEEN_LOOKS);
                self.until_look = self.step;
                self.looked = now;
            }
            self.until_look -= 1;
        }
        self.spent
    }

    /// Returns the number of positions that have been counted.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the time since the start.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// Returns the limit that ended the search, once [`is_spent`](Meter::is_spent) has returned `true`.
    pub fn limit(&self) -> Limit {
        let reached = self.budget.reached(self.nodes, Duration::ZERO);
        reached.unwrap_or(Limit::Time)
    }

    /// Returns the error of the search, once [`is_spent`](Meter::is_spent) has returned `true`.
    pub fn unfinished(&self) -> Unfinished {
        Unfinished::new(self.limit(), self.nodes, self.elapsed())
    }
}

/// The limit that ended a search before it found the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Limit {
    /// The limit on positions.
    Nodes,
    /// The limit on the depth in moves.
    Depth,
    /// The limit on time.
    Time,
    /// The limit on memory.
    Memory,
    /// The stop flag was set.
    Stopped,
    /// Results that the search was given contradict each other, or what it has found. So one of them is wrong, and it
    /// gives no answer.
    Contradiction,
}

display_as!(Limit:
    Nodes => "the node limit was reached", Depth => "the depth limit was reached",
    Time => "the time limit was reached", Memory => "the memory limit was reached",
    Stopped => "interrupted",
    Contradiction => "the results that it was given contradict each other or what it found");

/// The error returned when a search stops before it has found the answer. The search keeps what it has proved so far.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use papergames_common::{Limit, Unfinished};
///
/// let error = Unfinished::new(Limit::Time, 1_101_824, Duration::from_millis(2_500));
/// assert_eq!(error.to_string(), "search stopped after 1101824 nodes and 2.5 s: the time limit was reached");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("search stopped after {nodes} nodes and {:.1} s: {limit}", .elapsed.as_secs_f64())]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Unfinished {
    /// The limit that ended the search.
    pub limit: Limit,
    /// The number of positions examined.
    pub nodes: u64,
    /// The time that the search took.
    pub elapsed: Duration,
}

impl Unfinished {
    /// Returns the error of a search that stopped after the given work.
    pub fn new(limit: Limit, nodes: u64, elapsed: Duration) -> Unfinished {
        Unfinished {
            limit,
            nodes,
            elapsed,
        }
    }
}

/// The error returned when a table does not fit into the memory that the budget allows.
///
/// # Examples
///
/// ```
/// use papergames_common::budget::TooLarge;
///
/// let error = TooLarge { allowed: 1 << 30, needed: 6 << 30 };
/// assert_eq!(error.to_string(), "the table needs 6.00 GiB, but the memory limit is 1.00 GiB");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the table needs {}, but the memory limit is {}", Bytes(*needed), Bytes(*allowed))]
pub struct TooLarge {
    /// The memory that the budget allows, in bytes.
    pub allowed: u64,
    /// The size of the table, in bytes.
    pub needed: u64,
}

/// An amount of memory in bytes, displayed in a suitable unit.
///
/// # Examples
///
/// ```
/// use papergames_common::budget::Bytes;
///
/// assert_eq!([Bytes(512), Bytes(3 << 29)].map(|bytes| bytes.to_string()), ["512 B", "1.50 GiB"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
        if self.0 < 1024 {
            return write!(f, "{} B", self.0);
        }
        let unit = self.0.ilog2() / 10;
        let amount = self.0 as f64 / f64::from(unit * 10).exp2();
        write!(f, "{amount:.2} {}", UNITS[unit as usize - 1])
    }
}

/// The progress of a solver, passed to its callback while it works.
///
/// A solver fills in the fields that it knows and leaves the others at their defaults.
///
/// Displays as one line, with the estimated time left if the fraction of the work done is known.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use papergames_common::Progress;
///
/// let mut progress = Progress::new(1_000, Duration::from_secs(6));
/// progress.share = Some((1, 4));
/// progress.note = "4 spots".to_owned();
/// assert_eq!(progress.to_string(), "1000 nodes, 6 s, 25 %, about 18 s left; 4 spots");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Progress {
    /// The number of positions examined in this call.
    pub nodes: u64,
    /// The time that has passed in this call.
    pub elapsed: Duration,
    /// The approximate memory use of the solver, in bytes; 0 if the solver does not measure it.
    pub memory: u64,
    /// The number of proved results found so far.
    pub known: u64,
    /// The amount of work done and the total amount, in a unit that the solver chooses; `None` if the total is unknown.
    pub share: Option<(u64, u64)>,
    /// The current task of the solver, in the words of the game; may be empty.
    pub note: String,
}

impl Progress {
    /// Returns the progress of a solver that has examined `nodes` positions in the time `elapsed`.
    pub fn new(nodes: u64, elapsed: Duration) -> Progress {
        Progress {
            nodes,
            elapsed,
            ..Progress::default()
        }
    }
}

impl Progress {
    /// Returns all but the nodes and the time as a text: the share of the work with the time left, results, memory, and
    /// the current task; may be empty.
    pub fn details(&self) -> String {
        let mut parts = Vec::new();
        if let Some((done, whole)) = self.share.filter(|(done, whole)| *done > 0 && *whole > 0) {
            let share = done as f64 / whole as f64;
            let seconds = self.elapsed.as_secs_f64();
            let left = seconds / share - seconds;
            parts.push(format!("{:.0} %, about {left:.0} s left", 100.0 * share));
        }
        if self.known > 0 {
            parts.push(format!("{} results", self.known));
        }
        if self.memory > 0 {
            parts.push(format!("{} MiB", self.memory >> 20));
        }
        let mut parts = vec![parts.join(", "), self.note.clone()];
        parts.retain(|part| !part.is_empty());
        parts.join("; ")
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.elapsed.as_secs_f64();
        write!(f, "{} nodes, {seconds:.0} s", self.nodes)?;
        let details = self.details();
        match details == self.note {
            _ if details.is_empty() => Ok(()),
            true => write!(f, "; {details}"),
            false => write!(f, ", {details}"),
        }
    }
}

/// The cost of an answer: the number of positions examined and the time.
///
/// Displays as `2466 nodes, 0.01 s`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Cost {
    /// The number of positions examined.
    pub nodes: u64,
    /// The time that it took to find the answer.
    pub elapsed: Duration,
}

impl Cost {
    /// Returns the cost of examining `nodes` positions in the time `elapsed`.
    pub fn new(nodes: u64, elapsed: Duration) -> Cost {
        Cost { nodes, elapsed }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} nodes, {:.2} s",
            self.nodes,
            self.elapsed.as_secs_f64()
        )
    }
}

/// A clock that measures the time of a search, on every platform.
///
/// On a platform without a clock (`wasm32-unknown-unknown`) the host has to [supply](Clock::supply) one; until then,
/// elapsed times are zero.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    start: Moment,
}

/// A point in time.
#[derive(Clone, Copy, Debug)]
enum Moment {
    /// A reading of the host's clock, which counts from a moment that the host chooses.
    Host(fn() -> Duration, Duration),
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    Platform(std::time::Instant),
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    Unknown,
}

/// The clock of the host.
static HOST: OnceLock<fn() -> Duration> = OnceLock::new();

impl Clock {
    /// Makes every clock started from now on read its time from `now`, which returns the time since some fixed moment.
    /// `now` must be fast, like `performance.now()` in a browser, because searches call it very often.
    ///
    /// The first call returns `true`. All later calls return `false` and have no effect.
    pub fn supply(now: fn() -> Duration) -> bool {
        HOST.set(now).is_ok()
    }

    /// Returns whether a clock is available, either from the platform or from the host.
    pub fn runs() -> bool {
        cfg!(not(all(target_family = "wasm", target_os = "unknown"))) || HOST.get().is_some()
    }

    /// Starts a clock.
    pub fn start() -> Clock {
        let start = match HOST.get() {
            Some(now) => Moment::Host(*now, now()),
            #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
            None => Moment::Platform(std::time::Instant::now()),
            #[cfg(all(target_family = "wasm", target_os = "unknown"))]
            None => Moment::Unknown,
        };
        Clock { start }
    }

    /// Returns the time since the start.
    pub fn elapsed(&self) -> Duration {
        match self.start {
            Moment::Host(now, start) => now().saturating_sub(start),
            #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
            Moment::Platform(start) => start.elapsed(),
            #[cfg(all(target_family = "wasm", target_os = "unknown"))]
            Moment::Unknown => Duration::ZERO,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_meter_counts_what_it_lets_through() {
        let budget = Budget::new().nodes(2);
        let mut meter = budget.start();
        assert_eq!(
            [(); 4].map(|()| meter.is_spent()),
            [false, false, true, true]
        );
        assert_eq!((meter.nodes(), meter.limit()), (2, Limit::Nodes));
    }

    #[test]
    fn slow_positions_have_the_clock_read_at_each() {
        let budget = Budget::new().time(Duration::from_millis(20));
        let mut meter = budget.start();
        // Fast ones first, so that looks at the clock are far apart.
        for _ in 0..100 {
            assert!(!meter.must_stop() || meter.elapsed() >= Duration::from_millis(20));
        }
        let mut slow = 0;
        while !meter.is_spent() {
            std::thread::sleep(Duration::from_millis(5));
            slow += 1;
        }
        assert!(slow <= 4 + MOST_BETWEEN_LOOKS, "{slow}");
        assert_eq!(meter.limit(), Limit::Time);
    }

    #[test]
    fn a_flag_stops_in_the_middle_of_a_position() {
        let flag = Arc::new(AtomicBool::new(false));
        let budget = Budget::new().stop(Arc::clone(&flag));
        let mut meter = budget.start();
        assert!(!meter.must_stop());
        flag.store(true, Ordering::Relaxed);
        assert!(meter.must_stop() && meter.is_spent());
        assert_eq!((meter.nodes(), meter.limit()), (0, Limit::Stopped));
    }

    #[test]
    fn what_is_left_of_a_budget_is_never_less_than_nothing() {
        let left = Budget::new().nodes(3).time(Duration::from_secs(1));
        let left = left.less(5, Duration::from_secs(2));
        assert_eq!((left.nodes, left.time), (Some(0), Some(Duration::ZERO)));
    }
}
