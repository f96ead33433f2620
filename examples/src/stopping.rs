//! Ctrl-C and SIGTERM: the first asks a long command to keep what it has proved and to stop, the second ends it at
//! once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

static ASKED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// The exit code of a command that was stopped.
pub(crate) const STOPPED: u8 = 130;

/// Returns the flag that is set by Ctrl-C and SIGTERM, for the budget of a command.
pub(crate) fn flag() -> Arc<AtomicBool> {
    let flag = ASKED.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let own = Arc::clone(&flag);
        // Without a handler, which only a strange system refuses, a signal ends the program as usual.
        let _ = ctrlc::set_handler(move || {
            if own.swap(true, Ordering::Relaxed) {
                std::process::exit(STOPPED.into());
            }
        });
        flag
    });
    Arc::clone(flag)
}

/// Returns whether the command was asked to stop.
pub(crate) fn is_asked() -> bool {
    ASKED.get().is_some_and(|flag| flag.load(Ordering::Relaxed))
}
