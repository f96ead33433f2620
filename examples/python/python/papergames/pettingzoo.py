"""PettingZoo environments of all four games, in its agent-environment cycle (AEC).

    >>> from papergames import pettingzoo
    >>> env = pettingzoo.env("sos", "3x3")
    >>> env.reset()
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     over = termination or truncation
    ...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

An observation is a dictionary: ``observation`` is the array of :mod:`papergames.arrays`, and ``action_mask`` has a 1
for each legal action. The reward at the end is 1 for a win, 0 for a draw and -1 for a loss. A turn may be several
moves by the same agent. Games with too many moves for an index, such as Sprouts from more than 8 spots, are refused.
To repeat random play, seed the spaces that it is drawn from: ``env.action_space(agent).seed(1)``.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

try:
    import gymnasium.spaces as spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError(f"{error}; install it with `pip install 'papergames[pettingzoo]'`") from error

from papergames import Error, Position
from papergames.arrays import has_planes, observation, observation_shape

__all__ = ["PaperGame", "env", "raw_env"]

#: The number of moves after which a game is truncated if it could go on forever.
MOST_MOVES = 1000


def env(
    game: str,
    setup: str | int | None = None,
    *,
    render_mode: str | None = None,
    most_moves: int | None = None,
    **options: Any,
) -> AECEnv[str, dict[str, npt.NDArray[Any]], int | None]:
    """Returns an environment with the usual wrappers: an illegal action loses the game.

    Args:
        game: The name of the game.
        setup: The setup, as for :class:`papergames.Position`.
        render_mode: ``human``, ``ansi``, ``svg``, or ``rgb_array`` for recorders of videos.
        most_moves: The number of moves after which the game is truncated; by default only if it could go on forever.
        options: More options of :class:`papergames.Position`.

    Raises:
        Error: If the setup is wrong, or its moves have no index.
    """
    wrapped = raw_env(game, setup, render_mode=render_mode, most_moves=most_moves, **options)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


def raw_env(
    game: str, setup: str | int | None = None, **options: Any
) -> AECEnv[str, dict[str, npt.NDArray[Any]], int | None]:
    """Returns an environment without wrappers. The arguments are those of :func:`env`."""
    return PaperGame(game, setup, **options)


class PaperGame(AECEnv[str, dict[str, npt.NDArray[Any]], int | None]):  # type: ignore[misc]
    """A game as an environment without wrappers; see :func:`env`."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "papergames_v0",  # with the name of the game, such as papergames_sos_v0
        "render_modes": ["human", "ansi", "svg", "rgb_array"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str,
        setup: str | int | None = None,
        *,
        render_mode: str | None = None,
        most_moves: int | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise Error(f"expected a render mode of {self.metadata['render_modes']}, found {render_mode!r}")
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "name": f"papergames_{game}_v0"}  # type: ignore[misc]
        self.start = Position(game, setup, **options)
        n_actions = self.start.n_actions
        if n_actions is None:
            raise Error(f"expected a setup whose moves have an index, found {self.start}, which has too many")
        if most_moves is None and self.start.bounds.moves is None:
            most_moves = MOST_MOVES
        if most_moves is not None and most_moves < 1:
            raise Error(f"most_moves must be at least 1, found {most_moves}")
        self.most_moves = most_moves
        self.possible_agents = [f"player_{seat}" for seat in range(self.start.players)]
        self.agents: list[str] = []
        self._layout = None if has_planes(self.start) else self.start.graph_layout
        self._n_actions = n_actions
        space = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, observation_shape(self.start), np.float32),
                "action_mask": spaces.Box(0, 1, (n_actions,), np.int8),
            }
        )
        self.observation_spaces: dict[str, spaces.Space[Any]] = dict.fromkeys(self.possible_agents, space)
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(n_actions) for agent in self.possible_agents
        }
        self.position = self.start
        self.n_moves = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of the actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game. The seed does not matter, since these games have no chance."""
        self.position = self.start
        self.n_moves = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.start.turn or 0]

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """Returns the observation of an agent. Only the agent to move has legal actions."""
        position = self.position
        if position.turn is not None and self.possible_agents[position.turn] == agent:
            mask = position.action_mask()
        else:
            mask = np.zeros(self._n_actions, dtype=np.int8)
        return {"observation": observation(position, self._layout), "action_mask": mask}

    def state(self) -> npt.NDArray[Any]:
        """Returns the observation that all agents share, without a mask."""
        return observation(self.position, self._layout)

    def step(self, action: int | None) -> None:
        """Makes the move of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise Error("expected an action, found None: the game is not over")
        self.position = self.position.apply(self.position.move_of_action(action))
        self.n_moves += 1
        self._cumulative_rewards[agent] = 0
        outcome = self.position.outcome
        if outcome is not None:
            self.rewards = dict(zip(self.possible_agents, outcome.utilities, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.most_moves is not None and self.n_moves >= self.most_moves:
            self.truncations = dict.fromkeys(self.agents, True)
        turn = self.position.turn
        if turn is not None:
            self.agent_selection = self.possible_agents[turn]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Returns the board as text, SVG or ``uint8[height, width, 3]``, or prints it, as the render mode says."""
        if self.render_mode == "svg":
            return self.position.svg()
        if self.render_mode == "rgb_array":
            return self.position.pixels()
        if self.render_mode == "human":
            print(self.position.board)
        return self.position.board if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing, since there is no window to close."""
