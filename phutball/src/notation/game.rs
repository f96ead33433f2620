//! Reads and writes games as lists of turns, in the notations of other programs and books.
//!
//! | format | a turn |
//! |---|---|
//! | `abstractplay` | of [`abstract_play`], blanks or line breaks between turns |
//! | `wikipedia` | of [`wikipedia`], in the same way |
//! | `compass` | of [`compass`], a line each; or in one line, jumps of a turn joined by `/` |
//!
//! The setup is not in the text: the caller gives it. Numbers that end in a full stop (`12.`), commas and semicolons
//! between turns, and comments from `#` to the end of the line are ignored. The text of a [`Record`] has the setup, too.
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

use common::Record;
use common::format::{contents, without_number};

use super::turns::{ReadTurnsError, play, turns_of};
use super::{ParseTurnError, Unwritable};
use super::{abstract_play, compass, wikipedia};
use crate::position::Position;
use crate::turn::Turn;

/// How the turns of a game are written; see the [module](self) for the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameFormat {
    /// The turns of AbstractPlay, which are the turns of this crate.
    AbstractPlay,
    /// The turns of the English Wikipedia.
    Wikipedia,
    /// The turns of Ehrenborg's programs.
    Compass,
}

impl GameFormat {
    /// All formats.
    pub const ALL: [GameFormat; 3] = [
        GameFormat::AbstractPlay,
        GameFormat::Wikipedia,
        GameFormat::Compass,
    ];

    /// Returns the name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            GameFormat::AbstractPlay => "abstractplay",
            GameFormat::Wikipedia => "wikipedia",
            GameFormat::Compass => "compass",
        }
    }

    /// Reads a game that starts from `setup`.
    ///
    /// # Errors
    ///
    /// Returns an error with the number of the turn and the line of the first mistake.
    pub fn read(self, text: &str, setup: &Position) -> Result<Record<Position>, ReadTurnsError> {
        let read = |position: &Position, text: &str| self.read_turn(position, text);
        if self == GameFormat::Compass && text.trim().contains('\n') {
            play(setup, lines(text), read)
        } else {
            play(setup, words(text), read)
        }
    }

    fn read_turn(self, position: &Position, text: &str) -> Result<Turn, ParseTurnError> {
        match self {
            GameFormat::AbstractPlay => abstract_play::read_turn(text),
            GameFormat::Wikipedia => wikipedia::read_turn(text),
            GameFormat::Compass => compass::read_turn(position, text),
        }
    }

    /// Writes a game, with a line break at the end.
    ///
    /// # Errors
    ///
    /// Returns an error if the format cannot express the game.
    pub fn write(self, record: &Record<Position>) -> Result<String, Unwritable> {
        let turns = turns_of(record)?;
        let lines = turns.iter().map(|turn| self.write_turn(turn));
        let mut lines = lines.collect::<Result<Vec<String>, Unwritable>>()?;
        if self == GameFormat::Compass && lines.len() == 1 {
            // On one line, the jumps would be read as several turns.
            lines[0] = lines[0].replace(' ', "/");
        }
        lines.push(String::new());
        Ok(lines.join("\n"))
    }

    /// Writes a turn.
    pub(crate) fn write_turn(self, turn: &Turn) -> Result<String, Unwritable> {
        match self {
            GameFormat::AbstractPlay => Ok(turn.to_string()),
            GameFormat::Wikipedia => wikipedia::write_turn(turn),
            GameFormat::Compass => compass::write_turn(turn),
        }
    }
}

/// Returns the lines of a text with their numbers, without comments, turn numbers and trailing punctuation.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    contents(text).filter_map(|(number, line)| {
        let rest = without_number(line).trim_start();
        let rest = rest.trim_end_matches([',', ';']);
        (!rest.is_empty()).then_some((number, rest))
    })
}

/// Returns the words of a text with their line numbers, without comments and turn numbers. Commas and semicolons
/// between words count as blanks.
pub(crate) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    lines(text).flat_map(|(line, text)| {
        let words = text.split(|c: char| c.is_whitespace() || c == ',' || c == ';');
        let words = words.map(without_number).filter(|word| !word.is_empty());
        words.map(move |word| (line, word))
    })
}
