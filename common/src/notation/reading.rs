//! Reads games and positions from text, in a specified or guessed notation.
//!
//! # Examples
//!
//! ```
//! use papergames_common::nim::Nim;
//! use papergames_common::reading::{ReadOptions, SourceText, read};
//!
//! let text = "3,4,5:first+ 0x2 1x1   # a game that was not finished";
//! let games = read::<Nim>(&SourceText::literal(text), &ReadOptions::default())?;
//! assert_eq!(games[0].record.moves().len(), 2);
//!
//! // The error for an illegal move lists the legal ones.
//! let error = read::<Nim>(&SourceText::literal("1,1:first+ 0x2"), &ReadOptions::default()).err().unwrap();
//! assert_eq!(
//!     error.to_string(),
//!     "the text, line 1, move 1, `0x2`: cannot take 2 from heap 0; take 1 to 1; legal here: 0x1, 1x1",
//! );
//! # Ok::<(), papergames_common::describe::Refused>(())
//! ```

use crate::notation::describe::Describe;
use crate::notation::format::{
    Format, FormatError, Games, Notations, PLAIN, ParsedGame, Reading, contents, first_setup,
    positions, read_lines,
};
use crate::play::outcome::Ending;
use crate::play::record::Record;
use crate::tools::refused::Refused;

/// A text to read, and the name of its source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
    /// The name for the source of the text in errors: `standard input`, the name of a file, or `the text`.
    pub origin: String,
    /// The text itself.
    pub text: String,
    /// A hint to append to the error if the text does not look like a record at all, such as `; there is no file of
    /// that name either`. May be empty.
    pub hint: &'static str,
}

impl SourceText {
    /// Returns a source for text that a user has typed.
    pub fn literal(text: impl Into<String>) -> SourceText {
        SourceText {
            origin: "the text".into(),
            text: text.into(),
            hint: "",
        }
    }
}

/// Options for reading games and positions from text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct ReadOptions<'a> {
    /// The name of the notation; if it is `None`, the notation is guessed.
    pub format: Option<&'a str>,
    /// The name of the rules, for a notation that does not state them.
    pub rules: Option<&'a str>,
    /// Whether play is misère, for a notation that does not state it.
    pub misere: bool,
    /// The prefix that errors put before option names, such as `--`.
    pub prefix: &'a str,
}

impl<'a> ReadOptions<'a> {
    /// Returns options that set only the name of the notation.
    pub fn in_format(name: &'a str) -> ReadOptions<'a> {
        ReadOptions {
            format: Some(name),
            ..ReadOptions::default()
        }
    }
}

/// Returns the format with the given name. Without a name, returns the first format that the text looks like, or else
/// the [plain](PLAIN) one. If the text looks like several formats, it is read in each of them.
///
/// # Errors
///
/// Returns [`FormatError`] if the name is unknown, or if the text is one game in one format and a different game in
/// another.
pub fn guess<'a, G: Describe>(
    formats: &'a [Format<G>],
    name: Option<&str>,
    text: &str,
) -> Result<&'a Format<G>, FormatError> {
    Ok(begin(formats, name, text)?.0)
}

/// What was read of a text to find its format.
enum Beginning<G: Describe> {
    Nothing,
    /// The position in the first word of a text in the plain notation.
    Setup(G),
    /// All games, by the usual rules.
    Games(Vec<ParsedGame<G>>),
}

/// Finds the format of a text as [`guess`] does, and returns it together with what was read of the text.
fn begin<'a, G: Describe>(
    formats: &'a [Format<G>],
    name: Option<&str>,
    text: &str,
) -> Result<(&'a Format<G>, Beginning<G>), FormatError> {
    if let Some(name) = name {
        return Ok((named(formats, name)?, Beginning::Nothing));
    }
    let looks = |format: &'a Format<G>| match format.read {
        Some(Reading::Lines) if format.name == PLAIN => {
            Some((format, Beginning::Setup(first_setup(text)?)))
        }
        _ => (format.looks_like)(text).then_some((format, Beginning::Nothing)),
    };
    let alike: Vec<_> = formats.iter().filter_map(looks).collect();
    let mut readings = alike.iter().filter_map(|(format, _)| {
        let games: Games<G> = match format.read {
            Some(Reading::Games(read)) => read(text),
            Some(Reading::Open(read) | Reading::Whole(read)) => read(text, None),
            Some(Reading::Lines | Reading::Positions(_)) | None => return None,
        };
        Some((*format, games.ok()?))
    });
    if alike.len() > 1
        && let Some((format, games)) = readings.next()
    {
        let records = games.iter().map(|game| &game.record);
        let is_other = |others: &[ParsedGame<G>]| {
            let others = others.iter().map(|game| &game.record);
            !records.clone().eq(others)
        };
        return match readings.find(|(_, others)| is_other(others)) {
            Some((other, _)) => Err(FormatError::Ambiguous(format.name, other.name)),
            None => Ok((format, Beginning::Games(games))),
        };
    }
    match alike.into_iter().next() {
        Some(first) => Ok(first),
        None => Ok((named(formats, PLAIN)?, Beginning::Nothing)),
    }
}

/// Returns the format with the given name.
///
/// # Errors
///
/// Returns [`FormatError::Unknown`] if the name is unknown.
pub(crate) fn named<'a, G: Describe>(
    formats: &'a [Format<G>],
    name: &str,
) -> Result<&'a Format<G>, FormatError> {
    if let Some(format) = formats.iter().find(|format| format.name == name) {
        return Ok(format);
    }
    Err(FormatError::Unknown {
        game: G::ABOUT.title,
        name: name.to_owned(),
        known: formats.iter().map(|format| format.name).collect(),
    })
}

/// Reads the games or positions in a text.
///
/// # Errors
///
/// Returns a sentence that names the source and the line, and describes what is wrong with the text, which option the
/// notation does not accept, or that the notation is write-only.
pub fn read<G: Notations>(
    source: &SourceText,
    options: &ReadOptions<'_>,
) -> Result<Vec<ParsedGame<G>>, Refused> {
    read_in(&G::formats(), source, options)
}

/// Reads the games or positions of a text in one of the given notations.
///
/// # Errors
///
/// Returns the errors of [`read`].
pub(crate) fn read_in<G: Describe>(
    formats: &[Format<G>],
    source: &SourceText,
    options: &ReadOptions<'_>,
) -> Result<Vec<ParsedGame<G>>, Refused> {
    let begun = begin(formats, options.format, &source.text);
    let (format, begun) = begun.map_err(Refused::because)?;
    let refuse = |text: String| Err(Refused::new(format!("{}: {text}", source.origin)));
    let Some(reading) = &format.read else {
        let read = formats.iter().filter(|format| format.read.is_some());
        let names: Vec<&str> = read.map(|format| format.name).collect();
        return refuse(format!(
            "the format `{}` can be written but not read; read a text in one of {}",
            format.name,
            names.join(", ")
        ));
    };
    if options.misere && !matches!(reading, Reading::Positions(_)) {
        return refuse(format!(
            "leave out {}misere: text in the format `{}` already says whether play is normal or misère",
            options.prefix, format.name
        ));
    }
    if options.rules.is_some() && !matches!(reading, Reading::Open(_) | Reading::Whole(_)) {
        return refuse(format!(
            "leave out {}rules: a text in the format `{}` gives its own rules or uses the default rules",
            options.prefix, format.name
        ));
    }
    let read = match (reading, begun) {
        (_, Beginning::Games(games)) if options.rules.is_none() => Ok(games),
        (Reading::Lines, Beginning::Setup(setup)) => read_lines(&source.text, Some(setup), play),
        (Reading::Lines, _) => read_lines(&source.text, None, play),
        (Reading::Games(read), _) => read(&source.text),
        (Reading::Open(read) | Reading::Whole(read), _) => read(&source.text, options.rules),
        (Reading::Positions(read), _) => {
            let ending = if options.misere {
                Ending::Misere
            } else {
                Ending::Normal
            };
            positions(&source.text, |text| read(text, ending))
        }
    };
    match read {
        Ok(games) if !games.is_empty() => Ok(games),
        Ok(_) if contents(&source.text).next().is_none() => {
            refuse("the text is empty; write a setup and moves".to_owned())
        }
        Ok(_) => refuse(format!(
            "the text contains no game in the format `{}`",
            format.name
        )),
        Err(error) => {
            // If only a move is wrong, the text is a record and not, for instance, the name of a file.
            let hint = if error.is_about_a_move() {
                ""
            } else {
                source.hint
            };
            let prefix = if error.is_about_an_option() {
                options.prefix
            } else {
                ""
            };
            let text = format!("{}, {prefix}{error}{hint}", source.origin);
            Err(Refused::new(text))
        }
    }
}

/// Plays the move or moves that a word describes, in the plain notation or in any form that [`Describe::read_moves`]
/// accepts.
///
/// # Errors
///
/// Returns the reason why the word is not a legal move in the plain notation or, if it is not in this notation, in the
/// form that users type. The record then contains the moves before the first illegal one.
fn play<G: Describe>(record: &mut Record<G>, word: &str) -> Result<(), Refused> {
    let plain = match word.parse::<G::Move>().map(|m| record.push(m)) {
        Ok(Ok(())) => return Ok(()),
        Ok(Err(illegal)) => Some(Refused::because(illegal)),
        Err(_) => None,
    };
    let typed = record.position().read_moves(word);
    let moves = typed.map_err(|typed| plain.unwrap_or(typed))?;
    moves
        .into_iter()
        .try_for_each(|m| record.push(m).map_err(Refused::because))
}
