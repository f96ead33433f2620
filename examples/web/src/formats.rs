//! Records in every notation that a game reads and writes.

use common::format::{ParsedGame, Reading};
use common::reading::{Content, ReadOptions, Source, guess, named, read as read_any};
use common::{Describe, Outcome, Player, Record};

/// The longest text that is read, in bytes.
const LONGEST: usize = 1 << 20;

/// Reads the first game of a text in the given notation, or in the first one that the text looks like.
pub(crate) fn read<G: Describe>(text: &str, name: Option<&str>) -> Result<Record<G>, String> {
    if text.len() > LONGEST {
        return Err(format!(
            "expected a record of at most {LONGEST} bytes, found {}",
            text.len()
        ));
    }
    let formats = G::formats();
    let format = guess(&formats, name, text).map_err(|error| error.to_string())?;
    // The page writes games of the usual rules in every notation, so it reads them back under these rules.
    let is_open = matches!(format.read, Reading::Open(_));
    let usual = G::rule_sets().first().map(|rules| rules.name);
    let options = ReadOptions {
        format: Some(format.name),
        rules: usual.filter(|_| is_open),
        ..ReadOptions::default()
    };
    match read_any(&Source::literal(text), &options) {
        Ok(Content::Games(games)) => match games.into_iter().next() {
            Some(game) => Ok(game.record),
            None => Err("expected a record, found none".to_owned()),
        },
        Ok(Content::Values(..)) => Err(
            "expected a game or a position with numbered spots; this is a value, which has no picture".to_owned(),
        ),
        Err(error) => Err(shortened(&error.to_string())),
    }
}

/// Writes a game in a notation, or its last position where the notation is one for positions.
pub(crate) fn write<G: Describe>(
    record: &Record<G>,
    resigned: Option<Player>,
    name: &str,
) -> Result<String, String> {
    let formats = G::formats();
    let format = named(&formats, name).map_err(|error| error.to_string())?;
    let Some(write) = &format.write else {
        return Err("expected the name of a notation that is written".to_owned());
    };
    let game = ParsedGame::new(record.clone(), 1);
    let game = game.stating(resigned.map(|loser| Outcome::Win(loser.opponent())));
    write.write(&game).map_err(|error| error.to_string())
}

/// Returns the beginning of a word, for messages.
pub(crate) fn short(word: &str) -> String {
    common::format::short(word)
}

/// Returns an error message cut to a length that people will read.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(360) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}
