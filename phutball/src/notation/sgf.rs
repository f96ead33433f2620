//! Games in the Smart Game Format, where `GM[14]` is Philosopher's Football.
//!
//! The format reserves the number but does not define the properties for this game. This crate uses:
//!
//! | property | meaning |
//! |---|---|
//! | `FF[4]` | the version of the format |
//! | `GM[14]` | the game |
//! | `SZ[15:19]` | columns and **playing** rows; the end rows are not counted |
//! | `RU[full-board]` | the rules, by their name here; without it the default |
//! | `PL[B]` | who moves first from the setup: `B`, the first player, or `W`, the second |
//! | `AW[hj]` | the ball, as a point of the format: column and row from the top left, each a letter |
//! | `AB[hi][hk]` | men |
//! | `AE[hi]` | points to clear, which an earlier node has set up |
//! | `B[h11]`, `W[h10-h12]` | a turn of the first or the second player, in the text of this crate |
//! | `PB[Left]`, `PW[Right]` | the names of the first and the second player; see [`said`] and [`write_with`] |
//! | `RE[B+]`, `RE[W+]` | who has won; absent in an unfinished game; `W+Resign`, `Draw`, `0` and `?` are read too |
//!
//! ```
//! use papergames_phutball::{Game, notation::sgf};
//!
//! let text = "(;FF[4]GM[14]SZ[5:5]RU[full-board]PL[B]AW[cc];B[c4];W[a1];B[c3-c5]RE[B+])";
//! let game = sgf::read("(;FF[4]GM[14]SZ[5:5]RU[full-board]PL[B]AW[cc]RE[B+];B[c4];W[a1];B[c3-c5])")?;
//! assert_eq!(game.position().outcome().map(|o| o.to_string()).as_deref(), Some("first wins"));
//! assert_eq!(sgf::read(text)?, game);
//! assert_eq!(
//!     sgf::write(&game)?,
//!     "(;FF[4]GM[14]SZ[5:5]RU[full-board]PL[B]AW[cc]RE[B+];B[c4];W[a1];B[c3-c5])\n",
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The reader takes the first game of a file and its main line, and ignores unknown properties. `GM`, `SZ` and `RU`
//! belong in the first node, and the setup (`AB`, `AE`, `AW` and `PL`) in nodes before the first move, each property
//! once in a node, as the format requires; anything else is rejected. Small letters in names, found in old files, are
//! ignored: `GaMe` is `GM`, and `Black` is `B`. Blanks between properties do not matter. [`games`] splits a file with
//! several games.
//!
//! [`read`] uses only the moves, and [`result`] only the value of `RE`. To check a file, compare the two:
//!
//! ```
//! use papergames_phutball::{Game, notation::sgf};
//!
//! let text = "(;GM[14]SZ[3:3]RE[W+];B[b3];W[b2-b4])";
//! let (played, stated) = (sgf::read(text)?.position().outcome(), sgf::result(text)?);
//! assert_eq!(played.map(|o| o.to_string()).as_deref(), Some("first wins"));
//! assert_eq!(stated.map(|o| o.to_string()).as_deref(), Some("second wins"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! We know of no other program that writes this game number.
//!
//! Source: [SGF FF\[4\]](https://www.red-bean.com/sgf/), the list of game numbers.

use common::text::{Reader, Unexpected};
use common::{Game, Outcome, Player, Record};

use super::turns::{self, ReadTurnsError};
use super::{Unwritable, abstract_play};
use crate::point::{Point, Size, SizeError};
use crate::position::{Position, SetupError};
use crate::rules::Rules;

/// Why a text is not a game of Phutball in this format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadSgfError {
    /// The text breaks the grammar of the format.
    #[error(transparent)]
    Text(#[from] Unexpected),
    /// The file contains another game.
    #[error("expected GM[14] (Philosopher's Football), found GM[{found}]")]
    OtherGame {
        /// The number that was found, cut after 20 characters.
        found: String,
    },
    /// The size is out of range.
    #[error("property SZ: {0}")]
    Size(#[from] SizeError),
    /// A value of a property is invalid.
    #[error("property {property}: {reason}")]
    Value {
        /// The name of the property.
        property: String,
        /// What is wrong with the value; the place is relative to the value.
        #[source]
        reason: Unexpected,
    },
    /// A property is where it has no effect.
    #[error("line {line}, property {property}: expected {expected}, found {found}")]
    Place {
        /// The line, counted from 1.
        line: usize,
        /// The name of the property.
        property: String,
        /// Where it belongs.
        expected: &'static str,
        /// Where it is.
        found: String,
    },
    /// The pieces are where they cannot be.
    #[error("the setup: {0}")]
    Setup(#[from] SetupError),
    /// A turn is made by the wrong player.
    #[error(
        "line {line}, turn {number}: expected a turn of the {expected} player, found one of the other"
    )]
    WrongPlayer {
        /// The line, counted from 1.
        line: usize,
        /// Which turn, counted from 1.
        number: usize,
        /// Whose turn it is.
        expected: Player,
    },
    /// A turn cannot be read, or is not legal.
    #[error(transparent)]
    Turn(#[from] ReadTurnsError),
}

/// A property: its name and its values.
struct Property {
    /// The line where it starts, counted from 1.
    line: usize,
    /// The number of its node, counted from 1.
    node: usize,
    name: String,
    values: Vec<String>,
}

/// Returns the texts of the games in a file, each with the byte offset of its start.
///
/// Ignores text before, between and after the games, as the format requires. An unterminated game extends to the end of
/// the file.
///
/// # Examples
///
/// ```
/// use papergames_phutball::notation::sgf;
///
/// let games: Vec<_> = sgf::games("(;GM[14];B[h11])\n(;GM[14]C[:-)];B[h12])").collect();
/// assert_eq!(games, [(0, "(;GM[14];B[h11])"), (17, "(;GM[14]C[:-)];B[h12])")]);
/// ```
pub fn games(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut from = 0;
    core::iter::from_fn(move || {
        let start = from + text[from..].find('(')?;
        let (mut depth, mut in_value, mut escaped) = (0_usize, false, false);
        let end = text[start..].bytes().position(|byte| {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = in_value,
                b']' => in_value = false,
                b'[' => in_value = true,
                b'(' if !in_value => depth += 1,
                b')' if !in_value => depth -= 1,
                _ => (),
            }
            depth == 0
        });
        from = end.map_or(text.len(), |end| start + end + 1);
        Some((start, &text[start..from]))
    })
}

/// Reads the main line of the first game in a file.
///
/// # Errors
///
/// Returns an error with the property or the number of the turn.
pub fn read(text: &str) -> Result<Record<Position>, ReadSgfError> {
    let properties = properties(text)?;
    check_places(&properties)?;
    let value = |name: &str| {
        let property = properties.iter().find(|property| property.name == name);
        property.and_then(|property| property.values.first().map(String::as_str))
    };
    match value("GM") {
        Some("14") => {}
        other => {
            let found = other.unwrap_or("1 by default").chars().take(20).collect();
            return Err(ReadSgfError::OtherGame { found });
        }
    }
    let size = value("SZ").map_or(Ok(Size::STANDARD), read_size)?;
    let rules: Result<Rules, Unexpected> = value("RU").map_or(Ok(Rules::default()), str::parse);
    let rules = rules.map_err(|reason| ReadSgfError::Value {
        property: "RU".to_string(),
        reason,
    })?;
    let setup = setup(&properties, size, rules)?;
    let mover = setup.mover;
    let mut player = mover;
    let mut turns = Vec::new();
    for property in &properties {
        let by = match property.name.as_str() {
            "B" => Player::FIRST,
            "W" => Player::SECOND,
            _ => continue,
        };
        let number = turns.len() + 1;
        if by != player {
            return Err(ReadSgfError::WrongPlayer {
                line: property.line,
                number,
                expected: player,
            });
        }
        turns.push((
            property.line,
            property.values.first().map_or("", String::as_str),
        ));
        player = player.opponent();
    }
    Ok(turns::play(&setup, turns, |_, text| {
        abstract_play::read_turn(text)
    })?)
}

/// Checks that every property is where it has an effect: game properties in the first node, the setup in the nodes
/// before the first move, and each once in its node.
fn check_places(properties: &[Property]) -> Result<(), ReadSgfError> {
    let is_move = |property: &&Property| ["B", "W"].contains(&property.name.as_str());
    let first_move = properties
        .iter()
        .find(is_move)
        .map(|property| property.node);
    for (i, property) in properties.iter().enumerate() {
        let Property { line, node, .. } = *property;
        let refuse = |expected, found| {
            let property = property.name.clone();
            Err(ReadSgfError::Place {
                line,
                property,
                expected,
                found,
            })
        };
        let is_setup = match property.name.as_str() {
            "GM" | "SZ" | "RU" => false,
            "AB" | "AE" | "AW" | "PL" => true,
            _ => continue,
        };
        if !is_setup && node > 1 {
            return refuse("it in the first node", format!("it in node {node}"));
        }
        if is_setup && first_move.is_some_and(|first| node >= first) {
            let expected = "the setup in the nodes before the first move";
            let turns = properties.iter().filter(is_move);
            let found = match turns.clone().position(|turn| turn.node == node) {
                Some(turn) => format!("it in the node of turn {}", turn + 1),
                None => format!(
                    "it after turn {}",
                    turns.filter(|turn| turn.node < node).count()
                ),
            };
            return refuse(expected, found);
        }
        let same_node = properties[..i]
            .iter()
            .rev()
            .take_while(|other| other.node == node);
        if same_node.clone().any(|other| other.name == property.name) {
            return refuse("it once in a node", "it again".to_string());
        }
    }
    Ok(())
}

/// Returns the position set up by the properties before the first move, whose places have been checked.
fn setup(properties: &[Property], size: Size, rules: Rules) -> Result<Position, ReadSgfError> {
    let (mut ball, mut men, mut mover) = (None, Vec::new(), Player::FIRST);
    for Property { name, values, .. } in properties {
        let wrong = |reason| ReadSgfError::Value {
            property: name.clone(),
            reason,
        };
        let points = || -> Result<Vec<Point>, ReadSgfError> {
            let read = |value: &String| read_point(value, size).map_err(wrong);
            values.iter().map(read).collect()
        };
        match name.as_str() {
            "AB" => men.extend(points()?),
            "AE" => {
                let empty = points()?;
                men.retain(|man| !empty.contains(man));
                ball = ball.filter(|ball| !empty.contains(ball));
            }
            "AW" => {
                for point in points()? {
                    if ball.replace(point).is_some() {
                        let found = point_text(point, size);
                        return Err(wrong(Reader::new(&found).unexpected("one ball")));
                    }
                }
            }
            "PL" => {
                mover = match values.first().map_or("", String::as_str) {
                    "B" | "b" => Player::FIRST,
                    "W" | "w" => Player::SECOND,
                    other => return Err(wrong(Reader::new(other).unexpected("`B` or `W`"))),
                };
            }
            _ => {}
        }
    }
    let ball = ball.unwrap_or_else(|| size.center());
    Ok(Position::with_pieces(size, rules, ball, men, mover)?)
}

/// Reads the stated result of the first game of a file, if there is one. Ignores the moves.
///
/// # Errors
///
/// Returns an error if the file breaks the grammar of the format or the result cannot be read.
pub fn result(text: &str) -> Result<Option<Outcome>, ReadSgfError> {
    let properties = properties(text)?;
    let result = properties.iter().find(|property| property.name == "RE");
    let value = result.and_then(|property| property.values.first());
    read_result(value.map_or("", String::as_str))
}

fn read_result(value: &str) -> Result<Option<Outcome>, ReadSgfError> {
    let value = value.trim();
    Ok(match value.split('+').next() {
        Some("B" | "b") if value.contains('+') => Some(Outcome::Win(Player::FIRST)),
        Some("W" | "w") if value.contains('+') => Some(Outcome::Win(Player::SECOND)),
        _ if ["0", "Draw", "draw"].contains(&value) => Some(Outcome::Draw),
        _ if ["", "?", "Void", "void"].contains(&value) => None,
        _ => {
            let found: String = value.chars().take(20).collect();
            let expected = "`B+`, `W+`, `0`, `Draw`, `Void` or `?`";
            let reason = Reader::new("").unexpected_word(expected, &found);
            let property = "RE".to_string();
            return Err(ReadSgfError::Value { property, reason });
        }
    })
}

/// What a file says about a game besides the moves, in its own words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Said {
    /// Who plays first, from `PB`.
    pub first: Option<String>,
    /// Who plays second, from `PW`.
    pub second: Option<String>,
    /// The result, from `RE`.
    pub result: Option<String>,
    /// A comment for each move, to be written into `C` of its turn. Comments are not read.
    ///
    /// ```
    /// use papergames_phutball::{Position, Record, notation::sgf};
    ///
    /// let record: Record<Position> = format!("{} h11 i13 N NE a4", Position::default()).parse()?;
    /// let mut said = sgf::Said::default();
    /// said.comments = ["", "two", "three ]", "\\four", "five"].map(String::from).to_vec();
    /// let text = sgf::write_with(&record, &said)?;
    /// assert!(text.contains("C[two]") && text.contains("C[three \\]\n\\\\four]") && text.contains("C[five]"));
    /// assert_eq!(sgf::read(&text)?, record);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub comments: Vec<String>,
}

/// Reads the players and the stated result of the first game of a file. Ignores the moves.
///
/// # Errors
///
/// Returns an error if the file breaks the grammar of the format.
///
/// # Examples
///
/// ```
/// use papergames_phutball::notation::sgf;
///
/// let text = "(;GM[14]SZ[5:5]PB[Conway]RE[B+R];B[c4])";
/// let said = sgf::said(text)?;
/// assert_eq!(said.first.as_deref(), Some("Conway"));
/// assert_eq!(
///     sgf::write_with(&sgf::read(text)?, &said)?,
///     "(;FF[4]GM[14]SZ[5:5]RU[full-board]PL[B]AW[cc]PB[Conway]RE[B+R];B[c4])\n",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn said(text: &str) -> Result<Said, ReadSgfError> {
    let properties = properties(text)?;
    let value = |name: &str| {
        let property = properties.iter().find(|property| property.name == name)?;
        let value = property.values.first().filter(|value| !value.is_empty());
        value.cloned()
    };
    Ok(Said {
        first: value("PB"),
        second: value("PW"),
        result: value("RE"),
        comments: Vec::new(),
    })
}

/// Reads the properties of the first game along its main line.
fn properties(text: &str) -> Result<Vec<Property>, Unexpected> {
    let mut reader = Reader::new(text);
    // Some programs write a byte order mark.
    reader.eat('\u{feff}');
    skip_blanks(&mut reader);
    reader.expect('(')?;
    let mut properties: Vec<Property> = Vec::new();
    let (mut line, mut counted, mut node) = (1, 0, 0);
    loop {
        skip_blanks(&mut reader);
        let at = reader.at();
        line += text[counted..at].matches('\n').count();
        counted = at;
        match reader.peek() {
            Some(';') => {
                reader.next_char();
                node += 1;
            }
            // A variation: the first is the main line.
            Some('(') => {
                reader.next_char();
            }
            // The end of the main line; other variations follow.
            Some(')') => return Ok(properties),
            Some('A'..='Z') => {
                // Before FF[4], names could contain small letters, which were ignored.
                let name = reader.take_while(|c| c.is_ascii_alphabetic());
                let name = name.replace(|c: char| c.is_ascii_lowercase(), "");
                let mut values = Vec::new();
                skip_blanks(&mut reader);
                while reader.eat('[') {
                    values.push(read_value(&mut reader)?);
                    skip_blanks(&mut reader);
                }
                if values.is_empty() {
                    return Err(reader.unexpected("`[` and a value of the property"));
                }
                // Properties before the first `;` do not belong to any node; other readers assign them to the first
                // one.
                let node = node.max(1);
                properties.push(Property {
                    line,
                    node,
                    name,
                    values,
                });
            }
            _ => return Err(reader.unexpected("a property, `;`, `(` or `)`")),
        }
    }
}

fn skip_blanks(reader: &mut Reader<'_>) {
    reader.take_while(char::is_whitespace);
}

/// Reads a value up to its closing bracket. A backslash escapes the next character.
fn read_value(reader: &mut Reader<'_>) -> Result<String, Unexpected> {
    let mut value = String::new();
    loop {
        match reader.next_char() {
            Some(']') => return Ok(value),
            Some('\\') => value.extend(reader.next_char()),
            Some(c) => value.push(c),
            None => return Err(reader.unexpected("`]` at the end of a value")),
        }
    }
}

fn read_size(value: &str) -> Result<Size, ReadSgfError> {
    let mut reader = Reader::new(value);
    let number = |reader: &mut Reader<'_>, expected| reader.number_as(expected, 1..=1000);
    let columns = format!("a number of columns (1 to {})", Size::MAX_COLUMNS);
    let read = number(&mut reader, columns).and_then(|columns| {
        let rows = if reader.eat(':') {
            let most = Size::most_rows(columns as usize) - 2;
            number(
                &mut reader,
                format!("a number of playing rows (3 to {most})"),
            )?
        } else {
            columns
        };
        reader.expect_end()?;
        Ok((columns as usize, rows as usize + 2))
    });
    let (columns, rows) = read.map_err(|reason| ReadSgfError::Value {
        property: "SZ".to_string(),
        reason,
    })?;
    Ok(Size::new(rows, columns)?)
}

/// The letters of the format: small ones, then capitals.
fn letter(number: u8) -> Option<char> {
    match number {
        0..=25 => Some(char::from(b'a' + number)),
        26..=51 => Some(char::from(b'A' + number - 26)),
        _ => None,
    }
}

fn read_point(value: &str, size: Size) -> Result<Point, Unexpected> {
    let mut reader = Reader::new(value);
    let mut number = |what: &'static str, most: u8| {
        let before = reader.clone();
        let found = reader.next_char();
        let known = (0..most).find(|number| letter(*number) == found && found.is_some());
        known.ok_or_else(|| before.unexpected(what))
    };
    let column = number("the letter of a column", size.columns() as u8)?;
    let from_top = number("the letter of a playing row", size.top() - 1)?;
    reader.expect_end()?;
    Ok(Point::new(column as i8, size.top() - 1 - from_top))
}

fn point_text(point: Point, size: Size) -> String {
    let from_top = size.top() - 1 - point.row();
    let letters = [letter(point.column() as u8), letter(from_top)];
    letters.into_iter().flatten().collect()
}

/// Joins the comments of the moves of each turn.
fn comments_of_turns(record: &Record<Position>, comments: &[String]) -> Vec<String> {
    let mut of_turns: Vec<String> = Vec::new();
    let mut mover = None;
    for (i, position) in record.positions().take(record.moves().len()).enumerate() {
        let comment = comments.get(i).map_or("", String::as_str);
        match of_turns.last_mut() {
            Some(of_turn) if position.turn() == mover => {
                if !of_turn.is_empty() && !comment.is_empty() {
                    of_turn.push('\n');
                }
                of_turn.push_str(comment);
            }
            _ => of_turns.push(comment.to_owned()),
        }
        mover = position.turn();
    }
    of_turns
}

/// Returns the text of a value with its brackets and backslashes escaped.
fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}

/// Writes a game, with a line break at the end.
///
/// # Errors
///
/// Returns an error for what the format cannot express: a setup in the middle of a chain or with the ball on an end
/// row, a game that stops in the middle of a chain, or a board of more than 52 playing rows.
pub fn write(record: &Record<Position>) -> Result<String, Unwritable> {
    write_with(record, &Said::default())
}

/// Writes a game with the given names and result. If the game is over, its actual result takes precedence.
///
/// # Errors
///
/// As for [`write()`].
pub fn write_with(record: &Record<Position>, said: &Said) -> Result<String, Unwritable> {
    let setup = record.setup();
    let size = setup.size();
    let ball = setup.ball();
    if setup.is_jumping() {
        return Err(Unwritable::Chain { ball });
    }
    if !size.is_playing_point(ball) || size.rows() - 2 > 52 {
        return Err(Unwritable::Point { point: ball });
    }
    let player = |player| if player == Player::FIRST { 'B' } else { 'W' };
    let mut text = format!(
        "(;FF[4]GM[14]SZ[{}:{}]RU[{}]PL[{}]AW[{}]",
        size.columns(),
        size.rows() - 2,
        setup.rules(),
        player(setup.mover),
        point_text(ball, size),
    );
    if setup.n_men() > 0 {
        text.push_str("AB");
        for man in setup.men() {
            text.extend(["[", &point_text(man, size), "]"]);
        }
    }
    let mut say = |name: &str, value: &str| {
        text.extend([name, "[", &escaped(value), "]"]);
    };
    for (name, value) in [("PB", &said.first), ("PW", &said.second)] {
        if let Some(value) = value {
            say(name, value);
        }
    }
    let reached = record.position().outcome();
    let fits = |stated: &&String| {
        reached.is_none() || read_result(stated).is_ok_and(|stated| stated == reached)
    };
    match (
        said.result.as_ref().filter(fits),
        record.position().winner(),
    ) {
        (Some(stated), _) => say("RE", stated),
        (None, Some(winner)) => say("RE", &format!("{}+", player(winner))),
        (None, None) => {}
    }
    let mut mover = setup.mover;
    for (turn, comment) in turns::turns_of(record)?
        .iter()
        .zip(comments_of_turns(record, &said.comments))
    {
        text.extend([';', player(mover), '[']);
        text.push_str(&turn.to_string());
        text.push(']');
        mover = mover.opponent();
        if !comment.is_empty() {
            text.extend(["C[", &escaped(&comment), "]"]);
        }
    }
    text.push_str(")\n");
    Ok(text)
}
