//! Squaring up a vertex with free arms: its lines leave it straight and at equal angles, so that opposite lines form
//! one straight line.
//!
//! Take a disc around such a vertex that contains nothing but its lines. Within the disc only their order matters, so
//! they can be redrawn: straight from the middle at equal angles, and then in spirals to where they leave the disc. The
//! lines have the same order at every radius, so they never meet.

use core::f64::consts::TAU;

use super::Net;
use crate::drawing::curves::{Drawing, flatten};
use crate::drawing::ink::distance;
use crate::geometry::{Point, Vec2};

/// The radii of discs to try, as multiples of the length of an arm.
const DISCS: [f64; 6] = [1.6, 1.3, 1.05, 0.8, 0.6, 0.4];
/// The share of a disc in which lines are straight.
const STRAIGHT: f64 = 0.7;
/// The share of the straight part in which the fit keeps the lines of a cross straight.
const HELD: f64 = 0.6;
/// The number of points between the straight part and the rim of the disc.
const SPIRAL: usize = 7;

/// Squares up the vertices of a drawing with stubs, as far as there is space. The caller must check the result. Returns
/// the centres and radii of the discs in which lines are now straight.
pub(in crate::drawing) fn square_up(drawing: &mut Drawing) -> Vec<(Point, f64)> {
    let mut held = Vec::new();
    if !drawing.is_dotted() {
        return held;
    }
    let mut net = Net::new(drawing);
    let mut ways: Vec<Vec<Point>> = net
        .lines
        .iter()
        .map(|line| {
            let points: Vec<Point> = (0..line.len() + 2)
                .map(|i| net.place(line.point(i)))
                .collect();
            if line.is_stub {
                points
            } else {
                flatten(&points)
            }
        })
        .collect();
    for spot in 0..net.n_spots {
        if net.spots[spot] && net.fans[spot].len() > 1 {
            let stub = net.stub_at(spot);
            let mut discs = DISCS.into_iter().map(|size| size * stub);
            if let Some(radius) = discs.find(|r| net.square_up_within(spot, *r, &mut ways)) {
                // A few lines are so soon apart that they may bend sooner.
                let share = if net.fans[spot].len() > 4 { 1.0 } else { HELD };
                held.push((net.places[spot], share * (STRAIGHT * radius).min(stub)));
            }
        }
    }
    let mut places: Vec<Point> = net.places[..net.n_spots].to_vec();
    for (line, way) in net.lines.iter_mut().zip(&ways) {
        line.first = places.len() as u32;
        places.extend(&way[1..way.len() - 1]);
        line.end = places.len() as u32;
        places[line.from as usize] = way[0];
        places[line.to as usize] = way[way.len() - 1];
    }
    net.places = places;
    net.store(drawing);
    held
}

impl Net {
    /// Squares up a spot in a disc, unless something else is in the disc. Returns whether it was squared up.
    fn square_up_within(&self, spot: usize, radius: f64, ways: &mut [Vec<Point>]) -> bool {
        let centre = self.places[spot];
        let fan = &self.fans[spot];
        let n = fan.len();
        let is_own = |line: usize| fan.iter().any(|(own, _)| *own as usize == line);
        let is_clear = |pair: &[Point], room: f64| distance(centre, pair[0], pair[1]) > room;
        let lone = |v: usize| v != spot && self.fans[v].is_empty();
        if (0..self.n_spots).any(|v| lone(v) && self.places[v].distance(centre) < 1.1 * radius) {
            return false;
        }
        for (line, way) in ways.iter().enumerate() {
            if !is_own(line) && !way.windows(2).all(|pair| is_clear(pair, 1.1 * radius)) {
                return false;
            }
        }
        // The point at which each line leaves the disc, by its index counted from the spot.
        let mut exits = vec![None; n];
        for (slot, (line, starts)) in fan.iter().enumerate() {
            let own = &self.lines[*line as usize];
            if own.is_stub {
                continue;
            }
            let way = &ways[*line as usize];
            let is_out = |point: &Point| point.distance(centre) > radius;
            let last = way.len() - 1;
            let Some(first) = way.iter().position(is_out) else {
                return false;
            };
            let final_exit = way.iter().rposition(is_out).unwrap_or(first);
            // The line must not come back into the disc, except at the other end of a loop.
            let (from, to) = match (own.from == own.to, *starts) {
                (true, _) => (first, final_exit),
                (false, true) => (first, last),
                (false, false) => (0, final_exit),
            };
            if !way[from..=to]
                .windows(2)
                .all(|pair| is_clear(pair, 0.98 * radius))
            {
                return false;
            }
            exits[slot] = Some(if *starts { first } else { last - final_exit });
        }

        let part = TAU / n as f64;
        let towards = |slot: usize| {
            let (line, starts) = fan[slot];
            let way = &ways[line as usize];
            let i = exits[slot].unwrap_or(way.len() - 1);
            let point = if starts {
                way[i]
            } else {
                way[way.len() - 1 - i]
            };
            (point - centre).atan2()
        };
        // If there are only arms, keep their mean direction. Otherwise the arms follow the lines.
        let only_arms = exits.iter().all(Option::is_none);
        let counted: Vec<usize> = (0..n)
            .filter(|i| only_arms || exits[*i].is_some())
            .collect();
        let mut angles = vec![0.0; n];
        let mut last = towards(counted[0]);
        let mut sum = 0.0;
        for slot in &counted {
            last += (towards(*slot) - last).rem_euclid(TAU);
            angles[*slot] = last;
            sum += last - part * *slot as f64;
        }
        let start = sum / counted.len() as f64;
        let arm = (STRAIGHT * radius).min(self.stub_at(spot));
        for (slot, (line, starts)) in fan.iter().enumerate() {
            let angle = start + part * slot as f64;
            let way = &mut ways[*line as usize];
            let at = |radius: f64, angle: f64| centre + Vec2::from_angle(angle) * radius;
            let mut new = vec![centre];
            if let Some(exit) = exits[slot] {
                new.extend([0.5, 1.0].map(|share| at(share * arm, angle)));
                for k in 1..=SPIRAL {
                    let t = k as f64 / SPIRAL as f64;
                    let smooth = t * t * (3.0 - 2.0 * t);
                    let way_out = arm + (radius - arm) * t;
                    new.push(at(way_out, angle + (angles[slot] - angle) * smooth));
                }
                if *starts {
                    new.extend(&way[exit..]);
                } else {
                    let end = way.len() - exit;
                    new.reverse();
                    let mut kept = way[..end].to_vec();
                    kept.extend(new);
                    new = kept;
                }
            } else {
                new.extend([1.0 / 3.0, 2.0 / 3.0, 1.0].map(|share| at(share * arm, angle)));
                if !*starts {
                    new.reverse();
                }
            }
            *way = new;
        }
        true
    }
}
