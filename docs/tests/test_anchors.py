import unittest

from pagecheck import anchors
from tests.fixture import COLUMNS, LIST, page


class Anchors(unittest.TestCase):
    def filled(self, prose: str) -> str:
        text, problems = anchors.fill(page(f"{COLUMNS}\n{prose}\n"))
        self.assertEqual(problems, [])
        return text.splitlines()[-1]

    def lost(self, text: str) -> str:
        unchanged, problems = anchors.fill(page(text))
        self.assertEqual(unchanged, text)
        return "".join(map(str, problems))

    def test_are_filled_with_the_number_of_the_step(self) -> None:
        self.assertEqual(self.filled("In step 9<!--= thread 0 [latch.get_sleepy] --> it"),
                         "In step 2<!--= thread 0 [latch.get_sleepy] --> it")

    def test_are_filled_where_no_number_stood(self) -> None:
        self.assertEqual(self.filled("step <!--= thread 0 [latch.probe] #2 -->"),
                         "step 5<!--= thread 0 [latch.probe] #2 -->")

    def test_are_filled_each_for_itself(self) -> None:
        self.assertEqual(self.filled("steps 1<!--= thread 1 unlock --> to 1<!--= thread 1 lock --> of 12"),
                         "steps 3<!--= thread 1 unlock --> to 4<!--= thread 1 lock --> of 12")

    def test_may_be_broken_across_lines(self) -> None:
        text, problems = anchors.fill(page(f"{COLUMNS}\nstep 9<!--= thread 0\n[latch.get_sleepy] -->\n"))
        self.assertEqual(problems, [])
        self.assertIn("step 2<!--= thread 0\n", text)

    def test_belong_to_the_nearest_execution_above(self) -> None:
        text, problems = anchors.fill(page(f"{COLUMNS}\n1<!--= thread 0 VIOLATION -->\n\n{LIST}\n"
                                           "1<!--= thread 0 VIOLATION -->\n\n<!-- printed by: x -->\n<!-- end -->\n"
                                           "1<!--= thread 0 VIOLATION -->\n"))
        self.assertEqual(problems, [])
        self.assertEqual([line[0] for line in text.splitlines() if "<!--=" in line], ["7", "3", "3"])

    def test_that_find_no_step_are_wrong(self) -> None:
        self.assertIn(":24: `<!--= thread 1 [latch.probe] -->` finds no step",
                      self.lost(f"{COLUMNS}\n1<!--= thread 1 [latch.probe] -->\n"))

    def test_above_every_execution_are_wrong(self) -> None:
        self.assertIn(":1: `<!--= thread 0 lock -->` has no printed execution above",
                      self.lost(f"1<!--= thread 0 lock -->\n\n{COLUMNS}"))

    def test_without_a_thread_are_wrong(self) -> None:
        self.assertIn(":24: `<!--= lock -->` is not `thread N TEXT`", self.lost(f"{COLUMNS}\n1<!--= lock -->\n"))


class NumbersOfSteps(unittest.TestCase):
    def wrong(self, prose: str) -> list[str]:
        return [str(problem) for problem in anchors.check(page(f"{COLUMNS}\n{prose}\n"))]

    def test_have_anchors(self) -> None:
        self.assertEqual(self.wrong("Step 1<!--= thread 0 lock --> and steps 2<!--= thread 0 a --> to\n"
                                    "3<!--= thread 0 b #2 -->, in 4 lines."), [])

    def test_without_an_anchor_are_wrong(self) -> None:
        self.assertIn("docs/page.md:24: step 12 has no anchor", self.wrong("See step 12 there.")[0])

    def test_are_each_looked_at(self) -> None:
        wrong = self.wrong("See steps 1<!--= thread 0 a -->, 2,\n3<!--= thread 0 b --> and 4.")
        self.assertEqual([line.partition(" has")[0] for line in wrong],
                         ["docs/page.md:24: step 2", "docs/page.md:25: step 4"])

    def test_above_every_execution_are_not_meant(self) -> None:
        self.assertEqual(anchors.check(page(f"See step 12.\n\n{COLUMNS}")), [])

    def test_in_code_are_not_meant(self) -> None:
        self.assertEqual(self.wrong("`step 12`\n```\nstep 13\n```"), [])

    def test_of_a_protocol_are_marked(self) -> None:
        wrong = self.wrong("<!-- steps: protocol -->\nStep 1 and\nstep 2.\n\nStep 3.")
        self.assertEqual(wrong, ["docs/page.md:28: step 3 has no anchor `<!--= thread N TEXT -->`"])

    def test_of_a_protocol_are_marked_for_a_section(self) -> None:
        section = "## a\n\nStep 1.\n```\n# b\n```\n### c\n\nStep 2.\n"
        wrong = self.wrong(f"<!-- steps: protocol -->\n{section}\n## d\n\nStep 3.")
        self.assertEqual([line.split(":")[1] for line in wrong], ["37"])
