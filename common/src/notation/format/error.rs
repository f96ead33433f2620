//! Errors from reading games in text form, with suggestions of legal moves.

use core::cmp::Reverse;
use core::fmt::{self, Write as _};

use crate::play::game::{Game, go_on_if};
use crate::play::written::Written;
use crate::tools::refused::Refused;
use crate::tools::sorting;

/// A function that writes a move in some notation.
pub type Speller<G> = fn(&G, &<G as Game>::Move) -> String;

/// Writes a move with its `Display` implementation.
pub fn plainly<G: Written>(_: &G, m: &G::Move) -> String {
    m.to_string()
}

/// The reason why no notation can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The game has no notation with this name.
    #[error("{game} has no format `{name}`; use one of {}", .known.join(", "))]
    Unknown {
        /// The title of the game.
        game: &'static str,
        /// The name that was asked for.
        name: String,
        /// The names of the game's notations.
        known: Vec<&'static str>,
    },
    /// The text is one game in the first notation, and a different game in the second.
    #[error(
        "the text can be read as two different games, in the formats `{0}` and `{1}`; specify the format, or \
         convert it to `text` first"
    )]
    Ambiguous(&'static str, &'static str),
}

/// The reason why a record is not written in a notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The game has no notation with this name.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The notation is only read.
    #[error("the format `{0}` can be read but not written")]
    ReadOnly(&'static str),
    /// The notation cannot express the record.
    #[error(transparent)]
    Inexpressible(#[from] Refused),
}

/// The error returned when a text is not a record in the expected notation.
///
/// Its message is a sentence with the location and the reason. If a move is wrong, the message also suggests legal
/// moves.
#[derive(Debug)]
pub struct ReadError<G: Written> {
    /// The place and the reason, as a sentence.
    text: String,
    /// Whether the error is about the value of an option. If so, the text begins with the name of the option.
    is_about_an_option: bool,
    /// The game before the wrong word, if that word is a move.
    before: Option<Box<GamePrefix<G>>>,
}

/// A game up to a wrong move.
#[derive(Debug)]
struct GamePrefix<G: Written> {
    position: G,
    /// The move, as it is written.
    wrong: String,
    /// Writes the legal moves.
    spell: Speller<G>,
}

/// The number of legal moves suggested for an illegal one.
const ALTERNATIVES: usize = 12;

/// The number of legal moves considered for that list. A Sprouts position can have too many to list.
const CANDIDATES: usize = 20_000;

/// The number of those that are written in the notation and compared again.
const SPELLED: usize = 100;

/// The number of bytes of a move that are compared. Only moves of a large Sprouts position are longer.
const LONGEST: usize = 40;

impl<G: Written> ReadError<G> {
    /// Returns an error that is not about a move.
    pub fn of(text: impl Into<String>) -> ReadError<G> {
        ReadError {
            text: text.into(),
            is_about_an_option: false,
            before: None,
        }
    }

    /// Returns an error about the value of an option such as `rules`. Its text begins with the name of the option, to
    /// which front ends add a prefix.
    pub fn in_option(option: &str, text: impl fmt::Display) -> ReadError<G> {
        ReadError {
            is_about_an_option: true,
            ..ReadError::of(format!("{option}: {text}"))
        }
    }

    /// Returns an error about the move `wrong` in `position`, with legal moves as `spell` writes them.
    pub fn in_move(
        text: impl Into<String>,
        position: &G,
        wrong: &str,
        spell: Speller<G>,
    ) -> ReadError<G> {
        let before = GamePrefix {
            position: position.clone(),
            wrong: wrong.to_owned(),
            spell,
        };
        ReadError {
            text: text.into(),
            is_about_an_option: false,
            before: Some(Box::new(before)),
        }
    }

    /// Returns whether the error is an illegal or malformed move. If so, everything before that move is valid.
    pub(crate) fn is_about_a_move(&self) -> bool {
        self.before.is_some()
    }

    /// Returns whether the error is about the value of an option, whose name begins the text.
    pub(crate) fn is_about_an_option(&self) -> bool {
        self.is_about_an_option
    }
}

impl<G: Written> fmt::Display for ReadError<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        let Some(before) = &self.before else {
            return Ok(());
        };
        if let Some(outcome) = before.position.outcome() {
            return write!(f, "; the game is over here ({outcome})");
        }
        let likely = before.likely_moves();
        write!(f, "; legal here: {}", likely.join(", "))?;
        let others = before
            .position
            .count_moves()
            .saturating_sub(likely.len() as u128);
        if others > 0 {
            write!(f, " and {others} more")?;
        }
        Ok(())
    }
}

impl<G: Written> std::error::Error for ReadError<G> {}

impl<G: Written> GamePrefix<G> {
    /// Returns legal moves in order of similarity to the wrong move: those that need the fewest characters inserted or
    /// removed come first, and among these, those that share the longest prefix with it.
    fn likely_moves(&self) -> Vec<String> {
        let lower = |text: &str| -> Vec<u8> {
            let bytes = text.bytes().take(LONGEST);
            bytes.map(|byte| byte.to_ascii_lowercase()).collect()
        };
        let wrong = lower(&self.wrong);
        let far = |text: &str| {
            let text = lower(text);
            let same = text.iter().zip(&wrong).take_while(|(a, b)| a == b);
            (distance(&text, &wrong), Reverse(same.count()))
        };
        let (mut moves, mut likely) = (Vec::new(), Vec::new());
        let mut text = String::new();
        let _ = self.position.for_each_move(&mut |m| {
            // The notation may be slow to write, and the plain text of a move is similar.
            text.clear();
            let _ = write!(text, "{m}");
            likely.push((far(&text), moves.len()));
            moves.push(m);
            go_on_if(moves.len() < CANDIDATES)
        });
        sorting::sort_by(&mut likely, Ord::cmp);
        likely.truncate(SPELLED);
        let spelled = likely.iter().map(|(_, number)| {
            let text = (self.spell)(&self.position, &moves[*number]);
            (far(&text), text)
        });
        let mut spelled: Vec<_> = spelled.collect();
        sorting::sort_by_key(&mut spelled, |(far, _)| *far);
        spelled.truncate(ALTERNATIVES);
        spelled.into_iter().map(|(_, text)| text).collect()
    }
}

/// Returns how many bytes must be inserted or removed to turn one text into another.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = core::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let next = if x == y {
                diagonal
            } else {
                1 + row[j].min(row[j + 1])
            };
            diagonal = core::mem::replace(&mut row[j + 1], next);
        }
    }
    row[b.len()]
}
