"""What the run of a mutant that is compiled alone says of it."""

import fnmatch
import json
import signal
import tempfile
import unittest
from dataclasses import dataclass
from pathlib import Path

from everyline.alone import NotJudged, _Trial, changed_by, has_killer, has_model, killed_by, patterns_of, refused
from everyline.killers import Ended


def report(*models: tuple[str, bool, str]) -> str:
    return json.dumps({"models": [{"name": name, "must_hold": must_hold, "status": status}
                                  for name, must_hold, status in models]})


class KilledBy(unittest.TestCase):
    def test_a_model_that_no_longer_holds(self):
        models = report(("lean/throttle/closed", True, "passed"), ("lean/throttle/stood-in-for", True, "differs"))
        self.assertEqual(killed_by(Ended(1, ""), models, "lean"), ("lean/throttle/stood-in-for", "fails"))

    def test_a_search_that_the_mutant_breaks(self):
        for status in ("broken", "refused", "limit"):
            self.assertEqual(killed_by(Ended(5, ""), report(("deque/grows", True, status)), "deque"), ("deque/grows", status))

    def test_not_a_failing_model_that_fails_in_another_way(self):
        models = report(("lean/throttle/closed/without-a-token", False, "differs"), ("lean/throttle/closed", True, "passed"))
        self.assertIsNone(killed_by(Ended(1, ""), models, "lean"))

    def test_not_what_passes_or_is_not_searched(self):
        models = report(("a", True, "passed"), ("b", True, "sampled"), ("c", True, "left-out"))
        self.assertIsNone(killed_by(Ended(0, ""), models, "lean"))

    def test_a_program_that_crashes_or_does_not_end(self):
        self.assertEqual(killed_by(Ended(-signal.SIGSEGV, ""), "", "pool"), ("pool/*", "crashes"))
        self.assertEqual(killed_by(Ended(-signal.SIGKILL, "", late=True), "", "pool"), ("pool/*", "does not end"))

    def test_refuses_a_program_that_does_not_check(self):
        for status in (0, 1, 2, 4):
            with self.assertRaisesRegex(NotJudged, "S-42 shows x, which is no model"):
                killed_by(Ended(status, "vigil: S-42 shows x, which is no model"), "", "lean")


class Refused(unittest.TestCase):
    def test_a_source_with_an_error(self):
        self.assertTrue(refused(1, "In file included from a.cpp:1:\n/core/a.hpp:3:7: error: static assertion failed\n"))
        self.assertTrue(refused(1, "a.cpp:1:10: fatal error: b.hpp: No such file or directory\n"))

    def test_not_what_compiles(self):
        self.assertFalse(refused(0, "a.cpp:1:1: warning: a.cpp:1:1: error: is only named"))

    def test_says_nothing_of_a_compiler_that_could_not_work(self):
        for text in ("g++: fatal error: Killed signal terminated program cc1plus",
                     "a.cpp:3:1: internal compiler error: Segmentation fault",
                     "a.cpp:5:186: fatal error: error writing to /tmp/cccc2Qfi.s: No space left on device",
                     "/tmp/cc8iux5r.s: Fatal error: can't write 3887 bytes: 'No space left on device'",
                     "virtual memory exhausted: Cannot allocate memory", ""):
            with self.assertRaises(NotJudged):
                refused(1, text)


class Patterns(unittest.TestCase):
    def test_name_all_tests_of_the_sources_and_no_others(self):
        source = """TEST(One, Does) {}
TEST_F(Two, Does) {}
TYPED_TEST(Three, Does) {}
TEST_P(Four, Does) {}
RC_GTEST_PROP(Five, does, ()) {}
RC_GTEST_FIXTURE_PROP(Fixture, Does, ()) {}
INSTANTIATE_TYPED_TEST_SUITE_P(Prefix, LayerConformance, Layers);
  use(TEST_VALUE(Six, 7));
"""
        patterns = patterns_of([source]).split(":")
        def is_named(test: str) -> bool:
            return any(fnmatch.fnmatchcase(test, each) for each in patterns)
        for test in ("One.Does", "Two.Does", "Three/0.Does", "All/Four.Does/3", "Five.does", "Fixture_RapidCheck.Does",
                     "Prefix/LayerConformance/0.Waits"):
            self.assertTrue(is_named(test), test)
        for test in ("Six.Does", "OneMore.Does", "All/OneMore.Does/1", "Seven.One"):
            self.assertFalse(is_named(test), test)


class HasKiller(unittest.TestCase):
    def has(self, text: str, killer: str) -> bool:
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "steals.cpp"
            source.write_text(text)
            return has_killer(source, killer)

    def test_a_source_that_has_the_test(self):
        for kind, name in (("TEST", "Deque.Steals"), ("TEST_F", "Deque.Steals"), ("TEST_P", "All/Deque.Steals/7"),
                           ("TYPED_TEST", "Deque/0.Steals"), ("TYPED_TEST_P", "Layers/Deque/1.Steals")):
            self.assertTrue(self.has(f"// before\n{kind}(Deque, Steals) {{}}\n", name), name)

    def test_not_another_test(self):
        for text in ("TEST(Deque, StealsHalf) {}", "TEST(DequeOfTwo, Steals) {}", "// Deque, Steals", ""):
            self.assertFalse(self.has(text, "Deque.Steals"), text)

    def test_a_source_that_did_not_compile(self):
        self.assertTrue(self.has("", "steals.cpp"))
        self.assertFalse(self.has("", "pops.cpp"))

    def test_none_of_a_mutant_that_nobody_has_killed_or_that_a_model_has(self):
        self.assertFalse(self.has("TEST(Deque, Steals) {}", ""))
        self.assertFalse(self.has("TEST(Deque, Steals) {}", "deque/chase_lev/last-job"))


class HasModel(unittest.TestCase):
    def having(self, model: str) -> set[str]:
        with tempfile.TemporaryDirectory() as folder:
            sources = [Path(folder) / name for name in ("pool/join.cpp", "pool/isolation.cpp", "pool/isolation_lock.cpp",
                                                        "lean/isolation.cpp")]
            for each in sources:
                each.parent.mkdir(exist_ok=True)
                each.touch()
            return {f"{each.parent.name}/{each.stem}" for each in sources if has_model(each, model)}

    def test_sources_that_have_the_name_of_the_model(self):
        self.assertEqual(self.having("pool/isolation/two-locks"), {"pool/isolation", "pool/isolation_lock"})
        self.assertEqual(self.having("pool/join/one"), {"pool/join"})

    def test_all_of_a_part_without_such_a_source(self):
        for model in ("pool/scope/one", "pool/*"):
            self.assertEqual(self.having(model), {"pool/join", "pool/isolation", "pool/isolation_lock"})

    def test_a_source_that_did_not_compile(self):
        self.assertEqual(self.having("join.cpp"), {"pool/join"})

    def test_no_model_is_asked_where_a_source_compiles_that_did_not(self):
        trial = object.__new__(_Trial)
        trial._compile = lambda sources: (["1.o"], "")
        self.assertIsNone(trial._models(["/models/pool/call_queue.cpp"], "call_queue.cpp"))

    def test_none_of_a_proof(self):
        for check in ("Join.Returns", "All/Join.Returns/7", ""):
            self.assertEqual(self.having(check), set())


class ChangedBy(unittest.TestCase):
    @dataclass(frozen=True)
    class Drawn:
        begin: int
        end: int
        replacement: str

    def test_all_of_them(self):
        changes = [self.Drawn(0, 1, "(not a)"), self.Drawn(9, 10, ""), self.Drawn(4, 6, "or")]
        self.assertEqual(changed_by("a + bb * c", [changes[0], changes[2]]), "(not a) + or * c")
        self.assertEqual(changed_by("a + bb * c", changes), "(not a) + or * ")


if __name__ == "__main__":
    unittest.main()
