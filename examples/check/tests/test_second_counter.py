"""Tests of the second counter: python3 -m unittest discover examples/check/tests"""

import pathlib
import subprocess
import sys
import unittest

PACKAGE = pathlib.Path(__file__).resolve().parents[1]
ROOT = PACKAGE.parents[1]
sys.path.insert(0, str(PACKAGE))

import second_counter as counter  # noqa: E402


def rows(path):
    """The fields of the lines of a data file of a Rust crate, whose tests find them as well."""
    lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
    return [line.split(",") for line in lines if not line.startswith("#")]


def counts(game, depth):
    return " ".join(str(game.count(n)) for n in range(1, depth + 1))


class Agreement(unittest.TestCase):
    def test_sprouts_with_other_numbers_of_lines(self):
        for setup, *values, count in rows("sprouts/tests/data/lines.csv"):
            with self.subTest(setup):
                game = counter.Sprouts(setup)
                self.assertEqual(counts(game, 4), count)
                # The largest start takes minutes.
                if setup != "2+lines-5":
                    self.assertEqual(game.value(), ",".join(values))

    def test_the_usual_games(self):
        self.assertEqual(counts(counter.Sprouts("2"), 6), "3 19 98 372 360 0")
        self.assertEqual(counts(counter.Sprouts("3"), 3), "9 129 1641")
        self.assertEqual(counter.Sprouts("3").value(), "1,second,6,8")
        self.assertEqual(counter.Phutball("15x21").count(1), 284)
        self.assertEqual(counter.Sos("3x3").value(), "0")

    def test_values_of_sos(self):
        for setup, value in rows("sos/tests/data/variants.csv"):
            game = counter.Sos(setup)
            # Larger boards take minutes.
            if game.rows * game.columns <= 8:
                with self.subTest(setup):
                    self.assertEqual(game.value(), value)

    def test_counts_of_sos_and_phutball(self):
        for path, game in (("sos/tests/data/counts.csv", counter.Sos),
                           ("phutball/tests/data/handicaps.csv", counter.Phutball)):
            for setup, count in rows(path):
                with self.subTest(setup):
                    self.assertEqual(counts(game(setup), 4), count)

    def test_the_command_line(self):
        program = [sys.executable, str(PACKAGE / "second_counter.py")]
        run = subprocess.run([*program, "sos", "1x5:first+wrap-rows+soo", "2"], capture_output=True, text=True)
        self.assertEqual(run.stdout, "1 10\n2 80\n")
        wrong = subprocess.run([*program, "sprouts", "2+lines-9"], capture_output=True, text=True)
        self.assertNotEqual(wrong.returncode, 0)


if __name__ == "__main__":
    unittest.main()
