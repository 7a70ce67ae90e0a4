"""Does the driver notice a platform that fails? Each test has a small core, or programs, of its own."""

import contextlib
import io
import json
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "platforms"))

from everywhere import main, matrix, tries  # noqa: E402  (found by the line above)

_GOOD = "#pragma once\nnamespace vigil { inline int one() { return 1; } }\n"
_WARNS = "#pragma once\nnamespace vigil { inline int one() { int unused; return 1; } }\n"
_NEEDS_EXCEPTIONS = "#pragma once\nnamespace vigil { inline int one() { throw 1; } }\n"


class Compiled(unittest.TestCase):
    """The headers of a core that has two."""

    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)
        self.row = {"name": "here", "title": "this machine", "compiler": "c++", "needs": {}, "tries": ["headers"],
                    "bare": ["umbrella"]}

    def run_with(self, header: str, *arguments: str) -> tuple[int, str]:
        part = self.directory / "core/include/vigil/part"
        part.mkdir(parents=True, exist_ok=True)
        (part / "good.hpp").write_text(_GOOD.replace("one", "two"), encoding="utf-8")
        (part / "tried.hpp").write_text(header, encoding="utf-8")
        described = {"platforms": [self.row], "only_read": [], "not_emulated": {}}
        (self.directory / "matrix.json").write_text(json.dumps(described), encoding="utf-8")
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            status = main.main(ROOT, [*arguments, "--matrix", str(self.directory / "matrix.json"),
                                      "--core", str(self.directory / "core"), "--build", str(self.directory / "build")])
        return status, printed.getvalue()

    def test_headers_that_compile_pass(self) -> None:
        status, text = self.run_with(_GOOD, "here")
        self.assertEqual(status, 0, text)
        self.assertIn("here: headers: 2 headers compile", text)
        self.assertIn("2 passed, 0 failed", text)

    def test_a_header_with_a_warning_fails_and_is_named(self) -> None:
        status, text = self.run_with(_WARNS, "here")
        self.assertEqual(status, 1, text)
        self.assertIn("here: headers: failed: part/tried.hpp: ", text)
        self.assertIn("unused", text)

    def test_a_header_that_needs_exceptions_fails_without_them(self) -> None:
        status, text = self.run_with(_NEEDS_EXCEPTIONS, "here")
        self.assertEqual(status, 1, text)
        self.assertIn("here: headers: 2 headers compile", text)
        self.assertIn("here-bare: umbrella: failed: headers/umbrella.cpp", text)

    def test_a_compiler_that_does_not_work_fails(self) -> None:
        self.row["compiler"] = "/bin/false"
        status, text = self.run_with(_GOOD, "here")
        self.assertEqual(status, 1, text)
        self.assertIn("cannot be configured", text)

    def test_a_compiler_that_is_not_there_is_not_tried(self) -> None:
        self.row["needs"] = {"no-such-g++": "g++-no-such"}
        status, text = self.run_with(_GOOD, "here")
        self.assertEqual(status, 3, text)
        self.assertIn("here: not tried: no-such-g++ is not there (package g++-no-such)", text)
        self.assertIn("nothing could be tried", text)

    def test_all_can_be_required(self) -> None:
        self.row["needs"] = {"no-such-g++": "g++-no-such"}
        status, text = self.run_with(_GOOD, "here", "--require-all")
        self.assertEqual(status, 1, text)


class Run(unittest.TestCase):
    """Programs that are shell scripts."""

    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.build = Path(directory.name)
        (self.build / "bin").mkdir()

    def outcome_of(self, script: str, **of_row: object) -> tries.Outcome:
        program = self.build / "bin/bare"
        program.write_text(script, encoding="utf-8")
        program.chmod(0o755)
        row = matrix.Row(name="here", title="here", compiler="c++", tries=("bare",), **of_row)
        place = tries.Place(ROOT, ROOT / "core", self.build, 1, "0.1")
        return tries._run_program("bare", row, place)

    def test_tests_that_pass_are_counted(self) -> None:
        outcome = self.outcome_of("#!/bin/sh\necho '[  PASSED  ] 12 tests.'\n")
        self.assertEqual(outcome, tries.Outcome("passed", 12))

    def test_tests_that_fail_are_named(self) -> None:
        outcome = self.outcome_of("#!/bin/sh\necho '[  PASSED  ] 2 tests.'\necho '[  FAILED  ] Deque.Loses/3'\nexit 1\n")
        self.assertEqual((outcome.state, outcome.count), ("failed", 1))
        self.assertIn("Deque.Loses/3 failed, status 1", outcome.detail)

    def test_a_crash_fails(self) -> None:
        self.assertEqual(self.outcome_of("#!/bin/sh\nkill -SEGV $$\n").state, "failed")

    def test_a_crash_after_the_last_test_fails(self) -> None:
        self.assertEqual(self.outcome_of("#!/bin/sh\necho '[  PASSED  ] 2 tests.'\nexit 3\n").state, "failed")

    def test_a_program_that_ends_without_tests_fails(self) -> None:
        self.assertEqual(self.outcome_of("#!/bin/sh\n").state, "failed")
        self.assertEqual(self.outcome_of("#!/bin/sh\necho '[  PASSED  ] 0 tests.'\n").state, "failed")

    def test_an_emulator_is_asked(self) -> None:
        self.assertEqual(self.outcome_of("#!/bin/sh\necho '[  PASSED  ] 2 tests.'\n", run=("false",)).state, "failed")

    def test_tests_are_left_out(self) -> None:
        script = "#!/bin/sh\ntest \"$2\" = '--gtest_filter=-Slow.*:Odd.*' && echo '[  PASSED  ] 2 tests.'\n"
        self.assertEqual(self.outcome_of(script, left_out={"Slow.*": "", "Odd.*": ""}).state, "passed")
        self.assertEqual(self.outcome_of(script, left_out={"Slow.*": ""}).state, "failed")

    def test_a_program_that_the_kernel_does_not_run_is_compiled(self) -> None:
        outcome = self.outcome_of("\0no program")
        self.assertEqual(outcome.state, "compiled")
        self.assertIn("does not run such programs", outcome.detail)


if __name__ == "__main__":
    unittest.main()
