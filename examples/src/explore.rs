//! `papergames explore`: a walk through the tree of a game, with the value of every move.

use std::collections::{BTreeSet, HashMap};
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ::check::{Failure, Limit, Work, check};
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use common::any::{AnyFacts, AnyMove, AnyRecord};
use common::claim::Certificate;
use common::values::ValueStatement;
use common::{Budget, Outcome, Player};
use play::terminal::named;
use play::{Certainty, Judge, Judgement, MOST_LISTED};
use serde::Serialize;

use crate::draw::write_still;
use crate::input::{Input, certificate, existing_store};
use crate::json::{self, PositionFields, ValueFields};
use crate::play::board;
use crate::prompt::{Prompt, PromptLine};
use crate::start::Start;
use crate::units::{LimitArgs, duration};
use crate::{records, report, stopping};

/// Walk through a game and see the value of every move
///
/// Shows the position and its moves. Moves that are equivalent by symmetry share a line. It shows a number that you can
/// type, one of the moves, how many are equivalent, and the value of the position after the move. If the solver answers
/// in time, the value is proved, and its nimber is shown if it has one. Otherwise the value is an estimate by the
/// strongest engine and is marked `~`.
///
/// With `--store`, the solver uses the results in a file that `solve --store` has written, and adds new results to it.
/// A value that relies on unproved results is marked `?`; to check these results, use `verify --store`. If the file is
/// a certificate, you walk through its proof, starting at the position that it proves unless you give another one. Each
/// move is shown with the value that the proof gives to the position after it, and with the reason: either the entries
/// that prove this value, or a reply that restores the value of the current position. The proof is checked first, as
/// `check` does. If that takes more than ten seconds, every answer says that nothing was checked.
///
/// At the prompt, type a move or its number to play it. `back` takes the move back, and `top` returns to the start.
/// `more` shows further moves, and `show` shows the position again. `draw FILE` writes a picture to a new file, or
/// again to the same file, and `draw! FILE` replaces any file. `record` prints the moves so far, and `quit` ends the
/// command. Press Tab to complete moves and commands. Input may come from a pipe.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames explore sprouts 4
  papergames explore sos 3x4 --time 500ms
  papergames explore phutball 5x7
  papergames explore sprouts '4+ 1-2' --json
  papergames explore sprouts 5 --archive games.txt --time 20ms
  papergames solve sprouts 2..7 --store sprouts.results
  papergames explore sprouts 7 --store sprouts.results
  papergames solve sprouts 6 --certificate -o six.proof
  papergames explore sprouts --store six.proof
  printf '1\\n2\\nback\\nquit\\n' | papergames explore sprouts 3")]
pub(crate) struct Explore {
    #[command(flatten)]
    start: Start,

    /// The time limit for each move, half of it for a proof of its value, and half for an estimate if no proof is
    /// found.
    #[arg(long, value_name = "TIME", default_value = "200ms", value_parser = duration)]
    time: Duration,

    /// For each move, show how often it was played in the games of this file, and who won them.
    #[arg(long, value_name = "GAMES")]
    archive: Option<String>,

    /// Use the results that `solve --store FILE` has stored, and add new ones; or walk through the proof that `solve
    /// --certificate -o FILE` has written.
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,

    /// Print the position and its moves as one JSON object, without a prompt.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    bounds: LimitArgs,
}

/// The text for a position that no fact of a certificate is about, even through a reply to it.
const NOT_IN_PROOF: &str = "no fact of its own";

/// The number of classes of moves that are shown if there is room.
const USUAL_ROWS: usize = 20;

play::commands! {
    /// A command that can be typed besides moves.
    enum WalkCommand {
        Back: "back", "goes back";
        Top: "top", "goes to the start";
        More: "more", "shows more moves";
        Show: "show", "shows the position again";
        Draw(String): "draw FILE", "writes its picture to a new file, or again to the same file";
        DrawOver(String): "draw! FILE", "writes it to a file, and replaces the file if it exists";
        Record: "record", "prints the moves so far";
        Help: "help", "shows this";
        Quit: "quit", "ends";
    }
    also "b": "back", "?": "help", "q": "quit", "exit": "quit"
}

impl Explore {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let begun = Instant::now();
        stopping::watch(&self.bounds)?;
        let proof = self
            .store
            .as_deref()
            .map(certificate)
            .transpose()?
            .flatten();
        let start = match &proof {
            Some(proof) => self.start.or_of(proof),
            None => self.start.clone(),
        };
        let mut record = start.record()?;
        let half = Budget::new().time(self.time / 2);
        let half = half.memory(self.bounds.memory / 2).stop(stopping::flag());
        let depth = record.len();
        let prompt = Prompt::new(out)?;
        let usual = if prompt.screen.is_dialogue {
            USUAL_ROWS.min((prompt.screen.rows / 3).max(3))
        } else {
            USUAL_ROWS
        };
        let archive = self.archive.as_deref().map(|file| {
            let is_file = !Input::open(file)?.is_literal();
            ensure!(
                is_file,
                "--archive must be the name of a file, found `{file}`"
            );
            Archive::read(&self.start, file)
        });
        let (mut store, mut facts, mut is_checked) = (None, None, false);
        match (&self.store, &proof) {
            (Some(path), Some(proof)) => {
                is_checked = is_accepted(proof).with_context(|| format!("`{}`", path.display()))?;
                let proof: Result<Certificate, _> = proof.parse();
                let proof = proof.with_context(|| format!("`{}`", path.display()))?;
                facts = Some(record.values().facts(&proof)?);
            }
            (Some(path), None) => store = Some(existing_store(&*record, path)?),
            (None, _) => (),
        }
        let mut walk = Explorer {
            judge: Judge {
                values: true,
                store: store.map(|store| Arc::new(Mutex::new(store))),
                ..Judge::new(half.clone(), half)
            },
            rows: usual,
            archive: archive.transpose()?,
            facts,
            is_checked,
            record,
            depth,
            above: Vec::new(),
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
            match walk.prompt.read(&at, &*walk.record)? {
                PromptLine::Command(command) if walk.execute(&command)? => (),
                PromptLine::Move(text) => walk.enter(&text)?,
                PromptLine::Interrupted => stopping::leave(walk.prompt.out)?,
                PromptLine::Command(_) | PromptLine::End => return Ok(()),
            }
        }
    }
}

/// The state of the walk.
struct Explorer<'a> {
    judge: Judge,
    rows: usize,
    archive: Option<Archive>,
    /// The facts of a certificate, if these are the values that are shown.
    facts: Option<Box<AnyFacts>>,
    record: Box<dyn AnyRecord>,
    /// The number of moves that the record had at the start.
    depth: usize,
    /// Whether the checker has accepted the certificate.
    is_checked: bool,
    /// The proof's facts about the positions of the walk above this one.
    above: Vec<Option<ValueStatement>>,
    /// The classes of moves that are shown, to be picked by number.
    shown: Vec<Vec<AnyMove>>,
    /// The files that were drawn; they may be drawn again.
    drawings: BTreeSet<PathBuf>,
    prompt: Prompt<'a>,
}

impl Explorer<'_> {
    /// Prints the position and its moves as JSON.
    fn print(&mut self) -> Result<()> {
        report::note_listed(&*self.record);
        let mut classes = Vec::new();
        let here = if self.facts.is_some() {
            for (moves, proof) in self.proved() {
                classes.push(self.class(moves, None, proof));
            }
            None
        } else {
            let judged = self.judge.moves(&*self.record, self.rows, &mut |_| ());
            for judged in judged {
                let value = ValueFields::of(&judged.judgement);
                classes.push(self.class(judged.moves, Some(value), None));
            }
            let here = self.judge.position(&*self.record, &mut |_| ());
            Some(ValueFields::of(&here))
        };
        let line = ExploreLine {
            position: PositionFields::of(&*self.record),
            here,
            proof: self.facts.as_mut().and_then(|facts| facts(&*self.record)),
            proof_checked: self.facts.is_some().then_some(self.is_checked),
            class_count: self.record.classes(MOST_LISTED).len(),
            classes,
        };
        json::print(&line, self.prompt.out)
    }

    fn class(
        &self,
        moves: Vec<AnyMove>,
        after: Option<ValueFields>,
        proof: Option<ValueStatement>,
    ) -> MoveClass {
        let archive = self.archive.as_ref();
        MoveClass {
            played: archive.map(|archive| archive.of(&*self.record, &moves[0])),
            after,
            proof,
            moves,
        }
    }

    /// Returns the proof's fact about the position, which is reached from those above it.
    fn said(&mut self) -> Option<ValueStatement> {
        self.above.truncate(self.record.len() - self.depth);
        let before = self.above.last().and_then(Option::as_ref);
        said(&mut *self.record, &mut **self.facts.as_mut()?, before)
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
        report::note_listed(record);
        let Some(turn) = record.turn() else {
            let outcome = record
                .outcome()
                .map_or_else(String::new, |outcome| outcome.to_string());
            return Ok(writeln!(self.prompt.out, "The game is over: {outcome}.")?);
        };
        if self.facts.is_some() {
            let says = match self.said() {
                Some(ValueStatement { value, by }) => {
                    let unchecked = if self.is_checked {
                        ""
                    } else {
                        ", not checked,"
                    };
                    format!("the proof{unchecked} says {value} (by {by})")
                }
                None => format!("this position has {NOT_IN_PROOF}"),
            };
            writeln!(self.prompt.out, "{turn} to move; {says}")?;
            return self.more();
        }
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

    /// Shows the values of further moves, as many as fit on a screen.
    fn more(&mut self) -> Result<()> {
        let all = self.record.classes(MOST_LISTED).len();
        let before = self.shown.len();
        if before >= all {
            return self.prompt.say("All moves are shown.");
        }
        let thinking = crate::progress::spinner();
        thinking.set_message("looking for proofs");
        let rows = self.rows(before + self.rows);
        thinking.finish_and_clear();
        for ((moves, value, by), number) in rows.into_iter().zip(before + 1..) {
            let alike = match moves.len() {
                1 => String::new(),
                n => format!("  (+{} equivalent)", n - 1),
            };
            let played = self.archive.as_ref().map_or(String::new(), |archive| {
                archive.told(&*self.record, &moves[0])
            });
            writeln!(
                self.prompt.out,
                "{number:>4}. {value:<19} {}{alike}{by}{played}",
                moves[0]
            )?;
            self.shown.push(moves);
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

    /// Returns all classes of moves with the proof's facts about the positions after them, beginning with those that
    /// have entries.
    fn proved(&mut self) -> Vec<(Vec<AnyMove>, Option<ValueStatement>)> {
        let here = self.said();
        let record = &mut *self.record;
        let classes = record.classes(MOST_LISTED).into_iter();
        let mut none = |_: &dyn AnyRecord| None;
        let facts: &mut AnyFacts = match &mut self.facts {
            Some(facts) => &mut **facts,
            None => &mut none,
        };
        let classes = classes.map(|moves| {
            let own = after(record, &moves[0], |record| facts(record));
            let all = after(record, &moves[0], |record| {
                said(record, facts, here.as_ref())
            });
            (own.is_none(), moves, all)
        });
        let mut classes: Vec<(bool, Vec<AnyMove>, Option<ValueStatement>)> = classes.collect();
        classes.sort_by_key(|(has_none, ..)| *has_none);
        let classes = classes.into_iter().map(|(_, moves, said)| (moves, said));
        classes.collect()
    }

    /// Returns the classes of moves that are not shown yet, each with its value and the source of the value. Together
    /// with those already shown there are at most `most`, and those shown before keep their numbers.
    fn rows(&mut self, most: usize) -> Vec<(Vec<AnyMove>, String, String)> {
        let before = self.shown.len();
        if self.facts.is_some() {
            let rows = self.proved().into_iter().take(most).skip(before);
            let rows = rows.map(|(moves, said)| match said {
                Some(ValueStatement { value, by }) => (moves, value, format!("  by {by}")),
                None => (moves, NOT_IN_PROOF.to_owned(), String::new()),
            });
            return rows.collect();
        }
        let judged = self.judge.moves(&*self.record, most, &mut |_| ());
        let new = judged
            .into_iter()
            .filter(|judged| !self.shown.contains(&judged.moves));
        let rows = new.map(|judged| {
            let mark = match judged.judgement.certainty() {
                Certainty::Proved => ' ',
                Certainty::Assumed => '?',
                Certainty::Unknown | Certainty::Estimated => '~',
            };
            let value = format!("{mark}{}", worth(&judged.judgement));
            (judged.moves, value, String::new())
        });
        rows.collect()
    }

    /// Executes a command, and returns whether the walk continues.
    fn execute(&mut self, command: &WalkCommand) -> Result<bool> {
        match command {
            WalkCommand::Back if self.record.len() == self.depth => {
                self.prompt.say("This is where the walk began.")?;
            }
            WalkCommand::Back => {
                self.record.rewind(self.record.len() - 1);
                self.show()?;
            }
            WalkCommand::Top => {
                self.record.rewind(self.depth);
                self.show()?;
            }
            WalkCommand::More => self.more()?,
            WalkCommand::Show => self.show()?,
            WalkCommand::Draw(file) => self.draw(file, false)?,
            WalkCommand::DrawOver(file) => self.draw(file, true)?,
            WalkCommand::Record => writeln!(self.prompt.out, "{}", self.record)?,
            WalkCommand::Help => self
                .prompt
                .help::<WalkCommand>("A number or a move plays it")?,
            WalkCommand::Quit => return Ok(false),
        }
        Ok(true)
    }

    /// Writes the picture of the position to a file that is new, that was written before in this walk, or that
    /// `replaces` allows to replace.
    fn draw(&mut self, name: &str, replaces: bool) -> Result<()> {
        if ["", "-"].contains(&name) {
            let asked = "name a file that ends in .svg or .png, as in `draw here.svg`";
            return self.prompt.say(asked);
        }
        let path = named(name);
        if path.exists() && !replaces && !self.drawings.contains(&path) {
            return self.prompt.say(&format!(
                "{name} already exists; `draw! {name}` replaces it"
            ));
        }
        match write_still(&path, &*self.record) {
            Ok(()) => {
                self.prompt.say(&format!("drawn to {}", path.display()))?;
                self.drawings.insert(path);
                Ok(())
            }
            Err(error) => self.prompt.say(&report::sentence(&error)),
        }
    }

    /// Plays the move that a line names, by its number or its text.
    fn enter(&mut self, line: &str) -> Result<()> {
        let numbered = line
            .parse::<usize>()
            .ok()
            .and_then(|number| number.checked_sub(1));
        let listed = numbered.and_then(|i| self.shown.get(i));
        let listed = listed.map(|moves| moves[0].clone());
        let here = if self.facts.is_some() {
            self.said()
        } else {
            None
        };
        let played = match listed {
            Some(m) => self.record.push(&m),
            None => self.record.play(line),
        };
        match played {
            Ok(()) => {
                self.above.push(here);
                self.show()
            }
            Err(reason) => self.prompt.refuse::<WalkCommand>(line, &reason),
        }
    }
}

/// Returns the result of `look` after one more move.
fn after<T>(
    record: &mut dyn AnyRecord,
    m: &AnyMove,
    look: impl FnOnce(&mut dyn AnyRecord) -> T,
) -> T {
    let before = record.len();
    record.push(m).expect("a listed move is legal");
    let seen = look(&mut *record);
    record.rewind(before);
    seen
}

/// The time for checking a certificate.
const CHECKING: Duration = Duration::from_secs(10);

/// Returns whether the independent checker accepts a certificate, or false if it gives up.
///
/// # Errors
///
/// Returns the reason why it refuses the certificate.
fn is_accepted(proof: &str) -> Result<bool> {
    let limit = Limit {
        time: CHECKING,
        ..Limit::default()
    };
    let work = Work::new(limit, |_, _| ()).stop(stopping::flag());
    match check(proof, None, &work) {
        Ok(_) => Ok(true),
        Err(Failure::Refused(reason)) => bail!("the proof is refused: {reason}"),
        Err(Failure::GaveUp(_)) => Ok(false),
    }
}

/// Returns a proof's fact about a position: by its own entries, or because a reply from it restores the value of the
/// position before, so that its own value is different.
fn said(
    record: &mut dyn AnyRecord,
    facts: &mut AnyFacts,
    before: Option<&ValueStatement>,
) -> Option<ValueStatement> {
    let own = facts(record);
    let (Some(before), None) = (before, &own) else {
        return own;
    };
    let answers = record.classes(MOST_LISTED).into_iter();
    answers
        .filter_map(|class| class.into_iter().next())
        .find_map(|answer| {
            let found = after(record, &answer, |record| facts(record))?;
            (found.value == before.value).then(|| ValueStatement {
                value: format!("not {}", before.value),
                by: format!("the answer {answer}: {}", found.by),
            })
        })
}

/// Returns a judgement in words with the nimber, as in `first wins, *2`.
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
    position: PositionFields,
    /// The value of the position, unless the values are those of a certificate.
    #[serde(skip_serializing_if = "Option::is_none")]
    here: Option<ValueFields>,
    /// The certificate's fact about the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<ValueStatement>,
    /// Whether the certificate was accepted by the checker, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof_checked: Option<bool>,
    class_count: usize,
    classes: Vec<MoveClass>,
}

/// Equivalent moves.
#[derive(Serialize)]
struct MoveClass {
    moves: Vec<AnyMove>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<ValueFields>,
    /// The certificate's fact about the position after them.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<ValueStatement>,
    /// With `--archive`, the results of the games in which one of them was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<PlayStatistics>,
}

/// The results of games in which a move was played.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct PlayStatistics {
    games: u64,
    first: u64,
    second: u64,
    /// Drawn, or without a result.
    other: u64,
}

/// The moves of an archive of games, by the classes of the positions before and after them.
struct Archive(HashMap<(String, String), PlayStatistics>);

impl Archive {
    /// Reads the games of a file that begin with the setup of a start.
    fn read(start: &Start, file: &str) -> Result<Archive> {
        let mut moves: HashMap<(String, String), PlayStatistics> = HashMap::new();
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

    /// Returns the results of the games in which a move was played in the last position of a record.
    fn of(&self, record: &dyn AnyRecord, m: &AnyMove) -> PlayStatistics {
        let mut after = record.boxed();
        let played = after.push(m).ok().and_then(|()| {
            let pair = (record.class(), after.class());
            self.0.get(&pair).copied()
        });
        played.unwrap_or_default()
    }

    /// Returns the same in words.
    fn told(&self, record: &dyn AnyRecord, m: &AnyMove) -> String {
        let played = self.of(record, m);
        match played.games {
            0 => "  never played".to_owned(),
            games => format!(
                "  played {games}: first won {}, second {}, other {}",
                played.first, played.second, played.other
            ),
        }
    }
}
