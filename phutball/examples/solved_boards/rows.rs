//! The rows of `SOLVED.md`: the boards, and the columns for each. The test `solved` reads them too.

use std::collections::BTreeMap;
use std::fmt::Write;

use papergames_phutball::solve::{ExactValue, Tablebase};
use papergames_phutball::{Columns, Position, Rows, Rules, Size};

/// The counts, values and moves of a board, as the columns of a row from the third on.
pub(crate) type Lines = BTreeMap<(Size, Rules), String>;

/// All boards of the table, in its order.
pub(crate) fn boards() -> Vec<Size> {
    let lists = [
        (1, 5..=27),
        (2, 5..=15),
        (3, 5..=11),
        (4, 5..=9),
        (5, 5..=7),
        (6, 5..=6),
        (7, 5..=6),
        (8, 5..=5),
        (9, 5..=5),
    ];
    let sizes = lists.into_iter().flat_map(|(columns, rows)| {
        rows.map(move |rows| Size::new(Rows(rows), Columns(columns)).expect("a board"))
    });
    sizes.collect()
}

/// The text in place of the rules if all rule sets have the same row.
const ALL: &str = "all";

/// Returns a row in which the third column, the drawn positions, has one text in place of another.
fn with_drawn(row: &str, from: &str, to: &str) -> String {
    let mut cells: Vec<&str> = row.split('|').map(str::trim).collect();
    if let Some(drawn) = cells.get_mut(2).filter(|drawn| **drawn == from) {
        *drawn = to;
    }
    cells.join(" | ")
}

/// Reads the rows of the file, each of which covers one or more rule sets.
pub(crate) fn read(text: &str) -> Lines {
    let mut rows = Lines::new();
    for line in text.lines() {
        let mut cells = line.trim_matches('|').splitn(3, '|').map(str::trim);
        let (Some(size), Some(rules), Some(rest)) = (cells.next(), cells.next(), cells.next())
        else {
            continue;
        };
        let Ok(size) = size.parse() else { continue };
        let named =
            |set: &Rules| rules == ALL || rules.split(' ').any(|name| name == set.to_string());
        for set in Rules::ALL.into_iter().filter(named) {
            let row = rest.trim_end_matches('|').trim();
            rows.insert((size, set), with_drawn(row, "", "0"));
        }
    }
    rows
}

/// The text of the file before the rows.
const HEAD: &str = "\
# Solved boards\n\n\
This file has the value of every position on these boards. The name of a board gives its columns and\n\
rows, including the two end rows; men can be placed in all other rows.\n\n\
* **won, lost, drawn**: the number of positions that the player to move wins, loses, or draws because play\n\
\x20 never ends; an empty cell means 0. The counts cover all positions between turns, for one given player to\n\
\x20 move: any set of men, and the ball on any point where it can rest in an unfinished game.\n\
* **start**: the value of the empty board with the ball in the centre, or just below the centre if the number\n\
\x20 of rows is even. `W7` means that the player to move wins in seven turns, `L6` that this player loses in six.\n\
* **longest**: the number of turns in the longest game with a winner, from any position with best play.\n\n\
Rule sets with equal values share a row; `all` means all seven.\n\n\
`solve` computed each table, and `Tablebase::check` confirmed every value. The example `solved_boards` writes this\n\
file.\n\n\
| board | rules | won | lost | drawn | start | first men that win | longest |\n\
|---|---|---|---|---|---|---|---|\n";

/// Writes the file, with one row for all rule sets that have the same values.
pub(crate) fn write(rows: &Lines) -> String {
    let mut text = String::from(HEAD);
    for size in boards() {
        let mut named: Vec<(&String, Vec<String>)> = Vec::new();
        for rules in Rules::ALL {
            let Some(row) = rows.get(&(size, rules)) else {
                continue;
            };
            match named.iter_mut().find(|(known, _)| *known == row) {
                Some((_, names)) => names.push(rules.to_string()),
                None => named.push((row, vec![rules.to_string()])),
            }
        }
        for (row, names) in named {
            let names = if names.len() == Rules::ALL.len() {
                ALL.to_owned()
            } else {
                names.join(" ")
            };
            let row = with_drawn(row, "0", "");
            let _ = writeln!(text, "| {size} | {names} | {row} |");
        }
    }
    text
}

/// Returns the row of a solved board.
pub(crate) fn row(table: &Tablebase) -> String {
    let counts = table.counts();
    let start = Position::new(table.size(), table.rules());
    let value = table.start_value();
    let winning: Vec<String> = match value {
        ExactValue::Win(_) => {
            let turns = table.turns(&start).expect("the start of the board");
            let winning = turns
                .iter()
                .filter(|(_, value)| matches!(value, ExactValue::Loss(_)));
            winning.map(|(turn, _)| turn.to_string()).collect()
        }
        ExactValue::Loss(_) | ExactValue::Draw => Vec::new(),
    };
    format!(
        "{} | {} | {} | {value} | {} | {}",
        counts.won,
        counts.lost,
        counts.drawn,
        winning.join(","),
        table.longest()
    )
}
