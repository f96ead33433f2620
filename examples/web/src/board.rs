//! The visible parts of a position as data for the page to draw.

use picture::drawing::Drawing;
use picture::geometry::Point;
use planar::{Corner, Dart, Face};
use serde::Serialize;

use crate::stroke::area;

/// The visible parts of a position of any game.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Board {
    /// Curves between spots: Sprouts and Brussels Sprouts.
    Drawing(Sheet),
    /// Letters in cells: SOS.
    Letters(Letters),
    /// Men and a ball on points: Phutball.
    Field(Field),
    /// Lines of text, for a game without hands.
    Text { lines: Vec<String> },
}

/// A drawing on a page of 400 by 400 units, `y` downwards, with a margin of 24 units.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Sheet {
    /// The width in which lines are drawn.
    pub(crate) width: f64,
    pub(crate) lines: Vec<Curve>,
    pub(crate) spots: Vec<Disc>,
    /// The centres of crosses, as `x, y` one after another.
    pub(crate) stars: Vec<f64>,
}

/// A line, given by the control points of a spline as `x, y` one after another.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Curve {
    pub(crate) points: Vec<f64>,
    /// Whether the last move drew it.
    pub(crate) last: bool,
    /// The player who drew it, counted from 0, or `None` if it was there at the start.
    pub(crate) owner: Option<usize>,
}

/// A spot of Sprouts, or the end of a free arm of Brussels Sprouts.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Disc {
    /// Its name in the text of moves.
    pub(crate) name: String,
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) radius: f64,
    /// The number of lines that can still end here.
    pub(crate) lives: usize,
    /// `round`, `square` or `diamond`.
    pub(crate) shape: &'static str,
    /// Whether the last move made it.
    pub(crate) fresh: bool,
    /// Whether a line of the player to move can end here.
    pub(crate) open: bool,
    /// Its description in words.
    pub(crate) label: String,
}

/// An independent part of a drawing: a land of Sprouts.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Area {
    /// The names of the spots that can still take lines in it.
    pub(crate) spots: Vec<String>,
    /// Its spelling in the notation of GLOP.
    pub(crate) text: String,
    /// Closed paths, each `x, y` one after another. A point is inside if an odd number of them go around it.
    pub(crate) outline: Vec<Vec<f64>>,
}

/// A board of SOS.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Letters {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// Row by row from the top: `S`, `O` or a blank.
    pub(crate) cells: String,
    /// The names of the cells in the same order.
    pub(crate) names: Vec<String>,
    /// The player who wrote each letter, counted from 0, or `None` for a blank and for what was there at the start.
    pub(crate) owners: Vec<Option<usize>>,
    /// Each S-O-S: the indices of its first and last cell, and who made it.
    pub(crate) marks: Vec<(usize, usize, Option<usize>)>,
    /// The index of the last letter.
    pub(crate) last: Option<usize>,
    /// The points of each player.
    pub(crate) scores: Vec<i64>,
}

/// A board of Phutball.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Field {
    pub(crate) columns: usize,
    /// The names of the columns.
    pub(crate) names: Vec<String>,
    /// The number of rows, including both end rows.
    pub(crate) rows: usize,
    /// Men as column and row, rows from the bottom, both counted from 0.
    pub(crate) men: Vec<(i8, u8)>,
    pub(crate) ball: (i8, u8),
    /// The places of the ball in the last chain of jumps, in order; empty after a man was placed.
    pub(crate) chain: Vec<(i8, u8)>,
    /// The man placed by the last move.
    pub(crate) last: Option<(i8, u8)>,
    pub(crate) jumps: Vec<Leap>,
    /// Whether the ball is in the middle of a chain of jumps.
    pub(crate) jumping: bool,
    /// Whether the chain may end here.
    pub(crate) stop: bool,
    /// The player who wins if it ends here, counted from 0.
    pub(crate) winner: Option<usize>,
}

/// A preview of a move: the part that it would add to the board.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Ghost {
    /// A line, as the control points of its splines.
    Line {
        lines: Vec<Vec<f64>>,
        ends: Vec<String>,
    },
    /// A letter in a cell, by its index.
    Letter { cell: usize, letter: char },
    /// A man on a point.
    Man { at: (i8, u8) },
    /// The path of the ball.
    Jump { chain: Vec<(i8, u8)> },
    /// Nothing to show.
    Nothing {},
}

/// A legal jump.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Leap {
    /// The move, such as `NE`.
    pub(crate) text: String,
    pub(crate) to: (i8, u8),
    pub(crate) words: String,
}

/// A position as a table of cards, and the last move as it is made with them.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Cards {
    /// The rows: stacks of cards from top to bottom.
    pub(crate) rows: Vec<Vec<Vec<usize>>>,
    /// The steps of the last move; none if there is no move, or if it cannot be made with cards.
    pub(crate) steps: Vec<Step>,
    /// Whether the move joins two stacks; otherwise it divides one.
    pub(crate) joins: bool,
}

/// A step of a move with cards.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Step {
    /// Its number among those of a join or a division, counted from 1.
    pub(crate) number: u8,
    /// The rows of the table after it.
    pub(crate) rows: Vec<Vec<Vec<usize>>>,
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

/// Returns the lines of a drawing; `drawn` yields for each move its player and the number of lines that it added.
pub(crate) fn curves(
    drawing: &Drawing,
    last: &[usize],
    drawn: impl DoubleEndedIterator<Item = (usize, usize)>,
) -> Vec<Curve> {
    let lines = 0..drawing.map().n_edges();
    let mut curves: Vec<Curve> = lines
        .map(|line| Curve {
            points: curve(drawing, line),
            last: last.contains(&line),
            owner: None,
        })
        .collect();
    let mut newest = curves.iter_mut().rev();
    for (player, n) in drawn.rev() {
        for curve in newest.by_ref().take(n) {
            curve.owner = Some(player);
        }
    }
    curves
}

/// Returns the control points of a line on the page.
pub(crate) fn curve(drawing: &Drawing, line: usize) -> Vec<f64> {
    flat(drawing.line(Dart::new(2 * line)).into_iter().map(on_page))
}

/// Returns the closed paths that bound a face on the page: its boundaries and, for the outer face, the edge of the
/// page.
pub(crate) fn outline(drawing: &Drawing, face: Face) -> Vec<Vec<f64>> {
    let map = drawing.map();
    let mut ways: Vec<Vec<f64>> = Vec::new();
    let mut is_surrounded = false;
    for boundary in map.boundaries_of(face) {
        let mut way = Vec::new();
        for corner in map.corners(boundary) {
            if let Corner::Before(dart) = corner {
                way.extend(drawing.curve(dart));
            }
        }
        // Faces are on the right of their darts.
        is_surrounded |= area(&way) < -1e-9;
        if !way.is_empty() {
            ways.push(flat(way.into_iter().map(on_page)));
        }
    }
    if !is_surrounded {
        let (low, high) = (-EDGE, 2.0 * MIDDLE + EDGE);
        ways.push(vec![low, low, high, low, high, high, low, high]);
    }
    ways
}

/// The middle of the page, and the scale from a drawing to the page. They are fixed, so that a spot that does not move
/// in the drawing does not move on the page either.
const MIDDLE: f64 = 200.0;
const SCALE: f64 = 172.0;
/// The distance up to which the outer face is shown around the page, which is farther than any window shows paper.
const EDGE: f64 = 4000.0;

/// Returns the place on the page (`y` downwards) of a place in a drawing.
pub(crate) fn on_page(place: Point) -> Point {
    Point::new(MIDDLE + place.x * SCALE, MIDDLE - place.y * SCALE)
}

/// Returns the place in a drawing of a place on the page.
pub(crate) fn from_page(place: Point) -> Point {
    Point::new((place.x - MIDDLE) / SCALE, (MIDDLE - place.y) / SCALE)
}

/// Returns a length of a drawing in units of the page.
pub(crate) fn length_on_page(length: f64) -> f64 {
    length * SCALE
}

/// Returns a length of the page in units of a drawing.
pub(crate) fn length_from_page(length: f64) -> f64 {
    length / SCALE
}

#[cfg(test)]
mod tests {
    use common::{Game, Random, Seeded};
    use planar::Map;
    use sprouts::{Ending, Position};

    use super::*;

    /// Returns whether an odd number of paths go around a place.
    fn is_inside(ways: &[Vec<f64>], x: f64, y: f64) -> bool {
        let mut crossings = 0;
        for way in ways {
            let n = way.len() / 2;
            for i in 0..n {
                let j = (i + 1) % n;
                let (a, b) = ([way[2 * i], way[2 * i + 1]], [way[2 * j], way[2 * j + 1]]);
                if (a[1] <= y) != (b[1] <= y) {
                    let t = (y - a[1]) / (b[1] - a[1]);
                    crossings += usize::from(a[0] + (b[0] - a[0]) * t > x);
                }
            }
        }
        crossings % 2 == 1
    }

    /// Returns the faces whose outline contains a place.
    fn faces_at(drawing: &Drawing, x: f64, y: f64) -> Vec<Face> {
        let faces = drawing.map().faces();
        let around = faces.filter(|face| is_inside(&outline(drawing, *face), x, y));
        around.collect()
    }

    #[test]
    fn every_place_on_the_page_is_in_the_outline_of_one_face() {
        let mut random = Seeded::new(1);
        for spots in 1..=7 {
            let mut position = Position::new(spots, Ending::Normal).expect("few spots");
            for _ in 0..random.below(12) {
                let Some(m) = position.random_move(&mut random) else {
                    break;
                };
                position.apply(&m).expect("a legal move");
            }
            let drawing = Drawing::of(position.map(), &[]).expect("a picture");
            for _ in 0..200 {
                let mut place = || random.below(4000) as f64 / 10.0 + 0.0123;
                let (x, y) = (place(), place());
                assert_eq!(faces_at(&drawing, x, y).len(), 1, "{position} {x} {y}");
            }
            // Spots without lines are inside their faces.
            let map: &Map = drawing.map();
            for vertex in map.vertices().filter(|v| map.degree(*v) == 0) {
                let place = on_page(drawing.spot(vertex));
                let own = map.face_at(Corner::Alone(vertex));
                assert_eq!(faces_at(&drawing, place.x, place.y), [own], "{position}");
            }
        }
    }
}
