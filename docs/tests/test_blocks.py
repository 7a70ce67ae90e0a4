import unittest

from pagecheck import blocks
from pagecheck.answers import Answer
from tests.fixture import COLUMNS, page

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

    def test_leaves_a_block_without_an_answer(self) -> None:
        self.assertEqual(blocks.fill(page(BLOCK), {}), (BLOCK, []))

    def test_reports_a_command_that_fails(self) -> None:
        text, problems = blocks.fill(page(BLOCK), {"vigil list": Answer("no such model", failed=True)})
        self.assertEqual(text, BLOCK)
        self.assertEqual(str(problems[0]), "docs/page.md:2: failed: vigil list\nno such model")


class OutputOutsideOfBlocks(unittest.TestCase):
    def wrong(self, *texts: str) -> str:
        pages = [page(text, f"docs/{index}.md") for index, text in enumerate(texts)]
        return "\n".join(map(str, blocks.check(pages)))

    def test_is_not_in_a_page_that_is_right(self) -> None:
        self.assertEqual(self.wrong(COLUMNS, f"<!-- printed by: x -->\n{TABLE}<!-- end -->\n",
                                    "| page | what |\n|---|---|\n\n```\nSteps in the order of time\n```\n"), "")

    def test_may_be_an_execution(self) -> None:
        without_markers = "\n".join(line for line in COLUMNS.splitlines() if not line.startswith("<!--"))
        self.assertIn("docs/0.md:1: an execution in no block", self.wrong(without_markers))
        self.assertEqual(self.wrong(f"<!-- not printed: shortened -->\n{without_markers}"), "")

    def test_may_be_the_steps_of_an_execution(self) -> None:
        self.assertIn("an execution", self.wrong("```\n  step  thread 0\n     1  unlock mutex\n```\n"))

    def test_may_be_the_head_of_an_execution(self) -> None:
        for head in ("the order with the fewest stale reads (0)", "a good order, not known to be the best, with 2"):
            with self.subTest(head):
                self.assertIn("an execution", self.wrong(f"```\nShown in {head}\n```\n"))

    def test_may_be_a_table_with_a_printed_header(self) -> None:
        self.assertIn("docs/1.md:3: a table in no block",
                      self.wrong(f"<!-- printed by: x -->\n{TABLE}<!-- end -->\n", f"a\n\n{TABLE}"))

    def test_is_not_a_table_that_another_page_quotes(self) -> None:
        self.assertEqual(self.wrong(f"<!-- printed by: sed 1p docs/1.md -->\n{TABLE}<!-- end -->\n", TABLE), "")

    def test_is_reported_with_what_is_wrong_with_markers(self) -> None:
        self.assertIn("docs/0.md:1: `<!-- end -->` closes no block", self.wrong("<!-- end -->\n"))


class Pictures(unittest.TestCase):
    def test_lie_beside_their_page(self) -> None:
        found = page("<!-- drawn by: vigil explain a --svg -->\n![two threads](pictures/a.svg)\n", "docs/gallery/a.md")
        self.assertEqual(blocks.picture_of(found, found.blocks[0]), "docs/gallery/pictures/a.svg")
        self.assertEqual(blocks.check([found]), [])

    def test_may_have_a_text_of_several_lines(self) -> None:
        found = page("<!-- drawn by: x -->\n![two\nthreads](../a.svg)\n", "docs/gallery/a.md")
        self.assertEqual(blocks.picture_of(found, found.blocks[0]), "docs/a.svg")

    def test_follow_their_marker(self) -> None:
        for behind in ("", "\n![a](a.svg)\n", "![a](a.png)\n", "text\n", "![a\n\nb](a.svg)"):
            with self.subTest(behind):
                found = page(f"<!-- drawn by: x -->\n{behind}")
                self.assertIn("docs/page.md:1: no `![text](picture.svg)` follows", str(blocks.check([found])[0]))
