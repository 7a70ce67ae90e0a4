import unittest

from pagecheck.page import Block, Kind, code_spans, page_names
from tests.fixture import TreeTest, page


class Page(unittest.TestCase):
    def test_finds_its_blocks(self) -> None:
        found = page("a\n<!-- printed by: vigil list -->\nb\n<!-- end -->\n<!-- measured by: x -->\n<!-- end -->\n")
        self.assertEqual(found.problems, [])
        self.assertEqual(found.blocks, [Block("printed", "vigil list", 1, 3), Block("measured", "x", 4, 5)])
        self.assertEqual(found.kinds[:4], [Kind.PROSE, Kind.PRINTED, Kind.PRINTED, Kind.PRINTED])

    def test_takes_markers_in_a_fence_for_an_example(self) -> None:
        found = page("```\n<!-- printed by: vigil list -->\n<!-- end -->\n```\n")
        self.assertEqual((found.blocks, found.problems), ([], []))
        self.assertEqual(found.kinds[:4], [Kind.FENCE] * 4)

    def test_takes_a_fence_in_a_block_for_output(self) -> None:
        found = page("<!-- printed by: x -->\n```text\n```\n<!-- end -->\n")
        self.assertEqual((len(found.blocks), found.fences), (1, []))

    def test_finds_a_block_that_is_not_closed(self) -> None:
        self.assertIn("docs/page.md:2: is not closed", str(page("a\n<!-- printed by: x -->\nb").problems[0]))

    def test_finds_a_block_in_a_block(self) -> None:
        found = page("<!-- printed by: x -->\n<!-- printed by: y -->\n<!-- end -->\n").problems
        self.assertIn("docs/page.md:2: begins inside the block of line 1", str(found[0]))

    def test_finds_an_end_without_a_beginning(self) -> None:
        self.assertIn("docs/page.md:2: `<!-- end -->` closes no block", str(page("a\n<!-- end -->\n").problems[0]))

    def test_finds_a_marker_that_is_misspelt(self) -> None:
        for marker in ("<!--printed by: x -->", "<!-- printed by x -->", " <!-- printed by: x -->", "<!-- end-->",
                       "<!-- end, sum: 1 -->", "<!-- Printed by: x -->", "<!--- printed by: x -->", "a <!-- end -->",
                       "<!-- printed by: x --> a", "- <!-- printed by: x -->", "<!-- measured by:x", "<!-- END -->"):
            with self.subTest(marker):
                self.assertIn("not quite", str(page(f"{marker}\n").problems[0]))

    def test_takes_a_marker_in_backticks_for_its_name(self) -> None:
        self.assertEqual(page("a block ends with `<!-- end -->`\n").problems, [])

    def test_finds_code_that_goes_on_in_the_next_line(self) -> None:
        spans = code_spans(page("a\nsee `vigil\nlist` and `` a`b ``\n<!-- `c` -->\n```\n`d`\n```\n| `e \\| f` |\n"))
        self.assertEqual([(span.line, span.code) for span in spans], [(1, "vigil list"), (2, "a`b"), (7, "e | f")])


class PageNames(TreeTest):
    def test_are_those_of_the_root_and_of_docs(self) -> None:
        self.tree({"README.md": "", "CONTRIBUTING.md": "", "docs/a/b.md": "", "docs/a/c.txt": "", "core/x.md": ""})
        self.assertEqual(page_names(self.root), ["README.md", "CONTRIBUTING.md", "docs/a/b.md"])
