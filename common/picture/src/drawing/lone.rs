//! Lone spots, spread over the white of their faces.
//!
//! The forces of the [relaxation](super::relax) end where lines and spots are far enough apart, so spots without lines
//! stay in clumps while the rest of their face is white. Here each of them moves away from the nearest point of every
//! line and from all other spots, up to a comfortable distance. No spot moves as far as half its distance from
//! anything, so all stay in their faces; see the half-clearance rule there.

use super::curves::{Drawing, flatten};
use super::ink;
use super::relax::SHARE;
use crate::geometry::{Point, Vec2, Way as _};
use planar::Vertex;

/// The comfortable distance, as a share of the wanted distance of lines, and at most: in a small game spots have room
/// enough, and a film should not move them.
const COMFORT: f64 = 2.2;
const FAR: f64 = 0.32;
/// How many steps are made, and how long the first is as a share of the wanted distance of lines.
const STEPS: usize = 40;
const STEP: f64 = 0.12;

impl Drawing {
    /// Moves the spots without lines to where they have room.
    pub(super) fn spread_lone(&mut self) {
        let lone: Vec<Vertex> = self
            .map
            .vertices()
            .filter(|v| self.map.degree(*v) == 0 && self.is_spot(*v))
            .collect();
        if lone.is_empty() || self.map.n_edges() == 0 {
            return;
        }
        let apart = self.sizes().apart;
        let reach = (COMFORT * apart).min(FAR);
        // The curve and the bends that it is drawn along: a spot must cross neither.
        let ways: Vec<[Vec<Point>; 2]> = (0..self.bends.len())
            .map(|line| {
                let points = self.points(line);
                [flatten(&points), points]
            })
            .collect();
        for step in 0..STEPS {
            let longest = STEP * apart * (1.0 - step as f64 / STEPS as f64);
            let moves: Vec<Vec2> = lone
                .iter()
                .map(|spot| {
                    let (push, room) = self.push_on(*spot, &ways, reach);
                    let most = longest.min(SHARE * room);
                    let length = push.hypot();
                    if length > most {
                        push * (most / length)
                    } else {
                        push
                    }
                })
                .collect();
            for (spot, way) in lone.iter().zip(moves) {
                self.spots[spot.index()] += way;
            }
        }
    }

    /// Returns the force on a lone spot, and its distance from what is nearest.
    fn push_on(&self, spot: Vertex, ways: &[[Vec<Point>; 2]], reach: f64) -> (Vec2, f64) {
        let place = self.spot(spot);
        let mut push = Vec2::ZERO;
        let mut room = f64::INFINITY;
        let mut keep_off = |from: Point| {
            let distance = place.distance(from);
            room = room.min(distance);
            if distance < reach {
                // What is nearest counts most.
                let ratio = reach / distance.max(1e-12) - 1.0;
                push += (place - from).unit() * (0.02 * reach * ratio * ratio);
            }
        };
        for [curve, _] in ways {
            let feet = curve
                .windows(2)
                .map(|pair| ink::foot(place, pair[0], pair[1]));
            let nearest = feet.min_by(|p, q| p.distance(place).total_cmp(&q.distance(place)));
            nearest.into_iter().for_each(&mut keep_off);
        }
        for other in self.map.vertices().filter(|v| *v != spot) {
            keep_off(self.spot(other));
        }
        for (x, y) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
            // A little outside of the page: on its border there is white on one side.
            let side = 1.0 + 0.4 * reach;
            let along = Vec2::new(place.x * f64::abs(y), place.y * f64::abs(x));
            keep_off(Point::new(x * side, y * side) + along);
        }
        for pair in ways.iter().flat_map(|[_, bends]| bends.windows(2)) {
            room = room.min(ink::distance(place, pair[0], pair[1]));
        }
        (push, room)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use planar::{Corner, Map};

    #[test]
    fn a_clump_of_lone_spots_dissolves_in_its_face() {
        let mut map = Map::isolated(12).expect("small");
        let corner = Corner::Alone(Vertex::new(0));
        let inside: Vec<_> = (1..6)
            .map(|v| map.boundary(Corner::Alone(Vertex::new(v))))
            .collect();
        map.connect(corner, corner, |b| inside.contains(&b))
            .expect("a loop");
        let mut drawing = Drawing::of(&map, &[]).expect("a picture");
        let middle = drawing.spot(Vertex::new(1));
        for spot in 2..6 {
            let way = Vec2::from_angle(spot as f64) * (0.2 * drawing.sizes().apart);
            drawing.spots[spot] = middle + way;
        }
        assert_eq!(drawing.check_straight(), Ok(()));
        drawing.spread_lone();
        assert_eq!(drawing.check_straight(), Ok(()));
        assert_eq!(drawing.read_back(), Ok(()));
        for p in 1..6 {
            for q in p + 1..6 {
                let distance = drawing.spots[p].distance(drawing.spots[q]);
                assert!(distance > 0.8 * drawing.sizes().apart, "{p} {q} {distance}");
            }
        }
    }
}
