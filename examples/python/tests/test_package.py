"""Docstrings, types, tables, the command line and the notebook."""

from __future__ import annotations

import doctest
import inspect
import subprocess
import sys
from pathlib import Path

import papergames
import pytest
from papergames import GAMES, _papergames, arrays, sprouts

FOLDER = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("page", ["README.md", "docs/cluster.md"])
def test_examples_on_pages(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = doctest.testfile(str(FOLDER / page), module_relative=False)
    assert found.attempted > 2
    assert found.failed == 0


def test_examples_in_docstrings() -> None:
    names = {name: getattr(_papergames, name) for name in dir(_papergames) if not name.startswith("_")}
    runner, parser = doctest.DocTestRunner(), doctest.DocTestParser()

    def check(name: str, thing: object) -> None:
        test = parser.get_doctest(inspect.getdoc(thing) or "", dict(names), name, None, 0)
        runner.run(test)

    for name, thing in names.items():
        check(name, thing)
        if inspect.isclass(thing):
            for part, member in vars(thing).items():
                check(f"{name}.{part}", member)
    assert runner.summarize().failed == 0
    assert runner.tries > 30
    for module in (papergames, sprouts, arrays):
        found = doctest.testmod(module)
        assert found.attempted > 0
        assert found.failed == 0


@pytest.mark.parametrize("name", ["pettingzoo", "openspiel", "datasets"])
def test_examples_of_modules(name: str) -> None:
    pytest.importorskip({"openspiel": "pyspiel", "datasets": "pandas"}.get(name, name))
    module = __import__(f"papergames.{name}", fromlist=[name])
    found = doctest.testmod(module)
    assert found.attempted > 0
    assert found.failed == 0


def test_everything_public_is_documented() -> None:
    for name in papergames.__all__:
        thing = getattr(papergames, name)
        if inspect.isclass(thing) or inspect.isroutine(thing):
            assert inspect.getdoc(thing), name
        if inspect.isclass(thing) and not issubclass(thing, Exception):
            for part, member in vars(thing).items():
                assert part.startswith("_") or inspect.getdoc(member), f"{name}.{part}"


def test_types_match_the_module() -> None:
    pytest.importorskip("mypy")
    allowed = FOLDER / "tests/stubtest_allowed.txt"
    command = [sys.executable, "-m", "mypy.stubtest", "papergames._papergames", "--allowlist", str(allowed)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=FOLDER, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_tables() -> None:
    pytest.importorskip("pandas")
    from papergames import datasets

    starts = datasets.sprouts_starts()
    assert (starts["winner"] == (starts["nimber"] == 0)).all()
    four = datasets.sprouts_positions(4)
    assert len(four) == 1441
    assert not four.isna().to_numpy().any()
    boards = datasets.sos_boards().set_index(["rows", "columns", "rules"])["value"]
    assert boards[5, 5, "first"] == 1
    assert boards[4, 4, "general"] == 0
    small = datasets.phutball_boards().query("columns == 1 and rows == 9")
    # On one column all seven rule sets agree.
    assert small[["won", "lost", "turns"]].to_numpy().tolist() == [[229, 91, 7]] * 7


def test_tables_are_those_of_the_commands() -> None:
    if not (FOLDER.parents[1] / "sos/SOLVED.md").exists():
        pytest.skip("the tables are compared in a checkout of the repository")
    command = [sys.executable, str(FOLDER / "make_datasets.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_tour(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "papergames", "tour", "--pictures", str(tmp_path / "pictures")]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == 0, done.stderr
    assert "BROKEN" not in done.stdout
    assert done.stdout.count("obeyed: ") >= 4
    assert sorted(path.stem for path in (tmp_path / "pictures").iterdir()) == sorted(GAMES)


def test_notebooks_run() -> None:
    nbformat = pytest.importorskip("nbformat")
    client = pytest.importorskip("nbclient")
    notebooks = sorted((FOLDER / "notebooks").glob("*.ipynb"))
    assert notebooks
    for path in notebooks:
        notebook = nbformat.read(path, as_version=4)
        kept = [cell.get("outputs", []) for cell in notebook.cells]
        assert any("image/svg+xml" in output.get("data", {}) for outputs in kept for output in outputs)
        client.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
        pictures = [
            output
            for cell in notebook.cells
            for output in cell.get("outputs", [])
            if "image/svg+xml" in output.get("data", {})
        ]
        assert pictures, "a notebook shows pictures"
