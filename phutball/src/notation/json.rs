//! Reads and writes games in the JSON format of Ehrenborg's collection, with turns in the form that his programs print
//! (feature `json`).
//!
//! A game is an object with `moves`, each a string in [`compass`] form, and optionally a `winner`, which is `Left` (who
//! moves first) or `Right`. Other members are ignored. A file is a list of games, or a sequence of games or lists. The
//! board is the standard one, under [`Rules::TerminalRows`], by which a ball that lands beyond a goal line stays there.
//!
//! ```
//! use common::reading::{ReadOptions, SourceText, read};
//! use papergames_phutball::{Outcome, Player, Position};
//!
//! let text = r#"[{"winner":"Left","moves":["H11","I13","E SE"]}]"#;
//! let games = read::<Position>(&SourceText::literal(text), &ReadOptions::in_format("json"))?;
//! assert_eq!(games[0].record.position().ball().to_string(), "j14");
//! // The moves do not reach a goal, so the file determines the winner.
//! assert_eq!(games[0].said.outcome, Some(Outcome::Win(Player::FIRST)));
//! # Ok::<(), common::describe::Refused>(())
//! ```
//!
//! Source: [TheodoreEhrenborg/phutball](https://github.com/TheodoreEhrenborg/phutball).

use common::describe::Refused;
use common::format::{Games, ParsedGame, ReadError, short};
use common::{Game as _, Outcome, Player, Record};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::compass;
use super::game::{GameFormat, push, turns_of};
use crate::point::Size;
use crate::position::Position;
use crate::rules::Rules;

/// A game in a text, with the place of each value.
#[derive(Deserialize)]
struct JsonGame<'a> {
    #[serde(borrow, default)]
    winner: Option<&'a RawValue>,
    #[serde(borrow)]
    moves: Vec<&'a RawValue>,
}

/// A game in the form in which it is written.
#[derive(Serialize)]
struct JsonRecord {
    winner: Option<&'static str>,
    moves: Vec<String>,
}

const LEFT: &str = "Left";
const RIGHT: &str = "Right";

/// Returns the starting position of the games in the collection.
fn start() -> Position {
    Position::new(Size::STANDARD, Rules::TerminalRows)
}

/// Reads all games of a text.
///
/// # Errors
///
/// Returns an error with the location of the first mistake and, for an illegal turn, an explanation of what would be
/// legal there.
pub(crate) fn read(text: &str) -> Games<Position> {
    let expected = r#"a list of games such as [{"winner":"Left","moves":["H11","E"]}]"#;
    let found: Vec<JsonGame<'_>> = values(text, expected)?;
    let mut lines = LineCounter::of_text(text);
    let games = found.iter().zip(1..);
    games
        .map(|(found, number)| read_game(found, number, &mut lines))
        .collect()
}

/// The most characters of a reason that JSON gives, which may quote a whole text.
const LONGEST_REASON: usize = 120;

/// Reads a list of values, or a sequence of values or lists.
///
/// # Errors
///
/// Returns an error with the location of the first mistake.
pub(super) fn values<'a, T: Deserialize<'a>>(
    text: &'a str,
    expected: &str,
) -> Result<Vec<T>, ReadError<Position>> {
    let values = serde_json::Deserializer::from_str(text);
    let found: serde_json::Result<Vec<T>> = if text.trim_start().starts_with('{') {
        values.into_iter().collect()
    } else {
        let lists: serde_json::Result<Vec<Vec<T>>> = values.into_iter().collect();
        lists.map(|lists| lists.into_iter().flatten().collect())
    };
    found.map_err(|reason| {
        let (line, said) = (reason.line(), reason.to_string());
        // JSON counts the bytes of the line.
        let before = text
            .split('\n')
            .nth(line.saturating_sub(1))
            .unwrap_or_default()
            .char_indices();
        let column = before.take_while(|(at, _)| *at < reason.column()).count();
        // The sentence ends with the place, which our error already gives.
        let said = said
            .rsplit_once(" at line ")
            .map_or(&*said, |(said, _)| said);
        let said: String = said.chars().take(LONGEST_REASON).collect();
        ReadError::of(format!(
            "line {line}, column {column}: expected {expected}, found {said}"
        ))
    })
}

/// Counts lines up to increasing places in a text.
pub(super) struct LineCounter<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> LineCounter<'a> {
    pub(super) fn of_text(text: &'a str) -> LineCounter<'a> {
        LineCounter {
            text,
            at: 0,
            line: 1,
        }
    }

    /// Returns the line of a value.
    pub(super) fn of(&mut self, value: &RawValue) -> usize {
        let at = value.get().as_ptr().addr() - self.text.as_ptr().addr();
        if at < self.at {
            (self.at, self.line) = (0, 1);
        }
        let newlines = self.text[self.at..at].matches('\n').count();
        (self.at, self.line) = (at, self.line + newlines);
        self.line
    }
}

fn read_game(
    found: &JsonGame<'_>,
    game: usize,
    lines: &mut LineCounter<'_>,
) -> Result<ParsedGame<Position>, ReadError<Position>> {
    let first = found.moves.first().copied().or(found.winner);
    let begins = first.map_or(lines.line, |value| lines.of(value));
    let mut record = Record::new(start());
    for (value, number) in found.moves.iter().zip(1..) {
        let mut play = || -> Result<(), String> {
            let turn = compass::read_turn(record.position(), &string(value)?);
            let played = turn.and_then(|turn| push(&mut record, &turn));
            played.map_err(|reason| reason.to_string())
        };
        play().map_err(|reason| {
            let (line, text) = (lines.of(value), string(value));
            let text = text.unwrap_or_else(|_| value.get().into());
            let said = format!(
                "line {line}, game {game}, move {number}, `{}`: {reason}",
                short(&text)
            );
            ReadError::in_move(
                said,
                record.position(),
                &text,
                GameFormat::Compass.speller(),
            )
        })?;
    }
    let winner = match found.winner.map(|value| (value, string(value))) {
        None => None,
        Some((_, Ok(name))) if name == LEFT => Some(Player::FIRST),
        Some((_, Ok(name))) if name == RIGHT => Some(Player::SECOND),
        Some((value, _)) => {
            return Err(ReadError::of(format!(
                "line {}, game {game}: expected the winner Left or Right, found `{}`",
                lines.of(value),
                short(value.get().trim_matches('"'))
            )));
        }
    };
    Ok(ParsedGame::new(record, begins).stating(winner.map(Outcome::Win)))
}

/// Returns a value as a string.
pub(super) fn string(value: &RawValue) -> Result<String, String> {
    let read = serde_json::from_str(value.get());
    read.map_err(|_| format!("expected a turn as a string, found {}", short(value.get())))
}

/// Writes a game as an object. `stated` is the winner if the moves do not reach a goal.
///
/// # Errors
///
/// Returns an error for a game that this format cannot express, which is a game with another start, with a chain under
/// way, or under rules with which a reader would take it for a different game.
///
/// # Panics
///
/// Panics if the object cannot be serialized, which cannot happen because it consists of strings.
pub(crate) fn write(record: &Record<Position>, stated: Option<Player>) -> Result<String, Refused> {
    let setup = record.setup();
    let rules = setup.rules();
    if *setup != Position::new(Size::STANDARD, rules) {
        return Err(Refused::new(format!(
            "this format can only hold games from the usual start, but this game starts from `{setup}`; use `text` \
             instead"
        )));
    }
    let turns = turns_of(record).map_err(Refused::because)?;
    let moves: Result<Vec<String>, Refused> = turns.iter().map(compass::write_turn).collect();
    let winner = record.position().winner().or(stated);
    let written = JsonRecord {
        winner: winner.map(|player| if player == Player::FIRST { LEFT } else { RIGHT }),
        moves: moves.map_err(Refused::because)?,
    };
    let text = serde_json::to_string(&written).expect("strings are JSON");
    let reached = record.position().outcome();
    if read(&text).is_ok_and(|games| games[0].record.position().outcome() == reached) {
        return Ok(text);
    }
    Err(Refused::new(format!(
        "this format is always read under terminal-rows, but this game was played under {rules}; use `text` instead"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::{Seeded, playout};
    use proptest::prelude::*;
    use std::collections::HashMap;

    fn one(text: &str) -> Record<Position> {
        let mut games = read(text).unwrap_or_else(|_| panic!("a game: {text}"));
        assert_eq!(games.len(), 1);
        games.remove(0).record
    }

    /// Returns a random game that stops at the end of a turn.
    fn random_game(seed: u64, limit: u64) -> Record<Position> {
        let mut record = playout::record(start(), limit, &mut Seeded::new(seed));
        while record.position().is_jumping() {
            record.pop();
        }
        record
    }

    #[test]
    fn a_long_text_is_not_quoted_whole() {
        let text = format!("\"{}\"", "x".repeat(300_000));
        let refused = read(&text).expect_err("no game").to_string();
        assert!(refused.len() < 500, "{} bytes", refused.len());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn every_game_is_read_back(seed: u64, limit in 0u64..300) {
            let record = random_game(seed, limit);
            let text = write(&record, None).expect("a game from the usual start");
            prop_assert_eq!(one(&text), record);
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[\\[\\]{}\":,HE1-9a-z \n]{0,40}|.{0,40}") {
            let _ = read(&text);
        }
    }

    #[test]
    fn different_games_have_different_texts() {
        let mut texts: HashMap<String, Record<Position>> = HashMap::new();
        for seed in 0..200 {
            let record = random_game(seed, seed % 7);
            let text = write(&record, None).expect("a game from the usual start");
            let same = texts.entry(text).or_insert_with(|| record.clone());
            assert_eq!(*same, record);
        }
    }

    #[test]
    fn games_may_stand_in_a_list_or_one_after_another() {
        let [list, lists, lines] = [
            r#"[{"moves":["H11"]},{"src":"x","moves":["H11","E"],"winner":null}]"#,
            "[{\"moves\":[\"H11\"]}]\n[{\"moves\":[\"H11\",\"E\"]}]",
            "{\"moves\":[\"H11\"]}\n{\"moves\":[\"H11\",\n\"E\"]}\n",
        ]
        .map(|text| read(text).unwrap_or_else(|_| panic!("games: {text}")));
        let records = |games: &[ParsedGame<Position>]| -> Vec<Record<Position>> {
            games.iter().map(|game| game.record.clone()).collect()
        };
        assert_eq!(records(&list), records(&lines));
        assert_eq!(records(&list), records(&lists));
        let begin: Vec<usize> = lines.iter().map(|game| game.line).collect();
        assert_eq!(begin, [1, 2]);
    }
}
