//! Settles a drawing, which turns it into a good picture again after a change while its lines stay in place as far as
//! possible.

use super::check::Mismatch;
use super::curves::{DrawError, Drawing};
use super::relax::{self, Schedule, Work};
use super::scratch::{WORK, WORK_ADDED};

/// The clearance required of a drawing after a move.
pub(super) const CLEAR: f64 = 0.65;

impl Drawing {
    /// Rearranges the drawing until it is a good picture again, then checks it.
    ///
    /// If lines still seem to touch after that, draws the map again from scratch; see [`redrawn`](Drawing::redrawn).
    ///
    /// # Errors
    ///
    /// Returns an error if no picture of the map passes the check of its topology.
    pub fn settle(&mut self) -> Result<(), DrawError> {
        let work = &mut Work::new(WORK_ADDED, self.until);
        let is_right = self.improve(self.schedule(), 1.15, work).is_ok();
        let clearance = is_right.then(|| self.clearance());
        if clearance.is_none_or(|clearance| clearance < CLEAR) {
            let anew = self.draw_anew(&self.map, WORK_ADDED)?;
            if clearance.is_none_or(|own| own < anew.clearance()) {
                *self = anew;
            }
        }
        self.grade(false);
        self.settled.clone_from(&self.spots);
        Ok(())
    }

    /// Makes room for a new line without making the lines fair, which is enough for an intermediate picture that no one
    /// sees. `polish` then makes a good picture at the end.
    #[expect(clippy::unnecessary_wraps, reason = "like the other ways to settle")]
    pub(crate) fn loosen(&mut self) -> Result<(), DrawError> {
        self.discs.clear();
        relax::relax(
            self,
            self.schedule(),
            &mut Work::new(WORK_ADDED, self.until),
        );
        self.fit(1.15);
        self.settled.clone_from(&self.spots);
        Ok(())
    }

    /// Makes the picture as good as one drawn from scratch, while keeping the lines in place. If the picture is still
    /// not legible, or the map is small, also draws the map again and keeps the better picture; see
    /// [`redrawn`](Drawing::redrawn).
    ///
    /// # Errors
    ///
    /// Returns an error if no picture of the map passes the check of its topology.
    pub(crate) fn polish(&mut self) -> Result<(), DrawError> {
        let mut work = Work::new(WORK, self.until);
        let mut own = self.clone();
        let is_right = own.perfect(&mut work).is_ok();
        own.grade(work.is_spent());
        let figures = own.plain_figures();
        if is_right && own.is_good(&figures) && !own.is_simple() {
            *self = own;
        } else {
            let anew = self.draw_anew(&self.map, WORK)?;
            let is_better = is_right && own.score(&figures) > anew.score(&anew.plain_figures());
            *self = if is_better { own } else { anew };
        }
        self.settled.clone_from(&self.spots);
        Ok(())
    }

    /// Returns the schedule that makes room after a move. If there is much room, faces need not share it, so that the
    /// picture resembles the one before more closely.
    pub(super) fn schedule(&self) -> Schedule {
        Schedule {
            open: 300,
            settle: 40,
            pressure: (self.parts() as f64 / 100.0).min(0.6),
            balance: 0.3,
            share: relax::SHARE,
        }
    }

    /// Returns the schedule that makes the best picture.
    pub(super) fn full_schedule(&self) -> Schedule {
        Schedule {
            open: 1200,
            // In a large map, points that crowd the middle have far to go.
            settle: 300 + self.parts(),
            pressure: 1.0,
            balance: 1.5,
            share: relax::SHARE,
        }
    }

    /// Makes the best picture: relaxes the drawing, fits its lines, packs its pieces, and fills the page.
    pub(super) fn perfect(&mut self, work: &mut Work) -> Result<(), Mismatch> {
        self.discs.clear();
        relax::relax(self, self.full_schedule(), work);
        let before = self.settled.clone();
        self.turn_back(&before);
        self.fit(3.0);
        self.finish()?;
        // Free loops are smaller once they are fitted.
        if !work.is_spent() {
            self.pack();
            self.fit(1.5);
            self.centre_spots();
            self.fit(1.5);
        }
        Ok(())
    }

    /// Relaxes the drawing, turns it back, enlarges it by at most a given factor, and fits its lines.
    pub(super) fn improve(
        &mut self,
        schedule: Schedule,
        most: f64,
        work: &mut Work,
    ) -> Result<(), Mismatch> {
        self.discs.clear();
        relax::relax(self, schedule, work);
        let before = self.settled.clone();
        self.turn_back(&before);
        self.fit(most);
        self.finish()
    }

    /// Returns how often the picture was redrawn from scratch because a line had no room. Each redrawing causes a
    /// visible jump in a film of the game.
    pub fn redrawn(&self) -> usize {
        self.redrawn
    }
}
