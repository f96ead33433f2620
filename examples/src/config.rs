//! The configuration file: the usual options of each command.
//!
//! Each line consists of a command and options for it, separated by blanks; an option that contains blanks is quoted. A
//! line that begins with an option applies to every command, and `#` begins a comment:
//!
//! ```text
//! # the clock I like
//! play --level 4 --clock 10m+5s
//! review --time 5s
//! --no-color
//! ```
//!
//! Options on the command line take precedence.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use clap::error::{ContextKind, ContextValue, ErrorKind as Wrong};
use clap::{Arg, Command, CommandFactory, FromArgMatches};
use common::describe::Refused;
use play::split_words;

use crate::editor::folder;
use crate::input::read_small;
use crate::report;
use crate::setup::{game_named, with_rules};

/// The environment variable that names another file, or no file if it is empty.
const VARIABLE: &str = "PAPERGAMES_CONFIG";

/// Returns the path of the file, which need not exist.
fn file() -> Option<PathBuf> {
    if let Some(path) = env::var_os(VARIABLE) {
        return (!path.is_empty()).then(|| path.into());
    }
    Some(folder("XDG_CONFIG_HOME", "APPDATA", ".config")?.join("config"))
}

/// Returns the usual options of the command among the arguments, and the place where they belong.
///
/// # Errors
///
/// Returns an error if a quote in the file has no second one, or if a line begins with no command of the program.
fn options_of(
    text: &str,
    commands: &Command,
    arguments: &[OsString],
) -> Result<(usize, Vec<OsString>), Refused> {
    let is_option = |word: &OsStr| word.as_encoded_bytes().starts_with(b"-");
    let command = (1..arguments.len()).find(|i| !is_option(&arguments[*i]));
    let (mut for_all, mut for_one) = (Vec::new(), Vec::new());
    for (line, number) in text.lines().zip(1..) {
        let line = line.split('#').next().unwrap_or("");
        let words = split_words(line)?;
        let mut words = words.into_iter().map(OsString::from).peekable();
        match words.peek() {
            Some(word) if is_option(word) => for_all.extend(words),
            Some(word) if commands.find_subcommand(word).is_none() => {
                let word = word.display();
                let reason = format!("line {number} begins with `{word}`, which is no command");
                return Err(Refused::new(reason));
            }
            Some(word) if command.is_some_and(|at| *word == arguments[at]) => {
                for_one.extend(words.skip(1));
            }
            _ => (),
        }
    }
    for_all.append(&mut for_one);
    Ok(match command {
        Some(at) => (at + 1, for_all),
        None => (arguments.len(), Vec::new()),
    })
}

/// What the file adds to the command line, in a sentence.
static ADDED: OnceLock<String> = OnceLock::new();

/// Prints which options the file has added, after an error that they may have caused.
pub(crate) fn note_added() {
    if let Some(added) = ADDED.get() {
        report::note(added);
    }
}

/// Returns whether a text is a sum, perhaps of one term, rather than the name of a game.
fn is_sum(text: &str) -> bool {
    let is_term = |(name, _): (&str, &str)| game_named(name).is_some();
    text.contains(" + ")
        || is_glued(text)
        || text.starts_with('*')
        || text.split_once(' ').is_some_and(is_term)
}

/// Returns whether a text is a sum whose plus is not between blanks, such as `3+sprouts 4`.
pub(crate) fn is_glued(text: &str) -> bool {
    let mut rest = text.split('+').skip(1).map(str::trim_start);
    rest.any(|term| {
        let name = term.split(char::is_whitespace).next();
        term.starts_with('*') || name.and_then(game_named).is_some()
    })
}

/// Replaces `solve` by the command for sums if its argument is a sum.
fn solve_a_sum(arguments: &mut [OsString]) {
    let solve = arguments.iter().position(|word| word == "solve");
    let is_sum = |word: &OsString| word.to_str().is_some_and(is_sum);
    if let Some(at) = solve.filter(|at| arguments[*at..].iter().any(is_sum)) {
        arguments[at] = "sum".into();
    }
}

/// The names in the help for option values that are numbers.
const NUMBERS: [&str; 3] = ["N", "D", "PIXELS"];

/// Returns an argument that accepts a negative number as its value, so that the error can list the valid numbers.
fn with_sign(argument: Arg) -> Arg {
    let names = argument.get_value_names().unwrap_or_default();
    let is_number = names.iter().any(|name| NUMBERS.contains(&name.as_str()));
    argument.allow_negative_numbers(is_number)
}

/// Returns the error of a command line with what was meant: a command for the name of a game, a rule of the game, the
/// option for the name of a file to write, or quotes around moves.
fn explained(mut error: clap::Error, command: Command, arguments: &[OsString]) -> clap::Error {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => word.clone(),
        _ => String::new(),
    };
    let mut words = arguments.iter().filter_map(|word| word.to_str());
    let kind = error.kind();
    let word = context(ContextKind::InvalidSubcommand);
    if kind == Wrong::InvalidSubcommand && game_named(&word).is_some() {
        let meant = format!("`papergames play {word}` or `papergames help {word}`");
        return clap::Error::raw(kind, format!("`{word}` is a game; use {meant}\n"));
    }
    let word = context(ContextKind::InvalidArg);
    if kind == Wrong::InvalidValue
        && word.starts_with("--rules ")
        && let Some(game) = words.find_map(game_named)
    {
        let of_game = |argument| with_rules(argument, game);
        let command = command.mut_subcommands(|command| command.mut_args(of_game));
        return command
            .try_get_matches_from(arguments)
            .err()
            .unwrap_or(error);
    }
    let command = words.find_map(|word| command.find_subcommand(word));
    if kind == Wrong::UnknownArgument
        && !word.starts_with('-')
        && let Some(command) = command
    {
        let is_file = Path::new(&word).extension().is_some();
        let mut options = command.get_arguments();
        let tip = if is_file && options.any(|option| option.get_short() == Some('o')) {
            format!("to name the file to write, use '-o {word}'")
        } else {
            "a setup and its moves are one argument; put them between quotes".to_owned()
        };
        let tips = ContextValue::StyledStrs(vec![tip.into()]);
        error.insert(ContextKind::Suggested, tips);
    }
    error
}

/// Reads the command line, with the options of the file. Options that the command line contradicts are left out with a
/// note.
pub(crate) fn parse<P: CommandFactory + FromArgMatches>() -> P {
    let mut typed: Vec<OsString> = env::args_os().collect();
    solve_a_sum(&mut typed);
    let read = |arguments: &[OsString]| {
        let command = P::command().args_override_self(true);
        let command = command.mut_subcommands(|command| command.mut_args(with_sign));
        let matches = command.clone().try_get_matches_from(arguments);
        let mut matches = matches.map_err(|error| explained(error, command, arguments))?;
        P::from_arg_matches_mut(&mut matches)
    };
    let path = file();
    let text = match path.as_deref().map(read_small) {
        Some(Ok(text)) => text,
        // The usual file need not exist, but one that was named must.
        Some(Err(error))
            if error.kind() != ErrorKind::NotFound || env::var_os(VARIABLE).is_some() =>
        {
            let path = path.as_deref().unwrap_or(Path::new(""));
            report::note(&format!(
                "cannot read the options in `{}`: {error}",
                path.display()
            ));
            String::new()
        }
        _ => String::new(),
    };
    let reason = match options_of(&text, &P::command(), &typed) {
        Ok((at, options)) => {
            let (before, after) = typed.split_at(at);
            match read(&[before, &options, after].concat()) {
                Ok(program) => {
                    if !options.is_empty() {
                        let path = path.unwrap_or_default();
                        let options = options.join(OsStr::new(" "));
                        let (path, options) = (path.display(), options.display());
                        let _ = ADDED.set(format!("`{path}` adds `{options}` to this command"));
                    }
                    return program;
                }
                Err(failed)
                    if matches!(failed.kind(), Wrong::DisplayHelp | Wrong::DisplayVersion) =>
                {
                    None
                }
                Err(failed) => Some(failed.to_string()),
            }
        }
        Err(reason) => Some(reason.to_string()),
    };
    // Errors in the typed arguments are reported without the options of the file.
    let program = read(&typed).unwrap_or_else(|error| error.exit());
    if let Some(reason) = reason {
        let reason = reason
            .lines()
            .next()
            .unwrap_or("")
            .trim_start_matches("error: ");
        let path = path.unwrap_or_default();
        report::note(&format!(
            "the options in `{}` are ignored: {reason}",
            path.display()
        ));
    }
    program
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commands() -> Command {
        Command::new("p").subcommands(["play", "review", "match"].map(Command::new))
    }

    #[test]
    fn options_stand_before_what_was_typed() {
        let with = |text: &str, line: &str| {
            let arguments: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
            let (at, options) = options_of(text, &commands(), &arguments).expect("options");
            let (before, after) = arguments.split_at(at);
            [before, &options, after].concat().join(OsStr::new(" "))
        };
        let text = "# mine\nplay --level 4 # strong\nreview --time 5s\n\n--no-color\n";
        assert_eq!(
            with(text, "p play sos --level 2"),
            "p play --no-color --level 4 sos --level 2"
        );
        assert_eq!(
            with(text, "p -q review sos"),
            "p -q review --no-color --time 5s sos"
        );
        assert_eq!(with(text, "p solve sos"), "p solve --no-color sos");
        assert_eq!(with(text, "p --version"), "p --version");
        assert_eq!(with("", "p play"), "p play");
        let text = "match --first \"ugi:'my engines/sos' -x\" # that isn't mine\n";
        assert_eq!(
            with(text, "p match sos"),
            "p match --first ugi:'my engines/sos' -x sos"
        );
        for (text, said) in [
            (
                "play '--level 4",
                "the quote `'` in `play '--level 4` must be followed by a second one",
            ),
            (
                "\nfoo --bar",
                "line 2 begins with `foo`, which is no command",
            ),
        ] {
            let reason = options_of(text, &commands(), &["p".into(), "play".into()]);
            assert_eq!(reason.expect_err("a wrong line").to_string(), said);
        }
    }
}
