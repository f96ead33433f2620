//! Boards as text, for games without hands of their own.

use common::any::AnyRecord;

use super::object::Hands;
use crate::board::Board;
use crate::words::Reason;

/// The board as text.
struct Text(String);

/// Creates hands that only show the game of a record.
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
