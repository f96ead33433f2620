//! Sources of the lines that a user types.

use std::io::{self, BufRead, Write};

use crate::ugi::line::{InputLine, read_line};

/// The longest line that is read, in bytes.
const LONGEST: usize = 1 << 16;

/// What a user typed at a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedLine {
    /// A line.
    Text(String),
    /// A line that was skipped because it is too long to be a move.
    TooLong,
    /// Ctrl-C.
    Interrupted,
    /// The end of the input, which is Ctrl-D at a terminal.
    End,
}

/// A source of lines, such as a pipe or a line editor.
pub trait Lines {
    /// Shows `prompt` and reads a line.
    ///
    /// The game is printed to `out`, as is the prompt unless the source prints it elsewhere. For completion, `words`
    /// returns the lines that make sense at this prompt. Because it lists moves, a source without completion should not
    /// call it.
    ///
    /// # Errors
    ///
    /// Returns an error if the input cannot be read or the output cannot be written.
    fn read(
        &mut self,
        prompt: &str,
        words: &dyn Fn() -> Vec<String>,
        out: &mut dyn Write,
    ) -> io::Result<TypedLine>;

    /// Sets whether an engine or an adviser is working and showing its progress. Anything typed in the meantime belongs
    /// to the next prompt, and should not be shown before it.
    fn set_busy(&mut self, is_busy: bool) {
        let _ = is_busy;
    }
}

/// A source of lines from a file, a pipe or a text, without editing.
///
/// # Examples
///
/// ```
/// use papergames_play::terminal::{Lines, PipedLines, TypedLine};
///
/// let (mut lines, mut out) = (PipedLines::new(&b"undo\n"[..]), Vec::new());
/// let typed = lines.read("first> ", &Vec::new, &mut out)?;
/// assert_eq!(typed, TypedLine::Text("undo".to_owned()));
/// assert_eq!(out, b"first> ");
/// assert_eq!(lines.read("first> ", &Vec::new, &mut out)?, TypedLine::End);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct PipedLines<R> {
    input: R,
}

impl<R: BufRead> PipedLines<R> {
    /// Returns a source of the lines of `input`.
    pub fn new(input: R) -> PipedLines<R> {
        PipedLines { input }
    }
}

impl<R: BufRead> Lines for PipedLines<R> {
    fn read(
        &mut self,
        prompt: &str,
        _: &dyn Fn() -> Vec<String>,
        out: &mut dyn Write,
    ) -> io::Result<TypedLine> {
        write!(out, "{prompt}")?;
        out.flush()?;
        match read_line(&mut self.input, LONGEST)? {
            InputLine::Text(line) => Ok(TypedLine::Text(line)),
            InputLine::TooLong => self.input.skip_until(b'\n').map(|_| TypedLine::TooLong),
            InputLine::End => writeln!(out).map(|()| TypedLine::End),
        }
    }
}
