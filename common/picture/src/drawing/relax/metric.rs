//! The metric in which a drawing descends.
//!
//! Moving one point of a line alone bends the line sharply, while moving the whole line costs little. So a step is
//! measured by how much it changes the course of the lines, and the steepest way down in that measure moves whole lines
//! at once: a Sobolev metric, as in section 4 of [Repulsive Curves](super::energy). With the Laplacian `L` along the
//! lines, the mass `M` of the points (the length of line that each stands for) and the distance `a` wanted between
//! lines, the matrix of the metric is `K M⁻¹ K` with `K = L + M / a²`. So only `K` is factorised, in which every point
//! has two neighbours unless it is a spot.

use core::ops::Range;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::geometry::{Point, Vec2};

/// A symmetric positive definite matrix with few entries, factorised as `L D Lᵀ` (Cholesky). Points with the fewest
/// neighbours are eliminated first, so lines become single edges between spots and the fill stays small.
#[derive(Debug, Default)]
struct Factor {
    /// For each point in the order of elimination: the point, the inverse of its pivot, and its entries.
    pivots: Vec<(u32, f64, Range<usize>)>,
    /// The neighbours of the points when they were eliminated.
    entries: Vec<(u32, f64)>,
}

impl Factor {
    /// Factorises the matrix with this diagonal and `-weight` at the two ends of each edge.
    fn new(mut diagonal: Vec<f64>, edges: impl Iterator<Item = ([u32; 2], f64)>) -> Factor {
        let mut rows: Vec<Vec<(u32, f64)>> = vec![Vec::new(); diagonal.len()];
        let add = |row: &mut Vec<(u32, f64)>, to: u32, value: f64| match row
            .iter_mut()
            .find(|(other, _)| *other == to)
        {
            Some((_, sum)) => *sum += value,
            None => row.push((to, value)),
        };
        for ([a, b], weight) in edges.filter(|([a, b], _)| a != b) {
            add(&mut rows[a as usize], b, -weight);
            add(&mut rows[b as usize], a, -weight);
        }
        let key = |rows: &[Vec<(u32, f64)>], i: u32| Reverse((rows[i as usize].len(), i));
        let mut queue: BinaryHeap<_> = (0..diagonal.len() as u32).map(|i| key(&rows, i)).collect();
        let mut factor = Factor::default();
        let mut is_done = vec![false; diagonal.len()];
        while let Some(Reverse((degree, point))) = queue.pop() {
            let i = point as usize;
            if is_done[i] || degree != rows[i].len() {
                continue;
            }
            is_done[i] = true;
            let row = core::mem::take(&mut rows[i]);
            let inverse = 1.0 / diagonal[i];
            for (n, (a, value)) in row.iter().enumerate() {
                diagonal[*a as usize] -= value * value * inverse;
                rows[*a as usize].retain(|(other, _)| *other != point);
                for (b, other) in &row[n + 1..] {
                    let fill = -value * other * inverse;
                    add(&mut rows[*a as usize], *b, fill);
                    add(&mut rows[*b as usize], *a, fill);
                }
            }
            queue.extend(row.iter().map(|(a, _)| key(&rows, *a)));
            let start = factor.entries.len();
            factor.entries.extend(row);
            factor
                .pivots
                .push((point, inverse, start..factor.entries.len()));
        }
        factor
    }

    /// Replaces the right side of a system of equations by its solution.
    fn solve(&self, right: &mut [Vec2]) {
        for (point, inverse, entries) in &self.pivots {
            let own = right[*point as usize] * *inverse;
            for (other, value) in &self.entries[entries.clone()] {
                right[*other as usize] -= own * *value;
            }
        }
        for (point, inverse, entries) in self.pivots.iter().rev() {
            let mut own = right[*point as usize];
            for (other, value) in &self.entries[entries.clone()] {
                own -= right[*other as usize] * *value;
            }
            right[*point as usize] = own * *inverse;
        }
    }
}

/// The metric of a drawing at some moment.
#[derive(Debug)]
pub(super) struct Metric {
    factor: Factor,
    masses: Vec<f64>,
}

impl Metric {
    /// Returns the metric for points that are joined by these segments. `reach` is how far along a line a step is felt.
    /// No segment counts as shorter than `shortest`.
    pub(super) fn new(
        places: &[Point],
        segments: &[[u32; 2]],
        reach: f64,
        shortest: f64,
    ) -> Metric {
        let length = |[a, b]: [u32; 2]| {
            let length = places[a as usize].distance(places[b as usize]);
            if length > shortest { length } else { shortest }
        };
        // A spot without lines has the mass of a short one.
        let mut masses = vec![shortest; places.len()];
        let mut sums = vec![0.0; places.len()];
        for segment in segments {
            let length = length(*segment);
            for end in segment {
                masses[*end as usize] += 0.5 * length;
                sums[*end as usize] += 1.0 / length;
            }
        }
        let each = masses.iter().zip(&sums);
        let diagonal = each.map(|(mass, sum)| sum + mass / (reach * reach));
        let diagonal = diagonal.collect();
        let edges = segments.iter().map(|s| (*s, 1.0 / length(*s)));
        Metric {
            factor: Factor::new(diagonal, edges),
            masses,
        }
    }

    /// Turns a gradient into the steepest way up.
    pub(super) fn raise(&self, slope: &mut [Vec2]) {
        self.factor.solve(slope);
        for (way, mass) in slope.iter_mut().zip(&self.masses) {
            *way = *way * *mass;
        }
        self.factor.solve(slope);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_factorised_matrix_solves_what_it_multiplies() {
        // Two triangles with a common corner, a path, and a point alone.
        let edges = [
            [0, 1],
            [1, 2],
            [2, 0],
            [2, 3],
            [3, 4],
            [4, 2],
            [4, 5],
            [5, 6],
        ];
        let weights: Vec<f64> = (0..edges.len()).map(|i| 0.5 + i as f64).collect();
        let mut diagonal = vec![0.3; 8];
        for (edge, weight) in edges.iter().zip(&weights) {
            for end in edge {
                diagonal[*end as usize] += weight;
            }
        }
        let wanted: Vec<Vec2> = (0..8)
            .map(|i| Vec2::new(f64::from(i), 1.0 - f64::from(i * i)))
            .collect();
        let mut right: Vec<Vec2> = wanted.iter().zip(&diagonal).map(|(x, d)| *x * *d).collect();
        for ([a, b], weight) in edges.iter().zip(&weights) {
            right[*a as usize] -= wanted[*b as usize] * *weight;
            right[*b as usize] -= wanted[*a as usize] * *weight;
        }
        Factor::new(diagonal, edges.into_iter().zip(weights)).solve(&mut right);
        for (found, wanted) in right.iter().zip(&wanted) {
            assert!((*found - *wanted).hypot() < 1e-9, "{found:?} {wanted:?}");
        }
    }
}
