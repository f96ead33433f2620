//! The names that logs use for what they state.

use core::str::FromStr;

use crate::rules::Rules;

/// What a named value states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LogField {
    Row,
    Column,
    Letter,
    Player,
    /// The number of a move, which has no meaning.
    Number,
    /// The number of rows and columns.
    Size,
    Rows,
    Columns,
    Mode,
    /// Whether rows and columns are counted from 0 or 1.
    From,
    Winner,
}

/// Returns the small letters and the digits of a name.
fn simple(name: &str) -> String {
    let signs = name.chars().filter(|c| c.is_alphanumeric());
    signs.flat_map(char::to_lowercase).collect()
}

impl LogField {
    /// Returns the field with the given name.
    pub(super) fn of(name: &str) -> Option<LogField> {
        Some(match simple(name).as_str() {
            "row" | "r" | "y" | "rowindex" => LogField::Row,
            "col" | "column" | "c" | "x" | "colindex" | "columnindex" => LogField::Column,
            "letter" | "symbol" | "state" | "value" | "char" | "character" | "mark" | "piece" => {
                LogField::Letter
            }
            "player" | "playername" | "currentplayer" | "by" | "color" | "colour" => {
                LogField::Player
            }
            "move" | "moveno" | "movenumber" | "turn" | "turnnumber" | "index" | "no"
            | "number" | "step" => LogField::Number,
            "size" | "boardsize" | "gridsize" | "board" | "n" => LogField::Size,
            "rows" | "height" => LogField::Rows,
            "cols" | "columns" | "width" => LogField::Columns,
            "mode" | "gamemode" | "gametype" | "type" | "rules" => LogField::Mode,
            "from" | "base" => LogField::From,
            "result" | "winner" | "winningplayer" | "outcome" => LogField::Winner,
            _ => return None,
        })
    }
}

/// Returns the rules that programs call by a name such as `Simple Game`.
pub(super) fn rules(mode: &str) -> Option<Rules> {
    let name = simple(mode);
    match name.trim_end_matches("game").trim_end_matches("mode") {
        "simple" => Some(Rules::First),
        name => Rules::from_str(name).ok(),
    }
}

/// Returns a player's name without what logs add to it, so that `Blue`, `blue player` and `blue_score` are the same.
pub(super) fn player(name: &str) -> String {
    let mut name = simple(name);
    for addition in [
        "player", "final", "total", "count", "score", "points", "sos",
    ] {
        let bare = name.replace(addition, "");
        if !bare.is_empty() {
            name = bare;
        }
    }
    name
}
