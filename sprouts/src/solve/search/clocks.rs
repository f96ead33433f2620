//! Threads in virtual time, for simulations: each has a clock, and only the one furthest behind runs.
//!
//! A thread spends time while it surveys and lists children, and while it has one of the locks of a book. It waits for
//! children that another thread lists, but not for locks: of 64 threads, that took less than 1 % of the time. So a
//! search with any number of threads does the same in every run and on every machine.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::time::Time;

/// A clock for each thread of a search. The unit is an instruction of one core.
#[derive(Debug)]
pub(crate) struct Clocks {
    state: Mutex<Schedule>,
    /// Signalled when it is the turn of a thread.
    turns: Vec<Condvar>,
}

#[derive(Debug)]
struct Schedule {
    threads: Vec<(u64, ThreadState)>,
    running: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ThreadState {
    Ready,
    /// It waits for children that another thread lists.
    Waiting,
    Ended,
}

impl Clocks {
    pub(crate) fn new(threads: usize) -> Clocks {
        Clocks {
            state: Mutex::new(Schedule {
                threads: vec![(0, ThreadState::Ready); threads],
                running: 0,
            }),
            turns: (0..threads).map(|_| Condvar::new()).collect(),
        }
    }

    fn state(&self) -> MutexGuard<'_, Schedule> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns when the last thread ended.
    fn elapsed(&self) -> u64 {
        let state = self.state();
        let clocks = state.threads.iter().map(|(clock, _)| *clock);
        clocks.max().unwrap_or(0)
    }

    /// Sets all clocks to 0, and returns when the last thread ended.
    pub(crate) fn restart(&self) -> u64 {
        let elapsed = self.elapsed();
        let mut state = self.state();
        state.threads.fill((0, ThreadState::Ended));
        elapsed
    }

    /// Gives the turn of the running thread to the one furthest behind.
    fn pass_on(&self, state: &mut Schedule) {
        let threads = (0..).zip(&state.threads);
        let ready = threads.filter(|(_, (_, doing))| *doing == ThreadState::Ready);
        if let Some((next, _)) = ready.min_by_key(|(_, (clock, _))| *clock) {
            state.running = next;
            self.turns[next].notify_one();
        }
    }
}

impl Time for Clocks {
    const IS_VIRTUAL: bool = true;

    /// Lets all threads begin, again from the time of the last one.
    fn begin(&self) {
        let now = self.elapsed();
        let mut state = self.state();
        state.threads.fill((now, ThreadState::Ready));
        state.running = 0;
    }

    /// Lets the running thread spend time and then wait for its next turn.
    fn spend(&self, thread: usize, time: u64) {
        let mut state = self.state();
        state.threads[thread].0 += time;
        if state.running == thread {
            self.pass_on(&mut state);
        }
        while state.running != thread {
            let turn = self.turns[thread].wait(state);
            state = turn.unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn wait(&self, thread: usize) {
        self.state().threads[thread].1 = ThreadState::Waiting;
        self.spend(thread, 0);
    }

    fn wake(&self, thread: usize) {
        let mut state = self.state();
        let now = state.threads[thread].0;
        for (clock, doing) in &mut state.threads {
            if *doing == ThreadState::Waiting {
                (*clock, *doing) = (now.max(*clock), ThreadState::Ready);
            }
        }
    }

    /// Ends a thread. The others go on.
    fn end(&self, thread: usize) {
        self.wake(thread);
        let mut state = self.state();
        state.threads[thread].1 = ThreadState::Ended;
        self.pass_on(&mut state);
    }
}
