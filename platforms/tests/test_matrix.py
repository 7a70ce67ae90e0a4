"""What matrix.json may say, and what the names of platforms mean."""

import json
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "platforms"))

from everywhere import matrix  # noqa: E402  (found by the line above)

_PLATFORM = {"name": "arm", "title": "ARM", "compiler": "g++", "tries": ["umbrella", "bare"], "bare": ["bare"]}


def read(platforms: list) -> matrix.Matrix:
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump({"platforms": platforms, "only_read": [], "not_emulated": {"Slow.*": "too slow"}}, file)
        file.flush()
        return matrix.read(Path(file.name))


class Matrix(unittest.TestCase):
    def test_a_platform_has_a_row_with_exceptions_and_one_without(self) -> None:
        rows = read([_PLATFORM]).rows
        self.assertEqual([row.name for row in rows], ["arm", "arm-bare"])
        self.assertEqual([row.options for row in rows], ["-O1", "-O1 -fno-exceptions -fno-rtti"])

    def test_the_name_of_a_platform_stands_for_its_rows(self) -> None:
        both = read([_PLATFORM, {**_PLATFORM, "name": "other"}])
        self.assertEqual([row.name for row in both.named(["arm"])], ["arm", "arm-bare"])
        self.assertEqual([row.name for row in both.named(["arm-bare", "arm"])], ["arm-bare", "arm"])
        self.assertEqual(len(both.named([])), 4)

    def test_tests_are_left_out_where_an_emulator_runs_them(self) -> None:
        self.assertEqual(read([_PLATFORM]).rows[0].left_out, {})
        self.assertEqual(read([{**_PLATFORM, "run": ["qemu"]}]).rows[0].left_out, {"Slow.*": "too slow"})

    def test_an_unknown_name_is_an_error_that_lists_the_others(self) -> None:
        with self.assertRaisesRegex(matrix.MatrixError, "'mips'; there are arm,"):
            read([_PLATFORM]).named(["mips"])

    def test_what_is_wrong_is_said(self) -> None:
        for platform, said in (({**_PLATFORM, "compilr": "x"}, "unknown: compilr"),
                               ({**_PLATFORM, "tries": ["speed"]}, "unknown tries: speed"),
                               ({**_PLATFORM, "tries": []}, "tries nothing"),
                               ({"name": "arm"}, "KeyError")):
            with self.subTest(said), self.assertRaisesRegex(matrix.MatrixError, said):
                read([platform])
        with self.assertRaisesRegex(matrix.MatrixError, "more than one row is called arm, arm-bare"):
            read([_PLATFORM, _PLATFORM])

    def test_the_matrix_of_the_tree_can_be_read(self) -> None:
        self.assertGreater(len(matrix.read(ROOT / "platforms/matrix.json").rows), 10)


if __name__ == "__main__":
    unittest.main()
