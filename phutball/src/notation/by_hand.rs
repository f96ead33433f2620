//! Reads moves as people type them: a man, jumps by direction, or a whole turn in one of several notations.
//!
//! In this crate a move is a single decision, and points are written in small letters. People think in whole turns and
//! may be used to another notation, so they can type:
//!
//! | text | meaning |
//! |---|---|
//! | `h11` | a man, in small letters as in this crate and on AbstractPlay, with columns a, b, … including i |
//! | `J11` | a man, in capitals as on [Wikipedia](super::wikipedia), with columns A, B, … **without I**; this is `i11` in this crate |
//! | `N`, `ne` | a jump up, a jump up and to the right; the ball may jump again |
//! | `N NE` or `N/NE` | two jumps; the ball may jump again |
//! | `stop`, `N stop` | the turn ends here |
//! | `h10-h12-j14` | a whole turn, given by the points that the ball touches; it ends here |
//! | `H10–H12–K14` | the same in capitals |
//! | `h12-j14` | the rest of a turn in which the ball has come to h12 |
//!
//! ```
//! use papergames_phutball::{Describe, Position, Record};
//!
//! // Men on h11 and i13: two jumps are possible.
//! let game: Record<Position> = format!("{} h11 i13", Position::standard()).parse()?;
//! for (text, moves) in [
//!     ("a4", "a4"),
//!     ("J14", "i14"),
//!     ("n", "N"),
//!     ("N NE", "N NE"),
//!     ("h10-h12", "N stop"),
//!     ("h10-h12-j14", "N NE"),
//!     ("H10–H12–K14", "N NE"),
//! ] {
//!     let read = game.position().read_moves(text)?;
//!     let read: Vec<String> = read.iter().map(ToString::to_string).collect();
//!     assert_eq!(read.join(" "), moves);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Grammar
//!
//! ```text
//! moves     = word *( separator word )    ; of one turn
//! word      = direction / "stop" / turn
//! direction = "N" / "NE" / "E" / …        ; read small too, as "stop" in capitals
//! turn      = point *( dash point )       ; of this crate, or of Wikipedia if it begins with a capital
//! dash      = "-" / "–" / "—" / "−"
//! separator = 1*blank / "," / "/"
//! ```
//!
//! This module does not read the [compass](super::compass) form of Ehrenborg's programs, in which `E` and `H11` have
//! other meanings because the board lies on its side.

use common::Game;
use common::describe::Refused;
use common::format::short;
use common::grid::Direction;

use super::wikipedia;
use crate::moves::Move;
use crate::point::{Point, Size};
use crate::position::Position;
use crate::turn::Turn;

/// Reads the moves of a turn, or of part of a turn, in a position, as [the module](self) describes.
///
/// # Errors
///
/// Returns an error for the first word that cannot be read, or the first move that is not legal.
pub(crate) fn read_moves(position: &Position, text: &str) -> Result<Vec<Move>, Refused> {
    let is_separator = |c: char| c.is_whitespace() || c == ',' || c == '/';
    let mut words = text
        .split(is_separator)
        .filter(|word| !word.is_empty())
        .peekable();
    let mut after = *position;
    let mut moves = Vec::new();
    while let Some(word) = words.next() {
        if !moves.is_empty() && !after.is_jumping() {
            return Err(Refused::new(format!(
                "the turn ends before `{}`; type one turn at a time",
                short(word)
            )));
        }
        let mut make = |m: Move| -> Result<(), Refused> {
            after.apply(&m).map_err(Refused::because)?;
            moves.push(m);
            Ok(())
        };
        if word.eq_ignore_ascii_case("stop") {
            make(Move::Stop)?;
        } else if let Ok(direction) = word.to_ascii_uppercase().parse::<Direction>() {
            make(Move::Jump(direction))?;
        } else {
            match read_turn(position.size(), word)? {
                Turn::Place(point) => make(Move::Place(point))?,
                Turn::Jumps(chain) => after
                    .jump_along(&chain, |m| moves.push(m))
                    .map_err(Refused::because)?,
            }
            // A turn given by its points is complete, so the ball stops at the last one.
            if after.is_jumping() && words.peek().is_none() {
                after.apply(&Move::Stop).map_err(Refused::because)?;
                moves.push(Move::Stop);
            }
        }
    }
    if moves.is_empty() {
        return Err(Refused::new(
            "expected a point, a direction or `stop`, found nothing",
        ));
    }
    Ok(moves)
}

fn read_turn(size: Size, word: &str) -> Result<Turn, Refused> {
    let hyphens = word.replace(['–', '—', '−'], "-");
    let turn = if word.starts_with(|c: char| c.is_ascii_uppercase()) {
        wikipedia::read_turn(&hyphens)
    } else {
        hyphens.parse::<Turn>()
    };
    turn.map_err(|reason| {
        let Examples { man, turn, .. } = Examples::on(size);
        Refused::because(reason).context(format!(
            "expected a point such as `{man}`, a direction such as `NE`, a turn such as `{turn}` or `stop`, found `{}`",
            short(word)
        ))
    })
}

/// Examples of moves that a person can type, with points that exist on the board.
pub(crate) struct Examples {
    /// A point above the ball's starting point.
    pub(crate) man: Point,
    /// A turn of two jumps, or of one if the board is narrow or low.
    pub(crate) turn: String,
    /// The same turn in Wikipedia's notation, if it has names for the points.
    pub(crate) capitals: Option<String>,
}

impl Examples {
    pub(crate) fn on(size: Size) -> Examples {
        let ball = size.center();
        let point = |right, up| Point {
            column: ball.column + right,
            row: ball.row + up,
        };
        let touched = [ball, point(0, 2), point(2, 4)].into_iter();
        let touched: Vec<Point> = touched.filter(|point| size.contains(*point)).collect();
        let names: Vec<String> = touched.iter().map(Point::to_string).collect();
        let capitals = touched
            .iter()
            .map(|point| wikipedia::write_turn(&Turn::Place(*point)).ok());
        let capitals: Option<Vec<String>> = capitals.collect();
        Examples {
            man: point(0, 1),
            turn: names.join("-"),
            capitals: capitals.map(|names| names.join("-")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::Record;

    #[track_caller]
    fn reads(game: &str, text: &str, expected: &str) {
        let game: Record<Position> = game.parse().expect("a game");
        match read_moves(game.position(), text) {
            Ok(moves) => {
                let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
                assert_eq!(moves.join(" "), expected, "{text}");
            }
            Err(error) => assert_eq!(error.to_string(), expected, "{text}"),
        }
    }

    /// A position with the ball on c2 and men on c3 and c5.
    const GAME: &str = "5/5/5/2o2/5/2o2/2@2/5/5:first:full-board";

    #[test]
    fn a_man_and_jumps_are_read_small_and_in_capitals() {
        reads(GAME, "a1", "a1");
        reads(GAME, "A1", "a1");
        reads(GAME, " n ", "N");
        reads(GAME, "n, N", "N N");
        reads(GAME, "N/Stop", "N stop");
    }

    #[test]
    fn a_turn_by_its_points_is_whole() {
        reads(GAME, "c2-c4", "N stop");
        reads(GAME, "C2–C4–C6", "N N");
        reads(GAME, "c2-c4 N", "N N");
        reads(&format!("{GAME} N"), "c4-c6", "N");
        reads(&format!("{GAME} N"), "stop", "stop");
    }

    #[test]
    fn what_is_no_turn_is_refused_with_the_reason() {
        reads(
            GAME,
            " ",
            "expected a point, a direction or `stop`, found nothing",
        );
        reads(
            GAME,
            "stop",
            "`stop` can only end a chain of jumps, and none has begun; place a man or jump",
        );
        reads(
            GAME,
            "a1 a2",
            "the turn ends before `a2`; type one turn at a time",
        );
        reads(
            GAME,
            "n n n",
            "the turn ends before `n`; type one turn at a time",
        );
        reads(
            GAME,
            "c3-c5",
            "the chain begins at c3, but the ball is at c2",
        );
        reads(
            GAME,
            "c2-c6",
            "jump 1: from c2 the ball lands on c4, the first free point behind the men, not on c6",
        );
        reads(
            GAME,
            "c2-c4-e6",
            "jump 2: the ball cannot jump from c4 in direction NE, because no man is next to it there",
        );
        reads(
            GAME,
            "c2-c4-c6-c8",
            "jump 3: the turn ends at c6, so no other jump may follow",
        );
        reads(
            GAME,
            "I1",
            "expected a point such as `c5`, a direction such as `NE`, a turn such as `c4-c6-e8` or `stop`, found `I1`: \
             expected a column (`A` to `Z` without `I`), found `I`",
        );
    }
}
