//! Fitting, which makes every line as fair as the white space around it allows.
//!
//! Springs alone straighten a line but bend it sharply where it must turn. A line looks better if the bending is spread
//! evenly, so that loops are round and lines pass through spots without a kink. So the points of each line move to
//! the `q` that minimise
//!
//! ```text
//!   Σ w[i] |q[i] − p[i]|² + stiffness · Σ |q[i−1] − 2 q[i] + q[i+1]|²
//! ```
//!
//! where `p` are the points before (D. Mumford, *Elastica and computer vision*, 1994, on curves of least bending).
//! Where two or four lines meet at a dot, opposite ones are one **strand**, whose sum continues through the dot.
//! Further terms pull the lines and free arms of a spot towards directions at equal angles. The lines of a star only
//! keep apart from each other, because most of them run to the same side.
//!
//! The error is bounded: no point moves by more than half of the white space between it and the nearest thing. If a
//! point would move farther, its weight `w` grows until it does not. All lines move at once, so by the half-clearance
//! rule nothing crosses, and things that did not touch before do not touch afterwards.

use core::f64::consts::TAU;

use super::{LOOP, Line, Near, Net, SHARE, is_star, least_angle};
use crate::drawing::curves::{flatten, spaced};
use crate::drawing::ink::squared_distance;
use crate::geometry::{Point, Vec2};

/// The distance along a line over which a bend has an effect, in distances wanted between lines.
const STIFFNESS: f64 = 0.8;
/// The distance between the points, in distances wanted between lines.
const SPACING: f64 = 0.2;
/// The number of times that all lines are fitted. Each time, the white space is divided again.
const ROUNDS: usize = 5;
/// The number of times that new lines are fitted while everything else stays.
const FEW_ROUNDS: usize = 3;
/// The white space that lines leave if there is enough, as a share of the distance within which they repel each other.
const COMFORT: f64 = 0.15;
/// The number of times that the weights of a line are corrected.
const TRIES: usize = 12;
/// The part of a free arm's length over which the lines beside it are straight, at a cross and at a star.
const STRAIGHT: [f64; 2] = [0.45, 0.7];
/// How much harder a line is held in its direction at a dot than it is kept from bending.
const HELD: f64 = 8.0;
/// The number of times that the lines of a spot turn away from each other.
const SWEEPS: usize = 40;

/// Lines that follow each other straight through spots.
#[derive(Default)]
struct Strand {
    points: Vec<u32>,
    /// For each segment: its length, and the direction that it should have; zero if any is good.
    segments: Vec<(f64, Vec2)>,
}

impl Net {
    /// Makes all lines fair.
    pub(super) fn fit(&mut self) {
        self.space();
        for _ in 0..ROUNDS {
            self.link();
            self.list_near();
            // A picture is read back after the last fit, so the next points of the same line are no obstacles there.
            let mut near = core::mem::take(&mut self.near);
            near.retain(|near| !self.is_next(near));
            self.near = near;
            self.fit_once(STIFFNESS, false);
        }
    }

    /// Makes the lines fair that have no home, and moves nothing else.
    pub(super) fn fair(&mut self, homes: &[Option<Point>]) {
        let moves: Vec<bool> = homes.iter().map(Option::is_none).collect();
        for _ in 0..FEW_ROUNDS {
            self.link();
            self.list_within(self.sizes.apart, &moves, None);
            let mut free = self.free();
            for (free, moves) in free.iter_mut().zip(&moves) {
                if !moves {
                    *free = 0.0;
                }
            }
            self.fit_within(&free, STIFFNESS, false);
        }
    }

    /// Fits all lines once. With `moves_spots`, spots move along with the lines, which is good only while forces keep
    /// the areas of faces. The list of neighbours may be [`STEPS_PER_LIST`](super::STEPS_PER_LIST) steps old, because
    /// what it lacks is then still farther away than two points can move.
    pub(super) fn fit_once(&mut self, stiffness: f64, moves_spots: bool) {
        let free = self.free();
        self.fit_within(&free, stiffness, moves_spots);
    }

    /// Fits all lines once, and moves no point farther than `free` allows.
    fn fit_within(&mut self, free: &[f64], stiffness: f64, moves_spots: bool) {
        let headings = self.headings();
        let strands = self.strands(&headings);
        let mut band = Band::default();
        // First the spots move, by the mean of what the strands through them ask for, and then the lines follow.
        let mut moves = vec![(Vec2::ZERO, 0.0); self.n_spots];
        for strand in strands.iter().filter(|_| moves_spots) {
            let inner = 1..strand.points.len() - 1;
            let spots = inner.filter(|i| (strand.points[*i] as usize) < self.n_spots);
            let spots: Vec<usize> = spots.collect();
            if spots.is_empty() {
                continue;
            }
            let free: Vec<f64> = strand.points.iter().map(|i| free[*i as usize]).collect();
            let weights = vec![1.0; free.len()];
            self.solve(strand, stiffness, &free, &self.places, &weights, &mut band);
            for i in spots {
                let spot = strand.points[i];
                let (sum, count) = &mut moves[spot as usize];
                *sum += band.goals[i].to_point() - self.place(spot);
                *count += 1.0;
            }
        }
        let mut goals = self.places.clone();
        for (i, (sum, count)) in moves.into_iter().enumerate() {
            goals[i] += within(sum / f64::max(count, 1.0), free[i]);
        }
        let moves = |strand: &&Strand| strand.points.iter().any(|i| free[*i as usize] > 0.0);
        for strand in strands.iter().filter(moves) {
            self.fit_strand(strand, stiffness, free, &mut band, &mut goals);
        }
        self.turn_arms(&headings, free, &mut goals);
        self.places = goals;
    }

    /// Lists the strands. Where two or four lines meet at a dot, opposite ones belong to one strand.
    fn strands(&self, headings: &[[Vec2; 2]]) -> Vec<Strand> {
        let fits = |line: usize| {
            // A small loop bends least when it has no size at all.
            let own = &self.lines[line];
            let is_small = own.from == own.to && own.length < LOOP * self.sizes.apart;
            !own.is_stub && !is_small && own.len() > 1
        };
        // The line end opposite to another.
        let across = |line: usize, starts: bool| {
            let own = &self.lines[line];
            let spot = if starts { own.from } else { own.to } as usize;
            let fan = &self.fans[spot];
            let slot = fan.iter().position(|end| *end == (line as u32, starts))?;
            let (other, starts) = fan[(slot + fan.len() / 2) % fan.len()];
            let goes_on = self.is_dotted
                && !is_star(fan.len())
                && fan.len().is_multiple_of(2)
                && fits(other as usize);
            goes_on.then_some((other as usize, starts))
        };
        let mut done: Vec<bool> = (0..self.lines.len()).map(|line| !fits(line)).collect();
        let mut strands = Vec::new();
        for first in 0..self.lines.len() {
            if done[first] {
                continue;
            }
            // Go back to where the strand begins; a closed one begins anywhere.
            let (mut line, mut starts) = (first, true);
            while let Some((before, end)) = across(line, starts) {
                (line, starts) = (before, !end);
                if (line, starts) == (first, true) {
                    break;
                }
            }
            let mut strand = Strand::default();
            while !done[line] {
                done[line] = true;
                self.append(&mut strand, line, starts, headings[line]);
                match across(line, !starts) {
                    Some(next) => (line, starts) = next,
                    None => break,
                }
            }
            strands.push(strand);
        }
        strands
    }

    /// Appends a line to a strand, from its start or from its end.
    fn append(&self, strand: &mut Strand, line: usize, starts: bool, headings: [Vec2; 2]) {
        let own = &self.lines[line];
        let last = own.len() + 1;
        let spacing = own.length / f64::from(last);
        let point = |i| own.point(if starts { i } else { last - i });
        if strand.points.is_empty() {
            strand.points.push(point(0));
        }
        let [from, to] = if starts {
            headings
        } else {
            [headings[1], headings[0]]
        };
        let held =
            |spot: u32| ((self.hold(spot as usize) / spacing).round() as u32).clamp(1, last / 2);
        let (first, second) = (held(point(0)), held(point(last)));
        for i in 1..=last {
            strand.points.push(point(i));
            let heading = match i {
                i if i <= first => from,
                i if i > last - second => -to,
                _ => Vec2::ZERO,
            };
            strand.segments.push((spacing, heading));
        }
    }

    /// Returns the distance from a spot within which its lines should be straight.
    fn hold(&self, spot: usize) -> f64 {
        if self.is_dotted {
            // Where many lines meet, they are close to each other farther out.
            let [cross, star] = STRAIGHT;
            let share = if is_star(self.fans[spot].len()) {
                star
            } else {
                cross
            };
            share * self.stub_at(spot)
        } else {
            0.0
        }
    }

    /// Turns the free arms of each spot towards their directions and moves them along with it.
    fn turn_arms(&self, headings: &[[Vec2; 2]], free: &[f64], goals: &mut [Point]) {
        for (line, headings) in self
            .lines
            .iter()
            .zip(headings)
            .filter(|(line, _)| line.is_stub)
        {
            let starts = !self.tips[line.from as usize];
            let last = line.len() + 1;
            let point = |i| line.point(if starts { i } else { last - i });
            let way = self.place(point(last)) - self.place(point(0));
            let heading = headings[usize::from(!starts)];
            let heading = if heading == Vec2::ZERO {
                way.unit()
            } else {
                heading
            };
            let reach = heading * self.stub(line).min(way.hypot());
            let root = goals[point(0) as usize];
            let moves =
                |i: u32| root + reach * (f64::from(i) / f64::from(last)) - self.place(point(i));
            let share = (1..=last).map(|i| free[point(i) as usize] / moves(i).hypot().max(1e-300));
            let share = share.fold(1.0, f64::min);
            for i in 1..=last {
                goals[point(i) as usize] = self.place(point(i)) + moves(i) * share;
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
        let joined = if self.is_dotted { self.sizes.stub } else { 0.0 };
        for near in &self.near {
            let [q, a, b] = [near.point, near.a, near.b].map(|i| i as usize);
            let distance = squared_distance(self.places[q], self.places[a], self.places[b])
                .0
                .sqrt();
            let white = distance - f64::from(near.ink);
            let comfort = COMFORT * f64::from(near.reach);
            // The next points of the same line need no white between them, and neither do lines beside their dot.
            let is_white = near.ink > 0.0 && f64::from(near.reach) > joined && !self.is_next(near);
            let most = if is_white {
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
        for spot in (0..self.n_spots).filter(|spot| self.fans[*spot].len() > 1) {
            let fan = &self.fans[spot];
            let ways = fan.iter().map(|(line, starts)| {
                let way = self.ray(&self.lines[*line as usize], *starts) - self.places[spot];
                way.atan2()
            });
            let ways: Vec<f64> = ways.collect();
            let arms: Vec<bool> = fan
                .iter()
                .map(|(line, _)| self.lines[*line as usize].is_stub)
                .collect();
            let turns = if is_star(fan.len()) {
                fanned(&ways, &arms)
            } else {
                even(&ways, &arms)
            };
            for ((line, starts), turn) in fan.iter().zip(turns) {
                headings[*line as usize][usize::from(!starts)] = Vec2::from_angle(turn);
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

    /// Moves the bends of a strand so that it bends as little as possible and passes the goals of its spots.
    fn fit_strand(
        &self,
        strand: &Strand,
        stiffness: f64,
        free: &[f64],
        band: &mut Band,
        goals: &mut [Point],
    ) {
        let points = &strand.points;
        let mut free: Vec<f64> = points.iter().map(|i| free[*i as usize]).collect();
        for (free, _) in free
            .iter_mut()
            .zip(points)
            .filter(|(_, i)| (**i as usize) < self.n_spots)
        {
            *free = 0.0;
        }
        let mut weights = vec![1.0; free.len()];
        for _ in 0..TRIES {
            self.solve(strand, stiffness, &free, goals, &weights, band);
            let mut is_bounded = true;
            for (i, goal) in band.goals.iter().enumerate() {
                let over = goal.to_point().distance(self.place(points[i])) / free[i];
                if free[i] > 0.0 && over > 1.0 {
                    weights[i] *= 1.2 * over * over;
                    is_bounded = false;
                }
            }
            if is_bounded {
                break;
            }
        }
        for ((point, free), goal) in points.iter().zip(free).zip(&band.goals) {
            let place = self.place(*point);
            if free > 0.0 {
                goals[*point as usize] = place + within(goal.to_point() - place, free);
            }
        }
    }

    /// Solves the equations of a strand whose ends, and what is not free, stay at their `goals`.
    fn solve(
        &self,
        strand: &Strand,
        stiffness: f64,
        free: &[f64],
        goals: &[Point],
        weights: &[f64],
        band: &mut Band,
    ) {
        let apart = self.sizes.apart;
        let stiffness = stiffness.powi(4);
        let held = stiffness * if self.is_dotted { HELD } else { 1.0 };
        let last = strand.points.len() - 1;
        let lengths: Vec<f64> = strand
            .segments
            .iter()
            .map(|(length, _)| length / apart)
            .collect();
        let length = |i: usize| 0.5 * (lengths[i.saturating_sub(1)] + lengths[i.min(last - 1)]);
        band.clear();
        for (i, point) in strand.points.iter().enumerate() {
            // What must not move has so large a weight that rounding hides its movement.
            let is_free = free[i] > 0.0 && i > 0 && i < last;
            let weight = if is_free {
                weights[i] * length(i)
            } else {
                1e9 * stiffness / length(i).powi(3)
            };
            band.stay(goals[*point as usize], weight);
        }
        for i in 1..last {
            let [before, after] = [1.0 / lengths[i - 1], 1.0 / lengths[i]];
            band.bend(i, [before, -before - after, after], stiffness / length(i));
        }
        for (i, (_, heading)) in strand.segments.iter().enumerate() {
            if *heading != Vec2::ZERO {
                band.hold(
                    i,
                    *heading * (apart * lengths[i]),
                    held / lengths[i].powi(3),
                );
            }
        }
        band.solve();
    }
}

/// Turns the lines of a spot to equal angles, as the average over all lines. Free arms follow the lines.
fn even(ways: &[f64], arms: &[bool]) -> Vec<f64> {
    let part = TAU / ways.len() as f64;
    let mut mean = Vec2::ZERO;
    for (i, (way, is_arm)) in ways.iter().zip(arms).enumerate() {
        let weight = if *is_arm { 0.2 } else { 1.0 };
        mean += Vec2::from_angle(way - part * i as f64) * weight;
    }
    let start = mean.atan2();
    (0..ways.len()).map(|i| start + part * i as f64).collect()
}

/// Turns the lines of a star no farther than they need to be apart, so that they need not turn back. Free arms stand
/// evenly between the lines beside them.
fn fanned(ways: &[f64], arms: &[bool]) -> Vec<f64> {
    let n = ways.len();
    let mut gaps: Vec<f64> = (0..n)
        .map(|i| (ways[(i + 1) % n] - ways[i]).rem_euclid(TAU))
        .collect();
    // Points at different distances may be in the wrong order.
    while gaps.iter().sum::<f64>() > 1.5 * TAU {
        let widest = (0..n).max_by(|i, j| gaps[*i].total_cmp(&gaps[*j]));
        gaps[widest.unwrap_or(0)] -= TAU;
    }
    let mut turns = vec![ways[0]; n];
    for i in 1..n {
        turns[i] = turns[i - 1] + gaps[i - 1];
    }
    let lines: Vec<usize> = (0..n).filter(|i| !arms[*i]).collect();
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else {
        return even(ways, arms);
    };
    // Neighbouring lines, each with the steps to the next and the turn between their numbers.
    let mut pairs: Vec<(usize, usize, usize, f64)> = lines
        .windows(2)
        .map(|pair| (pair[0], pair[1], pair[1] - pair[0], 0.0))
        .collect();
    pairs.push((*last, *first, first + n - last, TAU));
    for _ in 0..SWEEPS {
        for (i, j, steps, round) in &pairs {
            let gap = turns[*j] + round - turns[*i];
            let lack = 0.5 * (least_angle(n) * *steps as f64 - gap).max(0.0);
            turns[*i] -= lack;
            turns[*j] += lack;
        }
    }
    for (i, j, steps, round) in pairs {
        let gap = turns[j] + round - turns[i];
        for step in 1..steps {
            turns[(i + step) % n] = turns[i] + gap * step as f64 / steps as f64;
        }
    }
    turns
}

/// Returns a way, shortened to a length if it is longer.
fn within(way: Vec2, most: f64) -> Vec2 {
    way * (most / way.hypot().max(1e-300)).min(1.0)
}

/// The equations for the points of one strand: a symmetric pentadiagonal matrix, and the right-hand side, which becomes
/// the solution.
#[derive(Default)]
struct Band {
    rows: Vec<[f64; 3]>,
    goals: Vec<Vec2>,
}

impl Band {
    fn clear(&mut self) {
        self.rows.clear();
        self.goals.clear();
    }

    /// Adds a point that stays where it is, unless something pulls it away.
    fn stay(&mut self, place: Point, weight: f64) {
        self.rows.push([weight, 0.0, 0.0]);
        self.goals.push(place.to_vec2() * weight);
    }

    /// Pulls a combination of a point, counted from 0, and the points beside it towards zero.
    fn bend(&mut self, point: usize, [a, b, c]: [f64; 3], weight: f64) {
        let [before, own, after] = [point - 1, point, point + 1];
        for (row, column, term) in [
            (before, 0, a * a),
            (before, 1, a * b),
            (before, 2, a * c),
            (own, 0, b * b),
            (own, 1, b * c),
            (after, 0, c * c),
        ] {
            self.rows[row][column] += weight * term;
        }
    }

    /// Pulls the way from a point, counted from 0, to the next one towards a way.
    fn hold(&mut self, point: usize, way: Vec2, weight: f64) {
        self.rows[point][0] += weight;
        self.rows[point][1] -= weight;
        self.rows[point + 1][0] += weight;
        self.goals[point] -= way * weight;
        self.goals[point + 1] += way * weight;
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
    fn lines_of_a_star_turn_no_farther_than_they_need() {
        let least = least_angle(8);
        let gaps = |turns: &[f64]| turns.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let bundle: Vec<f64> = (0..8).map(|i| 3.0 + 0.1 * f64::from(i)).collect();
        let wide: Vec<f64> = gaps(&fanned(&bundle, &[false; 8]));
        let is_least = |gap: &f64| (gap / least - 1.0).abs() < 0.1;
        assert!(wide.iter().all(is_least), "{wide:?} and {least}");
        let apart: Vec<f64> = [0.0, 0.9, 1.6, 2.3, 3.0, 3.6, 4.5, 5.3].to_vec();
        let turned = fanned(&apart, &[false; 8]);
        let moved = apart.iter().zip(&turned).map(|(p, q)| (p - q).abs());
        assert!(moved.fold(0.0, f64::max) < 1e-9, "{turned:?}");
        // Arms stand evenly between the lines beside them.
        let arms: Vec<bool> = (0..8).map(|i| i == 2 || i == 3).collect();
        let found: Vec<f64> = gaps(&fanned(&apart, &arms));
        let arm = (3.0 - 0.9) / 3.0;
        assert!(
            found[1..4].iter().all(|gap| (gap - arm).abs() < 1e-9),
            "{found:?}"
        );
    }

    #[test]
    fn the_equations_are_solved() {
        // Evenly spaced points on a straight line do not move.
        let at = |i: u32| Point::new(f64::from(i), 2.0 * f64::from(i));
        let bends: Vec<Point> = (1..=5).map(at).collect();
        let mut band = Band::default();
        let solve = |band: &mut Band, bends: &[Point]| {
            let points = [&[at(0)], bends, &[at(6)]].concat();
            let weights = [1e12, 1.0, 1.0, 1.0, 1.0, 1.0, 1e12];
            band.clear();
            for (point, weight) in points.into_iter().zip(weights) {
                band.stay(point, weight);
            }
            for i in 1..6 {
                band.bend(i, [1.0, -2.0, 1.0], STIFF);
            }
            band.solve();
            band.goals.pop();
            band.goals.remove(0);
        };
        solve(&mut band, &bends);
        for (goal, bend) in band.goals.iter().zip(&bends) {
            assert!(goal.to_point().distance(*bend) < 1e-9);
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
