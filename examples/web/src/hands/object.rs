//! The trait of hands for any board.

use core::ops::ControlFlow;

use common::any::AnyRecord;
use common::{Describe, Record};
use picture::geometry::Point;

use crate::board::{Area, Board, Ghost, Leap};
use crate::stroke::{Paper, Reading};
use crate::words::{Reason, theorem};

/// A function that creates the hands for the game of a record.
pub(crate) type Hold = fn(&dyn AnyRecord) -> Result<Box<dyn Hands>, Reason>;

/// Hands for a game, which follow its record and show the position at its end.
///
/// All moves passed to these methods are legal and in their plain spelling.
pub(crate) trait Hands {
    /// Goes to the end of the record, after moves were taken back or made again, or after one was [drawn](Hands::draw).
    ///
    /// Pictures of positions are kept as long as the moves that lead to them stay the same, even while these are taken
    /// back.
    fn follow(&mut self, record: &dyn AnyRecord) -> Result<(), Reason>;

    /// Returns the visible parts of the position.
    fn board(&mut self) -> Result<Board, Reason>;

    /// Returns the part that a move would add to the board.
    fn ghost(&mut self, _m: &str) -> Result<Ghost, Reason> {
        Ok(Ghost::Nothing {})
    }

    /// Returns the jumps along a stroke from the ball, given by columns and rows.
    fn along(&self, _stroke: &[Point]) -> Vec<Leap> {
        Vec::new()
    }

    /// Visits the legal moves at the end of the record in their order, until `visit` returns a break.
    fn for_each_move(&self, record: &dyn AnyRecord, visit: &mut Visit<'_>) {
        let _ = record
            .for_each_move(&mut |m| visit(&Vec::new, &|| (m.to_string(), record.say_move(&m))));
    }

    /// Returns sentences with the theorems about the record of a finished game.
    fn theorem(&self, record: &dyn AnyRecord) -> Option<String> {
        theorem(record)
    }

    /// Returns the paper for strokes.
    fn paper(&mut self) -> Result<Paper, Reason> {
        Err(NO_LINES.into())
    }

    /// Returns the move that a stroke describes.
    fn read(&mut self, _reading: &Reading, _with_spot: bool) -> Result<String, Reason> {
        Err(NO_LINES.into())
    }

    /// Makes and draws the next move of the record, along a stroke if there is one.
    fn draw(&mut self, _m: &str, _stroke: &[Point]) -> Result<(), Reason> {
        Ok(())
    }

    /// Returns the coordinates of the drawing, as [`sheet`](crate::sheet) writes them, and if moves were taken back, of
    /// the drawing after the last of them.
    fn sheets(&mut self) -> Result<[Option<String>; 2], Reason> {
        Ok([None, None])
    }

    /// Draws the position and those before it with the coordinates of a sheet, and later ones with those of a second. A
    /// sheet that does not show its position is ignored.
    fn reopen(&mut self, _sheets: [Option<&str>; 2]) -> Result<(), Reason> {
        Ok(())
    }

    /// Draws the position as well as possible.
    fn redraw(&mut self) -> Result<(), Reason> {
        Ok(())
    }

    /// Returns the independent parts of the drawing.
    fn lands(&mut self) -> Result<Vec<Area>, Reason> {
        Ok(Vec::new())
    }

    /// Returns the nimbers of the lands in order, with `None` for one that takes too long to find.
    fn nimbers(&self) -> Vec<Option<u8>> {
        Vec::new()
    }
}

/// A visitor of a move in a list, which asks for the places that it touches, or for its spelling and the move in words.
pub(crate) type Visit<'a> =
    dyn FnMut(&dyn Fn() -> Vec<String>, &dyn Fn() -> (String, String)) -> ControlFlow<()> + 'a;

/// Visits the legal moves of a position whose type is known, until `visit` returns a break.
pub(super) fn list<G: Describe>(
    position: &G,
    touches: impl Fn(&G::Move) -> Vec<String>,
    visit: &mut Visit<'_>,
) {
    let _ = position
        .for_each_move(&mut |m| visit(&|| touches(&m), &|| (m.to_string(), position.say_move(&m))));
}

/// Returns a record of a game whose type is known.
pub(super) fn typed<G: Describe>(record: &dyn AnyRecord) -> Result<Record<G>, Reason> {
    Ok(record
        .typed()
        .ok_or("The board is for another game.")?
        .clone())
}

/// The error for a stroke on a board without lines.
const NO_LINES: &str = "This game has no lines to draw.";
