//! The trait of hands for any board.

use core::time::Duration;

use common::any::{AnyMove, AnyRecord};
use common::{Game, Record};
use picture::geometry::Point;

use crate::board::{Area, Board, Cards, Ghost, Leap};
use crate::stroke::{Paper, Reading};
use crate::words::{Reason, theorem};

/// A function that creates the hands for the game of a record.
pub(crate) type Hold = fn(&dyn AnyRecord) -> Result<Box<dyn Hands>, Reason>;

/// Hands for a game, which show the position at the end of its record.
///
/// Hands keep no record of their own. Every method is given the record for which they were made, with the moves that
/// were [drawn](Hands::draw) since, and without those that were taken back. Pictures of positions are kept as long as
/// the moves that lead to them stay the same, even while these are taken back.
///
/// Methods that can fail return an error if the record is of another game.
pub(crate) trait Hands {
    /// Returns the visible parts of the position.
    fn board(&mut self, record: &dyn AnyRecord) -> Result<Board, Reason>;

    /// Returns the part that a turn would add to the board: the moves of the record `after` it, from the one at index
    /// `from` on.
    fn ghost(&mut self, _after: &dyn AnyRecord, _from: usize) -> Result<Ghost, Reason> {
        Ok(Ghost::Nothing {})
    }

    /// Returns the jumps along a stroke from the ball, given by columns and rows.
    fn along(&self, _record: &dyn AnyRecord, _stroke: &[Point]) -> Result<Vec<Leap>, Reason> {
        Ok(Vec::new())
    }

    /// Returns the names of the places that a legal move touches.
    fn touches(&self, _record: &dyn AnyRecord, _m: &AnyMove) -> Vec<String> {
        Vec::new()
    }

    /// Returns sentences with the theorems about the record of a finished game.
    fn theorem(&self, record: &dyn AnyRecord) -> Result<Option<String>, Reason> {
        Ok(theorem(record))
    }

    /// Returns the paper for strokes.
    fn paper(&mut self, _record: &dyn AnyRecord) -> Result<Paper, Reason> {
        Err(NO_LINES.into())
    }

    /// Returns the move that a stroke describes.
    fn read(
        &mut self,
        _record: &dyn AnyRecord,
        _reading: &Reading,
        _with_spot: bool,
    ) -> Result<AnyMove, Reason> {
        Err(NO_LINES.into())
    }

    /// Draws the last move of the record `after` it, along a stroke if there is one. Moves that were taken back are
    /// forgotten.
    fn draw(&mut self, _after: &dyn AnyRecord, _stroke: &[Point]) -> Result<(), Reason> {
        Ok(())
    }

    /// Returns the coordinates of the drawing, as [`sheet`](crate::sheet) writes them, and if moves were taken back, of
    /// the drawing after the last of them.
    fn sheets(&mut self, _record: &dyn AnyRecord) -> Result<[Option<String>; 2], Reason> {
        Ok([None, None])
    }

    /// Draws the position and those before it with the coordinates of a sheet, and later ones with those of a second. A
    /// sheet that does not show its position is ignored.
    fn reopen(
        &mut self,
        _record: &dyn AnyRecord,
        _sheets: [Option<&str>; 2],
    ) -> Result<(), Reason> {
        Ok(())
    }

    /// Draws the position as well as possible.
    fn redraw(&mut self, _record: &dyn AnyRecord) -> Result<(), Reason> {
        Ok(())
    }

    /// Returns the position as a table of cards, with the steps of the last move.
    fn cards(&self, _record: &dyn AnyRecord) -> Result<Cards, Reason> {
        Err(NO_CARDS.into())
    }

    /// Returns the independent parts of the drawing.
    fn lands(&mut self, _record: &dyn AnyRecord) -> Result<Vec<Area>, Reason> {
        Ok(Vec::new())
    }

    /// Returns the nimbers of the lands in order, found within about `time`, with `None` for one that takes too long to
    /// find.
    fn nimbers(&self, _record: &dyn AnyRecord, _time: Duration) -> Result<Vec<Option<u8>>, Reason> {
        Ok(Vec::new())
    }
}

/// Returns the record of a game whose type is known.
pub(super) fn typed<G: Game + 'static>(record: &dyn AnyRecord) -> Result<&Record<G>, Reason> {
    let typed = record.typed();
    typed.ok_or_else(|| "The board is for another game.".into())
}

/// The error for a game that is not played with cards.
pub(super) const NO_CARDS: &str = "Only Sprouts under its usual rules is played with cards.";
/// The error for a stroke on a board without lines.
const NO_LINES: &str = "This game has no lines to draw.";
