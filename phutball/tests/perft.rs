//! Compares the numbers of sequences of turns with those of an independent engine.

use papergames_phutball::{Distinct, Game, Player, Position, Rules, Size, perft};

/// Compares the counts in a data file.
#[track_caller]
fn check(data: &str) {
    let mut counted = 0;
    for line in data.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let [size, rules, distinct, counts] = fields[..] else {
            panic!("four fields in `{line}`");
        };
        let size: Size = size.parse().expect("a size");
        let distinct = match distinct {
            "paths" => Distinct::Paths,
            "results" => Distinct::Results,
            other => panic!("paths or results, not {other}"),
        };
        for rules in rules.split(',') {
            let rules: Rules = rules.parse().expect("a rule set");
            let start = Position::new(size, rules);
            for (depth, count) in (1..).zip(counts.split_whitespace()) {
                let found = start.perft(depth, distinct);
                let expected = count.parse().ok();
                assert_eq!(found, expected, "{size} {rules} {distinct:?} depth {depth}");
                counted += 1;
            }
        }
    }
    assert!(counted > 0, "the file lists counts");
}

#[test]
fn the_counts_of_turns_agree() {
    check(include_str!("data/turns.perft"));
}

/// `cargo test --release -p papergames-phutball --test all -- --ignored deeper`
#[test]
#[ignore = "half a minute in release"]
fn the_deeper_counts_of_turns_agree() {
    check(include_str!("data/turns-deep.perft"));
}

/// `cargo test --release -p papergames-phutball --test all -- --ignored four`
#[test]
#[ignore = "minutes in release"]
fn the_counts_of_four_turns_from_the_start_agree() {
    check(include_str!("data/start.perft"));
}

/// The playing rows; counts of one and two turns by path and by result; who can win at once.
type MiddleGame = (&'static str, [(Rules, [u64; 4]); 5], [bool; 2]);

/// Two positions of the middle game with the counts of turns under five rule sets, and whether the player who attacks
/// row 19, or row 1, can win at once. Generated with a random generator for the purpose of testing and counted by an
/// independent engine.
const MIDDLE_GAMES: [MiddleGame; 2] = [
    (
        "6o6oo/3o3o2o1o2/11o1o1/10oo3/2o5o@o2o1/5o2o6/5ooo7/2o2o1o7/1o10o2/5o2o6/11o3/2o12/14o/o4o1o7/15/\
         o11o2/15/12o2/9o2o2",
        [
            (Rules::TerminalRows, [280, 275, 77_020, 74_382]),
            (Rules::Immediate, [278, 273, 75_970, 73_337]),
            (Rules::TerminalRowsCorner, [281, 276, 77_274, 74_634]),
            (Rules::FullBoardCorner, [286, 281, 79_982, 77_282]),
            (Rules::FullBoard, [285, 280, 79_727, 77_029]),
        ],
        [true, false],
    ),
    (
        "o8o5/7o7/2o7o4/8oo2o2/14o/14o/6o5o1o/2o10o1/1o3o9/15/5o9/3o6o4/6o6o1/5o1o3o3/11o3/3o1o1o1o@oo2/\
         8oo1oo1o/1o4o3o2o1/7o2oo2o",
        [
            (Rules::TerminalRows, [362, 335, 112_578, 100_038]),
            (Rules::Immediate, [361, 334, 112_158, 99_661]),
            (Rules::TerminalRowsCorner, [365, 337, 113_317, 100_534]),
            (Rules::FullBoardCorner, [467, 399, 163_569, 130_724]),
            (Rules::FullBoard, [464, 397, 162_801, 130_204]),
        ],
        [false, true],
    ),
];

/// Returns a position of the middle game.
fn middle_game(rows: &str, player: &str, rules: Rules) -> Position {
    let text = format!("15/{rows}/15:{player}:{rules}");
    text.parse().expect("a position")
}

#[test]
fn the_rule_sets_differ_in_the_middle_game_as_published() {
    for (rows, counts, _) in MIDDLE_GAMES {
        for (rules, expected) in counts {
            let position = middle_game(rows, "first", rules);
            let found = [
                (1, Distinct::Paths),
                (1, Distinct::Results),
                (2, Distinct::Paths),
                (2, Distinct::Results),
            ]
            .map(|(depth, distinct)| position.perft(depth, distinct).unwrap_or(0));
            assert_eq!(found, expected, "{rules} {rows}");
        }
    }
}

#[test]
fn who_wins_at_once_in_the_middle_game_is_as_published() {
    use papergames_phutball::ImmediateWin;
    for (rows, counts, wins) in MIDDLE_GAMES {
        for (rules, _) in counts {
            for (player, expected) in ["first", "second"].into_iter().zip(wins) {
                let mut position = middle_game(rows, player, rules);
                let found = position.winning_turn(ImmediateWin::DEFAULT_LIMIT);
                assert_eq!(
                    found != ImmediateWin::No,
                    expected,
                    "{rules} {player} {rows}"
                );
                if let ImmediateWin::Yes(turn) = found {
                    let winner = position.turn();
                    position.apply_turn(&turn).expect("a legal turn");
                    assert_eq!(position.winner(), winner, "{turn}");
                }
            }
        }
    }
}

/// A board with men on every point that has exactly one odd distance from the ball, in columns or in rows, and on
/// those with two odd distances too if `full`.
fn lattice(size: &str, rules: Rules, full: bool) -> Position {
    let size: Size = size.parse().expect("a size");
    let ball = size.center();
    let is_odd = |a: i16, b: i16| (a - b) % 2 != 0;
    let men = size.playing_field().filter(|man| {
        let columns = is_odd(man.column.into(), ball.column.into());
        let rows = is_odd(man.row.into(), ball.row.into());
        columns != rows || (full && columns)
    });
    Position::with_pieces(size, rules, ball, men, Player::FIRST).expect("a position")
}

/// Compares the number of jump turns on such a lattice, by path and, if given, by result.
#[track_caller]
fn check_lattice(size: &str, rules: Rules, full: bool, paths: u64, results: Option<u64>) {
    let position = lattice(size, rules, full);
    let men = position.placements().count() as u64;
    assert_eq!(position.count_jump_turns(u64::MAX), Some(paths), "{size}");
    if let Some(results) = results {
        let distinct = position.perft(1, Distinct::Results);
        assert_eq!(distinct, Some(results + men), "{size}");
    }
}

#[test]
fn the_turns_on_a_lattice_are_the_trails_of_a_grid() {
    let rules = Rules::TerminalRows;
    check_lattice("5x7", rules, false, 284, Some(142));
    check_lattice("5x9", rules, false, 454, Some(238));
    check_lattice("5x11", rules, false, 8_986, Some(2_874));
    check_lattice("5x7", rules, true, 317_896, Some(11_004));
    check_lattice("5x7", Rules::Immediate, false, 8, None);
    check_lattice("5x9", Rules::Immediate, false, 454, None);
    check_lattice("5x11", Rules::Immediate, false, 454, None);
    check_lattice("9x11", Rules::Immediate, false, 14_640, None);
    check_lattice("5x7", Rules::Immediate, true, 16, None);
}

/// `cargo test --release -p papergames-phutball --test all -- --ignored largest_lattice`
#[test]
#[ignore = "15 million turns"]
fn the_largest_lattice_has_fifteen_million_turns() {
    check_lattice(
        "9x11",
        Rules::TerminalRows,
        false,
        15_660_304,
        Some(1_006_572),
    );
}

/// The longest chain on each lattice is a longest trail of the grid.
#[test]
fn the_longest_chains_are_the_longest_trails() {
    use papergames_phutball::Turn;
    for (size, longest) in [("5x7", 9), ("5x9", 10), ("5x11", 16)] {
        let position = lattice(size, Rules::TerminalRows, false);
        let lengths = position.turns().filter_map(|turn| match turn {
            Turn::Jumps(chain) => Some(chain.directions().count()),
            Turn::Place(_) => None,
        });
        assert_eq!(lengths.max(), Some(longest), "{size}");
    }
}

/// Gives one number of 16 bits, and then numbers that lead to the first point.
struct Bits {
    first: Option<u64>,
    asked: usize,
}

impl papergames_phutball::Random for Bits {
    fn bits(&mut self) -> u64 {
        self.asked += 1;
        self.first.take().unwrap_or(200)
    }
}

/// All numbers of 16 bits that are not rejected lead to each move equally often: 65,536 over 285 points and 8
/// directions is 223, and the rest is rejected.
#[test]
fn every_first_move_is_equally_likely() {
    let start = Position::standard();
    let mut counts = std::collections::HashMap::new();
    for number in 0..1 << 16 {
        let mut bits = Bits {
            first: Some(number),
            asked: 0,
        };
        let m = start.random_move(&mut bits).expect("the game goes on");
        if bits.asked == 1 {
            *counts.entry(m).or_insert(0) += 1;
        }
    }
    assert_eq!(counts.len(), 284);
    assert!(counts.values().all(|count| *count == 223), "{counts:?}");
}

#[test]
fn in_the_middle_of_a_chain_only_a_goal_wins_at_once() {
    use papergames_phutball::ImmediateWin;
    for (text, wins) in [
        // On the goal line already: stopping wins.
        ("3/1@1/1o1/3/3:first:full-board:jumping", true),
        // One jump away.
        ("3/1@1/1o1/3/3:second:full-board:jumping", true),
        ("5/5/5/5/2@o1/5/5/5/5:first:full-board:jumping", false),
    ] {
        let position: Position = text.parse().expect("a position");
        let found = position.winning_turn(1_000);
        assert_eq!(
            matches!(found, ImmediateWin::Yes(_)),
            wins,
            "{text}: {found:?}"
        );
    }
}

/// Each line of the file is a setup and the numbers of sequences of 1 to 4 moves, which a Python program finds too.
#[test]
fn handicaps_have_the_counts_of_the_file() {
    let lines: Vec<&str> = include_str!("data/handicaps.csv").lines().skip(2).collect();
    for line in &lines {
        let (setup, expected) = line.split_once(',').expect("a setup and counts");
        let start: Position = setup.parse().expect("a setup");
        let counts = (1..=4).map(|depth| perft(&start, depth).expect("a count"));
        let counts: Vec<String> = counts.map(|count| count.to_string()).collect();
        assert_eq!(counts.join(" "), expected, "{setup}");
    }
    assert!(lines.len() > 5);
}
