"""Encodings and playouts as arrays of NumPy."""

from __future__ import annotations

import numpy as np
import papergames
import pytest
from conftest import STARTS
from papergames import Error, IllegalMove, Position, planes
from papergames.arrays import has_planes, observation, observation_shape


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
def test_actions_are_the_legal_moves(start: Position) -> None:
    n = start.n_actions
    assert n is not None
    for position in start.playout(1, most_moves=12).positions:
        actions = position.legal_actions()
        assert actions.dtype == np.int64
        assert [position.move_of_action(int(a)) for a in actions] == list(position.legal_moves)
        assert [position.action(move) for move in position.legal_moves] == actions.tolist()
        mask = position.action_mask()
        assert (mask.shape, mask.dtype) == ((n,), np.int8)
        assert np.flatnonzero(mask).tolist() == sorted(actions.tolist())
        for action in np.flatnonzero(mask == 0)[:5]:
            with pytest.raises(IllegalMove):
                position.move_of_action(int(action))


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
def test_observations_have_one_shape(start: Position) -> None:
    record = start.playout(2, most_moves=20)
    seen = [observation(position) for position in record.positions]
    assert {array.shape for array in seen} == {observation_shape(start)}
    assert all(array.dtype == np.float32 and np.isfinite(array).all() for array in seen)
    bounds = start.bounds
    if bounds.moves is not None and record.position.is_over:
        assert len(record) <= bounds.moves
    if has_planes(start):
        assert len(start.plane_names) == start.planes().shape[0]
        np.testing.assert_array_equal(planes(record.positions), np.stack(seen))
        with pytest.raises(Error, match="see planes"):
            start.graph()
    else:
        graph, layout = start.graph(), start.graph_layout
        assert graph.nodes.shape[1] == len(layout.features)
        assert graph.edges.shape == (2, graph.kinds.size)
        assert graph.edges.max(initial=0) < max(1, len(graph.nodes))
        for move in start.legal_moves[:10]:
            parts = start.parts(move)
            assert all(part < size for part, size in zip(parts, start.part_sizes, strict=True))
            assert start.move_of_parts(parts) == move
        with pytest.raises(Error, match="see graph"):
            start.planes()


def test_games_without_an_index_say_so() -> None:
    large = Position("sprouts", 30)
    assert large.n_actions is None
    with pytest.raises(Error, match="see part_sizes"):
        large.action_mask()
    assert large.move_of_parts(large.parts(large.legal_moves[-1])) == large.legal_moves[-1]
    with pytest.raises(Error, match="all positions must have the shape"):
        planes([Position("sos", "3x3"), Position("sos", "3x4")])
    assert planes([]).shape == (0, 0, 0, 0)


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
def test_playouts_are_the_same_on_any_number_of_threads(start: Position) -> None:
    one, two = (start.playouts(200, seed=9, threads=threads, most_moves=500) for threads in (1, 2))
    for name in ("lengths", "utilities", "winners", "finished"):
        np.testing.assert_array_equal(getattr(one, name), getattr(two, name))
    assert one.utilities.shape == (200, start.players)
    again = start.playout(9 + 17, most_moves=500)
    assert len(again) == one.lengths[17]
    assert ((one.winners >= 0) <= one.finished).all()


def test_bounds_of_conway() -> None:
    played = papergames.Position("sprouts", 7).playouts(20_000, seed=1)
    assert played.lengths.min() >= 14
    assert played.lengths.max() <= 20


@pytest.mark.parametrize("start", [STARTS[name] for name in STARTS if has_planes(STARTS[name])])
def test_symmetries_permute_actions_and_cells(start: Position) -> None:
    position = start.playout(4, most_moves=5).positions[-1]
    images, actions, cells = position.images, position.action_images(), position.cell_images()
    assert images[0] == position
    assert len(images) == len(actions) == len(cells) >= 1
    planes, moves = position.planes(), position.legal_actions()
    for image, to_action, to_cell in zip(images, actions, cells, strict=True):
        assert sorted(to_action.tolist()) == list(range(start.n_actions or 0))
        assert image.symmetry_class == position.symmetry_class
        assert set(image.legal_actions().tolist()) == set(to_action[moves].tolist())
        moved = np.zeros_like(planes).reshape(len(planes), -1)
        moved[:, to_cell] = planes.reshape(len(planes), -1)
        np.testing.assert_array_equal(moved.reshape(planes.shape), image.planes())


def test_games_without_a_board_have_no_images() -> None:
    assert Position("sprouts", 3).images == []
    with pytest.raises(Error, match="see graph"):
        Position("sprouts", 3).action_images()


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
def test_episodes_say_what_the_search_knew(start: Position) -> None:
    one, two = (papergames.self_play(start, 3, nodes=20, seed=7, most_moves=6, threads=n) for n in (1, 2))
    assert one == two
    data = b"".join(episode.to_bytes() for episode in one)
    assert papergames.read_episodes(start.game, data) == one
    for episode in one:
        assert len(episode) == len(episode.steps) == len(episode.record) <= 6
        for position, step in zip(episode.record.positions, episode.steps, strict=False):
            assert all(move in position.legal_moves for move in step.moves)
            assert sum(step.shares) == pytest.approx(1.0)
    with pytest.raises(Error, match="the episode ends after"):
        papergames.read_episodes(start.game, data[:-1])


def test_a_guide_plays_against_itself() -> None:
    asked = []

    def guide(positions, moves):
        asked.append(len(positions))
        return [[0.0, 0.0]] * len(positions), None

    episodes = papergames.self_play(Position("sos", "2x3"), 2, nodes=30, guide=guide, batch=4, threads=2)
    assert [len(episode) for episode in episodes] == [6, 6]
    assert max(asked) > 1

    def broken(positions, moves):
        raise KeyError("broken")

    with pytest.raises(KeyError):
        papergames.self_play(Position("sos", "2x3"), 2, nodes=30, guide=broken)
