//! Draws the pictures of the guide "How Sprouts is solved".
//!
//! ```text
//! cargo run --release -p papergames --example solver_guide
//! ```

use std::fmt::Write as _;
use std::path::Path;

use papergames::sprouts::{Draw, Position, Record, Style};

/// A solver, and the CPU seconds that it takes for each number of spots.
struct Series {
    name: &'static str,
    class: &'static str,
    colour: &'static str,
    seconds: &'static [(u32, f64)],
}

/// The other programs ran unmodified on one core of another two-core machine, which is about as fast as the one used
/// for this solver. Times under 0.01 seconds are left out.
const ALL: [Series; 3] = [
    Series {
        name: "GLOP 2.2, alpha-beta",
        class: "glop",
        colour: "#b3541e",
        seconds: &[
            (5, 0.04),
            (6, 0.07),
            (7, 0.35),
            (8, 0.80),
            (9, 0.10),
            (10, 0.73),
            (11, 0.68),
        ],
    },
    Series {
        name: "SPOTS 1.0, DFPN",
        class: "spots",
        colour: "#2f6db5",
        seconds: &[
            (5, 0.04),
            (6, 0.15),
            (7, 0.40),
            (8, 1.10),
            (9, 0.19),
            (10, 0.82),
            (11, 0.73),
            (12, 9.8),
            (13, 13.4),
            (14, 69.0),
            (15, 129.0),
            (16, 19.5),
            (17, 7.4),
            (18, 173.0),
            (19, 138.0),
            (20, 164.0),
            (22, 104.0),
            (23, 78.0),
            (29, 271.0),
        ],
    },
    Series {
        name: "papergames",
        class: "papergames",
        colour: "#1d7a46",
        seconds: &[
            (8, 0.02),
            (10, 0.02),
            (11, 0.02),
            (12, 0.08),
            (13, 0.14),
            (14, 0.77),
            (15, 1.5),
            (16, 0.26),
            (17, 0.10),
            (18, 1.5),
            (19, 0.90),
            (20, 1.7),
            (21, 26.6),
            (22, 1.3),
            (23, 0.71),
            (24, 22.4),
            (25, 4.8),
            (26, 8.5),
            (28, 2.9),
            (29, 2.9),
            (34, 10.6),
            (35, 6.8),
            (40, 35.5),
            (41, 44.0),
        ],
    },
];

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
/// The spots at the left and right edge of the plot.
const SPOTS: (f64, f64) = (4.0, 42.0);
/// The powers of ten at the lower and upper edge.
const POWERS: (f64, f64) = (-2.0, 3.0);

fn x(spots: f64) -> f64 {
    60.0 + (spots - SPOTS.0) / (SPOTS.1 - SPOTS.0) * (WIDTH - 80.0)
}

fn y(seconds: f64) -> f64 {
    let share = (seconds.log10() - POWERS.0) / (POWERS.1 - POWERS.0);
    HEIGHT - 45.0 - share * (HEIGHT - 65.0)
}

/// Draws the seconds of each solver by the number of spots.
fn plot() -> Result<String, std::fmt::Error> {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" role=\"img\" style=\"max-width:100%\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <title>Seconds to solve a start of Sprouts in normal play, by the number of spots</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n"
    );
    for power in POWERS.0 as i32..=POWERS.1 as i32 {
        let seconds = 10f64.powi(power);
        let (left, right, at) = (x(SPOTS.0), x(SPOTS.1), y(seconds));
        writeln!(
            svg,
            "<path d=\"M{left:.0} {at:.1}H{right:.0}\" stroke=\"#d8dce2\"/>\
             <text x=\"52\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#1d2430\">{seconds} s</text>",
            at + 4.0
        )?;
    }
    for spots in (5..=40).step_by(5) {
        let at = x(f64::from(spots));
        writeln!(
            svg,
            "<text x=\"{at:.1}\" y=\"{:.0}\" text-anchor=\"middle\" fill=\"#1d2430\">{spots}</text>",
            HEIGHT - 25.0
        )?;
    }
    writeln!(
        svg,
        "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\" fill=\"#1d2430\">spots</text>",
        x(23.0),
        HEIGHT - 7.0
    )?;
    for (i, series) in ALL.iter().enumerate() {
        let Series {
            name,
            class,
            colour,
            seconds,
        } = series;
        writeln!(
            svg,
            "<g class=\"{class}\" fill=\"{colour}\"><title>{name}</title>"
        )?;
        let mark = |cx: f64, cy: f64| match i {
            0 => format!("<path d=\"M{:.1} {:.1}l5 9h-10z\"/>", cx, cy - 5.0),
            1 => format!(
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"8\" height=\"8\"/>",
                cx - 4.0,
                cy - 4.0
            ),
            _ => format!("<circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"4.5\"/>"),
        };
        for (spots, seconds) in *seconds {
            writeln!(svg, "{}", mark(x(f64::from(*spots)), y(*seconds)))?;
        }
        let row = 250.0 + 24.0 * i as f64;
        writeln!(
            svg,
            "{}<text x=\"552\" y=\"{:.0}\">{name}</text></g>",
            mark(540.0, row),
            row + 4.5
        )?;
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("guide");
    std::fs::write(guide.join("solver_cost.svg"), plot()?)?;
    let record: Record<Position> = "9+ 1-1[6,7,8,9]".parse()?;
    let drawn = Position::picture(&record, &Style::default())?;
    std::fs::write(guide.join("solver_loop.svg"), drawn)?;
    Ok(())
}
