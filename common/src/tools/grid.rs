//! Boards of squares or points (used by SOS and Phutball): the sizes, names of columns, and directions.

use core::fmt;

use crate::tools::text::{Reader, Unexpected};

/// A number of rows of a board. With [`Columns`], it makes the two sides of a board impossible to swap: a size such as
/// `4x5` is written with its rows first in SOS, and with its columns first in Phutball.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows(pub usize);

/// A number of columns of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Columns(pub usize);

/// The name of a column: `a` to `z`, then `aa`, `ab` and so on, as in a spreadsheet.
///
/// # Examples
///
/// ```
/// use papergames_common::grid::ColumnName;
///
/// assert_eq!(ColumnName(0).to_string(), "a");
/// assert_eq!(ColumnName(25).to_string(), "z");
/// assert_eq!(ColumnName(26).to_string(), "aa");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnName(pub u8);

impl fmt::Display for ColumnName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (high, low) = (self.0 / 26, self.0 % 26);
        if high > 0 {
            write!(f, "{}", char::from(b'a' + high - 1))?;
        }
        write!(f, "{}", char::from(b'a' + low))
    }
}

impl ColumnName {
    /// Parses the letters of a column, in lower or upper case.
    ///
    /// # Errors
    ///
    /// Returns [`Unexpected`] if no letter comes next or if there are too many letters.
    pub fn read(reader: &mut Reader<'_>) -> Result<ColumnName, Unexpected> {
        let start = reader.clone();
        let letters = reader.take_while(|c| c.is_ascii_alphabetic());
        let value = match letters.to_ascii_lowercase().as_bytes() {
            [low] => Some(low - b'a'),
            [high, low] => {
                ((high - b'a' + 1).checked_mul(26)).and_then(|n| n.checked_add(low - b'a'))
            }
            _ => None,
        };
        value.map(ColumnName).ok_or_else(|| match letters {
            "" => start.unexpected("a column (letters)"),
            _ => start.unexpected_word("a column (one or two letters)", letters),
        })
    }
}

/// One of the eight directions on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Towards higher rows.
    N,
    /// Towards higher rows and columns.
    NE,
    /// Towards higher columns.
    E,
    /// Towards lower rows and higher columns.
    SE,
    /// Towards lower rows.
    S,
    /// Towards lower rows and columns.
    SW,
    /// Towards lower columns.
    W,
    /// Towards higher rows and lower columns.
    NW,
}

impl Direction {
    /// Returns one step in this direction, as the change of the column and the change of the row.
    pub const fn step(self) -> (i8, i8) {
        match self {
            Direction::N => (0, 1),
            Direction::NE => (1, 1),
            Direction::E => (1, 0),
            Direction::SE => (1, -1),
            Direction::S => (0, -1),
            Direction::SW => (-1, -1),
            Direction::W => (-1, 0),
            Direction::NW => (-1, 1),
        }
    }

    /// Returns the opposite direction.
    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 4) % 8]
    }
}

crate::named!(Direction:
    N => "N", NE => "NE", E => "E", SE => "SE", S => "S", SW => "SW", W => "W", NW => "NW");

impl core::str::FromStr for Direction {
    type Err = Unexpected;

    fn from_str(text: &str) -> Result<Direction, Unexpected> {
        let known = Direction::ALL
            .into_iter()
            .find(|d| d.name().eq_ignore_ascii_case(text));
        let expected = "a direction (N, NE, E, SE, S, SW, W or NW)";
        known.ok_or_else(|| Reader::new(text).unexpected_word(expected, text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_is_read_back() {
        for column in 0..=u8::MAX {
            let text = ColumnName(column).to_string();
            assert_eq!(
                ColumnName::read(&mut Reader::new(&text)),
                Ok(ColumnName(column))
            );
        }
    }

    #[test]
    fn a_column_past_the_last_is_refused() {
        for text in ["zz", "aaa", "iw", "7"] {
            assert!(ColumnName::read(&mut Reader::new(text)).is_err(), "{text}");
        }
    }

    #[test]
    fn opposite_directions_undo_each_other() {
        for direction in Direction::ALL {
            let ((x, y), (u, v)) = (direction.step(), direction.opposite().step());
            assert_eq!((x + u, y + v), (0, 0));
            assert_eq!(direction.to_string().parse(), Ok(direction));
        }
    }
}
