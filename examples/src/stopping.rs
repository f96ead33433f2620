//! Ends commands before their work is done: on Ctrl-C or SIGTERM, or at a limit.
//!
//! Both set a flag, at which the command keeps its results and stops. A second Ctrl-C ends it at once.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Error, Result, anyhow};
use common::Limit;

use crate::report;
use crate::units::LimitArgs;

static ASKED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// The limit that the watch has found to be exceeded.
static REACHED: OnceLock<Limit> = OnceLock::new();

/// Held while a file is written, so that the watch does not end the program in the middle.
static WRITING: Mutex<()> = Mutex::new(());

/// Whether the program waits for someone who does not listen to signals, such as the reader of a pipe.
static WAITING: AtomicBool = AtomicBool::new(false);

/// The exit code of a command that was stopped.
pub(crate) const STOPPED: u8 = 130;

/// The interval at which the watch reads the clock and the memory.
const LOOK: Duration = Duration::from_millis(5);

/// The time that a command has to stop by itself before the watch ends the program.
const GRACE: Duration = Duration::from_millis(120);

/// Returns the flag that is set by Ctrl-C and SIGTERM, and by [`watch`], for the budget of a command.
pub(crate) fn flag() -> Arc<AtomicBool> {
    let flag = ASKED.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let own = Arc::clone(&flag);
        // If the handler cannot be installed, a signal ends the program as usual.
        let _ = ctrlc::set_handler(move || {
            if own.swap(true, Ordering::Relaxed) || WAITING.load(Ordering::Relaxed) {
                exit(STOPPED);
            }
        });
        flag
    });
    Arc::clone(flag)
}

/// Returns whether the command has to stop.
pub(crate) fn must_stop() -> bool {
    ASKED.get().is_some_and(|flag| flag.load(Ordering::Relaxed))
}

/// Returns whether a signal asked the command to stop.
pub(crate) fn is_asked() -> bool {
    must_stop() && REACHED.get().is_none()
}

/// Returns the error for a command that has to stop, with the work `done` so far, such as `12 games`.
pub(crate) fn stopped(done: &str, begun: Instant) -> Error {
    let limit = REACHED.get().copied().unwrap_or(Limit::Stopped);
    let seconds = begun.elapsed().as_secs_f64();
    let and = if done.is_empty() { "" } else { " and " };
    anyhow!("stopped after {done}{and}{seconds:.1} s: {limit}")
}

/// Keeps the program from being ended by the watch while a file is written.
pub(crate) fn writing() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does something that can take for ever, such as opening a pipe that nobody reads. Meanwhile, a signal ends the
/// program at once.
pub(crate) fn waiting<T>(work: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::Relaxed);
    let done = work();
    WAITING.store(false, Ordering::Relaxed);
    done
}

/// Ends the program, and all engines that it has started.
pub(crate) fn exit(code: u8) -> ! {
    play::end_programs();
    std::process::exit(code.into())
}

/// Ends the program because Ctrl-C was typed at a prompt.
pub(crate) fn leave(out: &mut dyn Write) -> io::Result<()> {
    out.flush()?;
    exit(STOPPED)
}

/// Starts a watch over the time and memory of the whole program.
///
/// At a limit, or after a signal, the command stops by itself if it checks [`must_stop`]; otherwise the watch ends the
/// program a moment later. This is for commands whose work cannot be interrupted everywhere and that have nothing to
/// save.
pub(crate) fn watch(bounds: &LimitArgs) -> Result<()> {
    let (bounds, begun, flag) = (*bounds, Instant::now(), flag());
    let work = move || {
        let limit = loop {
            if bounds.limit.is_some_and(|limit| begun.elapsed() >= limit) {
                break Limit::Time;
            } else if !bounds.fits(0) {
                break Limit::Memory;
            } else if flag.load(Ordering::Relaxed) {
                break Limit::Stopped;
            }
            thread::sleep(LOOK);
        };
        if limit != Limit::Stopped {
            let _ = REACHED.set(limit);
        }
        flag.store(true, Ordering::Relaxed);
        thread::sleep(GRACE);
        let _writing = writing();
        let code = if is_asked() { STOPPED } else { 1 };
        report::print(&stopped("", begun));
        exit(code);
    };
    let watch = thread::Builder::new().name("watch".to_owned()).spawn(work);
    watch.context("cannot start the thread that enforces --memory and --limit")?;
    Ok(())
}
