//! A drawing that has changed becomes a good picture again, with its lines where they are as far as possible.

use super::curves::{DrawError, Drawing, Quality};
use super::finish::{FAIR, FAIR_ADDED, TAUTNESS};
use super::relax::{self, Schedule, Work};
use super::scratch::{WORK, WORK_ADDED, WORK_ANEW};
use crate::geometry::Point;

/// The clearance that a film needs, and how much of it a move may take away before more is tried.
const CLEAR: f64 = 0.65;
const LOSS: f64 = 0.95;

impl Drawing {
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
    /// `polish` makes a good picture in the end.
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
    pub(crate) fn polish(&mut self) -> Result<(), DrawError> {
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

    /// Settles; `before` is where the spots were before the last move, and `clear` the clearance that is wanted.
    pub(super) fn settle_near(&mut self, before: &[Point], clear: f64) -> Result<(), DrawError> {
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

    /// Returns how often the picture was redrawn from scratch because a line had no room in it. Each time the film
    /// jumps.
    pub fn redrawn(&self) -> usize {
        self.redrawn
    }
}
