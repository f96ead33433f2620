//! Draws random positions, reads each picture back, and measures how legible it is.
//!
//! ```text
//! $ cargo run -q --release -p papergames-cli --example drawings -- 1
//! 2 pictures, 2 read back correctly, 0 with overlaps
//! ```
//!
//! The first argument is the number of positions to draw: Sprouts of all variants with 2 to 30 spots, and Brussels
//! Sprouts with 2 to 8 crosses or with stars, after a random number of random moves. Each is drawn twice, from its text
//! and move by move. A second argument is the number of the first position, to continue a run that was stopped. If a
//! picture does not show its position, the program prints the position and ends with exit code 1.
//!
//! A table on standard error has one line for each kind of picture and number of vertices, with the medians and, in
//! brackets, the worst values. `gap` is the least distance between two lines, `white` the largest white circle in the
//! tightest face, and `bend` the least radius of curvature, all in units of a page 400 wide.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::OnceLock;
use std::time::Instant;

use common::{Ending, Game, Random, Record, Seeded, playout};
use picture::drawing::{DrawError, Drawing, Figures};

type Failure = Box<dyn std::error::Error>;

/// The game, the lower end of the bucket of sizes, and whether the drawing is from text or from a record.
type Kind = (&'static str, usize, &'static str);
type Drawn = Result<Drawing, DrawError>;

/// The start of a game and a random number of random moves.
fn game<G: Game>(start: G, random: &mut Seeded) -> Record<G> {
    let length = playout::record(start.clone(), 1000, random).moves().len() as u64;
    playout::record(start, random.below(length + 1), random)
}

fn text_of<G: Game + std::fmt::Display>(record: &Record<G>) -> String {
    record.position().to_string()
}

struct Sample {
    kind: &'static str,
    text: String,
    /// From text, and from the record, with the seconds that each took.
    drawn: [(Drawn, f64); 2],
}

fn timed(draw: impl FnOnce() -> Drawn) -> (Drawn, f64) {
    let start = seconds();
    (draw(), seconds() - start)
}

/// The processor time of this program if the system provides it, and otherwise the time on the clock.
fn seconds() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let clock = START.get_or_init(Instant::now).elapsed().as_secs_f64();
    let busy = std::fs::read_to_string("/proc/self/schedstat").ok();
    let busy = busy.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    busy.map_or(clock, |nanoseconds| nanoseconds / 1e9)
}

/// Draws the `i`-th random position.
fn draw(i: u64) -> Result<Sample, Failure> {
    let mut random = Seeded::new(i);
    if i % 4 != 3 {
        let variants = [
            sprouts::Variant::Standard,
            sprouts::Variant::Standard,
            sprouts::Variant::Standard,
            sprouts::Variant::BlackAndWhite,
            sprouts::Variant::BlackAndWhiteLoops,
            sprouts::Variant::AntwerpCold,
        ];
        let variant = variants[random.below(6) as usize];
        let ending = Ending::Normal;
        let spots = 2 + random.below(29) as usize;
        let start = sprouts::Position::new(spots, sprouts::Rules { ending, variant })?;
        let record = game(start, &mut random);
        return Ok(Sample {
            kind: "Sprouts",
            text: text_of(&record),
            drawn: [
                timed(|| Drawing::of(record.position().map(), &[])),
                timed(|| Ok(sprouts::render::Sketch::of(&record)?.drawing().clone())),
            ],
        });
    }
    let (kind, start) = if random.below(4) == 0 {
        let arms: Vec<usize> = (0..=random.below(2))
            .map(|_| 1 + random.below(20) as usize)
            .collect();
        (
            "Stars",
            brussels::Position::with_arms(&arms, Ending::Normal)?,
        )
    } else {
        (
            "Crosses",
            brussels::Position::new(2 + random.below(7) as usize, Ending::Normal)?,
        )
    };
    let record = game(start, &mut random);
    Ok(Sample {
        kind,
        text: text_of(&record),
        drawn: [
            timed(|| {
                Ok(brussels::render::Sketch::new(record.position())?
                    .drawing()
                    .clone())
            }),
            timed(|| Ok(brussels::render::Sketch::of(&record)?.drawing().clone())),
        ],
    })
}

/// The number of visible vertices: spots, stars and cross-bars.
fn n_seen(drawing: &Drawing) -> usize {
    let map = drawing.map();
    map.vertices().filter(|v| drawing.is_spot(*v)).count()
}

/// The median and the worst.
fn column(
    drawn: &[(Figures, f64)],
    digits: usize,
    least_is_worst: bool,
    of: impl Fn(&Figures) -> f64,
) -> String {
    let mut values: Vec<f64> = drawn.iter().map(|(figures, _)| of(figures)).collect();
    values.sort_by(f64::total_cmp);
    let worst = if least_is_worst {
        values[0]
    } else {
        values[values.len() - 1]
    };
    format!("{:.digits$} ({worst:.digits$})", values[values.len() / 2])
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
    let mut kinds: BTreeMap<Kind, Vec<(Figures, f64)>> = BTreeMap::new();
    let (mut right, mut overlapping) = (0, 0);
    for i in first..first.saturating_add(count) {
        let sample = draw(i)?;
        for ((drawing, seconds), way) in sample.drawn.into_iter().zip(["text", "record"]) {
            let checked = drawing.and_then(|drawing| {
                drawing.check()?;
                Ok(drawing)
            });
            let drawing = match checked {
                Ok(drawing) => drawing,
                Err(error) => {
                    eprintln!("position {i}, {} from {way}: {error}", sample.text);
                    continue;
                }
            };
            right += 1;
            let figures = drawing.figures();
            overlapping += usize::from(figures.overlaps > 0);
            let limits = [12, 25, 40, 60, 85, 120, usize::MAX];
            let n = n_seen(&drawing);
            let bucket = limits.into_iter().find(|limit| n <= *limit).unwrap_or(n);
            let kind = kinds.entry((sample.kind, bucket, way)).or_default();
            kind.push((figures, seconds));
            if std::env::var_os("EACH").is_some() {
                eprintln!("{i} {} V {n} {way}: {figures}, {seconds:.2} s", sample.kind);
            }
        }
    }
    eprintln!(
        "| kind | V up to | from | pictures | overlap | hide faces | gap | white | angle | bend | faces 1 : | digits | \
         seconds |"
    );
    eprintln!("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    for ((kind, bucket, way), drawn) in kinds {
        let bucket = if bucket == usize::MAX {
            "more".to_owned()
        } else {
            bucket.to_string()
        };
        let share = |is: fn(&Figures) -> bool| {
            let found = drawn.iter().filter(|(figures, _)| is(figures)).count();
            format!("{:.0} %", found as f64 * 100.0 / drawn.len() as f64)
        };
        let seconds = drawn.iter().map(|(_, seconds)| *seconds);
        eprintln!(
            "| {kind} | {bucket} | {way} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {:.2} ({:.2}) |",
            drawn.len(),
            share(|f| f.overlaps > 0),
            share(|f| f.hidden_faces > 0),
            column(&drawn, 1, true, |f| f.gap),
            column(&drawn, 1, true, |f| f.white),
            column(&drawn, 0, true, |f| f.angle),
            column(&drawn, 1, true, |f| f.bend),
            column(&drawn, 0, false, |f| f.ratio),
            column(&drawn, 1, true, |f| f.digits),
            seconds.clone().sum::<f64>() / drawn.len() as f64,
            seconds.fold(0.0, f64::max),
        );
    }
    let pictures = 2 * count;
    println!("{pictures} pictures, {right} read back correctly, {overlapping} with overlaps");
    Ok(if right == pictures {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
