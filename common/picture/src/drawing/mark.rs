//! The marks that represent vertices in a drawing.

use crate::geometry::{Point, Vec2};
use planar::{Map, Vertex};

/// The width of the rim around a disc, in units of the page; half of it lies outside the disc.
pub const RIM: f64 = 1.3;

/// The way in which a vertex is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// A disc with a number in it.
    #[default]
    Disc,
    /// A square with a number in it.
    Square,
    /// A square standing on one corner, with a number in it.
    Diamond,
    /// A dot without a number, at which lines and arms meet.
    Dot,
    /// Nothing is drawn: the vertex is the free end of an arm, or a point along a line.
    Bare,
}

impl Mark {
    /// Returns the corners of a square or diamond that has room for the same number as a disc of the given radius;
    /// `None` for other marks.
    #[must_use]
    pub fn corners(self, middle: Point, radius: f64) -> Option<[Point; 4]> {
        let corner = match self {
            Mark::Square => Vec2::splat(SQUARE * radius),
            Mark::Diamond => Vec2::new(DIAMOND * radius, 0.0),
            Mark::Disc | Mark::Dot | Mark::Bare => return None,
        };
        let next = corner.turn_90();
        Some([corner, next, -corner, -next].map(|corner| middle + corner))
    }

    /// Returns the marks of all vertices of a map, discs if they are not listed.
    pub(super) fn of_all(map: &Map, marks: &[Mark]) -> Vec<Mark> {
        let mark = |v: Vertex| marks.get(v.index()).copied().unwrap_or_default();
        map.vertices().map(mark).collect()
    }

    /// Returns the distance from the middle of the shape to the outside of its rim, in units of the page. `width` is
    /// the width of lines.
    pub(super) fn reach(self, radius: f64, width: f64) -> f64 {
        let rim = RIM / 2.0;
        match self {
            Mark::Disc => radius + rim,
            Mark::Square => SQUARE * radius * core::f64::consts::SQRT_2 + rim,
            Mark::Diamond => DIAMOND * radius + rim,
            Mark::Dot => DOT * width,
            Mark::Bare => 0.0,
        }
    }
}

/// The radius of a dot in widths of a line.
pub const DOT: f64 = 1.5;
/// Half the side of a square, and half the diagonal of a diamond, as a multiple of the radius of a disc with room for
/// the same number.
const SQUARE: f64 = 0.92;
const DIAMOND: f64 = 1.55;
