//! Notations in which a game takes several lines and is read by a reader of the game's own.

use core::fmt;

use crate::record::Record;
use crate::written::Written;

use super::lines::content;
use super::{Games, ParsedGame, ReadError, Speller};

/// Reads games that may take several lines each; a line whose first word is a setup begins the next game.
///
/// `read` reads one game. `place` takes its error apart into the line, the wrong word, and the number of the move if
/// the word is one. `spell` writes the moves that would be legal.
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
    let mut texts: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        let first = content(line).split_whitespace().next();
        if first.is_some_and(&is_setup) {
            texts.push((number, at));
        }
        at += line.len();
    }
    match texts.first_mut() {
        // Text before the first setup is a comment, or wrong.
        Some(first) => *first = (1, 0),
        None => texts.push((1, 0)),
    }
    let ends = texts.iter().skip(1).map(|(_, at)| *at).chain([text.len()]);
    let games = texts.iter().zip(ends);
    games
        .map(|((line, start), end)| read_whole(&text[*start..end], *line, &read, &place, spell))
        .collect()
}

/// Reads the game that begins in a line.
///
/// To find the legal alternatives, the text before the wrong word is read once more.
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
    // The sentence of the reader counts lines from the beginning of the game, and does not say which move it is.
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

/// Returns the text before each place in a line where `word` begins, the shortest first.
fn heads<'a>(text: &'a str, line: usize, word: &'a str) -> impl Iterator<Item = &'a str> {
    let start = text
        .split_inclusive('\n')
        .take(line.saturating_sub(1))
        .map(str::len)
        .sum();
    let places = text[start..].match_indices(word);
    places.map(move |(at, _)| &text[..start + at]).take(1_000)
}
