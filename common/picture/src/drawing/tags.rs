//! Labels beside the things that they name, placed where there is white space.

use core::f64::consts::TAU;

use super::curves::Drawing;
use super::ink::{self, Shape};
use super::page::PAGE;
use super::raster::{self, Disc};
use crate::geometry::{Point, Vec2, Way as _};
use common::look::Look;
use common::sorting;
use planar::Vertex;

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
    fn new(vertex: Vertex, place: Point, height: f64, len: usize) -> Tag {
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

    /// Returns the label as circles whose radius is half its height.
    pub(super) fn circles(&self) -> impl Iterator<Item = Point> + use<> {
        let (place, reach) = (self.place, self.half.x - self.half.y);
        // Close enough together to leave no gap.
        let parts = (2.0 * reach / self.half.y).ceil().max(1.0) as i32;
        (0..=parts).map(move |i| {
            let share = f64::from(2 * i) / f64::from(parts) - 1.0;
            place + Vec2::new(reach * share, 0.0)
        })
    }

    /// Returns the shape of the label for measurements, with its margin and the stroke around it.
    pub(super) fn shape(&self) -> Shape {
        let reach = Vec2::new(self.half.x - self.half.y, 0.0);
        let radius = self.half.y + 0.5 * STROKE;
        Shape::bar([self.place - reach, self.place + reach], radius)
    }

    /// Returns whether a line of the given width covers part of the label.
    pub(super) fn touches(&self, curve: &[Point], width: f64) -> bool {
        self.shape().is_close_to(curve, width, 0.1)
    }

    /// Returns whether another label may be too close to this one or to its line.
    fn is_near(&self, other: &Tag) -> bool {
        let line = self.leader.unwrap_or([self.place; 2]);
        let reach = other.half + self.half + Vec2::splat(SPACE + STROKE);
        let is_beside = |a: f64, b: f64, c: f64, other: f64, reach: f64| {
            other > a.min(b).min(c) - reach && other < a.max(b).max(c) + reach
        };
        let [a, b] = line;
        is_beside(a.x, b.x, self.place.x, other.place.x, reach.x)
            && is_beside(a.y, b.y, self.place.y, other.place.y, reach.y)
    }

    /// Returns the distance of a point from the label.
    pub(super) fn distance(&self, place: Point) -> f64 {
        let beyond = ((place.x - self.place.x).abs() - (self.half.x - self.half.y)).max(0.0);
        beyond.hypot(place.y - self.place.y) - (self.half.y + 0.5 * STROKE)
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
/// The space between a label and the things around it.
const SPACE: f64 = 0.9;
/// The greatest distance of a label from its vertex.
const FAR: f64 = 46.0;
/// The distance up to which a label needs no line to the thing that it names.
const NEAR: f64 = 2.5;
/// The number of directions in which a label is tried around its vertex.
const AROUND: i32 = 32;

impl Drawing {
    /// Returns labels for all free ends, or for the spots whose discs are too small for numbers of the given height.
    ///
    /// A label is as close to its vertex as possible without touching a line, a disc or another label. If the page has
    /// no room for it, the label is smaller.
    pub fn tags(&self, least: f64) -> Vec<Tag> {
        let map = self.map();
        let sizes = self.page_sizes();
        let [least, readable] = [least, READABLE].map(|height| height / self.reduction());
        let is_dotted = self.is_dotted();
        let len = self.longest_name();
        // In a crowded drawing, labels beside discs are as small as those inside other discs.
        let nominal = Drawing::label_height(len, sizes.spot);
        let least = if is_dotted || least > readable {
            least
        } else {
            least.min(nominal)
        };
        let labelled = || map.vertices().filter(|v| self.is_labelled(*v));
        let named: Vec<Vertex> = if is_dotted {
            labelled().filter(|v| self.is_tip(*v)).collect()
        } else {
            let shrunk = |v: &Vertex| self.discs.get(v.index()).is_some_and(|disc| *disc < 1.0);
            let is_small = |v: &Vertex| least > readable || shrunk(v);
            let height = |v: Vertex| Drawing::label_height(len, self.disc(v));
            let small = labelled().filter(|v| self.is_spot(*v)).filter(is_small);
            small.filter(|v| height(*v) < 0.95 * least).collect()
        };
        if named.is_empty() {
            return Vec::new();
        }
        let curves = self.curves_on_page();
        let discs: Vec<Disc> = map
            .vertices()
            .filter(|v| !is_dotted && self.is_spot(*v))
            .map(|v| (v, self.on_page(self.spot(v)), self.disc(v)))
            .collect();
        let mut paper = Paper {
            free: raster::distances(&curves, &discs, sizes.width),
            widths: (0..map.n_edges()).map(|line| self.width(line)).collect(),
            curves,
            tags: Vec::new(),
            anchors: named.iter().map(|v| self.on_page(self.spot(*v))).collect(),
        };
        let wanted = if is_dotted {
            Drawing::label_height(len, sizes.spot).max(readable) * least / readable
        } else {
            least
        };
        for vertex in named {
            let anchor = self.on_page(self.spot(vertex));
            let stub = map.darts_at(vertex).next().filter(|_| is_dotted);
            let ahead =
                stub.map(|stub| (anchor - self.on_page(self.spot(map.target(stub)))).unit());
            let place = Anchor {
                place: anchor,
                rim: if is_dotted {
                    stub.map_or(0.0, |stub| self.width(stub.index() / 2) / 2.0)
                } else {
                    self.disc(vertex)
                },
                ahead,
                new: |place, height| Tag::new(vertex, place, height, len),
            };
            let tag = paper.place(&place, [wanted, least]);
            // A number that is larger in its disc stays there.
            if is_dotted || tag.height > Drawing::label_height(len, self.disc(vertex)) {
                paper.tags.push(tag);
            }
        }
        paper.tags
    }

    /// Returns the length of the longest name: the number of the last spot, plus a letter for an arm.
    pub(super) fn longest_name(&self) -> usize {
        let spots = self.map.vertices().filter(|v| self.is_spot(*v)).count();
        spots.to_string().len() + usize::from(self.is_dotted())
    }

    /// Returns the height of the smallest digits, in units of the page, not counting digits that an inset shows larger.
    pub(super) fn digits(&self, tags: &[Tag]) -> f64 {
        let len = self.longest_name();
        let has_tag = |v: Vertex| tags.iter().any(|tag| tag.vertex == v);
        let is_dotted = self.is_dotted();
        let insets = self.own_insets();
        let is_larger = |v: Vertex| insets.iter().any(|inset| inset.drawing.is_labelled(v));
        let named = self
            .map
            .vertices()
            .filter(|v| self.is_labelled(*v) && !is_larger(*v));
        let spots = named.filter(|v| !is_dotted && self.is_spot(*v));
        let discs = spots.filter(|v| !has_tag(*v)).map(|v| self.disc(v));
        discs
            .map(|radius| Drawing::label_height(len, radius))
            .chain(tags.iter().map(|tag| tag.height))
            .fold(PAGE, f64::min)
    }
}

/// The white space on the page.
struct Paper {
    /// The squared distance of each square from ink.
    free: Vec<f64>,
    curves: Vec<Vec<Point>>,
    widths: Vec<f64>,
    tags: Vec<Tag>,
    /// The positions of everything that needs a label.
    anchors: Vec<Point>,
}

impl Paper {
    /// Returns the distance of a point from lines and discs.
    fn free(&self, place: Point) -> f64 {
        if place.x < 0.0 || place.y < 0.0 || place.x >= PAGE || place.y >= PAGE {
            return 0.0;
        }
        self.free[place.y as usize * raster::SIDE + place.x as usize].sqrt()
    }

    /// Returns how much more room there is than a label needs; less than 0 if the label touches something.
    fn room(&self, label: &Tag) -> f64 {
        self.room_among(label, &self.tags.iter())
    }

    /// Returns whether there is as much room as a label needs.
    fn has_room(&self, label: &Tag) -> bool {
        // Most positions are on a line, and most labels are far away.
        self.room_among(label, &[].iter()) >= 0.0
            && self.room_among(label, &self.tags.iter().filter(|tag| tag.is_near(label))) >= 0.0
    }

    /// Returns how much more room there is than a label needs, if `tags` are the only other labels.
    fn room_among<'a>(&self, label: &Tag, tags: &(impl Iterator<Item = &'a Tag> + Clone)) -> f64 {
        let room = |place: Point| {
            let border = [place.x, place.y, PAGE - place.x, PAGE - place.y];
            let to_tag = |tag: &Tag| match tag.leader {
                Some([a, b]) => tag.distance(place).min(ink::distance(place, a, b)),
                None => tag.distance(place),
            };
            let around = border.into_iter().chain(tags.clone().map(to_tag));
            around.fold(self.free(place), f64::min)
        };
        label.circles().map(room).fold(f64::INFINITY, f64::min) - label.half.y - SPACE
    }

    /// Returns whether a label is nearer to a thing that another label names.
    fn is_nearer_to_another(&self, label: &Tag, middle: Point) -> bool {
        let own = label.distance(middle);
        let mut others = self.anchors.iter().filter(|other| **other != middle);
        others.any(|other| label.distance(*other) < own + 0.5)
    }

    /// Returns whether a line covers part of a label. This is measured exactly, because the raster is a little coarse.
    fn is_crossed(&self, label: &Tag) -> bool {
        let mut curves = self.curves.iter().zip(&self.widths);
        curves.any(|(curve, width)| label.touches(curve, *width))
    }

    /// Returns whether the straight line from the rim of a named thing to its label runs only through white space.
    fn is_seen(&self, anchor: Point, rim: f64, label: &Tag) -> bool {
        let way = label.place - anchor;
        let length = way.hypot();
        let leader = Some([anchor, label.place]);
        let line = Tag { leader, ..*label };
        let near: Vec<&Tag> = self.tags.iter().filter(|tag| line.is_near(tag)).collect();
        let mut at = rim + 1.6;
        while at < length {
            let here = anchor + way * (at / length);
            if label.distance(here) < 0.0 {
                break;
            }
            let covers = |tag: &Tag| tag.distance(here) < 0.3;
            if self.free(here) < (0.5 * (at - rim)).min(1.1) || near.iter().any(|tag| covers(tag)) {
                return false;
            }
            at += 0.7;
        }
        true
    }

    /// Finds a position for a label: next to the thing that it names and as large as wanted, or else the nearest
    /// position with enough room or with slightly less, and with a line to it.
    fn place(&self, anchor: &Anchor<impl Fn(Point, f64) -> Tag>, [wanted, least]: [f64; 2]) -> Tag {
        let middle = anchor.place;
        let is_beside = |label: &Tag| {
            label.distance(middle) - anchor.rim <= NEAR && !self.is_nearer_to_another(label, middle)
        };
        for (height, reach) in [(wanted, NEAR), (least, FAR), (0.6 * least, FAR)] {
            let is_free = |label: &Tag| {
                self.has_room(label)
                    && (reach == FAR || is_beside(label))
                    && self.is_seen(middle, anchor.rim, label)
                    && !self.is_crossed(label)
            };
            let Some(mut label) = anchor.places(height, reach).into_iter().find(is_free) else {
                continue;
            };
            if !is_beside(&label) {
                let way = (label.place - middle).unit();
                let start = middle + way * anchor.rim;
                let mut end = (0..400).map(|i| start + way * (0.5 * f64::from(i)));
                let end = end.find(|end| label.distance(*end) <= 0.0);
                label.leader = end.map(|end| [start, end]);
            }
            return label;
        }
        // There is no room anywhere. Use the position at its vertex with the most room.
        let places = anchor.places(0.4 * least, NEAR).into_iter();
        let best = places.max_by(|p, q| self.room(p).total_cmp(&self.room(q)));
        best.unwrap_or_else(|| (anchor.new)(middle, 0.4 * least))
    }
}

/// The thing that a label names.
struct Anchor<N> {
    place: Point,
    /// The distance from the thing at which the label and its line begin.
    rim: f64,
    /// The direction in which the label should be.
    ahead: Option<Vec2>,
    /// A function that makes a label at a position, with letters of a given height.
    new: N,
}

impl<N: Fn(Point, f64) -> Tag> Anchor<N> {
    /// Lists labels of a given height around the anchor up to a distance, the best first. Labels are better if they are
    /// near, and if they are where an arm points.
    fn places(&self, height: f64, far: f64) -> Vec<Tag> {
        let ahead = self.ahead.unwrap_or(Vec2::new(0.0, -1.0));
        let mut found: Vec<(f64, Tag)> = Vec::new();
        for turn in 0..AROUND {
            // From the direction of the arm to both sides.
            let turn = TAU * f64::from(turn) / f64::from(AROUND);
            let way = Vec2::from_angle(turn).rotate_scale(ahead);
            let label = (self.new)(self.place, height);
            let reach = self.rim + (label.half.x - label.half.y) * way.x.abs() + label.half.y;
            let behind = if self.ahead.is_some() {
                1.0 - turn.cos()
            } else {
                0.0
            };
            let mut white = SPACE + 0.8;
            while white <= far {
                let place = self.place + way * (reach + white);
                found.push((
                    white + 0.3 * behind * (reach + white),
                    Tag { place, ..label },
                ));
                white += 2.0;
            }
        }
        sorting::sort_by(&mut found, |p, q| p.0.total_cmp(&q.0));
        found.into_iter().map(|(_, label)| label).collect()
    }
}
