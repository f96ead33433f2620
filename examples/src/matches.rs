//! `papergames match`: matches between engines, with a confidence interval for the score.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::Args;
use common::any::{AnyGame, AnyRecord};
use common::describe::Refused;
use common::text::counted;
use play::{Limits, Match, MatchGame, Opponent, Score, Sprt, SprtResult, TimeUsed, whole_lines};
use serde::Serialize;

use crate::input::{beside, is_stdout};
use crate::play::{ClockArgs, ThinkingArgs};
use crate::report::UsageError;
use crate::setup::RulesArgs;
use crate::start::Start;
use crate::units::{LimitArgs, duration, number};
use crate::{json, progress, records, stopping};

/// Let two opponents play a match
///
/// An opponent is `random`, a level from 1 to 5, `engine` (the engine of level 5, which uses all the time that it has),
/// `mcts` (Monte-Carlo tree search), an engine that `help GAME` lists, or `ugi:COMMAND`, where COMMAND starts any
/// program that speaks the Universal Game Interface. Games are played in pairs with the same opening and swapped seats.
/// A win scores one point, and a draw half a point.
///
/// The result includes Wilson's 95 % confidence interval for the score. About 95 of 100 such intervals contain the
/// score of an infinitely long match. The interval ignores games that repeat an earlier game. If the engines are
/// deterministic, use `--openings` to begin games with random moves, so that they differ. An opponent forfeits a game
/// if it plays an illegal move or exceeds its time by more than the margin, or if its program exits or prints too much.
/// The match then continues with the next game.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames match sos 5x5 --first 3 --second random --games 20
  papergames match sprouts 5 --first 3 --second 2 --games 10 -o match.txt
  papergames match sprouts 5 --first 3 --second 2 --games 20 -o match.txt --resume
  papergames match phutball 9x11 --first engine --second baseline:2 --openings 4 --games 4
  papergames match sos 4x4 --first 2 --second 'ugi:papergames ugi sos' --time 100ms --games 4
  papergames match sos 4x4 --first 4 --second 3 --clock 2s+100ms --games 2
  papergames match sos 4x4 --first 3 --second 1 --games 200 --sprt 0,100")]
pub(crate) struct MatchCommand {
    #[command(flatten)]
    start: Start,

    /// The opponent that moves first in the first game.
    #[arg(long, value_name = "E")]
    first: String,

    /// The other opponent.
    #[arg(long, value_name = "E")]
    second: String,

    #[command(flatten)]
    games: GamesArgs,

    /// Stop when a sequential probability ratio test decides between two Elo differences, such as `0,50`, with an error
    /// probability of 5 % for each.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,

    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The options that determine how the games of a match or a tournament are played.
#[derive(Args, Debug)]
pub(crate) struct GamesArgs {
    /// The number of games for each pair of opponents; an odd number is rounded up.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = number::<u64>(1..=1_000_000))]
    pub(crate) games: u64,

    /// How to begin each pair of games: either a number of random moves to play, or a file from which to take the next
    /// position or game.
    #[arg(
        long,
        value_name = "N or FILE",
        default_value = "2",
        default_value_if("pie", "true", "0"),
        allow_hyphen_values = true
    )]
    pub(crate) openings: String,

    #[command(flatten)]
    pub(crate) thinking: ThinkingArgs,

    #[command(flatten)]
    pub(crate) clock: ClockArgs,

    /// The time by which an opponent may exceed its time limit for a move before it forfeits the game.
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = duration)]
    pub(crate) margin: std::time::Duration,

    /// The seed of all random choices. If no time limit is set, the same seed gives the same match.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,

    /// The number of games to play at the same time.
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::<usize>(1..=1024))]
    pub(crate) threads: usize,

    /// Play with the pie rule: after the first turn, the second opponent takes the first seat if its search says that
    /// it is behind. The games begin without random moves, or with the one of `--openings 1`.
    #[arg(long)]
    pub(crate) pie: bool,

    /// The number of moves after which an unfinished game is a draw.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = number::<usize>(1..))]
    pub(crate) most_moves: usize,

    /// Append each game to a file, as a comment line followed by a line that `replay` reads. With `-`, print the games
    /// to standard output and the result to standard error. A game is written as soon as it ends, so that none is
    /// lost; with several threads, they are therefore not in the order of their numbers.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Count the games that are already in the `--output` file, and play only the missing games.
    #[arg(long, requires = "output")]
    pub(crate) resume: bool,

    #[command(flatten)]
    pub(crate) bounds: LimitArgs,
}

/// Reads two rating differences.
fn sprt(text: &str) -> Result<Sprt, String> {
    let numbers = text
        .split_once(',')
        .map(|(a, b)| (a.trim().parse(), b.trim().parse()));
    match numbers {
        Some((Ok(elo0), Ok(elo1))) => Sprt::new(elo0, elo1)
            .ok_or_else(|| format!("the smaller difference must come first, found `{text}`")),
        _ => Err(format!(
            "expected two differences such as `0,50`, found `{text}`"
        )),
    }
}

impl GamesArgs {
    /// Returns a match with these settings.
    pub(crate) fn of(
        &self,
        start: &dyn AnyRecord,
        names: [&str; 2],
        openings: &[Box<dyn AnyRecord>],
    ) -> Result<Match, Refused> {
        let mut games = Match::new(start.boxed(), names)?
            .games(self.games)
            .opening(self.openings.parse().unwrap_or(0))
            .openings(openings.to_vec())?;
        games.seed = self.seed;
        games.most_moves = self.most_moves;
        games.margin = self.margin;
        games.threads = self.threads;
        games.stop = Some(stopping::flag());
        games.clock = self.clock.control;
        if self.pie {
            games.with_pie()
        } else {
            Ok(games)
        }
    }

    /// Returns the openings of a file, if `--openings` names one.
    pub(crate) fn read_openings(
        &self,
        game: &'static dyn AnyGame,
        rules: &RulesArgs,
    ) -> Result<Vec<Box<dyn AnyRecord>>> {
        match self.openings.parse::<u64>() {
            Ok(_) => Ok(Vec::new()),
            Err(_) if Path::new(&self.openings).is_file() => {
                records::read_starts(game, &self.openings, None, rules)
            }
            Err(_) => Err(UsageError::because(&format!(
                "--openings must be a number of random moves or the name of a file, found `{}`",
                self.openings
            ))),
        }
    }

    /// Returns an error if the game has no opponent with a name, before hours of games and not after them.
    pub(crate) fn check_opponent(&self, game: &'static dyn AnyGame, name: &str) -> Result<()> {
        match Opponent::named(game, name, self.seed, &self.limits()) {
            Ok(_) => Ok(()),
            Err(reason) if name.starts_with("ugi:") => Err(reason.into()),
            Err(reason) => Err(UsageError::because(&reason)),
        }
    }

    /// Returns the limits for each move.
    pub(crate) fn limits(&self) -> Limits {
        // The two opponents of each game that runs at the same time share the memory.
        let memory = self.bounds.memory / (2 * self.threads as u64).max(1);
        Limits {
            margin: self.margin,
            memory: Some(memory),
            stop: Some(stopping::flag()),
            ..self.thinking.limits()
        }
    }

    /// Returns the complete lines of the file of `--output`, if the command continues it.
    pub(crate) fn played_before(&self) -> Result<String> {
        let path = match &self.output {
            Some(path) if self.resume => path,
            _ => return Ok(String::new()),
        };
        let mut text = match fs::read_to_string(path) {
            Err(reason) if reason.kind() == ErrorKind::NotFound => return Ok(String::new()),
            text => text.with_context(|| format!("cannot read `{}`", path.display()))?,
        };
        text.truncate(whole_lines(&text));
        Ok(text)
    }

    /// Returns the name of the file of `--output`, for an error about its games.
    pub(crate) fn named_output(&self) -> String {
        format!("`{}`", self.output.clone().unwrap_or_default().display())
    }

    /// Returns an empty log for games between this many opponents, which are appended to the file of `--output`. If the
    /// command continues this file, cuts it after the games that were played before: an incomplete line remains if the
    /// program was stopped.
    pub(crate) fn log(&self, opponents: usize, before: &str) -> Result<MatchLog> {
        let open = |path: &PathBuf| -> Result<Box<dyn Write + Send>> {
            if is_stdout(path) {
                return Ok(Box::new(io::stdout()));
            }
            let failed = || format!("cannot write `{}`", path.display());
            let file = OpenOptions::new().create(true).append(true).open(path);
            let file = file.with_context(failed)?;
            if self.resume {
                file.set_len(before.len() as u64).with_context(failed)?;
            }
            Ok(Box::new(file))
        };
        Ok(MatchLog {
            times: vec![TimeUsed::default(); opponents],
            lost: Vec::new(),
            file: self.output.as_ref().map(open).transpose()?,
            written: Ok(()),
        })
    }
}

/// A log of games with everything except the score.
pub(crate) struct MatchLog {
    /// The time of each opponent.
    pub(crate) times: Vec<TimeUsed>,
    pub(crate) lost: Vec<ForfeitedGame>,
    file: Option<Box<dyn Write + Send>>,
    written: io::Result<()>,
}

/// A game that an opponent has forfeited by breaking the rules of the match.
#[derive(Serialize)]
pub(crate) struct ForfeitedGame {
    name: String,
    game: u64,
    reason: String,
}

impl MatchLog {
    /// Adds a game of two opponents, given by their indices.
    pub(crate) fn add(&mut self, games: &Match, game: &MatchGame, opponents: [usize; 2]) {
        for (i, used) in opponents.into_iter().zip(&game.time) {
            self.times[i].merge(used);
        }
        if let Some(forfeit) = &game.forfeit {
            self.lost.push(ForfeitedGame {
                name: games.final_seats(game)[forfeit.player.index()].to_owned(),
                game: game.index + 1,
                reason: forfeit.reason.clone(),
            });
        }
    }

    /// Writes a game to the file.
    pub(crate) fn save(&mut self, games: &Match, game: &MatchGame) {
        if let (Some(file), Ok(())) = (&mut self.file, &self.written) {
            let _writing = stopping::writing();
            self.written = file.write_all(games.save(game).as_bytes());
        }
    }

    /// Returns the log, or an error if the games could not be written.
    pub(crate) fn end(mut self) -> Result<MatchLog> {
        let written = std::mem::replace(&mut self.written, Ok(()));
        written.context("the games cannot be saved")?;
        Ok(self)
    }
}

/// Prints the reasons for forfeits, each with the number of games.
pub(crate) fn print_lost(lost: &[ForfeitedGame], out: &mut dyn Write) -> Result<()> {
    let mut counts: Vec<(&ForfeitedGame, usize)> = Vec::new();
    for lost in lost {
        let known = counts.iter_mut();
        let mut known =
            known.filter(|(other, _)| (&other.name, &other.reason) == (&lost.name, &lost.reason));
        match known.next() {
            Some((_, count)) => *count += 1,
            None => counts.push((lost, 1)),
        }
    }
    for (ForfeitedGame { name, reason, .. }, count) in counts {
        let games = counted(count, "game");
        writeln!(out, "{name} forfeited {games}: {reason}")?;
    }
    Ok(())
}

impl MatchCommand {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let begun = Instant::now();
        stopping::watch(&self.games.bounds)?;
        let (games, mut log) = self.prepared()?;
        let template = "{pos}/{len} games {wide_bar} {msg}, about {eta} left";
        let bar = progress::bar(games.n_games(), template)?;
        let limits = self.games.limits();
        let make = |name: &str, seed| Opponent::named(self.start.game, name, seed, &limits);
        let score = games.run(&make, &mut |game, score| {
            log.add(&games, game, [0, 1]);
            log.save(&games, game);
            let [rate, low, high] = percent(score);
            bar.set_message(format!("{score}: {rate:.0} % ({low:.0} to {high:.0})"));
            bar.set_position(score.games());
        })?;
        bar.finish_and_clear();
        self.print(
            &score,
            &log.end()?,
            &mut *beside(self.games.output.as_deref(), out),
        )?;
        ensure!(
            !stopping::must_stop(),
            stopping::stopped(&format!("{} games", score.games()), begun)
        );
        Ok(())
    }

    /// Returns the match and its log, with the games that were played earlier.
    fn prepared(&self) -> Result<(Match, MatchLog)> {
        let start = self.start.position()?;
        let openings = self
            .games
            .read_openings(self.start.game, &self.start.rules)?;
        let names = [self.first.as_str(), &self.second];
        for name in names {
            self.games.check_opponent(self.start.game, name)?;
        }
        let mut games = self.games.of(&*start, names, &openings)?;
        games.sprt = self.sprt;
        let before = self.games.played_before()?;
        let played = games.load(&before);
        let played = played.with_context(|| self.games.named_output())?;
        let mut log = self.games.log(2, &before)?;
        for game in &played {
            log.add(&games, game, [0, 1]);
        }
        Ok((games.resume(played), log))
    }
}

/// Returns a score and its 95 % interval in percent.
fn percent(score: &Score) -> [f64; 3] {
    let (low, high) = score.interval();
    [score.rate(), low, high].map(|rate| 100.0 * rate)
}

/// A match as JSON.
#[derive(Serialize)]
struct MatchLine<'a> {
    game: &'static str,
    first: &'a str,
    second: &'a str,
    games: u64,
    repeated: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    forfeits: [u64; 2],
    /// Every forfeit with its reason.
    reasons: &'a [ForfeitedGame],
    score: f64,
    low: f64,
    high: f64,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    /// The result of the sequential test, if there was one and it has decided.
    sprt: Option<SprtResult>,
    /// The time used by the two opponents, if there are clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<&'a [TimeUsed]>,
}

impl MatchCommand {
    fn print(&self, score: &Score, log: &MatchLog, out: &mut dyn Write) -> Result<()> {
        let has_clock = self.games.clock.control.is_some();
        let (won, drawn, lost) = (score.won(), score.drawn(), score.lost());
        let games = score.games();
        let (low, high) = score.interval();
        let elo = score.elo();
        let MatchCommand { first, second, .. } = self;
        if self.json {
            let summary = MatchLine {
                game: self.start.game.about().name,
                first,
                second,
                games,
                repeated: score.repeated,
                won,
                drawn,
                lost,
                forfeits: score.forfeits,
                reasons: &log.lost,
                score: score.rate(),
                low,
                high,
                elo: elo.elo,
                elo_low: elo.low,
                elo_high: elo.high,
                sprt: self.sprt.and_then(|test| test.result(score)),
                time: has_clock.then_some(&log.times),
            };
            return json::print(&summary, out);
        }
        let moves = (score.moves + games / 2) / games.max(1);
        writeln!(
            out,
            "{first} against {second}: {games} games, {} on average",
            counted(moves, "move")
        )?;
        writeln!(out, "{:<16} {:>6} {:>6} {:>6}", "", "won", "drawn", "lost")?;
        for (name, seat) in [("in the first seat", 0), ("in the second", 1)] {
            let [w, d, l] = [score.won[seat], score.drawn[seat], score.lost[seat]];
            writeln!(out, "{name:<17}{w:>6} {d:>6} {l:>6}")?;
        }
        writeln!(out, "{:<17}{won:>6} {drawn:>6} {lost:>6}", "total")?;
        print_lost(&log.lost, out)?;
        if has_clock {
            for (name, time) in [first, second].into_iter().zip(&log.times) {
                writeln!(out, "{name}: {time}")?;
            }
        }
        let [rate, low, high] = percent(score);
        writeln!(
            out,
            "score {rate:.1} %, 95 % interval {low:.1} to {high:.1} %"
        )?;
        let rest = if score.repeated > 0 {
            let (new, old) = (counted(score.different(), "different game"), score.repeated);
            format!(
                "; {old} of the {games} games repeat others, so the interval counts only the {new}"
            )
        } else {
            String::new()
        };
        writeln!(
            out,
            "(of 100 such intervals, about 95 contain the score of an endless match{rest})"
        )?;
        writeln!(out, "Elo difference {elo}")?;
        if let Some(player) = score.only_winner() {
            let line = format!(
                "The {player} player won all {games} games: the board and its openings decide, not the opponents."
            );
            writeln!(out, "{line}")?;
        }
        if let Some(test) = self.sprt {
            writeln!(out, "sequential test: {}", test.told(score))?;
        }
        Ok(())
    }
}
