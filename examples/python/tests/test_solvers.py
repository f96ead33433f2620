"""Solvers, engines and searches: published values, and that methods agree."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import papergames
import pytest
from conftest import STARTS
from papergames import Engine, Error, MonteCarlo, Move, Position, Record, Report, UnfinishedError, audit, sprouts


def test_starts_of_sprouts() -> None:
    # The conjecture of Applegate, Jacobson and Sleator: the first player wins from 3, 4, 5 (mod 6) spots.
    solver = sprouts.Solver()
    assert [solver.mover_wins(n) for n in range(1, 13)] == [n % 6 in (3, 4, 5) for n in range(1, 13)]
    misere = sprouts.Solver(misere=True)
    assert [misere.misere_nimber(n) for n in range(1, 7)] == [1, 0, 0, 0, 1, 1]


def test_values_by_two_methods() -> None:
    for position in (
        Position("sprouts", 6),
        Position("sprouts", 4, misere=True),
        Position("brussels", 1),
        Position("sos", "3x3"),
        Position("phutball", "3x7"),
    ):
        begun = time.monotonic()
        verdict = position.verify()
        assert 0 <= verdict.seconds <= time.monotonic() - begun, "the time of the first method"
        assert verdict.by
        assert verdict.outcome == position.solve().outcome


def test_three_players_have_guarantees() -> None:
    """With three players, each has what they can force alone."""
    for rules, expected in [("general", "loss loss loss"), ("misere", "share share loss")]:
        start = Position("sos", "3x3", rules=rules, players=3)
        assert start.guarantees() == expected.split()
    assert Position("sos", "3x3").guarantees() == ["share", "share"]
    with pytest.raises(Error, match="only games for two players have a value, but this game has 3 players"):
        Position("sos", "3x3", players=3).solve()
    with pytest.raises(UnfinishedError):
        Position("sos", "4x4", rules="misere", players=3).guarantees(nodes=100)


def test_labelled_games_are_counted() -> None:
    """Games of Brussels Sprouts are counted by length, at the start and later."""
    assert Position("brussels", "4,4").games_by_length() == {8: 9_175_040}
    assert Position("brussels", "2:1a-2a").games_by_length() == {7: 262_144}
    with pytest.raises(OverflowError):
        Position("brussels", 6).games_by_length()
    with pytest.raises(Error, match="only games of Brussels Sprouts, Brussels Sprouts on surfaces can be counted"):
        Position("sprouts", 3).games_by_length()


def test_winning_moves_win() -> None:
    position = Position("sos", "1x7")
    verdict = position.solve(every_move=True)
    assert (verdict.winner, verdict.margin) == (0, 1)
    assert verdict.moves == [Move("sos", "Sd1")]
    for move in position.legal_moves:
        wins = position.apply(move).solve().winner == 0
        assert wins == (move in verdict.moves)
    three = Position("sprouts", 3)
    winning = sprouts.Solver().winning_moves(three)
    assert winning == three.solve(every_move=True).moves
    assert all(three.apply(move).solve().winner == 0 for move in winning)


def test_stores_keep_results(tmp_path: Path) -> None:
    path = tmp_path / "sprouts.results"
    first = Position("sprouts", 9).solve(store=path)
    second = Position("sprouts", 9).solve(store=path)
    assert first.winner == second.winner == 0
    assert second.nodes < first.nodes
    assert audit("sprouts", path, nodes=10_000_000).is_proved
    solver = sprouts.Solver()
    solver.load(path)
    assert not solver.mover_wins(9) or solver.nimbers()
    with pytest.raises(Error, match="there is no store"):
        audit("sprouts", tmp_path / "nothing")
    (tmp_path / "garbage").write_bytes(b"garbage")
    with pytest.raises(Error):
        audit("sprouts", tmp_path / "garbage")


def test_facts_travel_between_solvers() -> None:
    one, other = sprouts.Solver(), sprouts.Solver()
    assert not one.mover_wins(8)
    other.learn(one.nimbers())
    other.learn_exclusions(one.exclusions())
    before = other.work["nodes"]
    assert not other.mover_wins(8)
    assert other.work["nodes"] - before < one.work["nodes"] / 2
    assert other.known_nimber("AB|AB") == 1
    with pytest.raises(Error, match="0 to 63"):
        other.learn([("0", 64)])


def test_certificates() -> None:
    certificate = sprouts.Solver().certify(Position("sprouts", 5))
    assert certificate.mover_wins
    lines = str(certificate).splitlines()
    assert lines[0] == "papergames certificate 1"
    assert f"facts {len(certificate.facts)}" in lines
    checksum = 0xCBF29CE484222325
    for byte in str(certificate).rpartition("checksum ")[0].encode():
        checksum = (checksum ^ byte) * 0x100000001B3 % 2**64
    assert lines[-1] == f"checksum {checksum:016x}"
    again = sprouts.Certificate.parse(str(certificate))
    assert (again.mover_wins, again.lands, again.facts) == (True, "0*5", certificate.facts)
    assert again.check("sprouts 5 normal").startswith("the player to move wins 0*5")
    with pytest.raises(Error, match="expected a proof"):
        again.check("sprouts 6 normal")
    altered = str(certificate).replace("mover wins", "mover loses")
    for call in (sprouts.Certificate.parse, papergames.check):
        with pytest.raises(Error, match="the checksum must be"):
            call(altered)
    with pytest.raises(UnfinishedError) as caught:
        papergames.check(str(sprouts.Solver().certify(Position("sprouts", 9))), time=0)
    assert caught.value.limit == "time"
    with pytest.raises(Error, match="expected"):
        sprouts.Certificate.parse("nonsense")


@pytest.mark.parametrize("misere", [False, True])
def test_solvers_refuse_positions_of_other_rules(misere: bool) -> None:
    solver = sprouts.Solver(misere=misere)
    position = Position("sprouts", 3, misere=not misere)
    nimber = solver.misere_nimber if misere else solver.nimber
    for method in (solver.solve, solver.mover_wins, nimber, solver.winning_moves, solver.certify):
        with pytest.raises(Error, match=r"only positions in .* play of the variant `standard`"):
            method(position)
    with pytest.raises(Error, match=r"found one in .* of the variant `black-and-white`"):
        solver.solve(Position("sprouts", 3, misere=misere, variant="black-and-white"))


def test_lands() -> None:
    assert sprouts.split(2) == ["0*2"] or sprouts.split(2) == ["0.0"]
    position = Position("sprouts", 2).apply("1-2")
    assert sprouts.lands(position) in sprouts.children(sprouts.lands(2))
    assert sprouts.lives(2) == 6
    end = Position("sprouts", 2).apply("1-2", "1-2", "1-2!", "3-4!")
    census = sprouts.census(end)
    assert census is not None
    assert len(census[0]) == 3 * 2 - 4
    assert sprouts.canonical(position) == sprouts.canonical(sprouts.canonical(position))
    assert sprouts.antwerp_class(Position("sprouts", 1, variant="antwerp-cold")) in "NPLR"
    assert sprouts.antwerp_value(Position("sprouts", 1, variant="antwerp-cold"))
    with pytest.raises(Error, match="spots are not all alike, so positions are not sums of lands"):
        sprouts.lands(Position("sprouts", 2, variant="antwerp-hot"))


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
def test_engines_play_to_the_end(start: Position) -> None:
    record = Record(start)
    engine = Engine(start.game, 2, seed=5)
    while not record.position.is_over and len(record) < 60:
        report = engine.choose(record, nodes=50)
        assert report.best in record.position.legal_moves
        record.push(report.best)
    if record.position.is_over:
        with pytest.raises(Error, match="the game is over"):
            engine.choose(record)


def test_engines_heed_budgets_and_tell() -> None:
    reports: list[Report] = []
    engine = Engine("phutball", 5)
    report = engine.choose(Position("phutball"), time=0.3, progress=reports.append)
    assert report.seconds < 5
    assert reports
    assert Engine("sprouts", name="engine").choose(Position("sprouts", 3)).proved is not None
    with pytest.raises(Error, match="the level must be from 1 to 5, found 6"):
        Engine("sos", 6)
    with pytest.raises(Error, match="this engine plays sos, so it cannot play sprouts"):
        Engine("sos").choose(Position("sprouts", 3))


def test_a_guide_steers_the_search() -> None:
    position = Position("sos", "3x3")
    favourite = position.move("Ob2")
    asked: list[int] = []

    def guide(positions: list[Position], moves: list[list[Move]]) -> tuple[np.ndarray, list[np.ndarray]]:
        asked.append(len(positions))
        return np.zeros((len(positions), 2)), [np.array([1.0 + 9 * (m == favourite) for m in ms]) for ms in moves]

    report = MonteCarlo(1, batch=8).run(position, nodes=64, guide=guide)
    assert report.best == favourite
    assert max(asked) > 1
    assert sum(c.share for c in report.candidates) == pytest.approx(1)
    for wrong, message in [
        (lambda p, m: None, "a guide must return"),
        (lambda p, m: ([[0.0]] * len(p), None), "a value for each of the 2 players"),
        (lambda p, m: ([[0.0, 9.0]] * len(p), None), "from -1 to 1"),
        (lambda p, m: ([[0.0, 0.0]] * len(p), [[1.0]] * len(p)), "18 priors"),
    ]:
        with pytest.raises(Error, match=message):
            MonteCarlo().run(position, nodes=10, guide=wrong)  # type: ignore[arg-type]
    with pytest.raises(ZeroDivisionError):
        MonteCarlo().run(position, nodes=10, guide=lambda p, m: 1 / 0)  # type: ignore[arg-type,return-value]
    with pytest.raises(Error, match="or it would not end"):
        MonteCarlo().run(position)


def test_limits_end_searches() -> None:
    with pytest.raises(UnfinishedError):
        Position("phutball", "15x21").perft(5, turns=True, time=0.1)
    notes: list[tuple[int, float, str]] = []
    with pytest.raises(UnfinishedError):
        Position("sprouts", 27).solve(time=1.5, progress=lambda *seen: notes.append(seen))
    assert notes


_PEAK = """
import sys
from papergames import Position, UnfinishedError

def peak():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) >> 10 for line in status if line.startswith("VmHWM:"))

before = peak()
try:
    Position("sprouts", 41).solve(memory=64 << 20, time=10, store=sys.argv[1] if sys.argv[1:] else None)
except UnfinishedError:
    print(peak() - before)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not tell the peak")
@pytest.mark.parametrize("is_stored", [False, True])
def test_searches_keep_to_their_memory(tmp_path: Path, *, is_stored: bool) -> None:
    store = [tmp_path / "store"] if is_stored else []
    done = subprocess.run([sys.executable, "-c", _PEAK, *store], capture_output=True, text=True, check=True)
    # A slow machine does not fill its memory in this time.
    assert 0 < int(done.stdout) <= 64 * 1.1 + 16


def test_a_store_takes_its_share_of_the_memory(tmp_path: Path) -> None:
    board = Position("phutball", "5x8")
    with pytest.raises(Error, match=r"limit is 64\.00 MiB"):
        board.solve(memory=64 << 20)
    with pytest.raises(Error, match=r"limit is 48\.00 MiB"):
        board.solve(memory=64 << 20, store=tmp_path / "store")
