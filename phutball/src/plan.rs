//! The rest of a turn that an engine has chosen and still has to play.

use common::{Game, Report, Value};

use crate::moves::Move;
use crate::position::Position;

/// The rest of the current turn.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The position in the middle of the turn.
    position: Position,
    /// The report of the search that chose the turn, with the rest of its line.
    report: Report<Move>,
}

impl Plan {
    /// Returns the plan after the first move of a report's line, if the turn continues there.
    pub(crate) fn after(position: &Position, report: &Report<Move>) -> Option<Plan> {
        let (first, rest) = report.line.split_first()?;
        let position = position.child(first).ok()?;
        if !position.is_jumping() || rest.is_empty() {
            return None;
        }
        let mut report = report.clone();
        report.line = rest.to_vec();
        report.value = report.value.map(one_move_on);
        Some(Plan { position, report })
    }

    /// Returns the report, if the plan is for this position.
    pub(crate) fn report_for(self, position: &Position) -> Option<Report<Move>> {
        (self.position == *position).then_some(self.report)
    }
}

/// Returns a report's value after the first move of its line, for the same player.
fn one_move_on(value: Value) -> Value {
    match value.distance {
        Some(moves) => value.at_distance(moves - 1),
        None => value,
    }
}
