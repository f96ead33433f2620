//! Measures the solver's work and time for start positions, each with an empty solver.
//!
//! ```text
//! cargo bench -p papergames-sprouts --bench solve            # 1 to 13 spots
//! cargo bench -p papergames-sprouts --bench solve -- 14 20   # these
//! THREADS=2 cargo bench -p papergames-sprouts --bench solve -- 14 18 20
//! ```
//!
//! With one thread all columns but the last are deterministic; `tests/work.rs` pins them. To see where the instructions
//! go:
//!
//! ```text
//! valgrind --tool=callgrind target/release/deps/solve-* 12
//! ```

#![expect(clippy::print_stdout, reason = "this program prints a table")]

use std::time::Instant;

use papergames_sprouts::Budget;
use papergames_sprouts::land::Lands;
use papergames_sprouts::solve::Solver;

fn main() {
    let chosen: Vec<usize> = std::env::args().filter_map(|a| a.parse().ok()).collect();
    let spots = if chosen.is_empty() {
        (1..=13).collect()
    } else {
        chosen
    };
    let threads = std::env::var("THREADS").map_or(Ok(1), |threads| threads.parse());
    let threads = threads.expect("THREADS is a number");
    println!(
        "{:>5} {:>7} {:>9} {:>9} {:>10} {:>10} {:>10} {:>9} {:>8} {:>8}",
        "spots",
        "winner",
        "nodes",
        "expanded",
        "listed",
        "arranged",
        "canonised",
        "lands",
        "nimbers",
        "seconds"
    );
    for n in spots {
        let begun = Instant::now();
        let mut solver = Solver::new()
            .budget(Budget::new().memory(8 << 30))
            .threads(threads);
        let solution = solver
            .solve_lands(&Lands::start(n))
            .expect("the memory suffices");
        let work = solver.work();
        let winner = if solution.mover_wins {
            "first"
        } else {
            "second"
        };
        println!(
            "{n:>5} {winner:>7} {:>9} {:>9} {:>10} {:>10} {:>10} {:>9} {:>8} {:>8.2}",
            solution.cost.nodes,
            work.expanded,
            work.listed,
            work.arranged,
            work.canonised,
            work.lands,
            solution.known,
            begun.elapsed().as_secs_f64()
        );
    }
}
