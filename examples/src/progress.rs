//! Progress bars and progress lines on the terminal.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use console::Term;
use indicatif::style::TemplateError;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle, TermLike};

/// Whether `--quiet` is given.
static IS_QUIET: AtomicBool = AtomicBool::new(false);

/// Sets whether progress and remarks are hidden.
pub(crate) fn set_quiet(quiet: bool) {
    IS_QUIET.store(quiet, Ordering::Relaxed);
}

/// Returns whether progress and remarks are hidden.
pub(crate) fn is_quiet() -> bool {
    IS_QUIET.load(Ordering::Relaxed)
}

/// Returns a bar of a given length in the style of a template.
pub(crate) fn bar(length: u64, template: &str) -> Result<ProgressBar, TemplateError> {
    let style = ProgressStyle::with_template(template)?;
    Ok(progress_bar(ProgressBar::new(length)).with_style(style))
}

/// Returns a bar for standard error. It is hidden by `--quiet`, and on anything other than a terminal.
fn progress_bar(bar: ProgressBar) -> ProgressBar {
    // The bar disappears when the work ends, even with an error.
    let bar = bar.with_finish(ProgressFinish::AndClear);
    let terminal = Term::stderr();
    bar.set_draw_target(if is_quiet() || !terminal.is_term() {
        ProgressDrawTarget::hidden()
    } else {
        ProgressDrawTarget::term_like_with_hz(Box::new(Narrow(terminal)), 20)
    });
    bar
}

/// Returns a progress line, which is shown only on a terminal and cut to its width.
pub(crate) fn spinner() -> ProgressBar {
    let bar = progress_bar(ProgressBar::new_spinner());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Returns the beginning of a text that fits the width of a terminal, leaving out parts at the end that commas or
/// semicolons separate.
fn fitted(text: &str, columns: usize) -> &str {
    let mut fits = text;
    while fits.chars().count() > columns {
        match fits.rfind([',', ';']) {
            Some(end) => fits = &fits[..end],
            // One long part is cut by the bar.
            None => break,
        }
    }
    fits
}

/// Shows as much of a text as fits on a progress line.
pub(crate) fn show(bar: &ProgressBar, text: &str) {
    let spinner = 2;
    let columns = Narrow(Term::stderr()).width().saturating_sub(spinner);
    bar.set_message(fitted(text, columns.into()).to_owned());
}

/// A terminal whose last columns stay free for the `^C` that appears when Ctrl-C is pressed. On the next line it would
/// keep the bar from being cleared.
#[derive(Debug)]
struct Narrow(Term);

/// The number of columns that stay free.
const FREE: u16 = 4;

impl TermLike for Narrow {
    fn width(&self) -> u16 {
        self.0.size().1.saturating_sub(FREE).max(1)
    }

    fn height(&self) -> u16 {
        self.0.size().0
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_up(n)
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_down(n)
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_right(n)
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_left(n)
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.0.write_line(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.0.write_str(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.0.clear_line()
    }

    fn flush(&self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_progress_line_ends_with_a_whole_part() {
        let text = "at most 3 s left; 11136 nodes, 420 results; 15014 lands";
        for (columns, shown) in [
            (80, text),
            (54, "at most 3 s left; 11136 nodes, 420 results"),
            (40, "at most 3 s left; 11136 nodes"),
            (5, "at most 3 s left"),
        ] {
            assert_eq!(fitted(text, columns), shown, "{columns}");
        }
    }
}
