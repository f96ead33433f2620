//! Boards that are read: for games of which only the texts are known.

use common::any::AnyRecord;

use super::object::Hands;
use crate::board::Board;
use crate::words::Reason;

/// The board as text.
struct Text(String);

/// Takes the game of a record into hands that only show it.
#[expect(
    clippy::unnecessary_wraps,
    reason = "other hands cannot hold every game"
)]
pub(crate) fn hold(record: &dyn AnyRecord) -> Result<Box<dyn Hands>, Reason> {
    Ok(Box::new(Text(record.board())))
}

impl Hands for Text {
    fn follow(&mut self, record: &dyn AnyRecord) -> Result<(), Reason> {
        self.0 = record.board();
        Ok(())
    }

    fn board(&mut self) -> Result<Board, Reason> {
        let lines = self.0.lines().map(str::to_owned).collect();
        Ok(Board::Text { lines })
    }
}
