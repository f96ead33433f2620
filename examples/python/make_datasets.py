"""Writes the tables of ``papergames.datasets``; see its docstring for the columns.

    python make_datasets.py              writes all tables
    python make_datasets.py --check      compares them with what it would write, with smaller limits

The values of Sprouts are found by the solver of the package. Those of SOS and Phutball come from ``sos/SOLVED.md`` and
``phutball/SOLVED.md`` of the repository, which programs write that solve every board by two methods::

    cargo run --release -p papergames-sos --example solved
    cargo run --release -p papergames-phutball --example solved_boards
"""

from __future__ import annotations

import argparse
import csv
import io
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from papergames.sprouts import Solver, first_solved

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).resolve().parent / "python/papergames/datasets"

#: The greatest starts that are solved, in normal and in misère play.
LIMITS = (20, 15)
#: The limits of a check.
CHECKED = (9, 7)

Row = list[object]


def sprouts_starts(limits: tuple[int, int]) -> Iterator[Row]:
    """Yields who wins the starts of Sprouts."""
    yield ["spots", "ending", "winner", "nimber", "first_solved"]
    for misere, most in zip((False, True), limits, strict=True):
        solver = Solver(misere=misere)
        for n in range(1, most + 1):
            wins = solver.mover_wins(n)
            nimber = solver.misere_nimber(n) if misere else solver.nimber(n)
            if wins != (nimber != 0):
                raise AssertionError(f"the nimber of {n} spots contradicts who wins")
            ending = "misere" if misere else "normal"
            yield [n, ending, 0 if wins else 1, nimber, first_solved(n, misere=misere)]


def tables(path: Path) -> list[list[list[str]]]:
    """Returns the tables of a Markdown file, each as rows of cells, without the line below the heading."""
    found: list[list[list[str]]] = []
    within = False
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("|"):
            within = False
            continue
        cells = [cell.strip().replace("\N{MINUS SIGN}", "-") for cell in line.strip("|").split("|")]
        if not within:
            found.append([])
        within = True
        if not set(line) <= set("|-: "):
            found[-1].append(cells)
    return found


def sos_boards() -> Iterator[Row]:
    """Yields the values of empty boards of SOS."""
    yield ["rows", "columns", "rules", "value", "methods"]
    heading, *rows = tables(ROOT / "sos/SOLVED.md")[0]
    for cells in rows:
        board = cells[0].split("x")
        for rules, cell in zip(heading[1:], cells[1:], strict=True):
            if cell:
                value, methods = cell.split()
                yield [*board, rules, value, methods]


def sos_first_moves() -> Iterator[Row]:
    """Yields the values of first moves of SOS."""
    yield ["rows", "columns", "rules", "move", "value", "methods"]
    for board, rules, *values, methods in tables(ROOT / "sos/SOLVED.md")[1][1:]:
        rows, columns = map(int, board.split("x"))
        for letter, text in zip("SO", values, strict=True):
            lines = [line.split(",") for line in text.split("/")] if "," in text else [[text] * columns] * rows
            for row, line in enumerate(lines):
                for column, value in enumerate(line):
                    yield [rows, columns, rules, f"{letter}{chr(ord('a') + column)}{row + 1}", value, methods]


def phutball_boards() -> Iterator[Row]:
    """Yields the values of all positions of small boards of Phutball."""
    yield ["columns", "rows", "rules", "won", "lost", "drawn", "start", "turns", "winning_men", "longest"]
    rows = tables(ROOT / "phutball/SOLVED.md")[0][1:]
    # Sets of rules with equal values share a row; these are all of them.
    known = ["full-board", "terminal-rows", "terminal-rows-corner", "full-board-corner"]
    known += ["immediate", "immediate-corner", "no-own-goal"]
    boards = list(dict.fromkeys(row[0] for row in rows))
    found: list[Row] = []
    for board, rules, won, lost, drawn, start, men, longest in rows:
        value = {"W": "won", "L": "lost", "D": "drawn"}[start[0]]
        rest = [won, lost, drawn or "0", value, start[1:], men.replace(",", " "), longest]
        found += [[*board.split("x"), name, *rest] for name in (known if rules == "all" else rules.split())]
    yield from sorted(found, key=lambda row: (boards.index(f"{row[0]}x{row[1]}"), known.index(str(row[2]))))


def written(rows: Iterable[Row]) -> str:
    """Returns rows as CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def main() -> int:
    """Writes or checks all tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare the tables and write nothing")
    check = parser.parse_args().check
    wrong = 0
    for name, rows in {
        "sprouts_starts": sprouts_starts(CHECKED if check else LIMITS),
        "sos_boards": sos_boards(),
        "sos_first_moves": sos_first_moves(),
        "phutball_boards": phutball_boards(),
    }.items():
        path = FOLDER / f"{name}.csv"
        text = written(rows)
        if not check:
            path.write_text(text, encoding="utf-8")
            continue
        # A check solves fewer starts, so it sees some of the lines.
        known = set(path.read_text(encoding="utf-8").splitlines())
        missing = [line for line in text.splitlines() if line not in known]
        wrong += len(missing)
        for line in missing:
            print(f"{path.name}: expected a line `{line}`, found none", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
