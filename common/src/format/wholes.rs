//! Notations in which a game may span several lines and the game supplies the reader.

use core::fmt;

use crate::record::Record;
use crate::written::Written;

use super::error::{ReadError, Speller};
use super::lines::{Heading, content};
use super::notation::{Games, ParsedGame};

/// Reads games that may span several lines each. A line whose first word is a setup begins the next game.
///
/// `read` reads one game. `place` splits its error into the line, the wrong word, and, if the word is a move, the
/// number of that move. `spell` writes the legal moves.
///
/// # Errors
///
/// Returns the error of the first game that `read` refuses, with its line counted from the start of `text`.
pub fn read_wholes<G: Written, E: fmt::Display>(
    text: &str,
    is_setup: impl Fn(&str) -> bool,
    read: impl Fn(&str) -> Result<Record<G>, E>,
    place: impl Fn(&E) -> (usize, String, Option<usize>),
    spell: Speller<G>,
) -> Games<G> {
    let mut texts: Vec<(usize, usize, Option<Heading>)> = Vec::new();
    let (mut at, mut heading) = (0, None);
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        let first = content(line).split_whitespace().next();
        if first.is_some_and(&is_setup) {
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
            let game = read_whole(&text[start..end], line, &read, &place, spell)?;
            match heading {
                Some(heading) => heading.head(game),
                None => Ok(game),
            }
        })
        .collect()
}

/// Reads the game that begins in the line `begins`.
///
/// To list the legal moves after an error, reads the text before the wrong word again.
fn read_whole<G: Written, E: fmt::Display>(
    text: &str,
    begins: usize,
    read: impl Fn(&str) -> Result<Record<G>, E>,
    place: impl Fn(&E) -> (usize, String, Option<usize>),
    spell: Speller<G>,
) -> Result<ParsedGame<G>, ReadError<G>> {
    let error = match read(text) {
        Ok(record) => return Ok(ParsedGame::new(record, begins)),
        Err(error) => error,
    };
    let (line, word, number) = place(&error);
    // The reader's message counts lines from the beginning of the game and does not number the move.
    let of_move = number
        .map(|number| format!("move {number}, "))
        .unwrap_or_default();
    let sentence = error.to_string().replacen(
        &format!("line {line}, "),
        &format!("line {}, {of_move}", line + begins - 1),
        1,
    );
    let before = number.and_then(|number| {
        let read = heads(text, line, &word).filter_map(|head| read(head).ok());
        let mut fitting = read.filter(|record| record.moves().len() + 1 == number);
        fitting.next()
    });
    Err(match before {
        Some(record) => ReadError::in_move(sentence, record.position(), &word, spell),
        None => ReadError::of(sentence),
    })
}

/// Returns the text before each occurrence of `word` from the given line on, the shortest first.
fn heads<'a>(text: &'a str, line: usize, word: &'a str) -> impl Iterator<Item = &'a str> {
    let start = text
        .split_inclusive('\n')
        .take(line.saturating_sub(1))
        .map(str::len)
        .sum();
    let places = text[start..].match_indices(word);
    places.map(move |(at, _)| &text[..start + at]).take(1_000)
}
