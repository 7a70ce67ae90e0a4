"""What becomes of each mutant, and in which order that is found out."""

import tempfile
import unittest
from dataclasses import dataclass
from pathlib import Path

from everyline.alone import SURVIVED, Verdict
from everyline.killers import Killer
from everyline.verdicts import Judge, State, digest_of


@dataclass(frozen=True)
class Drawn:
    """As much of a mutant as a judge asks for."""
    identity: tuple
    form: str = "expression"
    part: str = "latch"
    header: str = "vigil/latch/latch.hpp"
    line: int = 1
    begin: int = 0
    end: int = 0
    operator: str = "delete"


class Checks:
    """Stand for the programs and for the compiler: who kills what, and who was asked."""

    def __init__(self, by_switch: dict[int, str], alone: dict[tuple, str]):
        self.by_switch, self.by_compiler = by_switch, alone
        self.asked: list[str] = []

    def kill(self, _batch: list[Killer], number: int) -> tuple[str, str] | None:
        self.asked.append(f"switch {number}")
        return (self.by_switch[number], "fails") if number in self.by_switch else None

    def judge_nearby(self, mutant: Drawn, known: str) -> Verdict | None:
        self.asked.append(f"compiler {mutant.identity[0]}" + (f" after {known}" if known else ""))
        found = self.by_compiler.get(mutant.identity)
        return ("proof", found, "fails") if found else None

    def judge(self, mutants: list[Drawn], begin: int) -> tuple[Verdict, int]:
        self.asked.append("compiler all of " + " ".join(each.identity[0] for each in mutants))
        return SURVIVED, begin


class Digest(unittest.TestCase):
    SOURCE = '#include <a>\nint f() { return "// a"[0]; }  // none\n'

    def digest(self, source: str, place: str = "core/a.hpp") -> str:
        """Of a tree that lies in a directory of tests."""
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder) / "tests"
            for name in ("operators.py", "schemata.py", "structure.py", "tokens.py"):
                (root / "mutation/everyline").mkdir(parents=True, exist_ok=True)
                (root / "mutation/everyline" / name).write_text("")
            (root / place).parent.mkdir(parents=True)
            (root / place).write_text(source)
            return digest_of(root)

    def test_a_comment_is_not_in_it(self):
        for change in (("none", "nothing"), ("  // none", ""), ("{ r", "{  /* a\ncomment */\n r")):
            self.assertEqual(self.digest(self.SOURCE), self.digest(self.SOURCE.replace(*change)))

    def test_a_test_of_the_checker_is_not_in_it(self):
        for place, is_in_it in (("checker/tests/a.cpp", False), ("checker/src/a.cpp", True)):
            self.assertEqual(self.digest("int a;", place) != self.digest("int b;", place), is_in_it, place)

    def test_all_else_is(self):
        for change in (("// a", "//a"), ("// a", "//  a"), ("// a", "/ a"), ("<a>", "<b>"), ("return", "returns"),
                       ("int f", "intf"), ("[0]", "[1]")):
            self.assertNotEqual(self.digest(self.SOURCE), self.digest(self.SOURCE.replace(*change)), change)


class Judging(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "verdicts.jsonl"

    def judged(self, checks: Checks, mutants: list[Drawn], argued=(), reached=(0, 1, 2, 3)) -> State:
        state = State(self.file, "digest")
        killer = Killer("proof", "Latch.IsSet", "vigil_proofs", 0.1, set(reached))
        Judge(checks, checks, [killer], argued, state, lambda _: None).run(list(enumerate(mutants)), 1)
        return state

    def kinds(self, state: State) -> dict:
        return {identity[0]: row["kind"] for identity, row in state.now.items()}

    def test_switches_come_before_the_compiler(self):
        checks = Checks({1: "Latch.IsSet"}, {("constant",): "latch.cpp"})
        mutants = [Drawn(("constant",), "constant"), Drawn(("killed",)), Drawn(("left",))]
        state = self.judged(checks, mutants)
        self.assertEqual(checks.asked, ["switch 1", "switch 2", "compiler constant", "compiler left",
                                        "compiler all of left"])
        self.assertEqual(self.kinds(state), {"killed": "proof", "constant": "proof", "left": "survived"})

    def test_an_argued_survivor_is_not_compiled(self):
        checks = Checks({}, {})
        state = self.judged(checks, [Drawn(("argued",))], argued=[("argued",)])
        self.assertEqual(checks.asked, ["switch 0"])
        self.assertEqual(self.kinds(state), {"argued": "survived"})

    def test_what_no_check_reaches_is_compiled(self):
        checks = Checks({}, {("dark",): "Latch.Compiles"})
        state = self.judged(checks, [Drawn(("dark",)), Drawn(("darker",))], reached=())
        self.assertEqual(self.kinds(state), {"dark": "proof", "darker": "not reached"})

    def test_a_run_that_was_ended_goes_on(self):
        mutants = [Drawn(("killed",)), Drawn(("left",))]
        self.judged(Checks({0: "Latch.IsSet", 1: "Latch.IsSet"}, {}), mutants[:1])
        checks = Checks({}, {})
        state = self.judged(checks, mutants)
        self.assertEqual(checks.asked, ["switch 1", "compiler left", "compiler all of left"])
        self.assertEqual(self.kinds(state), {"killed": "proof", "left": "survived"})

    def test_who_killed_it_before_is_known_to_the_compiler(self):
        before = State(self.file, "another digest")
        before.add(Drawn(("constant",), "constant"), "proof", "Latch.IsSet", "fails")
        checks = Checks({}, {})
        state = self.judged(checks, [Drawn(("constant",), "constant")])
        self.assertEqual(checks.asked, ["compiler constant after Latch.IsSet", "compiler all of constant"])
        self.assertEqual(self.kinds(state), {"constant": "survived"})


if __name__ == "__main__":
    unittest.main()
