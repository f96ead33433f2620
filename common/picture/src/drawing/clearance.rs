//! The clearance between the lines of a drawing.

use super::curves::{Drawing, Sizes, flatten};
use super::grid::Grid;
use super::ink::Shape;
use crate::geometry::{Point, Vec2};
use planar::{Dart, Vertex};

/// A point on a curve.
struct Sample {
    place: Point,
    line: usize,
    /// The position along the line.
    at: f64,
}

/// The length, in widths of a line, up to which a piece of a line looks like one stroke. If a piece of this length
/// forms half a circle, its ends are as far apart as lines should be.
const HAIRPIN: f64 = 4.0;
/// The same length for lines drawn by hand.
const TURN: f64 = 8.0;

impl Drawing {
    /// Returns the smallest distance between two lines, or between a line and a spot, as a fraction of the distance at
    /// which they are easy to distinguish. At that distance, there is a white gap as wide as a line. Lines are not
    /// compared close to a spot where both end.
    pub fn clearance(&self) -> f64 {
        self.clearance_up_to(10.0)
    }

    /// Returns the [clearance](Drawing::clearance), but at most `most`. The smaller `most` is, the less time this
    /// takes.
    pub(super) fn clearance_up_to(&self, most: f64) -> f64 {
        clearance(self, most, HAIRPIN)
    }

    /// Returns whether the [clearance](Drawing::clearance) is at least `enough`. The smaller `enough` is, the less time
    /// this takes. Lines may turn sharply, because they may have been drawn by hand.
    pub(super) fn is_clear(&self, enough: f64) -> bool {
        clearance(self, enough, TURN) >= enough
    }
}

/// Returns points on all lines, at most a step apart, and the lengths of the lines.
fn samples(drawing: &Drawing, step: f64) -> (Vec<Sample>, Vec<f64>) {
    let (mut samples, mut lengths) = (Vec::new(), Vec::new());
    for line in 0..drawing.map().n_edges() {
        let curve = flatten(&drawing.points(line));
        let mut at = 0.0;
        for pair in curve.windows(2) {
            let length = pair[0].distance(pair[1]);
            let parts = (length / step).ceil().max(1.0);
            for k in 0..parts as usize {
                let t = k as f64 / parts;
                samples.push(Sample {
                    place: pair[0] + (pair[1] - pair[0]) * t,
                    line,
                    at: at + length * t,
                });
            }
            at += length;
        }
        lengths.push(at);
    }
    (samples, lengths)
}

/// Returns the least distance between two points that are far from each other along the lines, as a share of what it
/// should be, but at most `most`. Two lines should be two line widths apart, and a line and a spot should leave a gap
/// of one width. Two points of one line count as far from each other if they are at least `own` line widths apart.
fn clearance(drawing: &Drawing, most: f64, own: f64) -> f64 {
    let Sizes { width, spot, .. } = drawing.sizes();
    let map = drawing.map();
    let ends = |line: usize| {
        let dart = Dart::new(2 * line);
        [map.origin(dart), map.target(dart)]
    };
    // The last line is wider.
    let scale = drawing.scale();
    let extra: Vec<f64> = (0..map.n_edges())
        .map(|line| 0.5 * (drawing.width(line) / scale - width))
        .collect();
    let (samples, lengths) = samples(drawing, width / 2.0);
    // Points that are closer than this along the lines look like one stroke.
    let joined = own * width;
    // At a spot, anything that its disc covers does not count. If many lines meet, they are close even farther out, and
    // even at equal angles.
    let share = |v: Vertex| drawing.discs.get(v.index()).unwrap_or(&1.0);
    let reaches: Vec<f64> = map
        .vertices()
        .map(|v| drawing.reach(v) * share(v))
        .collect();
    let opening = |vertex: Vertex| {
        let half_angle = core::f64::consts::PI / map.degree(vertex).max(2) as f64;
        let disc = reaches[vertex.index()] + width;
        (2.0 * disc).max(joined).max(2.2 * width / half_angle.sin())
    };
    let openings: Vec<f64> = map.vertices().map(opening).collect();
    let far_along = |p: &Sample, q: &Sample| {
        if p.line == q.line {
            let between = (p.at - q.at).abs();
            let around = lengths[p.line] - between;
            let [from, to] = ends(p.line);
            return between > joined && (from != to || around > joined);
        }
        let to_end = |s: &Sample, i: usize| if i == 0 { s.at } else { lengths[s.line] - s.at };
        let (own, other) = (ends(p.line), ends(q.line));
        let is_apart = |i: usize, j: usize| {
            own[i] != other[j] || to_end(p, i) + to_end(q, j) > openings[own[i].index()]
        };
        (0..2).all(|i| (0..2).all(|j| is_apart(i, j)))
    };
    let wanted = 2.0 * width;
    let widest = extra.iter().copied().fold(0.0, f64::max);
    let reach = (3.0 * width + spot).min(most * wanted + 2.0 * widest);
    let places: Vec<Point> = samples.iter().map(|sample| sample.place).collect();
    let grid = Grid::new(&places, reach);
    let mut least = most;
    let around = Vec2::splat(reach);
    for (number, sample) in samples.iter().enumerate() {
        grid.all_within(sample.place - around, sample.place + around, |i| {
            // Visit each pair once. Most pairs are neighbours on one line.
            let i = i as usize;
            if i <= number {
                return true;
            }
            let other = &samples[i];
            if sample.line == other.line && other.at - sample.at <= joined {
                return true;
            }
            let extra = extra[sample.line] + extra[other.line];
            let close = least * wanted + extra;
            let squared = sample.place.distance_squared(other.place);
            if squared < close * close && far_along(sample, other) {
                least = (squared.sqrt() - extra) / wanted;
            }
            true
        });
    }
    let shape = |v: Vertex| Some(drawing.shape(v)?.put(drawing.spot(v), 1.0 / scale));
    let shapes: Vec<Option<Shape>> = map.vertices().map(shape).collect();
    for (i, vertex) in map.vertices().enumerate() {
        let Some(shape) = shapes[i] else { continue };
        let place = drawing.spots[i];
        let wanted = reaches[i] + width;
        let around = Vec2::splat((3.0 * width + spot).min(most * wanted + widest));
        grid.all_within(place - around, place + around, |s| {
            let sample = &samples[s as usize];
            if !ends(sample.line).contains(&vertex) {
                let distance = sample.place.distance(place);
                let half = 0.5 * width + extra[sample.line];
                let white = shape.white(&Shape::disc(sample.place, half));
                least = least.min(distance / (distance - white + 0.5 * width));
            }
            true
        });
        for other in map.vertices().skip(i + 1) {
            if let Some(second) = shapes[other.index()] {
                let distance = drawing.spot(other).distance(place);
                let white = shape.white(&second);
                least = least.min(distance / (distance - white + 0.5 * width));
            }
        }
    }
    least
}
