//! Measurements of how legible a drawing is.

use core::fmt;
use std::collections::BTreeSet;

use common::sorting;

use super::check::{Mismatch, area, polygon};
use super::curves::Drawing;
use super::ink::{Inks, Owner};
use super::page::PAGE;
use super::raster::{Disc, Raster};
use super::tags::{READABLE, Tag};
use crate::geometry::Point;
use planar::{Dart, Map, Vertex};

/// Measurements of how legible a drawing is. Lengths are in units of the page, which is [`PAGE`] wide and high.
///
/// Returned by [`Drawing::check`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Figures {
    /// The number of pairs of shapes with a gap of less than 0.3 between them. Shapes are discs with their rims, labels
    /// with their leader lines, and lines that do not end at the other shape. Lines that leave the page are included in
    /// the count.
    pub overlaps: usize,
    /// The number of faces without room for a white circle of radius 2.
    pub hidden_faces: usize,
    /// The radius of the largest white circle that fits in the most cramped face.
    pub white: f64,
    /// The smallest distance between lines, except near a spot where they meet.
    pub gap: f64,
    /// The smallest angle between two lines at a spot, in degrees, measured at the rim of its disc; 360 if no spot has
    /// two lines.
    pub angle: f64,
    /// The smallest radius of curvature of any line.
    pub bend: f64,
    /// The ratio between the areas of the largest and the smallest face, not counting the outer face.
    pub ratio: f64,
    /// The height of the digits in the discs.
    pub digits: f64,
}

impl Figures {
    /// The radius of the white circle that each face must have room for.
    pub(crate) const WHITE: f64 = 2.0;
    /// The distance that lines must keep from each other.
    pub(crate) const GAP: f64 = 1.8;
    /// The least white space allowed between any two other shapes.
    pub(crate) const APART: f64 = 0.3;

    /// Returns whether the drawing is easy to read, which means that nothing overlaps, every face has white space, and
    /// no lines are too close to each other.
    pub fn is_legible(&self) -> bool {
        self.overlaps == 0 && self.hidden_faces == 0 && self.gap >= Figures::GAP
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} overlaps, {} hidden faces, white {:.1}, gap {:.1}, angle {:.0}°, bend {:.1}, faces 1:{:.0}, \
             digits {:.1}",
            self.overlaps,
            self.hidden_faces,
            self.white,
            self.gap,
            self.angle,
            self.bend,
            self.ratio,
            self.digits,
        )
    }
}

impl Drawing {
    /// Measures the drawing as it is.
    pub(super) fn plain_figures(&self) -> Figures {
        figures(self)
    }

    /// Checks the picture by reconstructing the map from the curves and comparing it with the map of the drawing.
    /// Returns measurements of how legible the printed picture is.
    ///
    /// # Errors
    ///
    /// Returns the first difference between the picture and the map.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_picture::drawing::Drawing;
    /// use planar::Map;
    ///
    /// let figures = Drawing::of(&Map::isolated(3)?, &[])?.check()?;
    /// assert!(figures.is_legible());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self) -> Result<Figures, Mismatch> {
        self.read_back()?;
        Ok(figures(&self.printed(READABLE)))
    }
}

/// Measures a drawing.
pub(super) fn figures(drawing: &Drawing) -> Figures {
    let map = drawing.map();
    let sizes = drawing.page_sizes();
    let curves = drawing.curves_on_page();
    let tags = drawing.tags(READABLE);
    let discs: Vec<Disc> = map
        .vertices()
        .filter(|v| drawing.is_spot(*v))
        .map(|v| (v, drawing.on_page(drawing.spot(v)), drawing.disc(v)))
        .collect();
    // In a drawing with stubs, spots have no discs, but only mark where lines meet.
    let drawn: &[Disc] = if drawing.is_dotted() { &[] } else { &discs };
    let raster = Raster::new(map, &curves, drawn, sizes.width);
    let white = raster.white(map);
    let areas = inner_areas(map, &curves);
    let least = areas.iter().copied().fold(f64::INFINITY, f64::min);
    let most = areas.iter().copied().fold(0.0, f64::max);
    let gap = drawing.clearance() * 2.0 * sizes.width;
    let lines_touch = usize::from(gap < sizes.width + Figures::APART);
    Figures {
        overlaps: touching(drawing, &tags) + cut_off(drawing, &curves) + lines_touch,
        hidden_faces: white.iter().filter(|r| **r < Figures::WHITE).count(),
        white: white.iter().copied().fold(f64::INFINITY, f64::min),
        gap,
        angle: angle(map, &curves, &discs, sizes.spot),
        bend: bend(&curves),
        ratio: if areas.is_empty() {
            1.0
        } else {
            most / least.max(1e-9)
        },
        digits: drawing.digits(&tags),
    }
}

/// Returns the number of pairs of shapes that touch but should not.
fn touching(drawing: &Drawing, tags: &[Tag]) -> usize {
    let mut inks = Inks::new(drawing);
    for tag in tags {
        tag.draw(&mut inks);
    }
    let map = drawing.map();
    let ends_at = |line: usize, vertex: Vertex| {
        let dart = Dart::new(2 * line);
        [map.origin(dart), map.target(dart)].contains(&vertex)
    };
    // The white that must be between two things, which may be drawn in either order; nothing if they may touch.
    let apart = |one: Owner, other: Owner| match (one, other) {
        (Owner::Leader(v) | Owner::Spot(v), Owner::Line(line)) if ends_at(line, v) => f64::MIN,
        (Owner::Leader(v), Owner::Spot(w) | Owner::Label(w))
        | (Owner::Spot(w) | Owner::Label(w), Owner::Leader(v))
            if v == w =>
        {
            f64::MIN
        }
        (Owner::Label(_), _) | (_, Owner::Label(_)) => 0.0,
        _ => Figures::APART,
    };
    let mut pairs = BTreeSet::new();
    for (one, shape) in inks.marks() {
        inks.all_near(shape, Figures::APART, |other, white| {
            if *one != other && white < apart(*one, other) {
                pairs.insert((other.min(*one), other.max(*one)));
            }
            true
        });
    }
    pairs.len()
}

/// Returns the number of lines that leave the page.
fn cut_off(drawing: &Drawing, curves: &[Vec<Point>]) -> usize {
    let page = drawing.page();
    let is_on_page = |p: &Point| p.x.min(p.y) >= 0.0 && p.x <= page.x && p.y <= page.y;
    let leave = curves.iter().filter(|curve| !curve.iter().all(is_on_page));
    leave.count()
}

/// Returns the least angle between neighbouring lines at a spot, in degrees, measured slightly outside its disc.
fn angle(map: &Map, curves: &[Vec<Point>], discs: &[Disc], radius: f64) -> f64 {
    let mut least: f64 = 360.0;
    for (vertex, place, _) in discs {
        let heading = |dart: Dart| {
            let curve = &curves[dart.index() / 2];
            let out = |point: &&Point| point.distance(*place) > 1.3 * radius;
            let far = if dart.index().is_multiple_of(2) {
                curve.iter().find(out).or(curve.get(curve.len() / 2))
            } else {
                curve.iter().rev().find(out).or(curve.get(curve.len() / 2))
            };
            let way = *far.unwrap_or(place) - *place;
            way.y.atan2(way.x)
        };
        let mut headings: Vec<f64> = map.darts_at(*vertex).map(heading).collect();
        if headings.len() < 2 {
            continue;
        }
        sorting::sort_by(&mut headings, f64::total_cmp);
        for (i, from) in headings.iter().enumerate() {
            let to = headings[(i + 1) % headings.len()];
            let mut turn = (to - from).rem_euclid(core::f64::consts::TAU);
            if i + 1 == headings.len() && turn == 0.0 {
                turn = core::f64::consts::TAU;
            }
            least = least.min(turn.to_degrees());
        }
    }
    least
}

/// Returns the least radius of curvature, measured by circles through points that are some distance apart on a line.
fn bend(curves: &[Vec<Point>]) -> f64 {
    const STEP: f64 = 1.5;
    let mut least = f64::INFINITY;
    for curve in curves {
        let mut points = vec![curve[0]];
        for point in curve {
            if points[points.len() - 1].distance(*point) >= STEP {
                points.push(*point);
            }
        }
        for at in points.windows(3) {
            let (a, b, c) = (at[0], at[1], at[2]);
            let doubled = (b - a).cross(c - a).abs();
            if doubled > 1e-9 {
                let around = a.distance(b) * b.distance(c) * c.distance(a) / (2.0 * doubled);
                least = least.min(around);
            }
        }
    }
    least.min(PAGE)
}

/// Returns the areas of all faces except the outer one.
fn inner_areas(map: &Map, curves: &[Vec<Point>]) -> Vec<f64> {
    let mut areas: Vec<f64> = vec![0.0; map.n_faces()];
    for boundary in map.boundaries() {
        areas[map.face(boundary).index()] += 0.5 * area(&polygon(map, curves, boundary));
    }
    // With `y` downwards, the walk around an inner face has a positive area, and those within it a negative one.
    areas.into_iter().filter(|area| *area > 0.0).collect()
}
