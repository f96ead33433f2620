//! Games as the World Game of Sprouts Association writes them.
//!
//! A move `f(g)h` is a line from spot *f* to spot *h* with the new spot *g* on it. If several lines fit, the text says
//! more:
//!
//! | in the game | text | meaning |
//! |---|---|---|
//! | `2+` | `1(3)2` | join 1 and 2 |
//! | `4+` | `1(5)1[3,4]` | a loop at 1 with 3 and 4, and the pieces that they are part of, on one side |
//! | `8+` | `1(9)1[2,5-8]` | a range includes all spots between |
//! | `3+ 1(4)2 1(5)2` | `1(6@3)2` | of two regions that are open to both ends, the one that is open to 3 |
//! | `5+ 1(6)2 3(7)4` | `6!(8)7` | if 6 is open on both sides: its higher neighbour lies to the left, seen from 8 |
//! | `5+ 1(6)2 3(7)4` | `6(8)!7` | the same for 7 |
//! | `4+ 1(5)2` | `1(6)2[3]` | on the way from 1 to 2, the list is on the right |
//! | `4+ 1(5)2` | `1(6)2![3]` | the list is on the left; `1(6)2[4]` is shorter and means the same |
//!
//! The same table with the positions that the moves lead to, and the text that is written for each:
//!
//! ```
//! use papergames_sprouts::{Game, notation::wgosa};
//!
//! for (game, text, position, written) in [
//!     ("2+", "1(3)2", "2+:1,3,2,3", "1(3)2"),
//!     ("4+", "1(5)1[3,4]", "4+:1,5;2/1,5;3;4", "1(5)1[2]"),
//!     ("8+", "1(9)1[2,5-8]", "8+:1,9;2;5;6;7;8/1,9;3;4", "1(9)1[3,4]"),
//!     ("3+ 1(4)2 1(5)2", "1(6@3)2", "3+:1,4,2,6;3/1,5,2,4/1,6,2,5", "1(6@3)2"),
//!     ("5+ 1(6)2 3(7)4", "6!(8)7", "5+:1,6,2,6,8,7,4,7,3,7,8,6;5", "6!(8)7"),
//!     ("5+ 1(6)2 3(7)4", "6(8)!7", "5+:1,6,8,7,3,7,4,7,8,6,2,6;5", "6(8)!7"),
//!     ("4+ 1(5)2", "1(6)2[3]", "4+:1,5,2,6;4/1,6,2,5;3", "1(6)2[3]"),
//!     ("4+ 1(5)2", "1(6)2![3]", "4+:1,5,2,6;3/1,6,2,5;4", "1(6)2[4]"),
//! ] {
//!     let game: wgosa::GameRecord = game.parse()?;
//!     let before = game.record().position();
//!     let m = wgosa::read_move(before, text)?;
//!     assert_eq!(before.child(&m)?.to_string(), position);
//!     assert_eq!(wgosa::write_move(before, &m)?, written);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A record consists of the number of spots with `+` (normal) or `-` (misère), optionally the players in parentheses,
//! the moves, and optionally `I` or `II` for the winner. The winner need not have made the last move, because players
//! resign. The star marks the player who chose the game and let the other choose sides.
//!
//! ```
//! use papergames_sprouts::notation::wgosa::GameRecord;
//!
//! let text = "2+ (Conway* - Paterson) 1(3)2 1(4)2 1(5)4 2(6)3 II";
//! let game: GameRecord = text.parse()?;
//! assert_eq!(game.record().position().lives(), 2);
//! assert_eq!(game.to_string(), text);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What Dan Hoey found
//!
//! The older notation (Purvis 1999) had no exclamation mark. It cannot tell these four moves apart, because 6 and 7 can
//! each be left on either side of their line, and neither list nor region says which:
//!
//! ```
//! use std::collections::HashSet;
//! use papergames_sprouts::{Game, notation::wgosa};
//!
//! let game: wgosa::GameRecord = "5+ 1(6)2 3(7)4".parse()?;
//! let position = game.record().position();
//! let mut different = HashSet::new();
//! for text in ["6(8)7", "6!(8)!7", "6(8)!7", "6!(8)7"] {
//!     let m = wgosa::read_move(position, text)?;
//!     different.insert(position.child(&m)?);
//!     assert_eq!(wgosa::write_move(position, &m)?, text);
//! }
//! assert_eq!(different.len(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Grammar
//!
//! ```text
//! game    = number sign [ "(" players ")" ] *move [ result ]     ; with blanks between
//! sign    = "+" / "-" / "−"
//! players = name ( " - " / "," / "-" ) name [ "," event ]          ; the first of these that there is
//! name    = 1*CHAR [ "*" ]
//! move    = spot [ "!" ] "(" number [ "@" spot ] ")" [ "!" ] spot [ "!" ] [ "[" [ list ] "]" ]
//! list    = item *( "," item )                                     ; blanks are skipped in a list and before it
//! item    = spot [ ( "-" / "–" / "—" / "−" ) spot ]
//! result  = "I" / "II" / "…" / "..."                               ; dots: the game went on
//! ```
//!
//! Published records differ in details. The reader also accepts commas and semicolons between moves, numbers before
//! moves (`1.`), comments from `#` to the end of the line, `i` and `ii` for the result, and parentheses in the name of
//! an event. The writer uses none of these.
//!
//! # How a move is read
//!
//! Records leave much implicit. Here is how they are interpreted. Consider all lines from *f* to *h*, in every region,
//! from every corner, and with the list on either side. A line is possible if
//!
//! * with `@i`, its region is open to the living spot *i*;
//! * each listed spot is on another boundary of the region, or on the boundary of *f* and *h* but then only on the
//!   side of the list;
//! * with a list, or `!` after *h*, the line encloses something: it leads from a boundary to itself.
//!
//! Boundaries with a listed spot go to the side of the list, all others to the other side. Of the possible lines, these
//! rules choose the best, the first rule first:
//!
//! 1. without `@`: the region is open to no living spot but the ends;
//! 2. as few spots as possible are cut off on the side of the list without being listed;
//! 3. *f*, if both its corners are in the region, is left as its exclamation mark, or the lack of one, says; then *h*;
//! 4. the list is on the right on the way from *f* to *h*, so that the line goes round it clockwise; with `!` after
//!    *h*, on the left.
//!
//! If several different moves are best, the text is ambiguous and is rejected; the error lists the lines as they would
//! be written. A mark at a spot with one corner is rejected too. A mark at a spot whose other corner is in another
//! region must be correct (see [`End`] for spots with both lines to one spot). The association's notation does not have
//! such marks; they are written only where it cannot tell apart two regions that differ in dead spots.
//!
//! The association's page *Sprouts Notation* (wgosa.org/notation.htm) defines where the mark goes and which lines it
//! distinguishes. It leaves the order of the rules open; the order above replays the tournament games in this crate's
//! tests. The side of a list without a mark follows from what the page calls "clockwise expectations"; no tournament
//! game depends on it.
//!
//! # How a move is written
//!
//! [`write_move`] returns the shortest text that is read back as this move. It tries both ends and both sides for the
//! list, names each listed piece by its lowest spot there, and adds spots of the line's own boundary, lowest first, as
//! needed. Ties go to the first text in character order.

mod game;
mod header;
mod line;
mod written;

pub use game::{GameRecord, ReadGameError};
pub use header::Header;

use common::Game;
use common::sorting;
use common::text::Reader;

use super::{NotationError, several};
use crate::moves::{End, Move};
use crate::play::IllegalMove;
use crate::position::Position;
use line::{Line, meanings, wrong_mark};
use written::Written;
pub(super) use written::{eat_dash, read_list, skip_blanks};

/// Reads a move of a position by the rules of [the module](self).
///
/// # Errors
///
/// Returns an error if the text does not follow the grammar, or fits no line or several.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::{Position, notation::wgosa};
///
/// let position: Position = "2+".parse()?;
/// let error = wgosa::read_move(&position, "1(4)2").unwrap_err();
/// assert_eq!(error.to_string(), "expected 3 as the number of the new spot, found 4");
/// # Ok::<(), papergames_sprouts::NotationError>(())
/// ```
pub fn read_move(position: &Position, text: &str) -> Result<Move, NotationError> {
    let mut reader = Reader::new(text);
    let written = Written::read(&mut reader)?;
    reader.expect_end()?;
    interpret(position, &written)
}

/// Writes a move as briefly as [`read_move`] allows.
///
/// # Errors
///
/// Returns an error if the move is not legal or its line has no new spot.
///
/// # Panics
///
/// Panics if no text is read back as the move. This cannot happen: a list of everything on one side, with all useful
/// marks, fits at most one line in each of two regions, which lie on different sides of the line.
pub fn write_move(position: &Position, m: &Move) -> Result<String, NotationError> {
    position.check(m)?;
    if !m.with_spot {
        let error = format!("expected a line with a new spot, found `{m}`");
        return Err(NotationError::Other(error));
    }
    let corner = |end: End| (end, position.corner(end).expect("a legal move has corners"));
    let (from, to) = (corner(m.from), corner(m.to));
    let mut texts = Vec::new();
    for ends in [[from, to], [to, from]] {
        let line = Line::new(position, ends).expect("a legal line");
        for written in line.texts(m) {
            let is_told = |i: usize| !written.marks[i] || line.is_marked(i);
            let text = written.to_string();
            texts.push((!is_told(0) || !is_told(1), text.len(), text, written));
        }
    }
    sorting::sort_by(&mut texts, |a, b| (a.0, a.1, &a.2).cmp(&(b.0, b.1, &b.2)));
    texts.dedup_by(|a, b| a.2 == b.2);
    let is_read_back = |written: &Written| {
        meanings(position, written).is_ok_and(|moves| moves.len() == 1 && moves.contains(m))
    };
    let found = texts
        .into_iter()
        .find(|(_, _, _, written)| is_read_back(written));
    Ok(found.expect("each line can be written").2)
}

fn interpret(position: &Position, text: &Written) -> Result<Move, NotationError> {
    let expected = position.n_spots() + 1;
    for spot in text.ends {
        // Explain a spot that does not exist, is dead, or is not open to the mover.
        let one_end = position.line(spot.into(), spot.into(), [], true);
        if let Err(
            error @ (IllegalMove::NoSuchSpot { .. }
            | IllegalMove::Dead { .. }
            | IllegalMove::Colour { .. }),
        ) = one_end
        {
            return Err(error.into());
        }
    }
    for (spot, mark) in text.ends.into_iter().zip(text.marks) {
        if mark && position.corners(spot).len() < 2 {
            return Err(wrong_mark(spot));
        }
    }
    if text.new != expected {
        return Err(NotationError::Other(format!(
            "expected {expected} as the number of the new spot, found {}",
            text.new
        )));
    }
    let moves = meanings(position, text)?;
    let text = |m: &Move| write_move(position, m).unwrap_or_else(|_| m.to_string());
    match moves.first() {
        Some(m) if moves.len() == 1 => Ok(*m),
        _ => Err(several(moves.iter().map(text))),
    }
}
