//! `papergames match`: engine against engine, and how sure one can be which is better.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, Result, ensure};
use clap::Args;
use common::search::MonteCarlo;
use common::{Game, Outcome, Player, Record, Seeded, playout};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::engine::{Engine, Level, RandomMover, Thinking};
use crate::game::Playable;
use crate::records::Heading;
use crate::setup::{ForAnyGame, Start};
use crate::ugi_client::Client;

/// Let two opponents play a match
///
/// An opponent is `random`, a level from 1 to 5, `mcts` (random games from a tree), or `ugi:COMMAND`, any program that speaks the Universal Game Interface.
/// Phutball has also `engine:LEVEL`, the levels 1 to 6 of its own engine, and `baseline:DEPTH`, alpha-beta by the row of the ball alone.
/// Games come in pairs with the same opening, each opponent having each seat once. The score counts a draw as half; its
/// interval is Wilson's, at 95 %.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames match sos 5x5 --first 3 --second random --games 20
  papergames match sprouts 5 --first 4 --second 2 --games 100 --save games.txt
  papergames match phutball --first engine:6 --second baseline:3 --opening 4 --save games.txt --resume
  papergames match phutball --first 5 --second 'ugi:./other-engine --fast' --time 100ms")]
pub(crate) struct Match {
    #[command(flatten)]
    start: Start,

    /// The opponent that has the first seat in the first game.
    #[arg(long, value_name = "E")]
    first: String,

    /// The other opponent.
    #[arg(long, value_name = "E")]
    second: String,

    /// How many games; an odd number is rounded up.
    #[arg(long, value_name = "N", default_value_t = 20, allow_negative_numbers = true, value_parser = clap::builder::RangedI64ValueParser::<u64>::new().range(1..=1_000_000))]
    games: u64,

    /// How many random moves each pair of games begins with.
    #[arg(long, value_name = "N", default_value_t = 2, allow_negative_numbers = true, value_parser = clap::builder::RangedI64ValueParser::<u64>::new().range(0..))]
    opening: u64,

    #[command(flatten)]
    thinking: Thinking,

    /// What all chance is drawn from. Without a time limit the same seed gives the same match.
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// How many games are played at the same time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,

    /// A game without an end is a draw after so many moves.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    most_moves: usize,

    /// Append the games to a file, each a line of comment and a line that `replay` reads.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Count the games that the file of `--save` holds already, and play only those that are missing.
    #[arg(long, requires = "save")]
    resume: bool,

    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

impl Match {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        self.start.game.visit(Task {
            settings: self,
            out,
        })
    }

    /// Makes the opponent that `text` names.
    fn opponent<G: Playable>(&self, text: &str, seed: u64) -> Result<(Box<dyn Engine<G>>, Level)> {
        if text == "random" {
            return Ok((Box::new(RandomMover::new(seed)), Level::BEST));
        }
        if text == "mcts" {
            return Ok((Box::new(MonteCarlo::new(seed)), Level::BEST));
        }
        if let Some(command) = text.strip_prefix("ugi:") {
            let mut limit = Vec::new();
            if let Some(time) = self.thinking.time {
                limit.push(format!("movetime {}", time.as_millis()));
            }
            if let Some(nodes) = self.thinking.nodes {
                limit.push(format!("nodes {nodes}"));
            }
            if limit.is_empty() {
                limit.push("movetime 1000".into());
            }
            let client = Client::start(command, limit.join(" "), self.thinking.time)?;
            return Ok((Box::new(client), Level::BEST));
        }
        if let Some(named) = G::named(text, seed) {
            return Ok(named);
        }
        let level: Level = text.parse().with_context(|| {
            let named = G::NAMED;
            format!("expected `random`, a level, `mcts`{named} or `ugi:COMMAND`, found `{text}`")
        })?;
        Ok((G::engine(level, seed), level))
    }

    /// Returns who has the first and who the second seat in a game.
    fn seats(&self, index: u64) -> (&str, &str) {
        match index % 2 {
            0 => (&self.first, &self.second),
            _ => (&self.second, &self.first),
        }
    }

    /// Plays one game. In games with an odd index, counted from 0, the seats are swapped.
    fn game<G: Playable>(&self, start: &G, index: u64) -> Result<Record<G>> {
        let pair = self.seed.wrapping_add(index / 2);
        let mut record = opening(start, self.opening, pair);
        let (first, second) = self.seats(index);
        let mut engines = [
            self.opponent::<G>(first, pair.wrapping_mul(2))?,
            self.opponent::<G>(second, pair.wrapping_mul(2).wrapping_add(1))?,
        ];
        while let Some(player) = record.position().turn() {
            if record.moves().len() >= self.most_moves {
                break;
            }
            let (engine, level) = &mut engines[player.index()];
            let choice = engine.choose(&record, &self.thinking.budget::<G>(*level))?;
            let text = choice.m.to_string();
            record
                .push(choice.m)
                .with_context(|| format!("{} plays `{text}`", [first, second][player.index()]))?;
        }
        Ok(record)
    }
}

/// Plays random moves such that the game goes on after them.
fn opening<G: Game>(start: &G, moves: u64, seed: u64) -> Record<G> {
    // Where nearly every game is over after so many moves, there is no opening; a few tries tell.
    let tries = (0..20).map(|i| {
        let mut random = Seeded::new(seed.wrapping_add(i << 32));
        playout::record(start.clone(), moves, &mut random)
    });
    let mut open = tries.filter(|record| !record.position().is_terminal());
    open.next().unwrap_or_else(|| Record::new(start.clone()))
}

struct Task<'a> {
    settings: &'a Match,
    out: &'a mut dyn Write,
}

impl ForAnyGame for Task<'_> {
    type Output = ();

    fn run<G: Playable>(self) -> Result<()> {
        let settings = self.settings;
        let start: G = settings.start.position()?;
        ensure!(
            start.players() == 2,
            "expected a game for two players, found {}",
            start.players()
        );
        ensure!(
            !start.is_terminal(),
            "expected a game that goes on, found it over"
        );
        let games = settings.games.div_ceil(2) * 2;
        let mut tally = Tally::default();
        let mut played = BTreeSet::new();
        if let (Some(path), true) = (&settings.save, settings.resume) {
            for (index, record) in settings.played(&start, path)? {
                if index < games && played.insert(index) {
                    tally.count(&record, index % 2 == 1);
                }
            }
        }
        let file = settings.save.as_ref().map(|path| {
            let file = OpenOptions::new().create(true).append(true).open(path);
            file.with_context(|| format!("expected a file to write at `{}`", path.display()))
        });
        let shared = Mutex::new((tally, file.transpose()?));
        let bar = ProgressBar::new(games).with_style(
            ProgressStyle::with_template("{pos}/{len} games {wide_bar} {msg} {eta}")
                .expect("the template is well formed"),
        );
        bar.inc(played.len() as u64);
        let next = AtomicU64::new(0);
        let work = || -> Result<()> {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= games {
                    return Ok(());
                }
                if played.contains(&index) {
                    continue;
                }
                let game = settings.game(&start, index);
                if game.is_err() {
                    // The others finish their games and begin no more.
                    next.store(games, Ordering::Relaxed);
                }
                let record = game?;
                let mut shared = shared.lock().expect("no thread panics while it counts");
                shared.0.count(&record, index % 2 == 1);
                bar.set_message(format!(
                    "+{} ={} -{}",
                    shared.0.won(),
                    shared.0.drawn(),
                    shared.0.lost()
                ));
                bar.inc(1);
                if let Some(file) = &mut shared.1 {
                    write!(file, "{}", settings.saved(index, &record))?;
                }
            }
        };
        std::thread::scope(|scope| {
            let threads = settings.threads.clamp(1, 256);
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let done = workers
                .into_iter()
                .map(|worker| worker.join().expect("no thread panics"));
            done.collect::<Result<Vec<()>>>()
        })?;
        bar.finish_and_clear();
        let (tally, _) = shared.into_inner().expect("no thread panicked");
        tally.print(settings, self.out)
    }
}

impl Match {
    /// Returns a game as it is saved: who played and how it ended as a comment, and the record.
    fn saved<G: Playable>(&self, index: u64, record: &Record<G>) -> String {
        let (first, second) = self.seats(index);
        let result = record.position().outcome();
        let result = result.map_or(Heading::BROKEN_OFF.into(), |outcome| outcome.to_string());
        format!(
            "{} {}: first {first}, second {second}, {result}\n{record}\n",
            Heading::START,
            index + 1
        )
    }

    /// Returns the games of this match that a file holds, with their numbers, counted from 0.
    ///
    /// Games by other opponents or from another start are an error. A last line that the program was stopped at is taken
    /// away.
    fn played<G: Playable>(&self, start: &G, path: &Path) -> Result<Vec<(u64, Record<G>)>> {
        let text = match fs::read_to_string(path) {
            Err(reason) if reason.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            text => {
                text.with_context(|| format!("expected a file to read at `{}`", path.display()))?
            }
        };
        // A line without an end was being written when the program was stopped.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if whole < text.len() {
            OpenOptions::new()
                .write(true)
                .open(path)?
                .set_len(whole as u64)?;
        }
        let mut games = Vec::new();
        let mut heading = None;
        for (line, number) in text[..whole].lines().zip(1..) {
            if line.starts_with('#') {
                heading = line.strip_prefix(Heading::START);
                continue;
            }
            let Some(heading) = heading.take() else {
                continue;
            };
            let named = heading.trim_start().split_once(": ");
            let index = named.and_then(|(game, _)| game.parse::<u64>().ok()?.checked_sub(1));
            let (Some(index), Some((_, named))) = (index, named) else {
                continue;
            };
            let (first, second) = self.seats(index);
            let own = format!("first {first}, second {second}, ");
            let record: Record<G> = line.parse().with_context(|| {
                format!("expected a game in line {number} of `{}`", path.display())
            })?;
            ensure!(
                named.starts_with(&own) && record.setup() == start,
                "expected a game of this match in line {number} of `{}`, found one of another",
                path.display()
            );
            games.push((index, record));
        }
        Ok(games)
    }
}

/// Results from the view of the opponent that is named first, in its games in the first and in the second seat.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    won: [u64; 2],
    drawn: [u64; 2],
    lost: [u64; 2],
    moves: usize,
}

/// A match as JSON.
#[derive(Serialize)]
struct Summary<'a> {
    first: &'a str,
    second: &'a str,
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    score: f64,
    low: f64,
    high: f64,
    /// The difference of ratings that the score and the ends of its interval tell; `null` where it is beyond any number.
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
}

impl Tally {
    fn count<G: Game>(&mut self, record: &Record<G>, swapped: bool) {
        let me = if swapped {
            Player::SECOND
        } else {
            Player::FIRST
        };
        let seat = me.index();
        match record
            .position()
            .outcome()
            .unwrap_or(Outcome::Draw)
            .utility(me)
        {
            1 => self.won[seat] += 1,
            0 => self.drawn[seat] += 1,
            _ => self.lost[seat] += 1,
        }
        self.moves += record.moves().len();
    }

    fn won(&self) -> u64 {
        self.won.iter().sum()
    }

    fn drawn(&self) -> u64 {
        self.drawn.iter().sum()
    }

    fn lost(&self) -> u64 {
        self.lost.iter().sum()
    }

    fn print(&self, settings: &Match, out: &mut dyn Write) -> Result<()> {
        let (won, drawn, lost) = (self.won(), self.drawn(), self.lost());
        let games = won + drawn + lost;
        let score = (won as f64 + drawn as f64 / 2.0) / games.max(1) as f64;
        let (low, high) = wilson(score, games);
        let Match { first, second, .. } = settings;
        if settings.json {
            let finite = |score| Some(elo(score)).filter(|elo| elo.is_finite());
            let summary = Summary {
                first,
                second,
                games,
                won,
                drawn,
                lost,
                score,
                low,
                high,
                elo: finite(score),
                elo_low: finite(low),
                elo_high: finite(high),
            };
            writeln!(out, "{}", serde_json::to_string(&summary)?)?;
            return Ok(());
        }
        writeln!(
            out,
            "{first} against {second}: {games} games, {} moves on average",
            self.moves as u64 / games.max(1)
        )?;
        writeln!(out, "{:<16} {:>6} {:>6} {:>6}", "", "won", "drawn", "lost")?;
        let rows = [("in the first seat", 0), ("in the second", 1)];
        for (name, seat) in rows {
            let [w, d, l] = [self.won[seat], self.drawn[seat], self.lost[seat]];
            writeln!(out, "{name:<17}{w:>6} {d:>6} {l:>6}")?;
        }
        writeln!(out, "{:<17}{won:>6} {drawn:>6} {lost:>6}", "together")?;
        writeln!(
            out,
            "score {:.1} %, 95 % interval {:.1} to {:.1} %",
            100.0 * score,
            100.0 * low,
            100.0 * high
        )?;
        writeln!(out, "Elo difference {}", difference(score, low, high))?;
        Ok(())
    }
}

/// Returns Wilson's interval at 95 % for a score from 0 to 1. With draws it is somewhat too wide, never too narrow.
///
/// Source: Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
fn wilson(score: f64, games: u64) -> (f64, f64) {
    if games == 0 {
        return (0.0, 1.0);
    }
    let (n, z) = (games as f64, 1.959_964);
    let middle = (score + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let spread = score * (1.0 - score) / n + z * z / (4.0 * n * n);
    let half = z * spread.sqrt() / (1.0 + z * z / n);
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// Returns the difference of ratings that a score tells, with its interval. A side that has won everything, or nothing,
/// tells only a bound.
fn difference(score: f64, low: f64, high: f64) -> String {
    match (low <= 0.0 || score <= 0.0, high >= 1.0 || score >= 1.0) {
        (false, false) => format!(
            "{:+.0}, 95 % interval {:+.0} to {:+.0}",
            elo(score),
            elo(low),
            elo(high)
        ),
        (false, true) => format!("at least {:+.0} (95 %)", elo(low)),
        (true, false) => format!("at most {:+.0} (95 %)", elo(high)),
        (true, true) => "unknown".into(),
    }
}

/// Returns the difference of ratings at which a score between 0 and 1 is expected.
fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_wilsons() {
        // 8 of 10 and 0 of 20, computed by hand from the formula.
        let (low, high) = wilson(0.8, 10);
        assert!(
            (low - 0.4902).abs() < 1e-4 && (high - 0.9433).abs() < 1e-4,
            "{low} {high}"
        );
        let (low, high) = wilson(0.0, 20);
        assert!(low == 0.0 && (high - 0.1611).abs() < 1e-4, "{low} {high}");
        assert_eq!(wilson(0.0, 0), (0.0, 1.0));
    }

    #[test]
    fn ratings_follow_from_scores() {
        let told = |score: f64, games| {
            let (low, high) = wilson(score, games);
            difference(score, low, high)
        };
        assert_eq!(told(0.5, 100), "+0, 95 % interval -68 to +68");
        assert_eq!(told(1.0, 100), "at least +566 (95 %)");
        assert_eq!(told(0.0, 100), "at most -566 (95 %)");
        assert_eq!(told(0.0, 0), "unknown");
        assert_eq!(format!("{:+.0}", elo(10.0 / 11.0)), "+400");
    }
}
