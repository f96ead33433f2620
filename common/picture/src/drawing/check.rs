//! The check of a picture, which reconstructs the map from its curves.
//!
//! [`check`] does not depend on how a drawing was made. It takes the spots and the curves as they appear on the page
//! and determines what they show: which lines cross, in which order lines leave each spot, and which pieces contain
//! others. Then it compares these facts with the map. A picture that passes shows exactly the map, because two drawings
//! with the same rotations and the same nesting can be deformed into each other.

use crate::geometry::Point;
use common::sorting;
use planar::{Boundary, Corner, Dart, Map, Vertex};
use std::collections::BTreeSet;

/// The error returned when a picture does not match its map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Mismatch {
    /// There are more or fewer spots or lines than in the map.
    #[error("the picture does not have as many spots or lines as the map: expected {0}, found {1}")]
    Count(usize, usize),
    /// A line does not connect the same spots as in the map.
    #[error("line {0} does not join the same spots as in the map")]
    Ends(usize),
    /// Two lines cross or touch elsewhere than at a common spot, or a line touches itself.
    #[error("lines {0} and {1} cross or touch")]
    Crossing(usize, usize),
    /// A line runs through a spot, or two spots are at the same point.
    #[error("a line touches spot {0} without ending there")]
    Touched(usize),
    /// The lines leave a spot in a different order than in the map.
    #[error("the lines around spot {0} are in the wrong order")]
    Rotation(usize),
    /// Two connected pieces of the drawing are nested differently than in the map.
    #[error(
        "spot {inner} and the spots connected to it are in the wrong region of the drawing around spot {outer}"
    )]
    Nesting {
        /// A spot of the misplaced piece.
        inner: usize,
        /// A spot of the piece inside which the misplaced piece is drawn.
        outer: usize,
    },
}

/// Checks that a picture shows a map. `spots[v]` is the position of vertex `v`, and `curves[e]` is the line of edge `e`
/// as a polyline from the origin of its even dart to the target. Coordinates have `y` upwards. Any face may be the
/// outer face of the picture.
///
/// The check errs on the side of caution: lines that are too close to be distinguished in floating-point arithmetic
/// count as touching. The time is proportional to the number of pairs of segments whose horizontal extents overlap,
/// plus the number of pairs of pieces.
///
/// # Errors
///
/// Returns the first difference between the picture and the map.
pub fn check(map: &Map, spots: &[Point], curves: &[Vec<Point>]) -> Result<(), Mismatch> {
    first(faults(map, spots, curves))
}

/// Returns the first fault as an error.
pub(super) fn first(faults: Vec<Mismatch>) -> Result<(), Mismatch> {
    faults.into_iter().next().map_or(Ok(()), Err)
}

/// Returns crossings that name each line that crosses another and each spot that is touched, or else the first
/// difference of another kind.
pub(super) fn faults(map: &Map, spots: &[Point], curves: &[Vec<Point>]) -> Vec<Mismatch> {
    if let Err(mismatch) = check_ends(map, spots, curves) {
        return vec![mismatch];
    }
    let crossings = crossings(map, spots, curves);
    if !crossings.is_empty() {
        return crossings;
    }
    let compared = check_rotations(map, curves).and_then(|()| check_nesting(map, spots, curves));
    compared.err().into_iter().collect()
}

fn check_ends(map: &Map, spots: &[Point], curves: &[Vec<Point>]) -> Result<(), Mismatch> {
    if spots.len() != map.n_vertices() {
        return Err(Mismatch::Count(map.n_vertices(), spots.len()));
    }
    if curves.len() != map.n_edges() {
        return Err(Mismatch::Count(map.n_edges(), curves.len()));
    }
    for (line, curve) in curves.iter().enumerate() {
        let dart = Dart::new(2 * line);
        let ends = [map.origin(dart), map.target(dart)].map(|v| spots[v.index()]);
        let found = [curve.first(), curve.last()];
        if found != [Some(&ends[0]), Some(&ends[1])] || curve.len() < 2 {
            return Err(Mismatch::Ends(line));
        }
        if curve.iter().any(|p| !p.x.is_finite() || !p.y.is_finite()) {
            return Err(Mismatch::Ends(line));
        }
    }
    Ok(())
}

/// A segment of a line, or a spot without lines, in a box.
struct Piece {
    a: Point,
    b: Point,
    low: Point,
    high: Point,
    line: usize,
    number: usize,
}

impl Piece {
    fn new([a, b]: [Point; 2], line: usize, number: usize) -> Piece {
        Piece {
            a,
            b,
            low: Point::new(a.x.min(b.x), a.y.min(b.y)),
            high: Point::new(a.x.max(b.x), a.y.max(b.y)),
            line,
            number,
        }
    }
}

/// Sweeps from left to right and tests every pair of segments that share an `x`. What earlier crossings have named is
/// left out, so that there are no more of them than lines and spots.
fn crossings(map: &Map, spots: &[Point], curves: &[Vec<Point>]) -> Vec<Mismatch> {
    let mut pieces = Vec::new();
    for (line, curve) in curves.iter().enumerate() {
        for (number, pair) in curve.windows(2).enumerate() {
            pieces.push(Piece::new([pair[0], pair[1]], line, number));
        }
    }
    for vertex in map.vertices().filter(|v| map.degree(*v) == 0) {
        let line = curves.len() + vertex.index();
        pieces.push(Piece::new([spots[vertex.index()]; 2], line, 0));
    }
    sorting::sort_by(&mut pieces, |p, q| p.low.x.total_cmp(&q.low.x));
    let mut open: Vec<&Piece> = Vec::new();
    let (mut found, mut named) = (Vec::new(), BTreeSet::new());
    for piece in &pieces {
        open.retain(|other| other.high.x >= piece.low.x);
        for other in &open {
            if !is_allowed(map, curves, piece, other) {
                let lines = [piece.line, other.line];
                let spot = lines.into_iter().find(|line| *line >= curves.len());
                let (a, b) = spot.map_or_else(
                    || (lines[0].min(lines[1]), lines[0].max(lines[1])),
                    |spot| (spot, spot),
                );
                if named.insert(a) | named.insert(b) {
                    let touched = spot.map(|spot| Mismatch::Touched(spot - curves.len()));
                    found.push(touched.unwrap_or(Mismatch::Crossing(a, b)));
                }
            }
        }
        open.push(piece);
    }
    found
}

/// Returns whether two pieces are disjoint, or meet only where they should.
fn is_allowed(map: &Map, curves: &[Vec<Point>], p: &Piece, q: &Piece) -> bool {
    // Pieces with a common end have boxes that touch.
    if are_boxes_apart(p, q) {
        return true;
    }
    let meets_before = |p: &Piece, q: &Piece| p.line == q.line && q.number == p.number + 1;
    if meets_before(p, q) {
        return opens(p.b, p.a, q.b);
    }
    if meets_before(q, p) {
        return opens(q.b, q.a, p.b);
    }
    // The ends at spots, each as the spot, its place and the other end of the segment.
    let ends = |piece: &Piece| {
        let dart = Dart::new(2 * piece.line);
        let curve = curves.get(piece.line);
        let first = curve.filter(|_| piece.number == 0);
        let last = curve.filter(|curve| piece.number + 2 == curve.len());
        let first = first.map(|_| (map.origin(dart), piece.a, piece.b));
        let last = last.map(|_| (map.target(dart), piece.b, piece.a));
        first.into_iter().chain(last)
    };
    let mut common = ends(p)
        .flat_map(|end| ends(q).map(move |other| (end, other)))
        .filter(|(end, other)| end.0 == other.0);
    match (common.next(), common.next()) {
        (None, _) => are_on_one_side(p, q) || are_on_one_side(q, p),
        (Some((end, other)), None) => opens(end.1, end.2, other.2),
        // Two segments with the same two ends.
        _ => false,
    }
}

/// Returns the sign of the area of a triangle, or 0 if rounding might determine it.
fn side(a: Point, b: Point, c: Point) -> i8 {
    let (l, r) = ((b.x - a.x) * (c.y - a.y), (b.y - a.y) * (c.x - a.x));
    // Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates" (1997), the
    // first error bound of orient2d.
    let bound = (3.0 + 16.0 * f64::EPSILON) * f64::EPSILON * (l.abs() + r.abs());
    match l - r {
        area if area > bound => 1,
        area if area < -bound => -1,
        _ => 0,
    }
}

/// Returns whether two segments from one place to `a` and `b` certainly do not meet anywhere else.
fn opens(from: Point, a: Point, b: Point) -> bool {
    side(from, a, b) != 0 || (a - from).dot(b - from) < 0.0
}

/// Returns whether the boxes around two segments are disjoint.
fn are_boxes_apart(p: &Piece, q: &Piece) -> bool {
    let is_before = |p: &Piece, q: &Piece| p.high.x < q.low.x || p.high.y < q.low.y;
    is_before(p, q) || is_before(q, p)
}

/// Returns whether the second of two segments is certainly on only one side of the line through the first.
fn are_on_one_side(p: &Piece, q: &Piece) -> bool {
    side(p.a, p.b, q.a) * side(p.a, p.b, q.b) == 1
}

/// Compares the order of lines around each spot, counter-clockwise.
fn check_rotations(map: &Map, curves: &[Vec<Point>]) -> Result<(), Mismatch> {
    for vertex in map.vertices().filter(|v| map.degree(*v) > 2) {
        let wanted: Vec<Dart> = map.darts_at(vertex).collect();
        let mut found = wanted.clone();
        sorting::sort_by(&mut found, |p, q| {
            heading(curves, *p).total_cmp(&heading(curves, *q))
        });
        let start = found.iter().position(|dart| *dart == wanted[0]);
        found.rotate_left(start.unwrap_or(0));
        if found != wanted {
            return Err(Mismatch::Rotation(vertex.index()));
        }
    }
    Ok(())
}

/// Returns the direction in which a dart leaves its origin.
fn heading(curves: &[Vec<Point>], dart: Dart) -> f64 {
    let curve = &curves[dart.index() / 2];
    let (from, to) = if dart.index().is_multiple_of(2) {
        (curve[0], curve[1])
    } else {
        (curve[curve.len() - 1], curve[curve.len() - 2])
    };
    (to.y - from.y).atan2(to.x - from.x)
}

/// Compares, for every two pieces, the boundary of one piece behind which the other lies.
fn check_nesting(map: &Map, spots: &[Point], curves: &[Vec<Point>]) -> Result<(), Mismatch> {
    let pieces = Pieces::new(map);
    for outer in 0..pieces.boundaries.len() {
        let wanted = pieces.seen_from(map, outer);
        // A piece with one boundary has everything else in the face of that boundary, wherever it lies.
        if pieces.boundaries[outer].len() == 1 {
            continue;
        }
        let walks: Vec<Vec<Point>> = pieces.boundaries[outer]
            .iter()
            .map(|boundary| polygon(map, curves, *boundary))
            .collect();
        // The only walk that is counter-clockwise goes around the outside.
        let areas: Vec<f64> = walks.iter().map(|walk| area(walk)).collect();
        let mut positive = (0..walks.len()).filter(|i| areas[*i] > 0.0);
        let (Some(outside), None) = (positive.next(), positive.next()) else {
            let inner = pieces.spots[outer].index();
            return Err(Mismatch::Nesting {
                inner,
                outer: inner,
            });
        };
        for (inner, spot) in pieces.spots.iter().enumerate() {
            if inner == outer {
                continue;
            }
            let place = spots[spot.index()];
            let inside = (0..walks.len())
                .filter(|i| *i != outside)
                .find(|i| winding(&walks[*i], place) == -1);
            let found = pieces.boundaries[outer][inside.unwrap_or(outside)];
            if inside.is_none() && winding(&walks[outside], place) != 0
                || wanted[inner] != Some(found)
            {
                return Err(Mismatch::Nesting {
                    inner: spot.index(),
                    outer: pieces.spots[outer].index(),
                });
            }
        }
    }
    Ok(())
}

/// The connected pieces of a map.
struct Pieces {
    /// For each vertex, the number of its piece.
    of: Vec<usize>,
    /// A vertex of each piece.
    spots: Vec<Vertex>,
    /// The boundaries of each piece.
    boundaries: Vec<Vec<Boundary>>,
}

impl Pieces {
    fn new(map: &Map) -> Pieces {
        let (of, spots) = pieces(map);
        let mut boundaries = vec![Vec::new(); spots.len()];
        for boundary in map.boundaries() {
            boundaries[of[Pieces::root(map, boundary)]].push(boundary);
        }
        Pieces {
            of,
            spots,
            boundaries,
        }
    }

    /// Returns a vertex on a boundary.
    fn root(map: &Map, boundary: Boundary) -> usize {
        let corner: Corner = map.corners(boundary).next().expect("a corner");
        map.vertex(corner).index()
    }

    /// Returns, for each other piece, the boundary of this piece behind which it lies according to the map.
    fn seen_from(&self, map: &Map, piece: usize) -> Vec<Option<Boundary>> {
        let mut behind = vec![None; self.spots.len()];
        let mut stack: Vec<(Boundary, Boundary)> = self.boundaries[piece]
            .iter()
            .map(|boundary| (*boundary, *boundary))
            .collect();
        while let Some((start, boundary)) = stack.pop() {
            for across in map.boundaries_of(map.face(boundary)) {
                let other = self.of[Pieces::root(map, across)];
                if across == boundary || other == piece || behind[other].is_some() {
                    continue;
                }
                behind[other] = Some(start);
                let further = self.boundaries[other].iter().filter(|b| **b != across);
                stack.extend(further.map(|further| (start, *further)));
            }
        }
        behind
    }
}

/// Returns the number of the connected piece of each vertex, and a vertex of each piece.
pub(super) fn pieces(map: &Map) -> (Vec<usize>, Vec<Vertex>) {
    let mut of = vec![usize::MAX; map.n_vertices()];
    let mut spots = Vec::new();
    for vertex in map.vertices() {
        let mut stack = vec![vertex];
        while let Some(at) = stack.pop() {
            if of[at.index()] == usize::MAX {
                of[at.index()] = spots.len();
                stack.extend(map.darts_at(at).map(|dart| map.target(dart)));
            }
        }
        if of[vertex.index()] == spots.len() {
            spots.push(vertex);
        }
    }
    (of, spots)
}

/// Returns the closed walk along a boundary, made of the curves of its edges.
pub(super) fn polygon(map: &Map, curves: &[Vec<Point>], boundary: Boundary) -> Vec<Point> {
    let mut points = Vec::new();
    for corner in map.corners(boundary) {
        if let Corner::Before(dart) = corner {
            let curve = &curves[dart.index() / 2];
            if dart.index() % 2 == 0 {
                points.extend(&curve[..curve.len() - 1]);
            } else {
                points.extend(curve[1..].iter().rev());
            }
        }
    }
    points
}

/// Returns twice the area within a polygon, positive if it is walked counter-clockwise.
pub(super) fn area(polygon: &[Point]) -> f64 {
    let next = polygon.iter().skip(1).chain(polygon.first());
    let origin = polygon.first().copied().unwrap_or_default();
    polygon
        .iter()
        .zip(next)
        .map(|(a, b)| (*a - origin).cross(*b - origin))
        .sum()
}

/// Returns the number of times that a polygon runs counter-clockwise around a point.
fn winding(polygon: &[Point], place: Point) -> i32 {
    let next = polygon.iter().skip(1).chain(polygon.first());
    polygon
        .iter()
        .zip(next)
        .map(|(a, b)| match (a.y <= place.y, b.y <= place.y) {
            (true, false) if side(*a, *b, place) > 0 => 1,
            (false, true) if side(*a, *b, place) < 0 => -1,
            _ => 0,
        })
        .sum()
}
