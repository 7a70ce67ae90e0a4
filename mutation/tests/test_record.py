"""What is kept of runs, and what a later run makes of it."""

import contextlib
import io
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from everyline import main, record
from everyline.arguments import arguments_in, written
from everyline.build import core_mutants
from everyline.record import Part, Verdict, key_of
from everyline.verdicts import State, digest_of

ROOT = Path(__file__).resolve().parents[2]
FAILS = Verdict("proof", "Latch.IsSet", "fails")
HANGS = Verdict("failing model", "latch/set", "does not end")
SURVIVED = Verdict("survived")
ARGUED = Verdict("survived", argued=True)


def identity(name: str) -> tuple:
    return ("vigil/latch/latch.hpp", "set", name, "", 0)


def part(digest: str, commit: str = "11223344", **verdicts: Verdict) -> Part:
    return Part(digest, commit, "2026-11-27", 4, {key_of(identity(name)): each for name, each in verdicts.items()})


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.directory = Path(folder.name) / "verdicts"

    def kept(self, *parts: Part, core: str = "abcd") -> Part:
        for each in parts:
            record.keep(self.directory, "latch", each, map(identity, core))
        return record.kept_in(self.directory)["latch"]

    def names(self, verdicts: dict[str, Verdict]) -> dict[str, Verdict]:
        return {name: verdicts[key_of(identity(name))] for name in "abcd" if key_of(identity(name)) in verdicts}

    def test_what_is_written_is_read(self):
        written = part("aa", a=FAILS, b=HANGS, c=SURVIVED, d=ARGUED)
        written.before = {"001122334455": FAILS}
        self.assertEqual(record.read(written.text(), ""), written)

    def test_many_mutants_of_a_check_are_read(self):
        now = {key_of(identity(str(number))): FAILS for number in range(100)}
        self.assertEqual(record.read(Part("aa", "bb", "2026-11-27", 100, now).text(), "").now, now)

    def test_a_run_goes_on_with_what_is_kept(self):
        found = self.kept(part("aa", a=FAILS), part("aa", "55667788", b=SURVIVED))
        self.assertEqual(self.names(found.now), {"a": FAILS, "b": SURVIVED})
        self.assertEqual((found.before, found.commit), ({}, "55667788"))

    def test_a_later_verdict_on_the_same_sources_counts(self):
        self.assertEqual(self.names(self.kept(part("aa", a=SURVIVED), part("aa", a=FAILS)).now), {"a": FAILS})

    def test_verdicts_on_other_sources_are_hints(self):
        found = self.kept(part("aa", a=FAILS, b=FAILS, c=SURVIVED), part("bb", a=HANGS))
        self.assertEqual((self.names(found.now), self.names(found.before)), ({"a": HANGS}, {"b": FAILS}))
        found = self.kept(part("cc", c=FAILS))
        self.assertEqual((self.names(found.now), self.names(found.before)), ({"c": FAILS}, {"b": FAILS}))

    def test_a_mutant_that_core_no_longer_has_is_left_out(self):
        self.assertEqual(self.kept(part("aa", a=FAILS, b=FAILS), part("bb", c=FAILS), core="bc").before.keys(),
                         {key_of(identity("b"))})

    def test_a_state_takes_verdicts_and_hints(self):
        rows = record.rows_of([self.kept(part("aa", a=FAILS, b=FAILS), part("bb", a=SURVIVED, c=FAILS))],
                              map(identity, "ab"))
        state = State(self.directory / "verdicts.jsonl", "bb", rows)
        self.assertEqual({name[2]: row["kind"] for name, row in state.now.items()}, {"a": "survived"})
        self.assertEqual({name[2]: by for name, by in state.hints.items()}, {"b": "Latch.IsSet"})

    def test_damaged_files_are_refused_with_the_line(self):
        text = part("aa", a=FAILS).text()
        for changed, line in (("", "is empty"), (text.replace("commit", "comma"), ":2: expected `sources"),
                              (text.replace(f"{FAILS}\n", ""), ":4: expected a check")):
            with self.assertRaisesRegex(record.Damaged, line):
                record.read(changed, "latch.txt")


class Scores(unittest.TestCase):
    SET_FAILS = Verdict("model", "latch/set", "fails")
    KEPT = {"latch": part("aa", a=FAILS, b=SET_FAILS, c=ARGUED)}

    def test_what_is_not_judged_is_not_scored(self):
        table = record.scores(self.KEPT).splitlines()
        self.assertEqual(table[2:], ["| latch | 3 of 4 | 1 | 1 | 1 | 0 | 66.6 % | 11223344 |",
                                     "| all | 3 of 4 | 1 | 1 | 1 | 0 | 66.6 % |  |"])

    def test_a_survivor_without_an_argument_is_counted(self):
        self.assertIn("| 0 | 1 | 66.6 % |", record.scores({"latch": part("aa", a=FAILS, b=self.SET_FAILS, c=SURVIVED)}))

    def test_problems_are_said(self):
        def said(*argued: str, digest: str = "aa") -> str:
            return "\n".join(record.problems(self.KEPT, digest, map(identity, "abcd"), map(identity, argued)))

        self.assertEqual(said("c"), "")
        self.assertRegex(said(), r"latch: .* c .*: survived, and not argued")
        self.assertRegex(said("a", "c"), r"latch: .* a .*: proof: Latch.IsSet: fails, and argued")
        self.assertEqual(said(digest="bb"), "", "these sources have other mutants of the same words")

    def test_there_are_no_more_verdicts_than_mutants(self):
        kept = {"latch": Part("aa", "bb", "2026-11-27", 2, self.KEPT["latch"].now)}
        self.assertEqual(record.problems(kept, "aa", [], []), ["latch: 3 verdicts on 2 mutants"])


class TheRecordOfThisTree(unittest.TestCase):
    def test_has_no_problems(self):
        identities = [each.identity for each in core_mutants(ROOT)]
        self.assertEqual(record.problems(record.kept_in(ROOT / main.KEPT), digest_of(ROOT), identities,
                                         arguments_in(ROOT / "mutation/argued")), [])


class Keeping(unittest.TestCase):
    """By the command, in a repository of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for name in ("operators.py", "schemata.py", "structure.py", "tokens.py"):
            self.write(f"mutation/everyline/{name}", "")
        self.write(".gitignore", "/build/\n")
        self.write("core/include/vigil/latch/latch.hpp", "bool set(bool before) { return !before; }\n")
        self.git("init", "-q")
        self.commit()

    def write(self, place: str, text: str) -> None:
        (self.root / place).parent.mkdir(parents=True, exist_ok=True)
        (self.root / place).write_text(text)

    def git(self, *words: str) -> None:
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=self.root, check=True)

    def commit(self) -> None:
        self.git("add", ".")
        self.git("commit", "-q", "--no-verify", "-m", "Change")

    def judge(self, *verdict: str) -> int:
        """Leaves a verdict on the first mutant, as a run does. How many mutants there are."""
        (self.root / main.MADE).mkdir(parents=True, exist_ok=True)
        mutants = core_mutants(self.root)
        State(self.root / main.MADE / "verdicts.jsonl", digest_of(self.root)).add(
            mutants[0], *(verdict or ("proof", "Latch.IsSet", "fails")))
        return len(mutants)

    def answer(self, *words: str) -> tuple[int, str]:
        output = io.StringIO()
        with contextlib.redirect_stderr(output), contextlib.redirect_stdout(output):
            status = main.main(self.root, list(words))
        return status, output.getvalue()

    def test_verdicts_on_these_sources_are_kept_and_printed(self):
        count = self.judge()
        status, text = self.answer("--keep")
        self.assertEqual((status, text), (0, f"latch: 1 of {count} kept in {main.KEPT}/latch.txt\n"))
        status, text = self.answer("--print")
        self.assertEqual(status, 0)
        self.assertIn(f"| latch | 1 of {count} | 0 | 1 | 0 | 0 | 100.0 % | ", text)
        # What is kept is no change of the tree.
        self.assertEqual(self.answer("--keep")[0], 0)

    def test_an_argument_counts_also_when_core_has_lost_the_mutant(self):
        mutant = core_mutants(self.root)[0]
        arguments = self.root / "mutation/argued/latch.txt"
        self.write("mutation/argued/latch.txt", f"header: {mutant.header}\n\n{written(mutant)}because: the result is unused.\n")
        self.commit()
        self.judge("survived", "", "")
        self.answer("--keep")
        arguments.unlink()
        self.write("core/include/vigil/latch/latch.hpp", "bool set() { return true; }\n")
        status, text = self.answer("--print")
        self.assertEqual(status, 0)
        self.assertIn("| 0 | 0 | 1 | 0 | 0.0 % | ", text)

    def test_nothing_is_kept_of_changes_without_a_commit(self):
        self.judge()
        self.write("more", "")
        status, text = self.answer("--keep")
        self.assertEqual(status, 2)
        self.assertIn("some changes are in none", text)

    def test_nothing_is_kept_of_other_sources(self):
        self.judge()
        self.write("core/include/vigil/latch/latch.hpp", "bool set(bool before) { return before; }\n")
        self.commit()
        status, text = self.answer("--keep")
        self.assertEqual(status, 2)
        self.assertIn("there is nothing to keep", text)

    def test_a_mutant_that_does_not_compile_is_no_mutant(self):
        count = self.judge()
        invalid = [core_mutants(self.root)[1].identity]
        (self.root / main.MADE / "invalid.json").write_text(json.dumps(invalid))
        self.assertIn(f"1 of {count - 1} kept", self.answer("--keep")[1])

    def test_they_stand_alone(self):
        for words in (["--keep", "latch"], ["--print", "latch"], ["--keep", "--print"], ["--print", "--sample", "1"]):
            status, text = self.answer(*words)
            self.assertEqual((status, "stand alone" in text), (2, True), words)

    def test_nothing_is_printed_of_nothing(self):
        status, text = self.answer("--print")
        self.assertEqual(status, 2)
        self.assertIn("nothing is kept", text)

    def test_a_damaged_record_is_refused(self):
        self.write(f"{main.KEPT}/latch.txt", "nonsense\n")
        status, text = self.answer("--print")
        self.assertEqual(status, 2)
        self.assertIn(f"{main.KEPT}/latch.txt:1: expected", text)


if __name__ == "__main__":
    unittest.main()
