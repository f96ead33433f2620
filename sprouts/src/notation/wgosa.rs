//! Games in the notation of the World Game of Sprouts Association.
//!
//! A move `f(g)h` is a line from spot *f* to spot *h* with the new spot *g* on it. If several lines fit, the text must
//! be more specific:
//!
//! | in the game | text | meaning |
//! |---|---|---|
//! | `2+` | `1(3)2` | join 1 and 2 |
//! | `4+` | `1(5)1[3,4]` | a loop at 1 with the pieces of 3 and 4 on one side |
//! | `8+` | `1(9)1[2,5-8]` | a range includes all spots between |
//! | `3+ 1(4)2 1(5)2` | `1(6@3)2` | of the two regions that are open to both ends, the one that is also open to 3 |
//! | `5+ 1(6)2 3(7)4` | `6!(8)7` | if 6 is open on both sides: its higher neighbour lies to the left, seen from 8 |
//! | `5+ 1(6)2 3(7)4` | `6(8)!7` | the same for 7 |
//! | `4+ 1(5)2` | `1(6)2[3]` | on the way from 1 to 2, the list is on the right |
//! | `4+ 1(5)2` | `1(6)2![3]` | the list is on the left; `1(6)2[4]` is shorter and means the same |
//!
//! Here are the same moves with the positions that they lead to, and with the text that [`write_move`] returns for each
//! move:
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
//! may resign. A star marks the player who chose the game and let the opponent choose sides.
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
//! The older notation (Purvis 1999) had no exclamation mark. It cannot distinguish these four moves, because the new
//! line can leave 6 and 7 on either side of their old line, and neither a list nor a region distinguishes these cases:
//!
#![doc = include_str!("../../images/exclamation.svg")]
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
//! Published records differ in details. The parser also accepts commas and semicolons between moves, numbers before
//! moves (`1.`), comments from `#` to the end of the line, `i` and `ii` for the result, and parentheses in the name of
//! an event. The writer uses none of these.
//!
//! # How a move is read
//!
//! Records leave much implicit, and are interpreted as follows. Consider all lines from *f* to *h*, in every region,
//! from every corner, and with the list on either side. A line is possible if
//!
//! * with `@i`, its region borders the living spot *i*;
//! * each listed spot is on another boundary of the region, or on the boundary of *f* and *h* (but then only on the
//!   side of the list);
//! * with a list, or `!` after *h*, the line encloses something: it leads from a boundary to itself. So in a game from
//!   nine spots, `1(10)3[2,5,7-9]` is not a first move, since a line from 1 to 3 divides nothing yet.
//!
//! Boundaries with a listed spot go to the side of the list, and all others to the other side. These rules, applied in
//! order, choose the best of the possible lines:
//!
//! 1. without `@`: the region borders no living spot except the ends;
//! 2. as few spots as possible are cut off on the side of the list without being listed;
//! 3. if both corners of *f* are in the region, the line leaves *f* at the corner given by its exclamation mark or the
//!    lack of one; then the same for *h*;
//! 4. the list is on the right on the way from *f* to *h*, so that the line goes round it clockwise; with `!` after
//!    *h*, on the left.
//!
//! If several different moves are best, the text is ambiguous and is rejected; the error lists the lines as they would
//! be written. A mark at a spot with one corner is rejected too. A mark at a spot whose other corner is in another
//! region must be correct (see [`End`](crate::End) for spots with both lines to one spot). The association's notation
//! has no marks of this kind. The writer uses them only where that notation cannot distinguish two regions that differ
//! in dead spots.
//!
//! The association's page *Sprouts Notation* (wgosa.org/notation.htm) defines where the mark goes and which lines it
//! distinguishes. It does not fix the order of the rules; with the order above, the tournament games in this crate's
//! tests are replayed correctly. The rule for the side of a list without a mark follows from what the page calls
//! "clockwise expectations". No tournament game in the tests depends on this rule.
//!
//! # How a move is written
//!
//! [`write_move`] returns the shortest text that is read back as the same move. It tries both ends and both sides for
//! the list, names each listed piece by its lowest spot there, and adds spots of the line's own boundary, lowest first,
//! as needed. Of equally short texts it chooses the first in character order.

mod game;
mod header;
mod line;
mod moves;
mod written;

pub use game::{GameRecord, ReadWgosaError};
pub use header::Header;
pub use moves::{read_move, write_move};
pub(super) use written::{eat_dash, read_list, skip_blanks};
