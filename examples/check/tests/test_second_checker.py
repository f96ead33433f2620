"""Tests of the second checker: python3 -m unittest discover examples/check/tests"""

import contextlib
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import time
import unittest

PACKAGE = pathlib.Path(__file__).resolve().parents[1]
PROOFS = PACKAGE.parents[1] / "sprouts" / "proofs"
sys.path.insert(0, str(PACKAGE))

import second_checker as checker  # noqa: E402

PAGE = (PACKAGE / "FORMAT.md").read_text(encoding="utf-8")
EXAMPLES = [text.encode() for text in re.findall(r"```text\n(papergames certificate 1\n.*?)```", PAGE, re.DOTALL)]


def seal(text):
    """The text with a right checksum in the place of its last line, and the right number of facts."""
    lines = text.split("\n")[:-2]
    facts = next(i for i, line in enumerate(lines) if line.startswith("facts "))
    lines[facts] = f"facts {len(lines) - facts - 1}"
    body = "".join(f"{line}\n" for line in lines).encode()
    return body + f"checksum {checker.fnv1a(body):016x}\n".encode()


def is_accepted(data, claim=None):
    try:
        checker.check(data, claim)
    except checker.Refused:
        return False
    return True


def reached(variant, n_spots):
    """The Sprouts and all positions that can be reached from the start."""
    sprouts = checker.Sprouts(variant, checker.Clock(60))
    found = {(), sprouts.position(f"0*{n_spots}")}
    queue = list(found)
    for position in queue:
        for i, land in enumerate(position):
            for child in sprouts.children(land):
                after = tuple(sorted(position[:i] + position[i + 1:] + child))
                if after not in found:
                    found.add(after)
                    queue.append(after)
    return sprouts, found


def trees_on(surfaces, n_spots):
    """A number for each surface, equal where the whole games of a start are the same."""
    numbers = {}

    def tree(sprouts, position, known):
        if position not in known:
            options = frozenset(tree(sprouts, tuple(sorted(position[:i] + position[i + 1:] + child)), known)
                                for i, land in enumerate(position) for child in sprouts.children(land))
            known[position] = numbers.setdefault(options, len(numbers))
        return known[position]

    found = []
    for surface in surfaces:
        sprouts = checker.Sprouts("standard", checker.Clock(60))
        found.append(tree(sprouts, sprouts.position(f"0*{n_spots}@{surface}"), {}))
    return found


class Bounds(unittest.TestCase):
    """The program gives up on a source that never ends or never begins, on too long a text and on too much memory."""

    def gave_up(self, source, *options):
        """What the program says about the output of a shell command, and how long it took."""
        begun = time.monotonic()
        command = [sys.executable, str(PACKAGE / "second_checker.py"), "-", *options]
        with subprocess.Popen(source, shell=True, stdout=subprocess.PIPE, start_new_session=True) as shell:
            done = subprocess.run(command, stdin=shell.stdout, stdout=subprocess.PIPE, text=True, check=False)
            shell.stdout.close()
            with contextlib.suppress(ProcessLookupError):
                os.killpg(shell.pid, signal.SIGKILL)
        self.assertEqual(done.returncode, 3, done.stdout)
        return done.stdout, time.monotonic() - begun

    def test_endless(self):
        said, _ = self.gave_up("yes 0*2")
        self.assertIn("more than 67108864 bytes", said)

    @unittest.skipUnless(hasattr(os, "fork"), "the limit on a silent source needs a Unix system")
    def test_silent(self):
        said, seconds = self.gave_up("sleep 60", "--limit", "0.5")
        self.assertIn("the limit of 0.5 s", said)
        self.assertLess(seconds, 20)


class Pages(unittest.TestCase):
    def test_examples(self):
        self.assertEqual(len(EXAMPLES), 8)
        for example in EXAMPLES:
            self.assertTrue(is_accepted(example), example)
            self.assertEqual(seal(example.decode()), example)
            self.assertFalse(is_accepted(example.replace(b"checksum ", b"checksum 0")))

    def test_refused_examples(self):
        for i, old, new in [(0, "0*2 0", "0*2 1"), (0, "loses", "wins"), (0, "\n0 0\n", "\n"),
                            (1, "forms 9", "forms 4"), (1, "0*2.AB|1CD|AB.CD\n", ""),
                            (3, "variant black-and-white\n", ""),
                            (4, "position 0*2@c1", "position 0*2@h1"),
                            (7, "value 0", "value 1"), (7, "S... >= 0", "S... >= 1")]:
            text = EXAMPLES[i].decode()
            self.assertIn(old, text)
            self.assertFalse(is_accepted(seal(text.replace(old, new))), (i, old, new))

    def test_numbers_of_positions_and_trees(self):
        for variant, all_positions, all_trees in [("standard", [3, 17, 142], [2, 5, 7]),
                                                  ("black-and-white", [3, 23], [3, 3]),
                                                  ("black-and-white-loops", [3, 23], [2, 3])]:
            for n_spots, (n_positions, n_trees) in enumerate(zip(all_positions, all_trees), 1):
                sprouts, positions = reached(variant, n_spots)
                self.assertEqual(len(positions), n_positions)
                misere = checker.Misere(sprouts, 16, [])
                self.assertEqual(len(set(map(misere.tree_of_all, positions))), n_trees)

    def test_numbers_of_positions_on_surfaces(self):
        for surface, *counts in [("h1", 3, 29, 476), ("h2", 3, 38), ("c1", 3, 26, 325), ("c2", 3, 41), ("c3", 3, 60)]:
            for n_spots, n_positions in enumerate(counts, 1):
                _, positions = reached("standard", f"{n_spots}@{surface}")
                self.assertEqual(len(positions), n_positions, (n_spots, surface))

    def test_limits_on_surfaces(self):
        """The second method of `sprouts/tests/data/limits.csv`: from the limit on, more changes nothing."""
        for n_spots, kind, least, limit in [(1, "h", 0, 0), (1, "c", 1, 1), (2, "h", 0, 2), (2, "c", 1, 3)]:
            trees = trees_on([f"{kind}{n}" for n in range(least, limit + 3)], n_spots)
            self.assertEqual(len(set(trees[limit - least:])), 1, (n_spots, kind))
            self.assertEqual(len(set(trees)), limit - least + 1, (n_spots, kind))

    def test_children(self):
        for land, count in [("0*3@c2", 8), ("0.1a1a@h1", 18), ("12A@c1|A1@h1", 7), ("2.2ABCA@c3|BC", 29),
                            ("ABC1.122@c1|ABC2@c2", 44), ("ABC1.A122.BC12@c2", 481)]:
            sprouts = checker.Sprouts("standard", checker.Clock(60))
            self.assertEqual(len(sprouts.children(sprouts.position(land)[0])), count, land)
        for land, *counts in [("0*4", 3, 6, 4), ("12", 2, 3, 3), ("0.1a1a", 8, 16, 13), ("ABDC|0.ABDC", 6, 12, 11),
                              ("2.2ABCA|BC", 10, 25, 25), ("1ADA.BC|1D|BC", 14, 26, 23)]:
            for variant, count in zip(("standard", "black-and-white", "black-and-white-loops"), counts):
                sprouts = checker.Sprouts(variant, checker.Clock(60))
                self.assertEqual(len(sprouts.children(sprouts.position(land)[0])), count, (land, variant))


class Drawings(unittest.TestCase):
    def test_what_cannot_be_drawn(self):
        for text, expected in [("AB|AB", True), ("A.A", False), ("abab", False), ("abba", True), ("ABCD|ACBD", False),
                               ("ABCD|DCBA", True), ("ABCDE|ABC|CDE", False), ("ABC|ABD|CEF|DEF", True),
                               ("ABCDEF|AB.C|DEF", False), ("ABCDEF|AB|CD|EF", True), ("ABDE|CFBA|CDEF", False),
                               ("ABDE|CFBA|DECF", True)]:
            capitals = all(text.count(letter) == 2 for letter in text if letter.isalpha())
            try:
                checker.read_land(text)
                drawn = True
            except checker.Refused:
                drawn = False
            self.assertEqual(drawn, expected and capitals, text)

    def test_names_and_order_do_not_matter(self):
        sprouts = checker.Sprouts("standard", checker.Clock(60))
        for one, two in [("1ADA.BC|1D|BC", "CB.DAD1|A1|CB"), ("ABCD|ABCE|DE", "BCDE|AE|ABCD"),
                         ("0.AB12C.D1A22@c2|BC1D.112@h1", "C21BA.0.D1A22@c2|D1CB.112@h1"),
                         ("Z(7)n(7)|n(7)Z(7)", "AB|AB"), ("0*2.AB|0.AB", "AB.0|0.AB.0")]:
            self.assertEqual(sprouts.position(one), sprouts.position(two), (one, two))
        for one, two in [("0*2.AB|0.AB", "0*3.AB|AB"), ("0.1a1a", "0.11aa"), ("0*2@h1", "0*2@c2"),
                         ("0.AB12C.D1A22@h2|BC1D.112@h1", "C21BA.0.D1A22@h2|D1CB.112@h1"),
                         ("12ABC|ABC.0", "12ABC|0*2.ABC")]:
            self.assertNotEqual(sprouts.position(one), sprouts.position(two), (one, two))


class Certificates(unittest.TestCase):
    def test_proofs_and_their_claims(self):
        for n_spots in range(2, 6):
            proof = (PROOFS / f"{n_spots}.txt").read_bytes()
            self.assertTrue(is_accepted(proof, f"sprouts {n_spots} normal standard"))
            self.assertTrue(is_accepted(proof, f"sprouts position 0*{n_spots} normal standard"))
            for claim in (f"sprouts {n_spots + 1} normal standard", f"sprouts {n_spots} misere standard",
                          f"sprouts {n_spots} normal black-and-white", "sos 3x3 general"):
                self.assertFalse(is_accepted(proof, claim), claim)

    def test_claims_on_surfaces(self):
        for claim, expected in [("2@c1", True), ("2@h0", False), ("2@h1", False), ("2", False)]:
            self.assertEqual(is_accepted(EXAMPLES[4], f"sprouts {claim} normal standard"), expected, claim)

    def test_altered_proofs(self):
        """A nimber that is not the right one, or the other winner, makes each proof fail."""
        generator = random.Random(5)
        for n_spots in range(2, 6):
            text = (PROOFS / f"{n_spots}.txt").read_text(encoding="ascii")
            swapped = text.replace("wins", "loses") if "wins" in text else text.replace("loses", "wins")
            self.assertFalse(is_accepted(seal(swapped)))
            lines = text.split("\n")
            facts = range(next(i for i, line in enumerate(lines) if line.startswith("facts ")) + 1, len(lines) - 2)
            for i in generator.sample(facts, 3):
                land, nimber = lines[i].split(" ")
                for other in {0, 1, 2} - {int(nimber)}:
                    altered = lines[:i] + [f"{land} {other}"] + lines[i + 1:]
                    self.assertFalse(is_accepted(seal("\n".join(altered))), altered[i])

    def test_altered_texts(self):
        """Nothing but a refusal comes from an altered byte, also with a right checksum."""
        generator = random.Random(6)
        for _ in range(150):
            data = bytearray(generator.choice(EXAMPLES))
            data[generator.randrange(len(data))] = generator.choice(b"\n 012ABab!*+.-|/()SO\x7f")
            is_accepted(bytes(data))
            if b"\nfacts " in data and b"\x7f" not in data:
                is_accepted(seal(data.decode()))

    def test_what_the_first_checker_says(self):
        """Both agree on the files of a folder, which examples/tests/altered.rs wrote with the verdicts of the first."""
        folder = os.environ.get("PAPERGAMES_ALTERED_FOLDER")
        files = sorted(pathlib.Path(folder).iterdir()) if folder else []
        for file in files:
            if file.suffix != ".gave_up":
                self.assertEqual(is_accepted(file.read_bytes()), file.suffix == ".accepted", file)

    def test_program(self):
        program, proof = str(PACKAGE / "second_checker.py"), str(PROOFS / "3.txt")
        for arguments, code in [([proof], 0), ([proof, "--claim", "sprouts 3 normal"], 0),
                                ([proof, "--claim", "sprouts 3+"], 0), ([proof, "--claim", "sprouts 3-"], 1),
                                ([proof, "--claim", "sprouts 4 normal"], 1), ([proof, "--claim", "sprouts"], 2),
                                ([proof, "--claim", "sprouts 500 normal"], 2), ([proof, "--claim", "sos 3x first"], 2),
                                ([proof + ".missing"], 2), ([str(PROOFS / "10.txt"), "--limit", "0"], 3)]:
            done = subprocess.run([sys.executable, program, *arguments], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, code, (arguments, done))


if __name__ == "__main__":
    unittest.main()
