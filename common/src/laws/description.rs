//! Laws of [`Describe`](crate::Describe) and of the capabilities registered with it.

use std::collections::BTreeSet;

use super::broken::{Broken, LawResult, because, demand};
use crate::notation::describe::SetupOptions;
use crate::notation::format::Notation;
use crate::notation::reading::{ReadOptions, SourceText};
use crate::object::any::AnyGame;
use crate::tree::engine::Level;

/// Law: the [description](crate::Describe) of a game agrees with its behaviour. The usual setup can be read, names are
/// unique, the opponent of every level makes a legal move in the usual setup, and every notation can be guessed from
/// its example and can read the example.
///
/// # Errors
///
/// Returns the reason why the description breaks the law.
///
/// # Examples
///
/// ```
/// use papergames_common::laws;
/// use papergames_common::nim::NIM;
///
/// assert_eq!(laws::a_description_holds(&NIM), Ok(()));
/// ```
pub fn a_description_holds(game: &'static dyn AnyGame) -> Result<(), Broken> {
    let about = game.about();
    let rules: Vec<&str> = about.rule_sets.iter().map(|rules| rules.name).collect();
    names_are_unique("rule sets have names of their own", &rules)?;
    for set in about.rule_sets {
        set.example(game).map_err(|error| Broken {
            law: "every rule set has an example",
            found: format!("{}, `{}`: {error}", set.name, set.example),
        })?;
    }
    notations_read_their_examples(game)?;
    if about.setup.is_none() {
        return Ok(());
    }
    let record = game.start(None, &SetupOptions::none());
    let record = record.map_err(because("the usual setup is read"))?;
    for level in (1..=5).filter_map(Level::new) {
        let law = "an opponent of every level makes a legal move";
        let broken = |found: String| Broken {
            law,
            found: format!("at level {level}: {found}"),
        };
        let engine = game.engine(&level.to_string(), 1);
        let (mut engine, _) = engine.ok_or_else(|| broken("none".to_owned()))?;
        let budget = crate::tools::budget::Budget::new().nodes(20);
        let report = engine.choose(&*record, &budget, &mut |_| ());
        let report = report.map_err(|error| broken(error.to_string()))?;
        let best = report.best();
        demand!(law => best.is_some_and(|m| record.index_of(m).is_some()),
            "at level {level}: {best:?}")?;
    }
    Ok(())
}

/// Law: every notation can be guessed from its example, can read the example, and writes it back, either unchanged or
/// as text in another notation that describes the same game.
///
/// A notation with an empty example is skipped. A notation that is write-only is never guessed.
///
/// # Errors
///
/// Returns the reason why a notation breaks the law.
fn notations_read_their_examples(game: &'static dyn AnyGame) -> LawResult {
    let notations = game.notations();
    let names: Vec<&str> = notations.iter().map(|notation| notation.name).collect();
    names_are_unique("formats have names of their own", &names)?;
    let mut with_example = notations
        .iter()
        .filter(|notation| !notation.example.is_empty());
    with_example.try_for_each(|notation| reads_its_example(game, notation))
}

fn names_are_unique(law: &'static str, names: &[&str]) -> LawResult {
    let unique: BTreeSet<&str> = names.iter().copied().collect();
    demand!(law => unique.len() == names.len(), "{names:?}")
}

fn reads_its_example(game: &'static dyn AnyGame, notation: &Notation) -> LawResult {
    let (name, example) = (notation.name, notation.example);
    let broken = |law, found: String| Broken {
        law,
        found: format!("format `{name}`, example `{example}`: {found}"),
    };
    let guess = |text: &str| game.notation(None, text).map(|notation| notation.name);
    if notation.reads.is_none() {
        let law = "the format of a text can be read";
        let found = guess(example);
        let is_read = found.as_ref().is_ok_and(|found| *found != name);
        return is_read
            .then_some(())
            .ok_or_else(|| broken(law, format!("{found:?}")));
    }
    if guess(example).ok() != Some(name) {
        let law = "the format of an example is guessed";
        return Err(broken(law, format!("{:?}", guess(example))));
    }
    let games = game.read(&SourceText::literal(example), &ReadOptions::in_format(name));
    let games = games.map_err(|error| broken("a format reads its example", error.to_string()))?;
    let law = "a format writes its example as it is";
    let [read] = &games[..] else {
        return Err(broken(law, format!("{} games", games.len())));
    };
    if !notation.is_written {
        return Ok(());
    }
    let written = read.record.write(name, &read.said);
    let written = written.map_err(|error| broken(law, error.to_string()))?;
    let written = if notation.is_listed {
        format!("[{written}]")
    } else {
        written
    };
    let elsewhere = || {
        let other = guess(&written).is_ok_and(|other| other != name);
        let again = game.read(&SourceText::literal(&*written), &ReadOptions::default());
        other
            && again.is_ok_and(|games| {
                games.len() == 1 && games[0].record.to_string() == read.record.to_string()
            })
    };
    if written.trim_end() != example.trim_end() && !elsewhere() {
        return Err(broken(law, format!("`{written}`")));
    }
    Ok(())
}
