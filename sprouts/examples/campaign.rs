//! Solves starts one after the other, each with the help of what the earlier ones proved.
//!
//! ```text
//! cargo run --release -p papergames-sprouts --features store --example campaign -- \
//!     --store nimbers.store --memory 4096 8-26,0*25.1a1a,27-44
//! ```
//!
//! One solver works on all starts and keeps what it has met. Nimbers and excluded nimbers are written to the store
//! after each start, and every ten minutes of CPU time within one, so that a killed campaign goes on where it stopped.
//! `--limit 3600` gives up on a start after so many CPU seconds.
//!
//! A land such as `0*25.1a1a` stands for itself: to solve what a good first line leads to before the start saves the
//! search of other first lines.
//!
//! The counts of a row are what that start took after the starts before it. Nothing is verified here: pass the store to
//! `papergames verify` or `papergames audit`.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this program prints a table"
)]

use std::time::Duration;

use papergames_sprouts::land::Lands;
use papergames_sprouts::solve::{Solver, stored};
use papergames_sprouts::store::Store;
use papergames_sprouts::{Budget, Limit};

/// How many nodes are searched between looks at the clock.
const SLICE: u64 = 500_000;

/// After how many CPU seconds within one start results are saved.
const SAVE_EVERY: Duration = Duration::from_secs(600);

/// Returns the CPU time of the process.
fn cpu_time() -> Duration {
    let spent = std::fs::read_to_string("/proc/self/schedstat").ok();
    let spent = spent.and_then(|text| text.split(' ').next()?.parse().ok());
    Duration::from_nanos(spent.unwrap_or(0))
}

/// Returns the most memory that the process has had, in MiB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kib.unwrap_or(0) / 1024
}

/// Reads numbers, ranges and lands such as `8-20,0*25.1a1a,27`.
fn starts(text: &str) -> Vec<String> {
    let mut starts = Vec::new();
    for part in text.split(',') {
        match part.split_once('-') {
            Some((from, to)) => {
                let number = |n: &str| n.parse::<usize>().expect("a range has numbers");
                starts.extend((number(from)..=number(to)).map(|n| n.to_string()));
            }
            None => starts.push(part.to_owned()),
        }
    }
    starts
}

fn lands(start: &str) -> Lands {
    match start.parse() {
        Ok(spots) => Lands::start(spots),
        Err(_) => start.parse().expect("a start is a number or a land"),
    }
}

fn main() {
    let (mut file, mut memory, mut limit, mut seed) = (None, 2048, Duration::MAX, 0);
    let mut wanted = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().expect("this option takes a value");
        let number = |text: String| text.parse::<u64>().expect("this option takes a number");
        match arg.as_str() {
            "--store" => file = Some(value()),
            "--memory" => memory = number(value()),
            "--limit" => limit = Duration::from_secs(number(value())),
            "--seed" => seed = number(value()),
            list => wanted = starts(list),
        }
    }
    let mut store =
        file.map(|file| Store::open(file, stored::NIMBERS).expect("a store of nimbers"));
    let mut solver = Solver::new().seed(seed);
    if let Some(store) = &store {
        solver.load(store).expect("a store of nimbers");
        eprintln!(
            "{} nimbers loaded in {:?}",
            solver.nimbers().count(),
            cpu_time()
        );
    }
    println!("spots winner seconds nodes expanded listed nimbers lands mebibytes");
    for n in wanted {
        let (begun, earlier) = (cpu_time(), solver.work());
        let known = solver.nimbers().count();
        let mut saved = begun;
        let mut save = |solver: &mut Solver| {
            if let Some(store) = &mut store {
                solver.save(store).expect("the store can be written");
                solver
                    .save_exclusions(store)
                    .expect("the store can be written");
            }
        };
        let winner = loop {
            solver.set_budget(Budget::new().nodes(SLICE).memory(memory << 20));
            let verdict = solver.solve_lands(&lands(&n));
            let spent = cpu_time().saturating_sub(begun);
            match verdict {
                Ok(verdict) if verdict.mover_wins => break "first",
                Ok(_) => break "second",
                Err(reason) if reason.limit != Limit::Nodes || spent > limit => break "unknown",
                Err(_) => {}
            }
            if cpu_time().saturating_sub(saved) > SAVE_EVERY {
                save(&mut solver);
                saved = cpu_time();
            }
            let work = solver.work();
            eprintln!(
                "{n} {:.0} s: {} nodes, {} expanded, {} lands, {} MiB",
                spent.as_secs_f64(),
                work.nodes - earlier.nodes,
                work.expanded - earlier.expanded,
                work.lands,
                peak()
            );
        };
        let (seconds, work) = (
            (cpu_time().saturating_sub(begun)).as_secs_f64(),
            solver.work(),
        );
        println!(
            "{n} {winner} {seconds:.2} {} {} {} {} {} {}",
            work.nodes - earlier.nodes,
            work.expanded - earlier.expanded,
            work.listed - earlier.listed,
            solver.nimbers().count() - known,
            work.lands,
            peak()
        );
        save(&mut solver);
    }
}
