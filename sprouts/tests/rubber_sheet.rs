//! The law of the rubber sheet: a position is what is left of a picture however the sheet is pulled, turned over or
//! folded around a ball.
//!
//! Each picture is read by a reader of its own, which sees places and curves alone.

use std::collections::HashMap;

use papergames_sprouts::render::Sketch;
use papergames_sprouts::{Ending, Position, Record, Seeded, playout};
use picture::drawing::Drawing;
use picture::geometry::{Point, Vec2};
use planar::Dart;
use proptest::prelude::*;

/// A picture: the places of the spots, and for each line the numbers of its ends and its curve.
#[derive(Clone, Debug)]
struct Sheet {
    spots: Vec<Point>,
    lines: Vec<([usize; 2], Vec<Point>)>,
}

impl Sheet {
    fn of(drawing: &Drawing) -> Sheet {
        let map = drawing.map();
        let line = |i| {
            let dart = Dart::new(2 * i);
            let ends = [map.origin(dart), map.target(dart)].map(planar::Vertex::index);
            (ends, drawing.curve(dart))
        };
        Sheet {
            spots: map.vertices().map(|v| drawing.spot(v)).collect(),
            lines: (0..map.n_edges()).map(line).collect(),
        }
    }

    /// Moves each place of the sheet.
    fn moved(&self, to: impl Fn(Point) -> Point) -> Sheet {
        let curve = |curve: &Vec<Point>| curve.iter().map(|place| to(*place)).collect();
        Sheet {
            spots: self.spots.iter().map(|place| to(*place)).collect(),
            lines: self
                .lines
                .iter()
                .map(|(ends, way)| (*ends, curve(way)))
                .collect(),
        }
    }

    /// Puts the sheet on a ball and flattens it again from a place, which is then outside everything.
    fn around(mut self, place: Point) -> Sheet {
        for (_, way) in &mut self.lines {
            let mut fine = vec![way[0]];
            for pair in way.windows(2) {
                let near = 0.05 * pair[0].distance(place).min(pair[1].distance(place));
                let parts = (pair[0].distance(pair[1]) / near).ceil() as u32;
                fine.extend(
                    (1..=parts).map(|i| pair[0].lerp(pair[1], f64::from(i) / f64::from(parts))),
                );
            }
            *way = fine;
        }
        self.moved(|p| {
            let way = p - place;
            (Vec2::new(way.x, -way.y) / way.hypot2()).to_point()
        })
    }

    /// The distance of a place from all that is drawn.
    fn white(&self, place: Point) -> f64 {
        let drawn = self
            .spots
            .iter()
            .chain(self.lines.iter().flat_map(|(_, way)| way));
        drawn
            .map(|p| p.distance(place))
            .fold(f64::INFINITY, f64::min)
    }

    /// Reads the lists of boundaries, with the region on the right of each walk, as text.
    fn read(&self) -> String {
        let start = |dart: usize| self.lines[dart / 2].0[dart % 2];
        let curve = |dart: usize| {
            let mut way = self.lines[dart / 2].1.clone();
            if dart % 2 == 1 {
                way.reverse();
            }
            way
        };
        let darts = 0..2 * self.lines.len();
        let mut around: HashMap<usize, Vec<(f64, usize)>> = HashMap::new();
        for dart in darts.clone() {
            let way = curve(dart);
            around
                .entry(start(dart))
                .or_default()
                .push(((way[1] - way[0]).atan2(), dart));
        }
        let mut next = HashMap::new();
        for turns in around.values_mut() {
            turns.sort_by(|p, q| p.0.total_cmp(&q.0));
            for (i, (_, dart)) in turns.iter().enumerate() {
                next.insert(dart ^ 1, turns[(i + 1) % turns.len()].1);
            }
        }
        // The walks, each with the polygon that it runs around.
        let mut walks: Vec<(Vec<usize>, Vec<Point>)> = Vec::new();
        let lone = (0..self.spots.len()).filter(|spot| !around.contains_key(spot));
        walks.extend(lone.map(|spot| (vec![spot], vec![self.spots[spot]])));
        let mut seen = vec![false; darts.len()];
        for first in darts {
            let (mut walk, mut polygon, mut dart) = (Vec::new(), Vec::new(), first);
            while !seen[dart] {
                seen[dart] = true;
                walk.push(start(dart));
                polygon.extend(&curve(dart)[1..]);
                dart = next[&dart];
            }
            if !walk.is_empty() {
                walks.push((walk, polygon));
            }
        }
        let mut piece: Vec<usize> = (0..self.spots.len()).collect();
        for ([a, b], _) in &self.lines {
            let (from, to) = (piece[*a], piece[*b]);
            piece
                .iter_mut()
                .filter(|p| **p == from)
                .for_each(|p| *p = to);
        }
        let piece_of = |walk: usize| piece[walks[walk].0[0]];
        // The walk around the outside of a piece is counter-clockwise; each other one runs around a region.
        let is_outer = |walk: usize| {
            let all = (0..walks.len()).filter(|other| piece_of(*other) == piece_of(walk));
            all.max_by(|p, q| area(&walks[*p].1).total_cmp(&area(&walks[*q].1))) == Some(walk)
        };
        let (outer, inner): (Vec<usize>, Vec<usize>) =
            (0..walks.len()).partition(|walk| is_outer(*walk));
        let mut regions: Vec<Vec<usize>> = inner.iter().map(|walk| vec![*walk]).collect();
        regions.push(Vec::new());
        for walk in outer {
            let place = self.spots[walks[walk].0[0]];
            let around = (0..inner.len()).filter(|i| {
                piece_of(inner[*i]) != piece_of(walk) && is_inside(place, &walks[inner[*i]].1)
            });
            let least = around
                .max_by(|p, q| area(&walks[inner[*p]].1).total_cmp(&area(&walks[inner[*q]].1)));
            regions[least.unwrap_or(inner.len())].push(walk);
        }
        let name = |spot: &usize| (spot + 1).to_string();
        let boundary = |walk: &usize| {
            walks[*walk]
                .0
                .iter()
                .map(name)
                .collect::<Vec<_>>()
                .join(",")
        };
        let region = |walks: &Vec<usize>| walks.iter().map(boundary).collect::<Vec<_>>().join(";");
        regions
            .iter()
            .filter(|walks| !walks.is_empty())
            .map(region)
            .collect::<Vec<_>>()
            .join("/")
    }

    /// Reads the position of a game that began with this many spots.
    fn position(&self, spots: usize) -> Position {
        let text = format!("{spots}+:{}", self.read());
        text.parse()
            .unwrap_or_else(|error| panic!("{text}: {error}"))
    }
}

/// The area within a polygon, positive if it runs counter-clockwise.
fn area(polygon: &[Point]) -> f64 {
    let sides = polygon.iter().zip(polygon.iter().cycle().skip(1));
    sides
        .map(|(p, q)| p.to_vec2().cross(q.to_vec2()))
        .sum::<f64>()
        / 2.0
}

fn is_inside(place: Point, polygon: &[Point]) -> bool {
    let sides = polygon.iter().zip(polygon.iter().cycle().skip(1));
    let is_left = |(p, q): &(&Point, &Point)| {
        (p.y > place.y) != (q.y > place.y)
            && place.x < p.x + (place.y - p.y) * (q.x - p.x) / (q.y - p.y)
    };
    sides.filter(is_left).count() % 2 == 1
}

/// A random game of some spots, broken off after some of its moves.
fn game(spots: usize, share: f64, seed: u64) -> Record<Position> {
    let start = Position::new(spots, Ending::Normal).expect("few spots");
    let whole = playout::record(start.clone(), 99, &mut Seeded::new(seed));
    let moves = (whole.moves().len() as f64 * share) as u64;
    playout::record(start, moves, &mut Seeded::new(seed))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn a_position_survives_whatever_is_done_to_the_sheet(
        spots in 1..5usize,
        share in 0.2..1.0,
        seed: u64,
        swirl in -3.0..3.0,
        eye in (-1.0..1.0, -1.0..1.0),
    ) {
        let record = game(spots, share, seed);
        let position = record.position();
        // Drawn line by line, and all at once from the text.
        let grown = Sketch::of(&record).expect("a picture");
        let redrawn = Sketch::new(position).expect("a picture");
        let sheet = Sheet::of(grown.drawing());
        prop_assert_eq!(&sheet.position(spots), position, "drawn line by line");
        prop_assert_eq!(&Sheet::of(redrawn.drawing()).position(spots), position, "redrawn");
        // Tidied and relaxed.
        let mut tidy = grown.drawing().clone();
        tidy.settle().expect("a picture");
        prop_assert_eq!(&Sheet::of(&tidy).position(spots), position, "tidied");
        // Pulled like rubber: what is farther from the middle turns farther.
        let swirled = sheet.moved(|p| {
            let way = p.to_vec2();
            Vec2::from_angle(swirl * way.hypot()).rotate_scale(way).to_point()
        });
        prop_assert_eq!(&swirled.position(spots), position, "swirled");
        // Turned over: the mirror image is equivalent, and turned over again it is the same.
        let mirrored = sheet.moved(|p| Point::new(-p.x, p.y));
        let forms = [position, &mirrored.position(spots)].map(Position::canonical_form);
        prop_assert_eq!(&forms[0], &forms[1], "reflected");
        prop_assert_eq!(&mirrored.moved(|p| Point::new(p.x, -p.y)).position(spots), position);
        // Seen from within any of its regions.
        let eye = Point::new(eye.0, eye.1);
        if sheet.white(eye) > 0.02 {
            prop_assert_eq!(&sheet.around(eye).position(spots), position, "around {:?}", eye);
        }
    }
}

#[test]
fn a_torn_sheet_shows_another_position() {
    // A loop with one spot on one side and two on the other, of which two change places.
    let position: Position = "4+:1,5;2/1,5;3;4".parse().expect("a position");
    let sheet = Sheet::of(Sketch::new(&position).expect("a picture").drawing());
    let mut torn = sheet.clone();
    torn.spots.swap(1, 2);
    assert_eq!(sheet.position(4), position);
    assert_ne!(torn.position(4), position);
}

#[test]
fn a_mirror_image_is_equivalent_and_not_equal() {
    let differs = |seed: &u64| {
        let record = game(4, 0.7, *seed);
        let sketch = Sketch::of(&record).expect("a picture");
        let mirrored = Sheet::of(sketch.drawing()).moved(|p| Point::new(-p.x, p.y));
        &mirrored.position(4) != record.position()
    };
    assert!((0..10).filter(differs).count() > 4);
}
