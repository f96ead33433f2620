//! Adds a line to a drawing while keeping the rest in place as far as possible.
//!
//! A person who draws a line remembers where everything is. So a line drawn by hand keeps its course, slightly
//! smoothed, whereas a line drawn by a program is pulled tight around obstacles. Other parts move only if they would
//! touch the new line, and no farther than necessary. [`Drawing::settle`] produces a better picture but moves
//! everything.

use planar::{Boundary, Corner, Dart};

use super::curves::{DrawError, Drawing, finely, refine, spaced};
use super::mark::Mark;
use super::relax::{self, Source, Work};
use super::scratch::WORK_ADDED;
use super::settle::CLEAR;
use crate::geometry::Point;

/// The distance between bends where other lines have to keep clear of a curve. The drawing is 2 wide.
pub(super) const SPACING: f64 = 0.035;

/// The clearance that is enough after a move if more cannot be reached.
const CLOSE: f64 = 0.35;

impl Drawing {
    /// Builds a drawing from recorded positions of spots and bends of lines, such as those of a saved game.
    ///
    /// `lines` holds, for each line, the points between its ends, from the origin of its even dart. `marks` determines
    /// how each vertex is drawn, as in [`of`](Drawing::of).
    ///
    /// # Errors
    ///
    /// Returns an error if the curves do not represent the map.
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
            settled: spots.clone(),
            spots,
            bends: lines,
            ..Drawing::blank(map, marks)
        };
        drawing.read_back()?;
        Ok(drawing)
    }

    /// Draws a line without regard to anything in its path.
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

    /// Copies the positions of all spots and lines from a drawing that has more of them, in the same order.
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

    /// Makes room for new lines and vertices, and moves everything else no farther than needed. Lines are new from
    /// number `first` on, and vertices from number `spots` on. If some lines still seem to touch, everything may move
    /// for a limited time, except in a crowded drawing.
    ///
    /// # Errors
    ///
    /// Returns an error if no picture of the map passes the check of its topology.
    pub(crate) fn make_room(
        &mut self,
        first: usize,
        spots: usize,
        source: Source,
    ) -> Result<(), DrawError> {
        self.follow_curves();
        let before = self.clone();
        // Settling is slow and moves everything, so lines that are close but distinguishable are better. A line drawn
        // by hand stays even if it left less room than that, for instance for the arms across a small loop.
        let close = if source == Source::Hand {
            0.5 * CLOSE
        } else {
            CLOSE
        };
        for enough in [CLEAR, close] {
            relax::make_room(self, first, spots, source);
            let is_right = self.smooth().is_ok();
            // A second try has to do, even with a hidden arm.
            let is_open = enough < CLEAR || !self.hides_arms(spots);
            if is_right && is_open && (source == Source::Plan || self.is_clear(enough)) {
                self.settled.clone_from(&self.spots);
                return Ok(());
            }
        }
        let crowded = core::mem::replace(self, before);
        if source == Source::Plan {
            return Ok(());
        }
        // Nothing but the new line moves, or not even that.
        let mut alone = self.clone();
        relax::make_room(&mut alone, first, spots, Source::Plan);
        if alone.smooth().is_ok() && alone.is_clear(close) {
            *self = alone;
        }
        if self.is_clear(close) && self.read_back().is_ok() {
            self.settled.clone_from(&self.spots);
            return Ok(());
        }
        // About as much work as making room takes.
        let work = &mut Work::new(WORK_ADDED / 10, None);
        let is_right = self.perfect(work).is_ok();
        if !is_right || self.clearance_up_to(CLEAR) < crowded.clearance_up_to(CLEAR) {
            *self = crowded;
        }
        if self.read_back().is_err() {
            return self.settle();
        }
        self.settled.clone_from(&self.spots);
        Ok(())
    }

    /// Returns whether a new free arm is so short that its end hides it.
    fn hides_arms(&self, spots: usize) -> bool {
        let mut tips = self.map.vertices().skip(spots).filter(|v| self.is_tip(*v));
        tips.any(|tip| {
            let roots = self.map.darts_at(tip).map(|arm| self.map.target(arm));
            let mut lengths = roots.map(|root| self.spot(root).distance(self.spot(tip)));
            lengths.any(|length| length < self.sizes().spot)
        })
    }

    /// Places bends at equal distances, so close together that the polylines through them show the map, as the curves
    /// do. Lines with few bends, such as those of a saved drawing, can then move without losing their shape.
    pub fn follow_curves(&mut self) {
        let before = self.bends.clone();
        let curves: Vec<Vec<Point>> = (0..before.len())
            .map(|line| finely(&self.points(line), SPACING))
            .collect();
        let is_even = |line: &usize| {
            let points = self.points(*line);
            let (most, total) = points.windows(2).fold((0.0, 0.0), |(most, total), pair| {
                let length = pair[0].distance(pair[1]);
                (length.max(most), total + length)
            });
            most <= 1.6 * SPACING && points.len() as f64 <= 2.0 * total / SPACING + 4.0
        };
        let follow = |drawing: &mut Drawing, line: usize, tries: usize| {
            let (curve, bends) = (&curves[line], &mut drawing.bends[line]);
            let places = spaced(curve, SPACING / f64::from(1 << tries));
            *bends = places[1..places.len() - 1].to_vec();
            refine([curve[0], curve[curve.len() - 1]], bends);
        };
        for line in (0..before.len())
            .filter(|line| !is_even(line))
            .collect::<Vec<_>>()
        {
            follow(self, line, 0);
        }
        // A polyline that does not follow its curve may cross a neighbour that now does.
        if self.mend(<[Point]>::to_vec, follow).is_err() {
            self.bends = before;
        }
    }
}
