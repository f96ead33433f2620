//! Positions and moves as arrays of NumPy, for programs that learn.

use common::encode::{Actions, Bound as Limit, Bounds, legal_actions};
use numpy::ndarray::{Array2, Array3, Array4};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArray3, PyArray4};
use pyo3::prelude::*;

use crate::any::{Image, Playable, each};
use crate::error::{illegal, refuse};
use crate::position::{MoveOf, PyMove, PyPosition, some_moves, wrap_move};

/// Bounds on the rest of a game; what is None has no bound.
#[pyclass(name = "Bounds", module = "papergames", frozen, get_all, eq)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PyBounds {
    /// The most moves.
    moves: Option<usize>,
    /// The most turns.
    turns: Option<usize>,
    /// The most moves that a player makes in a row.
    turn: Option<usize>,
    /// The least and the greatest score of any player, in a game with scores.
    scores: Option<(i64, i64)>,
}

#[pymethods]
impl PyBounds {
    fn __repr__(&self) -> String {
        let text = |n: Option<usize>| n.map_or("None".to_owned(), |n| n.to_string());
        let scores = self.scores.map_or("None".to_owned(), |(least, most)| {
            format!("({least}, {most})")
        });
        format!(
            "Bounds(moves={}, turns={}, turn={}, scores={scores})",
            text(self.moves),
            text(self.turns),
            text(self.turn)
        )
    }
}

impl From<Limit> for PyBounds {
    fn from(bound: Limit) -> PyBounds {
        PyBounds {
            moves: bound.moves,
            turns: bound.turns,
            turn: bound.turn,
            scores: bound.scores.map(|scores| (*scores.start(), *scores.end())),
        }
    }
}

/// A position as a graph with directed edges.
#[pyclass(name = "Graph", module = "papergames", frozen, get_all)]
#[derive(Debug)]
pub(crate) struct PyGraph {
    /// The features of the nodes: ``float32[nodes, features]``.
    nodes: Py<PyArray2<f32>>,
    /// Where each edge begins and ends: ``int64[2, edges]``, as PyTorch Geometric has it.
    edges: Py<PyArray2<i64>>,
    /// The kind of each edge: ``int64[edges]``.
    kinds: Py<PyArray1<i64>>,
}

/// What all graphs of a game have in common.
#[pyclass(name = "GraphLayout", module = "papergames", frozen, get_all)]
#[derive(Debug)]
pub(crate) struct PyLayout {
    /// What each feature of a node says.
    features: Vec<&'static str>,
    /// What an edge of each kind says.
    kinds: Vec<&'static str>,
    /// The most nodes of a graph.
    most_nodes: usize,
    /// The most edges of a graph.
    most_edges: usize,
}

fn no_index<G: Playable>(position: &G) -> PyErr {
    refuse(format!(
        "expected a game whose moves have an index, found {} from `{position}`, which has too many moves: see \
         part_sizes",
        G::title()
    ))
}

fn indexed<G: Playable>(position: &G) -> PyResult<usize> {
    position.n_actions().ok_or_else(|| no_index(position))
}

fn the_move<G: Playable>(position: &G, given: &MoveOf) -> PyResult<G::Move> {
    match &some_moves(position, given)?[..] {
        [m] => Ok(m.clone()),
        _ => Err(refuse("expected one move, found a turn of several")),
    }
}

fn no_board<G: Playable>() -> PyErr {
    refuse(format!(
        "expected a game on a board, found {}: see graph",
        G::title()
    ))
}

fn planes_into<G: Playable>(position: &G, planes: &mut [f32]) {
    if let Some(board) = position.board_planes() {
        board.write(planes);
    }
}

fn shape<G: Playable>(position: &G) -> PyResult<[usize; 3]> {
    position
        .board_planes()
        .map(|board| board.shape())
        .ok_or_else(no_board::<G>)
}

fn names<G: Playable>(position: &G) -> PyResult<Vec<String>> {
    position
        .board_planes()
        .map(|board| board.names())
        .ok_or_else(no_board::<G>)
}

fn board_images<G: Playable>(position: &G) -> PyResult<Vec<Image<G>>> {
    shape(position)?;
    Ok(position.augmented())
}

fn net<G: Playable>(position: &G) -> PyResult<(common::encode::Graph, common::encode::Layout)> {
    position.net().ok_or_else(|| {
        refuse(format!(
            "expected a game without a board, found {}: see planes",
            G::title()
        ))
    })
}

fn sizes<G: Playable>(position: &G) -> PyResult<Vec<usize>> {
    let none = || {
        refuse(format!(
            "expected a game whose moves have parts, found {}: see action",
            G::title()
        ))
    };
    position.sizes_of_parts().ok_or_else(none)
}

#[pymethods]
impl PyPosition {
    /// How many indices of moves there are, the same throughout a game; None if the game has too many moves for an
    /// index.
    #[getter]
    fn n_actions(&self) -> Option<usize> {
        each!(AnyPosition, &self.0, position => position.n_actions())
    }

    /// Returns the index of a legal move.
    ///
    /// Examples:
    ///     >>> position = Position("sos", "2x3")
    ///     >>> position.n_actions, position.action("Sc1"), str(position.move_of_action(2))
    ///     (12, 2, 'Sc1')
    fn action(&self, r#move: MoveOf) -> PyResult<usize> {
        each!(AnyPosition, &self.0, position => {
            let m = the_move(position, &r#move)?;
            position.action_of(&m).ok_or_else(|| no_index(position))
        })
    }

    /// Returns the legal move with an index.
    ///
    /// Raises:
    ///     IllegalMove: If there is none in this position.
    fn move_of_action(&self, action: usize) -> PyResult<PyMove> {
        each!(AnyPosition, &self.0, position => {
            let n = indexed(position)?;
            let m = position.move_of(action);
            let m = m.ok_or_else(|| illegal(format!("expected the index of a legal move below {n}, found {action}")))?;
            Ok(PyMove(wrap_move(position, m)))
        })
    }

    /// Returns the indices of the legal moves, in the order of ``legal_moves``: ``int64[moves]``.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        each!(AnyPosition, &self.0, position => {
            indexed(position)?;
            let actions = py.detach(|| legal_actions(position));
            Ok(actions.into_iter().map(|action| action as i64).collect::<Vec<_>>().into_pyarray(py))
        })
    }

    /// Returns which indices are legal moves: ``int8[n_actions]``, with 1 for those that are.
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        each!(AnyPosition, &self.0, position => {
            let mut mask = vec![0_i8; indexed(position)?];
            for action in py.detach(|| legal_actions(position)) {
                mask[action] = 1;
            }
            Ok(mask.into_pyarray(py))
        })
    }

    /// The sizes of the parts of a move, in a game whose moves are short lists of choices (Sprouts, Brussels Sprouts).
    #[getter]
    fn part_sizes(&self) -> PyResult<Vec<usize>> {
        each!(AnyPosition, &self.0, position => sizes(position))
    }

    /// Returns the parts of a legal move, one number below the size of each part.
    fn parts(&self, r#move: MoveOf) -> PyResult<Vec<usize>> {
        each!(AnyPosition, &self.0, position => {
            sizes(position)?;
            let m = the_move(position, &r#move)?;
            position.parts(&m).ok_or_else(|| refuse("expected a legal move"))
        })
    }

    /// Returns the legal move with these parts.
    ///
    /// Raises:
    ///     IllegalMove: If there is none in this position.
    fn move_of_parts(&self, parts: Vec<usize>) -> PyResult<PyMove> {
        each!(AnyPosition, &self.0, position => {
            sizes(position)?;
            let m = position.of_parts(&parts);
            let m = m.ok_or_else(|| illegal(format!("expected the parts of a legal move, found {parts:?}")))?;
            Ok(PyMove(wrap_move(position, m)))
        })
    }

    /// Returns the position as planes over the cells of the board: ``float32[planes, rows, columns]`` (SOS, Phutball).
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f32>>> {
        each!(AnyPosition, &self.0, position => {
            let shape = shape(position)?;
            let mut planes = vec![0.0; shape.iter().product()];
            planes_into(position, &mut planes);
            let array = Array3::from_shape_vec(shape, planes).map_err(refuse)?;
            Ok(array.into_pyarray(py))
        })
    }

    /// Returns where each symmetry of the board moves the indices of moves: ``int64[symmetries, n_actions]``.
    ///
    /// One game gives as many examples as the board has symmetries: ``images`` has the positions, and
    /// ``policy_image[action_images[s]] = policy`` moves a policy.
    fn action_images<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let images = each!(AnyPosition, &self.0, position => {
            board_images(position)?.into_iter().map(|image| image.actions).collect::<Vec<_>>()
        });
        PyArray2::from_vec2(py, &images).map_err(refuse)
    }

    /// Returns where each symmetry of the board moves the cells: ``int64[symmetries, cells]``.
    ///
    /// A cell is its row times the number of columns, plus its column.
    fn cell_images<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let images = each!(AnyPosition, &self.0, position => {
            board_images(position)?.into_iter().map(|image| image.cells).collect::<Vec<_>>()
        });
        PyArray2::from_vec2(py, &images).map_err(refuse)
    }

    /// What each plane says, in order (SOS, Phutball).
    #[getter]
    fn plane_names(&self) -> PyResult<Vec<String>> {
        each!(AnyPosition, &self.0, position => names(position))
    }

    /// Returns the position as a graph (Sprouts, Brussels Sprouts).
    fn graph(&self, py: Python<'_>) -> PyResult<PyGraph> {
        let (graph, _) = each!(AnyPosition, &self.0, position => py.detach(|| net(position)))?;
        let nodes = Array2::from_shape_vec(
            (graph.n_nodes(), graph.n_features()),
            graph.nodes().to_vec(),
        );
        let [from, to] =
            [0, 1].map(|end| graph.edges().iter().map(move |edge| i64::from(edge[end])));
        let edges = Array2::from_shape_vec((2, graph.edges().len()), from.chain(to).collect());
        let kinds: Vec<i64> = graph.kinds().iter().map(|kind| i64::from(*kind)).collect();
        Ok(PyGraph {
            nodes: nodes.map_err(refuse)?.into_pyarray(py).unbind(),
            edges: edges.map_err(refuse)?.into_pyarray(py).unbind(),
            kinds: kinds.into_pyarray(py).unbind(),
        })
    }

    /// The names of the features and of the kinds of edges of all graphs of this game, and their greatest sizes.
    #[getter]
    fn graph_layout(&self) -> PyResult<PyLayout> {
        let (_, layout) = each!(AnyPosition, &self.0, position => net(position))?;
        Ok(PyLayout {
            features: layout.features,
            kinds: layout.kinds,
            most_nodes: layout.most_nodes,
            most_edges: layout.most_edges,
        })
    }

    /// Bounds on all games that go on from this position.
    #[getter]
    fn bounds(&self) -> PyBounds {
        each!(AnyPosition, &self.0, position => position.bounds().into())
    }
}

/// Returns the planes of many positions: ``float32[positions, planes, rows, columns]``.
///
/// All positions must have boards of the same shape.
///
/// Examples:
///     >>> record = Position("sos", "3x3").playout(1)
///     >>> planes(record.positions).shape
///     (10, 5, 3, 3)
#[pyfunction]
pub(crate) fn planes(
    py: Python<'_>,
    positions: Vec<PyPosition>,
) -> PyResult<Bound<'_, PyArray4<f32>>> {
    let shapes = positions
        .iter()
        .map(|position| each!(AnyPosition, &position.0, position => shape(position)));
    let shapes: Vec<[usize; 3]> = shapes.collect::<PyResult<_>>()?;
    let [planes, rows, columns] = shapes.first().copied().unwrap_or_default();
    if let Some(other) = shapes
        .iter()
        .find(|other| **other != [planes, rows, columns])
    {
        return Err(refuse(format!(
            "expected positions of the shape {:?}, found {other:?}",
            shapes[0]
        )));
    }
    let size = planes * rows * columns;
    let all = py.detach(|| {
        let mut all = vec![0.0; positions.len() * size];
        for (position, planes) in positions.iter().zip(all.chunks_mut(size.max(1))) {
            each!(AnyPosition, &position.0, position => planes_into(position, planes));
        }
        all
    });
    let array =
        Array4::from_shape_vec((positions.len(), planes, rows, columns), all).map_err(refuse)?;
    Ok(array.into_pyarray(py))
}

pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<PyBounds>()?;
    m.add_class::<PyGraph>()?;
    m.add_class::<PyLayout>()?;
    m.add_function(wrap_pyfunction!(planes, m)?)
}
