"""The command line: ``python -m papergames COMMAND``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import papergames

_HELP = """\
Sprouts, Brussels Sprouts, SOS and Phutball.

  python -m papergames tour                      play a game of each kind
  python -m papergames solve sprouts 11          find out who wins
  python -m papergames check FILE                check a certificate
  python -m papergames audit sprouts FILE        prove every result in a store

COMMAND --help describes a command. The package itself: help(papergames) in Python."""

_EXIT_CODES = """\
exit codes: 0 success; 1 an error, a certificate is refused, or not every result of a store is proved; 2 wrong
arguments; 3 a limit was reached; 130 Ctrl-C"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code."""
    layout = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="python -m papergames", description=_HELP, epilog=_EXIT_CODES, formatter_class=layout
    )
    parser.add_argument("--version", action="version", version=papergames.__version__)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_commands(commands)
    parsed = parser.parse_args(arguments)
    try:
        code: int = parsed.run(parsed)
        sys.stdout.flush()
    except papergames.UnfinishedError as error:
        print(error, file=sys.stderr)
        return 3
    except BrokenPipeError:
        # The reader has closed the pipe, as `head` does, so the rest of the output is dropped.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (papergames.Error, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    return code


def _add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    # Each module adds its commands, and sets `run` to a function that takes the parsed arguments.
    from papergames import tour
    from papergames.cluster import command

    tour.add_command(commands)
    command.add_command(commands)
    about = "check a certificate of Sprouts or SOS"
    check = commands.add_parser("check", help=about, description=f"{about}, without any code of the solvers")
    check.add_argument("file", type=Path, metavar="FILE", help="the file with the certificate")
    check.add_argument("--claim", help="the claim to prove, without its answer; for example, `sprouts 11 normal`")
    check.add_argument("--time", type=float, metavar="SECONDS", help="give up after this time (default: one hour)")
    check.set_defaults(run=_check)
    about = "prove every result in a store, each from the rules and from results that are proved already"
    audit = commands.add_parser("audit", help="prove every result in a store", description=f"{about.capitalize()}.")
    audit.add_argument("game", choices=papergames.GAMES, metavar="GAME", help="the game, such as sprouts")
    audit.add_argument("file", type=Path, metavar="FILE", help="the store, which is only read")
    resume = "a file in which an audit that ends early writes how far it came, and from which the next goes on"
    audit.add_argument("--resume", type=Path, metavar="FILE", help=resume)
    audit.add_argument("--time", type=float, metavar="SECONDS", help="give up after this time")
    audit.add_argument("--every", type=float, default=10, metavar="SECONDS", help="the time between two lines (10)")
    audit.set_defaults(run=_audit)


def _check(arguments: argparse.Namespace) -> int:
    # A file that is not text has characters that no certificate contains.
    text = arguments.file.read_text(encoding="utf-8", errors="replace")
    print("accepted:", papergames.check(text, arguments.claim, time=arguments.time))
    return 0


def _audit(arguments: argparse.Namespace) -> int:
    told = 0.0

    def show(results: int, seconds: float, note: str) -> None:
        nonlocal told
        if seconds - told >= arguments.every:
            told = seconds
            print(f"{seconds:7.0f} s  {results:,} results checked, {note}", file=sys.stderr, flush=True)

    found = papergames.audit(
        arguments.game, arguments.file, time=arguments.time, resume=arguments.resume, progress=show
    )
    print(f"{found.proved:,} of {found.results:,} results are proved")
    for example in found.examples:
        print(f"not proved: {example}")
    return 0 if found.is_proved else 1


if __name__ == "__main__":
    sys.exit(main())
