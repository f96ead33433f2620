//! Reads and writes turns in the notation of Ehrenborg's programs: `H11` for a man, `E E NE` for jumps.
//!
//! The board is turned on its side: **lines** are letters from the top, A to O, and **columns** are numbers from the
//! left, 1 to 19, so the ball starts on H10. Left, who moves first, attacks the last column. A jump is its direction on
//! the turned board: `E` to higher numbers, `N` towards A. So their letter is this crate's column, their number is this
//! crate's row, and their east is this crate's north.
//!
//! ```text
//! turn      = point / direction *( separator direction )
//! point     = letter number               ; "A" … "Z"
//! direction = "N" / "NE" / "E" / "SE" / "S" / "SW" / "W" / "NW"
//! separator = 1*blank / "/"               ; a blank is written
//! ```
//!
//! | Ehrenborg | here, from the start with men on `h11` and `i13` |
//! |---|---|
//! | `H12` | `h12` |
//! | `E` | `h10-h12` |
//! | `E SE` | `h10-h12-j14` |
//!
//! A direction alone does not determine where a jump lands, so the reader needs the position.
//!
//! Source: [TheodoreEhrenborg/phutball](https://github.com/TheodoreEhrenborg/phutball) and `phutball-rust`.

use common::grid::Direction;
use common::text::Reader;
use common::{Game, Refused};

use super::{nameless, read_direction, read_number};
use crate::moves::Move;
use crate::point::{Point, Size};
use crate::position::Position;
use crate::turn::{Chain, IllegalTurn, Turn};

/// Converts a direction of the turned board to one of this crate.
const fn from_lying(direction: Direction) -> Direction {
    Direction::ALL[(direction as usize + 6) % 8]
}

/// Converts a direction of this crate to one of the turned board.
const fn to_lying(direction: Direction) -> Direction {
    Direction::ALL[(direction as usize + 2) % 8]
}

/// Reads a turn in a position. Checks the jumps one by one, but not whether a point is vacant or whether the turn may
/// end there; [`Position::check_turn`] does.
///
/// # Errors
///
/// Returns an error if the text does not follow the grammar, or for the first illegal jump.
pub(super) fn read_turn(position: &Position, text: &str) -> Result<Turn, Refused> {
    let mut reader = Reader::new(text.trim());
    let before = reader.clone();
    let letter = reader.next_char();
    let is_point = letter.is_some_and(|c| c.is_ascii_uppercase())
        && reader.peek().is_some_and(|c| c.is_ascii_digit());
    if is_point {
        let column = letter.map_or(0, |c| c as u8 - b'A');
        let rows = 0..=Size::MAX_ROWS - 1;
        let row = read_number(&mut reader, "a column of the lying board", rows)?;
        reader.expect_end()?;
        return Ok(Turn::Place(Point {
            column: column as i8,
            row: row as u8,
        }));
    }
    if !letter.is_some_and(|c| c.is_ascii_uppercase()) {
        return Err(before
            .unexpected("a point or a direction, in capitals")
            .into());
    }
    reader = before;
    let mut walker = *position;
    let mut points = vec![position.ball()];
    loop {
        let number = points.len();
        let direction = read_direction(&mut reader)?;
        if number > 1 && !walker.is_jumping() {
            return Err(Refused::new(format!(
                "jump {number}: the previous jump ended the turn, so no other jump may follow"
            )));
        }
        walker
            .apply(&Move::Jump(from_lying(direction)))
            .map_err(|reason| Refused::because(IllegalTurn::Jump { number, reason }))?;
        points.push(walker.ball());
        let blanks = reader.take_while(|c| c == ' ').len();
        if blanks == 0 && !reader.eat('/') {
            reader.expect_end()?;
            return Ok(Turn::Jumps(Chain::of_path(points)));
        }
    }
}

/// Writes a turn.
///
/// # Errors
///
/// Returns an error for a man on a point for which the notation has no name.
pub(super) fn write_turn(turn: &Turn) -> Result<String, Refused> {
    match turn {
        Turn::Place(point) => match u8::try_from(point.column) {
            Ok(column @ 0..=25) => Ok(format!("{}{}", char::from(b'A' + column), point.row)),
            _ => Err(nameless(*point)),
        },
        Turn::Jumps(chain) => {
            let words: Vec<&str> = chain.directions().map(|d| to_lying(d).name()).collect();
            Ok(words.join(" "))
        }
    }
}
