//! Single jumps: where they land, which men they remove, and whether they are legal.

use common::grid::Direction;

use crate::point::Point;
use crate::position::{Phase, Position};

/// The geometry of a jump: where it lands and how many men it removes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leap {
    pub(crate) landing: Point,
    pub(crate) men: u8,
}

/// The reason why there is no jump in a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoLeap {
    /// No man stands next to the ball.
    NothingToJump,
    /// The ball would leave the board at the side.
    OffTheSide,
}

impl Position {
    /// Returns the number of men in an unbroken run next to the ball in a direction.
    #[inline]
    pub(crate) fn run(&self, direction: Direction) -> u8 {
        let step = self.step(direction);
        let mut index = self.size.index(self.ball).wrapping_add_signed(step);
        let mut men = 0;
        while self.men.has(index) {
            men += 1;
            index = index.wrapping_add_signed(step);
        }
        men
    }

    /// Returns the jump in a direction, if there is a man to jump and a point to land on.
    #[inline]
    pub(crate) fn leap(&self, direction: Direction) -> Result<Leap, NoLeap> {
        let men = self.run(direction);
        if men == 0 {
            return Err(NoLeap::NothingToJump);
        }
        let (columns, rows) = direction.step();
        let far = men as i8 + 1;
        // Men stand only on playing rows, never in the margin, so the landing is on a row of the board, in a column of
        // the board or next to it.
        let landing = Point {
            column: self.ball.column + columns * far,
            row: self.ball.row.wrapping_add_signed(rows * far),
        };
        let lands = (0..self.size.columns() as i8).contains(&landing.column)
            || (self.rules.has_corner_exit() && self.size.is_outside_corner(landing));
        lands
            .then_some(Leap { landing, men })
            .ok_or(NoLeap::OffTheSide)
    }

    /// Returns the jump in a direction if it would be legal during a turn, without regard to the phase.
    #[inline]
    pub(crate) fn legal_leap(&self, direction: Direction) -> Option<Leap> {
        let leap = self.leap(direction).ok()?;
        (!self.rules.forbids_own_goal() || !self.traps(direction, leap)).then_some(leap)
    }

    /// Returns whether a jump leads to the moving player's own goal without a way to leave it again.
    ///
    /// Where the ball rests on the end rows, it can continue along the goal line only in the direction it came from, so
    /// this visits each point of the line at most twice.
    fn traps(&self, direction: Direction, leap: Leap) -> bool {
        if self.goal_of_row(leap.landing) != Some(self.mover.opponent()) {
            return false;
        }
        if self.rests_at(leap.landing) {
            return true;
        }
        let mut after = *self;
        after.leave(direction, leap);
        !after.can_jump()
    }

    /// Returns whether any jump is legal from where the ball is.
    #[inline]
    pub(crate) fn can_jump(&self) -> bool {
        self.directions_with_men()
            .any(|direction| self.legal_leap(direction).is_some())
    }

    /// Returns the directions in which a man stands next to the ball, clockwise from north.
    #[inline]
    pub(crate) fn directions_with_men(&self) -> impl Iterator<Item = Direction> + use<> {
        let index = self.size.index(self.ball);
        let mut left = self.men.neighbours(index, self.size.stride());
        core::iter::from_fn(move || {
            let direction = *Direction::ALL.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(direction)
        })
    }

    /// Moves the ball over the men and removes them, without ending the turn.
    #[inline]
    pub(crate) fn leave(&mut self, direction: Direction, leap: Leap) {
        let step = self.step(direction);
        let mut index = self.size.index(self.ball);
        for _ in 0..leap.men {
            index = index.wrapping_add_signed(step);
            self.men.take(index);
        }
        self.ball = leap.landing;
    }

    /// Makes a legal jump, and ends the turn if no other jump can follow.
    #[inline]
    pub(crate) fn jump(&mut self, direction: Direction, leap: Leap) {
        self.leave(direction, leap);
        if !self.rests_at(self.ball) && self.can_jump() {
            self.phase = Phase::Jumping;
        } else {
            self.end_turn();
        }
    }

    /// Passes the turn to the other player, or ends the game if the ball is in a goal.
    #[inline]
    pub(crate) fn end_turn(&mut self) {
        self.mover = self.mover.opponent();
        self.phase = match self.goal_of_row(self.ball) {
            Some(_) => Phase::Over,
            None => Phase::Ready,
        };
    }

    /// Returns whether the player to move may stop with the ball where it is in the middle of a chain.
    #[inline]
    pub(crate) fn may_stop(&self) -> bool {
        !self.rules.forbids_own_goal() || self.goal_of_row(self.ball) != Some(self.mover.opponent())
    }
}
