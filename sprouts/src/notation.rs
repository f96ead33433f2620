//! Positions and moves as text.
//!
//! A position is the number of spots at the start, the rules, and the boundaries of all regions as lists of spots in
//! left-hand order, as Dan Hoey writes them: spots are separated by `,`, boundaries of a region by `;`, regions by `/`.
//! Dead spots are listed too. At the start of a game the lists are left out.
//!
//! | text | position |
//! |---|---|
//! | `3+` | three spots, normal play |
//! | `2-:1,3,2,3` | misère play; spots 1 and 2 are joined by a line with spot 3 on it |
//! | `3+:1,4;2/1,4;3` | a loop at 1, with 4 on it, separates 2 from 3 |
//! | `2+black-and-white:1,2` | a line between 1 and 2 without a new spot |
//!
//! A move is written as the two ends of its line, joined by a hyphen, or by an underscore if no new spot is drawn. The
//! pieces on the left of the line follow in brackets, each named by its lowest spot. An exclamation mark names the
//! second corner of a spot with two or more lines, two marks the third, and so on, as [`End`] explains.
//!
//! | text | move |
//! |---|---|
//! | `1-2` | join 1 and 2 |
//! | `1-1[3,4]` | a loop at 1 with the pieces of 3 and 4 on its left |
//! | `3-5![2]` | a line from the first corner of 3 to the second corner of 5 that has the piece of 2 on its left |
//! | `1_2` | join 1 and 2 without a new spot |
//!
//! # Grammar
//!
//! ```text
//! position = number [ rules ] [ ":" region *( "/" region ) ]   ; "5" alone means "5+"
//! rules    = ( "+" / "-" ) [ variant ]                         ; "-" is misère
//! variant  = "black-and-white" / "black-and-white-loops" / "antwerp-cold" / "antwerp-hot" / "lines-2" / "lines-4" /
//!            "lines-5" / "lines-6"
//! region   = boundary *( ";" boundary )
//! boundary = number *( "," number )
//! move     = end ( "-" / "_" ) end [ "[" number *( "," number ) "]" ]
//! end      = number *4"!"
//! number   = 1*DIGIT
//! ```
//!
//! Every position has exactly one text: each boundary starts where its list is least, and boundaries and regions are in
//! ascending order, as are the numbers in a move's list. The parser accepts the lists in any order. The modules below
//! parse other notations.
//!
//! ```
//! use papergames_sprouts::{Move, Position};
//!
//! for (text, written, n_moves) in [
//!     ("3", "3+", 0),
//!     ("2-:1,3,2,3", "2-:1,3,2,3", 1),
//!     ("3+:3;4,1/4,1;2", "3+:1,4;2/1,4;3", 1),
//!     ("2+black-and-white:1,2", "2+black-and-white:1,2", 1),
//! ] {
//!     let position: Position = text.parse()?;
//!     assert_eq!((position.to_string().as_str(), position.moves_made()), (written, n_moves));
//! }
//! for text in ["1-2", "1-1[3,4]", "3-5![2]", "1_2"] {
//!     assert_eq!(text.parse::<Move>()?.to_string(), text);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Moves as people type them
//!
//! Files and protocols need exactly one text for each line, and [`Move`] defines this text. People at a prompt should
//! not have to know it. [`Describe::read_moves`](crate::Describe::read_moves) takes lines as people type them: a line
//! may be written from either end, with the pieces on either side if the sides look alike, with any spot of a piece,
//! with ranges and blanks, or in the notation of the [World Game of Sprouts Association](wgosa):
//!
//! | with three spots | then, after `1-2` | meaning |
//! |---|---|---|
//! | `1-2`, `2-1`, `1 2`, `1,2`, `1 – 2` | | join 1 and 2 |
//! | `1-1[2]`, `1-1[3]`, `1 - 1 [ 2 ]` | | a loop at 1 between 2 and 3 |
//! | `1(4)2` | `1(5)2` | the same as `1-2`, in the notation of the association |
//! | | `4-3`, `4!-3`, `3-4` | join 3 and 4; 4 can be left on either side |
//! | | `1-2[3]`, `2-1` | a line beside the first one; spot 3 is to its left, seen from 1 towards 2 |
//!
//! ```
//! use papergames_sprouts::{Describe, Position, Record};
//!
//! let start: Position = "3".parse()?;
//! for (text, written) in [("2-1", "1-2"), ("1 2", "1-2"), ("1-1[2]", "1-1[3]"), ("1(4)2", "1-2")] {
//!     assert_eq!(start.read_moves(text)?[0].to_string(), written);
//! }
//! let game: Record<Position> = "3+ 1-2".parse()?;
//! for (text, written) in [("4-3", "3-4"), ("4!-3", "3-4!"), ("1-2[3]", "1-2[3]"), ("2-1", "1-2[3]")] {
//!     assert_eq!(game.position().read_moves(text)?[0].to_string(), written);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```text
//! move  = end joint end [ "[" [ item *( "," item ) ] "]" ] / a move of the association
//! end   = spot [ "!" ]
//! joint = dash / "," / 1*blank / "_"         ; "_" draws no new spot
//! item  = spot [ dash spot ]                  ; a range stands for all spots between
//! dash  = "-" / "–" / "—" / "−"
//! ```
//!
//! Blanks are allowed between all parts of a move. If an exclamation mark is wrong or missing but only one line fits
//! the rest of the text, that line is meant. Otherwise the text is rejected, and the error lists the lines that it
//! could mean.

pub(crate) mod by_hand;
#[cfg(feature = "object")]
pub(crate) mod card_moves;
pub mod cards;
pub mod hoey;
#[cfg(feature = "object")]
pub(crate) mod pairs;
pub mod wgosa;

use core::fmt;
use core::str::FromStr;

use common::format::short;
use common::text::{Reader, Unexpected, any_of, read_whole};
use common::{Ending, Refused};

use crate::moves::{End, Move, Pieces};
use crate::play::IllegalMove;
use crate::position::{Position, Spot};
use crate::rules::{Colour, MOST_CORNERS, Rules, Variant};

impl From<IllegalMove> for Refused {
    fn from(error: IllegalMove) -> Refused {
        Refused::because(error)
    }
}

/// The error for a move text that describes several lines.
fn several(lines: impl IntoIterator<Item: ToString>) -> Refused {
    let lines: Vec<String> = lines.into_iter().map(|line| line.to_string()).collect();
    Refused::new(format!(
        "the move must stand for exactly one line, but it fits {}: {}",
        lines.len(),
        lines.join(", ")
    ))
}

const MAX_SPOT: u64 = Position::MAX_SPOTS as u64;

fn read_number(reader: &mut Reader<'_>) -> Result<usize, Unexpected> {
    // Which spots there are, only the position knows.
    Ok(reader.number_as("the number of a spot", 1..=MAX_SPOT)? as usize)
}

fn read_spot(reader: &mut Reader<'_>) -> Result<Spot, Unexpected> {
    read_number(reader).map(Spot::new)
}

fn read_rules(reader: &mut Reader<'_>) -> Result<Rules, Unexpected> {
    let ending = Ending::read(reader);
    let ending = ending.ok_or_else(|| reader.unexpected("`+` (normal) or `-` (misère)"))?;
    let mut rest = reader.clone();
    let name = rest.take_while(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    let variant = match name {
        "" => Variant::Standard,
        _ => (name.parse()).map_err(|_| reader.unexpected_word("the name of a variant", name))?,
    };
    *reader = rest;
    Ok(Rules { ending, variant })
}

/// Reads boundary lists up to the first character that cannot be part of them.
fn read_lists<T>(
    reader: &mut Reader<'_>,
    read_site: impl Fn(&mut Reader<'_>) -> Result<T, Unexpected>,
) -> Result<Vec<Vec<Vec<T>>>, Unexpected> {
    let (mut regions, mut region, mut boundary) = (Vec::new(), Vec::new(), Vec::new());
    loop {
        boundary.push(read_site(reader)?);
        if reader.eat(',') {
            continue;
        }
        region.push(core::mem::take(&mut boundary));
        if reader.eat(';') {
            continue;
        }
        regions.push(core::mem::take(&mut region));
        if !reader.eat('/') {
            return Ok(regions);
        }
    }
}

impl FromStr for Variant {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Variant, Refused> {
        let mut all = Variant::ALL.into_iter();
        all.find(|variant| variant.name() == text).ok_or_else(|| {
            let expected = any_of(&Variant::ALL.map(Variant::name));
            Refused::new(format!("expected {expected}, found `{}`", short(text)))
        })
    }
}

common::display_as!(Colour: White => "white", Blue => "blue", Red => "red");

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.ending)?;
        if self.variant.is_standard() {
            return Ok(());
        }
        write!(f, "{}", self.variant)
    }
}

impl FromStr for Rules {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Rules, Refused> {
        Ok(read_whole(text, read_rules)?)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.n_start(), self.rules())?;
        if self.moves_made() > 0 {
            write!(f, ":{}", planar::write_lists(&self.lists()))?;
        }
        Ok(())
    }
}

impl FromStr for Position {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Position, Refused> {
        let mut reader = Reader::new(text);
        let start = reader.number("a number of spots", 1..=Position::MAX_START as u64)? as usize;
        let rules = if reader.is_at_end() {
            Rules::default()
        } else {
            read_rules(&mut reader)?
        };
        if !reader.eat(':') {
            reader.expect_end()?;
            return Position::new(start, rules);
        }
        let regions = read_lists(&mut reader, read_number)?;
        reader.expect_end()?;
        Position::from_lists(start, rules, &regions)
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:!<2$}", self.spot, "", usize::from(self.corner))
    }
}

fn read_end(reader: &mut Reader<'_>) -> Result<End, Unexpected> {
    let spot = read_spot(reader)?;
    let mut corner = 0;
    while usize::from(corner) + 1 < MOST_CORNERS && reader.eat('!') {
        corner += 1;
    }
    Ok(End { spot, corner })
}

impl FromStr for End {
    type Err = Refused;

    fn from_str(text: &str) -> Result<End, Refused> {
        Ok(read_whole(text, read_end)?)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = if self.with_spot { '-' } else { '_' };
        write!(f, "{}{line}{}", self.from, self.to)?;
        for (i, piece) in self.left.iter().enumerate() {
            write!(f, "{}{piece}", if i == 0 { '[' } else { ',' })?;
        }
        f.write_str(if self.left.is_empty() { "" } else { "]" })
    }
}

impl FromStr for Move {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Move, Refused> {
        let mut reader = Reader::new(text);
        let from = read_end(&mut reader)?;
        let with_spot = match () {
            () if reader.eat('-') => true,
            () if reader.eat('_') => false,
            () => {
                let expected = "`-` (a line with a new spot) or `_` (one without)";
                return Err(reader.unexpected(expected).into());
            }
        };
        let to = read_end(&mut reader)?;
        let mut left = Pieces::NONE;
        if reader.eat('[') {
            let mut least = 1;
            loop {
                let range = least..=Position::MAX_START as u64;
                let number = reader.number("a piece by its lowest spot", range)?;
                left = left.with(Spot::new(number as usize));
                least = number + 1;
                if !reader.eat(',') {
                    break;
                }
            }
            reader.expect(']')?;
        }
        reader.expect_end()?;
        Ok(Move {
            from,
            to,
            left,
            with_spot,
        })
    }
}

common::debug_as_text!(Move, End);
common::serde_as_text!(Position, Move, End, Rules, Variant);
