//! The commands of a prompt: how they are typed, completed and explained, and how a mistyped one is guessed.

use common::any::AnyRecord;
use strsim::osa_distance;

use super::screen::explain;
use crate::listing::first_moves;

/// The column in which explanations of commands and moves begin.
pub const MARGIN: usize = 14;

/// The maximum number of moves that Tab offers.
const COMPLETED: usize = 3_000;

/// The least length of a mistyped word for which a command is guessed.
const LEAST_GUESSED: usize = 3;

/// The commands that can be typed at a prompt in addition to moves, an enum for each prompt: see
/// [`commands!`](crate::commands).
pub trait Commands: Sized + 'static {
    /// The commands, in the order in which they are explained.
    const USAGES: &[Usage<Self>];

    /// Other words, each with what is read in its place.
    const ALSO: &[(&str, &str)];

    /// Reads a line. The case of a command does not matter. A move can follow the word `play`.
    ///
    /// # Errors
    ///
    /// Returns an error for a command with an argument that it does not take.
    fn read(line: &str) -> Result<PromptEntry<'_, Self>, MisusedCommand> {
        let line = line.trim();
        let (word, rest) = split(line);
        let word = word.to_lowercase();
        let also = Self::ALSO.iter().find(|(also, _)| *also == word);
        let (name, begin) = also.map_or((word.as_str(), ""), |(_, meant)| split(meant));
        let argument = if begin.is_empty() { rest } else { begin };
        match Self::USAGES.iter().find(|usage| usage.name() == name) {
            Some(usage) => {
                let command = (usage.command)(argument).map(PromptEntry::Command);
                command.ok_or_else(|| MisusedCommand {
                    usage: usage.text,
                    about: usage.about,
                    found: line.to_owned(),
                })
            }
            None if line.is_empty() => Ok(PromptEntry::Nothing),
            None if name == "play" && !rest.is_empty() => Ok(PromptEntry::Move(rest)),
            None => Ok(PromptEntry::Move(line)),
        }
    }

    /// Returns the question whether a command was meant, if exactly one begins with the first word of a line, or
    /// differs from it by one letter that is wrong, missing, superfluous or exchanged with the next.
    fn guess(line: &str) -> Option<String> {
        let word = split(line.trim()).0.to_lowercase();
        if word.len() < LEAST_GUESSED || !word.chars().all(|c| c.is_ascii_lowercase()) {
            return None;
        }
        let names = Self::USAGES.iter().map(Usage::name);
        let mut near =
            names.filter(|name| name.starts_with(&word) || osa_distance(name, &word) <= 1);
        let meant = near.next().filter(|_| near.next().is_none());
        meant.map(|name| format!("(did you mean `{name}`?)"))
    }

    /// Explains the commands whose usage begins with a text, in lines that fit `width`.
    fn explained(begin: &str, width: usize) -> Vec<String> {
        Self::explained_with(begin, width, |_| String::new())
    }

    /// Like [`explained`](Commands::explained), with what `more` returns for the name of a command after its
    /// explanation.
    fn explained_with(begin: &str, width: usize, more: impl Fn(&str) -> String) -> Vec<String> {
        let usages = Self::USAGES.iter();
        let usages = usages.filter(|usage| usage.text.starts_with(begin));
        let lines = usages.map(|usage| {
            let Usage { text, about, .. } = usage;
            format!("{text:<13} {about}{}", more(usage.name()))
        });
        lines.map(|line| explain(&line, MARGIN, width)).collect()
    }

    /// Returns the words that can be typed for a command or for the next move of a record. A command ends in a blank if
    /// an argument must follow. A command that replaces a file, such as `save!`, is not completed.
    fn completions(record: &dyn AnyRecord) -> Vec<String> {
        let usages = Self::USAGES.iter().map(|usage| split(usage.text));
        let usages = usages.filter(|(name, _)| !name.ends_with('!'));
        let words = usages.map(|(name, argument)| match argument.chars().next() {
            None | Some('[') => name.to_owned(),
            Some(_) => format!("{name} "),
        });
        let (moves, _) = first_moves(record, "", COMPLETED);
        words.chain(moves.iter().map(ToString::to_string)).collect()
    }
}

/// Declares the commands of a prompt: an enum that implements [`Commands`](crate::terminal::Commands).
///
/// Each command has its usage, in which an argument that can be left out is in brackets, and its effect. The argument
/// of a command is of a type that implements [`Argument`](crate::terminal::Argument). In place of each word after
/// `also`, the text beside it is read.
///
/// # Examples
///
/// ```
/// use papergames_play::terminal::{Commands, PromptEntry};
///
/// papergames_play::commands! {
///     #[derive(Debug, PartialEq)]
///     enum Command {
///         Back(usize): "back [N]", "goes back by N moves";
///         Draw(String): "draw FILE", "draws the position";
///         Quit: "quit", "ends";
///     }
///     also "b": "back", "exit": "quit"
/// }
///
/// assert_eq!(Command::read("back"), Ok(PromptEntry::Command(Command::Back(1))));
/// assert_eq!(Command::read("Draw a.svg"), Ok(PromptEntry::Command(Command::Draw("a.svg".to_owned()))));
/// assert_eq!(Command::read("exit"), Ok(PromptEntry::Command(Command::Quit)));
/// assert_eq!(Command::read("1-2"), Ok(PromptEntry::Move("1-2")));
/// let misused = Command::read("quit now").unwrap_err();
/// assert_eq!(misused.to_string(), "expected `quit` (ends), found `quit now`");
/// assert_eq!(Command::guess("qiut"), Some("(did you mean `quit`?)".to_owned()));
/// ```
#[macro_export]
macro_rules! commands {
    (@read $typed:ident $commands:ident $command:ident) => {
        $typed.is_empty().then_some($commands::$command)
    };
    (@read $typed:ident $commands:ident $command:ident $argument:ty) => {
        <$argument as $crate::terminal::Argument>::read($typed).map($commands::$command)
    };
    (
        $(#[$attribute:meta])*
        $visible:vis enum $commands:ident {
            $($command:ident $(($argument:ty))?: $usage:literal, $about:literal;)+
        }
        also $($word:literal: $meant:literal),*
    ) => {
        $(#[$attribute])*
        $visible enum $commands {
            $(#[doc = $about] $command $(($argument))?),+
        }

        impl $crate::terminal::Commands for $commands {
            const USAGES: &[$crate::terminal::Usage<Self>] = &[$(
                $crate::terminal::Usage {
                    text: $usage,
                    about: $about,
                    command: |typed| $crate::commands!(@read typed $commands $command $($argument)?),
                }
            ),+];
            const ALSO: &[(&str, &str)] = &[$(($word, $meant)),*];
        }
    };
}

/// How a command is typed, and what it does.
#[derive(Debug)]
pub struct Usage<C> {
    /// The name and the argument, such as `save FILE`, or `undo [N]` if the argument can be left out.
    pub text: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Returns the command with an argument, which may be empty, or `None` if the command does not take it.
    pub command: fn(&str) -> Option<C>,
}

impl<C> Usage<C> {
    fn name(&self) -> &'static str {
        split(self.text).0
    }
}

/// The argument of a command.
pub trait Argument: Sized {
    /// Reads the argument, which may be empty. Returns `None` if it is not as expected.
    fn read(typed: &str) -> Option<Self>;
}

/// Any text, or none.
impl Argument for String {
    fn read(typed: &str) -> Option<String> {
        Some(typed.to_owned())
    }
}

/// A number of times: positive, or 1 if none is typed.
impl Argument for usize {
    fn read(typed: &str) -> Option<usize> {
        match typed {
            "" => Some(1),
            typed => typed.parse().ok().filter(|number| *number > 0),
        }
    }
}

/// A line that was typed at a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptEntry<'t, C> {
    /// A line without text.
    Nothing,
    /// A command.
    Command(C),
    /// Anything else: a move, or the number of one.
    Move(&'t str),
}

/// The error returned for a command with an argument that it does not take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected `{usage}` ({about}), found `{found}`")]
pub struct MisusedCommand {
    usage: &'static str,
    about: &'static str,
    found: String,
}

/// Splits a line into its first word and the rest.
fn split(line: &str) -> (&str, &str) {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim_start())
}

#[cfg(test)]
mod tests {
    use common::any::AnyGame;
    use common::nim::NIM;

    use super::*;

    crate::commands! {
        #[derive(Debug, PartialEq)]
        enum Command {
            Help(String): "help [WORD]", "shows this";
            Save(String): "save FILE", "writes it";
            SaveOver(String): "save! FILE", "replaces it";
        }
        also
    }

    #[test]
    fn commands_and_moves_are_completed_without_those_that_replace_a_file() {
        let record = NIM.parse("2:first+").expect("a position of Nim");
        let words = Command::completions(&*record);
        assert_eq!(words, ["help", "save ", "0x1", "0x2"]);
    }

    #[test]
    fn commands_are_explained_in_their_order() {
        let explained = Command::explained("save", 80);
        assert_eq!(
            explained,
            ["save FILE     writes it", "save! FILE    replaces it"]
        );
    }
}
