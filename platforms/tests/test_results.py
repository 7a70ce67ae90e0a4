"""What is kept of runs, and what is printed of it."""

import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "platforms"))

from everywhere import matrix, results  # noqa: E402  (found by the line above)
from everywhere.tries import Outcome, RowResult  # noqa: E402

_ARM = matrix.Row(name="arm", title="ARM Linux", compiler="arm-g++", tries=("umbrella", "bare"), run=("qemu-arm", "-x"))
_OTHER = matrix.Row(name="other", title="Other", compiler="c++", tries=("umbrella",))
_MATRIX = matrix.Matrix((_ARM, _OTHER), (matrix.OnlyRead("macOS", "macos"),))
_WORKFLOW = "jobs:\n  macos:\n    steps: []\n"
_PASSED = RowResult("arm", "g++ 12.2.0", {"umbrella": Outcome("compiled", 140), "bare": Outcome("passed", 20)})
_COMPILED = RowResult("other", "g++ 12.2.0", {"umbrella": Outcome("compiled", 1)})


class Results(unittest.TestCase):
    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.file = Path(directory.name) / "results.json"

    def kept(self, *of: RowResult, commit: str = "12345678") -> dict:
        results.write(self.file, of, "2026-01-31", commit)
        return results.read(self.file)

    def problems(self, kept: dict, workflow: str = _WORKFLOW) -> list[str]:
        return results.problems(_MATRIX, kept, workflow)

    def test_the_table_says_what_was_run_compiled_and_only_read(self) -> None:
        lines = results.table(_MATRIX, self.kept(_PASSED)).splitlines()
        self.assertEqual(lines[2], "| ARM Linux | g++ 12.2.0 | run, by qemu-arm | 140 headers compile | 20 tests pass"
                                   " |  |  |  | 12345678 |")
        self.assertIn("| Other | c++ | not tried |", lines[3])
        self.assertIn("| macOS |  | only read |", lines[4])
        self.assertEqual({line.count("|") for line in lines}, {10})

    def test_a_failure_is_not_printed_as_a_run(self) -> None:
        failed = RowResult("arm", "g++", {"umbrella": Outcome("compiled", 9), "bare": Outcome("failed", 1, "Deque.Loses")})
        self.assertIn("**failed**", results.table(_MATRIX, self.kept(failed)))
        self.assertIn("compiled", results.table(_MATRIX, self.kept(_COMPILED)).splitlines()[3])

    def test_a_newer_result_takes_the_place_of_an_older_one(self) -> None:
        self.kept(_PASSED, _COMPILED)
        kept = self.kept(_PASSED, commit="abcdef01")
        self.assertEqual((kept["arm"]["commit"], kept["other"]["commit"]), ("abcdef01", "12345678"))

    def test_what_was_not_tried_is_not_kept(self) -> None:
        self.assertEqual(self.kept(RowResult("arm", not_tried="no compiler")), {})

    def test_complete_results_have_no_problem(self) -> None:
        self.assertEqual(self.problems(self.kept(_PASSED, _COMPILED)), [])

    def test_problems_are_found(self) -> None:
        failed = RowResult("arm", "g++", {"umbrella": Outcome("compiled", 9), "bare": Outcome("failed", 1, "Deque.Loses")})
        self.assertEqual(self.problems(self.kept(failed, _COMPILED)), ["arm: bare failed: Deque.Loses"])
        fewer = RowResult("arm", "g++", {"umbrella": Outcome("compiled", 9)})
        self.assertEqual(self.problems(self.kept(fewer)), ["arm was kept with umbrella, and the matrix has bare umbrella"])
        self.assertEqual(self.problems(self.kept(_PASSED, RowResult("mips"), commit="12345678+")),
                         ["arm was kept with changes that are in no commit", "mips is kept, and is no row of the matrix"])
        self.file.unlink()
        self.assertEqual(self.problems(self.kept(_PASSED, _COMPILED), workflow="jobs:\n  linux:\n"),
                         ["macOS: the workflow has no job macos"])


if __name__ == "__main__":
    unittest.main()
