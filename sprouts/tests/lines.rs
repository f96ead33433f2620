//! Games in which another number of lines may end at a starting spot: values by three methods, and what is refused.

use std::collections::HashMap;

use papergames_sprouts::common::solve::Solver as General;
use papergames_sprouts::solve::Solver;
use papergames_sprouts::{
    Describe, Draw, End, Ending, Game, Move, Nimber, Outcome, Player, Position, Record, Rules,
    Seeded, Spot, Style, Symmetric, Variant, perft, playout,
};

/// The variants in which starting spots take another number of lines.
const VARIANTS: [Variant; 4] = [
    Variant::Lines2,
    Variant::Lines4,
    Variant::Lines5,
    Variant::Lines6,
];

/// Returns the lengths of the shortest and the longest game from a position.
fn lengths(position: &Position, known: &mut HashMap<Position, (usize, usize)>) -> (usize, usize) {
    let canonical = position.canonical();
    if let Some(lengths) = known.get(&canonical) {
        return *lengths;
    }
    let mut found: Option<(usize, usize)> = None;
    for m in position.moves() {
        let (least, most) = lengths(&position.child_unchecked(&m), known);
        let (low, high) = found.unwrap_or((usize::MAX, 0));
        found = Some((low.min(1 + least), high.max(1 + most)));
    }
    let lengths = found.unwrap_or((0, 0));
    known.insert(canonical, lengths);
    lengths
}

/// Returns the line of the file for a start: its values by this crate's solver, which the general solver must confirm.
fn line(setup: &str) -> String {
    let start: Position = setup.parse().expect("a setup");
    let misere = Position::new(
        start.n_start(),
        Rules {
            ending: Ending::Misere,
            ..start.rules()
        },
    );
    let misere = misere.expect("a start");
    let mut solver = Solver::new();
    solver.settings.values = true;
    let nimber = solver.solve(&start).expect("no limit").nimber;
    let wins = solver.solve(&misere).expect("no limit").winner() == Some(Player::FIRST);
    let mut general = General::new();
    assert_eq!(
        general.nimber(&start),
        Ok(nimber.expect("a nimber")),
        "{setup}"
    );
    assert_eq!(general.mover_wins(&misere), Ok(wins), "{setup}");
    let (least, most) = lengths(&start, &mut HashMap::new());
    let counts = (1..=4).map(|depth| perft(&start, depth).expect("a count").to_string());
    let counts: Vec<String> = counts.collect();
    let misere = if wins { Player::FIRST } else { Player::SECOND };
    let nimber = nimber.expect("a nimber").0;
    format!(
        "{setup},{nimber},{misere},{least},{most},{}",
        counts.join(" ")
    )
}

/// The second program that finds these lines is `examples/check/second_counter.py`.
#[test]
fn values_lengths_and_counts_are_those_of_the_file() {
    let lines: Vec<&str> = include_str!("data/lines.csv").lines().skip(3).collect();
    let found: Vec<String> = lines
        .iter()
        .map(|expected| line(expected.split(',').next().expect("a setup")))
        .collect();
    assert_eq!(found, lines);
    assert!(lines.len() > 8);
}

/// The longest games reach the bound of `theory`.
#[test]
fn every_longest_game_leaves_one_life() {
    for line in include_str!("data/lines.csv").lines().skip(3) {
        let fields: Vec<&str> = line.split(',').collect();
        let start: Position = fields[0].parse().expect("a setup");
        assert_eq!(fields[4].parse(), Ok(start.lives() - 1), "{line}");
    }
}

/// A spot that takes two lines is one of the usual game with one line, whose other end is dead: a land of the fast
/// solver.
#[test]
fn two_lines_at_a_spot_are_lands_with_one_line_each() {
    use papergames_sprouts::land::Lands;
    for n in 1..=4 {
        let start = Position::new(n, Variant::Lines2).expect("a start");
        let text = vec!["1"; n].join(".");
        let lands: Lands = text.parse().expect("lands");
        let expected = Solver::new().nimber(&lands).expect("no limit");
        let mut solver = Solver::new();
        solver.settings.values = true;
        assert_eq!(
            solver.solve(&start).expect("no limit").nimber,
            Some(expected),
            "{n} spots"
        );
    }
}

/// The neighbours to the left of the corners of a spot, counter-clockwise from one of them.
fn around(position: &Position, spot: Spot, first: u8) -> Vec<Spot> {
    let map = position.map();
    let corner = position
        .corner(End {
            spot,
            corner: first,
        })
        .expect("a corner");
    let mut corners: Vec<_> = map.corners_at(spot.vertex()).collect();
    let at = corners.iter().position(|other| *other == corner);
    corners.rotate_left(at.expect("a corner of the spot"));
    let before = |corner| Spot::at(map.vertex(map.prev_corner(corner)));
    corners.into_iter().map(before).collect()
}

#[test]
fn the_first_corner_is_the_one_with_the_least_list_and_the_others_follow() {
    let mut seen = [0; 6];
    for seed in 0..200 {
        let start = Position::new(3, Variant::Lines6).expect("a start");
        let position = playout::play_at_most(start, 7, &mut Seeded::new(seed));
        for spot in position.spots().filter(|spot| position.is_alive(*spot)) {
            let lines = position.degree(spot);
            seen[lines] += 1;
            if lines < 3 {
                continue;
            }
            let lists: Vec<_> = (0..lines as u8)
                .map(|i| around(&position, spot, i))
                .collect();
            assert!(
                lists[1..].iter().all(|list| *list > lists[0]),
                "{spot} in {position}"
            );
            for (list, i) in lists.iter().zip(0..) {
                assert!(
                    list.iter()
                        .zip(lists[0].iter().cycle().skip(i))
                        .all(|(a, b)| a == b)
                );
            }
            let beyond = End {
                spot,
                corner: lines as u8,
            };
            assert_eq!(position.corner(beyond), None);
        }
    }
    assert!(seen[3] > 10 && seen[4] > 10 && seen[5] > 10, "{seen:?}");
    let m: Result<Move, _> = "1!!!!-3!".parse();
    assert_eq!(m.map(|m| m.to_string()), Ok("1!!!!-3!".to_owned()));
    assert!("1!!!!!-3".parse::<Move>().is_err());
}

#[track_caller]
fn refuses(game: &str, word: &str, reason: &str) {
    let record: Record<Position> = game.parse().expect("a game");
    let error = record.position().read_moves(word).expect_err("no move");
    assert_eq!(error.to_string(), reason);
}

#[test]
fn refusals_state_the_number_of_lines() {
    let dead = "2+lines-4 1-1 1-1";
    refuses(
        dead,
        "1-2",
        "spot 1 already has four lines, so no more lines can end there",
    );
    let full = "2+lines-4 1-1 1-2";
    refuses(
        full,
        "1-1",
        "spot 1 has three lines, so it cannot be joined to itself",
    );
    let spot = "2+lines-6 1-2 1-2 1-2!";
    let record: Record<Position> = spot.parse().expect("a game");
    let m: Move = "1!!!-1!!!".parse().expect("a move");
    let error = record.position().check(&m).expect_err("three corners");
    assert_eq!(
        error.to_string(),
        "spot 1 has only three corners; leave out all but two `!`"
    );
    let wgosa = "this notation only supports spots with three lines, but the game is lines-4; write moves like `1-2`";
    refuses("2+lines-4", "1(3)2", wgosa);
    let cards = "cards only make moves of standard Sprouts, but the game is lines-4; write moves like `1-2`";
    refuses("2+lines-4", "join 1 1 2", cards);
}

#[test]
fn there_are_no_certificates_and_no_large_searches() {
    let start = Position::new(2, Variant::Lines4).expect("a start");
    let error = Solver::new().certify(&start).expect_err("no certificate");
    assert_eq!(
        error.to_string(),
        "certificates exist only for standard and Black-and-White Sprouts, not for the variant `lines-4`"
    );
    let start = Position::new(21, Variant::Lines5).expect("a start");
    let error = Solver::new().solve(&start).expect_err("too many spots");
    assert_eq!(
        error.to_string(),
        "this solver supports the variant `lines-5` with at most 20 starting spots, found 21"
    );
}

#[test]
fn a_solver_keeps_rules_apart() {
    let mut solver = Solver::new();
    let nimbers = VARIANTS.map(|variant| {
        solver.settings.values = true;
        let start = Position::new(1, variant).expect("a start");
        solver.solve(&start).expect("no limit").nimber
    });
    assert_eq!(nimbers, [1, 1, 1, 0].map(|n| Some(Nimber(n))));
    for variant in VARIANTS {
        for ending in [Ending::Normal, Ending::Misere] {
            let start = Position::new(1, Rules { ending, variant }).expect("a start");
            let again = Solver::new().solve(&start).expect("no limit").outcome;
            assert_eq!(
                solver.solve(&start).expect("no limit").outcome,
                again,
                "{start}"
            );
            assert!(matches!(again, Outcome::Win(_)));
        }
    }
}

#[test]
fn more_than_three_lives_have_a_second_rim() {
    for (variant, rims) in [
        (Variant::Standard, 0),
        (Variant::Lines4, 2),
        (Variant::Lines6, 2),
    ] {
        let start = Position::new(2, variant).expect("a start");
        let picture = start.svg(&Style::default()).expect("a picture");
        assert_eq!(picture.matches("class=\"rim\"").count(), rims, "{variant}");
    }
}
