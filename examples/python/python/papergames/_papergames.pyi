"""Types of the compiled part of papergames, with the docstrings that `make_stub.py` copies from it."""

from collections.abc import Callable, Iterator, Sequence
from os import PathLike
from typing import Any, Final, Literal, TypeAlias, final, overload

import numpy as np
import numpy.typing as npt

_Look: TypeAlias = Literal["light", "print", "book", "dark", "colour-blind", "large"]
#: Called with the nodes, the seconds and a note.
_Progress: TypeAlias = Callable[[int, float, str], object]
#: Returns the values of positions to every player, and the weights of their moves or None.
_Guide: TypeAlias = Callable[[list[Position], list[list[Move]]], tuple[Any, Any]]
_Lands: TypeAlias = Position | str | int

__all__: list[str]
__version__: Final[str]
GAMES: Final[list[str]]

class Error(ValueError):
    """Raised when the library refuses something: the message says what was wrong, where, and what would be right."""

class IllegalMove(Error):
    """Raised when a move is not legal in a position."""

class UnfinishedError(Error):
    """Raised when a limit on time, nodes or memory ends a search before its answer. ``limit`` is the name of the
    limit, and ``nodes`` and ``elapsed`` (in seconds) are what was done.
    """

    nodes: int | None
    elapsed: float | None
    limit: Literal["nodes", "depth", "time", "memory", "stopped", "contradiction"] | None

@final
class Move:
    """A move of a game, which is a single decision by one player.

    Methods that take a move also take its text, so moves are seldom constructed directly. A turn may consist of
    several moves by the same player. Moves are sorted by their texts, with the numbers in them in the order of
    numbers.

    Args:
        game: The name of the game.
        text: The text of the move, such as ``1-2`` or ``Sa1``.

    Examples:
        >>> move = Move("sos", "Sa1")
        >>> str(move), move == Position("sos", "3x3").move("Sa1")
        ('Sa1', True)
    """
    def __new__(cls, game: str, text: str) -> Move: ...
    @property
    def game(self) -> str:
        """The name of the game."""
    @property
    def fields(self) -> dict[str, Any]:
        """What the move consists of, by name: the cell and the letter in SOS; the point or the direction in
        Phutball; both ends, with their corners, and the pieces to the left of the line in Sprouts; both arms in
        Brussels Sprouts. ``Position.move_fields`` knows more, such as where a jump lands.

        Examples:
            >>> Move("sos", "Sb1").fields
            {'cell': 'b1', 'row': 0, 'column': 1, 'letter': 'S'}
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Move, /) -> bool: ...
    def __le__(self, other: Move, /) -> bool: ...
    def __gt__(self, other: Move, /) -> bool: ...
    def __ge__(self, other: Move, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[str, str]]: ...

@final
class LegalMoves(Sequence[Move]):
    """The legal moves of a position, in a fixed order.

    This sequence counts and picks moves without listing them, if the game can: positions of Sprouts can have
    billions of moves.
    """
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    @overload
    def __getitem__(self, index: int, /) -> Move: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Move]: ...
    def __contains__(self, move: object, /) -> bool: ...
    def __iter__(self) -> Iterator[Move]: ...
    def index(self, move: Move | str) -> int:  # type: ignore[override]
        """Returns the index of a legal move.

        Raises:
            Error: If the move is not legal.
        """
    def count(self, move: Move | str) -> int:
        """Returns 1 for a legal move and 0 for any other. To count the moves, use ``Position.n_legal_moves``."""

@final
class Outcome:
    """The outcome of a game, or that of best play.

    Players are numbered from 0 in the order in which they begin.
    """
    @property
    def winner(self) -> int | None:
        """The player who has won alone, or None if there is none."""
    @property
    def winners(self) -> list[int]:
        """The players who have won: one, several who share the win, or none after a draw."""
    @property
    def is_draw(self) -> bool:
        """Whether the game is a draw."""
    @property
    def utilities(self) -> list[int]:
        """The value of the outcome for each player: 1 for a win, alone or shared, 0 for a draw, and -1 for a loss."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Verdict:
    """The proved result of best play from a position.

    Its text is a phrase such as ``the first player wins by 3``. Verdicts that differ only in their times are equal.
    """
    @property
    def outcome(self) -> Outcome:
        """The outcome with best play."""
    @property
    def winner(self) -> int | None:
        """The player who wins with best play, or None if no player wins alone."""
    @property
    def margin(self) -> int | None:
        """In a game decided on points, the points of player 0 at the end minus those of player 1."""
    @property
    def turns(self) -> int | None:
        """The number of turns left if the winner wins as soon as possible and the loser loses as late as possible,
        if known.
        """
    @property
    def nimber(self) -> int | None:
        """The nimber of an impartial position in normal play, if the solver has found it on its way; for Sprouts,
        ``papergames.sprouts.Solver.nimber`` finds it.
        """
    @property
    def moves(self) -> list[Move] | None:
        """The moves that lead to the outcome: all of them if they were requested, otherwise those that the solver
        found, or None if it found none.
        """
    @property
    def nodes(self) -> int:
        """The number of positions that the solver has examined, without the second method of ``Position.verify``."""
    @property
    def seconds(self) -> float:
        """The time that the solver took, in seconds, without the second method."""
    @property
    def by(self) -> str | None:
        """The second method, in words, if ``Position.verify`` has confirmed the result."""
    @property
    def text(self) -> str:
        """The verdict as a sentence without its end."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Bounds:
    """Bounds on the rest of a game. A field that is None has no bound."""
    @property
    def moves(self) -> int | None:
        """The most moves."""
    @property
    def turns(self) -> int | None:
        """The most turns."""
    @property
    def turn(self) -> int | None:
        """The most moves that one player makes in a row."""
    @property
    def scores(self) -> tuple[int, int] | None:
        """The least and the greatest score of any player, in a game with scores."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Graph:
    """A position as a graph with directed edges."""
    @property
    def nodes(self) -> npt.NDArray[np.float32]:
        """The features of the nodes: ``float32[nodes, features]``."""
    @property
    def edges(self) -> npt.NDArray[np.int64]:
        """The nodes where each edge begins and ends: ``int64[2, edges]``, as in PyTorch Geometric."""
    @property
    def kinds(self) -> npt.NDArray[np.int64]:
        """The kind of each edge: ``int64[edges]``."""
    @property
    def names(self) -> list[str]:
        """The name of each node, such as ``spot 4``."""
    @property
    def features(self) -> list[str]:
        """The meaning of each feature of a node."""
    @property
    def kind_names(self) -> list[str]:
        """The name of each kind of edge."""
    def to_networkx(self) -> Any:
        """Returns the graph as a ``networkx.MultiDiGraph``. Its nodes are the names, with the features as
        attributes, and the names of the kinds are the attribute ``kind`` of edges.
        """

@final
class GraphLayout:
    """The layout that all graphs of a game have in common."""
    @property
    def features(self) -> list[str]:
        """The meaning of each feature of a node."""
    @property
    def kinds(self) -> list[str]:
        """The meaning of each kind of edge."""
    @property
    def most_nodes(self) -> int:
        """The greatest number of nodes of a graph."""
    @property
    def most_edges(self) -> int:
        """The greatest number of edges of a graph."""

@final
class Playouts:
    """The results of many random games."""
    @property
    def lengths(self) -> npt.NDArray[np.uint32]:
        """The number of moves in each game: ``uint32[games]``."""
    @property
    def utilities(self) -> npt.NDArray[np.int8]:
        """The value of the outcome for each player: ``int8[games, players]``, with 1 for a win, 0 for a draw and -1
        for a loss. All are 0 if the game was abandoned.
        """
    @property
    def winners(self) -> npt.NDArray[np.int8]:
        """The player who won alone: ``int8[games]``, with -1 if there is none."""
    @property
    def finished(self) -> npt.NDArray[np.bool_]:
        """Whether the game reached its end: ``bool[games]``."""
    @property
    def records(self) -> list[Record] | None:
        """The records of the games, if they were requested."""
    def __len__(self) -> int: ...

@final
class Position:
    """A position of a game with its rules, as an immutable value.

    Equal positions have equal hashes and texts, and the text of a position reads back as the same position.

    Args:
        game: The name of the game: ``sprouts``, ``brussels``, ``sos`` or ``phutball``.
        setup: The setup, such as ``5``, ``4x5`` or ``15x21``, or the text of a position; None means the usual
            setup.
        variant: The name of a variant (Sprouts).
        rules: The name of a rule set (SOS, Phutball); ``papergames.rule_sets(game)`` lists them.
        players: The number of players (SOS).
        misere: Whether the player who makes the last move loses (Sprouts, Brussels Sprouts).
        handicap: What the first player gives the second: points (SOS), or rows before the own goal (Phutball).

    Raises:
        Error: If there is no such game, setup or rule set.

    Examples:
        >>> position = Position("sprouts", 2)
        >>> len(position.legal_moves), str(position.legal_moves[0])
        (3, '1-1')
        >>> end = position.apply("1-2", "1-2", "1-2!", "3-4!")
        >>> end.is_over, end.outcome.winner
        (True, 1)
    """
    def __new__(
        cls,
        game: str,
        setup: str | int | None = None,
        *,
        variant: str | None = None,
        rules: str | None = None,
        players: int | None = None,
        misere: bool = False,
        handicap: int | None = None,
    ) -> Position: ...
    @property
    def game(self) -> str:
        """The name of the game: ``sprouts``, ``brussels``, ``sos`` or ``phutball``."""
    @property
    def players(self) -> int:
        """The number of players."""
    @property
    def turn(self) -> int | None:
        """The player to move, counted from 0; None when the game is over.

        A turn may consist of several moves by the same player, so check this after every move.
        """
    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game, or None if it is not over."""
    @property
    def scores(self) -> tuple[int, ...] | None:
        """The points of every player, or None in games without points."""
    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves, in a fixed order, as a sequence that lists moves only when it has to.

        Examples:
            >>> moves = Position("sos", "3x3").legal_moves
            >>> len(moves), str(moves[-1]), "Sa1" in moves, "Xa1" in moves
            (18, 'Oc3', True, False)
        """
    @property
    def n_legal_moves(self) -> int:
        """The number of legal moves. Positions of Sprouts can have billions of moves."""
    def move(self, text: str) -> Move:
        """Returns the legal move that a text means, in any spelling that people type.

        Raises:
            IllegalMove: If the move is not legal here.
            Error: If the text is not a move, or means several.
        """
    def moves(self, text: str) -> list[Move]:
        """Returns the moves that a text means: one, or all moves of a turn.

        Examples:
            >>> position = Position("phutball", "15x21").apply("h11", "h9")
            >>> [str(move) for move in position.moves("h10-h12")]
            ['N']
        """
    def why_illegal(self, move: Move | str) -> str | None:
        """Returns a sentence that explains why a move is illegal, or None if it is legal."""
    def apply(self, *moves: Move | str) -> Position:
        """Returns the position after some moves. The position itself does not change.

        Args:
            moves: Moves or their texts; a text may stand for all moves of a turn.

        Raises:
            IllegalMove: If a move is not legal.
            Error: If a text is not a move.
        """
    def say(self, move: Move | str) -> str:
        """Returns a legal move in words."""
    def random_move(self, seed: int) -> Move | None:
        """Returns a random legal move, all equally likely, or None when the game is over. The same seed gives the
        same move.
        """
    @property
    def board(self) -> str:
        """A text of a few lines that shows the board."""
    @property
    def fields(self) -> dict[str, Any]:
        """What the position consists of, by name: the rows of the board in SOS; the ball, the men, and the rows of
        the board, upwards from row 0, in Phutball; the lives of spots, or the arms of stars, and the regions with
        their boundaries in Sprouts and Brussels Sprouts.

        Examples:
            >>> Position("sprouts", 2).apply("1-2").fields
            {'lives': {1: 2, 2: 2, 3: 1}, 'regions': [[[1, 3, 2, 3]]]}
        """
    def move_fields(self, move: Move | str) -> dict[str, Any]:
        """Returns what a legal move consists of, by name: ``Move.fields``, and what depends on the position. That is
        where a jump of Phutball begins and lands and which men it removes, and for a line of Sprouts its region, the
        new spot, and the nodes of ``graph()`` where it begins and ends.

        Examples:
            >>> fields = Position("sprouts", 3).apply("1-2").move_fields("3-4")
            >>> fields["from"], fields["to"], fields["region"], fields["new"]
            (3, 4, 0, 5)
        """
    @property
    def symmetry_class(self) -> str:
        """A text that is the same for positions that a symmetry of the game maps to each other."""
    @property
    def images(self) -> list[Position]:
        """The images of the position under every symmetry of its board, beginning with the position itself. Empty
        for games without a board.

        ``action_images`` and ``cell_images`` have the symmetries in the same order.

        Examples:
            >>> images = Position("sos", "2x3").apply("Sa1").images
            >>> len(images), len(set(images))
            (4, 4)
        """
    def svg(self, *, look: _Look = "light", labels: bool = True, view: str = "") -> str:
        """Draws the position as SVG.

        Args:
            look: ``light``, ``print``, ``book``, ``dark``, ``colour-blind`` or ``large``.
            labels: Whether to label spots with numbers and boards with coordinates.
            view: Another view, such as ``survivors`` of Sprouts.

        Examples:
            >>> Position("phutball", "5x5").svg(view="field").count("<svg")
            1
        """
    def picture(self, kind: str, *, look: _Look = "light", labels: bool = True, view: str = "") -> str:
        """Draws the position as a picture of any kind.

        Args:
            kind: ``still``, ``film``, ``animation``, ``tikz`` for LaTeX, or ``json``. The last two are for Sprouts and
                Brussels Sprouts.
            look: ``light``, ``print``, ``book``, ``dark``, ``colour-blind`` or ``large``.
            labels: Whether to label spots with numbers and boards with coordinates.
            view: Another view, such as ``survivors`` of Sprouts.

        Examples:
            >>> Position("sprouts", "2").picture("tikz").count("tikzpicture")
            2
        """
    def pixels(
        self, *, width: int = 600, height: int = 600, look: _Look = "light", labels: bool = True, view: str = ""
    ) -> npt.NDArray[np.uint8]:
        """Draws the position as pixels, ``uint8[height, width, 3]``: in the middle of a white page, as large as
        fits.

        Args:
            width: The width in pixels.
            height: The height in pixels.
            look: ``light``, ``print``, ``book``, ``dark``, ``colour-blind`` or ``large``.
            labels: Whether to label spots with numbers and boards with coordinates.
            view: Another view, such as ``survivors`` of Sprouts.

        Raises:
            Error: If the picture would be too large.

        Examples:
            >>> Position("sos", "3x3").pixels(width=300, height=200).shape
            (200, 300, 3)
        """
    def png(self, *, width: int = 800, look: _Look = "light", labels: bool = True, view: str = "") -> bytes:
        """Draws the position as PNG, the bytes of a file.

        Args:
            width: The width in pixels.
            look: ``light``, ``print``, ``book``, ``dark``, ``colour-blind`` or ``large``.
            labels: Whether to label spots with numbers and boards with coordinates.
            view: Another view, such as ``survivors`` of Sprouts.

        Raises:
            Error: If the picture would be too large.

        Examples:
            >>> Position("sos", "3x3").png(width=200)[1:4]
            b'PNG'
        """
    def _repr_svg_(self) -> str: ...
    def perft(self, depth: int, *, turns: bool = False, time: float | None = None, nodes: int | None = None) -> int:
        """Counts the sequences of a given number of legal moves.

        Args:
            depth: The length.
            turns: Whether to count whole turns, in a game where a turn can consist of several moves.
            time: The most seconds.
            nodes: The most positions.

        Raises:
            UnfinishedError: If a limit ends the count.

        Examples:
            >>> [Position("sprouts", 2).perft(depth) for depth in range(1, 6)]
            [3, 19, 98, 372, 360]
        """
    def solve(
        self,
        *,
        every_move: bool = False,
        time: float | None = None,
        nodes: int | None = None,
        memory: int | None = None,
        threads: int = 1,
        store: str | PathLike[str] | None = None,
        progress: _Progress | None = None,
    ) -> Verdict:
        """Proves who wins with best play.

        Args:
            every_move: Whether to find every move that keeps the outcome.
            time: The most seconds.
            nodes: The most positions.
            memory: The most bytes for tables and for the pages of the store.
            threads: The number of threads; only normal play of Sprouts uses more than one.
            store: A file that keeps results while the search runs, for the next call and in case the process is killed.
                It is created if it does not exist. Only one call at a time can use it.
            progress: Called with the nodes, the seconds and a note a few times each second.

        Raises:
            UnfinishedError: If a limit ends the search.
            Error: If there is no solver for the position.

        Examples:
            >>> verdict = Position("sos", "3x3").solve(every_move=True)
            >>> str(verdict), [str(move) for move in verdict.moves][:2]
            ('a draw', ['Sa1', 'Oa1'])
        """
    def certify(
        self,
        *,
        time: float | None = None,
        nodes: int | None = None,
        memory: int | None = None,
        progress: _Progress | None = None,
    ) -> str:
        """Solves the position and returns a proof of the outcome as text (Sprouts, SOS). ``papergames.check`` and
        ``python -m papergames check FILE`` check it without any code of the solver.

        Args:
            time: The most seconds.
            nodes: The most positions.
            memory: The most bytes for tables.
            progress: Called with the nodes, the seconds and a note a few times each second.

        Raises:
            UnfinishedError: If a limit ends the search.
            Error: If there is no solver that writes certificates for the position.

        Examples:
            >>> from papergames import check
            >>> check(Position("sos", "2x3", rules="first").certify())[:45]
            'the board .../... is worth 0 to the player to'
        """
    def guarantees(
        self,
        *,
        time: float | None = None,
        nodes: int | None = None,
        memory: int | None = None,
        progress: _Progress | None = None,
    ) -> list[str]:
        """Finds what each player can force alone if all the others play together, for games of three or more
        players.

        Args:
            time: The most seconds.
            nodes: The most positions.
            memory: The most bytes for tables.
            progress: Called with the nodes, the seconds and a note a few times each second.

        Returns:
            ``"loss"``, ``"share"`` or ``"win"`` for each player, in the order of turns from the first player.

        Raises:
            UnfinishedError: If a limit ends the search.
            Error: If there is no solver for the position.

        Examples:
            >>> Position("sos", "1x4", players=3).guarantees()
            ['share', 'loss', 'loss']
        """
    def games_by_length(self, *, time: float | None = None, memory: int | None = None) -> dict[int, int]:
        """Counts the complete games of Brussels Sprouts from this position by their length, with labelled arms. This
        counts face by face, without visiting each game.

        Args:
            time: The most seconds.
            memory: The most bytes for tables.

        Raises:
            UnfinishedError: If a limit ends the count.
            Error: If the game cannot be counted in this way.
            OverflowError: If a count exceeds 128 bits.

        Examples:
            >>> Position("brussels", "4,4").games_by_length()
            {8: 9175040}
        """
    def verify(
        self,
        *,
        time: float | None = None,
        nodes: int | None = None,
        memory: int | None = None,
        store: str | PathLike[str] | None = None,
        progress: _Progress | None = None,
    ) -> Verdict:
        """Proves who wins by two methods that share only the rules, and compares them.

        The second method knows few tricks, so it takes far longer than ``solve``: misère Sprouts from six spots
        takes seconds, and from seven minutes. The arguments are those of ``solve``. ``Verdict.nodes`` and
        ``seconds`` are those of the first method; ``Verdict.by`` describes the second, and the size of its search.

        Raises:
            Error: If the methods disagree, or there is no second method for the position.
        """
    def playout(self, seed: int = 0, *, most_moves: int = 100_000) -> Record:
        """Plays random moves until the game is over, and returns the record of the game.

        Args:
            seed: The same seed plays the same game.
            most_moves: The number of moves after which the game is abandoned.
        """
    def playouts(
        self,
        games: int,
        *,
        seed: int = 0,
        threads: int | None = None,
        most_moves: int = 100_000,
        records: bool = False,
    ) -> Playouts:
        """Plays random games from this position, on several threads and without the GIL.

        Game *i* uses the seed ``seed + i``, so the results are the same for any number of threads, and
        ``playout(seed + i)`` plays this game again.

        Args:
            games: The number of games to play.
            seed: The seed of the first game.
            threads: The number of threads; None means one on each core.
            most_moves: The number of moves after which a game is abandoned.
            records: Whether to keep the records of the games.

        Examples:
            >>> played = Position("sprouts", 5).playouts(100, seed=7)
            >>> int(played.lengths.min()) >= 10 and int(played.lengths.max()) <= 14
            True
        """
    @property
    def n_actions(self) -> int | None:
        """The number of indices of moves, which is the same throughout a game; None if the game has too many moves
        for an index.
        """
    def action(self, move: Move | str) -> int:
        """Returns the index of a legal move.

        Examples:
            >>> position = Position("sos", "2x3")
            >>> position.n_actions, position.action("Sc1"), str(position.move_of_action(2))
            (12, 2, 'Sc1')
        """
    def move_of_action(self, action: int) -> Move:
        """Returns the legal move with an index.

        Raises:
            IllegalMove: If there is none in this position.
        """
    def legal_actions(self) -> npt.NDArray[np.int64]:
        """Returns the indices of the legal moves, in the order of ``legal_moves``: ``int64[moves]``."""
    def action_mask(self) -> npt.NDArray[np.int8]:
        """Returns a mask of the indices that are legal moves: ``int8[n_actions]``, with 1 for those that are."""
    @property
    def part_sizes(self) -> list[int]:
        """The sizes of the parts of a move, in a game whose moves are short lists of choices (Sprouts, Brussels
        Sprouts).
        """
    def parts(self, move: Move | str) -> list[int]:
        """Returns the parts of a legal move: for each part, a number below its size."""
    def move_of_parts(self, parts: Sequence[int]) -> Move:
        """Returns the legal move with these parts.

        Raises:
            IllegalMove: If there is none in this position.
        """
    def planes(self) -> npt.NDArray[np.float32]:
        """Returns the position as planes over the cells of the board: ``float32[planes, rows, columns]`` (SOS,
        Phutball).
        """
    def action_images(self) -> npt.NDArray[np.int64]:
        """Returns where each symmetry of the board moves the indices of moves: ``int64[symmetries, n_actions]``.

        With it, one game gives as many examples as the board has symmetries: ``images`` has the positions, and
        ``policy_image[action_images[s]] = policy`` moves a policy.
        """
    def cell_images(self) -> npt.NDArray[np.int64]:
        """Returns where each symmetry of the board moves the cells: ``int64[symmetries, cells]``.

        A cell is its row times the number of columns, plus its column.
        """
    @property
    def plane_names(self) -> list[str]:
        """The meaning of each plane, in order (SOS, Phutball)."""
    def graph(self) -> Graph:
        """Returns the position as a graph (Sprouts, Brussels Sprouts).

        Examples:
            >>> graph = Position("sprouts", 2).graph()
            >>> graph.names[:4]
            ['spot 1', 'spot 2', 'region 0', 'boundary 0.0']
        """
    @property
    def graph_layout(self) -> GraphLayout:
        """The layout of all graphs of this game: the names of features and of kinds of edges, and the greatest
        sizes.
        """
    @property
    def bounds(self) -> Bounds:
        """Bounds on all games that continue from this position."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[str, str]]: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, _memo: Any) -> Position: ...

@final
class Record:
    """The record of a game: a setup, and the moves played from it.

    Unlike a position, a record changes: ``push`` and ``pop`` play and take back moves.

    Args:
        setup: The position in which the game begins.

    Examples:
        >>> record = Record(Position("sos", "3x3"))
        >>> record.push("Sa1"); record.push("Ob1"); record.push("Sc1")
        >>> record.position.scores, record.position.turn
        ((1, 0), 0)
        >>> str(record.pop()), len(record)
        ('Sc1', 2)
    """
    def __new__(cls, setup: Position) -> Record: ...
    @staticmethod
    def parse(game: str, text: str) -> Record:
        """Reads a record from the text that ``str`` writes: a position and moves, with blanks between them. The
        position may be a setup, such as ``3x3`` in SOS.

        To read other notations, use ``papergames.read``.
        """
    @staticmethod
    def from_bytes(game: str, data: bytes) -> Record:
        """Reads a record from the bytes that ``to_bytes`` returned."""
    def to_bytes(self) -> bytes:
        """Returns the record as bytes, about two for each move, without what ``stated``, ``notes`` and ``players``
        say.
        """
    @property
    def game(self) -> str:
        """The name of the game."""
    @property
    def setup(self) -> Position:
        """The position in which the game begins."""
    @property
    def position(self) -> Position:
        """The position after the last move."""
    @property
    def moves(self) -> list[Move]:
        """The moves, in order."""
    @property
    def positions(self) -> list[Position]:
        """Every position of the game in order, from the setup to the last."""
    @property
    def turns(self) -> int:
        """The number of turns so far, in a game where a turn can consist of several moves."""
    @property
    def repetitions(self) -> int:
        """The number of times that the last position has occurred in the game, including the last time."""
    @property
    def swapped(self) -> bool:
        """Whether the players have exchanged seats by the pie rule. The record still names the player in the first
        seat first.
        """
    def swap(self) -> None:
        """Lets the second player take the first player's seat, by the pie rule.

        Raises:
            Error: If the last move does not end the first turn of a game for two, or the players have exchanged seats.

        Examples:
            >>> record = Record(Position("sos", "3x3"))
            >>> record.push("Sb2"); record.swap()
            >>> record.write("text")
            '# swapped by the pie rule\\n.../.../...:1:0-0 Sb2'
        """
    @property
    def stated(self) -> Outcome | None:
        """The outcome stated in the text that the record was read from.

        If the moves do not end the game, a player resigned.
        """
    @property
    def notes(self) -> list[str]:
        """How the text that the record was read from was understood, as sentences, if it could have been understood
        differently.
        """
    @property
    def players(self) -> str | None:
        """The players that the text names from which the record was read, in the order of their seats, maybe with
        the event: ``Ada - Bob, London``. None if it names none.
        """
    @property
    def facts(self) -> list[tuple[str, bool]]:
        """Theorems and rules about a finished game, as sentences, each with whether it holds."""
    @property
    def board(self) -> str:
        """A text of a few lines that shows the last board, with details such as the last move."""
    def push(self, move: Move | str) -> None:
        """Plays a move, or all moves of a turn.

        Raises:
            IllegalMove: If the move is not legal; the record does not change.
        """
    def pop(self) -> Move | None:
        """Takes back the last move and returns it, or None if there is none."""
    def copy(self) -> Record:
        """Returns a copy of the record."""
    def write(self, format: str = "text") -> str:
        """Writes the record in a notation; ``papergames.formats`` lists them.

        Raises:
            Error: If there is no such notation, or it cannot express the record.

        Examples:
            >>> record = Record.parse("sprouts", "2+ 1-2 1-2")
            >>> record.write("text")
            '2+ 1-2 1-2'
        """
    def svg(self, *, look: _Look = "light", labels: bool = True, view: str = "") -> str:
        """Draws the last position as SVG, with details such as the last move."""
    def picture(self, kind: str, *, look: _Look = "light", labels: bool = True, view: str = "") -> str:
        """Draws the record as a picture of any kind.

        Args:
            kind: ``still``, ``film``, ``animation``, ``tikz`` for LaTeX, or ``json``. The last two are for Sprouts and
                Brussels Sprouts.
            look: ``light``, ``print``, ``book``, ``dark``, ``colour-blind`` or ``large``.
            labels: Whether to label spots with numbers and boards with coordinates.
            view: Another view, such as ``survivors`` of Sprouts.
        """
    def png(self, *, width: int = 800, look: _Look = "light", labels: bool = True, view: str = "") -> bytes:
        """Draws the last position as PNG, the bytes of a file.

        Args:
            width: The width in pixels.
            look: ``light``, ``print``, ``book``, ``dark``, ``colour-blind`` or ``large``.
            labels: Whether to label spots with numbers and boards with coordinates.
            view: Another view, such as ``survivors`` of Sprouts.

        Raises:
            Error: If the picture would be too large.
        """
    def film(self, *, look: _Look = "light", labels: bool = True, view: str = "", columns: int = 4) -> str:
        """Draws all positions side by side as one SVG."""
    def animation(self, *, look: _Look = "light", labels: bool = True, view: str = "", seconds: float = 1.0) -> str:
        """Draws all positions one after another as one animated SVG.

        Args:
            look: ``light``, ``print``, ``book``, ``dark``, ``colour-blind`` or ``large``.
            labels: Whether to label spots with numbers and boards with coordinates.
            view: Another view, such as ``survivors`` of Sprouts.
            seconds: The time for which each position is shown.
        """
    def _repr_svg_(self) -> str: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...
    def __copy__(self) -> Record: ...
    def __deepcopy__(self, _memo: Any) -> Record: ...
    __hash__: None  # type: ignore[assignment]

@final
class Format:
    """A notation for games or positions."""
    @property
    def name(self) -> str:
        """The name of the notation."""
    @property
    def about(self) -> str:
        """A description in one line."""
    @property
    def example(self) -> str:
        """A short text in this notation."""
    @property
    def is_read(self) -> bool:
        """Whether games can be read in this notation, or at least positions."""
    @property
    def is_written(self) -> bool:
        """Whether records can be written in this notation."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class RuleSet:
    """A rule set or variant of a game."""
    @property
    def name(self) -> str:
        """The name, as setups use it."""
    @property
    def about(self) -> str:
        """A paragraph about what it changes."""
    @property
    def source(self) -> str:
        """Where it was published."""
    @property
    def example(self) -> str:
        """A short game that shows what it changes, as ``Record.parse`` reads it."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Candidate:
    """A move that a tree search has tried."""
    @property
    def move(self) -> Move:
        """The move that was tried."""
    @property
    def visits(self) -> int:
        """The number of times that the search chose this move."""
    @property
    def value(self) -> float:
        """The value of the position after the move for the player who makes it, from -1 to 1 unless it is in points."""
    @property
    def share(self) -> float:
        """The share of the move in all visits, which is a target for a learner."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Report:
    """The report of a search or an engine. Reports that differ only in their times are equal."""
    @property
    def best(self) -> Move:
        """The best move, which begins the line.

        Raises:
            Error: If the line is empty, since the search ended before it found a move.
        """
    @property
    def line(self) -> list[Move]:
        """The expected line of play, beginning with the best move."""
    @property
    def value(self) -> float | None:
        """The value of the position for the player to move, in points or certain wins, or None if nothing was
        searched.
        """
    @property
    def proved(self) -> Outcome | None:
        """The outcome with best play, if it is proved."""
    @property
    def depth(self) -> int:
        """The depth of the search in moves."""
    @property
    def nodes(self) -> int:
        """The number of positions or random games examined."""
    @property
    def seconds(self) -> float:
        """The time that the search took, in seconds."""
    @property
    def candidates(self) -> list[Candidate]:
        """The candidate moves of a tree search. Empty for other searches."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Engine:
    """An opponent that chooses moves.

    Args:
        game: The name of the game.
        level: The playing strength, from 1 (a beginner) to 5 (as strong as possible).
        seed: The seed of its random choices.
        name: The name of an engine instead of a level: ``engine``, ``mcts``, ``random`` or one of :func:`engines`.

    Examples:
        >>> engine = Engine("sos", level=3, seed=1)
        >>> report = engine.choose(Position("sos", "S../.../..S:1:0-0"))
        >>> report.best in Position("sos", "S../.../..S:1:0-0").legal_moves
        True
    """
    def __new__(cls, game: str, level: int = 3, *, seed: int = 0, name: str | None = None) -> Engine: ...
    def choose(
        self,
        game: Position | Record,
        *,
        time: float | None = None,
        nodes: int | None = None,
        memory: int | None = None,
        depth: int | None = None,
        progress: Callable[[Report], object] | None = None,
    ) -> Report:
        """Chooses a move in the last position of a game.

        A level also keeps to a budget of its own. An engine with a name, without limits, works for a second.

        Args:
            game: A record, or a position.
            time: The most seconds.
            nodes: The most positions or random games.
            memory: The most bytes for tables and trees.
            depth: The number of moves to look ahead.
            progress: A function that is called with a report now and then during the search.

        Raises:
            Error: If the game is over.
        """

@final
class MonteCarlo:
    """Monte-Carlo tree search, with random games or guided by a function such as a network.

    A guide is called with a list of positions and a list of their legal moves. It returns the values of the
    positions for every player, from -1 (lost) to 1 (won), as an array ``[positions, players]``, and the weights of
    the moves, as a list of arrays in the order of the moves. None in place of the weights means that they are equal.

    Args:
        seed: The seed of random games and of noise.
        exploration: The preference for moves that the search has tried less; the square root of 2 if None.
        batch: The number of positions that a guide is asked about at once.
        root_noise: ``(alpha, share)``: mixes noise from a Dirichlet distribution into the weights at the root.
        most_moves: The number of moves after which a random game is abandoned and counted as a draw.

    Examples:
        >>> report = MonteCarlo(seed=1).run(Position("sos", "2x3"), nodes=200)
        >>> report.nodes, sum(candidate.visits for candidate in report.candidates)
        (200, 199)
    """
    def __new__(
        cls,
        seed: int = 0,
        *,
        exploration: float | None = None,
        batch: int = 1,
        root_noise: tuple[float, float] | None = None,
        most_moves: int = 10_000,
    ) -> MonteCarlo: ...
    def run(
        self,
        position: Position,
        *,
        time: float | None = None,
        nodes: int | None = None,
        memory: int | None = None,
        guide: _Guide | None = None,
        progress: Callable[[Report], object] | None = None,
    ) -> Report:
        """Grows a tree until the value is proved or a limit is reached.

        Args:
            position: The position.
            time: The most seconds.
            nodes: The most random games, or opinions of the guide.
            memory: The most bytes for the tree.
            guide: A function that values positions in place of random games.
            progress: Called with a report every thousand games.

        Raises:
            Error: If there is no limit, or the game is over, or the guide returns something else.
        """

@final
class Step:
    """A step of an episode: what the search knew before a move."""
    @property
    def moves(self) -> list[Move]:
        """The moves that the search preferred, in the order of ``legal_moves``."""
    @property
    def shares(self) -> list[float]:
        """The share of each of these moves in all visits: the policy, a target for a learner."""
    @property
    def value(self) -> float | None:
        """The value of the position for the player to move, from -1 to 1 unless it is in points; None if unknown."""

@final
class Episode:
    """A game of self-play, with what the search knew before every move."""
    @property
    def record(self) -> Record:
        """The record of the game."""
    @property
    def steps(self) -> list[Step]:
        """The steps of the game: what the search knew before each move."""
    def to_bytes(self) -> bytes:
        """Returns the episode in a compact form. The bytes of several episodes one after the other make a file."""
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]

@final
class Audit:
    """The findings of an audit of a store, in which every result either follows from others or is counted as
    unproved.
    """
    @property
    def results(self) -> int:
        """The number of results in the store."""
    @property
    def proved(self) -> int:
        """The number of results that follow from the rules and other proved results."""
    @property
    def assumed(self) -> int:
        """The number of results that follow only if unproved results are true."""
    @property
    def unknown(self) -> int:
        """The number of results neither proved nor refuted."""
    @property
    def examples(self) -> list[str]:
        """The first few results that are not proved."""
    @property
    def is_proved(self) -> bool:
        """Whether every result of the store is proved."""

def formats(game: str) -> list[Format]:
    """Returns the notations of a game.

    Examples:
        >>> [format.name for format in formats("brussels")]
        ['game', 'text']
        >>> [format.name for format in formats("sprouts") if not format.is_read]
        ['hoey-short', 'glop', 'ajs']
    """

def read(
    game: str, text: str, *, format: str | None = None, rules: str | None = None, misere: bool = False
) -> list[Record]:
    """Reads the games in a text, in any notation of the game.

    A position is read as a game without moves.

    Args:
        game: The name of the game.
        text: One or several games.
        format: The name of the notation; guessed if None.
        rules: The name of the rules, for a notation that does not state them.
        misere: Whether play is misère, for a notation that does not state it.

    Raises:
        Error: If the text is wrong; the message names the line and the move.
    """

def rule_sets(game: str) -> list[RuleSet]:
    """Returns the rule sets and variants of a game, the usual one first."""

def title(game: str) -> str:
    """Returns the name of a game as a heading."""

def summary(game: str) -> str:
    """Returns the rules of a game in two or three lines."""

def engines(game: str) -> list[str]:
    """Returns the names of the engines that only this game has, beside ``engine``, the engine of level 5 without a
    limit of its own, and ``mcts`` and ``random``, which every game has. ``baseline`` may be followed by the depth of
    its search, as in ``baseline:5``.

    Examples:
        >>> engines("phutball")
        ['baseline']
    """

def self_play(
    start: Position,
    games: int,
    *,
    nodes: int,
    seed: int = 0,
    threads: int | None = None,
    opening: int = 8,
    temperature: float = 1.0,
    most_moves: int = 1000,
    guide: _Guide | None = None,
    batch: int = 1,
    root_noise: tuple[float, float] | None = None,
) -> list[Episode]:
    """Plays games in which a Monte-Carlo tree search chooses the moves of all players, and keeps what it knew at
    every move.

    Args:
        start: The position in which every game begins.
        games: The number of games.
        nodes: The random games, or opinions of the guide, for each move.
        seed: The same seed plays the same games, on any number of threads.
        threads: The number of games to play at once; None means one on each core.
        opening: The number of opening moves that are sampled by their visits, so that games differ.
        temperature: The temperature of that sampling.
        most_moves: The number of moves after which a game is abandoned.
        guide: A function that values positions in place of random games; see ``MonteCarlo``.
        batch: The number of positions that a guide is asked about at once.
        root_noise: ``(alpha, share)``: mixes noise from a Dirichlet distribution into the weights at the root.

    Examples:
        >>> episode, = self_play(Position("sos", "2x3"), 1, nodes=50)
        >>> len(episode), len(episode.steps), round(sum(episode.steps[0].shares), 6)
        (6, 6, 1.0)
    """

def read_episodes(game: str, data: bytes) -> list[Episode]:
    """Reads the episodes of a file of self-play.

    Raises:
        Error: If the bytes are damaged, or of another game.

    Examples:
        >>> episodes = self_play(Position("brussels", 2), 2, nodes=20)
        >>> read_episodes("brussels", b"".join(episode.to_bytes() for episode in episodes)) == episodes
        True
    """

def planes(positions: Sequence[Position]) -> npt.NDArray[np.float32]:
    """Returns the planes of many positions: ``float32[positions, planes, rows, columns]``.

    All positions must have boards of the same shape.

    Examples:
        >>> record = Position("sos", "3x3").playout(1)
        >>> planes(record.positions).shape
        (10, 5, 3, 3)
    """

def audit(
    game: str,
    path: str | PathLike[str],
    *,
    time: float | None = None,
    nodes: int | None = None,
    resume: str | PathLike[str] | None = None,
    progress: _Progress | None = None,
) -> Audit:
    """Checks every result of a store against the rules and the results from which it follows. The store is only
    read, but no one can write to it in the meantime. A large store takes about as long as the search that wrote it.

    Args:
        game: The name of the game.
        path: The store, as ``Position.solve`` and the solvers write it.
        time: The most seconds.
        nodes: The most results.
        resume: A file in which an audit that a limit or Ctrl-C ends writes how far it came, and from which the next
            audit of the same store goes on. Its contents are trusted.
        progress: Called with the number of results checked, the seconds, and a note that contains the share of results.

    Raises:
        UnfinishedError: If a limit ends the audit.
        Error: If a result is wrong; the message names it.
    """

def check(text: str, claim: str | None = None, *, time: float | None = None) -> str:
    """Checks a certificate of Sprouts or SOS with a program that shares no code with the solvers.

    Args:
        text: The text of the certificate, as ``Position.certify`` writes it.
        claim: What it has to be about, such as ``sprouts 11 normal``; None means anything.
        time: The most seconds; an hour if None.

    Returns:
        What it proves, as a sentence.

    Raises:
        UnfinishedError: If the time is over.
        Error: If something is wrong with the text, or a fact does not follow, or it is about something else.
    """

# Sprouts.

@final
class Solver:
    """A solver of Sprouts, which finds who wins a position and remembers what it has proved."""
    def __new__(
        cls,
        *,
        misere: bool = False,
        variant: str = "standard",
        threads: int = 1,
        memory: int | None = None,
        seed: int = 0,
    ) -> Solver: ...
    def solve(
        self,
        position: Position,
        *,
        every_move: bool = False,
        time: float | None = None,
        nodes: int | None = None,
        store: str | PathLike[str] | None = None,
        progress: _Progress | None = None,
    ) -> Verdict:
        """Finds who wins a position.

        Args:
            position: A position with the rules of the solver.
            every_move: Whether to find every winning move.
            time: The most seconds.
            nodes: The most positions.
            store: A file that keeps results while the search runs, as that of ``Position.solve`` does. What the solver
                knew before only counts if a proof from the rules confirms it.
            progress: Called with the nodes, the seconds and a note a few times each second.
        """
    def mover_wins(
        self,
        lands: _Lands,
        *,
        time: float | None = None,
        nodes: int | None = None,
        progress: _Progress | None = None,
    ) -> bool:
        """Finds whether the player to move wins on lands, by the rules of this solver."""
    def nimber(
        self,
        lands: _Lands,
        *,
        time: float | None = None,
        nodes: int | None = None,
        progress: _Progress | None = None,
    ) -> int:
        """Finds the nimber of lands in normal play."""
    def misere_nimber(
        self,
        lands: _Lands,
        *,
        time: float | None = None,
        nodes: int | None = None,
        progress: _Progress | None = None,
    ) -> int:
        """Finds the misère Grundy number of lands: the size of the least Nim heap beside which the player to move
        loses misère play.
        """
    def winning_moves(
        self,
        position: Position,
        *,
        time: float | None = None,
        nodes: int | None = None,
        progress: _Progress | None = None,
    ) -> list[Move]:
        """Lists the winning moves of a position. The list is empty if the player to move loses."""
    def known_nimber(self, land: str) -> int | None:
        """Returns the nimber of a land, or None if the solver does not know it yet."""
    def learn(self, nimbers: Sequence[tuple[str, int]]) -> None:
        """Adds the nimbers of lands to the solver, without checking them.

        Args:
            nimbers: Lands as text with their nimbers, from 0 to 63, as ``Solver.nimbers`` returns them.

        Examples:
            >>> solver = Solver()
            >>> solver.learn([("AB|AB", 1)])
            >>> solver.known_nimber("AB|AB")
            1
        """
    def learn_exclusions(self, nimbers: Sequence[tuple[str, int]]) -> None:
        """Adds nimbers that lands do not have to the solver, without checking them."""
    def nimbers(self) -> list[tuple[str, int]]:
        """Returns all lands whose nimbers are known, with their nimbers."""
    def exclusions(self) -> list[tuple[str, int]]:
        """Returns the nimbers that lands with unknown nimbers are proved not to have."""
    def load(self, path: str | PathLike[str]) -> None:
        """Loads the results of a store into the solver. Several programs can load one file at the same time."""
    def save(self, path: str | PathLike[str]) -> None:
        """Writes all results that are not yet in a store, with those that were loaded from others. Creates the file
        if it does not exist.
        """
    def certify(
        self,
        position: Position,
        *,
        time: float | None = None,
        nodes: int | None = None,
        progress: _Progress | None = None,
    ) -> Certificate:
        """Solves a position and returns a proof that other programs can check.

        Raises:
            Error: If the position is of a variant, or the proof needs a wrong fact that was added to the solver.
        """
    @property
    def work(self) -> dict[str, int]:
        """Returns counts of the work that the solver has done since it was created. While a call of another thread
        works, only its nodes are counted, as of its last report of progress.

        ``nodes`` counts visits to lands, ``expanded`` listings of children, ``listed`` children made, ``arranged``
        lands looked up by their arranged spelling, ``canonised`` those of them not found, and ``lands`` lands in
        memory.
        """

@final
class Certificate:
    """A proof of who wins a position, which independent programs can check.

    Its text is the contents of a certificate file. ``check`` and ``python -m papergames check FILE`` check it
    without any code of the solver. ``examples/check/FORMAT.md`` in the repository describes the format.

    Examples:
        >>> from papergames import Position
        >>> certificate = Solver().certify(Position("sprouts", 2))
        >>> Certificate.parse(str(certificate)).check("sprouts 2 normal")[:52]
        'the player to move loses 0*2, the start with 2 spots'
    """
    @staticmethod
    def parse(text: str) -> Certificate:
        """Reads the text of a certificate of Sprouts. To find whether it proves anything, use ``check``.

        Raises:
            Error: If it is not such a text.
        """
    def check(self, claim: str | None = None, *, time: float | None = None) -> str:
        """Checks the proof; see ``papergames.check``."""
    @property
    def mover_wins(self) -> bool:
        """Whether the player to move wins."""
    @property
    def lands(self) -> str:
        """The lands that the proof is about."""
    @property
    def facts(self) -> list[str]:
        """The facts that the proof uses: lands with their nimbers, or positions lost in misère play."""
    @property
    def text(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

def lands(of: _Lands) -> str:
    """Returns the lands of a position in canonical form, as text, by which solvers identify positions.

    Lands have no spot names, and positions with equal lands are equivalent. Their text is in the notation of the
    solver GLOP.

    Examples:
        >>> lands(Position("sprouts", 3).apply("1-2"))
        '0.1a1a'
    """

def split(of: _Lands) -> list[str]:
    """Returns the lands one by one, each as text."""

def children(land: str) -> list[str]:
    """Returns the lands that each move on one land leads to, without duplicates.

    Examples:
        >>> children("0")
        ['AB|AB']
    """

def lives(of: _Lands) -> int:
    """Returns the number of lives of the lands, which is three for each spot without lines. A game has fewer moves
    than lives.
    """

def first_solved(n: int, *, misere: bool = False) -> str | None:
    """Returns where the winner of a starting position was first published, such as ``Conway 1967``, or None if it is
    not published.
    """

def census(position: Position) -> tuple[list[str], list[str]] | None:
    """Returns the names of the survivors and Pharisees at the end of a game of standard Sprouts, or None if the game
    is not finished or is a variant.
    """

def canonical(position: Position) -> Position:
    """Returns the position with canonical names of its spots, which is the same for positions that differ only in
    names.
    """

def antwerp_class(position: Position, *, time: float | None = None, nodes: int | None = None) -> str:
    """Finds the outcome class of a position of Antwerp Sprouts: ``N``, ``P``, ``L`` or ``R``.

    Args:
        position: The position, of the variant ``antwerp-cold`` or ``antwerp-hot``.
        time: The most seconds.
        nodes: The most positions.

    Raises:
        UnfinishedError: If a limit ends the search.
    """

def antwerp_value(position: Position, *, time: float | None = None, nodes: int | None = None) -> str:
    """Finds the value of a position of Antwerp Sprouts in normal play, in the notation of *Winning Ways*.

    The arguments are those of ``antwerp_class``.
    """

def catalogue(of: _Lands, *, time: float | None = None, memory: int | None = None) -> list[tuple[str, int, bool]]:
    """Lists every sum of lands that can be reached, with its text, its nimber, and whether the player to move wins
    misère play.

    Args:
        of: A position, the text of lands, or the spots of a start.
        time: The most seconds.
        memory: The most bytes.

    Raises:
        UnfinishedError: If a limit ends the list.

    Examples:
        >>> catalogue(1)
        [('0', 0, True), ('AB|AB', 1, False), ('!', 0, True)]
    """

# Clusters.

@final
class Owner:
    """The owner of a cluster, which keeps the search tree near the root and the store, and hands out jobs."""
    def __new__(
        cls,
        lands: _Lands,
        store: str | PathLike[str] | None = None,
        *,
        least: int = 400,
        most: int = 20_000,
        share: float = 0.125,
    ) -> Owner: ...
    @property
    def mover_wins(self) -> bool | None:
        """Whether the player to move wins, or `None` while this is not known."""
    def job(self, worker: int) -> bytes | None:
        """Returns a job for the worker with a number, or `None` if there is nothing to do until another job ends."""
    def report(self, report: bytes) -> int:
        """Takes a report, and returns the number of new facts in it. Reports may be lost, late or repeated."""
    def lose(self, worker: int) -> None:
        """Forgets a worker that has died, so that others will do its job."""
    def save(self) -> None:
        """Writes new facts to the store. Once this returns, they are not lost even if the owner crashes."""
    def close(self) -> None:
        """Writes new facts to the store and closes it, so that other programs can open it."""
    def facts(self) -> list[str]:
        """Returns the facts known so far, in the order in which they were learnt: `= LAND NIMBER` for a nimber, or
        `! LAND NIMBER` for one that the land does not have.
        """
    def counts(self) -> dict[str, int]:
        """Returns counts of the owner's progress: the question's proof and disproof number, the lands in the tree
        and those with children, facts, jobs under way, nodes and expansions of all workers, and the owner's memory
        in bytes.
        """

@final
class Worker:
    """A worker of a cluster: a solver that does the jobs of an owner."""
    def __new__(cls, memory: int = 1_073_741_824, threads: int = 1) -> Worker: ...
    def work(self, job: bytes) -> bytes:
        """Does a job and returns the report."""

def simulate(
    lands: _Lands,
    workers: int,
    *,
    threads: int = 1,
    latency: int = 2_000_000,
    owner: tuple[int, int] | None = None,
    least: int = 400,
    most: int = 20_000,
    share: float = 0.125,
    facts: float = 10.0,
    virtual_loss: float = 2.0,
    death_every: int | None = None,
    until: int | None = None,
) -> dict[str, int]:
    """Solves a position with simulated workers in virtual time, and returns the time and work that this took.

    Each worker has `threads` cores. Times are in instructions of one core. `latency` is the time that a message
    takes, `owner` is the time that the owner takes for each option that it examines and for each message, and
    `death_every` is the time between two deaths of workers. After the time `until`, the simulation ends without an
    answer. A job contains at most `facts` facts for each of its nodes. While a worker is busy with a couple, its
    proof numbers are multiplied by `virtual_loss` for the others. The result's `chain` is the time of the longest
    chain of dependent jobs.
    """
