"""Solves Sprouts on many machines without Ray: an owner, and workers that connect to it over TCP.

Every process runs the same command, and `SLURM_PROCID` says which one is the owner (0, or not set); the others are
workers. The owner writes its address and a password, which changes with every run, to STORE.address; only you can read
that file, and the workers wait for it. Workers may start late, die, and come back at any time. If the owner is stopped,
run the command again: it goes on from the store.

    SLURM_PROCID=0 python slurm.py 21 sprouts21.store &
    SLURM_PROCID=1 python slurm.py 21 sprouts21.store &
    SLURM_PROCID=2 python slurm.py 21 sprouts21.store
"""

from __future__ import annotations

import argparse
import os
import secrets
import socket
import sys
import threading
import time
from contextlib import suppress
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Connection, Listener, answer_challenge, deliver_challenge
from pathlib import Path

from papergames.cluster import Owner, Worker
from papergames.cluster.engine import Journal

SAVE = 5.0
"""The interval in seconds at which reports go from the journal into the store."""


def serve(
    owner: Owner, journal: Journal, lock: threading.Lock, password: bytes, connection: Connection, number: int
) -> None:
    """Gives a worker that knows the password jobs, until the answer is known or the worker is lost."""
    with suppress(AuthenticationError, EOFError, OSError), connection:
        deliver_challenge(connection, password)
        answer_challenge(connection, password)
        while owner.mover_wins is None:
            job = owner.job(number)
            if job is None:
                time.sleep(0.01)
                continue
            connection.send_bytes(job)
            report = connection.recv_bytes()
            with lock:
                journal.add(report)
                owner.report(report)
        connection.send_bytes(b"")
    owner.lose(number)


def own(spots: int, store: Path, every: float, least: int, most: int) -> None:
    """Finds out who wins with the workers that connect."""
    owner, journal, lock = Owner(spots, store, least=least, most=most), Journal(store), threading.Lock()
    journal.replay(owner)
    password = secrets.token_hex(32)
    listener = Listener(("", 0))
    address = Path(f"{store}.address")
    address.unlink(missing_ok=True)
    with open(os.open(address, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
        file.write(f"{socket.gethostname()} {listener.address[1]} {password}\n")
    threads: list[threading.Thread] = []

    def accept() -> None:
        while True:
            with suppress(ConnectionError):
                arguments = (owner, journal, lock, password.encode(), listener.accept(), len(threads))
                threads.append(threading.Thread(target=serve, args=arguments, daemon=True))
                threads[-1].start()

    threading.Thread(target=accept, daemon=True).start()
    begun = saved = told = time.monotonic()
    try:
        while owner.mover_wins is None:
            time.sleep(0.05)
            now = time.monotonic()
            if now - saved >= SAVE:
                with lock:
                    owner.save()
                    journal.clear()
                saved = now
            if now - told >= every:
                counts = owner.counts()
                print(f"{now - begun:.0f} s, {counts['running']} jobs, {counts['facts']} facts", file=sys.stderr)
                told = now
    finally:
        address.unlink(missing_ok=True)
        # Each worker is told that there is nothing to do, but a last report need not be waited for.
        for thread in threads:
            thread.join(1.0 if owner.mover_wins is not None else 0.0)
        # Nothing is added from here on.
        lock.acquire()
        owner.save()
        journal.clear()
    print(f"{spots} spots: the {'first' if owner.mover_wins else 'second'} player wins")


def work(store: Path, memory: int, threads: int, patience: float) -> None:
    """Works for the owner of a store until it knows the answer."""
    worker = Worker(memory, threads)
    waited = time.monotonic()
    while True:
        try:
            host, port, password = Path(f"{store}.address").read_text().split()
            with Client((host, int(port)), authkey=password.encode()) as connection:
                while job := connection.recv_bytes():
                    connection.send_bytes(worker.work(job))
                    waited = time.monotonic()
            return
        except (OSError, EOFError, ValueError, AuthenticationError) as error:
            # There is no owner yet, or another one follows.
            if time.monotonic() - waited > patience:
                sys.exit(f"no owner answers for {store}: {error}")
            time.sleep(0.2)


def main() -> None:
    """Runs an owner or a worker."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spots", type=int, help="the number of spots at the start")
    parser.add_argument("store", type=Path, help="the file of results, in a folder that all machines share")
    parser.add_argument("--threads", type=int, default=int(os.environ.get("SLURM_CPUS_PER_TASK", "1")), metavar="N")
    parser.add_argument("--memory", type=int, default=1 << 30, metavar="BYTES", help="the memory of a worker (1 GiB)")
    parser.add_argument("--least", type=int, default=400, metavar="NODES", help="the fewest nodes of a job (400)")
    parser.add_argument("--most", type=int, default=20_000, metavar="NODES", help="the most nodes of a job (20,000)")
    parser.add_argument("--every", type=float, default=60, metavar="SECONDS", help="the time between two lines (60)")
    patience = "how long a worker waits for an owner (300)"
    parser.add_argument("--patience", type=float, default=300, metavar="SECONDS", help=patience)
    arguments = parser.parse_args()
    if os.environ.get("SLURM_PROCID", "0") == "0":
        own(arguments.spots, arguments.store, arguments.every, arguments.least, arguments.most)
    else:
        work(arguments.store, arguments.memory, arguments.threads, arguments.patience)


if __name__ == "__main__":
    main()
