//! Values of small games by the general solver: nothing is reduced but dead spots, and in variants not even those.

use common::solve::Solver;
use papergames_sprouts::{Position, Rules, Variant};

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

/// Two independent programs, written for this comparison in another language, found these numbers. Note that the
/// first player does not win every game of Black-and-White Sprouts: they give 0 for four spots.
#[test]
fn black_and_white_sprouts() {
    check(Variant::BlackAndWhite, &[2, 2]);
    check(Variant::BlackAndWhiteLoops, &[0, 2]);
}

/// `cargo test --release -p papergames-sprouts --test nimbers -- --ignored`
#[test]
#[ignore = "takes a minute in release"]
fn three_spots() {
    check(Variant::BlackAndWhite, &[2, 2, 1]);
    check(Variant::BlackAndWhiteLoops, &[0, 2, 2]);
}
