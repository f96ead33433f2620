"""Fuzzes the second checker: python3 examples/check/tests/fuzz.py [CPU_SECONDS [SEED]]

It alters the seeds of `examples/fuzz/seeds/certificates` at random, seals them again, and checks each text with a limit
of two seconds. It ends with exit code 1 if the checker raises an exception of its own or works beyond its limit; the
text is then in the file `fuzz-found`.
"""

import collections
import pathlib
import random
import sys
import time

PACKAGE = pathlib.Path(__file__).resolve().parents[1]
SEEDS = PACKAGE.parent / "fuzz" / "seeds" / "certificates"
sys.path.insert(0, str(PACKAGE))

import second_checker as checker  # noqa: E402

LIMIT = 2.0
SYMBOLS = b"0123456789*.+|ABCDabcd12Znm()!<>= -\n#@hc"


def sealed(body):
    """A certificate with this body, the number of facts in it, and a right checksum."""
    lines = body.rstrip(b"\n").split(b"\n")
    facts = next((i for i, line in enumerate(lines) if line.startswith(b"facts")), None)
    if facts is not None:
        lines[facts] = b"facts %d" % (len(lines) - facts - 1)
    text = b"papergames certificate 1\n" + b"\n".join(lines) + b"\n"
    return text + b"checksum %016x\n" % checker.fnv1a(text)


def altered(body, bodies, rng):
    """The body after one to eight changes of bytes and lines."""
    body = bytearray(body)
    for _ in range(rng.choice([1, 1, 1, 2, 3, 8])):
        at = rng.randrange(len(body) + 1)
        lines = bytes(body).split(b"\n")
        one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        change = rng.randrange(6)
        if change == 0:
            body[at:at + 1] = bytes([rng.choice(SYMBOLS)])
        elif change == 1:
            body[at:at] = bytes([rng.choice(SYMBOLS)])
        elif change == 2:
            del body[at:at + 1]
        elif change == 3:
            lines.insert(one, rng.choice(rng.choice(bodies).split(b"\n")))
            body = bytearray(b"\n".join(lines))
        elif change == 4:
            del lines[one]
            body = bytearray(b"\n".join(lines))
        else:
            lines[one], lines[other] = lines[other], lines[one]
            body = bytearray(b"\n".join(lines))
    return bytes(body)


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    # A seed is a body, without its first line and its checksum.
    bodies = [path.read_bytes() for path in sorted(SEEDS.iterdir())]
    counts, slowest = collections.Counter(), 0.0
    while time.process_time() < seconds:
        data = sealed(altered(rng.choice(bodies), bodies, rng))
        begun, verdict = time.process_time(), "accepted"
        try:
            checker.check(data, None, checker.Clock(LIMIT))
        except checker.Refused:
            verdict = "refused"
        except checker.GaveUp:
            verdict = "gave up"
        except Exception as error:  # noqa: BLE001
            verdict = f"raised {error!r}"
        took = time.process_time() - begun
        slowest = max(slowest, took)
        counts[verdict.split("(")[0]] += 1
        if verdict.startswith("raised") or took > 1.25 * LIMIT:
            pathlib.Path("fuzz-found").write_bytes(data)
            sys.exit(f"{verdict} after {took:.2f} s; the text is in fuzz-found")
    print(dict(counts), f"slowest {slowest:.2f} s")


if __name__ == "__main__":
    main()
