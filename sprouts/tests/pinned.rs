//! The amount of work of some searches; `work.rs` covers normal play.
//!
//! These numbers are not facts about the game. They record what the program does now, the same on every machine, so a
//! change that makes a search do more work fails here. Update them when a change is meant to change them.

use papergames_sprouts::land::glop::Sum;
use papergames_sprouts::land::{Lands, Reductions};
use papergames_sprouts::solve::antwerp::Antwerp;
use papergames_sprouts::solve::reference::Reference;
use papergames_sprouts::solve::{Known, Solver};
use papergames_sprouts::{Ending, Nimber, Position, Rules, Variant};

#[test]
fn the_states_of_misere_play_from_1_to_10_spots() {
    let states = (1..=10).map(|n| {
        let mut solver = Solver::for_rules(Ending::Misere);
        let verdict = solver.solve_lands(&Lands::start(n));
        verdict.expect("there is no limit").cost.nodes
    });
    assert_eq!(states.sum::<u64>(), 8_392);
}

#[test]
fn the_entries_that_prove_seven_spots_in_misere_play() {
    let seven = Position::new(7, Ending::Misere).expect("7 is a number of spots");
    let entries = |lives| {
        let mut solver = Solver::for_rules(Ending::Misere);
        solver.settings.forms = lives;
        let certificate = solver.certify(&seven);
        certificate.expect("there is no limit").entries.len()
    };
    assert_eq!([0, 5, 9].map(entries), [468, 57, 13]);
}

#[test]
fn the_nodes_of_nimbers_from_1_to_8_spots() {
    let mut solver = Solver::new();
    for n in 1..=8 {
        solver.nimber(&Lands::start(n)).expect("there is no limit");
    }
    let work = solver.work();
    assert_eq!(
        [work.nodes, work.expanded, work.listed],
        [3_974, 1_630, 13_056]
    );
}

#[test]
fn the_nodes_of_black_and_white_sprouts_from_1_to_4_spots() {
    let mut solver = Solver::for_rules(Rules::from(Variant::BlackAndWhite));
    for n in 1..=4 {
        solver.nimber(&Lands::start(n)).expect("there is no limit");
    }
    let work = solver.work();
    assert_eq!([work.nodes, work.expanded, work.listed], [188, 121, 889]);
}

#[test]
fn the_sums_of_antwerp_sprouts_from_1_to_3_spots() {
    let nodes = [Variant::AntwerpCold, Variant::AntwerpHot].map(|variant| {
        let mut solver = Antwerp::new();
        for n in 1..=3 {
            let start = Position::new(n, Rules::from(variant)).expect("so few spots are fine");
            solver.class(&start).expect("there is no limit");
        }
        solver.nodes()
    });
    assert_eq!(nodes, [130, 91]);
}

#[test]
fn the_positions_of_the_plain_search() {
    let mut search = Reference::new();
    for n in 1..=8 {
        let _ = search
            .is_lost(&Sum::start(n), Nimber::ZERO)
            .expect("there is no limit");
    }
    let alone = (search.nodes(), search.nimbers().len());
    // Guided by the fast solver's nimbers, the same proof takes fewer nodes.
    let mut solver = Solver::new();
    let _ = solver
        .solve_lands(&Lands::start(8))
        .expect("there is no limit");
    let nimber = |sum: &Sum| {
        let known = |land| match solver.known(land) {
            Some(Known::Nimber(nimber)) => Some(nimber),
            _ => None,
        };
        Lands::from_sum(sum, Reductions::ALL)
            .iter()
            .map(known)
            .sum()
    };
    let mut guided = Reference::new();
    guided.guide = Some(&nimber);
    let lost = guided.is_lost(&Sum::start(8), Nimber::ZERO);
    assert_eq!(lost, Ok(true));
    assert_eq!(
        (alone, (guided.nodes(), guided.nimbers().len())),
        ((1_191, 605), (313, 160))
    );
}

#[test]
fn a_wrong_guide_cannot_make_a_wrong_proof() {
    let lie = |n: usize| {
        let wrong = |sum: &Sum| Some(Nimber(sum.lives() as u32 % 3));
        let mut search = Reference::new();
        search.guide = Some(&wrong);
        let lost = search.is_lost(&Sum::start(n), Nimber::ZERO);
        !lost.expect("there is no limit")
    };
    assert_eq!([2, 3, 5, 6].map(lie), [false, true, true, false]);
}
