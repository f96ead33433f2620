//! Drawings: their curves, sizes and quality.

use super::check::{Mismatch, faults, first};
use super::mark::Mark;
use crate::geometry::{Point, Rect};
use common::look::Quality;
use kurbo::BezPath;
use planar::{Dart, Map, MapError, Vertex};
use std::time::Instant;

/// The error returned when a map cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DrawError {
    /// The map is too large for a picture.
    #[error(
        "only maps with at most {} spots and lines in total can be drawn, found {found}",
        Drawing::MAX_PARTS
    )]
    TooLarge {
        /// The number of spots and lines found.
        found: usize,
    },
    /// The map does not allow the new line.
    #[error(transparent)]
    Map(#[from] MapError),
    /// The map allows the line, but no path was found because the free space is too narrow for floating-point
    /// arithmetic.
    #[error("the drawing has too little space for the line; draw the position again")]
    NoWay,
    /// Every method of drawing the map failed to produce a correct picture.
    #[error("the picture does not match the map: {0}")]
    Mismatch(#[from] Mismatch),
}

/// The sizes of the parts of a drawing, in the drawing's own coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sizes {
    /// The preferred distance between lines, which is kept if there is room.
    pub apart: f64,
    /// The distance between bends along a line.
    pub(crate) segment: f64,
    /// The length of a stub (a line to a free end).
    pub stub: f64,
    /// The width of a line.
    pub width: f64,
    /// The radius of a spot.
    pub spot: f64,
}

impl Sizes {
    /// Returns the length of the stubs of a spot, which is longer if there are more of them, to keep their ends apart.
    pub(super) fn stubs(&self, count: usize) -> f64 {
        self.stub
            .max(count as f64 * 2.3 * self.spot / core::f64::consts::TAU)
    }
}

/// A drawing of a map, with a position for each spot and a curve for each line. See the [module
/// documentation](crate::drawing).
///
/// # Panics
///
/// Every function that takes a vertex or a dart panics if the map has no such part, as indexing does.
#[derive(Clone, Debug)]
pub struct Drawing {
    pub(super) map: Map,
    pub(super) spots: Vec<Point>,
    /// The bends of each line, from the origin of its even dart.
    pub(super) bends: Vec<Vec<Point>>,
    /// The mark of each vertex.
    pub(super) marks: Vec<Mark>,
    pub(super) redrawn: usize,
    pub(super) quality: Quality,
    /// The size of each vertex's disc, as a fraction of the usual size; 1 for vertices that are not listed.
    pub(super) discs: Vec<f64>,
    /// The positions of the spots at the time when the drawing was last settled.
    pub(super) settled: Vec<Point>,
    /// The lines drawn by the last move, which are wider than the others.
    pub(super) last: Vec<usize>,
    /// The deadline for improving the drawing.
    pub(crate) until: Option<Instant>,
    /// The part of the page that is left, if it was cut.
    pub(super) page: Option<Rect>,
}

impl Drawing {
    /// The maximum total number of spots and lines in a drawing.
    pub(crate) const MAX_PARTS: usize = 5_000;

    /// Returns the quality of the picture, which was determined when it was drawn.
    pub(crate) fn quality(&self) -> Quality {
        self.quality
    }

    /// Returns the numbers of the lines that are marked as drawn by the last move.
    pub(crate) fn last(&self) -> &[usize] {
        &self.last
    }

    /// Marks lines as drawn by the last move, which makes them wider.
    pub(crate) fn mark_last(&mut self, lines: Vec<usize>) {
        self.last = lines;
    }

    pub(super) fn all_places(&mut self) -> impl Iterator<Item = &mut Point> {
        self.spots.iter_mut().chain(self.bends.iter_mut().flatten())
    }

    /// Returns the map that the drawing shows.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// Returns the position of a spot.
    pub fn spot(&self, vertex: Vertex) -> Point {
        self.spots[vertex.index()]
    }

    /// Returns the mark of a vertex, which determines how it is drawn.
    pub fn mark(&self, vertex: Vertex) -> Mark {
        self.marks[vertex.index()]
    }

    /// Sets the mark of a vertex, which determines how it is drawn.
    pub fn set_mark(&mut self, vertex: Vertex, mark: Mark) {
        self.marks[vertex.index()] = mark;
    }

    /// Returns whether spots are dots without numbers.
    pub(super) fn is_dotted(&self) -> bool {
        self.marks
            .iter()
            .any(|mark| matches!(mark, Mark::Dot | Mark::Bare))
    }

    /// Returns the radius of the mark that is drawn at a vertex, including its rim.
    pub(super) fn reach(&self, vertex: Vertex) -> f64 {
        let sizes = self.page_sizes();
        self.mark(vertex).reach(sizes.spot, sizes.width) * self.sizes().width / sizes.width
    }

    /// Returns whether a vertex is the free end of a stub.
    pub(crate) fn is_tip(&self, vertex: Vertex) -> bool {
        !self.is_spot(vertex) && self.map.degree(vertex) == 1
    }

    /// Returns whether a vertex is a spot, rather than the end of a stub or a point along a line.
    pub(crate) fn is_spot(&self, vertex: Vertex) -> bool {
        self.mark(vertex) != Mark::Bare
    }

    /// Returns the control points of the quadratic spline for a dart's line, from its origin to its target.
    pub fn line(&self, dart: Dart) -> Vec<Point> {
        let mut points = self.points(dart.index() / 2);
        if dart.index() % 2 == 1 {
            points.reverse();
        }
        points
    }

    /// Returns the curve of a dart as a polyline that is fine enough to look smooth.
    pub fn curve(&self, dart: Dart) -> Vec<Point> {
        flatten(&self.line(dart))
    }

    pub(super) fn points(&self, line: usize) -> Vec<Point> {
        let dart = Dart::new(2 * line);
        let ends = [self.map.origin(dart), self.map.target(dart)].map(|v| self.spot(v));
        let mut points = Vec::with_capacity(self.bends[line].len() + 2);
        points.push(ends[0]);
        points.extend(&self.bends[line]);
        points.push(ends[1]);
        points
    }

    /// Returns the number of spots and lines that a viewer sees. Each vertex that is not a spot belongs to a line.
    pub(super) fn seen_parts(&self) -> usize {
        let bare = self.map.vertices().filter(|v| !self.is_spot(*v)).count();
        self.map.n_vertices() + self.map.n_edges() - 2 * bare
    }

    /// Returns the sizes of the parts of the drawing.
    pub fn sizes(&self) -> Sizes {
        let tips = self.map.vertices().filter(|v| self.is_tip(*v)).count() as f64;
        let parts = self.seen_parts() as f64;
        let apart = 0.62 * (core::f64::consts::PI / (parts + tips + 2.0)).sqrt();
        let width = (0.08 * apart).clamp(0.003, 0.016);
        Sizes {
            apart,
            segment: apart * 0.5,
            stub: (apart * 0.55).min(0.2),
            width,
            spot: (0.385 * apart).clamp(0.02, 0.052),
        }
    }

    /// Returns the height of a label with the given number of characters in a disc of the given radius.
    pub fn label_height(len: usize, radius: f64) -> f64 {
        let share = match len {
            0 | 1 => 1.1,
            2 => 1.03,
            3 => 0.75,
            _ => 0.58,
        };
        radius * share
    }

    /// Reconstructs the map from the curves and compares it with the map of the drawing. Unlike
    /// [`check`](Drawing::check), this does not measure how legible the picture is.
    ///
    /// # Errors
    ///
    /// Returns the first difference between the picture and the map.
    pub fn read_back(&self) -> Result<(), Mismatch> {
        first(self.faults(flatten))
    }

    /// Reconstructs the map from the straight segments between the bends and compares it with the map of the drawing.
    /// Use this before a drawing is [settled](Drawing::settle).
    ///
    /// # Errors
    ///
    /// Returns the first difference between the picture and the map.
    pub fn check_straight(&self) -> Result<(), Mismatch> {
        first(self.faults(<[Point]>::to_vec))
    }

    /// Returns the [`faults`] of the picture with lines drawn by `curve`.
    pub(super) fn faults(&self, curve: impl Fn(&[Point]) -> Vec<Point>) -> Vec<Mismatch> {
        let curves: Vec<Vec<Point>> = (0..self.bends.len())
            .map(|line| curve(&self.points(line)))
            .collect();
        faults(&self.map, &self.spots, &curves)
    }
}

/// Adds bends until there are two, so that no two segments of a drawing have the same ends.
pub(super) fn refine(ends: [Point; 2], bends: &mut Vec<Point>) {
    while bends.len() < 2 {
        let first = bends.first().copied().unwrap_or(ends[1]);
        bends.insert(0, ends[0].midpoint(first));
    }
}

/// Returns points along a path at about equal distances, including its ends.
pub(super) fn spaced(way: &[Point], spacing: f64) -> Vec<Point> {
    let total: f64 = way.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let parts = (total / spacing).ceil().max(3.0);
    let step = total / parts;
    let mut out = vec![way[0]];
    let mut left = step;
    for pair in way.windows(2) {
        let length = pair[0].distance(pair[1]);
        let mut at = left;
        while at < length && out.len() < parts as usize {
            out.push(pair[0] + (pair[1] - pair[0]) * (at / length));
            at += step;
        }
        left = at - length;
    }
    out.push(way[way.len() - 1]);
    out
}

/// Returns the quadratic B-spline of some points, which is the same curve as `Path::spline`.
pub(super) fn spline(points: &[Point]) -> BezPath {
    let mut path = BezPath::new();
    path.move_to(points[0].to_kurbo());
    let last = points.len() - 1;
    for i in 1..last {
        let middle = points[i].midpoint(points[i + 1]);
        let to = if i + 1 == last { points[last] } else { middle };
        path.quad_to(points[i].to_kurbo(), to.to_kurbo());
    }
    if last < 2 {
        path.line_to(points[last].to_kurbo());
    }
    path
}

/// Returns the quadratic B-spline of some points as a polyline.
pub(super) fn flatten(points: &[Point]) -> Vec<Point> {
    finely(points, f64::INFINITY)
}

/// Returns the quadratic B-spline of some points as a polyline with the more parts the longer an arc is than `short`.
pub(super) fn finely(points: &[Point], short: f64) -> Vec<Point> {
    const PARTS: f64 = 4.0;
    let [first, inner @ .., last] = points else {
        return points.to_vec();
    };
    let mut curve = vec![*first];
    let mut from = *first;
    for (i, control) in inner.iter().enumerate() {
        let to = inner
            .get(i + 1)
            .map_or(*last, |next| control.midpoint(*next));
        let length = from.distance(*control) + control.distance(to);
        let parts = (PARTS * length / short).clamp(PARTS, 16.0 * PARTS).floor();
        for k in 1..parts as usize {
            let t = k as f64 / parts;
            let u = 1.0 - t;
            let back = (from - *control) * (u * u);
            curve.push(*control + back + (to - *control) * (t * t));
        }
        curve.push(to);
        from = to;
    }
    if inner.is_empty() {
        curve.push(*last);
    }
    curve
}
