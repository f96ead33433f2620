//! Antwerp Sprouts: classes and values of the starts. No published values exist; that the solver agrees with trying all moves
//! is tested beside it, in `src/solve/antwerp.rs`.

use papergames_sprouts::solve::antwerp::Antwerp;
use papergames_sprouts::{Ending, Position, Rules, Variant};

/// Prints classes and values of the starts from `FROM` to `TO` spots, with `FROM` and `TO` in the environment; `VALUES=0` leaves
/// out the values.
#[test]
#[ignore = "a measurement: `cargo test --release -p papergames-sprouts --test antwerp -- --ignored --nocapture measure`"]
#[expect(clippy::print_stdout, reason = "this is a measurement")]
fn measure() {
    let number = |name: &str, default: usize| {
        let text = std::env::var(name).ok();
        text.and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    for n in number("FROM", 1)..=number("TO", 3) {
        for variant in [Variant::AntwerpCold, Variant::AntwerpHot] {
            for ending in [Ending::Normal, Ending::Misere] {
                let begun = std::time::Instant::now();
                let mut solver = Antwerp::new();
                let start = Position::new(n, Rules { ending, variant }).expect("a start");
                let class = solver.class(&start, &mut |_| true).expect("no limit");
                println!(
                    "{start}: {class}, {} sums, {:.2?}",
                    solver.nodes(),
                    begun.elapsed()
                );
                if ending == Ending::Normal && number("VALUES", 1) == 1 {
                    let value = solver.value(&start, &mut |_| true).expect("no limit");
                    println!(
                        "  {value}, {} values, {:.2?}",
                        solver.n_values(),
                        begun.elapsed()
                    );
                }
            }
        }
    }
}
