"""Features that only Sprouts has: its solver, lands, certificates, and the theory of the game.

*Lands* are positions in the solvers' form, canonical and without spot names. Their text is in the notation of the
solver GLOP. ::

    >>> from papergames import Position
    >>> from papergames.sprouts import Solver, lands
    >>> solver = Solver()
    >>> [solver.nimber(n) for n in range(1, 8)]
    [0, 0, 1, 1, 1, 0, 0]
    >>> lands(Position("sprouts", 2).apply("1-2"))
    '1a1a'
    >>> solver.nimber("1a1a")
    2
"""

from papergames._papergames import (
    Certificate,
    Solver,
    antwerp_class,
    antwerp_value,
    canonical,
    catalogue,
    census,
    children,
    first_solved,
    lands,
    lives,
    split,
)

__all__ = [
    "Certificate",
    "Solver",
    "antwerp_class",
    "antwerp_value",
    "canonical",
    "catalogue",
    "census",
    "children",
    "first_solved",
    "lands",
    "lives",
    "split",
]
