import contextlib
import io

from pagecheck import refresh, words
from tests.fixture import COLUMNS, TreeTest, page

VIGIL = r"""
case "$*" in
  "--help") printf 'Options:\n  --help  x\n\nSubcommands:\n  list  Show models\n  explain  Show\n' ;;
  *--help) printf '  --help  x\n  --brief  x\n  --svg FILE  x\n' ;;
  list) printf 'latch/set-once/late\n' ;;
  "explain latch/set-once/late --brief") cat trace ;;
  "explain latch/set-once/late --svg "*) echo '<svg/>' >"$4" ;;
  *) exit 1 ;;
esac
"""
CODESPELL = r"""awk '/wrogn/ { print FILENAME ":" FNR ": wrogn ==> wrong"; n = 1 } END { exit n }' docs/page.md"""
TRACE = "\n".join(COLUMNS.splitlines()[2:-2])
PAGE = f"{COLUMNS}\nStep 2<!--= thread 0 [latch.get_sleepy] -->.\n"


class Refreshing(TreeTest):
    def setUp(self) -> None:
        super().setUp()
        self.program("bin/vigil", VIGIL)
        self.program("bin/vigil_bench", "echo pool/fib")
        self.program("bin/codespell", CODESPELL)
        self.program("vigil", "echo '  docs [--check]  x'")
        self.tree({"trace": TRACE, "core/a.hpp": 'Order<"latch.get_sleepy"> a;\n', "docs/spelling-allowed.txt": "",
                   words.LIST: ""})

    def refresh(self, page: str, *arguments: str) -> tuple[int, str]:
        self.tree({"docs/page.md": page})
        with contextlib.redirect_stdout(io.StringIO()) as out:
            status = refresh.main(self.root, [str(self.root / "bin"), *arguments])
        return status, out.getvalue()

    def now(self) -> str:
        return (self.root / "docs/page.md").read_text(encoding="utf-8")

    def test_fills_blocks_and_then_anchors(self) -> None:
        page = PAGE.replace("step  thread 0", "old").replace("Step 2", "Step 9")
        self.assertEqual(self.refresh(page), (0, "docs/page.md: refreshed\n"))
        self.assertEqual(self.now(), PAGE)

    def test_finds_nothing_in_a_page_that_is_right(self) -> None:
        self.assertEqual(self.refresh(PAGE, "--check"), (0, ""))

    def test_shows_how_a_page_is_stale(self) -> None:
        page = PAGE.replace("lock mutex", "lock m1")
        status, out = self.refresh(page, "--check")
        self.assertEqual((status, self.now()), (1, page))
        self.assertIn("docs/page.md: not what its commands print; run ./vigil docs", out)
        self.assertRegex(out, r"(?m)^-.*lock m1.*$")
        self.assertRegex(out, r"(?m)^\+.*lock mutex.*$")

    def test_shows_a_wrong_step_without_running_commands(self) -> None:
        page = PAGE.replace("lock mutex", "lock m1").replace("Step 2", "Step 9")
        status, out = self.refresh(page, "--check", "--only", "prose")
        self.assertEqual(status, 1)
        self.assertIn("-Step 9<!--=", out)
        self.assertNotIn("mutex", out)

    def test_fails_if_a_command_fails(self) -> None:
        status, out = self.refresh("<!-- printed by: vigil nothing -->\n<!-- end -->\n")
        self.assertEqual(status, 1)
        self.assertIn("docs/page.md:1: failed: vigil nothing", out)

    def test_fails_if_an_anchor_finds_no_step(self) -> None:
        self.assertEqual(self.refresh(f"{COLUMNS}\nStep 2<!--= thread 7 lock -->.\n")[0], 1)

    def test_fails_if_no_page_quotes_a_command(self) -> None:
        self.assertEqual(self.refresh("text\n")[0], 1)

    def test_reports_all_that_is_wrong_in_the_prose(self) -> None:
        prose = "[a](gone.md) [latch.gone] `vigil gone` step 3\n<!-- end -->\nspelt: wrogn\n"
        status, out = self.refresh(f"{PAGE}{prose}", "--check")
        self.assertEqual(status, 1)
        for wrong in ("gone.md", "latch.gone", "no command `gone", "step 3", "<!-- end -->", "wrogn", "`gone` is named nowhere",
                      "7 problems"):
            self.assertIn(wrong, out)

    def test_draws_pictures(self) -> None:
        page = f"{PAGE}\n<!-- drawn by: vigil explain latch/set-once/late --svg -->\n![two threads](late.svg)\n"
        self.assertEqual(self.refresh(page, "--check")[0], 1)
        self.assertFalse((self.root / "docs/late.svg").exists())
        self.assertEqual(self.refresh(page), (0, "docs/late.svg: refreshed\n"))
        self.assertEqual((self.root / "docs/late.svg").read_text(), "<svg/>\n")
        self.assertEqual(self.refresh(page, "--check"), (0, ""))

    def test_leaves_benchmarks_alone(self) -> None:
        block = page("<!-- measured by: echo 1 -->\n```text\n2\n```\n<!-- end -->\n")
        page_with_it = PAGE + block.text.replace("end", f"end, sum: {block.sum_of(block.blocks[0])}")
        self.assertEqual(self.refresh(page_with_it, "--check"), (0, ""))
        self.assertEqual(self.refresh(page_with_it, "--measured")[0], 0)
        self.assertIn("```text\n1\n```\n<!-- end, sum: ", self.now())
        self.assertEqual(self.refresh(self.now(), "--check"), (0, ""))
        self.assertEqual(self.refresh(self.now().replace("\n1\n", "\n3\n"), "--check")[0], 1)

    def test_checks_words(self) -> None:
        self.tree({"docs/retired-words.txt": "gizmo -> device\n"})
        status, said = self.refresh("# A page\n\ngizmo\n", "--check", "--only", "prose")
        self.assertEqual(status, 1)
        self.assertIn("docs/page.md:3: 'gizmo': say device", said)

    def test_refuses_arguments_that_do_not_fit(self) -> None:
        wrong: list[list[str]] = [[], ["bin", "--check", "--measured"], ["bin", "--only", "nothing"], ["bin", "--gone"]]
        for arguments in wrong:
            with self.subTest(arguments), contextlib.redirect_stderr(io.StringIO()):
                with self.assertRaises(SystemExit) as stopped:
                    refresh.main(self.root, arguments)
                self.assertEqual(stopped.exception.code, 2)
