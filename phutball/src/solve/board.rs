//! Precomputed tables of a board, with which all positions and their turns are enumerated as numbers.
//!
//! A position and its mirror image, with left and right exchanged, have the same value. So only positions with the ball
//! in the left half of the board or in the middle column are numbered, and the others have the number of their mirror
//! image.

use core::ops::ControlFlow;

use common::Player;
use common::grid::Direction;

use super::value::MAX_POINTS;
use crate::point::{Point, Size};
use crate::position::Position;
use crate::rules::{Rules, Switches};

/// Men as one bit for each playing point, row by row from the bottom.
pub(super) type Men = u32;

/// A place that the ball can reach by jumps: a point of the board or outside a corner.
pub(super) type BallPlace = u8;

/// The points in one direction from a place: the runs of playing points, and the place behind each.
#[derive(Clone, Debug, Default)]
struct Ray {
    /// The runs of men that a jump can take: the nearest playing point, the nearest two, and so on.
    runs: Vec<Men>,
    /// The place where the ball lands after jumping over this many points, or `None` at the side of the board.
    landings: Vec<Option<BallPlace>>,
}

/// The effect of landing on a place for the player who attacks the highest row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Landing {
    /// The game continues, and this is the number of the place among those in the left half; mirror images share it.
    Open(u32),
    /// A goal if the turn ends here.
    Goal,
    /// An own goal if the turn ends here.
    OwnGoal,
}

/// Precomputed tables of a board for enumerating all positions.
#[derive(Clone, Debug)]
pub(super) struct BoardTables {
    pub(super) size: Size,
    pub(super) rules: Rules,
    /// Whether players may put the ball into their own goal.
    own_goal: bool,
    /// The number of playing points.
    pub(super) points: u32,
    rays: Vec<[Ray; 8]>,
    pub(super) landings: Vec<Landing>,
    /// Whether the rules stop a ball that lands on a place.
    rests: Vec<bool>,
    /// The bit of the playing point at a place, or 0.
    bits: Vec<Men>,
}

impl BoardTables {
    pub(super) fn new(size: Size, rules: Rules) -> BoardTables {
        let start = Position::new(size, rules);
        // The tables make jumps of their own, so they take the rules apart: a new switch does not compile until they
        // follow it. Where the ball stays, `rests_at` tells.
        let Switches {
            stays: _,
            corner_exit,
            own_goal,
        } = rules.switches();
        let mut places: Vec<Point> = (0..=size.top())
            .flat_map(|row| (0..size.columns() as i8).map(move |column| Point { row, column }))
            .collect();
        if corner_exit {
            let right = size.columns() as i8;
            for row in [0, size.top()] {
                places.extend([Point { column: -1, row }, Point { column: right, row }]);
            }
        }
        let bit = |point: Point| {
            if !size.is_playing_point(point) {
                return 0;
            }
            1 << (usize::from(point.row - 1) * size.columns() + point.column as usize)
        };
        let place_of = |point: Point| {
            places
                .iter()
                .position(|p| *p == point)
                .map(|i| i as BallPlace)
        };
        let ray = |from: Point, direction: Direction| {
            let (columns, rows) = direction.step();
            let mut ray = Ray::default();
            let mut at = from;
            loop {
                let Some(row) = at.row.checked_add_signed(rows) else {
                    return ray;
                };
                at = Point {
                    column: at.column + columns,
                    row,
                };
                if !ray.runs.is_empty() {
                    ray.landings.push(place_of(at));
                }
                if !size.is_playing_point(at) {
                    return ray;
                }
                let nearer = ray.runs.last().copied().unwrap_or(0);
                ray.runs.push(nearer | bit(at));
            }
        };
        let (columns, half) = (size.columns() as u32, size.columns().div_ceil(2) as u32);
        let mut lowest_open = None;
        let landings = places
            .iter()
            .map(|place| match start.goal_at(*place) {
                Some(Player::FIRST) => Landing::Goal,
                Some(_) => Landing::OwnGoal,
                None => {
                    let row = u32::from(place.row);
                    let rows = row - *lowest_open.get_or_insert(row);
                    let column = place.column as u32;
                    Landing::Open(rows * half + column.min(columns - 1 - column))
                }
            })
            .collect();
        BoardTables {
            size,
            rules,
            own_goal,
            points: size.playing_points() as u32,
            rays: places
                .iter()
                .map(|place| Direction::ALL.map(|direction| ray(*place, direction)))
                .collect(),
            landings,
            rests: places.iter().map(|place| start.rests_at(*place)).collect(),
            bits: places.iter().map(|place| bit(*place)).collect(),
        }
    }

    /// Returns the open place, where the game continues, with this number.
    pub(super) fn open_place(&self, number: u32) -> BallPlace {
        let open = Landing::Open(number);
        let place = self.landings.iter().position(|landing| *landing == open);
        place.expect("open places are numbered without gaps") as BallPlace
    }

    /// Returns the number of numbered positions of a board, or `None` if it has too many.
    pub(super) fn n_numbered(size: Size) -> Option<u64> {
        let (points, columns) = (size.playing_points(), size.columns());
        let open = (points / columns - 2) * columns.div_ceil(2);
        (points <= MAX_POINTS).then(|| (open as u64) << (points - 1))
    }

    /// Returns the column of a place.
    #[inline]
    fn column(&self, place: BallPlace) -> usize {
        usize::from(place) % self.size.columns()
    }

    /// Returns whether the place of the ball is in the right half of the board.
    #[inline]
    fn is_right(&self, place: BallPlace) -> bool {
        2 * self.column(place) + 1 > self.size.columns()
    }

    /// Returns the number of positions that a number represents: itself, and the mirror image if the ball is not in the
    /// middle.
    pub(super) fn n_images(&self, place: BallPlace) -> u64 {
        1 + u64::from(2 * self.column(place) + 1 != self.size.columns())
    }

    /// Returns the number of the position with the ball on an open place in the left half, from the view of the player
    /// to move.
    #[inline]
    pub(super) fn index(&self, place: BallPlace, men: Men) -> usize {
        debug_assert!(!self.is_right(place), "the position is numbered");
        let Landing::Open(number) = self.landings[usize::from(place)] else {
            unreachable!("the ball of an unfinished game is on an open place");
        };
        // The ball's point holds no man, so drop its bit.
        let below = self.bits[usize::from(place)] - 1;
        let squeezed = (men & below) | ((men >> 1) & !below);
        ((number as usize) << (self.points - 1)) | squeezed as usize
    }

    /// Returns the place of the ball and the men of the position with an index.
    pub(super) fn at(&self, index: usize) -> (BallPlace, Men) {
        let block = 1usize << (self.points - 1);
        let place = self.open_place((index / block) as u32);
        (place, self.men(place, (index % block) as Men))
    }

    /// Returns the men of a position from its number.
    #[inline]
    pub(super) fn men(&self, place: BallPlace, squeezed: Men) -> Men {
        let below = self.bits[usize::from(place)] - 1;
        (squeezed & below) | ((squeezed & !below) << 1)
    }

    /// Returns the position, or its mirror image if only that is numbered.
    #[inline]
    pub(super) fn in_left_half(&self, place: BallPlace, men: Men) -> (BallPlace, Men) {
        if self.is_right(place) {
            self.mirrored(place, men)
        } else {
            (place, men)
        }
    }

    /// Returns the place and men with left and right exchanged.
    pub(super) fn mirrored(&self, place: BallPlace, men: Men) -> (BallPlace, Men) {
        let columns = self.size.columns();
        let column = self.column(place);
        let place = usize::from(place) - column + (columns - 1 - column);
        let (_, men) = self.flipped(0, self.rotated(men));
        (place as BallPlace, men)
    }

    /// Returns the men with the board turned by half a turn.
    #[inline]
    fn rotated(&self, men: Men) -> Men {
        men.reverse_bits() >> (Men::BITS - self.points)
    }

    /// Returns the number of a position from the view of the other player.
    #[inline]
    pub(super) fn index_for_other(&self, place: BallPlace, men: Men) -> usize {
        if self.is_right(place) {
            let (columns, rows) = (self.size.columns(), self.size.rows());
            let place = columns * rows - 1 - usize::from(place);
            self.index(place as BallPlace, self.rotated(men))
        } else {
            let (place, men) = self.flipped(place, men);
            self.index(place, men)
        }
    }

    /// Returns the place and men with the board upside down, from the other player's view.
    #[inline]
    pub(super) fn flipped(&self, place: BallPlace, men: Men) -> (BallPlace, Men) {
        let (columns, rows) = (self.size.columns() as u32, self.size.rows() as u32);
        let mut flipped = 0;
        let mask = (1 << columns) - 1;
        let mut left = men;
        for _ in 0..rows - 2 {
            flipped = flipped << columns | left & mask;
            left >>= columns;
        }
        let (row, column) = (u32::from(place) / columns, u32::from(place) % columns);
        (((rows - 1 - row) * columns + column) as BallPlace, flipped)
    }

    /// Returns the place where a jump lands and the men that remain, if there is a jump.
    #[inline]
    pub(super) fn leap(
        &self,
        place: BallPlace,
        men: Men,
        direction: usize,
    ) -> Option<(BallPlace, Men)> {
        let ray = &self.rays[usize::from(place)][direction];
        let run = ray
            .runs
            .iter()
            .take_while(|run| men & **run == **run)
            .count();
        if run == 0 {
            return None;
        }
        let landing = ray.landings[run - 1]?;
        Some((landing, men & !ray.runs[run - 1]))
    }

    /// Returns whether the rules let the player who attacks the highest row make a jump to `landing`.
    #[inline]
    pub(super) fn allows(&self, landing: BallPlace, men: Men) -> bool {
        self.own_goal
            || self.landings[usize::from(landing)] != Landing::OwnGoal
            || (!self.rests[usize::from(landing)]
                && (0..8).any(|direction| {
                    self.leap(landing, men, direction)
                        .is_some_and(|(next, men)| self.allows(next, men))
                }))
    }

    /// Visits the place and men after each turn of jumps by the player who attacks the highest row.
    pub(super) fn for_each_chain(
        &self,
        place: BallPlace,
        men: Men,
        visit: &mut impl FnMut(BallPlace, Men) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for direction in 0..8 {
            let Some((landing, after)) = self.leap(place, men, direction) else {
                continue;
            };
            if !self.allows(landing, after) {
                continue;
            }
            let is_own_goal = self.landings[usize::from(landing)] == Landing::OwnGoal;
            if self.own_goal || !is_own_goal {
                visit(landing, after)?;
            }
            if !self.rests[usize::from(landing)] {
                self.for_each_chain(landing, after, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `visit` with the number of each position that one turn leads to, men first, and with `None` for an own
    /// goal. Skips turns that win at once. The ball is in the left half.
    pub(super) fn for_each_turn(
        &self,
        place: BallPlace,
        men: Men,
        visit: &mut impl FnMut(Option<usize>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // Place men on the flipped board, the other player's view.
        let (place_flipped, men_flipped) = self.flipped(place, men);
        let base = self.index(place_flipped, men_flipped);
        let ball = self.bits[usize::from(place_flipped)];
        let mut vacant = !(men_flipped | ball) & ((1 << self.points) - 1);
        while vacant != 0 {
            let point = vacant & vacant.wrapping_neg();
            vacant &= vacant - 1;
            // The new man's bit, moved down by one if it lies above the ball's, adds to the number.
            visit(Some(base + (point >> u32::from(point > ball)) as usize))?;
        }
        self.for_each_chain(place, men, &mut |landing, after| match self.landings
            [usize::from(landing)]
        {
            Landing::Open(_) => visit(Some(self.index_for_other(landing, after))),
            Landing::OwnGoal => visit(None),
            Landing::Goal => ControlFlow::Continue(()),
        })
    }

    /// Returns whether a turn wins at once.
    pub(super) fn wins_at_once(&self, place: BallPlace, men: Men) -> bool {
        self.for_each_chain(
            place,
            men,
            &mut |landing, _| match self.landings[usize::from(landing)] {
                Landing::Goal => ControlFlow::Break(()),
                Landing::Open(_) | Landing::OwnGoal => ControlFlow::Continue(()),
            },
        )
        .is_break()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::{Random, Seeded};

    /// Compares mirror images, and numbers from the view of the other player, with those found point by point.
    #[test]
    fn images_are_those_of_every_point() {
        let random = &mut Seeded::new(2026);
        for text in ["1x8", "2x7", "3x6", "4x6", "5x5"] {
            let size: Size = text.parse().expect("a size");
            let (columns, rows) = (size.columns(), size.rows());
            let board = BoardTables::new(size, Rules::TerminalRows);
            let image = |at: usize, mirrored: bool, flipped: bool| {
                let (row, column) = (at / columns, at % columns);
                let row = if flipped { rows - 1 - row } else { row };
                let column = if mirrored {
                    columns - 1 - column
                } else {
                    column
                };
                row * columns + column
            };
            let images = |place: usize, men: Men, mirrored, flipped| {
                let own =
                    (columns..columns * (rows - 1)).filter(|at| men >> (at - columns) & 1 == 1);
                let moved = own.map(|at| 1 << (image(at, mirrored, flipped) - columns));
                (
                    image(place, mirrored, flipped) as BallPlace,
                    moved.sum::<Men>(),
                )
            };
            for place in 2 * columns..columns * (rows - 2) {
                for _ in 0..20 {
                    let men = random.below(1 << board.points) as Men & !board.bits[place];
                    let mirrored = board.mirrored(place as BallPlace, men);
                    assert_eq!(mirrored, images(place, men, true, false), "{text}");
                    let is_right = 2 * (place % columns) + 1 > columns;
                    let (other, their_men) = images(place, men, is_right, true);
                    let number = board.index(other, their_men);
                    assert_eq!(
                        board.index_for_other(place as BallPlace, men),
                        number,
                        "{text}"
                    );
                    assert_eq!(board.at(number), (other, their_men), "{text}");
                }
            }
        }
    }
}
