//! The error for a game that cannot be continued.

use std::io;

use common::Player;

/// The error returned when a game at a table cannot be continued.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The input cannot be read or the output cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// An engine returned no move, or an illegal move.
    #[error("{player}: {reason}")]
    Engine {
        /// The player who should have moved.
        player: Player,
        /// What went wrong.
        reason: String,
    },
}
