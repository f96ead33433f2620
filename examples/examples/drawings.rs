//! Draws random positions, reads each picture back, and says how legible they are.
//!
//! ```text
//! $ cargo run -q --release -p papergames-examples --example drawings -- 1
//! 1 pictures, 1 read back correctly, 0 with lines that seem to touch
//! ```
//!
//! The argument is how many positions to draw: Sprouts with 2 to 12 spots at every depth, Brussels Sprouts with 1 to 5
//! crosses, and stars of mixed arms. 10000 take some minutes. A line for each kind goes to the standard error stream:
//! the least and the lowest hundredth of the clearances, and the mean time.

use std::collections::BTreeMap;
use std::time::Instant;

use common::draw::Drawing;
use common::{Game, Random, Seeded, playout};

type Failure = Box<dyn std::error::Error>;

/// A position from which a random number of random moves was played.
fn reached<G: Game>(start: G, random: &mut Seeded) -> G {
    let length = playout::record(start.clone(), 1000, random).moves().len() as u64;
    playout::play_at_most(start, random.below(length + 1), random)
}

/// Draws a random position; returns its kind, its text and the picture.
fn draw(i: u64, random: &mut Seeded) -> Result<(String, String, Drawing), Failure> {
    if i.is_multiple_of(2) {
        let n = 2 + (i / 2 % 11) as usize;
        let start = sprouts::Position::new(n, sprouts::Rules::NORMAL)?;
        let position = reached(start, random);
        let drawing = Drawing::of(position.map(), &[])?;
        return Ok((format!("sprouts {n:2}"), position.to_string(), drawing));
    }
    let (kind, start) = match i / 2 % 6 {
        0 => {
            let stars = 1 + random.below(4);
            let arms: Vec<usize> = (0..stars).map(|_| 1 + random.below(6) as usize).collect();
            ("stars".to_owned(), brussels::Position::new(&arms)?)
        }
        n => (
            format!("crosses {n}"),
            brussels::Position::crosses(n as usize)?,
        ),
    };
    let position = reached(start, random);
    let film = brussels::render::Film::new(&position)?;
    Ok((kind, position.to_string(), film.drawing().clone()))
}

#[expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "an example prints"
)]
fn main() -> Result<(), Failure> {
    let count: u64 = std::env::args().nth(1).map_or(Ok(200), |n| n.parse())?;
    let mut kinds: BTreeMap<String, Vec<(f64, f64)>> = BTreeMap::new();
    let (mut right, mut tight) = (0, 0);
    for i in 0..count {
        let mut random = Seeded::new(i);
        let start = Instant::now();
        let (kind, text, drawing) = draw(i, &mut random)?;
        let seconds = start.elapsed().as_secs_f64();
        match drawing.check() {
            Ok(()) => right += 1,
            Err(mismatch) => eprintln!("{text}: {mismatch}"),
        }
        let clearance = drawing.clearance();
        if clearance < 1.0 {
            tight += 1;
        }
        kinds.entry(kind).or_default().push((clearance, seconds));
    }
    for (kind, mut drawn) in kinds {
        drawn.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mean = drawn.iter().map(|(_, seconds)| seconds).sum::<f64>() / drawn.len() as f64;
        eprintln!(
            "{kind:10} {:5} pictures, least clearance {:.2}, lowest hundredth {:.2}, {:.0} ms each",
            drawn.len(),
            drawn[0].0,
            drawn[drawn.len() / 100].0,
            mean * 1000.0
        );
    }
    println!(
        "{count} pictures, {right} read back correctly, {tight} with lines that seem to touch"
    );
    Ok(())
}
