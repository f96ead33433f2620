//! The table of solved boards, `SOLVED.md`: written by a command, and checked where that is quick.
//!
//! ```text
//! NODES=2000000 CELLS=14 cargo test --release -p papergames-sos --test solved -- --ignored
//! ```
//!
//! solves every board of the list by search with so many nodes each, by table up to so many cells, and by plain
//! minimax up to nine cells. What it finds replaces what the file says; a value that differs from the one in the file
//! makes it fail. Boards that are out of its reach keep what an earlier run with larger limits has found.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use papergames_sos::search::Budget;
use papergames_sos::solve::{GaveUp, Method, Solver};
use papergames_sos::{Game, Player, Position, Rules, Setup, Size};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/SOLVED.md");

/// A value, and the letters of the methods that found it.
type Values = BTreeMap<(Size, Rules), (i32, String)>;

/// All boards of the table, in its order.
fn boards() -> Vec<Size> {
    let strips = (3..=25).map(|columns| (1, columns));
    let broad = [(2, 3..=12), (3, 3..=8), (4, 4..=6), (5, 5..=6)];
    let broad = broad
        .into_iter()
        .flat_map(|(rows, columns)| columns.map(move |c| (rows, c)));
    let size = |(rows, columns)| Size::new(rows, columns).expect("a board");
    strips.chain(broad).map(size).collect()
}

fn start(size: Size, rules: Rules) -> Position {
    Position::start(Setup::of(size).with_rules(rules))
}

/// Reads the table of the file.
fn read(text: &str) -> Values {
    let mut values = Values::new();
    for line in text.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let Some(Ok(size)) = cells.get(1).map(|cell| cell.parse::<Size>()) else {
            continue;
        };
        for (rules, cell) in Rules::ALL.into_iter().zip(&cells[3..]) {
            if let Some((value, methods)) = cell.split_once(' ') {
                let value = value.replace('−', "-").parse().expect("a value");
                values.insert((size, rules), (value, methods.to_owned()));
            }
        }
    }
    values
}

/// Writes the file.
fn write(values: &Values) -> String {
    let mut text = String::from(
        "# Solved boards\n\n\
         The value of the empty board for the first player, under each rule set: a difference of points where points are \
         counted, otherwise 1 for a win, 0 for a draw, −1 for a loss. The letters say which methods found it, each on its \
         own: `m` plain minimax over positions, `t` a table of all boards, `s` the search with its reductions. The \
         table is written by the test `solved`, whose header says how. On 5x5 under the general rules, each of \
         the 50 first moves has the value 0 too (search).\n\n\
         | board | cells | general | first | alternating | misere |\n|---|---|---|---|---|---|\n",
    );
    for size in boards() {
        let mut row = format!("| {size} | {} |", size.cells());
        for rules in Rules::ALL {
            match values.get(&(size, rules)) {
                Some((value, methods)) => {
                    let value = value.to_string().replace('-', "−");
                    let _ = write!(row, " {value} {methods} |");
                }
                None => row.push_str(" |"),
            }
        }
        if values.keys().any(|(known, _)| *known == size) {
            text.push_str(&row);
            text.push('\n');
        }
    }
    text
}

/// The value for the first player by trying everything.
fn minimax(position: &Position, known: &mut HashMap<Position, i32>) -> i32 {
    if let Some(outcome) = position.outcome() {
        let points = |player| position.points(player) as i32;
        return if position.rules().ends_at_first() {
            outcome.utility(Player::FIRST)
        } else {
            points(Player::FIRST) - points(Player::SECOND)
        };
    }
    if let Some(value) = known.get(position) {
        return *value;
    }
    let children = position
        .moves()
        .into_iter()
        .map(|m| minimax(&position.child(&m).expect("a listed move is legal"), known));
    let values: Vec<i32> = children.collect();
    let best = if position.turn() == Some(Player::FIRST) {
        values.iter().max()
    } else {
        values.iter().min()
    };
    let value = *best.expect("a game that goes on has a move");
    known.insert(position.clone(), value);
    value
}

/// Solves a board by every method within its limit, and checks that they agree.
fn solve(position: &Position, nodes: u64, table: usize, plain: usize) -> Option<(i32, String)> {
    let cells = position.n_empty();
    let mut found = Vec::new();
    if cells <= plain {
        found.push(('m', minimax(position, &mut HashMap::new())));
    }
    if cells <= table {
        let mut solver = Solver::new().method(Method::Table).memory(usize::MAX);
        found.push(('t', solver.solve(position).expect("a small board").value));
    }
    let mut solver = Solver::new().budget(Budget::new().nodes(nodes));
    match solver.solve(position) {
        Ok(solution) => found.push(('s', solution.value)),
        Err(GaveUp::Spent { .. }) => {}
        Err(error) => panic!("{position}: {error}"),
    }
    let (_, value) = *found.first()?;
    assert!(
        found.iter().all(|(_, other)| *other == value),
        "{position}: {found:?}"
    );
    Some((value, found.iter().map(|(method, _)| *method).collect()))
}

fn limit(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().expect("a limit is a number"))
}

#[test]
#[ignore = "writes SOLVED.md; takes minutes"]
fn write_the_table_of_solved_boards() {
    let mut values =
        std::fs::read_to_string(PATH).map_or_else(|_| Values::new(), |text| read(&text));
    let (nodes, cells) = (limit("NODES", 2_000_000), limit("CELLS", 14) as usize);
    for size in boards() {
        for rules in Rules::ALL {
            let Some((value, methods)) = solve(&start(size, rules), nodes, cells, 9) else {
                continue;
            };
            let entry = values
                .entry((size, rules))
                .or_insert((value, String::new()));
            assert_eq!(entry.0, value, "{size} {rules}");
            let both = |c: &char| methods.contains(*c) || entry.1.contains(*c);
            entry.1 = ['m', 't', 's'].into_iter().filter(both).collect();
        }
        std::fs::write(PATH, write(&values)).expect("the file can be written");
    }
}

#[test]
fn the_table_of_solved_boards_agrees_with_the_solver_on_small_boards() {
    let text = std::fs::read_to_string(PATH).expect("the file is there");
    let values = read(&text);
    assert_eq!(write(&values), text, "the file is as the command writes it");
    let small = boards().into_iter().filter(|size| size.cells() <= 10);
    let mut n_boards = 0;
    for size in small {
        for rules in Rules::ALL {
            let found = solve(&start(size, rules), u64::MAX, 10, 7).map(|(value, _)| value);
            assert_eq!(
                values.get(&(size, rules)).map(|(value, _)| *value),
                found,
                "{size} {rules}"
            );
            n_boards += 1;
        }
    }
    assert!(n_boards > 0);
}
