//! Long calls: they have limits, run without the GIL, report to Python while they work, and end at Ctrl-C.

use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

use papergames::budget::Clock;
use papergames::store::Store;
use papergames::values::{Effort, Unsolved};
use papergames::{Budget, Progress, Unfinished};
use pyo3::Borrowed;
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;

use crate::error::{refusal, refuse, unlike, unsolved};

/// A function of Python.
pub(crate) struct Callback(Py<PyAny>);

impl FromPyObject<'_, '_> for Callback {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Callback> {
        if !given.is_callable() {
            return Err(unlike("a function", &given));
        }
        Ok(Callback(given.to_owned().unbind()))
    }
}

impl Deref for Callback {
    type Target = Py<PyAny>;

    fn deref(&self) -> &Py<PyAny> {
        &self.0
    }
}

/// The interval at which a waiting call checks for signals.
const GLANCE: Duration = Duration::from_millis(25);

/// The stack of a working thread, in bytes. Threads of Python may have very small ones.
const STACK: usize = 32 << 20;

/// Returns a time that is given in seconds.
pub(crate) fn seconds(seconds: f64) -> PyResult<Duration> {
    let time = Duration::try_from_secs_f64(seconds);
    time.map_err(|_| refusal!("a time must be a number of seconds, found {seconds}"))
}

/// Returns a budget with its limits replaced by seconds, nodes and bytes, of which `None` means no limit.
pub(crate) fn limited(
    mut budget: Budget,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<u64>,
) -> PyResult<Budget> {
    budget.time = time.map(seconds).transpose()?.or(budget.time);
    budget.nodes = nodes.or(budget.nodes);
    budget.memory = memory.or(budget.memory);
    Ok(budget)
}

/// Returns a budget with these limits only.
pub(crate) fn limits(
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<u64>,
) -> PyResult<Budget> {
    limited(Budget::new(), time, nodes, memory)
}

/// Runs `work` on a separate thread, without the GIL, and waits for it.
///
/// Values that `work` sends are passed to `hear` on the caller's thread, with the GIL. If `hear` fails, or Python has a
/// signal to handle, such as Ctrl-C, the flag is set. `work` must then end soon, and its result is dropped.
pub(crate) fn listen<T: Send, E: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Arc<AtomicBool>, &Sender<E>) -> T + Send,
    mut hear: impl FnMut(Python<'_>, E) -> PyResult<()>,
) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    let (sender, receiver) = channel();
    std::thread::scope(|scope| {
        let flag = Arc::clone(&stop);
        let worker = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, move || work(&flag, &sender))?;
        let mut failed = None;
        // A receiver cannot be shared, so it travels into the closure and back.
        let mut receiver = receiver;
        loop {
            let (back, event) = py.detach(move || {
                let event = receiver.recv_timeout(GLANCE);
                (receiver, event)
            });
            receiver = back;
            let result = match event {
                Ok(event) if failed.is_none() => hear(py, event),
                Ok(_) => Ok(()),
                Err(RecvTimeoutError::Timeout) => py.check_signals(),
                Err(RecvTimeoutError::Disconnected) => break,
            };
            if let Err(error) = result {
                stop.store(true, Ordering::Relaxed);
                failed.get_or_insert(error);
            }
        }
        let result = py.detach(|| worker.join());
        match (failed, result) {
            (Some(error), _) => Err(error),
            (None, Ok(result)) => Ok(result),
            (None, Err(panic)) => std::panic::resume_unwind(panic),
        }
    })
}

/// Runs `work` on a separate thread, without the GIL, and waits for it; see [`listen`].
pub(crate) fn wait<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Arc<AtomicBool>) -> T + Send,
) -> PyResult<T> {
    listen(py, |stop, _: &Sender<()>| work(stop), |_, ()| Ok(()))
}

/// Runs `work`, which cannot be stopped, on a separate thread, without the GIL, and waits for it. If Python has a
/// signal to handle, such as Ctrl-C, the thread is left to end on its own.
pub(crate) fn wait_or_leave<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, mut receiver) = channel();
    let thread = std::thread::Builder::new().stack_size(STACK);
    let thread = thread.spawn(move || {
        // If the call was interrupted, no one receives this.
        let _ = sender.send(work());
    })?;
    loop {
        let (back, done) = py.detach(move || {
            let done = receiver.recv_timeout(GLANCE);
            (receiver, done)
        });
        receiver = back;
        match done {
            Ok(done) => return Ok(done),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    match thread.join() {
        Err(panic) => std::panic::resume_unwind(panic),
        Ok(()) => unreachable!("a thread that ends without a panic has sent its result"),
    }
}

/// Runs `work` with a budget, without the GIL, and raises an exception if it fails; see [`listen`].
pub(crate) fn within<T: Send, E: Into<Unsolved> + Send>(
    py: Python<'_>,
    budget: Budget,
    work: impl FnOnce(Budget) -> Result<T, E> + Send,
) -> PyResult<T> {
    wait(py, |stop| work(budget.stop(Arc::clone(stop))))?.map_err(unsolved)
}

/// Runs `work` with a budget and a sender of progress, without the GIL, and raises an exception if it fails; see
/// [`listen`]. The Python callback is called with the progress.
pub(crate) fn telling<T: Send, E: Into<Unsolved> + Send>(
    py: Python<'_>,
    budget: Budget,
    progress: Option<&Callback>,
    work: impl FnOnce(Budget, &Sender<Progress>) -> Result<T, E> + Send,
) -> PyResult<T> {
    let work = |stop: &Arc<_>, sender: &_| work(budget.stop(Arc::clone(stop)), sender);
    let result = listen(py, work, |py, seen: Progress| {
        let seconds = seen.elapsed.as_secs_f64();
        call(py, progress, (seen.nodes, seconds, seen.details()))
    })?;
    result.map_err(unsolved)
}

/// Runs `work` with the settings of a solver, without the GIL, and raises an exception if it fails; see [`telling`].
pub(crate) fn with_effort<T: Send>(
    py: Python<'_>,
    budget: Budget,
    progress: Option<&Callback>,
    mut store: Option<Store>,
    work: impl FnOnce(&mut Effort<'_>) -> Result<T, Unsolved> + Send,
) -> PyResult<T> {
    telling(py, budget, progress, |budget, sender| {
        let mut effort = Effort::new(budget).progress(|seen| {
            // If the call was interrupted, no one receives this.
            let _ = sender.send(seen.clone());
        });
        effort.store = store.as_mut();
        work(&mut effort)
    })
}

/// Calls a Python callback, if there is one.
pub(crate) fn call<'py>(
    py: Python<'py>,
    callback: Option<&Callback>,
    told: impl PyCallArgs<'py>,
) -> PyResult<()> {
    callback.map_or(Ok(()), |callback| callback.call1(py, told).map(drop))
}

/// A value that several threads of Python use. A thread that waits for it does not hold the GIL.
pub(crate) struct Shared<T>(Mutex<T>);

/// The interval at which a thread that waits for a shared value looks whether it is free.
const ATTEMPT: Duration = Duration::from_millis(1);

impl<T: Send> Shared<T> {
    pub(crate) fn new(value: T) -> Shared<T> {
        Shared(Mutex::new(value))
    }

    fn attempt(&self) -> Option<MutexGuard<'_, T>> {
        match self.0.try_lock() {
            Ok(value) => Some(value),
            // The value is still usable after a panic elsewhere.
            Err(TryLockError::Poisoned(value)) => Some(value.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// Waits for the value within a budget, of which the wait is a part. The GIL must not be held.
    pub(crate) fn get(&self, budget: &Budget) -> Result<MutexGuard<'_, T>, Unfinished> {
        let clock = Clock::start();
        loop {
            if let Some(value) = self.attempt() {
                return Ok(value);
            }
            if let Some(limit) = budget.reached(0, clock.elapsed()) {
                return Err(Unfinished::new(limit, 0, clock.elapsed()));
            }
            std::thread::sleep(ATTEMPT);
        }
    }

    /// Works with the value, without the GIL. If another thread has it, waits until Ctrl-C.
    pub(crate) fn with<R: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut T) -> R + Send,
    ) -> PyResult<R> {
        let at_once = || match self.attempt() {
            Some(mut value) => Ok(work(&mut value)),
            None => Err(work),
        };
        match py.detach(at_once) {
            Ok(done) => Ok(done),
            Err(work) => within(py, Budget::new(), |budget| {
                Ok::<_, Unfinished>(work(&mut *self.get(&budget)?))
            }),
        }
    }
}

/// Returns the contents of a mutex, which are still usable after a panic elsewhere.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the number of threads that an option asks for: one on each core if it is not given.
pub(crate) fn threads_of(threads: Option<usize>) -> PyResult<usize> {
    match threads {
        Some(0) => Err(refuse("threads must be at least 1, found 0")),
        Some(threads) => Ok(threads),
        None => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
    }
}
