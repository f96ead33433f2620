//! Exact values: both methods against plain minimax, and against the published tables in `data`.
//!
//! The tables that take longer run with
//! `cargo test --release -p papergames-sos --test all solve:: -- --ignored`.

use std::collections::HashMap;

use common::Limit;
use papergames_sos::solve::{Method, MoveValues, SolveError, Solver};
use papergames_sos::{
    Budget, Game, Move, Outcome, Player, Position, Rules, Seeded, Verdict, playout,
};

fn start(setup: &str) -> Position {
    setup.parse::<Position>().expect("the setup is well formed")
}

fn solve(position: &Position, method: Method) -> MoveValues {
    let mut solver = Solver::new()
        .method(method)
        .budget(Budget::new().memory(64 << 20));
    let found = solver.solve_every_move(position);
    found.expect("the board is small")
}

/// Returns the value for the first player: the margin if points decide, otherwise 1, 0 or −1.
fn value_of(verdict: &Verdict<Move>) -> i64 {
    let sign = match verdict.outcome {
        Outcome::Win(Player::FIRST) => 1,
        Outcome::Draw => 0,
        Outcome::Win(_) | Outcome::Shared(_) => -1,
    };
    if let Some(margin) = verdict.margin {
        assert_eq!(margin.signum(), sign, "the margin decides");
    }
    verdict.margin.unwrap_or(sign)
}

/// Returns the best moves of a verdict.
fn best(verdict: &Verdict<Move>) -> &[Move] {
    verdict.moves.as_deref().expect("the solver names moves")
}

/// Returns the rows of a data file, split at `separator`.
fn rows(data: &str, separator: char) -> impl Iterator<Item = Vec<&str>> {
    let lines = data.lines().filter(|line| !line.starts_with('#'));
    lines.map(move |line| line.split(separator).collect())
}

/// Returns the value for the first player by plain minimax, using only [`Game`].
fn minimax(position: &Position, known: &mut HashMap<Position, i64>) -> i64 {
    if let Some(outcome) = position.outcome() {
        return if position.rules().ends_at_first() {
            outcome.utility(Player::FIRST).into()
        } else {
            let points = |player| position.points(player) as i64;
            let ahead = (points(Player::FIRST) - points(Player::SECOND)).abs();
            ahead * i64::from(outcome.utility(Player::FIRST))
        };
    }
    if let Some(value) = known.get(position) {
        return *value;
    }
    let children = position.moves().into_iter().map(|m| {
        let child = position.child(&m).expect("a listed move is legal");
        minimax(&child, known)
    });
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

/// Compares both methods with plain minimax in a position and after each of its moves.
#[track_caller]
fn check_against_minimax(position: &Position, known: &mut HashMap<Position, i64>) {
    let value = minimax(position, known);
    let values = position.moves().into_iter().map(|m| {
        let child = position.child(&m).expect("a listed move is legal");
        (m, minimax(&child, known))
    });
    let values: Vec<(Move, i64)> = values.collect();
    for method in [Method::Search, Method::Table] {
        let found = solve(position, method);
        assert_eq!(
            (value_of(&found.verdict), &found.values),
            (value, &values),
            "{method} of {position}"
        );
    }
}

#[test]
fn both_methods_agree_with_minimax_on_small_boards() {
    for size in [
        "1x3", "3x1", "1x4", "1x5", "1x6", "1x7", "2x3", "3x2", "2x4", "3x3",
    ] {
        for rules in Rules::ALL {
            let start = start(&format!("{size}:{rules}"));
            let mut known = HashMap::new();
            check_against_minimax(&start, &mut known);
            for seed in 0..6 {
                let letters = 1 + seed % 5;
                let position =
                    playout::play_at_most(start.clone(), letters, &mut Seeded::new(seed));
                check_against_minimax(&position, &mut known);
            }
        }
    }
}

/// Compares the search with minimax late in games on larger boards, where lines are dead and points were made.
#[test]
fn the_search_agrees_with_minimax_late_in_games_on_larger_boards() {
    for setup in [
        "3x5",
        "4x4",
        "5x5",
        "5x6:first",
        "4x5:alternating",
        "5x5:misere",
        "2x9",
        "1x25",
    ] {
        let start = start(setup);
        let letters = start.n_empty() as u64 - 5;
        for seed in 0..40 {
            let position = playout::play_at_most(start.clone(), letters, &mut Seeded::new(seed));
            let value = minimax(&position, &mut HashMap::new());
            let mut solver = Solver::new().budget(Budget::new().memory(1 << 16));
            let found = solver.solve(&position).expect("a few cells are empty");
            assert_eq!(value_of(&found), value, "{position}");
        }
    }
}

/// Compares the search with the table in many positions of a board. Each position builds its own table, so the boards
/// are small.
#[test]
fn the_methods_agree() {
    for size in ["2x5", "3x3", "1x9", "1x10"] {
        for rules in Rules::ALL {
            let start = start(&format!("{size}:{rules}"));
            for seed in 0..25 {
                let letters = seed % 7;
                let position =
                    playout::play_at_most(start.clone(), letters, &mut Seeded::new(seed));
                let found = solve(&position, Method::Search);
                let again = solve(&position, Method::Table);
                assert_eq!(found.values, again.values, "{position}");
                let verdicts = [&found.verdict, &again.verdict];
                let [one, two] = verdicts.map(|v| (v.outcome, v.margin, &v.moves));
                assert_eq!(one, two, "{position}");
            }
        }
    }
}

/// Compares the search with the published values, for boards up to a number of cells.
fn check_values(cells: std::ops::RangeInclusive<usize>, method: Method) {
    let mut n_values = 0;
    for row in rows(include_str!("data/values.csv"), ',') {
        let columns = Rules::ALL.iter().zip(&row[1..]);
        for (rules, value) in columns.filter(|(_, value)| **value != ".") {
            let position = start(&format!("{}:{rules}", row[0]));
            if !cells.contains(&position.n_empty()) {
                continue;
            }
            let budget = Budget::new().memory(1 << 30);
            let mut solver = Solver::new().method(method).budget(budget);
            let found = solver.solve(&position).expect("the board is small");
            let found = value_of(&found).to_string();
            assert_eq!(found, *value, "{} {rules}", row[0]);
            n_values += 1;
        }
    }
    assert!(n_values > 0);
}

#[test]
fn the_search_finds_the_published_values_of_small_boards() {
    check_values(3..=13, Method::Search);
}

#[test]
fn the_table_has_the_published_values_of_small_boards() {
    check_values(3..=11, Method::Table);
}

#[test]
#[ignore = "takes minutes"]
fn the_search_finds_the_published_values_of_all_boards() {
    check_values(14..=25, Method::Search);
}

#[test]
#[ignore = "takes minutes and 400 MB"]
fn the_table_has_the_published_values_of_larger_boards() {
    check_values(12..=18, Method::Table);
}

/// Compares the value of every first move with the table.
#[track_caller]
fn check_first_moves(setup: &str) {
    let row = rows(include_str!("data/first_moves.csv"), ';').find(|row| row[0] == setup);
    let row = row.expect("the table has the setup");
    let found = Solver::new().solve_every_move(&start(setup));
    let found = found.expect("the board is small");
    for (letter, expected) in [papergames_sos::Letter::S, papergames_sos::Letter::O]
        .into_iter()
        .zip(&row[1..])
    {
        let expected = expected.split(['/', ',']).map(str::parse::<i64>);
        let expected: Result<Vec<i64>, _> = expected.collect();
        let own = found.values.iter().filter(|(m, _)| m.letter == letter);
        let own: Vec<i64> = own.map(|(_, value)| *value).collect();
        assert_eq!(Ok(own), expected, "{letter} on {setup}");
    }
}

#[test]
fn the_values_of_first_moves_on_small_boards_are_as_published() {
    for setup in [
        "1x4:first",
        "1x7",
        "1x7:first",
        "1x7:alternating",
        "3x3",
        "3x3:first",
        "3x3:alternating",
        "3x3:misere",
        "3x4",
        "3x4:first",
        "3x4:alternating",
        "4x4:first",
        "2x7",
        "2x7:first",
        "3x5:first",
    ] {
        check_first_moves(setup);
    }
}

#[test]
#[ignore = "takes a minute"]
fn the_values_of_first_moves_on_larger_boards_are_as_published() {
    for setup in [
        "3x5",
        "3x5:alternating",
        "3x6",
        "3x6:first",
        "4x4",
        "4x4:alternating",
        "4x5:first",
    ] {
        check_first_moves(setup);
    }
}

/// Returns the cells, counted from 1, at which a letter has the given value on a strip.
fn cells_with(found: &MoveValues, letter: char, value: i64) -> String {
    let own = found
        .values
        .iter()
        .filter(|(m, v)| m.letter.to_char() == letter && *v == value);
    let cells: Vec<String> = own.map(|(m, _)| (m.cell.column + 1).to_string()).collect();
    cells.join(",")
}

#[test]
fn the_winning_first_moves_on_strips_are_as_published() {
    for row in rows(include_str!("data/strips.csv"), ';') {
        let found = solve(&start(&format!("1x{}:first", row[0])), Method::Search);
        assert_eq!(cells_with(&found, 'S', 1), row[1], "S on {}", row[0]);
        assert_eq!(cells_with(&found, 'O', 1), row[2], "O on {}", row[0]);
    }
}

#[test]
fn the_first_player_draws_on_fourteen_cells_only_with_an_o_in_the_middle() {
    let found = solve(&start("1x14:first"), Method::Search);
    assert_eq!(
        (
            value_of(&found.verdict),
            cells_with(&found, 'S', 0),
            cells_with(&found, 'O', 0)
        ),
        (0, String::new(), "7,8".into())
    );
}

#[test]
fn no_position_on_3x3_is_lost_for_the_player_to_move() {
    // The reference found this for the usual rules and for those in which the first S-O-S wins.
    for rules in [Rules::General, Rules::First] {
        let start = start(&format!("3x3:{rules}"));
        for seed in 0..60 {
            let position = playout::play_at_most(start.clone(), seed % 8, &mut Seeded::new(seed));
            let Some(mover) = position.turn() else {
                continue;
            };
            let ahead = position.points(mover) as i64 - position.points(mover.opponent()) as i64;
            let sign = if mover == Player::FIRST { 1 } else { -1 };
            let found = sign * value_of(&solve(&position, Method::Search).verdict);
            assert!(found >= ahead, "{position}");
        }
    }
}

#[test]
fn a_finished_game_has_the_value_of_its_result_for_the_first_player() {
    for (text, value) in [
        ("SOS:-:0-1", -1),
        ("SOS:-:1-0:first", 1),
        ("SOS:-:1-0:misere", -1),
        ("OOO:-:0-0", 0),
    ] {
        let position: Position = text.parse().expect("a position");
        for method in [Method::Search, Method::Table] {
            let found = solve(&position, method).verdict;
            assert_eq!((value_of(&found), best(&found)), (value, &[][..]), "{text}");
            assert_eq!(Some(found.outcome), position.outcome(), "{text}");
        }
    }
}

#[test]
fn what_cannot_be_solved_is_refused_with_a_reason() {
    let refuse =
        |solver: &mut Solver<'_>, setup: &str| solver.solve(&start(setup)).unwrap_err().to_string();
    assert_eq!(
        refuse(&mut Solver::new(), "3x3:general:3"),
        "only games for two players have a value, but this game has 3 players"
    );
    assert_eq!(
        refuse(&mut Solver::new(), "8x8"),
        "a board of 8x8 is too large to solve; at most 31 cells are supported"
    );
    assert_eq!(
        refuse(&mut Solver::new().method(Method::Table), "4x5"),
        "the table of all 4x5 boards needs 3486784401 bytes, but the memory limit is 268435456"
    );
}

#[test]
fn a_spent_budget_ends_the_work_at_once() {
    let mut solver = Solver::new().budget(Budget::new().nodes(1000));
    let error = solver.solve(&start("5x6")).unwrap_err();
    let SolveError::Unfinished(error) = error else {
        panic!("{error}");
    };
    assert_eq!((error.nodes, error.limit), (1000, Limit::Nodes));
    let mut solver = Solver::new()
        .method(Method::Table)
        .budget(Budget::new().nodes(1000));
    assert!(matches!(
        solver.solve(&start("3x4")),
        Err(SolveError::Unfinished(error)) if error.limit == Limit::Nodes
    ));
}

#[test]
fn without_every_move_one_best_move_is_named() {
    for setup in ["1x7:first", "4x4:first", "3x4", "2x6:alternating"] {
        let all = solve(&start(setup), Method::Search);
        for method in [Method::Search, Method::Table] {
            let one = Solver::new()
                .method(method)
                .solve(&start(setup))
                .expect("a small board");
            assert_eq!(value_of(&one), value_of(&all.verdict), "{setup}");
            assert_eq!(best(&one).len(), 1, "{setup}");
            assert!(best(&all.verdict).contains(&best(&one)[0]), "{setup}");
        }
    }
}

#[test]
fn the_margin_is_for_the_first_player_whoever_is_to_move() {
    for (text, margin, winner) in [
        ("SO.:1:0-0", 1, Player::FIRST),
        ("SO./..S:2:0-0", -1, Player::SECOND),
        ("SO./..O/SOS:1:0-1:alternating", 0, Player::FIRST),
    ] {
        let position: Position = text.parse().expect("a position");
        for method in [Method::Search, Method::Table] {
            let mut solver = Solver::new().method(method);
            let found = solver.solve(&position).expect("a small board");
            assert_eq!(found.margin, Some(margin), "{method} of {text}");
            if margin != 0 {
                assert_eq!(found.winner(), Some(winner), "{method} of {text}");
            }
        }
    }
}

#[test]
fn a_value_is_verified_by_the_table_or_else_by_a_proof() {
    for setup in ["3x5:first", "4x4:misere", "4x4"] {
        let start = start(setup);
        let boards = 3_u64.pow(start.n_empty() as u32);
        let by_table = Solver::new().verify(&start).expect("a small board");
        assert_eq!(by_table.by, format!("the table of all {boards} boards"));
        let too_little = Budget::new().memory(boards - 1);
        let by_proof = Solver::new().budget(too_little).verify(&start);
        let by_proof = by_proof.expect("the proof is smaller than the table");
        let facts = by_proof.by.strip_prefix("a proof of ");
        let facts = facts.and_then(|by| by.strip_suffix(" facts, letter by letter"));
        assert_ne!(facts, None, "{}", by_proof.by);
        let [one, other] = [by_table, by_proof].map(|by| (by.verdict.outcome, by.verdict.margin));
        assert_eq!(one, other, "{setup}");
    }
}

#[test]
fn progress_is_told() {
    let mut calls = 0;
    let solution = Solver::new()
        .progress(|_| calls += 1)
        .solve(&start("4x4:first"));
    assert!(solution.is_ok());
    assert!(calls > 0);
}

#[test]
#[ignore = "takes minutes and 4 GB"]
fn every_first_move_on_5x5_draws_under_the_usual_rules() {
    let mut solver = Solver::new().budget(Budget::new().memory(4 << 30));
    let found = solver.solve_every_move(&start("5x5"));
    let found = found.expect("nothing is limited");
    assert_eq!((value_of(&found.verdict), found.values.len()), (0, 50));
    assert!(found.values.iter().all(|(_, value)| *value == 0));
}
