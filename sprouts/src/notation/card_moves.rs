//! Games as moves made with [playing cards](super::cards).
//!
//! ```text
//! 2+
//! join 1 1 2
//! divide 1 1 3
//! ```
//!
//! The first line is a setup, and each of the others is a move, numbered on the sorted table of the position before it.

use common::describe::Describe;
use common::format::{Games, ParsedGame, ReadError, commented, contents, short};
use common::{Record, Refused};

use super::cards::{VIEW, read_move, write_move};
use crate::moves::Move;
use crate::position::Position;

/// Returns whether a text contains moves made with cards.
pub(crate) fn looks_like(text: &str) -> bool {
    let verbs = ["join ", "divide "];
    contents(text).any(|(_, line)| verbs.iter().any(|verb| line.starts_with(verb)))
}

/// Reads games, each a setup and then one move in a line.
pub(crate) fn read(text: &str) -> Games<Position> {
    let mut games: Vec<ParsedGame<Position>> = Vec::new();
    for (line, content, said) in commented(text) {
        let word = short(content);
        if !looks_like(content) {
            let start = content.parse::<Position>();
            let start = start
                .map_err(|reason| ReadError::of(format!("line {line}, `{word}`: {reason}")))?;
            games.push(ParsedGame::new(Record::new(start), line).saying(said));
            continue;
        }
        let Some(game) = games.last_mut() else {
            return Err(ReadError::of(format!(
                "line {line}: expected the number of spots at the start, such as `4`, found `{word}`"
            )));
        };
        let position = game.record.position();
        let read = position
            .check_view(VIEW)
            .and_then(|()| read_move(position, content).transpose());
        let m = read
            .and_then(|m| m.ok_or_else(|| Refused::new("expected a move such as `join 1 1 2`")));
        let m = m.map_err(|reason| {
            let number = game.record.moves().len() + 1;
            let text = format!("line {line}, move {number}, `{word}`: {reason}");
            ReadError::in_move(text, position, content, spell)
        })?;
        game.record.push(m).expect("the move is legal");
    }
    Ok(games)
}

/// Returns a move as it is made with cards.
fn spell(position: &Position, m: &Move) -> String {
    write_move(position, m).map_or_else(|| m.to_string(), |(text, _)| text)
}

/// Writes a game.
///
/// # Errors
///
/// Returns an error if the game is not one of standard Sprouts.
pub(crate) fn write(record: &Record<Position>) -> Result<String, Refused> {
    record.position().check_view(VIEW)?;
    let mut text = record.setup().to_string();
    for (position, m) in record.positions().zip(record.moves()) {
        text.push('\n');
        text += &spell(&position, m);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::{Ending, Seeded, playout};

    #[test]
    fn games_are_read_as_they_are_written() {
        for seed in 0..60 {
            let start = Position::new(1 + seed as usize % 6, Ending::Normal).expect("few spots");
            let record = playout::record(start, u64::MAX, &mut Seeded::new(seed));
            let text = write(&record).expect("standard Sprouts");
            assert!(looks_like(&text));
            let games = read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(games.len(), 1);
            assert_eq!(games[0].record, record, "{text}");
        }
    }

    #[test]
    fn wrong_games_are_refused_with_the_place() {
        for (text, reason) in [
            (
                "join 1 1 2",
                "line 1: expected the number of spots at the start, such as `4`, found `join 1 1 2`",
            ),
            (
                "2+\njoin 1 1 1",
                "line 2, move 1, `join 1 1 1`: choose two distinct stacks, not stack 1 twice; legal here: join 1 1 2, \
                 divide 1 1 1, divide 1 2 1",
            ),
            (
                "2+black-and-white\njoin 1 1 2",
                "line 2, move 1, `join 1 1 2`: the view `cards` shows only standard Sprouts, but this game is \
                 black-and-white; legal here: 1-1, 1_1, 1-2, 1_2, 2-2, 2_2",
            ),
        ] {
            let error = read(text).expect_err("a wrong game");
            assert_eq!(error.to_string(), reason);
        }
    }
}
