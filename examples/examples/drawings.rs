//! Draws random positions, reads each picture back, and says how legible they are.
//!
//! ```text
//! $ cargo run -q --release -p papergames-examples --example drawings -- 1
//! 1 pictures, 1 read back correctly, 0 with lines that seem to touch
//! ```
//!
//! The argument is how many positions to draw: Sprouts with 2 to 12 spots at every depth, Brussels Sprouts with 1 to 5
//! crosses, and stars of mixed arms. 10000 take an hour or so: all were read back correctly, and in 67 of them some lines
//! come closer than a line is wide. A second argument is the number of the first position, to go on where a run was
//! stopped. A position whose picture does not show it is printed, and the program then ends with exit code 1.
//!
//! A line for each kind goes to the standard error stream: the least and the lowest hundredth of the clearances (below
//! 1, lines seem to touch), the mean time and the longest. Positions where the game is over are a kind of their own.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Instant;

use common::{Game, Random, Seeded, playout};
use indicatif::{ProgressBar, ProgressStyle};
use picture::drawing::{DrawError, Drawing};

type Failure = Box<dyn std::error::Error>;

/// A position from which a random number of random moves was played.
fn reached<G: Game>(start: G, random: &mut Seeded) -> G {
    let length = playout::record(start.clone(), 1000, random).moves().len() as u64;
    playout::play_at_most(start, random.below(length + 1), random)
}

type Drawn = Result<Drawing, DrawError>;

/// Draws a random position; returns its kind, its text and the picture.
fn draw(i: u64, random: &mut Seeded) -> Result<(String, String, Drawn), Failure> {
    if i.is_multiple_of(2) {
        let n = 2 + (i / 2 % 11) as usize;
        let start = sprouts::Position::new(n, sprouts::Rules::NORMAL)?;
        let position = reached(start, random);
        let drawing = Drawing::of(position.map(), &[]);
        let end = if position.turn().is_none() {
            " end"
        } else {
            ""
        };
        return Ok((format!("sprouts {n:2}{end}"), position.to_string(), drawing));
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
    let film = brussels::render::Film::new(&position);
    let drawing = film.map(|film| film.drawing().clone());
    Ok((kind, position.to_string(), drawing))
}

#[expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "an example prints"
)]
fn main() -> Result<ExitCode, Failure> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |otherwise| arguments.next().map_or(Ok(otherwise), |n| n.parse::<u64>());
    let (count, first) = (number(200)?, number(0)?);
    let mut kinds: BTreeMap<String, Vec<(f64, f64)>> = BTreeMap::new();
    let (mut right, mut tight) = (0, 0);
    let bar = ProgressBar::new(count);
    bar.set_style(ProgressStyle::with_template(
        "{wide_bar} {pos}/{len} {msg} {eta}",
    )?);
    for i in first..first.saturating_add(count) {
        bar.set_message(format!("next: {i}"));
        let mut random = Seeded::new(i);
        let start = Instant::now();
        let (kind, text, drawing) = draw(i, &mut random)?;
        let seconds = start.elapsed().as_secs_f64();
        bar.inc(1);
        let checked = drawing.and_then(|drawing| {
            drawing.check()?;
            Ok(drawing.clearance())
        });
        let clearance = match checked {
            Ok(clearance) => clearance,
            Err(error) => {
                bar.suspend(|| eprintln!("position {i}, {text}: {error}"));
                continue;
            }
        };
        right += 1;
        if clearance < 1.0 {
            tight += 1;
        }
        kinds.entry(kind).or_default().push((clearance, seconds));
    }
    bar.finish_and_clear();
    for (kind, mut drawn) in kinds {
        drawn.sort_by(|a, b| a.0.total_cmp(&b.0));
        let times = || drawn.iter().map(|(_, seconds)| seconds * 1000.0);
        let mean = times().sum::<f64>() / drawn.len() as f64;
        let longest = times().fold(0.0, f64::max);
        eprintln!(
            "{kind:14} {:5} pictures, least clearance {:.2}, lowest hundredth {:.2}, {mean:.0} ms each, {longest:.0} at most",
            drawn.len(),
            drawn[0].0,
            drawn[drawn.len() / 100].0,
        );
    }
    println!(
        "{count} pictures, {right} read back correctly, {tight} with lines that seem to touch"
    );
    Ok(if right == count {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
