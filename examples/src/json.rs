//! Lines of JSON, and the fields that all commands share, as documented in `JSON.md`.

use std::io::Write;

use anyhow::Result;
use common::any::AnyRecord;
use common::{Cost, Outcome, Player};
use play::{Certainty, Judgement};
use serde::Serialize;

/// Prints a line of JSON.
pub(crate) fn print(line: &impl Serialize, out: &mut dyn Write) -> Result<()> {
    Ok(writeln!(out, "{}", serde_json::to_string(line)?)?)
}

/// The fields with which every object about a position begins.
#[derive(Default, Serialize)]
pub(crate) struct PositionFields {
    game: &'static str,
    #[serde(rename = "position")]
    text: String,
    /// Whose turn it is: `first`, `second`, …; `null` when the game is over.
    to_move: Option<String>,
}

impl PositionFields {
    /// Returns the fields of the last position of a record.
    pub(crate) fn of(record: &dyn AnyRecord) -> PositionFields {
        PositionFields {
            game: record.game().about().name,
            text: record.position(),
            to_move: record.turn().map(|player| player.to_string()),
        }
    }

    /// Returns the fields of a position without players, such as a GLOP position of Sprouts, where the player to move
    /// counts as the first.
    pub(crate) fn without_players(game: &'static str, text: &str) -> PositionFields {
        PositionFields {
            game,
            text: text.to_owned(),
            to_move: Some(Player::FIRST.to_string()),
        }
    }
}

/// Returns the winner as text: `first`, `second`, …, or `draw`.
pub(crate) fn winner(outcome: Outcome) -> String {
    outcome
        .winner()
        .map_or_else(|| "draw".to_owned(), |player| player.to_string())
}

/// The cost of an answer.
#[derive(Serialize)]
pub(crate) struct Price {
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
}

impl From<Cost> for Price {
    fn from(cost: Cost) -> Price {
        Price {
            nodes: cost.nodes,
            seconds: cost.elapsed.as_secs_f64(),
        }
    }
}

/// The value of a position.
#[derive(Serialize)]
pub(crate) struct ValueFields {
    /// The proved winner (`first`, `second` or `draw`), if there is a proof.
    winner: Option<String>,
    /// The value in words, as in the text output.
    text: String,
    certainty: Certainty,
    /// The value for the first player, in hundredths of a point or of a certain win.
    hundredths: Option<i64>,
    margin: Option<i64>,
    nimber: Option<u32>,
}

impl ValueFields {
    pub(crate) fn of(judgement: &Judgement) -> ValueFields {
        ValueFields {
            winner: judgement.outcome().map(winner),
            text: judgement.to_string(),
            certainty: judgement.certainty(),
            hundredths: judgement.value.map(|value| value.seen_by(Player::FIRST)),
            margin: judgement.margin,
            nimber: judgement.nimber.map(|nimber| nimber.0),
        }
    }
}
