//! `papergames ugi`: the Universal Game Interface, by which programs of any kind play each other.
//!
//! The protocol is a line each way, after the manner of chess: see <https://github.com/kz04px/cutegames> (`ugi.md`).
//! A position is written after `fen`, in the one-token text of its game; moves are the trait's moves, so one turn may be
//! several `bestmove`s: `query p1turn` tells whose they are. Three commands are extensions: `validmoves` lists the legal
//! moves, `undo` takes one move back, `show` prints the board.

use std::io::{self, BufRead, Write};
use std::str::SplitWhitespace;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use common::search::Budget;
use common::{Outcome, Player, Record};

use crate::engine::{Engine, Level};
use crate::game::Playable;
use crate::records;
use crate::setup::{ForAnyGame, Start};

/// The limits that `go` knows, each with a number after it.
const LIMITS: [&str; 7] = [
    "movetime", "nodes", "depth", "p1time", "p2time", "p1inc", "p2inc",
];

/// Speak the Universal Game Interface over standard input and output
///
/// Understands `ugi`, `isready`, `setoption name Level value N`, `setoption name Seed value N`, `uginewgame`,
/// `position startpos|fen TEXT [moves M…]`, `go [p1time N p2time N p1inc N p2inc N] [movetime N] [nodes N] [depth N]
/// [infinite]`, `stop`, `query gameover|p1turn|result`, `quit`, and the extensions `validmoves`, `undo` and `show`. What is
/// wrong with a command is said in a line `info string error: …`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames ugi sos 4x4
  printf 'ugi\\nposition startpos moves 1-2\\ngo nodes 1000\\nquit\\n' | papergames ugi sprouts 4")]
pub(crate) struct Ugi {
    #[command(flatten)]
    start: Start,

    /// How well it plays, from 1 (beginner) to 5 (strongest), until an option says otherwise.
    #[arg(long, value_name = "N", default_value = "5")]
    level: Level,

    /// What its chance is drawn from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Ugi {
    pub(crate) fn run(&self) -> Result<()> {
        ensure!(
            self.start.setup.as_deref() != Some("-"),
            "expected the protocol on standard input, found `-` as the setup"
        );
        self.start.game.visit(Task(self))
    }
}

struct Task<'a>(&'a Ugi);

impl ForAnyGame for Task<'_> {
    type Output = ();

    fn run<G: Playable>(self) -> Result<()> {
        let start: G = self.0.start.position()?;
        ensure!(
            start.players() == 2,
            "expected a game for two players, which is all that the protocol knows, found {}",
            start.players()
        );
        let mut server = Server {
            record: Record::new(start.clone()),
            start,
            level: self.0.level,
            seed: self.0.seed,
            engine: None,
            search: None,
        };
        server.serve(io::stdin().lock())
    }
}

/// An engine that is thinking, and the flag that makes it stop.
struct Search<G: Playable> {
    thread: JoinHandle<(Box<dyn Engine<G>>, Result<()>)>,
    stop: Arc<AtomicBool>,
    /// Whether only the flag ends it.
    infinite: bool,
}

struct Server<G: Playable> {
    start: G,
    record: Record<G>,
    level: Level,
    seed: u64,
    /// Made when it is first needed, as the protocol asks; away while it thinks.
    engine: Option<Box<dyn Engine<G>>>,
    search: Option<Search<G>>,
}

/// Prints a line at once. The thread that thinks prints, too, so each line is written as a whole.
fn say(line: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

impl<G: Playable> Server<G> {
    fn serve(&mut self, mut input: impl BufRead) -> Result<()> {
        loop {
            let mut line = Vec::new();
            let read = io::Read::take(&mut input, 1 << 24).read_until(b'\n', &mut line)?;
            let line = String::from_utf8_lossy(&line);
            let mut words = line.split_whitespace();
            let command = words.next().unwrap_or("");
            if read == 0 || command == "quit" {
                return self.join(command == "quit");
            }
            if let Err(error) = self.obey(command, &mut words) {
                let io = error.downcast_ref::<io::Error>().is_some();
                if io {
                    return Err(error);
                }
                say(&format!("info string error: {error:#}"))?;
            }
        }
    }

    fn obey(&mut self, command: &str, words: &mut SplitWhitespace<'_>) -> Result<()> {
        match command {
            "isready" => return say("readyok"),
            "stop" => return self.join(true),
            "" => return Ok(()),
            _ => self.join(false)?,
        }
        match command {
            "ugi" => {
                say(&format!("id name papergames {}", env!("CARGO_PKG_VERSION")))?;
                say("id author the papergames contributors")?;
                say(&format!(
                    "option name Level type spin default {} min 1 max 5",
                    self.level
                ))?;
                say(&format!(
                    "option name Seed type spin default {} min 0 max {}",
                    self.seed,
                    u64::MAX
                ))?;
                say("ugiok")
            }
            "setoption" => self.option(words),
            "uginewgame" => {
                self.engine = None;
                self.record = Record::new(self.start.clone());
                Ok(())
            }
            "position" => self.position(words),
            "go" => self.go(words),
            "query" => self.query(words.next().unwrap_or("")),
            "validmoves" => {
                let moves: Vec<String> = self
                    .record
                    .position()
                    .moves()
                    .iter()
                    .map(ToString::to_string)
                    .collect();
                say(format!("validmoves {}", moves.join(" ")).trim_end())
            }
            "undo" => {
                self.record
                    .pop()
                    .context("expected a move to undo, found the start")?;
                Ok(())
            }
            "show" => {
                say(&format!("info string {}", self.record.position()))?;
                for line in self.record.position().board().lines() {
                    say(&format!("info string {line}"))?;
                }
                Ok(())
            }
            _ => bail!("expected a command of the protocol, found `{command}`"),
        }
    }

    fn option(&mut self, words: &mut SplitWhitespace<'_>) -> Result<()> {
        let words: Vec<&str> = words.collect();
        match words[..] {
            ["name", "Level" | "level", "value", level] => self.level = level.parse()?,
            ["name", "Seed" | "seed", "value", seed] => {
                self.seed = seed
                    .parse()
                    .with_context(|| format!("expected a seed, found `{seed}`"))?;
            }
            _ => bail!(
                "expected `name Level value N` or `name Seed value N`, found `{}`",
                words.join(" ")
            ),
        }
        self.engine = None;
        Ok(())
    }

    fn position(&mut self, words: &mut SplitWhitespace<'_>) -> Result<()> {
        let setup = match words.next() {
            Some("startpos") => self.start.clone(),
            Some("fen") => words
                .next()
                .context("expected a position after `fen`, found nothing")?
                .parse()?,
            word => bail!(
                "expected `startpos` or `fen`, found `{}`",
                word.unwrap_or("")
            ),
        };
        let mut record = Record::new(setup);
        match words.next() {
            None => (),
            Some("moves") => {
                for (word, number) in words.zip(1..) {
                    records::play(&mut record, word)
                        .with_context(|| format!("move {number}, `{word}`"))?;
                }
            }
            Some(word) => bail!("expected `moves`, found `{word}`"),
        }
        self.record = record;
        Ok(())
    }

    fn go(&mut self, words: &mut SplitWhitespace<'_>) -> Result<()> {
        let turn = self.record.position().turn();
        let turn = turn.context("expected a game that goes on, found it over")?;
        let mut budget = Budget::new();
        let (mut limited, mut infinite) = (false, false);
        let (mut time, mut increment) = (None, 0);
        while let Some(word) = words.next() {
            if word == "infinite" {
                infinite = true;
                continue;
            }
            ensure!(
                LIMITS.contains(&word),
                "expected `infinite` or a limit ({}), found `{word}`",
                LIMITS.join(", ")
            );
            let number: u64 = words
                .next()
                .and_then(|number| number.parse().ok())
                .with_context(|| format!("expected a number after `{word}`"))?;
            let first = turn == Player::FIRST;
            match word {
                "movetime" => budget = budget.time(Duration::from_millis(number)),
                "nodes" => budget = budget.nodes(number),
                "depth" => budget = budget.depth(u32::try_from(number).unwrap_or(u32::MAX)),
                "p1time" if first => time = Some(number),
                "p2time" if !first => time = Some(number),
                "p1inc" if first => increment = number,
                "p2inc" if !first => increment = number,
                // The clock of the other player.
                _ => continue,
            }
            limited = true;
        }
        if let Some(time) = time {
            // A thirtieth of what is left and most of the increment, but never nearly all of the clock.
            let share = (time / 30 + increment * 3 / 4).min(time / 2).max(1);
            budget = budget.time(Duration::from_millis(share));
        }
        if !limited && !infinite {
            budget = G::budget(self.level);
        }
        let stop = Arc::new(AtomicBool::new(false));
        let budget = budget.stop(Arc::clone(&stop));
        let mut engine = self
            .engine
            .take()
            .unwrap_or_else(|| G::engine(self.level, self.seed));
        let record = self.record.clone();
        let waits = infinite.then(|| Arc::clone(&stop));
        let thread = std::thread::spawn(move || {
            let chosen = engine.choose(&record, &budget);
            // In `go infinite` the answer waits for `stop`, even where the search has ended by itself.
            while waits
                .as_ref()
                .is_some_and(|stop| !stop.load(Ordering::Relaxed))
            {
                std::thread::sleep(Duration::from_millis(2));
            }
            let said = chosen.and_then(|choice| {
                if !choice.info.is_empty() {
                    say(&format!("info {}", choice.info))?;
                }
                say(&format!("bestmove {}", choice.m))
            });
            (engine, said)
        });
        self.search = Some(Search {
            thread,
            stop,
            infinite,
        });
        Ok(())
    }

    /// Waits until the engine has answered; makes it stop if asked to, or if nothing else would.
    fn join(&mut self, stop: bool) -> Result<()> {
        let Some(search) = self.search.take() else {
            return Ok(());
        };
        if stop || search.infinite {
            search.stop.store(true, Ordering::Relaxed);
        }
        match search.thread.join() {
            Ok((engine, said)) => {
                self.engine = Some(engine);
                said
            }
            Err(_) => bail!("the search has failed"),
        }
    }

    fn query(&self, question: &str) -> Result<()> {
        let position = self.record.position();
        let answer = match question {
            "gameover" => {
                if position.is_terminal() {
                    "true"
                } else {
                    "false"
                }
            }
            "p1turn" => {
                if position.turn() == Some(Player::FIRST) {
                    "true"
                } else {
                    "false"
                }
            }
            "result" => match position.outcome() {
                None => "none",
                Some(Outcome::Win(Player::FIRST)) => "p1win",
                Some(Outcome::Win(_)) => "p2win",
                Some(_) => "draw",
            },
            _ => bail!("expected `query gameover`, `p1turn` or `result`, found `{question}`"),
        };
        say(&format!("response {answer}"))
    }
}
