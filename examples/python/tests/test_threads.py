"""Ctrl-C, the GIL, and several threads."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import papergames
import pytest
from papergames import Engine, MonteCarlo, Position, Record, UnfinishedError, cluster, self_play, sprouts


def endless_job() -> bytes:
    job = cluster.Owner(27, least=10**9, most=10**9).job(0)
    assert job is not None
    return job


LONG: dict[str, Callable[[], object]] = {
    "solve": lambda: Position("sprouts", 27).solve(),
    "solver": lambda: sprouts.Solver().nimber(27),
    "perft": lambda: Position("sprouts", 9).perft(9),
    "playouts": lambda: Position("phutball").playouts(10**9, most_moves=1000),
    "engine": lambda: Engine("phutball", name="engine").choose(Position("phutball"), time=60),
    "search": lambda: MonteCarlo().run(Position("sprouts", 9), time=60),
    "guided": lambda: MonteCarlo().run(
        Position("sos", "9x9"), time=60, guide=lambda p, m: ([[0.0, 0.0]] * len(p), None)
    ),
    "self-play": lambda: self_play(Position("sprouts", 9), 10**6, nodes=2000),
    "catalogue": lambda: sprouts.catalogue(7),
    "simulate": lambda: cluster.simulate(29, 8, threads=8),
    "worker": lambda: cluster.Worker().work(endless_job()),
    "waiting worker": lambda: wait_for_a_worker(),
    "picture": lambda: Position("sprouts", 60).playout(1).position.svg(),
}


def wait_for_a_worker() -> None:
    worker = cluster.Worker()
    job = cluster.Owner(21, least=20_000).job(0)
    assert job is not None
    threading.Thread(target=worker.work, args=(job,)).start()
    while True:
        worker.work(job)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize("call", LONG.values(), ids=LONG)
def test_ctrl_c_ends_long_calls(call: Callable[[], object]) -> None:
    threading.Timer(0.4, os.kill, (os.getpid(), signal.SIGINT)).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        call()
    assert time.monotonic() - begun < 2


def longest_pause(calls: list[Callable[[], object]]) -> float:
    """Makes each call in a thread of its own, and returns the longest time for which this thread stood still."""

    failed: list[Exception] = []

    def make(call: Callable[[], object]) -> None:
        try:
            call()
        except UnfinishedError:
            pass
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=make, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    longest, last = 0.0, time.monotonic()
    while any(thread.is_alive() for thread in threads):
        time.sleep(0.005)
        longest, last = max(longest, time.monotonic() - last), time.monotonic()
    assert not failed
    return longest


LIMIT = 1.0
"""The time in seconds for which each call below works. No other thread may stand still for more than half of it."""


def test_a_solver_at_work_stops_no_other_thread(tmp_path: Path) -> None:
    solver = sprouts.Solver()
    path = tmp_path / "nine.store"
    nine = sprouts.Solver()
    nine.nimber(9)
    nine.save(path)
    seen: list[int] = []

    def monitor() -> None:
        for _ in range(int(LIMIT / 0.05)):
            seen.append(solver.work["nodes"])
            time.sleep(0.05)

    calls: list[Callable[[], object]] = [
        lambda: solver.nimber(30, time=LIMIT),
        lambda: solver.solve(Position("sprouts", 30), time=LIMIT),
        lambda: solver.mover_wins(31, time=LIMIT),
        lambda: solver.winning_moves(Position("sprouts", 5), time=LIMIT),
        lambda: solver.misere_nimber(5, time=LIMIT),
        lambda: solver.certify(Position("sprouts", 6), time=LIMIT),
        lambda: solver.known_nimber("0*5"),
        lambda: solver.learn([("AB|AB", 1)]),
        lambda: solver.learn_exclusions([("0*2", 5)]),
        lambda: solver.load(path),
        lambda: solver.save(tmp_path / "all.store"),
        lambda: repr(solver),
    ]
    assert longest_pause([*calls, monitor]) < LIMIT / 2
    # The counter moved while the solver worked.
    assert len(set(seen)) > 2
    # The lists of facts become lists of Python, so they take a moment.
    lists: list[Callable[[], object]] = [solver.nimbers, solver.exclusions, lambda: pickle.dumps(nine)]
    assert longest_pause(lists) < LIMIT


def test_a_call_that_waits_for_another_keeps_to_its_time() -> None:
    solver, engine = sprouts.Solver(), Engine("phutball", name="engine")
    waits: list[tuple[Callable[[], object], Callable[[], object]]] = [
        (lambda: solver.nimber(30, time=2), lambda: solver.nimber(30, time=0.2)),
        (
            lambda: engine.choose(Position("phutball"), time=2),
            lambda: engine.choose(Position("phutball"), time=0.2),
        ),
    ]
    for first, second in waits:
        with ThreadPoolExecutor(1) as thread:
            working = thread.submit(first)
            time.sleep(0.3)
            begun = time.monotonic()
            with pytest.raises(UnfinishedError):
                second()
            assert time.monotonic() - begun < 1
            with suppress(UnfinishedError):
                working.result()


def test_a_callback_may_ask_the_solver_that_calls_it() -> None:
    solver = sprouts.Solver()
    told: list[tuple[int, int]] = []
    with pytest.raises(UnfinishedError):
        solver.nimber(30, time=2, progress=lambda nodes, *_: told.append((nodes, solver.work["nodes"])))
    assert told
    assert all(known >= nodes > 0 for nodes, known in told)


def test_an_owner_and_its_workers_stop_no_other_thread(tmp_path: Path) -> None:
    owner = cluster.Owner(21, tmp_path / "owner.store")
    workers = [cluster.Worker() for _ in range(2)]
    until = time.monotonic() + LIMIT

    def work(number: int) -> None:
        while time.monotonic() < until:
            if job := owner.job(number):
                owner.report(workers[number].work(job))

    def look() -> None:
        while time.monotonic() < until:
            assert owner.mover_wins is None
            assert owner.counts()["lands"] > 0
            assert "Owner" in repr(owner)
            owner.facts()
            owner.lose(7)
            owner.save()
            time.sleep(0.01)

    assert longest_pause([lambda: work(0), lambda: work(1), look]) < LIMIT / 2
    job = cluster.Owner(27, least=20_000).job(0)
    assert job is not None
    both: list[Callable[[], object]] = [lambda: workers[0].work(job), lambda: workers[0].work(job)]
    assert longest_pause([*both, lambda: pickle.dumps(workers[0]), lambda: repr(workers[0])]) < LIMIT / 2


def test_other_long_calls_stop_no_other_thread(tmp_path: Path) -> None:
    path = tmp_path / "ten.store"
    start, engine, search = Position("sprouts", 30), Engine("phutball", name="engine"), MonteCarlo()
    Position("sprouts", 10).solve(store=path)
    record = Position("sprouts", 8).playout(1)
    calls: list[Callable[[], object]] = [
        lambda: start.solve(time=LIMIT),
        lambda: start.verify(time=LIMIT),
        lambda: start.perft(9, time=LIMIT),
        lambda: Position("brussels", 5).games_by_length(time=LIMIT),
        lambda: start.playouts(30),
        lambda: Position("sos", "4x5", players=3).guarantees(time=LIMIT),
        lambda: engine.choose(Position("phutball"), time=LIMIT),
        lambda: engine.choose(Position("phutball"), time=LIMIT),
        lambda: repr(engine),
        lambda: search.run(Position("sprouts", 9), time=LIMIT),
        record.position.svg,
        record.film,
        record.animation,
        lambda: record.position.png(width=2000),
        lambda: self_play(Position("sos", "4x4"), 4, nodes=200),
        lambda: sprouts.catalogue(7, time=LIMIT),
        lambda: sprouts.antwerp_value(Position("sprouts", 4, variant="antwerp-cold"), time=LIMIT),
        lambda: papergames.audit("sprouts", path, time=LIMIT),
        lambda: papergames.check(str(sprouts.Solver().certify(Position("sprouts", 9)))),
        lambda: cluster.simulate(11, 4),
    ]
    for call in calls:
        assert longest_pause([call]) < LIMIT / 2


def test_the_gil_is_free_while_a_solver_works() -> None:
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    Engine("phutball", name="engine").choose(Position("phutball"), time=0.5)
    done.set()
    counter.join()
    assert counted > 20


def test_objects_are_shared_by_threads() -> None:
    solver = sprouts.Solver()
    engine = Engine("sos", 2)
    record = Record(Position("sos", "6x6"))
    lock = threading.Lock()

    def work(number: int) -> int:
        assert solver.nimber(3 + number % 5) == [1, 1, 1, 0, 0][number % 5]
        with lock:
            record.push(record.position.legal_moves[0])
        assert engine.choose(record, nodes=20).best in record.setup.legal_moves
        return number

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(work, range(24))) == list(range(24))
    assert len(record) == 24


def test_a_failing_callback_ends_the_call() -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        Position("sprouts", 27).solve(progress=fail)
