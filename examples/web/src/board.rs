//! What is to be seen of a position, as data: the page makes shapes of it.

use common::draw::Drawing;
use common::planar::Dart;
use common::svg::Point;
use serde::Serialize;

/// A picture of any game.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Board {
    /// Curves between spots: Sprouts and Brussels Sprouts.
    Drawing(Sheet),
    /// Letters in cells: SOS.
    Letters(Letters),
    /// Men and a ball on points: Phutball.
    Field(Field),
}

/// A drawing on a page of 400 units a side, `y` downwards.
#[derive(Debug, Serialize)]
pub(crate) struct Sheet {
    /// How wide lines are.
    pub(crate) width: f64,
    pub(crate) lines: Vec<Curve>,
    pub(crate) spots: Vec<Disc>,
    /// The centres of crosses, as `x, y` one after another.
    pub(crate) stars: Vec<f64>,
}

/// A line, by the control points of a spline: `x, y` one after another.
#[derive(Debug, Serialize)]
pub(crate) struct Curve {
    pub(crate) points: Vec<f64>,
    /// Whether the last move drew it.
    pub(crate) last: bool,
}

/// A spot of Sprouts, or the end of a free arm of Brussels Sprouts.
#[derive(Debug, Serialize)]
pub(crate) struct Disc {
    /// What moves call it.
    pub(crate) name: String,
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) radius: f64,
    /// How many lines can still end here.
    pub(crate) lives: usize,
    /// `round`, `square` or `diamond`.
    pub(crate) shape: &'static str,
    /// Whether a line of the player to move can end here.
    pub(crate) open: bool,
    /// What it is, in words.
    pub(crate) label: String,
}

/// A board of SOS.
#[derive(Debug, Serialize)]
pub(crate) struct Letters {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// Row by row from the top: `S`, `O` or a blank.
    pub(crate) cells: String,
    /// The names of the cells in the same order.
    pub(crate) names: Vec<String>,
    /// Each S-O-S: the indices of its first and last cell, and who made it.
    pub(crate) marks: Vec<(usize, usize, Option<usize>)>,
    /// The index of the last letter.
    pub(crate) last: Option<usize>,
    /// The points of the players.
    pub(crate) scores: Vec<i64>,
}

/// A board of Phutball.
#[derive(Debug, Serialize)]
pub(crate) struct Field {
    pub(crate) columns: usize,
    /// The names of the columns.
    pub(crate) names: Vec<String>,
    /// The number of rows, both end rows counted.
    pub(crate) rows: usize,
    /// Men as column and row, rows from the bottom, both counted from 0.
    pub(crate) men: Vec<(i8, u8)>,
    pub(crate) ball: (i8, u8),
    /// Where the ball was before the last move, if that was a jump.
    pub(crate) from: Option<(i8, u8)>,
    /// The man that the last move placed.
    pub(crate) last: Option<(i8, u8)>,
    pub(crate) jumps: Vec<Leap>,
    /// Whether the ball is in the middle of a chain of jumps.
    pub(crate) jumping: bool,
    /// Whether the chain may end here.
    pub(crate) stop: bool,
}

/// A jump that can be made.
#[derive(Debug, Serialize)]
pub(crate) struct Leap {
    /// The move, such as `NE`.
    pub(crate) text: String,
    pub(crate) to: (i8, u8),
    pub(crate) words: String,
}

/// Rounds to a hundredth of a unit.
pub(crate) fn rounded(x: f64) -> f64 {
    (x * 100.0).round() / 100.0
}

/// Writes points as `x, y` one after another, rounded.
pub(crate) fn flat(points: impl IntoIterator<Item = Point>) -> Vec<f64> {
    let points = points.into_iter();
    points.flat_map(|p| [rounded(p.x), rounded(p.y)]).collect()
}

/// Returns the lines of a drawing.
pub(crate) fn curves(drawing: &Drawing, is_last: impl Fn(usize) -> bool) -> Vec<Curve> {
    (0..drawing.map().n_edges())
        .map(|line| {
            let points = drawing.line(Dart::new(2 * line));
            Curve {
                points: flat(points.into_iter().map(|point| drawing.on_page(point))),
                last: is_last(line),
            }
        })
        .collect()
}

/// Returns the place in a drawing of a place on the page.
pub(crate) fn from_page(drawing: &Drawing, place: Point) -> Point {
    let origin = drawing.on_page(Point::default());
    let scale = drawing.on_page(Point::new(1.0, 0.0)).x - origin.x;
    Point::new((place.x - origin.x) / scale, (origin.y - place.y) / scale)
}
