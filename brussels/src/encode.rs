//! Positions and moves as numbers for machine learning; see [`common::encode`].

use common::encode::{Actions, Bound, Bounds, Graph, Graphs, Layout, Parts};

use common::Game;

use crate::moves::Move;
use crate::position::{Id, Position};
use crate::star::{Arm, Star, Stars};

/// The maximum number of actions in a game with an index. A network that gives each action a number of four bytes
/// writes at most 4 MiB for a position.
const MOST_ACTIONS: usize = 1 << 20;

impl Position {
    /// Returns the bit of a star in the actions of pairs whose lower arm belongs to `own`.
    fn side_bit(star: Star, own: Star) -> usize {
        star.index() - usize::from(star > own)
    }
}

/// # Actions
///
/// An *action* is a pair of arms and the side of every other piece. The arms are numbered from 0, star after star, and
/// the pair of arms *p* < *q* has the number *q*(*q* − 1)/2 + *p*. Each of the *n* stars except the star of *p* has a
/// bit, which is 1 if the star names a piece that stays with *p*. The action is the number of the pair times 2<sup>*n*
/// − 1</sup>, plus the bits. With *A* arms there are *A*(*A* − 1)/2 · 2<sup>*n* − 1</sup> actions: 56 for two crosses,
/// 63,488 for eight. Games with more than 2<sup>20</sup> actions have no index.
///
/// The *parts* of a move are available in games of any size. They are the lower arm, the higher arm, and for each star
/// whether it names a piece that stays with the lower arm.
///
/// # Graph
///
/// A position is a graph of free arms, boundaries and faces. The nodes of the arms come first, in the order of their
/// numbers, so pairs of nodes can represent a policy over pairs of arms.
///
/// | kind of edge | from | to |
/// |---|---|---|
/// | `next` | an arm | the next on its boundary, in left-hand order |
/// | `on` | an arm | its boundary |
/// | `in` | a boundary | its face |
///
/// The number of arms *A* never changes, and every boundary and every face has at least one arm, so there are at most
/// 3*A* nodes and 3*A* edges.
impl Actions for Position {
    fn n_actions(&self) -> Option<usize> {
        let arms = self.n_arms();
        let pairs = arms * (arms - 1) / 2;
        let sides = 1_usize.checked_shl(self.n_stars() as u32 - 1)?;
        let actions = pairs.checked_mul(sides)?;
        (actions <= MOST_ACTIONS).then_some(actions)
    }

    fn action_of(&self, m: &Move) -> Option<usize> {
        self.n_actions()?;
        self.check(m).ok()?;
        let [p, q] = [m.from(), m.to()].map(|arm| self.id(arm).map(usize::from));
        let (p, q) = (p?, q?);
        let own = m.from().star();
        let sides: usize = (m.pieces().iter())
            .map(|star| 1 << Position::side_bit(star, own))
            .sum();
        Some((q * (q - 1) / 2 + p) << (self.n_stars() - 1) | sides)
    }

    fn move_of(&self, action: usize) -> Option<Move> {
        if action >= self.n_actions()? {
            return None;
        }
        let (pair, sides) = {
            let bits = self.n_stars() - 1;
            (action >> bits, action & ((1 << bits) - 1))
        };
        let q = (1..self.n_arms()).rfind(|q| q * (q - 1) / 2 <= pair)?;
        let p = pair - q * (q - 1) / 2;
        let [from, to] = [p, q].map(|id| self.arm(id as Id));
        let own = from.star();
        let stays = |star: &Star| *star != own && sides >> Position::side_bit(*star, own) & 1 == 1;
        let pieces: Stars = self.stars().filter(stays).collect();
        let m = Move::new(from, to).with_all(pieces);
        self.check(&m).is_ok().then_some(m)
    }
}

impl Parts for Position {
    fn part_sizes(&self) -> Vec<usize> {
        let arms = [self.n_arms(); 2];
        arms.into_iter().chain(self.stars().map(|_| 2)).collect()
    }

    fn parts_of(&self, m: &Move) -> Option<Vec<usize>> {
        self.check(m).ok()?;
        let arms = [m.from(), m.to()].map(|arm| self.id(arm).map(usize::from));
        let sides = self
            .stars()
            .map(|star| usize::from(m.pieces().contains(star)));
        Some([arms[0]?, arms[1]?].into_iter().chain(sides).collect())
    }

    fn move_of_parts(&self, parts: &[usize]) -> Option<Move> {
        let sizes = self.part_sizes();
        if parts.len() != sizes.len() || parts.iter().zip(sizes).any(|(part, size)| *part >= size) {
            return None;
        }
        let (arms, sides) = parts.split_at(2);
        let [from, to]: [Arm; 2] = [arms[0], arms[1]].map(|id| self.arm(id as Id));
        let stays = self.stars().zip(sides).filter(|(_, side)| **side == 1);
        let m = Move::new(from, to).with_all(stays.map(|(star, _)| star).collect());
        (from < to && self.check(&m).is_ok()).then_some(m)
    }
}

impl Graphs for Position {
    fn layout(&self) -> Layout {
        let arms = self.n_arms();
        Layout {
            features: ["arm", "boundary", "face"].map(str::to_owned).into(),
            kinds: ["next", "on", "in"].map(str::to_owned).into(),
            most_nodes: 3 * arms,
            most_edges: 3 * arms,
        }
    }

    fn graph(&self) -> Graph {
        // One feature for each kind of node, in the order of the layout.
        const ARM: [f32; 3] = [1.0, 0.0, 0.0];
        const BOUNDARY: [f32; 3] = [0.0, 1.0, 0.0];
        const FACE: [f32; 3] = [0.0, 0.0, 1.0];
        let mut graph = Graph::new(3);
        for _ in 0..self.n_arms() {
            graph.add_node(&ARM);
        }
        let node = |arm: &Arm| u32::from(self.id(*arm).expect("the arm is free"));
        for face in self.faces() {
            let face_node = graph.add_node(&FACE);
            for boundary in face {
                let boundary_node = graph.add_node(&BOUNDARY);
                graph.add_edge(boundary_node, face_node, 2);
                for (arm, next) in boundary.iter().zip(boundary.iter().cycle().skip(1)) {
                    graph.add_edge(node(arm), node(next), 0);
                    graph.add_edge(node(arm), boundary_node, 1);
                }
            }
        }
        graph
    }

    /// Names arms by their names, and regions and boundaries by their places in [`faces`](Position::faces), counted
    /// from 0.
    fn node_names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.arms().map(|arm| format!("arm {arm}")).collect();
        for (region, face) in self.faces().iter().enumerate() {
            names.push(format!("region {region}"));
            names.extend((0..face.len()).map(|boundary| format!("boundary {region}.{boundary}")));
        }
        names
    }
}

impl Bounds for Position {
    /// The length of a game is fixed: *A* + *n* − 2 moves with *A* arms and *n* stars, which is 5*n* − 2 with *n*
    /// crosses; see [`theory`](crate::theory).
    fn bounds(&self) -> Bound {
        let moves = self.n_arms() + self.n_stars() - 2 - self.moves_made();
        Bound {
            in_a_row: Some(moves.min(1)),
            ..Bound::of_moves(moves)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ending, theory};

    #[test]
    fn actions_are_numbered_as_the_documentation_says() {
        let start = Position::new(2, Ending::Normal).expect("two crosses");
        assert_eq!(start.n_actions(), Some(56));
        let action = |text: &str| start.action_of(&text.parse().expect("a move"));
        // Arms 1b and 2a are numbers 1 and 4; a line that joins pieces leaves nothing on a side.
        assert_eq!(action("1b-2a"), Some((4 * 3 / 2 + 1) * 2));
        assert_eq!(action("1a-1c[2]"), Some(3));
        assert_eq!(action("2a-2c[1]"), Some((6 * 5 / 2 + 4) * 2 + 1));
        let eight = Position::new(8, Ending::Normal).expect("eight crosses");
        assert_eq!(eight.n_actions(), Some(63_488));
        let many = Position::new(100, Ending::Normal).expect("a hundred crosses");
        assert_eq!(many.n_actions(), None);
    }

    #[test]
    fn the_bound_is_the_number_of_moves_left() {
        let mut position = Position::with_arms(&[4, 4, 3, 1], Ending::Misere).expect("few arms");
        while let Some(m) = position.nth_move(0) {
            assert_eq!(position.bounds().moves, Some(theory::moves_left(&position)));
            position.apply(&m).expect("a listed move is legal");
        }
        assert_eq!(position.bounds().moves, Some(0));
    }
}
