//! `papergames match`: engine against engine, with a confidence interval for the score.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::Args;
use common::any::{AnyGame, AnyRecord};
use common::describe::Refused;
use indicatif::{ProgressBar, ProgressStyle};
use play::matches::{Maker, whole_lines};
use play::score::SprtResult;
use play::{Limits, Match, Opponent, Played, Score, Sprt, TimeUsed};
use serde::Serialize;

use crate::json;
use crate::play::{Clocks, Thinking};
use crate::records;
use crate::setup::Rules;
use crate::start::Start;
use crate::stopping;
use crate::units::{Bounds, duration, number};

/// Let two opponents play a match
///
/// An opponent is `random`, a level from 1 to 5, `mcts` (Monte-Carlo tree search), or `ugi:COMMAND`, any program that
/// speaks the Universal Game Interface. Phutball also has `engine:LEVEL`, levels 1 to 5 of its own engine, and
/// `baseline:DEPTH`, alpha-beta that only looks at the row of the ball. Games are played in pairs with the same opening
/// and swapped seats. A draw counts one half; the interval is Wilson's, at 95 %. An opponent that plays an illegal
/// move, exceeds its time and the margin, exits, or prints without end forfeits that game, and the match continues.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames match sos 5x5 --first 3 --second random --games 20
  papergames match sprouts 5 --first 4 --second 2 --games 100 --save games.txt
  papergames match phutball --first engine:5 --second baseline:3 --opening 4 --save games.txt --resume
  papergames match phutball --first 5 --second 'ugi:./other-engine --fast' --time 100ms
  papergames match sos 6x6 --first 5 --second 4 --clock 10s+100ms
  papergames match sos 5x5 --first 4 --second 3 --games 1000 --sprt 0,50 --openings openings.txt")]
pub(crate) struct MatchCommand {
    #[command(flatten)]
    start: Start,

    /// The opponent that has the first seat in the first game.
    #[arg(long, value_name = "E")]
    first: String,

    /// The other opponent.
    #[arg(long, value_name = "E")]
    second: String,

    #[command(flatten)]
    games: Games,

    /// Stop as soon as a sequential test tells two rating differences apart, such as `0,50`, with an error of 5 %
    /// either way.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,

    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// How the games of a match or a tournament are played.
#[derive(Args, Debug)]
#[expect(
    clippy::struct_field_names,
    reason = "the fields are named like the options"
)]
pub(crate) struct Games {
    /// How many games; an odd number is rounded up.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = number::<u64>(1..=1_000_000))]
    pub(crate) games: u64,

    /// The number of random moves at the start of each pair of games.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number::<u64>(0..))]
    pub(crate) opening: u64,

    /// Begin the pairs of games with the positions and games of this file, in turn, instead of random moves.
    #[arg(long, value_name = "FILE", conflicts_with = "opening")]
    pub(crate) openings: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) thinking: Thinking,

    #[command(flatten)]
    pub(crate) clock: Clocks,

    /// How far a program may exceed its time for a move before it forfeits the game.
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = duration)]
    pub(crate) margin: std::time::Duration,

    /// The seed of all random choices. Without a time limit, the same seed gives the same match.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,

    /// The number of games to play at the same time.
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::<usize>(1..=1024))]
    pub(crate) threads: usize,

    /// The number of moves after which an unfinished game is a draw.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = number::<usize>(1..))]
    pub(crate) most_moves: usize,

    /// Append the games to a file, each as a comment line and a line that `replay` reads.
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,

    /// Count the games that are already in the file of `--save`, and play only the missing ones.
    #[arg(long, requires = "save")]
    pub(crate) resume: bool,

    #[command(flatten)]
    pub(crate) bounds: Bounds,
}

/// Reads two rating differences.
fn sprt(text: &str) -> Result<Sprt, String> {
    let numbers = text
        .split_once(',')
        .map(|(a, b)| (a.trim().parse(), b.trim().parse()));
    match numbers {
        Some((Ok(elo0), Ok(elo1))) => Sprt::new(elo0, elo1).ok_or_else(|| {
            format!("expected the smaller of two differences first, found `{text}`")
        }),
        _ => Err(format!(
            "expected two differences such as `0,50`, found `{text}`"
        )),
    }
}

impl Games {
    /// Returns a match with these settings.
    pub(crate) fn of(
        &self,
        start: &dyn AnyRecord,
        names: [&str; 2],
        openings: &[Box<dyn AnyRecord>],
    ) -> Result<Match, Refused> {
        let games = Match::new(start.boxed(), names)?
            .games(self.games)
            .opening(self.opening)
            .openings(openings.to_vec())?
            .seed(self.seed)
            .most_moves(self.most_moves)
            .margin(self.margin)
            .threads(self.threads)
            .stop(stopping::flag());
        Ok(match self.clock.control() {
            Some(control) => games.clock(control),
            None => games,
        })
    }

    /// Returns the openings of the file of `--openings`.
    pub(crate) fn read_openings(
        &self,
        game: &'static dyn AnyGame,
        rules: &Rules,
    ) -> Result<Vec<Box<dyn AnyRecord>>> {
        match &self.openings {
            Some(path) => records::read_starts(game, &path.to_string_lossy(), None, rules),
            None => Ok(Vec::new()),
        }
    }

    /// Returns the limits for each move.
    pub(crate) fn limits(&self) -> Limits {
        // The two opponents of every game that runs at the same time share it.
        let memory = self.bounds.memory / (2 * self.threads as u64).max(1);
        let limits = self.thinking.limits().margin(self.margin);
        limits.memory(memory).stop(stopping::flag())
    }

    /// Returns a match with the games of a file that were played before, if the command goes on with them.
    pub(crate) fn resumed(&self, games: Match, path: Option<&Path>) -> Result<Match> {
        match path {
            Some(path) if self.resume => {
                let played = played(&games, path)?;
                Ok(games.resume(played))
            }
            _ => Ok(games),
        }
    }
}

/// Plays a match and writes each game to a file; returns the score, and the time of the two opponents.
pub(crate) fn play_saved(
    games: &Match,
    make: &Maker<'_>,
    mut file: Option<File>,
    show: impl Fn(&Score) + Sync,
) -> Result<(Score, [TimeUsed; 2])> {
    let (mut written, mut times) = (Ok(()), [TimeUsed::default(); 2]);
    let mut seen = |game: &Played, score: &Score| {
        for (time, used) in times.iter_mut().zip(&game.time) {
            time.merge(used);
        }
        show(score);
        if let (Some(file), Ok(())) = (&mut file, &written) {
            let _writing = stopping::writing();
            written = file.write_all(games.save(game).as_bytes());
        }
    };
    let score = games.run(make, &mut seen)?;
    written.context("the games cannot be saved")?;
    Ok((score, times))
}

/// Opens a file to write behind its end.
pub(crate) fn append(path: &Path) -> Result<File> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.with_context(|| format!("expected a file to write at `{}`", path.display()))
}

impl MatchCommand {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let begun = Instant::now();
        stopping::watch(&self.games.bounds)?;
        let games = self.prepared()?;
        let file = self.games.save.as_deref().map(append).transpose()?;
        let style =
            ProgressStyle::with_template("{pos}/{len} games {wide_bar} {msg}, about {eta} left")?;
        let bar =
            crate::progress::progress_bar(ProgressBar::new(games.n_games())).with_style(style);
        let limits = self.games.limits();
        let make = |name: &str, seed| Opponent::named(self.start.game, name, seed, &limits);
        let (score, time) = play_saved(&games, &make, file, |score| {
            bar.set_message(score.to_string());
            bar.set_position(score.games());
        })?;
        bar.finish_and_clear();
        self.print(&score, &time, out)?;
        ensure!(
            !stopping::must_stop(),
            stopping::stopped(&format!("{} games", score.games()), begun)
        );
        Ok(())
    }

    /// Returns the match, with the games that were played before.
    fn prepared(&self) -> Result<Match> {
        let start = self.start.position()?;
        let openings = self
            .games
            .read_openings(self.start.game, &self.start.rules)?;
        let names = [self.first.as_str(), &self.second];
        let mut games = self.games.of(&*start, names, &openings)?;
        if let Some(test) = self.sprt {
            games = games.sprt(test);
        }
        self.games.resumed(games, self.games.save.as_deref())
    }
}

/// Returns the games of a match in a file. Removes an incomplete last line, left when the program was stopped.
fn played(games: &Match, path: &Path) -> Result<Vec<Played>> {
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
    /// What the sequential test has found, if there was one and it is decided.
    sprt: Option<SprtResult>,
    /// The time of the two opponents, with clocks only.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<[TimeUsed; 2]>,
}

impl MatchCommand {
    fn print(&self, score: &Score, time: &[TimeUsed; 2], out: &mut dyn Write) -> Result<()> {
        let has_clock = self.games.clock.control().is_some();
        let (won, drawn, lost) = (score.won(), score.drawn(), score.lost());
        let games = score.games();
        let (low, high) = score.interval();
        let elo = score.elo();
        let MatchCommand { first, second, .. } = self;
        if self.json {
            let summary = Summary {
                game: self.start.game.about().name,
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
                sprt: self.sprt.and_then(|test| test.result(score)),
                time: has_clock.then_some(*time),
            };
            json::print(&summary, out)?;
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
                let why = if self.games.save.is_some() {
                    "; the file of --save says why"
                } else {
                    ""
                };
                writeln!(out, "{name} forfeited {forfeits} game{plural}{why}")?;
            }
        }
        if has_clock {
            for (name, time) in [first, second].into_iter().zip(time) {
                writeln!(out, "{name}: {time}")?;
            }
        }
        let percent = [score.rate(), low, high].map(|rate| 100.0 * rate);
        writeln!(
            out,
            "score {:.1} %, 95 % interval {:.1} to {:.1} %",
            percent[0], percent[1], percent[2]
        )?;
        writeln!(out, "Elo difference {elo}")?;
        if let Some(test) = self.sprt {
            let (ratio, (low, high)) = (test.log_likelihood_ratio(score), test.bounds());
            let found = match test.result(score) {
                Some(SprtResult::Stronger) => format!("{} rather than {}", test.elo1, test.elo0),
                Some(SprtResult::Weaker) => format!("{} rather than {}", test.elo0, test.elo1),
                None => "undecided".to_owned(),
            };
            writeln!(
                out,
                "sequential test: {found}; log-likelihood ratio {ratio:.2}, bounds {low:.2} and {high:.2}"
            )?;
        }
        Ok(())
    }
}
