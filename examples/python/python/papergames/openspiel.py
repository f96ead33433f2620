"""OpenSpiel games: importing this module registers all four with ``pyspiel``.

    >>> import pyspiel
    >>> from papergames import openspiel
    >>> game = pyspiel.load_game("papergames_sos(board=3x3)")
    >>> state = game.new_initial_state()
    >>> state.apply_action(state.string_to_action("Sa1"))
    >>> state.current_player(), len(state.legal_actions())
    (1, 16)

=======================  =======================================================
game                     parameters, with their default values
=======================  =======================================================
``papergames_sprouts``   ``spots=4``, ``misere=False``, ``variant=standard``
``papergames_brussels``  ``crosses=2``, ``misere=False``
``papergames_sos``       ``board=4x4``, ``rules=general``, ``players=2``
``papergames_phutball``  ``board=9x11``, ``rules=full-board``, ``most_moves=1000``
=======================  =======================================================

A game of Phutball can go on forever, so after ``most_moves`` moves it is a draw.

Use the bots that OpenSpiel has in Python: ``pyspiel.MCTSBot``, in C++, crashes on every game that is written in Python.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError as error:
    raise ImportError(f"{error}; install it with `pip install 'papergames[openspiel]'`") from error

from papergames import GAMES, Error, Position, title
from papergames.arrays import observation, observation_shape

__all__ = ["PaperGame", "PaperState"]

#: The parameters of each game and their default values: small enough for an index of all moves.
_PARAMETERS: dict[str, dict[str, Any]] = {
    "sprouts": {"spots": 4, "misere": False, "variant": "standard"},
    "brussels": {"crosses": 2, "misere": False},
    "sos": {"board": "4x4", "rules": "general", "players": 2},
    "phutball": {"board": "9x11", "rules": "full-board", "most_moves": 1000},
}

#: The parameters that give the setup.
_SETUPS = ("spots", "crosses", "board", "setup")


def _parameters(game: str) -> dict[str, Any]:
    """Returns the parameters of a game: by default its setup, where no text means the usual one."""
    return _PARAMETERS.get(game, {"setup": ""})


def _game_type(game: str, players: int = 2) -> pyspiel.GameType:
    most = 8 if "players" in _parameters(game) else 2
    two = players == 2
    return pyspiel.GameType(
        short_name=f"papergames_{game}",
        long_name=title(game),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if two else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )


class PaperGame(pyspiel.Game):  # type: ignore[misc]
    """A game of this package with the Python interface of OpenSpiel."""

    def __init__(self, game: str, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        given = {**_parameters(game), **params}
        most_moves: int | None = given.pop("most_moves", None)
        if most_moves is not None and most_moves < 1:
            raise Error(f"most_moves must be at least 1, found {most_moves}")
        setup = next(given.pop(name) for name in _SETUPS if name in given)
        self.start = Position(game, setup or None, **given)
        n_actions = self.start.n_actions
        if n_actions is None:
            raise Error(f"expected a setup whose moves have an index, found {self.start}, which has too many")
        players = self.start.players
        self.most_moves = most_moves
        info = pyspiel.GameInfo(
            num_distinct_actions=n_actions,
            max_chance_outcomes=0,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if players == 2 else None,
            max_game_length=self.start.bounds.moves if most_moves is None else most_moves,
        )
        super().__init__(_game_type(game, players), info, params)

    def new_initial_state(self, state: object = None) -> PaperState:
        """Returns the state at the start of a game."""
        if state is not None:
            raise Error("expected no state to begin with: a setup is a parameter of the game")
        return PaperState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Returns an object that observes states."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return _Observer(self.start, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class PaperState(pyspiel.State):  # type: ignore[misc]
    """A position as a state of OpenSpiel."""

    def __init__(self, game: PaperGame) -> None:
        super().__init__(game)
        self.position = game.start
        self._moves_left = game.most_moves

    def current_player(self) -> int:
        """Returns the player to move, or TERMINAL if the game is over."""
        turn = self.position.turn
        return pyspiel.PlayerId.TERMINAL if turn is None or self._moves_left == 0 else turn

    def _legal_actions(self, player: int) -> list[int]:
        actions: list[int] = np.sort(self.position.legal_actions()).tolist()
        return actions

    def _apply_action(self, action: int) -> None:
        self.position = self.position.apply(self.position.move_of_action(action))
        if self._moves_left is not None:
            self._moves_left -= 1

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.position.move_of_action(action))

    def is_terminal(self) -> bool:
        """Returns whether the game is over."""
        return self.position.is_over or self._moves_left == 0

    def returns(self) -> list[float]:
        """Returns 1 for each winner, -1 for each loser, and 0 for a draw or before the end."""
        outcome = self.position.outcome
        return [0.0] * self.position.players if outcome is None else [float(value) for value in outcome.utilities]

    def __str__(self) -> str:
        return str(self.position)


class _Observer:
    """An observer of the whole position."""

    def __init__(self, start: Position, params: Any) -> None:
        if params:
            raise Error(f"expected no parameters of an observer, found {params}")
        shape = observation_shape(start)
        self._layout = None if len(shape) == 3 else start.graph_layout
        self.tensor: npt.NDArray[np.float32] = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: PaperState, player: int) -> None:
        """Sets the tensor to the position of a state."""
        self.dict["observation"][...] = observation(state.position, self._layout)

    def string_from(self, state: PaperState, player: int) -> str:
        """Returns the position of a state as text."""
        return str(state.position)


def _register(game: str) -> None:
    class Registered(PaperGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game, params)

    # Where a pickle finds it.
    Registered.__name__ = Registered.__qualname__ = f"_Registered_{game}"
    globals()[Registered.__name__] = Registered
    pyspiel.register_game(_game_type(game), Registered)


for _game in GAMES:
    _register(_game)
