//! Settles a drawing, which turns it into a good picture again after a change while its lines stay in place as far as
//! possible.

use super::check::Mismatch;
use super::curves::{DrawError, Drawing};
use super::relax::{self, Work};
use super::scratch::WORK_ADDED;

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
        self.discs.clear();
        relax::settle(self, work);
        let is_right = self.smooth().is_ok();
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

    /// Settles a drawing from which lines were taken away. It is right as it is, and stays so if it cannot settle.
    pub(crate) fn ease(&mut self) {
        let before = self.clone();
        self.discs.clear();
        relax::settle(self, &mut Work::new(WORK_ADDED, self.until));
        if self.smooth().is_err() {
            *self = before;
        }
        self.grade(false);
        self.settled.clone_from(&self.spots);
    }

    /// Makes the best picture: relaxes the drawing, turns it back, fills the page, and smooths the lines.
    pub(super) fn perfect(&mut self, work: &mut Work) -> Result<(), Mismatch> {
        self.discs.clear();
        relax::relax(self, relax::SHARE, work);
        self.fill_page()
    }

    /// Turns the drawing back to where its spots were, fills the page, and smooths the lines.
    pub(super) fn fill_page(&mut self) -> Result<(), Mismatch> {
        let before = self.settled.clone();
        self.turn_back(&before);
        self.fit(3.0);
        self.smooth()
    }

    /// Returns how often the picture was redrawn from scratch because a line had no room. Each redrawing causes a
    /// visible jump in a film of the game.
    pub fn redrawn(&self) -> usize {
        self.redrawn
    }
}
