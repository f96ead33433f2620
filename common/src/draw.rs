//! Drawings of planar maps: smooth curves in the plane that show a [`Map`] and nothing else (used by Sprouts and
//! Brussels).
//!
//! The map is the authority and the drawing only a picture of it. There are two ways to get one:
//!
//! * [`Drawing::of`] draws a map from nothing but its topology: a triangulation around it is embedded with straight
//!   lines, and relaxed into curves.
//! * [`Drawing::connect`] adds one line to a drawing that is there: the shortest way through a triangulation of the
//!   free space that leaves on its left what should be there. The rest moves only to make room, so that a game becomes
//!   a film in which each picture resembles the one before.
//!
//! Whatever moves, moves under the half-clearance rule, which keeps the topology; and [`Drawing::check`] reads the
//! map back out of the finished curves. Neither relies on the other.
//!
//! Coordinates are those of mathematics (`y` upwards), all within or close to the unit disc.
//!
//! # Examples
//!
//! ```
//! use papergames_common::draw::Drawing;
//! use papergames_common::planar::{Corner, Map, Vertex};
//!
//! // A loop at spot 0 that separates spots 1 and 2, drawn from its boundary lists …
//! let map = Map::from_lists(&[vec![vec![0], vec![1]], vec![vec![0], vec![2]]])?;
//! let drawing = Drawing::of(&map, &[])?;
//! assert_eq!(drawing.check(), Ok(()));
//!
//! // … and line by line.
//! let mut drawing = Drawing::of(&Map::isolated(3)?, &[])?;
//! let start = Corner::Alone(Vertex::new(0));
//! let inside = drawing.map().boundary(Corner::Alone(Vertex::new(1)));
//! drawing.connect(start, start, |boundary| boundary == inside)?;
//! assert_eq!(drawing.check(), Ok(()));
//! assert_eq!(drawing.map().to_lists(Vertex::index), "0;1/0;2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod clearance;
mod collar;
mod embed;
mod grid;
mod relax;
mod route;

pub use check::{Mismatch, check};

use crate::planar::{Dart, Map, MapError, Vertex};
use crate::svg::{Path, Point};
use collar::Mesh;
use relax::Schedule;

/// Why a map cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DrawError {
    /// The map is too large for a picture.
    #[error(
        "expected a map of at most {} spots and lines to draw, found {found}",
        Drawing::MAX_PARTS
    )]
    TooLarge {
        /// Spots and lines.
        found: usize,
    },
    /// The line cannot be drawn in the map either.
    #[error(transparent)]
    Map(#[from] MapError),
    /// No way was found for a line, although the map has one: the free space is too narrow for floating-point numbers.
    #[error("no way for the line was found in the drawing")]
    NoWay,
    /// The picture does not show the map, and no other way of drawing it does.
    #[error("the picture does not show the map: {0}")]
    Mismatch(#[from] Mismatch),
}

/// The sizes that a drawing is made with, in its own coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sizes {
    /// How far apart lines should be where there is room.
    pub apart: f64,
    /// How far bends are apart along a line.
    pub(crate) segment: f64,
    /// How long the free arm of a cross is.
    pub arm: f64,
    /// How wide a line should be drawn.
    pub width: f64,
    /// The radius of a spot.
    pub spot: f64,
}

/// A map with a place for each spot and a curve for each line. See the [module documentation](self).
#[derive(Clone, Debug)]
pub struct Drawing {
    map: Map,
    spots: Vec<Point>,
    /// The bends of each line, from the origin of its even dart.
    bends: Vec<Vec<Point>>,
    /// Which vertices are the tips of free arms.
    tips: Vec<bool>,
}

impl Drawing {
    /// The most spots and lines together that are drawn.
    pub const MAX_PARTS: usize = 2_000;

    /// Draws a map. `tips` are vertices of degree 1 that end a short straight arm, as a cross of Brussels Sprouts has
    /// them, instead of being spots.
    ///
    /// Several ways of drawing are tried until one has no lines that seem to touch; see
    /// [`clearance`](Drawing::clearance). Takes some milliseconds for a position of Sprouts in mid-game and up to
    /// seconds for large maps.
    ///
    /// # Errors
    ///
    /// Returns an error if the map is larger than [`MAX_PARTS`](Drawing::MAX_PARTS), or if no picture passed the
    /// check (which does not happen as far as we know).
    pub fn of(map: &Map, tips: &[Vertex]) -> Result<Drawing, DrawError> {
        let found = map.n_vertices() + map.n_edges();
        if found > Drawing::MAX_PARTS {
            return Err(DrawError::TooLarge { found });
        }
        let mut blank = Drawing {
            map: map.clone(),
            spots: vec![Point::default(); map.n_vertices()],
            bends: vec![Vec::new(); map.n_edges()],
            tips: vec![false; map.n_vertices()],
        };
        for tip in tips {
            blank.tips[tip.index()] = map.degree(*tip) == 1;
        }
        if map.n_vertices() + map.n_edges() < 2 {
            return Ok(blank);
        }

        let faces = collar::outer_faces(map);
        let mut best: Option<(f64, Drawing)> = None;
        let mut error = None;
        let ways = faces.iter().take(3).map(|face| (*face, false));
        let exact = faces.iter().take(2).map(|face| (*face, true));
        for (outer, exact) in ways.chain(exact) {
            let mut drawing = blank.clone();
            let mut mesh = Mesh::new(map, outer);
            let places = if exact {
                embed::shift(&mut mesh)
            } else {
                match embed::tutte(&mesh) {
                    Some(places) => places,
                    None => continue,
                }
            };
            drawing.take(&mesh, &places);
            relax::relax(
                &mut drawing,
                Schedule {
                    open: 1200,
                    settle: 250,
                },
            );
            if let Err(mismatch) = drawing.smooth() {
                error = Some(mismatch);
                continue;
            }
            let clearance = drawing.clearance();
            if clearance >= 1.0 {
                return Ok(drawing);
            }
            if best.as_ref().is_none_or(|(other, _)| clearance > *other) {
                best = Some((clearance, drawing));
            }
        }
        match (best, error) {
            (Some((_, drawing)), _) => Ok(drawing),
            (None, Some(mismatch)) => Err(mismatch.into()),
            (None, None) => Err(DrawError::NoWay),
        }
    }

    /// Takes the places that a mesh was given.
    fn take(&mut self, mesh: &Mesh, places: &[Point]) {
        self.spots.copy_from_slice(&places[..self.map.n_vertices()]);
        for (bends, on_line) in self.bends.iter_mut().zip(&mesh.on_lines) {
            *bends = on_line.iter().map(|point| places[*point]).collect();
        }
    }

    /// Makes sure that the smooth curves show the map, with more bends if need be: a curve stays in the triangles
    /// between the bends and the middles of the segments, and these shrink to the polyline.
    fn smooth(&mut self) -> Result<(), Mismatch> {
        let mut result = self.check();
        for _ in 0..4 {
            if result.is_ok() {
                break;
            }
            for line in 0..self.bends.len() {
                let points = self.points(line);
                let split = points
                    .windows(2)
                    .flat_map(|pair| [pair[0].middle(pair[1]), pair[1]]);
                let mut bends: Vec<Point> = split.collect();
                bends.pop();
                self.bends[line] = bends;
            }
            result = self.check();
        }
        result
    }

    /// Returns the map that the drawing shows.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// Returns the place of a spot.
    pub fn spot(&self, vertex: Vertex) -> Point {
        self.spots[vertex.index()]
    }

    /// Returns whether a vertex is the tip of a free arm.
    pub fn is_tip(&self, vertex: Vertex) -> bool {
        self.tips[vertex.index()]
    }

    /// Returns the points that the line of a dart is drawn along, from its origin to its target: the control points
    /// of a [spline](Path::spline).
    pub fn line(&self, dart: Dart) -> Vec<Point> {
        let mut points = self.points(dart.index() / 2);
        if dart.index() % 2 == 1 {
            points.reverse();
        }
        points
    }

    /// Returns the curve of a dart as a polyline, fine enough to look smooth.
    pub fn curve(&self, dart: Dart) -> Vec<Point> {
        flatten(&self.line(dart))
    }

    fn points(&self, line: usize) -> Vec<Point> {
        let dart = Dart::new(2 * line);
        let ends = [self.map.origin(dart), self.map.target(dart)].map(|v| self.spot(v));
        let mut points = Vec::with_capacity(self.bends[line].len() + 2);
        points.push(ends[0]);
        points.extend(&self.bends[line]);
        points.push(ends[1]);
        points
    }

    /// Returns the sizes to draw with.
    pub fn sizes(&self) -> Sizes {
        let tips = self.tips.iter().filter(|tip| **tip).count();
        let parts = (self.map.n_vertices() + self.map.n_edges() - 2 * tips) as f64;
        let apart = 0.62 * (core::f64::consts::PI / (parts + tips as f64 + 2.0)).sqrt();
        let width = (0.11 * apart).clamp(0.003, 0.016);
        Sizes {
            apart,
            segment: apart * 0.5,
            arm: (apart * 0.5).min(0.25),
            width,
            spot: width * 2.4,
        }
    }

    /// Returns the least distance of two lines, or of a line and a spot, as a share of what it takes to tell them
    /// apart: a white gap as wide as a line. Lines are not compared close to a spot where both end.
    pub fn clearance(&self) -> f64 {
        clearance::clearance(self)
    }

    /// Reads the map back out of the curves and compares. See [`check`].
    ///
    /// # Errors
    ///
    /// Returns the first difference.
    pub fn check(&self) -> Result<(), Mismatch> {
        let curves: Vec<Vec<Point>> = (0..self.bends.len())
            .map(|line| flatten(&self.points(line)))
            .collect();
        check(&self.map, &self.spots, &curves)
    }
}

/// The quadratic B-spline of some points as a polyline; the same curve as [`Path::spline`].
fn flatten(points: &[Point]) -> Vec<Point> {
    const PARTS: usize = 4;
    let [first, inner @ .., last] = points else {
        return points.to_vec();
    };
    let mut curve = vec![*first];
    let mut from = *first;
    for (i, control) in inner.iter().enumerate() {
        let to = inner.get(i + 1).map_or(*last, |next| control.middle(*next));
        for k in 1..PARTS {
            let t = k as f64 / PARTS as f64;
            let u = 1.0 - t;
            curve.push(from * (u * u) + *control * (2.0 * u * t) + to * (t * t));
        }
        curve.push(to);
        from = to;
    }
    if inner.is_empty() {
        curve.push(*last);
    }
    curve
}

/// Returns the outline of a curve through a view that places its points, for instance on a page.
pub fn outline(points: &[Point], view: impl Fn(Point) -> Point) -> Path {
    let placed: Vec<Point> = points.iter().map(|point| view(*point)).collect();
    Path::new().spline(&placed)
}
