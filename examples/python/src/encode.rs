//! Positions and moves as arrays of NumPy, for programs that learn.

use numpy::ndarray::{Array2, Array3, Array4};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArray3, PyArray4, PyArrayMethods};
use papergames::any::{AnyEncoding, AnyMove, Image};
use papergames::encode::{Bound as Limit, Graph, Layout};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{bail, illegal, refusal, refuse, whole};
use crate::games::title_of;
use crate::moves::{MoveArgument, PyMove};
use crate::pickle::pickled;
use crate::position::PyPosition;

/// Bounds on the rest of a game. A field that is None has no bound.
#[pyclass(name = "Bounds", module = "papergames", frozen, get_all, eq)]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PyBounds {
    /// The most moves.
    moves: Option<usize>,
    /// The most turns.
    turns: Option<usize>,
    /// The most moves that one player makes in a row.
    turn: Option<usize>,
    /// The least and the greatest score of any player, in a game with scores.
    scores: Option<(i64, i64)>,
}

#[pymethods]
impl PyBounds {
    fn __repr__(&self) -> String {
        format!(
            "Bounds(moves={}, turns={}, turn={}, scores={})",
            or_none(self.moves),
            or_none(self.turns),
            or_none(self.turn),
            or_none(self.scores)
        )
    }
}

pickled!(PyBounds, moves: Option<usize>, turns: Option<usize>, turn: Option<usize>, scores: Option<(i64, i64)>);

/// Returns a value as Python shows it.
fn or_none(value: Option<impl std::fmt::Debug>) -> String {
    value.map_or("None".to_owned(), |value| format!("{value:?}"))
}

impl From<Limit> for PyBounds {
    fn from(bound: Limit) -> PyBounds {
        PyBounds {
            moves: bound.moves,
            turns: bound.turns,
            turn: bound.in_a_row,
            scores: bound.scores.map(|scores| (*scores.start(), *scores.end())),
        }
    }
}

/// A position as a graph with directed edges.
#[pyclass(name = "Graph", module = "papergames", frozen, get_all)]
pub(crate) struct PyGraph {
    /// The features of the nodes: ``float32[nodes, features]``.
    nodes: Py<PyArray2<f32>>,
    /// The nodes where each edge begins and ends: ``int64[2, edges]``, as in PyTorch Geometric.
    edges: Py<PyArray2<i64>>,
    /// The kind of each edge: ``int64[edges]``.
    kinds: Py<PyArray1<i64>>,
    /// The name of each node, such as ``spot 4``.
    names: Vec<String>,
    /// The meaning of each feature of a node.
    features: Vec<String>,
    /// The name of each kind of edge.
    kind_names: Vec<String>,
}

/// The layout that all graphs of a game have in common.
#[pyclass(name = "GraphLayout", module = "papergames", frozen, get_all)]
pub(crate) struct PyLayout {
    /// The meaning of each feature of a node.
    features: Vec<String>,
    /// The meaning of each kind of edge.
    kinds: Vec<String>,
    /// The greatest number of nodes of a graph.
    most_nodes: usize,
    /// The greatest number of edges of a graph.
    most_edges: usize,
}

#[pymethods]
impl PyGraph {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (nodes, edges) = (self.nodes.bind(py).len()?, self.kinds.bind(py).len()?);
        Ok(format!("<Graph: {nodes} nodes, {edges} edges>"))
    }

    /// Returns the graph as a ``networkx.MultiDiGraph``. Its nodes are the names, with the features as attributes, and
    /// the names of the kinds are the attribute ``kind`` of edges.
    fn to_networkx<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let networkx = py.import("networkx").map_err(|error| {
            let hint =
                refusal!("to_networkx needs networkx; install it with `pip install networkx`");
            hint.set_cause(py, Some(error));
            hint
        })?;
        let graph = networkx.call_method0("MultiDiGraph")?;
        let (nodes, edges) = (
            self.nodes.bind(py).readonly(),
            self.edges.bind(py).readonly(),
        );
        let (nodes, edges) = (nodes.as_array(), edges.as_array());
        for (name, row) in self.names.iter().zip(nodes.rows()) {
            let features = PyDict::new(py);
            for (feature, value) in self.features.iter().zip(row) {
                features.set_item(feature, value)?;
            }
            graph.call_method("add_node", (name,), Some(&features))?;
        }
        for (ends, kind) in edges
            .columns()
            .into_iter()
            .zip(self.kinds.bind(py).readonly().as_array())
        {
            let kind_name = PyDict::new(py);
            kind_name.set_item("kind", &self.kind_names[*kind as usize])?;
            let [from, to] = [ends[0], ends[1]].map(|end| &self.names[end as usize]);
            graph.call_method("add_edge", (from, to), Some(&kind_name))?;
        }
        Ok(graph)
    }
}

pickled!(
    PyGraph, nodes: Py<PyArray2<f32>>, edges: Py<PyArray2<i64>>, kinds: Py<PyArray1<i64>>, names: Vec<String>,
    features: Vec<String>, kind_names: Vec<String>
);

#[pymethods]
impl PyLayout {
    fn __repr__(&self) -> String {
        format!(
            "<GraphLayout: {} features, {} kinds of edges, at most {} nodes and {} edges>",
            self.features.len(),
            self.kinds.len(),
            self.most_nodes,
            self.most_edges
        )
    }
}

pickled!(PyLayout, features: Vec<String>, kinds: Vec<String>, most_nodes: usize, most_edges: usize);

impl PyPosition {
    /// Returns the exception for a game without an ability.
    fn missing(&self, expected: &str, hint: &str) -> PyErr {
        let title = title_of(&*self.0);
        refusal!("expected {expected}, found {title}{hint}")
    }

    fn encoding(&self) -> PyResult<Box<dyn AnyEncoding + '_>> {
        let none = || self.missing("a game whose positions have an encoding", "");
        self.0.encoding().ok_or_else(none)
    }

    fn no_index(&self) -> PyErr {
        let position = self.0.position();
        let hint = format!(" from `{position}`, which has too many moves: see part_sizes");
        self.missing("a game whose moves have an index", &hint)
    }

    /// Returns the number of indices, and the encoding.
    fn indexed(&self) -> PyResult<(usize, Box<dyn AnyEncoding + '_>)> {
        let encoding = self.encoding()?;
        let n = encoding.sizes().actions.ok_or_else(|| self.no_index())?;
        Ok((n, encoding))
    }

    /// Returns the number of indices, and those of the legal moves.
    fn indices(&self, py: Python<'_>) -> PyResult<(usize, Vec<usize>)> {
        py.detach(|| {
            let (n, encoding) = self.indexed()?;
            Ok((n, encoding.legal_actions()))
        })
    }

    /// Returns the sizes of the parts of a move, and the encoding.
    fn in_parts(&self) -> PyResult<(Vec<usize>, Box<dyn AnyEncoding + '_>)> {
        let encoding = self.encoding()?;
        let none = || self.missing("a game whose moves have parts", ": see action");
        Ok((encoding.sizes().parts.ok_or_else(none)?, encoding))
    }

    /// Returns the shape of the planes, and the encoding.
    fn on_board(&self) -> PyResult<([usize; 3], Box<dyn AnyEncoding + '_>)> {
        let encoding = self.encoding()?;
        let none = || self.missing("a game on a board", ": see graph");
        Ok((encoding.planes().ok_or_else(none)?.shape, encoding))
    }

    /// Returns the images under every symmetry of the board.
    fn on_boards(&self) -> PyResult<Vec<Image>> {
        Ok(self.on_board()?.1.images())
    }

    fn net(&self) -> PyResult<(Graph, Layout)> {
        let none = || self.missing("a game without a board", ": see planes");
        self.encoding()?.graph().ok_or_else(none)
    }

    fn one_move(&self, given: &MoveArgument<'_>) -> PyResult<AnyMove> {
        let moves = <[AnyMove; 1]>::try_from(given.moves(&*self.0)?);
        let [m] =
            moves.map_err(|_| refuse("this is a turn of several moves; give only one move"))?;
        Ok(m)
    }
}

#[pymethods]
impl PyPosition {
    /// The number of indices of moves, which is the same throughout a game; None if the game has too many moves for an
    /// index.
    #[getter]
    fn n_actions(&self) -> Option<usize> {
        self.0.encoding()?.sizes().actions
    }

    /// Returns the index of a legal move.
    ///
    /// Examples:
    ///     >>> position = Position("sos", "2x3")
    ///     >>> position.n_actions, position.action("Sc1"), str(position.move_of_action(2))
    ///     (12, 2, 'Sc1')
    fn action(&self, r#move: MoveArgument<'_>) -> PyResult<usize> {
        let m = self.one_move(&r#move)?;
        let action = self.encoding()?.action_of(&m);
        action.ok_or_else(|| self.no_index())
    }

    /// Returns the legal move with an index.
    ///
    /// Raises:
    ///     IllegalMove: If there is none in this position.
    fn move_of_action(&self, #[pyo3(from_py_with = whole)] action: i64) -> PyResult<PyMove> {
        let (n, encoding) = self.indexed()?;
        let none =
            format!("the index must be below {n} and stand for a legal move, found {action}");
        let index = usize::try_from(action).ok();
        let m = index.and_then(|index| encoding.move_of(index));
        let m = m.ok_or_else(|| illegal(none))?;
        Ok(PyMove::of(&*self.0, m))
    }

    /// Returns the indices of the legal moves, in the order of ``legal_moves``: ``int64[moves]``.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let actions = self.indices(py)?.1.into_iter();
        let actions = actions.map(|action| action as i64);
        Ok(PyArray1::from_iter(py, actions))
    }

    /// Returns a mask of the indices that are legal moves: ``int8[n_actions]``, with 1 for those that are.
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let (n, actions) = self.indices(py)?;
        let mut mask = vec![0_i8; n];
        for action in actions {
            mask[action] = 1;
        }
        Ok(mask.into_pyarray(py))
    }

    /// The sizes of the parts of a move, in a game whose moves are short lists of choices (Sprouts, Brussels Sprouts).
    #[getter]
    fn part_sizes(&self) -> PyResult<Vec<usize>> {
        Ok(self.in_parts()?.0)
    }

    /// Returns the parts of a legal move: for each part, a number below its size.
    fn parts(&self, r#move: MoveArgument<'_>) -> PyResult<Vec<usize>> {
        let (_, encoding) = self.in_parts()?;
        let parts = encoding.parts_of(&self.one_move(&r#move)?);
        parts.ok_or_else(|| refuse("the move must be legal"))
    }

    /// Returns the legal move with these parts.
    ///
    /// Raises:
    ///     IllegalMove: If there is none in this position.
    fn move_of_parts(&self, parts: Vec<usize>) -> PyResult<PyMove> {
        let (_, encoding) = self.in_parts()?;
        let none = || illegal(format!("no legal move has the parts {parts:?}"));
        let m = encoding.move_of_parts(&parts).ok_or_else(none)?;
        Ok(PyMove::of(&*self.0, m))
    }

    /// Returns the position as planes over the cells of the board: ``float32[planes, rows, columns]`` (SOS, Phutball).
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let (shape, encoding) = self.on_board()?;
        let mut planes = vec![0.0; shape.iter().product()];
        encoding.write_planes(&mut planes);
        let array = Array3::from_shape_vec(shape, planes).map_err(refuse)?;
        Ok(array.into_pyarray(py))
    }

    /// The images of the position under every symmetry of its board, beginning with the position itself. Empty for
    /// games without a board.
    ///
    /// ``action_images`` and ``cell_images`` have the symmetries in the same order.
    ///
    /// Examples:
    ///     >>> images = Position("sos", "2x3").apply("Sa1").images
    ///     >>> len(images), len(set(images))
    ///     (4, 4)
    #[getter]
    fn images(&self) -> PyResult<Vec<PyPosition>> {
        let encoding = self.0.encoding();
        let images = encoding.map(|encoding| encoding.images());
        let images = images.unwrap_or_default().into_iter();
        images.map(|image| self.like(&image.position)).collect()
    }

    /// Returns where each symmetry of the board moves the indices of moves: ``int64[symmetries, n_actions]``.
    ///
    /// With it, one game gives as many examples as the board has symmetries: ``images`` has the positions, and
    /// ``policy_image[action_images[s]] = policy`` moves a policy.
    fn action_images<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let images = self.on_boards()?.into_iter();
        let actions: Vec<_> = images.map(|image| image.actions).collect();
        PyArray2::from_vec2(py, &actions).map_err(refuse)
    }

    /// Returns where each symmetry of the board moves the cells: ``int64[symmetries, cells]``.
    ///
    /// A cell is its row times the number of columns, plus its column.
    fn cell_images<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let images = self.on_boards()?.into_iter();
        let cells: Vec<_> = images.map(|image| image.cells).collect();
        PyArray2::from_vec2(py, &cells).map_err(refuse)
    }

    /// The meaning of each plane, in order (SOS, Phutball).
    #[getter]
    fn plane_names(&self) -> PyResult<Vec<String>> {
        let planes = self.on_board()?.1.planes();
        Ok(planes.map(|planes| planes.names).unwrap_or_default())
    }

    /// Returns the position as a graph (Sprouts, Brussels Sprouts).
    ///
    /// Examples:
    ///     >>> graph = Position("sprouts", 2).graph()
    ///     >>> graph.names[:4]
    ///     ['spot 1', 'spot 2', 'region 0', 'boundary 0.0']
    fn graph(&self, py: Python<'_>) -> PyResult<PyGraph> {
        let (graph, layout) = py.detach(|| self.net())?;
        let names = self.encoding()?.node_names();
        let shape = (graph.n_nodes(), graph.n_features);
        let nodes = Array2::from_shape_vec(shape, graph.nodes);
        let ends = |end: usize| graph.edges.iter().map(move |edge| i64::from(edge[end]));
        let edges = ends(0).chain(ends(1)).collect();
        let edges = Array2::from_shape_vec((2, graph.edges.len()), edges);
        let kinds = graph.kinds.iter().map(|kind| i64::from(*kind));
        Ok(PyGraph {
            nodes: nodes.map_err(refuse)?.into_pyarray(py).unbind(),
            edges: edges.map_err(refuse)?.into_pyarray(py).unbind(),
            kinds: PyArray1::from_iter(py, kinds).unbind(),
            names,
            features: layout.features,
            kind_names: layout.kinds,
        })
    }

    /// The layout of all graphs of this game: the names of features and of kinds of edges, and the greatest sizes.
    #[getter]
    fn graph_layout(&self) -> PyResult<PyLayout> {
        let (_, layout) = self.net()?;
        Ok(PyLayout {
            features: layout.features,
            kinds: layout.kinds,
            most_nodes: layout.most_nodes,
            most_edges: layout.most_edges,
        })
    }

    /// Bounds on all games that continue from this position.
    #[getter]
    fn bounds(&self) -> PyResult<PyBounds> {
        Ok(self.encoding()?.bounds().into())
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
    let shapes = positions.iter().map(|position| Ok(position.on_board()?.0));
    let shapes: Vec<[usize; 3]> = shapes.collect::<PyResult<_>>()?;
    let shape = shapes.first().copied().unwrap_or_default();
    if let Some(other) = shapes.iter().find(|other| **other != shape) {
        bail!("all positions must have the shape {shape:?}, found {other:?}");
    }
    let size: usize = shape.iter().product();
    let all = py.detach(|| {
        let mut all = vec![0.0; positions.len() * size];
        for (position, planes) in positions.iter().zip(all.chunks_mut(size.max(1))) {
            if let Some(encoding) = position.0.encoding() {
                encoding.write_planes(planes);
            }
        }
        all
    });
    let [planes, rows, columns] = shape;
    let array = Array4::from_shape_vec((positions.len(), planes, rows, columns), all);
    Ok(array.map_err(refuse)?.into_pyarray(py))
}
