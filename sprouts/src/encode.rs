//! Positions and moves as numbers, for machine learning: see [`common::encode`].
//!
//! # Actions
//!
//! For starts of up to 8 spots with three lines each, an *action* is the index of a move among the legal moves, in the
//! order of [`Game::for_each_move`]. The number of actions is a bound on the number of legal moves in every position of
//! the game; the proof is at `most_moves` in the source.
//!
//! For starts of any size, a move has *parts*: the corner where the line starts, the corner where it ends, whether it
//! has a new spot, and for each starting spot whether it names a piece on the left of the line. The corners of spot *s*
//! are numbered 2(*s* − 1) and 2(*s* − 1) + 1, the [second](crate::moves::End) corner last. Where more than three lines
//! may end at a starting spot, so that it has more corners, all spots have more numbers.
//!
//! # Graph
//!
//! A position is a graph of spots, corners, boundaries and regions. The nodes of the spots come first, in the order of
//! their numbers. [`Position::corner_node`] finds the node of a corner where a line can end.
//!
//! | kind of edge | from | to |
//! |---|---|---|
//! | `line` | a spot | a spot with the same or a higher number that a line leads to |
//! | `at` | a corner | its spot |
//! | `next` | a corner | the next on its boundary, in left-hand order |
//! | `on` | a corner | its boundary |
//! | `in` | a boundary | its region |
//!
//! A node's features are its kind, one-hot, and for a spot its lives, whether the player to move can draw a line to it,
//! and in Antwerp Sprouts whether it has the colour of that player or of the opponent.
//!
//! A game from *n* spots with *k* lines each makes at most *kn* − 1 moves, so it has at most (*k* + 1)*n* − 1 spots and
//! 2*kn* − 2 lines, each with two corners at its ends. Together with one corner of each lone spot there are at most
//! (4*k* + 1)*n* corners. By Euler's formula *m* moves leave *m* − *n* + 1 + *p* regions with *p* pieces, at most *kn*,
//! and *p* − 1 boundaries more than regions. So (7*k* + 3)*n* nodes and (15*k* + 4)*n* edges are enough.

use common::encode::{Actions, Bound, Bounds, Graph, Graphs, Layout, Parts};

use common::{Game, Stored};
use planar::Corner;

use crate::moves::{End, Move, Pieces};
use crate::position::{Position, Spot};
use crate::rules::{Colour, LINES_AT_NEW};

/// The maximum number of starting spots of a game whose moves have an index.
const MOST_INDEXED: usize = 8;

impl Actions for Position {
    /// Returns `None` for starts of more than 8 spots and where other than three lines may end at a starting spot,
    /// since no bound is proved for these.
    fn n_actions(&self) -> Option<usize> {
        // A table, since every call of the other functions needs these numbers.
        const MOST: [usize; MOST_INDEXED] = [2, 20, 46, 101, 200, 385, 745, 1_447];
        let most = *MOST.get(self.n_start() - 1)?;
        let variant = self.rules().variant;
        if !variant.has_equal_spots() {
            return None;
        }
        let bare = variant.allows_bare_line(false);
        Some(if bare { 2 * most } else { most })
    }

    fn action_of(&self, m: &Move) -> Option<usize> {
        self.n_actions()?;
        usize::try_from(self.index_of(m)?).ok()
    }

    fn move_of(&self, action: usize) -> Option<Move> {
        self.n_actions()?;
        self.nth_move(action as u128)
    }

    /// Counts the moves without listing them, since an action is the index of a move.
    fn legal_actions(&self) -> Vec<usize> {
        let counted = self.n_actions().map_or(0, |_| self.count_moves() as usize);
        (0..counted).collect()
    }
}

impl Position {
    /// Returns the most corners of a living spot, which has at least one line less than may end there.
    fn most_corners(&self) -> usize {
        usize::max(LINES_AT_NEW, self.rules().variant.lines_at_start()) - 1
    }
}

impl Parts for Position {
    fn part_sizes(&self) -> Vec<usize> {
        let n = self.n_start();
        let variant = self.rules().variant;
        let corners = self.most_corners() * (n * (1 + variant.lines_at_start()) - 1);
        let styles = 1 + usize::from(variant.allows_bare_line(false));
        let sides = core::iter::repeat_n(2, n);
        [corners, corners, styles]
            .into_iter()
            .chain(sides)
            .collect()
    }

    fn parts_of(&self, m: &Move) -> Option<Vec<usize>> {
        self.check(m).ok()?;
        let corner =
            |end: End| self.most_corners() * (end.spot.number() - 1) + usize::from(end.corner);
        let sides = (1..=self.n_start()).map(|spot| usize::from(m.left.contains(Spot::new(spot))));
        let line = [corner(m.from), corner(m.to), usize::from(!m.with_spot)];
        Some(line.into_iter().chain(sides).collect())
    }

    fn move_of_parts(&self, parts: &[usize]) -> Option<Move> {
        let sizes = self.part_sizes();
        if parts.len() != sizes.len() || parts.iter().zip(sizes).any(|(part, size)| *part >= size) {
            return None;
        }
        let most = self.most_corners();
        let end = |corner: usize| End {
            spot: Spot::new(corner / most + 1),
            corner: (corner % most) as u8,
        };
        let left = (1..).zip(&parts[3..]).filter(|(_, side)| **side == 1);
        let left: Pieces = left.map(|(spot, _)| Spot::new(spot)).collect();
        let m = Move {
            from: end(parts[0]),
            to: end(parts[1]),
            left,
            with_spot: parts[2] == 0,
        };
        self.check(&m).is_ok().then_some(m)
    }
}

impl Position {
    /// Returns the corners of all boundaries of all regions, in the order of [`lists`](Position::lists).
    fn sorted_corners(&self) -> Vec<Vec<Vec<Corner>>> {
        let map = self.map();
        let spots = |corner: &Corner| map.walk(*corner).map(|corner| self.spot(corner));
        let numbers = |walk: &Vec<Corner>| -> Vec<Spot> {
            walk.iter().map(|corner| self.spot(*corner)).collect()
        };
        let mut regions = vec![Vec::new(); map.n_faces()];
        for boundary in map.boundaries() {
            let corners = map.corners(boundary);
            let least = corners.min_by(|a, b| spots(a).cmp(spots(b)));
            let walk = map.walk(least.expect("a boundary has a corner"));
            regions[map.face(boundary).index()].push(walk.collect());
        }
        for region in &mut regions {
            region.sort_by_cached_key(numbers);
        }
        regions.sort_by_cached_key(|region| region.iter().map(numbers).collect::<Vec<_>>());
        regions
    }

    /// Returns the node of a corner in the [`graph`](Graphs::graph), or `None` if no living spot has that corner.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::Graphs;
    /// use papergames_sprouts::{Ending, Position, Spot};
    ///
    /// let start = Position::new(2, Ending::Normal)?;
    /// let node = start.corner_node(Spot::new(2).into()).expect("the spot is alive");
    /// // The corner has an edge `at` to its spot, which is node 1.
    /// let graph = start.graph();
    /// assert!(graph.edges.iter().zip(&graph.kinds).any(|(e, kind)| (*e, *kind) == ([node, 1], 1)));
    /// # Ok::<(), papergames_sprouts::Refused>(())
    /// ```
    pub fn corner_node(&self, end: End) -> Option<u32> {
        let wanted = self.corner(end)?;
        let mut node = self.n_spots();
        for region in self.sorted_corners() {
            node += 1;
            for corners in region {
                node += 1;
                if let Some(at) = corners.iter().position(|corner| *corner == wanted) {
                    return Some((node + at) as u32);
                }
                node += corners.len();
            }
        }
        None
    }

    /// Returns the place of a corner's region in [`lists`](Position::lists), counted from 0, or `None` if no living
    /// spot has that corner.
    pub(crate) fn region_of(&self, end: End) -> Option<usize> {
        let wanted = self.corner(end)?;
        let mut regions = self.sorted_corners().into_iter();
        regions.position(|region| region.iter().any(|corners| corners.contains(&wanted)))
    }
}

impl Graphs for Position {
    fn layout(&self) -> Layout {
        let features = [
            "spot",
            "corner",
            "boundary",
            "region",
            "lives",
            "open to the mover",
            "of the mover's colour",
            "of the opponent's colour",
        ];
        let (n, k) = (self.n_start(), self.rules().variant.lines_at_start());
        let kinds = ["line", "at", "next", "on", "in"];
        Layout {
            features: features.map(str::to_owned).into(),
            kinds: kinds.map(str::to_owned).into(),
            most_nodes: (7 * k + 3) * n,
            most_edges: (15 * k + 4) * n,
        }
    }

    fn graph(&self) -> Graph {
        const CORNER: [f32; 8] = [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        const BOUNDARY: [f32; 8] = [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        const REGION: [f32; 8] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0];
        let flag = |holds: bool| f32::from(u8::from(holds));
        let mover = Colour::of(self.mover());
        let mut graph = Graph::new(8);
        for spot in self.spots() {
            let colour = self.colour(spot);
            graph.add_node(&[
                1.0,
                0.0,
                0.0,
                0.0,
                self.lives_of(spot) as f32,
                flag(self.is_open(spot)),
                flag(colour == mover),
                flag(colour != mover && colour != Colour::White),
            ]);
        }
        for spot in self.spots() {
            // A loop has two darts at its spot.
            let loops = self.neighbours(spot).filter(|end| *end == spot).count() / 2;
            let mut ends: Vec<Spot> = self.neighbours(spot).filter(|end| *end > spot).collect();
            ends.sort_unstable();
            for end in core::iter::repeat_n(spot, loops).chain(ends) {
                let [from, to] = [spot, end].map(|spot| spot.number() as u32 - 1);
                graph.add_edge(from, to, 0);
            }
        }
        for region in self.lists() {
            let region_node = graph.add_node(&REGION);
            for spots in region {
                let boundary_node = graph.add_node(&BOUNDARY);
                graph.add_edge(boundary_node, region_node, 4);
                let corners: Vec<u32> = spots.iter().map(|_| graph.add_node(&CORNER)).collect();
                for (i, spot) in spots.iter().enumerate() {
                    graph.add_edge(corners[i], *spot as u32 - 1, 1);
                    graph.add_edge(corners[i], corners[(i + 1) % corners.len()], 2);
                    graph.add_edge(corners[i], boundary_node, 3);
                }
            }
        }
        graph
    }

    /// Names spots by their numbers, and regions, boundaries and corners by their places in [`lists`](Position::lists),
    /// counted from 0.
    fn node_names(&self) -> Vec<String> {
        let mut names: Vec<String> = self
            .spots()
            .map(|spot| format!("spot {}", spot.number()))
            .collect();
        for (region, boundaries) in self.lists().iter().enumerate() {
            names.push(format!("region {region}"));
            for (boundary, spots) in boundaries.iter().enumerate() {
                names.push(format!("boundary {region}.{boundary}"));
                let corners = 0..spots.len();
                names.extend(corners.map(|corner| format!("corner {region}.{boundary}.{corner}")));
            }
        }
        names
    }
}

impl Bounds for Position {
    /// Each move uses up one life, and at least one life remains after every line with a new spot, so *L* lives allow
    /// at most *L* − 1 moves: *kn* − 1 from *n* spots with *k* lines each. See [`theory`](crate::theory).
    fn bounds(&self) -> Bound {
        let moves = self.lives().saturating_sub(1);
        Bound {
            in_a_row: Some(moves.min(1)),
            ..Bound::of_moves(moves)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Rules, Variant};
    use common::{Ending, Symmetric};
    use rustc_hash::FxHashSet;

    /// Returns a bound on the number of legal moves in every position of a game from `n` spots. Saturates at
    /// `usize::MAX`.
    ///
    /// | spots | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 |
    /// |---|---|---|---|---|---|---|---|---|
    /// | bound | 2 | 20 | 46 | 101 | 200 | 385 | 745 | 1,447 |
    ///
    /// Black-and-White Sprouts has twice as many, since each line may be drawn without a spot.
    ///
    /// # Why
    ///
    /// Consider a piece with *s* starting spots after *m* moves inside it, and the corners where a line can end.
    ///
    /// *A lone spot* has one corner. A loop there can have each of the other *k* − 1 pieces on either side, and the two
    /// sides look alike, so there are at most 2<sup>*k* − 2</sup> moves.
    ///
    /// *In one face, a piece has at most 4s − 4 such corners if s ≥ 2, and 2 if s = 1; in all faces, at most 4s.* Each
    /// end of a line makes a corner, and the three corners of a dead spot do not count, so with *d* dead spots there
    /// are *C* = 4*m* − 3*d* (in Black-and-White Sprouts fewer: a bare line has two ends instead of four). A corner
    /// needs a life, and no life has more than two, so *C* ≤ 2(3*s* − *m*). Hence *C* ≤ 4*s*. Now let *s* ≥ 2.
    ///
    /// * *m* = *s* − 1, a tree: *C* ≤ 4*s* − 4.
    /// * *m* = *s*, one cycle: if *d* = 0, no line leaves the cycle, and half of the 4*s* corners are on either side.
    ///   If *d* ≥ 1, *C* ≤ 4*s* − 3, which is too many only if *d* = 1; then a living spot of the cycle has a corner on
    ///   the other side, since a cycle has at least two spots.
    /// * *m* = *s* + 1, two independent cycles: *C* ≤ 4*s* − 2, which is too many only if *d* = 2 and every other spot
    ///   has two lines. If a path joins two cycles, each cycle has a living spot, whose inner corner is in another
    ///   face. If there are three paths between two spots, a face borders two of them and has half of their corners.
    /// * *m* ≥ *s* + 2: *C* ≤ 6*s* − 2*m* ≤ 4*s* − 4.
    ///
    /// *A line between two corners of a piece in one face* can have each of the other pieces in that face on either
    /// side. So a piece with at most *c* corners in a face and 4 in the others has at most *c*(*c* + 1)/2 · 2<sup>*k* −
    /// 1</sup> + 10 moves, as the sum of powers is greatest when all other pieces are in one face. With *s* = 1 the
    /// piece is a circle of two spots with one line on either side, which gives 2<sup>*k* − 1</sup> + 1.
    ///
    /// *A line between two pieces* joins corners of the only face that both border: at most the product of the numbers
    /// of corners in a face.
    ///
    /// The bound is the greatest sum over all ways to divide *n* spots into pieces. For comparison, the greatest
    /// numbers in all games from 1, 2 and 3 spots are 1, 12 and 30.
    fn most_moves(n: usize, variant: Variant) -> usize {
        let mut most = 0_usize;
        divide(n, n, &mut Vec::new(), &mut |pieces| {
            most = most.max(most_of(pieces));
        });
        most.saturating_mul(1 + usize::from(variant.allows_bare_line(false)))
    }

    /// Calls `visit` with each way to divide `n` spots into pieces of at most `largest` spots, in descending order. A
    /// piece of one spot is 0 if it is a lone spot and 1 if it has a line.
    fn divide(n: usize, largest: usize, pieces: &mut Vec<usize>, visit: &mut impl FnMut(&[usize])) {
        if n == 0 {
            return visit(pieces);
        }
        for spots in (1..=largest.min(n)).rev() {
            pieces.push(spots);
            divide(n - spots, spots, pieces, visit);
            pieces.pop();
        }
        if largest >= 1 {
            // The rest are lone spots.
            pieces.extend(core::iter::repeat_n(0, n));
            visit(pieces);
            pieces.truncate(pieces.len() - n);
        }
    }

    /// Returns the bound for pieces with these numbers of spots.
    fn most_of(pieces: &[usize]) -> usize {
        let k = pieces.len() as u32;
        let power = |exponent: u32| 1_usize.checked_shl(exponent).unwrap_or(usize::MAX);
        let corners = |spots: usize| match spots {
            0 => 1,
            1 => 2,
            spots => 4 * spots - 4,
        };
        let mut most = 0_usize;
        for (i, spots) in pieces.iter().enumerate() {
            let own = match spots {
                0 => power(k.saturating_sub(2)),
                1 => power(k - 1).saturating_add(1),
                _ => {
                    let c = corners(*spots);
                    (c * (c + 1) / 2)
                        .saturating_mul(power(k - 1))
                        .saturating_add(10)
                }
            };
            let joins: usize = pieces[..i]
                .iter()
                .map(|other| corners(*spots) * corners(*other))
                .sum();
            most = most.saturating_add(own).saturating_add(joins);
        }
        most
    }

    #[test]
    fn the_number_of_actions_is_the_bound_on_moves() {
        for n in 1..=MOST_INDEXED {
            for variant in Variant::ALL
                .into_iter()
                .filter(|variant| variant.has_equal_spots())
            {
                let start = Position::new(n, Rules::from(variant)).expect("few spots");
                assert_eq!(start.n_actions(), Some(most_moves(n, variant)), "{n} spots");
            }
        }
        let start = Position::new(9, Ending::Normal).expect("nine spots");
        assert_eq!(
            (start.n_actions(), start.action_of(&start.moves()[0])),
            (None, None)
        );
        assert_eq!(start.move_of(0), None);
    }

    /// Returns the greatest number of moves in any position of the game.
    fn greatest(start: Position) -> u128 {
        let mut level = FxHashSet::from_iter([start]);
        let mut most = 0;
        while !level.is_empty() {
            most = level
                .iter()
                .map(Game::count_moves)
                .max()
                .max(Some(most))
                .unwrap_or(0);
            level = level
                .iter()
                .flat_map(|position| {
                    let moves = position.moves().into_iter();
                    moves.map(|m| {
                        position
                            .child(&m)
                            .expect("a listed move is legal")
                            .canonical()
                    })
                })
                .collect();
        }
        most
    }

    #[test]
    fn no_position_has_more_moves_than_the_bound() {
        let games = [
            (1, Variant::Standard),
            (2, Variant::Standard),
            (3, Variant::Standard),
            (1, Variant::BlackAndWhite),
            (2, Variant::BlackAndWhite),
        ];
        let found = games.map(|(n, variant)| {
            let start = Position::new(n, Rules::from(variant)).expect("few spots");
            let found = greatest(start);
            assert!(
                found <= most_moves(n, variant) as u128,
                "{n} spots, {variant}"
            );
            found
        });
        assert_eq!(found, [1, 12, 30, 2, 20]);
    }

    #[test]
    #[ignore = "takes minutes"]
    fn no_position_from_four_spots_has_more_moves_than_the_bound() {
        let start = Position::new(4, Ending::Normal).expect("four spots");
        let found = greatest(start);
        assert!(found <= most_moves(4, Variant::Standard) as u128);
    }

    #[test]
    fn every_open_corner_has_its_node() {
        let position: Position = "2+:1,3,2,3".parse().expect("a position");
        let graph = position.graph();
        assert_eq!(graph.n_nodes(), 3 + 4 + 1 + 1);
        let mut nodes = FxHashSet::default();
        for (spot, corner) in [(1, 0), (2, 0), (3, 0), (3, 1)] {
            let end = End {
                spot: Spot::new(spot),
                corner,
            };
            let node = position.corner_node(end).expect("the corner is open");
            assert!(nodes.insert(node), "{end:?}");
            let at = graph.edges.iter().zip(&graph.kinds);
            let spots = at.filter(|(edge, kind)| edge[0] == node && **kind == 1);
            assert!(spots.map(|(edge, _)| edge[1]).eq([spot as u32 - 1]));
        }
        assert_eq!(
            position.corner_node(End {
                spot: Spot::new(1),
                corner: 1
            }),
            None
        );
    }
}
