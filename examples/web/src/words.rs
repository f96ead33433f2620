//! Players, results and moves in sentences.

use common::any::AnyRecord;
use common::format::short;
use common::{Outcome, Player};

/// Describes the outcome of a game, such as `First wins`.
pub(crate) fn result(outcome: Outcome) -> String {
    let result = match outcome {
        Outcome::Shared(winners) => {
            let names: Vec<String> = winners.iter().map(|player| player.to_string()).collect();
            format!("{} share the win", names.join(" and "))
        }
        other => other.to_string(),
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

/// Checks a move in its plain spelling, and says what is wrong with it.
pub(crate) fn check(record: &dyn AnyRecord, text: &str) -> Result<(), String> {
    record
        .check(text.trim())
        .map_err(|error| match error.illegal {
            Some(reason) => reason.to_string(),
            None => format!("`{}` is not a move: {}", short(text), error.reason),
        })
}
