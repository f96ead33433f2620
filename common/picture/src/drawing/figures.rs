//! Figures that measure how legible a drawing is.

use core::fmt;

use super::check::{area, polygon};
use super::{Drawing, PAGE, clearance};
use crate::geometry::Point;
use planar::{Dart, Face, Map, Vertex};

/// How legible a drawing is. Lengths are in units of the page, which is [`PAGE`] wide and high.
///
/// Returned by [`Drawing::figures`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Figures {
    /// How many pairs of a disc and another disc, or of a disc and a line that does not end there, overlap.
    pub overlaps: usize,
    /// How many faces show less white than a circle of [`Figures::WHITE`] units radius.
    pub hidden_faces: usize,
    /// The radius of the largest white circle in the face where that is smallest.
    pub white: f64,
    /// The least distance between lines, apart from where they come together at a spot.
    pub gap: f64,
    /// The least angle between two lines at a spot, in degrees, seen at the rim of its disc; 360 if no spot has two.
    pub angle: f64,
    /// The least radius of curvature of a line.
    pub bend: f64,
    /// The area of the largest face over that of the smallest. The outer face does not count.
    pub ratio: f64,
    /// The height of the digits in the discs.
    pub digits: f64,
}

impl Figures {
    /// The radius of the white circle that each face must have room for.
    pub const WHITE: f64 = 2.0;
    /// The distance that lines must have.
    pub const GAP: f64 = 1.8;

    /// Returns whether the drawing is accepted: nothing overlaps, every face shows white, and lines are apart.
    pub fn is_legible(&self) -> bool {
        self.overlaps == 0 && self.hidden_faces == 0 && self.gap >= Figures::GAP
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} overlaps, {} hidden faces, white {:.1}, gap {:.1}, angle {:.0}°, bend {:.1}, faces 1:{:.0}, \
             digits {:.1}",
            self.overlaps,
            self.hidden_faces,
            self.white,
            self.gap,
            self.angle,
            self.bend,
            self.ratio,
            self.digits,
        )
    }
}

/// A disc on the page: what it is at, its middle and its radius.
type Disc = (Vertex, Point, f64);

/// Measures a drawing.
pub(super) fn figures(drawing: &Drawing) -> Figures {
    let map = drawing.map();
    let sizes = drawing.page_sizes();
    let on_page = |places: Vec<Point>| -> Vec<Point> {
        places
            .into_iter()
            .map(|place| drawing.on_page(place))
            .collect()
    };
    let curves: Vec<Vec<Point>> = (0..map.n_edges())
        .map(|line| on_page(drawing.curve(Dart::new(2 * line))))
        .collect();
    // Where there are stubs, their labels are the discs, and spots are only where lines meet.
    let tags = drawing.tags();
    let radius = sizes.spot;
    let spots: Vec<Disc> = map
        .vertices()
        .filter(|v| drawing.is_spot(*v))
        .map(|v| (v, drawing.on_page(drawing.spot(v)), radius))
        .collect();
    let is_dotted = map.vertices().any(|v| !drawing.is_spot(v));
    let discs = if is_dotted { &tags } else { &spots };
    let raster = Raster::new(map, &curves, discs, sizes.width);
    let white = raster.white(map);
    let areas = inner_areas(map, &curves);
    let least = areas.iter().copied().fold(f64::INFINITY, f64::min);
    let most = areas.iter().copied().fold(0.0, f64::max);
    Figures {
        overlaps: overlaps(map, &curves, discs, sizes.width),
        hidden_faces: white.iter().filter(|r| **r < Figures::WHITE).count(),
        white: white.iter().copied().fold(f64::INFINITY, f64::min),
        gap: clearance::clearance(drawing) * 2.0 * sizes.width,
        angle: angle(map, &curves, &spots, radius),
        bend: bend(&curves),
        ratio: if areas.is_empty() {
            1.0
        } else {
            most / least.max(1e-9)
        },
        digits: match tags.iter().map(|(_, _, radius)| *radius).reduce(f64::min) {
            Some(radius) => radius * 0.93,
            None => drawing.digits(),
        },
    }
}

fn overlaps(map: &Map, curves: &[Vec<Point>], discs: &[Disc], width: f64) -> usize {
    let mut count = 0;
    for (i, (vertex, place, radius)) in discs.iter().enumerate() {
        count += discs[i + 1..]
            .iter()
            .filter(|(_, other, reach)| other.distance(*place) < radius + reach)
            .count();
        for (line, curve) in curves.iter().enumerate() {
            let dart = Dart::new(2 * line);
            if [map.origin(dart), map.target(dart)].contains(vertex) {
                continue;
            }
            let near = |pair: &[Point]| {
                super::relax::distance(*place, pair[0], pair[1]) < radius + width / 2.0
            };
            count += usize::from(curve.windows(2).any(near));
        }
    }
    count
}

/// The least angle between neighbouring lines at a spot, in degrees, as seen a little outside its disc.
fn angle(map: &Map, curves: &[Vec<Point>], discs: &[Disc], radius: f64) -> f64 {
    let mut least: f64 = 360.0;
    for (vertex, place, _) in discs {
        let heading = |dart: Dart| {
            let curve = &curves[dart.index() / 2];
            let out = |point: &&Point| point.distance(*place) > 1.3 * radius;
            let far = if dart.index().is_multiple_of(2) {
                curve.iter().find(out).or(curve.get(curve.len() / 2))
            } else {
                curve.iter().rev().find(out).or(curve.get(curve.len() / 2))
            };
            let way = *far.unwrap_or(place) - *place;
            way.y.atan2(way.x)
        };
        let mut headings: Vec<f64> = map.darts_at(*vertex).map(heading).collect();
        if headings.len() < 2 {
            continue;
        }
        headings.sort_by(f64::total_cmp);
        for (i, from) in headings.iter().enumerate() {
            let to = headings[(i + 1) % headings.len()];
            let mut turn = (to - from).rem_euclid(core::f64::consts::TAU);
            if i + 1 == headings.len() && turn == 0.0 {
                turn = core::f64::consts::TAU;
            }
            least = least.min(turn.to_degrees());
        }
    }
    least
}

/// The least radius of curvature: that of circles through points some way apart on a line.
fn bend(curves: &[Vec<Point>]) -> f64 {
    const STEP: f64 = 1.5;
    let mut least = f64::INFINITY;
    for curve in curves {
        let mut points = vec![curve[0]];
        for point in curve {
            if points[points.len() - 1].distance(*point) >= STEP {
                points.push(*point);
            }
        }
        for at in points.windows(3) {
            let (a, b, c) = (at[0], at[1], at[2]);
            let doubled = (b - a).cross(c - a).abs();
            if doubled > 1e-9 {
                let around = a.distance(b) * b.distance(c) * c.distance(a) / (2.0 * doubled);
                least = least.min(around);
            }
        }
    }
    least.min(PAGE)
}

/// The areas of all faces but the outer one.
fn inner_areas(map: &Map, curves: &[Vec<Point>]) -> Vec<f64> {
    let mut areas: Vec<f64> = vec![0.0; map.n_faces()];
    for boundary in map.boundaries() {
        areas[map.face(boundary).index()] += area(&polygon(map, curves, boundary)) / 2.0;
    }
    // With `y` downwards, the walk around an inner face has a positive area, and those within it a negative one.
    areas.into_iter().filter(|area| *area > 0.0).collect()
}

/// A picture in small squares: to which face each belongs, and how far it is from the next line or disc.
struct Raster {
    faces: Vec<Option<Face>>,
    squared: Vec<f64>,
}

/// Squares to a side, and to a unit of the page.
const SIDE: usize = 400;
const FINE: f64 = SIDE as f64 / PAGE;

/// From the page to squares.
fn fine(place: Point) -> Point {
    (place.to_vec2() * FINE).to_point()
}

impl Raster {
    fn new(map: &Map, curves: &[Vec<Point>], discs: &[Disc], width: f64) -> Raster {
        // What is in no inner face is in the outer one.
        let mut faces = vec![None; SIDE * SIDE];
        let mut crossings: Vec<Vec<f64>> = vec![Vec::new(); SIDE];
        for face in map.faces() {
            let mut sum = 0.0;
            for boundary in map.boundaries_of(face) {
                let points = polygon(map, curves, boundary);
                sum += area(&points) / 2.0;
                let next = points.iter().skip(1).chain(points.first());
                for (a, b) in points.iter().zip(next) {
                    let (a, b) = (fine(*a), fine(*b));
                    let (low, high) = (a.y.min(b.y), a.y.max(b.y));
                    let first = (low - 0.5).ceil().max(0.0) as usize;
                    let mut row = first;
                    while row < SIDE && row as f64 + 0.5 < high {
                        let t = (row as f64 + 0.5 - a.y) / (b.y - a.y);
                        crossings[row].push(a.x + (b.x - a.x) * t);
                        row += 1;
                    }
                }
            }
            for (row, xs) in crossings.iter_mut().enumerate() {
                xs.sort_by(f64::total_cmp);
                if sum > 0.0 {
                    for pair in xs.chunks_exact(2) {
                        let from = (pair[0] - 0.5).ceil().max(0.0) as usize;
                        let to = ((pair[1] - 0.5).ceil().max(0.0) as usize).min(SIDE);
                        for column in from..to {
                            faces[row * SIDE + column] = Some(face);
                        }
                    }
                }
                xs.clear();
            }
        }
        let squared = distances(curves, discs, width);
        Raster { faces, squared }
    }

    /// The radius of the largest white circle in each face.
    fn white(&self, map: &Map) -> Vec<f64> {
        let mut most = vec![0.0f64; map.n_faces()];
        let mut outer = 0.0f64;
        for (face, squared) in self.faces.iter().zip(&self.squared) {
            let most = face.map_or(&mut outer, |face: Face| &mut most[face.index()]);
            *most = most.max(*squared);
        }
        // The outer face has the rest of the page.
        let mut white: Vec<f64> = most.into_iter().map(|s| s.sqrt() / FINE).collect();
        let mut seen = vec![false; map.n_faces()];
        for face in self.faces.iter().flatten() {
            seen[face.index()] = true;
        }
        if let [only] = (0..seen.len()).filter(|i| !seen[*i]).collect::<Vec<_>>()[..] {
            white[only] = outer.sqrt() / FINE;
        }
        white
    }
}

/// The squared distance of each square from the nearest ink, in squares, by P. Felzenszwalb and D. Huttenlocher,
/// *Distance Transforms of Sampled Functions* (2012).
fn distances(curves: &[Vec<Point>], discs: &[Disc], width: f64) -> Vec<f64> {
    const FAR: f64 = 1e9;
    let mut field = vec![FAR; SIDE * SIDE];
    let mut blacken = |centre: Point, reach: f64| {
        let (centre, reach) = (fine(centre), reach * FINE);
        let from = |x: f64| (x - reach - 0.5).ceil().clamp(0.0, SIDE as f64) as usize;
        let to = |x: f64| (x + reach + 0.5).floor().clamp(0.0, SIDE as f64) as usize;
        for y in from(centre.y)..to(centre.y) {
            for x in from(centre.x)..to(centre.x) {
                let square = Point::new(x as f64 + 0.5, y as f64 + 0.5);
                if square.distance(centre) <= reach {
                    field[y * SIDE + x] = 0.0;
                }
            }
        }
    };
    for curve in curves {
        for pair in curve.windows(2) {
            let steps = (pair[0].distance(pair[1]) * FINE).ceil().max(1.0) as usize;
            for i in 0..steps {
                let t = i as f64 / steps as f64;
                blacken(
                    pair[0] + (pair[1] - pair[0]) * t,
                    (width / 2.0).max(0.8 / FINE),
                );
            }
        }
    }
    for (_, place, radius) in discs {
        blacken(*place, *radius);
    }
    let mut line = vec![0.0; SIDE];
    for row in field.chunks_mut(SIDE) {
        transform(row, &mut line);
        row.copy_from_slice(&line);
    }
    let mut column = vec![0.0; SIDE];
    for x in 0..SIDE {
        for y in 0..SIDE {
            column[y] = field[y * SIDE + x];
        }
        transform(&column, &mut line);
        for y in 0..SIDE {
            field[y * SIDE + x] = line[y];
        }
    }
    field
}

/// The lower envelope of parabolas, one above each square.
fn transform(values: &[f64], out: &mut [f64]) {
    let n = values.len();
    let mut at = vec![0usize; n];
    let mut bounds = vec![0.0; n + 1];
    let mut k = 0;
    (bounds[0], bounds[1]) = (f64::NEG_INFINITY, f64::INFINITY);
    for q in 1..n {
        loop {
            let p = at[k];
            let (fq, fp) = (q as f64, p as f64);
            let meet = ((values[q] + fq * fq) - (values[p] + fp * fp)) / (2.0 * (fq - fp));
            if meet <= bounds[k] {
                k -= 1;
                continue;
            }
            k += 1;
            at[k] = q;
            (bounds[k], bounds[k + 1]) = (meet, f64::INFINITY);
            break;
        }
    }
    k = 0;
    for (q, out) in out.iter_mut().enumerate() {
        while bounds[k + 1] < q as f64 {
            k += 1;
        }
        let p = at[k];
        let far = q as f64 - p as f64;
        *out = far * far + values[p];
    }
}
