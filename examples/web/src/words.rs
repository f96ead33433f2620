//! Sentences about players, results and refusals.

use core::error::Error;

use common::any::{AnyMove, AnyRecord, PlayError};
use common::format::short;
use common::{Outcome, Player};

/// The reason why a message is refused, displayed as a sentence.
pub(crate) type Reason = Box<dyn Error>;

/// Describes the outcome of a game, such as `First wins`.
pub(crate) fn result(outcome: Outcome) -> String {
    let result = match outcome {
        Outcome::Shared(winners) => {
            let names: Vec<String> = winners.iter().map(|player| player.to_string()).collect();
            format!("{} share the win", names.join(" and "))
        }
        Outcome::Win(_) | Outcome::Draw => outcome.to_string(),
    };
    sentence(&result)
}

/// Returns the name of a player at the start of a sentence: `First` for the first one.
pub(crate) fn capital(player: Player) -> String {
    sentence(&player.to_string())
}

/// Capitalises the first letter of a text.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Returns sentences with the theorems about a finished game.
pub(crate) fn theorem(record: &dyn AnyRecord) -> Option<String> {
    let facts = record.facts().into_iter().filter(|fact| fact.holds);
    let facts: Vec<String> = facts
        .map(|fact| format!("{}.", sentence(&fact.text)))
        .collect();
    (!facts.is_empty()).then(|| facts.join(" "))
}

/// Reads a legal move in its plain spelling, or in another one that users may type.
pub(crate) fn read(record: &dyn AnyRecord, text: &str) -> Result<AnyMove, Reason> {
    let text = text.trim();
    record.read_move(text).or_else(|error| {
        let error = match record.read_moves(text).map(<[AnyMove; 1]>::try_from) {
            Ok(Ok([m])) => return Ok(m),
            // A move of several words, such as one with cards, is none in the plain spelling.
            Err(reason) if text.contains(' ') => reason,
            Ok(Err(_)) | Err(_) => error,
        };
        Err(match error {
            PlayError::NotAMove(reason) => {
                format!("`{}` is not a move: {reason}", short(text)).into()
            }
            PlayError::Illegal { .. } | PlayError::OtherGame { .. } => error.into(),
        })
    })
}
