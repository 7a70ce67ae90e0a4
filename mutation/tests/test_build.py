import tempfile
import unittest
from pathlib import Path

from everyline.build import compiled_lines, compiled_of
from everyline.operators import mutants_of

SOURCE = """#include <cstdio>
namespace vigil {
inline void wait() {
#if defined(NOBODY_DEFINES_THIS)
  first();
#else
  second();
#endif
  third();
}
inline void wake() {
#if !defined(NOBODY_DEFINES_THIS)
  fourth();
#else
  fifth();
#endif
}
}  // namespace vigil
"""


class CompiledMutants(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "wait.hpp"
        self.path.write_text(SOURCE)

    def tearDown(self):
        self.folder.cleanup()

    def test_lines_that_the_preprocessor_leaves_out_are_not_compiled(self):
        lines = compiled_lines(self.path, self.path.parent)
        self.assertEqual(lines & set(range(3, 18)), {3, 7, 9, 10, 11, 13, 17})

    def test_a_mutant_is_of_compiled_lines_and_cut_by_no_directive(self):
        every = mutants_of("vigil/wait.hpp", SOURCE)
        self.assertIn("fifth(); fourth();", {each.changed for each in every if each.operator == "swap"})
        compiled = compiled_of(every, SOURCE, compiled_lines(self.path, self.path.parent))
        self.assertEqual([(each.operator, each.original) for each in compiled],
                         [("delete", "second();"), ("delete", "third();"), ("delete", "fourth();")])


if __name__ == "__main__":
    unittest.main()
