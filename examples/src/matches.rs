//! `papergames match`: engine against engine, with a confidence interval for the score.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use play::matches::whole_lines;
use play::{Limits, Match, Opponent, Played, Score};
use serde::Serialize;

use crate::play::{Clocks, Thinking};
use crate::setup::{ForAnyGame, Playable, Start};
use crate::units::duration;

/// Let two opponents play a match
///
/// An opponent is `random`, a level from 1 to 5, `mcts` (Monte-Carlo tree search), or `ugi:COMMAND`, any program that
/// speaks the Universal Game Interface. Phutball also has `engine:LEVEL`, levels 1 to 6 of its own engine, and
/// `baseline:DEPTH`, alpha-beta that only looks at the row of the ball. Games are played in pairs with the same opening
/// and swapped seats. A draw counts one half; the interval is Wilson's, at 95 %. An opponent that plays an illegal
/// move, exceeds its time and the margin, exits, or prints without end forfeits that game, and the match continues.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames match sos 5x5 --first 3 --second random --games 20
  papergames match sprouts 5 --first 4 --second 2 --games 100 --save games.txt
  papergames match phutball --first engine:6 --second baseline:3 --opening 4 --save games.txt --resume
  papergames match phutball --first 5 --second 'ugi:./other-engine --fast' --time 100ms
  papergames match sos 6x6 --first 5 --second 4 --clock 10s+100ms")]
pub(crate) struct MatchCommand {
    #[command(flatten)]
    start: Start,

    /// The opponent that has the first seat in the first game.
    #[arg(long, value_name = "E")]
    first: String,

    /// The other opponent.
    #[arg(long, value_name = "E")]
    second: String,

    /// How many games; an odd number is rounded up.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 20,
        allow_negative_numbers = true,
        value_parser = clap::builder::RangedI64ValueParser::<u64>::new().range(1..=1_000_000),
    )]
    games: u64,

    /// The number of random moves at the start of each pair of games.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 2,
        allow_negative_numbers = true,
        value_parser = clap::builder::RangedI64ValueParser::<u64>::new().range(0..),
    )]
    opening: u64,

    #[command(flatten)]
    thinking: Thinking,

    #[command(flatten)]
    clock: Clocks,

    /// How far a program may exceed its time for a move before it forfeits the game.
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = duration)]
    margin: std::time::Duration,

    /// The seed of all random choices. Without a time limit, the same seed gives the same match.
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// The number of games to play at the same time.
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        allow_negative_numbers = true,
        value_parser = clap::builder::RangedI64ValueParser::<usize>::new().range(1..=1024),
    )]
    threads: usize,

    /// The number of moves after which an unfinished game is a draw.
    #[arg(
        long,
        value_name = "N",
        default_value = "1000",
        allow_negative_numbers = true,
        value_parser = clap::builder::RangedI64ValueParser::<usize>::new().range(1..),
    )]
    most_moves: usize,

    /// Append the games to a file, each as a comment line and a line that `replay` reads.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Count the games that are already in the file of `--save`, and play only the missing ones.
    #[arg(long, requires = "save")]
    resume: bool,

    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

impl MatchCommand {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        self.start.game.visit(Task {
            settings: self,
            out,
        })
    }
}

struct Task<'a> {
    settings: &'a MatchCommand,
    out: &'a mut dyn Write,
}

impl ForAnyGame for Task<'_> {
    type Output = ();

    fn run<G: Playable>(self) -> Result<()> {
        let settings = self.settings;
        let start: G = settings.start.position()?;
        let mut games = Match::new(start, [&settings.first, &settings.second])?
            .games(settings.games)
            .opening(settings.opening)
            .seed(settings.seed)
            .most_moves(settings.most_moves)
            .margin(settings.margin);
        if let Some(control) = settings.clock.control() {
            games = games.clock(control);
        }
        if let (Some(path), true) = (&settings.save, settings.resume) {
            let played = played(&games, path)?;
            games = games.resume(played);
        }
        let mut file =
            match &settings.save {
                None => None,
                Some(path) => {
                    let file = OpenOptions::new().create(true).append(true).open(path);
                    Some(file.with_context(|| {
                        format!("expected a file to write at `{}`", path.display())
                    })?)
                }
            };
        let style = ProgressStyle::with_template("{pos}/{len} games {wide_bar} {msg} {eta}")?;
        let bar = ProgressBar::new(games.n_games()).with_style(style);
        let limits: Limits = settings.thinking.limits().margin(settings.margin);
        let make = |name: &str, seed| Opponent::named(name, seed, &limits);
        let mut written = Ok(());
        let mut seen = |game: &Played<G>, score: &Score| {
            bar.set_message(score.to_string());
            bar.set_position(score.games());
            if let (Some(file), Ok(())) = (&mut file, &written) {
                written = file.write_all(games.save(game).as_bytes());
            }
        };
        let score = games.run_on(settings.threads, &make, &mut seen)?;
        bar.finish_and_clear();
        written.context("the games cannot be saved")?;
        settings.print::<G>(&score, self.out)
    }
}

/// Returns the games of a match in a file. Removes an incomplete last line, left when the program was stopped.
fn played<G: Playable>(games: &Match<G>, path: &Path) -> Result<Vec<Played<G>>> {
    let text = match fs::read_to_string(path) {
        Err(reason) if reason.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        text => text.with_context(|| format!("expected a file to read at `{}`", path.display()))?,
    };
    let whole = whole_lines(&text);
    let played = games
        .load(&text)
        .with_context(|| format!("`{}`", path.display()))?;
    if whole < text.len() {
        OpenOptions::new()
            .write(true)
            .open(path)?
            .set_len(whole as u64)?;
    }
    Ok(played)
}

/// A match as JSON.
#[derive(Serialize)]
struct Summary<'a> {
    game: &'static str,
    first: &'a str,
    second: &'a str,
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    forfeits: [u64; 2],
    score: f64,
    low: f64,
    high: f64,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
}

impl MatchCommand {
    fn print<G: Playable>(&self, score: &Score, out: &mut dyn Write) -> Result<()> {
        let (won, drawn, lost) = (score.won(), score.drawn(), score.lost());
        let games = score.games();
        let (low, high) = score.interval();
        let elo = score.elo();
        let MatchCommand { first, second, .. } = self;
        if self.json {
            let summary = Summary {
                game: G::name(),
                first,
                second,
                games,
                won,
                drawn,
                lost,
                forfeits: score.forfeits,
                score: score.rate(),
                low,
                high,
                elo: elo.elo,
                elo_low: elo.low,
                elo_high: elo.high,
            };
            writeln!(out, "{}", serde_json::to_string(&summary)?)?;
            return Ok(());
        }
        let moves = score.moves / games.max(1);
        writeln!(
            out,
            "{first} against {second}: {games} games, {moves} moves on average"
        )?;
        writeln!(out, "{:<16} {:>6} {:>6} {:>6}", "", "won", "drawn", "lost")?;
        for (name, seat) in [("in the first seat", 0), ("in the second", 1)] {
            let [w, d, l] = [score.won[seat], score.drawn[seat], score.lost[seat]];
            writeln!(out, "{name:<17}{w:>6} {d:>6} {l:>6}")?;
        }
        writeln!(out, "{:<17}{won:>6} {drawn:>6} {lost:>6}", "together")?;
        for (name, forfeits) in [first, second].into_iter().zip(score.forfeits) {
            if forfeits > 0 {
                let plural = if forfeits == 1 { "" } else { "s" };
                let why = if self.save.is_some() {
                    "; the file of --save says why"
                } else {
                    ""
                };
                writeln!(out, "{name} forfeited {forfeits} game{plural}{why}")?;
            }
        }
        let percent = [score.rate(), low, high].map(|rate| 100.0 * rate);
        writeln!(
            out,
            "score {:.1} %, 95 % interval {:.1} to {:.1} %",
            percent[0], percent[1], percent[2]
        )?;
        writeln!(out, "Elo difference {elo}")?;
        Ok(())
    }
}
