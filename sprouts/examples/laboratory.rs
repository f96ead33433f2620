//! Compares versions of the search over many starts and seeds.
//!
//! The work of a proof-number search depends on luck: after an unrelated change a start can take twice or half as long.
//! So judge a change by the mean logarithm of the ratio of its counts to a baseline's, over many starts, each searched
//! with several orders of options.
//!
//! ```text
//! cargo run --release -p papergames-sprouts --example laboratory > before.txt
//! # Change something.
//! cargo run --release -p papergames-sprouts --example laboratory -- --baseline before.txt > after.txt
//! ```
//!
//! The rows go to the standard output, the comparison to the standard error. `--starts 8,10-14,c15` and `--seeds 3`
//! choose the runs; `c15` stands for the lands after a first line of 15 spots that is a loop, which are many and alike
//! in size. `--misere` chooses the ending, and `--limit 600` gives up after so many seconds of the clock a run.
//! Milliseconds are those of one core, where the system tells.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this program prints a table"
)]

use std::collections::HashMap;
use std::time::{Duration, Instant};

use papergames_sprouts::land::Lands;
use papergames_sprouts::solve::Solver;
use papergames_sprouts::{Budget, Ending, Rules};

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
    baseline: Option<String>,
}

impl Options {
    fn parse() -> Options {
        let mut options = Options {
            starts: starts("8,10-14,16,17"),
            seeds: 3,
            ending: Ending::Normal,
            limit: Duration::from_secs(600),
            baseline: None,
        };
        let mut args = std::env::args().skip(1);
        while let Some(arg) = args.next() {
            if arg == "--misere" {
                options.ending = Ending::Misere;
                continue;
            }
            let value = args.next().unwrap_or_default();
            let number = || value.parse::<u64>().expect("this option takes a number");
            match arg.as_str() {
                "--starts" => options.starts = starts(&value),
                "--seeds" => options.seeds = number(),
                "--limit" => options.limit = Duration::from_secs(number()),
                "--baseline" => options.baseline = Some(value),
                other => panic!(
                    "expected --starts, --seeds, --misere, --limit or --baseline, found {other}"
                ),
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

/// Searches a start; returns what it cost and who wins.
fn run(start: &str, seed: u64, options: &Options) -> Option<(Row, &'static str)> {
    let start: Lands = match start.parse::<usize>() {
        Ok(n) => Lands::start(n),
        Err(_) => start.parse().expect("a start is a number or a land"),
    };
    let begun = Instant::now();
    let before = cpu_time(begun);
    let rules = Rules {
        ending: options.ending,
        ..Rules::NORMAL
    };
    let mut solver = Solver::for_rules(rules)
        .budget(Budget::new().memory(4 << 30).time(options.limit))
        .seed(seed);
    let solution = solver.solve_lands(&start).ok()?;
    let time = cpu_time(begun).saturating_sub(before);
    let work = solver.work();
    let is_first = solution.mover_wins;
    let winner = if is_first { "first" } else { "second" };
    let row = [
        solution.cost.nodes,
        work.expanded,
        work.listed,
        work.canonised,
        work.lands,
        solution.known,
        time.as_millis() as u64,
    ];
    Some((row, winner))
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
        let n = both.len() as f64;
        let mean = both.iter().map(ln).sum::<f64>() / n;
        let squares: f64 = both.iter().map(|pair| (ln(pair) - mean).powi(2)).sum();
        let error = (squares / (n * (n - 1.0).max(1.0))).sqrt();
        eprintln!("{name:>12} {mean:+.2} ± {error:.2}");
    }
}

fn main() {
    let options = Options::parse();
    println!("start seed {} winner", COLUMNS.join(" "));
    let mut rows = HashMap::new();
    for start in &options.starts {
        for seed in 0..options.seeds {
            let Some((row, winner)) = run(start, seed, &options) else {
                println!("{start} {seed} gave up");
                continue;
            };
            let counts = row.map(|x| x.to_string()).join(" ");
            println!("{start} {seed} {counts} {winner}");
            rows.insert((start.clone(), seed), row);
        }
    }
    if let Some(file) = &options.baseline {
        compare(&read(file), &rows);
    }
}
