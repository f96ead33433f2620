//! Labels placed in the white space beside the vertices that they name.

use core::f64::consts::TAU;

use super::curves::Drawing;
use super::ink::{Inks, Owner, Shape};
use super::page::PAGE;
use crate::geometry::{Point, Vec2};
use common::look::{Look, Quality};
use common::sorting;
use planar::Vertex;
use std::time::Instant;

/// A label beside the thing that it names: at the free end of a stub, or next to a spot whose disc is too small for a
/// number.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tag {
    /// The vertex that the label names.
    pub vertex: Vertex,
    /// The middle of the label on the page.
    pub place: Point,
    /// The height of the letters.
    pub height: f64,
    /// Half the width and half the height of the label, including a margin but not the stroke around it.
    pub half: Vec2,
    /// A thin line from the vertex to the label, if the label is not close to it.
    pub leader: Option<[Point; 2]>,
}

impl Tag {
    pub(super) fn new(vertex: Vertex, place: Point, height: f64, len: usize) -> Tag {
        // Letters are 4 units wide on a grid where they are 7 high, with 2 between them.
        let letters = (6 * len) as f64 / 7.0 - 2.0 / 7.0;
        let margin = 0.14 * height + 0.4;
        let tall = 0.5 * height + margin;
        // The ends are round, so the corners of the letters need more margin than their sides. Small labels are where
        // room is short, so they are as narrow as can be.
        let ends = if height > READABLE { 1.8 } else { 1.0 };
        let wide = (0.5 * letters * height + ends * margin).max(tall);
        Tag {
            vertex,
            place,
            height,
            half: Vec2::new(wide, tall),
            leader: None,
        }
    }

    /// Returns the shape of the label for measurements, with its margin and the stroke around it.
    pub(super) fn shape(&self) -> Shape {
        let reach = Vec2::new(self.half.x - self.half.y, 0.0);
        let radius = self.half.y + 0.5 * STROKE;
        Shape::bar([self.place - reach, self.place + reach], radius)
    }

    /// Returns the distance of a point from the label.
    pub(super) fn distance(&self, place: Point) -> f64 {
        self.shape().white(&Shape::disc(place, 0.0))
    }

    /// Adds the label, and the line to it, to what is on the page.
    pub(super) fn draw(&self, inks: &mut Inks) {
        inks.push(Owner::Label(self.vertex), self.shape());
        if let Some([from, to]) = self.leader {
            // Short shapes are found faster.
            let at = |i: u32| from.lerp(to, f64::from(i) / f64::from(PARTS));
            for i in 0..PARTS {
                let part = Shape::bar([at(i), at(i + 1)], LEADER_WIDTH / 2.0);
                inks.push(Owner::Leader(self.vertex), part);
            }
        }
    }
}

/// The width of the stroke around the label of a free arm.
const STROKE: f64 = 0.6;
/// The SVG attributes of a thin line from a vertex to the [`Tag`] that names it.
pub const LEADER: &str = "stroke=\"#6b7280\" stroke-width=\"0.7\" fill=\"none\"";
/// The width of such a line.
pub(super) const LEADER_WIDTH: f64 = 0.7;

/// The least height of a label on the page that is easy to read.
pub(super) const READABLE: f64 = Look::Light.least_letters();
/// The share to which an arm is cut at a time to make room for its label, and the number of times.
const CUT: f64 = 0.75;
const CUTS: usize = 3;
/// The share of its wanted height that a label must have.
const ENOUGH: f64 = 0.8;
/// The space between a label and the things around it.
const SPACE: f64 = 0.6;
/// The greatest distance of a label from its vertex, and that of labels that all have the same size.
const FAR: f64 = 46.0;
const SHORT: f64 = 12.0;
/// The number of sizes to try for all labels, from the usual one to the least that is easy to read.
const SIZES: i32 = 5;
/// The distance up to which a label needs no line to the thing that it names.
const NEAR: f64 = 3.0;
/// How many times nearer a label without such a line is to its own thing than to any other.
const CLEARLY: f64 = 1.5;
/// The number of parts of a line to a label, each about as long as a label.
const PARTS: u32 = 4;
/// The number of directions in which a label is tried around its vertex.
const AROUND: i32 = 32;
/// The distance from one of these places to the next in the same direction.
const STEP: f64 = 2.0;
/// The largest number of labels for which twice as many directions and half the steps are tried.
const FEW: usize = 128;

impl Drawing {
    /// Returns labels for all free ends, or for the spots whose discs are too small for numbers of the given height.
    ///
    /// A label is as close to its vertex as possible without touching a line, a disc or another label. The labels of
    /// free ends have one size, the largest for which all have room close by. If the page has no room for a label of
    /// the least size, that label is smaller.
    pub fn tags(&self, least: f64) -> Vec<Tag> {
        let map = self.map();
        let sizes = self.page_sizes();
        let is_dotted = self.is_dotted();
        let len = self.longest_name();
        // In a crowded drawing, labels beside discs are as small as those inside other discs.
        let nominal = Drawing::label_height(len, sizes.spot);
        let least = if is_dotted || least > READABLE {
            least
        } else {
            least.min(nominal)
        };
        let named: Vec<Vertex> = if is_dotted {
            map.vertices().filter(|v| self.is_tip(*v)).collect()
        } else {
            let shrunk = |v: &Vertex| self.discs.get(v.index()).is_some_and(|disc| *disc < 1.0);
            let is_small = |v: &Vertex| least > READABLE || shrunk(v);
            let height = |v: Vertex| Drawing::label_height(len, self.disc(v));
            let small = map.vertices().filter(|v| self.is_spot(*v)).filter(is_small);
            small.filter(|v| height(*v) < 0.95 * least).collect()
        };
        if named.is_empty() {
            return Vec::new();
        }
        let anchors: Vec<Point> = named.iter().map(|v| self.on_page(self.spot(*v))).collect();
        let mut inks = Inks::new(self);
        let wanted = if is_dotted {
            Drawing::label_height(len, sizes.spot).max(READABLE) * least / READABLE
        } else {
            least
        };
        let is_few = named.len() <= FEW;
        let anchor = |vertex: Vertex| {
            let anchor = self.on_page(self.spot(vertex));
            let stub = map.darts_at(vertex).next().filter(|_| is_dotted);
            let ahead =
                stub.map(|stub| (anchor - self.on_page(self.spot(map.target(stub)))).unit());
            Anchor {
                label: Tag::new(vertex, anchor, 0.0, len),
                len,
                rim: if is_dotted {
                    stub.map_or(0.0, |stub| self.width(stub.index() / 2) / 2.0)
                } else {
                    self.disc(vertex)
                },
                ahead,
                anchors: &anchors,
                lines: map.darts_at(vertex).map(|dart| dart.index() / 2).collect(),
                page: self.page(),
                fineness: if is_few { 2 } else { 1 },
            }
        };
        // The labels with the fewest places first, because the others can make way for them.
        let mut anchored: Vec<Anchor> = named.into_iter().map(anchor).collect();
        sorting::sort_by_key(&mut anchored, |anchor| anchor.n_beside(&inks, wanted));
        for i in (0..SIZES).filter(|_| is_dotted) {
            let height = wanted * (least / wanted).powf(f64::from(i) / f64::from(SIZES - 1));
            let mut all = inks.clone();
            let found = anchored.iter().map_while(|anchor| {
                let tag = anchor.find(&all, height, SHORT)?;
                tag.draw(&mut all);
                Some(tag)
            });
            let found: Vec<Tag> = found.collect();
            if found.len() == anchored.len() {
                return found;
            }
        }
        let mut tags = Vec::new();
        for anchor in anchored {
            let tag = anchor.tag(&inks, least);
            // A number that is larger in its disc stays there.
            if is_dotted || tag.height > Drawing::label_height(len, self.disc(tag.vertex)) {
                tag.draw(&mut inks);
                tags.push(tag);
            }
        }
        tags
    }

    /// Returns the length of the longest name: the number of the last spot, plus a letter for an arm. A line that joins
    /// two free ends has a point at each and a dot between them, and only the other dots have numbers.
    pub(super) fn longest_name(&self) -> usize {
        let spots = self.map.vertices().filter(|v| self.is_spot(*v)).count();
        let is_joined = |v: &Vertex| !self.is_spot(*v) && self.map.degree(*v) == 2;
        let joined = self.map.vertices().filter(is_joined).count();
        let numbered = spots.saturating_sub(joined / 2).max(1);
        numbered.to_string().len() + usize::from(self.is_dotted())
    }

    /// Returns the drawing as it is printed: with shorter arms where their labels have no room beyond the ends, and on
    /// a page that is cut to what is drawn.
    #[must_use]
    pub fn printed(&self, least: f64) -> Drawing {
        let mut drawing = self.with_cut_arms(least);
        drawing.cut_page(least);
        let is_cut_short = drawing.quality == Quality::Schematic;
        drawing.rate(is_cut_short);
        drawing
    }

    /// Returns whether the time for improving the drawing is over.
    fn is_late(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Returns the drawing with shorter arms where their labels have no room beyond the ends.
    pub(crate) fn with_cut_arms(&self, least: f64) -> Drawing {
        let mut drawing = self.clone();
        if !self.is_dotted() || self.is_late() {
            return drawing;
        }
        let crowded = |drawing: &Drawing, enough| drawing.unreadable(&drawing.tags(least), enough);
        let mut left = crowded(self, least);
        for cut in 0..=CUTS {
            for tip in &left {
                let Some(arm) = self.map.darts_at(*tip).next() else {
                    continue;
                };
                // An arm that got no label in this way is not cut at all.
                let share = if cut == CUTS {
                    1.0
                } else {
                    CUT.powi(cut as i32 + 1)
                };
                let root = self.spot(self.map.target(arm));
                let line = arm.index() / 2;
                drawing.spots[tip.index()] = root.lerp(self.spot(*tip), share);
                let bends = self.bends[line].iter();
                drawing.bends[line] = bends.map(|bend| root.lerp(*bend, share)).collect();
            }
            if left.is_empty() || cut == CUTS {
                break;
            }
            let enough = if cut + 1 == CUTS { ENOUGH } else { 1.0 };
            let still = crowded(&drawing, enough * least);
            left.retain(|tip| still.contains(tip));
        }
        drawing
    }

    /// Lists the free ends whose labels are lower than `enough`.
    fn unreadable(&self, tags: &[Tag], enough: f64) -> Vec<Vertex> {
        let is_readable = |tip: Vertex| {
            let mut tags = tags.iter();
            tags.any(|tag| tag.vertex == tip && tag.height >= 0.999 * enough)
        };
        let tips = self.map.vertices().filter(|v| self.is_tip(*v));
        tips.filter(|v| !is_readable(*v)).collect()
    }

    /// Returns the height of the smallest digits, in units of the page.
    pub(super) fn digits(&self, tags: &[Tag]) -> f64 {
        let len = self.longest_name();
        let has_tag = |v: Vertex| tags.iter().any(|tag| tag.vertex == v);
        let spots = self.map.vertices().filter(|v| self.is_spot(*v));
        let spots = spots.filter(|v| !self.is_dotted() && !has_tag(*v));
        spots
            .map(|v| Drawing::label_height(len, self.disc(v)))
            .chain(tags.iter().map(|tag| tag.height))
            .fold(PAGE, f64::min)
    }
}

/// The thing that a label names.
struct Anchor<'a> {
    /// The label without a size, at the thing itself.
    label: Tag,
    /// The number of letters.
    len: usize,
    /// The distance from the thing at which the label and its line begin.
    rim: f64,
    /// The direction in which the label should be.
    ahead: Option<Vec2>,
    /// The positions of everything that needs a label.
    anchors: &'a [Point],
    /// The lines that end at the thing.
    lines: Vec<usize>,
    /// The width and height of the page.
    page: Vec2,
    /// By how much more directions and shorter steps are tried than [`AROUND`] and [`STEP`] say.
    fineness: i32,
}

impl Anchor<'_> {
    /// Returns the number of positions next to the thing at which there is room for a label of a given height.
    fn n_beside(&self, inks: &Inks, height: f64) -> usize {
        let places = self.places(height, NEAR).into_iter();
        let is_free = |label: &Tag| self.is_beside(label) && self.has_room(label, inks);
        places.filter(is_free).count()
    }

    /// Finds a position for a label of a given height: next to the thing that it names, or else the nearest position
    /// up to a distance, with a line to it.
    fn find(&self, inks: &Inks, height: f64, far: f64) -> Option<Tag> {
        [NEAR, far].into_iter().find_map(|reach| {
            let is_free = |label: &Tag| {
                let is_enough = reach > NEAR || self.is_beside(label);
                is_enough && self.has_room(label, inks) && self.is_seen(label, inks)
            };
            let mut label = self.places(height, reach).into_iter().find(is_free)?;
            if !self.is_beside(&label) {
                label.leader = Some(self.leader(&label, 0.0));
            }
            Some(label)
        })
    }

    /// Finds a position for a label of a given height or, if there is no room for it, a smaller one.
    fn tag(&self, inks: &Inks, least: f64) -> Tag {
        let mut shares = [1.0, ENOUGH, 0.6].into_iter();
        if let Some(found) = shares.find_map(|share| self.find(inks, share * least, FAR)) {
            return found;
        }
        // There is no room anywhere. Use the position at its vertex with the most room.
        let places = self.places(0.4 * least, NEAR).into_iter();
        let places = places.filter(|label| self.is_on_page(label));
        let room = |label: &Tag| inks.white(&label.shape(), SPACE, |_| true);
        let best = places.max_by(|p, q| room(p).total_cmp(&room(q)));
        best.unwrap_or(self.label)
    }

    fn is_on_page(&self, label: &Tag) -> bool {
        let half = label.half + Vec2::splat(SPACE);
        let (low, high) = (label.place - half, label.place + half);
        low.x.min(low.y) >= 0.0 && high.x <= self.page.x && high.y <= self.page.y
    }

    /// Returns whether a label is on the page, with enough white space around it.
    fn has_room(&self, label: &Tag, inks: &Inks) -> bool {
        let is_clear = |_, white| white >= SPACE;
        self.is_on_page(label) && inks.all_near(&label.shape(), SPACE, is_clear)
    }

    /// Returns whether a label is next to the thing that it names, and clearly nearer to it than to any other that
    /// needs a label.
    fn is_beside(&self, label: &Tag) -> bool {
        let own = label.distance(self.label.place);
        let mut others = self
            .anchors
            .iter()
            .filter(|other| **other != self.label.place)
            // Those farther away are not nearer to the label.
            .filter(|other| other.distance(label.place) < label.half.x + CLEARLY * own + 1.0);
        own - self.rim <= NEAR && others.all(|other| label.distance(*other) >= CLEARLY * own + 0.5)
    }

    /// Returns the straight line to a label, from a distance outside the rim of the thing.
    fn leader(&self, label: &Tag, out: f64) -> [Point; 2] {
        let way = label.place - self.label.place;
        let start = self.label.place + way.unit() * (self.rim + out);
        // The end is where the line enters the label.
        let (mut out, mut inside) = (0.0, 1.0);
        while inside - out > 0.01 {
            let middle = 0.5 * (out + inside);
            if label.distance(start.lerp(label.place, middle)) > 0.0 {
                out = middle;
            } else {
                inside = middle;
            }
        }
        [start, start.lerp(label.place, inside)]
    }

    /// Returns whether the straight line to a label runs only through white space.
    fn is_seen(&self, label: &Tag, inks: &Inks) -> bool {
        let leader = Shape::bar(self.leader(label, LEADER_WIDTH), LEADER_WIDTH / 2.0);
        let own = Owner::Spot(self.label.vertex);
        inks.all_near(&leader, SPACE, |owner, white| match owner {
            Owner::Line(line) if self.lines.contains(&line) => white > 0.1,
            Owner::Line(_) | Owner::Spot(_) | Owner::Label(_) | Owner::Leader(_) => {
                owner == own || white >= SPACE
            }
        })
    }

    /// Lists labels of a given height around the thing up to a distance, the best first. Labels are better if they are
    /// near, and if they are where an arm points.
    fn places(&self, height: f64, far: f64) -> Vec<Tag> {
        let ahead = self.ahead.unwrap_or(Vec2::new(0.0, -1.0));
        let label = Tag::new(self.label.vertex, self.label.place, height, self.len);
        let mut found: Vec<(f64, Tag)> = Vec::new();
        let around = AROUND * self.fineness;
        for turn in 0..around {
            // From the direction of the arm to both sides.
            let turn = TAU * f64::from(turn) / f64::from(around);
            let way = Vec2::from_angle(turn).rotate_scale(ahead);
            let reach = self.rim + (label.half.x - label.half.y) * way.x.abs() + label.half.y;
            let behind = self.ahead.map_or(0.0, |_| 1.0 - turn.cos());
            let mut white = SPACE + 1.1;
            while white <= far {
                let place = label.place + way * (reach + white);
                let cost = white + 0.3 * behind * (reach + white);
                found.push((cost, Tag { place, ..label }));
                white += STEP / f64::from(self.fineness);
            }
        }
        sorting::sort_by(&mut found, |p, q| p.0.total_cmp(&q.0));
        found.into_iter().map(|(_, label)| label).collect()
    }
}
