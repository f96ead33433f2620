"""The command ``tour``: a game of each kind, played through the one interface.

$ python -m papergames tour
$ python -m papergames tour --seed 7 --pictures pictures
"""

from __future__ import annotations

import argparse
import textwrap
from pathlib import Path

from papergames import GAMES, Engine, Position, Record, summary, title

#: The setups of the tour, for games whose usual setup is too large.
_SETUPS = {"sprouts": "5", "brussels": "2", "sos": "3x4", "phutball": "9x11"}

#: The most moves of a game; only Phutball can go on forever.
_MOST_MOVES = 400

_WIDTH = 96


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command ``tour``."""
    about = "play a game of each kind and check laws of the game"
    parser = commands.add_parser("tour", help=about, description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="the opponents' seed; the same seed gives the same games")
    parser.add_argument("--level", type=int, default=2, choices=range(1, 6), help="the opponents' level, from 1 to 5")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="write a film of each game into this folder")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Runs the tour."""
    if arguments.pictures is not None:
        arguments.pictures.mkdir(parents=True, exist_ok=True)
    broken = 0
    for game in GAMES:
        record = play(game, level=arguments.level, seed=arguments.seed)
        broken += _show(record)
        if arguments.pictures is not None:
            path = arguments.pictures / f"{game}.svg"
            path.write_text(record.film(), encoding="utf-8")
            print(f"picture: {path}")
        print()
    _show_solver()
    return 1 if broken else 0


def play(game: str, *, level: int, seed: int) -> Record:
    """Lets two opponents play. The first two moves are random, so that games differ.

    Args:
        game: The name of the game.
        level: How well both play.
        seed: The seed of their choices.

    Returns:
        The record of the game.
    """
    record = Record(Position(game, _SETUPS.get(game)))
    engine = Engine(game, level, seed=seed)
    while not record.position.is_over and len(record) < _MOST_MOVES:
        move = record.position.random_move(seed + len(record)) if len(record) < 2 else engine.choose(record).best
        assert move is not None
        record.push(move)
    return record


def _show(record: Record) -> int:
    """Prints a game, and returns the number of laws that it breaks."""
    print(f"=== {title(record.game)} ===\n\n{summary(record.game)}\n")
    print(f"The start: {record.setup}\n\n{textwrap.indent(record.setup.board, '  ')}\n")
    print(f"After {len(record)} moves: {record.position}\n\n{textwrap.indent(record.board, '  ')}\n")
    moves = " ".join(map(str, record.moves))
    print("The moves:", textwrap.fill(moves, _WIDTH, initial_indent="  ", subsequent_indent="  "), sep="\n")
    outcome = record.position.outcome
    print(f"\nThe result: {outcome or f'not over after {_MOST_MOVES} moves'}.")
    broken = 0
    for text, holds in record.facts:
        print(f"{'obeyed' if holds else 'BROKEN'}: {text}")
        broken += not holds
    return broken


def _show_solver() -> None:
    print("=== Solved ===\n")
    for game, setup, rules in [("sprouts", "9", None), ("sprouts", "6-", None), ("sos", "3x4", "first")]:
        position = Position(game, setup, rules=rules)
        verdict = position.solve()
        print(f"{position}: {verdict}; {verdict.nodes} nodes, {verdict.seconds:.2f} s")
    played = Position("sprouts", 5).playouts(10_000, seed=1)
    least, most = int(played.lengths.min()), int(played.lengths.max())
    print(f"10000 random games of Sprouts from 5 spots had {least} to {most} moves; the theorem says 10 to 14.")
