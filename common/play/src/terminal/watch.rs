//! Gives another thread access to the game at a table.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// A handle through which another thread can read the record of the game at a table, for instance to print it when the
/// user presses Ctrl-C.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    record: Arc<Mutex<String>>,
    /// Whether an engine or an adviser is working for a user, and whether it should stop.
    is_working: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
}

impl Watch {
    /// Returns the text of the game so far; empty before it begins.
    pub fn record(&self) -> String {
        self.record
            .lock()
            .map(|text| text.clone())
            .unwrap_or_default()
    }

    /// Makes an engine move at once, and ends work on `hint`, `eval`, `best`, `why` or `review`. Returns `false` if
    /// there was nothing to interrupt or if it had been interrupted already.
    pub fn interrupt(&self) -> bool {
        self.is_working.load(Ordering::SeqCst) && !self.stop.swap(true, Ordering::SeqCst)
    }

    pub(super) fn set(&self, text: String) {
        if let Ok(mut record) = self.record.lock() {
            *record = text;
        }
    }

    pub(super) fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Sets whether an engine or an adviser is working for a user. Returns whether the work was interrupted.
    pub(super) fn set_working(&self, is_working: bool) -> bool {
        self.is_working.store(is_working, Ordering::SeqCst);
        self.stop.swap(false, Ordering::SeqCst)
    }
}
