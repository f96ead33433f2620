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

COMMAND --help describes a command. The package itself: help(papergames) in Python."""

_EXIT_CODES = """\
exit codes: 0 success; 1 an error, or a certificate is refused; 2 wrong arguments; 3 a limit was reached; 130 Ctrl-C"""


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


def _check(arguments: argparse.Namespace) -> int:
    # A file that is not text has characters that no certificate contains.
    text = arguments.file.read_text(encoding="utf-8", errors="replace")
    print("accepted:", papergames.check(text, arguments.claim, time=arguments.time))
    return 0


if __name__ == "__main__":
    sys.exit(main())
