//! The engines for any game, and the trees behind them that grow on several threads.

use crate::games::fences::{Fence, Fences};
use papergames_common::engine::{AllRounder, ByPlayouts, Engine, EngineError, Points};
use papergames_common::nim::Nim;
use papergames_common::search::{AlphaBeta, MonteCarlo, OutcomeOnly, minimax};
use papergames_common::{Budget, Game, Outcome, Player, Record, Report, Seeded, playout};

fn engines() -> Vec<(&'static str, Box<dyn Engine<Fences>>)> {
    vec![
        ("Monte-Carlo", Box::new(MonteCarlo::new(1))),
        ("by playouts", Box::new(ByPlayouts::new(MonteCarlo::new(1)))),
        (
            "on threads",
            Box::new(ByPlayouts::new(MonteCarlo {
                threads: 3,
                ..MonteCarlo::new(1)
            })),
        ),
        ("alpha-beta", Box::new(AlphaBeta::new(OutcomeOnly))),
        ("by points", Box::new(AlphaBeta::new(Points))),
        ("all-rounder", Box::new(AllRounder::new(1))),
    ]
}

fn choose<G: Game>(
    engine: &mut dyn Engine<G>,
    record: &Record<G>,
    budget: &Budget,
) -> Report<G::Move> {
    engine
        .choose(record, budget, &mut |_| ())
        .expect("the game is not over")
}

/// Plays a game of one engine against itself, and checks each report.
fn play(name: &str, engine: &mut dyn Engine<Fences>, start: Fences, budget: &Budget) {
    let mut record = Record::new(start);
    while let Some(mover) = record.position().turn() {
        let report = choose(engine, &record, budget);
        let value = report.value.expect("a value");
        assert_eq!(value.player, mover, "{name}: {record:?}");
        if let Some(most) = budget.nodes {
            assert!(report.nodes <= most, "{name}: {} nodes", report.nodes);
        }
        let mut line = record.position().clone();
        for m in &report.line {
            line.apply(m)
                .unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        if let Some(outcome) = report.proved()
            && record.moves().len() > 6
        {
            assert_eq!(outcome, minimax(record.position()), "{name}: {record:?}");
        }
        record.push(report.line[0]).expect("a legal move");
    }
    let over = engine.choose(&record, budget, &mut |_| ());
    assert!(matches!(over, Err(EngineError::GameOver)), "{name}");
}

#[test]
fn every_engine_plays_whole_games_within_its_budget() {
    for (name, mut engine) in engines() {
        for length in [3, 12] {
            play(
                name,
                &mut *engine,
                Fences::new(length, 2, false),
                &Budget::new().nodes(300),
            );
        }
    }
}

#[test]
fn engines_for_several_players_play_their_games_and_alpha_beta_says_why_not() {
    let start = Fences::new(10, 3, false);
    for (name, mut engine) in engines() {
        if ["alpha-beta", "by points"].contains(&name) {
            let refused = engine.choose(&Record::new(start.clone()), &Budget::new(), &mut |_| ());
            let reason = refused.expect_err("two players only").to_string();
            assert_eq!(
                reason,
                "alpha-beta search needs two players, but this game has 3"
            );
        } else {
            play(name, &mut *engine, start.clone(), &Budget::new().nodes(200));
        }
    }
}

#[test]
fn a_limit_on_depth_ends_every_engine_and_is_what_it_reports() {
    for depth in [1, 2, 4] {
        for (name, mut engine) in engines() {
            let record = Record::new(Fences::new(24, 2, false));
            let report = choose(&mut *engine, &record, &Budget::new().depth(depth));
            assert_eq!(report.depth, depth, "{name}");
            assert!(report.nodes > 0, "{name}");
        }
    }
}

#[test]
fn trees_are_kept_while_the_game_goes_on_and_dropped_for_another() {
    let budget = Budget::new().nodes(500);
    let mut engine = ByPlayouts::new(MonteCarlo::new(1));
    let mut record = Record::new(Fences::new(20, 2, false));
    let visits = |report: &Report<Fence>| report.candidates.iter().map(|c| c.visits).sum::<u64>();
    let first = choose(&mut engine, &record, &budget);
    record.push(first.line[0]).expect("a legal move");
    record.push(first.line[1]).expect("a legal move");
    let second = choose(&mut engine, &record, &budget);
    assert_eq!(second.nodes, 500);
    assert!(visits(&second) > 500, "{} visits", visits(&second));
    // The same game from the start, and another game, begin with new trees.
    for other in [
        Record::new(Fences::new(20, 2, false)),
        Record::new(Fences::new(20, 2, true)),
    ] {
        let report = choose(&mut engine, &other, &budget);
        assert!(visits(&report) <= 500);
        let new = choose(&mut ByPlayouts::new(MonteCarlo::new(1)), &other, &budget);
        assert_eq!(report.candidates, new.candidates);
    }
}

#[test]
fn an_engine_on_threads_adds_up_what_its_trees_know() {
    let start = Fences::new(20, 2, false);
    let budget = Budget::new().nodes(601);
    for threads in [1, 2, 3] {
        let grown = || {
            let mut engine = MonteCarlo {
                threads,
                ..MonteCarlo::new(4)
            };
            let report = choose(&mut engine, &Record::new(start.clone()), &budget);
            assert_eq!(report.nodes, 601);
            report
        };
        let report = grown();
        let again = grown();
        let told =
            |report: &Report<Fence>| (report.line.clone(), report.value, report.candidates.clone());
        if threads == 1 {
            assert_eq!(told(&report), told(&again), "nothing but the seed decides");
        }
        let visits: u64 = report.candidates.iter().map(|c| c.visits).sum();
        assert_eq!(
            visits,
            601 - threads as u64,
            "one game of each tree ends at the root"
        );
        let most = report
            .candidates
            .iter()
            .max_by_key(|c| c.visits)
            .expect("a move");
        let best = report
            .candidates
            .iter()
            .find(|c| Some(&c.m) == report.best())
            .expect("a move");
        assert_eq!(best.visits, most.visits);
        // The mean over all games is that of the moves.
        let sum: i64 = report
            .candidates
            .iter()
            .map(|c| c.value.hundredths * c.visits as i64)
            .sum();
        let mean = sum / visits as i64;
        let value = report.value.expect("a value").hundredths;
        assert!((mean - value).abs() <= 2, "{mean} {value}");
    }
}

#[test]
fn a_proof_in_one_tree_is_the_proof_of_all() {
    let mut proved = 0;
    for seed in 0..40 {
        let start = Fences::new(12, 2, seed % 2 == 0);
        let position = playout::play_at_most(start, 4, &mut Seeded::new(seed));
        let mut engine = MonteCarlo {
            threads: 2,
            ..MonteCarlo::new(seed)
        };
        let record = Record::new(position.clone());
        let report = choose(&mut engine, &record, &Budget::new().nodes(6_000));
        let truth = minimax(&position);
        for candidate in report.candidates.iter().filter(|c| c.value.is_proved()) {
            let child = position.child(&candidate.m).expect("a legal move");
            assert_eq!(candidate.value.proved, Some(minimax(&child)));
        }
        let Some(outcome) = report.proved() else {
            continue;
        };
        proved += 1;
        assert_eq!(outcome, truth);
        let child = position
            .child(report.best().expect("a move"))
            .expect("a legal move");
        assert_eq!(minimax(&child), truth);
    }
    assert!(
        (10..40).contains(&proved),
        "{proved} of 40 positions were proved"
    );
}

#[test]
fn the_all_rounder_sees_what_playouts_miss() {
    // One move holds the win; a handful of playouts does not find it.
    let record = Record::new(Nim::new(&[1, 2, 3, 4]));
    let mut found = [0; 2];
    for seed in 0..10 {
        let budget = Budget::new().nodes(3_000);
        let reports = [
            choose(&mut AllRounder::new(seed), &record, &budget),
            choose(&mut MonteCarlo::new(seed), &record, &budget),
        ];
        for (found, report) in found.iter_mut().zip(reports) {
            *found += i32::from(report.proved() == Some(Outcome::Win(Player::FIRST)));
        }
    }
    assert_eq!(found[0], 10, "{found:?}");
}
