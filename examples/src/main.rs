//! `papergames`: Sprouts, Brussels Sprouts, SOS and Phutball at the command line.
//!
//! Each command is one file in this folder and takes any game as an object; [`setup`] finds the game that the arguments
//! name, and the position to start from.
//!
//! # Exit codes
//!
//! 0: success. 1: refused, invalid, or not finished within a limit; a sentence on standard error says why. 2: the
//! command line is invalid. 130: ended by Ctrl-C.

mod completions;
mod config;
mod convert;
mod draw;
mod editor;
mod explore;
mod input;
mod json;
mod man;
mod matches;
mod perft;
mod play;
mod progress;
mod puzzle;
mod records;
mod replay;
mod review;
mod rules;
mod setup;
mod solve;
mod stopping;
mod tour;
mod tournament;
mod ugi;
mod units;
mod web;

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Paper-and-pencil games: play them, count them, check them, solve them, draw them.
///
/// Start with `papergames tour`. `papergames help COMMAND` explains a command and shows examples.
///
/// Options that you always want can stand in the file `papergames/config` of your configuration folder (usually
/// `~/.config`), or in the file that the variable `PAPERGAMES_CONFIG` names: a line such as `play --level 4 --clock 5m`
/// for each command, or options alone for all of them. What the command line says wins.
///
/// Exit codes: 0 success; 1 refused, invalid, or not finished within a limit, with a sentence on standard error; 2 the
/// command line is invalid; 130 ended by Ctrl-C.
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
    command: Command,
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
        Command::Perft(perft) => perft.run(&mut out),
        Command::Rules(rules) => rules.run(&mut out),
        Command::Completions(completions) => completions.run(&mut out),
        Command::Man(pages) => pages.run(&mut out),
        Command::Web(web) => web.run(&mut out),
    };
    match done.and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            if !error.is::<Told>() {
                tell(&error);
            }
            if stopping::is_asked() {
                return ExitCode::from(stopping::STOPPED);
            }
            ExitCode::FAILURE
        }
    }
}

/// The error has already been printed on standard error.
#[derive(Debug)]
struct Told;

impl std::fmt::Display for Told {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("see above")
    }
}

impl std::error::Error for Told {}

/// The most wrong games of a file that are reported one by one; the summary counts them all.
const MOST_TOLD: usize = 100;

/// The wrong games of a file. Each is reported when the next one is found, so that the last is left for the end.
#[derive(Default)]
struct Wrong {
    count: usize,
    last: Option<anyhow::Error>,
}

impl Wrong {
    fn add(&mut self, error: anyhow::Error) {
        self.count += 1;
        if let (Some(error), ..MOST_TOLD) = (self.last.replace(error), self.count) {
            tell(&error);
        }
    }

    /// Returns the only error, or reports the last of several.
    fn end(self) -> anyhow::Result<()> {
        match self.last {
            Some(error) if self.count > 1 => {
                tell(&error);
                Err(Told.into())
            }
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

/// Prints an error on standard error.
fn tell(error: &anyhow::Error) {
    complain(&format!("papergames: {}", sentence(error)));
}

/// Prints a remark on standard error, unless `--quiet` is given.
fn note(text: &str) {
    if !progress::is_quiet() {
        complain(&format!("papergames: note: {text}"));
    }
}

/// Prints a sentence on standard error; at a terminal, in lines that are broken between words.
fn complain(text: &str) {
    let terminal = console::Term::stderr();
    let text = match terminal.size_checked() {
        Some((_, columns)) if terminal.is_term() => {
            let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            ::play::terminal::fill(&words, usize::from(columns))
        }
        _ => text.to_owned(),
    };
    // If standard error is closed, there is nothing left to do.
    let _ = writeln!(io::stderr(), "{text}");
}

/// Returns an error with its causes, without causes that the text before already contains.
fn sentence(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.ends_with(&cause) {
            text.push_str(": ");
            text.push_str(&cause);
        }
    }
    text
}

/// Returns whether the reader has closed our output, as `head` does. This is not an error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>());
    io.into_iter()
        .any(|cause| cause.kind() == ErrorKind::BrokenPipe)
}
