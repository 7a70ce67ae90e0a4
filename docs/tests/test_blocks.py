import unittest

from pagecheck import blocks
from pagecheck.answers import Answer
from tests.fixture import COLUMNS, TreeTest, page

BLOCK = "a\n<!-- printed by: vigil list -->\nold\n<!-- end -->\nb\n"
TABLE = "| model | bounds |\n|---|--:|\n| a | b |\n"


class Filling(unittest.TestCase):
    def filled(self, printed: str) -> str:
        text, problems = blocks.fill(page(BLOCK), {"vigil list": Answer(printed)})
        self.assertEqual(problems, [])
        self.assertEqual(text.splitlines()[:2], BLOCK.splitlines()[:2])
        self.assertEqual(text.splitlines()[-2:], BLOCK.splitlines()[-2:])
        return "\n".join(text.split("\n")[2:-3])

    def test_puts_text_into_a_fence(self) -> None:
        self.assertEqual(self.filled("new\nlines"), "```text\nnew\nlines\n```")

    def test_leaves_a_table_as_it_is(self) -> None:
        self.assertEqual(self.filled("| a |\n|---|\n\nb"), "| a |\n|---|\n\nb")

    def test_knows_a_program(self) -> None:
        self.assertEqual(self.filled("#include <a>"), "```cpp\n#include <a>\n```")

    def test_knows_the_threads_of_a_litmus_test(self) -> None:
        self.assertEqual(self.filled("P0(int* x) {\n}"), "```cpp\nP0(int* x) {\n}\n```")

    def test_knows_a_piece_of_a_program_by_its_comment(self) -> None:
        self.assertEqual(self.filled("  // Runs.\n  void run();"), "```cpp\n  // Runs.\n  void run();\n```")

    def test_leaves_a_block_without_an_answer(self) -> None:
        self.assertEqual(blocks.fill(page(BLOCK), {}), (BLOCK, []))

    def test_seals_what_was_measured(self) -> None:
        text = "<!-- measured by: x -->\nold\n<!-- end -->\nb\n"
        filled, _ = blocks.fill(page(text), {"x": Answer("new")})
        found = page(filled)
        self.assertEqual(found.lines[1:4], ["```text", "new", "```"])
        self.assertEqual(found.lines[5:], ["b", ""])
        self.assertEqual(found.blocks[0].sum, found.sum_of(found.blocks[0]))
        self.assertEqual(blocks.fill(found, {"x": Answer("new")})[0], filled)

    def test_reports_a_command_that_fails(self) -> None:
        text, problems = blocks.fill(page(BLOCK), {"vigil list": Answer("no such model", failed=True)})
        self.assertEqual(text, BLOCK)
        self.assertEqual(str(problems[0]), "docs/page.md:2: failed: vigil list\nno such model")


HEADER = TABLE.splitlines()[0]
WITHOUT_MARKERS = "\n".join(line for line in COLUMNS.splitlines() if not line.startswith("<!--"))


class OutputOutsideOfBlocks(TreeTest):
    def wrong(self, *texts: str, listed: str = f"{HEADER}\n") -> str:
        pages = [page(text, f"docs/{index}.md") for index, text in enumerate(texts)]
        pages.append(page(f"<!-- printed by: x -->\n{TABLE}<!-- end -->\n", "docs/table.md"))
        tree = self.tree({blocks.TABLES: listed, "core/a.cpp": "int a;\n  int b;\nint c;\nint d;\nint e;\nint f;\n"})
        return "\n".join(map(str, blocks.check(pages, tree)))

    def test_is_not_in_a_page_that_is_right(self) -> None:
        self.assertEqual(self.wrong(COLUMNS, f"<!-- printed by: x -->\n{TABLE}<!-- end -->\n",
                                    "| page | what |\n|---|---|\n\n```sh\nvigil list\n```\n"), "")

    def test_may_be_an_execution(self) -> None:
        self.assertIn("docs/0.md:1: looks printed", self.wrong(WITHOUT_MARKERS))
        self.assertEqual(self.wrong(f"<!-- not printed: shortened -->\n{WITHOUT_MARKERS}"), "")

    def test_may_be_text_of_any_kind(self) -> None:
        for begin in ("```text", "```", "~~~", "```console", "``` text", "````text", "   ```text"):
            with self.subTest(begin):
                end = begin.strip().rstrip("abcdefghijklmnopqrstuvwxyz ")
                self.assertIn("docs/0.md:1: looks printed", self.wrong(f"{begin}\n1 model\n{end}\n"))

    def test_may_be_an_execution_that_is_called_a_program(self) -> None:
        self.assertIn("looks printed", self.wrong(WITHOUT_MARKERS.replace("```text", "```sh")))

    def test_may_be_a_source(self) -> None:
        self.assertIn("this is core/a.cpp, in no block", self.wrong("```cpp\nint b;\n int c;\nint d;\nint e;\n\nint f;\n```\n"))
        self.assertEqual(self.wrong("```cpp\nint b;\nint c;\n```\n"), "")

    def test_may_be_a_table_with_a_printed_header(self) -> None:
        self.assertIn("docs/0.md:3: a table in no block", self.wrong(f"a\n\n{TABLE}"))

    def test_may_be_the_only_table_of_its_kind(self) -> None:
        other = TABLE.replace("bounds", "score")
        listed = f"{HEADER}\n{other.splitlines()[0]}\n"
        self.assertEqual(self.wrong(f"<!-- printed by: y -->\n{other}<!-- end -->\n", listed=listed), "")
        self.assertIn("docs/0.md:1: a table in no block", self.wrong(other, listed=listed))
        self.assertIn("no block prints a table with the header | model | score |", self.wrong("gone\n", listed=listed))

    def test_may_be_a_row_of_another_pages_figures(self) -> None:
        figures = "| pool | ns |\n|---|--:|\n| a | 1.25 |\n"
        self.assertEqual(self.wrong(figures, figures.replace("1.25", "none")), "")
        self.assertIn("docs/1.md:5: a row of docs/0.md", self.wrong(figures, f"a\n\n{figures}"))

    def test_is_known_by_a_list_of_all_printed_tables(self) -> None:
        self.assertIn("docs/table.md:2: a new printed table", self.wrong("a\n", listed=""))

    def test_is_not_a_table_that_another_page_quotes(self) -> None:
        other = TABLE.replace("bounds", "score")
        self.assertEqual(self.wrong(f"<!-- printed by: sed 1p docs/1.md -->\n{other}<!-- end -->\n", other), "")

    def test_is_reported_with_what_is_wrong_with_markers(self) -> None:
        self.assertIn("docs/0.md:1: `<!-- end -->` closes no block", self.wrong("<!-- end -->\n"))


class Pictures(TreeTest):
    def test_lie_beside_their_page(self) -> None:
        found = page("<!-- drawn by: vigil explain a --svg -->\n![two threads](pictures/a.svg)\n", "docs/gallery/a.md")
        self.assertEqual(blocks.picture_of(found, found.blocks[0]), "docs/gallery/pictures/a.svg")
        self.assertEqual(blocks.check([found], self.tree({})), [])

    def test_may_have_a_text_of_several_lines(self) -> None:
        found = page("<!-- drawn by: x -->\n![two\nthreads](../a.svg)\n", "docs/gallery/a.md")
        self.assertEqual(blocks.picture_of(found, found.blocks[0]), "docs/a.svg")

    def test_follow_their_marker(self) -> None:
        for behind in ("", "\n![a](a.svg)\n", "![a](a.png)\n", "text\n", "![a\n\nb](a.svg)"):
            with self.subTest(behind):
                found = page(f"<!-- drawn by: x -->\n{behind}")
                self.assertIn("docs/page.md:1: no `![text](picture.svg)` follows", str(blocks.check([found], self.tree({}))[0]))
