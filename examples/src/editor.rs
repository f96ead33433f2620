//! The prompt at a terminal: lines that can be edited, with a history and completion.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use play::terminal::{Lines, PipedLines, Screen, TypedLine};
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{ColorMode, CompletionType, Config, Context, Helper};

/// The number of lines that the history keeps.
const HISTORY: usize = 500;

/// The length of the longest line that is read as a move or a command.
const LONGEST: usize = 1 << 16;

/// A line editor with a history that is kept from one run to the next.
struct Editor {
    inner: rustyline::Editor<LineCompleter, FileHistory>,
    history: Option<PathBuf>,
    /// The lines of a pasted text that are not read yet.
    pasted: VecDeque<String>,
}

impl Editor {
    /// Returns an editor for standard input and output.
    fn new(colours: bool) -> io::Result<Editor> {
        let config = Config::builder()
            .auto_add_history(true)
            .max_history_size(HISTORY)
            .map_err(io::Error::other)?
            .completion_type(CompletionType::List)
            .color_mode(if colours {
                ColorMode::Enabled
            } else {
                ColorMode::Disabled
            })
            .build();
        let mut editor = rustyline::Editor::with_config(config).map_err(io::Error::other)?;
        let history = state().map(|folder| folder.join("history.txt"));
        if let Some(path) = &history {
            // There is no history before the first run.
            let _ = editor.load_history(path);
        }
        editor.set_helper(Some(LineCompleter::default()));
        Ok(Editor {
            inner: editor,
            history,
            pasted: VecDeque::new(),
        })
    }
}

/// Returns the lines of standard input: edited at a terminal, and otherwise as they come.
pub(crate) fn lines(screen: &Screen) -> io::Result<Box<dyn Lines>> {
    Ok(if screen.is_dialogue {
        Box::new(Editor::new(screen.colours)?)
    } else {
        Box::new(PipedLines::new(io::stdin().lock()))
    })
}

impl Lines for Editor {
    fn read(
        &mut self,
        prompt: &str,
        words: &dyn Fn() -> Vec<String>,
        out: &mut dyn Write,
    ) -> io::Result<TypedLine> {
        if let Some(line) = self.pasted.pop_front() {
            writeln!(out, "{prompt}{line}")?;
            return Ok(TypedLine::Text(line));
        }
        out.flush()?;
        if let Some(helper) = self.inner.helper_mut() {
            helper.words = words();
        }
        let mut typed = self.edit(prompt)?;
        if typed == TypedLine::Interrupted {
            writeln!(out, "(Ctrl-C once more or `quit` leaves.)")?;
            out.flush()?;
            typed = self.edit(prompt)?;
        }
        if let TypedLine::Text(text) = &typed
            && text.contains(['\n', '\r'])
        {
            self.pasted = text.lines().map(str::to_owned).collect();
            return self.read(prompt, words, out);
        }
        Ok(typed)
    }

    fn set_busy(&mut self, is_busy: bool) {
        echo(!is_busy);
    }
}

/// Sets whether the terminal shows what is typed while no line is read.
pub(crate) fn echo(is_on: bool) {
    #[cfg(unix)]
    {
        use nix::sys::termios::{LocalFlags, SetArg, tcgetattr, tcsetattr};
        let input = io::stdin();
        // If input is not a terminal, nothing is shown anyway.
        if let Ok(mut settings) = tcgetattr(&input) {
            settings.local_flags.set(LocalFlags::ECHO, is_on);
            let _ = tcsetattr(&input, SetArg::TCSANOW, &settings);
        }
    }
    #[cfg(not(unix))]
    let _ = is_on;
}

impl Editor {
    /// Reads a line, or the lines of a pasted text.
    fn edit(&mut self, prompt: &str) -> io::Result<TypedLine> {
        let typed = match self.inner.readline(prompt) {
            Ok(line) if line.len() > LONGEST => TypedLine::TooLong,
            Ok(line) => TypedLine::Text(line),
            Err(ReadlineError::Eof) => TypedLine::End,
            Err(ReadlineError::Interrupted) => TypedLine::Interrupted,
            Err(ReadlineError::Io(error)) => return Err(error),
            Err(error) => return Err(io::Error::other(error)),
        };
        if let Some(path) = &self.history {
            // The game continues without a history.
            let _ = self.inner.append_history(path);
        }
        Ok(typed)
    }
}

/// The commands that name a file.
const FILES: [&str; 4] = ["save ", "save! ", "draw ", "draw! "];

/// The completion of a line: the moves and commands that begin with it, and file names after some commands.
#[derive(Default)]
struct LineCompleter {
    words: Vec<String>,
    files: FilenameCompleter,
}

impl Completer for LineCompleter {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        at: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = &line[..at];
        if FILES.iter().any(|command| typed.starts_with(command)) {
            return self.files.complete(line, at, context);
        }
        let words = self.words.iter().filter(|word| word.starts_with(typed));
        let pairs = words.map(|word| Pair {
            display: word.clone(),
            replacement: word.clone(),
        });
        Ok((0, pairs.collect()))
    }
}

impl Highlighter for LineCompleter {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        Cow::Owned(format!("\x1b[1m{prompt}\x1b[0m"))
    }
}

impl Hinter for LineCompleter {
    type Hint = String;
}

impl Validator for LineCompleter {}

impl Helper for LineCompleter {}

/// Returns the folder for data that the program keeps from one run to the next, and creates it if necessary.
pub(crate) fn state() -> Option<PathBuf> {
    let folder = folder("XDG_STATE_HOME", "LOCALAPPDATA", ".local/state")?;
    fs::create_dir_all(&folder).ok()?;
    Some(folder)
}

/// Returns the program's folder within the user's folder that a variable of XDG or of Windows names, or within the home
/// folder.
pub(crate) fn folder(xdg: &str, windows: &str, in_home: &str) -> Option<PathBuf> {
    let named = |name| {
        let path = env::var_os(name).map(PathBuf::from);
        path.filter(|path| path.is_absolute())
    };
    let folder = named(xdg).or_else(|| named(windows));
    let folder = folder.or_else(|| Some(named("HOME")?.join(in_home)))?;
    Some(folder.join("papergames"))
}
