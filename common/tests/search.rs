//! Every search gives the value that plain minimax gives, on random positions of games that try what searches get
//! wrong: extra turns, draws, scores, misère play, three players, and play that goes round in circles.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::games::fences::{Fence, Fences};
use crate::games::graph::{
    Graph,
    Node::{End, Turn},
};
use crate::games::ring::Ring;
use crate::games::web::Web;
use papergames_common::laws::Laws;
use papergames_common::nim::{Nim, Take};
use papergames_common::search::{
    AlphaBeta, Answer, Evaluate, MonteCarlo, Opinion, OutcomeOnly, Proof, minimax,
    minimax_to_depth, one_by_one,
};
use papergames_common::{
    Budget, Game, Outcome, Player, PlyCap, Record, Scored, Seeded, Stored, playout,
};

/// Positions of games with two players, from random play, at most seven moves from the end.
fn positions_for_two() -> Vec<Fences> {
    let starts = [(7, false), (9, false), (8, true), (12, false), (11, true)];
    let mut positions = Vec::new();
    for (seed, (length, misere)) in (0..).zip(starts.into_iter().cycle().take(60)) {
        let moves = u64::from(length).saturating_sub(7) + seed % 3;
        let start = Fences::new(length, 2, misere);
        positions.push(playout::play_at_most(start, moves, &mut Seeded::new(seed)));
    }
    positions
}

fn nims() -> Vec<Nim> {
    let heaps = [
        &[0][..],
        &[1],
        &[2, 2],
        &[1, 2, 3],
        &[1, 1, 1],
        &[4, 2],
        &[3, 3, 1],
    ];
    heaps
        .iter()
        .flat_map(|heaps| [Nim::new(heaps), Nim::misere(heaps)])
        .collect()
}

/// Checks that the best move of a report really gives the value of the position.
#[track_caller]
fn check_best_move<G: Game>(position: &G, best: Option<&G::Move>) {
    let Some(mover) = position.turn() else {
        assert_eq!(best, None);
        return;
    };
    let child = position.child(best.expect("there is a move")).unwrap();
    assert_eq!(
        minimax(&child).utility(mover),
        minimax(position).utility(mover),
        "{position:?}"
    );
}

#[track_caller]
fn check_line<G: Stored>(position: &G, line: &[G::Move]) {
    Record::from_moves(position.clone(), line.iter().cloned()).expect("the line is legal");
}

#[track_caller]
fn check_alpha_beta<G: Stored>(position: &G, table: usize) {
    let expected = minimax(position).utility(Player::FIRST);
    let mut search = AlphaBeta::new(OutcomeOnly).table(table);
    let report = search.run(position, &Budget::new(), &mut |_| {});
    assert!(report.is_proved());
    assert_eq!(
        report.value_for(Player::FIRST).signum(),
        i64::from(expected),
        "{position:?}"
    );
    check_best_move(position, report.best());
    check_line(position, &report.line);
}

#[test]
fn alpha_beta_gives_the_value_of_minimax() {
    for position in positions_for_two() {
        check_alpha_beta(&position, 1 << 20);
        check_alpha_beta(&position, 8);
    }
    for nim in nims() {
        check_alpha_beta(&nim, 1 << 20);
        check_alpha_beta(&PlyCap::new(nim, 3), 1 << 20);
    }
}

/// The difference of the scores, at the end and before.
struct Lead;

impl Evaluate<Fences> for Lead {
    fn estimate(&self, position: &Fences) -> i32 {
        (position.score(Player::FIRST) - position.score(Player::SECOND)) as i32
    }

    fn finished(&self, position: &Fences, _outcome: Outcome) -> i32 {
        self.estimate(position)
    }

    fn priority(&self, position: &Fences, m: &Fence) -> i32 {
        // A move that keeps the turn has scored.
        i32::from(
            position
                .child(m)
                .is_ok_and(|child| child.turn() == position.turn()),
        )
    }
}

#[test]
fn alpha_beta_gives_the_lead_that_minimax_gives() {
    for position in positions_for_two() {
        let expected = minimax_to_depth(&position, u32::MAX, &Lead);
        let report = AlphaBeta::new(Lead).run(&position, &Budget::new(), &mut |_| {});
        assert!(report.is_proved());
        assert_eq!(
            report.value_for(Player::FIRST),
            i64::from(expected),
            "{position:?}"
        );
    }
}

#[test]
fn alpha_beta_gives_the_value_of_each_depth() {
    // All ways to a position of Fences are equally long, so that a table mixes no depths.
    for position in positions_for_two() {
        let (mut search, mut depths) = (AlphaBeta::new(Lead), 0);
        let _ = search.run(&position, &Budget::new().depth(5), &mut |report| {
            assert_eq!(
                report.value_for(Player::FIRST),
                i64::from(minimax_to_depth(&position, report.depth, &Lead)),
                "{position:?}"
            );
            check_line(&position, &report.line);
            depths += 1;
        });
        assert!(depths > 0);
    }
}

/// The value of a knot.
struct Knot;

impl Evaluate<Web> for Knot {
    fn estimate(&self, position: &Web) -> i32 {
        position.value()
    }

    fn finished(&self, position: &Web, _outcome: Outcome) -> i32 {
        position.value()
    }
}

#[test]
fn alpha_beta_mixes_nothing_up_where_many_paths_lead_to_one_position() {
    for seed in 0..400 {
        let web = Web::new(seed, 7, 1 + seed % 12, 2 + (seed % 3) as u16);
        let mut search = AlphaBeta::new(Knot);
        let report = search.run(&web, &Budget::new(), &mut |report| {
            let value = minimax_to_depth(&web, report.depth, &Knot);
            assert_eq!(
                report.value_for(Player::FIRST),
                i64::from(value),
                "{web:?} {}",
                report.depth
            );
            let child = web.child(report.best().unwrap()).unwrap();
            assert_eq!(
                minimax_to_depth(&child, report.depth - 1, &Knot),
                value,
                "{web:?}"
            );
            check_line(&web, &report.line);
        });
        assert!(report.is_proved());
        // What is in the table now must mislead no search from another position, in value or move.
        for child in web.moves().into_iter().map(|m| web.child(&m).unwrap()) {
            let report = search.run(&child, &Budget::new(), &mut |_| {});
            let value = report.value_for(Player::FIRST);
            assert_eq!(
                value,
                i64::from(minimax_to_depth(&child, 6, &Knot)),
                "{child:?}"
            );
            let after = child.child(report.best().unwrap()).unwrap();
            assert_eq!(
                i64::from(minimax_to_depth(&after, 5, &Knot)),
                value,
                "{child:?}"
            );
        }
    }
}

#[test]
fn proofs_hold_where_many_paths_lead_to_one_position() {
    for seed in 0..200 {
        let web = Web::new(seed, 7, 1 + seed % 12, 2 + (seed % 3) as u16).ending(seed % 4 * 2);
        if web.is_terminal() {
            continue;
        }
        check_alpha_beta(&web, 64);
        check_proof(&web, 64);
        let report = MonteCarlo::new(seed).run(&web, &Budget::new().nodes(3_000), &mut |_| {});
        if report.is_proved() {
            let mover = web.turn().unwrap();
            assert_eq!(
                report.value_for(mover),
                100 * i64::from(minimax(&web).utility(mover)),
                "{web:?}"
            );
        }
    }
}

#[test]
fn where_moves_are_too_many_to_list_nothing_is_lost_before_all_are_known() {
    for seed in (0..60).filter(|seed| Web::haystack(*seed).turn() == Some(Player::FIRST)) {
        let web = Web::haystack(seed);
        let report = MonteCarlo::new(seed).run(&web, &Budget::new().nodes(100), &mut |_| {});
        assert!(
            !report.is_proved()
                || report.value_for(Player::FIRST)
                    == 100 * i64::from(minimax(&web).utility(Player::FIRST)),
            "{web:?}"
        );
    }
}

#[test]
fn a_lost_position_is_held_as_long_as_it_can_be() {
    let report = AlphaBeta::new(OutcomeOnly).run(&Nim::new(&[3, 3]), &Budget::new(), &mut |_| {});
    assert!(report.is_proved() && report.value_for(Player::FIRST) < 0);
    assert_eq!(
        report.best().unwrap().matches,
        1,
        "the other way ends after two moves"
    );
}

#[test]
fn monte_carlo_proves_only_what_minimax_says() {
    let budget = Budget::new().nodes(20_000);
    let mut proved = 0;
    for (seed, position) in (0..).zip(positions_for_two()) {
        let report = MonteCarlo::new(seed).run(&position, &budget, &mut |_| {});
        check_line(&position, &report.line);
        if report.is_proved() {
            proved += 1;
            let mover = position.turn().unwrap_or(Player::FIRST);
            let expected = 100 * i64::from(minimax(&position).utility(mover));
            assert_eq!(report.value_for(mover), expected, "{position:?}");
            check_best_move(&position, report.best());
        }
    }
    assert!(proved >= 50, "{proved} of 60 positions were proved");
    for (seed, nim) in (0..).zip(nims()) {
        let report = MonteCarlo::new(seed).run(&nim, &budget, &mut |_| {});
        assert!(report.is_proved());
        check_best_move(&nim, report.best());
    }
}

#[test]
fn visits_at_the_root_add_up_and_the_most_visited_move_is_played() {
    for (seed, position) in (0..).zip(positions_for_two().into_iter().take(20)) {
        let budget = Budget::new().nodes(60);
        let report = MonteCarlo::new(seed).run(&position, &budget, &mut |_| {});
        let visits = report.candidates.iter().map(|candidate| candidate.visits);
        // The first game ends at the root itself; what is known is not visited.
        assert!(visits.clone().sum::<u64>() <= report.nodes, "{position:?}");
        if !report.is_proved() {
            let most = visits.max().expect("something was tried");
            let best = report
                .candidates
                .iter()
                .find(|c| Some(&c.m) == report.best());
            assert_eq!(best.expect("the best is one").visits, most, "{position:?}");
        }
    }
}

#[test]
fn a_guided_search_proves_only_what_minimax_says_and_follows_good_advice() {
    let even = |position: &Fences, moves: &[Fence]| {
        Opinion::even(vec![0.0; position.players()], moves.len())
    };
    let mut proved = 0;
    for (seed, position) in (0..).zip(positions_for_two()) {
        let budget = Budget::new().nodes(20_000);
        let search = MonteCarlo {
            exploration: 1.2,
            ..MonteCarlo::new(seed)
        };
        let report = search.run_guided(&position, &budget, &mut one_by_one(even), &mut |_| {});
        check_line(&position, &report.line);
        if report.is_proved() {
            proved += 1;
            assert_eq!(report.proved(), Some(minimax(&position)), "{position:?}");
            check_best_move(&position, report.best());
        }
    }
    assert!(proved >= 50, "{proved} of 60 positions were proved");
    // Advice is followed where nothing speaks against it.
    let last = |_: &Nim, moves: &[Take]| {
        let mut priors = vec![0.0; moves.len()];
        *priors.last_mut().expect("a move") = 1.0;
        Opinion {
            priors,
            values: vec![0.0; 2],
        }
    };
    let budget = Budget::new().nodes(20);
    let start = Nim::new(&[40, 41, 43]);
    let report = MonteCarlo::new(1).run_guided(&start, &budget, &mut one_by_one(last), &mut |_| {});
    assert_eq!(report.best(), start.moves().last());
}

#[test]
fn three_players_each_play_for_themselves() {
    for seed in 0..20 {
        let start = Fences::new(7, 3, seed % 2 == 1);
        let position = playout::play_at_most(start, 1 + seed % 3, &mut Seeded::new(seed));
        let mover = position.turn().expect("four fences are left");
        let budget = Budget::new().nodes(30_000);
        let report = MonteCarlo::new(seed).run(&position, &budget, &mut |_| {});
        // Ties may be broken either way on the way to a value, so only what does not rest on them is compared.
        if report.is_proved() && minimax(&position).utility(mover) == 1 {
            assert_eq!(report.value_for(mover), 100, "{position:?}");
        }
        for player in Player::all(3) {
            let proof = Proof::wins(player).run(&position, &Budget::new(), &mut |_| {});
            assert_eq!(
                proof.answer == Answer::Proved,
                forces_win(&position, player),
                "{position:?}"
            );
        }
    }
}

/// Whether `player` wins though all others play against them: by trying everything.
fn forces_win(position: &Fences, player: Player) -> bool {
    match (position.turn(), position.outcome()) {
        (_, Some(outcome)) => outcome.utility(player) == 1,
        (mover, None) => {
            let mut children = position
                .moves()
                .into_iter()
                .map(|m| position.child(&m).unwrap());
            if mover == Some(player) {
                children.any(|child| forces_win(&child, player))
            } else {
                children.all(|child| forces_win(&child, player))
            }
        }
    }
}

#[track_caller]
fn check_proof<G: Stored>(position: &G, settled: usize) {
    let value = minimax(position);
    for player in Player::all(2) {
        for (proof, at_least) in [(Proof::wins(player), 1), (Proof::draws(player), 0)] {
            let mut proof = proof;
            proof.most_settled = settled;
            let report = proof.run(position, &Budget::new(), &mut |_| {});
            let expected = if value.utility(player) >= at_least {
                Answer::Proved
            } else {
                Answer::Disproved
            };
            assert_eq!(
                report.answer, expected,
                "{player} at least {at_least}: {position:?}"
            );
            if let Some(best) = &report.best {
                // The move keeps what was asked about, which need not be all there is.
                let after = minimax(&position.child(best).unwrap()).utility(player);
                assert_eq!(
                    after >= at_least,
                    expected == Answer::Proved,
                    "{best}: {position:?}"
                );
            }
        }
    }
}

#[test]
fn proof_search_gives_the_value_of_minimax() {
    for position in positions_for_two() {
        check_proof(&position, 1 << 20);
        check_proof(&position, 2);
    }
    for nim in nims() {
        check_proof(&nim, 1 << 20);
        check_proof(&PlyCap::new(nim, 3), 1 << 20);
    }
}

#[test]
fn where_play_can_go_round_in_circles_wins_are_found_and_draws_not_claimed() {
    // The first player is two steps from home, the second five: the one who moves straight is there first.
    let ring = Ring::new(2, 5);
    let report = AlphaBeta::new(OutcomeOnly).run(&ring, &Budget::new().depth(12), &mut |_| {});
    assert!(report.is_proved() && report.value_for(Player::FIRST) > 0);
    let proof = Proof::wins(Player::FIRST).run(&ring, &Budget::new().nodes(10_000), &mut |_| {});
    assert_eq!(proof.answer, Answer::Proved);
    // No one can get home any more: play goes on for ever.
    let ring = Ring::stuck();
    let report = AlphaBeta::new(OutcomeOnly).run(&ring, &Budget::new().depth(12), &mut |_| {});
    let value = report.value_for(Player::FIRST);
    assert_eq!((report.is_proved(), report.depth, value), (false, 12, 0));
    let proof = Proof::draws(Player::FIRST).run(&ring, &Budget::new().nodes(2_000), &mut |_| {});
    assert_eq!(proof.answer, Answer::Unknown);
    let monte = MonteCarlo {
        most_moves: 50,
        ..MonteCarlo::new(1)
    };
    let report = monte.run(&ring, &Budget::new().nodes(200), &mut |_| {});
    assert!(!report.is_proved());
}

#[test]
fn the_same_seed_does_the_same() {
    let position = Fences::new(12, 2, false);
    let budget = Budget::new().nodes(3_000);
    let run = |seed| {
        let mut report = MonteCarlo::new(seed).run(&position, &budget, &mut |_| {});
        report.elapsed = Duration::ZERO;
        report
    };
    assert_eq!(run(5), run(5));
    assert_ne!(run(5), run(6));
    let search = || {
        AlphaBeta::new(Lead)
            .run(&position, &budget, &mut |_| {})
            .line
    };
    assert_eq!(search(), search());
}

/// A game with 51,000 moves at the start, and about 6,000 moves long.
fn mountain() -> Nim {
    Nim::new(&[255; 200])
}

#[test]
fn every_search_stops_in_time_where_moves_are_too_many_to_list() {
    let slack = Duration::from_millis(250);
    for time in [1, 20] {
        let laws = Laws::of(mountain()).games(1).positions(2).max_moves(30);
        laws.stops_in_time(Duration::from_millis(time), slack)
            .check();
    }
}

#[test]
fn a_sample_of_the_moves_is_told_and_proves_no_loss() {
    let budget = Budget::new().depth(1);
    let report = AlphaBeta::new(OutcomeOnly).run(&mountain(), &budget, &mut |_| {});
    assert!(report.sampled && !report.is_proved());
    assert_eq!(report.depth, 1);
    let (mut found, mut missed) = (0, 0);
    for seed in 0..40 {
        let web = Web::great_haystack(seed);
        let won = web.turn() == Some(Player::FIRST);
        let outcome = minimax(&web);
        let report = AlphaBeta::new(OutcomeOnly).run(&web, &Budget::new().depth(3), &mut |_| {});
        let proof = Proof::wins(Player::FIRST).run(&web, &Budget::new(), &mut |_| {});
        assert!(report.sampled && won == (outcome == Outcome::Win(Player::FIRST)));
        assert!(
            report.proved().is_none_or(|proved| proved == outcome),
            "{web:?}"
        );
        match proof.answer {
            Answer::Proved => assert!(won, "{web:?}"),
            Answer::Disproved => assert!(!won, "{web:?}"),
            Answer::Unknown => (),
        }
        *(if report.is_proved() {
            &mut found
        } else {
            &mut missed
        }) += 1;
    }
    assert!(
        found > 0 && missed > 0,
        "{found} were proved and {missed} not"
    );
}

#[test]
fn every_search_stops_when_told_and_keeps_to_its_budget() {
    let position = Fences::new(30, 2, false);
    let flag = Arc::new(AtomicBool::new(true));
    for budget in [
        Budget::new().stop(Arc::clone(&flag)),
        Budget::new().nodes(0),
        Budget::new().time(Duration::ZERO),
    ] {
        let report = AlphaBeta::new(OutcomeOnly).run(&position, &budget, &mut |_| {});
        assert_eq!(
            (report.nodes, report.line.len()),
            (0, 1),
            "a move is given all the same"
        );
        let report = MonteCarlo::new(1).run(&position, &budget, &mut |_| {});
        assert_eq!((report.nodes, report.line.len()), (0, 1));
        let report = Proof::wins(Player::FIRST).run(&position, &budget, &mut |_| {});
        assert_eq!((report.nodes, report.answer), (0, Answer::Unknown));
    }
    // Set from the callback, as another thread would do it.
    flag.store(false, Ordering::Relaxed);
    let budget = Budget::new().stop(Arc::clone(&flag));
    let report = AlphaBeta::new(OutcomeOnly).run(&position, &budget, &mut |report| {
        flag.store(report.depth == 3, Ordering::Relaxed);
    });
    assert_eq!(report.depth, 3);
    let mut proof = Proof::wins(Player::FIRST);
    proof.most_tree = 1_000;
    assert_eq!(
        proof.run(&position, &Budget::new(), &mut |_| {}).answer,
        Answer::Unknown
    );
}

#[test]
fn a_bound_that_rests_on_an_estimate_proves_nothing() {
    // At X and below, a search of two moves sees a draw. The table says so when X is reached again by P, and must not
    // turn what is proved only beside that estimate into a proved value. The second player wins by Z.
    let graph = Graph::new(&[
        ("A", Turn(Player::FIRST), &["Q", "P"]),
        ("Q", Turn(Player::SECOND), &["D", "X", "V"]),
        ("P", Turn(Player::SECOND), &["X"]),
        ("X", Turn(Player::FIRST), &["Y"]),
        ("Y", Turn(Player::SECOND), &["D", "Z"]),
        ("Z", Turn(Player::FIRST), &["Z2"]),
        ("Z2", Turn(Player::FIRST), &["L"]),
        ("V", Turn(Player::FIRST), &["V2"]),
        ("V2", Turn(Player::FIRST), &["L"]),
        ("D", End(Outcome::Draw), &[]),
        ("L", End(Outcome::Win(Player::SECOND)), &[]),
    ]);
    check_alpha_beta(&graph, 1 << 10);
}
