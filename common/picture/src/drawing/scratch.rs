//! Creates drawings from scratch by embedding the map with straight lines and relaxing these into curves.

use core::f64::consts::TAU;

use super::collar::{Mesh, outer_faces};
use super::curves::{DrawError, Drawing};
use super::embed;
use super::mark::Mark;
use super::relax::{self, Work};
use crate::geometry::{Point, Vec2};
use common::look::Quality;
use planar::{Map, Vertex};
use std::time::Instant;

/// The work for a drawing from scratch (a few seconds) and for one move (a second). Work is counted rather than timed,
/// so that every machine draws the same picture. With three fifths of it, lines touch in some drawings of 100 spots.
pub(super) const WORK: u64 = 250_000_000;
pub(super) const WORK_ADDED: u64 = 40_000_000;

/// The number of outer faces whose shapes are compared by their energy before one is rounded off, and the number to try
/// in all if the picture is not legible. Comparing six at once gains nothing but costs time.
const COMPARED: usize = 2;
const OUTER_FACES: usize = 6;

/// The number of spots without lines that stand in one ring, and the angle between consecutive spots if there are more:
/// a larger ring looks empty in the middle.
const MOST_IN_RING: usize = 12;
const GOLDEN_ANGLE: f64 = 2.399_963_229_728_653;

impl Drawing {
    /// Draws a map from scratch. `marks` determines how each vertex is drawn; vertices without a mark are discs. A bare
    /// vertex of degree 1 is the free end of a stub, and a bare vertex of degree 2 is a point along a line.
    ///
    /// If there are bare vertices, lines leave every other vertex straight where there is room, and at equal angles
    /// where up to four of them meet. Of two or four lines, opposite ones then run straight through.
    ///
    /// If lines seem to touch (see [`clearance`](Drawing::clearance)), tries another outer face. A Sprouts position in
    /// mid-game takes a few milliseconds, and a large map up to several seconds.
    ///
    /// # Errors
    ///
    /// Returns an error if the map has more than 5,000 spots and lines, or if no picture passes the check (which has
    /// never been observed).
    pub fn of(map: &Map, marks: &[Mark]) -> Result<Drawing, DrawError> {
        Drawing::until(map, marks, None)
    }

    /// Draws a map like [`of`](Drawing::of), but stops improving the drawing at the time `until`.
    pub(crate) fn until(
        map: &Map,
        marks: &[Mark],
        until: Option<Instant>,
    ) -> Result<Drawing, DrawError> {
        let mut drawing = Drawing::from_scratch(map, marks, Work::new(WORK, until))?;
        drawing.settled.clone_from(&drawing.spots);
        Ok(drawing)
    }

    /// Draws the map of this drawing from scratch, as [`of`](Drawing::of) does, with the same lines marked.
    pub(crate) fn lay_out(&mut self, until: Option<Instant>) -> Result<(), DrawError> {
        let last = core::mem::take(&mut self.last);
        *self = Drawing::until(&self.map, &self.marks, until)?;
        self.last = last;
        Ok(())
    }

    fn from_scratch(map: &Map, marks: &[Mark], mut work: Work) -> Result<Drawing, DrawError> {
        let found = map.n_vertices() + map.n_edges();
        if found > Drawing::MAX_PARTS {
            return Err(DrawError::TooLarge { found });
        }
        let mut blank = Drawing::blank(map, marks);
        blank.until = work.until;
        if blank.set_out() {
            return Ok(blank);
        }

        let mut best: Option<(f64, Drawing)> = None;
        let mut error = DrawError::NoWay;
        let mut faces = outer_faces(map);
        faces.truncate(OUTER_FACES);
        for some in faces.chunks(COMPARED) {
            let Some(mut found) = work.half(|work| blank.best_shape(some, work)) else {
                break;
            };
            relax::round_off(&mut found, relax::SHARE, &mut work);
            if let Err(mismatch) = found.fill_page() {
                error = mismatch.into();
                continue;
            }
            found.rate(work.is_spent());
            let score = found.score();
            if best.as_ref().is_none_or(|(other, _)| score > *other) {
                best = Some((score, found));
            }
            if work.is_spent() || score > 0.0 {
                break;
            }
        }
        let (_, mut best) = best.ok_or(error)?;
        best.shrink_discs();
        Ok(best)
    }

    /// Places everything at the start of a game, when no line joins anything, and returns whether that is so.
    ///
    /// Spots form a regular polygon, clockwise from the first one at the top. If there are too many, they are spread
    /// evenly on the page, around the middle like the seeds of a sunflower. Stars stand in rows.
    fn set_out(&mut self) -> bool {
        let stars: Vec<Vertex> = self.map.vertices().filter(|v| self.is_spot(*v)).collect();
        let arms = stars.iter().flat_map(|v| self.map.darts_at(*v));
        let ends: Vec<Vertex> = arms.map(|arm| self.map.target(arm)).collect();
        if ends.len() != self.map.n_edges() || !ends.iter().all(|end| self.is_tip(*end)) {
            return false;
        }
        let n = stars.len();
        if self.map.n_edges() == 0 {
            for (i, place) in self.spots.iter_mut().enumerate().filter(|_| n > 1) {
                let i = i as f64;
                let (angle, radius) = if n > MOST_IN_RING {
                    (i * GOLDEN_ANGLE, 0.95 * ((i + 0.5) / n as f64).sqrt())
                } else {
                    let radius = if n > 8 { 0.95 } else { 0.6 };
                    (TAU * (0.25 - i / n as f64), radius)
                };
                *place = (Vec2::from_angle(angle) * radius).to_point();
            }
            return true;
        }
        let columns = (n as f64).sqrt().ceil() as usize;
        let rows = n.div_ceil(columns) as f64;
        let cell = 2.0 / columns as f64;
        // Where there is little room, labels side by side need less of it.
        let tilt = if columns > 3 { 0.375 } else { 0.25 };
        let sizes = self.sizes();
        for (i, star) in stars.into_iter().enumerate() {
            let (row, column) = (i / columns, i % columns);
            let in_row = columns.min(n - row * columns) as f64;
            let x = column as f64 + 0.5 - in_row / 2.0;
            let place = Point::new(x * cell, (rows / 2.0 - row as f64 - 0.5) * cell);
            self.spots[star.index()] = place;
            let count = self.map.degree(star);
            for (arm, k) in self.map.darts_at(star).zip(0..) {
                let turn = TAU * (tilt + f64::from(k) / count as f64);
                let way = Vec2::from_angle(turn) * sizes.stubs(count);
                self.spots[self.map.target(arm).index()] = place + way;
                self.bends[arm.index() / 2] = vec![place + way * 0.5];
            }
        }
        self.rate(false);
        true
    }

    /// Returns a drawing with all spots in one place.
    pub(crate) fn blank(map: &Map, marks: &[Mark]) -> Drawing {
        Drawing {
            map: map.clone(),
            spots: vec![Point::default(); map.n_vertices()],
            bends: vec![Vec::new(); map.n_edges()],
            marks: Mark::of_all(map, marks),
            redrawn: 0,
            quality: Quality::Full,
            discs: Vec::new(),
            settled: Vec::new(),
            last: Vec::new(),
            until: None,
            page: None,
        }
    }

    /// Returns the drawing of least energy among those with some outer faces, as far as there is work for them.
    fn best_shape(&self, faces: &[planar::Face], work: &mut Work) -> Option<Drawing> {
        let enough = work.left / 2;
        let mut best: Option<(f64, Drawing)> = None;
        for outer in faces {
            let (energy, shape) = self.embedded(*outer, work);
            if best.as_ref().is_none_or(|(other, _)| energy < *other) {
                best = Some((energy, shape));
            }
            if work.left < enough {
                break;
            }
        }
        best.map(|(_, shape)| shape)
    }

    /// Embeds the map with the given outer face and finds its shape. Returns its energy with it.
    fn embedded(&self, outer: planar::Face, work: &mut Work) -> (f64, Drawing) {
        let mut drawing = self.clone();
        let mut mesh = Mesh::new(&self.map, outer);
        let places = embed::shift(&mut mesh);
        drawing.take(&mesh, &places);
        let energy = relax::find_shape(&mut drawing, relax::SHARE, work);
        (energy, drawing)
    }

    /// Copies the positions of the points of a mesh.
    pub(super) fn take(&mut self, mesh: &Mesh, places: &[Point]) {
        self.spots.copy_from_slice(&places[..self.map.n_vertices()]);
        for (bends, on_line) in self.bends.iter_mut().zip(&mesh.on_lines) {
            *bends = on_line.iter().map(|point| places[*point]).collect();
        }
    }

    /// Draws a map with the same marks from scratch.
    pub(super) fn draw_anew(&self, map: &Map, work: u64) -> Result<Drawing, DrawError> {
        let mut anew = Drawing::from_scratch(map, &self.marks, Work::new(work, self.until))?;
        anew.last.clone_from(&self.last);
        anew.turn_back(&self.settled);
        anew.fit(1.0);
        // A turned drawing may have to shrink, and its discs with it.
        anew.discs.clear();
        anew.grade(anew.quality == Quality::Schematic);
        anew.redrawn = self.redrawn + 1;
        Ok(anew)
    }

    /// Rotates the drawing about its middle so that the spots are as close as possible to their old positions.
    ///
    /// The best angle is the solution of the orthogonal Procrustes problem in the plane, by I. Schoenberg and others.
    pub(super) fn turn_back(&mut self, before: &[Point]) {
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_leave_work_to_round_them_off() {
        let [outer, inner] = [vec![0, 1], vec![2, 3]];
        let rings = [vec![outer.clone()], vec![outer, inner.clone()], vec![inner]];
        let map = Map::from_lists(&rings).expect("a map");
        let blank = Drawing::blank(&map, &[]);
        let mut work = Work::new(1000, None);
        let shape = work.half(|work| blank.best_shape(&outer_faces(&map), work));
        assert!(shape.is_some());
        assert!((500..1000).contains(&work.left), "{}", work.left);
    }

    #[test]
    fn spots_alone_have_white_around_them_whatever_their_number() {
        for n in (2..40).chain([60, 100, 200]) {
            let map = Map::isolated(n).expect("a map");
            let drawing = Drawing::of(&map, &[]).expect("a picture");
            let reach = drawing.reach(planar::Vertex::new(0));
            for a in map.vertices() {
                for b in map.vertices().skip(a.index() + 1) {
                    let white = drawing.spot(a).distance(drawing.spot(b)) - 2.0 * reach;
                    assert!(white > drawing.sizes().width, "{n} spots: {white}");
                }
            }
        }
    }
}
