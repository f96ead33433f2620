"""Observations of one fixed shape for every game, for programs that learn.

Games on boards, such as SOS, have planes. Positions of other games, such as Sprouts, are graphs. Here they become one
vector: the features of all nodes, and then of every edge its two ends and its kind, each plus one, with zeros in the
places that a position does not use.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from papergames._papergames import Error, GraphLayout, Position

__all__ = ["has_planes", "observation", "observation_shape"]


def has_planes(position: Position) -> bool:
    """Returns whether the game of a position is played on a board.

    Examples:
        >>> has_planes(Position("sos", "3x3")), has_planes(Position("sprouts", 2))
        (True, False)
    """
    try:
        return bool(position.plane_names)
    except Error:
        return False


def observation_shape(position: Position) -> tuple[int, ...]:
    """Returns the shape of the observations of a game, which stays the same until its end.

    Args:
        position: The setup.

    Examples:
        >>> observation_shape(Position("sos", "3x4")), observation_shape(Position("sprouts", 2))
        ((5, 3, 4), (678,))
    """
    if has_planes(position):
        return position.planes().shape
    layout = position.graph_layout
    return (layout.most_nodes * len(layout.features) + 3 * layout.most_edges,)


def observation(position: Position, layout: GraphLayout | None = None) -> npt.NDArray[np.float32]:
    """Returns a position as an array, whose shape is the same for all positions of its game.

    Args:
        position: The position.
        layout: The layout of the game's graphs, to save computing it again.

    Examples:
        >>> start = Position("sprouts", 2)
        >>> observation(start.apply("1-2")).shape == observation_shape(start)
        True
    """
    if has_planes(position):
        return position.planes()
    layout = layout or position.graph_layout
    graph = position.graph()
    n_features = layout.most_nodes * len(layout.features)
    vector = np.zeros(n_features + 3 * layout.most_edges, dtype=np.float32)
    vector[: graph.nodes.size] = graph.nodes.ravel()
    edges = np.concatenate([graph.edges, graph.kinds[np.newaxis]]).T + 1
    vector[n_features : n_features + edges.size] = edges.ravel()
    return vector
