//! The exact shapes on the page, with their rims, and the white space between them.
//!
//! The [relaxation](super::relax), the test of a finished picture and [`Drawing::check`](super::Drawing::check) measure
//! these shapes, which are those that games draw.

use crate::geometry::{Point, Vec2};
use planar::{Map, Vertex};

/// The width of the rim around a disc, in units of the page; half of it lies outside the disc.
pub const RIM: f64 = 1.3;

/// The way in which a vertex is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mark {
    /// A disc with a number in it.
    #[default]
    Disc,
    /// A square with a number in it.
    Square,
    /// A square standing on its corner, with a number in it.
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
            _ => return None,
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
const DIAMOND: f64 = 1.48;

/// Everything within a radius of a point, a segment or a convex quadrangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    corners: [Point; 4],
    count: usize,
    radius: f64,
}

impl Shape {
    pub(super) fn disc(middle: Point, radius: f64) -> Shape {
        let (corners, count) = ([middle; 4], 1);
        Shape {
            corners,
            count,
            radius,
        }
    }

    /// A segment with a width on either side.
    pub(super) fn bar([a, b]: [Point; 2], radius: f64) -> Shape {
        let (corners, count) = ([a, b, a, b], 2);
        Shape {
            corners,
            count,
            radius,
        }
    }

    /// A square or a diamond, whose rim has round corners.
    pub(super) fn quadrangle(corners: [Point; 4]) -> Shape {
        let (count, radius) = (4, RIM / 2.0);
        Shape {
            corners,
            count,
            radius,
        }
    }

    fn sides(&self) -> impl Iterator<Item = [Point; 2]> {
        let count = if self.count == 2 { 1 } else { self.count };
        (0..count).map(|i| [self.corners[i], self.corners[(i + 1) % self.count]])
    }

    fn contains(&self, place: Point) -> bool {
        let mut sides = self.sides();
        self.count == 4 && sides.all(|[a, b]| (b - a).cross(place - a) > 0.0)
    }

    /// Returns the width of the white space between two shapes; 0 or less if they touch.
    pub(super) fn white(&self, other: &Shape) -> f64 {
        let radii = self.radius + other.radius;
        if self.contains(other.corners[0]) || other.contains(self.corners[0]) {
            return -radii;
        }
        let pairs = self
            .sides()
            .flat_map(|p| other.sides().map(move |q| apart(p, q)));
        pairs.fold(f64::INFINITY, f64::min) - radii
    }

    /// Returns whether the white space between the shape and a polyline of the given width is less than `white`.
    pub(super) fn is_close_to(&self, curve: &[Point], width: f64, white: f64) -> bool {
        let radius = width / 2.0;
        let [low, high] = self.bounds(radius + white);
        let is_near = |[a, b]: [Point; 2]| {
            a.x.min(b.x) <= high.x
                && a.x.max(b.x) >= low.x
                && a.y.min(b.y) <= high.y
                && a.y.max(b.y) >= low.y
        };
        curve.windows(2).any(|pair| {
            let side = [pair[0], pair[1]];
            // Most lines are far away.
            is_near(side) && self.white(&Shape::bar(side, radius)) < white
        })
    }

    /// Returns the corners of a box around everything within a distance of the shape.
    fn bounds(&self, around: f64) -> [Point; 2] {
        let reach = Vec2::splat(self.radius + around);
        let (mut low, mut high) = (self.corners[0], self.corners[0]);
        for corner in &self.corners {
            low = Point::new(low.x.min(corner.x), low.y.min(corner.y));
            high = Point::new(high.x.max(corner.x), high.y.max(corner.y));
        }
        [low - reach, high + reach]
    }
}

/// Returns the distance between two segments.
fn apart([a, b]: [Point; 2], [c, d]: [Point; 2]) -> f64 {
    if a == b {
        return distance(a, c, d);
    }
    let side = |p: Point, q: Point, r: Point| (q - p).cross(r - p);
    if side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0 {
        return 0.0;
    }
    let ends = [(a, c, d), (b, c, d), (c, a, b), (d, a, b)];
    ends.into_iter()
        .map(|(q, a, b)| squared_distance(q, a, b).0)
        .fold(f64::INFINITY, f64::min)
        .sqrt()
}

/// Returns the distance of `q` from the segment `ab`.
pub(super) fn distance(q: Point, a: Point, b: Point) -> f64 {
    squared_distance(q, a, b).0.sqrt()
}

/// Returns the squared distance of `q` from the segment `ab`, and the position of the nearest point on it, from 0 to 1.
#[expect(
    clippy::inline_always,
    reason = "the innermost step of all that moves lines"
)]
#[inline(always)]
pub(super) fn squared_distance(q: Point, a: Point, b: Point) -> (f64, f64) {
    let (ab, aq) = (b - a, q - a);
    let squared = ab.dot(ab);
    let t = if squared > 0.0 {
        (aq.dot(ab) / squared).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let way = aq - ab * t;
    (way.dot(way), t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_is_measured_to_rims_and_corners() {
        let place = |x| Point::new(x, 0.0);
        let disc = Shape::disc(place(0.0), 2.0);
        let is = |found: f64, wanted: f64| (found - wanted).abs() < 1e-9;
        assert!(is(disc.white(&Shape::disc(place(5.0), 2.0)), 1.0));
        assert!(is(
            disc.white(&Shape::bar([place(4.0), place(9.0)], 0.5)),
            1.5
        ));
        // A diamond reaches farther along the axes than a square that is as wide.
        let corners = |mark: Mark| {
            let corners = mark.corners(place(0.0), 10.0).expect("corners");
            Shape {
                corners,
                count: 4,
                radius: 0.0,
            }
        };
        let (square, diamond) = (corners(Mark::Square), corners(Mark::Diamond));
        let to = |shape: &Shape, place| shape.white(&Shape::disc(place, 0.0));
        assert!((to(&square, place(14.0)) - 4.8).abs() < 1e-9);
        assert!((to(&diamond, place(15.8)) - 1.0).abs() < 1e-9);
        let corner = Point::new(9.5, 9.5);
        assert!(to(&square, corner) < 0.5 && to(&diamond, corner) > 2.5);
        // Inside is not apart, and neither is a bar that runs through.
        assert!(to(&diamond, place(3.0)) <= 0.0);
        assert!(diamond.white(&Shape::bar([place(-20.0), place(20.0)], 0.5)) < 0.0);
    }
}
