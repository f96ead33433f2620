//! Records in every notation that the library reads and writes.

use common::Record;

use crate::playable::Playable;

/// A notation of the game `G`.
pub(crate) struct Format<G: Playable> {
    /// What it is called.
    pub(crate) name: &'static str,
    /// What it is, in a few words.
    pub(crate) about: &'static str,
    /// Returns whether a text looks as if it were in this notation.
    pub(crate) looks_like: fn(&str) -> bool,
    /// Reads the first game of a text.
    pub(crate) read: fn(&str) -> Result<Record<G>, String>,
    /// Writes a game, or its last position where the notation is one for positions.
    pub(crate) write: Option<Writer<G>>,
}

/// Writes a game in some notation; the player who has resigned is told if there is one.
pub(crate) type Writer<G> = fn(&Record<G>, Option<common::Player>) -> Result<String, String>;

/// The longest text that is read, in bytes.
const LONGEST: usize = 1 << 20;

/// Reads a game in a notation, or in the first that the text looks like.
pub(crate) fn read<G: Playable>(text: &str, name: Option<&str>) -> Result<Record<G>, String> {
    if text.len() > LONGEST {
        return Err(format!(
            "expected a record of at most {LONGEST} bytes, found {}",
            text.len()
        ));
    }
    if text.trim().is_empty() {
        return Err("expected a record, found an empty text".to_owned());
    }
    let formats = G::formats();
    let format = match name {
        Some(name) => formats.iter().find(|format| format.name == name),
        None => formats
            .iter()
            .find(|format| (format.looks_like)(text))
            .or_else(|| formats.iter().find(|format| format.name == "text")),
    };
    match format {
        Some(format) => (format.read)(text),
        None => Err("expected the name of a notation of this game".to_owned()),
    }
}

/// Writes a game in a notation.
pub(crate) fn write<G: Playable>(
    record: &Record<G>,
    resigned: Option<common::Player>,
    name: &str,
) -> Result<String, String> {
    let formats = G::formats();
    let format = formats.iter().find(|format| format.name == name);
    match format.and_then(|format| format.write) {
        Some(write) => write(record, resigned),
        None => Err("expected the name of a notation that is written".to_owned()),
    }
}

/// The form of the library: the text of a position, and moves with blanks between them; `#` before a comment.
pub(crate) fn plain<G: Playable>() -> Format<G> {
    Format {
        name: "text",
        about: "the library's own: a position and moves",
        looks_like: |text| {
            let mut lines = contents(text);
            lines.next().is_some_and(begins::<G>) && lines.all(begins::<G>)
        },
        read: read_plain,
        write: Some(|record, _| Ok(record.to_string())),
    }
}

/// The lines of a text without their comments, those that have anything in them.
fn contents(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map(|line| line.split('#').next());
    let lines = lines.map(|line| line.unwrap_or("").trim());
    lines.filter(|line| !line.is_empty())
}

/// Returns whether a line begins with a position.
fn begins<G: Playable>(line: &str) -> bool {
    let first = line.split_whitespace().next();
    first.is_some_and(|word| word.parse::<G>().is_ok())
}

/// Reads the game in the first line; others may stand in lines of their own.
fn read_plain<G: Playable>(text: &str) -> Result<Record<G>, String> {
    let mut lines = contents(text);
    let mut words = lines.next().unwrap_or("").split_whitespace();
    let setup = words.next().unwrap_or("");
    let setup = setup
        .parse::<G>()
        .map_err(|reason| format!("the setup `{}`: {reason}", short(setup)))?;
    if let Some(other) = lines.find(|line| !begins::<G>(line)) {
        let word = other.split_whitespace().next().unwrap_or("");
        return Err(format!(
            "expected each game in a line of its own, beginning with its setup, found a line with `{}` first",
            short(word)
        ));
    }
    let mut record = Record::new(setup);
    for (word, number) in words.zip(1..) {
        let refuse =
            |reason: &dyn core::fmt::Display| format!("move {number}, `{}`: {reason}", short(word));
        let m: G::Move = word.parse().map_err(|reason| refuse(&reason))?;
        record.push(m).map_err(|reason| refuse(&reason))?;
    }
    Ok(record)
}

/// Returns the beginning of a word, for messages.
pub(crate) fn short(word: &str) -> String {
    let start: String = word.chars().take(40).collect();
    start.escape_debug().to_string()
}
