"""Published values of the games as pandas tables.

    >>> from papergames import datasets
    >>> starts = datasets.sprouts_starts()
    >>> starts.query("ending == 'normal'").head(3)[["spots", "winner", "nimber"]].values.tolist()
    [[1, 1, 0], [2, 1, 0], [3, 0, 1]]

==================  =====================================================================
table               made by
==================  =====================================================================
sprouts_starts      ``papergames.sprouts.Solver``
sprouts_positions   ``papergames.sprouts.catalogue`` when it is called
sos_boards          the example ``solved`` of the crate ``papergames-sos``
sos_first_moves     the same
phutball_boards     the example ``solved_boards`` of the crate ``papergames-phutball``
==================  =====================================================================

All tables except ``sprouts_positions`` are CSV files in this package, in UTF-8 with a heading. ``make_datasets.py`` in
the repository writes and checks them. They are under the licence of the package, MIT or Apache 2.0.
"""

from __future__ import annotations

from importlib.resources import files
from operator import index
from typing import TYPE_CHECKING

from papergames import sprouts

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["phutball_boards", "sos_boards", "sos_first_moves", "sprouts_positions", "sprouts_starts"]


def _table(name: str, **options: object) -> pd.DataFrame:
    try:
        import pandas as pd
    except ImportError as error:
        raise ImportError(f"{error}; install it with `pip install 'papergames[datasets]'`") from error

    with files(__name__).joinpath(f"{name}.csv").open(encoding="utf-8") as file:
        return pd.read_csv(file, keep_default_na=True, **options)


def sprouts_starts() -> pd.DataFrame:
    """Returns who wins the starting positions of Sprouts: 1 to 20 spots in normal play, 1 to 15 in misère play.

    Returns:
        The columns ``spots``; ``ending`` (``normal`` or ``misere``); ``winner`` (0 if the first player wins);
        ``nimber`` (in misère play the misère Grundy number: the size of the least Nim heap beside which the player to
        move loses); and ``first_solved``, the first publication of the result.
    """
    return _table("sprouts_starts")


def sprouts_positions(spots: int) -> pd.DataFrame:
    """Finds every position that can be reached from a starting position of Sprouts, up to reductions, with its values.

    The table has 1441 rows for 4 spots, 16711 for 5, and 217331 for 6, which takes seconds.

    Args:
        spots: The number of starting spots.

    Returns:
        The columns ``position`` (in the notation of the solver GLOP), ``lives``, ``nimber`` (in normal play) and
        ``wins_misere`` (whether the player to move wins misère play).

    Examples:
        >>> positions = sprouts_positions(3)
        >>> len(positions), int(positions["nimber"].max())
        (142, 4)
    """
    import pandas as pd

    table = pd.DataFrame(sprouts.catalogue(index(spots)), columns=["position", "nimber", "wins_misere"])
    table.insert(1, "lives", [sprouts.lives(text) for text in table["position"]])
    return table


def sos_boards() -> pd.DataFrame:
    """Returns the values of empty boards of SOS.

    Returns:
        The columns ``rows``, ``columns``, ``rules``; ``value`` for the player who begins, which is a difference of
        points where points decide, and otherwise 1, 0 or -1; and ``methods``, the methods that found the value
        independently: ``m`` minimax, ``t`` a table of all boards, ``s`` the search, ``p`` a search with no reduction
        except symmetry, ``r`` and ``b`` separate programs for one and two rows and for boards.
    """
    return _table("sos_boards")


def sos_first_moves() -> pd.DataFrame:
    """Returns the values of first moves of SOS.

    Returns:
        The columns ``rows``, ``columns``, ``rules``, ``move``, ``value`` for the player who makes it, and ``methods``
        as in :func:`sos_boards`.
    """
    return _table("sos_first_moves")


def phutball_boards() -> pd.DataFrame:
    """Returns the values of all positions of small boards of Phutball.

    Returns:
        The columns ``columns`` and ``rows`` (including both end rows), ``rules``; ``won``, ``lost`` and ``drawn``, the
        numbers of positions between turns that the player to move wins, loses and draws; ``start``, the value of the
        starting position for the player to move, and ``turns``, the length of that game; ``winning_men``, the first
        men that win; and ``longest``, the number of turns of the longest game with a winner.
    """
    return _table("phutball_boards", dtype={"winning_men": "string"})
