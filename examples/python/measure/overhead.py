"""What a cluster costs beside one solver: two Ray nodes of one core each on this computer.

    python measure/overhead.py 21

Prints processor seconds and, where Linux's `perf` is installed, instructions: those do not depend on what else the
computer does. The start of Ray and of the workers is not counted, nor what Ray's own processes take.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys

import psutil
from nodes import two_nodes, workers
from papergames.cluster import Progress, solve
from papergames.sprouts import Solver


class Counter:
    """Counts what a process does from now on: seconds, and instructions in thousands of millions."""

    def __init__(self, process: int) -> None:
        """Begins to count."""
        self.process = psutil.Process(process)
        self.before = self._seconds()
        self.perf = None
        if shutil.which("perf"):
            command = ["perf", "stat", "-x,", "-e", "instructions:u", "-p", str(process)]
            self.perf = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)

    def _seconds(self) -> float:
        times = self.process.cpu_times()
        return float(times.user + times.system)

    def stop(self) -> tuple[float, float]:
        """Returns the seconds and the instructions."""
        seconds = self._seconds() - self.before
        if self.perf is None:
            return seconds, float("nan")
        self.perf.send_signal(signal.SIGINT)
        _, text = self.perf.communicate()
        count = text.split(",")[0].split()[-1]
        return seconds, float(count) / 1e9 if count.isdigit() else float("nan")


def tell(name: str, nodes: int, expanded: int, parts: dict[str, tuple[float, float]]) -> None:
    """Prints a row."""
    seconds = sum(part[0] for part in parts.values())
    instructions = sum(part[1] for part in parts.values())
    each = ", ".join(f"{part} {seconds:.1f} s {count:.1f} G" for part, (seconds, count) in parts.items())
    print(
        f"{name}: {nodes} nodes, {expanded} expansions; {each}; for an expansion {seconds / expanded * 1e6:.1f} us, "
        f"{instructions / expanded * 1e6:.1f} thousand instructions",
        flush=True,
    )


def main() -> None:
    """Solves a start with one solver and on two nodes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spots", type=int, help="spots at the start")
    parser.add_argument("--least", type=int, default=400, metavar="NODES", help="the least of a job (400)")
    arguments = parser.parse_args()
    spots = arguments.spots
    counter = Counter(os.getpid())
    solver = Solver()
    expected = solver.mover_wins(spots)
    tell("one solver", solver.work["nodes"], solver.work["expanded"], {"solver": counter.stop()})
    with two_nodes():
        solve(1)
        counters: dict[str, Counter] = {}
        before: dict[str, int] = {}
        counted: dict[str, tuple[float, float]] = {}

        def progress(seen: Progress) -> None:
            # What was done before is not counted.
            if not counters and len(workers()) == 2:
                before.update(seen.counts)
                counters["owner"] = Counter(os.getpid())
                counters.update((f"worker {n}", Counter(worker.pid)) for n, worker in enumerate(workers(), 1))
            if 0 in (seen.counts["win"], seen.counts["loss"]):
                counted.update((name, counter.stop()) for name, counter in counters.items())

        answer = solve(spots, least=arguments.least, progress=progress, every=0.2)
    seen = answer.progress
    done = {name: count - before[name] for name, count in seen.counts.items()}
    tell("two nodes", done["nodes"], done["expanded"], counted)
    counts = seen.counts
    print(
        f"in all {counts['expanded']} expansions, {seen.jobs} jobs, {counts['facts']} facts, {seen.sent / 1e6:.1f} MB "
        f"sent, {seen.received / 1e6:.1f} MB received, owner {counts['memory'] / 1e6:.0f} MB, {seen.lost} workers lost"
    )
    if answer.mover_wins != expected:
        sys.exit("the answers differ")


if __name__ == "__main__":
    main()
