//! Drawings of planar maps: smooth curves in the plane that show a [`Map`] and nothing else (used by Sprouts and
//! Brussels).
//!
//! The map is authoritative; the drawing is only a picture of it. There are two ways to make one:
//!
//! * [`Drawing::of`] draws a map from its topology alone: it embeds a triangulation of the map with straight lines and
//!   relaxes them into curves.
//! * [`Drawing::connect`] adds one line to an existing drawing: the shortest way through a triangulation of the free
//!   space that has the right parts on its left. The rest moves only to make room, so each picture of a game resembles
//!   the one before.
//!
//! Everything moves under the half-clearance rule, which preserves the topology. Independently of that,
//! [`Drawing::check`] reads the map back out of the finished curves.
//!
//! Coordinates are those of mathematics (`y` upwards), all within or close to the unit disc.
//!
//! # Examples
//!
//! ```
//! use papergames_picture::drawing::Drawing;
//! use planar::{Corner, Map, Vertex};
//!
//! // A loop at spot 0 that separates spots 1 and 2, drawn from its boundary lists …
//! let map = Map::from_lists(&[vec![vec![0], vec![1]], vec![vec![0], vec![2]]])?;
//! let drawing = Drawing::of(&map, &[])?;
//! assert_eq!(drawing.read_back(), Ok(()));
//!
//! // … and line by line.
//! let mut drawing = Drawing::of(&Map::isolated(3)?, &[])?;
//! let start = Corner::Alone(Vertex::new(0));
//! let inside = drawing.map().boundary(Corner::Alone(Vertex::new(1)));
//! drawing.connect(start, start, |boundary| boundary == inside)?;
//! drawing.settle()?;
//! assert_eq!(drawing.read_back(), Ok(()));
//! assert_eq!(drawing.map().to_lists(Vertex::index), "0;1/0;2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod clearance;
mod collar;
mod embed;
mod export;
mod figures;
mod grid;
mod inset;
mod keep;
mod lone;
mod page;
mod raster;
mod relax;
mod route;
mod tags;

pub use check::{Mismatch, check};
pub use figures::Figures;
pub use inset::{INSET, Inset};
pub use keep::Source;
pub use page::PAGE;
pub use tags::{LEADER, Tag};

use core::f64::consts::TAU;

use crate::geometry::{Point, Vec2, Way as _};
use collar::Mesh;
use planar::{Boundary, Corner, Dart, Map, MapError, Vertex};
use relax::{Schedule, Work};

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
    /// The map does not allow the line.
    #[error(transparent)]
    Map(#[from] MapError),
    /// The map allows the line, but no way was found: the free space is too narrow for floating-point numbers.
    #[error("no way for the line was found in the drawing")]
    NoWay,
    /// No way of drawing the map gave a correct picture.
    #[error("the picture does not show the map: {0}")]
    Mismatch(#[from] Mismatch),
}

/// The sizes of the parts of a drawing, in its own coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sizes {
    /// How far apart lines should be where there is room.
    pub apart: f64,
    /// How far bends are apart along a line.
    pub(crate) segment: f64,
    /// How long a stub is: the line to a free end.
    pub stub: f64,
    /// How wide a line should be drawn.
    pub width: f64,
    /// The radius of a spot.
    pub spot: f64,
}

/// How good a picture is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Quality {
    /// The work limit was reached before the lines had room: the picture is correct but hard to read.
    Schematic,
    /// Discs are smaller than they should be, or some lines are very close.
    Coarse,
    /// Nothing overlaps, every face shows white, and lines are apart.
    Full,
}

impl Quality {
    /// Returns the sentence that the description of the picture ends with; `None` if it is as it should be.
    #[must_use]
    pub fn remark(self) -> Option<&'static str> {
        match self {
            Quality::Schematic => {
                Some("The picture is schematic: lines are too close together to follow them all.")
            }
            Quality::Coarse => Some(
                "The picture is coarse: in its most crowded parts, lines or discs are very close.",
            ),
            Quality::Full => None,
        }
    }
}

/// How much work goes into a drawing from scratch and into one move: a few seconds and one second. The work is counted
/// and not timed, so that every machine draws the same picture.
const WORK: u64 = 330_000_000;
const WORK_ADDED: u64 = 40_000_000;
/// How much goes into a drawing from scratch in the middle of a film.
const WORK_ANEW: u64 = 120_000_000;

/// How far from the middle lines may be: the margin of the page is a little wider.
const OUTERMOST: f64 = 1.05;

/// The clearance that a film needs, and how much of it a move may take away before more is tried.
const CLEAR: f64 = 0.65;
const LOSS: f64 = 0.95;

/// Up to how many spots and lines several outer faces are tried, for the simplest picture.
const SIMPLE: f64 = 50.0;

/// How small discs become if they have too little room.
const SMALLEST_DISCS: f64 = 0.35;

/// How taut lines are in the end; see [`Schedule`].
const TAUTNESS: f64 = 0.3;

/// How hard spots are pulled along their longer lines in a drawing from scratch.
const BALANCE: f64 = 1.5;

/// How many steps make the lines fair, in a drawing from scratch and after a move.
const FAIR: usize = 150;
const FAIR_ADDED: usize = 50;
/// How many more where lines were made straight at the vertices.
const FAIR_SQUARE: usize = 80;

/// A map with a place for each spot and a curve for each line. See the [module documentation](self).
#[derive(Clone, Debug)]
pub struct Drawing {
    map: Map,
    spots: Vec<Point>,
    /// The bends of each line, from the origin of its even dart.
    bends: Vec<Vec<Point>>,
    /// Which vertices are not spots: the ends of stubs, and points on the way of a line.
    tips: Vec<bool>,
    redrawn: usize,
    quality: Quality,
    /// How large the disc of each vertex is, as a share of what it should be; 1 if it is not listed.
    discs: Vec<f64>,
    /// How much harder than by its area each face presses; see [`relax`].
    lift: Vec<f64>,
    /// Where the spots were when the drawing was settled last.
    settled: Vec<Point>,
    /// The clearance that is enough when it is settled next.
    wanted: f64,
    /// What is shown of the map.
    shown: inset::Shown,
}

impl Drawing {
    /// The most spots and lines together that are drawn.
    pub const MAX_PARTS: usize = 2_000;

    /// Draws a map. `bare` are the vertices that are not spots: those of degree 1 are the free ends of stubs, and those
    /// of degree 2 points on the way of a line.
    ///
    /// If there are any, lines leave the other vertices straight and at equal angles where there is room, so that of an
    /// even number opposite ones run straight through.
    ///
    /// Several ways of drawing are tried until one has no lines that seem to touch; see
    /// [`clearance`](Drawing::clearance). Takes some milliseconds for a position of Sprouts in mid-game and up to
    /// seconds for large maps.
    ///
    /// # Errors
    ///
    /// Returns an error if the map is larger than [`MAX_PARTS`](Drawing::MAX_PARTS), or if no picture passed the
    /// check (which does not happen as far as we know).
    pub fn of(map: &Map, bare: &[Vertex]) -> Result<Drawing, DrawError> {
        let mut drawing = Drawing::from_scratch(map, bare, WORK)?;
        drawing.settled.clone_from(&drawing.spots);
        Ok(drawing)
    }

    fn from_scratch(map: &Map, bare: &[Vertex], work: u64) -> Result<Drawing, DrawError> {
        let found = map.n_vertices() + map.n_edges();
        if found > Drawing::MAX_PARTS {
            return Err(DrawError::TooLarge { found });
        }
        let mut blank = Drawing {
            map: map.clone(),
            spots: vec![Point::default(); map.n_vertices()],
            bends: vec![Vec::new(); map.n_edges()],
            tips: vec![false; map.n_vertices()],
            redrawn: 0,
            quality: Quality::Full,
            discs: Vec::new(),
            lift: Vec::new(),
            settled: Vec::new(),
            wanted: 1.0,
            shown: inset::Shown::default(),
        };
        for vertex in bare {
            blank.tips[vertex.index()] = true;
        }
        if map.n_edges() == 0 {
            // Spots alone: a regular polygon, the first on top, clockwise.
            let n = map.n_vertices() as f64;
            for (i, place) in blank.spots.iter_mut().enumerate().filter(|_| n > 1.0) {
                let angle = TAU * (0.25 - i as f64 / n);
                let radius = if n > 8.0 { 0.95 } else { 0.6 };
                *place = (Vec2::from_angle(angle) * radius).to_point();
            }
            return Ok(blank);
        }

        let mut work = Work::new(work);
        let mut best: Option<(f64, Drawing)> = None;
        let mut error = None;
        let parts = found as f64;
        let faces = collar::outer_faces(map);
        let ways = faces.iter().take(3).map(|face| (*face, false));
        let exact = faces.iter().take(2).map(|face| (*face, true));
        for (outer, exact) in ways.chain(exact) {
            if best.is_some() && work.is_spent() {
                break;
            }
            match blank.embedded(outer, exact, &mut work) {
                Ok(found) => {
                    let is_better = |(score, _): &(f64, Drawing)| {
                        best.as_ref().is_none_or(|(other, _)| score > other)
                    };
                    best = found.filter(is_better).or(best);
                }
                Err(mismatch) => error = Some(mismatch),
            }
            // Another outer face may make a simpler picture, and small maps are drawn in no time.
            let is_good = |(score, found): &(f64, Drawing)| {
                *score > 0.0 && found.is_square(&found.plain_figures())
            };
            if best.as_ref().is_some_and(is_good) && (exact || parts > SIMPLE) {
                break;
            }
        }
        match (best, error) {
            (Some((_, mut drawing)), _) => {
                drawing.shrink_discs();
                Ok(drawing)
            }
            (None, Some(mismatch)) => Err(mismatch.into()),
            (None, None) => Err(DrawError::NoWay),
        }
    }

    /// Embeds the map with an outer face and relaxes it until the picture is legible, in up to three steps. Returns the
    /// best picture with its score.
    fn embedded(
        &self,
        outer: planar::Face,
        exact: bool,
        work: &mut Work,
    ) -> Result<Option<(f64, Drawing)>, Mismatch> {
        let mut best: Option<(f64, Drawing)> = None;
        // In a large map, what crowds the middle has far to go.
        let settle = 300 + self.map.n_vertices() + self.map.n_edges();
        let mut drawing = self.clone();
        let mut mesh = Mesh::new(&self.map, outer);
        let places = if exact {
            embed::shift(&mut mesh)
        } else {
            match embed::tutte(&mesh) {
                Some(places) => places,
                None => return Ok(best),
            }
        };
        drawing.take(&mesh, &places);
        // What is still narrow gets slacker lines, which give way to it.
        for (open, settle, tautness) in [(1200, settle, TAUTNESS), (0, 300, 0.1), (0, 300, 0.05)] {
            let schedule = Schedule {
                open,
                settle,
                tautness,
                pressure: 1.0,
                balance: self.balance(),
                persist: exact || open == 0,
                share: relax::SHARE,
            };
            if !relax::relax(&mut drawing, schedule, work) {
                break;
            }
            drawing.fit(3.0);
            let mut picture = drawing.clone();
            let clearance = match picture.finish(FAIR, 3.0, 0.5, work) {
                Ok(clearance) => clearance,
                Err(mismatch) if best.is_none() => return Err(mismatch),
                Err(_) => break,
            };
            let figures = picture.plain_figures();
            picture.quality = match (figures.is_legible(), work.is_spent()) {
                (true, _) => Quality::Full,
                (false, true) if open > 0 => Quality::Schematic,
                (false, _) => Quality::Coarse,
            };
            let is_legible = picture.quality == Quality::Full;
            let score = picture.score(&figures);
            if best.as_ref().is_none_or(|(other, _)| score > *other) {
                best = Some((score, picture));
            }
            if is_legible || clearance < 0.5 || work.is_spent() {
                break;
            }
        }
        Ok(best)
    }

    /// How hard spots are pulled along their longer lines: only many faces can be nested in rings.
    fn balance(&self) -> f64 {
        BALANCE * ((self.map.n_faces() - 1) as f64 / 4.0).min(1.0)
    }

    /// The least angle that a picture of the map should have: 45°, or less where many lines meet.
    fn good_angle(&self) -> f64 {
        let most = self.map.vertices().map(|v| self.map.degree(v)).max();
        (0.75 * 360.0 / most.unwrap_or(1).max(1) as f64).min(45.0)
    }

    /// Returns whether the lines and free arms of all crosses and stars are as good as straight.
    fn is_square(&self, figures: &Figures) -> bool {
        !self.tips.contains(&true) || figures.angle >= self.good_angle()
    }

    /// Ranks pictures of one map: above 0 if they are legible, and the higher the shorter their lines and the larger
    /// their angles are.
    fn score(&self, figures: &Figures) -> f64 {
        if self.quality == Quality::Full {
            let length = |line| {
                let points = self.points(line);
                points.windows(2).map(|p| p[0].distance(p[1])).sum::<f64>()
            };
            let total: f64 = (0..self.bends.len()).map(length).sum();
            let angle = (figures.angle / self.good_angle()).min(1.0);
            return angle.sqrt() / (1.0 + total);
        }
        let clearance = (figures.gap / Figures::GAP).min(1.0);
        clearance - 1.0 - figures.overlaps as f64 - 3.0 * figures.hidden_faces as f64
    }

    /// Makes discs smaller where they touch something or hide a face, at most to dots; their numbers then stand beside
    /// them.
    fn shrink_discs(&mut self) {
        if self.quality == Quality::Full || self.tips.contains(&true) {
            return;
        }
        let before = figures::figures(self);
        if before.overlaps == 0 && before.hidden_faces == 0 {
            return;
        }
        self.fit_discs();
        // Around a face that shows too little white, discs shrink until it does.
        for _ in 0..6 {
            let hidden = figures::hidden(self);
            let around: Vec<Vertex> = hidden
                .iter()
                .flat_map(|face| self.map.boundaries_of(*face))
                .flat_map(|boundary| self.map.corners(boundary))
                .map(|corner| self.map.vertex(corner))
                .collect();
            let mut shrunk = false;
            for vertex in around {
                let disc = &mut self.discs[vertex.index()];
                let less = (*disc * 0.85).max(SMALLEST_DISCS);
                shrunk |= less < *disc;
                *disc = less;
            }
            if !shrunk {
                break;
            }
        }
        if self.plain_figures().is_legible() {
            self.quality = Quality::Full;
        }
    }

    /// Makes discs smaller where they touch something.
    fn fit_discs(&mut self) {
        let sizes = self.sizes();
        let curves: Vec<Vec<Point>> = (0..self.bends.len())
            .map(|line| flatten(&self.points(line)))
            .collect();
        let mut radii = vec![sizes.spot; self.spots.len()];
        let shown: Vec<Vertex> = self.map.vertices().filter(|v| self.is_shown(*v)).collect();
        for vertex in &shown {
            let (vertex, place) = (*vertex, self.spot(*vertex));
            for (line, curve) in curves.iter().enumerate() {
                let dart = Dart::new(2 * line);
                if self.map.origin(dart) == vertex || self.map.target(dart) == vertex {
                    continue;
                }
                for pair in curve.windows(2) {
                    let room = relax::distance(place, pair[0], pair[1]) - sizes.width;
                    radii[vertex.index()] = radii[vertex.index()].min(room);
                }
            }
        }
        for i in 0..radii.len() {
            for j in 0..i {
                let room = self.spots[i].distance(self.spots[j]) - 0.5 * sizes.width;
                if radii[i] + radii[j] > room {
                    let [least, most] = [radii[i].min(radii[j]), radii[i].max(radii[j])];
                    let least = least.min(0.5 * room);
                    let most = most.min(room - least);
                    let is_first = radii[i] < radii[j];
                    (radii[i], radii[j]) = if is_first {
                        (least, most)
                    } else {
                        (most, least)
                    };
                }
            }
        }
        self.discs = radii
            .iter()
            .map(|radius| (radius / sizes.spot).clamp(SMALLEST_DISCS, 1.0))
            .collect();
    }

    /// Returns the radius of the disc of a spot on the page.
    pub fn disc(&self, spot: Vertex) -> f64 {
        self.page_sizes().spot * self.discs.get(spot.index()).unwrap_or(&1.0)
    }

    /// Returns how good the picture is, as far as that was tested when it was drawn.
    pub fn quality(&self) -> Quality {
        self.quality
    }

    /// Takes the places that a mesh was given.
    fn take(&mut self, mesh: &Mesh, places: &[Point]) {
        self.spots.copy_from_slice(&places[..self.map.n_vertices()]);
        for (bends, on_line) in self.bends.iter_mut().zip(&mesh.on_lines) {
            *bends = on_line.iter().map(|point| places[*point]).collect();
        }
    }

    /// Makes the lines fair and smooth, and returns the clearance. Where fair lines would come too close, they stay as
    /// they are.
    fn finish(
        &mut self,
        steps: usize,
        most: f64,
        pressure: f64,
        work: &mut Work,
    ) -> Result<f64, Mismatch> {
        let mut best: Option<(f64, Drawing)> = None;
        let mut error = None;
        for reach in [Some(0.8), Some(1.2), None] {
            let mut picture = self.clone();
            if let Some(reach) = reach {
                relax::fair(&mut picture, steps, reach, pressure, work);
                picture.fit(most);
            }
            let soft = picture.clone();
            let held = relax::square_up(&mut picture);
            if picture.check_straight().is_err() {
                picture = soft;
            } else if !held.is_empty() {
                relax::fair_around(&mut picture, held, FAIR_SQUARE, work);
            }
            picture.keep_on_page();
            picture.spread_lone();
            if let Err(mismatch) = picture.smooth() {
                error = Some(mismatch);
                continue;
            }
            let clearance = picture.clearance();
            if best.as_ref().is_none_or(|(other, _)| clearance > *other) {
                best = Some((clearance, picture));
            }
            if clearance >= 1.0 {
                break;
            }
        }
        match (best, error) {
            (Some((clearance, picture)), _) => {
                *self = picture;
                Ok(clearance)
            }
            (None, Some(mismatch)) => Err(mismatch),
            (None, None) => unreachable!("three ways were tried"),
        }
    }

    /// Makes sure that the smooth curves show the map, with more bends if need be: a curve stays in the triangles
    /// between the bends and the middles of the segments, and these shrink to the polyline.
    fn smooth(&mut self) -> Result<(), Mismatch> {
        let mut result = self.read_back();
        for _ in 0..4 {
            if result.is_ok() {
                break;
            }
            for line in 0..self.bends.len() {
                let points = self.points(line);
                let split = points
                    .windows(2)
                    .flat_map(|pair| [pair[0].midpoint(pair[1]), pair[1]]);
                let mut bends: Vec<Point> = split.collect();
                bends.pop();
                self.bends[line] = bends;
            }
            result = self.read_back();
        }
        result
    }

    /// Draws a line from one corner to another that leaves on its left what `goes_left` accepts, exactly as
    /// [`Map::connect`] does it, and returns its dart.
    ///
    /// The line is rough and the others stay where they are; [`settle`](Drawing::settle) makes the picture good again,
    /// once for all changes of a move.
    ///
    /// # Errors
    ///
    /// Returns an error, and leaves the drawing unchanged, if the map has no such line or no picture of it is found.
    pub fn connect(
        &mut self,
        from: Corner,
        to: Corner,
        mut goes_left: impl FnMut(Boundary) -> bool,
    ) -> Result<Dart, DrawError> {
        let mut after = self.map.clone();
        let mut left = vec![false; self.map.n_boundaries()];
        let dart = after.connect(from, to, |boundary| {
            left[boundary.index()] = goes_left(boundary);
            left[boundary.index()]
        })?;
        match route::route(self, from, to, &left) {
            Some(mut bends) => {
                let ends = [from, to].map(|corner| self.spot(self.map.vertex(corner)));
                refine(ends, &mut bends);
                self.map = after;
                self.bends.push(bends);
            }
            None => *self = self.draw_anew(&after, WORK)?,
        }
        Ok(dart)
    }

    /// Draws a line as [`connect`](Drawing::connect) does, but along a given way, such as a stroke drawn by hand:
    /// `bends` are its points between the two spots.
    ///
    /// The way is not trusted. The picture with it is read back, and if it does not show that line and no other, for
    /// instance because the way crosses a curve, nothing is drawn.
    ///
    /// # Errors
    ///
    /// Returns an error, and leaves the drawing unchanged, if the map has no such line or the way does not show it.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_picture::drawing::Drawing;
    /// use planar::{Corner, Map, Vertex};
    /// use papergames_picture::geometry::{Point, Vec2};
    ///
    /// // Spot 0 is on top of spot 1. A line from one to the other may take any way …
    /// let mut drawing = Drawing::of(&Map::isolated(2)?, &[])?;
    /// let [from, to] = [0, 1].map(|spot| Corner::Alone(Vertex::new(spot)));
    /// drawing.connect_along(from, to, |_| false, &[Point::new(0.8, 0.5), Point::new(0.9, -0.4)])?;
    /// assert_eq!(drawing.read_back(), Ok(()));
    ///
    /// // … but the next may not cross it.
    /// let dart = drawing.map().darts_at(Vertex::new(0)).next().expect("the line");
    /// let corner = Corner::Before(dart);
    /// let across = [Point::new(0.95, 0.0), Point::new(0.0, 0.1)];
    /// let back = Corner::Before(dart.twin());
    /// assert!(drawing.connect_along(corner, back, |_| false, &across).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn connect_along(
        &mut self,
        from: Corner,
        to: Corner,
        goes_left: impl FnMut(Boundary) -> bool,
        bends: &[Point],
    ) -> Result<Dart, DrawError> {
        let mut after = self.clone();
        let dart = after.map.connect(from, to, goes_left)?;
        // The curves and not the bends are what the way keeps clear of.
        for line in 0..self.bends.len() {
            let curve = flatten(&self.points(line));
            after.bends[line] = curve[1..curve.len() - 1].to_vec();
        }
        let ends = [from, to].map(|corner| self.spot(self.map.vertex(corner)));
        let mut bends = bends.to_vec();
        refine(ends, &mut bends);
        after.bends.push(bends);
        after.check_straight()?;
        *self = after;
        Ok(dart)
    }

    /// Puts a new vertex in the middle of the line of a dart, exactly as [`Map::subdivide`] does it, and returns it.
    ///
    /// # Errors
    ///
    /// Returns an error, and leaves the drawing unchanged, if the map is full.
    pub fn subdivide(&mut self, dart: Dart) -> Result<Vertex, DrawError> {
        let points = self.line(dart);
        let vertex = self.map.subdivide(dart)?;
        let total: f64 = points
            .windows(2)
            .map(|pair| pair[0].distance(pair[1]))
            .sum();
        let mut left = total / 2.0;
        let mut cut = (points.len() - 1, points[points.len() - 1]);
        for (i, pair) in points.windows(2).enumerate() {
            let length = pair[0].distance(pair[1]);
            if left < length {
                // Not on a bend, so that no segment is without length.
                let share = (left / length).clamp(0.1, 0.9);
                cut = (i + 1, pair[0] + (pair[1] - pair[0]) * share);
                break;
            }
            left -= length;
        }
        let (i, place) = cut;
        let mut near = points[1..i].to_vec();
        let mut far = points[i..points.len() - 1].to_vec();
        refine([points[0], place], &mut near);
        refine([place, points[points.len() - 1]], &mut far);
        if dart.index() % 2 == 1 {
            near.reverse();
        }
        self.bends[dart.index() / 2] = near;
        self.bends.push(far);
        self.spots.push(place);
        self.tips.push(false);
        Ok(vertex)
    }

    /// Adds a stub in a corner, exactly as [`Map::add_leaf`] adds a vertex, and returns its free end.
    ///
    /// # Errors
    ///
    /// Returns an error, and leaves the drawing unchanged, if the corner does not exist or the map is full.
    pub fn add_stub(&mut self, at: Corner) -> Result<Vertex, DrawError> {
        let mut after = self.map.clone();
        let tip = after.add_leaf(at)?;
        let root = self.spot(self.map.vertex(at));
        let heading = |dart: Dart| {
            let way = self.line(dart)[1] - root;
            way.y.atan2(way.x)
        };
        let (angle, firsts) = match at {
            Corner::Alone(_) => (0.0, Vec::new()),
            Corner::Before(dart) => {
                let start = heading(dart);
                let turn = (start - heading(self.map.clockwise(dart))).rem_euclid(TAU);
                let turn = if turn > 0.0 { turn } else { TAU };
                let around = self.map.darts_at(self.map.vertex(at));
                (start - turn / 2.0, around.collect())
            }
        };
        // Shorter than the way to anything but the lines that begin here: those leave in other directions.
        let mut length = self.sizes().stub;
        for line in 0..self.bends.len() {
            let mut points = self.points(line);
            let dart = Dart::new(2 * line);
            for (outgoing, end) in [(dart, 0), (dart.twin(), points.len())] {
                if firsts.contains(&outgoing) {
                    points.remove(end.min(points.len() - 1));
                }
            }
            for pair in points.windows(2) {
                length = length.min(0.4 * relax::distance(root, pair[0], pair[1]));
            }
        }
        for vertex in self.map.vertices().filter(|v| *v != self.map.vertex(at)) {
            length = length.min(0.4 * self.spot(vertex).distance(root));
        }
        let arm = Vec2::from_angle(angle) * length;
        self.map = after;
        self.spots.push(root + arm);
        self.tips.push(true);
        self.bends.push(vec![root + arm * 0.5]);
        Ok(tip)
    }

    /// Rearranges the drawing until the picture is good again, and checks it.
    ///
    /// If lines still seem to touch in the end, draws the map again from scratch; see [`redrawn`](Drawing::redrawn).
    ///
    /// # Errors
    ///
    /// Returns an error if no picture of the map passes the check.
    pub fn settle(&mut self) -> Result<(), DrawError> {
        let before = self.settled.clone();
        let result = self.settle_near(&before, self.wanted);
        // A crowded picture need not become better than it was.
        self.wanted = (LOSS * self.clearance()).clamp(CLEAR, 1.0);
        self.settled.clone_from(&self.spots);
        result
    }

    /// Makes room for a new line, without making the lines fair: what a picture between others needs if nobody sees it.
    /// [`polish`](Drawing::polish) makes a good picture in the end.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no room and no picture of the map passes the check.
    pub fn loosen(&mut self) -> Result<(), DrawError> {
        let parts = self.map.n_vertices() + self.map.n_edges();
        let schedule = Schedule {
            open: 300,
            settle: 60,
            tautness: TAUTNESS,
            pressure: (parts as f64 / 100.0).min(0.6),
            balance: 0.3,
            persist: false,
            share: relax::SHARE,
        };
        self.discs.clear();
        if !relax::relax(self, schedule, &mut Work::new(WORK_ADDED)) {
            return self.settle();
        }
        self.fit(1.15);
        self.settled.clone_from(&self.spots);
        Ok(())
    }

    /// Makes the picture as good as one from scratch, with the lines where they are. If that does not make it legible,
    /// draws the map again; see [`redrawn`](Drawing::redrawn).
    ///
    /// # Errors
    ///
    /// Returns an error if no picture of the map passes the check.
    pub fn polish(&mut self) -> Result<(), DrawError> {
        let mut work = Work::new(WORK);
        let mut rough = self.clone();
        rough.discs.clear();
        let mut best: Option<Drawing> = None;
        let settle = 200 + self.map.n_vertices() + self.map.n_edges();
        // What is still narrow gets slacker lines, which give way to it.
        for (open, settle, tautness) in [(300, settle, TAUTNESS), (0, 200, 0.1)] {
            let schedule = Schedule {
                open,
                settle,
                tautness,
                pressure: 1.0,
                balance: self.balance(),
                persist: true,
                share: relax::SHARE,
            };
            relax::relax(&mut rough, schedule, &mut work);
            rough.turn_back(&self.settled);
            rough.fit(3.0);
            let mut picture = rough.clone();
            if picture.finish(FAIR, 3.0, 0.5, &mut work).is_err() {
                continue;
            }
            picture.grade(work.is_spent());
            if picture.quality == Quality::Full && picture.is_square(&picture.plain_figures()) {
                *self = picture;
                self.settled.clone_from(&self.spots);
                return Ok(());
            }
            let score = |drawing: &Drawing| drawing.score(&drawing.plain_figures());
            if best
                .as_ref()
                .is_none_or(|other| score(&picture) > score(other))
            {
                best = Some(picture);
            }
        }
        let anew = self.draw_anew(&self.map, WORK)?;
        let is_better = |other: &Drawing| {
            other.read_back().is_ok()
                && other.score(&other.plain_figures()) > anew.score(&anew.plain_figures())
        };
        *self = best.filter(is_better).unwrap_or(anew);
        self.settled.clone_from(&self.spots);
        Ok(())
    }

    /// Notes how good the picture is, with smaller discs where that makes it better.
    fn grade(&mut self, is_cut_short: bool) {
        self.quality = match (self.plain_figures().is_legible(), is_cut_short) {
            (true, _) => Quality::Full,
            (false, true) => Quality::Schematic,
            (false, false) => Quality::Coarse,
        };
        self.shrink_discs();
    }

    /// Settles; `before` is where the spots were before the last move, and `clear` the clearance that is wanted.
    fn settle_near(&mut self, before: &[Point], clear: f64) -> Result<(), DrawError> {
        // Where there is much room, it need not be shared, and the picture resembles the one before more.
        let parts = self.map.n_vertices() + self.map.n_edges();
        let pressure = (parts as f64 / 100.0).min(0.6);
        let mut work = Work::new(WORK_ADDED);
        self.discs.clear();
        for (open, settle, tautness) in [(300, 80, TAUTNESS), (600, 150, 0.1)] {
            let schedule = Schedule {
                open,
                settle,
                tautness,
                pressure,
                balance: 0.0,
                persist: false,
                share: relax::SHARE,
            };
            if !relax::relax(self, schedule, &mut work) {
                break;
            }
            self.turn_back(before);
            self.fit(1.15);
            let own = self.finish(FAIR_ADDED, 1.1, pressure, &mut work);
            if own.is_ok_and(|own| own >= clear) {
                self.grade(false);
                return Ok(());
            }
        }
        let own = self.smooth().is_ok().then(|| self.clearance());
        if own.is_some_and(|own| own >= CLEAR) {
            self.grade(false);
            return Ok(());
        }
        let anew = self.draw_anew(&self.map, WORK_ANEW)?;
        if own.is_none_or(|own| own < anew.clearance()) {
            *self = anew;
        }
        Ok(())
    }

    /// Rotates the drawing about its middle so that the spots are as close as possible to where they were.
    ///
    /// The best angle is that of I. Schoenberg and others for the orthogonal Procrustes problem in the plane.
    fn turn_back(&mut self, before: &[Point]) {
        let n = before.len().min(self.spots.len());
        let middle = |places: &[Point]| {
            let sum = places.iter().fold(Vec2::ZERO, |sum, p| sum + p.to_vec2());
            (sum / n.max(1) as f64).to_point()
        };
        let (old, new) = (middle(&before[..n]), middle(&self.spots[..n]));
        let (mut along, mut across) = (0.0, 0.0);
        for (p, q) in before.iter().zip(&self.spots) {
            let (p, q) = (*p - old, *q - new);
            along += q.dot(p);
            across += q.cross(p);
        }
        let turn = Vec2::new(along, across).unit();
        if turn == Vec2::ZERO {
            return;
        }
        for place in self.all_places() {
            *place = turn.rotate_scale(place.to_vec2()).to_point();
        }
    }

    fn all_places(&mut self) -> impl Iterator<Item = &mut Point> {
        self.spots.iter_mut().chain(self.bends.iter_mut().flatten())
    }

    /// Draws a map with the same tips from scratch.
    fn draw_anew(&self, map: &Map, work: u64) -> Result<Drawing, DrawError> {
        let tips: Vec<Vertex> = self
            .map
            .vertices()
            .filter(|v| self.tips[v.index()])
            .collect();
        let mut anew = Drawing::from_scratch(map, &tips, work)?;
        anew.turn_back(&self.settled);
        anew.fit(1.0);
        // A turned drawing may have to shrink, and its discs with it.
        anew.discs.clear();
        anew.grade(anew.quality == Quality::Schematic);
        anew.redrawn = self.redrawn + 1;
        Ok(anew)
    }

    /// Returns how often the picture was redrawn from scratch because a line had no room in it. Each time the film
    /// jumps.
    pub fn redrawn(&self) -> usize {
        self.redrawn
    }

    /// Moves the drawing to the middle of the unit disc and enlarges it, at most by a factor, to fill it.
    fn fit(&mut self, most: f64) {
        let (centre, radius) = self.extent();
        self.resize(centre, (1.0 / radius.max(0.3)).min(most));
    }

    /// Moves and shrinks the drawing if lines that were made straight at a star have left the page.
    fn keep_on_page(&mut self) {
        let mut places = self.spots.iter().chain(self.bends.iter().flatten());
        if places.any(|place| place.x.abs().max(place.y.abs()) > OUTERMOST) {
            let (centre, radius) = self.extent();
            self.resize(centre, (OUTERMOST / radius).min(1.0));
        }
    }

    /// Returns the centre of the drawing, and how far it reaches from there.
    fn extent(&self) -> (Point, f64) {
        let (mut low, mut high) = (
            Point::new(f64::MAX, f64::MAX),
            Point::new(f64::MIN, f64::MIN),
        );
        for place in self.spots.iter().chain(self.bends.iter().flatten()) {
            low = Point::new(low.x.min(place.x), low.y.min(place.y));
            high = Point::new(high.x.max(place.x), high.y.max(place.y));
        }
        let span = (high - low) / 2.0;
        (low.midpoint(high), span.x.max(span.y))
    }

    /// Moves a place to the middle and scales the drawing.
    fn resize(&mut self, centre: Point, scale: f64) {
        for place in self.all_places() {
            *place = ((*place - centre) * scale).to_point();
        }
    }

    /// Returns the map that the drawing shows.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// Returns the place of a spot.
    pub fn spot(&self, vertex: Vertex) -> Point {
        self.spots[vertex.index()]
    }

    /// Returns whether a vertex is the free end of a stub.
    pub fn is_tip(&self, vertex: Vertex) -> bool {
        self.tips[vertex.index()] && self.map.degree(vertex) == 1
    }

    /// Returns whether a vertex is a spot, and neither the end of a stub nor a point on the way of a line.
    pub fn is_spot(&self, vertex: Vertex) -> bool {
        !self.tips[vertex.index()]
    }

    /// Returns the points that the line of a dart is drawn along, from its origin to its target: the control points
    /// of a [spline](crate::svg::Path::spline).
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
        if let Some(sizes) = self.shown.close {
            return sizes;
        }
        let tips = self.map.vertices().filter(|v| self.is_tip(*v)).count() as f64;
        // Each vertex that is not a spot comes with a line.
        let bare = self.tips.iter().filter(|tip| **tip).count();
        let parts = (self.map.n_vertices() + self.map.n_edges() - 2 * bare) as f64;
        let apart = 0.62 * (core::f64::consts::PI / (parts + tips + 2.0)).sqrt();
        let width = (0.08 * apart).clamp(0.003, 0.016);
        Sizes {
            apart,
            segment: apart * 0.5,
            stub: (apart * 0.55).min(0.2),
            width,
            spot: (0.385 * apart).clamp(0.02, 0.052),
        }
    }

    /// Returns the least distance of two lines, or of a line and a spot, as a share of what it takes to tell them
    /// apart: a white gap as wide as a line. Lines are not compared close to a spot where both end.
    pub fn clearance(&self) -> f64 {
        clearance::clearance(self)
    }

    /// Measures how legible the drawing is, with the [insets](Drawing::with_insets) that belong to it. Takes some
    /// milliseconds.
    pub fn figures(&self) -> Figures {
        figures::figures(&self.with_insets(tags::READABLE))
    }

    /// Measures the drawing without insets.
    fn plain_figures(&self) -> Figures {
        figures::figures(self)
    }

    /// Returns the height of a label with the given number of characters in a disc of the given radius.
    pub fn label_height(len: usize, radius: f64) -> f64 {
        let share = match len {
            0 | 1 => 1.1,
            2 => 1.03,
            3 => 0.75,
            _ => 0.58,
        };
        radius * share
    }

    /// Tests the picture: reads the map back out of the curves, compares it with that of the drawing, and returns how
    /// legible the picture is, insets included.
    ///
    /// # Errors
    ///
    /// Returns the first difference.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_picture::drawing::Drawing;
    /// use planar::Map;
    ///
    /// let figures = Drawing::of(&Map::isolated(3)?, &[])?.check()?;
    /// assert!(figures.is_legible());
    /// assert_eq!(figures.insets, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self) -> Result<Figures, Mismatch> {
        self.read_back()?;
        Ok(self.figures())
    }

    /// Reads the map back out of the curves and compares, as [`check`](Drawing::check) does, and measures nothing.
    ///
    /// # Errors
    ///
    /// Returns the first difference.
    pub fn read_back(&self) -> Result<(), Mismatch> {
        self.check_curves(flatten)
    }

    /// Reads the map back out of the straight segments between the bends, as they are before a drawing is
    /// [settled](Drawing::settle), and compares.
    ///
    /// # Errors
    ///
    /// Returns the first difference.
    pub fn check_straight(&self) -> Result<(), Mismatch> {
        self.check_curves(<[Point]>::to_vec)
    }

    fn check_curves(&self, curve: impl Fn(&[Point]) -> Vec<Point>) -> Result<(), Mismatch> {
        let curves: Vec<Vec<Point>> = (0..self.bends.len())
            .map(|line| curve(&self.points(line)))
            .collect();
        check(&self.map, &self.spots, &curves)
    }
}

/// Puts in bends until there are two, so that no two segments of a drawing have the same ends.
fn refine(ends: [Point; 2], bends: &mut Vec<Point>) {
    while bends.len() < 2 {
        let first = bends.first().copied().unwrap_or(ends[1]);
        bends.insert(0, ends[0].midpoint(first));
    }
}

/// The quadratic B-spline of some points as a polyline; the same curve as `Path::spline`.
fn flatten(points: &[Point]) -> Vec<Point> {
    const PARTS: usize = 4;
    let [first, inner @ .., last] = points else {
        return points.to_vec();
    };
    let mut curve = vec![*first];
    let mut from = *first;
    for (i, control) in inner.iter().enumerate() {
        let to = inner
            .get(i + 1)
            .map_or(*last, |next| control.midpoint(*next));
        for k in 1..PARTS {
            let t = k as f64 / PARTS as f64;
            let u = 1.0 - t;
            let back = (from - *control) * (u * u);
            curve.push(*control + back + (to - *control) * (t * t));
        }
        curve.push(to);
        from = to;
    }
    if inner.is_empty() {
        curve.push(*last);
    }
    curve
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::random::{Random, Seeded};

    /// A map of loops and lines with several pieces, and a random line in it with something on either side.
    fn sample(random: &mut Seeded) -> (Map, Corner, Corner, Vec<bool>) {
        let mut map = Map::isolated(6).expect("small");
        loop {
            let corners: Vec<Corner> = map
                .vertices()
                .flat_map(|v| map.corners_at(v).collect::<Vec<_>>())
                .collect();
            let mut pick = || corners[random.below(corners.len() as u64) as usize];
            let (from, to) = (pick(), pick());
            if map.face_at(from) != map.face_at(to) {
                continue;
            }
            let left: Vec<bool> = map.boundaries().map(|_| random.below(2) == 1).collect();
            let others = map.boundaries_of(map.face_at(from));
            let others: Vec<Boundary> = others.filter(|b| *b != map.boundary(from)).collect();
            let divides = map.boundary(from) == map.boundary(to);
            if map.n_edges() >= 3 && divides && others.iter().any(|b| left[b.index()]) {
                return (map, from, to, left);
            }
            if map.n_edges() < 3 {
                map.connect(from, to, |b| left[b.index()]).expect("a line");
            } else if others.is_empty() {
                map = Map::isolated(6).expect("small");
            }
        }
    }

    #[test]
    fn a_router_that_ignores_the_sides_is_caught() {
        let mut random = Seeded::new(1);
        for _ in 0..30 {
            let (map, from, to, left) = sample(&mut random);
            let mut drawing = Drawing::of(&map, &[]).expect("a picture");
            let none = vec![false; map.n_boundaries()];
            let mut wrong = drawing.clone();
            let mut bends = route::route(&wrong, from, to, &none).expect("a way");
            let ends = [from, to].map(|corner| map.vertex(corner));
            refine(ends.map(|v| drawing.spot(v)), &mut bends);
            wrong.bends.push(bends);
            wrong
                .map
                .connect(from, to, |b| left[b.index()])
                .expect("a line");
            let seen = wrong.check_straight();
            assert!(matches!(seen, Err(Mismatch::Nesting { .. })), "{seen:?}");

            drawing
                .connect(from, to, |b| left[b.index()])
                .expect("a way");
            assert_eq!(drawing.check_straight(), Ok(()));
        }
    }

    #[test]
    fn a_relaxer_that_breaks_the_half_clearance_rule_is_caught() {
        let mut random = Seeded::new(2);
        let mut caught = 0;
        for _ in 0..20 {
            let (map, from, to, left) = sample(&mut random);
            let mut drawing = Drawing::of(&map, &[]).expect("a picture");
            drawing
                .connect(from, to, |b| left[b.index()])
                .expect("a way");
            let schedule = Schedule {
                open: 60,
                settle: 60,
                tautness: TAUTNESS,
                pressure: 1.0,
                balance: 0.0,
                persist: true,
                share: relax::SHARE,
            };
            let mut good = drawing.clone();
            relax::relax(&mut good, schedule, &mut Work::new(WORK));
            assert_eq!(good.check_straight(), Ok(()));
            let careless = Schedule {
                open: 0,
                settle: 20,
                tautness: 1.0,
                share: 10.0,
                ..schedule
            };
            relax::relax(&mut drawing, careless, &mut Work::new(WORK));
            caught += usize::from(drawing.check_straight().is_err());
        }
        assert!(caught >= 5, "caught {caught} of 20");
    }

    #[test]
    fn a_drawing_that_leaves_the_page_is_noticed_and_shrinks() {
        let lists = [vec![vec![0], vec![1]], vec![vec![0], vec![2]]];
        let map = Map::from_lists(&lists).expect("a map");
        let mut drawing = Drawing::of(&map, &[]).expect("a picture");
        drawing.resize(Point::default(), 1.3);
        assert!(drawing.plain_figures().overlaps > 0);
        drawing.keep_on_page();
        assert_eq!(drawing.plain_figures().overlaps, 0);
        assert_eq!(drawing.read_back(), Ok(()));
    }

    #[test]
    fn a_loop_around_nothing_is_seen() {
        let mut map = Map::isolated(3).expect("small");
        let corner = Corner::Alone(Vertex::new(0));
        let dart = map.connect(corner, corner, |_| false).expect("a loop");
        let drawing = Drawing::of(&map, &[]).expect("a picture");
        let spot = drawing.spot(Vertex::new(0));
        let far = drawing
            .curve(dart)
            .iter()
            .map(|place| place.distance(spot))
            .fold(0.0, f64::max);
        assert!(far > 4.0 * drawing.sizes().spot, "{far}");
    }
}
