//! Reads and writes positions as the rows of the playing field only: `15/15/…/7@7/…/15`.
//!
//! People exchange test positions in this form. It lists rows from the top and columns from the left, with a number for
//! a run of empty points, `o` for a man and `@` for the ball. The form omits the player to move, the rules, and the end
//! rows, which are empty between the turns of an unfinished game.
//!
//! ```text
//! diagram = row 2*( "/" row )
//! row     = 1*( run / "o" / "@" )
//! ```
//!
//! | diagram | text of this crate |
//! |---|---|
//! | `5/5/2@2/5/5` | `5/5/5/2@2/5/5/5:first:full-board` |
//! | `1/o/@/1/1` | `1/1/o/@/1/1/1:first:full-board` |

use common::text::read_whole;
use common::{Player, Refused};

use super::{read_board, under_way, write_row};
use crate::position::Position;
use crate::rules::Rules;

/// Reads a position between turns.
///
/// # Errors
///
/// Returns an error if the text does not follow the grammar, or if a piece is on a point where it cannot be.
///
/// # Panics
///
/// Panics if `mover` is neither the first nor the second player.
pub(crate) fn read(text: &str, rules: Rules, mover: Player) -> Result<Position, Refused> {
    let (size, ball, men) = read_whole(text, |reader| read_board(reader, false))?;
    Position::with_pieces(size, rules, ball, men, mover)
}

/// Writes a position between turns.
///
/// # Errors
///
/// Returns an error if the ball is on an end row or a chain is under way, which this form cannot express.
pub(crate) fn write(position: &Position) -> Result<String, Refused> {
    let ball = position.ball();
    if position.is_jumping() {
        return Err(under_way(ball));
    }
    if !position.size().is_playing_point(ball) {
        return Err(Refused::new(format!(
            "a diagram has no end rows, so it cannot show the ball on {ball}; use `text`"
        )));
    }
    let mut text = String::new();
    for row in (1..position.size().top()).rev() {
        // Writing to a string cannot fail.
        let _ = write_row(&mut text, position, row);
        if row > 1 {
            text.push('/');
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use common::{Game, Seeded, playout};
    use proptest::prelude::*;

    use super::{read, write};
    use crate::position::Position;
    use crate::rules::Rules;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_diagram_reads_back_between_turns(
            size in prop::sample::select(vec!["1x5", "3x5", "5x7", "15x21"]),
            rules in prop::sample::select(Rules::ALL.to_vec()),
            seed: u64,
            moves in 0..80_u64,
        ) {
            let start = Position::new(size.parse().expect("a size"), rules);
            let mut record = playout::record(start, moves, &mut Seeded::new(seed));
            while record.position().is_jumping() {
                record.pop();
            }
            let position = record.position();
            if let Ok(text) = write(position) {
                // Only the text of a finished game records whose turn it is.
                let turn = position.to_string().split(':').nth(1).map(str::parse);
                let turn = turn.expect("a turn").expect("a player");
                let back = read(&text, rules, turn);
                prop_assert_eq!(back.as_ref(), Ok(position));
            } else {
                prop_assert!(!position.size().is_playing_point(position.ball()));
            }
        }
    }

    #[test]
    fn the_rows_of_the_field_are_read_and_written() {
        for (text, here) in [
            ("5/5/2@2/5/5", "5/5/5/2@2/5/5/5:first:full-board"),
            ("1/o/@/1/1", "1/1/o/@/1/1/1:first:full-board"),
        ] {
            let position = read(text, Rules::default(), common::Player::FIRST).expect("a position");
            assert_eq!(position.to_string(), here);
            assert_eq!(write(&position).as_deref(), Ok(text));
            assert_eq!(position.outcome(), None);
        }
    }
}
