//! A picture as a raster of small squares, to find white space.

use common::sorting;

use super::check::{area, polygon};
use super::page::PAGE;
use crate::geometry::Point;
use planar::{Face, Map, Vertex};

/// A disc on the page: its vertex, its middle and its radius.
pub(super) type Disc = (Vertex, Point, f64);

/// A picture as a raster of small squares, each with its face and its distance from the nearest line or disc.
pub(super) struct Raster {
    faces: Vec<Option<Face>>,
    squared: Vec<f64>,
}

/// The width and height of the page in squares, each of which is one unit wide.
const SIDE: usize = PAGE as usize;

impl Raster {
    pub(super) fn new(map: &Map, curves: &[Vec<Point>], discs: &[Disc], width: f64) -> Raster {
        // Every square that is in no inner face is in the outer face.
        let mut faces = vec![None; SIDE * SIDE];
        let mut crossings: Vec<Vec<f64>> = vec![Vec::new(); SIDE];
        for face in map.faces() {
            let mut sum = 0.0;
            for boundary in map.boundaries_of(face) {
                let points = polygon(map, curves, boundary);
                sum += area(&points);
                let next = points.iter().skip(1).chain(points.first());
                for (a, b) in points.iter().zip(next) {
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
                sorting::sort_hot_by(xs, f64::total_cmp);
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

    /// Returns the radius of the largest white circle in each face.
    pub(super) fn white(&self, map: &Map) -> Vec<f64> {
        let mut most = vec![0.0f64; map.n_faces()];
        let mut outer = 0.0f64;
        for (face, squared) in self.faces.iter().zip(&self.squared) {
            let most = face.map_or(&mut outer, |face: Face| &mut most[face.index()]);
            *most = most.max(*squared);
        }
        // The outer face has the rest of the page.
        let mut white: Vec<f64> = most.into_iter().map(f64::sqrt).collect();
        let mut seen = vec![false; map.n_faces()];
        for face in self.faces.iter().flatten() {
            seen[face.index()] = true;
        }
        if let [only] = (0..seen.len()).filter(|i| !seen[*i]).collect::<Vec<_>>()[..] {
            white[only] = outer.sqrt();
        }
        white
    }
}

/// Returns the squared distance of each square from the nearest ink, in squares (P. Felzenszwalb and D. Huttenlocher,
/// *Distance Transforms of Sampled Functions*, 2012).
fn distances(curves: &[Vec<Point>], discs: &[Disc], width: f64) -> Vec<f64> {
    const FAR: f64 = 1e9;
    let mut field = vec![FAR; SIDE * SIDE];
    let mut blacken = |centre: Point, reach: f64| {
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
            let steps = pair[0].distance(pair[1]).ceil().max(1.0) as usize;
            for i in 0..steps {
                let t = i as f64 / steps as f64;
                blacken(pair[0] + (pair[1] - pair[0]) * t, (width / 2.0).max(0.8));
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
