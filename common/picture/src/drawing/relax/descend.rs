//! The descent of a drawing to the picture of least [energy](super::energy).
//!
//! The directions are those of L-BFGS (J. Nocedal, 1980) in the [metric] of the drawing, and every step obeys the
//! half-clearance rule. What is close to what is listed again whenever points have moved far. After a round of steps,
//! points are spread evenly along their lines again, and what L-BFGS remembers of the shape is lost. The sums of two
//! rounds differ a little, so the best of them counts, measured at its end with fresh lists.

use super::energy::{Energy, Home};
use super::metric::Metric;
use super::{Line, Net, SHARE, Work, larger, smaller};
use crate::drawing::Drawing;
use crate::drawing::grid::Grid;
use crate::drawing::ink::squared_distance;
use crate::geometry::{Point, Vec2};
use planar::Vertex;

/// The number of steps of a round. With a quarter of it, lines bend a fifth more, and bundles of lines between nests
/// stay squeezed, because L-BFGS knows little of the shape when it has to start again.
const ROUND: usize = 60;
/// The number of rounds without a better picture after which the descent ends.
const PATIENCE: usize = 2;
/// The number of steps that L-BFGS remembers. With half as many again, pictures take longer and are the same.
const MEMORY: usize = 12;
/// The share of the decrease that the slope promises which a step must keep (L. Armijo, 1966), and how often a step is
/// halved to get there.
const PROMISED: f64 = 1e-4;
const HALVINGS: usize = 12;
/// The first step of a round, in distances wanted between lines.
const FIRST: f64 = 0.3;
/// No segment counts as shorter than this share of the usual length in the metric, or it would be stiff.
const SHORTEST: f64 = 0.1;
/// The clearance that is looked for, in distances wanted between lines, and how much farther the lists look, so that
/// they hold for a few steps.
const FREE: f64 = 0.5;
const AHEAD: f64 = 0.3;
/// Where a point of a line is close to a place where a new one should be, it stays. In spacings.
const AT: f64 = 0.2;
/// The shares of their size that discs have in the first rounds. While they are small, a line that winds around them
/// can leave. If they grow twice as fast, arms of stars get in each other's way.
const SMALL_DISCS: [f64; 5] = [1.0 / 32.0, 1.0 / 16.0, 1.0 / 8.0, 1.0 / 4.0, 1.0 / 2.0];
/// The fewest segments of a free arm, of a line, and of a loop, so that it can be round.
const FEWEST_IN_ARM: usize = 2;
const FEWEST: usize = 3;
const FEWEST_IN_LOOP: usize = 2 * FEWEST;

/// The share by which the energy must sink in a round for a picture to count as better.
const BETTER: f64 = 1e-2;

/// How far a drawing descends.
#[derive(Clone, Copy, Debug)]
struct Descent {
    /// The distance between the points of a line, in distances wanted between lines.
    spacing: f64,
    /// The maximum number of rounds.
    rounds: usize,
}

/// The descent to the best picture. Few points find its shape fast, and more of them round it off: with the last
/// spacing from the start, pictures are the same and take four times as long.
const FULL: [Descent; 3] = [
    Descent {
        spacing: 0.6,
        rounds: usize::MAX,
    },
    Descent {
        spacing: 0.44,
        rounds: usize::MAX,
    },
    Descent {
        spacing: 0.22,
        rounds: 1,
    },
];

/// The stiffness with which spots are drawn to where they were, in units of `1 / a³` for the distance `a` wanted
/// between lines: at that distance it outweighs one neighbour, so spots yield to what is new but do not drift.
const HOLD: f64 = 1.0;

/// Opens gaps in a drawing that may be as crowded as numbers allow, and then descends to the picture of least energy.
/// `share` is the share of its clearance that a point may move; anything below one half is safe.
pub(in crate::drawing) fn relax(drawing: &mut Drawing, share: f64, work: &mut Work) {
    find_shape(drawing, share, work);
    round_off(drawing, share, work);
}

/// Opens gaps and lets discs grow, which decides the shape of the picture. Returns its energy.
pub(in crate::drawing) fn find_shape(drawing: &mut Drawing, share: f64, work: &mut Work) -> f64 {
    let mut net = Net::new(drawing);
    net.share = share;
    net.open_gaps(work);
    net.fill_page();
    let energy = net.grow_discs(work);
    net.store(drawing);
    energy
}

/// Descends in few points and then in many, which round the shape of the picture off.
pub(in crate::drawing) fn round_off(drawing: &mut Drawing, share: f64, work: &mut Work) {
    let mut net = Net::new(drawing);
    net.share = share;
    for descent in FULL {
        work.half(|work| net.descend(descent, &[], work));
    }
    net.store(drawing);
}

/// Makes room for new lines and descends again, while every spot that was there is drawn back to where it was.
pub(in crate::drawing) fn settle(drawing: &mut Drawing, work: &mut Work) {
    let mut net = Net::new(drawing);
    net.open_gaps(work);
    let stiffness = HOLD / (net.sizes.apart * net.sizes.apart * net.sizes.apart);
    let settled = |(spot, vertex): (usize, &Vertex)| {
        let home = drawing.settled.get(vertex.index())?;
        Some(Home {
            point: spot as u32,
            place: *home,
            stiffness,
        })
    };
    let homes: Vec<Home> = net.kept.iter().enumerate().filter_map(settled).collect();
    for descent in &FULL[1..] {
        net.descend(*descent, &homes, work);
    }
    net.store(drawing);
}

/// The distances of points from segments that do not end at them, listed for a few steps.
struct Clearance {
    near: Vec<(u32, u32)>,
    free: f64,
    /// How far points may move until the list is made again.
    left: f64,
}

impl Clearance {
    fn new(apart: f64, places: &[Point], energy: &mut Energy) -> Clearance {
        let seen = (FREE + AHEAD) * apart;
        let near = near(places, &energy.segments, seen);
        energy.guard(places, &near, AHEAD * apart);
        Clearance {
            near,
            free: FREE * apart,
            left: 0.5 * AHEAD * apart,
        }
    }

    /// Returns the largest part of a step that changes no topology; see the [module](super::super::relax).
    fn longest(&self, places: &[Point], segments: &[[u32; 2]], step: &[Vec2], share: f64) -> f64 {
        let farthest = step.iter().map(|way| way.hypot2()).fold(0.0, larger).sqrt();
        let mut least = share * self.free / larger(farthest, 1e-300);
        for (point, segment) in &self.near {
            let [a, b] = segments[*segment as usize].map(|p| p as usize);
            let q = *point as usize;
            let relative = larger((step[q] - step[a]).hypot2(), (step[q] - step[b]).hypot2());
            let squared = squared_distance(places[q], places[a], places[b]).0;
            if relative * least * least > 4.0 * share * share * squared {
                least = 2.0 * share * (squared / relative).sqrt();
            }
        }
        for [a, b] in segments {
            let [a, b] = [*a as usize, *b as usize];
            let relative = (step[a] - step[b]).hypot2();
            let squared = places[a].distance_squared(places[b]);
            if relative * least * least > 4.0 * share * share * squared {
                least = 2.0 * share * (squared / relative).sqrt();
            }
        }
        least
    }

    /// Returns how far each point is from everything, up to a limit.
    fn of(&self, places: &[Point], segments: &[[u32; 2]]) -> Vec<f64> {
        let mut free = vec![self.free; places.len()];
        for (point, segment) in &self.near {
            let [a, b] = segments[*segment as usize].map(|p| p as usize);
            let q = *point as usize;
            let squared = squared_distance(places[q], places[a], places[b]).0;
            let most = larger(free[q], larger(free[a], free[b]));
            if squared < most * most {
                let distance = squared.sqrt();
                for i in [q, a, b] {
                    free[i] = smaller(free[i], distance);
                }
            }
        }
        free
    }
}

/// Lists points and segments that are closer to each other than `seen`.
pub(super) fn near(places: &[Point], segments: &[[u32; 2]], seen: f64) -> Vec<(u32, u32)> {
    let ends = |segment: &[u32; 2]| segment.map(|p| places[p as usize]);
    let middles: Vec<Point> = segments
        .iter()
        .map(|s| {
            let [a, b] = ends(s);
            a.midpoint(b)
        })
        .collect();
    let lengths = segments.iter().map(|s| {
        let [a, b] = ends(s);
        a.distance(b)
    });
    let far = seen + 0.5 * lengths.fold(0.0, larger);
    let grid = Grid::new(&middles, 0.5 * far);
    let around = Vec2::splat(far);
    let mut near = Vec::new();
    for (point, place) in places.iter().enumerate() {
        grid.all_within(*place - around, *place + around, |s| {
            let segment = &segments[s as usize];
            let [a, b] = ends(segment);
            if !segment.contains(&(point as u32)) && squared_distance(*place, a, b).0 < seen * seen
            {
                near.push((point as u32, s));
            }
            true
        });
    }
    near
}

/// A round of steps before it begins.
struct Round {
    energy: Energy,
    clearance: Clearance,
    spacing: f64,
    value: f64,
    slope: Vec<Vec2>,
}

impl Net {
    /// Makes a round of steps for each size of discs. Returns the energy with whole discs.
    fn grow_discs(&mut self, work: &mut Work) -> f64 {
        let spacing = FULL[0].spacing;
        for discs in SMALL_DISCS {
            let round = self.begin(spacing, discs, &[]);
            self.go(round, work);
        }
        let whole = self.begin(spacing, 1.0, &[]).value;
        if whole.is_finite() {
            whole
        } else {
            f64::INFINITY
        }
    }

    /// Descends to a picture of less energy, in which some points are drawn to their homes.
    fn descend(&mut self, descent: Descent, homes: &[Home], work: &mut Work) {
        let mut best: Option<(f64, Net)> = None;
        let mut since = 0;
        for number in 0.. {
            let round = self.begin(descent.spacing, 1.0, homes);
            let least = best.as_ref().map_or(f64::INFINITY, |(least, _)| *least);
            let is_better = round.value < least * (1.0 - BETTER);
            since = if is_better { 0 } else { since + 1 };
            if round.value < least {
                best = Some((round.value, self.clone()));
            }
            let is_last = number == descent.rounds || since >= PATIENCE || work.is_spent();
            if is_last || !self.go(round, work) {
                break;
            }
        }
        if let Some((_, net)) = best {
            *self = net;
        }
    }

    /// Spreads points evenly, and lists what is close to what, with discs that have a share of their size.
    fn begin(&mut self, spacing: f64, discs: f64, homes: &[Home]) -> Round {
        let spacing = spacing * self.sizes.apart;
        self.even(spacing);
        let mut energy = Energy::new(self, discs, homes);
        let clearance = Clearance::new(self.sizes.apart, &self.places, &mut energy);
        let mut slope = Vec::new();
        let value = energy.at(&self.places, &mut slope);
        Round {
            energy,
            clearance,
            spacing,
            value,
            slope,
        }
    }

    /// Makes the steps of a round, and returns whether there was one that led down.
    fn go(&mut self, round: Round, work: &mut Work) -> bool {
        let apart = self.sizes.apart;
        let Round {
            mut energy,
            mut clearance,
            spacing,
            mut value,
            mut slope,
        } = round;
        if !value.is_finite() {
            return false;
        }
        let metric = Metric::new(&self.places, &energy.segments, apart, SHORTEST * spacing);
        let mut memory: Vec<Memory> = Vec::new();
        let mut next_slope = Vec::new();
        for step in 0..ROUND {
            if clearance.left <= 0.0 {
                energy.list(self);
                clearance = Clearance::new(apart, &self.places, &mut energy);
                value = energy.at(&self.places, &mut slope);
            }
            let mut way = direction(&metric, &memory, &slope);
            let mut descends = dot(&way, &slope);
            if descends >= 0.0 {
                memory.clear();
                way = direction(&metric, &memory, &slope);
                descends = dot(&way, &slope);
            }
            let longest = way.iter().map(|way| way.hypot()).fold(0.0, larger);
            let wanted = if memory.is_empty() {
                FIRST * apart / larger(longest, 1e-300)
            } else {
                1.0
            };
            let mut share = smaller(
                wanted,
                clearance.longest(&self.places, &energy.segments, &way, self.share),
            );
            if !share.is_finite() {
                return step > 0;
            }
            let mut found = None;
            for _ in 0..HALVINGS {
                let moved = self.places.iter().zip(&way);
                let places: Vec<Point> = moved.map(|(place, way)| *place + *way * share).collect();
                let next = energy.at(&places, &mut next_slope);
                work.left = work.left.saturating_sub(energy.n_terms() as u64);
                if next <= value + PROMISED * share * descends {
                    found = Some((places, next));
                    break;
                }
                share *= 0.5;
            }
            let Some((places, next)) = found else {
                return step > 0;
            };
            clearance.left -= share * longest;
            memory.push(Memory::new(&self.places, &places, &slope, &next_slope));
            if memory.last().is_some_and(|last| last.product < 1e-300) {
                memory.pop();
            }
            if memory.len() > MEMORY {
                memory.remove(0);
            }
            self.places = places;
            value = next;
            core::mem::swap(&mut slope, &mut next_slope);
            if work.is_spent() {
                break;
            }
        }
        true
    }

    /// Spreads the points of every line evenly. A point that no longer is where it was stays if the line would come too
    /// close to something without it: all points that are dropped first move onto the line, by the half-clearance rule.
    pub(super) fn even(&mut self, spacing: f64) {
        let mut places: Vec<Point> = self.places[..self.n_spots].to_vec();
        let mut lines = self.lines.clone();
        let mut is_new = vec![true; self.n_spots];
        for (line, chain) in lines.iter_mut().zip(&self.chains) {
            let path = self.points(line);
            line.first = places.len() as u32;
            let least = match line {
                Line { is_stub: true, .. } => FEWEST_IN_ARM,
                _ if line.from == line.to => FEWEST_IN_LOOP,
                _ => FEWEST,
            };
            for (place, new) in spread(
                &path,
                spacing,
                least.max(2 * chain.len() * usize::from(!line.is_stub)),
            ) {
                places.push(place);
                is_new.push(new);
            }
            line.end = places.len() as u32;
        }
        (self.places, self.lines) = (places, lines);
        let stretches = self.stretches(&is_new);
        let [whole, free] = self.room_to_drop(&stretches, 0.5 * spacing);
        let mut kept: Vec<Point> = self.places[..self.n_spots].to_vec();
        let mut stretches = stretches.into_iter();
        for number in 0..self.lines.len() {
            let line = self.lines[number].clone();
            let first = kept.len() as u32;
            for points in stretches.by_ref() {
                let last = points[points.len() - 1];
                if self.worst(&points, &whole).1 >= SHARE {
                    self.keep_needed(&points, &free, &mut kept);
                }
                if last as u32 == line.to {
                    break;
                }
                kept.push(self.places[last]);
            }
            let line = &mut self.lines[number];
            (line.first, line.end) = (first, kept.len() as u32);
        }
        self.places = kept;
        self.link();
    }

    /// Returns the points of all lines in order, cut at the spots and the new points.
    fn stretches(&self, is_new: &[bool]) -> Vec<Vec<usize>> {
        let mut stretches = Vec::new();
        for line in &self.lines {
            let mut points = vec![line.from as usize];
            for i in 1..=line.len() + 1 {
                let point = line.point(i) as usize;
                points.push(point);
                if is_new[point] {
                    stretches.push(core::mem::replace(&mut points, vec![point]));
                }
            }
        }
        stretches
    }

    /// Returns how far each point is from everything that is not on its own stretch of line, and how far from
    /// everything, up to a limit. As long as a stretch does not come close to anything else, it may be folded as it
    /// likes before it becomes straight. But if some of its points stay, it may not pass over them.
    fn room_to_drop(&self, stretches: &[Vec<usize>], most: f64) -> [Vec<f64>; 2] {
        let mut stretch_of = vec![usize::MAX; self.places.len()];
        for (number, points) in stretches.iter().enumerate() {
            for point in &points[1..points.len() - 1] {
                stretch_of[*point] = number;
            }
        }
        let segments = self.segments();
        let all = near(&self.places, &segments, most);
        let is_other = |(point, segment): &(u32, u32)| {
            let [a, b] = segments[*segment as usize].map(|p| p as usize);
            let stretch = stretches.get(stretch_of[a].min(stretch_of[b]));
            stretch.is_none_or(|stretch| !stretch.contains(&(*point as usize)))
        };
        let others = all.iter().copied().filter(is_other).collect();
        [others, all].map(|near| {
            let clearance = Clearance {
                near,
                free: most,
                left: 0.0,
            };
            clearance.of(&self.places, &segments)
        })
    }

    /// Returns the number of the inner point that is farthest off the straight line between the ends of a stretch, and
    /// how far, by its room.
    fn worst(&self, points: &[usize], free: &[f64]) -> (usize, f64) {
        let [a, b] = [points[0], points[points.len() - 1]].map(|end| self.places[end]);
        let inner = (1..points.len() - 1).map(|i| {
            let point = points[i];
            let off = squared_distance(self.places[point], a, b).0.sqrt();
            (i, off / free[point])
        });
        inner.fold(
            (0, 0.0),
            |worst, next| if next.1 > worst.1 { next } else { worst },
        )
    }

    /// Adds those points between the first and the last of some that must stay.
    fn keep_needed(&self, points: &[usize], free: &[f64], kept: &mut Vec<Point>) {
        let (at, off) = self.worst(points, free);
        if off < SHARE {
            return;
        }
        self.keep_needed(&points[..=at], free, kept);
        kept.push(self.places[points[at]]);
        self.keep_needed(&points[at..], free, kept);
    }

    /// Returns the segments of all lines.
    pub(super) fn segments(&self) -> Vec<[u32; 2]> {
        let each = self.lines.iter();
        each.flat_map(|line| (0..=line.len()).map(|i| [line.point(i), line.point(i + 1)]))
            .collect()
    }
}

/// Returns the points between the ends of a polyline, with further points at equal distances, and whether each point is
/// at such a place.
fn spread(path: &[Point], spacing: f64, least: usize) -> Vec<(Point, bool)> {
    let total: f64 = path.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let parts = ((total / spacing + 0.5) as usize).max(least);
    let step = total / parts as f64;
    let mut found = Vec::new();
    let (mut at, mut next) = (0.0, 1);
    for (i, pair) in path.windows(2).enumerate() {
        let length = pair[0].distance(pair[1]);
        let end = at + length;
        while next < parts && next as f64 * step < end - AT * step {
            let t = (next as f64 * step - at) / length;
            found.push((pair[0].lerp(pair[1], t), true));
            next += 1;
        }
        if i + 2 < path.len() {
            // It is not far before the end, or it would have been found.
            let is_new = next < parts && next as f64 * step <= end + AT * step;
            next += usize::from(is_new);
            found.push((pair[1], is_new));
        }
        at = end;
    }
    found
}

/// A step that L-BFGS remembers.
struct Memory {
    moved: Vec<Vec2>,
    turned: Vec<Vec2>,
    /// The scalar product of both.
    product: f64,
}

impl Memory {
    fn new(from: &[Point], to: &[Point], before: &[Vec2], after: &[Vec2]) -> Memory {
        let moved: Vec<Vec2> = from.iter().zip(to).map(|(p, q)| *q - *p).collect();
        let turned: Vec<Vec2> = before.iter().zip(after).map(|(g, h)| *h - *g).collect();
        Memory {
            product: dot(&moved, &turned),
            moved,
            turned,
        }
    }
}

/// Returns the direction of the next step of L-BFGS, by its recursion in two loops.
fn direction(metric: &Metric, memory: &[Memory], slope: &[Vec2]) -> Vec<Vec2> {
    let mut way = slope.to_vec();
    let mut shares = vec![0.0; memory.len()];
    for (step, share) in memory.iter().zip(&mut shares).rev() {
        *share = dot(&step.moved, &way) / step.product;
        add(&mut way, &step.turned, -*share);
    }
    metric.raise(&mut way);
    if let Some(last) = memory.last() {
        let mut raised = last.turned.clone();
        metric.raise(&mut raised);
        let scale = last.product / larger(dot(&last.turned, &raised), 1e-300);
        for way in &mut way {
            *way = *way * scale;
        }
    }
    for (step, share) in memory.iter().zip(&shares) {
        let back = dot(&step.turned, &way) / step.product;
        add(&mut way, &step.moved, share - back);
    }
    for way in &mut way {
        *way = -*way;
    }
    way
}

fn add(sum: &mut [Vec2], other: &[Vec2], share: f64) {
    for (own, other) in sum.iter_mut().zip(other) {
        *own += *other * share;
    }
}

fn dot(one: &[Vec2], other: &[Vec2]) -> f64 {
    one.iter().zip(other).map(|(p, q)| p.dot(*q)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::{Random, Seeded};
    use planar::{Dart, Map};

    fn lens() -> Net {
        let lens = vec![vec![0, 1]];
        let map = Map::from_lists(&[lens.clone(), lens]).expect("a map");
        let mut drawing = Drawing::of(&map, &[]).expect("a picture");
        drawing.spots = [-0.5, 0.5].map(|x| Point::new(x, 0.0)).to_vec();
        let bow = |line: usize, y: f64| {
            let dart = Dart::new(2 * line);
            let [from, to] = [map.origin(dart), map.target(dart)].map(|end| drawing.spot(end));
            let along = (1..40).map(|i| from.lerp(to, f64::from(i) / 40.0));
            along.map(|place| Point::new(place.x, y)).collect()
        };
        drawing.bends = vec![bow(0, 0.01), bow(1, -0.01)];
        Net::new(&drawing)
    }

    #[test]
    fn points_may_move_together_as_far_as_there_is_room_and_not_towards_each_other() {
        let net = lens();
        let mut energy = Energy::new(&net, 1.0, &[]);
        let clearance = Clearance::new(net.sizes.apart, &net.places, &mut energy);
        let longest = |way: &dyn Fn(Point) -> Vec2| {
            let step: Vec<Vec2> = net.places.iter().map(|place| way(*place)).collect();
            clearance.longest(&net.places, &energy.segments, &step, SHARE)
        };
        let together = longest(&|_| Vec2::new(0.0, 1.0));
        assert!((together - SHARE * FREE * net.sizes.apart).abs() < 1e-9);
        // Lines at a distance of 0.02 that approach each other at the same speed.
        let apart = longest(&|place| Vec2::new(0.0, -place.y.signum()));
        assert!(apart < 0.0100, "{apart}");
        assert!(apart > 0.0001, "{apart}");
    }

    #[test]
    fn points_are_spread_evenly_and_only_where_nothing_is_close() {
        let mut net = lens();
        net.even(0.1);
        // The lines are too close to each other to lose the first and the last of their points.
        let lines: Vec<Vec<Point>> = net.lines.iter().map(|line| net.points(line)).collect();
        for path in &lines {
            assert!((9..20).contains(&path.len()), "{path:?}");
            assert!(
                path[1..path.len() - 1]
                    .iter()
                    .all(|place| place.y.abs() > 0.005),
                "{path:?}"
            );
        }
        let sides = lines[0].windows(2).map(|pair| pair[0].distance(pair[1]));
        assert!(sides.filter(|side| (side - 0.1).abs() < 0.03).count() >= 6);
    }

    #[test]
    fn a_folded_line_is_not_passed_over_itself_when_points_are_dropped() {
        let map = Map::from_lists(&[vec![vec![0, 1]]]).expect("a map");
        let mut random = Seeded::new(9);
        let mut part =
            |least: f64, most: f64| least + (most - least) * random.below(1000) as f64 / 1000.0;
        for _ in 0..300 {
            // A meander, whose folds are close to each other.
            let mut drawing = Drawing::of(&map, &[]).expect("a picture");
            let mut bends = Vec::new();
            let mut height = 0.0;
            for fold in 0..12 {
                let x = if fold % 2 == 0 {
                    part(0.2, 0.5)
                } else {
                    part(-0.5, -0.2)
                };
                bends.push(Point::new(x, height));
                height += part(0.001, 0.2);
                bends.push(Point::new(x, height));
            }
            drawing.spots = [Point::default(), Point::new(0.0, height)].to_vec();
            drawing.bends = vec![bends];
            let mut net = Net::new(&drawing);
            net.even(part(0.1, 2.0));
            net.store(&mut drawing);
            assert_eq!(drawing.check_straight(), Ok(()));
        }
    }

    #[test]
    fn points_are_spread_in_their_order_however_numbers_are_rounded() {
        for parts in 3..60 {
            let place = |i: i32| Point::new(0.1 + 0.7 * f64::from(i) / f64::from(parts), 0.3);
            let path: Vec<Point> = (0..=parts).map(place).collect();
            for tenths in 6..30 {
                let spacing = 0.7 / f64::from(parts) * f64::from(tenths) / 5.0;
                let found = spread(&path, spacing, 3);
                assert!(
                    found.windows(2).all(|pair| pair[0].0.x < pair[1].0.x),
                    "{parts} {tenths}"
                );
            }
        }
    }
}
