from pagecheck.answers import Answers, Shell
from tests.fixture import TreeTest, page


def quoting(*commands: str, maker: str = "printed") -> str:
    return "".join(f"<!-- {maker} by: {command} -->\n<!-- end -->\n" for command in commands)


class AnswersTest(TreeTest):
    def setUp(self) -> None:
        super().setUp()
        self.answers = Answers(Shell(self.root, self.root / "bin"), self.root / "scratch")
        (self.root / "scratch").mkdir()

    def ask(self, *texts: str, measured: bool = False) -> dict[str, str]:
        self.answers.ask([page(text) for text in texts], measured)
        return {command: answer.text for command, answer in self.answers.by_command.items()}


class Asking(AnswersTest):
    def test_runs_each_command_once(self) -> None:
        self.program("bin/vigil", 'echo "$@" | tee -a runs')
        asked = self.ask(quoting("vigil a", "vigil b"), quoting("vigil a"))
        self.assertEqual(asked, {"vigil a": "a", "vigil b": "b"})
        self.assertEqual(sorted((self.root / "runs").read_text().split()), ["a", "b"])

    def test_notices_a_failure_anywhere_in_a_command(self) -> None:
        self.ask(quoting("false | cat", "echo so; false", "true"))
        self.assertEqual([answer.failed for _, answer in sorted(self.answers.by_command.items())], [True, True, False])

    def test_runs_benchmarks_only_if_told_to(self) -> None:
        text = quoting("echo 1", maker="measured")
        self.assertEqual(self.ask(text), {})
        self.assertEqual(self.ask(text, measured=True), {"echo 1": "1"})

    def test_passes_a_place_for_each_picture(self) -> None:
        self.program("bin/draw", 'echo "<svg>$1</svg>" >"$2"')
        self.ask("<!-- drawn by: draw a -->\n![a](a.svg)\n")
        self.assertEqual(self.answers.picture("draw a").read_text(), "<svg>a</svg>\n")


# Writes a page for each primitive, and counts its runs.
ORDERS = r"""
echo "$@" >>runs
if [[ "$*" == "orders --format score --pages "* ]]; then
  mkdir -p "$5/deque" "$5/lean"
  echo "| deque |" >"$5/deque/chase_lev.md"
  echo "| queue |" >"$5/lean/queue.md"
  echo "| queues |" >"$5/lean/queue_pair.md"
  echo "| score |" >"$5/score.md"
else
  echo "| $2 alone |"
fi
"""


class AskingForOrders(AnswersTest):
    SCORE = "vigil orders --format score"
    DEQUE = "vigil orders deque/chase_lev --format markdown"

    def test_judges_every_primitive_in_one_run(self) -> None:
        self.program("bin/vigil", ORDERS)
        self.assertEqual(self.ask(quoting(self.SCORE, self.DEQUE)), {self.SCORE: "| score |", self.DEQUE: "| deque |"})
        self.assertEqual(len((self.root / "runs").read_text().splitlines()), 1)

    def test_takes_a_name_for_itself_though_others_contain_it(self) -> None:
        self.program("bin/vigil", ORDERS)
        command = "vigil orders lean/queue --format markdown"
        self.assertEqual(self.ask(quoting(command))[command], "| queue |")

    def test_asks_again_for_a_pattern_that_is_no_name(self) -> None:
        self.program("bin/vigil", ORDERS)
        command = "vigil orders lean/que --format markdown"
        self.assertEqual(self.ask(quoting(command))[command], "| lean/que alone |")

    def test_asks_for_each_if_the_one_run_fails(self) -> None:
        self.program("bin/vigil", '[[ "$*" != *--pages* ]] && echo "$2 alone"')
        self.assertEqual(self.ask(quoting(self.DEQUE)), {self.DEQUE: "deque/chase_lev alone"})

    def test_does_not_judge_what_no_page_quotes(self) -> None:
        self.program("bin/vigil", ORDERS)
        self.ask(quoting("vigil list"))
        self.assertEqual((self.root / "runs").read_text(), "list\n")
