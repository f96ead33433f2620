//! The games of this module, and their descriptions.

use std::any::Any;
use std::sync::OnceLock;

use papergames::any::{AnyGame, AnyRecord};
use papergames::describe::RuleSet;
use papergames::format::Notation;
use pyo3::prelude::*;

use crate::error::refusal;
use crate::pickle::pickled;

static GAMES: OnceLock<Vec<&'static dyn AnyGame>> = OnceLock::new();

/// Sets the games of the module. A module that is loaded twice keeps those of the first time.
pub(crate) fn set(games: Vec<&'static dyn AnyGame>) {
    GAMES.get_or_init(|| games);
}

/// Returns the names of the games, in their order.
pub(crate) fn names() -> Vec<&'static str> {
    let games = GAMES.get().into_iter().flatten();
    games.map(|game| game.about().name).collect()
}

/// Returns the game with a name, such as `sprouts`.
pub(crate) fn named(name: &str) -> PyResult<&'static dyn AnyGame> {
    let mut games = GAMES.get().into_iter().flatten();
    let found = games.find(|game| game.about().name == name).copied();
    found.ok_or_else(|| {
        let known = names().join(", ");
        refusal!("expected the name of a game ({known}), found `{name}`")
    })
}

/// Returns the headings of the games that have an extra.
pub(crate) fn titles_with<T: Any>() -> String {
    let games = GAMES.get().into_iter().flatten();
    let able = games.filter(|game| game.extra::<T>().is_some());
    let titles: Vec<&str> = able.map(|game| game.about().title).collect();
    titles.join(", ")
}

/// Returns the name of a record's game.
pub(crate) fn name_of(record: &dyn AnyRecord) -> &'static str {
    record.game().about().name
}

/// Returns the heading of a record's game.
pub(crate) fn title_of(record: &dyn AnyRecord) -> &'static str {
    record.game().about().title
}

/// A notation for games or positions.
#[pyclass(name = "Format", module = "papergames", frozen, get_all, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyFormat {
    /// The name of the notation.
    name: String,
    /// A description in one line.
    about: String,
    /// A short text in this notation.
    example: String,
    /// Whether games can be read in this notation, or at least positions.
    is_read: bool,
    /// Whether records can be written in this notation.
    is_written: bool,
}

#[pymethods]
impl PyFormat {
    fn __repr__(&self) -> String {
        format!("<Format '{}': {}>", self.name, self.about)
    }
}

pickled!(PyFormat, name: String, about: String, example: String, is_read: bool, is_written: bool);

/// Returns the notations of a game.
///
/// Examples:
///     >>> [format.name for format in formats("brussels")]
///     ['game', 'text']
///     >>> [format.name for format in formats("sprouts") if not format.is_read]
///     ['hoey-short', 'glop', 'ajs']
#[pyfunction]
pub(crate) fn formats(game: &str) -> PyResult<Vec<PyFormat>> {
    let notations = named(game)?.notations();
    let format = |notation: Notation| PyFormat {
        name: notation.name.into(),
        about: notation.about.into(),
        example: notation.example.into(),
        is_read: notation.reads.is_some(),
        is_written: notation.is_written,
    };
    Ok(notations.into_iter().map(format).collect())
}

/// A rule set or variant of a game.
#[pyclass(name = "RuleSet", module = "papergames", frozen, get_all, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyRuleSet {
    /// The name, as setups use it.
    name: String,
    /// A paragraph about what it changes.
    about: String,
    /// Where it was published.
    source: String,
    /// A short game that shows what it changes, as ``Record.parse`` reads it.
    example: String,
}

#[pymethods]
impl PyRuleSet {
    fn __repr__(&self) -> String {
        format!("<RuleSet '{}'>", self.name)
    }
}

pickled!(PyRuleSet, name: String, about: String, source: String, example: String);

/// Returns the rule sets and variants of a game, the usual one first.
#[pyfunction]
pub(crate) fn rule_sets(game: &str) -> PyResult<Vec<PyRuleSet>> {
    let rule_sets = named(game)?.about().rule_sets;
    let rule_set = |rules: &RuleSet| PyRuleSet {
        name: rules.name.into(),
        about: rules.about.into(),
        source: rules.source.into(),
        example: rules.example.into(),
    };
    Ok(rule_sets.iter().map(rule_set).collect())
}

/// Returns the name of a game as a heading.
#[pyfunction]
pub(crate) fn title(game: &str) -> PyResult<&'static str> {
    Ok(named(game)?.about().title)
}

/// Returns the rules of a game in two or three lines.
#[pyfunction]
pub(crate) fn summary(game: &str) -> PyResult<&'static str> {
    Ok(named(game)?.about().summary)
}
