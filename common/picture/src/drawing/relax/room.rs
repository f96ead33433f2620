//! Makes room for something new while everything else stays in place.
//!
//! Here only new lines are pulled tight. Every old point has a home: it gives way only if it is closer to something
//! else than a picture allows, together with its neighbours rather than in a dent, and returns as far as it can. Points
//! push each other apart like beads, each by its share of the missing distance. Old things that were close to each
//! other before need not be farther apart than they were. The half-clearance rule holds here, too.
//!
//! Only points that are awake move: new points, points that have moved, and points close to either. In a large drawing
//! these are few.

use planar::Dart;

use super::{Line, Near, Net, SHARE, STEPS_PER_LIST, first_point, larger, smaller};
use crate::drawing::curves::{Drawing, Sizes};
use crate::drawing::ink::squared_distance;
use crate::geometry::{Point, Vec2};

/// The white space between a point that has to give way and the ink next to it, in widths of a line.
const NARROW: f64 = 1.6;
/// The white space around a line that a program drew, in distances wanted between lines.
const WIDE: f64 = 0.35;
/// The white space between a planned line and spots at which it does not end, so that a person can trace it on a phone.
/// The drawing is 2 wide. With twice as much, lines leave less room at the other side.
const TRACED: f64 = 0.06;
/// The radius to which a new loop opens, in distances wanted between lines, and its maximum in radii of a spot.
const LOOP: (f64, f64) = (0.7, 3.0);
/// The radius of a loop across which a free arm stands, in lengths of an arm.
const AROUND_ARM: f64 = 1.2;
/// The least share of their length that new arms have while their line is pulled tight, and the steps after which they
/// have grown. An arm that is long from the start is caught beside its own line.
const BUD: f64 = 0.1;
const GROWN: f64 = 48.0;
/// The minimum distance of lines near a spot at which they meet, as a share of the usual distance.
const JOINED: f64 = 0.45;
/// The maximum number of steps, and the maximum number of comparisons between a point and a segment in all of them. In
/// the last third of the steps, nothing returns to its home.
const STEPS: usize = 150;
const MOST_COMPARED: usize = 2_000_000;
/// If nothing moves as far as this in a step, the step is the last one. In widths of a line.
const STILL: f64 = 0.02;
/// A point that has not moved as far as this counts as unmoved. In widths of a line.
const SEEN: f64 = 0.05;

/// The source of the new lines of a drawing, which determines what may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The lines were drawn by hand. They keep their course as far as there is room.
    Hand,
    /// The lines were drawn by a program. They are pulled tight, at a comfortable distance from everything else.
    Program,
    /// The lines are only planned by a program. They are drawn in the same way, but nothing else moves.
    Plan,
}

/// Moves points that have too little room after new lines (from number `first` on) and new vertices (from number
/// `spots` on) were drawn. The home of a line drawn by hand is where it was drawn.
pub(in crate::drawing) fn make_room(
    drawing: &mut Drawing,
    first: usize,
    spots: usize,
    source: Source,
) {
    let mut net = Net::new(drawing);
    let mut homes: Vec<Option<Point>> = net.places.iter().copied().map(Some).collect();
    let mut is_new = vec![false; net.places.len()];
    for (i, vertex) in net.kept.iter().enumerate() {
        if vertex.index() >= spots {
            homes[i] = None;
            is_new[i] = true;
        }
        if net.tips[i] {
            // A label is about as high as a spot.
            net.ink[i] = net.sizes.spot;
        }
    }
    let is_drawn = |dart: &Dart| dart.index() / 2 >= first;
    let chains = || net.lines.iter().zip(&net.chains);
    let drawn = chains().filter(|(_, chain)| chain.iter().any(is_drawn));
    let mut roots = (drawn.flat_map(|(line, _)| [line.from, line.to]))
        .filter(|end| net.kept[*end as usize].index() < spots);
    let root = roots.next();
    let is_loop = roots.all(|other| Some(other) == root);
    // The free arms that a line joins become a part of it, unless it was drawn by hand. A plan leaves them where they
    // are seen, except those of one cross: a line between their ends would be a star.
    let takes_arms = source == Source::Program || source == Source::Plan && is_loop;
    for (line, chain) in chains() {
        let mut bend = line.first as usize;
        let joins = takes_arms && chain.iter().any(is_drawn);
        for dart in chain {
            for _ in 0..=drawing.bends[dart.index() / 2].len() {
                if (joins || is_drawn(dart)) && bend < line.end as usize {
                    is_new[bend] = true;
                    if source != Source::Hand {
                        homes[bend] = None;
                    }
                }
                bend += 1;
            }
        }
    }
    let width = net.sizes.width;
    let widest = net.ink.iter().copied().fold(0.0, f64::max);
    let mut room = Room {
        ring: net.ring(&homes),
        homes,
        is_new,
        awake: vec![true; net.places.len()],
        source,
        gaps: Vec::new(),
        reach: (JOINED * net.sizes.apart.max(3.0 * widest)).max(2.0 * width),
        longest: 0.7 * width,
        returns: true,
        way: 0.0,
        most_way: 0.0,
        compared: 0,
        grown: 1.0,
    };
    room.reach = larger(room.reach, widest + room.traced());
    net.list_gaps(&mut room);
    let mut moved = f64::INFINITY;
    for step in 0..STEPS {
        if step % STEPS_PER_LIST == 0 {
            room.longest = room.longest.min(1.5 * moved);
            let awake = net.awake(&room);
            let wakes = awake
                .iter()
                .zip(&room.awake)
                .any(|(now, before)| *now && !before);
            let way = room.longest * STEPS_PER_LIST as f64;
            if wakes || room.way + way > room.most_way {
                room.awake = awake;
                net.link();
                room.most_way = larger(way, width);
                net.list_gaps(&mut room);
                room.way = 0.0;
                room.compared += 2 * net.near.len();
            }
        }
        room.returns &= 3 * step < 2 * STEPS && 3 * room.compared < 2 * MOST_COMPARED;
        if source != Source::Hand {
            room.grown = BUD.max(2.0 * step as f64 / GROWN - 1.0).min(1.0);
        }
        moved = net.give_way(&mut room);
        room.way += moved;
        if room.compared > MOST_COMPARED {
            break;
        }
        if moved < STILL * width && step >= 2 * STEPS_PER_LIST {
            if !room.returns {
                break;
            }
            room.returns = false;
        }
    }
    net.store(drawing);
}

/// The state of making room: which points move, and how.
struct Room {
    /// The home of each point; `None` if it is new and not drawn by hand.
    homes: Vec<Option<Point>>,
    is_new: Vec<bool>,
    /// The points without a home if they are on a loop; see [`Net::open`].
    ring: Vec<usize>,
    awake: Vec<bool>,
    source: Source,
    /// The distances for each point and segment in the list of neighbours.
    gaps: Vec<Gap>,
    /// Points that are farther apart than this do not push each other.
    reach: f64,
    /// The longest distance that a point may move in a step.
    longest: f64,
    /// Whether points return to their homes.
    returns: bool,
    /// The maximum distance that any point has moved since the list was made.
    way: f64,
    /// The distance that points may move before the next list.
    most_way: f64,
    /// The number of comparisons of a point and a segment.
    compared: usize,
    /// The share of their length that new free arms have by now.
    grown: f64,
}

/// How far a point and a segment have to be from each other. Most never come so close that it matters, so this is found
/// when they do.
#[derive(Clone, Copy)]
struct Gap {
    /// The distance that they must have.
    must: f64,
    /// The distance to which they are pushed apart.
    wish: f64,
}

impl Room {
    /// Returns whether one of some points is new and was not drawn by hand.
    fn has_new(&self, [q, a, b]: [u32; 3]) -> bool {
        let is_new = |i: u32| self.homes[i as usize].is_none();
        self.source != Source::Hand && (is_new(q) || is_new(a) || is_new(b))
    }

    /// Returns the white space that the new lines need beside spots so that they can be traced.
    fn traced(&self) -> f64 {
        match self.source {
            Source::Plan => TRACED,
            Source::Hand | Source::Program => 0.0,
        }
    }

    /// Returns whether a point and a segment may be closer than some distance by now.
    fn may_be_within(&self, near: &Near, distance: f64) -> bool {
        f64::from(near.distance) < distance + 2.0 * self.way + 1e-6
    }
}

impl Net {
    /// Lists the points and segments that can push each other, or hold each other back, before the next list.
    fn list_gaps(&mut self, room: &mut Room) {
        let Sizes { width, apart, .. } = self.sizes;
        let way = 2.0 * room.most_way;
        let most = |points: [u32; 3], ink: f64| {
            let white = if room.has_new(points) {
                larger(WIDE * apart, room.traced())
            } else {
                0.0
            };
            larger(ink, width) + larger(white, NARROW * width)
        };
        let matters = |points: [u32; 3], ink: f64, squared: f64| {
            let most = most(points, ink) + width + way;
            squared < most * most
        };
        self.list_within(room.reach + way, &room.awake, &matters);
        let gaps = self.near.iter().map(|near| Gap {
            must: f64::NAN,
            wish: most([near.point, near.a, near.b], f64::from(near.ink)),
        });
        room.gaps = gaps.collect();
    }

    /// Returns whether one of a point and a segment is a spot at which the line of the other does not end.
    fn is_aside(&self, near: &Near) -> bool {
        let is_spot = (near.point as usize) < self.n_spots;
        match self.lines.get(near.line as usize) {
            Some(line) => is_spot && line.from != near.point && line.to != near.point,
            None => true,
        }
    }

    fn gap(&self, near: &Near, room: &Room) -> Gap {
        let width = self.sizes.width;
        let (own, segment) = (self.of_line[near.point as usize], (near.line, near.segment));
        let (reach, ink) = self.reach(near.point, own, segment, f64::from(near.ink));
        // Near a spot at which lines meet, they may be closer than in a picture drawn from scratch.
        let reach = JOINED * f64::from(reach);
        let ink = larger(f64::from(ink), width);
        let must = smaller(reach, ink + NARROW * width);
        let points = [near.point, near.a, near.b];
        let must = match points.map(|i| room.homes[i as usize].filter(|_| !room.is_new[i as usize]))
        {
            [Some(q), Some(a), Some(b)] => smaller(must, squared_distance(q, a, b).0.sqrt()),
            _ => must,
        };
        let is_new = room.has_new(points);
        let mut wish = must;
        if is_new {
            wish = larger(must, smaller(reach, ink + WIDE * self.sizes.apart));
            if self.is_aside(near) {
                wish = larger(wish, ink + room.traced());
            }
        }
        Gap { must, wish }
    }

    /// Returns which points are awake until the next list, based on the last list.
    fn awake(&self, room: &Room) -> Vec<bool> {
        let seen = SEEN * self.sizes.width;
        let moves = |i: usize| {
            room.is_new[i] || room.homes[i].is_some_and(|home| home.distance(self.places[i]) > seen)
        };
        let stirs: Vec<bool> = (0..self.places.len()).map(moves).collect();
        let mut awake = stirs.clone();
        for (near, gap) in self.near.iter().zip(&room.gaps) {
            let ends = [near.point, near.a, near.b].map(|i| i as usize);
            if ends.iter().all(|i| awake[*i]) || !ends.iter().any(|i| stirs[*i]) {
                continue;
            }
            if !room.may_be_within(near, gap.wish + self.sizes.width) {
                continue;
            }
            let gap = if gap.must.is_nan() {
                self.gap(near, room)
            } else {
                *gap
            };
            let close = gap.must + self.sizes.width;
            if !room.may_be_within(near, close) {
                continue;
            }
            let [q, a, b] = ends.map(|i| self.places[i]);
            if squared_distance(q, a, b).0 < close * close {
                for i in ends {
                    awake[i] = true;
                }
            }
        }
        // In each step, a bend pulls its neighbours along once.
        for _ in 0..STEPS_PER_LIST {
            let before = awake.clone();
            for (i, bend) in self.bends.iter().enumerate() {
                awake[self.n_spots + i] |=
                    before[bend.before as usize] || before[bend.after as usize];
            }
        }
        awake
    }

    /// Returns the points without a home if their lines are a loop: one line that ends where it begins, or two lines
    /// between the same ends.
    fn ring(&self, homes: &[Option<Point>]) -> Vec<usize> {
        let is_new = |i: &usize| homes[*i].is_none();
        let bends = |line: &Line| (line.first as usize..line.end as usize).filter(is_new);
        let lines = self.lines.iter().filter(|line| !line.is_stub);
        let new: Vec<&Line> = lines.filter(|line| bends(line).next().is_some()).collect();
        let ends = |line: &Line| (line.from.min(line.to), line.from.max(line.to));
        match new[..] {
            [one] if one.from == one.to => bends(one).collect(),
            [one, two] if ends(one) == ends(two) => {
                let joints = [one.from as usize, one.to as usize]
                    .into_iter()
                    .filter(is_new);
                bends(one).chain(bends(two)).chain(joints).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Turns new lines at dots to equal angles, and opens a new loop until a pen can follow it. What lies beside
    /// something old stays, so that nothing gives way to it.
    fn open(&mut self, room: &Room, is_beside: &[bool]) {
        if self.is_dotted && room.source != Source::Hand {
            self.spread(&|i| room.homes[i as usize].is_none());
        }
        let ring = &room.ring;
        let sum = ring.iter().map(|i| self.places[*i].to_vec2());
        let middle = sum.fold(Vec2::ZERO, |sum, place| sum + place) / ring.len().max(1) as f64;
        let mut radius = (LOOP.0 * self.sizes.apart).min(LOOP.1 * self.sizes.spot);
        if self.is_dotted {
            radius = radius.max(AROUND_ARM * self.sizes.stub);
        }
        for i in ring.iter().filter(|i| !is_beside[**i]) {
            let way = self.places[*i].to_vec2() - middle;
            self.push[*i] += way.unit() * (0.4 * (radius - way.hypot()).max(0.0));
        }
    }

    /// Makes a step. Returns the farthest that a point would have moved if there were enough room, which is at most the
    /// length of a step.
    fn give_way(&mut self, room: &mut Room) -> f64 {
        self.push.clear();
        self.push.resize(self.places.len(), Vec2::ZERO);
        self.free.clear();
        // Everything outside the list is at least this far away.
        self.free.resize(self.places.len(), room.reach);
        let mut compared = 0;
        let mut is_beside = vec![false; self.places.len()];
        let mut gaps = core::mem::take(&mut room.gaps);
        for (near, gap) in self.near.iter().zip(&mut gaps) {
            // What is farther away neither pushes nor holds back.
            let most = |gap: &Gap| smaller(larger(gap.wish, room.longest / SHARE), room.reach);
            if !room.may_be_within(near, most(gap)) {
                continue;
            }
            if gap.must.is_nan() {
                *gap = self.gap(near, room);
            }
            let (most, Gap { must, wish }) = (most(gap), *gap);
            if !room.may_be_within(near, most) {
                continue;
            }
            compared += 1;
            let [point, a, b] = [near.point, near.a, near.b].map(|i| i as usize);
            let (q, pa, pb) = (self.places[point], self.places[a], self.places[b]);
            let (squared, t) = squared_distance(q, pa, pb);
            if squared >= most * most {
                continue;
            }
            let distance = squared.sqrt();
            for i in [point, a, b] {
                if distance < self.free[i] {
                    self.free[i] = distance;
                }
            }
            if distance >= wish || distance < 1e-12 {
                continue;
            }
            let ends = [point, a, b];
            if distance < must && ends.iter().any(|i| room.homes[*i].is_some()) {
                for end in ends {
                    is_beside[end] = true;
                }
            }
            let ease = |bead: usize| match room.homes[bead] {
                None => 1.0,
                Some(_) if distance < must && room.source != Source::Plan => 0.5,
                Some(_) => 0.0,
            };
            let eases = [ease(point), ease(a) * (1.0 - t), ease(b) * t];
            let total: f64 = eases.iter().sum();
            if total > 0.0 {
                let foot = pa + (pb - pa) * t;
                let way = (q - foot) * (0.35 * (wish - distance) / (distance * total));
                self.push[point] += way * eases[0];
                self.push[a] -= way * eases[1];
                self.push[b] -= way * eases[2];
            }
        }
        room.compared += compared;
        room.gaps = gaps;
        let room = &*room;
        self.open(room, &is_beside);
        let places = &self.places;
        let moved =
            |i: u32| room.homes[i as usize].map_or(Vec2::ZERO, |home| places[i as usize] - home);
        for (i, bend) in self.bends.iter().enumerate() {
            let i = self.n_spots + i;
            if !room.awake[i] {
                continue;
            }
            let push = if room.homes[i].is_some() {
                ((moved(bend.before) + moved(bend.after)) * 0.5 - moved(i as u32)) * 0.3
            } else {
                (self.place(bend.before).midpoint(self.place(bend.after)) - self.places[i]) * 0.4
            };
            self.push[i] += push;
        }
        for spot in (0..self.n_spots).filter(|spot| room.homes[*spot].is_none()) {
            if self.tips[spot] {
                self.hold_stub(spot, room.grown);
                continue;
            }
            let rays = self.fans[spot].iter().map(|(line, starts)| {
                let next = first_point(&self.lines[*line as usize], *starts);
                self.place(next) - self.places[spot]
            });
            let sum = rays.fold(Vec2::ZERO, |sum, ray| sum + ray);
            self.push[spot] += sum * (0.3 / self.fans[spot].len().max(1) as f64);
        }
        let mut most_moved: f64 = 0.0;
        for i in (0..self.places.len()).filter(|i| room.awake[*i]) {
            let mut push = self.push[i];
            if let Some(home) = room.homes[i].filter(|_| room.returns) {
                push -= (self.places[i] - home) * 0.02;
            }
            let most = smaller(room.longest, SHARE * self.free[i]);
            let length = push.hypot();
            most_moved = most_moved.max(length.min(room.longest));
            self.places[i] += push * (most / length.max(1e-300)).min(1.0);
        }
        most_moved
    }
}
