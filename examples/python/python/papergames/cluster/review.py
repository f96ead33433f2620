"""Batch work without a tree: a review of an archive of Sprouts records, one Ray task for each game.

    ray.init()
    for game in review(read("sprouts", archive)):
        print(game.number, game.mistakes)

A game needs nothing from another, so these are plain tasks: Ray places them, repeats those whose node dies, and gives
them back as they finish.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from papergames import Record, UnfinishedError


@dataclass(frozen=True)
class Reviewed:
    """The solver's verdicts on a game."""

    number: int
    """The index of the game in the archive, counted from 0."""
    winners: list[int | None]
    """Who wins from each position with best play, from the start on: 0 or 1, or `None` if the time ran out."""

    @property
    def mistakes(self) -> list[int]:
        """The numbers of the blunders, counted from 1: moves that turned a won game into a lost one."""
        turns = enumerate(zip(self.winners, self.winners[1:]), start=1)  # noqa: B905 - the second is shorter
        return [turn for turn, (before, after) in turns if before is not None and after is not None and after != before]


def judge(number: int, game: str, data: bytes, seconds: float) -> Reviewed:
    """Finds who wins from each position of a record, with this many seconds for each."""
    winners: list[int | None] = []
    for position in Record.from_bytes(game, data).positions:
        try:
            over = position.outcome
            winners.append(position.solve(time=seconds).winner if over is None else over.winner)
        except UnfinishedError:
            winners.append(None)
    return Reviewed(number, winners)


def review(records: Iterable[Record], *, seconds: float = 10.0, ahead: int = 64) -> Iterator[Reviewed]:
    """Reviews games on a Ray cluster, and yields each as soon as it is done.

    Args:
        records: The games.
        seconds: The most time for a position.
        ahead: The most games that wait or are under way, so that an archive of any size fits.
    """
    import ray

    task = ray.remote(num_cpus=1, max_retries=5)(judge)
    pending: list[object] = []
    for number, record in enumerate(records):
        pending.append(task.remote(number, record.game, record.to_bytes(), seconds))
        if len(pending) >= ahead:
            done, pending = ray.wait(pending)
            yield from ray.get(done)
    while pending:
        done, pending = ray.wait(pending)
        yield from ray.get(done)
