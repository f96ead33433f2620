//! Texts whose games a command reads one by one, and reports of those that are wrong.

use std::time::Instant;

use anyhow::{Error, Result};
use clap::Args;
use common::any::{AnyGame, ReadGame};
use common::reading::ReadOptions;

use crate::records::{GameStream, TextPart};
use crate::report::{self, WrongGames};
use crate::setup::{RulingNames, game_by_name};
use crate::stopping;
use crate::units::LimitArgs;

/// A text with games, and how to read it.
#[derive(Args, Debug)]
pub(crate) struct TextArgs {
    /// The name of the game; `help` lists the names.
    #[arg(value_name = "GAME", value_parser = game_by_name(), hide_possible_values = true)]
    pub(crate) game: &'static dyn AnyGame,

    /// The file to read, `-` for standard input (the default), or a record itself.
    #[arg(value_name = "FILE", allow_hyphen_values = true)]
    pub(crate) file: Option<String>,

    /// The notation of the text; by default, the program recognises it.
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,

    #[command(flatten)]
    rules: RulingNames,
}

/// The place of a part in a text.
pub(crate) struct Provenance<'a> {
    /// The origin of the text.
    pub(crate) origin: &'a str,
    /// A hint to append to an error if the user may have meant a file.
    pub(crate) hint: &'static str,
    /// The number of the part.
    pub(crate) number: usize,
    pub(crate) is_one_of_many: bool,
    begun: Instant,
}

impl Provenance<'_> {
    /// Returns the number of one of many parts.
    pub(crate) fn shown(&self) -> Option<usize> {
        self.is_one_of_many.then_some(self.number)
    }

    /// Says on standard error how the text of a game was understood, if it could have been understood differently.
    pub(crate) fn note(&self, game: &ReadGame) {
        let number = self.shown().map(|number| format!(", game {number}"));
        let number = number.unwrap_or_default();
        for note in &game.said.notes {
            report::note(&format!("{}{number}: {note}", self.origin));
        }
    }

    /// Returns the error for a command that has to stop before this part is done.
    pub(crate) fn stopped(&self) -> Error {
        stopping::stopped(&format!("{} games", self.number - 1), self.begun)
    }
}

/// The counts of the parts that were read.
pub(crate) struct ReadCounts {
    pub(crate) count: usize,
    pub(crate) wrong: WrongGames,
    begun: Instant,
}

impl TextArgs {
    /// Reads the parts one by one until the text ends or the command has to stop, and reports those that are wrong.
    /// `work` fails if the command cannot continue, and returns an error inside `Ok` if only this part is wrong.
    pub(crate) fn each(
        &self,
        bounds: &LimitArgs,
        mut work: impl FnMut(TextPart, Provenance<'_>) -> Result<Result<()>>,
    ) -> Result<ReadCounts> {
        let options = ReadOptions {
            format: self.format.as_deref(),
            rules: self.rules.set(),
            misere: self.rules.is_misere(),
            prefix: "--",
        };
        let begun = Instant::now();
        stopping::watch(bounds)?;
        let file = self.file.as_deref().unwrap_or("-");
        let mut games = GameStream::open(self.game, file, options)?;
        let (mut count, mut wrong) = (0, WrongGames::default());
        let mut next = games.next();
        while let Some(part) = next.filter(|_| !stopping::must_stop()) {
            next = games.next();
            count += 1;
            let place = Provenance {
                origin: &games.origin,
                hint: games.hint,
                number: count,
                is_one_of_many: count > 1 || next.is_some(),
                begun,
            };
            let worked = match part {
                Ok(part) => work(part, place)?,
                Err(error) => Err(error),
            };
            if let Err(error) = worked {
                wrong.add(error);
            }
        }
        Ok(ReadCounts {
            count,
            wrong,
            begun,
        })
    }
}

impl ReadCounts {
    /// Returns an error if the command was stopped or has found wrong parts.
    pub(crate) fn end(self) -> Result<()> {
        if !stopping::must_stop() {
            return self.wrong.end();
        }
        if let Some(error) = self.wrong.last {
            report::print(&error);
        }
        let done = format!("{} games", self.count);
        Err(stopping::stopped(&done, self.begun))
    }
}
