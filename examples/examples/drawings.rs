//! Draws random positions, reads each picture back, and measures how legible it is.
//!
//! ```text
//! $ cargo run -q --release -p papergames-cli --example drawings -- 1
//! 0 Sprouts 41 text 0 0 10.2 3.2 48 4.4 9 7.7 0.23
//! 0 Sprouts 41 record 0 0 9.2 3.9 58 4.9 16 7.7 0.53
//! ```
//!
//! The first argument is the number of positions to draw: Sprouts of all variants with 2 to 30 spots, and Brussels
//! Sprouts with 2 to 8 crosses or with stars, after a random number of random moves. Each is drawn twice, from its text
//! and move by move. A second argument is the number of the first position, and a third a folder that each picture is
//! saved in. If a picture does not show its position, the program prints the position and ends with exit code 1.
//!
//! Each picture is one line on standard output: the number of the position, the kind, the number of vertices, the way,
//! overlaps, hidden faces, white, gap, angle, bend, ratio, digits, and seconds of the processor. With `--table` the
//! program draws nothing, reads such lines from standard input and prints them as a table with medians and, in
//! brackets, the worst values, so a run can be divided or continued:
//!
//! ```text
//! $ cargo run -q --release -p papergames-cli --example drawings -- 500 0 > a
//! $ cargo run -q --release -p papergames-cli --example drawings -- 500 500 > b
//! $ cat a b | cargo run -q --release -p papergames-cli --example drawings -- --table
//! ```
//!
//! With `--late SPOTS MOVES...` it draws one random game of Sprouts after each of some numbers of moves, for instance
//! `--late 100 50 150 250`.
//!
//! `gap` is the least distance between two lines, `white` the radius of the largest white circle in the tightest face,
//! `angle` the least angle between lines at a vertex in degrees, and `bend` the least radius of curvature; lengths are
//! in units of a page 400 wide.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::sync::OnceLock;
use std::time::Instant;

use common::{Ending, Game, Random, Record, Seeded, playout};
use picture::drawing::{DrawError, Drawing, Mark};
use picture::{OnMap, Sketch, Style};

type Failure = Box<dyn std::error::Error>;

/// A drawing, and its picture as SVG.
type Drawn = Result<(Drawing, String), DrawError>;

/// The start of a game and a random number of random moves.
fn game<G: Game>(start: G, random: &mut Seeded) -> Record<G> {
    let length = playout::record(start.clone(), 1000, random).moves().len() as u64;
    playout::record(start, random.below(length + 1), random)
}

struct Sample {
    kind: &'static str,
    text: String,
    /// From text, and from the record, with the seconds that each took.
    drawn: [(Drawn, f64); 2],
}

fn timed<G: OnMap>(draw: impl FnOnce() -> Result<Sketch<G>, DrawError>) -> (Drawn, f64) {
    let start = seconds();
    let drawn = draw().map(|sketch| {
        let picture = sketch.picture(&Style::default()).finish();
        (sketch.drawing().clone(), picture)
    });
    (drawn, seconds() - start)
}

/// Draws the last position of a game from its text and the game move by move.
fn sample<G: OnMap>(kind: &'static str, record: &Record<G>) -> Sample {
    Sample {
        kind,
        text: record.position().to_string(),
        drawn: [
            timed(|| Sketch::new(record.position())),
            timed(|| Sketch::of(record)),
        ],
    }
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
        return Ok(sample("Sprouts", &game(start, &mut random)));
    }
    if random.below(4) == 0 {
        let arms: Vec<usize> = (0..=random.below(2))
            .map(|_| 1 + random.below(20) as usize)
            .collect();
        let start = brussels::Position::with_arms(&arms, Ending::Normal)?;
        return Ok(sample("Stars", &game(start, &mut random)));
    }
    let start = brussels::Position::new(2 + random.below(7) as usize, Ending::Normal)?;
    Ok(sample("Crosses", &game(start, &mut random)))
}

/// Draws a random game with a number of spots after some numbers of moves.
fn late(spots: usize, moves: &[String]) -> Result<Vec<Sample>, Failure> {
    let mut samples = Vec::new();
    for length in moves {
        let start = sprouts::Position::new(spots, sprouts::Ending::Normal)?;
        let record = playout::record(start, length.parse()?, &mut Seeded::new(1));
        samples.push(sample("Sprouts", &record));
    }
    Ok(samples)
}

/// The number of visible vertices: spots, stars and cross-bars.
fn n_seen(drawing: &Drawing) -> usize {
    let map = drawing.map();
    map.vertices()
        .filter(|v| drawing.mark(*v) != Mark::Bare)
        .count()
}

/// The columns of a line after its number, kind, vertices and way.
const COLUMNS: usize = 9;

/// A picture as a line of the output has it.
struct Row {
    kind: String,
    n: usize,
    way: String,
    columns: [f64; COLUMNS],
}

impl Row {
    /// Reads a line of the output.
    fn of(line: &str) -> Option<Row> {
        let mut words = line.split_whitespace().skip(1);
        let (kind, n, way) = (words.next()?, words.next()?, words.next()?);
        let numbers: Option<Vec<f64>> = words.map(|word| word.parse().ok()).collect();
        Some(Row {
            kind: kind.to_owned(),
            n: n.parse().ok()?,
            way: way.to_owned(),
            columns: numbers?.try_into().ok()?,
        })
    }
}

/// The median and the worst of a column.
fn column(rows: &[Row], number: usize, digits: usize, least_is_worst: bool) -> String {
    let mut values: Vec<f64> = rows.iter().map(|row| row.columns[number]).collect();
    values.sort_by(f64::total_cmp);
    let worst = if least_is_worst {
        values[0]
    } else {
        values[values.len() - 1]
    };
    format!("{:.digits$} ({worst:.digits$})", values[values.len() / 2])
}

/// The share of rows with a property, in per cent.
fn share(rows: &[Row], is: impl Fn(&Row) -> bool) -> String {
    let found = rows.iter().filter(|row| is(row)).count();
    format!("{:.1} %", found as f64 * 100.0 / rows.len() as f64)
}

#[expect(clippy::print_stdout, reason = "an example prints")]
fn print_table() -> Result<(), Failure> {
    let mut kinds: BTreeMap<(String, usize, String), Vec<Row>> = BTreeMap::new();
    let (mut small, mut large) = (Vec::new(), Vec::new());
    for line in std::io::stdin().lines() {
        let line = line?;
        let row = || Row::of(&line);
        let read = row().ok_or_else(|| format!("expected a line of a run, found `{line}`"))?;
        small.extend(row().filter(|row| row.n <= 60));
        large.extend(row().filter(|row| row.n > 60 && row.n <= 120));
        let limits = [12, 25, 40, 60, 85, 120, usize::MAX];
        let bucket = limits.into_iter().find(|limit| read.n <= *limit);
        let kind = (
            read.kind.clone(),
            bucket.unwrap_or(read.n),
            read.way.clone(),
        );
        kinds.entry(kind).or_default().push(read);
    }
    println!(
        "| kind | V up to | from | pictures | overlap | hide faces | gap | white | angle | bend | faces 1 : | digits | \
         seconds |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    for ((kind, bucket, way), rows) in kinds {
        let bucket = if bucket == usize::MAX {
            "more".to_owned()
        } else {
            bucket.to_string()
        };
        let seconds = rows.iter().map(|row| row.columns[8]);
        println!(
            "| {kind} | {bucket} | {way} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {:.2} ({:.2}) |",
            rows.len(),
            share(&rows, |row| row.columns[0] > 0.0),
            share(&rows, |row| row.columns[1] > 0.0),
            column(&rows, 3, 1, true),
            column(&rows, 2, 1, true),
            column(&rows, 4, 0, true),
            column(&rows, 5, 1, true),
            column(&rows, 6, 0, false),
            column(&rows, 7, 1, true),
            seconds.clone().sum::<f64>() / rows.len() as f64,
            seconds.fold(0.0, f64::max),
        );
    }
    for (name, rows) in [("V up to 60", small), ("V 61 to 120", large)] {
        if !rows.is_empty() {
            println!(
                "\n{name}: {} pictures; {} with overlaps, {} that hide a face, {} with faces of at most 1 : 40, \
                 {} with digits of 6 or more; median least angle {}",
                rows.len(),
                share(&rows, |row| row.columns[0] > 0.0),
                share(&rows, |row| row.columns[1] > 0.0),
                share(&rows, |row| row.columns[6] <= 40.0),
                share(&rows, |row| row.columns[7] >= 5.95),
                column(&rows, 4, 0, true),
            );
        }
    }
    Ok(())
}

fn main() -> Result<ExitCode, Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|word| word == "--table") {
        print_table()?;
        return Ok(ExitCode::SUCCESS);
    }
    if let [option, spots, moves @ ..] = &arguments[..]
        && option == "--late"
    {
        let mut all_right = true;
        for (i, sample) in late(spots.parse()?, moves)?.into_iter().enumerate() {
            all_right &= print_rows(i as u64, sample, None)?;
        }
        return Ok(exit_code(all_right));
    }
    let number = |i: usize, otherwise| {
        let word = arguments.get(i);
        word.map_or(Ok(otherwise), |word| word.parse::<u64>())
    };
    let (count, first) = (number(0, 200)?, number(1, 0)?);
    let folder = arguments.get(2).map(Path::new);
    let mut all_right = true;
    for i in first..first.saturating_add(count) {
        all_right &= print_rows(i, draw(i)?, folder)?;
    }
    Ok(exit_code(all_right))
}

fn exit_code(all_right: bool) -> ExitCode {
    if all_right {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Prints a line for each of two drawings and saves the pictures. Returns whether both are right.
#[expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "an example prints"
)]
fn print_rows(i: u64, sample: Sample, folder: Option<&Path>) -> Result<bool, Failure> {
    let mut all_right = true;
    for ((drawn, seconds), way) in sample.drawn.into_iter().zip(["text", "record"]) {
        let checked =
            drawn.and_then(|(drawing, picture)| Ok((drawing.check()?, n_seen(&drawing), picture)));
        let (f, n, picture) = match checked {
            Ok(drawn) => drawn,
            Err(error) => {
                eprintln!("position {i}, {} from {way}: {error}", sample.text);
                all_right = false;
                continue;
            }
        };
        println!(
            "{i} {} {n} {way} {} {} {:.1} {:.1} {:.0} {:.1} {:.0} {:.1} {seconds:.2}",
            sample.kind,
            f.overlaps,
            f.hidden_faces,
            f.white,
            f.gap,
            f.angle,
            f.bend,
            f.ratio,
            f.digits,
        );
        std::io::stdout().flush()?;
        if let Some(folder) = folder {
            std::fs::create_dir_all(folder)?;
            std::fs::write(folder.join(format!("{i}-{way}.svg")), picture)?;
        }
    }
    Ok(all_right)
}
