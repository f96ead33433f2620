"""Sprouts, Brussels Sprouts, SOS and Phutball: complete rules, exact solvers, opponents and pictures.

A :class:`Position` is an immutable value with its board, its rules and the player to move. A :class:`Record` is a
game in progress. All four games work the same way::

    >>> from papergames import Engine, Position, Record
    >>> position = Position("sprouts", 3)
    >>> str(position.solve())
    'the first player wins'
    >>> record = Record(position)
    >>> engine = Engine("sprouts", level=4, seed=1)
    >>> while not record.position.is_over:
    ...     record.push(engine.choose(record).best)
    >>> record.position.outcome.winner
    0

In a notebook, positions and records show themselves as pictures.

=========================  ========================================================================
you want to                see
=========================  ========================================================================
play                       ``Position``, ``Move``, ``Record``, ``Engine``
read and write notations   ``read``, ``formats``, ``Record.write``
solve                      ``Position.solve``, ``Position.verify``, ``papergames.sprouts``
check                      ``audit`` for stores, ``check`` for certificates
count, sample              ``Position.perft``, ``Position.playouts``
learn                      ``Position.planes``, ``Position.graph``, ``Position.action``, ``self_play``
environments               ``papergames.pettingzoo``, ``papergames.openspiel``
published values           ``papergames.datasets``
=========================  ========================================================================

The library raises :class:`Error`, a ``ValueError`` whose text says what was wrong and what was expected.
Long calls run without the GIL and end at Ctrl-C. All classes can be used from several threads.
"""

from collections.abc import Sequence as _Sequence

from papergames._papergames import (
    GAMES,
    Audit,
    Bounds,
    Candidate,
    Engine,
    Episode,
    Error,
    Format,
    Graph,
    GraphLayout,
    IllegalMove,
    LegalMoves,
    MonteCarlo,
    Move,
    Outcome,
    Playouts,
    Position,
    Record,
    Report,
    RuleSet,
    Step,
    UnfinishedError,
    Verdict,
    __version__,
    audit,
    check,
    engines,
    formats,
    planes,
    read,
    read_episodes,
    rule_sets,
    self_play,
    summary,
    title,
)

__all__ = [
    "GAMES",
    "Audit",
    "Bounds",
    "Candidate",
    "Engine",
    "Episode",
    "Error",
    "Format",
    "Graph",
    "GraphLayout",
    "IllegalMove",
    "LegalMoves",
    "MonteCarlo",
    "Move",
    "Outcome",
    "Playouts",
    "Position",
    "Record",
    "Report",
    "RuleSet",
    "Step",
    "UnfinishedError",
    "Verdict",
    "__version__",
    "audit",
    "check",
    "engines",
    "formats",
    "planes",
    "read",
    "read_episodes",
    "rule_sets",
    "self_play",
    "summary",
    "title",
]

_Sequence.register(LegalMoves)
