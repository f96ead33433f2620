//! Games in the form of Ehrenborg's collection, as the program reads and writes them.

use anyhow::Result;
use common::{Outcome, Record};
use phutball::Position;
use phutball::notation::json::{self, ReadJsonError};

use crate::records::{Fault, Games, Played};

/// Reads games, with the places of what is wrong in them.
pub(super) fn read(text: &str) -> Games<Position> {
    let games = json::read(text).map_err(|error| match &error {
        ReadJsonError::Turn { text, before, .. } => {
            let spell = super::spell_compass;
            Fault::in_move(error.to_string(), before.position(), text, spell)
        }
        error => Fault::of(error.to_string()),
    })?;
    let played = |game: json::Game| Played {
        stated: game.winner.map(Outcome::Win),
        ..Played::new(game.record, game.line)
    };
    Ok(games.into_iter().map(played).collect())
}

/// Writes a game as an object, with the winner that it states if the moves lead to none.
pub(super) fn write(game: &Played<Position>) -> Result<String> {
    let record: &Record<Position> = &game.record;
    Ok(json::write(record, game.stated.and_then(Outcome::winner))?)
}
