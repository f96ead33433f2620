//! Compares the quick rows of `SOLVED.md` with the solver, and with published counts.

#[path = "../examples/solved_boards/rows.rs"]
mod rows;

use std::time::SystemTime;

use papergames_phutball::solve::{Solver, Tablebase};
use papergames_phutball::{Budget, Random, Seeded};

use self::rows::{read, row, write};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/SOLVED.md");

#[test]
fn the_table_of_solved_boards_agrees_with_the_solver_on_small_boards() {
    let text = std::fs::read_to_string(PATH).expect("the file is there");
    let rows = read(&text);
    assert_eq!(write(&rows), text, "the file is as the example writes it");
    let mut n_boards = 0;
    for ((size, rules), found) in &rows {
        if Tablebase::bytes(*size).is_some_and(|needed| needed <= 200_000) {
            let table = Solver::new().table(*size, *rules).expect("a small board");
            assert_eq!(row(&table), *found, "{size} {rules}");
            assert_eq!(
                table.check(1, &Budget::new(), &mut |_| {}),
                Ok(()),
                "{size} {rules}"
            );
            n_boards += 1;
        }
    }
    assert!(n_boards > 50, "{n_boards} boards");
}

/// Solves larger boards drawn at random; the message of a failure names the seed.
#[test]
fn rows_drawn_at_random_agree_with_the_solver() {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let seed = now.expect("a time after 1970").as_secs();
    let rows = read(&std::fs::read_to_string(PATH).expect("the file is there"));
    let middle = rows.iter().filter(|((size, _), _)| {
        Tablebase::bytes(*size).is_some_and(|needed| (200_001..1_000_000).contains(&needed))
    });
    let middle: Vec<_> = middle.collect();
    let random = &mut Seeded::new(seed);
    for _ in 0..2 {
        let ((size, rules), known) = middle[random.below(middle.len() as u64) as usize];
        let table = Solver::new().table(*size, *rules).expect("a small board");
        assert_eq!(row(&table), *known, "{size} {rules}, seed {seed}");
    }
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
                let winning = cells[4].replace(',', " ");
                assert!(men == "-" || winning == men, "{size} {rules}: {found}");
                compared += 1;
            }
        }
    }
    assert!(compared > 60, "{compared} boards compared");
}
