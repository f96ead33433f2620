"""Ctrl-C, the GIL, and several threads."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from papergames import Engine, MonteCarlo, Position, Record, self_play, sprouts

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
}


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize("call", LONG.values(), ids=LONG)
def test_ctrl_c_ends_long_calls(call: Callable[[], object]) -> None:
    threading.Timer(0.4, os.kill, (os.getpid(), signal.SIGINT)).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        call()
    assert time.monotonic() - begun < 10


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
        assert engine.choose(record, nodes=20).best is not None
        return number

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(work, range(24))) == list(range(24))
    assert len(record) == 24


def test_a_failing_callback_ends_the_call() -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        Position("sprouts", 27).solve(progress=fail)
