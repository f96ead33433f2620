//! Measures the searches and engines of all games: how well they keep to their time, what a second thread brings, and
//! how strong Phutball's engine is.
//!
//! The measurements take minutes and print tables, so they only run when asked for. Each needs a quiet machine with two
//! cores: what a loaded one prints says little.
//!
//! ```text
//! cargo test --release -p papergames-cli --test engines -- --ignored --nocapture --test-threads 1
//! CALLS=1000 cargo test --release -p papergames-cli --test engines -- --ignored --nocapture --exact deadlines
//! ```

#![expect(clippy::print_stdout, reason = "measurements are printed")]

#[expect(dead_code, reason = "the example has a `main` of its own")]
#[path = "../examples/new_game.rs"]
mod new_game;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use common::any::EngineObject;
use common::describe::{Describe, Opponents, SetupOptions};
use common::engine::{AllRounder, ByPlayouts, Engine, EngineError};
use common::search::{AlphaBeta, MonteCarlo, OutcomeOnly, Proof};
use common::{Budget, Game, Level, Player, Record, Report, Seeded, playout};
use phutball::engine::Philosopher;
use play::{Match, Opponent};

fn setting(name: &str, usual: u64) -> u64 {
    let set = std::env::var(name).ok().and_then(|text| text.parse().ok());
    set.unwrap_or(usual)
}

/// Returns the time that this thread has run on a processor, and the time that it has waited for one. Both are zero
/// where the system does not say.
fn on_processor() -> (Duration, Duration) {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let mut numbers = text
        .split_whitespace()
        .map(|number| number.parse().unwrap_or(0));
    let mut next = || Duration::from_nanos(numbers.next().unwrap_or(0));
    (next(), next())
}

/// The time by which calls exceeded their limit, and the same without the time that the thread waited for a processor.
#[derive(Default)]
struct Overruns {
    wall: Vec<Duration>,
    own: Vec<Duration>,
}

/// What is promised of 99 % of all calls, and of the worst, with budgets of at least 10 ms.
const MOST_OVER: [Duration; 2] = [Duration::from_millis(50), Duration::from_millis(250)];

impl Overruns {
    /// Measures a call that should take at most `time`.
    fn measure<T>(&mut self, time: Duration, call: impl FnOnce() -> T) -> T {
        let (_, waited) = on_processor();
        let start = Instant::now();
        let result = call();
        let wall = start.elapsed();
        let waited = on_processor().1.saturating_sub(waited);
        self.wall.push(wall.saturating_sub(time));
        self.own
            .push(wall.saturating_sub(waited).saturating_sub(time));
        result
    }

    fn append(&mut self, mut other: Overruns) {
        self.wall.append(&mut other.wall);
        self.own.append(&mut other.own);
    }

    /// Prints a row of the table, and returns whether the calls kept what is promised, waiting left out.
    fn print(&mut self, game: &str, name: &str) -> bool {
        self.wall.sort();
        self.own.sort();
        let at = |list: &[Duration], share: f64| list[((list.len() - 1) as f64 * share) as usize];
        let row = |list: &[Duration]| {
            let milliseconds = |share| at(list, share).as_secs_f64() * 1e3;
            let [median, most, worst] = [0.5, 0.99, 1.0].map(milliseconds);
            format!("{median:>7.1} {most:>7.1} {worst:>7.1}")
        };
        let (calls, wall, own) = (self.wall.len(), row(&self.wall), row(&self.own));
        println!("{game:<30} {name:<24} {calls:>6} {wall}   {own}");
        at(&self.own, 0.99) <= MOST_OVER[0] && at(&self.own, 1.0) <= MOST_OVER[1]
    }
}

/// Chooses a move within a budget, with a seed; `None` if it knows none.
type Chooser<G> = Box<dyn FnMut(&Record<G>, &Budget, u64) -> Option<<G as common::Game>::Move>>;

/// Returns every search, the engines for any game, and the engines of the game, with their names.
fn choosers<G: Opponents>() -> Vec<(String, Chooser<G>)> {
    fn engine<G: Describe, E: Engine<G> + ?Sized>(
        mut make: impl FnMut(u64) -> Box<E> + 'static,
    ) -> Chooser<G> {
        Box::new(move |record, budget, seed| {
            let report = make(seed).choose(record, budget, &mut |_| ());
            report.expect("the game is not over").best().cloned()
        })
    }
    let mut all: Vec<(String, Chooser<G>)> = vec![
        (
            "Monte-Carlo".into(),
            engine(|seed| Box::new(MonteCarlo::new(seed))),
        ),
        (
            "Monte-Carlo, 2 threads".into(),
            engine(|seed| {
                Box::new(ByPlayouts::new(MonteCarlo {
                    threads: 2,
                    ..MonteCarlo::new(seed)
                }))
            }),
        ),
        (
            "alpha-beta".into(),
            engine(|_| Box::new(AlphaBeta::new(OutcomeOnly))),
        ),
        (
            "all-rounder".into(),
            engine(|seed| Box::new(AllRounder::new(seed))),
        ),
        (
            "proof-number search".into(),
            Box::new(|record, budget, _| {
                let position = record.position();
                let report = Proof::wins(Player::FIRST).run(position, budget, &mut |_| ());
                // It may know no move.
                report.best.or_else(|| position.nth_move(0))
            }),
        ),
    ];
    for number in [1, 3, 5] {
        let level = Level::new(number).expect("a level");
        let make = move |seed| G::engine(level, seed);
        all.push((format!("level {number}"), engine(make)));
    }
    all.push((
        "level 5, 2 threads".into(),
        engine(|seed| {
            let mut engine = G::engine(Level::STRONGEST, seed);
            engine.set_threads(2);
            engine
        }),
    ));
    for name in ["baseline:3", "careful"] {
        if G::engine_named(name, 1).is_some() {
            let make = move |seed| G::engine_named(name, seed).expect("the same").0;
            all.push((name.into(), engine(make)));
        }
    }
    all
}

/// Calls every search and engine of a game, half of the times at its start and half in the middle of random games.
fn call_all<G: Opponents>(name: &str, setup: Option<&str>, calls: u64, all: &mut Overruns) -> bool {
    let start = G::start(setup, &SetupOptions::none()).expect("a setup");
    let beginning = Record::new(start.clone());
    let middles: Vec<Record<G>> = (0..8)
        .map(|seed| {
            let whole = playout::record(start.clone(), 10_000, &mut Seeded::new(seed));
            let half = whole.moves().len() as u64 / 2;
            playout::record(start.clone(), half, &mut Seeded::new(seed))
        })
        .collect();
    let mut kept = true;
    for (search, mut choose) in choosers::<G>() {
        let mut here = Overruns::default();
        for call in 0..calls {
            let record = match call % 2 {
                0 => &beginning,
                _ => &middles[call as usize / 2 % middles.len()],
            };
            let time = Duration::from_millis([10, 10, 20, 50, 10, 20][call as usize % 6]);
            let budget = Budget::new().time(time);
            let best = here.measure(time, || choose(record, &budget, call));
            let position = record.position();
            assert!(
                best.is_some_and(|m| position.check(&m).is_ok()),
                "{search} in {position}"
            );
        }
        kept &= here.print(name, &search);
        all.append(here);
    }
    kept
}

/// `CALLS` sets how often each search and engine is called in each game; 100 take about two minutes.
#[test]
#[ignore = "two minutes"]
fn deadlines() {
    let calls = setting("CALLS", 100);
    let mut all = Overruns::default();
    println!(
        "milliseconds over the time given, 10 to 50: median, 99 %, worst; then without waiting for a processor"
    );
    let kept = [
        call_all::<sprouts::Position>("Sprouts, 100 spots", Some("100"), calls, &mut all),
        call_all::<brussels::Position>(
            "Brussels Sprouts, 100 crosses",
            Some("100"),
            calls,
            &mut all,
        ),
        call_all::<sos::Position>("SOS, 20x20", Some("20x20"), calls, &mut all),
        call_all::<phutball::Position>("Phutball, 21x21", Some("21x21"), calls, &mut all),
        call_all::<new_game::DotsAndBoxes>(
            "Dots and Boxes (new_game)",
            Some("............:first:0-0"),
            calls,
            &mut all,
        ),
        all.print("all", ""),
    ];
    assert!(kept.iter().all(|kept| *kept), "a search came too late");
}

/// Prints how long the program takes to answer `go movetime 100` on a hundred spots. `CALLS` sets how often it is
/// asked at the start and in the middle of a random game.
#[test]
#[ignore = "half a minute"]
fn movetime() {
    let start = sprouts::Position::start(Some("100"), &SetupOptions::none());
    let middle = playout::record(start.expect("a start"), 90, &mut Seeded::new(1));
    let moves: Vec<String> = middle.moves().iter().map(ToString::to_string).collect();
    let middle = format!("position startpos moves {}", moves.join(" "));
    let mut all = Vec::new();
    for (place, position) in [("start", "position startpos"), ("middle", middle.as_str())] {
        for level in [1, 5] {
            let mut program = Command::new(env!("CARGO_BIN_EXE_papergames"))
                .args(["ugi", "sprouts", "100", "--level", &level.to_string()])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .expect("the program starts");
            let mut input = program.stdin.take().expect("a pipe");
            let mut output = BufReader::new(program.stdout.take().expect("a pipe"));
            let mut ask = |commands: &str, answer: &str| {
                input.write_all(commands.as_bytes()).expect("it reads");
                let mut line = String::new();
                while !line.starts_with(answer) {
                    line.clear();
                    assert!(
                        output.read_line(&mut line).expect("text") > 0,
                        "no {answer}"
                    );
                    assert!(!line.contains("error"), "{line}");
                }
            };
            let calls = setting("CALLS", 50);
            let mut times: Vec<Duration> = (0..calls)
                .map(|_| {
                    ask(&format!("uginewgame\n{position}\nisready\n"), "readyok");
                    let start = Instant::now();
                    ask("go movetime 100\n", "bestmove ");
                    start.elapsed()
                })
                .collect();
            ask("quit\n", "");
            assert!(program.wait().expect("it ends").success());
            times.sort();
            println!(
                "go movetime 100, 100 spots, {place}, level {level}: {} calls, median {:.1?}, worst {:.1?}",
                times.len(),
                times[times.len() / 2],
                times[times.len() - 1]
            );
            all.append(&mut times);
        }
    }
    all.sort();
    let most = all[(all.len() - 1) * 99 / 100];
    println!(
        "99 % of all within {most:.1?}, worst {:.1?}",
        all[all.len() - 1]
    );
    assert!(most <= Duration::from_millis(150));
}

/// Prints how many more playouts two threads play than one, in equal time.
fn playouts<G: Describe>(name: &str, setup: Option<&str>) {
    let start = G::start(setup, &SetupOptions::none()).expect("a setup");
    let record = Record::new(start);
    let budget = Budget::new().time(Duration::from_millis(setting("MS", 2_000)));
    let mut ratios: Vec<f64> = (0..setting("RUNS", 5))
        .map(|seed| {
            let [one, two] = [1, 2].map(|threads| {
                let mut engine = ByPlayouts::new(MonteCarlo {
                    threads,
                    ..MonteCarlo::new(seed)
                });
                let report = engine
                    .choose(&record, &budget, &mut |_| ())
                    .expect("a move");
                report.nodes as f64 / report.elapsed.as_secs_f64()
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

/// Prints how many random games `playout::many` plays a second on one thread, and how many more on two.
fn random_games<G: Describe>(name: &str, setup: Option<&str>, games: u64) {
    let start = G::start(setup, &SetupOptions::none()).expect("a setup");
    let mut rates: Vec<[f64; 2]> = (0..setting("RUNS", 5))
        .map(|seed| {
            [1, 2].map(|threads| {
                let clock = Instant::now();
                let lengths = playout::many(games, seed, threads, |_, random| {
                    playout::play(start.clone(), random).is_terminal()
                });
                assert_eq!(lengths.len() as u64, games);
                games as f64 / clock.elapsed().as_secs_f64()
            })
        })
        .collect();
    rates.sort_by(|a, b| (a[1] / a[0]).total_cmp(&(b[1] / b[0])));
    let [one, two] = rates[rates.len() / 2];
    println!(
        "{name}: {one:.0} random games a second, {:.2} times as many on two threads",
        two / one
    );
}

/// Prints how much sooner two threads reach a depth than one, over twenty positions of Phutball.
fn philosopher() {
    let depth = setting("DEPTH", 8) as u32;
    let mut sums = [[Duration::ZERO; 2]; 2];
    let mut nodes = [0; 2];
    for seed in 0..20 {
        let record = phutball_opening(seed);
        for ((threads, sum), nodes) in [1, 2].into_iter().zip(&mut sums).zip(&mut nodes) {
            let mut engine = Philosopher::new(Level::STRONGEST, 1);
            engine.set_threads(threads);
            let budget = Budget::new().depth(depth).memory(256 << 20);
            let (before, _) = on_processor();
            let report = engine
                .choose(&record, &budget, &mut |_| ())
                .expect("a move");
            let (after, _) = on_processor();
            *nodes += report.nodes;
            sum[0] += report.elapsed;
            sum[1] += after.saturating_sub(before);
        }
    }
    let ratio = |i: usize| sums[0][i].as_secs_f64() / sums[1][i].as_secs_f64();
    println!(
        "Phutball's engine, depth {depth}, twenty positions: {:.1} s on one thread, {:.1} s on two, {:.2} times as \
         fast; by the processor time of the first thread {:.2} times, with {:.2} times the positions",
        sums[0][0].as_secs_f64(),
        sums[1][0].as_secs_f64(),
        ratio(0),
        ratio(1),
        nodes[1] as f64 / nodes[0] as f64
    );
}

/// Returns a game of six men near the ball.
fn phutball_opening(seed: u64) -> Record<phutball::Position> {
    let mut random = Seeded::new(seed);
    let mut record = Record::new(phutball::Position::standard());
    while record.moves().len() < 6 {
        let position = record.position();
        let ball = position.ball();
        let near: Vec<phutball::Move> = position
            .placements()
            .filter(|point| {
                let columns = i32::from(point.column) - i32::from(ball.column);
                let rows = i32::from(point.row) - i32::from(ball.row);
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
    random_games::<sos::Position>("SOS, 8x8", Some("8x8"), 200_000);
    random_games::<sprouts::Position>("Sprouts, 8 spots", Some("8"), 20_000);
    random_games::<phutball::Position>("Phutball", None, 100_000);
    philosopher();
}

/// Lets Monte-Carlo search with two threads play against one thread with twice the time. `GAMES` and `MS` set the
/// length; `NODES` limits both by playouts instead, as many for two threads as for one: what two threads are worth that
/// play exactly twice as fast, on any machine.
#[test]
#[ignore = "minutes"]
fn two_threads_against_doubled_time() {
    let nodes = setting("NODES", 0);
    let time = Duration::from_millis(setting("MS", 20));
    let start = sos::GAME.start(Some("6x6"), &SetupOptions::none());
    let start = start.expect("a setup");
    let make = |name: &str, seed: u64| {
        let (threads, time) = match name {
            "two" => (2, time),
            _ => (1, 2 * time),
        };
        let budget = match nodes {
            0 => Budget::new().time(time),
            nodes => Budget::new().nodes(nodes),
        };
        let engine = ByPlayouts::<sos::Position>::new(MonteCarlo {
            threads,
            ..MonteCarlo::new(seed)
        });
        Ok(Opponent::engine(EngineObject::new(engine), budget))
    };
    let games = Match::new(start, ["two", "one"]).expect("two players");
    let games = games.games(setting("GAMES", 200)).opening(4);
    let score = games.run(&make, &mut |_, _| ()).expect("a match");
    let limit = match nodes {
        0 => format!("{time:?} and {:?} a move", 2 * time),
        nodes => format!("{nodes} playouts a move"),
    };
    println!(
        "two threads against one with doubled time, {limit}: {:.1} % of {} games, Elo {}",
        100.0 * score.rate(),
        score.games(),
        score.elo()
    );
    assert!(score.rate() >= 0.45);
}

/// An engine that adds up how long it has thought, in nanoseconds, and counts its moves.
struct Timed<G: Game>(Box<dyn Engine<G>>, Arc<[AtomicU64; 2]>);

impl<G: Describe> Engine<G> for Timed<G> {
    fn choose(
        &mut self,
        record: &Record<G>,
        budget: &Budget,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, EngineError> {
        let start = Instant::now();
        let report = self.0.choose(record, budget, progress);
        let Timed(_, spent) = self;
        spent[0].fetch_add(start.elapsed().as_nanos() as u64, Ordering::Relaxed);
        spent[1].fetch_add(1, Ordering::Relaxed);
        report
    }
}

/// Lets Phutball's engine play against alpha-beta to depth 3, in far less than a tenth of the second a move with which
/// it once won all of a hundred games. `NODES` limits it, so the games are the same on every machine; `GAMES` sets how
/// many there are.
#[test]
#[ignore = "half a minute"]
fn a_tenth_of_the_time() {
    let nodes = setting("NODES", 10_000);
    let spent = [(); 2].map(|()| Arc::new([const { AtomicU64::new(0) }; 2]));
    let make = |name: &str, seed: u64| {
        Ok(if name == "engine" {
            let engine = Box::new(Philosopher::new(Level::STRONGEST, seed));
            let budget = Budget::new().nodes(nodes).memory(4 << 20);
            Opponent::engine(
                EngineObject::<phutball::Position>::new(Timed(engine, Arc::clone(&spent[0]))),
                budget,
            )
        } else {
            let engine = phutball::Position::engine_named("baseline:3", seed);
            let (engine, budget) = engine.expect("an engine");
            Opponent::engine(
                EngineObject::<phutball::Position>::new(Timed(engine, Arc::clone(&spent[1]))),
                budget,
            )
        })
    };
    let start = phutball::GAME.start(None, &SetupOptions::none());
    let games = Match::new(start.expect("the usual setup"), ["engine", "baseline"]);
    let games = games.expect("two players").games(setting("GAMES", 100));
    let mut games = games.opening(6);
    games.seed = 2027;
    let score = games.run(&make, &mut |_, _| ()).expect("a match");
    let [engine, baseline] = spent.map(|spent| {
        let [nanoseconds, moves] = [0, 1].map(|i| spent[i].load(Ordering::Relaxed) as f64);
        nanoseconds / 1e6 / moves
    });
    println!(
        "Phutball's engine with {nodes} positions a turn against alpha-beta to depth 3: {:.1} of {} games; \
         {engine:.2} ms a move on average against {baseline:.2} ms",
        score.rate() * score.games() as f64,
        score.games(),
    );
    assert!(score.rate() >= 0.95);
    assert!(engine <= 100.0, "a tenth of a second");
}
