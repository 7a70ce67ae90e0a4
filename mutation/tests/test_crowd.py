"""Which mutants are compiled together, and what becomes of each."""

import unittest
from dataclasses import dataclass

from everyline.alone import SURVIVED, Verdict
from everyline.crowd import Crowd, crowds_of


@dataclass(frozen=True)
class Drawn:
    """As much of a mutant as a crowd asks for."""
    name: str
    begin: int
    end: int
    header: str = "latch.hpp"


def drawn(count: int) -> list[Drawn]:
    return [Drawn(f"m{at}", 10 * at, 10 * at + 5) for at in range(count)]


class Checks:
    """Stand for the compiler: `near` and `far` say which mutant each check kills, `together` which it kills in company."""

    def __init__(self, near=(), far=(), together=()):
        self.near, self.far, self.together = dict(near), dict(far), set(together)
        self.asked: list[str] = []

    def judge_nearby(self, mutant: Drawn, _known: str) -> Verdict | None:
        self.asked.append(f"near {mutant.name}")
        return ("proof", self.near[mutant.name], "fails") if mutant.name in self.near else None

    def judge(self, mutants: list[Drawn], begin: int) -> tuple[Verdict, int]:
        names = [each.name for each in mutants]
        self.asked.append("all " + " ".join(names) + (f" from {begin}" if begin else ""))
        if self.together and self.together <= set(names):
            return ("model", "pool/together", "fails"), 2
        steps = sorted(set(self.far.values()))
        failing = [at for at, check in enumerate(steps) if at >= begin and any(self.far.get(each) == check for each in names)]
        return (("proof", steps[failing[0]], "fails"), failing[0]) if failing else (SURVIVED, len(steps))

    def ask(self, mutant: Drawn, check: str) -> Verdict | None:
        self.asked.append(f"{check} {mutant.name}")
        return ("proof", check, "fails") if self.far.get(mutant.name) == check else None


class Judging(unittest.TestCase):
    def judged(self, checks: Checks, mutants: list[Drawn], argued=()) -> dict[str, str]:
        noted: dict[str, str] = {}

        def note(mutant: Drawn, verdict: Verdict) -> None:
            self.assertNotIn(mutant.name, noted)
            noted[mutant.name] = verdict[1] if verdict != SURVIVED else "survived"

        Crowd(checks, lambda _: "", lambda each: each.name in argued, note).judge(mutants, 1)
        return noted

    def test_one_build_shows_that_all_survive(self):
        checks = Checks(near={"m1": "Near"})
        self.assertEqual(self.judged(checks, drawn(3)), {"m0": "survived", "m1": "Near", "m2": "survived"})
        self.assertEqual(checks.asked, ["near m0", "near m1", "near m2", "all m0 m2"])

    def test_the_check_that_fails_is_asked_of_each_alone(self):
        checks = Checks(far={"m1": "Far", "m2": "Far", "m3": "Other"})
        self.assertEqual(self.judged(checks, drawn(4)), {"m0": "survived", "m1": "Far", "m2": "Far", "m3": "Other"})
        self.assertEqual(checks.asked[4:], ["all m0 m1 m2 m3", "Far m0", "Far m1", "Far m2", "Far m3",
                                            "all m0 m3", "Other m0", "Other m3", "all m0 from 1"])

    def test_a_check_that_fails_by_several_together_kills_none(self):
        checks = Checks(together={"m0", "m3"})
        self.assertEqual(set(self.judged(checks, drawn(4)).values()), {"survived"})
        self.assertEqual(checks.asked[-2:], ["all m0 m1 from 2", "all m2 m3 from 2"])

    def test_one_alone_is_killed_by_what_fails(self):
        checks = Checks(far={"m0": "Far"})
        self.assertEqual(self.judged(checks, drawn(1)), {"m0": "Far"})
        self.assertEqual(checks.asked, ["near m0", "all m0"])

    def test_no_other_mutant_hides_what_an_argued_one_does(self):
        checks = Checks()
        self.judged(checks, drawn(4), argued=["m1", "m2"])
        self.assertEqual(checks.asked[4:], ["all m0 m3", "all m1 m2"])

    def test_nothing_is_asked_of_none(self):
        checks = Checks()
        self.assertEqual(self.judged(checks, []), {})
        self.assertEqual(checks.asked, [])


class Crowds(unittest.TestCase):
    def test_have_one_change_of_each_place(self):
        number, more, condition = Drawn("number", 4, 6), Drawn("more", 4, 6), Drawn("condition", 0, 20)
        after, elsewhere = Drawn("after", 20, 21), Drawn("elsewhere", 4, 6, "event.hpp")
        self.assertEqual(crowds_of([number, more, condition, after, elsewhere]),
                         [[number, after, elsewhere], [more], [condition]])


if __name__ == "__main__":
    unittest.main()
