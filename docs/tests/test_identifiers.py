from pagecheck import identifiers
from tests.fixture import TreeTest, page

FILES = {"core/a.hpp": "int is_known;\n", "docs/b.txt": "in_docs", "vigil": "--quick", identifiers.LIST: "alien\n"}


class Identifiers(TreeTest):
    def wrong(self, text: str) -> str:
        return "\n".join(map(str, identifiers.check([page(f"`alien`\n{text}")], self.tree(FILES))))

    def test_are_named_in_the_sources(self) -> None:
        self.assertEqual(self.wrong("`is_known` `a.hpp` `core/a.hpp` `x::is_known(...)` `--quick` `thrd_*` `int`\n"), "")

    def test_may_be_printed(self) -> None:
        self.assertEqual(self.wrong("<!-- printed by: x -->\n```text\nsaid\n```\n<!-- end -->\n`said`\n"), "")

    def test_that_are_named_nowhere_are_wrong(self) -> None:
        for text in ("`is_knwon`", "`a.hppp`", "`x::is_gone()`", "`--quicker`", "`is_known = gone`", "`in_docs`",
                     "`is_known\nis_gone`", "| `gone` |", "``gone``"):
            with self.subTest(text):
                self.assertIn("is named nowhere else", self.wrong(text))

    def test_of_other_software_are_listed_as_long_as_a_page_needs_them(self) -> None:
        said = identifiers.check([page("text")], self.tree(FILES))
        self.assertEqual(str(said[0]), "docs/foreign-names.txt: no page needs `alien` any more")
