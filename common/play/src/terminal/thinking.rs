//! A line that shows that an engine is thinking.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long an engine thinks before the line appears, and the interval between updates.
const DELAY: Duration = Duration::from_millis(300);

/// A line on standard error that shows the time passed. It disappears when this value is dropped. The default is a line
/// that is never shown.
#[derive(Debug, Default)]
pub(super) struct ThinkingLine {
    shared: Arc<Ticker>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Ticker {
    state: Mutex<TickerState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct TickerState {
    is_done: bool,
    note: String,
}

impl ThinkingLine {
    /// Shows `who` and the time, in at most `columns` characters, once the work has taken longer than a moment. If
    /// `columns` is `None`, the output cannot erase a line, so `who` is printed once.
    pub(super) fn shown(who: String, columns: Option<usize>) -> ThinkingLine {
        let shared = Arc::new(Ticker::default());
        let watched = Arc::clone(&shared);
        let thread = std::thread::Builder::new()
            .name("thinking".to_owned())
            .spawn(move || watched.show(&who, columns));
        ThinkingLine {
            shared,
            // If no thread can be started, the work continues without the line.
            thread: thread.ok(),
        }
    }

    /// Adds a note on what the engine is examining.
    pub(super) fn tell(&self, note: String) {
        if let Ok(mut state) = self.shared.state.lock() {
            state.note = note;
        }
    }
}

impl Ticker {
    fn show(&self, who: &str, columns: Option<usize>) {
        let begun = Instant::now();
        let mut is_visible = false;
        let Ok(mut state) = self.state.lock() else {
            return;
        };
        while !state.is_done {
            let waited = self.changed.wait_timeout(state, DELAY);
            let Ok((next, time)) = waited else { return };
            state = next;
            if !state.is_done && time.timed_out() {
                let Some(columns) = columns else {
                    return print(&format!("({who})\n"));
                };
                let text = format!(
                    "{who}, {:.0} s{}",
                    begun.elapsed().as_secs_f64(),
                    state.note
                );
                let text: String = text.chars().take(columns.saturating_sub(1)).collect();
                print(&format!("\r\x1b[K{text}"));
                is_visible = true;
            }
        }
        if is_visible {
            print("\r\x1b[K");
        }
    }
}

/// Prints to standard error. If that is closed, no one is watching.
fn print(text: &str) {
    let mut out = io::stderr().lock();
    let _ = write!(out, "{text}").and_then(|()| out.flush());
}

impl Drop for ThinkingLine {
    fn drop(&mut self) {
        if let Ok(mut state) = self.shared.state.lock() {
            state.is_done = true;
        }
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // A thread that has failed cannot show anything more.
            let _ = thread.join();
        }
    }
}
