//! `papergames convert`: converts records and positions from one notation to another.

use std::collections::BTreeSet;
use std::io::Write;

use anyhow::{Result, anyhow, ensure};
use clap::Args;
use common::any::ReadGame;
use common::format::{Heading, Notation};
use common::reading::{ReadOptions, SourceText};
use papergames::sprouts::{Unnumbered, UnnumberedFormat};

use crate::records::TextPart;
use crate::report::{self, PrintedError, UsageError};
use crate::stopping;
use crate::texts::{Provenance, TextArgs};
use crate::units::LimitArgs;

/// Rewrite records and positions in another notation
///
/// The command checks every move. If the new notation is only for positions, it writes the last position of each game.
///
/// Comments are always lost. The players' names are kept in the notations of whole games of Sprouts, and a stated
/// result that the moves do not reach only if both notations are `json`. If a stated result contradicts the moves, the
/// command writes the result of the moves. If a notation does not state the rules, a note names the option with which
/// other commands read the text.
///
/// Large files are converted one game at a time. If a game is invalid, the command reports it and skips it.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames convert sprouts game.txt --to wgosa
  papergames convert sprouts '3+ 1(4)2' --to glop
  papergames convert sprouts '0.1a1a' --to ajs
  echo '3x3 Sa1 Ob1 Sc1' | papergames convert sos - --to text
  papergames convert phutball '15x21 h11' --to abstractplay
  papergames convert brussels          (lists the notations)")]
pub(crate) struct Convert {
    #[command(flatten)]
    text: TextArgs,

    /// The notation to write. Without this option and without FILE, the command lists the notations of the game.
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,

    #[command(flatten)]
    bounds: LimitArgs,
}

impl Convert {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        if self.text.file.is_some() && self.to.is_none() {
            let notations = self.text.game.notations().into_iter();
            let written = notations.filter(|notation| notation.is_written);
            let names: Vec<&str> = written.map(|notation| notation.name).collect();
            return Err(UsageError::because(&format!(
                "use --to with one of {}",
                names.join(", ")
            )));
        }
        match &self.to {
            Some(to) => self.convert(self.text.game.notation(Some(to), "")?, out),
            None => self.list_notations(out),
        }
    }

    /// Lists the notations of the game.
    fn list_notations(&self, out: &mut dyn Write) -> Result<()> {
        let unnumbered = self.text.game.extra::<Unnumbered>();
        for notation in self.text.game.notations() {
            let format = unnumbered.and_then(|reader| reader.format(Some(notation.name), ""));
            let is_read = notation.reads.is_some() || format.is_some();
            let ways = match (is_read, notation.is_written) {
                (true, true) => "read and written",
                (true, false) => "read",
                (false, _) => "written",
            };
            let example = notation.example.replace('\n', "\\n");
            writeln!(out, "{:<13} {ways}: {}", notation.name, notation.about)?;
            if !example.is_empty() {
                writeln!(out, "{:<13} {example}", "")?;
            }
        }
        Ok(())
    }

    /// Writes every game in another notation.
    fn convert(&self, to: Notation, out: &mut dyn Write) -> Result<()> {
        let mut writer = Destination {
            to,
            out,
            written: 0,
            noted: BTreeSet::new(),
        };
        let done = self.text.each(&self.bounds, |part, place| {
            let text = match part {
                TextPart::Game(game) => {
                    place.note(&game);
                    writer.text(&game, place.origin, place.number)?
                }
                TextPart::Unnumbered { format, line, text } => rewritten(format, &text, to.name)
                    .map_err(|reason| anyhow!("{}, line {line}{reason}", place.origin)),
            };
            match text {
                Ok(text) => writer.put(text.trim_end(), &place).map(Ok),
                Err(error) => Ok(Err(error)),
            }
        })?;
        writer.end()?;
        let (number, wrong) = (done.count, done.wrong.count);
        match &done.wrong.last {
            Some(error) if number > 1 && !stopping::must_stop() => {
                report::print(error);
                report::print(&anyhow!("left out invalid games: {wrong} of {number}"));
                Err(PrintedError.into())
            }
            _ => done.end(),
        }
    }
}

/// Writes a position without numbered spots in another notation, or returns why not, as the rest of a sentence about
/// its line.
fn rewritten(format: UnnumberedFormat, text: &str, to: &str) -> Result<String, String> {
    let written = format
        .rewrite(text, to)
        .map_err(|reason| format!(": {reason}"))?;
    written.ok_or_else(|| {
        format!(" cannot be written as `{to}`: it says how a position plays, but not which position it is")
    })
}

/// Returns a note if the text of a game in a notation is read as another game, with the option that tells them apart.
fn unstated(to: Notation, game: &ReadGame, text: &str) -> Option<String> {
    to.reads?;
    let (to, of) = (to.name, game.record.game());
    let read = |rules, misere| {
        let options = ReadOptions {
            rules,
            misere,
            ..ReadOptions::in_format(to)
        };
        let games = of.read(&SourceText::literal(text), &options).ok()?;
        let record = games.into_iter().next()?.record;
        (record.class() == game.record.class()).then_some(())
    };
    if read(None, false).is_some() {
        return None;
    }
    let sets = of.about().rule_sets.iter().map(|set| set.name);
    let rules = sets
        .filter(|name| read(Some(*name), false).is_some())
        .map(|name| format!("--rules {name}"));
    let misere = read(None, true).map(|()| "--misere".to_owned());
    Some(match rules.chain(misere).next() {
        Some(option) => format!("`{to}` does not state the rules; read the text with {option}"),
        None => format!("`{to}` leaves out something; `text` keeps the whole game"),
    })
}

/// The destination and the notation of the games.
struct Destination<'a> {
    to: Notation,
    out: &'a mut dyn Write,
    written: usize,
    /// What was said about the notation.
    noted: BTreeSet<String>,
}

impl Destination<'_> {
    /// Returns a game in the notation, or an error if it cannot be written; fails if no game can be.
    fn text(&mut self, game: &ReadGame, origin: &str, number: usize) -> Result<Result<String>> {
        let to = self.to.name;
        ensure!(
            self.to.is_written,
            "the format `{to}` can be read but not written"
        );
        Ok(match &game.kept {
            Some((notation, text)) if *notation == to => Ok(text.clone()),
            _ => match game.record.write(to, &game.said) {
                Ok(text) => {
                    let note = unstated(self.to, game, &text);
                    if let Some(note) = note.filter(|note| self.noted.insert(note.clone())) {
                        report::note(&note);
                    }
                    Ok(text)
                }
                Err(reason) => Err(anyhow!(
                    "{origin}, game {number} cannot be written as `{to}`: {reason}"
                )),
            },
        })
    }

    fn put(&mut self, text: &str, place: &Provenance<'_>) -> Result<()> {
        self.written += 1;
        if self.to.is_listed {
            let before = if self.written == 1 { "[" } else { ",\n" };
            write!(self.out, "{before}{text}")?;
            return Ok(());
        }
        // A game over several lines needs a mark where it begins.
        if place.is_one_of_many && text.contains('\n') {
            writeln!(self.out, "{} {}", Heading::START, place.number)?;
        }
        Ok(writeln!(self.out, "{text}")?)
    }

    fn end(&mut self) -> Result<()> {
        if self.to.is_listed && self.written > 0 {
            writeln!(self.out, "]")?;
        }
        Ok(())
    }
}
