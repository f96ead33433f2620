"""The owner's loop: starts workers, hands out jobs, takes reports, and writes down what they prove."""

from __future__ import annotations

import base64
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

from papergames._papergames import Error, Owner, UnfinishedError, Worker

if TYPE_CHECKING:
    from papergames import Position

_GLANCE = 0.5
"""The time in seconds that the owner waits for a report before it checks the cluster."""

_RECRUIT = 2.0
"""The interval in seconds at which the owner checks whether the cluster has room for more workers."""

_SAVE = 5.0
"""The interval in seconds at which reports go from the journal into the store."""

_THREADS = 8
"""The most CPUs of a worker, unless more are asked for."""

_STARTS = 3
"""The starts in a row without a report after which a cluster gives up."""

_DEATHS = 10
"""The deaths in a row without a report after which a cluster gives up. More than starts, since a machine may be taken
away at any time, but one that kills every worker for its memory must not be paid for ever."""

_INFINITE = 2**30 - 1
"""The proof number of a refuted question."""


def _number(number: int, thing: str = "") -> str:
    if not thing:
        return "infinite" if number >= _INFINITE else f"{number:,}"
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


@dataclass
class Progress:
    """The progress of a cluster."""

    elapsed: float
    """The time since the call, in seconds."""
    workers: int
    """The number of workers that are ready or at work."""
    counts: dict[str, int]
    """The result of `Owner.counts`."""
    jobs: int = 0
    """The number of reports that have arrived."""
    lost: int = 0
    """The number of workers that have died."""
    worked: float = 0.0
    """The cost of the run: the time of all workers, in seconds of one core."""
    sent: int = 0
    """The total size of jobs, in bytes."""
    received: int = 0
    """The total size of reports, in bytes."""
    resumed: int = 0
    """The nodes of an earlier run whose reports were read again."""

    def __str__(self) -> str:
        """Returns the line that the command prints."""
        counts = self.counts
        rate = (counts["nodes"] - self.resumed) / max(self.elapsed, 1e-3)
        return (
            f"{self.elapsed:7.0f} s  {_number(self.workers, 'worker')} ({self.lost} lost), "
            f"{_number(counts['running'], 'job')}, tree {counts['inner']:,} of {counts['lands']:,} lands, "
            f"proof numbers {_number(counts['win'])} and {_number(counts['loss'])}, "
            f"{counts['nodes']:,} nodes ({rate:,.0f}/s), {counts['facts']:,} facts, "
            f"{self.worked / 3600:.2f} core hours, {(self.sent + self.received) / 1e6:.1f} MB"
        )


@dataclass
class Answer:
    """The answer of a cluster."""

    mover_wins: bool
    """Whether the player to move wins."""
    progress: Progress
    """The progress at the end, with the cost of the answer."""


class Journal:
    """A file beside the store with the reports that are not in the store yet. It survives if the owner is killed.

    A commit to the store waits for the disk, so it is done only every few seconds; appending a line costs nothing. A
    report may be in both: to learn a fact twice does no harm.
    """

    def __init__(self, store: str | Path | None) -> None:
        self._file = None if store is None else Path(f"{store}.reports").open("a+b", buffering=0)  # noqa: SIM115

    def replay(self, owner: Owner) -> int:
        """Gives an owner the reports of a run that was killed. Returns their number.

        Raises:
            papergames.Error: If the file is of another version of this package.
        """
        if self._file is None:
            return 0
        self._file.seek(0)
        whole = [line for line in self._file.readlines() if line.endswith(b"\n")]
        for line in whole:
            try:
                owner.report(base64.b64decode(line[:-1], validate=True))
            except ValueError as error:
                raise Error(
                    f"expected reports of a run that was killed in {self._file.name}, found: {error}; without that "
                    "file, the run goes on from its store"
                ) from error
        return len(whole)

    def add(self, report: bytes) -> None:
        """Appends a report to the file."""
        if self._file is not None:
            self._file.write(base64.b64encode(report) + b"\n")

    def clear(self) -> None:
        """Forgets all reports, once they are in the store."""
        if self._file is not None:
            self._file.truncate(0)

    def close(self) -> None:
        """Closes the file."""
        if self._file is not None:
            self._file.close()


@dataclass
class _Crew:
    """The workers, by number."""

    actors: dict[int, Any] = field(default_factory=dict)
    starting: dict[Any, int] = field(default_factory=dict)
    idle: list[int] = field(default_factory=list)
    working: dict[Any, tuple[int, float]] = field(default_factory=dict)
    hired: int = 0
    failed: int = 0
    """The starts in a row after which workers could not start or raised an exception before any report came. Workers
    that start together count once."""
    died: int = 0
    """The deaths of workers at work in a row without a report, counted in the same way."""
    before: int = 0
    """The number of workers hired before the last of these failures was noticed."""


def solve(
    lands: Position | str | int,
    store: str | Path | None = None,
    *,
    workers: int | None = None,
    threads: int | None = None,
    memory: int = 1 << 30,
    least: int = 400,
    most: int = 20_000,
    share: float = 0.125,
    time: float | None = None,
    progress: Callable[[Progress], None] | None = None,
    every: float = 1.0,
) -> Answer:
    """Solves Sprouts in normal play with the workers of a Ray cluster.

    Ray must be connected: call `ray.init(address="local")` for this machine alone, or with another address. Uses as
    many workers as the cluster has CPUs at the moment, or at most `workers`, and replaces those that die. Why the first
    one died is logged at once, as a warning of the logger `papergames.cluster`.

    Args:
        lands: A position, the text of lands, or the spots of a start.
        store: The file of results. It is read first, and every report is written down as it
            arrives, first to `store` + `.reports`.
        workers: The most workers.
        threads: The CPUs of a worker, whose threads share what they find. If None, all CPUs of the smallest machine,
            but at most 8, since more would wait for each other.
        memory: The memory of a worker, in bytes.
        least: The least nodes that a job visits with each CPU of its worker.
        most: The most nodes that a job visits with each CPU of its worker.
        share: A job visits this share of what was visited so far, divided by the number of workers.
        time: Seconds after which to give up. The store keeps what was proved.
        progress: Called about every `every` seconds.
        every: See `progress`.

    Raises:
        papergames.UnfinishedError: If the time is up.
        papergames.Error: If the position is not one of normal play, if there are to be no workers, or if workers could
            not start or raised an exception after three starts in a row, or died ten times in a row, before they
            reported anything.
    """
    if workers is not None and workers < 1:
        raise Error(f"workers must be at least 1, found {workers}")
    if threads is not None and threads < 1:
        raise Error(f"threads must be at least 1, found {threads}")
    import ray
    from ray.exceptions import RayError, RayTaskError

    owner = Owner(lands, store, least=least, most=most, share=share)
    if not ray.is_initialized():
        raise Error("Ray must be connected: call `ray.init(address='local')` for this machine alone")
    nodes = ray.nodes()  # type: ignore[no-untyped-call]
    machines = [int(node["Resources"].get("CPU", 0)) for node in nodes if node["Alive"]]
    usual = min([_THREADS, *filter(None, machines)]) if any(machines) else 1
    each = usual if threads is None else threads

    @ray.remote(num_cpus=each, max_restarts=0)
    class Solving:
        def __init__(self) -> None:
            self.worker = Worker(memory, each)

        def work(self, job: bytes) -> bytes:
            return self.worker.work(job)

    journal = Journal(store)
    if journal.replay(owner):
        owner.save()
        journal.clear()
    # The first job of a worker is one that any can do, so that a worker of another version is found at once.
    trial = Owner(1).job(0)
    crew = _Crew()
    begun = monotonic()
    seen = Progress(0.0, 0, owner.counts())
    seen.resumed = seen.counts["nodes"]
    recruited = told = float("-inf")
    saved = begun

    def fire(worker: int, reason: RayError, starts: bool) -> None:
        owner.lose(worker)
        ray.kill(crew.actors.pop(worker))
        seen.lost += 1
        if seen.lost == 1:
            logging.getLogger("papergames.cluster").warning("a worker was lost: %s", reason)
        if worker >= crew.before:
            crew.before = crew.hired
            # A worker that dies in the middle of a job may have been taken away with its machine.
            if starts or isinstance(reason, RayTaskError):
                crew.failed += 1
            else:
                crew.died += 1
        if crew.failed >= _STARTS:
            raise Error(f"workers failed after {_STARTS} starts in a row before they reported anything: {reason}")
        if crew.died >= _DEATHS:
            raise Error(
                f"workers died {_DEATHS} times in a row before they reported anything; if their machines have too "
                f"little memory, give each worker less: {reason}"
            )

    def recruit() -> None:
        cpus = int(ray.cluster_resources().get("CPU", 0))  # type: ignore[no-untyped-call]
        room = cpus // each
        wanted = room if workers is None else min(workers, room)
        for _ in range(wanted - len(crew.actors)):
            actor = Solving.remote()  # type: ignore[attr-defined]
            crew.actors[crew.hired] = actor
            crew.starting[actor.work.remote(trial)] = crew.hired
            crew.hired += 1

    try:
        while owner.mover_wins is None:
            now = monotonic()
            if time is not None and now - begun >= time:
                break
            if now - recruited >= _RECRUIT:
                recruit()
                recruited = now
            if progress is not None and now - told >= every:
                seen.elapsed, seen.workers, seen.counts = now - begun, len(crew.actors), owner.counts()
                progress(seen)
                told = now
            _hand_out(owner, crew, seen)
            waiting = [*crew.starting, *crew.working]
            if not waiting:
                sleep(_GLANCE / 10)
                continue
            done, _ = ray.wait(waiting, timeout=_GLANCE)
            more, _ = ray.wait(waiting, num_returns=len(waiting), timeout=0)
            for reference in {*done, *more}:
                starts = reference in crew.starting
                worker, since = (crew.starting.pop(reference), now) if starts else crew.working.pop(reference)
                # A job that is lost costs as much as one that is reported.
                seen.worked += 0.0 if starts else each * (monotonic() - since)
                try:
                    result = ray.get(reference)
                except RayError as reason:
                    fire(worker, reason, starts)
                    # Another worker takes its place at once.
                    recruited = float("-inf")
                    continue
                if not starts:
                    journal.add(result)
                    owner.report(result)
                    seen.jobs += 1
                    crew.failed = crew.died = 0
                    seen.received += len(result)
                crew.idle.append(worker)
            if now - saved >= _SAVE:
                owner.save()
                journal.clear()
                saved = now
        # The jobs that are still under way are lost, and cost as much.
        seen.worked += sum(each * (monotonic() - since) for _, since in crew.working.values())
        seen.elapsed, seen.workers, seen.counts = monotonic() - begun, len(crew.actors), owner.counts()
        if progress is not None:
            progress(seen)
        if owner.mover_wins is None:
            unfinished = UnfinishedError("the time limit was reached")
            unfinished.nodes, unfinished.elapsed, unfinished.limit = seen.counts["nodes"], seen.elapsed, "time"
            raise unfinished
        return Answer(owner.mover_wins, seen)
    finally:
        owner.close()
        journal.clear()
        journal.close()
        for actor in crew.actors.values():
            ray.kill(actor)


def _hand_out(owner: Owner, crew: _Crew, seen: Progress) -> None:
    while crew.idle:
        worker = crew.idle[-1]
        job = owner.job(worker)
        if job is None:
            return
        crew.idle.pop()
        seen.sent += len(job)
        crew.working[crew.actors[worker].work.remote(job)] = (worker, monotonic())
