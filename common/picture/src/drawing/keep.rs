//! Adds a line to a drawing while the rest of it stays in place as far as possible.
//!
//! A person who draws a line knows where everything is. So a line drawn by hand keeps its way, smoothed a little; a
//! line drawn by a program is pulled tight around obstacles; and other parts move only if they would touch the new
//! line, and then no farther than needed. [`Drawing::settle`] makes a better picture but moves everything.
//!
//! Points push each other apart like beads: each point that is too close to a segment shares the missing distance with
//! the ends of the segment. As in [`relax`](super::relax), nothing moves farther in a step than almost half its
//! distance from what it could cross, which keeps the topology.

use planar::{Boundary, Corner, Dart};

use super::curves::{DrawError, Drawing, Shown, flatten, refine, spaced};
use super::grid::Grid;
use super::ink::{Mark, foot};
use crate::geometry::{Point, Vec2, Way as _};
use common::look::Quality;

/// How far apart bends are, at most.
const SPACING: f64 = 0.035;
/// How many steps one list of what is close to each other serves.
const STEPS_PER_LIST: usize = 6;
/// The share of the distance to the nearest obstacle that a point may move in a step.
const SHARE: f64 = 0.45;
/// A step in which no point moves as far as this is the last.
const STILL: f64 = 2e-4;
/// How far smoothing may move a point of a stroke; the drawing is 2 wide.
const MOST_SMOOTHED: f64 = 0.02;
/// How often a stroke of a hand is smoothed.
const SMOOTHINGS: usize = 5;
/// How far a smoothed line may be from what the pen drew, before it gets its sharp turns back.
const MOST_OFF: f64 = 0.024;
/// How often the points at a sharp turn move half the way back to the pen.
const RETURNS: usize = 4;

/// Where the new lines of a drawing came from, which says what moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A hand: they keep their way as far as there is room.
    Hand,
    /// A program: they are pulled tight, at a comfortable distance from the rest.
    Program,
}

impl Drawing {
    /// Puts a drawing together from places and bends that were written down before, such as those of a saved game.
    ///
    /// `lines` are the points of each line between its ends, from the origin of its even dart; `marks` are as for
    /// [`of`](Drawing::of).
    ///
    /// # Errors
    ///
    /// Returns an error if the curves do not show the map.
    pub fn restored(
        map: &planar::Map,
        marks: &[Mark],
        spots: Vec<Point>,
        lines: Vec<Vec<Point>>,
    ) -> Result<Drawing, DrawError> {
        let found = map.n_vertices() + map.n_edges();
        let numbers = spots.iter().chain(lines.iter().flatten());
        let fits = spots.len() == map.n_vertices() && lines.len() == map.n_edges();
        if found > Drawing::MAX_PARTS || !fits || numbers.clone().any(|p| p.to_vec2().hypot() > 9.0)
        {
            return Err(DrawError::NoWay);
        }
        let drawing = Drawing {
            map: map.clone(),
            settled: spots.clone(),
            spots,
            bends: lines,
            marks: Mark::of_all(map, marks),
            redrawn: 0,
            quality: Quality::Full,
            discs: Vec::new(),
            lift: Vec::new(),
            last: Vec::new(),
            until: None,
            shown: Shown::default(),
        };
        drawing.read_back()?;
        Ok(drawing)
    }

    /// Draws a line without looking at what is in its way.
    pub(crate) fn connect_unseen(
        &mut self,
        from: Corner,
        to: Corner,
        goes_left: impl FnMut(Boundary) -> bool,
    ) -> Result<Dart, DrawError> {
        let dart = self.map.connect(from, to, goes_left)?;
        // A bend, so that a loop has a length.
        self.bends.push(vec![Point::new(2.0, 2.0)]);
        Ok(dart)
    }

    /// Takes the places of all spots and lines from a drawing that has more of them, in the same order.
    pub(crate) fn take_places(&mut self, later: &Drawing) -> Result<(), DrawError> {
        let spots = later.spots.get(..self.spots.len());
        let bends = later.bends.get(..self.bends.len());
        let (Some(spots), Some(bends)) = (spots, bends) else {
            return Err(DrawError::NoWay);
        };
        (self.spots, self.bends) = (spots.to_vec(), bends.to_vec());
        self.settled.clone_from(&self.spots);
        Ok(())
    }

    /// Draws a line as [`connect_along`](Drawing::connect_along) does, smoothed a little, and leaves all other lines as
    /// they are.
    ///
    /// # Errors
    ///
    /// Returns an error, and leaves the drawing as it was, if the map has no such line or the way does not show it.
    pub(crate) fn connect_keeping(
        &mut self,
        from: Corner,
        to: Corner,
        goes_left: impl FnMut(Boundary) -> bool,
        bends: &[Point],
    ) -> Result<Dart, DrawError> {
        let mut after = self.clone();
        after.follow_curves();
        let dart = after.map.connect(from, to, goes_left)?;
        let ends = [from, to].map(|corner| self.spot(self.map.vertex(corner)));
        after.bends.push(Vec::new());
        let line = after.bends.len() - 1;
        // Less smooth where smoothing would cut a corner that something is in or straighten a tight bend; last of all
        // as it was drawn. A hand that begins backwards, across the arm it begins on, is followed from farther out.
        let mut error = None;
        for out in [0.0, 0.04, 0.08] {
            let drawn = trimmed(bends, ends, out);
            let rough = spaced(&drawn, SPACING);
            for smoothings in [SMOOTHINGS, 3, 2, 1, 0] {
                let mut way = rough.clone();
                for _ in 0..smoothings {
                    way = smoothed(&way);
                }
                let moved = way
                    .iter()
                    .zip(&rough)
                    .map(|(now, before)| now.distance(*before));
                if smoothings > 0 && moved.fold(0.0, f64::max) > MOST_SMOOTHED {
                    continue;
                }
                for way in [with_turns(&way, &drawn), way] {
                    after.bends[line] = way[1..way.len() - 1].to_vec();
                    refine(ends, &mut after.bends[line]);
                    match after.check_straight() {
                        Ok(()) => {
                            *self = after;
                            return Ok(dart);
                        }
                        Err(mismatch) => error = Some(mismatch),
                    }
                }
            }
        }
        after.bends[line] = bends.to_vec();
        refine(ends, &mut after.bends[line]);
        match after.check_straight() {
            Ok(()) => {
                *self = after;
                Ok(dart)
            }
            Err(mismatch) => Err(error.unwrap_or(mismatch).into()),
        }
    }

    /// Moves what has too little room after the lines from number `first` on were drawn, and no farther than needed;
    /// vertices from number `spots` on are new, too. Falls back on [`settle`](Drawing::settle) if that leaves lines
    /// that seem to touch.
    ///
    /// # Errors
    ///
    /// Returns an error if no picture of the map passes the check.
    pub fn make_room(
        &mut self,
        first: usize,
        spots: usize,
        source: Source,
    ) -> Result<(), DrawError> {
        self.follow_curves();
        let before = self.clone();
        // Settling moves everything and is slow: close but distinguishable lines are better.
        for enough in [0.6, 0.35] {
            let mut beads = Beads::new(self, first, spots, source);
            beads.run(if source == Source::Hand { 96 } else { 160 });
            beads.give_back(self);
            if self.smooth().is_ok() && self.clearance() >= enough {
                self.settled.clone_from(&self.spots);
                return Ok(());
            }
        }
        *self = before;
        self.settle()
    }

    /// Makes bends so dense that the polylines through them show the map, as the curves do.
    fn follow_curves(&mut self) {
        let lines = 0..self.bends.len();
        let points: Vec<Vec<Point>> = lines.map(|line| self.points(line)).collect();
        for (line, points) in points.iter().enumerate() {
            let is_long = |pair: &[Point]| pair[0].distance(pair[1]) > 1.6 * SPACING;
            if points.windows(2).any(is_long) {
                self.follow_curve(line, points, SPACING);
            }
        }
        // Next to a polyline that now follows its curve, one that does not may cross it.
        for spacing in [SPACING, SPACING / 2.0, SPACING / 4.0] {
            if self.check_straight().is_ok() {
                return;
            }
            for (line, points) in points.iter().enumerate() {
                self.follow_curve(line, points, spacing);
            }
        }
    }

    /// Replaces the bends of a line by places on the curve of some points.
    fn follow_curve(&mut self, line: usize, points: &[Point], spacing: f64) {
        let curve = spaced(&flatten(points), spacing);
        self.bends[line] = curve[1..curve.len() - 1].to_vec();
        refine([points[0], points[points.len() - 1]], &mut self.bends[line]);
    }
}

/// Returns the way of a stroke between its ends, without what is within `out` of an end before it first leaves that end
/// or after it last comes near it.
fn trimmed(bends: &[Point], ends: [Point; 2], out: f64) -> Vec<Point> {
    let from = bends.iter().position(|bend| bend.distance(ends[0]) >= out);
    let to = bends.iter().rposition(|bend| bend.distance(ends[1]) >= out);
    let mut way = vec![ends[0]];
    if let (Some(from), Some(to)) = (from, to)
        && from <= to
    {
        way.extend(&bends[from..=to]);
    }
    way.push(ends[1]);
    way
}

/// Returns a way with each inner point a little nearer to the middle of its neighbours.
fn smoothed(way: &[Point]) -> Vec<Point> {
    let mut out = way.to_vec();
    for i in 1..way.len().saturating_sub(1) {
        out[i] = way[i].midpoint(way[i - 1].midpoint(way[i + 1]));
    }
    out
}

/// Returns a smoothed way with the sharp turns of the way that was drawn: where that is too far off, the point of the
/// smoothed way that is as far along moves back to it.
fn with_turns(way: &[Point], drawn: &[Point]) -> Vec<Point> {
    let mut out = way.to_vec();
    let last = way.len() - 1;
    let total: f64 = drawn.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    for _ in 0..RETURNS {
        let before = out.clone();
        let curve = flatten(&before);
        let mut at = 0.0;
        for pair in drawn.windows(2) {
            at += pair[0].distance(pair[1]);
            let off = curve
                .windows(2)
                .map(|side| foot(pair[1], side[0], side[1]).distance(pair[1]));
            if off.fold(f64::MAX, f64::min) > MOST_OFF {
                let i = (at / total * last as f64).round() as usize;
                let i = i.clamp(1, last - 1);
                out[i] = before[i].midpoint(pair[1]);
            }
        }
        if out == before {
            break;
        }
    }
    out
}

/// A point that is close to a segment.
#[derive(Clone, Copy, Debug)]
struct Near {
    point: usize,
    a: usize,
    b: usize,
    /// Closer than this, both move.
    must: f64,
    /// Closer than this, what is new moves.
    wish: f64,
}

/// The points of a drawing, and which of them are new.
struct Beads {
    places: Vec<Point>,
    /// Where they were; new ones have no home.
    homes: Vec<Option<Point>>,
    /// The points of each line, its ends among them.
    lines: Vec<Vec<usize>>,
    /// How far along its line each point of it is.
    along: Vec<Vec<f64>>,
    n_spots: usize,
    /// How much room each vertex takes.
    radii: Vec<f64>,
    /// The tip of each free arm, the vertex that the arm grows from, and how long it is to be.
    arms: Vec<(usize, usize, f64)>,
    near: Vec<Near>,
    source: Source,
    width: f64,
    apart: f64,
}

impl Beads {
    fn new(drawing: &Drawing, first: usize, spots: usize, source: Source) -> Beads {
        let sizes = drawing.sizes();
        let map = drawing.map();
        let mut places = drawing.spots.clone();
        let mut homes: Vec<Option<Point>> = places
            .iter()
            .enumerate()
            .map(|(i, place)| (i < spots).then_some(*place))
            .collect();
        let mut lines = Vec::new();
        for (number, bends) in drawing.bends.iter().enumerate() {
            let dart = Dart::new(2 * number);
            let mut line = vec![map.origin(dart).index()];
            for bend in bends {
                line.push(places.len());
                places.push(*bend);
                // A line drawn by hand is at home where it was drawn.
                let is_held = number < first || source == Source::Hand;
                homes.push(is_held.then_some(*bend));
            }
            line.push(map.target(dart).index());
            lines.push(line);
        }
        let radii = map.vertices().map(|vertex| {
            if drawing.is_tip(vertex) {
                (1.6 * sizes.spot).min(0.05)
            } else if drawing.is_spot(vertex) {
                sizes.spot.max(drawing.reach(vertex))
            } else {
                0.0
            }
        });
        let tips = map.vertices().filter(|vertex| drawing.is_tip(*vertex));
        let arms = tips.filter_map(|tip| {
            let root = map.target(map.darts_at(tip).next()?);
            let length = drawing.spot(tip).distance(drawing.spot(root));
            let is_new = tip.index() >= spots;
            let length = if is_new { sizes.stub } else { length };
            Some((tip.index(), root.index(), length))
        });
        Beads {
            arms: arms.collect(),
            n_spots: drawing.spots.len(),
            radii: radii.collect(),
            places,
            homes,
            along: Vec::new(),
            lines,
            near: Vec::new(),
            source,
            width: sizes.width,
            apart: sizes.apart,
        }
    }

    /// Puts the points back into a drawing of the same lines.
    fn give_back(&self, drawing: &mut Drawing) {
        drawing.spots.copy_from_slice(&self.places[..self.n_spots]);
        for (bends, line) in drawing.bends.iter_mut().zip(&self.lines) {
            *bends = line[1..line.len() - 1]
                .iter()
                .map(|i| self.places[*i])
                .collect();
        }
    }

    fn run(&mut self, steps: usize) {
        let mut longest = 0.7 * self.width;
        for step in 0..steps {
            if step % STEPS_PER_LIST == 0 {
                self.list(2.0 * longest * STEPS_PER_LIST as f64);
            }
            let moved = self.step(longest, 3 * step < 2 * steps);
            if moved < STILL {
                break;
            }
            if (step + 1) % STEPS_PER_LIST == 0 {
                longest = longest.min(1.5 * moved);
            }
        }
    }

    /// Lists what is, or within some steps may come, close to each other.
    fn list(&mut self, slack: f64) {
        let Beads { places, lines, .. } = &*self;
        self.along = lines
            .iter()
            .map(|line| {
                let mut at = 0.0;
                let steps = line
                    .windows(2)
                    .map(|pair| places[pair[0]].distance(places[pair[1]]));
                let steps = steps.map(|step| {
                    at += step;
                    at
                });
                [0.0].into_iter().chain(steps).collect()
            })
            .collect();
        let mut near = Vec::new();
        // Each point by where it is: spots once, bends on their line.
        let spots = (0..self.n_spots).map(|i| (i, usize::MAX, 0));
        let bends =
            self.lines.iter().enumerate().flat_map(|(number, line)| {
                (1..line.len() - 1).map(move |at| (line[at], number, at))
            });
        let segments: Vec<(usize, usize)> = self
            .lines
            .iter()
            .enumerate()
            .flat_map(|(number, line)| (0..line.len() - 1).map(move |i| (number, i)))
            .collect();
        let ends = |(number, i): (usize, usize)| (self.lines[number][i], self.lines[number][i + 1]);
        let mut middles = Vec::new();
        let mut longest: f64 = 0.0;
        for segment in &segments {
            let (a, b) = ends(*segment);
            let (a, b) = (self.places[a], self.places[b]);
            middles.push(a.midpoint(b));
            longest = longest.max(a.distance(b));
        }
        let reach = self.most_reach() + slack;
        let grid = Grid::new(&middles, reach);
        let span = Vec2::new(reach + longest / 2.0, reach + longest / 2.0);
        for (point, home, at) in spots.chain(bends) {
            let place = self.places[point];
            grid.all_within(place - span, place + span, |segment| {
                let (number, i) = segments[segment as usize];
                let (a, b) = ends((number, i));
                if a == point || b == point {
                    return true;
                }
                let distance = foot(place, self.places[a], self.places[b]).distance(place);
                let (must, wish) = self.reach(point, (home, at), number, i);
                if distance <= wish + slack {
                    near.push(Near {
                        point,
                        a,
                        b,
                        must,
                        wish,
                    });
                }
                true
            });
        }
        // Spots keep away from spots, as from segments without length.
        for p in 0..self.n_spots {
            for q in 0..p {
                if self.radii[p] * self.radii[q] > 0.0 {
                    let must = self.radii[p] + self.radii[q] + 2.0 * self.width;
                    let is_new = self.homes[p].is_none() || self.homes[q].is_none();
                    let wish = if is_new && self.source == Source::Program {
                        must.max(0.9 * self.apart)
                    } else {
                        must
                    };
                    near.push(Near {
                        point: p,
                        a: q,
                        b: q,
                        must,
                        wish,
                    });
                }
            }
        }
        self.near = near;
    }

    fn most_reach(&self) -> f64 {
        let radius = self.radii.iter().copied().fold(0.0, f64::max);
        radius + (0.5 * self.apart).max(3.0 * self.width)
    }

    /// How far a point should be from the `i`-th segment of a line at least, and for comfort.
    fn reach(
        &self,
        point: usize,
        (home, at): (usize, usize),
        number: usize,
        i: usize,
    ) -> (f64, f64) {
        let line = &self.lines[number];
        let along = &self.along[number];
        let length = along[along.len() - 1];
        let radius = if point < self.n_spots {
            self.radii[point]
        } else {
            0.0
        };
        let must = radius + if radius > 0.0 { 2.0 } else { 2.6 } * self.width;
        let is_new = |bead: usize| self.homes[bead].is_none();
        let mut wish = must;
        if self.source == Source::Program
            && (is_new(point) || is_new(line[i]) || is_new(line[i + 1]))
        {
            wish = must.max(radius + 0.42 * self.apart);
        }
        let ends = [line[0], line[line.len() - 1]];
        let mut most = f64::MAX;
        if home == number {
            let between = if at <= i {
                along[i] - along[at]
            } else {
                along[at] - along[i + 1]
            };
            let around = if ends[0] == ends[1] {
                length - between
            } else {
                between
            };
            most = most.min(0.35 * between.min(around));
        } else if point < self.n_spots {
            if ends[0] == point {
                most = most.min(0.35 * along[i]);
            }
            if ends[1] == point {
                most = most.min(0.35 * (length - along[i + 1]));
            }
        } else {
            let own = &self.lines[home];
            let own_ends = [own[0], own[own.len() - 1]];
            let is_lens = own_ends == ends || own_ends == [ends[1], ends[0]];
            for end in own_ends.into_iter().filter(|end| ends.contains(end)) {
                let distance = self.places[point].distance(self.places[end]);
                most = most.min(if is_lens { 1.2 } else { 0.5 } * distance);
            }
        }
        (must.min(most), wish.min(most))
    }

    /// Makes a step and returns how far the point moved that moved farthest.
    fn step(&mut self, longest: f64, returns: bool) -> f64 {
        let n = self.places.len();
        let mut push = vec![Vec2::ZERO; n];
        let mut free = vec![f64::MAX; n];
        for near in &self.near {
            let Near {
                point,
                a,
                b,
                must,
                wish,
            } = *near;
            let (q, pa, pb) = (self.places[point], self.places[a], self.places[b]);
            let foot = foot(q, pa, pb);
            let distance = q.distance(foot);
            for i in [point, a, b] {
                free[i] = free[i].min(distance);
            }
            if distance >= wish || distance < 1e-12 {
                continue;
            }
            let ease = |bead: usize| match self.homes[bead] {
                None => 1.0,
                Some(_) if distance < must => 0.5,
                Some(_) => 0.0,
            };
            let length = pa.distance(pb);
            let t = if length > 0.0 {
                pa.distance(foot) / length
            } else {
                0.0
            };
            let (ease_q, ease_a, ease_b) = (ease(point), ease(a) * (1.0 - t), ease(b) * t);
            let total = ease_q + ease_a + ease_b;
            if total > 0.0 {
                let way = (q - foot) * (0.35 * (wish - distance) / (distance * total));
                push[point] += way * ease_q;
                push[a] -= way * ease_a;
                push[b] -= way * ease_b;
            }
        }
        let displacement = |i: usize| match self.homes[i] {
            Some(home) => self.places[i] - home,
            None => Vec2::ZERO,
        };
        for line in &self.lines {
            for triple in line.windows(3) {
                let [before, bead, after] = [triple[0], triple[1], triple[2]];
                push[bead] += if self.homes[bead].is_some() {
                    // A line that gives way does so as a whole, not in a dent.
                    let around = (displacement(before) + displacement(after)) * 0.5;
                    (around - displacement(bead)) * 0.3
                } else {
                    (self.places[before].midpoint(self.places[after]) - self.places[bead]) * 0.4
                };
            }
        }
        for spot in (0..self.n_spots).filter(|spot| self.homes[*spot].is_none()) {
            if let Some((_, root, length)) = self.arms.iter().find(|(tip, ..)| *tip == spot) {
                let root = self.places[*root];
                let goal = root + (self.places[spot] - root).unit() * *length;
                push[spot] += (goal - self.places[spot]) * 0.3;
                continue;
            }
            let ends = self.lines.iter().flat_map(|line| {
                let n = line.len();
                [(line[0], line[1]), (line[n - 1], line[n - 2])]
            });
            let (mut sum, mut count) = (Vec2::ZERO, 0.0);
            for (_, next) in ends.filter(|(end, _)| *end == spot) {
                sum += self.places[next].to_vec2();
                count += 1.0;
            }
            if count > 0.0 {
                push[spot] += ((sum / count).to_point() - self.places[spot]) * 0.3;
            }
        }
        let mut farthest: f64 = 0.0;
        for i in 0..n {
            if returns && self.homes[i].is_some() {
                push[i] -= displacement(i) * 0.02;
            }
            let most = longest.min(SHARE * free[i]);
            let length = push[i].hypot();
            let step = if length > most {
                push[i] * (most / length)
            } else {
                push[i]
            };
            farthest = farthest.max(step.hypot());
            push[i] = step;
        }
        for (place, step) in self.places.iter_mut().zip(push) {
            *place += step;
        }
        farthest
    }
}
