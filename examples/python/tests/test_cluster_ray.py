"""Ray itself: two nodes on this computer, with one core each."""

from __future__ import annotations

import os
import threading

import papergames
import pytest
from papergames.cluster import solve
from papergames.cluster.review import review

ray = pytest.importorskip("ray")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    from ray.cluster_utils import Cluster

    # Ray starts workers with niceness 15, which starves them on a busy computer.
    os.environ["RAY_worker_niceness"] = "0"  # noqa: SIM112
    memory = {"object_store_memory": 80_000_000}
    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False, **memory})
    nodes.add_node(num_cpus=1, **memory)
    ray.init(address=nodes.address, log_to_driver=False)
    yield nodes
    ray.shutdown()
    nodes.shutdown()


def test_two_nodes_agree_with_one_solver_and_a_node_may_leave(cluster, tmp_path):
    path = tmp_path / "eleven.store"
    answer = solve(11, path, least=200, most=2000)
    assert answer.mover_wins is True
    assert answer.progress.workers in (1, 2)
    assert papergames.audit("sprouts", path).is_proved

    # Now a node is taken away in the middle: what it was doing is done by the other.
    node = next(iter(cluster.worker_nodes))
    removed = threading.Event()

    def remove(progress):
        if progress.jobs > 3 and not removed.is_set():
            removed.set()
            cluster.remove_node(node)

    answer = solve(12, least=100, most=500, progress=remove, every=0.0)
    assert answer.mover_wins is False
    assert removed.is_set()

    # Tasks without a tree run on what is left.
    games = papergames.read("sprouts", "2+ (A - B) 1(3)2 1(4)2 1(5)4 2(6)3 II\n3+ (A - B) 1(4)2 1(5)4\n")
    seen = sorted(review(games), key=lambda game: game.number)
    assert [game.winners[0] for game in seen] == [1, 0]
