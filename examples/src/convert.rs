//! `papergames convert`: converts records and positions from one notation to another.

use std::io::Write;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use common::any::{AnyGame, ReadGame};
use common::format::{Heading, Notation, Valued, Writes};
use common::reading::ReadOptions;

use crate::records::{self, Games, Part};
use crate::report::{self, Printed, Wrong};
use crate::setup::game_by_name;
use crate::stopping;
use crate::units::Bounds;

/// Rewrite records and positions in another notation
///
/// Every move is checked on the way. A notation for positions writes the last position of each game.
///
/// Some information is lost: comments and variations always; a stated result that the moves do not reach, except from
/// and to `sgf` and `json`; names of players, except from `sgf` to `sgf` and from `wgosa` to `wgosa`. If a stated
/// result contradicts the moves, the result of the moves is written.
///
/// Large files are converted game by game. An invalid game is reported and skipped.
///
/// Exit codes: 0 if everything was written, 1 if a game cannot be read or written or an option does not fit the game, 2
/// if the command line is invalid.
#[derive(Args, Debug)]
#[command(after_help = help())]
pub(crate) struct Convert {
    /// The game.
    #[arg(value_name = "GAME", value_parser = game_by_name())]
    game: &'static dyn AnyGame,

    /// The file to read, `-` for standard input (the default), or a record itself.
    #[arg(value_name = "FILE", allow_hyphen_values = true)]
    file: Option<String>,

    /// The notation to write. Without it and without FILE, the notations of the game are listed.
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,

    /// The notation to read; guessed unless given.
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,

    /// Read positions as misère instead of normal play, in notations that do not say.
    #[arg(long)]
    misere: bool,

    /// Phutball: the rules, for notations that do not say (`abstractplay`, `wikipedia`, `compass`, `diagram`).
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,

    /// List the notations of the game.
    #[arg(long)]
    list: bool,

    #[command(flatten)]
    bounds: Bounds,
}

fn help() -> String {
    let examples = "Examples:
  papergames convert sprouts game.txt --to wgosa
  papergames convert sprouts '3+ 1(4)2' --to glop
  papergames convert sprouts '0.1a1a' --to ajs
  echo '3x3 Sa1 Ob1 Sc1' | papergames convert sos - --to text
  papergames convert phutball games.json --to text
  papergames convert brussels --list";
    format!("{examples}\n\n{}", records::help())
}

impl Convert {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        if self.file.is_some() && self.to.is_none() && !self.list {
            let notations = self.game.notations().into_iter();
            let written = notations.filter(|notation| notation.writes.is_some());
            let names: Vec<&str> = written.map(|notation| notation.name).collect();
            bail!("expected --to with one of {}", names.join(", "));
        }
        match &self.to {
            Some(to) if !self.list => self.convert(self.game.notation(Some(to), "")?, out),
            _ => self.tell_notations(out),
        }
    }

    /// Lists the notations of the game.
    fn tell_notations(&self, out: &mut dyn Write) -> Result<()> {
        for notation in self.game.notations() {
            let ways = if notation.writes.is_some() {
                "read and written"
            } else {
                "read"
            };
            let example = notation.example.replace('\n', "\\n");
            writeln!(out, "{:<13} {ways}: {}", notation.name, notation.about)?;
            writeln!(out, "{:<13} {example}", "")?;
        }
        Ok(())
    }

    /// Writes every game in another notation.
    fn convert(&self, to: Notation, out: &mut dyn Write) -> Result<()> {
        let options = ReadOptions {
            format: self.format.as_deref(),
            rules: self.rules.as_deref(),
            misere: self.misere,
        };
        let begun = Instant::now();
        stopping::watch(&self.bounds)?;
        let file = self.file.as_deref().unwrap_or("-");
        let mut games = Games::open(self.game, file, options)?;
        let mut writer = Output {
            to,
            out,
            written: 0,
        };
        let (mut number, mut wrong) = (0, Wrong::default());
        let mut next = games.next();
        while let Some(part) = next.filter(|_| !stopping::must_stop()) {
            next = games.next();
            number += 1;
            let text = match part {
                Ok(Part::Game(game)) => writer.text(&game, games.origin(), number)?,
                Ok(Part::Value(valued, line, text)) => value(&valued, &text, to.name)
                    .map_err(|reason| anyhow!("{}, line {line}{reason}", games.origin())),
                Err(error) => Err(error),
            };
            match text {
                Ok(text) => writer.put(text.trim_end(), number, number > 1 || next.is_some())?,
                Err(error) => wrong.add(error),
            }
        }
        writer.end()?;
        if stopping::must_stop() {
            if let Some(error) = wrong.last {
                report::print(&error);
            }
            return Err(stopping::stopped(&format!("{number} games"), begun));
        }
        match wrong.last {
            Some(error) if number > 1 => {
                report::print(&error);
                report::print(&anyhow!(
                    "{} of {number} games are wrong and were left out",
                    wrong.count
                ));
                Err(Printed.into())
            }
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

/// Writes a value in another notation, or returns why not, as the rest of a sentence about its line.
fn value(valued: &Valued, text: &str, to: &str) -> Result<String, String> {
    let written = (valued.rewrite)(text, to).map_err(|reason| format!(": {reason}"))?;
    written.ok_or_else(|| {
        format!(" cannot be written as `{to}`: it says how something plays, but not which position of a game it is")
    })
}

/// The destination and the notation of the games.
struct Output<'a> {
    to: Notation,
    out: &'a mut dyn Write,
    written: usize,
}

impl Output<'_> {
    /// Returns a game in the notation, or why it cannot be written; fails if no game can.
    fn text(&self, game: &ReadGame, origin: &str, number: usize) -> Result<Result<String>> {
        let to = self.to.name;
        let writes = self.to.writes;
        writes.with_context(|| format!("the format `{to}` is read but not written"))?;
        Ok(match &game.kept {
            Some((notation, text)) if *notation == to => Ok(text.clone()),
            _ => game.record.write(to, &game.said).map_err(|reason| {
                anyhow!("{origin}, game {number} cannot be written as `{to}`: {reason}")
            }),
        })
    }

    fn put(&mut self, text: &str, number: usize, is_one_of_many: bool) -> Result<()> {
        self.written += 1;
        if self.to.writes == Some(Writes::Listed) {
            let before = if self.written == 1 { "[" } else { ",\n" };
            write!(self.out, "{before}{text}")?;
            return Ok(());
        }
        // A game over several lines has to say where it begins.
        if is_one_of_many && text.contains('\n') {
            writeln!(self.out, "{} {number}", Heading::START)?;
        }
        writeln!(self.out, "{text}")?;
        Ok(())
    }

    fn end(&mut self) -> Result<()> {
        if self.to.writes == Some(Writes::Listed) && self.written > 0 {
            writeln!(self.out, "]")?;
        }
        Ok(())
    }
}
