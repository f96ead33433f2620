//! Evaluates unfinished positions.
//!
//! In Phutball the place of the ball matters less than how far each player could move it in one turn. The relaxation of
//! `winning` bounds this distance for both players at once, in a fraction of a microsecond. It computes the set of
//! points that the ball could touch if men never left the board. The evaluation combines the highest and lowest rows of
//! this set with the row of the ball.

use common::Player;

use crate::position::Position;
use crate::winning::Reach;

/// The weight of a row of the ball beyond the middle, in hundredths.
const BALL: i32 = 100;
/// The weight of a row that the player to move could reach, in hundredths.
const OWN: i32 = 50;
/// The weight of a row that the other player could reach, if it were their turn, in hundredths.
const OTHER: i32 = 30;

/// Returns how good the position is for the player to move, in hundredths of a row.
pub(crate) fn evaluate(position: &Position, reach: &Reach) -> i32 {
    let row = i32::from(position.ball.row);
    let up = i32::from(reach.high) - row;
    let down = row - i32::from(reach.low);
    // Count half rows beyond the middle, so that boards of even height need no fractions.
    let beyond = 2 * row - i32::from(position.size.top());
    if position.mover == Player::FIRST {
        BALL * beyond / 2 + OWN * up - OTHER * down
    } else {
        -BALL * beyond / 2 + OWN * down - OTHER * up
    }
}
