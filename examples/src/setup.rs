//! The games of the program, and the options that choose a game and its rules.

use std::any::Any;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::OnceLock;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use common::any::AnyGame;
use common::describe::{About, MISERE, NORMAL, SetupOptions};
use papergames::phutball::SizeNotes;

use crate::input::{expect_no_certificate, read_small};
use crate::report;

/// The games of the program.
static GAMES: OnceLock<Vec<&'static dyn AnyGame>> = OnceLock::new();

/// Sets the games of the program, once and before the command line is read.
pub(crate) fn set_games(games: Vec<&'static dyn AnyGame>) {
    // A second list has no effect, since the first may already have been used.
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

/// Returns a parser for the name of a game on the command line. The argument's help lists the games.
pub(crate) fn game_by_name() -> impl TypedValueParser<Value = &'static dyn AnyGame> {
    GameByName
}

/// Reads the name of a game.
#[derive(Clone, Debug)]
struct GameByName;

fn names_of_games() -> PossibleValuesParser {
    let names = games().iter().map(|game| {
        let about = game.about();
        PossibleValue::new(about.name).help(about.brief)
    });
    PossibleValuesParser::new(names)
}

impl TypedValueParser for GameByName {
    type Value = &'static dyn AnyGame;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        let no_certificate = expect_no_certificate(Path::new(value), "a game");
        no_certificate.map_err(|reason| {
            clap::Error::raw(ErrorKind::ValueValidation, format!("{reason}\n"))
        })?;
        if let (Some(file), Ok(text)) = (value.to_str(), read_small(Path::new(value))) {
            let words = text.split(|c: char| !c.is_ascii_alphanumeric());
            let named = words
                .take(4)
                .find_map(game_named)
                .map(|game| game.about().name);
            let (command, name) = (command.get_name(), named.unwrap_or("GAME"));
            let reason = format!(
                "name the game before the file; use `papergames {command} {name} {file}`\n"
            );
            return Err(clap::Error::raw(ErrorKind::ValueValidation, reason));
        }
        let name = names_of_games().parse_ref(command, arg, value)?;
        Ok(game_named(&name).expect("a name that is listed"))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values: Vec<PossibleValue> = names_of_games().possible_values()?.collect();
        Some(Box::new(values.into_iter()))
    }
}

/// Returns the games that have an ability, each by its `word`.
pub(crate) fn games_with<T: Any>(word: fn(About) -> &'static str) -> String {
    let able = games().iter().filter(|game| game.extra::<T>().is_some());
    let words: Vec<&str> = able.map(|game| word(game.about())).collect();
    words.join(", ")
}

/// Prints a remark if a setup is easily mistaken for another, for example a board of another size.
pub(crate) fn note_size(game: &dyn AnyGame, setup: Option<&str>) {
    let notes = game.extra::<SizeNotes>();
    if let Some(remark) = notes.zip(setup).and_then(|(notes, setup)| notes.on(setup)) {
        report::note(remark);
    }
}

/// The rules, where the setup or a notation does not state them: the names of a rule set and of an ending.
#[derive(Clone, Debug, Default)]
pub(crate) struct RulingNames(Vec<String>);

/// The rules as they are typed, in two options.
#[derive(Args)]
struct RulingArgs {
    /// The rules by name, separated by commas, such as `antwerp-hot,misere`; run `help GAME` for a list.
    #[arg(
        long = "rules",
        value_name = "NAME",
        value_delimiter = ',',
        action = ArgAction::Set,
        value_parser = one_rule(),
        hide_possible_values = true,
    )]
    names: Vec<String>,

    /// Use misère play; the same as `--rules misere`.
    #[arg(long)]
    misere: bool,
}

/// Returns a parser for the name of a rule set of some game.
fn one_rule() -> PossibleValuesParser {
    let sets = games().iter().flat_map(|game| game.about().rule_sets);
    let names: BTreeSet<&str> = sets.map(|set| set.name).collect();
    PossibleValuesParser::new(names)
}

/// Returns an argument that takes only the rules of a game, if it takes rules.
pub(crate) fn with_rules(argument: Arg, game: &dyn AnyGame) -> Arg {
    if argument.get_long() != Some("rules") {
        return argument;
    }
    let sets = game.about().rule_sets.iter();
    argument.value_parser(PossibleValuesParser::new(sets.map(|set| set.name)))
}

/// The rules and the number of players, where the setup does not state them.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct RulesArgs {
    #[command(flatten)]
    ruling: RulingNames,

    /// The number of players in a game of SOS.
    #[arg(long, value_name = "N")]
    players: Option<usize>,

    /// What the first player gives the second: points in SOS, rows before the first player's goal in Phutball.
    #[arg(long, value_name = "N")]
    handicap: Option<u16>,
}

/// The names of the endings among the rule sets of every game that has both.
const ENDINGS: [&str; 2] = [NORMAL, MISERE];

impl RulingNames {
    /// Returns the rule set, apart from the ending.
    pub(crate) fn set(&self) -> Option<&str> {
        let mut names = self.0.iter().map(String::as_str);
        names.find(|name| !ENDINGS.contains(name))
    }

    /// Returns whether misère play is requested.
    pub(crate) fn is_misere(&self) -> bool {
        self.0.iter().any(|name| name == MISERE)
    }
}

impl Args for RulingNames {
    fn augment_args(command: Command) -> Command {
        RulingArgs::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        RulingArgs::augment_args_for_update(command)
    }
}

impl FromArgMatches for RulingNames {
    /// Reads the options. Returns an error if they contradict each other.
    fn from_arg_matches(matches: &ArgMatches) -> Result<RulingNames, clap::Error> {
        let RulingArgs { mut names, misere } = RulingArgs::from_arg_matches(matches)?;
        let mut typed = format!("--rules {}", names.join(","));
        if misere && names.iter().all(|name| name != MISERE) {
            names.push(MISERE.to_owned());
            typed += " --misere";
        }
        let is_ending = |name: &&String| ENDINGS.contains(&name.as_str());
        let endings = names.iter().filter(is_ending).count();
        if endings > 1 || names.len() - endings > 1 {
            let reason = format!(
                "name at most one ending (`normal` or `misere`) and one variant, such as \
                 `antwerp-hot,misere`, found `{typed}`\n"
            );
            return Err(clap::Error::raw(ErrorKind::ValueValidation, reason));
        }
        Ok(RulingNames(names))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = RulingNames::from_arg_matches(matches)?;
        Ok(())
    }
}

impl RulesArgs {
    /// Returns the rules with some names.
    pub(crate) fn named(names: &[&str]) -> RulesArgs {
        let names = names.iter().copied().map(str::to_owned);
        RulesArgs {
            ruling: RulingNames(names.collect()),
            ..RulesArgs::default()
        }
    }

    /// Returns whether no rules are given.
    pub(crate) fn are_none(&self) -> bool {
        self.ruling.0.is_empty() && self.players.is_none() && self.handicap.is_none()
    }

    /// Returns the rule set, apart from the ending.
    pub(crate) fn set(&self) -> Option<&str> {
        self.ruling.set()
    }

    /// Returns the options in the form that games take.
    pub(crate) fn options(&self) -> SetupOptions {
        let mut options = SetupOptions::none();
        self.ruling.0.iter().for_each(|name| options.add(name));
        options.players = self.players;
        options.handicap = self.handicap;
        options.prefix = "--";
        options
    }
}
