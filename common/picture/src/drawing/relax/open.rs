//! The opening of gaps in a drawing that may be as crowded as numbers allow.
//!
//! Points are pushed away from segments (K. Brown and M. Baird, *A graph drawing algorithm for the game of Sprouts*,
//! 2008, were the first to push from segments instead of points) and pulled towards the middle of their neighbours.
//! Each moves by less than half of its own clearance, so that a gap may grow by a half in each step however narrow it
//! is.

use super::descend::near;
use super::{Line, Net, SHARE, Work, larger, smaller};
use crate::drawing::ink::squared_distance;
use crate::geometry::{Point, Vec2};

/// The gap with which the descent can begin: a share of the distance wanted between lines, or of the distance within
/// which the two repel each other if that is less than this.
const OPEN: f64 = 0.1;
/// The number of steps between two lists, the maximum number of steps, and the number of steps without a larger gap
/// after which the opening ends.
const STEPS_PER_LIST: usize = 5;
const MOST: usize = 1200;
const STUCK: usize = 100;
/// The strengths of the push and of the pull along and across a line. Slack lines give way towards free space.
const PUSH: f64 = 0.06;
const PULL: [f64; 2] = [0.4, 0.06];
/// The longest step, in distances wanted between lines.
const LONGEST: f64 = 0.05;
/// How far apart two places of one line should be, by their distance along it: less than on a straight line, and more
/// than on a circle, so that an empty loop does not vanish.
const ALONG: f64 = 0.7;
/// The length of a loop, by the distance within which other lines repel it: the smaller it is, the less, or it could
/// not grow.
const LOOP: f64 = 4.5;

/// A point and a segment, or two spots, that should keep apart.
struct Pair {
    points: [u32; 3],
    reach: f64,
}

impl Net {
    /// Opens gaps until the descent can begin.
    pub(super) fn open_gaps(&mut self, work: &mut Work) {
        let (mut best, mut since) = (0.0, 0);
        for _ in 0..MOST / STEPS_PER_LIST {
            self.even(self.sizes.segment);
            let pairs = self.pairs();
            let least = self.narrowest(&pairs);
            since += STEPS_PER_LIST;
            if least > 1.1 * best {
                (best, since) = (least, 0);
            }
            if least > 1.0 || since > STUCK || work.is_spent() {
                break;
            }
            let done = STEPS_PER_LIST * (pairs.len() + 8 * self.places.len());
            work.left = work.left.saturating_sub(done as u64);
            for _ in 0..STEPS_PER_LIST {
                self.give_way_to(&pairs);
            }
        }
    }

    /// Lists what may come close to what before the next list is made.
    fn pairs(&self) -> Vec<Pair> {
        let apart = self.sizes.apart;
        let seen = apart * (1.0 + 2.0 * LONGEST * STEPS_PER_LIST as f64);
        let mut segments = self.segments();
        let numbered = || self.lines.iter().zip(0..);
        let of_segment: Vec<(u32, u32)> = numbered()
            .flat_map(|(line, number)| (0..=line.len()).map(move |i| (number, i)))
            .collect();
        let owners: Vec<u32> = numbered()
            .flat_map(|(line, number)| (0..line.len()).map(move |_| number))
            .collect();
        // A spot is a segment without length.
        segments.extend((0..self.n_spots as u32).map(|spot| [spot; 2]));
        let pair = |(q, s): (u32, u32)| {
            let [a, b] = segments[s as usize];
            let reach = match of_segment.get(s as usize) {
                Some(segment) => self.reach_of(q, &owners, *segment),
                None if (q as usize) < self.n_spots && q < a => apart,
                None => return None,
            };
            Some(Pair {
                points: [q, a, b],
                reach,
            })
        };
        let near = near(&self.places, &segments, seen);
        near.into_iter().filter_map(pair).collect()
    }

    /// Returns the distance within which a point and the `i`-th segment of a line repel each other. Along one line, it
    /// is what a gentle bend needs, and it shrinks towards a spot at which two lines meet.
    fn reach_of(&self, point: u32, owners: &[u32], (line, i): (u32, u32)) -> f64 {
        let other = &self.lines[line as usize];
        let ends = [i, i + 1].map(|i| self.along(other, i));
        let is_loop = |line: &Line| line.from == line.to;
        let along = |at: f64| {
            let way = larger(ends[0] - at, at - ends[1]);
            let round = if is_loop(other) {
                other.length - larger(ends[1] - at, at - ends[0])
            } else {
                way
            };
            ALONG * smaller(way, round)
        };
        let mut reach = self.sizes.apart;
        let Some(bend) = (point as usize).checked_sub(self.n_spots) else {
            for (end, at) in [(other.from, 0.0), (other.to, other.length)] {
                if end == point {
                    reach = smaller(reach, along(at));
                }
            }
            return reach;
        };
        let number = owners[bend];
        let own = &self.lines[number as usize];
        if number == line {
            return smaller(reach, along(self.lengths[bend]));
        }
        for line in [own, other] {
            if is_loop(line) {
                reach = smaller(reach, line.length / LOOP);
            }
        }
        for spot in [own.from, own.to] {
            if spot == other.from || spot == other.to {
                // About as far as equal angles allow.
                let share = smaller(1.0, 5.0 / self.fans[spot as usize].len() as f64);
                reach = smaller(reach, share * self.place(point).distance(self.place(spot)));
            }
        }
        reach
    }

    /// Returns the narrowest gap, by the gap with which the descent can begin.
    fn narrowest(&self, pairs: &[Pair]) -> f64 {
        let least = OPEN * self.sizes.apart;
        let gap = |pair: &Pair| {
            let [q, a, b] = pair.points.map(|point| self.place(point));
            let wanted = if pair.reach > least {
                least
            } else {
                OPEN * pair.reach
            };
            squared_distance(q, a, b).0.sqrt() / wanted
        };
        pairs.iter().map(gap).fold(f64::INFINITY, smaller)
    }

    /// Makes a step.
    fn give_way_to(&mut self, pairs: &[Pair]) {
        let apart = self.sizes.apart;
        let mut push = self.pull();
        // Everything that is not listed is at least this far away.
        let mut free = vec![apart; self.places.len()];
        for Pair { points, reach } in pairs {
            let [q, a, b] = points.map(|point| point as usize);
            let (pq, pa, pb) = (self.places[q], self.places[a], self.places[b]);
            let (squared, t) = squared_distance(pq, pa, pb);
            let distance = squared.sqrt();
            for i in [q, a, b] {
                free[i] = smaller(free[i], distance);
            }
            if distance < *reach {
                // The force has no bound, because the nearest obstacle must dominate, or small knots would never open.
                let ratio = reach / larger(distance, 1e-150);
                let force = PUSH * apart * (ratio - 1.0) * (1.0 + 0.2 * ratio);
                let way = (pq - pa.lerp(pb, t)) * (force / larger(distance, 1e-300));
                push[q] += way;
                push[a] -= way * (1.0 - t);
                push[b] -= way * t;
            }
        }
        for [a, b] in self.segments() {
            let [a, b] = [a as usize, b as usize];
            let length = self.places[a].distance(self.places[b]);
            free[a] = smaller(free[a], length);
            free[b] = smaller(free[b], length);
        }
        // A share above one half, which only tests use, lengthens all steps.
        let longest = LONGEST * apart * larger(self.share / SHARE, 1.0);
        for ((place, push), free) in self.places.iter_mut().zip(push).zip(free) {
            let length = push.hypot();
            // Points in the same place in floating-point numbers push each other infinitely far.
            if length.is_finite() {
                let most = smaller(longest, self.share * free);
                *place += push * smaller(most / length, 1.0);
            }
        }
    }

    /// Returns the pull of every bend and every spot towards the middle of its neighbours, and of everything onto the
    /// page. Free arms are only drawn in until they have their length.
    fn pull(&self) -> Vec<Vec2> {
        let spots = (0..self.n_spots).map(|spot| {
            let place = self.places[spot];
            let is_short = |line: &Line| line.is_stub && line.length < self.stub(line);
            let mut sum = Vec2::ZERO;
            let fan = self.fans[spot]
                .iter()
                .map(|(line, starts)| (&self.lines[*line as usize], *starts));
            let pulls = fan.filter(|(line, _)| !line.is_stub || self.tips[spot] && !is_short(line));
            let mut count = 0.0;
            for (line, starts) in pulls {
                sum += self.place(super::first_point(line, starts)) - place;
                count += 1.0;
            }
            sum * (PULL[1] / larger(count, 1.0))
        });
        let bends = self
            .bends
            .iter()
            .zip(&self.places[self.n_spots..])
            .map(|(bend, place)| {
                let [before, after] = [bend.before, bend.after].map(|p| self.place(p));
                let pull = before.midpoint(after) - *place;
                let tangent = (after - before).unit();
                let along = tangent * pull.dot(tangent);
                along * PULL[0] + (pull - along) * PULL[1]
            });
        let pulls = spots.chain(bends).zip(&self.places);
        let onto_page = |(pull, place): (Vec2, &Point)| {
            let way = place.to_vec2();
            let off = larger(way.hypot() - 1.0, 0.0);
            pull - way.unit() * (0.5 * off)
        };
        pulls.map(onto_page).collect()
    }
}
