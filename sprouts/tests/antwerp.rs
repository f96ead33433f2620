//! Antwerp Sprouts: classes and values of the starts. No published values exist. The tests in `src/solve/antwerp.rs`
//! compare the solver with an exhaustive search over all positions.

use common::search::alpha_beta::OutcomeOnly;
use common::search::{AlphaBeta, Budget};
use papergames_sprouts::solve::antwerp::{Antwerp, Class};
use papergames_sprouts::{Ending, Outcome, Player, Position, Rules, Variant};

/// Compares the classes of the starts with the winners found by alpha-beta on drawings, without lands. A start is
/// symmetric between the players, so it is `N` or `P`.
#[track_caller]
fn check(variant: Variant, ending: Ending, classes: &str) {
    let mut solver = Antwerp::new();
    for (n, expected) in (1..).zip(classes.chars()) {
        let start = Position::new(n, Rules { ending, variant }).expect("a start");
        let class = solver.class(&start).expect("no limit");
        assert_eq!(class.to_string(), expected.to_string(), "{start}");
        let mut search = AlphaBeta::new(OutcomeOnly).table(1 << 16);
        let report = search.run(&start, &Budget::new(), &mut |_| ());
        assert!(report.is_proved(), "{start}");
        assert_eq!(
            class == Class::First,
            report.proved() == Some(Outcome::Win(Player::FIRST)),
            "{start}"
        );
    }
}

#[test]
fn cold_starts_are_won_by_the_second_player() {
    check(Variant::AntwerpCold, Ending::Normal, "PPP");
}

#[test]
fn hot_starts_are_won_by_the_first_player() {
    check(Variant::AntwerpHot, Ending::Normal, "NNN");
}

#[test]
fn in_misere_play_one_spot_is_the_other_way_round() {
    check(Variant::AntwerpCold, Ending::Misere, "NPP");
    check(Variant::AntwerpHot, Ending::Misere, "PNN");
}

#[test]
fn small_hot_starts_are_switches() {
    let mut solver = Antwerp::new();
    for (n, value) in [(1, "±1"), (2, "±1"), (3, "±{2|1/2}")] {
        let start = Position::new(n, Rules::from(Variant::AntwerpHot)).expect("a start");
        assert_eq!(solver.value(&start).as_deref(), Ok(value));
    }
    let start = Position::new(3, Rules::from(Variant::AntwerpHot)).expect("a start");
    let worth = solver.worth(&start).expect("no limit");
    assert_eq!(worth.stops, ["1/2", "-1/2"]);
}
