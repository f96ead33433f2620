//! Laws about positions, moves and records as text and as serde values.

use core::fmt;
use core::str::FromStr;
use std::error::Error;

use rustc_hash::FxHashMap;
#[cfg(feature = "serde-laws")]
use serde::Serialize;
#[cfg(feature = "serde-laws")]
use serde::de::DeserializeOwned;

use super::broken::{Broken, LawResult, because, demand};
use super::listing::MoveList;
use crate::learning::compact;
use crate::notation::format::Notations;
use crate::notation::reading::{self, ReadOptions, SourceText};
#[cfg(feature = "serde-laws")]
use crate::play::game::Game;
use crate::play::game::Stored;
use crate::play::record::Record;
use crate::play::written::Written;

/// The number of children of a position that are written as text.
const WRITTEN: usize = 24;

/// Law: the text of a position and of each of its moves is one token and reads back; different moves of a position have
/// different texts; and the positions after these moves have equal texts exactly when they are equal.
///
/// # Errors
///
/// Returns the reason why the position breaks the law.
pub(super) fn texts_read_back<G: Written>(position: &G, listing: &MoveList<G>) -> LawResult {
    reads_back(position)?;
    let mut by_text = FxHashMap::default();
    for m in listing.moves() {
        reads_back(m)?;
        if let Some(other) = by_text.insert(m.to_string(), m) {
            let found = format!("{other:?} and {m:?} are both written `{m}`");
            return Err(Broken {
                law: "different moves have different texts",
                found,
            });
        }
    }
    let mut by_text = FxHashMap::<String, G>::default();
    let mut by_position = FxHashMap::<G, String>::default();
    let mut reached = vec![position.clone()];
    reached.extend(listing.children(position, WRITTEN).map(|(_, child)| child));
    // Two moves in either order often lead to the same position with different histories.
    for (_, child) in listing.children(position, 6) {
        reached.extend(
            listing
                .children(&child, 6)
                .map(|(_, grandchild)| grandchild),
        );
    }
    for child in reached {
        let text = child.to_string();
        let same_text = by_text.entry(text.clone()).or_insert_with(|| child.clone());
        demand!("different positions have different texts" => *same_text == child,
            "{same_text:?} and {child:?} are both written `{text}`")?;
        let same_position = by_position.entry(child).or_insert_with(|| text.clone());
        demand!("equal positions have equal texts" => *same_position == text,
            "`{same_position}` and `{text}` are the same position")?;
    }
    Ok(())
}

/// Law: a record can be read back from its text.
///
/// # Errors
///
/// Returns the reason why the record breaks the law.
pub fn record_texts_read_back<G: Written>(record: &Record<G>) -> Result<(), Broken> {
    let text = record.to_string();
    let law = "the text of a record reads back";
    let again = text.parse::<Record<G>>();
    let again = again.map_err(refused(law, &text))?;
    demand!(law => again == *record, "`{text}` reads as {again:?}")
}

/// Law: the [compact](crate::compact) form of a record can be decoded, and gives the same record.
///
/// # Errors
///
/// Returns the reason why the record breaks the law.
pub(super) fn compact_forms_read_back<G: Written + Stored>(record: &Record<G>) -> LawResult {
    let law = "the compact form of a record reads back";
    let again = compact::read::<G>(&compact::write(record)).map_err(because(law))?;
    demand!(law => again == *record, "{again:?}")
}

/// Law: a parser handles any text. It returns either a value whose text can be parsed back to that value, or an error
/// in a short line.
///
/// The caller must detect panics, endless loops and unbounded memory use.
///
/// # Errors
///
/// Returns the reason why the reader breaks the law.
///
/// # Examples
///
/// With `texts_like` (feature `proptest`) as the source of texts, this is a complete test of a parser:
///
/// ```
/// # #[cfg(feature = "proptest")] {
/// use papergames_common::{Player, laws};
/// use proptest::proptest;
///
/// proptest!(|(text in laws::texts_like(&["first", "player 12"]))| {
///     laws::any_text_is_read_or_refused::<Player>(&text)?;
/// });
/// # }
/// ```
pub fn any_text_is_read_or_refused<T>(text: &str) -> Result<(), Broken>
where
    T: fmt::Display + fmt::Debug + FromStr + PartialEq,
    T::Err: fmt::Display,
{
    any_text_is_read_or_refused_by(text, str::parse::<T>, T::to_string)
}

/// Law: like [`any_text_is_read_or_refused`], but for a pair of functions that read and write values, such as those of
/// one notation among several.
///
/// # Errors
///
/// Returns the reason why the reader breaks the law.
pub fn any_text_is_read_or_refused_by<T, E>(
    text: &str,
    read: impl Fn(&str) -> Result<T, E>,
    write: impl Fn(&T) -> String,
) -> Result<(), Broken>
where
    T: fmt::Debug + PartialEq,
    E: fmt::Display,
{
    text_is_read_or_refused(text, read, write, refusals_are_short_lines)
}

/// The law about a reader and a writer, with a law about refusals.
pub(super) fn text_is_read_or_refused<T, E>(
    text: &str,
    read: impl Fn(&str) -> Result<T, E>,
    write: impl Fn(&T) -> String,
    refusal: Refusal,
) -> LawResult
where
    T: fmt::Debug + PartialEq,
    E: fmt::Display,
{
    let value = match read(text) {
        Ok(value) => value,
        Err(error) => return refusal(&error),
    };
    let written = write(&value);
    let law = "what was read from any text is written and read back";
    let again = read(&written).map_err(|error| Broken {
        law,
        found: format!("{text:?} becomes {written:?}, which is refused: {error}"),
    })?;
    demand!(law => again == value,
        "{text:?} reads as {value:?}, is written {written:?}, and that reads as {again:?}")
}

/// Law: any text is read in each notation of a game, and in the one that is guessed, or refused in a short line.
///
/// The caller must detect panics, endless loops and unbounded memory use.
///
/// # Errors
///
/// Returns the reason why a notation breaks the law.
pub fn any_text_is_read_in_each_notation<G: Notations>(text: &str) -> Result<(), Broken> {
    text_is_read_in_each_notation::<G>(text, refusals_are_short_lines)
}

/// A law about errors.
pub(super) type Refusal = fn(&dyn fmt::Display) -> LawResult;

/// The law about notations, with a law about refusals.
pub(super) fn text_is_read_in_each_notation<G: Notations>(
    text: &str,
    refusal: Refusal,
) -> LawResult {
    let source = SourceText::literal(text);
    let formats = G::formats();
    let names = formats.iter().map(|format| Some(format.name));
    for format in names.chain([None]) {
        let options = ReadOptions {
            format,
            ..ReadOptions::default()
        };
        if let Err(refused) = reading::read::<G>(&source, &options) {
            refusal(&refused)?;
        }
    }
    Ok(())
}

/// Law: an error is one short line of signs that can be seen.
///
/// # Errors
///
/// Returns an error if the message is empty or long, or has a sign that cannot be seen, such as the end of a line, one
/// that a terminal obeys, or one that turns the direction of reading.
pub fn refusals_are_short_lines(error: &dyn fmt::Display) -> Result<(), Broken> {
    const MOST: usize = 500;
    let error = error.to_string();
    // The escapes of quotes and of backslashes are for source code. An accent can be seen on the letter before it, so
    // the whole text is escaped, not sign by sign.
    let signs = error.replace(['\'', '"', '\\'], "");
    let is_seen = signs.escape_debug().eq(signs.chars());
    let holds = !error.trim().is_empty() && error.len() < MOST && is_seen;
    demand!("an error is a short text of one line" => holds,
        "{:?}", error.chars().take(MOST).collect::<String>())
}

/// Law: a record, its last position and its moves can be read back from JSON (a text format) and postcard (a binary
/// one).
///
/// # Errors
///
/// Returns the reason why the record breaks the law.
#[cfg(feature = "serde-laws")]
pub(super) fn serde_reads_back<G>(record: &Record<G>) -> LawResult
where
    G: Game + Serialize + DeserializeOwned,
    G::Move: Serialize + DeserializeOwned,
{
    serde_value_reads_back(record)?;
    serde_value_reads_back(record.position())?;
    serde_value_reads_back(&record.moves().to_vec())
}

/// Returns a function that turns the reason why a text is refused into an error for the law.
fn refused<E: fmt::Display>(law: &'static str, text: &str) -> impl Fn(E) -> Broken {
    move |reason| Broken {
        law,
        found: format!("`{text}` is refused: {reason}"),
    }
}

fn reads_back<T>(value: &T) -> LawResult
where
    T: fmt::Display + fmt::Debug + FromStr + PartialEq,
    T::Err: Error,
{
    let text = value.to_string();
    let one_token =
        !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c.is_control());
    demand!("a text is one token" => one_token, "{text:?}")?;
    let law = "a text reads back";
    let again = text.parse::<T>().map_err(refused(law, &text))?;
    demand!(law => again == *value, "`{text}` reads as {again:?}, not {value:?}")?;
    demand!("what was read is written the same way" => again.to_string() == text,
        "`{text}` becomes `{again}`")
}

/// Law: a value can be read back from a format with field names (JSON) and from one without (postcard).
///
/// # Errors
///
/// Returns the reason why the value breaks the law.
#[cfg(feature = "serde-laws")]
pub fn serde_value_reads_back<T>(value: &T) -> Result<(), Broken>
where
    T: fmt::Debug + PartialEq + Serialize + DeserializeOwned,
{
    let law = "JSON reads back";
    let json = serde_json::to_string(value).map_err(because(law))?;
    let again: T = serde_json::from_str(&json).map_err(refused(law, &json))?;
    demand!(law => again == *value, "`{json}` reads as {again:?}")?;
    let law = "postcard reads back";
    let bytes = postcard::to_allocvec(value).map_err(because(law))?;
    let again: T = postcard::from_bytes(&bytes).map_err(because(law))?;
    demand!(law => again == *value, "{value:?} reads as {again:?}")
}
