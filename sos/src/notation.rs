//! Positions, moves and games as text.
//!
//! # Cells and moves
//!
//! Columns are lettered from the left and rows are numbered from the top. A move is the letter followed by the cell:
//! `Sb2` writes an `S` in the second column of the second row. After column `z` come `aa`, `ab` and so on.
//!
//! ```text
//!     a b c
//!   1 . . .
//!   2 . S .
//!   3 . . .
//! ```
//!
//! # Positions
//!
//! A position is one word: the rows from the top, the player to move (`-` when the game is over), the points of each
//! player, and the rules unless they are `general`. The following examples show the 3×3 board after `Sa1` and `Sc1`:
//! with the usual rules, with the rules under which the first S-O-S wins, and for three players:
//!
//! ```text
//! S.S/.../...:1:0-0
//! S.S/.../...:1:0-0:first
//! S.S/.../...:3:0-0-0
//! ```
//!
//! If the fields of a text contradict each other, the error explains how:
//!
//! ```
//! use papergames_sos::Position;
//!
//! let error = "S.x/...:1:0-0".parse::<Position>().unwrap_err();
//! assert_eq!(error.to_string(), "expected `S`, `O`, `.`, `/` or `:` at character 3, found `x`");
//! ```
//!
//! # Games
//!
//! A game written by hand consists of the board, the rules and the number of players unless they are the usual ones,
//! and the moves, all separated by blanks or line ends. A move may be followed by one `+` for each S-O-S that it makes.
//! If a move has any pluses, their number must be right. `#` starts a comment that ends with the line. Numbers before
//! moves (`1.`), and commas and semicolons after them, are ignored.
//!
//! ```text
//! 3x3 general 2 players   # "general" and "2 players" can be left out
//! Sa1 Ob1 Sc1+            # first makes an S-O-S and moves again
//! Oa2 Sa3+ Sb3
//! ```
//!
//! [`read_game`] reads this form and [`write_game`] writes it. If the board already contains letters at the start, a
//! position takes the place of the size, rules and players. So [`read_game`] also reads the one-line text of a
//! [`Record`](crate::Record).
//!
//! # Grammar
//!
//! ```text
//! move     = letter cell
//! letter   = "S" / "O"                    ; read small too
//! cell     = column 1*digit               ; row 1 is at the top
//! column   = 1*2( "a" … "z" )             ; read capital too
//!
//! position = row *( "/" row ) ":" turn ":" points 1*7( "-" points ) [ ":" rules ]
//! row      = 1*( "S" / "O" / "." )        ; all rows are equally long
//! turn     = "1" … "8" / "-"              ; "-" when the game is over
//! points   = 1*digit                      ; of player 1, player 2, …
//! rules    = part *( "+" part )           ; each kind of part at most once
//! part     = "general" / "first" / "alternating" / "misere" / wrap / word / handicap
//! wrap     = "wrap" / "wrap-rows" / "wrap-columns"
//! word     = 3( "s" / "o" )               ; instead of `sos`; read capital too
//! handicap = 1*digit                      ; points of the second player; not the first part
//!
//! setup    = size [ ":" rules [ ":" players ] ]
//! size     = rows "x" columns
//!
//! game     = start *( blank move *"+" )
//! start    = size [ blank rules ] [ blank players blank "players" ] / setup / position
//! ```
//!
//! Each value has exactly one text. Parsers also accept an explicit `general`, and small or capital letters as the
//! grammar allows.
//!
//! | text | value |
//! |---|---|
//! | `Sb2` | an `S` in the second row, second column |
//! | `Oaa10` | an `O` in the tenth row, column 27 |
//! | `4x5` | four rows, five columns, general rules, two players |
//! | `1x7:first` | a strip of seven cells on which the first S-O-S wins |
//! | `4x4:general:3` | three players |
//! | `SOS/.../...:1:1-0` | the first player has made an S-O-S and is to move again |
//! | `SOS:-:1-0:first` | the first player has won |
//! | `4x5:general+2` | the second player has a handicap of two points |
//! | `4x4:first+wrap+soo` | the first S-O-O wins, also across the edges; see [`Target`](crate::Target) |
//!
//! ```
//! use papergames_sos::{Move, Position};
//!
//! for text in ["Sb2", "Oaa10"] {
//!     assert_eq!(text.parse::<Move>()?.to_string(), text);
//! }
//! assert_eq!("4x5".parse::<Position>()?.to_string(), "...../...../...../.....:1:0-0");
//! for text in ["SOS/.../...:1:1-0", "SOS:-:1-0:first", "S.S/.../...:3:0-0-0"] {
//!     assert_eq!(text.parse::<Position>()?.to_string(), text);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod game;
#[cfg(feature = "object")]
pub(crate) mod log;
mod position;
mod setup;

#[cfg(feature = "object")]
pub(crate) use game::read_move;
pub use game::{read_game, write_game};

use core::fmt;
use core::str::FromStr;

use common::grid::ColumnName;
use common::text::{Reader, Unexpected, read_whole};

use crate::lines::Line;
use crate::moves::{Letter, Move};
use crate::size::{Cell, Size};

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", ColumnName(self.column), u16::from(self.row) + 1)
    }
}

impl Cell {
    /// Reads a cell at the cursor, in one of the rows.
    fn read(reader: &mut Reader<'_>, rows: usize) -> Result<Cell, Unexpected> {
        let column = ColumnName::read(reader)?.0;
        let row = reader.number("a row", 1..=rows as u64)? as u8 - 1;
        Ok(Cell { column, row })
    }
}

impl FromStr for Cell {
    type Err = Unexpected;

    fn from_str(text: &str) -> Result<Cell, Unexpected> {
        read_whole(text, |reader| Cell::read(reader, Size::MAX_SIDE))
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Letter::S => "S",
            Letter::O => "O",
        })
    }
}

impl FromStr for Letter {
    type Err = Unexpected;

    /// Reads `S` or `O`, small or capital.
    fn from_str(text: &str) -> Result<Letter, Unexpected> {
        read_whole(text, |reader| Letter::read(reader, "`S` or `O`"))
    }
}

impl Letter {
    /// Reads a letter at the cursor.
    fn read(reader: &mut Reader<'_>, expected: &'static str) -> Result<Letter, Unexpected> {
        let letter = match reader.peek() {
            Some('S' | 's') => Letter::S,
            Some('O' | 'o') => Letter::O,
            _ => return Err(reader.unexpected(expected)),
        };
        reader.next_char();
        Ok(letter)
    }
}

/// Writes the two ends of the line, such as `a1-c1`.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.start, self.end)
    }
}

impl FromStr for Line {
    type Err = Unexpected;

    /// Reads the two ends in either order.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sos::Line;
    ///
    /// assert_eq!("c3-a1".parse::<Line>()?.to_string(), "a1-c3");
    /// assert_eq!(
    ///     "a1-c2".parse::<Line>().unwrap_err().to_string(),
    ///     "expected two cells with one between them (`a1-c1`), found `a1-c2`"
    /// );
    /// # Ok::<(), papergames_sos::Unexpected>(())
    /// ```
    fn from_str(text: &str) -> Result<Line, Unexpected> {
        let mut reader = Reader::new(text);
        let before = reader.clone();
        let one = Cell::read(&mut reader, Size::MAX_SIDE)?;
        reader.expect('-')?;
        let two = Cell::read(&mut reader, Size::MAX_SIDE)?;
        reader.expect_end()?;
        let line = Line::between(one, two).ok_or_else(|| {
            before.unexpected_word("two cells with one between them (`a1-c1`)", text)
        })?;
        Ok(line)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter, self.cell)
    }
}

impl Move {
    /// Reads a move at the cursor.
    fn read(reader: &mut Reader<'_>, rows: usize) -> Result<Move, Unexpected> {
        let letter = Letter::read(reader, "a move (`S` or `O` and a cell, such as `Sb2`)")?;
        let cell = Cell::read(reader, rows)?;
        Ok(Move { cell, letter })
    }
}

impl FromStr for Move {
    type Err = Unexpected;

    fn from_str(text: &str) -> Result<Move, Unexpected> {
        read_whole(text, |reader| Move::read(reader, Size::MAX_SIDE))
    }
}

common::debug_as_text!(Move, Cell, Line);
common::serde_as_text!(Move, Letter, Cell, Line);
