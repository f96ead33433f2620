//! From the words of the command line to a position: which game, which setup, which rules.

use std::fmt;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use common::Ending;

use crate::game::Playable;

/// The game that a command is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GameName {
    /// Sprouts: join two spots by a line and put a new spot on it.
    Sprouts,
    /// Brussels Sprouts: join two free arms of crosses and cross the line.
    Brussels,
    /// SOS: write S or O in a square and look for S-O-S.
    Sos,
    /// Phutball, Philosopher's Football: place a man or jump with the ball.
    Phutball,
}

/// What is done with whichever game the command line names: a function that is generic over the type of the game,
/// which a closure cannot be.
pub(crate) trait ForAnyGame {
    /// What comes out of it.
    type Output;

    /// Does it for the game `G`.
    fn run<G: Playable>(self) -> Result<Self::Output>;
}

impl GameName {
    /// All games, in the order in which they are shown.
    pub(crate) const ALL: [GameName; 4] = [
        GameName::Sprouts,
        GameName::Brussels,
        GameName::Sos,
        GameName::Phutball,
    ];

    /// Does `task` for the game of this name.
    pub(crate) fn visit<T: ForAnyGame>(self, task: T) -> Result<T::Output> {
        match self {
            GameName::Sprouts => task.run::<sprouts::Position>(),
            GameName::Brussels => task.run::<brussels::Position>(),
            GameName::Sos => task.run::<sos::Position>(),
            GameName::Phutball => task.run::<phutball::Position>(),
        }
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            GameName::Sprouts => "sprouts",
            GameName::Brussels => "brussels",
            GameName::Sos => "sos",
            GameName::Phutball => "phutball",
        })
    }
}

/// Which rules a game is played by, where its setup does not say so.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Rules {
    /// Sprouts: `standard`, `black-and-white`, `black-and-white-loops`, `antwerp-cold` or `antwerp-hot`.
    #[arg(long, value_name = "NAME", help_heading = "Rules")]
    pub(crate) variant: Option<String>,

    /// SOS: `general`, `first`, `alternating` or `misere`. Phutball: `full-board`, `terminal-rows`,
    /// `terminal-rows-corner`, `full-board-corner`, `immediate`, `immediate-corner` or `no-own-goal`.
    #[arg(long = "rules", value_name = "NAME", help_heading = "Rules")]
    pub(crate) set: Option<String>,

    /// SOS: how many players there are.
    #[arg(long, value_name = "N", help_heading = "Rules")]
    pub(crate) players: Option<usize>,

    /// Sprouts, Brussels Sprouts and SOS: the misère game, in which the winning deed loses.
    #[arg(long, help_heading = "Rules")]
    pub(crate) misere: bool,
}

impl Rules {
    /// Refuses the options that `game` does not have; `known` lists those that it has.
    pub(crate) fn allow(&self, game: &str, known: &[&str]) -> Result<()> {
        let given = [
            ("--variant", self.variant.is_some()),
            ("--rules", self.set.is_some()),
            ("--players", self.players.is_some()),
            ("--misere", self.misere),
        ];
        for (option, present) in given {
            if present && !known.contains(&option) {
                bail!("{game} has no option {option}");
            }
        }
        Ok(())
    }

    /// Returns the ending that a setup such as `5-` and the option `--misere` ask for together; normal unless told.
    pub(crate) fn ending_of(&self, setup: &str) -> Result<Ending> {
        match (
            setup.chars().last().map(|sign| sign.to_string().parse()),
            self.misere,
        ) {
            (Some(Ok(Ending::Normal)), true) => {
                bail!("expected one ending, found `{setup}` and --misere")
            }
            (Some(Ok(ending)), _) => Ok(ending),
            (_, true) => Ok(Ending::Misere),
            (_, false) => Ok(Ending::Normal),
        }
    }
}

/// A game and the position that it starts from.
#[derive(Args, Clone, Debug)]
pub(crate) struct Start {
    /// The game.
    #[arg(value_name = "GAME")]
    pub(crate) game: GameName,

    /// The setup or any position as text: sprouts `5`, `5+` or `5-` (misère), brussels `3` (crosses) or `4,4,3` (arms),
    /// sos `4x5` (rows x columns), phutball `15x21` (columns x rows).
    #[arg(value_name = "SETUP", allow_hyphen_values = true)]
    pub(crate) setup: Option<String>,

    #[command(flatten)]
    pub(crate) rules: Rules,
}

impl Start {
    /// Returns the position that the command line names, as one of game `G`.
    pub(crate) fn position<G: Playable>(&self) -> Result<G> {
        G::setup(self.setup.as_deref(), &self.rules)
    }
}
