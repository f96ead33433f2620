//! Positions, moves and turns as text.
//!
//! The text of every value is one word without blanks. The following example is a game on a board of five columns and
//! five playing rows, after men were placed on `c4` and `b2`:
//!
//! ```text
//! 5/5/2o2/2@2/1o3/5/5:first:full-board
//! ```
//!
//! # Grammar
//!
//! ```text
//! position = rows ":" player ":" rules [ ":jumping" ] / setup
//! setup    = size [ "+" handicap ] [ ":" rules ]   ; the start of a game
//! handicap = number                       ; more rows before the first player's goal: "15x21+2"
//! rows     = row 4*( "/" row )            ; from the top, both end rows written
//! row      = 1*( run / "o" / "@" )        ; from the left: empty points, a man, the ball
//! run      = number                       ; how many empty points, without leading zeros
//! player   = "first" / "second"           ; who is to move
//! rules    = "full-board" / "terminal-rows" / "terminal-rows-corner" / "full-board-corner"
//!          / "immediate" / "immediate-corner" / "no-own-goal"
//! size     = columns "x" rows             ; both end rows counted: "15x21"
//! point    = column number                ; row 0 is the lower end row
//! column   = "a" … "z"                    ; the column outside at the left is "0", at the right the next letter
//! move     = point / direction / "stop"
//! direction = "N" / "NE" / "E" / "SE" / "S" / "SW" / "W" / "NW"   ; N is up, towards higher rows
//! turn     = point / point 1*( "-" point )
//! ```
//!
//! All rows have the same length, except that a ball outside a corner is written before or after a complete end row. In
//! `@5` the ball is to the left of the board, and in `5@` to the right. `:jumping` means that a chain of jumps is under
//! way.
//!
//! Every text written by this crate can be parsed back to the same value, and equal values have equal texts:
//!
//! ```
//! use papergames_phutball::{Move, Position, Turn};
//!
//! for (text, written) in [
//!     ("3x5", "3/3/1@1/3/3:first:full-board"),
//!     ("3x5:immediate", "3/3/1@1/3/3:first:immediate"),
//!     ("5/5/2o2/2@2/1o3/5/5:first:full-board", "5/5/2o2/2@2/1o3/5/5:first:full-board"),
//!     ("3/1@1/1o1/3/3:second:full-board:jumping", "3/1@1/1o1/3/3:second:full-board:jumping"),
//! ] {
//!     assert_eq!(text.parse::<Position>()?.to_string(), written);
//! }
//! for text in ["h11", "020", "NE", "stop"] {
//!     assert_eq!(text.parse::<Move>()?.to_string(), text);
//! }
//! for text in ["h11", "h10-h12-j14", "b2-00"] {
//!     assert_eq!(text.parse::<Turn>()?.to_string(), text);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Differences from other writers
//!
//! A *size* counts both end rows, on which the ball can come to rest: the standard board is `15x21` here, and 15×19
//! where only the points for men are counted. The ball starts on `h10`, and chains begin with the point where the ball
//! is.
//!
//! | writer | the start | a chain | difference |
//! |---|---|---|---|
//! | here, AbstractPlay | `h10` | `h10-h12-j14` | |
//! | English Wikipedia, *Winning Ways* | `H10` | `H10–H12–K14` | no letter I: the ninth column is J, and so on |
//! | Ehrenborg's programs | `H10` | `E SE` | the board lies on its side, and jumps are written as directions on it |
//! | Vying | `h11` | `h11h9`, `h9j7` | rows 1 to 21 from the top; each jump is a move; `pass` is `stop` |
//! | phutball-jax | `h10` | | row 0 is at the top |
//!
//! [`GameFormat`] reads and writes turns and whole games in the notations of other programs and books. To read moves
//! that people type, use [`Describe::read_moves`](common::Describe::read_moves).

mod compass;
mod game;
mod wikipedia;

pub(crate) mod by_hand;
pub(crate) mod diagram;
#[cfg(feature = "json")]
pub(crate) mod json;
#[cfg(feature = "json")]
pub(crate) mod site;
pub(crate) mod vying;

use common::grid::{Columns, Rows};
use core::fmt;
use core::ops::RangeInclusive;
use core::str::FromStr;

use common::grid::{ColumnName, Direction};
use common::text::{Reader, Unexpected, read_whole};
use common::{Player, Refused};

pub use game::GameFormat;
#[cfg(feature = "object")]
pub(crate) use game::words;

use crate::moves::Move;
use crate::point::{Point, Size};
use crate::position::Position;
use crate::rules::Rules;
use crate::turn::{Chain, Turn};

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match u8::try_from(self.column) {
            Ok(column) => write!(f, "{}{}", ColumnName(column), self.row),
            Err(_) => write!(f, "0{}", self.row),
        }
    }
}

/// Reads a point in this crate's notation.
pub(crate) fn read_point(reader: &mut Reader<'_>) -> Result<Point, Unexpected> {
    let column = if reader.eat('0') {
        -1
    } else if reader.peek().is_some_and(|c| c.is_ascii_lowercase()) {
        let before = reader.clone();
        let ColumnName(column) = ColumnName::read(reader)?;
        if usize::from(column) > Size::MAX_COLUMNS {
            let found = reader.since(&before);
            return Err(before.unexpected_word("a column (a small letter)", found));
        }
        column as i8
    } else {
        return Err(reader.unexpected("a point (a small letter and a row)"));
    };
    let row = read_row_number(reader)?;
    Ok(Point { row, column })
}

/// Reads the number of a row. Which rows there are, only the board knows.
pub(crate) fn read_row_number(reader: &mut Reader<'_>) -> Result<u8, Unexpected> {
    let rows = 0..=Size::MAX_ROWS - 1;
    Ok(read_number_as(reader, "a row", "the number of a row", &rows)? as u8)
}

/// Reads a number without leading zeros.
pub(crate) fn read_number(
    reader: &mut Reader<'_>,
    what: &str,
    range: RangeInclusive<usize>,
) -> Result<usize, Unexpected> {
    let told = format_args!("{what} ({} to {})", range.start(), range.end());
    read_number_as(reader, what, told, &range)
}

/// Reads a number in a range, without leading zeros. An error says that `told` was expected, if the caller checks the
/// real limits itself with a better message.
fn read_number_as(
    reader: &mut Reader<'_>,
    what: &str,
    told: impl fmt::Display,
    range: &RangeInclusive<usize>,
) -> Result<usize, Unexpected> {
    let before = reader.clone();
    let number = reader.number_as(told, *range.start() as u64..=*range.end() as u64)?;
    let digits = reader.since(&before);
    if digits.len() > 1 && digits.starts_with('0') {
        return Err(before.unexpected(format!("{what} without leading zeros")));
    }
    Ok(number as usize)
}

impl FromStr for Point {
    type Err = Unexpected;

    fn from_str(text: &str) -> Result<Point, Unexpected> {
        read_whole(text, read_point)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns(), self.rows())
    }
}

/// Reads the size of a board.
fn read_size(reader: &mut Reader<'_>) -> Result<Size, Refused> {
    // `Size::new` has better messages for numbers beyond the limits.
    let told = format_args!("a number of columns (1 to {})", Size::MAX_COLUMNS);
    let columns = read_number_as(reader, "a number of columns", told, &(0..=9999))?;
    reader.expect('x')?;
    let most = Size::most_rows(columns);
    let told = format_args!("a number of rows (5 to {most})");
    let rows = read_number_as(reader, "a number of rows", told, &(0..=9999))?;
    Size::new(Rows(rows), Columns(columns))
}

impl FromStr for Size {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Size, Refused> {
        read_whole(text, read_size)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(point) => write!(f, "{point}"),
            Move::Jump(direction) => write!(f, "{direction}"),
            Move::Stop => f.write_str("stop"),
        }
    }
}

/// Reads a direction in capitals.
pub(crate) fn read_direction(reader: &mut Reader<'_>) -> Result<Direction, Unexpected> {
    let before = reader.clone();
    let word = reader.take_while(|c| c.is_ascii_uppercase());
    let known = Direction::ALL.into_iter().find(|d| d.name() == word);
    let expected = "a direction (N, NE, E, SE, S, SW, W or NW)";
    known.ok_or_else(|| match word {
        "" => before.unexpected(expected),
        _ => before.unexpected_word(expected, word),
    })
}

impl FromStr for Move {
    type Err = Unexpected;

    fn from_str(text: &str) -> Result<Move, Unexpected> {
        read_whole(text, |reader| {
            if reader.eat_str("stop") {
                Ok(Move::Stop)
            } else if reader.peek().is_some_and(|c| c.is_ascii_uppercase()) {
                read_direction(reader).map(Move::Jump)
            } else if reader
                .peek()
                .is_some_and(|c| c.is_ascii_lowercase() || c == '0')
            {
                read_point(reader).map(Move::Place)
            } else {
                Err(reader.unexpected("a point, a direction or `stop`"))
            }
        })
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Turn::Place(point) => write!(f, "{point}"),
            Turn::Jumps(chain) => write!(f, "{chain}"),
        }
    }
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, point) in self.points().iter().enumerate() {
            let hyphen = if i == 0 { "" } else { "-" };
            write!(f, "{hyphen}{point}")?;
        }
        Ok(())
    }
}

impl FromStr for Chain {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Chain, Refused> {
        match text.parse()? {
            Turn::Jumps(chain) => Ok(chain),
            Turn::Place(point) => Err(Refused::new(format!(
                "a chain must name at least two points, such as `h10-h12`, found only `{point}`"
            ))),
        }
    }
}

impl FromStr for Turn {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Turn, Refused> {
        read_turn(text, &['-'], read_point)
    }
}

/// Reads one or more points, joined by dashes. A single point is a man, and several are jumps.
pub(crate) fn read_turn(
    text: &str,
    dashes: &[char],
    read_point: fn(&mut Reader<'_>) -> Result<Point, Unexpected>,
) -> Result<Turn, Refused> {
    let points = read_whole(text, |reader| {
        let mut points = vec![read_point(reader)?];
        while dashes.iter().any(|dash| reader.eat(*dash)) {
            points.push(read_point(reader)?);
        }
        Ok::<_, Unexpected>(points)
    })?;
    let first = points[0];
    Ok(Chain::new(points)
        .map_err(Refused::because)?
        .map_or(Turn::Place(first), Turn::Jumps))
}

/// Returns the error for a turn on `point` in a notation that has no name for this point, or none in this role.
pub(crate) fn nameless(point: Point) -> Refused {
    Refused::new(format!("{point} cannot be written in this notation"))
}

/// Returns the error for a chain under way in a notation of whole turns.
pub(crate) fn under_way(ball: Point) -> Refused {
    Refused::new(format!(
        "this notation can only write whole turns, but the chain of jumps at {ball} is not finished"
    ))
}

/// With `{:#}`, a starting position is written as its size, followed by its handicap if there is one, and by its rules
/// unless they are the usual ones: `15x21`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (size, rules) = (self.size(), self.rules());
        let start = (*self == Position::new(size, rules)).then_some((size, 0));
        if let Some((size, handicap)) = start.or_else(|| self.handicap())
            && f.alternate()
        {
            write!(f, "{size}")?;
            if handicap > 0 {
                write!(f, "+{handicap}")?;
            }
            return if rules.is_default() {
                Ok(())
            } else {
                write!(f, ":{rules}")
            };
        }
        for row in (0..=size.top()).rev() {
            write_row(f, self, row)?;
            f.write_str(if row > 0 { "/" } else { ":" })?;
        }
        write!(f, "{}:{rules}", self.mover)?;
        f.write_str(if self.is_jumping() { ":jumping" } else { "" })
    }
}

/// Writes one row of a position, from the left.
pub(crate) fn write_row(f: &mut dyn fmt::Write, position: &Position, row: u8) -> fmt::Result {
    let mut empty = 0;
    for column in -1..=position.size().columns() as i8 {
        let point = Point { row, column };
        let sign = match () {
            () if point == position.ball() => '@',
            () if position.is_man(point) => 'o',
            () => {
                empty += usize::from(position.size().contains(point));
                continue;
            }
        };
        if empty > 0 {
            write!(f, "{empty}")?;
            empty = 0;
        }
        f.write_char(sign)?;
    }
    if empty > 0 {
        write!(f, "{empty}")?;
    }
    Ok(())
}

/// The contents of a row from the left, with columns counted from 0.
#[derive(Default)]
pub(crate) struct RowContents {
    pub(crate) length: usize,
    pub(crate) men: Vec<usize>,
    pub(crate) balls: Vec<usize>,
}

/// Reads one row, and stops when it becomes longer than any board allows.
pub(crate) fn read_row(reader: &mut Reader<'_>) -> Result<RowContents, Unexpected> {
    let expected = "a run of empty points, `o` or `@`";
    let mut row = RowContents::default();
    while row.length <= Size::MAX_COLUMNS + 1 {
        match reader.peek() {
            Some('o') => row.men.push(row.length),
            Some('@') => row.balls.push(row.length),
            Some('0'..='9') => {
                let range = 1..=Size::MAX_COLUMNS;
                row.length += read_number(reader, "a run of empty points", range)?;
                continue;
            }
            _ if row.length == 0 => return Err(reader.unexpected(expected)),
            _ => return Ok(row),
        }
        reader.next_char();
        row.length += 1;
    }
    Err(reader.unexpected(format!("at most {} points in a row", Size::MAX_COLUMNS)))
}

/// Reads rows from the top, with both end rows or neither, and returns the size, the ball and the men.
pub(crate) fn read_board(
    reader: &mut Reader<'_>,
    with_end_rows: bool,
) -> Result<(Size, Point, Vec<Point>), Refused> {
    let mut rows = vec![read_row(reader)?];
    while reader.eat('/') {
        if rows.len() > Size::MAX_POINTS {
            return Err(reader.unexpected("at most 170 rows").into());
        }
        rows.push(read_row(reader)?);
    }
    if !matches!(reader.peek(), None | Some(':')) {
        let expected = "a run of empty points, `o`, `@`, `/` or `:`";
        return Err(reader.unexpected(expected).into());
    }
    let columns = rows.get(1).map_or(rows[0].length, |row| row.length);
    if !with_end_rows {
        let empty = || RowContents {
            length: columns,
            ..RowContents::default()
        };
        rows.insert(0, empty());
        rows.push(empty());
    }
    let size = Size::new(Rows(rows.len()), Columns(columns))?;
    let (mut balls, mut men) = (Vec::new(), Vec::new());
    for (i, row) in rows.iter().rev().enumerate() {
        let is_end = i == 0 || i + 1 == rows.len();
        // A ball outside a corner lengthens its end row by one.
        let outside_left = is_end && row.length == columns + 1 && row.balls == [0];
        let outside_right = is_end && row.length == columns + 1 && row.balls == [columns];
        if row.length != columns && !outside_left && !outside_right {
            return Err(Refused::new(format!(
                "row {i} must have {columns} points, like the other rows; found {}",
                row.length
            )));
        }
        let shift = i8::from(outside_left);
        let point = |column: &usize| Point {
            column: *column as i8 - shift,
            row: i as u8,
        };
        balls.extend(row.balls.iter().map(point));
        men.extend(row.men.iter().map(point));
    }
    match balls[..] {
        [ball] => Ok((size, ball, men)),
        _ => Err(Refused::new(format!(
            "a position must have one ball, found {}",
            balls.len()
        ))),
    }
}

/// Reads the size of a board and its rules if the text starts with a size: a number followed by `x`.
fn read_setup(reader: &mut Reader<'_>) -> Result<Option<Position>, Refused> {
    let mut ahead = reader.clone();
    ahead.take_while(|c| c.is_ascii_digit());
    if ahead.since(reader).is_empty() || ahead.peek() != Some('x') {
        return Ok(None);
    }
    let size = read_size(reader)?;
    let handicap = if reader.eat('+') {
        read_number(reader, "a handicap in rows", 0..=Size::MAX_ROWS)?
    } else {
        0
    };
    let rules = if reader.eat(':') {
        reader.take_while(|_| true).parse()?
    } else {
        reader.expect_end()?;
        Rules::default()
    };
    Position::with_handicap(size, rules, handicap).map(Some)
}

impl FromStr for Position {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Position, Refused> {
        let mut reader = Reader::new(text);
        if let Some(start) = read_setup(&mut reader)? {
            return Ok(start);
        }
        let (size, ball, men) = read_board(&mut reader, true)?;
        reader.expect(':')?;
        let mover = if reader.eat_str("first") {
            Player::FIRST
        } else if reader.eat_str("second") {
            Player::SECOND
        } else {
            return Err(reader.unexpected("`first` or `second`").into());
        };
        reader.expect(':')?;
        let rules: Rules = reader.take_while(|c| c != ':').parse()?;
        let jumping = reader.eat_str(":jumping");
        reader.expect_end()?;
        let position = Position::with_pieces(size, rules, ball, men, mover)?;
        if jumping {
            position.in_a_chain()
        } else {
            Ok(position)
        }
    }
}

common::debug_as_text!(Move, Turn, Chain);
common::serde_as_text!(Point, Size, Move, Turn, Chain, Position);
