//! Fitting, which makes every line as fair as the white space around it allows.
//!
//! Springs alone straighten a line but bend it sharply where it must turn. A line looks better if the bending is spread
//! evenly, so that loops are round and lines pass through spots without a kink. So the points of each line move to the
//! `q` that minimise
//!
//! ```text
//!   Σ w[i] |q[i] − p[i]|² + stiffness · Σ |q[i−1] − 2 q[i] + q[i+1]|²
//! ```
//!
//! where `p` are the points before (D. Mumford, *Elastica and computer vision*, 1994, on curves of least bending). At a
//! spot the sum continues as if the line came straight through it in its target direction: the lines and free arms of
//! a spot should leave at equal angles.
//!
//! The error is bounded: no point moves by more than half of the white space between it and the nearest thing. If a
//! point would move farther, its weight `w` grows until it does not. All lines move at once, so by the half-clearance
//! rule nothing crosses, and things that did not touch before do not touch afterwards.

use core::f64::consts::TAU;

use super::{LOOP, Line, Near, Net, SHARE};
use crate::drawing::curves::{flatten, spaced};
use crate::drawing::ink::squared_distance;
use crate::geometry::{Point, Vec2, Way};

/// The distance along a line over which a bend has an effect, in distances wanted between lines.
const STIFFNESS: f64 = 0.8;
/// The distance between the points, in distances wanted between lines.
const SPACING: f64 = 0.2;
/// The number of times that all lines are fitted. Each time, the white space is divided again.
const ROUNDS: usize = 5;
/// The white space that lines leave if there is enough, as a share of the distance within which they repel each other.
const COMFORT: f64 = 0.15;
/// The number of times that the weights of a line are corrected.
const TRIES: usize = 12;

impl Net {
    /// Makes all lines fair. Nothing moves inside the discs in `held`, given by their middles and radii.
    pub(super) fn fit(&mut self, held: &[(Point, f64)]) {
        self.space();
        for _ in 0..ROUNDS {
            self.link();
            self.list_near();
            // A picture is read back after the last fit, so the next points of the same line are no obstacles there.
            let mut near = core::mem::take(&mut self.near);
            near.retain(|near| !self.is_next(near));
            self.near = near;
            self.fit_once(STIFFNESS, held);
        }
        self.straighten_arms();
    }

    /// Fits all lines once. The list of neighbours may be [`STEPS_PER_LIST`](super::STEPS_PER_LIST) steps old, because
    /// what it lacks is then still farther away than two points can move.
    pub(super) fn fit_once(&mut self, stiffness: f64, held: &[(Point, f64)]) {
        let mut free = self.free();
        for (free, place) in free.iter_mut().zip(&self.places) {
            let mut held = held.iter();
            if held.any(|(middle, radius)| middle.distance(*place) <= radius * 1.0001) {
                *free = 0.0;
            }
        }
        let headings = self.headings();
        let mut goals = self.places.clone();
        let mut band = Band::default();
        for (line, headings) in headings.iter().enumerate() {
            // A small loop bends least when it has no size at all.
            let own = &self.lines[line];
            let is_small = own.from == own.to && own.length < LOOP * self.sizes.apart;
            if !own.is_stub && !is_small && own.len() > 1 {
                self.fit_line(line, stiffness, *headings, &free, &mut band, &mut goals);
            }
        }
        self.places = goals;
    }

    /// Puts the points of each free arm on the straight line to its end.
    fn straighten_arms(&mut self) {
        for line in self.lines.iter().filter(|line| line.is_stub) {
            let [from, to] = [self.place(line.from), self.place(line.to)];
            for i in 1..=line.len() {
                let share = f64::from(i) / f64::from(line.len() + 1);
                self.places[line.point(i) as usize] = from.lerp(to, share);
            }
        }
    }

    /// Places points on the curves at equal distances.
    fn space(&mut self) {
        let spacing = SPACING * self.sizes.apart;
        let mut places: Vec<Point> = self.places[..self.n_spots].to_vec();
        for line in 0..self.lines.len() {
            let own = &self.lines[line];
            let points = self.points(own);
            let points = if own.is_stub {
                points
            } else {
                spaced(&flatten(&points), spacing)
            };
            let first = places.len() as u32;
            places.extend(&points[1..points.len() - 1]);
            let line = &mut self.lines[line];
            (line.first, line.end) = (first, places.len() as u32);
        }
        self.places = places;
    }

    /// Returns whether a point and a segment follow each other along a line, rather than across a bend of it.
    fn is_next(&self, near: &Near) -> bool {
        let [q, a, b] = [near.point, near.a, near.b].map(|i| self.place(i));
        let reach = f64::from(near.reach);
        near.is_own && squared_distance(q, a, b).0 > reach * reach
    }

    /// Returns how far each point may move: half of the white space around it, and less than half of its clearance.
    fn free(&self) -> Vec<f64> {
        let mut free = vec![SHARE * self.sizes.apart; self.places.len()];
        for near in &self.near {
            let [q, a, b] = [near.point, near.a, near.b].map(|i| i as usize);
            let distance = squared_distance(self.places[q], self.places[a], self.places[b])
                .0
                .sqrt();
            let white = distance - f64::from(near.ink);
            let comfort = COMFORT * f64::from(near.reach);
            // The next points of the same line need no white between them.
            let most = if near.ink > 0.0 && !self.is_next(near) {
                (0.5 * (white - comfort))
                    .max(0.05 * white)
                    .max(0.005 * distance)
            } else {
                distance
            };
            for i in [q, a, b] {
                free[i] = free[i].min(most).min(SHARE * distance);
            }
        }
        free
    }

    /// Returns, for both ends of each line, the direction in which it should leave the spot; zero if any direction is
    /// good.
    fn headings(&self) -> Vec<[Vec2; 2]> {
        let mut headings = vec![[Vec2::ZERO; 2]; self.lines.len()];
        for spot in 0..self.n_spots {
            let fan = &self.fans[spot];
            if fan.len() < 2 {
                continue;
            }
            let part = TAU / fan.len() as f64;
            // The angle of the first line, as the average over all lines.
            let mut mean = Vec2::ZERO;
            for (i, (line, starts)) in fan.iter().enumerate() {
                let line = &self.lines[*line as usize];
                let way = (self.ray(line, *starts) - self.places[spot]).unit();
                // Free arms follow the lines.
                let weight = if line.is_stub { 0.2 } else { 1.0 };
                mean += Vec2::from_angle(-part * i as f64).rotate_scale(way) * weight;
            }
            let mean = mean.unit();
            for (i, (line, starts)) in fan.iter().enumerate() {
                headings[*line as usize][usize::from(!starts)] =
                    Vec2::from_angle(part * i as f64).rotate_scale(mean);
            }
        }
        headings
    }

    /// Returns the point that marks the direction of a line at its spot.
    fn ray(&self, line: &Line, starts: bool) -> Point {
        let last = line.len() + 1;
        let far = if line.is_stub { last } else { 3.min(last) };
        self.place(line.point(if starts { far } else { last - far }))
    }

    /// Moves the bends of a line so that it bends as little as possible.
    fn fit_line(
        &self,
        line: usize,
        stiffness: f64,
        headings: [Vec2; 2],
        free: &[f64],
        band: &mut Band,
        goals: &mut [Point],
    ) {
        let line = &self.lines[line];
        let n = line.len() as usize;
        let spacing = line.length / (n + 1) as f64;
        let stiffness = (stiffness * self.sizes.apart / spacing).powi(4);
        let points = self.points(line);
        let bends = line.first as usize..line.end as usize;
        let free = &free[bends.clone()];
        // A point that must not move has so large a weight that rounding hides its movement.
        let weight = |free: &f64| if *free > 0.0 { 1.0 } else { 1e9 * stiffness };
        let mut weights: Vec<f64> = free.iter().map(weight).collect();
        let mut worst: f64 = 0.0;
        for _ in 0..TRIES {
            band.reset(&points[1..=n], &weights);
            band.bend(points[0], points[n + 1], stiffness);
            for (starts, end, heading) in [
                (true, points[0], headings[0]),
                (false, points[n + 1], headings[1]),
            ] {
                if heading != Vec2::ZERO {
                    let at = if starts { 0 } else { n - 1 };
                    band.hold(at, end + heading * spacing, stiffness);
                }
            }
            band.solve();
            worst = 1.0;
            for (i, goal) in band.goals.iter().enumerate() {
                let over = goal.to_point().distance(points[i + 1]) / free[i];
                if free[i] > 0.0 && over > 1.0 {
                    weights[i] *= 1.2 * over * over;
                    worst = worst.max(over);
                }
            }
            if worst <= 1.0 {
                break;
            }
        }
        for (goal, (at, own)) in goals[bends]
            .iter_mut()
            .zip(points[1..=n].iter().zip(&band.goals))
        {
            *goal = at.lerp(own.to_point(), 1.0 / worst);
        }
    }
}

/// The equations for the points of one line: a symmetric pentadiagonal matrix, and the right-hand side, which becomes
/// the solution.
#[derive(Default)]
struct Band {
    rows: Vec<[f64; 3]>,
    goals: Vec<Vec2>,
}

impl Band {
    /// Resets the equations to "every point stays where it is".
    fn reset(&mut self, points: &[Point], weights: &[f64]) {
        self.rows.clear();
        self.rows
            .extend(weights.iter().map(|weight| [*weight, 0.0, 0.0]));
        self.goals.clear();
        self.goals.extend(
            points
                .iter()
                .zip(weights)
                .map(|(point, weight)| point.to_vec2() * *weight),
        );
    }

    /// Adds the bending at all points of a line between two fixed ends.
    fn bend(&mut self, from: Point, to: Point, stiffness: f64) {
        let last = self.rows.len() - 1;
        for (i, row) in self.rows.iter_mut().enumerate() {
            let beside = f64::from(u8::from(i > 0) + u8::from(i < last));
            row[0] += stiffness * (4.0 + beside);
            (row[1], row[2]) = (-4.0 * stiffness, stiffness);
        }
        for (end, first, second) in [(from, 0, 1), (to, last, last.wrapping_sub(1))] {
            self.goals[first] += end.to_vec2() * (2.0 * stiffness);
            if let Some(goal) = self.goals.get_mut(second) {
                *goal -= end.to_vec2() * stiffness;
            }
        }
    }

    /// Pulls a point, counted from 0, towards a place.
    fn hold(&mut self, point: usize, place: Point, weight: f64) {
        self.rows[point][0] += weight;
        self.goals[point] += place.to_vec2() * weight;
    }

    /// Solves by Cholesky's method, without square roots; the matrix is positive definite.
    fn solve(&mut self) {
        let n = self.rows.len();
        for i in 0..n {
            let [pivot, one, two] = self.rows[i];
            if i + 1 < n {
                let factor = one / pivot;
                self.rows[i + 1][0] -= factor * one;
                self.rows[i + 1][1] -= factor * two;
                self.goals[i + 1] = self.goals[i + 1] - self.goals[i] * factor;
            }
            if i + 2 < n {
                let factor = two / pivot;
                self.rows[i + 2][0] -= factor * two;
                self.goals[i + 2] = self.goals[i + 2] - self.goals[i] * factor;
            }
        }
        for i in (0..n).rev() {
            let [pivot, one, two] = self.rows[i];
            let mut goal = self.goals[i];
            if i + 1 < n {
                goal -= self.goals[i + 1] * one;
            }
            if i + 2 < n {
                goal -= self.goals[i + 2] * two;
            }
            self.goals[i] = goal / pivot;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STIFF: f64 = 20.0;

    #[test]
    fn the_equations_are_solved() {
        // Evenly spaced points on a straight line do not move.
        let at = |i: u32| Point::new(f64::from(i), 2.0 * f64::from(i));
        let bends: Vec<Point> = (1..=5).map(at).collect();
        let mut band = Band::default();
        let solve = |band: &mut Band, bends: &[Point]| {
            band.reset(bends, &[1.0; 5]);
            band.bend(at(0), at(6), STIFF);
            band.solve();
        };
        solve(&mut band, &bends);
        for (goal, bend) in band.goals.iter().zip(&bends) {
            assert!(goal.to_point().distance(*bend) < 1e-12);
        }
        // A point off the line drags the others along, and moves most itself.
        let mut bent = bends.clone();
        bent[2] += Vec2::new(1.0, 0.0);
        solve(&mut band, &bent);
        let moved: Vec<f64> = band
            .goals
            .iter()
            .zip(&bends)
            .map(|(p, q)| p.to_point().distance(*q))
            .collect();
        assert!(moved[2] < 0.5 && moved[1] > 0.01, "{moved:?}");
        // The least energy: no small change of any bend lowers it.
        let energy = |goals: &[Vec2]| {
            let all: Vec<Vec2> = [at(0).to_vec2()]
                .into_iter()
                .chain(goals.iter().copied())
                .chain([at(6).to_vec2()])
                .collect();
            let stay: f64 = goals
                .iter()
                .zip(&bent)
                .map(|(p, q)| (p.to_point() - *q).hypot2())
                .sum();
            let bending = all
                .windows(3)
                .map(|w| w[0] - w[1] * 2.0 + w[2])
                .map(|b| b.dot(b));
            stay + STIFF * bending.sum::<f64>()
        };
        let least = energy(&band.goals);
        for i in 0..5 {
            for step in [Vec2::new(1e-3, 0.0), Vec2::new(0.0, -1e-3)] {
                let mut other = band.goals.clone();
                other[i] += step;
                assert!(energy(&other) > least);
            }
        }
    }
}
