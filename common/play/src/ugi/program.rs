//! Programs that are started by a command line, and that end together with all programs that they have started.

use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use common::describe::Refused;

/// The numbers of the processes that run. The lock is held while one starts, so that none is left out.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

fn running() -> MutexGuard<'static, Vec<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A running program. When it is dropped, the program ends, and so does every program that it has started, unless that
/// program has left its process group.
#[derive(Debug)]
pub(super) struct Program {
    child: Child,
}

impl Program {
    /// Starts a command line of [words](split_words). Standard error is discarded.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no command, or if the program cannot be started.
    pub(super) fn start(command: &str) -> Result<(Program, Pipes), Refused> {
        let words = split_words(command)?;
        let Some((program, arguments)) = words.split_first() else {
            return Err(Refused::new(
                "write a command after `ugi:`, such as `ugi:./engine`",
            ));
        };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        // In a group of its own, all that it starts can be ended with it. Ctrl-C does not reach it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut running = running();
        let spawned = command.spawn().map_err(|reason| {
            Refused::because(reason).context(format_args!("cannot start `{program}`"))
        });
        let mut child = spawned?;
        running.push(child.id());
        let pipes = (child.stdin.take(), child.stdout.take());
        Ok((Program { child }, pipes))
    }
}

/// The ends of a program's standard input and output.
pub(super) type Pipes = (
    Option<std::process::ChildStdin>,
    Option<std::process::ChildStdout>,
);

impl Drop for Program {
    fn drop(&mut self) {
        let id = self.child.id();
        let mut running = running();
        running.retain(|other| *other != id);
        // Until it is waited for, no other process has its number. If it has already ended, this does no harm.
        let _ = self.child.kill();
        kill_group(id);
        let _ = self.child.wait();
    }
}

/// Ends the programs of all opponents, and all programs that these have started. No program can be started afterwards.
///
/// Call this before [`std::process::exit`], which does not drop the opponents. If the process is killed instead, then a
/// program that does not end with its input goes on.
pub fn end_programs() {
    let running = running();
    running.iter().copied().for_each(kill_group);
    // Another thread that is about to start a program waits until the process ends.
    std::mem::forget(running);
}

#[cfg(unix)]
fn kill_group(id: u32) {
    use nix::sys::signal::{Signal, killpg};
    if let Ok(id) = i32::try_from(id) {
        let _ = killpg(nix::unistd::Pid::from_raw(id), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: u32) {}

/// Splits a command line into words. Blanks separate words, except between two quotes, single or double; a backslash
/// is an ordinary character, as in paths of Windows.
///
/// # Errors
///
/// Returns an error if the second of two quotes is missing.
///
/// # Examples
///
/// ```
/// use papergames_play::split_words;
///
/// assert_eq!(split_words("'my engines/sos' --level 3")?, ["my engines/sos", "--level", "3"]);
/// assert_eq!(split_words(r#"C:\engine "" a'b c'"#)?, [r"C:\engine", "", "ab c"]);
/// let error = split_words("'my engines/sos").unwrap_err();
/// assert_eq!(error.to_string(), "the quote `'` in `'my engines/sos` must be followed by a second one");
/// # Ok::<(), papergames_play::common::describe::Refused>(())
/// ```
pub fn split_words(text: &str) -> Result<Vec<String>, Refused> {
    let mut words = Vec::new();
    let (mut word, mut quote) = (None, None);
    for character in text.chars() {
        match (quote, character) {
            (None, '\'' | '"') => {
                quote = Some(character);
                word.get_or_insert_with(String::new);
            }
            (Some(open), _) if open == character => quote = None,
            (None, _) if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_with(String::new).push(character),
        }
    }
    words.extend(word);
    match quote {
        None => Ok(words),
        Some(open) => {
            let text: String = text.chars().take(80).collect();
            Err(Refused::new(format!(
                "the quote `{open}` in `{text}` must be followed by a second one"
            )))
        }
    }
}
