//! Turns the words of the command line into a position: the game, the setup and the rules.

use std::fmt;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use common::describe::SetupOptions;
use common::{Describe, Record};
use picture::Draw;

use crate::typed_records;

/// The game that a command is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GameName {
    /// Sprouts: join two spots by a line and put a new spot on it.
    Sprouts,
    /// Brussels Sprouts: join two free arms of crosses and cross the line.
    Brussels,
    /// Brussels Sprouts on a torus, a projective plane or another closed surface, played by faces.
    BrusselsSurface,
    /// SOS: write S or O in a square and look for S-O-S.
    Sos,
    /// Phutball, Philosopher's Football: place a man or jump with the ball.
    Phutball,
}

/// A game that describes and draws itself, which is all that the program needs.
pub(crate) trait Playable: Describe + Draw {}

impl<G: Describe + Draw> Playable for G {}

/// A task for the game that the command line names: a function that is generic over the type of the game, which a
/// closure cannot be.
pub(crate) trait ForAnyGame {
    /// The result.
    type Output;

    /// Runs the task for the game `G`.
    fn run<G: Playable>(self) -> Result<Self::Output>;
}

impl GameName {
    /// All games, in the order in which they are listed.
    pub(crate) const ALL: [GameName; 5] = [
        GameName::Sprouts,
        GameName::Brussels,
        GameName::BrusselsSurface,
        GameName::Sos,
        GameName::Phutball,
    ];

    /// Runs `task` for this game.
    pub(crate) fn visit<T: ForAnyGame>(self, task: T) -> Result<T::Output> {
        match self {
            GameName::Sprouts => task.run::<sprouts::Position>(),
            GameName::Brussels => task.run::<brussels::Position>(),
            GameName::BrusselsSurface => task.run::<brussels::surface::Sheet>(),
            GameName::Sos => task.run::<sos::Position>(),
            GameName::Phutball => task.run::<phutball::Position>(),
        }
    }

    /// Tells a user whose setup has the size by which others call the standard board of Phutball.
    pub(crate) fn note_size(self, setup: Option<&str>) {
        if self == GameName::Phutball && setup == Some("15x19") {
            crate::note(
                "15x19 counts both end rows, which leaves 17 rows for men; the standard board is 15x21",
            );
        }
    }

    /// Returns the setup that the tour plays.
    pub(crate) fn tour(self) -> &'static str {
        match self {
            GameName::Sprouts => "5",
            GameName::Brussels => "3",
            GameName::BrusselsSurface => "4,4@c1",
            GameName::Sos => "5x5",
            GameName::Phutball => "15x21",
        }
    }

    /// Returns a setup that is solved in a moment, for `solve` and `verify` without one.
    pub(crate) fn quickly_solved(self) -> &'static str {
        match self {
            GameName::Sprouts => "2..10",
            GameName::Brussels => "2",
            GameName::BrusselsSurface => "4,4@c1",
            GameName::Sos => "3x4",
            GameName::Phutball => "3x7",
        }
    }

    /// Returns whether its board is easier to read as a picture than as text.
    pub(crate) fn is_a_drawing(self) -> bool {
        matches!(self, GameName::Sprouts | GameName::Brussels)
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            GameName::Sprouts => "sprouts",
            GameName::Brussels => "brussels",
            GameName::BrusselsSurface => "brussels-surface",
            GameName::Sos => "sos",
            GameName::Phutball => "phutball",
        })
    }
}

/// The rules, where the setup does not state them.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Rules {
    /// Sprouts: `standard`, `black-and-white`, `black-and-white-loops`, `antwerp-cold` or `antwerp-hot`.
    #[arg(long, value_name = "NAME", help_heading = "Rules")]
    variant: Option<String>,

    /// SOS: `general`, `first`, `alternating` or `misere`. Phutball: `full-board`, `terminal-rows`,
    /// `terminal-rows-corner`, `full-board-corner`, `immediate`, `immediate-corner` or `no-own-goal`.
    #[arg(long = "rules", value_name = "NAME", help_heading = "Rules")]
    pub(crate) set: Option<String>,

    /// SOS: the number of players.
    #[arg(long, value_name = "N", help_heading = "Rules")]
    players: Option<usize>,

    /// Sprouts, Brussels Sprouts (also on surfaces) and SOS: misère play, in which whoever would usually win loses.
    #[arg(long, help_heading = "Rules")]
    pub(crate) misere: bool,
}

impl Rules {
    /// Returns the options as games take them.
    pub(crate) fn options(&self) -> SetupOptions {
        let mut options = SetupOptions::none();
        options.variant.clone_from(&self.variant);
        options.rules.clone_from(&self.set);
        options.players = self.players;
        options.misere = self.misere;
        options
    }
}

/// A game and the position that it starts from.
#[derive(Args, Clone, Debug)]
pub(crate) struct Start {
    /// The game.
    #[arg(value_name = "GAME")]
    pub(crate) game: GameName,

    /// A setup, a position or a game as text, or the file that holds it. Setups: sprouts `5`, `5+` or `5-` (misère),
    /// brussels `3` (crosses) or `4,4,3` (arms), brussels-surface `4,4@c1` (arms, and
    /// `h` handles or `c` crosscaps), sos `4x5` (rows x columns), phutball `15x21` (columns x rows, both
    /// end rows counted).
    #[arg(value_name = "SETUP", allow_hyphen_values = true)]
    pub(crate) setup: Option<String>,

    #[command(flatten)]
    pub(crate) rules: Rules,
}

impl Start {
    /// Returns the game that the command line names, with the moves played so far.
    pub(crate) fn record<G: Playable>(&self) -> Result<Record<G>> {
        let Some(setup) = &self.setup else {
            return Ok(Record::new(G::setup(None, &self.rules.options())?));
        };
        let mut games = typed_records::read_starts(setup, None, &self.rules)?;
        match games.len() {
            1 => Ok(games.remove(0)),
            n => bail!("{setup}: expected one game, found {n}"),
        }
    }

    /// Returns the position that the command line names; the last one of a game.
    pub(crate) fn position<G: Playable>(&self) -> Result<G> {
        let record = self.record::<G>()?;
        self.game.note_size(self.setup.as_deref());
        Ok(record.position().clone())
    }
}
