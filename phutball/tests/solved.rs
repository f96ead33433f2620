//! The table of solved boards, `SOLVED.md`: written by a command, and checked where that is quick.
//!
//! ```text
//! MEMORY=300000000 SECONDS=600 cargo test --release -p papergames-phutball --test solved -- --ignored --nocapture
//! ```
//!
//! solves the boards of the list whose tables fit the memory, in bytes, one after another until so much time has passed,
//! and checks each table by the second method. `BOARDS="3x9 4x8"` and `RULES="terminal-rows immediate"` choose from the
//! list; `STORE=file` keeps values on the disk, so that a run that was killed goes on. What is found replaces what the
//! file says; a row that differs makes it fail. Boards out of reach keep what an earlier run with larger limits has found.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::{Duration, Instant};

use papergames_phutball::search::Budget;
use papergames_phutball::solve::{GaveUp, Solver, Table, Value};
use papergames_phutball::store::Store;
use papergames_phutball::{Position, Rules, Size};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/SOLVED.md");

/// The counts, values and moves of a board, as the columns of a row from the third on.
type Rows = BTreeMap<(Size, Rules), String>;

/// All boards of the table, in its order.
fn boards() -> Vec<Size> {
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
        rows.map(move |rows| Size::new(columns, rows).expect("a board"))
    });
    sizes.collect()
}

/// Reads the rows of the file.
fn read(text: &str) -> Rows {
    let mut rows = Rows::new();
    for line in text.lines() {
        let mut cells = line.trim_matches('|').splitn(3, '|').map(str::trim);
        let (Some(size), Some(rules), Some(rest)) = (cells.next(), cells.next(), cells.next())
        else {
            continue;
        };
        if let (Ok(size), Ok(rules)) = (size.parse(), rules.parse()) {
            rows.insert((size, rules), rest.trim_end_matches('|').trim().to_owned());
        }
    }
    rows
}

/// Writes the file.
fn write(rows: &Rows) -> String {
    let mut text = String::from(
        "# Solved boards\n\n\
         Every position of these boards has its exact value. A board is named by its columns and its rows, both end rows \
         counted; men stand on all rows but those two. The counts are of positions between turns with one given player to \
         move, any men, and the ball where an unfinished game may have it: how many that player wins, loses, and draws by \
         going round in circles. The start is the empty board with the ball in the centre (below it, where the rows are \
         even); `W7` is a win of the player to move in seven turns, `L6` a loss in six; then the men that win there. The \
         longest is the number of turns of the longest game with a winner from any position.\n\n\
         Each table was found by the passes of `solve` and then checked as a whole by `Table::check`: each value follows \
         from those one turn on, with turns found by another way. The rows are written by the test `solved`, whose header \
         says how. Independent programs counted most boards up to 3x10 and 5x7 before; the tests of `solve` compare. The \
         others are published here first, as far as we know.\n\n\
         | board | rules | won | lost | drawn | start | first men that win | longest |\n\
         |---|---|---|---|---|---|---|---|\n",
    );
    for size in boards() {
        for rules in Rules::ALL {
            if let Some(row) = rows.get(&(size, rules)) {
                let _ = writeln!(text, "| {size} | {rules} | {row} |");
            }
        }
    }
    text
}

/// Returns what the row of a solved board says.
fn row(table: &Table) -> String {
    let counts = table.counts();
    let start = Position::start(table.size(), table.rules());
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

/// Reads words of the environment, or says that all are wanted.
fn chosen<T: std::str::FromStr<Err: std::fmt::Debug>>(name: &str) -> Option<Vec<T>> {
    let text = std::env::var(name).ok()?;
    let words = text.split_whitespace();
    Some(
        words
            .map(|word| word.parse().expect("a word of the list"))
            .collect(),
    )
}

#[test]
#[ignore = "writes SOLVED.md; takes minutes"]
#[expect(clippy::print_stderr, reason = "a long run shows what it does")]
fn write_the_table_of_solved_boards() {
    let limit = |name: &str, usual| chosen::<u64>(name).map_or(usual, |numbers| numbers[0]);
    let (memory, seconds) = (limit("MEMORY", 20_000_000), limit("SECONDS", 600));
    let (sizes, rule_sets) = (chosen::<Size>("BOARDS"), chosen::<Rules>("RULES"));
    let mut store =
        chosen::<String>("STORE").map(|path| Store::open(&path[0], Solver::KIND).expect("a store"));
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut boards = boards();
    boards.retain(|size| sizes.as_ref().is_none_or(|sizes| sizes.contains(size)));
    boards.sort_by_key(|size| Table::bytes(*size));
    for size in boards {
        if Table::bytes(size).is_none_or(|needed| needed > memory) {
            continue;
        }
        for rules in Rules::ALL {
            let wanted = rule_sets.as_ref().map_or(
                matches!(
                    rules,
                    Rules::FullBoard | Rules::TerminalRows | Rules::Immediate
                ),
                |rule_sets| rule_sets.contains(&rules),
            );
            if !wanted {
                continue;
            }
            let begun = Instant::now();
            let left = end.saturating_duration_since(begun);
            let mut solver = Solver::new()
                .memory(memory)
                .budget(Budget::new().time(left));
            if let Some(store) = &mut store {
                solver = solver.store(store);
            }
            let table = match solver.solve(size, rules) {
                Ok(table) => table,
                Err(GaveUp::Spent { plies }) => {
                    eprintln!("{size} {rules}: no more time at games of {plies} turns");
                    return;
                }
                Err(error) => panic!("{size} {rules}: {error}"),
            };
            let solved = begun.elapsed();
            table.check(&mut |_| {}).expect("values that follow");
            let found = row(&table);
            eprintln!(
                "{size} {rules}: {found} ({:.1} s, {:.1} s with the check)",
                solved.as_secs_f64(),
                begun.elapsed().as_secs_f64()
            );
            let text = std::fs::read_to_string(PATH).unwrap_or_default();
            let mut rows = read(&text);
            let known = rows.insert((size, rules), found.clone());
            assert_eq!(
                known.unwrap_or_else(|| found.clone()),
                found,
                "{size} {rules}"
            );
            std::fs::write(PATH, write(&rows)).expect("the file can be written");
        }
    }
}

#[test]
fn the_table_of_solved_boards_agrees_with_the_solver_on_small_boards() {
    let text = std::fs::read_to_string(PATH).expect("the file is there");
    let rows = read(&text);
    assert_eq!(write(&rows), text, "the file is as the command writes it");
    let mut n_boards = 0;
    for ((size, rules), found) in &rows {
        if Table::bytes(*size).is_some_and(|needed| needed <= 200_000) {
            let table = Table::solve(*size, *rules, 200_000).expect("a small board");
            assert_eq!(row(&table), *found, "{size} {rules}");
            assert_eq!(table.check(&mut |_| {}), Ok(()), "{size} {rules}");
            n_boards += 1;
        }
    }
    assert!(n_boards > 50, "{n_boards} boards");
}

/// Independent programs counted these boards before; see the headers of the files.
#[test]
fn the_table_of_solved_boards_agrees_with_the_published_counts() {
    let rows = read(&std::fs::read_to_string(PATH).expect("the file is there"));
    let mut compared = 0;
    for data in [
        include_str!("data/solved.txt"),
        include_str!("data/solved-larger.txt"),
        include_str!("data/solved-largest.txt"),
    ] {
        for line in data.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split(';').map(str::trim).collect();
            let [size, rule_sets, counts, value, men] = fields[..] else {
                panic!("five fields in `{line}`");
            };
            for rules in rule_sets.split(',') {
                let key = (size.parse().expect("a size"), rules.parse().expect("rules"));
                let Some(found) = rows.get(&key) else {
                    continue;
                };
                let cells: Vec<&str> = found.split('|').map(str::trim).collect();
                assert_eq!(cells[..3].join(" "), counts, "{size} {rules}");
                assert!(value == "-" || cells[3] == value, "{size} {rules}: {found}");
                assert!(men == "-" || cells[4] == men, "{size} {rules}: {found}");
                compared += 1;
            }
        }
    }
    assert!(compared > 60, "{compared} boards compared");
}
