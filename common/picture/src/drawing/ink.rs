//! The exact shapes on the page, including their rims, and the white space between them.
//!
//! The [relaxation](super::relax), the test of a finished picture and [`Drawing::check`](super::Drawing::check) measure
//! these shapes, which are the shapes that games draw.

use super::curves::Drawing;
use super::grid::Grid;
use super::mark::{Mark, RIM};
use crate::geometry::{Point, Vec2, smaller};
use planar::Vertex;

/// The length of the bars that stand for a long segment of a line, in units of the page.
const LONGEST: f64 = 8.0;
/// The number of shapes that may be added before all are sorted again.
const MOST_ADDED: usize = 24;

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

    pub(super) fn has_corners(&self) -> bool {
        self.count == 4
    }

    /// Returns the shape with its middle, which was at the origin, at `place`, and all lengths multiplied by `scale`.
    pub(super) fn put(self, place: Point, scale: f64) -> Shape {
        Shape {
            corners: self.corners.map(|corner| place + corner.to_vec2() * scale),
            radius: self.radius * scale,
            ..self
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
            .flat_map(|p| other.sides().map(move |q| segment_distance(p, q)));
        pairs.fold(f64::INFINITY, f64::min) - radii
    }

    /// Returns the middle of the shape, and how far it reaches from there.
    fn circle(&self) -> (Point, f64) {
        let opposite = self.corners[if self.count == 4 { 2 } else { 1 }];
        let middle = self.corners[0].midpoint(opposite);
        (middle, middle.distance(opposite) + self.radius)
    }
}

/// What a shape on the page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Owner {
    Line(usize),
    Spot(Vertex),
    /// The label of a vertex.
    Label(Vertex),
    /// The thin line from a vertex to its label.
    Leader(Vertex),
}

impl Drawing {
    /// Returns the shape that is drawn at a vertex, around the origin, in units of the page.
    pub(super) fn shape(&self, vertex: Vertex) -> Option<Shape> {
        let (mark, disc) = (self.mark(vertex), self.disc(vertex));
        let middle = Point::default();
        match mark.corners(middle, disc) {
            _ if mark == Mark::Bare => None,
            Some(corners) => Some(Shape::quadrangle(corners)),
            None => Some(Shape::disc(
                middle,
                mark.reach(disc, self.page_sizes().width),
            )),
        }
    }
}

/// Everything that is drawn on the page of a drawing, as exact shapes.
#[derive(Clone)]
pub(super) struct Inks {
    shapes: Vec<(Owner, Shape)>,
    /// The first of the shapes by their middles; those added last are not in it.
    grid: Grid,
    n_in_grid: usize,
    /// The farthest that a shape in the grid reaches from its middle.
    widest: f64,
}

impl Inks {
    /// Lists the lines, and the marks of the vertices.
    pub(super) fn new(drawing: &Drawing) -> Inks {
        let mut shapes = Vec::new();
        for (line, curve) in drawing.curves_on_page().iter().enumerate() {
            let radius = drawing.width(line) / 2.0;
            for pair in curve.windows(2) {
                let parts = (pair[0].distance(pair[1]) / LONGEST).ceil().max(1.0);
                let at = |i: usize| pair[0].lerp(pair[1], i as f64 / parts);
                let bars = (0..parts as usize).map(|i| Shape::bar([at(i), at(i + 1)], radius));
                shapes.extend(bars.map(|bar| (Owner::Line(line), bar)));
            }
        }
        for vertex in drawing.map().vertices() {
            if let Some(shape) = drawing.shape(vertex) {
                let middle = drawing.on_page(drawing.spot(vertex));
                shapes.push((Owner::Spot(vertex), shape.put(middle, 1.0)));
            }
        }
        Inks::sorted(shapes)
    }

    fn sorted(shapes: Vec<(Owner, Shape)>) -> Inks {
        let circles = shapes.iter().map(|(_, shape)| shape.circle());
        let (middles, reaches): (Vec<Point>, Vec<f64>) = circles.unzip();
        Inks {
            grid: Grid::new(&middles, LONGEST),
            n_in_grid: shapes.len(),
            widest: reaches.into_iter().fold(0.0, f64::max),
            shapes,
        }
    }

    pub(super) fn push(&mut self, owner: Owner, shape: Shape) {
        self.shapes.push((owner, shape));
        if self.shapes.len() > self.n_in_grid + MOST_ADDED {
            *self = Inks::sorted(core::mem::take(&mut self.shapes));
        }
    }

    /// Lists the lower and upper corners of boxes around everything.
    pub(super) fn boxes(&self) -> impl Iterator<Item = (Point, Point)> {
        self.shapes.iter().flat_map(|(_, shape)| {
            let reach = Vec2::splat(shape.radius);
            let corners = shape.corners.into_iter();
            corners.map(move |corner| (corner - reach, corner + reach))
        })
    }

    /// Lists the marks of vertices, labels and leaders.
    pub(super) fn marks(&self) -> impl Iterator<Item = &(Owner, Shape)> {
        let is_line = |owner: &Owner| matches!(owner, Owner::Line(_));
        self.shapes.iter().filter(move |(owner, _)| !is_line(owner))
    }

    /// Calls `test` with the white space between a shape and everything that may be closer to it than `most`, until it
    /// returns `false`. Returns whether it never does.
    pub(super) fn all_near(
        &self,
        shape: &Shape,
        most: f64,
        mut test: impl FnMut(Owner, f64) -> bool,
    ) -> bool {
        let (middle, reach) = shape.circle();
        let mut test = |i: usize| {
            let (owner, other) = &self.shapes[i];
            let (place, far) = other.circle();
            let reach = reach + far + most;
            middle.distance_squared(place) > reach * reach || test(*owner, shape.white(other))
        };
        let around = Vec2::splat(reach + self.widest + most);
        (self.n_in_grid..self.shapes.len()).all(&mut test)
            && self
                .grid
                .all_within(middle - around, middle + around, |i| test(i as usize))
    }

    /// Returns the white space around a shape up to `most`, next to things that `counts` accepts.
    pub(super) fn white(&self, shape: &Shape, most: f64, counts: impl Fn(Owner) -> bool) -> f64 {
        let mut least = most;
        self.all_near(shape, most, |owner, white| {
            if white < least && counts(owner) {
                least = white;
            }
            true
        });
        least
    }
}

/// Returns the distance between two segments.
fn segment_distance([a, b]: [Point; 2], [c, d]: [Point; 2]) -> f64 {
    if a == b {
        return distance(a, c, d);
    }
    let side = |p: Point, q: Point, r: Point| (q - p).cross(r - p);
    if side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0 {
        return 0.0;
    }
    uncrossed_distance([a, b, c, d])
}

/// Returns the distance between two segments, `ab` and `cd`, that do not cross.
pub(super) fn uncrossed_distance([a, b, c, d]: [Point; 4]) -> f64 {
    let ends = [(a, c, d), (b, c, d), (c, a, b), (d, a, b)];
    let squared = ends.map(|(q, a, b)| squared_distance(q, a, b).0);
    squared.into_iter().fold(f64::INFINITY, smaller).sqrt()
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
        assert!((to(&diamond, place(16.5)) - 1.0).abs() < 1e-9);
        let corner = Point::new(9.5, 9.5);
        assert!(to(&square, corner) < 0.5 && to(&diamond, corner) > 2.4);
        // Inside is not apart, and neither is a bar that runs through.
        assert!(to(&diamond, place(3.0)) <= 0.0);
        assert!(diamond.white(&Shape::bar([place(-20.0), place(20.0)], 0.5)) < 0.0);
    }
}
