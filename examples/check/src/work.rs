//! The limit on work, and the two ways in which a check can fail.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The error returned when a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Failure {
    /// Something is wrong with the text, or a fact does not follow. The sentence states what is wrong and where.
    Refused(String),
    /// The check was not finished, because it reached its limit or would need more memory than allowed. The claim may
    /// be true or false.
    GaveUp(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Failure::Refused(reason) | Failure::GaveUp(reason)) = self;
        f.write_str(reason)
    }
}

impl std::error::Error for Failure {}

/// The result of a step of a check.
pub type CheckResult<T> = Result<T, Failure>;

/// Returns the error for a refused certificate.
///
/// # Errors
///
/// Always returns [`Failure::Refused`].
pub fn refuse<T>(reason: impl Into<String>) -> CheckResult<T> {
    Err(Failure::Refused(reason.into()))
}

/// Returns a function that adds the number of the wrong line to an error.
pub fn at_line(line: usize) -> impl Fn(Failure) -> Failure {
    move |failure| match failure {
        Failure::Refused(reason) => Failure::Refused(format!("line {line}: {reason}")),
        gave_up @ Failure::GaveUp(_) => gave_up,
    }
}

/// The limits on the work of a check, at which it gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The maximum number of steps. The number of steps is roughly the number of corners or cells visited, and is the
    /// same for a file on every machine.
    pub steps: u64,
    /// The maximum elapsed time.
    pub time: Duration,
}

impl Default for Limit {
    /// Returns a limit of one hour, with any number of steps.
    fn default() -> Limit {
        Limit {
            steps: u64::MAX,
            time: Duration::from_secs(60 * 60),
        }
    }
}

/// A counter of the work of one check. Clones share the count.
#[derive(Clone)]
pub struct Work(Rc<Meter>);

struct Meter {
    limit: Limit,
    begun: Instant,
    steps: Cell<u64>,
    /// The number of steps at which to read the clock again.
    look: Cell<u64>,
    /// The number of facts checked, and their total.
    facts: Cell<(usize, usize)>,
    /// When progress was last reported.
    said: Cell<Instant>,
    progress: fn(usize, usize),
    /// Whether to give up now.
    stop: RefCell<Arc<AtomicBool>>,
}

/// The number of steps between two readings of the clock, which take some tenths of a millisecond.
const LOOK: u64 = 1 << 16;

/// The interval between two reports.
const REPORT: Duration = Duration::from_secs(10);

impl Work {
    /// Returns a counter of work with these limits, whose time begins now. It calls `progress` every ten seconds with
    /// the number of facts checked so far and the total number of facts.
    pub fn new(limit: Limit, progress: fn(usize, usize)) -> Work {
        let begun = Instant::now();
        Work(Rc::new(Meter {
            limit,
            begun,
            steps: Cell::new(0),
            look: Cell::new(0),
            facts: Cell::new((0, 0)),
            said: Cell::new(begun),
            progress,
            stop: RefCell::default(),
        }))
    }

    /// Sets a flag that makes the check give up. Another thread may set the flag to true at any time.
    #[must_use]
    pub fn stop(self, flag: Arc<AtomicBool>) -> Work {
        self.0.stop.replace(flag);
        self
    }

    /// Adds steps to the count, and checks the limits.
    ///
    /// # Errors
    ///
    /// Returns [`Failure::GaveUp`] at the limit.
    pub fn spend(&self, steps: usize) -> CheckResult<()> {
        let done = self.0.steps.get().saturating_add(steps as u64);
        self.0.steps.set(done);
        if done < self.0.look.get() {
            return Ok(());
        }
        self.look(done)
    }

    /// Compares the work with the limit.
    #[cold]
    fn look(&self, done: u64) -> CheckResult<()> {
        let Meter { limit, begun, .. } = &*self.0;
        let (checked, all) = self.0.facts.get();
        if self.0.stop.borrow().load(Ordering::Relaxed) {
            let reason = format!("interrupted after {checked} of {all} facts");
            return Err(Failure::GaveUp(reason));
        }
        let reached = if done > limit.steps {
            Some(format!("{} steps", limit.steps))
        } else if begun.elapsed() > limit.time {
            Some(format!("{} s", limit.time.as_secs_f64()))
        } else {
            None
        };
        if let Some(reached) = reached {
            let progress = format!("after {checked} of {all} facts");
            return Err(Failure::GaveUp(format!(
                "the limit of {reached} was reached {progress}"
            )));
        }
        let next = done.saturating_add(LOOK);
        self.0.look.set(next.min(limit.steps.saturating_add(1)));
        if self.0.said.get().elapsed() >= REPORT {
            self.0.said.set(Instant::now());
            (self.0.progress)(checked, all);
        }
        Ok(())
    }

    /// Returns the limits.
    pub fn limit(&self) -> Limit {
        self.0.limit
    }

    /// Returns the time that is left until the limit.
    pub fn left(&self) -> Duration {
        self.0.limit.time.saturating_sub(self.0.begun.elapsed())
    }

    /// Returns the number of steps done so far.
    pub fn steps(&self) -> u64 {
        self.0.steps.get()
    }

    /// Returns an iterator over facts that notes how many have been checked.
    pub(crate) fn counted<'a, T>(
        &self,
        facts: &'a [T],
    ) -> impl Iterator<Item = &'a T> + use<'a, T> {
        let (work, all) = (self.clone(), facts.len());
        facts.iter().enumerate().map(move |(checked, fact)| {
            work.0.facts.set((checked, all));
            fact
        })
    }
}

impl Default for Work {
    fn default() -> Work {
        Work::new(Limit::default(), |_, _| ())
    }
}

impl fmt::Debug for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Work")
            .field("limit", &self.0.limit)
            .field("steps", &self.0.steps)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_ends_at_the_number_of_steps_and_not_before() {
        let limit = Limit {
            steps: 1_000_000,
            ..Limit::default()
        };
        let work = Work::new(limit, |_, _| ());
        for _ in 0..1_000_000 {
            assert_eq!(work.spend(1), Ok(()));
        }
        let reason = "the limit of 1000000 steps was reached after 0 of 0 facts";
        assert_eq!(work.spend(1), Err(Failure::GaveUp(reason.to_owned())));
        assert!(work.clone().spend(0).is_err(), "clones count together");
        assert!(work.spend(usize::MAX).is_err(), "nothing overflows");
    }

    #[test]
    fn work_ends_soon_after_the_flag_is_raised() {
        let flag = Arc::new(AtomicBool::new(false));
        let work = Work::default().stop(Arc::clone(&flag));
        assert_eq!(work.spend(1), Ok(()));
        flag.store(true, Ordering::Relaxed);
        let reason = "interrupted after 0 of 0 facts".to_owned();
        assert_eq!(work.spend(LOOK as usize), Err(Failure::GaveUp(reason)));
    }

    #[test]
    fn work_ends_when_the_time_is_over() {
        let limit = Limit {
            time: Duration::from_millis(20),
            ..Limit::default()
        };
        let work = Work::new(limit, |_, _| ());
        let failure = loop {
            if let Err(failure) = work.spend(1) {
                break failure;
            }
        };
        assert!(failure.to_string().starts_with("the limit of 0.02 s was"));
        assert!(work.0.begun.elapsed() < Duration::from_secs(1));
    }
}
