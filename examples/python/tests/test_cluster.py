"""The owner and its workers without Ray: messages, stores, faults, virtual time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import papergames
import pytest
from papergames.cluster import Owner, Worker, simulate, solve
from papergames.cluster.engine import Journal
from papergames.cluster.review import judge
from papergames.sprouts import Solver as SproutsSolver


def run(owner: Owner, workers: list[Worker], *, save: bool = False) -> int:
    """Lets workers take turns until the answer is known; returns the number of reports."""
    reports = 0
    while owner.mover_wins is None:
        jobs = [owner.job(name) for name in range(len(workers))]
        assert any(jobs)
        for worker, job in zip(workers, jobs, strict=True):
            if job is not None:
                owner.report(worker.work(job))
                reports += 1
        if save:
            owner.save()
    return reports


@pytest.mark.parametrize("spots", [1, 3, 6, 9, 11])
def test_an_owner_and_a_solver_agree(spots):
    owner = Owner(spots)
    run(owner, [Worker(), Worker()])
    assert owner.mover_wins == SproutsSolver().mover_wins(spots)


def test_the_store_is_one_that_audits_read_and_a_solver_goes_on_with(tmp_path):
    path = tmp_path / "eight.store"
    owner = Owner(8, path, least=50, most=200)
    assert run(owner, [Worker(), Worker()], save=True) > 5
    owner.save()
    facts = owner.facts()
    del owner
    audit = papergames.audit("sprouts", path)
    assert audit.is_proved, audit.examples
    # The answer is known at once, and nothing that was proved is lost.
    again = Owner(8, path)
    assert again.mover_wins is False
    nimbers = {fact for fact in facts if fact.startswith("=")}
    assert nimbers <= set(again.facts())


def test_a_report_of_a_dead_worker_counts_and_its_job_goes_to_another():
    owner = Owner(7)
    job = owner.job(1)
    assert owner.counts()["running"] == 1
    owner.lose(1)
    assert owner.counts()["running"] == 0
    # The land and the heap, after ten bytes of the version and one for the number of the job.
    assert owner.job(2)[11:15] == job[11:15]
    assert owner.report(Worker().work(job)) > 0
    assert owner.report(Worker().work(job)) == 0


def test_messages_that_cannot_be_read_are_refused():
    with pytest.raises(papergames.Error, match="the message must have format 3, found 110"):
        Owner(3).report(b"nonsense")
    with pytest.raises(papergames.Error, match="a message must have at least 18 bytes, found 0"):
        Owner(3).report(b"")
    owner = Owner(9)
    job = owner.job(0)
    with pytest.raises(papergames.Error, match="checksum"):
        Worker().work(job[:10] + bytes([job[10] + 1]) + job[11:])
    with pytest.raises(papergames.Error, match="expected a report, found a message of another kind"):
        owner.report(job)
    with pytest.raises(papergames.Error, match=r"must come from release .* run the same program version"):
        Worker().work(job[:1] + bytes(8) + job[9:])
    with pytest.raises(TypeError):
        owner.report("a text")
    with pytest.raises(papergames.Error, match="1 to 100 spots"):
        Owner(101)


def test_what_a_cluster_does_not_solve_is_refused():
    for options in ({"misere": True}, {"variant": "black-and-white"}):
        position = papergames.Position("sprouts", 3, **options)
        for call in (Owner, solve, lambda of: simulate(of, 1)):
            with pytest.raises(papergames.Error, match="only positions in normal play of the variant `standard`"):
                call(position)
    for workers in (0, -1):
        with pytest.raises(papergames.Error, match="workers must be at least 1"):
            solve("0*5", workers=workers)


_OWNER = """
import sys
from papergames.cluster import Owner, Worker
from papergames.cluster.engine import Journal
owner, worker, journal = Owner(12, sys.argv[1], least=50, most=200), Worker(), Journal(sys.argv[1])
journal.replay(owner)
while owner.mover_wins is None:
    report = worker.work(owner.job(0))
    journal.add(report)
    owner.report(report)
    print(len([fact for fact in owner.facts() if fact.startswith("=")]), flush=True)
"""


def test_an_owner_that_is_killed_goes_on_where_it_was(tmp_path):
    path = tmp_path / "twelve.store"
    saved = 0
    for _ in range(2):
        killed = subprocess.Popen([sys.executable, "-c", _OWNER, path], stdout=subprocess.PIPE, text=True)
        for _ in range(5):
            line = killed.stdout.readline()
            if not line:
                break
            saved = max(saved, int(line))
        os.kill(killed.pid, signal.SIGKILL)
        killed.wait()
        killed.stdout.close()
        after = Owner(12, path)
        assert Journal(path).replay(after) > 0
        assert sum(fact.startswith("=") for fact in after.facts()) >= saved > 0
        del after
        time.sleep(0.05)
    owner = Owner(12, path)
    Journal(path).replay(owner)
    run(owner, [Worker()], save=True)
    assert owner.mover_wins is False
    owner.save()
    del owner
    assert papergames.audit("sprouts", path).is_proved


def test_without_ray_a_worker_and_the_owner_may_be_killed(tmp_path):
    store = tmp_path / "thirteen.store"
    script = Path(__file__).parent.parent / "slurm.py"
    journal = Path(f"{store}.reports")

    def start(number):
        command = [sys.executable, script, "13", store, "--least", "20", "--most", "200"]
        environment = {**os.environ, "SLURM_PROCID": str(number)}
        return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)

    owner, *workers = [start(number) for number in range(3)]
    until = time.monotonic() + 60
    while not journal.exists() or journal.stat().st_size < 5_000:
        assert time.monotonic() < until
        time.sleep(0.01)
    workers[0].kill()
    owner.kill()
    assert [workers[0].wait(), owner.wait()] == [-signal.SIGKILL] * 2
    kept = Owner(13, store)
    Journal(store).replay(kept)
    facts = {fact for fact in kept.facts() if fact.startswith("=")}
    # In the middle.
    assert facts
    assert kept.mover_wins is None
    del kept
    workers[0] = start(1)
    out, _ = start(0).communicate(timeout=60)
    assert out == "13 spots: the second player wins\n"
    assert [worker.wait(10) for worker in workers] == [0, 0]
    assert facts <= set(Owner(13, store).facts())
    assert journal.read_bytes() == b"", "every report is in the store"
    assert papergames.audit("sprouts", store).is_proved


def test_one_machine_keeps_what_it_proved_when_it_is_killed(tmp_path):
    store = tmp_path / "solver.store"
    command = [sys.executable, "-m", "papergames", "solve", "sprouts"]
    # Results are written every ten seconds.
    killed = subprocess.Popen(
        [*command, "21", "--store", store, "--threads", "2", "--every", "0.5"], stderr=-1, text=True
    )
    begun, size = time.monotonic(), None
    while size is None or store.stat().st_size <= size:
        assert time.monotonic() - begun < 60
        time.sleep(0.2)
        if store.exists() and size is None:
            size = store.stat().st_size
    time.sleep(1)
    killed.send_signal(signal.SIGTERM)
    _, told = killed.communicate()
    assert killed.returncode == -signal.SIGTERM
    assert " s  " in told
    assert " nodes" in told
    solver = SproutsSolver()
    solver.load(store)
    assert len(solver.nimbers()) > 100


def test_a_store_that_cannot_be_used_ends_a_command_before_it_searches(tmp_path):
    command = [sys.executable, "-m", "papergames", "solve", "sprouts", "40", "--store"]
    held = Owner(3, tmp_path / "held.store")
    for store, reason in [(tmp_path / "no" / "a.store", "No such file"), (tmp_path / "held.store", "another program")]:
        done = subprocess.run([*command, store], capture_output=True, text=True, timeout=60, check=False)
        assert (done.returncode, done.stdout) == (1, "")
        assert reason in done.stderr
    held.close()


def test_an_audit_tells_its_progress_and_goes_on_from_where_it_stopped(tmp_path):
    store, mark = tmp_path / "ten.store", tmp_path / "ten.audit"
    papergames.Position("sprouts", 12).solve(store=store)
    told = []
    with pytest.raises(papergames.UnfinishedError) as raised:
        papergames.audit("sprouts", store, nodes=100, resume=mark)
    assert raised.value.nodes == 100
    rest = papergames.audit("sprouts", store, resume=mark, progress=lambda *seen: told.append(seen))
    assert rest.is_proved
    whole = papergames.audit("sprouts", store)
    assert repr(whole) == repr(rest)
    assert all("%" in note for _, _, note in told)
    command = [sys.executable, "-m", "papergames", "audit", "sprouts", store]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == f"{whole.proved:,} of {whole.results:,} results are proved\n"
    papergames.Position("sprouts", 9).solve(store=tmp_path / "nine.store")
    with pytest.raises(papergames.Error, match="belongs to an audit of another store"):
        papergames.audit("sprouts", tmp_path / "nine.store", resume=mark)


def test_misere_work_is_counted():
    solver = SproutsSolver(misere=True)
    assert solver.mover_wins(8) is False
    assert solver.work["nodes"] > 100
    assert solver.work["lands"] > 100


def test_what_an_array_of_jobs_finds_is_gathered(tmp_path):
    solve = [sys.executable, "-m", "papergames", "solve", "sprouts", "--misere"]
    subprocess.run([*solve, "6", "--store", tmp_path / "shared.store"], check=True)
    shared = (tmp_path / "shared.store").read_bytes()
    (tmp_path / "shared.store").chmod(0o444)
    for spots in ("7", "8"):
        subprocess.run(
            [*solve, spots, "--load", tmp_path / "shared.store", "--store", tmp_path / f"{spots}.store"], check=True
        )
    assert (tmp_path / "shared.store").read_bytes() == shared
    gather = SproutsSolver(misere=True)
    for spots in (7, 8):
        gather.load(tmp_path / f"{spots}.store")
    gather.save(tmp_path / "all.store")
    audit = papergames.audit("sprouts", tmp_path / "all.store")
    assert audit.is_proved
    assert audit.results >= papergames.audit("sprouts", tmp_path / "8.store").results
    again = SproutsSolver(misere=True)
    again.load(tmp_path / "all.store")
    assert [again.mover_wins(spots, nodes=1) for spots in (6, 7, 8)] == [True, False, False]


def test_virtual_time():
    # Small jobs, since twelve spots need few nodes.
    small = {"least": 4, "most": 512, "latency": 0, "owner": (0, 0)}
    one, four = simulate(12, 1, **small), simulate(12, 4, **small)
    assert one["mover_wins"] == four["mover_wins"] == 0
    assert four["time"] < one["time"]
    assert one["distinct"] == one["met"]
    assert four["distinct"] < four["met"]
    # The jobs of the longest chain cannot be done at the same time.
    assert 0 < four["chain"] < four["time"] < four["busy"]
    assert simulate(12, 1, threads=4, **small)["time"] < one["time"]
    part = simulate(12, 4, until=four["time"] // 4, **small)
    assert four["time"] // 4 < part["time"] < four["time"]
    assert 0 < part["nodes"] < four["nodes"]
    four = simulate(9, 4, **small)
    assert simulate(9, 4, **small) == four
    slow = simulate(9, 4, **{**small, "latency": 10_000_000, "owner": (30, 1_000_000)})
    assert slow["time"] > four["time"]
    assert slow["mover_wins"] == 1
    dying = simulate(9, 4, death_every=four["time"] // 5, **small)
    assert dying["deaths"] > 0
    assert dying["mover_wins"] == 1
    with pytest.raises(papergames.Error):
        simulate(9, 0)


def test_a_game_is_judged_move_by_move():
    (record,) = papergames.read("sprouts", "2+ (A - B) 1(3)2 1(4)2 1(5)4 2(6)3 II")
    seen = judge(0, "sprouts", record.to_bytes(), 10.0)
    assert len(seen.winners) == len(record) + 1
    assert seen.winners[0] == 1
    # The second player wins from the start and won in the end, so mistakes come in pairs.
    assert len(seen.mistakes) % 2 == 0
