//! Checks the quick rows of `SOLVED.md`, which `examples/solved.rs` writes.

#[path = "../examples/solved.rs"]
#[expect(dead_code, reason = "the program also has a main function")]
mod program;

/// The second method of boards that are too large for a table; it shares no code with the crate.
#[path = "../examples/boards.rs"]
#[allow(dead_code, reason = "the program also has a main function")]
mod own;

use std::time::{Duration, SystemTime};

use papergames_sos::solve::Solver;
use papergames_sos::{Player, Position, Random, Rules, Seeded, Size};

use program::{Limits, PATH, boards, boards_of_moves, guarantees, read, solve, write};

#[test]
fn the_tables_of_solved_boards_agree_with_the_solver_on_small_boards() {
    let text = std::fs::read_to_string(PATH).expect("the file is there");
    let solved = read(&text);
    assert_eq!(write(&solved), text, "the file is as the program writes it");
    let limits = Limits {
        time: Duration::MAX,
        memory: 64 << 20,
        table: 10,
        plain: 7,
    };
    let mut n_boards = 0;
    for rules in Rules::ALL {
        for size in boards().into_iter().filter(|size| size.n_cells() <= 10) {
            let found = solve(&Position::new(size, rules), &limits, false, None);
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
            .filter(|size| size.n_cells() <= 12)
        {
            let found = solve(&Position::new(size, rules), &limits, true, None);
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
    for ((size, players), known) in &solved.guarantees {
        if size.n_cells() <= 7 {
            let found = guarantees(*size, *players, &limits);
            assert_eq!(found.as_ref(), Some(known), "{size} for {players}");
            n_boards += 1;
        }
    }
    assert!(n_boards > 60, "{n_boards} boards");
}

#[test]
fn the_table_agrees_with_the_program_for_boards() {
    let solved = read(&std::fs::read_to_string(PATH).expect("the file is there"));
    for rules in Rules::ALL {
        let (by, decided_by_traps) = match rules {
            Rules::General => (own::Rules::General, false),
            Rules::First => (own::Rules::First, true),
            Rules::Alternating => (own::Rules::Alternating, false),
            Rules::Misere => (own::Rules::Misere, true),
            _ => unreachable!("this test does not know the rules {rules}"),
        };
        for size in boards().into_iter().filter(|size| size.n_cells() <= 16) {
            let (known, methods) = &solved.values[&(size, rules)];
            assert!(methods.contains('b'), "{size} {rules}");
            // The search without the facts about traps takes too long on more than 12 cells.
            let ways = match size.n_cells() {
                0..=12 => &[false, true][..],
                _ if decided_by_traps => &[false],
                _ => &[],
            };
            for plain in ways {
                let board = own::Board::new(size.rows(), size.columns());
                let value = own::Search::new(board, by, *plain, 1 << 18).start();
                let what = format!("{size} {rules}, plain: {plain}");
                assert_eq!(known.replace('−', "-"), value.to_string(), "{what}");
            }
        }
    }
}

/// Solves rows drawn at random; the message of a failure names the seed.
#[test]
fn rows_drawn_at_random_agree_with_the_solver() {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let seed = now.expect("a time after 1970").as_secs();
    let solved = read(&std::fs::read_to_string(PATH).expect("the file is there"));
    let is_quick = |(size, rules): &(Size, Rules)| {
        size.n_cells()
            <= match rules {
                Rules::Misere if size.rows() < 3 => 31,
                Rules::First => 18,
                Rules::General | Rules::Misere => 15,
                Rules::Alternating => 13,
                _ => unreachable!("this test does not know the rules {rules}"),
            }
    };
    let rows: Vec<_> = solved
        .values
        .iter()
        .filter(|(key, _)| is_quick(key))
        .collect();
    let random = &mut Seeded::new(seed);
    for _ in 0..6 {
        let ((size, rules), (value, _)) = rows[random.below(rows.len() as u64) as usize];
        let verdict = Solver::new().solve(&Position::new(*size, *rules));
        let verdict = verdict.expect("a small board");
        let sign = i64::from(verdict.outcome.utility(Player::FIRST));
        let found = verdict.margin.unwrap_or(sign).to_string();
        assert_eq!(
            found,
            value.replace('−', "-"),
            "{size} {rules}, seed {seed}"
        );
    }
}

/// Independent programs found these values before; see the headers of the files.
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
        let setup: Position = cells[0].parse().expect("a setup");
        let Some((found, _)) = solved.moves.get(&(setup.size(), setup.rules())) else {
            continue;
        };
        let published = cells[1..].iter().map(|values| {
            let all: Vec<&str> = values.split(['/', ',']).collect();
            if all.iter().all(|value| *value == all[0]) {
                all[0].to_owned()
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
