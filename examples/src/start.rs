//! Turns the words of the command line into a game that is being played: the game, the setup and the rules.

use std::path::Path;

use ::check::{Claim, Work};
use anyhow::{Result, bail};
use clap::Args;
use common::any::{AnyGame, AnyRecord};

use crate::input::expect_no_certificate;
use crate::records;
use crate::setup::{RulesArgs, game_by_name, note_size};

/// A game and the position that it starts from.
#[derive(Args, Clone, Debug)]
pub(crate) struct Start {
    /// The name of the game; `help` lists the names.
    #[arg(value_name = "GAME", value_parser = game_by_name(), hide_possible_values = true)]
    pub(crate) game: &'static dyn AnyGame,

    /// A setup such as `5` or `4x5`, the text of a position or game, or a file that contains one (`games.txt#2` is the
    /// second game in the file); `help GAME` lists the setups.
    #[arg(value_name = "SETUP", allow_hyphen_values = true)]
    pub(crate) setup: Option<String>,

    #[command(flatten)]
    pub(crate) rules: RulesArgs,
}

impl Start {
    /// Returns the game that the command line names, with the moves played so far.
    pub(crate) fn record(&self) -> Result<Box<dyn AnyRecord>> {
        let Some(setup) = &self.setup else {
            return Ok(self.game.start(None, &self.rules.options())?);
        };
        expect_no_certificate(Path::new(setup), "a setup or a game")?;
        let mut games = records::read_starts(self.game, setup, None, &self.rules)?;
        match games.len() {
            1 => Ok(games.remove(0)),
            n => bail!(
                "the setup must be a single game, found {n}; to choose the second game, use `{setup}#2`"
            ),
        }
    }

    /// Returns the start that a certificate is about, if the command line names no setup.
    pub(crate) fn or_of(&self, certificate: &str) -> Start {
        let mut start = self.clone();
        let claim = Claim::of(certificate, &Work::default()).map(|claim| claim.to_string());
        if let (None, Ok(claim)) = (&self.setup, claim)
            && let [game, setup, rules @ ..] = &claim.split(' ').collect::<Vec<_>>()[..]
            && *game == self.game.about().name
        {
            start.setup = Some((*setup).to_owned());
            if start.rules.are_none() {
                start.rules = RulesArgs::named(rules);
            }
        }
        start
    }

    /// Returns a game that begins at the position that the command line names, or at the last position of a game.
    pub(crate) fn position(&self) -> Result<Box<dyn AnyRecord>> {
        let record = self.record()?;
        self.note_size();
        Ok(record.restart())
    }

    /// Prints a remark if the setup is easily mistaken for another.
    pub(crate) fn note_size(&self) {
        note_size(self.game, self.setup.as_deref());
    }
}
