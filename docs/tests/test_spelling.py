import shutil
import unittest

from pagecheck import spelling
from pagecheck.answers import Shell
from tests.fixture import TreeTest


class Findings(unittest.TestCase):
    def test_are_codespells(self) -> None:
        found = spelling.findings(["./docs/a.md:3: wrong ==> right", "Used config files:"])
        self.assertEqual([str(problem) for problem in found], ["docs/a.md:3: wrong ==> right"])


@unittest.skipUnless(shutil.which("codespell"), "codespell is not installed")
class Spelling(TreeTest):
    WRONG = "rec" "ieve"  # in one piece, codespell would find it here

    def wrong(self, text: str) -> list[str]:
        tree = self.tree({spelling.ALLOWED: "crate\n", "docs/a.md": text})
        return [str(problem) for problem in spelling.check(tree, Shell(self.root))]

    def test_is_right(self) -> None:
        self.assertEqual(self.wrong("receive a crate\n"), [])

    def test_is_wrong(self) -> None:
        self.assertEqual(self.wrong(f"a\n{self.WRONG}\n"), [f"docs/a.md:2: {self.WRONG} ==> receive"])
