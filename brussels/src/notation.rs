//! Positions, moves and game records as text.
//!
//! The text of a position consists of its setup and its lines, separated by colons. This is the position of two crosses
//! after a line from arm `a` to arm `c` of the first cross, with the second cross on the side of `1a`:
//!
//! ```text
//! 2+:1a-1c[2]
//! ```
//!
//! # Grammar
//!
//! ```text
//! position = setup *( ":" move )
//! setup    = stars [ ending ]
//! stars    = number                        ; the number of crosses
//!          / group *( "," group )          ; a lone group has an "x"
//! group    = [ number "x" ] arms           ; a number of stars with as many arms each
//! ending   = "+" / "-"                     ; normal (also if left out), misère
//! move     = arm "-" arm [ pieces ]        ; the lower arm first
//! pieces   = "[" star *( "," star ) "]"    ; what stays with the lower arm, ascending
//! arm      = star 1*letter                 ; a to z, then aa, ab, …
//! ```
//!
//! | text | meaning |
//! |---|---|
//! | `3` | three crosses, normal play; written `3+` |
//! | `4,4,3-` | two crosses and a star with three arms, misère play |
//! | `1x5+` | a single star with five arms |
//! | `3x2+` | three stars with two arms; written `2,2,2+` |
//! | `2+:1a-1c[2]` | the board above |
//! | `2+:1a-1c` | the same line with the second cross on the side of `1c` |
//! | `2+:1a-2c` | a line that joins the two crosses |
//!
//! For a game on another surface, `@` and the name of the surface follow the stars, as in `3@h1`; see
//! [`surface`](crate::surface#texts).
//!
//! # Names
//!
//! The arms of a star are `a`, `b`, `c`, … counter-clockwise. A line uses up two arms, and the ends of its cross-bar
//! take over their names. Looking along the line from `p` to `q`, the new arm on the right is now `p`, and the one on
//! the left is `q`; see [`Arm`](crate::Arm). Each piece in a list is named by its lowest star.
//!
//! # Games
//!
//! A game written by hand consists of the stars (or a position to start from) and the moves, separated by blanks or
//! line ends. Moves may be numbered and may be followed by commas or semicolons. `#` starts a comment that ends with
//! the line.
//!
//! ```text
//! 3-               # three crosses, misère
//! 1. 2c-2a[3]      # a loop at cross 2, which leaves cross 3 with 2c and cross 1 with 2a
//! 2. 1b-2d
//! ```
//!
//! [`read_game`] reads such a game. [`write_game`] writes it in one line, `3- 2a-2c[1] 1b-2d`, which is also the text
//! of a [`Record`](crate::Record). Moves written by hand may take more forms than moves in the text of a position:
//!
//! * the arms may come in either order: the listed pieces stay with the arm that is written first, and all others with
//!   the other arm;
//! * any star of a piece names the piece, and `2-4` in a list stands for `2,3,4`;
//! * capital letters and typographic dashes (`–`, `—`, `−`) are accepted, and the hyphen between the arms is optional.
//!
//! ```text
//! game     = position *( blank [ number "." [ blank ] ] hand )
//! hand     = arm [ "-" ] arm [ "[" range *( "," range ) "]" ]
//! range    = star [ "-" star ]
//! ```
//!
//! # One text for each position
//!
//! A position is always written in the same way. Its lines are in the lexicographically least of all orders in which
//! they can have been drawn ([`Position::history`](crate::Position::history)), so equal drawings have equal texts, no
//! matter in which order the lines were drawn. The parser accepts any legal order:
//!
//! ```
//! use papergames_brussels::Position;
//!
//! for (text, written) in [
//!     ("3", "3+"),
//!     ("4,4,3-", "4,4,3-"),
//!     ("1x5+", "1x5+"),
//!     ("3x2+", "2,2,2+"),
//!     ("2+:1a-1c[2]", "2+:1a-1c[2]"),
//!     ("2+:1a-1c", "2+:1a-1c"),
//!     ("2+:1a-2c", "2+:1a-2c"),
//!     ("2:2a-2b:1b-1d[2]", "2+:1b-1d[2]:2a-2b"),
//! ] {
//!     assert_eq!(text.parse::<Position>()?.to_string(), written);
//! }
//! # Ok::<(), papergames_brussels::Refused>(())
//! ```
//!
//! # Differences from other writers
//!
//! We know of no other notation for games of Brussels Sprouts, because books use pictures. The games that books name
//! are written as follows:
//!
//! * Conway's game with *crosses* (Gardner, *Winning Ways*) is written as their number, such as `3`. The stars of
//!   *Cloves* or *Stars and Stripes*, with any number of arms, are listed: `4,4,3`. A star of *Belgian Sprouts* with
//!   *k* cross-bars has 2*k* arms.
//! * Ji and Propp number the arms of a single star and treat a game as a product of transpositions of arms. Their
//!   transposition of the first and third arm is `1a-1c` here; see [`theory`](crate::theory).
//! * The notation of the World Game of Sprouts Association numbers each new spot. Here a cross-bar has no number,
//!   because its ends take over the names of the arms that the line used up.
//! * *Gaulish Sprouts* is a different game and is not supported: each star has five arms, and a line creates only one
//!   new arm, on the side that the mover chooses.

mod game;
mod position;

pub use game::{read_game, read_move, write_game};
pub(crate) use position::read_stars;
