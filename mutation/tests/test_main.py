"""What the command says to arguments that mean nothing."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

from everyline.main import lock_of, main

ROOT = Path(__file__).resolve().parents[2]


def answer(*words: str) -> tuple[int, str]:
    output = io.StringIO()
    with contextlib.redirect_stderr(output), contextlib.redirect_stdout(output):
        try:
            status = main(ROOT, list(words))
        except SystemExit as end:  # of argparse
            status = end.code
    return status, output.getvalue()


class WrongArguments(unittest.TestCase):
    def test_numbers_that_are_not_above_zero(self):
        for option in ("--sample", "--jobs"):
            for number in ("0", "-1", "x", "", "1.5"):
                status, text = answer(option, number, "latch")
                self.assertEqual(status, 2, (option, number))
                self.assertRegex(text, "is not a number above 0|expected one argument")

    def test_a_part_that_there_is_not(self):
        for words in (["nope"], ["--sample", "1", "latch", "nope"]):
            status, text = answer(*words)
            self.assertEqual(status, 2)
            self.assertIn("core has no part or header nope; the parts are atomics, c, ", text)

    def test_a_directory_that_is_no_build(self):
        with tempfile.TemporaryDirectory() as directory:
            for beside in (directory, directory + "/nowhere"):
                status, text = answer("--sample", "1", "--beside", beside)
                self.assertEqual(status, 2)
                self.assertIn("is no build of Vigil", text)


class Lock(unittest.TestCase):
    def test_is_held_by_one_run_at_a_time(self):
        with tempfile.TemporaryDirectory() as directory:
            first = lock_of(Path(directory))
            self.assertIsNotNone(first)
            self.assertIsNone(lock_of(Path(directory)))
            first.close()
            with lock_of(Path(directory)) as second:
                self.assertIsNotNone(second)


if __name__ == "__main__":
    unittest.main()
