//! Boards as text, for games without hands of their own.

use common::any::AnyRecord;

use super::object::Hands;
use crate::board::Board;
use crate::words::Reason;

struct Text;

/// Creates hands that only show the game of a record.
#[expect(
    clippy::unnecessary_wraps,
    reason = "other hands cannot hold every game"
)]
pub(crate) fn hold(_: &dyn AnyRecord) -> Result<Box<dyn Hands>, Reason> {
    Ok(Box::new(Text))
}

impl Hands for Text {
    fn board(&mut self, record: &dyn AnyRecord) -> Result<Board, Reason> {
        let lines = record.board().lines().map(str::to_owned).collect();
        Ok(Board::Text { lines })
    }
}
