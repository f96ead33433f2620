"""Writes the docstrings of the compiled module into its stub, where editors look for them.

Run it after a docstring was changed. With `--check`, it writes nothing and exits with 1 if the stub has others.
"""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from papergames import _papergames

STUB = Path(__file__).parent / "python" / "papergames" / "_papergames.pyi"

WIDTH = 120

Definition = ast.ClassDef | ast.FunctionDef


def definitions(text: str) -> list[tuple[Definition, Any]]:
    """Returns the public definitions of a stub with what they stand for, the last first."""

    def visit(node: ast.AST, owner: Any) -> Iterator[tuple[Definition, Any]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, Definition) and not child.name.startswith("_"):
                thing = inspect.getattr_static(owner, child.name)
                thing = thing.__func__ if isinstance(thing, staticmethod) else thing
                yield child, thing
                yield from visit(child, thing) if isinstance(child, ast.ClassDef) else ()

    return sorted(visit(ast.parse(text), _papergames), key=lambda found: -found[0].lineno)


def without(text: str) -> str:
    """Returns a stub without docstrings."""
    lines = text.splitlines()
    for node, _ in definitions(text):
        if ast.get_docstring(node) is not None:
            first = node.body[0]
            del lines[first.lineno - 1 : first.end_lineno]
            if len(node.body) == 1:
                lines[first.lineno - 2] = re.sub(r":(?=$|  #)", ": ...", lines[first.lineno - 2])
    return "\n".join(lines) + "\n"


def documented(text: str) -> str:
    """Returns a stub without docstrings with those of the module."""
    lines = text.splitlines()
    for node, thing in definitions(text):
        said = inspect.cleandoc(getattr(thing, "__doc__", None) or "")
        overloads = [name.id for name in getattr(node, "decorator_list", []) if isinstance(name, ast.Name)]
        if not said or "overload" in overloads:
            continue
        indent = " " * (node.col_offset + 4)
        quoted = wrapped('"""' + said.replace("\\", "\\\\"), WIDTH - len(indent) - 3)
        quoted += '\n"""' if "\n" in quoted else '"""'
        # The line with the colon.
        last = node.lineno if isinstance(node, ast.ClassDef) else node.body[0].lineno
        lines[last - 1] = re.sub(r" \.\.\.(?=$|  #)", "", lines[last - 1])
        lines[last:last] = textwrap.indent(quoted, indent).splitlines()
    command = ["ruff", "format", "--no-cache", f"--line-length={WIDTH}", "--stdin-filename", str(STUB), "-"]
    text = "\n".join(lines) + "\n"
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def wrapped(text: str, width: int) -> str:
    """Returns a docstring with its paragraphs in lines of a width; what is indented or an example stays as it is."""
    paragraphs = text.split("\n\n")
    is_prose = [not re.search(r"^( |>>>)", paragraph, re.MULTILINE) for paragraph in paragraphs]
    lines = zip(paragraphs, is_prose, strict=True)
    return "\n\n".join(textwrap.fill(one, width, break_on_hyphens=False) if prose else one for one, prose in lines)


def main() -> None:
    """Writes or checks the stub."""
    text = STUB.read_text(encoding="utf-8")
    new = documented(without(text))
    if "--check" not in sys.argv:
        STUB.write_text(new, encoding="utf-8")
    elif new != text:
        sys.exit("the stub has other docstrings than the module: run make_stub.py")


if __name__ == "__main__":
    main()
