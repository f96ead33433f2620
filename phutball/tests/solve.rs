//! Exact values of small boards, against independent solvers and against the definition of a value.

use papergames_phutball::solve::{ExactValue, Solver, Tablebase};
use papergames_phutball::{
    Budget, Game, Player, Position, Record, Rules, Seeded, Size, Turn, playout,
};

/// Solves the boards of a data file and compares the results.
#[track_caller]
fn check(data: &str) {
    let mut solved = 0;
    for line in data.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let [size, rules, counts, value, men] = fields[..] else {
            panic!("five fields in `{line}`");
        };
        let size: Size = size.parse().expect("a size");
        for rules in rules.split(',') {
            let rules: Rules = rules.parse().expect("a rule set");
            let table = Solver::new()
                .budget(Budget::new().memory(1 << 30))
                .table(size, rules);
            let table = table.expect("a small board");
            let found = table.counts();
            let found = format!("{} {} {}", found.won, found.lost, found.drawn);
            assert_eq!(found, counts, "won, lost and drawn on {size} under {rules}");
            if value != "-" {
                assert_eq!(
                    table.start_value().to_string(),
                    value,
                    "{size} under {rules}"
                );
            }
            if men != "-" {
                let start = Position::new(size, rules);
                let winning = table.turns(&start).expect("a start");
                let winning: Vec<String> = (winning.iter())
                    .filter(|(_, value)| matches!(value, ExactValue::Loss(_)))
                    .map(|(turn, _)| turn.to_string())
                    .collect();
                assert_eq!(winning.join(" "), men, "first men on {size} under {rules}");
            }
            solved += 1;
        }
    }
    assert!(solved > 0, "the file lists boards");
}

#[test]
fn small_boards_have_their_published_values() {
    check(include_str!("data/solved.txt"));
}

/// `cargo test --release -p papergames-phutball --test all -- --ignored larger_boards`
#[test]
#[ignore = "minutes in release"]
fn larger_boards_have_their_published_values() {
    check(include_str!("data/solved-larger.txt"));
}

/// `cargo test --release -p papergames-phutball --test all -- --ignored largest_boards`
#[test]
#[ignore = "many minutes and 250 MB"]
fn the_largest_boards_have_their_published_values() {
    check(include_str!("data/solved-largest.txt"));
}

/// The values of the empty strips by the row of the ball, from row 2 up, with the first player to move.
#[test]
fn empty_strips_have_their_published_values_wherever_the_ball_is() {
    for (size, values) in [
        ("1x7", "L6 W3 W3"),
        ("1x8", "L6 L6 W3 W3"),
        ("1x11", "L6 L6 W13 W7 W7 W3 W3"),
        ("1x13", "L6 L6 L12 W13 W11 W7 W7 W3 W3"),
        ("1x15", "L6 L6 L12 L12 L18 W11 W11 W7 W7 W3 W3"),
        ("1x17", "L6 L6 L12 L12 L16 L18 W19 W11 W11 W7 W7 W3 W3"),
    ] {
        let size: Size = size.parse().expect("a size");
        let rules = Rules::TerminalRows;
        let table = Solver::new().table(size, rules).expect("a small board");
        let found: Vec<String> = (2..size.top() - 1)
            .map(|row| {
                let ball = format!("a{row}").parse().expect("a point");
                let position = Position::with_pieces(size, rules, ball, [], Player::FIRST);
                let value = table.value(&position.expect("a position"));
                value.expect("a value").to_string()
            })
            .collect();
        assert_eq!(found.join(" "), values, "{size}");
    }
}

/// Returns a value computed from the values of all turns, by [`Position::turns`] instead of the solver's own
/// enumeration.
fn by_definition(table: &Tablebase, position: &Position) -> ExactValue {
    let next = table.turns(position).expect("a position of the table");
    let wins = next.iter().filter_map(|(_, value)| match value {
        ExactValue::Loss(plies) => Some(plies + 1),
        ExactValue::Win(_) | ExactValue::Draw => None,
    });
    if let Some(plies) = wins.min() {
        return ExactValue::Win(plies);
    }
    let losses = next
        .iter()
        .map(|(_, value)| value.plies().filter(|_| *value != ExactValue::Draw));
    let losses: Option<Vec<u8>> = losses.collect();
    losses.map_or(ExactValue::Draw, |plies| {
        ExactValue::Loss(1 + plies.into_iter().max().expect("there is a turn"))
    })
}

#[test]
fn every_value_follows_from_the_values_of_the_turns() {
    for rules in Rules::ALL {
        for size in ["1x9", "2x7", "3x6", "4x5"] {
            let size: Size = size.parse().expect("a size");
            let table = Solver::new().table(size, rules).expect("a small board");
            let mut random = Seeded::new(11);
            for _ in 0..60 {
                let game = playout::record(Position::new(size, rules), 100, &mut random);
                for position in game.positions() {
                    if position.is_terminal() || position.is_jumping() {
                        continue;
                    }
                    let value = table.value(&position).expect("a value");
                    assert_eq!(value, by_definition(&table, &position), "{position:#?}");
                    let turned = table.value(&position.turned());
                    assert_eq!(
                        turned,
                        Ok(value),
                        "both players see the same: {position:#?}"
                    );
                }
            }
        }
    }
}

/// The drawn position with two men on 3 columns and 7 playing rows, where only one move keeps the draw at each step.
/// `cargo test --release -p papergames-phutball --test all -- --ignored cycle`
#[test]
#[ignore = "seconds in release"]
fn each_turn_of_the_drawn_cycle_is_the_only_one_that_does_not_lose() {
    for rules in [
        Rules::TerminalRows,
        Rules::Immediate,
        Rules::FullBoardCorner,
        Rules::FullBoard,
    ] {
        let size = "3x9".parse().expect("a size");
        let table = Solver::new().table(size, rules).expect("a small board");
        let text = format!("3/3/3/2o/1o1/3/@2/3/3:first:{rules}");
        let mut position: Position = text.parse().expect("a position");
        for turn in ["a3", "b3", "a2-c4-c6", "c5", "b5", "c6-a4-a2"] {
            assert_eq!(table.value(&position), Ok(ExactValue::Draw));
            let turn: Turn = turn.parse().expect("a turn");
            let best = table
                .best_turns(&position)
                .expect("a position of the table");
            assert_eq!(best, std::slice::from_ref(&turn), "{position:#?}");
            position.apply_turn(&turn).expect("a legal turn");
        }
        assert_eq!(position.to_string(), text);
    }
}

#[test]
fn a_board_too_large_is_refused_before_any_memory_is_taken() {
    let limited = |bytes| Solver::new().budget(Budget::new().memory(bytes));
    let large = limited(u64::MAX)
        .table(Size::STANDARD, Rules::FullBoard)
        .unwrap_err();
    assert_eq!(
        large.to_string(),
        "the board has 285 playing points; at most 30 are supported"
    );
    let size = "3x9".parse().expect("a size");
    let tight = limited(1_000_000)
        .table(size, Rules::FullBoard)
        .unwrap_err();
    assert_eq!(
        tight.to_string(),
        "the table needs 10.00 MiB, but the memory limit is 976.56 KiB"
    );
    let table = Solver::new().table("3x5".parse().expect("a size"), Rules::FullBoard);
    let table = table.expect("a small board");
    let other = table.value(&Position::standard());
    assert_eq!(
        other.unwrap_err().to_string(),
        "the table is for 3x5 under full-board, but the position is on 15x21 under full-board"
    );
}

#[test]
fn a_game_of_best_turns_lasts_as_long_as_the_value_says() {
    let size = "3x7".parse().expect("a size");
    let table = Solver::new()
        .table(size, Rules::FullBoard)
        .expect("a small board");
    let mut position = Position::new(size, Rules::FullBoard);
    let plies = table.start_value().plies().expect("no draw on this board");
    let mut played = 0;
    while position.outcome().is_none() {
        let best = table
            .best_turns(&position)
            .expect("a position of the table");
        position.apply_turn(&best[0]).expect("a legal turn");
        played += 1;
    }
    assert_eq!(played, plies);
    let _: Record<Position> = Record::new(position);
}

/// The numbers are our own, and protect the solver's speed.
#[test]
fn the_passes_visit_as_many_positions_as_ever() {
    let visited = ["3x7", "2x9:immediate", "5x5:terminal-rows"].map(|board| {
        let position: Position = board.parse().expect("a board");
        let verdict = Solver::new().solve(&position).expect("a small board");
        verdict.cost.nodes
    });
    assert_eq!(visited, [176_618, 105_088, 58_855]);
}
