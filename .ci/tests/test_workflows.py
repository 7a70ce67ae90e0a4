"""Do the workflows name commands, targets and shards that there are, and does each job end?"""

import re
import shlex
import subprocess
import unittest
from pathlib import Path
from typing import Any, Dict, Iterator, List, Tuple

import yaml

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))

# The commands that the launcher passes on to the program, which its usage names in a line, or not.
OF_THE_PROGRAM = {"list", "explain", "replay", "work", "frontier"}


def jobs() -> Iterator[Tuple[str, Dict[str, Any]]]:
    for path in WORKFLOWS:
        for name, job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].items():
            yield f"{path.name}, {name}", job


def scripts() -> Iterator[Tuple[str, str]]:
    for name, job in jobs():
        for step in job["steps"]:
            if "run" in step:
                yield name, step["run"]
    yield ".ci/run", (ROOT / ".ci/run").read_text(encoding="utf-8")


def commands_in(script: str) -> List[List[str]]:
    """Each call of the launcher, as its arguments."""
    script = script.replace("\\\n", " ")
    calls = re.findall(r"(?:^|[\s;&|])\./vigil((?: +(?:'[^'\n]*'|\"[^\"\n]*\"|\$\{\{[^}\n]*\}\}|[^\s|;&'\"]+)+)+)", script,
                       re.MULTILINE)
    return [shlex.split(re.sub(r"\$\{\{\s*([\w.]+)\s*\}\}", r"<\1>", call)) for call in calls]


def known_commands() -> List[str]:
    usage = subprocess.run([ROOT / "vigil", "--help"], check=True, capture_output=True, text=True).stdout
    return re.findall(r"^  ([a-z]+)\b", usage, re.MULTILINE)


def fuzz_targets() -> List[str]:
    return re.findall(r"^vigil_fuzz_target\((\w+)", (ROOT / "fuzz/CMakeLists.txt").read_text(encoding="utf-8"), re.MULTILINE)


def uploads(job: Dict[str, Any]) -> List[Dict[str, Any]]:
    return [step for step in job["steps"] if step.get("uses", "").startswith("actions/upload-artifact@")]


class Workflows(unittest.TestCase):
    def test_there_are_some(self) -> None:
        self.assertEqual([path.name for path in WORKFLOWS if path.name in ("ci.yml", "nightly.yml", "site.yml")],
                         ["ci.yml", "nightly.yml", "site.yml"])

    def test_each_job_ends(self) -> None:
        for name, job in jobs():
            with self.subTest(name):
                minutes = job.get("timeout-minutes")
                self.assertIsInstance(minutes, int, "no timeout-minutes, which means six hours")
                self.assertTrue(0 < minutes < 360, minutes)

    def test_each_command_exists(self) -> None:
        known = set(known_commands()) | OF_THE_PROGRAM
        calls = [(name, call) for name, script in scripts() for call in commands_in(script)]
        self.assertGreater(len(calls), 25)
        for name, call in calls:
            with self.subTest(name):
                self.assertIn(call[0], known, call)

    def test_each_script_exists(self) -> None:
        for name, script in scripts():
            for path in re.findall(r"(?:^|\s)(\.ci/[\w/.-]+)", script):
                with self.subTest(name):
                    self.assertTrue((ROOT / path).is_file(), path)

    def test_each_target_is_fuzzed_at_night(self) -> None:
        matrix = dict(jobs())["nightly.yml, fuzz"]["strategy"]["matrix"]
        self.assertEqual(sorted(matrix["target"]), sorted(fuzz_targets()))

    def test_shards_are_all_of_a_whole(self) -> None:
        seen = 0
        for name, job in jobs():
            shards = job.get("strategy", {}).get("matrix", {}).get("shard")
            for step in job["steps"]:
                for number, of in re.findall(r"--shard[ =](\S+?|\$\{\{.*?\}\})/(\d+)", step.get("run", "")):
                    with self.subTest(name):
                        self.assertEqual(number, "${{ matrix.shard }}")
                        self.assertEqual(shards, list(range(1, int(of) + 1)))
                        seen += 1
        self.assertGreater(seen, 0, "the full search is in shards")

    def test_a_time_for_the_command_leaves_time_for_the_job(self) -> None:
        for name, job in jobs():
            for step in job["steps"]:
                for seconds in re.findall(r"--total-time[ =](\d+)", step.get("run", "")):
                    with self.subTest(name):
                        self.assertLess(int(seconds) + 20 * 60, job["timeout-minutes"] * 60,
                                        "no 20 minutes to build")

    def test_what_is_uploaded_has_a_name_of_its_own(self) -> None:
        for path in WORKFLOWS:
            with self.subTest(path.name):
                names = [step["with"]["name"]
                         for job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].values()
                         for step in uploads(job)]
                self.assertEqual(len(names), len(set(names)), names)

    def test_jobs_of_a_matrix_do_not_upload_under_one_name(self) -> None:
        for name, job in jobs():
            for step in uploads(job) if "strategy" in job else []:
                with self.subTest(name):
                    self.assertIn("${{ matrix.", step["with"]["name"])

    def test_what_writes_results_uploads_them_when_it_fails(self) -> None:
        writes = re.compile(r"\.ci/run|build/ci|\./vigil (?:check|fuzz|soak|mutate|sanitize|test)\b")
        for name, job in jobs():
            if any(writes.search(step.get("run", "")) for step in job["steps"]):
                with self.subTest(name):
                    self.assertTrue(any(step.get("if") in ("failure()", "always()") for step in uploads(job)))

    def test_models_are_checked_by_both_engines(self) -> None:
        calls = commands_in((ROOT / ".ci/run").read_text(encoding="utf-8"))
        self.assertIn(["docs", "--preset", "relacy", "--check"], calls)
        self.assertIn("--engine both", (ROOT / ".ci/run").read_text(encoding="utf-8"))


class Launcher(unittest.TestCase):
    def run_launcher(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run([ROOT / "vigil", *arguments], capture_output=True, text=True, timeout=20, check=False)

    def test_help_is_printed_and_nothing_is_run(self) -> None:
        for arguments in (["sanitize", "asan", "--help"], ["test", "--help"], ["stress", "-h"], ["docs", "--check", "--help"],
                          ["fuzz", "--help"], ["lint", "--help"], ["format", "--help"], ["site", "--help"]):
            with self.subTest(arguments):
                ended = self.run_launcher(*arguments)
                self.assertEqual(ended.returncode, 0, ended.stderr)
                self.assertIn(f"\n  {arguments[0]} ", ended.stdout)
                self.assertEqual(ended.stdout.count("\n  "), 1 + ended.stdout.count("\n    "), "of one command")

    def test_what_is_not_known_is_wrong_usage(self) -> None:
        for arguments in (["sanitize", "--frob"], ["sanitize", "asan", "nonesuch"], ["sanitize", "release"], ["stress", "1", "2"],
                          ["stress", "--frob"], ["docs", "--frob"], ["docs", "--only", "figures"], ["docs", "--only"],
                          ["test", "--preset", "nonesuch"], ["bench", "--preset=nonesuch"], ["site", "--preset", "no"],
                          ["lint", "--frob"], ["format", "--frob"], ["format", "--check", "more"], ["runtime", "more"],
                          ["wild", "--frob"], ["wasm", "--frob"], ["reference", "--frob"], ["fuzz", "nonesuch"],
                          ["fuzz", "all", "1x"], ["fuzz", "all", "1", "2"]):
            with self.subTest(arguments):
                ended = self.run_launcher(*arguments)
                self.assertEqual(ended.returncode, 2, ended.stderr)
                self.assertEqual(ended.stderr.count("\n"), 1, ended.stderr)


if __name__ == "__main__":
    unittest.main()
