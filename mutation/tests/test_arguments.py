"""Are the arguments for mutants that survive about mutants that there are?"""

import unittest
from pathlib import Path

from everyline.arguments import Mistake, arguments_in, read_arguments, without_mutant, written
from everyline.build import core_mutants
from everyline.operators import mutants_of

ROOT = Path(__file__).resolve().parents[2]

FILE = """
# A comment.
header: vigil/x/y.hpp

in f
- g();
+
- a + b
+ a - b #2
because: the first line
  goes on.

in h
- 1
+ 2
because: another.
"""


class Arguments(unittest.TestCase):
    def test_name_mutants_and_a_reason(self):
        self.assertEqual([(each.identity, each.reason) for each in read_arguments(FILE, "x.txt")],
                         [(("vigil/x/y.hpp", "f", "g();", "", 0), "the first line goes on."),
                          (("vigil/x/y.hpp", "f", "a + b", "a - b", 1), "the first line goes on."),
                          (("vigil/x/y.hpp", "h", "1", "2", 0), "another.")])

    def test_without_a_reason_are_refused(self):
        with self.assertRaisesRegex(Mistake, "x.txt:5: no `because:`"):
            read_arguments("\n".join(["header: a", "in f", "- g();", "+", "", ""]), "x.txt")

    def test_with_other_lines_are_refused(self):
        with self.assertRaisesRegex(Mistake, "x.txt:2: expected"):
            read_arguments("header: a\nsome text\n", "x.txt")

    def test_for_no_mutant_are_found(self):
        mutants = mutants_of("vigil/x/y.hpp", "void f() { g(); }")
        arguments = {each.identity: each for each in read_arguments(FILE, "x.txt")}
        self.assertEqual(len(without_mutant(arguments, mutants)), 2)

    def test_are_read_as_they_are_written(self):
        for mutant in mutants_of("vigil/x/y.hpp", "void f() { if (a == b) { g(); } else { g(); } return c && d; }"):
            text = f"header: vigil/x/y.hpp\n{written(mutant)}because: x\n"
            self.assertEqual(read_arguments(text, "x.txt")[0].identity, mutant.identity)


class OfThisProject(unittest.TestCase):
    def test_each_argument_is_for_a_mutant_of_core(self):
        self.assertEqual(without_mutant(arguments_in(ROOT / "mutation/argued"), core_mutants(ROOT)), [])


if __name__ == "__main__":
    unittest.main()
