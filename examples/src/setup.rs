//! The games of the program, and the options that choose a game and its rules.

use std::sync::OnceLock;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use common::any::{Ability, AnyGame};
use common::describe::{About, SetupOptions};

use crate::report;

/// The games of the program.
static GAMES: OnceLock<Vec<&'static dyn AnyGame>> = OnceLock::new();

/// Sets the games of the program, once and before the command line is read.
pub(crate) fn set_games(games: Vec<&'static dyn AnyGame>) {
    // A second list would come too late for what was made of the first.
    let _ = GAMES.set(games);
}

/// Returns the games of the program, in the order in which they are listed.
pub(crate) fn games() -> &'static [&'static dyn AnyGame] {
    GAMES.get().map_or(&[], Vec::as_slice)
}

/// Returns the game with a name.
pub(crate) fn game_named(name: &str) -> Option<&'static dyn AnyGame> {
    let mut games = games().iter().copied();
    games.find(|game| game.about().name == name)
}

/// Reads the name of a game on the command line; the help of the argument lists the games.
pub(crate) fn game_by_name() -> impl TypedValueParser<Value = &'static dyn AnyGame> {
    let names = games().iter().map(|game| {
        let about = game.about();
        PossibleValue::new(about.name).help(about.brief)
    });
    PossibleValuesParser::new(names).map(|name| game_named(&name).expect("a name that is listed"))
}

/// Returns the games that have something that only some games have, each by its `word`.
pub(crate) fn games_with(ability: Ability, word: fn(About) -> &'static str) -> String {
    let able = games().iter().filter(|game| game.can(ability));
    let words: Vec<&str> = able.map(|game| word(game.about())).collect();
    words.join(", ")
}

/// Tells a user whose setup is easily taken for another, for instance a board of another size.
pub(crate) fn note_size(game: &dyn AnyGame, setup: Option<&str>) {
    if let Some(remark) = setup.and_then(|setup| game.note_on(setup)) {
        report::note(remark);
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
    /// Returns whether none are given.
    pub(crate) fn are_none(&self) -> bool {
        matches!(
            self,
            Rules {
                variant: None,
                set: None,
                players: None,
                misere: false
            }
        )
    }

    /// Returns the options as games take them.
    pub(crate) fn options(&self) -> SetupOptions {
        let mut options = SetupOptions::none();
        options.variant.clone_from(&self.variant);
        options.rules.clone_from(&self.set);
        options.players = self.players;
        options.misere = self.misere;
        options.prefix = "--";
        options
    }
}
