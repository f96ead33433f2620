//! Trees that are asked about in batches, grow again, move along with a game, and choose with noise and temperature, in
//! games of two and three players with extra turns.

use std::collections::{BTreeMap, HashSet};

use crate::games::fences::{Fence, Fences};
use papergames_common::nim::{Nim, Take};
use papergames_common::search::{Guide, Leaf, MonteCarlo, Noise, Opinion, minimax, one_by_one};
use papergames_common::{Budget, Game, Player, Report, Seeded, playout};

/// Knows nothing, and remembers what it was asked.
#[derive(Default)]
struct Blank {
    calls: usize,
    leaves: usize,
    largest: usize,
    /// The number of different positions, batch by batch.
    different: usize,
}

impl<G: Game> Guide<G> for Blank {
    fn opinions(&mut self, leaves: &[Leaf<G>]) -> Vec<Opinion> {
        self.calls += 1;
        self.leaves += leaves.len();
        self.largest = self.largest.max(leaves.len());
        let texts = leaves.iter().map(|leaf| format!("{:?}", leaf.position));
        self.different += texts.collect::<HashSet<_>>().len();
        let even = |leaf: &Leaf<G>| {
            assert_eq!(leaf.moves, leaf.position.moves());
            Opinion::even(vec![0.0; leaf.position.players()], leaf.moves.len())
        };
        leaves.iter().map(even).collect()
    }
}

#[test]
fn a_guide_is_asked_in_batches_about_different_positions() {
    for players in [2, 3] {
        let start = Fences::new(20, players, false);
        let mut one = Blank::default();
        let mut many = Blank::default();
        let budget = Budget::new().nodes(400);
        let mut search = MonteCarlo::new(3);
        let report = search.run_guided(&start, &budget, &mut one, &mut |_| {});
        assert_eq!((report.nodes, one.calls, one.largest), (400, 400, 1));
        search.batch = 16;
        let report = search.run_guided(&start, &budget, &mut many, &mut |_| {});
        assert_eq!((report.nodes, many.leaves, many.largest), (400, 400, 16));
        assert!(many.calls < 60, "{} calls", many.calls);
        // Some positions are reached on two ways, and the tree does not know that they are the same.
        assert!(
            many.different > 300,
            "{} different positions",
            many.different
        );
        let visits: u64 = report.candidates.iter().map(|c| c.visits).sum();
        assert_eq!(visits, 399, "virtual losses are taken back");
    }
}

#[test]
fn batches_prove_only_what_minimax_says() {
    let mut proved = 0;
    for seed in 0..40 {
        let start = Fences::new(10, 2, seed % 2 == 0);
        let position = playout::play_at_most(start, 3, &mut Seeded::new(seed));
        let search = MonteCarlo {
            exploration: 1.2,
            batch: 8,
            ..MonteCarlo::new(seed)
        };
        let budget = Budget::new().nodes(30_000);
        let report = search.run_guided(&position, &budget, &mut Blank::default(), &mut |_| {});
        if report.is_proved() {
            proved += 1;
            assert_eq!(report.proved(), Some(minimax(&position)), "{position:?}");
        }
    }
    assert!(proved > 30, "{proved} of 40 positions were proved");
}

/// Says who has the lead to each player: what a network for several players would say.
fn lead(position: &Fences, moves: &[Fence]) -> Opinion {
    use papergames_common::Scored;
    let players = position.players();
    let scores: Vec<f64> = Player::all(players)
        .map(|p| position.score(p) as f64)
        .collect();
    let mean = scores.iter().sum::<f64>() / players as f64;
    let values = scores
        .iter()
        .map(|score| ((score - mean) / 4.0).clamp(-1.0, 1.0));
    Opinion::even(values.collect(), moves.len())
}

#[test]
fn a_guide_for_several_players_speaks_to_each_of_them_also_when_one_moves_twice() {
    // The player to move can close a pen, and moves again after it. Every player would do so.
    let mut twice = 0;
    for players in [2, 3, 4] {
        for seed in 0..30 {
            let start = Fences::new(9, players, false);
            let position = playout::play_at_most(start, 2 + seed % 3, &mut Seeded::new(seed));
            let Some(mover) = position.turn() else {
                continue;
            };
            let keeps: Vec<_> = position
                .moves()
                .into_iter()
                .filter(|m| {
                    position
                        .child(m)
                        .is_ok_and(|child| child.turn() == Some(mover))
                })
                .collect();
            let mut guide = one_by_one(lead);
            let budget = Budget::new().nodes(300);
            let report =
                MonteCarlo::new(seed).run_guided(&position, &budget, &mut guide, &mut |_| {});
            let value = report.value.expect("the position was searched");
            assert_eq!(value.player, mover);
            if !keeps.is_empty() && !report.is_proved() {
                twice += 1;
                let best = report.candidates.iter().max_by_key(|c| c.value.hundredths);
                let best = best.expect("moves were tried").value;
                let kept = report.candidates.iter().filter(|c| keeps.contains(&c.m));
                let kept = kept.map(|c| c.value.hundredths).max();
                assert_eq!(best.player, mover);
                assert!(
                    kept >= Some(best.hundredths - 15),
                    "{position:?}: {kept:?} of {best:?}"
                );
            }
        }
    }
    assert!(twice > 20, "{twice} positions with a second move");
}

#[test]
fn a_tree_moves_along_with_the_game() {
    for players in [2, 3] {
        let mut tree = MonteCarlo::new(5).plant(&Fences::new(14, players, false));
        let mut kept = 0;
        while tree.position().turn().is_some() {
            let report = tree.grow(&Budget::new().nodes(200), &mut |_| {});
            let best = *report.best().expect("the game is not over");
            let visits = report.candidates.iter().find(|c| c.m == best);
            let visits = visits.map_or(0, |c| c.visits);
            let expected = tree.position().child(&best).expect("a legal move");
            let before = tree.size();
            tree.advance(&best).expect("a legal move");
            assert_eq!(tree.position(), &expected);
            assert_eq!(tree.visits(), visits);
            assert!(tree.size() < before);
            kept += visits;
            // What is kept is a whole tree: its report is as legal as that of a new one.
            let report = tree.grow(&Budget::new().nodes(0), &mut |_| {});
            let mut line = expected.clone();
            for m in &report.line {
                line.apply(m).expect("a legal line");
            }
            assert!(
                report
                    .candidates
                    .iter()
                    .all(|c| expected.check(&c.m).is_ok())
            );
        }
        assert!(kept > 100, "{kept} games were kept");
        assert!(tree.advance(&Fence(0)).is_err());
    }
}

#[test]
fn a_kept_tree_goes_on_to_prove_what_minimax_says() {
    for seed in 0..20 {
        let start = Fences::new(11, 2, seed % 2 == 0);
        let mut tree =
            MonteCarlo::new(seed).plant(&playout::play_at_most(start, 2, &mut Seeded::new(seed)));
        while tree.position().turn().is_some() {
            let report = tree.grow(&Budget::new().nodes(3_000), &mut |_| {});
            if report.is_proved() {
                assert_eq!(report.proved(), Some(minimax(tree.position())));
            }
            tree.advance(&report.line[0].clone()).expect("a legal move");
        }
    }
}

#[test]
fn an_illegal_move_leaves_the_tree_as_it_was() {
    let mut tree = MonteCarlo::new(1).plant(&Nim::new(&[30, 40]));
    let _ = tree.grow(&Budget::new().nodes(100), &mut |_| {});
    let (size, visits) = (tree.size(), tree.visits());
    assert!(
        tree.advance(&Take {
            heap: 2,
            matches: 1
        })
        .is_err()
    );
    assert_eq!((tree.size(), tree.visits()), (size, visits));
    // A move that was never tried gives a new tree.
    let take = Take {
        heap: 0,
        matches: 3,
    };
    let after = Nim::new(&[3, 4]).child(&take).expect("a legal move");
    let mut new = MonteCarlo::new(1).plant(&Nim::new(&[3, 4]));
    new.advance(&take).expect("a legal move");
    assert_eq!((new.size(), new.visits(), new.position()), (1, 0, &after));
}

#[test]
fn noise_at_the_root_depends_on_the_seed_and_spreads_the_visits() {
    let start = Nim::new(&[20, 30, 40]);
    let first = |nim: &Nim, moves: &[Take]| {
        let mut priors = vec![0.0; moves.len()];
        priors[0] = 1.0;
        let _ = nim;
        Opinion {
            values: vec![0.0; 2],
            priors,
        }
    };
    let tried = |search: MonteCarlo| {
        let mut guide = one_by_one(first);
        let report = search.run_guided(&start, &Budget::new().nodes(200), &mut guide, &mut |_| {});
        let visits: BTreeMap<String, u64> = report
            .candidates
            .iter()
            .map(|c| (c.m.to_string(), c.visits))
            .collect();
        visits
    };
    assert_eq!(
        tried(MonteCarlo::new(1)).len(),
        1,
        "all priors but one are 0"
    );
    let noisy = |seed| {
        tried(MonteCarlo {
            noise: Some(Noise {
                alpha: 0.3,
                share: 0.25,
            }),
            ..MonteCarlo::new(seed)
        })
    };
    assert!(noisy(1).len() > 5);
    assert_eq!(noisy(1), noisy(1));
    assert_ne!(noisy(1), noisy(2));
}

#[test]
fn noise_is_added_once_to_each_root() {
    let start = Nim::new(&[20, 30, 40]);
    let mut guide = one_by_one(|_: &Nim, moves: &[Take]| Opinion::even(vec![0.0; 2], moves.len()));
    let search = MonteCarlo {
        noise: Some(Noise {
            alpha: 0.03,
            share: 1.0,
        }),
        ..MonteCarlo::new(1)
    };
    let visits = |report: &Report<Take>| -> Vec<u64> {
        report.candidates.iter().map(|c| c.visits).collect()
    };
    let whole = search.run_guided(&start, &Budget::new().nodes(300), &mut guide, &mut |_| {});
    let mut tree = search.plant(&start);
    let part = Budget::new().nodes(100);
    for _ in 0..2 {
        let _ = tree.grow_guided(&part, &mut guide, &mut |_| {});
    }
    let last = tree.grow_guided(&part, &mut guide, &mut |_| {});
    assert_eq!(
        visits(&last),
        visits(&whole),
        "three parts are as good as a whole"
    );
}

#[test]
fn the_temperature_says_how_often_the_best_move_is_drawn() {
    let start = Nim::new(&[20, 30, 40]);
    let report = MonteCarlo::new(1).run(&start, &Budget::new().nodes(3_000), &mut |_| {});
    assert!(!report.is_proved());
    let policy = report.policy();
    let best = report
        .candidates
        .iter()
        .position(|c| Some(&c.m) == report.best());
    let best = best.expect("the best move was tried");
    let share = |temperature: f64| {
        let mut random = Seeded::new(9);
        let draws = 20_000;
        let hits = (0..draws).filter(|_| report.draw(temperature, &mut random) == report.best());
        hits.count() as f64 / f64::from(draws)
    };
    assert!(share(0.0) > 0.9999);
    assert!(
        (share(1.0) - policy[best]).abs() < 0.01,
        "{} {}",
        share(1.0),
        policy[best]
    );
    assert!(share(0.5) > share(1.0) && share(1.0) > share(4.0));
    assert!(share(1e9) > 0.0);
}

#[test]
fn a_proved_game_has_a_policy_of_best_moves_only() {
    let start = Nim::new(&[1, 2, 4]);
    let report = MonteCarlo::new(1).run(&start, &Budget::new().nodes(100_000), &mut |_| {});
    assert!(report.is_proved());
    for (candidate, share) in report.candidates.iter().zip(report.policy()) {
        let wins = candidate.value.is_proved() && candidate.value.hundredths == 100;
        assert_eq!(share > 0.0, wins, "{candidate:?}");
    }
    assert_eq!(report.draw(1.0, &mut Seeded::new(1)), report.best());
}

#[test]
fn the_same_seed_grows_the_same_tree_with_and_without_a_guide() {
    let start = Fences::new(16, 3, false);
    let budget = Budget::new().nodes(2_000);
    let report = |seed| {
        MonteCarlo::new(seed)
            .run(&start, &budget, &mut |_| {})
            .candidates
    };
    assert_eq!(report(4), report(4));
    assert_ne!(report(4), report(5));
    let guided = |batch| {
        let search = MonteCarlo {
            batch,
            ..MonteCarlo::new(1)
        };
        let guide = &mut one_by_one(lead);
        search
            .run_guided(&start, &budget, guide, &mut |_| {})
            .candidates
    };
    assert_eq!(guided(7), guided(7));
}

#[test]
fn a_tree_keeps_to_its_size() {
    let start = Fences::new(30, 2, false);
    for most in [1, 10, 500] {
        let mut tree = MonteCarlo {
            most_tree: most,
            ..MonteCarlo::new(1)
        }
        .plant(&start);
        let report = tree.grow(&Budget::new().nodes(3_000), &mut |_| {});
        assert!(tree.size() <= most.max(1), "{} of {most}", tree.size());
        assert_eq!((report.nodes, tree.visits()), (3_000, 3_000));
        let mut tree = MonteCarlo {
            batch: 4,
            most_tree: most,
            ..MonteCarlo::new(1)
        }
        .plant(&start);
        let guide = &mut one_by_one(lead);
        let report = tree.grow_guided(&Budget::new().nodes(3_000), guide, &mut |_| {});
        assert!(tree.size() <= most.max(1), "{} of {most}", tree.size());
        assert_eq!((report.nodes, tree.visits()), (3_000, 3_000));
    }
}
