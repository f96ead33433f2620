//! Moves, which are the single decisions of a turn, and the error for an illegal move.

use common::grid::Direction;

use crate::jumps::{Leap, NoLeap};
use crate::point::Point;
use crate::position::{Phase, Position};

/// A single decision of a player: placing a man, making one jump, or ending a chain of jumps.
///
/// A turn consists of one placed man, or of jumps followed by a stop. If no other jump can follow, the turn ends
/// automatically, so [`Stop`](Move::Stop) is needed only if there is a choice. For whole turns, see
/// [`Turn`](crate::Turn).
///
/// The text of a move has the form `h11`, `NE` or `stop`.
///
/// # Examples
///
/// ```
/// use papergames_phutball::{Direction, Game, Move, Player, Position};
///
/// let mut position = Position::standard();
/// position.apply(&"h11".parse()?)?;
/// position.apply(&Move::Jump(Direction::N))?;
/// assert_eq!(position.ball().to_string(), "h12");
/// assert_eq!(position.turn(), Some(Player::FIRST));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Places a man on a vacant point and ends the turn.
    Place(Point),
    /// Jumps over the run of men next to the ball in this direction and removes them.
    Jump(Direction),
    /// Ends the turn in the middle of a chain.
    Stop,
}

/// The error returned when a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The game is over, since the ball is in a goal.
    #[error("the game is over")]
    GameOver,
    /// The point is off the board or on an end row, where men cannot be placed.
    #[error("a man cannot be placed at {point}; choose a point from a1 to {last}")]
    OutsideTheField {
        /// The point where the man was to be placed.
        point: Point,
        /// The rightmost point of the highest row where men can be placed.
        last: Point,
    },
    /// A man or the ball is already on the point.
    #[error("a man cannot be placed at {point}, which is already occupied")]
    Taken {
        /// The point where the man was to be placed.
        point: Point,
    },
    /// A man cannot be placed in the middle of a chain.
    #[error(
        "the chain of jumps is not finished; jump again or `stop` before you place a man at {point}"
    )]
    ManInAChain {
        /// The point where the man was to be placed.
        point: Point,
    },
    /// No man is next to the ball in the direction of the jump.
    #[error(
        "the ball cannot jump from {ball} in direction {direction}, because no man is next to it there"
    )]
    NothingToJump {
        /// The direction of the jump.
        direction: Direction,
        /// The point where the ball is.
        ball: Point,
    },
    /// The run of men reaches the side of the board, so there is no point behind it to land on.
    #[error("a jump from {ball} in direction {direction} would leave the board at its side")]
    OffTheSide {
        /// The direction of the jump.
        direction: Direction,
        /// The point where the ball is.
        ball: Point,
    },
    /// The jump would put the ball into the player's own goal, which the rules forbid.
    #[error(
        "a jump to {landing} would put the ball into the mover's own goal, which these rules forbid"
    )]
    OwnGoal {
        /// The point where the ball would land.
        landing: Point,
    },
    /// No chain of jumps is under way, so there is nothing to stop.
    #[error("`stop` can only end a chain of jumps, and none has begun; place a man or jump")]
    NothingToStop,
    /// The ball is on the player's own goal line, where the rules do not allow the chain to stop.
    #[error("the ball at {ball} is on the mover's own goal line, so another jump must follow")]
    StopInOwnGoal {
        /// The point where the ball is.
        ball: Point,
    },
}

impl Position {
    /// Returns the legal jumps as directions, clockwise from north.
    pub fn jumps(&self) -> impl Iterator<Item = Direction> {
        self.directions_with_men()
            .filter(|direction| self.phase != Phase::Over && self.legal_leap(*direction).is_some())
    }

    /// Returns the points where a man can be placed, row by row from the bottom. In the middle of a chain no man can be
    /// placed, so the result is empty.
    pub fn placements(&self) -> impl Iterator<Item = Point> {
        self.size
            .playing_field()
            .filter(|point| self.phase == Phase::Ready && self.is_vacant(*point))
    }

    /// Returns the number of points where a man can be placed. This counts bits in words instead of visiting the
    /// points.
    pub(crate) fn count_placements(&self) -> usize {
        if self.phase == Phase::Ready {
            self.size.playing_points() - 1 - self.n_men()
        } else {
            0
        }
    }

    /// Returns the jump in a direction, or an error if it is not legal.
    pub(crate) fn check_jump(&self, direction: Direction) -> Result<Leap, IllegalMove> {
        let ball = self.ball;
        match self.leap(direction) {
            Ok(leap) if self.legal_leap(direction).is_some() => Ok(leap),
            Ok(leap) => Err(IllegalMove::OwnGoal {
                landing: leap.landing,
            }),
            Err(NoLeap::NothingToJump) => Err(IllegalMove::NothingToJump { direction, ball }),
            Err(NoLeap::OffTheSide) => Err(IllegalMove::OffTheSide { direction, ball }),
        }
    }
}
