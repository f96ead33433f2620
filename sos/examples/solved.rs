//! Writes `sos/SOLVED.md`, the tables of solved boards.
//!
//! ```text
//! cargo run --release -p papergames-sos --example solved -- --seconds 60 --cells 16
//! ```
//!
//! solves every board of the list by search within a time limit, by table up to a number of cells, and by plain minimax
//! up to nine cells; then the first moves of the boards of a second list. A value that differs from the one in the file
//! is an error. Boards out of reach keep the results of an earlier run with larger limits. All options:
//!
//! | option | meaning | default |
//! |---|---|---|
//! | `--seconds N` | the time for each search | 20 |
//! | `--memory BYTES` | the memory for each search | 256 MiB |
//! | `--cells N` | the maximum number of cells for a table of all boards | 14 |
//! | `--boards "4x5 5x5"` | only these boards | all |
//! | `--rules "general first"` | only these rules | all |
//! | `--moves only` | only the values of first moves; `none` leaves them out | both |
//! | `--players only` | only the results that each of several players can force; `none` leaves them out | both |
//! | `--store FILE` | saves results of the search, so that a killed run can resume | none |
//!
//! The file in the repository comes from `--cells 20` (which takes 3.5 GB); 5x5 from `--memory 6000000000 --seconds
//! 5000`; 3x8 and 4x6 from `--memory 6000000000` (170 s and 98 s under the general rules, 13 s and 69 s where the first
//! S-O-S wins). With these options, 5x6 under the general rules did not end within 2400 s. The letters `b` and `c` are
//! entered by hand from the output of `examples/boards.rs` and `papergames check`; no program writes `p` and `r` today.

#![expect(clippy::print_stdout, reason = "a program prints")]

use papergames_sos::{Columns, Rows};
use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::fmt::{Display, Write};
use std::str::FromStr;
use std::time::{Duration, Instant};

use papergames_sos::solve::{Method, SolveError, Solver};
use papergames_sos::store::Store;
use papergames_sos::{
    Budget, Game, Guarantee, Letter, Move, Player, Position, Rules, Size, Verdict,
};

pub(crate) const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/SOLVED.md");

/// A text for each rule set.
pub(crate) type OfRules = [String; Rules::ALL.len()];

/// The result for a start under some rules, and the letters of the methods that found it.
pub(crate) type Found = BTreeMap<(Size, Rules), (String, String)>;

/// The contents of the file: the value of each start, and the values of the first moves.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Solved {
    /// The value of each start.
    pub(crate) values: Found,
    /// The values of the first moves.
    pub(crate) moves: Found,
    /// The result that each player can force alone, by board and number of players, for each rule set.
    pub(crate) guarantees: BTreeMap<(Size, usize), OfRules>,
}

/// All boards of the first table, in its order.
pub(crate) fn boards() -> Vec<Size> {
    let strips = (3..=31).map(|columns| (1, columns));
    let broad = [(2, 3..=15), (3, 3..=10), (4, 4..=7), (5, 5..=6)];
    let broad = broad
        .into_iter()
        .flat_map(|(rows, columns)| columns.map(move |c| (rows, c)));
    let size = |(rows, columns)| Size::new(Rows(rows), Columns(columns)).expect("a board");
    strips.chain(broad).map(size).collect()
}

/// Returns the boards whose first moves are solved, in the order of the second table.
pub(crate) fn boards_of_moves() -> Vec<Size> {
    let sizes = [
        (1, 7),
        (2, 7),
        (3, 3),
        (3, 4),
        (3, 5),
        (3, 6),
        (3, 7),
        (3, 8),
        (3, 9),
        (4, 4),
        (4, 5),
        (4, 6),
        (5, 5),
    ];
    let size = |(rows, columns)| Size::new(Rows(rows), Columns(columns)).expect("a board");
    sizes.into_iter().map(size).collect()
}

/// Reads the file.
pub(crate) fn read(text: &str) -> Solved {
    let mut solved = Solved::default();
    for line in text.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let size = cells.get(1).map(|cell| cell.parse::<Size>());
        let Some(Ok(size)) = size else {
            let game = cells.get(1).and_then(|cell| cell.split_once(" for "));
            if let Some((sizes, players)) = game {
                let players = players.parse().expect("a number of players");
                let found: OfRules = core::array::from_fn(|rules| cells[2 + rules].to_owned());
                for size in boards_of_range(sizes) {
                    solved.guarantees.insert((size, players), found.clone());
                }
            }
            continue;
        };
        if let Ok(rules) = cells[2].parse::<Rules>() {
            let moves = format!("{} | {}", cells[3], cells[4]);
            let found = (moves, cells[5].to_owned());
            solved.moves.insert((size, rules), found);
            continue;
        }
        for (rules, cell) in Rules::ALL.into_iter().zip(&cells[2..]) {
            if let Some((value, methods)) = cell.split_once(' ') {
                let found = (value.to_owned(), methods.to_owned());
                solved.values.insert((size, rules), found);
            }
        }
    }
    solved
}

/// Writes the file.
pub(crate) fn write(solved: &Solved) -> String {
    let mut text = String::from(
        "# Solved boards\n\n\
         This table has the value of each empty board for the first player under the rule sets that the\n\
         crate's README explains: the difference in points under `general` and `alternating`, and 1 for a win, 0\n\
         for a draw and −1 for a loss under `first` and `misere`. An empty cell was not computed, but theorems\n\
         give some of these values (`theory::value_of_start`).\n\n\
         `examples/solved.rs` writes this file. The letters after a value name the methods that found it: `m` is\n\
         minimax, `t` a table of all boards, `s` the search, and `p` a search that only uses symmetry. Three\n\
         programs share no code with the crate: `b` is `examples/boards.rs`, `c` is `papergames check`, and `r`\n\
         tried rows. Only the history of the repository has `p` (`git show a3c2a400:sos/src/solve/plain.rs`)\n\
         and `r` (`git show 0bf788d:sos/examples/rows.rs`).\n\n",
    );
    text.push_str(&head("board"));
    for size in boards() {
        let mut row = format!("| {size} |");
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
        "\nThis table has the value of each first move for the player who makes it, row by row. A single number\n\
         is the value of all moves with this letter.\n\n\
         | board | rules | S | O | methods |\n|---|---|---|---|---|\n",
    );
    for size in boards_of_moves() {
        for rules in Rules::ALL {
            if let Some((moves, methods)) = solved.moves.get(&(size, rules)) {
                let _ = writeln!(text, "| {size} | {rules} | {moves} | {methods} |");
            }
        }
    }
    text.push_str(
        "\nThis table has the best result that each of three or four players can force alone against all others\n\
         together, in the order of turns: `w` is a win, `s` a share of the win or a draw, and `l` a loss.\n\
         `Solver::guarantees` found them; tests compare it with plain minimax on small boards.\n\n",
    );
    text.push_str(&head("game"));
    for players in 3..=4 {
        let all = solved.guarantees.iter().filter(|((_, n), _)| *n == players);
        let all: Vec<_> = all.map(|((size, _), found)| (*size, found)).collect();
        // Boards that differ only in their columns share a row if they have the same entries.
        for run in all.chunk_by(|(a, one), (b, other)| {
            (a.rows(), a.columns() + 1, one) == (b.rows(), b.columns(), other)
        }) {
            let ((first, found), (last, _)) = (run[0], run[run.len() - 1]);
            let to = match run.len() {
                1 => String::new(),
                _ => format!("..{}", last.columns()),
            };
            let _ = writeln!(
                text,
                "| {first}{to} for {players} | {} |",
                found.join(" | ")
            );
        }
    }
    text
}

/// Returns the head of a table with a column for each rule set.
fn head(first: &str) -> String {
    let names = Rules::ALL.map(Rules::name).join(" | ");
    let rules = "---|".repeat(1 + Rules::ALL.len());
    format!("| {first} | {names} |\n|{rules}\n")
}

/// Returns the boards that a row names: `1x5`, or `1x5..16` for those with 5 to 16 columns.
fn boards_of_range(text: &str) -> Vec<Size> {
    let (first, last) = text.split_once("..").unwrap_or((text, ""));
    let first: Size = first.parse().expect("a size");
    let last = last.parse().unwrap_or(first.columns());
    let sizes =
        (first.columns()..=last).map(|columns| Size::new(Rows(first.rows()), Columns(columns)));
    sizes.map(|size| size.expect("a board")).collect()
}

/// The games of the third table: boards with their numbers of players.
pub(crate) fn games_of_guarantees() -> Vec<(Size, usize)> {
    let boards = boards();
    let few = boards.into_iter().filter(|size| size.n_cells() <= 16);
    few.flat_map(|size| [(size, 3), (size, 4)]).collect()
}

/// Returns the result that each player can force alone under each rule set, or `None` if a limit is reached.
pub(crate) fn guarantees(size: Size, players: usize, limits: &Limits) -> Option<OfRules> {
    let mut rows = Vec::new();
    for rules in Rules::ALL {
        let start = Position::for_players(players, size, rules).expect("few players");
        let budget = Budget::new().time(limits.time).memory(limits.memory);
        let mut solver = Solver::new().budget(budget);
        let found = match solver.guarantees(&start) {
            Ok(found) => found.each,
            Err(SolveError::Unfinished(_)) => return None,
            Err(error) => panic!("{start}: {error}"),
        };
        let letter = |guarantee| match guarantee {
            Guarantee::Win => 'w',
            Guarantee::Share => 's',
            Guarantee::Loss => 'l',
        };
        rows.push(found.into_iter().map(letter).collect());
    }
    rows.try_into().ok()
}

/// Formats a number for the file.
pub(crate) fn shown(value: i64) -> String {
    value.to_string().replace('-', "−")
}

/// Formats the values of the first moves for the file: one number if all are equal, or one after another.
pub(crate) fn shown_moves(size: Size, values: &[(Move, i64)]) -> String {
    let of = |letter: Letter| {
        let own = values.iter().filter(|(m, _)| m.letter == letter);
        let own: Vec<String> = own.map(|(_, value)| shown(*value)).collect();
        if own.iter().all(|value| *value == own[0]) {
            return own[0].clone();
        }
        let rows: Vec<String> = own
            .chunks(size.columns())
            .map(|row| row.join(","))
            .collect();
        rows.join("/")
    };
    [Letter::S, Letter::O].map(of).join(" | ")
}

/// Returns the value for the first player by plain minimax.
fn minimax(position: &Position, known: &mut HashMap<Position, i64>) -> i64 {
    if let Some(outcome) = position.outcome() {
        let points = |player| position.points(player) as i64;
        return if position.rules().ends_at_first() {
            outcome.utility(Player::FIRST).into()
        } else {
            let ahead = (points(Player::FIRST) - points(Player::SECOND)).abs();
            ahead * i64::from(outcome.utility(Player::FIRST))
        };
    }
    if let Some(value) = known.get(position) {
        return *value;
    }
    let children = position
        .moves()
        .into_iter()
        .map(|m| minimax(&position.child_unchecked(&m), known));
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

/// The limits of the methods.
#[derive(Debug)]
pub(crate) struct Limits {
    /// The time for one search.
    pub(crate) time: Duration,
    /// The memory for the table of the search, in bytes.
    pub(crate) memory: u64,
    /// The most cells for a table of all boards.
    pub(crate) table: usize,
    /// The most cells for plain minimax.
    pub(crate) plain: usize,
}

/// The file's text for a start: its value, or the values of its first moves.
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
    println!("  {} nodes", found.cost.nodes);
    let sign = i64::from(found.outcome.utility(Player::FIRST));
    Ok(shown(found.margin.unwrap_or(sign)))
}

/// Solves a board by every method within its limit, and checks that they agree.
pub(crate) fn solve(
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
    let budget = Budget::new().time(limits.time).memory(limits.memory);
    let mut solver = Solver::new().budget(budget);
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

/// Adds a result to the known ones, which must agree with it.
fn take(known: &mut Found, key: (Size, Rules), (value, methods): (String, String)) {
    let entry = known
        .entry(key)
        .or_insert_with(|| (value.clone(), String::new()));
    assert_eq!(entry.0, value, "{} {}", key.0, key.1);
    let both = |c: &char| methods.contains(*c) || entry.1.contains(*c);
    entry.1 = ['m', 't', 's', 'p', 'r', 'b', 'c']
        .into_iter()
        .filter(both)
        .collect();
}

/// The options of the command line, each with a value.
struct Options(HashMap<String, String>);

impl Options {
    const KNOWN: [&str; 8] = [
        "seconds", "memory", "cells", "boards", "rules", "moves", "players", "store",
    ];

    fn read(words: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut options = HashMap::new();
        let mut words = words;
        while let Some(word) = words.next() {
            let known = word
                .strip_prefix("--")
                .filter(|name| Options::KNOWN.contains(name));
            let name = known.ok_or_else(|| format!("unknown option `{word}`"))?;
            let value = words
                .next()
                .ok_or_else(|| format!("`{word}` needs a value"))?;
            options.insert(name.to_owned(), value);
        }
        Ok(Options(options))
    }

    fn number(&self, name: &str, usual: u64) -> Result<u64, String> {
        let Some(text) = self.0.get(name) else {
            return Ok(usual);
        };
        let number = text.parse();
        number.map_err(|_| format!("`--{name}` must be followed by a number, found `{text}`"))
    }

    /// Returns the listed values, or `None` for all of them.
    fn list<T: FromStr<Err: Display>>(&self, name: &str) -> Result<Option<Vec<T>>, String> {
        let Some(text) = self.0.get(name) else {
            return Ok(None);
        };
        let words = text.split_whitespace().map(str::parse);
        let list = words.collect::<Result<Vec<T>, _>>();
        list.map(Some).map_err(|error| format!("--{name}: {error}"))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::read(std::env::args().skip(1))?;
    let limits = Limits {
        time: Duration::from_secs(options.number("seconds", 20)?),
        memory: options.number("memory", 256 << 20)?,
        table: options.number("cells", 14)? as usize,
        plain: 9,
    };
    let sizes = options.list::<Size>("boards")?;
    let rule_sets = options.list::<Rules>("rules")?;
    let moves = options.0.get("moves").map_or("", String::as_str);
    let mut store = match options.0.get("store") {
        Some(path) => Some(Store::open(path, Solver::KIND)?),
        None => None,
    };
    let players = options.0.get("players").map_or("", String::as_str);
    if players != "none" {
        for (size, players) in games_of_guarantees() {
            if sizes.as_ref().is_some_and(|sizes| !sizes.contains(&size)) {
                continue;
            }
            let begun = Instant::now();
            let found = guarantees(size, players, &limits);
            let seconds = begun.elapsed().as_secs_f64();
            println!("{size} for {players}: {found:?} ({seconds:.1} s)");
            if let Some(found) = found {
                let mut solved = read(&std::fs::read_to_string(PATH).unwrap_or_default());
                let entry = solved.guarantees.entry((size, players));
                assert_eq!(*entry.or_insert_with(|| found.clone()), found);
                std::fs::write(PATH, write(&solved))?;
            }
        }
    }
    if players == "only" {
        return Ok(());
    }
    for (every_move, boards) in [(false, boards()), (true, boards_of_moves())] {
        if every_move && moves == "none" || !every_move && moves == "only" {
            continue;
        }
        let wanted = |size: &Size| sizes.as_ref().is_none_or(|sizes| sizes.contains(size));
        for size in boards.into_iter().filter(wanted) {
            let wanted = |rules: &Rules| rule_sets.as_ref().is_none_or(|sets| sets.contains(rules));
            for rules in Rules::ALL.into_iter().filter(wanted) {
                let (position, begun) = (Position::new(size, rules), Instant::now());
                let found = solve(&position, &limits, every_move, store.as_mut());
                let seconds = begun.elapsed().as_secs_f64();
                println!("{size} {rules}: {found:?} ({seconds:.1} s)");
                if let Some(found) = found {
                    keep(every_move, (size, rules), found)?;
                }
            }
        }
    }
    Ok(())
}

/// Adds a result to the file. Reads the file again first, because another run may have changed it.
fn keep(
    every_move: bool,
    key: (Size, Rules),
    found: (String, String),
) -> Result<(), std::io::Error> {
    let mut solved = read(&std::fs::read_to_string(PATH).unwrap_or_default());
    let known = if every_move {
        &mut solved.moves
    } else {
        &mut solved.values
    };
    take(known, key, found);
    std::fs::write(PATH, write(&solved))
}
