//! Writes `SOLVED.md`: solves boards, checks each table by a second method, and writes the results to the file.
//!
//! ```text
//! MEMORY=300000000 SECONDS=600 cargo run --release -p papergames-phutball --features store --example solved_boards
//! ```
//!
//! solves all boards of the list whose tables fit into `MEMORY` bytes, the smallest first, until `SECONDS` have passed.
//! `BOARDS="3x9 4x8"` and `RULES="terminal-rows immediate"` choose from the list. `THREADS=2` uses two threads.
//! `STORE=file` keeps values on disk, so that a killed run can resume. Boards beyond the limits keep the rows of
//! earlier runs with larger limits. The program stops if a row differs from the file.

mod rows;

use std::time::{Duration, Instant};

use papergames_phutball::solve::{SolveError, Solver, Tablebase};
use papergames_phutball::store::Store;
use papergames_phutball::{Budget, Rules, Size};

use self::rows::{boards, read, row, write};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/SOLVED.md");

/// Returns the words of an environment variable, or `None` if it is not set.
fn chosen<T: std::str::FromStr<Err: std::fmt::Debug>>(name: &str) -> Option<Vec<T>> {
    let text = std::env::var(name).ok()?;
    let words = text.split_whitespace();
    Some(
        words
            .map(|word| word.parse().expect("a word of the list"))
            .collect(),
    )
}

#[expect(clippy::print_stderr, reason = "a long run shows its progress")]
fn main() {
    let limit = |name: &str, usual| chosen::<u64>(name).map_or(usual, |numbers| numbers[0]);
    let (memory, seconds) = (limit("MEMORY", 20_000_000), limit("SECONDS", 600));
    let threads = limit("THREADS", 1) as usize;
    let (sizes, rule_sets) = (chosen::<Size>("BOARDS"), chosen::<Rules>("RULES"));
    let mut store =
        chosen::<String>("STORE").map(|path| Store::open(&path[0], Solver::KIND).expect("a store"));
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut boards = boards();
    boards.retain(|size| sizes.as_ref().is_none_or(|sizes| sizes.contains(size)));
    boards.sort_by_key(|size| Tablebase::bytes(*size));
    for size in boards {
        if Tablebase::bytes(size).is_none_or(|needed| needed > memory) {
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
            let budget = Budget::new().memory(memory).time(left);
            let mut solver = Solver::new().budget(budget).threads(threads);
            if let Some(store) = &mut store {
                solver = solver.store(store);
            }
            let table = match solver.table(size, rules) {
                Ok(table) => table,
                Err(SolveError::Unfinished(reason)) => {
                    eprintln!("{size} {rules}: {reason}");
                    return;
                }
                Err(error) => panic!("{size} {rules}: {error}"),
            };
            let solved = begun.elapsed();
            table
                .check(threads, &Budget::new(), &mut |_| {})
                .expect("values that follow");
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
