//! Compares versions of the search over many starting positions and seeds.
//!
//! The work of a proof-number search depends on luck: after an unrelated change, a search can take twice or half as
//! long. So judge a change by the mean logarithm of the ratio of its counts to those of a baseline, over many starts,
//! each searched with several orders of options.
//!
//! ```text
//! cargo run --release -p papergames-sprouts --example laboratory > before.txt
//! # Change something.
//! cargo run --release -p papergames-sprouts --example laboratory -- --baseline before.txt > after.txt
//! ```
//!
//! The rows go to standard output and the comparison goes to standard error. `--starts 8,10-14,c15` and `--seeds 3`
//! choose the runs; `c15` stands for the lands after a first line from 15 spots that is a loop, of which there are many
//! of similar size. `--misere` chooses the ending, `--memory 64` the memory in MiB, and `--limit 600` gives up each run
//! after that many seconds of elapsed time. Milliseconds are CPU time, if the system provides it.
//!
//! `--shared` lets one solver search all starts of a seed in order, so that each uses what the earlier ones proved.
//! `lands` and `nimbers` then count everything that the solver has met. With the feature `store`, `--store FILE`
//! begins with what is in a store, and adds what is proved after each start.
//!
//! Each row ends with the first moves of the start that the search has proved to win: `line` joins two spots, and `2+5`
//! is the loop with two spots on one side and five on the other. Moves that it did not need to prove are missing.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this program prints a table"
)]

use std::collections::HashMap;
use std::time::{Duration, Instant};

use papergames_sprouts::land::Lands;
use papergames_sprouts::solve::{Known, Solver};
use papergames_sprouts::{Budget, Ending, Nimber, Rules};

const COLUMNS: [&str; 7] = [
    "nodes",
    "expanded",
    "listed",
    "canonised",
    "lands",
    "nimbers",
    "milliseconds",
];

type Row = [u64; COLUMNS.len()];

struct Options {
    starts: Vec<String>,
    seeds: u64,
    ending: Ending,
    limit: Duration,
    memory: u64,
    baseline: Option<String>,
    /// Whether a single solver searches all starts of a seed, in order.
    shared: bool,
    /// A store whose results are known from the beginning, and to which everything that is proved is added.
    store: Option<String>,
}

impl Options {
    fn parse() -> Options {
        let mut options = Options {
            starts: starts("8,10-14,16,17"),
            seeds: 3,
            ending: Ending::Normal,
            limit: Duration::from_secs(600),
            memory: 4 << 30,
            baseline: None,
            shared: false,
            store: None,
        };
        let mut args = std::env::args().skip(1);
        while let Some(arg) = args.next() {
            if arg == "--misere" {
                options.ending = Ending::Misere;
                continue;
            }
            if arg == "--shared" {
                options.shared = true;
                continue;
            }
            let value = args.next().unwrap_or_default();
            let number = || value.parse::<u64>().expect("this option takes a number");
            match arg.as_str() {
                "--starts" => options.starts = starts(&value),
                "--seeds" => options.seeds = number(),
                "--limit" => options.limit = Duration::from_secs(number()),
                "--memory" => options.memory = number() << 20,
                "--store" => options.store = Some(value),
                "--baseline" => options.baseline = Some(value),
                other => panic!("expected an option of this program, found {other}"),
            }
        }
        options
    }
}

/// Reads numbers, ranges such as `8,10-14`, and lands.
///
/// `c13` stands for the first moves of 13 spots that are loops: the lands `0*a.AB|0*b.AB`.
fn starts(text: &str) -> Vec<String> {
    let number = |n: &str| {
        n.parse::<usize>()
            .expect("starts are numbers such as 8,10-14")
    };
    let mut starts = Vec::new();
    for part in text.split(',') {
        if let Some(spots) = part.strip_prefix('c') {
            let others = number(spots) - 1;
            starts.extend(
                (0..=others / 2)
                    .map(|a| format!("0*{a}.AB|0*{}.AB", others - a).replace("0*0.", "")),
            );
        } else if let Some((from, to)) = part.split_once('-') {
            starts.extend((number(from)..=number(to)).map(|n| n.to_string()));
        } else {
            starts.push(part.to_owned());
        }
    }
    starts
}

/// Returns the CPU time of the process, if the system provides it; otherwise the time since `begun`.
fn cpu_time(begun: Instant) -> Duration {
    let spent = std::fs::read_to_string("/proc/self/schedstat").ok();
    let spent = spent.and_then(|text| text.split(' ').next()?.parse().ok());
    spent.map_or(begun.elapsed(), Duration::from_nanos)
}

/// Returns the lands of a start.
fn lands(start: &str) -> Lands {
    match start.parse::<usize>() {
        Ok(n) => Lands::start(n),
        Err(_) => start.parse().expect("a start is a number or a land"),
    }
}

/// Returns a solver that has done nothing yet.
fn solver(seed: u64, options: &Options) -> Solver {
    let rules = Rules {
        ending: options.ending,
        ..Rules::default()
    };
    let mut solver =
        Solver::for_rules(rules).budget(Budget::new().memory(options.memory).time(options.limit));
    solver.settings.seed = seed;
    exchange(&mut solver, options, true);
    solver
}

/// Searches a start, and returns its cost and the winner.
fn run(solver: &mut Solver, start: &str) -> Option<(Row, &'static str)> {
    let begun = Instant::now();
    let before = cpu_time(begun);
    let earlier = solver.work();
    let solution = solver.solve_lands(&lands(start)).ok()?;
    let time = cpu_time(begun).saturating_sub(before);
    let work = solver.work();
    let is_first = solution.mover_wins;
    let winner = if is_first { "first" } else { "second" };
    let row = [
        solution.cost.nodes,
        work.expanded - earlier.expanded,
        work.listed - earlier.listed,
        work.canonised - earlier.canonised,
        work.lands,
        solution.known,
        time.as_millis() as u64,
    ];
    Some((row, winner))
}

/// Returns the first moves of a start that the solver knows to win.
fn winning_moves(solver: &Solver, start: &str) -> Vec<String> {
    let spots = start.parse::<usize>().unwrap_or_default();
    let loops = (0..spots.div_ceil(2)).map(|less| {
        let more = spots - 1 - less;
        let left = format!("0*{less}.AB|0*{more}.AB");
        (format!("{less}+{more}"), left)
    });
    let line = spots.checked_sub(2);
    let line = line.map(|bare| ("line".to_owned(), format!("0*{bare}.1a1a")));
    let is_lost = |left: &str| {
        let nimbers = lands(&left.replace("0*0.", ""));
        let mut nimbers = nimbers.iter().map(|land| solver.known(land));
        let nimber = nimbers.try_fold(Nimber::ZERO, |sum, known| match known? {
            Known::Nimber(nimber) => Some(sum + nimber),
            Known::Excluded(_) => None,
        });
        nimber == Some(Nimber::ZERO)
    };
    let won = loops.chain(line).filter(|(_, left)| is_lost(left));
    won.map(|(name, _)| name).collect()
}

/// Returns the mean of some numbers and its standard error.
fn mean(numbers: &[f64]) -> (f64, f64) {
    let n = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / n;
    let squares: f64 = numbers.iter().map(|x| (x - mean).powi(2)).sum();
    (mean, (squares / (n * (n - 1.0).max(1.0))).sqrt())
}

/// Lets a solver learn what is in a store, or else adds what it has proved to the store.
#[cfg(feature = "store")]
fn exchange(solver: &mut Solver, options: &Options, learns: bool) {
    use papergames_sprouts::solve::stored;
    let Some(file) = &options.store else {
        return;
    };
    let kind = stored::kind(options.ending).expect("standard rules");
    let mut store = common::store::Store::open(file, kind).expect("the store is a file");
    let done = if learns {
        stored::load(solver, &store)
    } else {
        stored::save(solver, &mut store)
    };
    done.expect("the store can be used");
}

#[cfg(not(feature = "store"))]
fn exchange(_: &mut Solver, options: &Options, _: bool) {
    let file = options.store.as_deref();
    assert_eq!(file, None, "expected the feature `store`");
}

/// Reads the rows that an earlier run printed.
fn read(file: &str) -> HashMap<(String, u64), Row> {
    let text = std::fs::read_to_string(file).expect("the baseline is a file");
    let row = |line: &str| {
        let mut words = line.split(' ');
        let key = (words.next()?.to_owned(), words.next()?.parse().ok()?);
        let row: Vec<u64> = words.map_while(|w| w.parse().ok()).collect();
        Some((key, row.try_into().ok()?))
    };
    text.lines().filter_map(row).collect()
}

/// Prints the mean of ln(now / before) and its standard error for each column.
fn compare(before: &HashMap<(String, u64), Row>, now: &HashMap<(String, u64), Row>) {
    let both: Vec<_> = now
        .iter()
        .filter_map(|(key, row)| Some((row, before.get(key)?)))
        .collect();
    eprintln!("mean ln ratio over {} runs", both.len());
    for (i, name) in COLUMNS.iter().enumerate() {
        let ln =
            |(now, before): &(&Row, &Row)| (now[i].max(1) as f64 / before[i].max(1) as f64).ln();
        let (mean, error) = mean(&both.iter().map(ln).collect::<Vec<_>>());
        eprintln!("{name:>12} {mean:+.2} ± {error:.2}");
    }
}

fn main() {
    let options = Options::parse();
    println!("start seed {} winner", COLUMNS.join(" "));
    let mut rows = HashMap::new();
    let mut solvers: Vec<Option<Solver>> = (0..options.seeds).map(|_| None).collect();
    for start in &options.starts {
        for (seed, kept) in (0..).zip(&mut solvers) {
            let mut solver = kept.take().unwrap_or_else(|| solver(seed, &options));
            let found = run(&mut solver, start);
            let moves = winning_moves(&solver, start).join(" ");
            exchange(&mut solver, &options, false);
            *kept = options.shared.then_some(solver);
            let Some((row, winner)) = found else {
                println!("{start} {seed} gave up");
                continue;
            };
            let counts = row.map(|x| x.to_string()).join(" ");
            println!("{start} {seed} {counts} {winner} {moves}");
            rows.insert((start.clone(), seed), row);
        }
    }
    if let Some(file) = &options.baseline {
        compare(&read(file), &rows);
    }
}
