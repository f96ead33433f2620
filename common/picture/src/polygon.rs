//! Surfaces drawn as fundamental polygons, as in textbooks. Sides with the same letter are glued together so that their
//! arrows agree.
//!
//! A torus is a square with opposite sides glued, and a projective plane is a disc with opposite points of its rim
//! glued. A line that leaves the polygon through a side re-enters it through the other side with the same letter.

use core::f64::consts::{FRAC_PI_2, PI, TAU};

use planar::surface::Surface;

use crate::geometry::{Point, Vec2};
use crate::svg::{PLAYER_COLOURS, Path, Svg};

/// The height of the letters at the sides, and the distance of their middles from the sides.
const LETTER: f64 = 8.0;
const BESIDE: f64 = 10.0;
/// The distance of the control points of a quarter circle from its ends, as a share of the radius.
const QUARTER: f64 = 0.552;
/// The length of an arrowhead.
const ARROW: f64 = 6.0;

/// A side of a polygon: the number of its letter, and whether its arrow points along the walk around the polygon.
type Side = (usize, bool);

/// Returns the sides of a polygon that becomes the surface when glued, in the order of a walk around it. The sphere has
/// no sides.
fn sides(surface: Surface) -> Vec<Side> {
    match surface {
        // `aba⁻¹b⁻¹` for each handle.
        Surface::Handles(n) => (0..usize::from(n))
            .map(|i| (2 * i, 2 * i + 1))
            .flat_map(|(a, b)| [(a, true), (b, true), (a, false), (b, false)])
            .collect(),
        // The usual square of a Klein bottle.
        Surface::KLEIN_BOTTLE => vec![(0, true), (1, true), (0, false), (1, true)],
        // `aa` for each crosscap.
        Surface::Crosscaps(n) => (0..usize::from(n)).flat_map(|a| [(a, true); 2]).collect(),
    }
}

/// Returns half the side of a square that holds the polygon, with its letters, around a circle of radius `room`.
pub(crate) fn radius(surface: Surface, room: f64) -> f64 {
    let n = sides(surface).len();
    if n == 4 {
        return room + BESIDE + LETTER / 2.0;
    }
    let corners = if n > 2 {
        room / (PI / n as f64).cos()
    } else {
        room
    };
    corners + if n > 0 { BESIDE + LETTER / 2.0 } else { 0.0 }
}

/// Draws the polygon of a surface around a circle with the given middle and radius. Each pair of sides has its own
/// colour, and its own letter if labels are shown.
pub(crate) fn draw(svg: &mut Svg, surface: Surface, middle: Point, room: f64, labels: bool) {
    svg.group("polygon", "stroke-width=\"2\" fill=\"none\"");
    let sides = sides(surface);
    let n = sides.len();
    if n == 0 {
        svg.circle(
            "side",
            middle,
            room,
            "stroke=\"#555555\" stroke-width=\"1\"",
        );
    }
    let reach = if n > 2 {
        room / (PI / n as f64).cos()
    } else {
        room
    };
    let at = |turn: f64, reach: f64| middle + Vec2::from_angle(turn) * reach;
    for (i, (letter, is_along)) in sides.into_iter().enumerate() {
        // The first side is at the top.
        let turn = |share: f64| (i as f64 + share - 0.5) / n as f64 * TAU - FRAC_PI_2;
        let [start, end] = [0.0, 1.0].map(|share| at(turn(share), reach));
        let mut path = Path::new().move_to(start);
        path = if n > 2 {
            path.line_to(end)
        } else {
            // A polygon with two sides is a disc, and each side is half of its rim.
            let top = at(turn(0.5), reach) - middle;
            let [aside, up] = [(end - start) / 2.0 * QUARTER, top * QUARTER];
            let top = middle + top;
            path.cubic_to(start + up, top - aside, top)
                .cubic_to(top + aside, end + up, end)
        };
        let way =
            Vec2::from_angle(turn(0.5) + if is_along { FRAC_PI_2 } else { -FRAC_PI_2 }).unit();
        let tip = at(turn(0.5), room) + way * (ARROW / 2.0);
        let [left, right] =
            [1.0, -1.0].map(|side| tip - way * ARROW + way.turn_90() * (side * 0.6 * ARROW));
        let path = path.move_to(left).line_to(tip).line_to(right);
        let colour = PLAYER_COLOURS[letter % PLAYER_COLOURS.len()];
        svg.path("side", &path, &format!("stroke=\"{colour}\""));
        if labels {
            let name = char::from(b'a' + (letter % 26) as u8).to_string();
            svg.text(
                "letter",
                at(turn(0.5), room + BESIDE),
                LETTER,
                "#1d2430",
                &name,
            );
        }
    }
    svg.end();
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the Euler characteristic of a glued polygon, and whether it is orientable.
    fn glued(sides: &[Side]) -> (i32, bool) {
        let n = sides.len();
        // The start of each side is a corner; corners that are glued become one.
        let mut corner: Vec<usize> = (0..n).collect();
        let ends = |i: usize| {
            let ends = [i, (i + 1) % n];
            if sides[i].1 { ends } else { [ends[1], ends[0]] }
        };
        let mut is_orientable = true;
        for (i, j) in (0..n).flat_map(|i| (0..i).map(move |j| (i, j))) {
            if sides[i].0 != sides[j].0 {
                continue;
            }
            is_orientable &= sides[i].1 != sides[j].1;
            for (p, q) in ends(i).into_iter().zip(ends(j)) {
                let (p, q) = (corner[p], corner[q]);
                corner.iter_mut().filter(|c| **c == p).for_each(|c| *c = q);
            }
        }
        corner.sort_unstable();
        corner.dedup();
        (corner.len() as i32 - n as i32 / 2 + 1, is_orientable)
    }

    #[test]
    fn each_polygon_becomes_its_surface() {
        let handles = (1..5).map(Surface::Handles);
        for surface in handles.chain((1..7).map(Surface::Crosscaps)) {
            let sides = sides(surface);
            let mut letters: Vec<usize> = sides.iter().map(|side| side.0).collect();
            letters.sort_unstable();
            assert!(
                letters
                    .chunks(2)
                    .enumerate()
                    .all(|(i, pair)| pair == [i, i])
            );
            assert_eq!(
                glued(&sides),
                (surface.euler(), surface.is_orientable()),
                "{surface}"
            );
        }
    }

    #[test]
    fn a_picture_has_a_letter_for_each_side() {
        let mut svg = Svg::new(100.0, 100.0, "", "");
        draw(&mut svg, Surface::TORUS, Point::new(50.0, 50.0), 30.0, true);
        let text = svg.finish();
        assert_eq!(text.matches("class=\"letter\"").count(), 4);
        assert!(radius(Surface::SPHERE, 30.0) < radius(Surface::TORUS, 30.0));
    }
}
