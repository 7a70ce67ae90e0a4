import unittest

from pagecheck import links
from pagecheck.page import read_pages
from tests.fixture import TreeTest, page


class Slugs(unittest.TestCase):
    def test_are_those_of_github(self) -> None:
        for heading, slug in {"What a verdict means": "what-a-verdict-means",
                              "S-14: the waker checks `flag_`, twice": "s-14-the-waker-checks-flag_-twice",
                              "[The pool](pool.md) – fast": "the-pool--fast",
                              "Größe & *Form*": "größe--form"}.items():
            self.assertEqual(links.slug(heading), slug)

    def test_of_equal_headings_are_numbered(self) -> None:
        self.assertEqual(links.slugs(page("# A\n## B\n## B\n```\n# C\n```\n")), {"a", "b", "b-1"})


class Links(TreeTest):
    def wrong(self, text: str) -> str:
        tree = self.tree({"docs/page.md": text, "docs/other.md": "# A heading\n", "core/a.hpp": "", "README.md": ""})
        return "\n".join(map(str, links.check(read_pages(self.root), tree)))

    def test_lead_somewhere(self) -> None:
        self.assertEqual(self.wrong("# One\n[a](other.md) [b](other.md#a-heading) [c](#one) [d](../core/a.hpp)\n"
                                    "[e](../core) [f](https://x.org/y) [g](../README.md) `[h](nowhere)`\n"), "")

    def test_that_lead_to_no_file_are_wrong(self) -> None:
        self.assertEqual(self.wrong("a\n[b](gone.md)\n"), "docs/page.md:2: the link `gone.md` leads to no file")

    def test_that_lead_to_no_heading_are_wrong(self) -> None:
        self.assertIn("`other.md#gone` leads to no heading of docs/other.md", self.wrong("[b](other.md#gone)\n"))
        self.assertIn("`#gone` leads to no heading of docs/page.md", self.wrong("[b](#gone)\n"))

    def test_in_tables_that_a_command_has_printed_are_followed(self) -> None:
        self.assertIn("gone.md", self.wrong("<!-- printed by: x -->\n| [b](gone.md) |\n<!-- end -->\n"))

    def test_with_a_broken_text_are_followed(self) -> None:
        self.assertIn(":2: ", self.wrong("[the\nother](gone.md)\n"))

    def test_may_be_written_in_every_way(self) -> None:
        for link in ("![a](gone.md)", "[a](gone.md 'title')", '[a](gone.md "title")', "[a](<gone.md>)", "[a](<gone it.md>)",
                     "[a](\ngone.md)", "[a]: gone.md", '<a href="gone.md">a</a>', "<img alt=a src=gone.md>",
                     "[a](/docs/other.md)", "[a](../../other.md)", "[a](Other.md)", "[a](other.md#A-heading)",
                     "[a](other.md#)", "[a](../core/a.hpp#L1)", "[a](gone.md?plain=1)", "[a](page.md#gone)",
                     "> [a](gone.md)", "| [a](gone.md) |", "[`a`](gone.md)", "[a](gone_(a).md)", "[a [b]](gone.md)"):
            with self.subTest(link):
                self.assertIn("the link `", self.wrong(f"{link}\n"))
        self.assertIn("no link below is called `[b]`", self.wrong("[a][b]\n"))
        self.assertIn("no link below is called `[a]`", self.wrong("[a][]\n"))
        self.assertEqual(self.wrong("[a][b] [b][]\n\n[b]: other.md\n"), "")
