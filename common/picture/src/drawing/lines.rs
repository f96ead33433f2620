//! Carries out the edits of a map, such as new lines, in its drawing.

use core::f64::consts::TAU;

use super::curves::{DrawError, Drawing, refine, spaced};
use super::ink;
use super::keep::SPACING;
use super::mark::Mark;
use super::route::route;
use super::scratch::WORK;
use crate::geometry::{Point, Vec2};
use planar::{Boundary, Corner, Dart, Vertex};

/// The number of times that a stroke is smoothed, and how far that may move a point. The drawing is 2 wide.
const SMOOTHINGS: usize = 8;
const MOST_SMOOTHED: f64 = 0.015;
/// The length of the longest stroke that is followed, fifty times the width of a drawing. Following one takes memory
/// for each step, so a stroke to infinity would fill it.
const LONGEST: f64 = 100.0;

impl Drawing {
    /// Draws a line from one corner to another, exactly as [`Map::connect`](planar::Map::connect) does, with the
    /// boundaries that `goes_left` accepts on its left. Returns the dart of the line.
    ///
    /// The new line is rough, and the other lines stay in place. After the changes for a move, call
    /// [`settle`](Drawing::settle) once to tidy up the picture.
    ///
    /// # Errors
    ///
    /// Returns an error, and leaves the drawing unchanged, if the map does not allow the line or if no path for it is
    /// found.
    pub fn connect(
        &mut self,
        from: Corner,
        to: Corner,
        goes_left: impl FnMut(Boundary) -> bool,
    ) -> Result<Dart, DrawError> {
        self.connect_towards(from, to, goes_left, false)
    }

    /// Draws a line as [`connect`](Drawing::connect) does. If `open` is true, an empty loop goes to the place with the
    /// most room, because everything else stays where it is.
    pub(crate) fn connect_towards(
        &mut self,
        from: Corner,
        to: Corner,
        mut goes_left: impl FnMut(Boundary) -> bool,
        open: bool,
    ) -> Result<Dart, DrawError> {
        let mut after = self.map.clone();
        let mut left = vec![false; self.map.boundaries().len()];
        let dart = after.connect(from, to, |boundary| {
            left[boundary.index()] = goes_left(boundary);
            left[boundary.index()]
        })?;
        let mut found = route(self, from, to, &left, open);
        if found.is_none() {
            // The polylines through the bends may cross where the curves do not, and then they bound no triangles.
            // Those that follow the curves more closely cross nothing.
            let mut fine = self.clone();
            fine.follow_curves();
            found = route(&fine, from, to, &left, open);
            if found.is_some() {
                self.bends = fine.bends;
            }
        }
        match found {
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

    /// Draws a line as [`connect`](Drawing::connect) does, but along a given path, such as a stroke drawn by hand,
    /// which is smoothed a little. `bends` holds the points of the path between the two spots. All other lines stay in
    /// place.
    ///
    /// The path is not trusted: the map is reconstructed from the new picture. If the picture does not show exactly
    /// that line, for instance because the path crosses a curve, nothing is drawn.
    ///
    /// # Errors
    ///
    /// Returns an error, and leaves the drawing unchanged, if the map does not allow the line or if the path does not
    /// represent it.
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
        // The path has to keep clear of the curves, not of the bends.
        after.follow_curves();
        let dart = after.map.connect(from, to, goes_left)?;
        let ends = [from, to].map(|corner| self.spot(self.map.vertex(corner)));
        let path = [&ends[..1], bends, &ends[1..]].concat();
        let length: f64 = path.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        if length.is_nan() || length > LONGEST {
            return Err(DrawError::NoWay);
        }
        // Try less smoothing if it would cut a corner that contains something, and finally the stroke as it was drawn.
        // A stroke that begins backwards, across its own arm, is followed from farther out.
        let mut paths = Vec::new();
        for out in [0.0, 0.04, 0.08] {
            let rough = spaced(&trimmed(bends, ends, out), 0.5 * SPACING);
            for path in [smoothed(&rough), rough] {
                paths.push(path[1..path.len() - 1].to_vec());
            }
        }
        paths.push(bends.to_vec());
        let mut result = Ok(());
        after.bends.push(Vec::new());
        let line = after.bends.len() - 1;
        for path in paths {
            after.bends[line] = path;
            refine(ends, &mut after.bends[line]);
            match after.check_straight() {
                Ok(()) => {
                    *self = after;
                    return Ok(dart);
                }
                error if result.is_ok() => result = error,
                Err(_) => {}
            }
        }
        result?;
        Err(DrawError::NoWay)
    }

    /// Puts a new vertex in the middle of a dart's line, exactly as [`Map::subdivide`](planar::Map::subdivide) does,
    /// and returns it.
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
                // The vertex is not on a bend, so that every segment has a length.
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
        let is_dotted = self.is_dotted();
        self.marks
            .push(if is_dotted { Mark::Dot } else { Mark::Disc });
        Ok(vertex)
    }

    /// Adds a stub (a line to a free end) in a corner, and returns the free end. The map changes exactly as in
    /// [`Map::add_leaf`](planar::Map::add_leaf).
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
        // The stub is shorter than the distance to anything except the lines that begin here, which leave in other
        // directions.
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
                length = length.min(0.4 * ink::distance(root, pair[0], pair[1]));
            }
        }
        for vertex in self.map.vertices().filter(|v| *v != self.map.vertex(at)) {
            length = length.min(0.4 * self.spot(vertex).distance(root));
        }
        let arm = Vec2::from_angle(angle) * length;
        self.map = after;
        self.spots.push(root + arm);
        self.marks.push(Mark::Bare);
        self.bends.push(vec![root + arm * 0.5]);
        Ok(tip)
    }
}

/// Returns the path of a stroke between its ends. Leaves out the parts within `out` of an end, before the stroke first
/// leaves that end or after it last comes near it.
fn trimmed(bends: &[Point], ends: [Point; 2], out: f64) -> Vec<Point> {
    let from = bends.iter().position(|bend| bend.distance(ends[0]) >= out);
    let to = bends.iter().rposition(|bend| bend.distance(ends[1]) >= out);
    let mut path = vec![ends[0]];
    if let (Some(from), Some(to)) = (from, to)
        && from <= to
    {
        path.extend(&bends[from..=to]);
    }
    path.push(ends[1]);
    path
}

/// Returns a path with its inner points moved towards the middle of their neighbours. At a sharp turn, they stay close
/// to where they were.
fn smoothed(path: &[Point]) -> Vec<Point> {
    let mut out = path.to_vec();
    for _ in 0..SMOOTHINGS {
        for i in 1..path.len() - 1 {
            let goal = out[i].midpoint(out[i - 1].midpoint(out[i + 1]));
            let off = goal - path[i];
            out[i] = path[i] + off * (MOST_SMOOTHED / off.hypot().max(MOST_SMOOTHED));
        }
    }
    out
}
