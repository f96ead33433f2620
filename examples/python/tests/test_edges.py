"""What environments refuse, and what commands print."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import papergames
import pytest
from papergames import Error


def test_environments_refuse_games_without_moves() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    pytest.importorskip("pettingzoo")
    from papergames import openspiel, pettingzoo  # noqa: F401

    with pytest.raises(Error, match="expected at least 1 for most_moves, found -1"):
        pyspiel.load_game("papergames_phutball(most_moves=-1)")
    with pytest.raises(Error, match="expected at least 1 for most_moves, found 0"):
        pettingzoo.env("phutball", "9x11", most_moves=0)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "papergames", "solve", "sprouts", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_command_solves_here(tmp_path: Path) -> None:
    store = str(tmp_path / "store")
    for _ in range(2):
        done = run("8", "--store", store)
        assert (done.returncode, done.stdout, done.stderr) == (0, "8 spots: the second player wins\n", "")
    assert papergames.audit("sprouts", store).is_proved
    late = run("30", "--time", "0.2", "--store", store)
    assert (late.returncode, late.stdout) == (3, "")
    assert "the time limit was reached" in late.stderr
    wrong = run("--", "-3")
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert wrong.stderr == "error: expected 0 to 100 spots, found -3\n"
