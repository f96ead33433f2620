"""Solves Sprouts on two Ray nodes of this computer while things break, and checks that nothing is lost.

    python measure/faults.py 21
    python measure/faults.py 21 --remove-node
    python measure/faults.py 21 --kill-owner 3

Workers are killed every few seconds. With `--remove-node`, one of the two nodes leaves as well, after 20 reports. With
`--kill-owner N`, not the workers but the owner is killed, N times, each after 20 more reports, and started again.

Exits with 1 if these faults did not happen, if the answer is not that of one solver, if a nimber that was reported is
not in the store, or if an audit cannot prove everything in the store. `--plant reports` drops one report in seven, and
`--plant journal` lets the owner forget its journal: both must be noticed, so that the exit code must be 1.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import papergames
import psutil
import ray
from nodes import two_nodes, workers
from papergames.cluster import Owner, engine
from papergames.sprouts import Solver

_REPORTS = 20
"""The reports after which a node leaves or the owner is killed."""


class Forgetful:
    """An owner that drops one report in seven, and takes all jobs that are under way for lost."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._owner = Owner(*arguments, **options)
        self._reports = 0
        self._workers: set[int] = set()

    def __getattr__(self, name: str) -> Any:
        """Does the rest as any owner."""
        return getattr(self._owner, name)

    def job(self, worker: int) -> bytes | None:
        """Gives a job."""
        self._workers.add(worker)
        return self._owner.job(worker)

    def report(self, report: bytes) -> int:
        """Takes most reports."""
        self._reports += 1
        if self._reports % 7:
            return self._owner.report(report)
        for worker in self._workers:
            self._owner.lose(worker)
        return 0


def tell(told: Path, plant: str | None) -> None:
    """Lets each report be written to one more file once it is safe."""
    add = engine.Journal.add

    def add_and_tell(journal: engine.Journal, report: bytes) -> None:
        if plant != "journal":
            add(journal, report)
        with told.open("ab") as file:
            file.write(base64.b64encode(report) + b"\n")

    engine.Journal.add = add_and_tell  # type: ignore[method-assign]
    if plant == "reports":
        engine.Owner = Forgetful  # type: ignore[attr-defined]


def reports(told: Path) -> list[bytes]:
    """Returns the reports that the owner was told."""
    lines = told.read_bytes().splitlines(keepends=True) if told.exists() else []
    return [base64.b64decode(line) for line in lines if line.endswith(b"\n")]


def compare(spots: int, store: Path, told: Path) -> None:
    """Ends the program if the owner was told a fact that neither its store nor its journal has."""
    heard: set[str] = set()
    for report in reports(told):
        # What follows from several reports is not told. Exclusions are not compared: one that follows from an option
        # whose nimber the owner knows is not kept. That enough of them are left, the audit of the store proves.
        alone = Owner(spots)
        alone.report(report)
        heard.update(fact for fact in alone.facts() if fact.startswith("="))
    owner = Owner(spots, store)
    engine.Journal(store).replay(owner)
    lost = heard - set(owner.facts())
    print(f"{len(reports(told))} reports, {len(heard)} nimbers told, {len(lost)} lost {sorted(lost)[:3]}", flush=True)
    if lost:
        sys.exit("facts are lost")


def kill_workers(arguments: argparse.Namespace, store: Path, told: Path) -> bool:
    """Kills workers, and takes a node away if asked. Returns the answer."""
    tell(told, arguments.plant)
    killed: list[int] = []
    done = threading.Event()

    def kill() -> None:
        while not done.wait(arguments.kill_workers):
            found = workers()
            if found:
                victim = found[len(killed) % len(found)]
                killed.append(victim.pid)
                with contextlib.suppress(psutil.NoSuchProcess):
                    victim.kill()

    with two_nodes() as nodes:
        node = next(iter(nodes.worker_nodes))
        removed: list[float] = []

        def progress(seen: engine.Progress) -> None:
            print(f"{seen}, {len(killed)} killed", file=sys.stderr, flush=True)
            if arguments.remove_node and seen.jobs >= _REPORTS and not removed:
                removed.append(seen.elapsed)
                nodes.remove_node(node)

        thread = threading.Thread(target=kill, daemon=True)
        thread.start()
        answer = engine.solve(arguments.spots, store, progress=progress, every=2.0)
        done.set()
        thread.join()
    seen = answer.progress
    print(
        f"{arguments.spots} spots: {len(killed)} workers killed, {seen.lost} lost, node removed: {bool(removed)}, "
        f"{seen.counts['nodes']} nodes, {seen.elapsed:.0f} s"
    )
    if not killed or not seen.lost or bool(removed) != arguments.remove_node:
        sys.exit("solved before anything broke: take more spots")
    return answer.mover_wins


def own(arguments: argparse.Namespace, store: Path, told: Path) -> None:
    """Runs an owner, which another process will kill."""
    tell(told, arguments.plant)
    ray.init(address=arguments.own[0], log_to_driver=False)
    print(int(engine.solve(arguments.spots, store).mover_wins))


def kill_owner(arguments: argparse.Namespace, store: Path, told: Path) -> bool:
    """Kills the owner a few times. Returns the answer."""
    with two_nodes() as nodes:
        command = [sys.executable, __file__, str(arguments.spots), "--own", nodes.address, str(store.parent)]
        command += ["--plant", arguments.plant] if arguments.plant else []
        for _ in range(arguments.kill_owner):
            begun = len(reports(told))
            owner = psutil.Popen(command)
            while owner.poll() is None and len(reports(told)) < begun + _REPORTS:
                time.sleep(0.05)
            if owner.poll() is not None:
                sys.exit("solved before the owner was killed often enough: take more spots")
            owner.kill()
            owner.wait()
            compare(arguments.spots, store, told)
        # Ray may have printed messages before.
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[-1] == "1"


def main() -> None:
    """Reads the options, runs, and compares with one solver."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spots", type=int, help="spots at the start")
    parser.add_argument("--kill-workers", type=float, default=10.0, metavar="SECONDS", help="how often (10)")
    parser.add_argument("--remove-node", action="store_true", help="take a node away as well")
    parser.add_argument("--kill-owner", type=int, metavar="N", help="kill the owner so often, and no workers")
    parser.add_argument("--plant", choices=["reports", "journal"], help="make a mistake, which must be noticed")
    parser.add_argument("--own", nargs=2, metavar=("ADDRESS", "FOLDER"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(arguments.own[1] if arguments.own else temporary)
        store, told = folder / "faults.store", folder / "told"
        if arguments.own:
            own(arguments, store, told)
            return
        run = kill_workers if arguments.kill_owner is None else kill_owner
        mover_wins = run(arguments, store, told)
        compare(arguments.spots, store, told)
        audit = papergames.audit("sprouts", store)
    expected = Solver().mover_wins(arguments.spots)
    print(f"the cluster says that the player to move {'wins' if mover_wins else 'loses'}, one solver: {expected}")
    print(repr(audit))
    if mover_wins != expected or not audit.is_proved:
        sys.exit(f"the answers differ, or not all facts are proved: {audit.examples}")


if __name__ == "__main__":
    main()
