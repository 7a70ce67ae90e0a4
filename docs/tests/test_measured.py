from pagecheck import measured
from pagecheck.answers import Shell
from tests.fixture import TreeTest, page

HEADER = "| benchmark | time |"
ROWS = f"{HEADER}\n|---|---|\n| `pool/a/1` | 1 ns |\n| `pool/b` | 2 ns |\n\nMedians of 5, a machine.\n"
MEASURE = f"""awk 'BEGIN {{ print "{HEADER}"; print "|---|---|" }}'\n"""
BENCH = """
case "$*" in
  "--benchmark_list_tests --benchmark_filter=pool/") printf 'pool/a/1/real_time\\npool/b/iterations:5\\n' ;;
  *) echo 'Failed to match any benchmarks' ;;
esac
"""


class Measured(TreeTest):
    def wrong(self, text: str) -> str:
        self.program("bin/vigil_bench", BENCH)
        tree = self.tree({"docs/measure": MEASURE, "tool/run": ""})
        shell = Shell(self.root, self.root / "bin")
        return "\n".join(map(str, measured.check(page(text), tree, shell)))

    def block(self, rows: str = ROWS, command: str = "docs/measure pool/", seal: str = "") -> str:
        open_block = page(f"<!-- measured by: {command} -->\n{rows}<!-- end -->\n")
        seal = seal or open_block.sum_of(open_block.blocks[0])
        return open_block.text.replace("<!-- end -->", f"<!-- end, sum: {seal} -->")

    def test_blocks_may_be_right(self) -> None:
        for command in ("docs/measure pool/", "tool/run", "./tool/run", "ls", "A=1 B=$(mktemp -d) tool/run | sed 1p"):
            with self.subTest(command):
                self.assertEqual(self.wrong(self.block(command=command)), "")

    def test_a_figure_that_was_changed_by_hand_is_found(self) -> None:
        for old, new in (("1 ns", "0 ns"), ("1 ns", "1  ns"), ("| 2 ns |", "| 2 ns | "), ("Medians of 5, a", "Medians of 5, b")):
            with self.subTest(new):
                self.assertIn("docs/page.md:1: was changed after it was measured", self.wrong(self.block().replace(old, new)))

    def test_a_block_without_a_sum_is_found(self) -> None:
        text = self.block()
        seal = text.split("sum: ")[1][:8]
        self.assertIn(f"ends with its sum: `<!-- end, sum: {seal} -->`", self.wrong(text.replace(f", sum: {seal}", "")))

    def test_a_command_that_is_not_there_is_found(self) -> None:
        for command in ("tool/gone", "./gone", "nosuchprogram --x", "A=1 tool/gone"):
            with self.subTest(command):
                self.assertIn("no program is called", self.wrong(self.block(command=command)))

    def test_a_benchmark_that_is_not_there_is_found(self) -> None:
        text = self.block(ROWS.replace("pool/b", "pool/c"))
        self.assertIn("has a row for `pool/c`", self.wrong(text))
        self.assertIn("has no row for the benchmark `pool/b`", self.wrong(text))
        self.assertIn("has a row for `pool/b`", self.wrong(self.block(command="docs/measure gone/")))

    def test_another_shape_is_found(self) -> None:
        for rows in (ROWS.replace("time", "clock"), ROWS.split("\n", 2)[2], f"text\n{ROWS}"):
            with self.subTest(rows):
                self.assertIn("does not begin with the header", self.wrong(self.block(rows)))
        self.assertIn("does not end with", self.wrong(self.block(ROWS.replace("Medians of", "Means of"))))
        self.assertIn("takes one filter", self.wrong(self.block(command="docs/measure")))

    def test_only_a_measured_block_has_a_sum(self) -> None:
        self.assertIn("only a measured block", self.wrong(self.block().replace("measured by", "printed by")))


class WrittenPages(TreeTest):
    def wrong(self, text: str) -> str:
        return "\n".join(map(str, measured.check(page(text), self.tree({}), Shell(self.root))))

    def test_end_with_the_sum_of_what_they_hold(self) -> None:
        text = "# A\n\n`./vigil report pool` wrote this page.\n\n| 1 |\n"
        said = self.wrong(text)
        self.assertIn("docs/page.md:6: a page that is written by a report ends with its sum", said)
        sealed = f"{text}{said.split('`')[1]}\n"
        self.assertEqual(self.wrong(sealed), "")
        self.assertIn("was changed after it was written", self.wrong(sealed.replace("| 1 |", "| 2 |")))
        self.assertIn("ends with its sum", self.wrong(f"{sealed}more\n"))
