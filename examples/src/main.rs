//! `papergames`: Sprouts, Brussels Sprouts, SOS and Phutball at the command line.
//!
//! Each command is one file in this folder and takes any game as an object; [`start`] finds the game that the arguments
//! name, and the position to start from.
//!
//! # Exit codes
//!
//! 0: success. 1: refused, invalid, or not finished within a limit; a sentence on standard error says why. 2: the
//! command line is invalid. 3: `check` gave up at its limit. 130: ended by Ctrl-C.

mod editor;
mod json;
mod progress;
mod units;

mod report;

mod stopping;

mod input;

mod config;
mod setup;

mod records;

mod start;
mod texts;

mod draw;
mod play;

mod check;
mod completions;
mod convert;
mod explore;
mod man;
mod matches;
mod perft;
mod puzzle;
mod replay;
mod review;
mod rules;
mod solve;
mod tour;
mod tournament;
mod ugi;
mod web;

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

/// Paper-and-pencil games: play them, count them, check them, solve them, draw them.
///
/// Alone, `papergames` shows the tour. `papergames help COMMAND` explains a command and shows examples.
///
/// Options that you always want can stand in the file `papergames/config` of your configuration folder (usually
/// `~/.config`), or in the file that the variable `PAPERGAMES_CONFIG` names: a line such as `play --level 4 --clock 5m`
/// for each command, or options alone for all of them. What the command line says wins.
///
/// Exit codes: 0 success; 1 refused, invalid, or not finished within a limit, with a sentence on standard error; 2 the
/// command line is invalid; 3 `check` gave up at its limit; 130 ended by Ctrl-C.
#[derive(Debug, Parser)]
#[command(name = "papergames", version, max_term_width = 100)]
struct Program {
    /// Show no progress on the screen while something long runs.
    #[arg(long, short, global = true)]
    quiet: bool,

    /// Show no colours; the variable `NO_COLOR` does the same.
    #[arg(long, global = true)]
    no_color: bool,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Tour(tour::Tour),
    Play(play::Play),
    Match(matches::MatchCommand),
    Tournament(tournament::Tournament),
    Ugi(ugi::Ugi),
    Replay(replay::Replay),
    Review(review::ReviewCommand),
    Explore(explore::Explore),
    Puzzle(puzzle::PuzzleCommand),
    Convert(convert::Convert),
    Draw(draw::Draw),
    Solve(solve::Solve),
    Verify(solve::Verify),
    Check(check::Check),
    Perft(perft::Perft),
    Rules(rules::RulesOf),
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
    let Program {
        quiet,
        no_color,
        command,
    } = config::parse();
    progress::set_quiet(quiet);
    if no_color {
        anstream::ColorChoice::Never.write_global();
    }
    let mut out = io::stdout();
    let command = command.unwrap_or(Command::Tour(tour::Tour::default()));
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
        Command::Verify(verify) => verify.run(&mut out),
        Command::Check(check) => match check.run(&mut out) {
            Ok(code) => return code,
            Err(error) => Err(error),
        },
        Command::Perft(perft) => perft.run(&mut out),
        Command::Rules(rules) => rules.run(&mut out),
        Command::Completions(completions) => completions.run(&mut Program::command(), &mut out),
        Command::Man(pages) => pages.run(Program::command(), &mut out),
        Command::Web(web) => web.run(&mut out),
    };
    match done.and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            if !error.is::<report::Printed>() {
                report::print(&error);
            }
            if stopping::is_asked() {
                return ExitCode::from(stopping::STOPPED);
            }
            ExitCode::FAILURE
        }
    }
}

/// Returns whether the reader has closed our output, as `head` does. This is not an error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>());
    io.into_iter()
        .any(|cause| cause.kind() == ErrorKind::BrokenPipe)
}
