"""Ray itself: two nodes on this computer, with one core each."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import papergames
import pytest
from papergames.cluster import Worker, engine, solve
from papergames.cluster.engine import Journal
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


def _workers():
    """Returns the processes of the workers on this computer."""
    psutil = pytest.importorskip("psutil")
    found = []
    for process in psutil.process_iter(["name", "cmdline"]):
        line = " ".join(process.info["cmdline"] or [process.info["name"]])
        if line.startswith("ray::Solving"):
            found.append(process)
    return found


def test_workers_may_be_killed(cluster, tmp_path):
    path = tmp_path / "killed.store"
    killed: list[int] = []

    def kill(progress):
        if progress.jobs >= 3 * (len(killed) + 1) and len(killed) < 3:
            for process in _workers()[:1]:
                process.kill()
                killed.append(process.pid)

    answer = solve(12, path, least=50, most=500, progress=kill, every=0.0)
    assert answer.mover_wins is False
    assert len(killed) == 3
    assert answer.progress.lost >= 1
    assert papergames.audit("sprouts", path).is_proved


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)])
def test_the_owner_may_be_killed(cluster, tmp_path, sent, code):
    path = tmp_path / "owner.store"
    command = [sys.executable, "-m", "papergames", "solve", "sprouts", "13", "--cluster", cluster.address]
    command += ["--store", str(path), "--least", "20", "--most", "200"]
    journal = Path(f"{path}.reports")
    owner = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 60
    while (not journal.exists() or journal.stat().st_size < 10_000) and owner.poll() is None:
        assert time.monotonic() < until
        time.sleep(0.02)
    os.kill(owner.pid, sent)
    assert owner.wait() == code
    # Every report that arrived is kept, and the same command goes on.
    kept = papergames.cluster.Owner(13, path)
    Journal(path).replay(kept)
    facts = {fact for fact in kept.facts() if fact.startswith("=")}
    assert facts
    del kept
    finished = subprocess.run(command, capture_output=True, text=True, check=True)
    assert finished.stdout == "13 spots: the second player wins\n"
    assert facts <= set(papergames.cluster.Owner(13, path).facts())
    assert papergames.audit("sprouts", path).is_proved


def _broken_at_start():
    # A class in a function travels to the workers, which cannot import this file.
    class Broken:
        def __init__(self, *_):
            raise ImportError("there is no papergames here")

    return Broken, "there is no papergames here"


def _broken_at_work():
    class Broken:
        def __init__(self, *_):
            pass

        def work(self, _):
            raise MemoryError("there is no room")

    return Broken, "there is no room"


def _another_release():
    class Other:
        def __init__(self, *_):
            self.worker = Worker()

        def work(self, job):
            return self.worker.work(job[:1] + bytes(8) + job[9:])

    return Other, "must come from release"


@pytest.mark.parametrize("broken", [_broken_at_start, _broken_at_work, _another_release])
def test_workers_that_cannot_work_say_why(cluster, monkeypatch, caplog, broken):
    kind, reason = broken()
    monkeypatch.setattr(engine, "Worker", kind)
    with caplog.at_level(logging.WARNING), pytest.raises(papergames.Error, match="3 starts in a row") as raised:
        solve(12, time=60)
    assert reason in str(raised.value)
    warned = [record.getMessage() for record in caplog.records if record.name == "papergames.cluster"]
    assert len(warned) == 1
    assert reason in warned[0]


def test_workers_that_are_always_killed_are_not_hired_for_ever(cluster, monkeypatch):
    class Killed:
        def __init__(self, *_):
            self.trials = 0

        def work(self, _):
            self.trials += 1
            if self.trials == 2:
                os.kill(os.getpid(), signal.SIGKILL)
            return b""

    monkeypatch.setattr(engine, "Worker", Killed)
    monkeypatch.setattr(engine, "_DEATHS", 2)
    with pytest.raises(papergames.Error, match="workers died 2 times in a row before they reported anything"):
        solve(12, time=60)


def test_ray_must_be_connected():
    code = "import papergames.cluster as cluster; cluster.solve(5)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "papergames.Error: Ray must be connected" in done.stderr


def test_a_limit_of_time_is_an_unfinished_error(cluster):
    with pytest.raises(papergames.UnfinishedError) as raised:
        solve(40, time=0.5)
    assert raised.value.limit == "time"
    assert raised.value.elapsed >= 0.5


def test_the_example_of_a_cloud_fits_the_schema():
    yaml = pytest.importorskip("yaml")
    util = pytest.importorskip("ray.autoscaler._private.util")
    config = yaml.safe_load((Path(__file__).parent.parent / "cluster.yaml").read_text())
    util.validate_config(util.prepare_config(config))
    config["available_node_types"]["worker"]["resources"]["CPU"] = "many"
    with pytest.raises(Exception, match="not of type 'integer'"):
        util.validate_config(util.prepare_config(config))


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
