//! The tables of solved boards, `SOLVED.md`: written by a command, and checked where that is quick.
//!
//! ```text
//! SECONDS=60 CELLS=16 cargo test --release -p papergames-sos --test solved -- --ignored --nocapture
//! ```
//!
//! solves every board of the list by search within so much time each, by table up to so many cells, and by plain
//! minimax up to nine cells, and then the first moves of the boards of a second list. What it finds replaces what the
//! file says; a value that differs from the one in the file makes it fail. Boards that are out of its reach keep what
//! an earlier run with larger limits has found. More words of the environment:
//!
//! * `BOARDS="4x5 5x5"` and `RULES="general first"` choose from the lists, `MOVES=only` leaves the first list out and
//!   `MOVES=none` the second;
//! * `PLAIN` is the number of cells beyond which the plain search is tried, usually 20;
//! * `MEMORY` is what a search may take for its table, in bytes;
//! * `STORE=file` keeps results of the search, so that a run that was killed goes on.
//!
//! The file as it is comes from `CELLS=20` (which takes 3.5 GB); for 5x5 by both searches from `MEMORY=6000000000
//! SECONDS=5000` (1368 s where the first S-O-S wins, 2452 s under the general rules, with other work beside); for 3x8 and 4x6 from
//! `MEMORY=6000000000 PLAIN=40` (170 s and 98 s under the general rules, 13 s and 69 s where the first S-O-S wins). With that,
//! 5x6 under the general rules did not end within 2400 s.

use std::collections::{BTreeMap, HashMap};
use std::fmt::{Debug, Write};
use std::str::FromStr;
use std::time::{Duration, Instant};

use papergames_sos::solve::{Method, SolveError, Solver};
use papergames_sos::store::Store;
use papergames_sos::{Budget, Game, Letter, Move, Player, Position, Rules, Setup, Size, Verdict};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/SOLVED.md");

/// What is found about the start under some rules, and the letters of the methods that found it.
type Found = BTreeMap<(Size, Rules), (String, String)>;

/// The contents of the file: the value of each start, and the values of the first moves.
#[derive(Debug, Default, PartialEq, Eq)]
struct Solved {
    values: Found,
    moves: Found,
}

/// All boards of the first table, in its order.
fn boards() -> Vec<Size> {
    let strips = (3..=25).map(|columns| (1, columns));
    let broad = [(2, 3..=12), (3, 3..=8), (4, 4..=6), (5, 5..=6)];
    let broad = broad
        .into_iter()
        .flat_map(|(rows, columns)| columns.map(move |c| (rows, c)));
    let size = |(rows, columns)| Size::new(rows, columns).expect("a board");
    strips.chain(broad).map(size).collect()
}

/// The boards whose first moves are valued, in the order of the second table.
fn boards_of_moves() -> Vec<Size> {
    let sizes = [
        (1, 7),
        (2, 7),
        (3, 3),
        (3, 4),
        (3, 5),
        (3, 6),
        (4, 4),
        (4, 5),
        (5, 5),
    ];
    let size = |(rows, columns)| Size::new(rows, columns).expect("a board");
    sizes.into_iter().map(size).collect()
}

fn start(size: Size, rules: Rules) -> Position {
    Position::new(size, rules)
}

/// Reads the file.
fn read(text: &str) -> Solved {
    let mut solved = Solved::default();
    for line in text.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let Some(Ok(size)) = cells.get(1).map(|cell| cell.parse::<Size>()) else {
            continue;
        };
        if let Ok(rules) = cells[2].parse::<Rules>() {
            let moves = format!("{} | {}", cells[3], cells[4]);
            let found = (moves, cells[5].to_owned());
            solved.moves.insert((size, rules), found);
            continue;
        }
        for (rules, cell) in Rules::ALL.into_iter().zip(&cells[3..]) {
            if let Some((value, methods)) = cell.split_once(' ') {
                let found = (value.to_owned(), methods.to_owned());
                solved.values.insert((size, rules), found);
            }
        }
    }
    solved
}

/// Writes the file.
fn write(solved: &Solved) -> String {
    let mut text = String::from(
        "# Solved boards\n\n\
         The value of the empty board for the first player, under each rule set: a difference of points where points are \
         counted, otherwise 1 for a win, 0 for a draw, −1 for a loss. The letters say which methods found it, each on its \
         own: `m` plain minimax over positions, `t` a table of all boards, `s` the search with its reductions, `p` a search \
         with no reduction but symmetry. The \
         tables are written by the test `solved`, whose header says how.\n\n\
         | board | cells | general | first | alternating | misere |\n|---|---|---|---|---|---|\n",
    );
    for size in boards() {
        let mut row = format!("| {size} | {} |", size.cells());
        for rules in Rules::ALL {
            match solved.values.get(&(size, rules)) {
                Some((value, methods)) => {
                    let _ = write!(row, " {value} {methods} |");
                }
                None => row.push_str(" |"),
            }
        }
        if solved.values.keys().any(|(known, _)| *known == size) {
            text.push_str(&row);
            text.push('\n');
        }
    }
    text.push_str(
        "\nThe value of each first move for the player who makes it, row by row.\n\n\
         | board | rules | S | O | methods |\n|---|---|---|---|---|\n",
    );
    for size in boards_of_moves() {
        for rules in Rules::ALL {
            if let Some((moves, methods)) = solved.moves.get(&(size, rules)) {
                let _ = writeln!(text, "| {size} | {rules} | {moves} | {methods} |");
            }
        }
    }
    text
}

/// Returns a number as the file shows it.
fn shown(value: i64) -> String {
    value.to_string().replace('-', "−")
}

/// Returns the values of the first moves as the file shows them: `all 0`, or one after another.
fn shown_moves(size: Size, values: &[(Move, i64)]) -> String {
    let of = |letter: Letter| {
        let own = values.iter().filter(|(m, _)| m.letter == letter);
        let own: Vec<String> = own.map(|(_, value)| shown(*value)).collect();
        if own.iter().all(|value| *value == own[0]) {
            return format!("all {}", own[0]);
        }
        let rows: Vec<String> = own
            .chunks(size.columns())
            .map(|row| row.join(","))
            .collect();
        rows.join("/")
    };
    Letter::BOTH.map(of).join(" | ")
}

/// The value for the first player by trying everything.
fn minimax(position: &Position, known: &mut HashMap<Position, i64>) -> i64 {
    if let Some(outcome) = position.outcome() {
        let points = |player| position.points(player) as i64;
        return if position.rules().ends_at_first() {
            outcome.utility(Player::FIRST).into()
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
    let values: Vec<i64> = children.collect();
    let best = if position.turn() == Some(Player::FIRST) {
        values.iter().max()
    } else {
        values.iter().min()
    };
    let value = *best.expect("a game that goes on has a move");
    known.insert(position.clone(), value);
    value
}

/// What the methods may cost.
struct Limits {
    /// The time for one search.
    time: Duration,
    /// The memory for the table of the search, in bytes.
    memory: u64,
    /// Up to how many cells the table of all boards is filled.
    table: usize,
    /// Beyond how many cells the plain search is tried, too.
    plain_search: usize,
    /// Up to how many cells everything is tried.
    plain: usize,
}

/// What the file says about a start: its value, or the values of its first moves.
fn say(
    solver: &mut Solver<'_>,
    position: &Position,
    every_move: bool,
) -> Result<String, SolveError> {
    if every_move {
        let found = solver.solve_every_move(position)?;
        return Ok(shown_moves(position.size(), &found.values));
    }
    let found: Verdict<Move> = solver.solve(position)?;
    let sign = i64::from(found.outcome.utility(Player::FIRST));
    Ok(shown(found.margin.unwrap_or(sign)))
}

/// Solves a board by every method within its limit, and checks that they agree.
fn solve(
    position: &Position,
    limits: &Limits,
    every_move: bool,
    store: Option<&mut Store>,
) -> Option<(String, String)> {
    let cells = position.n_empty();
    let mut found = Vec::new();
    if cells <= limits.plain && !every_move {
        found.push(('m', shown(minimax(position, &mut HashMap::new()))));
    }
    if cells <= limits.table {
        let budget = Budget::new().memory(u64::MAX);
        let mut solver = Solver::new().method(Method::Table).budget(budget);
        let said = say(&mut solver, position, every_move);
        found.push(('t', said.expect("a small board")));
    }
    let limited = || {
        let budget = Budget::new().time(limits.time).memory(limits.memory);
        Solver::new().budget(budget)
    };
    // Where the table is out of reach, the plain search verifies the other.
    if cells > limits.plain_search
        && let Ok(said) = say(&mut limited().method(Method::Plain), position, every_move)
    {
        found.push(('p', said));
    }
    let mut solver = limited();
    if let Some(store) = store {
        solver = solver.store(store);
    }
    match say(&mut solver, position, every_move) {
        Ok(said) => found.push(('s', said)),
        Err(SolveError::Unfinished(_)) => {}
        Err(error) => panic!("{position}: {error}"),
    }
    let (_, value) = found.first()?.clone();
    assert!(
        found.iter().all(|(_, other)| *other == value),
        "{position}: {found:?}"
    );
    Some((value, found.iter().map(|(method, _)| *method).collect()))
}

/// Takes a finding over; it must not differ from an earlier one.
fn take(known: &mut Found, key: (Size, Rules), (value, methods): (String, String)) {
    let entry = known
        .entry(key)
        .or_insert_with(|| (value.clone(), String::new()));
    assert_eq!(entry.0, value, "{} {}", key.0, key.1);
    let both = |c: &char| methods.contains(*c) || entry.1.contains(*c);
    entry.1 = ['m', 't', 's', 'p'].into_iter().filter(both).collect();
}

/// Reads words of the environment, if they are given.
fn chosen<T: FromStr<Err: Debug>>(name: &str) -> Option<Vec<T>> {
    let text = std::env::var(name).ok()?;
    let words = text.split_whitespace();
    Some(words.map(|word| word.parse().expect("a word")).collect())
}

#[test]
#[ignore = "writes SOLVED.md; takes minutes"]
#[expect(clippy::print_stderr, reason = "a long run shows what it does")]
fn write_the_tables_of_solved_boards() {
    let number = |name: &str, usual| chosen::<u64>(name).map_or(usual, |numbers| numbers[0]);
    let limits = Limits {
        time: Duration::from_secs(number("SECONDS", 20)),
        memory: number("MEMORY", 256 << 20),
        table: number("CELLS", 14) as usize,
        plain_search: number("PLAIN", 20) as usize,
        plain: 9,
    };
    let (sizes, rule_sets) = (chosen::<Size>("BOARDS"), chosen::<Rules>("RULES"));
    let moves = chosen::<String>("MOVES").map_or(String::new(), |words| words[0].clone());
    let mut store =
        chosen::<String>("STORE").map(|path| Store::open(&path[0], Solver::KIND).expect("a store"));
    for (every_move, boards) in [(false, boards()), (true, boards_of_moves())] {
        if every_move && moves == "none" || !every_move && moves == "only" {
            continue;
        }
        let wanted = |size: &Size| sizes.as_ref().is_none_or(|sizes| sizes.contains(size));
        for size in boards.into_iter().filter(wanted) {
            let wanted = |rules: &Rules| {
                rule_sets
                    .as_ref()
                    .is_none_or(|chosen| chosen.contains(rules))
            };
            for rules in Rules::ALL.into_iter().filter(wanted) {
                let (position, begun) = (start(size, rules), Instant::now());
                let found = solve(&position, &limits, every_move, store.as_mut());
                eprintln!(
                    "{size} {rules}: {found:?} ({:.1} s)",
                    begun.elapsed().as_secs_f64()
                );
                let Some(found) = found else {
                    continue;
                };
                // Read again each time, for another run may have written meanwhile.
                let mut solved = read(&std::fs::read_to_string(PATH).unwrap_or_default());
                let known = if every_move {
                    &mut solved.moves
                } else {
                    &mut solved.values
                };
                take(known, (size, rules), found);
                std::fs::write(PATH, write(&solved)).expect("the file can be written");
            }
        }
    }
}

#[test]
fn the_tables_of_solved_boards_agree_with_the_solver_on_small_boards() {
    let text = std::fs::read_to_string(PATH).expect("the file is there");
    let solved = read(&text);
    assert_eq!(write(&solved), text, "the file is as the command writes it");
    let limits = Limits {
        time: Duration::MAX,
        memory: 64 << 20,
        table: 10,
        plain_search: 6,
        plain: 7,
    };
    let mut n_boards = 0;
    for rules in Rules::ALL {
        for size in boards().into_iter().filter(|size| size.cells() <= 10) {
            let found = solve(&start(size, rules), &limits, false, None);
            let (value, _) = found.expect("a small board");
            let known = solved.values.get(&(size, rules));
            assert_eq!(
                known.map(|(known, _)| known),
                Some(&value),
                "{size} {rules}"
            );
            n_boards += 1;
        }
        for size in boards_of_moves()
            .into_iter()
            .filter(|size| size.cells() <= 12)
        {
            let found = solve(&start(size, rules), &limits, true, None);
            let (moves, _) = found.expect("a small board");
            let known = solved.moves.get(&(size, rules));
            assert_eq!(
                known.map(|(known, _)| known),
                Some(&moves),
                "{size} {rules}"
            );
            n_boards += 1;
        }
    }
    assert!(n_boards > 50, "{n_boards} boards");
}

/// Other programs, written apart, found these values before; see the headers of the files.
#[test]
fn the_tables_of_solved_boards_agree_with_the_published_values() {
    let solved = read(&std::fs::read_to_string(PATH).expect("the file is there"));
    let rows = |data: &'static str| data.lines().filter(|line| !line.starts_with('#'));
    let mut compared = 0;
    for row in rows(include_str!("data/values.csv")) {
        let cells: Vec<&str> = row.split(',').collect();
        let size: Size = cells[0].parse().expect("a board");
        for (rules, value) in Rules::ALL.into_iter().zip(&cells[1..]) {
            if let Some((found, _)) = solved.values.get(&(size, rules))
                && *value != "."
            {
                assert_eq!(found.replace('−', "-"), *value, "{size} {rules}");
                compared += 1;
            }
        }
    }
    for row in rows(include_str!("data/first_moves.csv")) {
        let cells: Vec<&str> = row.split(';').collect();
        let setup: Setup = cells[0].parse().expect("a setup");
        let Some((found, _)) = solved.moves.get(&(setup.size(), setup.rules())) else {
            continue;
        };
        let published = cells[1..].iter().map(|values| {
            let all: Vec<&str> = values.split(['/', ',']).collect();
            if all.iter().all(|value| *value == all[0]) {
                format!("all {}", all[0])
            } else {
                (*values).to_owned()
            }
        });
        let published: Vec<String> = published.collect();
        assert_eq!(found.replace('−', "-"), published.join(" | "), "{setup}");
        compared += 1;
    }
    assert!(compared > 100, "{compared} values compared");
}
