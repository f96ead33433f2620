//! `papergames`: Sprouts, Brussels Sprouts, SOS and Phutball on the command line.
//!
//! Each command is one file in this folder and takes any game as an object. [`start`] finds the game that the arguments
//! name and the position to start from.
//!
//! # Exit codes
//!
//! 0: success. 1: refused, invalid, or not finished within a limit, with a sentence on standard error that says why. 2:
//! the command line is invalid, or `check` cannot read its file. 3: `check` gave up at its limit. 130: ended by Ctrl-C.

mod editor;
mod json;
mod progress;
mod units;

mod report;

mod stopping;

mod input;

mod setup;

mod config;

mod records;

mod start;
mod texts;

mod draw;
mod play;
mod prompt;

mod check;
mod completions;
mod convert;
mod explore;
mod help;
mod man;
mod matches;
mod perft;
mod puzzle;
mod replay;
mod review;
mod rules;
mod solve;
mod sum;
mod tour;
mod tournament;
mod ugi;
mod web;

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use ::play::terminal::TableError;
use clap::{CommandFactory, Parser, Subcommand};

/// Paper-and-pencil games: play them, count them, check them, solve them, draw them.
///
/// Without a command, `papergames` shows the tour. `papergames help COMMAND` explains a command and shows examples.
/// `papergames help GAME` explains how to set up a game, how to type its moves, and which rules and notations it has.
/// `papergames help TOPIC` explains a term.
///
/// You can put default options in the file `papergames/config` in your configuration folder (usually `~/.config`), or
/// in the file that the environment variable `PAPERGAMES_CONFIG` names. To set options for one command, write a line
/// such as `play --level 4 --clock 5m`. A line with only options applies to all commands. Options on the command line
/// take precedence. Names of files and all other arguments must be text in UTF-8.
///
/// The exit code is 0 for success, 1 if the input was refused or a limit was reached (standard error says why), 2 if
/// the command line is invalid, 3 if `check` gave up at its limit, and 130 after Ctrl-C.
#[derive(Debug, Parser)]
#[command(
    name = "papergames",
    version,
    max_term_width = 100,
    disable_help_subcommand = true
)]
#[command(after_help = help::games_and_topics())]
struct CommandLine {
    /// Do not show progress on the screen.
    #[arg(long, short, global = true)]
    quiet: bool,

    /// Use no colours; the environment variable `NO_COLOR` does the same.
    #[arg(long, global = true)]
    no_color: bool,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Tour(tour::Tour),
    Play(play::PlayCommand),
    Match(matches::MatchCommand),
    Tournament(tournament::TournamentCommand),
    Ugi(ugi::Ugi),
    Replay(replay::Replay),
    Review(review::ReviewCommand),
    Explore(explore::Explore),
    Puzzle(puzzle::PuzzleCommand),
    Convert(convert::Convert),
    Draw(draw::DrawCommand),
    Solve(solve::Solve),
    #[command(hide = true)]
    Sum(sum::SumCommand),
    Verify(solve::Verify),
    Check(check::CheckCommand),
    Perft(perft::Perft),
    Rules(rules::RulesOf),
    Help(help::Help),
    Completions(completions::Completions),
    Man(man::ManPages),
    Web(web::Web),
}

/// Suppresses the panic message for a damaged store, which is reported as an error instead.
fn quiet_the_store() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !common::store::panic_is_handled() {
            usual(panic);
        }
    }));
}

fn main() -> ExitCode {
    quiet_the_store();
    setup::set_games(papergames::games());
    let program: CommandLine = config::parse();
    progress::set_quiet(program.quiet);
    if program.no_color {
        anstream::ColorChoice::Never.write_global();
    }
    let mut out = report::Output::new();
    let command = program
        .command
        .unwrap_or(Command::Tour(tour::Tour::default()));
    let done = match command {
        Command::Tour(tour) => tour.run(&mut out),
        Command::Play(play) => play.run(&mut out),
        Command::Match(games) => games.run(&mut out),
        Command::Tournament(games) => games.run(&mut out),
        Command::Ugi(ugi) => ugi.run(),
        Command::Replay(replay) => replay.run(&mut out),
        Command::Review(review) => review.run(&mut out),
        Command::Explore(explore) => explore.run(&mut out),
        Command::Puzzle(puzzle) => puzzle.run(&mut out),
        Command::Convert(convert) => convert.run(&mut out),
        Command::Draw(draw) => draw.run(&mut out),
        Command::Solve(solve) => solve.run(&mut out),
        Command::Sum(sum) => sum.run(&mut out),
        Command::Verify(verify) => verify.run(&mut out),
        Command::Check(check) => match check.run(&mut out) {
            Ok(code) => return code,
            Err(error) => Err(error),
        },
        Command::Perft(perft) => perft.run(&mut out),
        Command::Rules(rules) => rules.run(&mut out),
        Command::Help(help) => help.run(CommandLine::command(), &mut out),
        Command::Completions(completions) => completions.run(&mut CommandLine::command(), &mut out),
        Command::Man(pages) => pages.run(CommandLine::command(), &mut out),
        Command::Web(web) => web.run(&mut out),
    };
    match done.and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            if !error.is::<report::PrintedError>() {
                report::print(&error);
                config::note_added();
            }
            if stopping::is_asked() {
                return ExitCode::from(stopping::STOPPED);
            }
            ExitCode::from(if error.is::<report::UsageError>() {
                2
            } else {
                1
            })
        }
    }
}

/// Returns whether the reader has closed the program's output, as `head` does, which is not an error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>());
    io.into_iter()
        .any(|cause| cause.kind() == ErrorKind::BrokenPipe)
        || matches!(error.downcast_ref(), Some(TableError::Io(cause)) if cause.kind() == ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// The whole program as its parser sees it.
    fn program() -> clap::Command {
        setup::set_games(papergames::games());
        let mut program = CommandLine::command();
        program.build();
        program
    }

    /// Returns each option of each command: the command, the option, and the argument.
    fn options(program: &clap::Command) -> Vec<(String, String, clap::Arg)> {
        let commands = program.get_subcommands();
        let options = commands.flat_map(|command| {
            let arguments = command.get_arguments().filter_map(|argument| {
                let long = argument.get_long()?;
                Some((
                    command.get_name().to_owned(),
                    long.to_owned(),
                    argument.clone(),
                ))
            });
            arguments.collect::<Vec<_>>()
        });
        options.filter(|(_, long, _)| long != "help").collect()
    }

    #[test]
    fn the_parser_has_no_contradictions() {
        program().debug_assert();
    }

    #[test]
    fn an_option_means_the_same_in_every_command() {
        let mut seen: BTreeMap<String, (String, String)> = BTreeMap::new();
        for (command, long, argument) in options(&program()) {
            let how = format!(
                "{:?} {:?}",
                argument.get_value_names(),
                argument.get_short()
            );
            let (first, before) = seen
                .entry(long.clone())
                .or_insert((command.clone(), how.clone()));
            // Here both name a file to write; a folder or an ending says the rest. `--resume` of a game needs no file.
            if !["output", "resume"].contains(&long.as_str()) {
                assert_eq!(*before, how, "--{long} of `{first}` and `{command}`");
            }
        }
    }

    #[test]
    fn what_is_written_is_named_by_output() {
        // These are read as well as written: a store, and the progress of an audit.
        let kept = ["store", "resume"];
        for (command, long, argument) in options(&program()) {
            let names = argument.get_value_names().unwrap_or_default();
            let is_file = names
                .iter()
                .any(|name| ["FILE", "FOLDER"].contains(&name.as_str()));
            if is_file && !kept.contains(&long.as_str()) {
                assert_eq!(
                    (long.as_str(), argument.get_short()),
                    ("output", Some('o')),
                    "papergames {command} --{long}"
                );
            }
        }
    }

    #[test]
    fn every_command_and_option_says_what_it_does() {
        let program = program();
        for command in program.get_subcommands() {
            let about = command
                .get_about()
                .map(ToString::to_string)
                .unwrap_or_default();
            assert!(
                !about.is_empty() && !about.ends_with('.'),
                "{}: {about}",
                command.get_name()
            );
            let examples = command
                .get_after_help()
                .map(ToString::to_string)
                .unwrap_or_default();
            let begin = "Examples:\n  papergames ";
            assert!(
                examples.starts_with(begin),
                "{}: {examples}",
                command.get_name()
            );
        }
        for (command, long, argument) in options(&program) {
            assert!(
                argument.get_help().is_some(),
                "papergames {command} --{long}"
            );
        }
    }
}
