//! The moves of a game in progress.

use common::Player;
use common::any::{AnyMove, AnyRecord, PlayError};

/// A move that a player has made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlayedMove {
    /// The move in the plain notation.
    pub m: AnyMove,
    /// The move in words.
    pub words: String,
    /// The player who made it.
    pub player: Player,
}

impl PlayedMove {
    /// Plays a move, given in the plain notation, at the end of a record.
    pub(super) fn play(record: &mut dyn AnyRecord, m: &AnyMove) -> Result<PlayedMove, PlayError> {
        let (player, words) = (record.turn(), record.say_move(m));
        record.push(m)?;
        let player = player.expect("a move is legal only while the game goes on");
        Ok(PlayedMove {
            m: m.clone(),
            words,
            player,
        })
    }
}

/// Returns the moves of a record.
pub(super) fn moves_of(record: &dyn AnyRecord) -> Vec<PlayedMove> {
    let mut replayed = record.boxed();
    replayed.rewind(0);
    let moves = record.moves().into_iter().map(|m| {
        let made = PlayedMove::play(&mut *replayed, &m);
        made.expect("a recorded move is legal")
    });
    moves.collect()
}
