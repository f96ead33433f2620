//! The game at a table, for another thread to see.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// The record of the game at a table, for another thread to read, for instance to print it when the user presses
/// Ctrl-C.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    record: Arc<Mutex<String>>,
    /// Whether an adviser is at work, and whether it is to stop.
    is_advising: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
}

impl Watch {
    /// Returns the game so far as text; empty before it begins.
    pub fn record(&self) -> String {
        self.record
            .lock()
            .map(|text| text.clone())
            .unwrap_or_default()
    }

    /// Stops the work on `hint`, `eval`, `best`, `why` or `review`; returns whether there was any that had
    /// not been stopped before.
    pub fn stop_advice(&self) -> bool {
        self.is_advising.load(Ordering::SeqCst) && !self.stop.swap(true, Ordering::SeqCst)
    }

    pub(super) fn set(&self, text: String) {
        if let Ok(mut record) = self.record.lock() {
            *record = text;
        }
    }

    pub(super) fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Says that an adviser begins or ends its work; returns whether the work was stopped.
    pub(super) fn set_advising(&self, is_advising: bool) -> bool {
        self.is_advising.store(is_advising, Ordering::SeqCst);
        self.stop.swap(false, Ordering::SeqCst)
    }
}
