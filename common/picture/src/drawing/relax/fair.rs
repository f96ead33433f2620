//! Fairing: the last steps of a relaxation, which make lines as round as the room allows.
//!
//! Springs straighten a line and bend it sharply where it must turn. The opposite looks better: little bending
//! anywhere, so that loops are round and a line passes through a spot without a kink. So each step moves the bends of a
//! line towards the points `q` that minimise
//!
//! ```text
//!   Σ |q[i] − p[i]|² + STIFFNESS · Σ |q[i−1] − 2 q[i] + q[i+1]|²
//! ```
//!
//! where `p` are the current bends. At a spot, the sum continues as if the line came straight through the spot in its
//! target direction: the lines and free arms of a spot should leave at equal angles. (D. Mumford, *Elastica and
//! computer vision*, 1994, on curves of least bending.) This is a small pentadiagonal system of equations, so a change
//! spreads along the whole line in one step.
//!
//! These forces work like the others: the half-clearance rule limits how far they move a point.

use core::f64::consts::TAU;

use super::{LOOP, Line, Net, first_point};
use crate::geometry::{Point, Vec2, Way};

/// The stiffness of lines: a bend affects the bends around it up to the fourth root of this away.
const STIFFNESS: f64 = 20.0;
/// The share of the distance to the fairest place that a bend moves in one step.
const RATE: f64 = 0.35;

impl Net {
    /// Pushes bends, spots and free arms to where the lines are fair.
    pub(super) fn fair(&mut self) {
        let headings = self.headings();
        let mut band = Band::default();
        for (line, headings) in headings.iter().enumerate() {
            // A small loop bends least when it has no size at all.
            let own = &self.lines[line];
            let is_small = own.from == own.to && own.length < LOOP * self.sizes.apart;
            if !own.is_stub && !is_small {
                self.unbend(line, *headings, &mut band);
            }
        }
        for spot in 0..self.n_spots {
            if !self.tips[spot] && !self.fans[spot].is_empty() {
                self.centre(spot, &headings);
            }
        }
    }

    /// Returns for both ends of each line the direction in which it should leave the spot; zero if any will do.
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
                mean += rotated(way, -part * i as f64) * weight;
            }
            let mean = mean.unit();
            for (i, (line, starts)) in fan.iter().enumerate() {
                headings[*line as usize][usize::from(!starts)] = rotated(mean, part * i as f64);
            }
        }
        headings
    }

    /// Returns the point that marks the direction of a line at its spot.
    fn ray(&self, line: &Line, starts: bool) -> Point {
        let far = if line.is_stub { line.len() + 1 } else { 1 };
        let i = if starts { far } else { line.len() + 1 - far };
        self.place(line.point(i))
    }

    /// Pushes the bends of a line to where the line bends least.
    fn unbend(&mut self, line: usize, headings: [Vec2; 2], band: &mut Band) {
        let line = &self.lines[line];
        let n = line.len() as usize;
        let spacing = line.length / (n + 1) as f64;
        let points: Vec<Point> = (0..=line.len() + 1)
            .map(|i| self.place(line.point(i)))
            .collect();
        band.reset(&points[1..=n]);
        for i in 1..=n {
            band.bend(i, points[0], points[n + 1]);
        }
        for (at, end, heading) in [
            (0, points[0], headings[0]),
            (n - 1, points[n + 1], headings[1]),
        ] {
            if heading != Vec2::ZERO {
                band.hold(at, end + heading * spacing);
            }
        }
        band.solve();
        let first = line.first as usize;
        for (i, goal) in band.goals.iter().enumerate() {
            let push = (goal.to_point() - self.places[first + i]) * RATE;
            self.push[first + i] += push;
        }
    }

    /// Pushes a spot to where its lines lead, and turns its free arms.
    fn centre(&mut self, spot: usize, headings: &[[Vec2; 2]]) {
        let place = self.places[spot];
        // The directions of the lines, as seen from the spot.
        let (mut sum, mut count) = (Vec2::ZERO, 0.0);
        for (number, starts) in &self.fans[spot] {
            let line = &self.lines[*number as usize];
            let heading = headings[*number as usize][usize::from(!starts)];
            if line.is_stub {
                let tip = if *starts { line.to } else { line.from } as usize;
                let length = self.places[tip].distance(place);
                for point in (line.first as usize..line.end as usize).chain([tip]) {
                    let share = self.places[point].distance(place);
                    let goal = place + heading * share.min(length);
                    self.push[point] += (goal - self.places[point]) * RATE;
                }
                continue;
            }
            let second = line.point(if *starts { 2 } else { line.len() - 1 });
            let first = self.place(first_point(line, *starts));
            let straight = (first - place) + (first - self.place(second));
            sum += straight;
            count += 1.0;
            if heading == Vec2::ZERO {
                // A loose end continues straight and keeps its length.
                let way = (first - place).unit();
                sum -= way * straight.dot(way);
            } else {
                sum += (first - place) - heading * first.distance(place);
                count += 1.0;
            }
        }
        if count > 0.0 {
            self.push[spot] += sum / count * RATE;
        }
    }
}

/// Turns a vector counter-clockwise.
fn rotated(way: Vec2, angle: f64) -> Vec2 {
    way * angle.cos() + way.turn_90() * angle.sin()
}

/// The equations for the bends of one line: a symmetric pentadiagonal matrix, and the right-hand side, which becomes
/// the solution.
#[derive(Default)]
struct Band {
    rows: Vec<[f64; 3]>,
    goals: Vec<Vec2>,
}

impl Band {
    /// Starts from "every bend stays where it is".
    fn reset(&mut self, bends: &[Point]) {
        self.rows.clear();
        self.rows.resize(bends.len(), [1.0, 0.0, 0.0]);
        self.goals.clear();
        self.goals.extend(bends.iter().map(|bend| bend.to_vec2()));
    }

    /// Adds the bending at the `i`-th bend, counted from 1, of a line between two fixed ends.
    fn bend(&mut self, i: usize, from: Point, to: Point) {
        let n = self.rows.len();
        let terms = [(i - 1, 1.0), (i, -2.0), (i + 1, 1.0)];
        for (p, x) in terms {
            if !(1..=n).contains(&p) {
                continue;
            }
            for (q, y) in terms {
                if q == 0 {
                    self.goals[p - 1] -= from.to_vec2() * (STIFFNESS * x * y);
                } else if q == n + 1 {
                    self.goals[p - 1] -= to.to_vec2() * (STIFFNESS * x * y);
                } else if q >= p {
                    self.rows[p - 1][q - p] += STIFFNESS * x * y;
                }
            }
        }
    }

    /// Pulls a bend, counted from 0, towards a place.
    fn hold(&mut self, bend: usize, place: Point) {
        self.rows[bend][0] += STIFFNESS;
        self.goals[bend] += place.to_vec2() * STIFFNESS;
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

    #[test]
    fn the_equations_are_solved() {
        // Evenly spaced points on a straight line do not move.
        let at = |i: u32| Point::new(f64::from(i), 2.0 * f64::from(i));
        let bends: Vec<Point> = (1..=5).map(at).collect();
        let mut band = Band::default();
        let solve = |band: &mut Band, bends: &[Point]| {
            band.reset(bends);
            for i in 1..=5 {
                band.bend(i, at(0), at(6));
            }
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
            stay + STIFFNESS * bending.sum::<f64>()
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
