//! Makes moves and determines which moves are legal: the implementation of [`Game`].

use core::ops::ControlFlow;

use common::grid::Direction;
use common::{Game, Outcome, Player, Random, Stored};

use crate::moves::{IllegalMove, Move};
use crate::point::Point;
use crate::position::{Phase, Position};

impl Game for Position {
    type Move = Move;
    type Illegal = IllegalMove;

    #[inline]
    fn turn(&self) -> Option<Player> {
        (self.phase != Phase::Over).then_some(self.mover)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Over => self.goal_of_row(self.ball).map(Outcome::Win),
            Phase::Ready | Phase::Jumping => None,
        }
    }

    /// Visits jumps clockwise from north, then a stop, then men row by row from the bottom.
    fn for_each_move(&self, visit: &mut dyn FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        self.jumps().map(Move::Jump).try_for_each(&mut *visit)?;
        if self.phase == Phase::Jumping && self.may_stop() {
            visit(Move::Stop)?;
        }
        self.placements().map(Move::Place).try_for_each(visit)
    }

    fn check(&self, m: &Move) -> Result<(), IllegalMove> {
        if self.phase == Phase::Over {
            return Err(IllegalMove::GameOver);
        }
        let jumping = self.phase == Phase::Jumping;
        match *m {
            Move::Place(point) if jumping => Err(IllegalMove::ManInAChain { point }),
            Move::Place(point) if !self.size.is_playing_point(point) => {
                let last = Point {
                    column: self.size.columns() as i8 - 1,
                    row: self.size.top() - 1,
                };
                Err(IllegalMove::OutsideTheField { point, last })
            }
            Move::Place(point) if !self.is_vacant(point) => Err(IllegalMove::Taken { point }),
            Move::Jump(direction) => self.check_jump(direction).map(|_| ()),
            Move::Stop if !jumping => Err(IllegalMove::NothingToStop),
            Move::Stop if !self.may_stop() => Err(IllegalMove::StopInOwnGoal { ball: self.ball }),
            Move::Place(_) | Move::Stop => Ok(()),
        }
    }

    #[inline]
    fn apply(&mut self, m: &Move) -> Result<(), IllegalMove> {
        match *m {
            // The fast path for nearly all moves. Anything that is not clearly legal goes to `check`, which
            // returns the reason.
            Move::Place(point) if self.phase == Phase::Ready && self.is_vacant(point) => {
                self.men.put(self.size.index(point));
                self.mover = self.mover.opponent();
                return Ok(());
            }
            Move::Jump(direction) if self.phase != Phase::Over => {
                if let Some(leap) = self.legal_leap(direction) {
                    self.jump(direction, leap);
                    return Ok(());
                }
            }
            Move::Place(_) | Move::Jump(_) | Move::Stop => {}
        }
        // Only a stop or an illegal move remains.
        self.check(m)?;
        self.end_turn();
        Ok(())
    }

    fn has_move(&self) -> bool {
        self.phase != Phase::Over
    }

    fn count_moves(&self) -> u128 {
        let stops = usize::from(self.phase == Phase::Jumping && self.may_stop());
        (self.jumps().count() + stops + self.count_placements()) as u128
    }

    /// Counts bits in whole rows instead of visiting points.
    fn nth_move(&self, index: u128) -> Option<Move> {
        let mut left = usize::try_from(index).ok()?;
        for direction in self.jumps() {
            if left == 0 {
                return Some(Move::Jump(direction));
            }
            left -= 1;
        }
        if self.phase == Phase::Jumping && self.may_stop() {
            return (left == 0).then_some(Move::Stop);
        }
        if left >= self.count_placements() {
            return None;
        }
        for row in 1..self.size.top() {
            let vacant = self.vacant_in(row);
            let here = vacant.count_ones() as usize;
            if left < here {
                let column = (0..left)
                    .fold(vacant, |bits, _| bits & (bits - 1))
                    .trailing_zeros();
                return Some(Move::Place(crate::point::Point {
                    column: column as i8,
                    row,
                }));
            }
            left -= here;
        }
        None
    }

    /// Draws a random point or direction, and draws again if it is not a legal move. So every move is equally likely,
    /// and the moves need not be listed.
    fn random_move(&self, random: &mut dyn Random) -> Option<Move> {
        match self.phase {
            Phase::Over => None,
            Phase::Ready => Some(self.draw_move(random)),
            Phase::Jumping => loop {
                let drawn = random.below(9) as usize;
                match Direction::ALL.get(drawn) {
                    Some(direction) if self.legal_leap(*direction).is_some() => {
                        return Some(Move::Jump(*direction));
                    }
                    None if self.may_stop() => return Some(Move::Stop),
                    _ => {}
                }
            },
        }
    }
}

impl Stored for Position {}

/// The number of bits per draw, so that a random word gives four draws.
const DRAW_BITS: u32 = 16;

impl Position {
    /// Draws a move at the start of a turn.
    ///
    /// A draw maps 16 random bits to a playing point or one of the eight directions, each equally likely, by Lemire's
    /// method, "Fast random integer generation in an interval" (2019): multiply, take the high half, and reject the
    /// lowest few low halves. The first draw that is a legal move is used. `LABORATORY.md` has the measurements.
    fn draw_move(&self, random: &mut dyn Random) -> Move {
        let size = self.size;
        let points = size.playing_points();
        let ball = size.index(self.ball);
        let choices = points as u32 + 8;
        let low = |wide: u32| wide & ((1 << DRAW_BITS) - 1);
        loop {
            let mut bits = random.bits();
            for _ in 0..64 / DRAW_BITS {
                let wide = low(bits as u32) * choices;
                bits >>= DRAW_BITS;
                // The remainder is less than the number of choices, so it rarely has to be computed.
                if low(wide) < choices && low(wide) < (1 << DRAW_BITS) % choices {
                    continue;
                }
                let drawn = (wide >> DRAW_BITS) as usize;
                if drawn < points {
                    let index = size.nth_playing_index(drawn);
                    if !self.men.has(index) && index != ball {
                        return Move::Place(size.at(index));
                    }
                } else {
                    let direction = Direction::ALL[drawn - points];
                    if self.legal_leap(direction).is_some() {
                        return Move::Jump(direction);
                    }
                }
            }
        }
    }

    /// Returns the vacant points of a playing row, one bit for each column.
    fn vacant_in(&self, row: u8) -> u32 {
        let columns = self.size.columns();
        let first = self.size.index(crate::point::Point { column: 0, row });
        let words = self.men.words();
        let low = words[first / 64] >> (first % 64);
        // A shift by 64 would overflow; two shifts by half give the intended 0.
        let high = words
            .get(first / 64 + 1)
            .map_or(0, |word| (word << (63 - first % 64)) << 1);
        let men = (low | high) as u32;
        let mut vacant = !men & ((1u32 << columns) - 1);
        if self.ball.row == row && self.size.contains(self.ball) {
            vacant &= !(1 << self.ball.column);
        }
        vacant
    }
}
