//! Measures the searches and engines of all games: how well they keep to their time, and what a second thread brings.
//!
//! The measurements take minutes and print tables, so they only run when asked for:
//!
//! ```text
//! cargo test --release -p papergames-cli --test engines -- --ignored --nocapture deadlines
//! cargo test --release -p papergames-cli --test engines -- --ignored --nocapture threads
//! ```

#![expect(clippy::print_stdout, reason = "measurements are printed")]

use std::fs;
use std::time::{Duration, Instant};

use common::describe::{Describe, SetupOptions};
use common::engine::{AllRounder, ByPlayouts, Engine};
use common::search::alpha_beta::OutcomeOnly;
use common::search::{AlphaBeta, MonteCarlo, Proof};
use common::{Budget, Level, Player, Record, Seeded, playout};
use phutball::engine::{Philosopher, Strength};
use play::{Match, Opponent};

fn setting(name: &str, usual: u64) -> u64 {
    let set = std::env::var(name).ok().and_then(|text| text.parse().ok());
    set.unwrap_or(usual)
}

/// Returns how long this thread has run on a processor, and how long it has waited for one. Both are zero where the
/// system does not say.
fn on_processor() -> (Duration, Duration) {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let mut numbers = text
        .split_whitespace()
        .map(|number| number.parse().unwrap_or(0));
    let mut next = || Duration::from_nanos(numbers.next().unwrap_or(0));
    (next(), next())
}

/// By how much calls exceeded their time, and by how much without the time that the thread waited for a processor.
#[derive(Default)]
struct Overruns {
    wall: Vec<Duration>,
    own: Vec<Duration>,
}

impl Overruns {
    /// Measures a call that should take at most `time`.
    fn measure(&mut self, time: Duration, call: impl FnOnce()) {
        let (_, waited) = on_processor();
        let start = Instant::now();
        call();
        let wall = start.elapsed();
        let waited = on_processor().1.saturating_sub(waited);
        self.wall.push(wall.saturating_sub(time));
        self.own
            .push(wall.saturating_sub(waited).saturating_sub(time));
    }

    fn print(&mut self, name: &str) {
        let [wall, own] = [&mut self.wall, &mut self.own].map(|list| {
            list.sort();
            let at =
                |share: f64| list[((list.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
            format!("{:>7.1} {:>7.1} {:>7.1}", at(0.5), at(0.99), at(1.0))
        });
        println!("{name:<32} {:>5} {wall}   {own}", self.wall.len());
    }
}

/// Calls every search and engine on the largest position of a game, at its start and in its middle.
fn call_all<G: Describe>(name: &str, setup: Option<&str>, rounds: u64, all: &mut Overruns) {
    let start = G::setup(setup, &SetupOptions::none()).expect("a setup");
    let whole = playout::record(start.clone(), 10_000, &mut Seeded::new(1))
        .moves()
        .len() as u64;
    for (place, moves) in [("start", 0), ("middle", whole / 2)] {
        let mut here = Overruns::default();
        for round in 0..rounds {
            let record = playout::record(start.clone(), moves, &mut Seeded::new(round));
            let position = record.position();
            for milliseconds in [10, 20, 50] {
                let time = Duration::from_millis(milliseconds);
                let budget = Budget::new().time(time);
                let mut call = |call: &mut dyn FnMut()| here.measure(time, call);
                call(&mut || {
                    let report = MonteCarlo::new(round).run(position, &budget, &mut |_| ());
                    assert!(report.best().is_some_and(|m| position.check(m).is_ok()));
                });
                call(&mut || {
                    let report = AlphaBeta::new(OutcomeOnly).run(position, &budget, &mut |_| ());
                    assert!(report.best().is_some_and(|m| position.check(m).is_ok()));
                });
                call(&mut || {
                    let _ = Proof::wins(Player::FIRST).run(position, &budget, &mut |_| ());
                });
                let mut engines: Vec<Box<dyn Engine<G>>> = vec![
                    Box::new(AllRounder::new(round)),
                    Box::new(ByPlayouts::new(round).threads(2)),
                    G::engine(Level::WEAKEST, round),
                    G::engine(Level::STRONGEST, round),
                ];
                for engine in &mut engines {
                    call(&mut || {
                        let report = engine.choose(&record, &budget, &mut |_| ());
                        let report = report.expect("the game is not over");
                        assert!(report.best().is_some_and(|m| position.check(m).is_ok()));
                    });
                }
            }
        }
        here.print(&format!("{name}, {place}"));
        all.wall.append(&mut here.wall);
        all.own.append(&mut here.own);
    }
}

/// `ROUNDS` sets how often each search is called with each time; 6 make about a thousand calls.
#[test]
#[ignore = "a minute or two"]
fn deadlines() {
    let rounds = setting("ROUNDS", 3);
    let mut all = Overruns::default();
    println!(
        "milliseconds over the time given: median, 99 %, worst; then without waiting for a processor"
    );
    call_all::<sprouts::Position>("Sprouts, 100 spots", Some("100"), rounds, &mut all);
    call_all::<brussels::Position>(
        "Brussels Sprouts, 100 crosses",
        Some("100"),
        rounds,
        &mut all,
    );
    call_all::<sos::Position>("SOS, 20x20", Some("20x20"), rounds, &mut all);
    call_all::<phutball::Position>("Phutball, 21x21", Some("21x21"), rounds, &mut all);
    all.print("all");
}

/// Prints how many more playouts two threads play than one, in equal time.
fn playouts<G: Describe>(name: &str, setup: Option<&str>) {
    let start = G::setup(setup, &SetupOptions::none()).expect("a setup");
    let record = Record::new(start);
    let budget = Budget::new().time(Duration::from_millis(setting("MS", 2_000)));
    let mut ratios: Vec<f64> = (0..setting("RUNS", 5))
        .map(|seed| {
            let [one, two] = [1, 2].map(|threads| {
                let mut engine = ByPlayouts::new(seed).threads(threads);
                let report = engine
                    .choose(&record, &budget, &mut |_| ())
                    .expect("a move");
                report.nodes_per_second()
            });
            two / one
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    println!(
        "{name}: {:.2} times the playouts (all runs: {ratios:.2?})",
        ratios[ratios.len() / 2]
    );
}

/// Prints how much sooner two threads reach a depth than one, over twenty positions of Phutball.
fn philosopher() {
    let depth = setting("DEPTH", 6) as u32;
    let mut sums = [[Duration::ZERO; 2]; 2];
    for seed in 0..20 {
        let record = phutball_opening(seed);
        for (threads, sum) in [1, 2].into_iter().zip(&mut sums) {
            let mut engine = Philosopher::new(Strength::STRONGEST, 1).threads(threads);
            let budget = Budget::new().depth(depth).memory(256 << 20);
            let (before, _) = on_processor();
            let report = engine
                .choose(&record, &budget, &mut |_| ())
                .expect("a move");
            let (after, _) = on_processor();
            sum[0] += report.elapsed;
            sum[1] += after.saturating_sub(before);
        }
    }
    let ratio = |i: usize| sums[0][i].as_secs_f64() / sums[1][i].as_secs_f64();
    println!(
        "Phutball's engine, depth {depth}, twenty positions: {:.1} s on one thread, {:.1} s on two, {:.2} times as \
         fast; by the processor time of the first thread {:.2} times",
        sums[0][0].as_secs_f64(),
        sums[1][0].as_secs_f64(),
        ratio(0),
        ratio(1)
    );
}

/// Returns a game of six men near the ball.
fn phutball_opening(seed: u64) -> Record<phutball::Position> {
    let mut random = Seeded::new(seed);
    let mut record = Record::new(phutball::Position::default());
    while record.moves().len() < 6 {
        let position = record.position();
        let ball = position.ball();
        let near: Vec<phutball::Move> = position
            .placements()
            .filter(|point| {
                let columns = i32::from(point.column()) - i32::from(ball.column());
                let rows = i32::from(point.row()) - i32::from(ball.row());
                columns.abs().max(rows.abs()) <= 3
            })
            .map(phutball::Move::Place)
            .collect();
        let drawn = common::Random::below(&mut random, near.len() as u64) as usize;
        record.push(near[drawn]).expect("a vacant point");
    }
    record
}

/// `MS`, `RUNS` and `DEPTH` set how long is measured.
#[test]
#[ignore = "a minute or two"]
fn threads() {
    playouts::<sos::Position>("SOS, 8x8", Some("8x8"));
    playouts::<sprouts::Position>("Sprouts, 8 spots", Some("8"));
    playouts::<phutball::Position>("Phutball", None);
    philosopher();
}

/// Two trees against one tree with as many playouts as both together: what two threads are worth that play exactly
/// twice as fast. `GAMES` and `NODES` set the length.
#[test]
#[ignore = "minutes"]
fn two_threads_against_doubled_time() {
    let nodes = setting("NODES", 2_000);
    let start =
        <sos::Position as Describe>::setup(Some("6x6"), &SetupOptions::none()).expect("a setup");
    let make = |name: &str, seed: u64| {
        let threads = if name == "two" { 2 } else { 1 };
        let engine = ByPlayouts::new(seed).threads(threads);
        Ok(Opponent::engine(engine, Budget::new().nodes(nodes)))
    };
    let games = Match::new(start, ["two", "one"]).expect("two players");
    let games = games.games(setting("GAMES", 200)).opening(4);
    let score = games.run(&make, &mut |_, _| ()).expect("a match");
    println!(
        "two threads against one with doubled time, {nodes} playouts: {:.1} % of {} games, Elo {}",
        100.0 * score.rate(),
        score.games(),
        score.elo()
    );
    assert!(score.rate() >= 0.45);
}
