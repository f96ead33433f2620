"""Solves Sprouts on two Ray nodes of this computer while things break, and checks that nothing is lost.

    python measure/faults.py 23
    python measure/faults.py 29 --remove-node
    python measure/faults.py 23 --kill-owner 4

Workers are killed every few seconds. With `--remove-node`, one of the two nodes leaves as well, after 20 reports. With
`--kill-owner N`, not the workers but the owner is killed, N times, and the command is started again.

Exits with 1 if the answer is not that of one solver, or if a fact that was reported is not in the store.
"""

from __future__ import annotations

import argparse
import contextlib
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import psutil
from nodes import two_nodes, workers
from papergames.cluster import Owner, engine
from papergames.sprouts import Solver


def kill_workers(arguments: argparse.Namespace, store: Path) -> bool:
    """Kills workers, and takes a node away if asked. Returns the answer."""
    told = Owner(arguments.spots)
    add = engine.Journal.add
    reports = 0

    def add_and_tell(journal: engine.Journal, report: bytes) -> None:
        nonlocal reports
        told.report(report)
        reports += 1
        add(journal, report)

    engine.Journal.add = add_and_tell  # type: ignore[method-assign]
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
            if arguments.remove_node and seen.jobs > 20 and not removed:
                removed.append(seen.elapsed)
                nodes.remove_node(node)

        thread = threading.Thread(target=kill, daemon=True)
        thread.start()
        begun = time.monotonic()
        answer = engine.solve(arguments.spots, store, progress=progress, every=2.0)
        seconds = time.monotonic() - begun
        done.set()
        thread.join()
    assert answer is not None, "there is no limit of time"
    if arguments.remove_node and not removed:
        sys.exit("solved before the node left: take more spots")
    kept = set(Owner(arguments.spots, store).facts())
    # A nimber replaces what was excluded.
    solved = {fact.split()[1] for fact in kept if fact.startswith("=")}
    lost = [fact for fact in told.facts() if fact not in kept and (fact[0] == "=" or fact.split()[1] not in solved)]
    nodes_visited = answer.progress.counts["nodes"]
    print(
        f"{arguments.spots} spots: {len(killed)} workers killed, node removed: {bool(removed)}, {reports} reports, "
        f"{nodes_visited} nodes, {seconds:.0f} s, {len(told.facts())} facts told, {len(lost)} lost {lost[:3]}"
    )
    if lost:
        sys.exit("facts are lost")
    return answer.mover_wins


def kill_owner(arguments: argparse.Namespace, store: Path) -> bool:
    """Kills the owner a few times. Returns the answer."""
    facts: set[str] = set()
    begun = time.monotonic()
    with two_nodes() as nodes:
        command = [sys.executable, "-m", "papergames", "solve", "sprouts", str(arguments.spots)]
        command += ["--cluster", nodes.address, "--store", str(store)]
        for killed in range(arguments.kill_owner + 1):
            last = killed == arguments.kill_owner
            owner: Any = psutil.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            try:
                out, _ = owner.communicate(timeout=None if last else arguments.after)
            except subprocess.TimeoutExpired:
                owner.kill()
                owner.wait()
            kept = Owner(arguments.spots, store)
            engine.Journal(store).replay(kept)
            known = {fact for fact in kept.facts() if fact.startswith("=")}
            del kept
            print(f"run {killed + 1}: {len(known)} nimbers, {len(facts - known)} lost", flush=True)
            if facts - known:
                sys.exit("facts are lost")
            facts = known
            if owner.returncode == 0:
                break
    print(f"{out.strip()} after {killed} kills, {time.monotonic() - begun:.0f} s")
    if killed < arguments.kill_owner:
        sys.exit("solved before the owner was killed often enough: take more spots")
    return "first" in out


def main() -> None:
    """Reads the options, runs, and compares with one solver."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spots", type=int, help="spots at the start")
    parser.add_argument("--kill-workers", type=float, default=4.0, metavar="SECONDS", help="how often (4)")
    parser.add_argument("--remove-node", action="store_true", help="take a node away as well")
    parser.add_argument("--kill-owner", type=int, metavar="N", help="kill the owner so often, and no workers")
    parser.add_argument("--after", type=float, default=15.0, metavar="SECONDS", help="when to kill the owner (15)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        run = kill_workers if arguments.kill_owner is None else kill_owner
        mover_wins = run(arguments, Path(folder) / "faults.store")
    expected = Solver().mover_wins(arguments.spots)
    print(f"the cluster says that the player to move {'wins' if mover_wins else 'loses'}, one solver: {expected}")
    if mover_wins != expected:
        sys.exit("the answers differ")


if __name__ == "__main__":
    main()
