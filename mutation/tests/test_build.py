import json
import tempfile
import unittest
from pathlib import Path

from everyline.build import Build, compiled_lines, compiled_of, core_mutants, smallest_failing
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


class WrongMutants(unittest.TestCase):
    # The third argument of `last` is of another type. What calls it with two that have changed places is wrong there.
    CORE = """namespace vigil {
template <class A, class B>
int last(A, B b) {
  return *b;
}
template <class A, class... More>
int in_turn(A& a, More&... more) {
  int* none = nullptr;
  if constexpr (sizeof...(More) == 0)
    return last(a, none);
  else
    return in_turn(more...);
}
}  // namespace vigil
"""
    USER = """#include <vigil/pool/last.hpp>
int main() { int one = 1; return vigil::in_turn(one, one, one); }
"""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.write_header("last", self.CORE)
        self.user = self.root / "models/user.cpp"
        self.user.parent.mkdir()
        self.user.write_text(self.USER)
        directory = self.root / "build/mutate"
        (directory / "programs").mkdir(parents=True)
        command = f"g++ -std=c++20 -w -I{directory}/core/include -c {self.user} -o user.o"
        (directory / "programs/compile_commands.json").write_text(json.dumps(
            [{"file": str(self.user), "directory": str(directory), "command": command}]))
        self.build = Build(self.root, [], directory, 1, lambda _: None)

    def write_header(self, name: str, text: str) -> None:
        header = self.root / f"core/include/vigil/pool/{name}.hpp"
        header.parent.mkdir(parents=True, exist_ok=True)
        header.write_text(text)

    def left_out(self) -> set[str]:
        self.mutants = self.build.mutants = core_mutants(self.root)
        self.build._write_copies()
        self.build._leave_out_what_does_not_compile()
        return {f"{self.mutants[each].original} -> {self.mutants[each].changed}" for each in self.build.invalid}

    def test_a_mutant_that_makes_another_line_wrong_is_left_out_alone(self):
        self.assertEqual(self.left_out(), {"last(a, none) -> last(none, a)"})

    def test_a_mutant_of_a_header_that_was_not_reached_before_is_left_out_too(self):
        # What is wrong in the first header leaves nothing to call the second one with.
        first = self.CORE.replace("int last", "auto last").replace("int in_turn", "auto in_turn")
        self.write_header("last", first)
        self.write_header("next", first.replace("last", "least").replace("in_turn", "after_that"))
        self.user.write_text("""#include <vigil/pool/last.hpp>
#include <vigil/pool/next.hpp>
int main() { int one = 1; auto two = vigil::in_turn(one, one, one); return vigil::after_that(two, two, two); }
""")
        changed_arguments = {each for each in self.left_out() if not each.endswith("return {};")}
        self.assertEqual(changed_arguments, {"last(a, none) -> last(none, a)", "least(a, none) -> least(none, a)"})

    def test_an_error_that_no_mutant_makes_ends_the_build(self):
        self.user.write_text(self.USER + "int x = nonsense;\n")
        with self.assertRaisesRegex(Exception, "nonsense"):
            self.left_out()

    def test_a_trial_finds_all_and_no_more(self):
        for wrong in (set(), {0}, {9}, {3, 4}, {0, 5, 9}, set(range(10))):
            asked = []

            def compiles(mutants: set[int]) -> bool:
                asked.append(mutants)
                return not mutants & wrong

            self.assertEqual(smallest_failing(list(range(10)), compiles), wrong)
            self.assertLessEqual(len(asked), 1 + 8 * max(1, len(wrong)))


if __name__ == "__main__":
    unittest.main()
