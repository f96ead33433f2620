//! Positions and moves as numbers for machine learning: action indices, observations, bounds.
//!
//! A learning program needs three things from a game: arrays that describe a position, one index of fixed size for all
//! moves, and sizes that are known before the first game. The traits below provide these things, and a game implements
//! the traits that fit it.
//!
//! | trait | gives | implemented by |
//! |---|---|---|
//! | [`Actions`] | one index for every move | SOS, Phutball, small Brussels Sprouts and Sprouts, Nim |
//! | [`Parts`] | a move as a short list of choices | Brussels Sprouts and Sprouts of any size |
//! | [`Planes`] | a position as an array of planes × rows × columns | SOS, Phutball |
//! | [`Graphs`] | a position as nodes, features and edges | Brussels Sprouts, Sprouts |
//! | [`Augments`] | the symmetries of the board, as permutations of actions and cells | SOS, Phutball |
//! | [`Bounds`] | the greatest length of a game, the range of scores | all |
//!
//! All arrays are flat slices in row-major order, so that any array library can use them without copying.
//! [`laws`](crate::laws) checks the traits on random games.
//!
//! # Examples
//!
//! [`Nim`](crate::nim) implements [`Actions`] in a dozen lines:
//!
//! ```
//! use papergames_common::encode::Actions;
//! use papergames_common::nim::{Nim, Take};
//!
//! // In Nim, the index of a move is the number of its heap times 255, plus the number of matches minus 1.
//! let nim = Nim::new(&[1, 3]);
//! assert_eq!(nim.action_of(&Take { heap: 1, matches: 3 }), Some(257));
//! assert_eq!(nim.move_of(257), Some(Take { heap: 1, matches: 3 }));
//! assert_eq!(nim.legal_actions(), [0, 255, 256, 257]);
//! ```

use core::ops::{ControlFlow, RangeInclusive};

use crate::play::game::{Game, Symmetric};

/// A game in which every move has an index below a fixed bound.
///
/// # Laws
///
/// * `n_actions` does not change when a move is made.
/// * In every position, `action_of` and `move_of` are inverse to each other and map the legal moves to some of the
///   indices below `n_actions` and back. Both return `None` for all other moves and indices.
pub trait Actions: Game {
    /// Returns the number of indices, or `None` if the game has too many moves for an index. Such a game implements
    /// [`Parts`] instead.
    fn n_actions(&self) -> Option<usize>;

    /// Returns the index of a legal move; `None` if the move is illegal or the game has no index.
    fn action_of(&self, m: &Self::Move) -> Option<usize>;

    /// Returns the legal move with the given index; `None` if there is none in this position.
    fn move_of(&self, action: usize) -> Option<Self::Move>;

    /// Returns the indices of the legal moves, in the order of [`Game::for_each_move`]; empty if the game has no index.
    ///
    /// Lists all moves, which is possible because a game with an index has few enough of them.
    fn legal_actions(&self) -> Vec<usize> {
        let mut actions = Vec::new();
        if self.n_actions().is_some() {
            let _ = self.for_each_move(&mut |m| {
                actions.extend(self.action_of(&m));
                ControlFlow::Continue(())
            });
        }
        actions
    }

    /// Writes 1 at the index of each legal move and 0 everywhere else.
    ///
    /// # Panics
    ///
    /// Panics if `mask` is shorter than the number of actions.
    fn write_mask(&self, mask: &mut [f32]) {
        mask.fill(0.0);
        for action in self.legal_actions() {
            mask[action] = 1.0;
        }
    }
}

/// A game whose moves are lists of numbers, one for each part of a move. Each number is below the size of its part.
///
/// Array libraries call such a space *multi-discrete*. A policy has one output for each number of each part, or it
/// picks the parts one after another.
///
/// # Laws
///
/// * `part_sizes` does not change when a move is made.
/// * In every position, `parts_of` and `move_of_parts` are inverse to each other on the legal moves, and
///   `move_of_parts` returns `None` for all other lists.
pub trait Parts: Game {
    /// Returns the size of each part. The numbers of a part range from 0 to its size minus 1.
    fn part_sizes(&self) -> Vec<usize>;

    /// Returns the parts of a legal move; `None` if the move is illegal.
    fn parts_of(&self, m: &Self::Move) -> Option<Vec<usize>>;

    /// Returns the legal move with these parts; `None` if there is none in this position.
    fn move_of_parts(&self, parts: &[usize]) -> Option<Self::Move>;
}

/// A game whose positions can be encoded as planes of numbers over the cells of a board.
///
/// # Laws
///
/// * The shape stays the same throughout a game, and every plane has a name.
/// * `write_planes` overwrites the whole slice with finite numbers that depend on the position alone.
/// * Different positions have different planes, unless both are ends of the game with the same outcome; or, if planes
///   [show the view of the mover](Planes::is_view_of_mover), unless they are the same to the player to move.
pub trait Planes: Game {
    /// Returns the number of planes, rows and columns.
    fn shape(&self) -> [usize; 3];

    /// Returns the meaning of each plane, in order.
    fn plane_names(&self) -> Vec<String>;

    /// Writes the planes, one after the other, each row by row.
    ///
    /// # Panics
    ///
    /// Panics if the length of `planes` is not the product of the shape.
    fn write_planes(&self, planes: &mut [f32]);

    /// Returns whether the planes show a position from the view of the player to move, such as that player's points
    /// first. Then they need not say which player that is. The default is that they do not.
    fn is_view_of_mover(&self) -> bool {
        false
    }

    /// Returns the planes as a new array.
    fn planes(&self) -> Vec<f32> {
        let mut planes = vec![0.0; self.shape().iter().product()];
        self.write_planes(&mut planes);
        planes
    }
}

/// A game whose positions can be encoded as graphs: nodes with features, and edges of several kinds.
///
/// # Laws
///
/// * The layout stays the same throughout a game, and every graph follows it.
/// * The graph depends on the position alone. If two moves lead to different positions, the positions have different
///   graphs.
/// * The graphs of a position and of its image under a symmetry have the same neighbourhoods: the same features, and
///   the same edges between nodes with the same features.
pub trait Graphs: Game {
    /// Returns the names of the features and of the kinds of edges, and the maximum numbers of nodes and edges.
    fn layout(&self) -> Layout;

    /// Returns the graph of the position.
    fn graph(&self) -> Graph;

    /// Returns the names of the nodes of the graph, in their order.
    fn node_names(&self) -> Vec<String>;
}

/// The common layout of a game's graphs, which gives the sizes of the arrays to allocate for them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Layout {
    /// The meaning of each feature of a node.
    pub features: Vec<String>,
    /// The meaning of each kind of edge.
    pub kinds: Vec<String>,
    /// The maximum number of nodes in a graph.
    pub most_nodes: usize,
    /// The maximum number of edges in a graph.
    pub most_edges: usize,
}

/// A position as a graph with directed edges.
///
/// # Examples
///
/// ```
/// use papergames_common::encode::Graph;
///
/// let mut graph = Graph::new(2);
/// let (a, b) = (graph.add_node(&[1.0, 0.0]), graph.add_node(&[0.0, 1.0]));
/// graph.add_edge(a, b, 0);
/// assert_eq!(graph.n_nodes(), 2);
/// assert_eq!(graph.features(b), [0.0, 1.0]);
/// assert_eq!((graph.edges, graph.kinds), (vec![[0, 1]], vec![0]));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Graph {
    /// The number of features of a node.
    pub n_features: usize,
    /// The features of all nodes: those of the first node, then those of the second, and so on.
    pub nodes: Vec<f32>,
    /// The nodes at which each edge begins and ends.
    pub edges: Vec<[u32; 2]>,
    /// The kind of each edge, as an index into the kinds of the layout.
    pub kinds: Vec<u8>,
}

impl Graph {
    /// Returns a graph without nodes, to which nodes with `n_features` features can be added.
    pub fn new(n_features: usize) -> Graph {
        Graph {
            n_features,
            nodes: Vec::new(),
            edges: Vec::new(),
            kinds: Vec::new(),
        }
    }

    /// Adds a node and returns its number; nodes are numbered from 0.
    ///
    /// # Panics
    ///
    /// Panics unless `features` has one number for each feature.
    pub fn add_node(&mut self, features: &[f32]) -> u32 {
        assert_eq!(
            features.len(),
            self.n_features,
            "one number for each feature"
        );
        let number = self.n_nodes() as u32;
        self.nodes.extend_from_slice(features);
        number
    }

    /// Adds an edge from one node to another.
    ///
    /// # Panics
    ///
    /// Panics if there is no such node.
    pub fn add_edge(&mut self, from: u32, to: u32, kind: u8) {
        let exists = |node: u32| (node as usize) < self.n_nodes();
        assert!(exists(from) && exists(to), "an edge joins two nodes");
        self.edges.push([from, to]);
        self.kinds.push(kind);
    }

    /// Returns the number of nodes.
    pub fn n_nodes(&self) -> usize {
        self.nodes.len() / self.n_features.max(1)
    }

    /// Returns the features of a node.
    ///
    /// # Panics
    ///
    /// Panics if there is no such node.
    pub fn features(&self, node: u32) -> &[f32] {
        &self.nodes[node as usize * self.n_features..][..self.n_features]
    }
}

#[cfg(feature = "serde")]
mod with_serde {
    use super::Graph;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer};

    #[derive(Deserialize)]
    #[serde(rename = "Graph")]
    struct UncheckedGraph {
        n_features: usize,
        nodes: Vec<f32>,
        edges: Vec<[u32; 2]>,
        kinds: Vec<u8>,
    }

    impl<'de> Deserialize<'de> for Graph {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Graph, D::Error> {
            let UncheckedGraph {
                n_features,
                nodes,
                edges,
                kinds,
            } = UncheckedGraph::deserialize(deserializer)?;
            let graph = Graph {
                n_features,
                nodes,
                edges,
                kinds,
            };
            let ends = || graph.edges.as_flattened().iter();
            let wrong = if graph.n_nodes() * n_features != graph.nodes.len() {
                "each node has one number for each feature"
            } else if !ends().all(|node| (*node as usize) < graph.n_nodes()) {
                "an edge joins two nodes"
            } else if graph.kinds.len() != graph.edges.len() {
                "each edge has a kind"
            } else {
                return Ok(graph);
            };
            Err(D::Error::custom(wrong))
        }
    }
}

/// A game on a board whose symmetries permute actions and cells.
///
/// A learning program can then make several training examples out of each position, one for each symmetry of the board.
///
/// # Laws
///
/// For every position `p`, each of its symmetries `s` and each legal move `m`:
///
/// * `image_of_action(a, s)` permutes the indices below `n_actions`, in the same way throughout a game, and
///   `p.image(s).action_of(p.image_of_move(m, s)) == p.image_of_action(p.action_of(m), s)`;
/// * `image_of_cell(c, s)` permutes the cells, and cell `image_of_cell(c, s)` of every plane of `p.image(s)` is cell
///   `c` of the same plane of `p`.
pub trait Augments: Symmetric + Actions + Planes {
    /// Returns the index of the action to which a symmetry maps `action`.
    ///
    /// # Panics
    ///
    /// May panic if there is no such action, or if `symmetry` is not one of the position's.
    fn image_of_action(&self, action: usize, symmetry: &Self::Symmetry) -> usize;

    /// Returns the cell to which a symmetry maps `cell`. The number of a cell is its row times the number of columns,
    /// plus its column.
    ///
    /// # Panics
    ///
    /// May panic if there is no such cell, or if `symmetry` is not one of the position's.
    fn image_of_cell(&self, cell: usize, symmetry: &Self::Symmetry) -> usize;
}

/// A game with known bounds on the number of moves left and on the scores.
///
/// # Laws
///
/// * No game from the position is longer than its bounds allow, and every later score lies in the range.
/// * Every move lowers the bound on the moves by at least one, so a game with such a bound ends.
pub trait Bounds: Game {
    /// Returns bounds that hold for every game continued from this position. The bounds of a setup apply to the whole
    /// game.
    fn bounds(&self) -> Bound;
}

/// Bounds on the rest of a game. The default sets no bounds: the game can go on for ever.
///
/// # Examples
///
/// ```
/// use papergames_common::encode::Bound;
///
/// // At most 9 moves, of which a player makes one at a time; no one gets more than 4 points.
/// let bound = Bound { in_a_row: Some(1), scores: Some(0..=4), ..Bound::of_moves(9) };
/// assert_eq!((bound.moves, bound.turns, bound.in_a_row), (Some(9), Some(9), Some(1)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bound {
    /// The maximum number of moves, or `None` if a game can go on for ever.
    pub moves: Option<usize>,
    /// The maximum number of turns, or `None` if a game can go on for ever.
    pub turns: Option<usize>,
    /// The maximum number of moves that a player makes in a row.
    pub in_a_row: Option<usize>,
    /// The lowest and the highest possible score of any player, in a game with scores.
    pub scores: Option<RangeInclusive<i64>>,
}

impl Bound {
    /// Returns the bounds of a game with at most `moves` moves. The maximum numbers of turns and of moves in a row are
    /// then the same.
    pub fn of_moves(moves: usize) -> Bound {
        Bound {
            moves: Some(moves),
            turns: Some(moves),
            in_a_row: Some(moves),
            scores: None,
        }
    }
}
