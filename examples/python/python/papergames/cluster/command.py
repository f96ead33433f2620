"""The commands ``solve`` and ``simulate``."""

from __future__ import annotations

import argparse
import contextlib
import os
import socket
import sys
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from papergames import Position

_SECOND = 2_000_000_000
"""The approximate number of the solver's instructions that one core executes in a second."""


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the commands."""
    solve = commands.add_parser(
        "solve",
        help="find who wins Sprouts, on one machine or many",
        description="Finds out who wins Sprouts, on this machine or on a Ray cluster.",
    )
    solve.add_argument("game", choices=["sprouts"], help="the game")
    solve.add_argument("spots", type=int, help="the number of spots at the start")
    solve.add_argument("--misere", action="store_true", help="use misère play; not with --cluster")
    solve.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="the Ray cluster: `local` for this machine, `auto`, or an address such as 10.0.0.1:6379; "
        "without it, a single solver runs here",
    )
    solve.add_argument("--store", metavar="FILE", help="keep results in this file, so that a later run can resume")
    begin = "begin with the results in this file, which is only read; may be given several times; not with --cluster"
    solve.add_argument("--load", action="append", default=[], metavar="FILE", help=begin)
    solve.add_argument("--workers", type=int, metavar="N", help="the limit on workers (default: as many as fit)")
    cpus = "the CPUs of each worker (default: those of the smallest machine, at most 8; without --cluster, 1)"
    solve.add_argument("--threads", type=int, metavar="N", help=cpus)
    solve.add_argument("--memory", type=int, default=1 << 30, metavar="BYTES", help="the memory of each worker (1 GiB)")
    solve.add_argument("--least", type=int, default=400, metavar="NODES", help="the fewest nodes of a job (400)")
    solve.add_argument("--most", type=int, default=20_000, metavar="NODES", help="the most nodes of a job (20,000)")
    solve.add_argument("--time", type=float, metavar="SECONDS", help="give up after this time")
    solve.add_argument("--every", type=float, default=10, metavar="SECONDS", help="the time between two lines (10)")
    solve.add_argument("--quiet", action="store_true", help="print only the answer, and why a worker was lost")
    solve.add_argument("--price", type=float, metavar="PER_HOUR", help="the hourly price of a core, to print the cost")
    solve.set_defaults(run=_solve)
    simulate = commands.add_parser(
        "simulate",
        help="simulate a cluster of many workers in virtual time",
        description="Solves a start with simulated workers: the real owner, a real solver for each worker, and a "
        "clock that counts what they do. Speed and work are compared with one solver without a cluster.",
    )
    simulate.add_argument("spots", type=int, help="the number of spots at the start")
    numbers = "the numbers of workers (1,4,16)"
    simulate.add_argument("--workers", type=_numbers, default=[1, 4, 16], metavar="N,N", help=numbers)
    simulate.add_argument("--threads", type=int, default=1, metavar="N", help="the cores of each worker (1)")
    simulate.add_argument("--latency", type=float, default=1.0, metavar="MS", help="the latency of a message (1)")
    owner = "the owner's instructions for each option that it examines and for each message (as measured)"
    simulate.add_argument("--owner", type=int, nargs=2, metavar="N", help=owner)
    simulate.add_argument("--least", type=int, default=400, metavar="NODES", help="the fewest nodes of a job (400)")
    simulate.add_argument("--most", type=int, default=20_000, metavar="NODES", help="the most nodes of a job (20,000)")
    simulate.add_argument("--facts", type=float, default=10, metavar="N", help="the facts sent per node of a job (10)")
    loss = "the factor for the proof numbers of a busy couple (2)"
    simulate.add_argument("--virtual-loss", type=float, default=2, metavar="X", help=loss)
    simulate.add_argument("--die", type=float, metavar="MS", help="the time between deaths of workers, in milliseconds")
    until = "end after this time without an answer, and compare the nodes of a second"
    simulate.add_argument("--until", type=float, metavar="SECONDS", help=until)
    simulate.set_defaults(run=_simulate)


def _numbers(text: str) -> list[int]:
    try:
        return sorted({*map(int, text.split(","))})
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected numbers with commas between them, found `{text}`") from None


def _solve(arguments: argparse.Namespace) -> int:
    from papergames import Error, Position, UnfinishedError

    if not 1 <= arguments.spots <= 100:
        raise Error(f"a position must have 1 to 100 spots, found {arguments.spots}")
    if arguments.cluster is None and arguments.workers is not None:
        raise Error("--workers needs --cluster, such as `--cluster local`")
    if arguments.cluster is not None and arguments.misere:
        raise Error("a cluster solves normal play only; leave out --cluster or --misere")
    if arguments.cluster is not None and arguments.load:
        raise Error("a cluster reads only the results in --store; leave out --cluster or --load")
    start = Position("sprouts", arguments.spots, misere=arguments.misere)
    try:
        (_solve_here if arguments.cluster is None else _solve_on_cluster)(arguments, start)
    except UnfinishedError as error:
        reason, code = str(error), 3
    except KeyboardInterrupt:
        reason, code = "interrupted", 130
    else:
        return 0
    kept = f"the results proved so far are kept in {arguments.store}; run it again to resume"
    print(f"{reason};", kept if arguments.store else "nothing is kept without --store", file=sys.stderr)
    return code


def _solve_here(arguments: argparse.Namespace, start: Position) -> None:
    from papergames.sprouts import Solver

    solver = Solver(memory=arguments.memory, misere=arguments.misere, threads=arguments.threads or 1)
    if arguments.store is not None:
        # A file that cannot be written is an error now, not after hours.
        solver.save(arguments.store)
    for path in arguments.load:
        solver.load(path)
    told = monotonic()

    def show(nodes: int, seconds: float, note: str) -> None:
        nonlocal told
        if monotonic() - told >= arguments.every:
            told = monotonic()
            print(f"{seconds:7.0f} s  {nodes:,} nodes{', ' if note else ''}{note}", file=sys.stderr, flush=True)

    progress = None if arguments.quiet else show
    verdict = solver.solve(start, time=arguments.time, store=arguments.store, progress=progress)
    _tell(arguments, verdict.winner == 0)


def _solve_on_cluster(arguments: argparse.Namespace, start: Position) -> None:
    from papergames import Error
    from papergames.cluster import solve

    try:
        import ray
    except ImportError:
        raise Error("--cluster needs Ray; install it with `pip install papergames[cluster]`") from None

    price = arguments.price

    def show(seen: object) -> None:
        cost = "" if price is None else f", cost {seen.worked / 3600 * price:.2f}"  # type: ignore[attr-defined]
        print(f"{seen}{cost}", file=sys.stderr, flush=True)

    # Ray prints its messages; the standard output is for the answer.
    with contextlib.redirect_stdout(sys.stderr):
        if arguments.cluster == "local":
            # Ray starts workers with niceness 15, which starves them on a busy computer.
            os.environ.setdefault("RAY_worker_niceness", "0")
            if arguments.workers is not None:
                arguments.threads = arguments.threads or 1
            cpus = arguments.workers and arguments.workers * arguments.threads
            # Another cluster may run on this machine already.
            ray.init(address="local", num_cpus=cpus, include_dashboard=False, log_to_driver=False)
        else:
            _reach(arguments.cluster)
            try:
                ray.init(address=arguments.cluster, log_to_driver=False)
            except (ConnectionError, RuntimeError, ValueError) as error:
                raise Error(f"no Ray cluster answers at {arguments.cluster}: {error}") from error
        try:
            answer = solve(
                start,
                arguments.store,
                workers=arguments.workers,
                threads=arguments.threads,
                memory=arguments.memory,
                least=arguments.least,
                most=arguments.most,
                time=arguments.time,
                progress=None if arguments.quiet else show,
                every=arguments.every,
            )
        finally:
            ray.shutdown()
    _tell(arguments, answer.mover_wins)


def _reach(address: str) -> None:
    """Raises an error for an address at which nothing listens, since Ray itself would try for a minute."""
    from papergames import Error

    host, _, port = address.rpartition(":")
    if not port.isdecimal() or "/" in host:
        return
    try:
        socket.create_connection((host, int(port)), timeout=10).close()
    except (OSError, OverflowError) as error:
        raise Error(f"no Ray cluster answers at {address}: {error}") from error


def _tell(arguments: argparse.Namespace, mover_wins: bool) -> None:
    spots = f"{arguments.spots} spots{', misère play' if arguments.misere else ''}"
    print(f"{spots}: the {'first' if mover_wins else 'second'} player wins", flush=True)


def _simulate(arguments: argparse.Namespace) -> int:
    from papergames.cluster import simulate

    print(
        "| workers | times as fast | efficiency | busy | work | expansions | lands | chain | jobs | messages MB | "
        "owner MB | owner busy |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|---|---|")
    # As one solver without a cluster.
    until = None if arguments.until is None else int(arguments.until * _SECOND)
    one = simulate(arguments.spots, 1, latency=0, owner=(0, 0), until=until)
    for workers in arguments.workers:
        cores = workers * arguments.threads
        seen = simulate(
            arguments.spots,
            workers,
            threads=arguments.threads,
            latency=int(arguments.latency * _SECOND / 1000),
            owner=arguments.owner and tuple(arguments.owner),
            least=arguments.least,
            most=arguments.most,
            facts=arguments.facts,
            virtual_loss=arguments.virtual_loss,
            death_every=None if arguments.die is None else int(arguments.die * _SECOND / 1000),
            until=until,
        )
        gain = one["time"] / seen["time"]
        if until is not None and max(one["time"], seen["time"]) > until:
            gain *= seen["nodes"] / one["nodes"]
        megabytes = (seen["sent"] + seen["received"]) / 1e6
        print(
            f"| {workers} | {gain:.2f} | {gain / cores:.0%} | {seen['busy'] / seen['time'] / cores:.0%} | "
            f"{seen['busy'] / one['busy']:.2f} | {seen['expanded'] / one['expanded']:.2f} | "
            f"{seen['distinct'] / one['distinct']:.2f} | {seen['chain'] / one['time']:.3f} | {seen['jobs']:,} | "
            f"{megabytes:.1f} | {seen['memory'] / 1e6:.1f} | {seen['owner'] / seen['time']:.0%} |",
            flush=True,
        )
    return 0
