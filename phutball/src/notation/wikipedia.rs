//! Reads and writes turns in the notation of the English Wikipedia and *Winning Ways*: `K6–G9–G11–J11`.
//!
//! Columns are capital letters **without I**, so the fifteen columns of the board are A to H and J to P. Rows count
//! from 1 at the end that the second player attacks; rows 0 and 20 are beyond the goal lines. A man is written as its
//! point, and a chain as the points that the ball touches, joined by dashes.
//!
//! ```text
//! turn   = point *( dash point )
//! point  = letter number             ; "A" … "Z" without "I"; small letters are read too
//! dash   = "–" / "-"                 ; the first is written
//! ```
//!
//! | Wikipedia | here |
//! |---|---|
//! | `H10` | `h10` |
//! | `J11` | `i11` |
//! | `K6–G9–G11–J11` | `j6-g9-g11-i11` |
//!
//! The notation has letters for only 25 columns, and no names for the places outside the corners, so it rejects turns
//! at those points.
//!
//! Source: [Phutball](https://en.wikipedia.org/wiki/Phutball) in the English Wikipedia, after Berlekamp, Conway and
//! Guy, *Winning Ways*, chapter 22.

use common::Refused;
use common::text::{Reader, Unexpected};

use super::{nameless, read_row_number};
use crate::point::Point;
use crate::turn::Turn;

/// Reads a turn.
///
/// # Errors
///
/// Returns an error if the text does not follow the grammar, or if no jump can join two consecutive points.
pub(super) fn read_turn(text: &str) -> Result<Turn, Refused> {
    super::read_turn(text, &['–', '-'], read_point)
}

fn read_point(reader: &mut Reader<'_>) -> Result<Point, Unexpected> {
    let before = reader.clone();
    let letter = reader.next_char().map(|c| c.to_ascii_uppercase());
    let column = match letter {
        Some(letter @ 'A'..='H') => letter as u8 - b'A',
        Some(letter @ 'J'..='Z') => letter as u8 - b'A' - 1,
        _ => return Err(before.unexpected("a column (`A` to `Z` without `I`)")),
    };
    Ok(Point {
        column: column as i8,
        row: read_row_number(reader)?,
    })
}

/// Writes a turn.
///
/// # Errors
///
/// Returns an error with the first point for which the notation has no name.
pub(super) fn write_turn(turn: &Turn) -> Result<String, Refused> {
    let mut text = String::new();
    for point in turn.points() {
        let letter = match u8::try_from(point.column) {
            Ok(column @ 0..=7) => b'A' + column,
            Ok(column @ 8..=24) => b'B' + column,
            _ => return Err(nameless(*point)),
        };
        if !text.is_empty() {
            text.push('–');
        }
        text.push(char::from(letter));
        text.push_str(&point.row.to_string());
    }
    Ok(text)
}
