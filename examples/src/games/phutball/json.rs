//! Games in the form of Ehrenborg's collection: JSON, with the turns as his programs print them.
//!
//! A game is an object with its `moves`, each a string in [`compass`] form, and perhaps a `winner`, `Left` (who moves
//! first) or `Right`; other members are passed over. A file is a list of games, or lists or games one after another. The board
//! is the usual one, and a ball beyond a goal line stays there.

use anyhow::{Result, ensure};
use common::{Game, Outcome, Player, Record};
use phutball::notation::{compass, turns};
use phutball::{Position, Rules, Size};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::records::{Fault, Games, Played, short};

/// A game as it stands in a text, each value where it was found.
#[derive(Deserialize)]
struct Found<'a> {
    #[serde(borrow, default)]
    winner: Option<&'a RawValue>,
    #[serde(borrow)]
    moves: Vec<&'a RawValue>,
}

/// A game as it is written.
#[derive(Serialize)]
struct Written {
    winner: Option<&'static str>,
    moves: Vec<String>,
}

const LEFT: &str = "Left";
const RIGHT: &str = "Right";

/// Where a game of the collection begins.
fn start() -> Position {
    Position::new(Size::STANDARD, Rules::TerminalRows)
}

/// Reads games, with the places of what is wrong in them.
pub(super) fn read(text: &str) -> Games<Position> {
    let values = serde_json::Deserializer::from_str(text);
    let found: serde_json::Result<Vec<Found<'_>>> = if text.trim_start().starts_with('{') {
        values.into_iter().collect()
    } else {
        let lists: serde_json::Result<Vec<Vec<Found<'_>>>> = values.into_iter().collect();
        lists.map(|lists| lists.into_iter().flatten().collect())
    };
    let found = found.map_err(|reason| {
        let (line, column, said) = (reason.line(), reason.column(), reason.to_string());
        // The sentence ends with the place, which is better said first.
        let said = said.rsplit_once(" at line ").map_or(&*said, |(said, _)| said);
        Fault::of(format!(
            "line {line}, column {column}: expected a list of games such as [{{\"winner\":\"Left\",\"moves\":[\"H11\",\"E\"]}}], found {said}"
        ))
    })?;
    let mut lines = Lines {
        text,
        at: 0,
        line: 1,
    };
    let games = found.iter().zip(1..);
    games
        .map(|(found, number)| read_game(found, number, &mut lines))
        .collect()
}

/// Counts the lines up to one place after another.
struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl Lines<'_> {
    /// Returns the line of a value.
    fn of(&mut self, value: &RawValue) -> usize {
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
    found: &Found<'_>,
    number: usize,
    lines: &mut Lines<'_>,
) -> Result<Played<Position>, Fault<Position>> {
    let first = found.moves.first().copied().or(found.winner);
    let begins = first.map_or(lines.line, |value| lines.of(value));
    let mut record = Record::new(start());
    for (value, index) in found.moves.iter().zip(1..) {
        let word = string(value);
        let before = *record.position();
        let read = word.and_then(|word| {
            let turn = compass::read_turn(&before, &word).map_err(|error| error.to_string())?;
            before.moves_of(&turn).map_err(|error| error.to_string())
        });
        let moves = read.map_err(|reason| {
            let word = string(value).unwrap_or_else(|_| value.get().into());
            let line = lines.of(value);
            let text = format!(
                "line {line}, game {number}, move {index}, `{}`: {reason}",
                short(&word)
            );
            Fault::in_move(text, &before, &word, super::spell_compass)
        })?;
        for m in moves {
            record.push(m).expect("the moves of a legal turn are legal");
        }
    }
    let stated = match found.winner.map(|value| (value, string(value))) {
        None => None,
        Some((_, Ok(name))) if name == LEFT => Some(Outcome::Win(Player::FIRST)),
        Some((_, Ok(name))) if name == RIGHT => Some(Outcome::Win(Player::SECOND)),
        Some((value, _)) => {
            let line = lines.of(value);
            return Err(Fault::of(format!(
                "line {line}, game {number}: expected the winner {LEFT} or {RIGHT}, found `{}`",
                short(value.get().trim_matches('"'))
            )));
        }
    };
    Ok(Played {
        stated,
        ..Played::new(record, begins)
    })
}

/// Returns the string that a value is.
fn string(value: &RawValue) -> Result<String, String> {
    serde_json::from_str(value.get())
        .map_err(|_| format!("expected a turn as a string, found {}", short(value.get())))
}

/// Writes a game as an object, with the winner that it states if the moves lead to none.
pub(super) fn write(game: &Played<Position>) -> Result<String> {
    let record = &game.record;
    let rules = record.setup().rules();
    ensure!(
        *record.setup() == Position::new(Size::STANDARD, rules),
        "expected a game from the usual start, found one from `{}`",
        record.setup()
    );
    let mut moves = Vec::new();
    for turn in turns::turns_of(record)? {
        moves.push(compass::write_turn(&turn)?);
    }
    let reached = record.position().outcome();
    let winner = match reached.or(game.stated) {
        Some(Outcome::Win(Player::FIRST)) => Some(LEFT),
        Some(Outcome::Win(_)) => Some(RIGHT),
        Some(Outcome::Draw | Outcome::Shared(_)) | None => None,
    };
    let text = serde_json::to_string(&Written { winner, moves })?;
    let same = read(&text).is_ok_and(|games| games[0].record.position().outcome() == reached);
    ensure!(
        same,
        "expected a game that is the same under {}, the rules of the collection, found one by the rules {rules} that is not",
        Rules::TerminalRows
    );
    Ok(text)
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

    /// A random game up to the end of a turn.
    fn random_game(seed: u64, limit: u64) -> Record<Position> {
        let mut record = playout::record(start(), limit, &mut Seeded::new(seed));
        while record.position().is_jumping() {
            record.pop();
        }
        record
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn every_game_is_read_back(seed: u64, limit in 0u64..300) {
            let record = random_game(seed, limit);
            let text = write(&Played::new(record.clone(), 1)).expect("a game from the usual start");
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
            let text = write(&Played::new(record.clone(), 1)).expect("a game from the usual start");
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
        let records = |games: &[Played<Position>]| -> Vec<Record<Position>> {
            games.iter().map(|game| game.record.clone()).collect()
        };
        assert_eq!(records(&list), records(&lines));
        assert_eq!(records(&list), records(&lists));
        let begin: Vec<usize> = lines.iter().map(|game| game.line).collect();
        assert_eq!(begin, [1, 2]);
    }
}
