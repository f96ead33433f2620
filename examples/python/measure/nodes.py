"""Two Ray nodes of one core each on this computer, for measurements."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psutil
import ray


@contextmanager
def two_nodes() -> Iterator[Any]:
    """Starts two nodes, connects to them, and stops them at the end. Gives the cluster."""
    from ray.cluster_utils import Cluster

    # Ray starts workers with niceness 15, which starves them on a busy computer.
    os.environ["RAY_worker_niceness"] = "0"  # noqa: SIM112
    memory = {"object_store_memory": 80_000_000}
    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False, **memory})
    nodes.add_node(num_cpus=1, **memory)
    ray.init(address=nodes.address, log_to_driver=False)
    try:
        yield nodes
    finally:
        ray.shutdown()
        nodes.shutdown()


def workers() -> list[psutil.Process]:
    """Returns the processes of the workers, which are descendants of this one."""
    found = []
    for process in psutil.Process().children(recursive=True):
        try:
            if (process.cmdline() or [""])[0].startswith("ray::Solving"):
                found.append(process)
        except psutil.Error:
            continue
    return found
