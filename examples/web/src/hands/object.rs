//! What hands do on any board.

use common::any::AnyRecord;
use picture::geometry::Point;
use picture::stroke::{Paper, Reading};

use crate::board::{Area, Board, Ghost};

/// Takes the game of a record into hands.
pub(crate) type Hold = fn(&dyn AnyRecord) -> Result<Box<dyn Hands>, String>;

/// Hands that hold a game: they follow its record by its texts, and show the position at the end of it.
///
/// Moves are legal ones in their plain spelling.
pub(crate) trait Hands {
    /// Goes to the end of the record: it begins in the same position as that which was taken into hands.
    ///
    /// Pictures of positions before and after that are kept, as long as their moves stay the same.
    fn follow(&mut self, record: &dyn AnyRecord) -> Result<(), String>;

    /// Returns the visible parts of the position.
    fn board(&mut self) -> Result<Board, String>;

    /// Returns what a move would add to the board.
    fn ghost(&mut self, m: &str) -> Result<Ghost, String> {
        let _ = m;
        Ok(Ghost::Nothing {})
    }

    /// Returns the names of the places that a move touches, so that moves can be found by clicks.
    fn touches(&self, m: &str) -> Vec<String> {
        let _ = m;
        Vec::new()
    }

    /// Returns what the picture shows of a theorem in a finished game, as a sentence.
    fn theorem(&self) -> Option<String> {
        None
    }

    /// Returns the paper for strokes.
    fn paper(&mut self) -> Result<Paper, String> {
        Err(NO_LINES.to_owned())
    }

    /// Returns the move of a stroke.
    fn read(&mut self, reading: &Reading, with_spot: bool) -> Result<String, String> {
        let _ = (reading, with_spot);
        Err(NO_LINES.to_owned())
    }

    /// Draws a move along a stroke, if there is one, before the record has it: another record takes it back.
    fn draw(&mut self, m: &str, stroke: &[Point]) -> Result<(), String> {
        let _ = (m, stroke);
        Ok(())
    }

    /// Draws the position as well as possible.
    fn tidy(&mut self) -> Result<(), String> {
        Ok(())
    }

    /// Returns the coordinates of the drawing, as [`sheet`](crate::sheet) writes them.
    fn sheet(&mut self) -> Result<Option<String>, String> {
        Ok(None)
    }

    /// Draws the position with other coordinates, if they are those of a drawing of it.
    fn redraw(&mut self, sheet: &str) {
        let _ = sheet;
    }

    /// Returns the independent parts of the drawing.
    fn lands(&mut self) -> Result<Vec<Area>, String> {
        Ok(Vec::new())
    }

    /// Returns the nimbers of the lands in order; `None` for one that takes too long to find.
    fn nimbers(&self) -> Vec<Option<u8>> {
        Vec::new()
    }
}

/// Why a stroke on a board without lines is refused.
const NO_LINES: &str = "This game has no lines to draw.";
