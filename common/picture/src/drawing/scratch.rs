//! Drawings from scratch: a map is embedded with straight lines, which are relaxed into curves.

use core::f64::consts::TAU;

use super::check::Mismatch;
use super::collar::{Mesh, outer_faces};
use super::curves::{DrawError, Drawing, Quality, Shown};
use super::embed;
use super::finish::{FAIR, TAUTNESS};
use super::relax::{self, Schedule, Work};
use crate::geometry::{Point, Vec2, Way as _};
use planar::{Map, Vertex};

/// How much work goes into a drawing from scratch and into one move: a few seconds and one second. The work is counted
/// and not timed, so that every machine draws the same picture.
pub(super) const WORK: u64 = 330_000_000;
pub(super) const WORK_ADDED: u64 = 40_000_000;
/// How much goes into a drawing from scratch in the middle of a film.
pub(super) const WORK_ANEW: u64 = 120_000_000;

/// Up to how many spots and lines several outer faces are tried, for the simplest picture.
const SIMPLE: f64 = 50.0;

/// How hard spots are pulled along their longer lines in a drawing from scratch.
const BALANCE: f64 = 1.5;

impl Drawing {
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

    pub(super) fn from_scratch(
        map: &Map,
        bare: &[Vertex],
        work: u64,
    ) -> Result<Drawing, DrawError> {
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
            shown: Shown::default(),
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
        let faces = outer_faces(map);
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
    pub(super) fn embedded(
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
    pub(super) fn balance(&self) -> f64 {
        BALANCE * ((self.map.n_faces() - 1) as f64 / 4.0).min(1.0)
    }

    /// Takes the places that a mesh was given.
    pub(super) fn take(&mut self, mesh: &Mesh, places: &[Point]) {
        self.spots.copy_from_slice(&places[..self.map.n_vertices()]);
        for (bends, on_line) in self.bends.iter_mut().zip(&mesh.on_lines) {
            *bends = on_line.iter().map(|point| places[*point]).collect();
        }
    }

    /// Draws a map with the same tips from scratch.
    pub(super) fn draw_anew(&self, map: &Map, work: u64) -> Result<Drawing, DrawError> {
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

    /// Rotates the drawing about its middle so that the spots are as close as possible to where they were.
    ///
    /// The best angle is that of I. Schoenberg and others for the orthogonal Procrustes problem in the plane.
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
