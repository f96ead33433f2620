//! Reads and writes whole games in every notation of this crate, for programs that replay and convert.
//!
//! | format | a game | the setup |
//! |---|---|---|
//! | `record` | the text of a [`Record`]: a position and moves | in the text |
//! | `sgf` | [`sgf`] | in the text |
//! | `abstractplay` | turns of [`abstract_play`], blanks or line breaks between them | from the caller |
//! | `wikipedia` | turns of [`wikipedia`], in the same way | from the caller |
//! | `compass` | turns of [`compass`], a line each; or in one line, jumps of a turn joined by `/` | from the caller |
//!
//! The last three ignore numbers that end in a full stop (`12.`), commas and semicolons between turns, and comments
//! from `#` to the end of the line.
//!
//! ```
//! use papergames_phutball::{Position, notation::game::GameFormat};
//!
//! let start = Position::default();
//! let game = GameFormat::Compass.read("1. H11 E\n2. H13 E", &start);
//! assert!(game.is_err(), "in several lines, each is one turn");
//! let game = GameFormat::Compass.read("H11 E H13 E", &start)?;
//! assert_eq!(GameFormat::AbstractPlay.write(&game)?, "h11\nh10-h12\nh13\nh12-h14\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use core::fmt;
use core::str::FromStr;

use common::Record;

use super::compass::ParseCompassError;
use super::sgf::ReadSgfError;
use super::turns::{ReadTurnsError, play, turns_of};
use super::{ParseTurnError, Unwritable};
use super::{abstract_play, compass, sgf, wikipedia};
use crate::position::Position;
use crate::turn::Turn;

/// How a game is written; see the [module](self) for the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameFormat {
    /// The text of a [`Record`].
    Record,
    /// The Smart Game Format.
    Sgf,
    /// The turns of AbstractPlay, which are the turns of this crate.
    AbstractPlay,
    /// The turns of the English Wikipedia.
    Wikipedia,
    /// The turns of Ehrenborg's programs.
    Compass,
}

/// The error for an unknown name of a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a format (record, sgf, abstractplay, wikipedia or compass), found `{found}`")]
#[non_exhaustive]
pub struct ParseFormatError {
    /// The text that was found, cut after 20 characters.
    pub found: String,
}

impl GameFormat {
    /// All formats.
    pub const ALL: [GameFormat; 5] = [
        GameFormat::Record,
        GameFormat::Sgf,
        GameFormat::AbstractPlay,
        GameFormat::Wikipedia,
        GameFormat::Compass,
    ];

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        match self {
            GameFormat::Record => "record",
            GameFormat::Sgf => "sgf",
            GameFormat::AbstractPlay => "abstractplay",
            GameFormat::Wikipedia => "wikipedia",
            GameFormat::Compass => "compass",
        }
    }

    /// Reads a game. It starts from `setup` if the format does not record the start.
    ///
    /// # Errors
    ///
    /// Returns an error with the number of the turn and the line of the first mistake.
    pub fn read(self, text: &str, setup: &Position) -> Result<Record<Position>, ReadGameError> {
        Ok(match self {
            GameFormat::Record => text.parse()?,
            GameFormat::Sgf => sgf::read(text)?,
            GameFormat::AbstractPlay => {
                play(setup, words(text), |_, word| abstract_play::read_turn(word))?
            }
            GameFormat::Wikipedia => {
                play(setup, words(text), |_, word| wikipedia::read_turn(word))?
            }
            GameFormat::Compass if text.trim().contains('\n') => {
                play(setup, lines(text), compass::read_turn)?
            }
            GameFormat::Compass => play(setup, words(text), compass::read_turn)?,
        })
    }

    /// Writes a game, with a line break at the end.
    ///
    /// # Errors
    ///
    /// Returns an error if the format cannot express the game.
    pub fn write(self, record: &Record<Position>) -> Result<String, Unwritable> {
        let mut lines = match self {
            GameFormat::Record => vec![record.to_string()],
            GameFormat::Sgf => return sgf::write(record),
            GameFormat::AbstractPlay => turns_of(record)?
                .iter()
                .map(abstract_play::write_turn)
                .collect(),
            GameFormat::Wikipedia => write_all(record, wikipedia::write_turn)?,
            GameFormat::Compass => write_all(record, compass::write_turn)?,
        };
        if self == GameFormat::Compass && lines.len() == 1 {
            // On one line, the jumps would be read as several turns.
            lines[0] = lines[0].replace(' ', "/");
        }
        lines.push(String::new());
        Ok(lines.join("\n"))
    }
}

fn write_all(
    record: &Record<Position>,
    write: impl Fn(&Turn) -> Result<String, Unwritable>,
) -> Result<Vec<String>, Unwritable> {
    turns_of(record)?.iter().map(write).collect()
}

impl fmt::Display for GameFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for GameFormat {
    type Err = ParseFormatError;

    fn from_str(text: &str) -> Result<GameFormat, ParseFormatError> {
        let known = GameFormat::ALL
            .into_iter()
            .find(|format| format.name() == text);
        known.ok_or_else(|| ParseFormatError {
            found: text.chars().take(20).collect(),
        })
    }
}

common::serde_as_text!(GameFormat);

/// Why a text is not a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadGameError {
    /// The text is not a record.
    #[error(transparent)]
    Record(#[from] common::record::ParseRecordError),
    /// The text is not a game in the Smart Game Format.
    #[error(transparent)]
    Sgf(#[from] ReadSgfError),
    /// A turn cannot be read, or is not legal.
    #[error(transparent)]
    Turn(#[from] ReadTurnsError<ParseTurnError>),
    /// A turn in compass form cannot be read, or is not legal.
    #[error(transparent)]
    Compass(#[from] ReadTurnsError<ParseCompassError>),
}

/// Returns the lines of a text with their numbers, without comments, turn numbers and trailing punctuation.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    text.lines().enumerate().filter_map(|(i, line)| {
        let line = line.split('#').next().unwrap_or("").trim();
        let rest = without_number(line).trim_start();
        let rest = rest.trim_end_matches([',', ';']);
        (!rest.is_empty()).then_some((i + 1, rest))
    })
}

/// Returns the words of a text with their line numbers, without comments and turn numbers. Commas and semicolons
/// between words count as blanks.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    lines(text).flat_map(|(line, text)| {
        let words = text.split(|c: char| c.is_whitespace() || c == ',' || c == ';');
        let words = words.map(without_number).filter(|word| !word.is_empty());
        words.map(move |word| (line, word))
    })
}

/// Removes a leading turn number, digits and full stops, from a text.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(after) if rest.len() < text.len() => after.trim_start_matches('.'),
        _ => text,
    }
}
