//! Recomputes the tables in this crate's documents.
//!
//! ```text
//! cargo run --release -p papergames-sprouts --example tables -- outcomes 1 17      # who wins normal play
//! cargo run --release -p papergames-sprouts --example tables -- misere 1 17        # who wins misère play
//! cargo run --release -p papergames-sprouts --example tables -- proofs 2 8 60      # facts, after 60 s of shrinking
//! cargo run --release -p papergames-sprouts --features store --example tables -- proofs 20 20 270 FOLDER STORE SEED
//! cargo run --release -p papergames-sprouts --example tables -- classes 1 6        # positions by nimber
//! cargo run --release -p papergames-sprouts --example tables -- antwerp 1 3        # classes and values
//! cargo run --release -p papergames-sprouts --example tables -- black-and-white 1 4
//! cargo run --release -p papergames-sprouts --example tables -- surfaces 1 10      # tests/data/surfaces.csv
//! cargo run --release -p papergames-sprouts --example tables -- limits 1 4         # tests/data/limits.csv
//! cargo run --release -p papergames-sprouts --example tables -- principle 3 6      # tests/data/principle.csv
//! cargo run --release -p papergames-sprouts --example tables -- quotients 1 4      # tests/data/quotients.csv
//! cargo run --release -p papergames-sprouts --example tables -- values 3 17        # tests/data/values.csv
//! cargo run --release -p papergames-sprouts --example tables -- six 2 3            # tests/data/six_more.csv
//! cargo run --release -p papergames-sprouts --example tables -- first-moves 1 26 14  # tests/data/first_moves.csv
//! ```

#![expect(clippy::print_stdout, reason = "this program prints tables")]

mod first_moves;
mod games;
mod limits;
mod misere;
mod quotients;
mod surfaces;

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use papergames_sprouts::claim::Certificate;
use papergames_sprouts::land::glop::Sum;
use papergames_sprouts::land::{Lands, Reductions};
use papergames_sprouts::solve::Solver;
use papergames_sprouts::solve::antwerp::Antwerp;
use papergames_sprouts::solve::catalogue::Catalogue;
use papergames_sprouts::solve::certificate;
#[cfg(feature = "store")]
use papergames_sprouts::solve::{Entry, Known};
use papergames_sprouts::{Budget, Ending, Position, Progress, Rules, Seeded, Variant};

type Done = Result<(), Box<dyn std::error::Error>>;

fn main() -> Done {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| words.get(index).map(|word| word.parse::<usize>());
    let from = number(1).transpose()?.unwrap_or(1);
    let spots = from..=number(2).transpose()?.unwrap_or(from.max(3));
    let rows = &mut |row: String| println!("{row}");
    match words.first().map(String::as_str) {
        Some("outcomes") => outcomes(Ending::Normal.into(), spots),
        Some("misere") => outcomes(Ending::Misere.into(), spots),
        Some("proofs") => {
            let seconds = number(3).transpose()?.unwrap_or(60);
            let seed = number(6).transpose()?.unwrap_or(1);
            let (folder, pool) = (words.get(4), words.get(5));
            proofs(
                spots,
                seconds as u64,
                folder.map(String::as_str),
                pool.map(String::as_str),
                seed as u64,
            )
        }
        Some("classes") => classes(spots),
        Some("antwerp") => antwerp(spots),
        Some("black-and-white") => black_and_white(spots),
        Some("surfaces") => surfaces::surfaces(spots, rows),
        Some("limits") => limits::limits(spots, rows),
        Some("principle") => misere::principle(spots, rows),
        Some("quotients") => misere::quotients(spots, number(3).transpose()?.unwrap_or(100), rows),
        Some("values") => misere::values(spots, rows),
        Some("first-moves") => {
            let misere = number(3).transpose()?.unwrap_or(*spots.end());
            first_moves::outcomes(spots, misere, rows)
        }
        Some("six") => misere::six(spots, rows),
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

/// Shrinks the certificates of starts, each for this many seconds of elapsed time. Continues from the certificates in
/// the folder, with the help of those of other starts, and keeps those that have become shorter. A start without a
/// certificate gets one, which is shrunk without the others. Proofs are shorter if more nimbers are known, so this
/// first solves all starts up to the last one, or up to `pool` if that is a number, or takes the nimbers of a store if
/// it is a file.
fn proofs(
    spots: RangeInclusive<usize>,
    seconds: u64,
    folder: Option<&str>,
    pool: Option<&str>,
    seed: u64,
) -> Done {
    if let Some(folder) = folder.filter(|folder| !Path::new(folder).is_dir()) {
        return Err(format!("expected a folder, found `{folder}`").into());
    }
    println!("spots  before  after");
    let mut solver = Solver::new().budget(Budget::new().memory(3 << 30));
    let last = spots.end().to_string();
    let pool = pool.unwrap_or(&last);
    match pool.parse::<usize>() {
        Ok(pool) => {
            for n in 2..=pool {
                let _ = solver.solve_lands(&Lands::start(n))?;
            }
        }
        Err(_) => know(&mut solver, pool)?,
    }
    for n in spots {
        let mut others = Vec::new();
        let mut kept = None;
        if let Some(folder) = folder {
            kept = kept_proof(folder, n)?;
            for other in (1..=Sum::MAX_SPOTS as usize).filter(|other| *other != n) {
                others.extend(kept_proof(folder, other)?);
            }
        }
        let is_new = kept.is_none();
        let mut certificate = match kept {
            Some(certificate) => certificate,
            None => Solver::new().certify(&Position::new(n, Ending::Normal)?)?,
        };
        let before = certificate.entries.len();
        let budget = Budget::new().time(Duration::from_secs(seconds));
        let mut random = Seeded::new(seed);
        // The search usually ends because time runs out.
        let (steps, no_progress) = (usize::MAX, &mut |_: &Progress| ());
        let _ = certificate::shrink(
            &mut certificate,
            &others,
            &mut solver,
            steps,
            &mut random,
            &budget,
            no_progress,
        );
        let after = certificate.entries.len();
        if let Some(folder) = folder
            && (is_new || after < before)
        {
            std::fs::write(file(folder, n), certificate.to_string())?;
        }
        println!("{n:>5}  {before}  {after}");
    }
    Ok(())
}

/// Returns the path of a start's certificate in a folder.
fn file(folder: &str, spots: usize) -> PathBuf {
    Path::new(folder).join(format!("{spots}.txt"))
}

/// Reads the certificate of a start that is in the folder, if there is one.
fn kept_proof(folder: &str, spots: usize) -> Result<Option<Certificate>, String> {
    let file = file(folder, spots);
    let text = match std::fs::read_to_string(&file) {
        Ok(text) => text,
        Err(reason) if reason.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(reason) => return Err(format!("{}: {reason}", file.display())),
    };
    let read = text.parse::<Certificate>();
    let certificate = read.map_err(|reason| format!("{}: {reason}", file.display()))?;
    let said = |word| certificate.said(word).unwrap_or("standard");
    let claim = ["variant", "ending", "position"].map(said);
    if claim == ["standard", "normal", &format!("0*{spots}")] {
        return Ok(Some(certificate));
    }
    Err(format!(
        "{}: expected a certificate of `0*{spots}`, normal, standard, found one of {claim:?}",
        file.display(),
    ))
}

/// Adds the nimbers of a store to a solver.
#[cfg(feature = "store")]
fn know(solver: &mut Solver, store: &str) -> Done {
    let store = common::store::Store::open_read_only(store)?;
    for (land, nimber) in papergames_sprouts::solve::stored::nimbers(&store, &Budget::new())? {
        solver.learn(&Entry::Land(land, Known::Nimber(nimber)));
    }
    Ok(())
}

#[cfg(not(feature = "store"))]
fn know(_: &mut Solver, _: &str) -> Done {
    Err("expected a number of spots, or the feature `store` for the nimbers of a store".into())
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
            let (classes, seconds) = (catalogue.iter().len(), begun.elapsed().as_secs_f64());
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
                    Ending::Normal => solver.worth(&start)?.name,
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
