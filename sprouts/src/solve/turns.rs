//! Simulated workers: threads that take turns by a clock that counts their work.
//!
//! Only the worker whose clock is behind all others runs. So a search by many workers does the same on every machine,
//! and its length in simulated time says what as many cores would gain, even if the machine has fewer or is busy.
//!
//! The unit is an instruction. The costs were measured with callgrind over 12 and 13 spots; see `LABORATORY.md`.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::work::Work;

/// The cost of a visit to a land: surveying its children and entering new ones, with the book locked.
pub(super) const VISIT: u64 = 6_500;

/// The cost of listing children, with the book unlocked.
pub(super) fn cost(work: &Work) -> u64 {
    6_300 * work.listed + 8_000 * work.canonised
}

/// Whose turn it is.
#[derive(Debug)]
pub(crate) struct Turns {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    clocks: Vec<Clock>,
    /// Whether a worker has locked the book.
    locked: bool,
    /// When the book was last unlocked.
    unlocked: u64,
    /// When the first worker finished.
    end: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Clock {
    At(u64),
    /// Waits for children that another worker lists.
    Waiting,
}

impl State {
    fn time(&self, worker: usize) -> u64 {
        match self.clocks[worker] {
            Clock::At(time) => time,
            Clock::Waiting => self.unlocked,
        }
    }

    /// The worker that is farthest behind; of several, the first.
    fn next(&self) -> Option<usize> {
        let at = |(worker, clock): (usize, &Clock)| match clock {
            Clock::At(time) => Some((*time, worker)),
            Clock::Waiting => None,
        };
        let next = self.clocks.iter().enumerate().filter_map(at).min();
        next.map(|(_, worker)| worker)
    }
}

impl Turns {
    pub(super) fn new(workers: usize) -> Turns {
        Turns {
            state: Mutex::new(State {
                clocks: vec![Clock::At(0); workers],
                locked: false,
                unlocked: 0,
                end: None,
            }),
            changed: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the turn of a worker that is about to lock the book, and until the book is unlocked.
    pub(super) fn lock(&self, worker: usize) {
        let mut state = self.state();
        // The clock of a worker that lists children stands at the beginning of the list, so nobody overtakes it.
        while state.end.is_none() && (state.locked || state.next() != Some(worker)) {
            let woken = self.changed.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
        }
        let time = state.time(worker).max(state.unlocked);
        state.clocks[worker] = Clock::At(time);
        state.locked = true;
    }

    /// Notes that a worker unlocks the book after some work.
    pub(super) fn unlock(&self, worker: usize, cost: u64) {
        let mut state = self.state();
        state.unlocked = state.time(worker) + cost;
        state.clocks[worker] = Clock::At(state.unlocked);
        state.locked = false;
        self.changed.notify_all();
    }

    /// Notes work of a worker that has not locked the book.
    pub(super) fn work(&self, worker: usize, cost: u64) {
        let mut state = self.state();
        state.clocks[worker] = Clock::At(state.time(worker) + cost);
        self.changed.notify_all();
    }

    /// Unlocks the book after some work, and waits until some children have been listed and it is this worker's turn.
    pub(super) fn wait(&self, worker: usize, cost: u64) {
        let mut state = self.state();
        state.unlocked = state.time(worker) + cost;
        state.locked = false;
        state.clocks[worker] = Clock::Waiting;
        drop(state);
        self.changed.notify_all();
        self.lock(worker);
    }

    /// Wakes all waiting workers, because this one has entered children.
    pub(super) fn wake(&self, worker: usize, cost: u64) {
        let mut state = self.state();
        let now = state.time(worker) + cost;
        for clock in &mut state.clocks {
            if *clock == Clock::Waiting {
                *clock = Clock::At(now);
            }
        }
    }

    /// Notes that a worker has finished after some more work. Nobody waits from now on.
    pub(super) fn finish(&self, worker: usize, cost: u64) {
        let mut state = self.state();
        let now = state.time(worker) + cost;
        state.end.get_or_insert(now);
        self.changed.notify_all();
    }

    /// When the first worker finished.
    pub(super) fn end(&self) -> u64 {
        self.state().end.unwrap_or_default()
    }
}
