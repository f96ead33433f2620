//! The output of commands on standard error: errors and remarks.

use std::io::{self, IsTerminal, Write};

use common::any::AnyRecord;
use play::MOST_LISTED;
use play::terminal::{Screen, explain, fill};

use crate::progress;

/// The error has already been printed on standard error.
#[derive(Debug, thiserror::Error)]
#[error("see above")]
pub(crate) struct PrintedError;

/// An error in the command line that the parser could not find.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct UsageError(String);

impl UsageError {
    pub(crate) fn because(reason: &impl ToString) -> anyhow::Error {
        UsageError(reason.to_string()).into()
    }
}

/// Notes that only some moves of a position are listed, if there are more than a list can have.
pub(crate) fn note_listed(record: &dyn AnyRecord) {
    if record.nth_move(MOST_LISTED as u128).is_some() {
        let all = record.count_moves();
        note(&format!(
            "only the first {MOST_LISTED} of {all} moves are shown"
        ));
    }
}

/// The most wrong games of a file that are reported one by one; the summary counts them all.
const MOST_PRINTED: usize = 100;

/// The wrong games of a file. Each is reported when the next one is found, so that the last can be reported at the end.
#[derive(Default)]
pub(crate) struct WrongGames {
    pub(crate) count: usize,
    pub(crate) last: Option<anyhow::Error>,
}

impl WrongGames {
    pub(crate) fn add(&mut self, error: anyhow::Error) {
        self.count += 1;
        if let (Some(error), ..MOST_PRINTED) = (self.last.replace(error), self.count) {
            print(&error);
        }
    }

    /// Returns the only error, or reports the last of several.
    pub(crate) fn end(self) -> anyhow::Result<()> {
        match self.last {
            Some(error) if self.count > 1 => {
                print(&error);
                Err(PrintedError.into())
            }
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

/// Prints an error on standard error.
pub(crate) fn print(error: &anyhow::Error) {
    complain(&format!("papergames: {}", sentence(error)));
}

/// Prints a remark on standard error, unless `--quiet` is given.
pub(crate) fn note(text: &str) {
    if !progress::is_quiet() {
        complain(&format!("papergames: note: {text}"));
    }
}

/// Prints a sentence on standard error; at a terminal, in lines that are broken between words.
fn complain(text: &str) {
    let terminal = console::Term::stderr();
    let text = match terminal.size_checked() {
        Some((_, columns)) if terminal.is_term() => fill(text, usize::from(columns)),
        _ => text.to_owned(),
    };
    // If standard error is closed, nothing can be done.
    let _ = writeln!(io::stderr(), "{text}");
}

/// Standard output, where lines that are too long for a terminal are broken between words.
pub(crate) struct Output {
    inner: io::Stdout,
    is_terminal: bool,
    /// The line that has not ended.
    line: Vec<u8>,
}

impl Output {
    pub(crate) fn new() -> Output {
        Output {
            inner: io::stdout(),
            is_terminal: io::stdout().is_terminal(),
            line: Vec::new(),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_terminal {
            return self.inner.write(bytes);
        }
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(piece);
            if let Some(line) = self.line.strip_suffix(b"\n") {
                let line = String::from_utf8_lossy(line);
                // Later lines begin below the last column.
                let begin = line.rfind("   ").map_or(0, |i| i + 3);
                let margin = begin.max(line.len() - line.trim_start().len());
                // Colours have no width, and JSON is for other programs.
                let line = if line.contains('\u{1b}') || line.starts_with('{') {
                    line.into_owned()
                } else {
                    fitted(&line, margin)
                };
                writeln!(self.inner, "{line}")?;
                self.line.clear();
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.write_all(&std::mem::take(&mut self.line))?;
        self.inner.flush()
    }
}

/// Breaks a line between words at a terminal, with a margin before its later lines.
pub(crate) fn fitted(line: &str, margin: usize) -> String {
    let screen = Screen::detect();
    if screen.is_dialogue || screen.is_ansi {
        explain(line, margin, screen.columns)
    } else {
        line.to_owned()
    }
}

/// Returns an error with its causes, except those that the text before already contains.
pub(crate) fn sentence(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.ends_with(&cause) {
            text.push_str(": ");
            text.push_str(&cause);
        }
    }
    text
}
