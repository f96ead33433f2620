//! `papergames explore`: a walk through the tree of a game, with the value of every move.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use common::Budget;
use common::any::{AnyRecord, Picture};
use common::look::Style;
use play::Judge;
use play::judge::{JudgedMove, MOST_LISTED};
use play::terminal::{Lines, Screen, Typed, completions, fill, named};
use serde::Serialize;

use crate::draw::{pictures, write_picture};
use crate::editor;
use crate::json;
use crate::play::board;
use crate::report;
use crate::start::Start;
use crate::stopping;
use crate::units::{Bounds, duration, number};
use json::{Position, Value};

/// Walk through a game: all moves by class, with their values
///
/// Shows the position and its moves. Moves that are equal by symmetry share a line: a number, a move, how many moves
/// are like it, and the value of the position after it. A value is proved if the solver answers in time, and otherwise
/// an estimate of the strongest engine, marked `~`.
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
  printf '1\\n2\\nback\\nquit\\n' | papergames explore sprouts 3")]
pub(crate) struct Explore {
    #[command(flatten)]
    start: Start,

    /// The time for the value of each move: half for a proof, and half for an estimate if there is no proof.
    #[arg(long, value_name = "TIME", default_value = "200ms", value_parser = duration)]
    time: Duration,

    /// How many classes of moves are shown at once [default: 20, or as many as fit the screen below the board].
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=1_000))]
    rows: Option<usize>,

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
        let record = self.start.record()?;
        let half = Budget::new().time(self.time / 2);
        let half = half.memory(self.bounds.memory / 2).stop(stopping::flag());
        let depth = record.len();
        let screen = Screen::detect();
        let usual = if screen.is_dialogue {
            USUAL_ROWS.min((screen.rows / 3).max(3))
        } else {
            USUAL_ROWS
        };
        let mut walk = Walk {
            judge: Judge::with_budgets(half.clone(), half),
            rows: self.rows.unwrap_or(usual),
            screen,
            record,
            depth,
            shown: Vec::new(),
            drawings: BTreeSet::new(),
            out,
        };
        if self.json {
            walk.print()?;
            if stopping::must_stop() {
                walk.out.flush()?;
                return Err(stopping::stopped("a part of the moves", begun));
            }
            return Ok(());
        }
        self.start.note_size();
        let mut lines = editor::lines(&walk.screen)?;
        walk.show()?;
        loop {
            match walk.read(lines.as_mut())? {
                Typed::Text(line) => {
                    if !walk.screen.is_dialogue {
                        writeln!(walk.out, "{line}")?;
                    }
                    if !walk.act(line.trim())? {
                        return Ok(());
                    }
                }
                Typed::TooLong => walk.say("expected a move, found a line that is too long")?,
                Typed::Interrupted => stopping::leave(walk.out)?,
                _ => return Ok(()),
            }
        }
    }
}

/// Where the walk is.
struct Walk<'a> {
    judge: Judge,
    rows: usize,
    screen: Screen,
    record: Box<dyn AnyRecord>,
    /// How many moves the record had at the start.
    depth: usize,
    shown: Vec<JudgedMove>,
    /// The files that were drawn; they may be drawn again.
    drawings: BTreeSet<PathBuf>,
    out: &'a mut dyn Write,
}

impl Walk<'_> {
    /// Reads a line; Tab completes commands and moves.
    fn read(&mut self, lines: &mut dyn Lines) -> Result<Typed> {
        self.screen.measure();
        let prompt = format!("{}> ", self.record.len());
        let words = || completions(COMMANDS.map(|(usage, _)| usage), &*self.record);
        Ok(lines.read(&prompt, &words, self.out)?)
    }

    /// Prints a sentence in lines that fit the screen.
    fn say(&mut self, text: &str) -> Result<()> {
        let words: Vec<String> = text.split_whitespace().map(String::from).collect();
        let text = if self.screen.is_dialogue {
            fill(&words, self.screen.text_width())
        } else {
            text.to_owned()
        };
        writeln!(self.out, "{text}")?;
        Ok(())
    }

    /// Prints the position and its moves as JSON.
    fn print(&mut self) -> Result<()> {
        let record = &*self.record;
        let moves = self.judge.moves(record, self.rows, &mut |_| ());
        let classes = moves.into_iter().map(|judged| Class {
            after: Value::of(&judged.judgement),
            moves: judged.moves,
        });
        let line = Line {
            position: Position::of(record),
            here: Value::of(&self.judge.position(record, &mut |_| ())),
            class_count: record.classes(MOST_LISTED).len(),
            classes: classes.collect(),
        };
        json::print(&line, self.out)?;
        Ok(())
    }

    /// Shows the position and the values of its moves.
    fn show(&mut self) -> Result<()> {
        let record = &*self.record;
        let all = record.classes(MOST_LISTED).len();
        // The board leaves room for the moves, and for the line that says how many there are.
        let mut screen = self.screen;
        screen.rows = screen.rows.saturating_sub(all.min(self.rows));
        writeln!(self.out, "{}", board(record, &screen))?;
        writeln!(self.out, "{}", record.position())?;
        self.shown.clear();
        let Some(turn) = record.turn() else {
            let outcome = record
                .outcome()
                .map_or_else(String::new, |outcome| outcome.to_string());
            writeln!(self.out, "The game is over: {outcome}.")?;
            return Ok(());
        };
        let thinking = crate::progress::spinner();
        thinking.set_message("looking for proofs");
        let here = self.judge.position(record, &mut |_| ());
        thinking.finish_and_clear();
        writeln!(self.out, "{turn} to move; {here} ({})", here.certainty())?;
        self.more()
    }

    /// Shows the values of the moves that are not shown yet, a screen of them.
    fn more(&mut self) -> Result<()> {
        let all = self.record.classes(MOST_LISTED).len();
        let before = self.shown.len();
        if before >= all {
            return self.say("All moves are shown.");
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
            let mark = if judged.judgement.outcome().is_some() {
                ' '
            } else {
                '~'
            };
            let alike = match judged.moves.len() {
                1 => String::new(),
                n => format!("  and {} alike", n - 1),
            };
            let value = judged.judgement.to_string();
            writeln!(
                self.out,
                "{number:>4}. {mark}{value:<18} {}{alike}",
                judged.moves[0]
            )?;
        }
        if all > self.shown.len() {
            let more = (all - self.shown.len()).min(self.rows);
            self.say(&format!(
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
                let commands = COMMANDS.map(|(usage, does)| format!("`{usage}` {does}"));
                self.say(&format!(
                    "A number or a move plays it; {}.",
                    commands.join(", ")
                ))?;
            }
            "back" | "b" if self.record.len() > self.depth => {
                self.record.rewind(self.record.len() - 1);
                self.show()?;
            }
            "back" | "b" => writeln!(self.out, "This is where the walk began.")?,
            "top" => {
                self.record.rewind(self.depth);
                self.show()?;
            }
            "more" => self.more()?,
            "show" => self.show()?,
            "record" => writeln!(self.out, "{}", self.record)?,
            "draw" | "draw!" if rest.trim().is_empty() => {
                self.say("expected a file ending in .svg or .png, as in `draw here.svg`")?;
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
            return self.say(&format!("{name} exists; `draw! {name}` replaces it"));
        }
        match self.write_picture(&path) {
            Ok(()) => {
                self.say(&format!("drawn to {}", path.display()))?;
                self.drawings.insert(path);
                Ok(())
            }
            Err(error) => self.say(&report::sentence(&error)),
        }
    }

    fn write_picture(&self, path: &Path) -> Result<()> {
        let svg = pictures(&*self.record)?.draw(Picture::Last, &Style::default())?;
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
            Err(reason) => self.say(&format!("{reason}; `help` lists what can be typed")),
        }
    }
}

/// A position with its moves as JSON.
#[derive(Serialize)]
struct Line {
    #[serde(flatten)]
    position: Position,
    here: Value,
    class_count: usize,
    classes: Vec<Class>,
}

/// Moves that come to the same.
#[derive(Serialize)]
struct Class {
    moves: Vec<String>,
    after: Value,
}
