//! Every search and engine keeps to its budget of memory, in every game, and the checker of certificates to its bound.
//!
//! All run in one test, one after another, because the allocator counts for the whole process.

#[expect(dead_code, reason = "the example has a `main` of its own")]
#[path = "../examples/new_game.rs"]
mod new_game;

use std::time::Duration;

use check::text::checksum;
use check::work::{Limit, Work};
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

/// The memory that the page about certificates states for each byte of a text, and that beside it for a text of facts
/// that lead to nothing.
const CHECKED: usize = 40;
const BESIDE: usize = 4 << 20;

/// The number of steps of a check, some seconds.
const STEPS: u64 = 8_000_000;

/// A certificate with these lines and facts.
fn certificate(lines: &str, facts: &[String]) -> String {
    let (n, facts) = (facts.len(), facts.join("\n"));
    let text = format!("papergames certificate 1\n{lines}\nfacts {n}\n{facts}\n");
    let sum = checksum(text.as_bytes());
    format!("{text}checksum {sum:016x}\n")
}

/// Checks that a check of many short facts takes no more memory than a multiple of the text.
fn check_facts(lines: &str, facts: impl Iterator<Item = String>) {
    let text = certificate(lines, &facts.collect::<Vec<_>>());
    let limit = Limit {
        steps: STEPS,
        ..Limit::default()
    };
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let verdict = check::check(&text, None, &Work::new(limit, |_, _| ()));
    let peak = MEMORY.peak_usage().saturating_sub(before);
    assert!(verdict.is_err(), "{verdict:?}");
    let most = CHECKED * text.len() + BESIDE;
    assert!(
        peak <= most,
        "{lines}: {peak} bytes for {}, {verdict:?}",
        text.len()
    );
}

/// Sums of three starts.
fn sums() -> impl Iterator<Item = String> {
    let below = |a: u32| (1..=a).flat_map(move |b| (1..=b).map(move |c| (a, b, c)));
    let sums = (1..=40).flat_map(below);
    sums.map(|(a, b, c)| format!("0*{a}+0*{b}+0*{c}"))
}

fn certificates_keep_to_their_memory() {
    let misere = "game sprouts\nending misere\nposition 0*5\nmover loses";
    check_facts(misere, std::iter::repeat_n("0".to_owned(), 200_000));
    check_facts(misere, sums());
    let normal = "game sprouts\nending normal\nposition 0*5\nmover loses";
    check_facts(normal, (0..200_000).map(|n| format!("0*{} 9", 9 + n % 100)));
    let sos = "game sos\nrules general\nboard ......\nvalue 0";
    check_facts(sos, (0..100_000).map(|n| format!("...... >= {}", n % 3000)));
}

#[test]
fn searches_and_checks_keep_to_their_memory() {
    certificates_keep_to_their_memory();
    check_all::<sprouts::Position>("8");
    check_all::<brussels::Position>("6");
    check_all::<sos::Position>("5x5");
    check_all::<phutball::Position>("9x11");
    check_all::<phutball::Position>("3x7");
    check_all::<new_game::DotsAndBoxes>("............:first:0-0");
}
