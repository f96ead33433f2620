//! Notations in which a game may span several lines, read by a function that the game supplies.

use crate::notation::describe::Refused;
use crate::play::record::Record;
use crate::play::written::Written;

use super::error::{ReadError, Speller};
use super::lines::{Heading, content};
use super::notation::{Games, ParsedGame};

/// The error returned when a text is not a game. The error gives the location of the mistake.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, `{}`: {reason}", .word.escape_debug())]
#[non_exhaustive]
pub struct ReadGameError<G: Written> {
    /// The number of the line with the mistake, counted from 1.
    pub line: usize,
    /// The word, truncated to 40 characters; empty at the end of the text.
    pub word: String,
    /// The game before the word, if that word is a move.
    pub before: Option<Box<Record<G>>>,
    /// What is wrong with the word.
    pub reason: Refused,
}

impl<G: Written> ReadGameError<G> {
    /// Returns an error about a word in the given line. If `before` is given, the word is a move after it.
    pub fn new(line: usize, word: &str, before: Option<&Record<G>>, reason: Refused) -> Self {
        ReadGameError {
            line,
            word: word.chars().take(40).collect(),
            before: before.map(|record| Box::new(record.clone())),
            reason,
        }
    }

    /// Returns the error for the whole text, in which the game begins in the line `begins`, with legal moves as `spell`
    /// writes them.
    pub fn in_text(self, begins: usize, spell: Speller<G>) -> ReadError<G> {
        let line = self.line.saturating_add(begins.saturating_sub(1));
        let word = self.word.escape_debug();
        let Some(record) = self.before else {
            return ReadError::of(format!("line {line}, `{word}`: {}", self.reason));
        };
        let number = record.moves().len() + 1;
        let text = format!("line {line}, move {number}, `{word}`: {}", self.reason);
        ReadError::in_move(text, record.position(), &self.word, spell)
    }
}

/// Reads games that may span several lines each. A line whose first word is a setup begins the next game.
///
/// `read` reads one game, and `spell` writes the legal moves after an error.
///
/// # Errors
///
/// Returns the error of the first game that `read` rejects, with its line counted from the start of `text`.
pub fn read_wholes<G: Written>(
    text: &str,
    is_setup: fn(&str) -> bool,
    read: fn(&str) -> Result<Record<G>, ReadGameError<G>>,
    spell: Speller<G>,
) -> Games<G> {
    let mut texts: Vec<(usize, usize, Option<Heading>)> = Vec::new();
    let (mut at, mut heading) = (0, None);
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        let first = content(line).split_whitespace().next();
        if first.is_some_and(is_setup) {
            texts.push((number, at, heading.take()));
        } else if first.is_none() {
            heading = Heading::read(line);
        }
        at += line.len();
    }
    match texts.first_mut() {
        // Text before the first setup belongs to the first game: it is a comment or an error.
        Some(first) => (first.0, first.1) = (1, 0),
        None => texts.push((1, 0, None)),
    }
    let ends: Vec<usize> = texts.iter().skip(1).map(|(_, at, _)| *at).collect();
    let ends = ends.into_iter().chain([text.len()]);
    let games = texts.into_iter().zip(ends);
    games
        .map(|((line, start, heading), end)| {
            let game = read(&text[start..end]).map_err(|error| error.in_text(line, spell))?;
            let game = ParsedGame::new(game, line);
            match heading {
                Some(heading) => heading.head(game),
                None => Ok(game),
            }
        })
        .collect()
}
