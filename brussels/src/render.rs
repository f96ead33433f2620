//! Pictures of positions and games, as SVG and as text for the terminal.
//!
//! A picture depends only on the position. Before it is returned, the drawing is checked: the position is reconstructed
//! from its lines and compared with the original; see [`picture::drawing`]. Free arms are stubs at equal angles with
//! their names at the ends. A game is drawn line by line ([`Sketch`]), so each picture resembles the one before; the
//! trait [`Draw`](picture::Draw) draws records. The last line has a different colour and the class `last`.
//!
//! ```
//! use papergames_brussels::{Draw, Position, Style};
//!
//! let position: Position = "2+".parse()?;
//! let picture = position.svg(&Style::default())?;
//! assert!(picture.starts_with("<svg"));
//! assert_eq!(picture.matches("class=\"star\"").count(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A picture of a game's last position marks the last line:
//!
//! ```
//! use papergames_brussels::{Draw, Position, Record, Style};
//!
//! let record: Record<Position> = "2+ 1a-2a 1b-2d".parse()?;
//! assert!(Position::picture(&record, &Style::default())?.contains("line last"));
//! // The start, and a picture for each move.
//! let film = Position::film(&record, &Style::default())?.finish();
//! assert_eq!(film.matches("class=\"caption\"").count(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use common::text::counted;
use picture::drawing::{DOT, DrawError, LEADER, Mark};
use picture::geometry::Vec2;
use picture::svg::{Number, Svg};
use picture::{OnMap, Pen, Style};
use planar::{Boundary, Corner, Map, Vertex};
use rustc_hash::FxHashSet;

use crate::map::PositionMap;
use crate::moves::Move;
use crate::position::{Id, Position};
use crate::star::Arm;

/// The drawing of a game of Brussels Sprouts in progress.
///
/// # Examples
///
/// ```
/// use papergames_brussels::{Position, render::Sketch};
///
/// let start: Position = "1+".parse()?;
/// let mut sketch = Sketch::new(&start)?;
/// sketch.play(&"1a-1c".parse()?)?;
/// assert_eq!(sketch.drawing().read_back(), Ok(()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Sketch = picture::Sketch<Position>;

/// The size of the dot on a bar without free ends, as a fraction of the size of a star's dot: less than 1, to tell both
/// apart. Without a dot, readers took such a bar for two lines that cross.
const USED: f64 = 0.7;

/// What the vertices of a drawing represent: the centres of stars and cross-bars, the tips of free arms, and points
/// where tips were joined.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Legend {
    /// The centres of the stars.
    pub stars: Vec<Vertex>,
    /// The free arms and their tips, in the order of the names.
    pub tips: Vec<(Arm, Vertex)>,
}

impl OnMap for Position {
    type Legend = Legend;

    const NAME: &str = "Brussels Sprouts";
    fn counted(&self) -> String {
        let is_crosses = self.stars().all(|star| self.n_arms_of(star) == 4);
        let stars = match (is_crosses, self.stars().count()) {
            (true, 1) => "1 cross".to_owned(),
            (true, n) => format!("{n} crosses"),
            (false, n) => counted(n, "star"),
        };
        match self.moves_made() {
            0 => stars,
            n => format!("{stars} and {}", counted(n, "bar")),
        }
    }

    fn lay_out(&self) -> (Map, Vec<Mark>, Legend) {
        let behind = PositionMap::new(self);
        let map = &behind.map;
        let proper = || behind.stars.iter().chain(&behind.bars);
        let mut marks = vec![Mark::Bare; map.n_vertices()];
        proper().for_each(|vertex| marks[vertex.index()] = Mark::Dot);
        let legend = Legend {
            stars: behind.stars.clone(),
            tips: behind.tips.clone(),
        };
        (map.clone(), marks, legend)
    }

    fn draw_line(
        &self,
        m: &Move,
        pen: &mut Pen<'_>,
        legend: &mut Legend,
    ) -> Result<Vec<usize>, DrawError> {
        let Ok((p, q)) = self.resolve(m) else {
            return Ok(Vec::new());
        };
        let (p, q) = (usize::from(p), usize::from(q));
        let map = pen.drawing().map();
        let corner = |id: usize| {
            let corner = map.corners_at(legend.tips[id].1).next();
            corner.unwrap_or(Corner::Alone(legend.tips[id].1))
        };
        // The pieces that stay with `p` are on the right of the line.
        let leaves: Vec<Boundary> = (0..self.n_arms())
            .filter(|id| self.face[*id] == self.face[p])
            .filter(|id| !m.pieces().contains(self.piece_of(*id as Id)))
            .map(|id| map.boundary(corner(id)))
            .collect();
        let (from, to) = (corner(p), corner(q));
        let first = map.n_edges();
        let arms = [p, q].map(|id| {
            let arm = map.darts_at(legend.tips[id].1).next();
            arm.map(|dart| dart.index() / 2)
        });
        let line = pen.connect(from, to, |b| leaves.contains(&b))?;
        let drawing = pen.drawing();
        drawing.subdivide(line)?;
        let right = Corner::Before(drawing.map().next(line));
        let left = Corner::Before(line.twin());
        legend.tips[p].1 = drawing.add_stub(right)?;
        legend.tips[q].1 = drawing.add_stub(left)?;
        let mut last: Vec<usize> = (first..drawing.map().n_edges()).collect();
        last.extend(arms.into_iter().flatten());
        Ok(last)
    }

    fn draw_spots(sketch: &Sketch, svg: &mut Svg, style: &Style) {
        let drawing = sketch.drawing();
        let sizes = drawing.page_sizes();
        svg.group("stars", "fill=\"#1d2430\" stroke=\"none\"");
        let stars = sketch.legend().stars.iter();
        for star in stars {
            let place = drawing.on_page(drawing.spot(*star));
            svg.part("node", &format!("star{}", star.index() + 1), place);
            svg.circle("star", place, sizes.width * DOT, "");
            svg.end();
        }
        // If both ends of a bar are used, a dot shows that two lines meet here and do not cross.
        let map = drawing.map();
        let tips: FxHashSet<Vertex> = (sketch.legend().tips.iter()).map(|(_, tip)| *tip).collect();
        let is_used = |bar: &Vertex| {
            map.degree(*bar) == 4
                && !sketch.legend().stars.contains(bar)
                && !map
                    .darts_at(*bar)
                    .any(|dart| tips.contains(&map.target(dart)))
        };
        for bar in map.vertices().filter(is_used) {
            let place = drawing.on_page(drawing.spot(bar));
            svg.circle("bar", place, sizes.width * DOT * USED, "");
        }
        svg.end();
        if style.labels {
            svg.group("arms", "stroke=\"none\"");
            let tags = drawing.tags(style.look.least_letters());
            for [from, to] in tags.iter().filter_map(|tag| tag.leader) {
                svg.line("leader", from, to, LEADER);
            }
            for (arm, tip) in &sketch.legend().tips {
                let Some(tag) = tags.iter().find(|tag| tag.vertex == *tip) else {
                    continue;
                };
                let name = arm.to_string();
                svg.part("node", &format!("arm{name}"), tag.place);
                svg.element(&format!("<title>Free arm {name}</title>"));
                let colours = format!(
                    "rx=\"{}\" fill=\"#fff3c9\" stroke=\"#8f7a30\" stroke-width=\"0.6\"",
                    Number(tag.half.y)
                );
                svg.rectangle("tip", tag.place - tag.half, tag.half * 2.0, &colours);
                // A letter's tail below the base line needs all the room that letters leave above and below.
                let has_tail = name.contains(['g', 'j', 'p', 'q', 'y']);
                let up = if has_tail { 0.13 * tag.height } else { 0.0 };
                let middle = tag.place - Vec2::new(0.0, up);
                svg.text("name", middle, tag.height, "#2c2408", &name);
                svg.end();
            }
            svg.end();
        }
    }

    fn label(sketch: &Sketch, vertex: Vertex) -> Option<String> {
        let legend = sketch.legend();
        if legend.stars.contains(&vertex) {
            return Some("+".to_owned());
        }
        let arm = legend.tips.iter().find(|(_, tip)| *tip == vertex);
        arm.map(|(arm, _)| arm.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::{Ending, Game, Record, Seeded, playout};
    use picture::{Charset, Draw, Window};
    use std::time::{Duration, Instant};

    /// Returns the faces of the map, each as the sorted list of its free arms.
    fn faces(sketch: &Sketch) -> Vec<Vec<Arm>> {
        let map = sketch.drawing().map();
        let mut faces = vec![Vec::new(); map.n_faces()];
        for (arm, tip) in &sketch.legend().tips {
            let corner = map.corners_at(*tip).next().expect("a corner");
            faces[map.face_at(corner).index()].push(*arm);
        }
        for face in &mut faces {
            face.sort();
        }
        faces.sort();
        faces
    }

    #[test]
    fn a_hundred_crosses_are_drawn_soon_after_the_limit() {
        let mut position = Position::new(100, Ending::Normal).expect("crosses");
        position
            .apply(&"1a-2a".parse().expect("a move"))
            .expect("a legal move");
        let begun = Instant::now();
        let style = Style {
            until: Some(begun + Duration::from_millis(100)),
            ..Style::default()
        };
        let drawn = position.svg(&style).expect("a picture");
        assert!(drawn.contains("The picture is schematic"));
        assert_eq!(drawn.matches("class=\"tip\"").count(), 400);
        // Some seconds, or several times as many on a machine that has much else to do.
        assert!(begun.elapsed() < Duration::from_secs(60));
    }

    #[test]
    fn games_are_drawn_line_by_line() {
        let mut random = Seeded::new(1);
        for arms in [&[4][..], &[4, 4], &[1, 2, 3], &[5]] {
            let start = Position::with_arms(arms, Ending::Normal).expect("few arms");
            let record = playout::record(start.clone(), 99, &mut random);
            let mut sketch = Sketch::new(&start).expect("a picture");
            for m in record.moves() {
                sketch.play(m).expect("a picture");
                assert_eq!(sketch.drawing().read_back(), Ok(()), "{record}");
                let mut wanted: Vec<Vec<Arm>> = sketch
                    .position()
                    .faces()
                    .into_iter()
                    .map(|face| {
                        let mut arms: Vec<Arm> = face.into_iter().flatten().collect();
                        arms.sort();
                        arms
                    })
                    .collect();
                wanted.sort();
                assert_eq!(faces(&sketch), wanted, "{record}");
            }
            assert_eq!(sketch.position(), record.position());
        }
    }

    /// Returns the length of the shortest free arm, in radii of a spot.
    fn shortest_arm(sketch: &Sketch) -> f64 {
        let drawing = sketch.drawing();
        let roots = sketch.legend().tips.iter().flat_map(|(_, tip)| {
            let arms = drawing.map().darts_at(*tip);
            arms.map(|arm| (*tip, drawing.map().target(arm)))
        });
        let lengths = roots.map(|(tip, root)| drawing.spot(tip).distance(drawing.spot(root)));
        lengths.fold(f64::INFINITY, f64::min) / drawing.sizes().spot
    }

    /// Returns the most that a line with joined arms turns over two radii of a spot, in degrees.
    fn sharpest_turn(sketch: &Sketch) -> f64 {
        let (drawing, map) = (sketch.drawing(), sketch.drawing().map());
        let joints = map.vertices().filter(|vertex| map.degree(*vertex) == 2);
        let turns = joints.flat_map(|joint| {
            let halves: Vec<_> = map
                .darts_at(joint)
                .map(|dart| drawing.curve(dart))
                .collect();
            let mut way: Vec<_> = halves[0].iter().rev().copied().collect();
            way.extend(&halves[1][1..]);
            let turn = |i: usize| {
                let is_far = |place: &&_| way[i].distance(**place) > drawing.sizes().spot;
                let before = way[..i].iter().rev().find(is_far)?;
                let after = way[i..].iter().find(is_far)?;
                let [one, two] = [way[i] - *before, *after - way[i]];
                Some(one.cross(two).atan2(one.dot(two)).abs().to_degrees())
            };
            (0..way.len()).filter_map(turn).collect::<Vec<_>>()
        });
        turns.fold(0.0, f64::max)
    }

    #[test]
    fn a_line_between_arms_of_one_cross_is_round_and_its_own_arms_are_seen() {
        let start = Position::new(1, Ending::Normal).expect("a cross");
        let kept = Sketch::new(&start).expect("a picture").keeping();
        for m in start.moves() {
            let [mut played, mut planned] = [kept.clone(), kept.clone()];
            played.play(&m).expect("a picture");
            planned.plan(&m).expect("a picture");
            for sketch in [played, planned] {
                let (arm, turn) = (shortest_arm(&sketch), sharpest_turn(&sketch));
                assert!(arm > 2.0 && turn < 60.0, "{m} {arm} {turn}");
            }
        }
    }

    #[test]
    fn hardly_an_arm_is_hidden_and_hardly_a_line_has_a_kink() {
        let mut random = Seeded::new(5);
        let (mut positions, mut hidden, mut kinked) = (0, 0, 0);
        for game in 0..24 {
            let start = Position::new(1 + game % 3, Ending::Normal).expect("few crosses");
            let mut sketch = Sketch::new(&start).expect("a picture").keeping();
            for m in playout::record(start, 99, &mut random).moves() {
                sketch.play(m).expect("a picture");
                assert_eq!(sketch.drawing().read_back(), Ok(()));
                positions += 1;
                hidden += usize::from(shortest_arm(&sketch) < 1.0);
                kinked += usize::from(sharpest_turn(&sketch) > 100.0);
            }
        }
        assert!(50 * hidden < positions, "{hidden} of {positions}");
        assert!(5 * kinked < positions, "{kinked} of {positions}");
    }

    #[test]
    fn equal_positions_have_equal_pictures() {
        // Two lines in either order.
        let start = "3+";
        let twins = [["1a-2a", "3b-3d"], ["3b-3d", "1a-2a"]].map(|moves| {
            let record: Record<Position> = format!("{start} {}", moves.join(" "))
                .parse()
                .expect("a game");
            record.position().clone()
        });
        let [one, other] = twins;
        assert_eq!(one, other);
        let style = Style::default();
        let picture = one.svg(&style).expect("a picture");
        assert_eq!(other.svg(&style).as_ref(), Ok(&picture));
        let parsed: Position = one.to_string().parse().expect("its own text");
        assert_eq!(parsed.svg(&style), Ok(picture));
    }

    #[test]
    fn the_last_line_is_the_same_in_a_picture_from_scratch_and_in_one_that_grew() {
        let mut random = Seeded::new(3);
        for arms in [&[4, 4][..], &[5, 1, 2], &[2]] {
            let start = Position::with_arms(arms, Ending::Normal).expect("few arms");
            let mut sketch = Sketch::new(&start).expect("a picture");
            let mut record = Record::new(start.clone());
            for m in playout::record(start, 99, &mut random).moves() {
                sketch.play(m).expect("a picture");
                record.push(*m).expect("a legal move");
                let whole = Sketch::of(&record).expect("a picture");
                assert_eq!(whole.last_lines(), sketch.last_lines(), "{m}");
                assert_eq!(whole.drawing().map(), sketch.drawing().map());
            }
        }
    }

    #[test]
    fn a_picture_names_every_free_arm() {
        let position = Position::new(2, Ending::Normal).expect("few crosses");
        let picture = position.svg(&Style::default()).expect("a picture");
        assert_eq!(picture.matches("class=\"name\"").count(), 8);
        let record = Record::new(position.clone());
        let print = Position::terminal(&record, &Window::new(Charset::Ascii));
        let text = print.expect("a picture").to_string();
        for arm in position.arms() {
            assert!(text.contains(&arm.to_string()), "{text}");
        }
    }
}
