//! The planar map of a position.

use planar::{Boundary, Corner, Map, Vertex};

use crate::position::{Id, Position};
use crate::star::{Arm, Star};

/// The drawing of a position as a planar map, with the meaning of its vertices.
///
/// Every star is a vertex with a line to the tip of each of its arms. Every cross-bar is a vertex with four lines: two
/// along the line that the bar crosses, and two to the bar's own tips. A tip that has been joined to another tip stays
/// in the map as a vertex with two lines.
///
/// Equal positions have equal maps, including the numbers of vertices and edges. For this reason maps have no
/// serialised form; store the position instead.
///
/// # Examples
///
/// ```
/// use papergames_brussels::{PositionMap, Position};
///
/// let position: Position = "1:1a-1c".parse()?;
/// let drawing = PositionMap::new(&position);
/// assert_eq!(drawing.map.n_faces(), 2);
/// assert_eq!(drawing.bars.len(), 1);
/// assert_eq!(drawing.map.degree(drawing.bars[0]), 4);
/// # Ok::<(), papergames_brussels::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PositionMap {
    /// The planar map of the drawing.
    pub map: Map,
    /// The centre of each star.
    pub stars: Vec<Vertex>,
    /// The middle of each cross-bar, in the order of the position's history.
    pub bars: Vec<Vertex>,
    /// The tips of the free arms with their names, in ascending order of the names.
    pub tips: Vec<(Arm, Vertex)>,
}

impl PositionMap {
    /// Draws a position, beginning with its setup and then drawing its [history](Position::history) line by line.
    ///
    /// # Panics
    ///
    /// Panics if the position violates its invariants, which no sequence of moves can cause.
    pub fn new(position: &Position) -> PositionMap {
        let mut replay = position.setup();
        let mut drawing = PositionMap::of_setup(&replay);
        for m in position.history() {
            let (p, q) = replay.resolve(&m).expect("the history is legal");
            drawing.draw(&replay, p, q, |piece| m.pieces().contains(piece));
            replay.draw(p, q, m.pieces());
        }
        drawing
    }

    /// Returns the corner at the tip of a free arm.
    pub(crate) fn corner(&self, tip: Vertex) -> Corner {
        let mut corners = self.map.corners_at(tip);
        corners.next().expect("every vertex has a corner")
    }

    fn of_setup(setup: &Position) -> PositionMap {
        let mut map = Map::isolated(setup.n_stars()).expect("a setup fits a map");
        let mut tips = Vec::with_capacity(setup.n_arms());
        for star in setup.stars() {
            // Insert each arm just before the first arm, so that the left-hand walk meets them in order.
            let centre = Vertex::new(star.index());
            for place in 0..setup.n_arms_of(star) {
                let first = map.corners_at(centre).next();
                let first = first.expect("every vertex has a corner");
                let tip = map.add_leaf(first).expect("a setup fits a map");
                tips.push((Arm::new(star, place), tip));
            }
        }
        PositionMap {
            stars: (0..setup.n_stars()).map(Vertex::new).collect(),
            bars: Vec::new(),
            map,
            tips,
        }
    }

    /// Draws a line from `p` to `q`, and a cross-bar on it whose ends get the names of these arms.
    fn draw(&mut self, before: &Position, p: Id, q: Id, stays: impl Fn(Star) -> bool) {
        const FITS: &str = "a game of supported size fits a map";
        let (_, from) = self.tips[usize::from(p)];
        let (_, to) = self.tips[usize::from(q)];
        let (from, to) = (self.corner(from), self.corner(to));
        // The new `p` and the pieces that stay with it are on the right of the line.
        let leaves: Vec<Boundary> = (0..before.n_arms())
            .filter(|id| before.face[*id] == before.face[usize::from(p)])
            .filter(|id| !stays(before.piece_of(*id as Id)))
            .map(|id| self.map.boundary(self.corner(self.tips[id].1)))
            .collect();
        let line = self.map.connect(from, to, |b| leaves.contains(&b));
        let line = line.expect("the arms of a legal move are in one face");
        let bar = self.map.subdivide(line).expect(FITS);
        let right = Corner::Before(self.map.next(line));
        let left = Corner::Before(line.twin());
        self.bars.push(bar);
        self.tips[usize::from(p)].1 = self.map.add_leaf(right).expect(FITS);
        self.tips[usize::from(q)].1 = self.map.add_leaf(left).expect(FITS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ending, Game, Seeded};

    /// Returns the faces of a drawing in the position's format: by the names of the free tips.
    fn faces(drawing: &PositionMap) -> Vec<Vec<Vec<Arm>>> {
        let map = &drawing.map;
        let name = |corner| {
            let vertex = map.vertex(corner);
            let mut tips = drawing.tips.iter();
            tips.find(|(_, tip)| *tip == vertex).map(|(arm, _)| *arm)
        };
        let mut faces: Vec<Vec<Vec<Arm>>> = vec![Vec::new(); map.n_faces()];
        for boundary in map.boundaries() {
            let mut arms: Vec<Arm> = map.corners(boundary).filter_map(name).collect();
            let lowest = (0..arms.len()).min_by_key(|i| arms[*i]);
            arms.rotate_left(lowest.expect("each boundary has a free arm"));
            faces[map.face(boundary).index()].push(arms);
        }
        for face in &mut faces {
            face.sort();
        }
        faces.sort();
        faces
    }

    #[test]
    fn the_drawing_has_the_faces_that_the_position_tells() {
        let mut random = Seeded::new(1);
        for arms in [&[4][..], &[4, 4], &[4, 4, 4], &[1, 2, 3, 5], &[1; 6], &[9]] {
            for _ in 0..100 {
                let mut position = Position::with_arms(arms, Ending::Normal).expect("few arms fit");
                loop {
                    let drawing = PositionMap::new(&position);
                    assert_eq!(drawing.map.check(), Ok(()), "{position}");
                    assert_eq!(faces(&drawing), position.faces(), "{position}");
                    let Some(m) = position.random_move(&mut random) else {
                        break;
                    };
                    position.apply(&m).expect("a listed move is legal");
                }
            }
        }
    }

    #[test]
    fn the_largest_game_fits_a_map() {
        let mut arms = vec![1; Star::MAX];
        arms[0] = Arm::MAX - (Star::MAX - 1);
        let start = Position::with_arms(&arms, Ending::Normal).expect("the largest position");
        let end = crate::playout::play(start, &mut Seeded::new(1));
        assert_eq!(PositionMap::new(&end).map.check(), Ok(()));
    }
}
