//! Positions by the numbers that a board has for places and men.
//!
//! It computes these numbers independently, so that a check does not depend on the tables of
//! [`BoardTables`](super::board::BoardTables).

use common::Player;

use super::board::{BallPlace, Men};
use crate::point::{Point, Size};
use crate::position::{Bits, Phase, Position};
use crate::rules::Rules;

/// Converts between places and men of a [`BoardTables`](super::board::BoardTables) and those of [`Position`].
pub(super) struct PointMap {
    empty: Position,
    /// All playing points.
    pub(super) all: Men,
    /// The indices of the playing points in [`Bits`].
    indices: Vec<usize>,
    /// The playing points next to each place.
    pub(super) near: Vec<Men>,
}

impl PointMap {
    pub(super) fn new(size: Size, rules: Rules) -> PointMap {
        let empty = Position::new(size, rules);
        let mut points = PointMap {
            empty,
            all: ((1u64 << size.playing_points()) - 1) as Men,
            indices: Vec::new(),
            near: Vec::new(),
        };
        let field = |row| (0..size.columns() as i8).map(move |column| Point { row, column });
        points.indices = (1..size.top())
            .flat_map(field)
            .map(|point| size.index(point))
            .collect();
        points.near = (0..=size.top())
            .flat_map(field)
            .map(|place| {
                let near = (1..size.top()).flat_map(field).filter(|point| {
                    let columns = (place.column - point.column).unsigned_abs();
                    columns.max(place.row.abs_diff(point.row)) == 1
                });
                near.fold(0, |near, point| near | points.bit(point))
            })
            .collect();
        points
    }

    fn columns(&self) -> usize {
        self.empty.size.columns()
    }

    pub(super) fn of_place(&self, place: BallPlace) -> Point {
        let (row, column) = (
            usize::from(place) / self.columns(),
            usize::from(place) % self.columns(),
        );
        Point {
            column: column as i8,
            row: row as u8,
        }
    }

    pub(super) fn place(&self, point: Point) -> BallPlace {
        (usize::from(point.row) * self.columns() + point.column as usize) as BallPlace
    }

    /// Returns the bit of a playing point.
    pub(super) fn bit(&self, point: Point) -> Men {
        1 << (self.place(point) - self.columns() as BallPlace)
    }

    pub(super) fn position(&self, place: BallPlace, men: Men) -> Position {
        let mut position = self.empty;
        position.ball = self.of_place(place);
        let mut left = men;
        while left != 0 {
            position
                .men
                .put(self.indices[left.trailing_zeros() as usize]);
            left &= left - 1;
        }
        debug_assert!(position.phase == Phase::Ready && position.mover == Player::FIRST);
        position
    }

    pub(super) fn men(&self, men: &Bits) -> Men {
        men.iter()
            .fold(0, |all, index| all | self.bit(self.empty.size.at(index)))
    }
}
