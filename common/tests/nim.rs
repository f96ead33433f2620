//! Nim, the smallest game, through everything that `common` has, beside the rule of the exclusive or.
//!
//! Bouton, "Nim, a game with a complete mathematical theory" (1901): in normal play the player to move loses exactly
//! when the exclusive or of the heaps is 0; in misère play the same, but for heaps of one match only, where it is the
//! other way round.

use papergames_common::laws::{self, Laws};
use papergames_common::nim::{NIM, Nim, Take};
use papergames_common::search::{AlphaBeta, Answer, MonteCarlo, OutcomeOnly, Proof, minimax};
use papergames_common::solve::Solver;
use papergames_common::{
    Budget, Ending, Game, Impartial, Nimber, Player, Record, Symmetric, perft,
};
use proptest::proptest;

fn all_laws(start: Nim) {
    let sum = start.heaps().iter().map(|n| usize::from(*n)).sum();
    let heaps = start.heaps().iter().filter(|n| **n > 0).count();
    let summary = Laws::of(start)
        .games(40)
        .also_try([
            Take {
                heap: 0,
                matches: 0,
            },
            Take {
                heap: 255,
                matches: 1,
            },
        ])
        .texts()
        .serde()
        .symmetric()
        .impartial()
        .alternating()
        .compact()
        .encoding()
        .length(move |_| heaps..=sum)
        .perft(3)
        .check();
    assert_eq!((summary.games, summary.finished), (40, 40));
}

#[test]
fn nim_obeys_every_law() {
    for heaps in [
        &[3, 4, 5][..],
        &[1],
        &[0],
        &[7, 7],
        &[1, 1, 1, 1],
        &[200, 100],
    ] {
        all_laws(Nim::new(heaps));
        all_laws(Nim::misere(heaps));
    }
}

#[test]
fn the_description_of_nim_holds() {
    assert_eq!(laws::a_description_holds(&NIM), Ok(()));
}

#[test]
fn a_position_has_at_most_255_heaps() {
    let text = |heaps: usize| format!("{}:first+", vec!["1"; heaps].join(","));
    let most: Nim = text(255).parse().expect("255 heaps are allowed");
    assert_eq!(most, Nim::new(&[1; 255]));
    assert_eq!((most.moves().len(), most.images().len()), (255, 254));
    let error = text(256).parse::<Nim>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected `:` at character 510, found `,`"
    );
}

#[test]
fn searches_and_solver_agree_with_minimax_near_the_end() {
    for start in [Nim::new(&[3, 4, 5]), Nim::misere(&[3, 4, 5])] {
        Laws::of(start).games(40).searches(500).solved(500).check();
    }
}

#[test]
fn a_position_with_too_many_moves_to_list_is_sampled() {
    let summary = Laws::of(Nim::new(&[255; 8]))
        .games(5)
        .list_at_most(100)
        .texts()
        .impartial()
        .check();
    assert!(summary.longest > 8);
}

proptest! {
    #[test]
    fn a_random_game_is_a_legal_game(record in laws::records(Nim::new(&[5, 6, 7]), 30)) {
        let again = Record::from_moves(record.setup().clone(), record.moves().to_vec())?;
        proptest::prop_assert_eq!(&again, &record);
        Laws::of(record.position().clone()).games(1).positions(1).list_at_most(100).texts().find()?;
    }

    #[test]
    fn a_random_position_can_be_far_from_the_start(position in laws::positions(Nim::new(&[2, 2]), 9)) {
        proptest::prop_assert!(position.heaps().iter().all(|n| *n <= 2));
        proptest::prop_assert!(position.outcome().is_some() == position.is_terminal());
    }
}

/// Whether the player to move wins, by the rule.
fn rule(nim: &Nim) -> bool {
    let xor = nim.heaps().iter().fold(0, |sum, n| sum ^ n);
    let single = nim.heaps().iter().all(|n| *n <= 1);
    (xor != 0) != (nim.ending() == Ending::Misere && single)
}

/// All positions of up to three heaps with at most `most` matches together, in normal and misère play.
fn small(most: u8) -> impl Iterator<Item = Nim> {
    let heaps =
        (0..=most).flat_map(move |a| (0..=a).flat_map(move |b| (0..=b).map(move |c| [a, b, c])));
    heaps
        .filter(move |heaps| heaps.iter().sum::<u8>() <= most)
        .flat_map(|heaps| [Nim::new(&heaps), Nim::misere(&heaps)])
}

#[test]
fn minimax_follows_the_rule() {
    for nim in small(7) {
        assert_eq!(
            minimax(&nim).utility(Player::FIRST) == 1,
            rule(&nim),
            "{nim}"
        );
    }
}

#[test]
fn alpha_beta_follows_the_rule() {
    for nim in small(12) {
        let report = AlphaBeta::new(OutcomeOnly).run(&nim, &Budget::new(), &mut |_| {});
        assert_eq!(report.value_for(Player::FIRST) > 0, rule(&nim), "{nim}");
    }
}

#[test]
fn proof_search_follows_the_rule() {
    for nim in small(12) {
        let proof = Proof::wins(Player::FIRST);
        let report = proof.run(&nim, &Budget::new(), &mut |_| {});
        assert_eq!(report.answer == Answer::Proved, rule(&nim), "{nim}");
    }
}

#[test]
fn monte_carlo_follows_the_rule() {
    for nim in small(8) {
        let budget = Budget::new().nodes(50_000);
        let report = MonteCarlo::new(1).run(&nim, &budget, &mut |_| {});
        assert!(report.is_proved(), "{nim}");
        assert_eq!(report.value_for(Player::FIRST) > 0, rule(&nim), "{nim}");
    }
}

#[test]
fn the_solver_follows_the_rule() {
    let mut solver = Solver::new();
    for nim in small(14) {
        assert_eq!(solver.mover_wins(&nim), Ok(rule(&nim)), "{nim}");
        let xor = nim.heaps().iter().fold(0, |sum, n| sum ^ u32::from(*n));
        assert_eq!(solver.nimber(&nim), Ok(Nimber(xor)), "{nim}");
    }
}

#[test]
fn one_heap_has_as_many_sequences_as_there_are_ways_to_choose_what_is_left() {
    // After d moves from a heap of n, the sizes on the way are any d of the numbers below n.
    let heap = Nim::new(&[9]);
    let choose = [1, 9, 36, 84, 126, 126, 84, 36, 9, 1, 0];
    for (depth, expected) in (0..).zip(choose) {
        assert_eq!(perft(&heap, depth), Some(expected), "depth {depth}");
    }
}
