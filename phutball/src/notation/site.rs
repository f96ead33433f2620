//! Reads the records of finished games that the site AbstractPlay publishes (feature `json`).
//!
//! A record is an object with a `header` and a list of rounds. A round has a turn of each player, which is a string, an
//! object with a `move`, or `null`:
//!
//! ```
//! use common::reading::{ReadOptions, SourceText, read};
//! use papergames_phutball::{Outcome, Player, Position};
//!
//! let text = r#"{
//!     "header": {
//!         "game": {"name": "Phutball"},
//!         "pie-invoked": true,
//!         "players": [{"name": "a", "result": 0}, {"name": "b", "result": 1}]
//!     },
//!     "moves": [["h11", "h10-h12"], ["h13", null]]
//! }"#;
//! let games = read::<Position>(&SourceText::literal(text), &ReadOptions::default())?;
//! assert_eq!(games[0].record.moves().len(), 3);
//! assert_eq!(games[0].said.outcome, Some(Outcome::Win(Player::SECOND)));
//! # Ok::<(), common::describe::Refused>(())
//! ```
//!
//! The players of a record are in the order of their seats at the end. If the pie rule was invoked, they exchanged
//! seats after the first turn; the turns are those of the seats all the same.
//!
//! Source: the schema `gamerecord` of [AbstractPlay/recranks](https://github.com/AbstractPlay/recranks).

use common::format::{Games, ParsedGame, ReadError, short};
use common::{Outcome, Player, Record};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::game::{GameFormat, push};
use super::json::{LineCounter, string, values};
use crate::position::Position;

/// Returns whether a JSON text has a header, as these records do.
pub(crate) fn looks_like(text: &str) -> bool {
    text.trim_start().starts_with(['{', '[']) && text.contains("\"header\"")
}

#[derive(Deserialize)]
struct SiteGame<'a> {
    #[serde(borrow)]
    header: SiteHeader<'a>,
    #[serde(borrow)]
    moves: Vec<Vec<&'a RawValue>>,
}

#[derive(Deserialize)]
struct SiteHeader<'a> {
    #[serde(borrow)]
    game: GameName<'a>,
    #[serde(default, alias = "pie-invoked")]
    pied: bool,
    #[serde(default)]
    players: Vec<Seat>,
}

#[derive(Deserialize)]
struct GameName<'a> {
    #[serde(borrow)]
    name: std::borrow::Cow<'a, str>,
    #[serde(default)]
    variants: Vec<String>,
}

/// A player, with a result that is higher than that of those who did worse.
#[derive(Deserialize)]
struct Seat {
    result: Option<i64>,
}

/// A turn with remarks.
#[derive(Deserialize)]
struct RemarkedTurn {
    #[serde(rename = "move")]
    turn: String,
}

/// Reads all records of a text.
///
/// # Errors
///
/// Returns an error with the location of the first mistake and, for an illegal turn, the turns that would be legal.
pub(crate) fn read(text: &str, start: &Position) -> Games<Position> {
    let expected =
        r#"records such as {"header":{"game":{"name":"Phutball"}},"moves":[["h11","h9"]]}"#;
    let found: Vec<SiteGame<'_>> = values(text, expected)?;
    let mut lines = LineCounter::of_text(text);
    let games = found.iter().zip(1..);
    games
        .map(|(found, number)| read_game(found, number, start, &mut lines))
        .collect()
}

fn read_game(
    found: &SiteGame<'_>,
    game: usize,
    start: &Position,
    lines: &mut LineCounter<'_>,
) -> Result<ParsedGame<Position>, ReadError<Position>> {
    let SiteHeader {
        game: name,
        pied,
        players,
    } = &found.header;
    let refuse = |reason: String| Err(ReadError::of(format!("game {game}: {reason}")));
    if !name.name.to_lowercase().contains("phutball") {
        return refuse(format!(
            "expected a record of Phutball, found one of `{}`",
            short(&name.name)
        ));
    }
    if let Some(variant) = name.variants.first() {
        return refuse(format!(
            "expected a record without variants, found the variant `{}`",
            short(variant)
        ));
    }
    let turns: Vec<&RawValue> = found.moves.iter().flatten().copied().collect();
    let begins = turns.first().map_or(1, |value| lines.of(value));
    let mut record = Record::new(*start);
    for (value, number) in turns
        .into_iter()
        .filter(|value| value.get() != "null")
        .zip(1..)
    {
        let remarked = serde_json::from_str(value.get()).map(|RemarkedTurn { turn }| turn);
        let text = remarked
            .or_else(|_| string(value))
            .unwrap_or_else(|_| value.get().to_owned());
        let turn = GameFormat::AbstractPlay.read_turn(record.position(), &text);
        let played = turn.and_then(|turn| push(&mut record, &turn));
        played.map_err(|reason| {
            let (line, shown) = (lines.of(value), short(&text));
            let said = format!("line {line}, game {game}, turn {number}, `{shown}`: {reason}");
            ReadError::in_move(
                said,
                record.position(),
                &text,
                GameFormat::AbstractPlay.speller(),
            )
        })?;
    }
    let read = ParsedGame::new(record, begins).stating(outcome(players));
    Ok(if *pied { read.swapped() } else { read })
}

/// Returns the outcome that the results of two players state.
fn outcome(players: &[Seat]) -> Option<Outcome> {
    let [
        Seat {
            result: Some(first),
        },
        Seat {
            result: Some(second),
        },
    ] = players
    else {
        return None;
    };
    Some(match first.cmp(second) {
        core::cmp::Ordering::Greater => Outcome::Win(Player::FIRST),
        core::cmp::Ordering::Less => Outcome::Win(Player::SECOND),
        core::cmp::Ordering::Equal => Outcome::Draw,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::Size;
    use crate::rules::Rules;

    fn start() -> Position {
        Position::new(Size::STANDARD, Rules::FullBoardCorner)
    }

    #[track_caller]
    fn refuses(text: &str, reason: &str) {
        let error = read(text, &start()).expect_err("not a record").to_string();
        let (said, _) = error.split_once("; legal here").unwrap_or((&error, ""));
        assert_eq!(said, reason);
    }

    #[test]
    fn a_record_has_turns_a_result_and_seats() {
        let text = r#"[{"header": {"game": {"name": "Phutball", "variants": []}, "pied": true, "site": {"name": "x"},
            "players": [{"name": "a", "result": 1}, {"name": "b", "result": 0}]},
            "moves": [["h11", {"move": "h13", "sequence": 2}], ["h10-h12-h14"]]},
            {"header": {"game": {"name": "phutball"}}, "moves": [["h9", null]]}]"#;
        let games = read(text, &start()).expect("two records");
        let texts: Vec<_> = games
            .iter()
            .map(|game| format!("{:#}", game.record))
            .collect();
        assert_eq!(
            texts,
            [
                "15x21:full-board-corner h11 h13 N N",
                "15x21:full-board-corner h9",
            ]
        );
        assert_eq!(games[0].said.outcome, Some(Outcome::Win(Player::FIRST)));
        assert_eq!(
            games
                .iter()
                .map(|game| game.said.swapped)
                .collect::<Vec<_>>(),
            [true, false]
        );
        assert_eq!(games[1].line, 4);
    }

    #[test]
    fn what_is_no_record_of_phutball_is_refused() {
        refuses(
            r#"{"header": {"game": {"name": "Hex"}}, "moves": []}"#,
            "game 1: expected a record of Phutball, found one of `Hex`",
        );
        refuses(
            r#"{"header": {"game": {"name": "Phutball", "variants": ["big"]}}, "moves": []}"#,
            "game 1: expected a record without variants, found the variant `big`",
        );
        refuses(
            "{\"header\": {\"game\": {\"name\": \"Phutball\"}},\n\"moves\": [[\"h11\",\n\"h10-h13\"]]}",
            "line 3, game 1, turn 2, `h10-h13`: jump 1: from h10 the ball lands on h12, the first free point \
             behind the men, not on h13",
        );
        let record = r#"{"header":{"game":{"name":"Phutball"}},"moves":[["h11","h9"]]}"#;
        refuses(
            r#"{"header": {}, "moves": []}"#,
            &format!(
                "line 1, column 13: expected records such as {record}, found missing field `game`"
            ),
        );
    }
}
