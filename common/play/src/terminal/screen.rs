//! The capabilities of a program's output, and functions that fit text to it.

use std::env;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use common::any::{AnyMove, AnyRecord};
use console::Term;
use picture::{Charset, Ink, Print, Window};

use super::lines::{Lines, TypedLine};

/// The styles of main and secondary things if colours are shown.
pub(super) const STRONG: Style = Style::new().bold();
pub(super) const FAINT: Style = Style::new().dimmed();

/// The capabilities of a program's output. The default is a pipe: 80 columns, ASCII without colours, not interactive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Screen {
    /// The number of characters that fit in a line.
    pub columns: usize,
    /// The number of lines that fit on the screen.
    pub rows: usize,
    /// Whether colours are shown.
    pub colours: bool,
    /// The characters that pictures are drawn with.
    pub charset: Charset,
    /// Whether a person types the input and reads the output.
    pub is_dialogue: bool,
    /// Whether the output understands escape sequences, such as the one that clears the screen.
    pub is_ansi: bool,
}

impl Default for Screen {
    fn default() -> Screen {
        Screen {
            columns: Screen::USUAL,
            rows: 24,
            colours: false,
            charset: Charset::Ascii,
            is_dialogue: false,
            is_ansi: false,
        }
    }
}

impl Screen {
    /// The width of text if the output has none, as in a pipe.
    pub(crate) const USUAL: usize = 80;

    /// Returns the capabilities of standard output.
    pub fn detect() -> Screen {
        let terminal = Term::stdout();
        let size = terminal.size_checked();
        let (rows, columns) = size.unwrap_or((24, Screen::USUAL as u16));
        let (rows, columns) = (usize::from(rows), usize::from(columns));
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(|name| env::var(name).unwrap_or_default());
        let locale = locale.into_iter().find(|value| !value.is_empty());
        let is_unicode = locale.is_some_and(|value| value.to_uppercase().contains("UTF"));
        let is_dumb = env::var("TERM").is_ok_and(|name| name == "dumb");
        let charset = if terminal.is_term() && is_unicode && !is_dumb {
            Charset::Dots
        } else {
            Charset::Ascii
        };
        Screen {
            columns,
            rows,
            colours: AutoStream::choice(&io::stdout()) != ColorChoice::Never,
            charset,
            is_dialogue: terminal.is_term() && io::stdin().is_terminal(),
            is_ansi: terminal.is_term() && !is_dumb,
        }
    }

    /// Reads the size of the terminal again, which may have changed.
    pub fn measure(&mut self) {
        let size = Term::stdout().size_checked();
        if let (true, Some((rows, columns))) = (self.is_dialogue, size) {
            (self.rows, self.columns) = (rows.into(), columns.into());
        }
    }

    /// Returns the part of the screen that is left for a picture above `lines` lines of text. A pipe has room for any
    /// number of lines.
    pub fn window(&self, lines: usize) -> Window {
        Window {
            columns: self.columns,
            rows: if self.is_dialogue {
                self.rows.saturating_sub(lines)
            } else {
                usize::MAX
            },
            charset: self.charset,
        }
    }

    /// Returns the lines of a picture, in colours if the screen shows them.
    pub fn paint(&self, print: &Print) -> String {
        let mut text = String::new();
        for line in print.lines() {
            for run in line.chunk_by(|(_, a), (_, b)| a == b) {
                let letters = run.iter().map(|(letter, _)| letter);
                let style = style(run[0].1);
                if self.colours && style != Style::new() {
                    let letters: String = letters.collect();
                    let _ = write!(text, "{style}{letters}{style:#}");
                } else {
                    text.extend(letters);
                }
            }
            text.push('\n');
        }
        text
    }

    /// Returns whether each board is shown in the place of the one before.
    pub(super) fn is_still(&self) -> bool {
        self.is_dialogue && self.is_ansi
    }

    /// Returns a text in a style, if colours are shown.
    pub(super) fn styled(&self, style: Style, text: &str) -> String {
        if self.colours && !text.is_empty() {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }

    /// Breaks a line so that it fits the screen, with a margin before its later lines.
    pub(super) fn fitted(&self, line: &str, margin: usize) -> String {
        if self.is_dialogue {
            explain(line, margin, self.text_width())
        } else {
            line.to_owned()
        }
    }

    /// Returns the width, in columns, to which paragraphs are wrapped.
    pub fn text_width(&self) -> usize {
        self.columns.min(Screen::USUAL)
    }
}

/// Returns the style of an ink.
fn style(ink: Ink) -> Style {
    const OWNERS: [AnsiColor; 4] = [
        AnsiColor::Cyan,
        AnsiColor::Red,
        AnsiColor::Green,
        AnsiColor::Blue,
    ];
    match ink {
        Ink::Faint => Style::new().dimmed(),
        Ink::Strong => Style::new().bold(),
        Ink::Last => AnsiColor::Yellow.on_default().bold(),
        Ink::Owner(seat) => OWNERS[seat % OWNERS.len()].on_default(),
        Ink::Plain => Style::new(),
    }
}

/// Prints text. In a dialogue, text that is longer than the screen is printed page by page until the user leaves.
///
/// If the user types something other than Enter or `q`, returns that input, which is a move or a command.
///
/// # Errors
///
/// Returns an error if the input cannot be read or the output cannot be written.
///
/// # Examples
///
/// ```
/// use papergames_play::terminal::{PipedLines, Screen, page};
///
/// let mut screen = Screen::default();
/// (screen.is_dialogue, screen.rows) = (true, 4);
/// let (mut keys, mut out) = (PipedLines::new(&b"\nq\n"[..]), Vec::new());
/// page("1\n2\n3\n4\n5\n6", &screen, &mut keys, &mut out)?;
/// let shown = String::from_utf8_lossy(&out);
/// assert!(shown.starts_with("1\n2\n(Enter shows more, `q` ends this.)\nmore> 3\n4\n"), "{shown}");
/// assert!(!shown.contains('5'));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn page(
    text: &str,
    screen: &Screen,
    lines: &mut dyn Lines,
    out: &mut dyn Write,
) -> io::Result<Option<TypedLine>> {
    let text: Vec<&str> = text.lines().collect();
    // The last line of the screen is for the prompt.
    let rows = screen.rows.saturating_sub(1).max(2);
    let rows = if screen.is_dialogue && text.len() > rows {
        // There the prompt is `more> `, which explains itself in the line above.
        rows - 1
    } else {
        text.len().max(1)
    };
    let mut pages = text.chunks(rows).peekable();
    while let Some(page) = pages.next() {
        for line in page {
            writeln!(out, "{line}")?;
        }
        if pages.peek().is_some() {
            writeln!(out, "(Enter shows more, `q` ends this.)")?;
            match lines.read("more> ", &Vec::new, out)? {
                TypedLine::Text(line) if line.trim().is_empty() => (),
                TypedLine::Text(line) if line.trim().eq_ignore_ascii_case("q") => break,
                TypedLine::Interrupted => break,
                typed @ (TypedLine::Text(_) | TypedLine::TooLong | TypedLine::End) => {
                    return Ok(Some(typed));
                }
            }
        }
    }
    Ok(None)
}

/// Joins the words of a text with blanks and breaks lines so that they fit `width`. A no-break space keeps two words
/// together and is replaced by an ordinary space in the result.
///
/// # Examples
///
/// ```
/// use papergames_play::terminal::fill;
///
/// assert_eq!(fill("one two three four", 10), "one two\nthree four");
/// assert_eq!(fill("one two\u{a0}three\nfour", 10), "one\ntwo three\nfour");
/// ```
pub fn fill(text: &str, width: usize) -> String {
    let words = text.split([' ', '\n']).filter(|word| !word.is_empty());
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(&word.replace('\u{a0}', " "));
        column += length;
    }
    text
}

/// Arranges words in columns, as many as fit the width.
///
/// # Examples
///
/// ```
/// use papergames_play::terminal::in_columns;
///
/// let words = ["1 Sa1", "2 Oa1", "3 Sb1"].map(str::to_owned);
/// assert_eq!(in_columns(&words, 16), "1 Sa1  2 Oa1\n3 Sb1");
/// ```
pub fn in_columns(words: &[String], width: usize) -> String {
    let widths = words.iter().map(|word| word.chars().count());
    let widest = widths.max().unwrap_or(0) + 2;
    let rows = words.chunks((width / widest).max(1)).map(|row| {
        let padded = row.iter().map(|word| format!("{word:<widest$}"));
        padded.collect::<String>().trim_end().to_owned()
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// The minimum width of the column with explanations.
const LEAST_WIDTH: usize = 16;

/// Breaks lines whose explanations begin in column `margin`, so that they fit the width. The explanations stay in their
/// column unless the width is too small for it. A line that begins with blanks continues the line before it.
///
/// # Examples
///
/// ```
/// use papergames_play::terminal::explain;
///
/// let help = "1-2           a line from 1\n              to 2";
/// assert_eq!(explain(help, 14, 80), "1-2           a line from 1 to 2");
/// let help = "1-2  a line from 1 to 2 with a new spot";
/// assert_eq!(explain(help, 5, 29), "1-2  a line from 1 to 2 with\n     a new spot");
/// assert_eq!(explain(help, 5, 20), "1-2\n  a line from 1 to 2\n  with a new spot");
/// ```
pub fn explain(text: &str, margin: usize, width: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        match lines.last_mut() {
            Some(last) if line.starts_with(' ') => {
                last.push(' ');
                last.push_str(line.trim_start());
            }
            _ => lines.push(line.to_owned()),
        }
    }
    for line in &mut lines {
        if line.chars().count() > width && width < margin.saturating_add(LEAST_WIDTH) {
            // The name stands above its explanation.
            let (name, about) = line.trim_start().split_once("  ").unwrap_or(("", line));
            let texts = [name, about].map(|text| fill(text, width.saturating_sub(2)));
            *line = texts.join("\n").trim_start().replace('\n', "\n  ");
        } else if line.chars().count() > width {
            let name: String = line.chars().take(margin).collect();
            let about: String = line.chars().skip(margin).collect();
            let about = fill(&about, width - margin);
            let rest = format!("\n{}", " ".repeat(margin));
            *line = format!("{name}{}", about.replace('\n', &rest));
        }
    }
    lines.join("\n")
}

/// Returns the text to type for a legal move, in a view of the game or in the plain notation if there is no view, and
/// the effect of the move.
pub(crate) fn spelled(record: &dyn AnyRecord, view: Option<&str>, m: &AnyMove) -> (String, String) {
    record.words(view.unwrap_or_default(), m)
}

/// Breaks paragraphs, each given as one line, so that they fit the width. The later lines of a numbered step are
/// indented.
///
/// # Examples
///
/// ```
/// use papergames_play::terminal::paragraphs;
///
/// assert_eq!(paragraphs("How to win:\n1. Take the last match.", 22), "How to win:\n1. Take the last\n   match.");
/// ```
pub fn paragraphs(text: &str, width: usize) -> String {
    let lines = text.lines().map(|line| {
        let is_step = line.starts_with(|c: char| c.is_ascii_digit());
        explain(line, if is_step { 3 } else { 0 }, width)
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_broken_into_lines_before_the_width() {
        let words = "one two  three four";
        assert_eq!(fill(words, 9), "one two\nthree\nfour");
        assert_eq!(fill(words, 10), "one two\nthree four");
        assert_eq!(fill(words, 1), "one\ntwo\nthree\nfour");
    }
}
