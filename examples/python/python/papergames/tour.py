"""The command ``tour``."""

from __future__ import annotations

import argparse


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command ``tour``."""
    parser = commands.add_parser("tour", help="play a game of each kind and show what it obeys")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Runs the tour."""
    del arguments
    return 0
