//! Why a game at a table ends early.

use std::io;

use common::Player;
use common::engine::EngineError;

/// The error of a game at a table that ends early.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The input cannot be read or the output cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// An engine returned no move, or an illegal one.
    #[error("{player}: {reason}")]
    Engine {
        /// Who should have moved.
        player: Player,
        /// What went wrong.
        reason: String,
    },
}

impl TableError {
    pub(super) fn of(player: Player, error: &EngineError) -> TableError {
        TableError::Engine {
            player,
            reason: error.to_string(),
        }
    }
}
