//! Reads and writes games in the notation of the library Vying: `h10` for a man, `h11h9` for each jump.
//!
//! Rows count **from the top**, 1 to 21 on the standard board, end rows included, so the ball starts on `h11`, and the
//! first player attacks row 1. Every jump is a move of its own, written as the points where it begins and ends. A chain
//! goes on as long as a jump is possible; `pass` ends it earlier.
//!
//! ```text
//! move  = point / point point / "pass"
//! point = letter number               ; "a" … "z"; row 1 is the upper end row
//! ```
//!
//! | Vying | here |
//! |---|---|
//! | `h10` | `h11` |
//! | `h11h9` | the first jump of `h10-h12-j14` |
//! | `h9j7` | the second one |
//! | `pass` | `stop` |
//!
//! The notation has no names for the places outside the corners, and writes games on the standard board.
//!
//! Source: `rules/board/phutball.rb` of [eki/vying-games](https://github.com/eki/vying-games), with tests in which
//! `h10 h9 h8 h7 h6 h5 h4 h3 h2 h11h1` wins for the first player and `h12` … `h19 h11h20` for the second.

use common::format::ReadGameError;
use common::text::{Reader, Unexpected, read_whole};
use common::{Game, Record, Refused};

use super::{nameless, read_number};
use crate::moves::Move;
use crate::point::{Point, Size};
use crate::position::Position;
use crate::turn::{Chain, Turn};

/// The word that ends a chain although the ball could jump on.
const PASS: &str = "pass";
/// The number of the lowest row.
const LOWEST: u8 = Size::STANDARD.rows() as u8;

/// A move as it is written.
enum VyingMove {
    Man(Point),
    Jump(Point, Point),
    Pass,
}

fn read_point(reader: &mut Reader<'_>) -> Result<Point, Unexpected> {
    let before = reader.clone();
    let letter = reader.next_char();
    let Some(letter @ 'a'..='z') = letter else {
        return Err(before.unexpected("a point (a small letter and a row)"));
    };
    let row = read_number(reader, "a row", 1..=usize::from(LOWEST))?;
    Ok(Point {
        column: (letter as u8 - b'a') as i8,
        row: LOWEST - row as u8,
    })
}

fn read_written(word: &str) -> Result<VyingMove, Unexpected> {
    if word == PASS {
        return Ok(VyingMove::Pass);
    }
    read_whole(word, |reader| {
        let from = read_point(reader)?;
        if reader.is_at_end() {
            return Ok(VyingMove::Man(from));
        }
        Ok(VyingMove::Jump(from, read_point(reader)?))
    })
}

/// Returns whether a word is a jump in this notation.
#[cfg(feature = "object")]
pub(crate) fn is_jump(word: &str) -> bool {
    matches!(read_written(word), Ok(VyingMove::Jump(..)))
}

/// Reads a move in a position. Checks that a jump begins and ends where the ball does, but not whether a point is
/// vacant.
fn read_move(position: &Position, word: &str) -> Result<Move, Refused> {
    match read_written(word)? {
        VyingMove::Man(point) => Ok(Move::Place(point)),
        VyingMove::Pass if position.is_jumping() => Ok(Move::Stop),
        VyingMove::Pass => Err(Refused::new(format!(
            "`{PASS}` ends a chain of jumps that could go on, but none is under way"
        ))),
        VyingMove::Jump(from, to) => {
            if from != position.ball() {
                let (ball, from) = (name(position.ball())?, name(from)?);
                return Err(Refused::new(format!(
                    "the ball is on {ball}, so no jump begins on {from}"
                )));
            }
            let chain = Chain::new([from, to]).map_err(Refused::because)?;
            let direction = chain.and_then(|chain| chain.directions().next());
            let Some(direction) = direction else {
                return Err(Refused::new("a jump ends on another point than it begins"));
            };
            let m = Move::Jump(direction);
            let landed = position.child(&m).map_err(Refused::because)?.ball();
            if landed != to {
                let (landed, to) = (name(landed)?, name(to)?);
                return Err(Refused::new(format!(
                    "the ball lands on {landed}, the first free point behind the men, not on {to}"
                )));
            }
            Ok(m)
        }
    }
}

/// Reads a game from its words, each with the number of its line.
///
/// # Errors
///
/// Returns an error with the line and the text of the first mistake, and the game before it.
pub(super) fn read<'a>(
    setup: &Position,
    words: impl Iterator<Item = (usize, &'a str)>,
) -> Result<Record<Position>, ReadGameError<Position>> {
    let mut record = Record::new(*setup);
    for (line, word) in words {
        let read = read_move(record.position(), word);
        let played = read.and_then(|m| {
            record.push(m).map_err(|reason| match m {
                // The reason names the point as the rest of the library does.
                Move::Place(point) => Refused::new(format!(
                    "{reason}; rows count from the top in this notation, where {point} is `{word}`"
                )),
                Move::Jump(_) | Move::Stop => Refused::because(reason),
            })
        });
        played.map_err(|reason| ReadGameError::new(line, word, Some(&record), reason))?;
    }
    Ok(record)
}

/// Reads a turn: a point, or jumps separated by blanks, after which `pass` may stand.
///
/// # Errors
///
/// Returns an error if the text does not follow the grammar, or for the first illegal jump.
pub(super) fn read_turn(position: &Position, text: &str) -> Result<Turn, Refused> {
    let mut words = text.split_whitespace();
    // An empty text is read as an empty word, which is refused.
    let first = words.next().unwrap_or("");
    let mut walker = *position;
    let mut points = vec![position.ball()];
    for word in core::iter::once(first).chain(words) {
        match read_move(&walker, word)? {
            Move::Place(point) if points.len() == 1 && word == text.trim() => {
                return Ok(Turn::Place(point));
            }
            Move::Stop if points.len() > 1 => break,
            m @ Move::Jump(_) => {
                walker.apply(&m).map_err(Refused::because)?;
                points.push(walker.ball());
            }
            Move::Place(_) | Move::Stop => {
                return Err(Refused::new(format!(
                    "expected a point, or jumps and then perhaps `{PASS}`, found `{word}`"
                )));
            }
        }
    }
    Ok(Turn::Jumps(Chain::of_path(points)))
}

/// Writes a game, with a line break at the end.
///
/// # Errors
///
/// Returns an error with the first point for which the notation has no name.
pub(super) fn write(record: &Record<Position>) -> Result<String, Refused> {
    let mut position = *record.setup();
    let mut lines = String::new();
    for m in record.moves() {
        lines += &write_move(&position, *m)?;
        // Every move of a record is legal.
        let _ = position.apply(m);
        lines.push(if position.is_jumping() { ' ' } else { '\n' });
    }
    Ok(lines)
}

/// Writes a move in the position before it.
pub(super) fn write_move(position: &Position, m: Move) -> Result<String, Refused> {
    match m {
        Move::Place(point) => name(point),
        Move::Stop => Ok(PASS.to_owned()),
        Move::Jump(_) => {
            let after = position.child(&m).map_err(Refused::because)?;
            Ok(name(position.ball())? + &name(after.ball())?)
        }
    }
}

/// Writes a turn, without `pass`, which depends on the position.
///
/// # Errors
///
/// Returns an error with the first point for which the notation has no name.
pub(super) fn write_turn(turn: &Turn) -> Result<String, Refused> {
    let names = turn.points().iter().map(|point| name(*point));
    let names = names.collect::<Result<Vec<String>, Refused>>()?;
    match names.as_slice() {
        [man] => Ok(man.clone()),
        touched => {
            let jumps = touched.windows(2).map(<[String]>::concat);
            Ok(jumps.collect::<Vec<String>>().join(" "))
        }
    }
}

/// Names a point.
fn name(point: Point) -> Result<String, Refused> {
    match (u8::try_from(point.column), LOWEST.checked_sub(point.row)) {
        (Ok(column @ 0..=25), Some(row @ 1..)) => Ok(format!("{}{row}", char::from(b'a' + column))),
        _ => Err(nameless(point)),
    }
}

#[cfg(test)]
mod tests {
    use common::Player;

    use super::*;
    use crate::notation::words;
    use crate::rules::Rules;

    fn play(text: &str) -> Result<Record<Position>, String> {
        let start = Position::new(Size::STANDARD, Rules::TerminalRows);
        read(&start, words(text)).map_err(|error| error.to_string())
    }

    #[test]
    fn the_games_of_the_librarys_tests_end_as_there() {
        let up = (2..=10).rev().map(|row| format!("h{row} "));
        let down = (12..=19).map(|row| format!("h{row} "));
        for (men, jump, winner) in [
            (up.collect::<String>(), "h11h1", Player::FIRST),
            (down.collect::<String>(), "h11h20", Player::SECOND),
        ] {
            let record = play(&format!("{men}{jump}")).expect("a legal game");
            let outcome = record.position().outcome();
            assert_eq!(outcome.and_then(common::Outcome::winner), Some(winner));
            let written = write(&record).expect("names for all points");
            assert_eq!(play(&written).as_ref(), Ok(&record), "{written}");
        }
    }

    #[test]
    fn chains_are_moves_one_by_one_and_end_with_pass() {
        let record = play("h10 i8 h11h9 pass").expect("a legal game");
        assert_eq!(
            record.to_string().split_once(' ').map(|(_, moves)| moves),
            Some("h11 i13 N stop")
        );
        assert_eq!(write(&record).as_deref(), Ok("h10\ni8\nh11h9 pass\n"));
        let record = play("h10 i8 h11h9 h9j7").expect("a legal game");
        assert_eq!(write(&record).as_deref(), Ok("h10\ni8\nh11h9 h9j7\n"));
        let position = play("h10 i8").expect("a legal game");
        let turn = read_turn(position.position(), "h11h9 h9j7").expect("a turn");
        assert_eq!(turn.to_string(), "h10-h12-j14");
        assert_eq!(write_turn(&turn).as_deref(), Ok("h11h9 h9j7"));
    }

    #[test]
    fn mistakes_are_told_in_the_names_of_the_notation() {
        for (text, message) in [
            (
                "h10 h9h7",
                "line 1, `h9h7`: the ball is on h11, so no jump begins on h9",
            ),
            (
                "h10 h11h8",
                "line 1, `h11h8`: the ball lands on h9, the first free point behind the men, not on h8",
            ),
            (
                "h10 h10",
                "line 1, `h10`: a man cannot be placed at h11, which is already occupied; rows count from the top in \
                 this notation, where h11 is `h10`",
            ),
            (
                "h10 i8 h11h9 h9j7 pass",
                "line 1, `pass`: `pass` ends a chain of jumps that could go on, but none is under way",
            ),
            (
                "h22",
                "line 1, `h22`: expected a row (1 to 21) at character 2, found `22`",
            ),
        ] {
            assert_eq!(play(text).expect_err(text), message);
        }
    }
}
