//! Values of small games by the general solver, which removes only dead spots, and in variants nothing.

use common::solve::Solver;
use papergames_sprouts::land::Lands;
use papergames_sprouts::{Ending, Nimber, Position, Rules, Variant};

/// Compares the nimbers of the starts with 1, 2, … spots.
#[track_caller]
fn check(variant: Variant, expected: &[u32]) {
    let mut solver = Solver::new();
    for (n, expected) in (1..).zip(expected) {
        let start = Position::new(n, Rules::from(variant)).expect("a supported number of spots");
        let nimber = solver.nimber(&start).expect("no limit was set");
        assert_eq!(nimber.0, *expected, "{n} spots, {variant}");
    }
}

#[test]
fn standard_sprouts() {
    check(Variant::Standard, &[0, 0, 1]);
}

/// Two independent programs in another language, written for this comparison, found the same numbers. The first player
/// does not win every game of Black-and-White Sprouts: the value for four spots is 0.
#[test]
fn black_and_white_sprouts() {
    check(Variant::BlackAndWhite, &[2, 2]);
    check(Variant::BlackAndWhiteLoops, &[0, 2]);
}

/// The same with lands, which reach further. Independent programs confirm the numbers up to four spots and, for the
/// first variant, five.
#[track_caller]
fn check_lands(variant: Variant, nimbers: &[u32], misere: &str) {
    let ending = Ending::Misere;
    let mut solver = papergames_sprouts::solve::Solver::for_rules(Rules { ending, variant });
    for (n, nimber) in (1..).zip(nimbers) {
        assert_eq!(
            solver.nimber(&Lands::start(n)),
            Ok(Nimber(*nimber)),
            "{n} spots, {variant}"
        );
    }
    for (n, outcome) in (1..).zip(misere.chars()) {
        let solution = solver
            .solve_lands(&Lands::start(n))
            .expect("no limit was set");
        let wins = solution.mover_wins;
        assert_eq!(wins, outcome == 'W', "{n} spots, {variant}, misère");
    }
}

#[test]
fn black_and_white_sprouts_by_lands() {
    check_lands(Variant::Standard, &[0, 0, 1, 1], "WLLL");
    check_lands(Variant::BlackAndWhite, &[2, 2, 1, 0], "");
    check_lands(Variant::BlackAndWhiteLoops, &[0, 2, 2, 2], "");
}

/// `cargo test --release -p papergames-sprouts --test all nimbers:: -- --ignored`
#[test]
#[ignore = "takes a minute in release"]
fn three_spots() {
    check(Variant::BlackAndWhite, &[2, 2, 1]);
    check(Variant::BlackAndWhiteLoops, &[0, 2, 2]);
}

/// What is prepared for the encyclopedia of sequences is the row of the README.
#[test]
fn the_encyclopedia_gets_the_numbers_of_the_readme() {
    let numbers = |text: &str, mark| -> Vec<u32> {
        let cells = text.split(mark).map(|cell| cell.trim().trim_matches('*'));
        cells.filter_map(|cell| cell.parse().ok()).collect()
    };
    let mut entries = include_str!("data/oeis.txt").split("\n\n");
    let entry = entries.find(|entry| entry.contains("Nimber of Black-and-White Sprouts"));
    let terms = entry.and_then(|entry| {
        entry
            .lines()
            .find_map(|line| line.strip_prefix("%S A000000 "))
    });
    let mut rows = include_str!("../README.md").lines();
    let row = rows.find(|line| line.starts_with("| nimber, spot optional on every line |"));
    let terms = numbers(terms.expect("an entry"), ',');
    assert_eq!(
        (terms.len(), &terms),
        (12, &numbers(row.expect("a row"), '|'))
    );
}
