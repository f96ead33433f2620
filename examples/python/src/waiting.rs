//! Long calls: they run without the GIL, report to Python while they work, and end at Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use common::Budget;
use pyo3::prelude::*;

use crate::error::Failure;
use crate::limits::Limits;

/// How often a waiting call looks for signals.
const GLANCE: Duration = Duration::from_millis(25);

/// The stack of a working thread, in bytes. Threads of Python may have very small ones.
const STACK: usize = 32 << 20;

/// Runs `work` on a thread of its own, without the GIL, and waits for it.
///
/// What `work` sends is passed to `hear` on the thread of the caller, with the GIL. If `hear` fails, or Python has a
/// signal to handle, such as Ctrl-C, the flag is set; `work` has to end soon after that, and its result is dropped.
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

/// Runs `work` on a thread of its own, without the GIL, and waits for it; see [`listen`].
pub(crate) fn wait<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Arc<AtomicBool>) -> T + Send,
) -> PyResult<T> {
    listen(py, |stop, _: &Sender<()>| work(stop), |_, ()| Ok(()))
}

/// Runs `work` with a budget of these limits, without the GIL, and raises an exception if it fails; see [`listen`].
pub(crate) fn within<T: Send, E: Failure + Send>(
    py: Python<'_>,
    limits: Limits,
    work: impl FnOnce(Budget) -> Result<T, E> + Send,
) -> PyResult<T> {
    let budget = limits.budget()?;
    wait(py, |stop| work(budget(stop)))?.map_err(Failure::exception)
}
