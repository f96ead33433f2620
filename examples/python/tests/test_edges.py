"""Pickles, texts and errors of every public class, and what commands print."""

from __future__ import annotations

import inspect
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import papergames
import pytest
from papergames import Engine, Error, MonteCarlo, Move, Position, UnfinishedError, cluster, sprouts
from papergames.__main__ import main

SOS = Position("sos", "2x3")

#: How to make an object of each public class.
MADE: dict[str, Callable[[], object]] = {
    "Audit": lambda: _audit(),
    "Bounds": lambda: SOS.bounds,
    "Candidate": lambda: MonteCarlo(1).run(SOS, nodes=20).candidates[0],
    "Engine": lambda: Engine("sos", 2, seed=7),
    "Episode": lambda: papergames.self_play(SOS, 1, nodes=5)[0],
    "Format": lambda: papergames.formats("sos")[0],
    "Graph": lambda: Position("sprouts", 3).graph(),
    "GraphLayout": lambda: Position("sprouts", 3).graph_layout,
    "LegalMoves": lambda: SOS.legal_moves,
    "MonteCarlo": lambda: MonteCarlo(3, batch=2, root_noise=(0.5, 0.25)),
    "Move": lambda: Move("sos", "Sa1"),
    "Outcome": lambda: Position("sprouts", 3).solve().outcome,
    "Playouts": lambda: SOS.playouts(3, records=True),
    "Position": lambda: SOS,
    "Record": lambda: SOS.playout(1),
    "Report": lambda: MonteCarlo(1).run(SOS, nodes=20),
    "RuleSet": lambda: papergames.rule_sets("sos")[0],
    "Step": lambda: papergames.self_play(SOS, 1, nodes=5)[0].steps[0],
    "Verdict": lambda: Position("sprouts", 3).solve(every_move=True),
    "Certificate": lambda: sprouts.Solver().certify(Position("sprouts", 3)),
    "Solver": lambda: _solver(),
    "Worker": lambda: cluster.Worker(1 << 20),
    "Answer": lambda: cluster.Answer(True, cluster.Progress(1.0, 2, {})),
    "Progress": lambda: cluster.Progress(1.0, 2, {}),
}

#: Classes without pickles, which say so.
WITHOUT: dict[str, Callable[[], object]] = {"Owner": lambda: cluster.Owner(3)}


def _audit() -> object:
    path = Path(papergames.__file__).parent / "absent"
    with pytest.raises(Error, match="there is no store"):
        papergames.audit("sprouts", path)
    return None


def _solver() -> sprouts.Solver:
    solver = sprouts.Solver(seed=3)
    solver.mover_wins(6)
    return solver


def classes() -> set[str]:
    modules = (papergames, sprouts, cluster)
    public = {name: getattr(module, name) for module in modules for name in module.__all__}
    return {n for n, c in public.items() if inspect.isclass(c) and not issubclass(c, Exception)}


def same(one: object, other: object) -> bool:
    """Whether objects have the same class, text and public values."""
    if isinstance(one, np.ndarray):
        return bool(np.array_equal(one, other))
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))  # type: ignore[arg-type]
    if type(one) is not type(other) or repr(one) != repr(other):
        return False
    names = [name for name, member in vars(type(one)).items() if inspect.isgetsetdescriptor(member) and name[0] != "_"]
    comparable = (Position, Move, papergames.Outcome, papergames.Record)
    if isinstance(one, comparable) or type(one).__module__ == "builtins":
        return bool(one == other)
    names = [name for name in names if name != "work"]  # what a solver counts starts over
    return all(same(getattr(one, name), getattr(other, name)) for name in names)


def test_every_public_class_is_tried() -> None:
    assert set(MADE) | set(WITHOUT) == classes()


@pytest.mark.parametrize("name", MADE)
def test_everything_pickles(name: str, tmp_path: Path) -> None:
    if name == "Audit":
        path = tmp_path / "store"
        Position("sprouts", 5).solve(store=path)
        made: object = papergames.audit("sprouts", path)
    else:
        made = MADE[name]()
    assert " object at 0x" not in repr(made)
    assert same(made, pickle.loads(pickle.dumps(made)))


def test_what_does_not_pickle_says_why() -> None:
    for make in WITHOUT.values():
        made = make()
        assert " object at 0x" not in repr(made)
        with pytest.raises(TypeError, match="create another owner from the store"):
            pickle.dumps(made)


def test_values_are_equal_by_value() -> None:
    for name in ("Certificate", "Format", "RuleSet"):
        assert MADE[name]() == MADE[name]()
        assert len({MADE[name](), MADE[name]()}) == 1


def test_verdicts_and_reports_are_equal_if_all_but_their_times_are() -> None:
    one, again = (Position("sprouts", 5).solve() for _ in range(2))
    assert one == again
    assert one != Position("sprouts", 4).solve()
    assert one == pickle.loads(pickle.dumps(one))
    report, again = (MonteCarlo(3).run(SOS, nodes=50) for _ in range(2))
    assert report == again
    assert report.candidates == again.candidates
    assert report != MonteCarlo(3).run(SOS, nodes=60)


def test_a_verified_verdict_has_the_cost_of_the_first_method() -> None:
    plain, verified = Position("sprouts", 5).solve(), Position("sprouts", 5).verify()
    assert verified.nodes == plain.nodes > 0
    assert verified.seconds < 10
    assert verified.by is not None
    assert any(letter.isdigit() for letter in verified.by)


def test_records_are_read_from_setups_too() -> None:
    for game, setup, move in [("sos", "3x3", "Sa1"), ("phutball", "9x11", "a2"), ("sprouts", "2", "1-2")]:
        record = papergames.Record(Position(game, setup))
        record.push(move)
        assert papergames.Record.parse(game, f"{setup} {move}") == record
        assert papergames.Record.parse(game, str(record)) == record
    for text in ("3x3 Sa1 Sa1", "3y3 Sa1", "", "Sa1"):
        with pytest.raises(Error):
            papergames.Record.parse("sos", text)


def test_solvers_pickle_what_they_know() -> None:
    solver = _solver()
    again = pickle.loads(pickle.dumps(solver))
    assert solver.nimbers()
    assert sorted(again.nimbers()) == sorted(solver.nimbers())


@pytest.mark.parametrize("setup", ["sprouts 2", "sprouts 3", "sprouts 2-", "brussels 1"])
def test_every_move_keeps_the_outcome(setup: str) -> None:
    start = Position(*setup.split())
    for position in start.playout(3).positions:
        if position.is_over:
            continue
        verdict = position.solve(every_move=True)
        kept = [
            move
            for move in position.legal_moves
            if (after := position.apply(move)) and (after.outcome or after.solve().outcome) == verdict.outcome
        ]
        assert verdict.moves is not None
        assert sorted(map(str, verdict.moves)) == sorted(map(str, kept))
        if position.game == "sprouts":
            solver = sprouts.Solver(misere="-" in str(position).split()[0])
            assert solver.solve(position, every_move=True).moves == verdict.moves


def test_unfinished_searches_say_what_was_done() -> None:
    with pytest.raises(UnfinishedError) as caught:
        Position("sprouts", 30).solve(nodes=1000)
    error = pickle.loads(pickle.dumps(caught.value))
    assert (error.limit, error.nodes) == ("nodes", 1000)
    assert 0 <= error.elapsed < 60
    assert UnfinishedError("made by hand").limit is None


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: SOS.apply(3), TypeError, "expected a move or its text, found int"),
        (lambda: SOS.apply(None), TypeError, "expected a move or its text, found NoneType"),
        (lambda: Engine("sos").choose("x"), TypeError, "expected a position or a record, found str"),
        (lambda: sprouts.lands(2.5), TypeError, "expected a position, the text of lands or a number"),
        (lambda: sprouts.lives(-3), Error, "a position must have 1 to 100 spots, found -3"),
        (lambda: sprouts.lands(0), Error, "a position must have 1 to 100 spots, found 0"),
        (lambda: SOS.playouts(3, threads=0), Error, "threads must be at least 1, found 0"),
        (lambda: SOS.solve(threads=0), Error, "threads must be at least 1, found 0"),
        (lambda: sprouts.Solver(threads=0), Error, "threads must be at least 1, found 0"),
        (lambda: Engine("sos", 300), Error, "the level must be from 1 to 5, found 300"),
        (lambda: Engine("sos", -1), Error, "the level must be from 1 to 5, found -1"),
        (
            lambda: Engine("sos", name="perfect"),
            Error,
            "SOS has no engine `perfect`; use a level from 1 to 5, or one of engine, mcts, random",
        ),
        (lambda: Position("sprouts", -1), Error, "the setup must be at least 1, found -1"),
        (lambda: Position("sprouts", 5.0), TypeError, "expected a setup as a text or a whole number, found float"),
        (lambda: SOS.playout(0).film(columns=0), Error, "columns must be at least 1, found 0"),
        (lambda: SOS.playout(0).animation(seconds=0), Error, "seconds must be more than 0, found 0"),
        (lambda: SOS.playout(0).animation(seconds=float("nan")), Error, "seconds must be more than 0"),
        (lambda: Position("phutball", "7x7").playout(0).write("diagram"), Error, "a diagram has no end rows"),
        (lambda: SOS.solve(progress=3), TypeError, "expected a function, found int"),
        (lambda: MonteCarlo().run(SOS, nodes=5, guide="net"), TypeError, "expected a function, found str"),
        (lambda: SOS.move_of_action(-1), Error, "the index must be below 12 and stand for a legal move, found -1"),
        (lambda: SOS.solve(nodes=-1), Error, "expected a whole number of at least 0, found -1"),
        (lambda: SOS.perft(-2), Error, "expected a whole number of at least 0, found -2"),
        (lambda: SOS.playout(-3), Error, "expected a whole number of at least 0, found -3"),
        (lambda: SOS.playouts(10**30), Error, "expected a whole number that fits into 64 bits, found 10000"),
        (lambda: Position("sos", "3x3", players=-1), Error, "expected a whole number of at least 0, found -1"),
        (lambda: sprouts.Solver(memory=-1), Error, "expected a whole number of at least 0, found -1"),
        (lambda: cluster.Worker(-1), Error, "expected a whole number of at least 0, found -1"),
        (lambda: cluster.Owner(3).job(-1), Error, "expected a whole number of at least 0, found -1"),
        (lambda: SOS.solve(nodes=1.5), TypeError, "float"),
        (lambda: MonteCarlo(batch=0), Error, "exploration must be at least 0 and batch at least 1"),
        (lambda: MonteCarlo(exploration=float("nan")), Error, "exploration must be at least 0"),
        (lambda: MonteCarlo(root_noise=(0.0, 2.0)), Error, "root noise must have"),
    ],
)
def test_errors_are_in_words_of_ours(call: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message) as caught:
        call()
    assert "failed to extract" not in str(caught.value)


def test_environments_refuse_games_without_moves() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    pytest.importorskip("pettingzoo")
    from papergames import openspiel, pettingzoo  # noqa: F401

    with pytest.raises(Error, match="most_moves must be at least 1, found -1"):
        pyspiel.load_game("papergames_phutball(most_moves=-1)")
    with pytest.raises(Error, match="most_moves must be at least 1, found 0"):
        pettingzoo.env("phutball", "9x11", most_moves=0)


def test_masks_cost_no_list_of_moves() -> None:
    start = Position("sprouts", 8)
    assert start.legal_actions().tolist() == list(range(start.n_legal_moves))


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "papergames", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_command_solves_here(tmp_path: Path) -> None:
    store = str(tmp_path / "store")
    for _ in range(2):
        done = run("solve", "sprouts", "8", "--store", store)
        assert (done.returncode, done.stdout, done.stderr) == (0, "8 spots: the second player wins\n", "")
    assert papergames.audit("sprouts", store).is_proved
    late = run("solve", "sprouts", "30", "--time", "0.2", "--store", store)
    assert (late.returncode, late.stdout) == (3, "")
    assert "the time limit was reached" in late.stderr
    assert late.stderr.endswith(f"the results proved so far are kept in {store}; run it again to resume\n")
    for arguments, message in [
        (["--", "-3"], "a position must have 1 to 100 spots, found -3"),
        (["3", "--workers", "2"], "--workers needs --cluster, such as `--cluster local`"),
        (["3", "--misere", "--cluster", "local"], "a cluster solves normal play only"),
        (["3", "--cluster", "localhost:1"], "no Ray cluster answers at localhost:1: "),
    ]:
        wrong = run("solve", "sprouts", *arguments)
        assert (wrong.returncode, wrong.stdout) == (1, "")
        assert wrong.stderr.startswith(f"error: {message}")
    assert run("solve", "sprouts", "5", "--misere").stdout == "5 spots, misère play: the first player wins\n"


def test_the_command_ends_at_ctrl_c(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = tmp_path / "store"
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    assert main(["solve", "sprouts", "40", "--store", str(store)]) == 130
    kept = f"interrupted; the results proved so far are kept in {store}; run it again to resume\n"
    assert capsys.readouterr().err == kept
    solver = sprouts.Solver()
    solver.load(store)
    assert solver.nimbers()


def test_the_command_checks_certificates(tmp_path: Path) -> None:
    path = tmp_path / "five.proof"
    path.write_text(str(sprouts.Solver().certify(Position("sprouts", 5))))
    done = run("check", str(path), "--claim", "sprouts 5 normal")
    assert (done.returncode, done.stdout[:27]) == (0, "accepted: the player to mov")
    wrong = run("check", str(path), "--claim", "sprouts 6 normal")
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert run("check", str(tmp_path / "absent")).stderr.startswith("error: ")


def test_the_help_is_for_people_and_pipes_may_close() -> None:
    text = run("--help").stdout
    assert ">>>" not in text
    assert ":class:" not in text
    assert "python -m papergames check FILE" in text
    tour = subprocess.Popen(
        [sys.executable, "-m", "papergames", "tour"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert tour.stdout is not None
    tour.stdout.close()
    assert tour.communicate()[1] == b""
