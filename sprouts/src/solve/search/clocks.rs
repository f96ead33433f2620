//! Threads in virtual time, for simulations: each has a clock, and only the one furthest behind runs.
//!
//! A thread spends time while it holds a lock of the book and while it lists children. As with real locks, a writer
//! waits for all others, and a reader waits for writers. So a search with any number of threads does the same in every
//! run and on every machine.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A clock for each thread of a search. The unit is an instruction of one core.
#[derive(Debug)]
pub(crate) struct Clocks {
    state: Mutex<State>,
    /// Signalled when it is the turn of a thread.
    turns: Vec<Condvar>,
}

#[derive(Debug)]
struct State {
    threads: Vec<(u64, Doing)>,
    running: usize,
    /// When a writer and when a reader last released the book.
    written: u64,
    read: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doing {
    Ready,
    /// It waits for children that another thread lists.
    Waiting,
    Ended,
}

impl Clocks {
    pub(crate) fn new(threads: usize) -> Clocks {
        Clocks {
            state: Mutex::new(State {
                threads: vec![(0, Doing::Ready); threads],
                running: 0,
                written: 0,
                read: 0,
            }),
            turns: (0..threads).map(|_| Condvar::new()).collect(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
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
        state.threads.fill((0, Doing::Ended));
        (state.written, state.read) = (0, 0);
        elapsed
    }

    /// Lets the running thread spend time.
    pub(crate) fn spend(&self, thread: usize, time: u64) {
        self.state().threads[thread].0 += time;
    }

    /// Lets all threads begin, again from the time of the last one.
    pub(crate) fn begin(&self) {
        let now = self.elapsed();
        let mut state = self.state();
        state.threads.fill((now, Doing::Ready));
        state.running = 0;
    }

    /// Waits until a thread may take the book.
    pub(crate) fn take(&self, thread: usize, writes: bool) {
        let mut state = self.state();
        if state.running == thread {
            self.pass_on(&mut state);
        }
        while state.running != thread {
            let turn = self.turns[thread].wait(state);
            state = turn.unwrap_or_else(PoisonError::into_inner);
        }
        let free = if writes {
            state.read.max(state.written)
        } else {
            state.written
        };
        let clock = &mut state.threads[thread].0;
        *clock = free.max(*clock);
    }

    /// Notes that the running thread has put the book back.
    pub(crate) fn put_back(&self, thread: usize, wrote: bool) {
        let mut state = self.state();
        let now = state.threads[thread].0;
        let last = if wrote {
            &mut state.written
        } else {
            &mut state.read
        };
        *last = now.max(*last);
    }

    /// Lets the running thread wait, once it takes the book, until another has listed children.
    pub(crate) fn wait(&self, thread: usize) {
        self.state().threads[thread].1 = Doing::Waiting;
    }

    /// Wakes the threads that wait for children.
    pub(crate) fn wake(&self, thread: usize) {
        let mut state = self.state();
        let now = state.threads[thread].0;
        for (clock, doing) in &mut state.threads {
            if *doing == Doing::Waiting {
                (*clock, *doing) = (now.max(*clock), Doing::Ready);
            }
        }
    }

    /// Ends a thread. The others go on.
    pub(crate) fn end(&self, thread: usize) {
        self.wake(thread);
        let mut state = self.state();
        state.threads[thread].1 = Doing::Ended;
        self.pass_on(&mut state);
    }

    /// Gives the turn of the running thread to the one furthest behind.
    fn pass_on(&self, state: &mut State) {
        let threads = (0..).zip(&state.threads);
        let ready = threads.filter(|(_, (_, doing))| *doing == Doing::Ready);
        if let Some((next, _)) = ready.min_by_key(|(_, (clock, _))| *clock) {
            state.running = next;
            self.turns[next].notify_one();
        }
    }
}
