//! A level has a budget of its own, which other limits can only shorten, and which shrinks with the position.

use std::time::Duration;

use common::any::AnyGame;
use common::describe::{Describe, Opponents, SetupOptions};
use common::{Budget, Level};

/// Every level, from the weakest.
fn levels() -> impl Iterator<Item = Level> {
    (1..=5).filter_map(Level::new)
}

#[test]
fn a_longer_limit_changes_no_move_and_a_shorter_one_holds() {
    let setups: [(&dyn AnyGame, _); 4] = [
        (sprouts::GAME, "12"),
        (brussels::GAME, "3"),
        (sos::GAME, "6x6"),
        (phutball::GAME, "7x9"),
    ];
    for (game, setup) in setups {
        let record = game.start(Some(setup), &SetupOptions::none());
        let (record, name) = (record.expect("a setup"), game.about().name);
        for level in levels().take(3) {
            let choose = |budget: &Budget| {
                let (mut engine, _) = game.engine(&level.to_string(), 3).expect("a level");
                let report = engine.choose(&*record, budget, &mut |_| ());
                report.expect("a move")
            };
            let usual = choose(&Budget::new());
            let hour = Budget::new().nodes(1 << 40).time(Duration::from_hours(1));
            let more = choose(&hour);
            let same = (more.best() == usual.best(), more.nodes == usual.nodes);
            assert_eq!(same, (true, true), "{name} {setup}, level {level}");
            let less = choose(&Budget::new().nodes(10)).nodes;
            assert!(less <= 10, "{name} {setup}, level {level}: {less} nodes");
        }
    }
}

/// Checks that each level may work more than the one below, at most 1,000 times as much as in the last setup, and in no
/// setup more than in the one before.
fn check_budgets<G: Opponents>(setups: &[&str]) {
    let mut before = [u64::MAX; 5];
    for setup in setups {
        let start = G::start(Some(setup), &SetupOptions::none()).expect("a setup");
        let nodes =
            levels().map(|level| start.budget(level).nodes.expect("every level has a limit"));
        let nodes: Vec<u64> = nodes.collect();
        let name = G::ABOUT.name;
        assert!(nodes.is_sorted(), "{name} {setup}: {nodes:?}");
        for (level, (now, before)) in nodes.iter().zip(&before).enumerate() {
            assert!(now <= before, "{name} {setup}, level {}: {now}", level + 1);
        }
        before.copy_from_slice(&nodes);
    }
}

#[test]
fn budgets_shrink_with_the_position() {
    check_budgets::<sprouts::Position>(&["5", "12", "20", "40", "100"]);
    check_budgets::<sos::Position>(&["3x3", "8x8", "12x12", "20x20"]);
    check_budgets::<phutball::Position>(&["5x7", "9x11", "15x21", "21x21"]);
    // At the default level, random games on 100 spots take about a second in all.
    let largest = <sprouts::Position as Describe>::start(Some("100"), &SetupOptions::none())
        .expect("100 spots");
    let level = Level::new(3).expect("the default level");
    assert!(largest.budget(level).nodes <= Some(40));
}
