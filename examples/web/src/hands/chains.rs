//! Chains of jumps along a stroke from the ball of Phutball.

use common::{Describe, Game};
use phutball::{Direction, Move, Position};
use picture::geometry::Point;

use crate::board::Leap;

/// The distance between the places of a stroke that are examined, and the largest from a landing that it passes. The
/// unit is the distance between neighbouring points of the board.
const STEP: f64 = 0.1;
const NEAR: f64 = 0.7;
/// The least and the largest column or row of a stroke, beyond every board.
const PAPER: (f64, f64) = (-9.0, 99.0);
/// The least cosine of the angle between a jump and the end of a stroke that passes no landing, and how many columns or
/// rows such a stroke goes at least: towards the first man, past the ball.
const ALONG: f64 = 0.92;
const OVER: f64 = 0.6;

/// Returns the jumps whose landings a stroke passes, in their order. If it passes none, returns the jump in the
/// direction of its end, if there is one. The stroke is given by columns and rows, both counted from 0.
pub(super) fn along(position: &Position, stroke: &[Point]) -> Vec<Leap> {
    let on_paper = |z: f64| z.clamp(PAPER.0, PAPER.1);
    let stroke = stroke
        .iter()
        .map(|place| Point::new(on_paper(place.x), on_paper(place.y)));
    let stroke: Vec<Point> = stroke.collect();
    let mut position = *position;
    let mut open = leaps(&position);
    let mut chain = Vec::new();
    for pair in stroke.windows(2) {
        let way = pair[1] - pair[0];
        let steps = (way.hypot2().sqrt() / STEP).ceil().max(1.0);
        for i in 0..=steps as usize {
            let place = pair[0] + way * (i as f64 / steps);
            let passed = open
                .iter()
                .position(|(_, leap)| (place_of(leap) - place).hypot2() < NEAR * NEAR);
            if let Some(i) = passed {
                let (direction, leap) = open.swap_remove(i);
                position = position.child_unchecked(&Move::Jump(direction));
                open = leaps(&position);
                chain.push(leap);
            }
        }
    }
    if let (true, Some(end)) = (chain.is_empty(), stroke.last()) {
        let (column, row) = (position.ball().column, position.ball().row);
        let ball = Point::new(column.into(), row.into());
        let off = *end - ball;
        let reaches = off.x.abs().max(off.y.abs()) >= OVER;
        let way = off.unit();
        chain.extend(
            open.into_iter()
                .filter(|_| reaches)
                .map(|(_, leap)| leap)
                .find(|leap| (place_of(leap) - ball).unit().dot(way) > ALONG),
        );
    }
    chain
}

/// Returns the legal jumps with their directions.
fn leaps(position: &Position) -> Vec<(Direction, Leap)> {
    let jumps = position.jumps();
    jumps
        .map(|direction| (direction, leap(position, direction)))
        .collect()
}

/// Returns the place where a jump lands.
fn place_of(leap: &Leap) -> Point {
    Point::new(leap.to.0.into(), leap.to.1.into())
}

/// Returns a legal jump for the page.
pub(super) fn leap(position: &Position, direction: Direction) -> Leap {
    let m = Move::Jump(direction);
    Leap {
        text: m.to_string(),
        to: pair(landing(position, direction)),
        words: position.say_move(&m),
    }
}

/// Returns the column and the row of a point.
pub(super) fn pair(point: phutball::Point) -> (i8, u8) {
    (point.column, point.row)
}

/// Returns the point where a legal jump lands.
pub(super) fn landing(position: &Position, direction: Direction) -> phutball::Point {
    let after = position.child(&Move::Jump(direction));
    after.map_or(position.ball(), |after| after.ball())
}
