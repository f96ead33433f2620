"""The command line: ``python -m papergames COMMAND``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import papergames


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m papergames", description=papergames.__doc__)
    parser.add_argument("--version", action="version", version=papergames.__version__)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_commands(commands)
    parsed = parser.parse_args(arguments)
    try:
        code: int = parsed.run(parsed)
    except papergames.Error as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return code


def _add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    # Each module adds its commands, and sets `run` to a function that takes the parsed arguments.
    from papergames import tour
    from papergames.cluster import command

    tour.add_command(commands)
    command.add_command(commands)


if __name__ == "__main__":
    sys.exit(main())
