import unittest

from pagecheck import words
from tests.fixture import TreeTest

LIST = r"""
# A comment.
gizmos? -> device
(?:two|three) gadgets -> tools
docs/history.md: The Gizmo Papers
"""


class CommentsAndStrings(unittest.TestCase):
    def test_are_all_that_is_read_of_code(self) -> None:
        source = ('#include "gizmo.hpp"\nint gizmo = 10\'000; // one\nf("two \\" 2"); /* three\nfour */ g(\'"\');\n'
                  'h(R"x(five)x"); // `six` seven\n')
        text = words.comments_and_strings(source)
        self.assertEqual(text.split(), ["one", "two", '\\"', "2", "three", "four", "five", "seven"])
        self.assertEqual(text.count("\n"), source.count("\n"))


class RetiredWords(TreeTest):
    def wrong(self, files: dict[str, str]) -> list[str]:
        return [str(problem) for problem in words.check(self.tree({words.LIST: LIST, **files}))]

    def test_are_in_no_tree_that_is_right(self) -> None:
        self.assertEqual(self.wrong({"README.md": "A device. `gizmo` gizmo_case gizmology gizmo-like [it](gizmo.md)\n",
                                     "core/a.hpp": "int gizmo; // a device\n"}), [])

    def test_are_found_in_pages_comments_strings_and_scripts(self) -> None:
        self.assertEqual(self.wrong({"docs/a.md": "a\nThe Gizmo.\n", "core/a.cpp": "// gizmos\nf(\"a gizmo\");\n",
                                     "run": "#!/bin/sh\n# gizmo\n", "a/CMakeLists.txt": "# gizmo\n"}),
                         ["docs/a.md:2: 'Gizmo': say device", "a/CMakeLists.txt:1: 'gizmo': say device",
                          "core/a.cpp:1: 'gizmos': say device", "core/a.cpp:2: 'gizmo': say device",
                          "run:2: 'gizmo': say device"])

    def test_are_found_across_lines(self) -> None:
        self.assertEqual(self.wrong({"core/a.hpp": "// these two\n// gadgets\n"}),
                         ["core/a.hpp:1: 'two gadgets': say tools"])

    def test_that_a_command_prints_are_looked_for_in_its_source(self) -> None:
        self.assertEqual(self.wrong({"docs/a.md": "<!-- printed by: x -->\ngizmo\n<!-- end -->\n"}), [])

    def test_are_allowed_in_a_title(self) -> None:
        self.assertEqual(self.wrong({"docs/history.md": "See The Gizmo Papers.\nA gizmo.\n"}),
                         ["docs/history.md:2: 'gizmo': say device"])
