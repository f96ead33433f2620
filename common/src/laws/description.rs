//! Laws of [`Describe`].

use std::collections::BTreeSet;

use super::{Broken, demand};
use crate::describe::{Describe, SetupOptions};
use crate::engine::Level;
use crate::format::{Format, Writing};
use crate::reading::{Content, ReadOptions, Source, guess, read};

/// Law: the [description](Describe) of a game is correct. The usual setup can be read, names are unique, the engine of
/// every level makes a legal move in it, and [formats read their examples](formats_read_their_examples).
///
/// # Errors
///
/// Returns how the description breaks the law.
///
/// # Examples
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/nim/game.rs"));
/// # use papergames_common::format::{self, Format};
/// use papergames_common::{Describe, laws};
///
/// impl Describe for Nim {
///     fn usual_setup() -> Option<&'static str> {
///         Some("3,4,5:first+")
///     }
///     fn formats() -> Vec<Format<Nim>> {
///         vec![format::lines("3,4,5:first+ 0x2 1x4")]
///     }
/// }
///
/// # fn main() {
/// assert_eq!(laws::a_description_holds::<Nim>(), Ok(()));
/// # }
/// ```
pub fn a_description_holds<G: Describe>() -> Result<(), Broken> {
    let rules = G::rule_sets();
    let rules: Vec<&str> = rules.iter().map(|rules| rules.name).collect();
    names_are_unique("rule sets have names of their own", &rules)?;
    for set in G::rule_sets() {
        let example = set.example::<G>();
        example.map_err(|error| Broken {
            law: "every rule set has an example",
            found: format!("{}, `{}`: {error}", set.name, set.example),
        })?;
    }
    formats_read_their_examples::<G>()?;
    if G::usual_setup().is_none() {
        return Ok(());
    }
    let position = G::setup(None, &SetupOptions::none()).map_err(|error| Broken {
        law: "the usual setup is read",
        found: error.to_string(),
    })?;
    let record = crate::Record::new(position);
    for level in (1..=5).filter_map(Level::new) {
        let law = "an engine of every level makes a legal move";
        let budget = crate::Budget::new().nodes(20);
        let report = G::engine(level, 1).choose(&record, &budget, &mut |_| ());
        let report = report.map_err(|error| Broken {
            law,
            found: format!("at level {level}: {error}"),
        })?;
        let legal = report
            .best()
            .is_some_and(|m| record.position().check(m).is_ok());
        demand(law, legal, || {
            format!("at level {level}: {:?}", report.best())
        })?;
    }
    Ok(())
}

/// Law: every format is guessed for its example, reads it, and writes it back unchanged or as a text of another format
/// that reads as the same game.
///
/// A format with an empty example is skipped.
///
/// # Errors
///
/// Returns how a format breaks the law.
pub fn formats_read_their_examples<G: Describe>() -> Result<(), Broken> {
    let formats = G::formats();
    let names: Vec<&str> = formats.iter().map(|format| format.name).collect();
    names_are_unique("formats have names of their own", &names)?;
    let with_example = formats.iter().filter(|format| !format.example.is_empty());
    with_example
        .into_iter()
        .try_for_each(|format| reads_its_example(&formats, format))
}

fn names_are_unique(law: &'static str, names: &[&str]) -> Result<(), Broken> {
    let unique: BTreeSet<&str> = names.iter().copied().collect();
    demand(law, unique.len() == names.len(), || format!("{names:?}"))
}

fn reads_its_example<G: Describe>(formats: &[Format<G>], format: &Format<G>) -> Result<(), Broken> {
    let (name, example) = (format.name, format.example);
    let broken = |law, found: String| Broken {
        law,
        found: format!("format `{name}`, example `{example}`: {found}"),
    };
    let guessed = guess(formats, None, example).map(|format| format.name);
    if guessed.as_ref().ok() != Some(&name) {
        let law = "the format of an example is guessed";
        return Err(broken(law, format!("{guessed:?}")));
    }
    let content = read::<G>(&Source::literal(example), &ReadOptions::in_format(name));
    let content =
        content.map_err(|error| broken("a format reads its example", error.to_string()))?;
    let law = "a format writes its example as it is";
    match content {
        Content::Values(name, values) => {
            let Some(valued) = G::values(name) else {
                return Err(broken(
                    "values can be rewritten and solved",
                    "no way".to_owned(),
                ));
            };
            let [(_, text)] = &values[..] else {
                return Err(broken(law, format!("{} values", values.len())));
            };
            let written = (valued.rewrite)(text, name);
            if written.as_ref().ok() != Some(&Some(example.to_owned())) {
                return Err(broken(law, format!("{written:?}")));
            }
        }
        Content::Games(games) => {
            let [game] = &games[..] else {
                return Err(broken(law, format!("{} games", games.len())));
            };
            let written = match &format.write {
                None => return Ok(()),
                Some(Writing::Listed(write)) => write(game).map(|text| format!("[{text}]")),
                Some(write) => write.write(game),
            };
            let written = written.map_err(|error| broken(law, error.to_string()))?;
            let elsewhere = || {
                let other = guess(formats, None, &written).is_ok_and(|other| other.name != name);
                let again = read::<G>(&Source::literal(&*written), &ReadOptions::default());
                other
                    && matches!(again, Ok(Content::Games(games))
                        if games.len() == 1 && games[0].record == game.record)
            };
            if written.trim_end() != example.trim_end() && !elsewhere() {
                return Err(broken(law, format!("`{written}`")));
            }
        }
    }
    Ok(())
}
