//! Drawings of planar maps, which show a [`Map`](planar::Map) by smooth curves in the plane (used by Sprouts and
//! Brussels Sprouts).
//!
//! The map is authoritative, and the drawing is only a picture of it. There are two ways to create a drawing:
//!
//! * [`Drawing::of`] draws a map from its topology alone: it embeds a triangulation of the map with straight lines and
//!   relaxes the lines into curves.
//! * [`Drawing::connect`] adds one line to an existing drawing. The line is the shortest path through a triangulation
//!   of the free space with the required parts on its left. Everything else moves only to make room, so each picture of
//!   a game resembles the one before.
//!
//! All points move by the half-clearance rule, which preserves the topology. As an independent safeguard,
//! [`Drawing::check`] reconstructs the map from the finished curves and compares it with the original.
//!
//! Coordinates are mathematical (`y` upwards), and all points are in or close to the unit disc.
//!
//! # Glossary
//!
//! * **dart**: one of the two directions of a line, as in maps.
//! * **way**: a vector from one place to another, or in a direction. In `curves` and `route`, also the path of a line,
//!   and in `relax::room` a distance by which points move.
//! * **ink** (`ink`): the shapes that are drawn, including their rims. **white**: the width of the space between them;
//!   in `raster` and [`Figures`], the radius of the largest empty circle in a face.
//! * **apart** ([`Sizes::apart`]): the preferred distance between lines, which is kept if there is room. In
//!   `figures.rs`, the least white space allowed between two shapes.
//! * **reach** (`mark`): the distance from the middle of a mark to the outside of its rim. In `relax`, the distance
//!   within which points and segments repel each other.
//! * **home** (`relax`): the place to which a point returns, or to which it is drawn back.
//! * **room**: free space. In `relax::room`, `Room` is the state of making some: which points move, and how.
//!
//! # Examples
//!
//! ```
//! use papergames_picture::drawing::Drawing;
//! use planar::{Corner, Map, Vertex};
//!
//! // A loop at spot 0 that separates spots 1 and 2, drawn from its boundary lists …
//! let map = Map::from_lists(&[vec![vec![0], vec![1]], vec![vec![0], vec![2]]])?;
//! let drawing = Drawing::of(&map, &[])?;
//! assert_eq!(drawing.read_back(), Ok(()));
//!
//! // … and line by line.
//! let mut drawing = Drawing::of(&Map::isolated(3)?, &[])?;
//! let start = Corner::Alone(Vertex::new(0));
//! let inside = drawing.map().boundary(Corner::Alone(Vertex::new(1)));
//! drawing.connect(start, start, |boundary| boundary == inside)?;
//! drawing.settle()?;
//! assert_eq!(drawing.read_back(), Ok(()));
//! assert_eq!(drawing.map().to_lists(Vertex::index), "0;1/0;2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod clearance;
mod collar;
mod curves;
mod embed;
mod export;
mod figures;
mod finish;
mod grid;
mod ink;
mod keep;
mod lines;
mod mark;
mod page;
mod raster;
mod relax;
mod route;
mod scratch;
mod settle;
mod tags;

pub use check::{Mismatch, check};
pub use curves::{DrawError, Drawing, Sizes};
pub use figures::Figures;
pub use mark::{DOT, Mark, RIM};
pub use page::PAGE;
pub(crate) use relax::Source;
pub use tags::{LEADER, Tag};

#[cfg(test)]
mod tests {
    use super::curves::refine;
    use super::relax::Work;
    use super::scratch::WORK;
    use super::*;
    use crate::geometry::Point;
    use common::look::Quality;
    use common::{Random, Seeded};
    use planar::{Boundary, Corner, Map, Vertex};
    use std::time::Instant;

    /// A map of loops and lines with several pieces, and a random line in it with something on either side.
    fn sample(random: &mut Seeded) -> (Map, Corner, Corner, Vec<bool>) {
        let mut map = Map::isolated(6).expect("small");
        loop {
            let corners: Vec<Corner> = map
                .vertices()
                .flat_map(|v| map.corners_at(v).collect::<Vec<_>>())
                .collect();
            let mut pick = || corners[random.below(corners.len() as u64) as usize];
            let (from, to) = (pick(), pick());
            if map.face_at(from) != map.face_at(to) {
                continue;
            }
            let left: Vec<bool> = map.boundaries().map(|_| random.below(2) == 1).collect();
            let others = map.boundaries_of(map.face_at(from));
            let others: Vec<Boundary> = others.filter(|b| *b != map.boundary(from)).collect();
            let divides = map.boundary(from) == map.boundary(to);
            if map.n_edges() >= 3 && divides && others.iter().any(|b| left[b.index()]) {
                return (map, from, to, left);
            }
            if map.n_edges() < 3 {
                map.connect(from, to, |b| left[b.index()]).expect("a line");
            } else if others.is_empty() {
                map = Map::isolated(6).expect("small");
            }
        }
    }

    #[test]
    fn a_router_that_ignores_the_sides_is_caught() {
        let mut random = Seeded::new(1);
        for _ in 0..30 {
            let (map, from, to, left) = sample(&mut random);
            let mut drawing = Drawing::of(&map, &[]).expect("a picture");
            let none = vec![false; map.boundaries().len()];
            let mut wrong = drawing.clone();
            let mut bends = route::route(&wrong, from, to, &none, false).expect("a way");
            let ends = [from, to].map(|corner| map.vertex(corner));
            refine(ends.map(|v| drawing.spot(v)), &mut bends);
            wrong.bends.push(bends);
            wrong
                .map
                .connect(from, to, |b| left[b.index()])
                .expect("a line");
            let seen = wrong.check_straight();
            assert!(matches!(seen, Err(Mismatch::Nesting { .. })), "{seen:?}");

            drawing
                .connect(from, to, |b| left[b.index()])
                .expect("a way");
            assert_eq!(drawing.check_straight(), Ok(()));
        }
    }

    #[test]
    fn a_relaxer_that_breaks_the_half_clearance_rule_is_caught() {
        let mut random = Seeded::new(2);
        let mut caught = 0;
        for _ in 0..20 {
            let (map, from, to, left) = sample(&mut random);
            let mut drawing = Drawing::of(&map, &[]).expect("a picture");
            drawing
                .connect(from, to, |b| left[b.index()])
                .expect("a way");
            let mut good = drawing.clone();
            relax::relax(&mut good, relax::SHARE, &mut Work::new(WORK, None));
            assert_eq!(good.check_straight(), Ok(()));
            relax::relax(&mut drawing, 10.0, &mut Work::new(WORK / 100, None));
            caught += usize::from(drawing.check_straight().is_err());
        }
        assert!(caught >= 5, "caught {caught} of 20");
    }

    #[test]
    fn a_drawing_that_leaves_the_page_is_noticed_and_can_be_fitted() {
        let lists = [vec![vec![0], vec![1]], vec![vec![0], vec![2]]];
        let map = Map::from_lists(&lists).expect("a map");
        let mut drawing = Drawing::of(&map, &[]).expect("a picture");
        drawing.resize(Point::default(), 1.3);
        assert!(drawing.plain_figures().overlaps > 0);
        drawing.fit(1.0);
        assert_eq!(drawing.plain_figures().overlaps, 0);
        assert_eq!(drawing.read_back(), Ok(()));
    }

    #[test]
    fn without_time_there_is_a_picture_that_says_what_it_is() {
        let mut rough = 0;
        for n in [2, 8, 24] {
            let ring = |k: usize| vec![2 * k, 2 * k + 1];
            let between = (1..n).map(|k| vec![ring(k - 1), ring(k)]);
            let rings: Vec<_> = [vec![ring(0)]]
                .into_iter()
                .chain(between)
                .chain([vec![ring(n - 1)]])
                .collect();
            let map = Map::from_lists(&rings).expect("a map");
            let drawing = Drawing::until(&map, &[], Some(Instant::now())).expect("a picture");
            assert_eq!(drawing.read_back(), Ok(()));
            let is_legible = drawing.plain_figures().is_legible();
            assert_eq!(drawing.quality() == Quality::Full, is_legible);
            rough += usize::from(drawing.quality() == Quality::Schematic);
        }
        assert!(rough > 0);
    }

    #[test]
    fn discs_that_are_close_shrink_until_their_rims_are_apart() {
        let map = Map::isolated(2).expect("small");
        for marks in [[Mark::Disc; 2], [Mark::Square, Mark::Diamond]] {
            let mut drawing = Drawing::of(&map, &marks).expect("a picture");
            let least = 2.0 * drawing.sizes().spot;
            drawing.spots = [0.0, least].map(|x| Point::new(x, 0.0)).to_vec();
            drawing.grade(false);
            assert_eq!(drawing.quality(), Quality::Full, "{marks:?}");
            assert_eq!(drawing.plain_figures().overlaps, 0, "{marks:?}");
            assert!(map.vertices().all(|v| drawing.discs[v.index()] < 1.0));
        }
    }

    #[test]
    fn the_last_line_is_as_wide_where_it_is_measured_as_where_it_is_drawn() {
        let lens = vec![vec![0, 1]];
        let map = Map::from_lists(&[lens.clone(), lens]).expect("a map");
        let mut drawing = Drawing::of(&map, &[]).expect("a picture");
        drawing.spots = [-0.8, 0.8].map(|x| Point::new(x, 0.0)).to_vec();
        drawing.bends = [0.06, -0.06].map(|y| vec![Point::new(0.0, y)]).to_vec();
        let gap = drawing.plain_figures().gap;
        drawing.mark_last(vec![0]);
        let wider = 0.5 * (drawing.width(0) - drawing.width(1));
        assert!(wider > 0.3);
        assert!((drawing.plain_figures().gap + wider - gap).abs() < 1e-6);
    }

    #[test]
    fn lone_spots_in_one_face_have_room() {
        let mut map = Map::isolated(12).expect("small");
        let corner = Corner::Alone(Vertex::new(0));
        let inside: Vec<_> = (1..6)
            .map(|v| map.boundary(Corner::Alone(Vertex::new(v))))
            .collect();
        map.connect(corner, corner, |b| inside.contains(&b))
            .expect("a loop");
        let drawing = Drawing::of(&map, &[]).expect("a picture");
        for p in 1..6 {
            for q in p + 1..6 {
                let distance = drawing.spots[p].distance(drawing.spots[q]);
                assert!(distance > 0.8 * drawing.sizes().apart, "{p} {q} {distance}");
            }
        }
    }

    #[test]
    fn a_loop_around_nothing_is_seen() {
        let mut map = Map::isolated(3).expect("small");
        let corner = Corner::Alone(Vertex::new(0));
        let dart = map.connect(corner, corner, |_| false).expect("a loop");
        let drawing = Drawing::of(&map, &[]).expect("a picture");
        let spot = drawing.spot(Vertex::new(0));
        let far = drawing
            .curve(dart)
            .iter()
            .map(|place| place.distance(spot))
            .fold(0.0, f64::max);
        assert!(far > 4.0 * drawing.sizes().spot, "{far}");
    }
}
