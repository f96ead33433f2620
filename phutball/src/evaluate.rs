//! Estimates how promising an unfinished position is.
//!
//! In Phutball the place of the ball matters less than how far each player could move it in one turn. The relaxation of
//! [`winning`](crate::winning) bounds this for both players at once, in a fraction of a microsecond: it computes the
//! set of points that the ball could touch if men never left the board. The evaluation combines the highest and lowest
//! rows of this set with the row of the ball.

use core::ops::ControlFlow;

use common::Player;

use crate::position::{Bits, Position};

/// The points that the ball could touch in this turn if men never left the board, and their highest and lowest rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// The points, without the one where the ball is.
    pub(crate) points: Bits,
    pub(crate) low: u8,
    pub(crate) high: u8,
}

impl Reach {
    pub(crate) fn of(position: &Position) -> Reach {
        let row = position.ball.row();
        let mut reach = Reach {
            points: Bits::EMPTY,
            low: row,
            high: row,
        };
        let _ = position.relaxed(&mut |point| {
            reach.points.put(position.size.index(point));
            reach.low = reach.low.min(point.row());
            reach.high = reach.high.max(point.row());
            ControlFlow::Continue(())
        });
        reach
    }

    /// Returns whether `player` can reach the goal in the relaxation.
    pub(crate) fn has_goal(&self, position: &Position, player: Player) -> bool {
        if player == Player::FIRST {
            self.high + 1 >= position.size.top()
        } else {
            self.low <= 1
        }
    }
}

/// The weight of a row of the ball beyond the middle, in hundredths.
const BALL: i32 = 100;
/// The weight of a row that the player to move could reach, in hundredths.
const OWN: i32 = 50;
/// The weight of a row that the other player could reach, if it were their turn, in hundredths.
const OTHER: i32 = 30;

/// Returns how good the position is for the player to move, in hundredths of a row.
pub(crate) fn evaluate(position: &Position, reach: &Reach) -> i32 {
    let row = i32::from(position.ball.row());
    let up = i32::from(reach.high) - row;
    let down = row - i32::from(reach.low);
    // Twice the rows beyond the middle, so that boards of even height have no fraction.
    let beyond = 2 * row - i32::from(position.size.top());
    if position.mover == Player::FIRST {
        BALL * beyond / 2 + OWN * up - OTHER * down
    } else {
        -BALL * beyond / 2 + OWN * down - OTHER * up
    }
}
