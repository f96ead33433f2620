"""PettingZoo's and OpenSpiel's own tests, for all games."""

from __future__ import annotations

import io
import pickle
from contextlib import redirect_stdout
from typing import Any

import numpy as np
import papergames
import pytest
from conftest import STARTS

#: Setups of the environments, with options.
SETUPS: list[tuple[str, str | int, dict[str, Any]]] = [
    ("sprouts", 3, {}),
    ("sprouts", 3, {"misere": True}),
    ("sprouts", 2, {"variant": "antwerp-hot"}),
    ("brussels", 2, {}),
    ("sos", "3x3", {}),
    ("sos", "3x3", {"players": 3, "rules": "first"}),
    ("phutball", "5x9", {}),
]


@pytest.mark.filterwarnings("ignore:Observation:UserWarning")
@pytest.mark.parametrize(("game", "setup", "options"), SETUPS)
def test_pettingzoo(game: str, setup: str | int, options: dict[str, Any]) -> None:
    zoo = pytest.importorskip("pettingzoo.test")
    from papergames import pettingzoo

    def make(render_mode: str | None = None) -> Any:
        return pettingzoo.env(game, setup, render_mode=render_mode, **options)

    with redirect_stdout(io.StringIO()):
        zoo.api_test(make(), num_cycles=300)
        zoo.seed_test(make, num_cycles=50)
        zoo.render_test(make)


def test_pettingzoo_refuses_what_it_does_not_know() -> None:
    pytest.importorskip("pettingzoo")
    from papergames import pettingzoo

    with pytest.raises(papergames.Error, match="expected a render mode of"):
        pettingzoo.env("sos", "3x3", render_mode="film")
    env = pettingzoo.PaperGame("sos", "3x3")
    env.reset()
    for action, error in [(2.5, TypeError), (-1, papergames.Error), (18, papergames.Error)]:
        with pytest.raises(error):
            env.step(action)  # type: ignore[arg-type]


def test_pettingzoo_rewards_and_truncation() -> None:
    pytest.importorskip("pettingzoo")
    from papergames import pettingzoo

    env = pettingzoo.PaperGame("sos", "1x3", rules="first")
    env.reset()
    for move in ("Sa1", "Ob1", "Sc1"):
        env.step(env.position.action(move))
    assert env.rewards == {"player_0": 1, "player_1": -1}
    env = pettingzoo.PaperGame("phutball", "9x11", most_moves=3)
    env.reset()
    for _ in range(3):
        env.step(int(env.position.legal_actions()[0]))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    with pytest.raises(papergames.Error, match="too many"):
        pettingzoo.env("sprouts", 9)
    illegal = pettingzoo.env("sos", "1x3")
    illegal.reset()
    illegal.step(0)
    illegal.step(0)
    assert illegal.unwrapped.rewards["player_1"] == -1


def test_pettingzoo_names_and_raw_environments() -> None:
    pytest.importorskip("pettingzoo")
    from papergames import pettingzoo

    env = pettingzoo.env("sos", "3x3")
    assert env.metadata["name"] == "papergames_sos_v0"
    raw = pettingzoo.raw_env("phutball", "5x9", most_moves=7)
    assert raw.metadata["name"] == "papergames_phutball_v0"
    raw.reset()
    assert np.array_equal(raw.state(), raw.observe("player_0")["observation"])


def test_pettingzoo_renders_frames_of_one_size() -> None:
    pytest.importorskip("pettingzoo")
    from papergames import pettingzoo

    env = pettingzoo.raw_env("sprouts", 2, render_mode="rgb_array")
    env.reset()
    frames = [env.render()]
    while env.agents:
        over = env.terminations[env.agent_selection]
        env.step(None if over else int(env.position.legal_actions()[0]))
        frames.append(env.render())
    assert {(frame.shape, frame.dtype) for frame in frames} == {((600, 600, 3), np.dtype(np.uint8))}
    assert not np.array_equal(frames[0], frames[1])
    assert (frames[0][0, 0] == 255).all()
    silent = pettingzoo.raw_env("sprouts", 2)
    silent.reset()
    assert silent.render() is None


GAMES = [
    "papergames_sprouts",
    "papergames_sprouts(spots=3,misere=True)",
    "papergames_sprouts(spots=2,variant=antwerp-cold)",
    "papergames_brussels",
    "papergames_brussels(crosses=1,misere=True)",
    "papergames_sos",
    "papergames_sos(board=3x3,players=3,rules=first)",
    "papergames_phutball",
    "papergames_phutball(board=5x9,most_moves=20)",
]


@pytest.mark.parametrize("name", GAMES)
def test_openspiel(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import generate_playthrough
    from papergames import openspiel  # noqa: F401

    game = pyspiel.load_game(name)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)
    lines = generate_playthrough.playthrough_lines(name, seed=3)
    # The same choices give the same game.
    assert lines == generate_playthrough.playthrough_lines(name, seed=3)
    assert "IsTerminal() = True" in lines


def test_openspiel_solves_as_we_do() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import minimax
    from papergames import openspiel  # noqa: F401

    for name, position in [
        ("papergames_sos(board=1x7)", papergames.Position("sos", "1x7")),
        ("papergames_sprouts(spots=2)", papergames.Position("sprouts", 2)),
        ("papergames_brussels(crosses=1)", papergames.Position("brussels", 1)),
    ]:
        value, _ = minimax.alpha_beta_search(pyspiel.load_game(name))
        assert value == position.solve().outcome.utilities[0]


def test_utilities_are_those_of_the_playouts() -> None:
    for start in STARTS.values():
        utilities = start.playouts(20, most_moves=300).utilities
        assert set(np.unique(utilities)) <= {-1, 0, 1}
