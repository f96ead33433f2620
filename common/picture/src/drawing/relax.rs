//! Relaxation, which improves the shape of a drawing without changing its topology.
//!
//! # The half-clearance rule
//!
//! For every point `q` and every segment `ab` that does not end at `q`, let `d` be their distance. In one step, `q`,
//! `a` and `b` each move by less than `d / 2`. *Then no step changes the topology.* Proof: let all points move along
//! straight lines at constant speed. Two disjoint segments can first meet only where an end of one lands on the other.
//! But every point of `ab` moves by a convex combination of the moves of `a` and `b`, so by less than `d / 2`, and so
//! does `q`: they stay apart. Two segments with a common end can meet elsewhere only if the far end of one lands on the
//! other, which is the same case; and a segment cannot shrink to a point because its ends stay apart as well. So no two
//! lines ever touch, and rotations and nesting never change.
//!
//! The rule also holds for relative moves: if `q` moves by less than `d` relative to `a` and relative to `b`, it moves
//! by less than `d` relative to every point of `ab`, since those relative moves are convex combinations of the two. So
//! neighbours may move together as far as they like, and only their distance from each other limits them.
//!
//! # Two phases
//!
//! A drawing that comes from an [embedding](super::embed) or has a new line may be as crowded as numbers allow. First,
//! its gaps [open]. With this rule, any forces are safe, no matter how crude they are. Then the drawing
//! [descends](descend) to the picture of least [energy], which says what a good picture is.

mod descend;
mod energy;
mod metric;
mod open;
mod room;

use core::f64::consts::TAU;

use super::curves::{Drawing, Sizes};
use super::grid::Grid;
use super::ink::{Shape, squared_distance};
use crate::geometry::{Point, Vec2, bounds, larger, smaller};
pub(super) use descend::{find_shape, relax, round_off, settle};
use planar::{Dart, Vertex};
pub(crate) use room::Source;
pub(super) use room::make_room;
use std::time::Instant;

/// The largest share of its clearance by which a point moves.
pub(super) const SHARE: f64 = 0.45;
/// The number of steps between two lists of neighbours.
const STEPS_PER_LIST: usize = 5;
/// The length up to which a loop is inflated, as a share of the target distance.
const LOOP: f64 = 4.5;
/// The least angle between the lines of a star, as a share of equal angles.
const LEAST_ANGLE: f64 = 0.75;

/// The amount of work that is left, and the time at which it has to end at the latest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work {
    pub(super) left: u64,
    pub(super) until: Option<Instant>,
}

impl Work {
    pub(super) fn new(left: u64, until: Option<Instant>) -> Work {
        Work { left, until }
    }

    /// Gives a part at most half of the work that is left, so that what comes after it is never without.
    pub(super) fn half<T>(&mut self, part: impl FnOnce(&mut Work) -> T) -> T {
        let kept = self.left / 2;
        self.left -= kept;
        let found = part(self);
        self.left += kept;
        found
    }

    pub(super) fn is_spent(self) -> bool {
        self.left == 0 || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// A point of the drawing and its neighbours along the line.
#[derive(Clone, Copy)]
struct Bend {
    before: u32,
    after: u32,
}

/// A point close to a segment.
#[derive(Clone, Copy)]
struct Near {
    point: u32,
    a: u32,
    b: u32,
    /// The line of the segment, and the number of the segment in it.
    line: u32,
    segment: u32,
    /// The part of the distance that is ink; 0 close to a common spot.
    ink: f32,
    /// Their distance when the list was made.
    distance: f32,
}

/// The drawing as points: first the spots, then the bends of each line in order.
#[derive(Clone)]
struct Net {
    sizes: Sizes,
    /// The share of its clearance that a point may move; anything below one half is safe.
    share: f64,
    n_spots: usize,
    places: Vec<Point>,
    /// For each line: the spots at its ends, and the range of its bends in `places`.
    lines: Vec<Line>,
    /// The neighbours of each bend.
    bends: Vec<Bend>,
    /// For each spot, its lines counter-clockwise: the index of each line, and whether the line starts here.
    fans: Vec<Vec<(u32, bool)>>,
    tips: Vec<bool>,
    /// Whether vertices are dots, which lines leave straight and at equal angles.
    is_dotted: bool,
    /// How far the ink around each of the first points reaches.
    ink: Vec<f64>,
    /// The shape around each of the first points, if it has corners.
    corners: Vec<Option<Shape>>,
    /// The distance of each bend along its line.
    lengths: Vec<f64>,
    near: Vec<Near>,
    /// The line of each point, and its number in it.
    of_line: Vec<(u32, u32)>,
    push: Vec<Vec2>,
    free: Vec<f64>,
    /// The vertices of the first points.
    kept: Vec<Vertex>,
    /// The darts of each line.
    chains: Vec<Vec<Dart>>,
}

#[derive(Clone)]
struct Line {
    from: u32,
    to: u32,
    first: u32,
    end: u32,
    length: f64,
    /// Half of its width.
    half: f64,
    /// Whether the line is a stub and keeps its length.
    is_stub: bool,
}

impl Line {
    fn len(&self) -> u32 {
        self.end - self.first
    }

    /// The `i`-th point of the line, counted from its start; the ends are spots.
    fn point(&self, i: u32) -> u32 {
        if i == 0 {
            self.from
        } else if i == self.len() + 1 {
            self.to
        } else {
            self.first + i - 1
        }
    }
}

/// Finds the lines as a viewer sees them: the vertices that are spots or tips, and the chains of darts between them.
/// The point where a tip joins a line is an ordinary point of that line.
fn chains(drawing: &Drawing) -> (Vec<Vertex>, Vec<Vec<Dart>>) {
    let map = drawing.map();
    let is_end = |v: Vertex| drawing.is_spot(v) || map.degree(v) != 2;
    let mut kept: Vec<bool> = map.vertices().map(is_end).collect();
    let mut chains = Vec::with_capacity(map.n_edges());
    let mut done = vec![false; map.n_edges()];
    // In the second round, closed rings are cut open somewhere.
    for opens_rings in [false, true] {
        for start in (0..2 * map.n_edges()).map(Dart::new) {
            let from = map.origin(start).index();
            if done[start.index() / 2] || !(kept[from] || opens_rings) {
                continue;
            }
            kept[from] = true;
            let mut chain = vec![start];
            let mut last = start;
            done[last.index() / 2] = true;
            while !kept[map.target(last).index()] {
                last = map.next(last);
                done[last.index() / 2] = true;
                chain.push(last);
            }
            chains.push(chain);
        }
    }
    let kept = map.vertices().filter(|v| kept[v.index()]).collect();
    (kept, chains)
}

impl Net {
    fn new(drawing: &Drawing) -> Net {
        let map = drawing.map();
        let (kept, chains) = chains(drawing);
        let mut index_of = vec![u32::MAX; map.n_vertices()];
        for (i, vertex) in kept.iter().enumerate() {
            index_of[vertex.index()] = i as u32;
        }
        let mut places: Vec<Point> = kept.iter().map(|vertex| drawing.spot(*vertex)).collect();
        let unit = 1.0 / drawing.scale();
        let mut lines = Vec::with_capacity(chains.len());
        let mut line_of = vec![None; 2 * map.n_edges()];
        for chain in &chains {
            let (start, end) = (chain[0], chain[chain.len() - 1]);
            line_of[start.index()] = Some((lines.len() as u32, true));
            line_of[end.twin().index()] = Some((lines.len() as u32, false));
            let first = places.len() as u32;
            for dart in chain {
                let points = drawing.line(*dart);
                // The last point is another bend, or the spot at the end.
                let n_bends = points.len() - if *dart == end { 2 } else { 1 };
                places.extend(&points[1..=n_bends]);
            }
            let [from, to] = [map.origin(start), map.target(end)];
            lines.push(Line {
                from: index_of[from.index()],
                to: index_of[to.index()],
                first,
                end: places.len() as u32,
                length: 0.0,
                half: chain.iter().fold(0.0, |half, dart| {
                    f64::max(half, 0.5 * unit * drawing.width(dart.index() / 2))
                }),
                is_stub: drawing.is_tip(from) || drawing.is_tip(to),
            });
        }
        let fan = |vertex: &Vertex| {
            let darts = map.darts_at(*vertex);
            darts.filter_map(|dart| line_of[dart.index()]).collect()
        };
        let corners = |vertex: &Vertex| {
            let shape = drawing.shape(*vertex).filter(Shape::has_corners)?;
            Some(shape.put(Point::default(), unit))
        };
        let mut net = Net {
            sizes: drawing.sizes(),
            share: SHARE,
            n_spots: kept.len(),
            places,
            lines,
            bends: Vec::new(),
            fans: kept.iter().map(fan).collect(),
            is_dotted: drawing.is_dotted(),
            tips: kept.iter().map(|v| drawing.is_tip(*v)).collect(),
            ink: kept.iter().map(|v| drawing.reach(*v)).collect(),
            corners: kept.iter().map(corners).collect(),
            lengths: Vec::new(),
            near: Vec::new(),
            of_line: Vec::new(),
            push: Vec::new(),
            free: Vec::new(),
            kept,
            chains,
        };
        net.link();
        net
    }

    fn store(&self, drawing: &mut Drawing) {
        for (vertex, place) in self.kept.iter().zip(&self.places) {
            drawing.spots[vertex.index()] = *place;
        }
        for (line, chain) in self.lines.iter().zip(&self.chains) {
            let bends = &self.places[line.first as usize..line.end as usize];
            let cut = |part: usize| bends.len() * part / chain.len();
            for (part, dart) in chain.iter().enumerate() {
                let mut own = bends[cut(part)..cut(part + 1)].to_vec();
                if dart.index() % 2 == 1 {
                    own.reverse();
                }
                drawing.bends[dart.index() / 2] = own;
                // Where the smooth curve touches the polyline, so that the curve does not change.
                if part > 0 {
                    let joint = drawing.map.origin(*dart).index();
                    drawing.spots[joint] = bends[cut(part) - 1].midpoint(bends[cut(part)]);
                }
            }
        }
    }

    /// Stores the neighbours of every bend.
    fn link(&mut self) {
        self.bends.clear();
        self.lengths.clear();
        for line in &mut self.lines {
            let mut length = 0.0;
            let place = |i| self.places[line.point(i) as usize];
            for i in 1..=line.len() {
                let (before, after) = (line.point(i - 1), line.point(i + 1));
                self.bends.push(Bend { before, after });
                length += place(i - 1).distance(place(i));
                self.lengths.push(length);
            }
            line.length = length + place(line.len()).distance(place(line.len() + 1));
        }
    }

    /// Returns the length of the stubs of a spot.
    fn stub_at(&self, spot: usize) -> f64 {
        self.sizes.stubs(self.fans[spot].len())
    }

    /// Returns the length of a stub.
    fn stub(&self, line: &Line) -> f64 {
        let root = if self.tips[line.from as usize] {
            line.to
        } else {
            line.from
        };
        self.stub_at(root as usize)
    }

    fn place(&self, point: u32) -> Point {
        self.places[point as usize]
    }

    /// Returns the points of a line, including its ends.
    fn points(&self, line: &Line) -> Vec<Point> {
        (0..=line.len() + 1)
            .map(|i| self.place(line.point(i)))
            .collect()
    }

    /// Lists the points and segments that are closer to each other than `seen`, if the point or an end of the segment
    /// is awake and `matters` accepts them by the three points, the part of their distance that is ink, and the square
    /// of the distance.
    fn list_within(
        &mut self,
        seen: f64,
        awake: &[bool],
        matters: &dyn Fn([u32; 3], f64, f64) -> bool,
    ) {
        let mut segments: Vec<(u32, u32, u32, u32)> = Vec::new();
        for (number, line) in self.lines.iter().enumerate() {
            for i in 0..=line.len() {
                segments.push((number as u32, i, line.point(i), line.point(i + 1)));
            }
        }
        // A spot counts as a segment without length: for all points if no line ends there, and otherwise only for other
        // spots.
        for spot in (0..self.n_spots as u32).filter(|spot| self.ink[*spot as usize] > 0.0) {
            segments.push((self.lines.len() as u32 + spot, 0, spot, spot));
        }
        // Moving points are close to few segments, and few of those move.
        let is_awake =
            |(_, _, a, b): &(u32, u32, u32, u32)| awake[*a as usize] || awake[*b as usize];
        let moving: Vec<_> = segments.iter().copied().filter(is_awake).collect();
        let [all, moving] = [segments, moving].map(|segments| {
            let ends = segments
                .iter()
                .map(|(_, _, a, b)| [*a, *b].map(|i| self.place(i)));
            let middles: Vec<Point> = ends.clone().map(|[a, b]| a.midpoint(b)).collect();
            let longest = ends.map(|[a, b]| a.distance(b)).fold(0.0, f64::max);
            let far = seen + longest / 2.0;
            (Grid::new(&middles, far / 2.0), far, middles, segments)
        });
        self.near.clear();
        let mut near = core::mem::take(&mut self.near);
        let mut of_line = vec![(u32::MAX, 0); self.n_spots];
        for (number, line) in self.lines.iter().enumerate() {
            for i in 1..=line.len() {
                of_line.push((number as u32, i));
            }
        }
        for (point, own) in of_line.iter().enumerate() {
            let at = self.places[point];
            let (grid, far, middles, segments) = if awake[point] { &all } else { &moving };
            let span = Vec2::splat(*far);
            grid.all_within(at - span, at + span, |s| {
                if at.distance_squared(middles[s as usize]) > far * far {
                    return true;
                }
                let (line, i, a, b) = segments[s as usize];
                let point = point as u32;
                let is_disc = a == b && !self.fans[a as usize].is_empty();
                let is_spot = self.ink.get(point as usize).is_some_and(|ink| *ink > 0.0);
                if a != point && b != point && (!is_disc || is_spot && point < a) {
                    let (pa, pb) = (self.place(a), self.place(b));
                    let squared = squared_distance(at, pa, pb).0;
                    if squared >= seen * seen {
                        return true;
                    }
                    let ink = self.ink_between(point, own.0, line, [pa, pb], squared);
                    if matters([point, a, b], ink, squared) {
                        near.push(Near {
                            point,
                            a,
                            b,
                            line,
                            segment: i,
                            ink: ink as f32,
                            distance: squared.sqrt() as f32,
                        });
                    }
                }
                true
            });
        }
        self.near = near;
        self.of_line = of_line;
    }

    /// Returns the part of the distance of a point and a segment of a line that is ink.
    fn ink_between(&self, point: u32, own: u32, line: u32, ends: [Point; 2], squared: f64) -> f64 {
        let half = |line: u32| self.lines[line as usize].half;
        let spot = (line as usize).checked_sub(self.lines.len());
        let other = spot.map_or_else(|| half(line), |spot| self.ink[spot]);
        let ink = self
            .ink
            .get(point as usize)
            .copied()
            .unwrap_or_else(|| half(own));
        let corners = |spot: usize| self.corners.get(spot).copied().flatten();
        let shapes = [corners(point as usize), spot.and_then(corners)];
        if shapes.iter().all(Option::is_none) {
            return ink + other;
        }
        let at = self.place(point);
        let one = shapes[0].map_or(Shape::disc(at, ink), |shape| shape.put(at, 1.0));
        let two = shapes[1].map_or(Shape::bar(ends, other), |shape| shape.put(ends[0], 1.0));
        squared.sqrt() - one.white(&two)
    }

    /// Returns the distance within which a point and the `i`-th segment of a line repel each other, and the part of it
    /// that is ink.
    fn reach(&self, point: u32, own: (u32, u32), (line, i): (u32, u32), ink: f64) -> (f32, f32) {
        let reach = self.white_reach(point, own, line, i);
        let is_line = (line as usize) < self.lines.len();
        // Lines that meet at a spot may touch near it; spots never may.
        if self.ink.get(point as usize).is_some() && !is_line {
            return (reach.max(1.5 * ink) as f32, ink as f32);
        }
        let ink = if ink < 0.7 * reach { ink } else { 0.0 };
        (reach as f32, ink as f32)
    }

    /// Returns the white space within which a point and a segment repel each other.
    ///
    /// Along one line, the distance must not exceed what a gentle bend needs, and it shrinks towards a spot at which
    /// two lines meet.
    fn white_reach(&self, point: u32, (number, at): (u32, u32), line: u32, i: u32) -> f64 {
        let apart = self.sizes.apart;
        let is_spot = (point as usize) < self.n_spots;
        let Some(other) = self.lines.get(line as usize) else {
            return apart;
        };
        let along = |from: u32, to: u32| 0.35 * (self.along(other, to) - self.along(other, from));
        if is_spot {
            let mut reach = apart;
            if other.from == point {
                reach = smaller(reach, along(0, i));
            }
            if other.to == point {
                reach = smaller(reach, along(i + 1, other.len() + 1));
            }
            return reach;
        }
        let own = &self.lines[number as usize];
        // The smaller a loop is, the less it is pushed, because otherwise it could not grow.
        let small = |line: &Line| {
            if line.from == line.to {
                line.length / LOOP
            } else {
                apart
            }
        };
        let mut reach = smaller(apart, smaller(small(own), small(other)));
        if number == line {
            let [from, to] = if at <= i { [at, i] } else { [i + 1, at] };
            reach = smaller(reach, along(from, to));
        }
        let mut shared = |spot: u32| {
            if number != line || own.from == own.to {
                let distance = self.place(point).distance(self.place(spot));
                // No farther than equal angles allow.
                let half_angle = 0.5 * TAU / self.fans[spot as usize].len() as f64;
                reach = smaller(reach, smaller(1.1, 2.0 * half_angle.sin()) * distance);
            }
        };
        for spot in [own.from, own.to] {
            if spot == other.from || spot == other.to {
                shared(spot);
            }
        }
        reach
    }

    /// Returns the distance of the `i`-th point along a line.
    fn along(&self, line: &Line, i: u32) -> f64 {
        match i {
            0 => 0.0,
            i if i <= line.len() => self.lengths[line.point(i) as usize - self.n_spots],
            _ => line.length,
        }
    }

    /// Moves and scales everything so that it just fits the page.
    fn fill_page(&mut self) {
        let all = bounds(self.places.iter().copied());
        let centre = all.center();
        let far = self
            .places
            .iter()
            .map(|place| place.distance(centre))
            .fold(1e-9, larger);
        for place in &mut self.places {
            *place = ((*place - centre) / far).to_point();
        }
    }

    /// Keeps a stub straight and at a share of its length.
    fn hold_stub(&mut self, tip: usize, grown: f64) {
        let (line, starts) = self.fans[tip][0];
        let line = self.lines[line as usize].clone();
        let root = if starts { line.to } else { line.from };
        let centre = self.place(root);
        let length = grown * self.stub(&line);
        let direction = (self.places[tip] - centre).unit();
        for i in 0..=line.len() {
            // From the tip to the spot.
            let point = line.point(if starts { i } else { line.len() + 1 - i });
            let share = 1.0 - f64::from(i) / f64::from(line.len() + 1);
            let goal = centre + direction * (length * share);
            let place = self.place(point);
            self.push[point as usize] += (goal - place) * 0.4;
        }
    }

    /// Turns the lines of each spot towards equal angles, and those of a star away from lines that are too close. Only
    /// points that `moves` accepts move.
    fn spread(&mut self, moves: &dyn Fn(u32) -> bool) {
        let mut rays: Vec<(u32, Vec2, f64)> = Vec::new();
        for spot in 0..self.n_spots {
            let fan = &self.fans[spot];
            if fan.len() < 2 {
                continue;
            }
            rays.clear();
            for (line, starts) in fan {
                let line = &self.lines[*line as usize];
                let point = match (line.is_stub, starts) {
                    (false, starts) => first_point(line, *starts),
                    // A stub turns rigidly.
                    (true, true) => line.to,
                    (true, false) => line.from,
                };
                let ray = self.place(point) - self.places[spot];
                rays.push((point, ray, ray.y.atan2(ray.x)));
            }
            if !rays.iter().any(|(point, _, _)| moves(*point)) {
                continue;
            }
            let n = rays.len();
            let gap = |i: usize| {
                let turn = rays[(i + 1) % n].2 - rays[i % n].2;
                // Because of rounding, two lines in the same direction may appear in the wrong order.
                match turn.rem_euclid(TAU) {
                    gap if gap > TAU - 1e-6 => 0.0,
                    gap => gap,
                }
            };
            let enough = least_angle(n);
            for i in 0..n {
                // Between the lines of a star, but not beside a free arm, a gap may be wider than needed.
                let is_arm = self.lines[fan[i].0 as usize].is_stub;
                let most = if is_star(n) && !is_arm {
                    enough
                } else {
                    f64::INFINITY
                };
                let turn = (smaller(gap(i), most) - smaller(gap(i + n - 1), most)) / 2.0;
                let (point, ray, _) = rays[i];
                if !moves(point) {
                    continue;
                }
                let push = ray.turn_90() * (0.5 * turn);
                self.push[point as usize] += push;
                let line = &self.lines[fan[i].0 as usize];
                if line.is_stub {
                    for bend in line.first..line.end {
                        let bend = bend as usize;
                        let share = self.places[bend].distance(self.places[spot]) / ray.hypot();
                        self.push[bend] += push * share.min(1.0);
                    }
                }
            }
        }
    }
}

/// Returns whether a spot with a number of lines is a star, at which lines need not be at equal angles.
fn is_star(count: usize) -> bool {
    count > 4
}

/// Returns the least angle between the lines of a spot.
fn least_angle(count: usize) -> f64 {
    let share = if is_star(count) { LEAST_ANGLE } else { 1.0 };
    share * TAU / count as f64
}

/// Returns the point of a line next to the spot where it starts or ends.
fn first_point(line: &Line, starts: bool) -> u32 {
    line.point(if starts { 1 } else { line.len() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Mark;
    use planar::Map;

    #[test]
    fn a_line_comes_closer_to_the_side_of_a_square_than_to_its_corner() {
        let map = Map::from_lists(&[vec![vec![0], vec![1, 2]]]).expect("a map");
        let mut drawing = Drawing::of(&map, &[Mark::Square]).expect("a picture");
        let reach = drawing.reach(Vertex::new(0));
        let mut ink = |way: Vec2| {
            drawing.spots[0] = Point::default();
            drawing.bends[0] = vec![(way.unit() * 0.3).to_point()];
            let net = Net::new(&drawing);
            let ink = net.ink_between(3, 0, 1, [Point::default(); 2], 0.09);
            ink - net.lines[0].half
        };
        assert!((ink(Vec2::splat(1.0)) - reach).abs() < 1e-9);
        let side = ink(Vec2::new(1.0, 0.0)) / reach;
        assert!((0.7..0.78).contains(&side), "{side}");
    }

    #[test]
    fn a_fold_in_a_line_of_two_bends_opens() {
        let map = Map::from_lists(&[vec![vec![0, 1]]]).expect("a map");
        let mut drawing = Drawing::of(&map, &[]).expect("a picture");
        drawing.spots = [0.0, 0.5].map(|x| Point::new(x, 0.0)).to_vec();
        drawing.bends = vec![vec![Point::new(0.02, 0.0), Point::new(0.019, 1e-8)]];
        let mut net = Net::new(&drawing);
        net.even(0.5 * net.sizes.apart);
        let way = net.points(&net.lines[0]);
        assert_eq!(way.len(), 4);
        assert!(way.windows(2).all(|pair| pair[1].x > pair[0].x), "{way:?}");
    }
}
