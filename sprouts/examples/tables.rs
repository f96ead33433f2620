//! Recomputes the tables in this crate's documents.
//!
//! ```text
//! cargo run --release -p papergames-sprouts --example tables -- outcomes 1 17      # who wins normal play
//! cargo run --release -p papergames-sprouts --example tables -- misere 1 17        # who wins misère play
//! cargo run --release -p papergames-sprouts --example tables -- proofs 2 8 60      # facts, after 60 s of shrinking
//! cargo run --release -p papergames-sprouts --example tables -- classes 1 6        # positions by nimber
//! cargo run --release -p papergames-sprouts --example tables -- antwerp 1 3        # classes and values
//! cargo run --release -p papergames-sprouts --example tables -- black-and-white 1 4
//! ```

#![expect(clippy::print_stdout, reason = "this program prints tables")]

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use papergames_sprouts::land::{Lands, Reductions};
use papergames_sprouts::solve::Solver;
use papergames_sprouts::solve::antwerp::Antwerp;
use papergames_sprouts::solve::catalogue::Catalogue;
use papergames_sprouts::{Budget, Ending, Position, Rules, Seeded, Variant};

type Done = Result<(), Box<dyn std::error::Error>>;

fn main() -> Done {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| words.get(index).map(|word| word.parse::<usize>());
    let from = number(1).transpose()?.unwrap_or(1);
    let spots = from..=number(2).transpose()?.unwrap_or(from.max(3));
    match words.first().map(String::as_str) {
        Some("outcomes") => outcomes(Rules::NORMAL, spots),
        Some("misere") => outcomes(Rules::MISERE, spots),
        Some("proofs") => {
            let seconds = number(3).transpose()?.unwrap_or(60);
            let pool = number(5).transpose()?.unwrap_or(0);
            proofs(
                spots,
                seconds as u64,
                words.get(4).map(String::as_str),
                pool,
            )
        }
        Some("classes") => classes(spots),
        Some("antwerp") => antwerp(spots),
        Some("black-and-white") => black_and_white(spots),
        _ => Err(
            "expected the name of a table and two numbers of spots; see the top of this file"
                .into(),
        ),
    }
}

fn outcomes(rules: Rules, spots: RangeInclusive<usize>) -> Done {
    println!("spots  mover  nodes  results  seconds");
    for n in spots {
        let mut solver = Solver::for_rules(rules).budget(Budget::new().memory(2 << 30));
        let verdict = solver.solve_lands(&Lands::start(n))?;
        let mover = if verdict.mover_wins { "wins" } else { "loses" };
        let (nodes, seconds) = (verdict.cost.nodes, verdict.cost.elapsed.as_secs_f64());
        println!("{n:>5}  {mover}  {nodes}  {}  {seconds:.2}", verdict.known);
    }
    Ok(())
}

/// Solves all starts up to the last one, and shrinks the certificates of those from `from`, each for so many seconds
/// of the clock. Keeps those that are shorter than the ones in the folder. Solves the starts up to `pool` first: the
/// more nimbers are known, the shorter the proofs.
fn proofs(spots: RangeInclusive<usize>, seconds: u64, folder: Option<&str>, pool: usize) -> Done {
    println!("spots  facts found  facts left  in the folder");
    let mut solver = Solver::new().budget(Budget::new().memory(3 << 30));
    for n in 2..=pool {
        let _ = solver.solve_lands(&Lands::start(n))?;
    }
    for n in 2..=*spots.end() {
        let start = Position::new(n, Rules::NORMAL)?;
        let mut certificate = solver.certify(&start)?;
        if !spots.contains(&n) {
            continue;
        }
        let found = certificate.facts().len();
        let budget = Budget::new().time(Duration::from_secs(seconds));
        // The search usually ends because time runs out.
        let _ = certificate.shrink(
            &mut solver,
            usize::MAX,
            &mut Seeded::new(1),
            &budget,
            &mut |_| (),
        );
        let left = certificate.facts().len();
        let mut kept = String::from("-");
        if let Some(folder) = folder {
            let file = std::path::Path::new(folder).join(format!("{n}.txt"));
            let is_fact_count = |line: &str| line.strip_prefix("facts ")?.parse::<usize>().ok();
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            let before = text.lines().find_map(is_fact_count);
            if before.is_none_or(|before| left < before) {
                std::fs::write(&file, certificate.to_string())?;
            }
            kept = before.unwrap_or(left).min(left).to_string();
        }
        println!("{n:>5}  {found}  {left}  {kept}");
    }
    Ok(())
}

fn classes(spots: RangeInclusive<usize>) -> Done {
    println!("spots  reductions  classes  by nimber  won in misère play  seconds");
    for n in spots {
        for (name, reductions) in [
            ("published", Reductions::PUBLISHED),
            ("all", Reductions::ALL),
        ] {
            let begun = Instant::now();
            let start = Lands::start(n);
            let catalogue = Catalogue::new(&start, reductions, &Budget::new(), &mut |_| ())?;
            let mut by_nimber = Vec::new();
            let mut won = 0;
            for entry in catalogue.iter() {
                let nimber = entry.nimber.0 as usize;
                by_nimber.resize(by_nimber.len().max(nimber + 1), 0);
                by_nimber[nimber] += 1;
                won += usize::from(entry.wins_misere);
            }
            let (classes, seconds) = (catalogue.len(), begun.elapsed().as_secs_f64());
            println!("{n:>5}  {name}  {classes}  {by_nimber:?}  {won}  {seconds:.2}");
        }
    }
    Ok(())
}

fn antwerp(spots: RangeInclusive<usize>) -> Done {
    println!("start  class  value in normal play  sums");
    for n in spots {
        for variant in [Variant::AntwerpCold, Variant::AntwerpHot] {
            for ending in [Ending::Normal, Ending::Misere] {
                let mut solver = Antwerp::new();
                let start = Position::new(n, Rules { ending, variant })?;
                let class = solver.class(&start)?;
                let sums = solver.nodes();
                let value = match ending {
                    Ending::Normal => solver.value(&start)?,
                    Ending::Misere => "-".into(),
                };
                println!("{start}  {class}  {value}  {sums}");
            }
        }
    }
    Ok(())
}

fn black_and_white(spots: RangeInclusive<usize>) -> Done {
    println!("variant  spots  nimber  mover in misère play  seconds");
    for variant in [Variant::BlackAndWhite, Variant::BlackAndWhiteLoops] {
        for n in spots.clone() {
            let begun = Instant::now();
            let ending = Ending::Misere;
            let mut solver = Solver::for_rules(Rules { ending, variant });
            let nimber = solver.nimber(&Lands::start(n))?;
            let wins = solver.solve_lands(&Lands::start(n))?.mover_wins;
            let mover = if wins { "wins" } else { "loses" };
            let seconds = begun.elapsed().as_secs_f64();
            println!("{variant}  {n}  {}  {mover}  {seconds:.2}", nimber.0);
        }
    }
    Ok(())
}
