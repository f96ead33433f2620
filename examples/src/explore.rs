//! `papergames explore`: a walk through the tree of a game, with the value of every move.

use std::collections::{BTreeSet, HashMap};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use common::any::{AnyRecord, Picture};
use common::look::Style;
use common::{Budget, Outcome, Player};
use play::terminal::named;
use play::{Certainty, Judge, JudgedMove, Judgement, MOST_LISTED};
use serde::Serialize;

use crate::draw::{pictures, write_picture};
use crate::input::existing_store;
use crate::json;
use crate::play::board;
use crate::prompt::{Line, Prompt};
use crate::records;
use crate::report;
use crate::start::Start;
use crate::stopping;
use crate::units::{Bounds, duration};
use json::{Position, Value};

/// Walk through a game: all moves by class, with their values
///
/// Shows the position and its moves. Moves that are equal by symmetry share a line: a number, a move, how many moves
/// are like it, and the value of the position after it. A value is proved if the solver answers in time, with its
/// nimber if it has one, and otherwise an estimate of the strongest engine, marked `~`. With `--store`, the solver
/// finds and keeps results in a file that `solve --store` has made; a value that rests on results that were not
/// followed is marked `?`, and `verify --store` follows them.
///
/// At the prompt: a number or a move plays it, `back` takes it back, `top` goes to the start, `more` shows further
/// moves, `show` shows the position again, `draw FILE` writes its picture to a new file, `draw! FILE` over a file that
/// exists, `record` prints the way here, `quit` ends.
/// Tab completes moves and commands. Input may come from a pipe.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames explore sprouts 4
  papergames explore sos 3x4 --time 500ms
  papergames explore phutball 5x7
  papergames explore sprouts '4+ 1-2' --json
  papergames explore sprouts 5 --archive games.txt --time 20ms
  papergames solve sprouts 2..7 --store sprouts.results
  papergames explore sprouts 7 --store sprouts.results
  printf '1\\n2\\nback\\nquit\\n' | papergames explore sprouts 3")]
pub(crate) struct Explore {
    #[command(flatten)]
    start: Start,

    /// The time for the value of each move: half for a proof, and half for an estimate if there is no proof.
    #[arg(long, value_name = "TIME", default_value = "200ms", value_parser = duration)]
    time: Duration,

    /// Show for each move how often it was played in the games of this file, and who won them.
    #[arg(long, value_name = "GAMES")]
    archive: Option<String>,

    /// Find values in the results that `solve --store FILE` has kept, and keep new ones.
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,

    /// Print the position and its moves as one JSON object, and end.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    bounds: Bounds,
}

/// How many classes of moves are shown where there is room.
const USUAL_ROWS: usize = 20;

/// What can be typed besides moves, and what it does.
const COMMANDS: [(&str, &str); 9] = [
    ("back", "goes back"),
    ("top", "goes to the start"),
    ("more", "shows more moves"),
    ("show", "shows the position again"),
    ("draw FILE", "writes its picture to a new file"),
    ("draw! FILE", "writes it over a file that exists"),
    ("record", "prints the way here"),
    ("help", "shows this"),
    ("quit", "ends"),
];

impl Explore {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let begun = Instant::now();
        stopping::watch(&self.bounds)?;
        let mut record = self.start.record()?;
        let half = Budget::new().time(self.time / 2);
        let half = half.memory(self.bounds.memory / 2).stop(stopping::flag());
        let depth = record.len();
        let prompt = Prompt::new(out)?;
        let usual = if prompt.screen.is_dialogue {
            USUAL_ROWS.min((prompt.screen.rows / 3).max(3))
        } else {
            USUAL_ROWS
        };
        let archive = self
            .archive
            .as_deref()
            .map(|file| Archive::read(&self.start, file));
        let store = self.store.as_deref();
        let store = store
            .map(|path| existing_store(&mut *record, path))
            .transpose()?;
        let mut walk = Walk {
            judge: Judge {
                values: true,
                store: store.map(|store| Arc::new(Mutex::new(store))),
                ..Judge::with_budgets(half.clone(), half)
            },
            rows: usual,
            archive: archive.transpose()?,
            record,
            depth,
            shown: Vec::new(),
            drawings: BTreeSet::new(),
            prompt,
        };
        if self.json {
            walk.print()?;
            if stopping::must_stop() {
                walk.prompt.out.flush()?;
                return Err(stopping::stopped("a part of the moves", begun));
            }
            return Ok(());
        }
        self.start.note_size();
        walk.show()?;
        loop {
            let at = format!("{}> ", walk.record.len());
            match walk.prompt.read(&at, &COMMANDS, &*walk.record)? {
                Line::Text(line) if walk.act(&line)? => (),
                Line::Interrupted => stopping::leave(walk.prompt.out)?,
                _ => return Ok(()),
            }
        }
    }
}

/// Where the walk is.
struct Walk<'a> {
    judge: Judge,
    rows: usize,
    archive: Option<Archive>,
    record: Box<dyn AnyRecord>,
    /// How many moves the record had at the start.
    depth: usize,
    shown: Vec<JudgedMove>,
    /// The files that were drawn; they may be drawn again.
    drawings: BTreeSet<PathBuf>,
    prompt: Prompt<'a>,
}

impl Walk<'_> {
    /// Prints the position and its moves as JSON.
    fn print(&mut self) -> Result<()> {
        let record = &*self.record;
        let moves = self.judge.moves(record, self.rows, &mut |_| ());
        let classes = moves.into_iter().map(|judged| Class {
            played: self
                .archive
                .as_ref()
                .map(|archive| archive.of(record, &judged.moves[0])),
            after: Value::of(&judged.judgement),
            moves: judged.moves,
        });
        let line = ExploreLine {
            position: Position::of(record),
            here: Value::of(&self.judge.position(record, &mut |_| ())),
            class_count: record.classes(MOST_LISTED).len(),
            classes: classes.collect(),
        };
        json::print(&line, self.prompt.out)?;
        Ok(())
    }

    /// Shows the position and the values of its moves.
    fn show(&mut self) -> Result<()> {
        let record = &*self.record;
        let all = record.classes(MOST_LISTED).len();
        // The board leaves room for the moves, and for the line that says how many there are.
        let mut screen = self.prompt.screen;
        screen.rows = screen.rows.saturating_sub(all.min(self.rows));
        writeln!(self.prompt.out, "{}", board(record, &screen))?;
        writeln!(self.prompt.out, "{}", record.position())?;
        self.shown.clear();
        let Some(turn) = record.turn() else {
            let outcome = record
                .outcome()
                .map_or_else(String::new, |outcome| outcome.to_string());
            writeln!(self.prompt.out, "The game is over: {outcome}.")?;
            return Ok(());
        };
        let thinking = crate::progress::spinner();
        thinking.set_message("looking for proofs");
        let here = self.judge.position(record, &mut |_| ());
        thinking.finish_and_clear();
        writeln!(
            self.prompt.out,
            "{turn} to move; {} ({})",
            worth(&here),
            here.certainty()
        )?;
        self.more()
    }

    /// Shows the values of the moves that are not shown yet, a screen of them.
    fn more(&mut self) -> Result<()> {
        let all = self.record.classes(MOST_LISTED).len();
        let before = self.shown.len();
        if before >= all {
            return self.prompt.say("All moves are shown.");
        }
        let thinking = crate::progress::spinner();
        thinking.set_message("looking for proofs");
        let most = before + self.rows;
        let judged = self.judge.moves(&*self.record, most, &mut |_| ());
        thinking.finish_and_clear();
        // Those shown before keep their numbers.
        let new = judged
            .into_iter()
            .filter(|judged| !self.shown.iter().any(|shown| shown.moves == judged.moves));
        let new: Vec<_> = new.collect();
        self.shown.extend(new);
        for (judged, number) in self.shown.iter().zip(1..).skip(before) {
            let mark = match judged.judgement.certainty() {
                Certainty::Proved => ' ',
                Certainty::Assumed => '?',
                _ => '~',
            };
            let alike = match judged.moves.len() {
                1 => String::new(),
                n => format!("  (+{} equivalent)", n - 1),
            };
            let played = self.archive.as_ref().map_or(String::new(), |archive| {
                archive.told(&*self.record, &judged.moves[0])
            });
            let value = worth(&judged.judgement);
            writeln!(
                self.prompt.out,
                "{number:>4}. {mark}{value:<18} {}{alike}{played}",
                judged.moves[0]
            )?;
        }
        if all > self.shown.len() {
            let more = (all - self.shown.len()).min(self.rows);
            self.prompt.say(&format!(
                "{} of {all} classes of moves are shown; `more` shows {more} more",
                self.shown.len()
            ))?;
        }
        Ok(())
    }

    /// Does what a line says; returns whether the walk goes on.
    fn act(&mut self, line: &str) -> Result<bool> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "" => (),
            "quit" | "q" | "exit" => return Ok(false),
            "help" | "?" => {
                self.prompt.help("A number or a move plays it", &COMMANDS)?;
            }
            "back" | "b" if self.record.len() > self.depth => {
                self.record.rewind(self.record.len() - 1);
                self.show()?;
            }
            "back" | "b" => writeln!(self.prompt.out, "This is where the walk began.")?,
            "top" => {
                self.record.rewind(self.depth);
                self.show()?;
            }
            "more" => self.more()?,
            "show" => self.show()?,
            "record" => writeln!(self.prompt.out, "{}", self.record)?,
            "draw" | "draw!" if rest.trim().is_empty() => {
                self.prompt
                    .say("expected a file ending in .svg or .png, as in `draw here.svg`")?;
            }
            "draw" | "draw!" => self.draw(rest.trim(), word == "draw!")?,
            _ => self.enter(line)?,
        }
        Ok(true)
    }

    /// Writes the picture of the position to a file that is new, was written before in this walk, or is to be replaced.
    fn draw(&mut self, name: &str, replaces: bool) -> Result<()> {
        let path = named(name);
        if path.exists() && !replaces && !self.drawings.contains(&path) {
            return self
                .prompt
                .say(&format!("{name} exists; `draw! {name}` replaces it"));
        }
        match self.write_picture(&path) {
            Ok(()) => {
                self.prompt.say(&format!("drawn to {}", path.display()))?;
                self.drawings.insert(path);
                Ok(())
            }
            Err(error) => self.prompt.say(&report::sentence(&error)),
        }
    }

    fn write_picture(&self, path: &Path) -> Result<()> {
        let svg = pictures(&*self.record)?
            .draw(Picture::Last, &Style::default())?
            .text;
        write_picture(path, &svg, 800)
    }

    /// Plays the move that a line names, by its number or its text.
    fn enter(&mut self, line: &str) -> Result<()> {
        let numbered = line
            .parse::<usize>()
            .ok()
            .and_then(|number| number.checked_sub(1));
        let listed = numbered.and_then(|i| self.shown.get(i));
        let text = listed.map_or(line, |judged| &judged.moves[0]);
        match self.record.play(text) {
            Ok(()) => self.show(),
            Err(reason) => self
                .prompt
                .say(&format!("{reason}; `help` lists what can be typed")),
        }
    }
}

/// Says a judgement with the nimber, as in `first wins, *2`.
fn worth(judgement: &Judgement) -> String {
    match judgement.nimber {
        Some(nimber) => format!("{judgement}, {nimber}"),
        None => judgement.to_string(),
    }
}

/// A position with its moves as JSON.
#[derive(Serialize)]
struct ExploreLine {
    #[serde(flatten)]
    position: Position,
    here: Value,
    class_count: usize,
    classes: Vec<Class>,
}

/// Equivalent moves.
#[derive(Serialize)]
struct Class {
    moves: Vec<String>,
    after: Value,
    /// With `--archive`, what became of the games in which one of them was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<Played>,
}

/// What became of games in which a move was played.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Played {
    games: u64,
    first: u64,
    second: u64,
    /// Drawn, or without a result.
    other: u64,
}

/// The moves of an archive of games, by the classes of the positions before and after them.
struct Archive(HashMap<(String, String), Played>);

impl Archive {
    /// Reads the games of a file that begin with the setup of a start.
    fn read(start: &Start, file: &str) -> Result<Archive> {
        let mut moves: HashMap<(String, String), Played> = HashMap::new();
        for game in records::read_starts(start.game, file, None, &start.rules)? {
            let winner = game.outcome().and_then(Outcome::winner);
            let classes: Vec<String> = game.beginnings().iter().map(|at| at.class()).collect();
            for pair in classes.windows(2) {
                let played = moves.entry((pair[0].clone(), pair[1].clone())).or_default();
                played.games += 1;
                match winner {
                    Some(Player::FIRST) => played.first += 1,
                    Some(Player::SECOND) => played.second += 1,
                    _ => played.other += 1,
                }
            }
        }
        Ok(Archive(moves))
    }

    /// Returns what became of the games in which a move was played in the last position of a record.
    fn of(&self, record: &dyn AnyRecord, m: &str) -> Played {
        let mut after = record.boxed();
        let played = after.play(m).ok().and_then(|()| {
            let pair = (record.class(), after.class());
            self.0.get(&pair).copied()
        });
        played.unwrap_or_default()
    }

    /// Says the same in words.
    fn told(&self, record: &dyn AnyRecord, m: &str) -> String {
        let Played {
            games,
            first,
            second,
            other,
        } = self.of(record, m);
        match games {
            0 => "  never played".to_owned(),
            _ => format!("  played {games}: first won {first}, second {second}, other {other}"),
        }
    }
}
