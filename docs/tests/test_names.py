from pagecheck import names
from pagecheck.programs import Programs
from tests.fixture import TreeTest, page

FILES = {
    "core/include/vigil/deque/chase_lev.hpp": 'Order<"steal.top"> a; Choice<"keep_arrays"> b;\n',
    "models/deque/chase_lev.cpp": 'Order<"queue.check", PairsWith<"x">> c;\n',
    "proofs/deque/chase_lev.cpp": "TEST(ChaseLevDeque, LosesNothing) {\nRC_GTEST_PROP(Join,\n IsItsCalls, ()) {\n"
                                  "TEST_F(Suite, OfAFixture) {\nTYPED_TEST(Typed, Too) {\n",
    "docs/protocols/page.md": "",
    "models/deque/mutants/chase_lev.mutants": "header: a\n\nmutant: one_step\nkilled by: b\n",
}
PROGRAMS = Programs(
    models={"deque/chase_lev/growth", "deque/chase_lev/growth/one-thief", "latch/once_latch/set-once"},
    benchmarks={"deque/chase_lev/pair/inlined", "pool/fib/vigil/workers:1"},
    options={"": {"--help"}, "check": {"--help", "--jobs"}, "explain": {"--brief"}, "orders": set()},
    launcher={"": {"--help"}, "check": None, "docs": {"--check"}, "bench": None})


class Names(TreeTest):
    def setUp(self) -> None:
        super().setUp()
        self.known = names.Known(self.tree(FILES), PROGRAMS)

    def wrong(self, text: str) -> str:
        return "\n".join(map(str, names.check(page(text), self.known)))

    def holds(self, *codes: str) -> None:
        for code in codes:
            with self.subTest(code):
                self.assertEqual(self.wrong(f"a `{code}` b\n"), "")

    def fails(self, *codes: str) -> None:
        for code in codes:
            with self.subTest(code):
                self.assertIn("docs/page.md:2: ", self.wrong(f"a\n`{code}` b\n"))


class Labels(Names):
    def test_are_those_of_orders(self) -> None:
        self.assertEqual(self.wrong("[steal.top], `[queue.check]`, [steal.page](x.md), [atomics.order]\n"), "")

    def test_of_no_order_are_wrong(self) -> None:
        self.assertEqual(self.wrong("a\nb [steal.tip]\n"), "docs/page.md:2: no order is labelled `[steal.tip]`")

    def test_of_no_order_are_wrong_in_an_example(self) -> None:
        self.assertIn("[steal.tip]", self.wrong("```cpp\n// [steal.tip] pairs with [steal.top]\n```\n"))

    def test_that_a_command_prints_are_not_looked_at(self) -> None:
        self.assertEqual(self.wrong("<!-- printed by: x -->\n[steal.tip]\n<!-- end -->\n"), "")


class Choices(Names):
    def test_are_those_of_protocols(self) -> None:
        self.holds("keep_arrays = false", "keep_arrays = true")

    def test_of_no_protocol_are_wrong(self) -> None:
        self.fails("keep_array = false")


class Alterations(Names):
    MODEL = "deque/chase_lev/growth"

    def test_are_those_of_orders_choices_and_mutants(self) -> None:
        self.holds(*(f"{self.MODEL}~{each}" for each in ("steal.top=relaxed", "queue.check=acq_rel", "keep_arrays=false",
                                                         "mutant=one_step", "steal.top=relaxed~mutant=one_step")))
        self.holds(f"vigil explain '{self.MODEL}~steal.top=relaxed'")

    def test_of_none_are_wrong(self) -> None:
        self.fails(*(f"{self.MODEL}~{each}" for each in ("steal.tip=relaxed", "steal.top=loose", "keep_array=false",
                                                         "keep_arrays=relaxed", "mutant=two_steps", "mutant=", "steal.top",
                                                         "steal.top=relaxed~mutant=two_steps")))
        self.fails(f"vigil explain '{self.MODEL}~keep_array=false'")


class TestNames(Names):
    def test_are_those_of_the_sources(self) -> None:
        self.holds("ChaseLevDeque.LosesNothing", "Join.IsItsCalls", "Suite.OfAFixture", "Typed.Too")

    def test_of_no_test_are_wrong(self) -> None:
        self.fails("ChaseLevDeque.LosesSomething")


class Models(Names):
    def test_are_those_of_the_program(self) -> None:
        self.holds("deque/chase_lev/growth", "deque/chase_lev", "latch/once_latch/set-once", "deque/*/growth",
                   "deque/chase_lev/growth~steal.top=relaxed", ".../one-thief", "…/growth/one-thief", "other/thing",
                   "deque/chase_lev/growth{,/one-thief}")

    def test_that_the_program_lacks_are_wrong(self) -> None:
        self.fails("deque/chase-lev/growth", "deque/chase_lev/grow", "latch/set-once", "latch/*/set-twice",
                   "deque/chase_lev/grow~steal.top=relaxed", ".../two-thieves",
                   "deque/chase_lev/growth{,/two-thieves}")


class Benchmarks(Names):
    def test_are_those_of_the_program(self) -> None:
        self.holds("pool/fib/vigil/workers:1", "pool/fib/vigil/workers:N", "deque/chase_lev/pair", "pool/fib")

    def test_that_the_program_lacks_are_wrong(self) -> None:
        self.fails("pool/fib/vigil/workers:3", "pool/fob/vigil/workers:N", "deque/chase_lev/pairs")


class Paths(Names):
    def test_are_those_of_the_tree(self) -> None:
        self.holds("core/", "core/include/vigil/deque/chase_lev.hpp", "vigil/deque/chase_lev.hpp", "chase_lev.hpp",
                   "deque/chase_lev.cpp", "<vigil/deque/chase_lev.hpp>", "models/<part>/<primitive>.cpp",
                   "proofs/*/chase_lev.cpp", "vigil/deque/{chase_lev,chase_lev}.hpp", "rayon/sleep/mod.rs", "mod.rs")

    def test_that_the_tree_lacks_are_wrong(self) -> None:
        self.fails("core/src", "vigil/deque/chase.hpp", "chase.hpp", "<vigil/deque/chase.hpp>",
                   "models/<part>/<primitive>.hpp", "vigil/deque/{chase_lev,chase}.hpp", "docs/protocols/gone.md")

    def test_of_includes_are_looked_at_in_examples(self) -> None:
        self.assertEqual(self.wrong("```cpp\n#include <vigil/deque/chase_lev.hpp>\n#include <vector>\n```\n"), "")
        self.assertIn(":2: no header", self.wrong("```cpp\n#include <vigil/deque/chase.hpp>\n```\n"))


class Commands(Names):
    def test_are_known(self) -> None:
        self.holds("vigil check", "vigil orders pool/parts", "./vigil check deque/chase_lev --jobs 2", "vigil explain 'MODEL~label=value'",
                   "vigil --help", "./vigil docs [--check]", "./vigil bench --benchmark_filter=^pool/fib",
                   "vigil check 'deque/*' --jobs=1 | head -n 3", "./vigil check  # --every model", "vigil-lean --x")

    def test_that_do_not_exist_are_wrong(self) -> None:
        self.fails("vigil checks", "./vigil checks", "vigil docs")

    def test_with_unknown_options_are_wrong(self) -> None:
        self.fails("vigil check --job 2", "./vigil check --job 2", "./vigil docs --checks", "./vigil docs [--checks]",
                   "vigil --halp")

    def test_with_unknown_models_are_wrong(self) -> None:
        self.fails("vigil check deque/chase_lev/grow", "vigil explain deque/chase_lev/grow --brief")

    def test_that_run_no_benchmark_are_wrong(self) -> None:
        self.fails("./vigil bench --benchmark_filter=^pool/fob")

    def test_are_looked_at_in_fences(self) -> None:
        self.assertEqual(self.wrong("```\n./vigil check   # --every model\n# vigil checks\n```\n"), "")
        self.assertIn("docs/page.md:2: ", self.wrong("```\n$ ./vigil check --job 2\n```\n"))

    def test_are_looked_at_in_markers(self) -> None:
        for command in ("vigil list deque/chase_lev/grow | tail -n 1", "vigil chart"):
            with self.subTest(command):
                self.assertIn(":2: ", self.wrong(f"a\n<!-- printed by: {command} -->\n<!-- end -->\n"))
        for command in ("vigil check 'deque/*'", "vigil check 'deque/[abc]*/growth' | tail -n 1", "echo vigil x"):
            with self.subTest(command):
                self.assertEqual(self.wrong(f"<!-- printed by: {command} -->\n<!-- end -->\n"), "")
