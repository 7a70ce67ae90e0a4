"""Does a header with all its mutants compile, and does each mutant act when its number is given?"""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from everyline.operators import mutants_of
from everyline.schemata import SWITCHES, Schemata

HEADER = """
#pragma once
inline int smaller(int a, int b) {
  if (a < b) return a;
  return b;
}
constexpr int kSize = 3;
constexpr int twice(int a) { return a * 2; }
inline int count(int all, bool more) {
  all += more ? 1 : 0;
  return all;
}
"""

PROGRAM = """
#include "header.hpp"
#include <cstdio>
static_assert(twice(kSize) == 6);
int main() { std::printf("%d %d %d", smaller(1, 2), twice(argument), count(3, true)); }
"""


class EveryMutant(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        folder = Path(cls.directory.name)
        cls.mutants = mutants_of("vigil/x/header.hpp", HEADER)
        (folder / "vigil").mkdir()
        (folder / "vigil/mutants.hpp").write_text(SWITCHES.replace("COUNT", str(len(cls.mutants))))
        (folder / "header.hpp").write_text(Schemata(HEADER, [each for each in enumerate(cls.mutants) if each[1].form != "constant"], "header.hpp").text())
        (folder / "program.cpp").write_text(PROGRAM.replace("argument", "5"))
        cls.program = folder / "program"
        subprocess.run([os.environ.get("CXX", "c++"), "-std=c++20", "-w", f"-I{folder}", folder / "program.cpp", "-o",
                        cls.program], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    def says(self, **environment):
        return subprocess.run([self.program], env={**os.environ, **environment}, text=True, capture_output=True,
                              check=True).stdout

    def number(self, original, changed):
        return next(number for number, each in enumerate(self.mutants) if (each.original, each.changed) == (original, changed))

    def test_none_acts_without_a_number(self):
        self.assertEqual(self.says(), "1 10 4")

    def test_one_acts_alone(self):
        self.assertEqual(self.says(VIGIL_MUTANT=str(self.number("a < b", "!(a < b)"))), "2 10 4")
        self.assertEqual(self.says(VIGIL_MUTANT=str(self.number("a * 2", "a + 2"))), "1 7 4")

    def test_one_acts_on_the_right_of_an_assignment(self):
        self.assertEqual(self.says(VIGIL_MUTANT=str(self.number("1", "2"))), "1 10 5")
        self.assertEqual(self.says(VIGIL_MUTANT=str(self.number("all += more ? 1 : 0", "all -= more ? 1 : 0"))), "1 10 2")

    def test_what_was_executed_is_noted(self):
        with tempfile.NamedTemporaryFile() as file:
            file.write(bytes(len(self.mutants) + 1))
            file.flush()
            self.says(VIGIL_MUTANTS_REACHED=file.name)
            reached = Path(file.name).read_bytes()
        self.assertEqual(reached[self.number("a < b", "true")], 1)
        self.assertEqual(reached[self.number("return b;", "return {};")], 0)


if __name__ == "__main__":
    unittest.main()
