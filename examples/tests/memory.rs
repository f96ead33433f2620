//! Every search and engine keeps to its budget of memory, in every game.
//!
//! All run in one test, one after another, because the allocator counts for the whole process.

#[expect(dead_code, reason = "the example has a `main` of its own")]
#[path = "../examples/new_game.rs"]
mod new_game;

use std::time::Duration;

use common::describe::{Opponents, SetupOptions};
use common::engine::{AllRounder, ByPlayouts, Engine};
use common::search::{AlphaBeta, MonteCarlo, OutcomeOnly, Proof};
use common::{Budget, Level, Player, Record};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const LIMIT: u64 = 4 << 20;

/// What a search holds besides its tables and trees: lists of at most 10,000 moves for each move of a line, and the
/// positions of that line.
const LISTS: usize = 6 << 20;

/// Checks that a call holds at most the limit and its lists.
fn check(name: &str, call: impl FnOnce()) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    call();
    let peak = MEMORY.peak_usage().saturating_sub(before);
    assert!(peak <= LIMIT as usize + LISTS, "{name}: {peak} bytes");
}

fn check_all<G: Opponents>(setup: &str) {
    let start = G::start(Some(setup), &SetupOptions::none()).expect("a setup");
    let record = Record::new(start.clone());
    let budget = Budget::new().time(Duration::from_millis(250)).memory(LIMIT);
    let name = |search: &str| format!("{search} in {} {setup}", G::ABOUT.title);
    check(&name("Monte-Carlo search"), || {
        let _ = MonteCarlo::new(1).run(&start, &budget, &mut |_| ());
    });
    check(&name("alpha-beta"), || {
        let _ = AlphaBeta::new(OutcomeOnly).run(&start, &budget, &mut |_| ());
    });
    check(&name("proof-number search"), || {
        let _ = Proof::wins(Player::FIRST).run(&start, &budget, &mut |_| ());
    });
    check(&name("two trees"), || {
        let mut engine = ByPlayouts::new(MonteCarlo {
            threads: 2,
            ..MonteCarlo::new(1)
        });
        let _ = engine
            .choose(&record, &budget, &mut |_| ())
            .expect("a move");
    });
    check(&name("the all-rounder"), || {
        let mut engine = AllRounder::new(1);
        let _ = engine
            .choose(&record, &budget, &mut |_| ())
            .expect("a move");
    });
    for (level, threads) in [
        (Level::WEAKEST, 1),
        (Level::STRONGEST, 1),
        (Level::STRONGEST, 2),
    ] {
        check(
            &name(&format!("level {level} with {threads} threads")),
            || {
                let mut engine = G::engine(level, 1);
                engine.set_threads(threads);
                let _ = engine
                    .choose(&record, &budget, &mut |_| ())
                    .expect("a move");
            },
        );
    }
}

#[test]
fn searches_keep_to_their_memory() {
    check_all::<sprouts::Position>("8");
    check_all::<brussels::Position>("6");
    check_all::<sos::Position>("5x5");
    check_all::<phutball::Position>("9x11");
    check_all::<phutball::Position>("3x7");
    check_all::<new_game::DotsAndBoxes>("............:first:0-0");
}
