"""What the run of a mutant that is compiled alone says of it."""

import json
import signal
import unittest

from everyline.alone import NotJudged, killed_by
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


if __name__ == "__main__":
    unittest.main()
