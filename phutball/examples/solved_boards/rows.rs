//! The rows of `SOLVED.md`: the boards, and the columns for each. The test `solved` reads them too.

use std::collections::BTreeMap;
use std::fmt::Write;

use papergames_phutball::solve::{Table, Value};
use papergames_phutball::{Position, Rules, Size};

/// The counts, values and moves of a board, as the columns of a row from the third on.
pub(crate) type Rows = BTreeMap<(Size, Rules), String>;

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
        rows.map(move |rows| Size::new(rows, columns).expect("a board"))
    });
    sizes.collect()
}

/// The text in place of the rules where all sets of rules have the same row.
const ALL: &str = "all";

/// Reads the rows of the file, each of which covers one or more sets of rules.
pub(crate) fn read(text: &str) -> Rows {
    let mut rows = Rows::new();
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
            rows.insert((size, set), rest.trim_end_matches('|').trim().to_owned());
        }
    }
    rows
}

/// The text of the file before the rows.
const HEAD: &str = "\
# Solved boards\n\n\
The value of every position of these boards. A board is named by its columns and rows, including both\n\
end rows; men can be placed on all other rows.\n\n\
* **won, lost, drawn**: how many positions the player to move wins, loses, and draws because play has a\n\
\x20 cycle. The counts include positions between turns with one given player to move, any set of men,\n\
\x20 and the ball on every point where it can rest in an unfinished game.\n\
* **start**: the value of the empty board with the ball in the centre, or just below it if the number of\n\
\x20 rows is even. `W7`: the player to move wins in seven turns; `L6`: loses in six.\n\
* **longest**: the number of turns of the longest game with a winner, from any position.\n\n\
Sets of rules with equal values share a row; `all` means all seven.\n\n\
`solve` found each table, and `Table::check` confirmed every value. The example `solved_boards` writes this file.\n\n\
| board | rules | won | lost | drawn | start | first men that win | longest |\n\
|---|---|---|---|---|---|---|---|\n";

/// Writes the file: a row for all sets of rules with the same values.
pub(crate) fn write(rows: &Rows) -> String {
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
            let _ = writeln!(text, "| {size} | {names} | {row} |");
        }
    }
    text
}

/// Returns the row of a solved board.
pub(crate) fn row(table: &Table) -> String {
    let counts = table.counts();
    let start = Position::with_size(table.size(), table.rules());
    let value = table.start_value();
    let winning: Vec<String> = match value {
        Value::Win(_) => {
            let turns = table.turns(&start).expect("the start of the board");
            let winning = turns
                .iter()
                .filter(|(_, value)| matches!(value, Value::Loss(_)));
            winning.map(|(turn, _)| turn.to_string()).collect()
        }
        _ => Vec::new(),
    };
    format!(
        "{} | {} | {} | {value} | {} | {}",
        counts.won,
        counts.lost,
        counts.drawn,
        winning.join(" "),
        table.longest()
    )
}
