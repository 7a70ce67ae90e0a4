"""Do the steps of the workflow of examples/ci pass, and does the gate close? Run by CTest: ci.py PREFIX CXX GENERATOR.

The commands are the `run:` lines of the workflow and of the action that it uses, read from these files.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parent / "ci"
ROOT = EXAMPLE.parent.parent
ENVIRONMENT = {}


def indentation(line):
    return len(line) - len(line.lstrip())


def runs_in(lines):
    """The commands behind each `run:` of some lines of YAML."""
    runs = []
    for number, line in enumerate(lines):
        found = re.match(r"(\s*)(?:- )?run: (.*)", line)
        if not found:
            continue
        if found[2] != "|":
            runs.append(found[2])
            continue
        block = []
        for inner in lines[number + 1 :]:
            if inner.strip() and indentation(inner) <= len(found[1]):
                break
            block.append(inner.strip())
        runs.append("\n".join(block).strip())
    return runs


def jobs_of(workflow):
    """By the name of the job: its commands, once for each value of its matrix."""
    lines = workflow.read_text().splitlines()
    lines = lines[lines.index("jobs:") + 1 :]
    starts = [number for number, line in enumerate(lines) if re.fullmatch(r"  \w+:", line)]
    jobs = {}
    for start, end in zip(starts, [*starts[1:], len(lines)]):
        job = lines[start:end]
        matrix = [re.fullmatch(r"\s+(\w+): \[(.*)\]", line) for line in job]
        axis = next((found for found in matrix if found), None)
        values = axis[2].split(", ") if axis else [None]
        jobs[lines[start].strip(" :")] = [
            [run.replace("${{ matrix.%s }}" % axis[1], value) if axis else run for run in runs_in(job)]
            for value in values
        ]
    return jobs


class Workflow(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.project = Path(cls.directory.name) / "project"
        shutil.copytree(EXAMPLE, cls.project)
        cls.jobs = jobs_of(cls.project / ".github/workflows/vigil.yml")

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    def run_step(self, step):
        self.assertNotIn("${{", step, "the test knows the value of each expression")
        return subprocess.run(
            ["bash", "-e", "-o", "pipefail", "-c", step],
            cwd=self.project, env=ENVIRONMENT, capture_output=True, text=True, timeout=300, check=False,
        )

    def expect_passes(self, job, value):
        for step in self.jobs[job][value]:
            result = self.run_step(step)
            self.assertEqual(result.returncode, 0, f"{step}\n{result.stdout}{result.stderr}")
        return result.stdout

    def report(self):
        return ElementTree.parse(self.project / "build/models.xml").getroot()

    def sarif(self):
        return json.loads((self.project / "build/models.sarif").read_text())["runs"][0]["results"]

    def failing_steps(self, job, value):
        return [step for step in self.jobs[job][value] if self.run_step(step).returncode != 0]

    def test_1_has_the_jobs_that_the_page_names(self):
        self.assertEqual({job: len(runs) for job, runs in self.jobs.items()}, {"models": 1, "stress": 3})

    def test_2_the_models_pass(self):
        self.assertIn("sequential consistency", self.expect_passes("models", 0))
        self.assertEqual((self.report().get("tests"), self.report().get("failures")), ("4", "0"))

    def test_3_the_stress_test_passes_under_each_sanitizer(self):
        for sanitizer in range(3):
            self.assertIn("queue_stress: passed", self.expect_passes("stress", sanitizer))

    def test_4_the_gate_closes_on_an_order_that_is_too_weak(self):
        orders = self.project / "include/mailbox/queue_orders.hpp"
        shipped = orders.read_text()
        weaker = re.sub(r"(publish =\s+std::memory_order_)release", r"\1relaxed", shipped)
        self.assertNotEqual(weaker, shipped)
        orders.write_text(weaker)
        try:
            steps = self.failing_steps("models", 0)
            self.assertEqual([step.split()[1] for step in steps], ["check", "orders", "gallery"])
            failed = [case.get("name") for case in self.report() if case.find("failure") is not None]
            self.assertEqual(failed, ["queue/answers", "queue/handover"])
            unexpected = [result for result in self.sarif() if result["level"] == "error"]
            self.assertEqual([result["properties"]["model"] for result in unexpected], failed)
            for result in unexpected:
                self.assertTrue(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
                                .startswith("include/mailbox/"), result["locations"])
                self.assertRegex(result["properties"]["hint"], r"^make .*publish.* release: holds, exhaustive: ")
            # The publication is missing on this machine too, and that tool sees it.
            steps = self.failing_steps("stress", 1)
            self.assertEqual(steps, ["build/thread/queue_stress"])
        finally:
            orders.write_text(shipped)


class Action(unittest.TestCase):
    """The scripts of the action, with tools that only note how they were called."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)
        tools = self.directory / "tools"
        tools.mkdir()
        for tool in ("cmake", "apt-get", "sudo"):
            (tools / tool).write_text(
                f'#!/bin/sh\necho {tool} "$@" >>"{self.directory}/calls"\n'
                f'if [ "$1" = -S ]; then cp "$2/CMakeLists.txt" "{self.directory}/project"; fi\n')
            (tools / tool).chmod(0o755)
        self.environment = {
            **os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "RUNNER_TEMP": directory.name,
            "GITHUB_ACTION_PATH": str(ROOT / ".github/actions/vigil"),
            **{name: str(self.directory / name) for name in ("GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH")},
        }
        self.environment.pop("CMAKE_PREFIX_PATH", None)
        self.steps = runs_in((ROOT / ".github/actions/vigil/action.yml").read_text().splitlines())

    def run_step(self, step, **environment):
        return subprocess.run(
            ["bash", "-e", "-o", "pipefail", "-c", step], env={**self.environment, **environment},
            capture_output=True, text=True, timeout=60, check=False)

    def written(self, name):
        return dict(line.split("=", 1) for line in (self.directory / name).read_text().splitlines())

    def test_says_where_vigil_will_be(self):
        self.assertEqual(self.run_step(self.steps[0], PREFIX="").returncode, 0)
        output = self.written("GITHUB_OUTPUT")
        self.assertEqual(output["prefix"], f"{self.directory}/vigil")
        self.assertRegex(output["key"], "^[0-9a-f]{40}$")
        self.assertEqual(self.written("GITHUB_ENV")["CMAKE_PREFIX_PATH"], f"{self.directory}/vigil")
        self.assertEqual((self.directory / "GITHUB_PATH").read_text(), f"{self.directory}/vigil/bin\n")

    def test_has_another_key_for_another_compiler(self):
        keys = set()
        for compiler in ("/bin/true", "/bin/echo"):
            (self.directory / "GITHUB_OUTPUT").write_text("")
            self.assertEqual(self.run_step(self.steps[0], PREFIX="", CXX=compiler).returncode, 0)
            keys.add(self.written("GITHUB_OUTPUT")["key"])
        self.assertEqual(len(keys), 2)

    def test_builds_and_installs(self):
        result = self.run_step(self.steps[1], PREFIX="/somewhere", DEPENDENCIES="true")
        self.assertEqual(result.returncode, 0, result.stderr)
        calls = (self.directory / "calls").read_text()
        self.assertRegex(calls, "(?m)^(apt-get|sudo) .*install")
        self.assertRegex(calls, "(?m)^cmake --install .* --prefix /somewhere$")
        # The options are those that the build has.
        options = re.findall(r"set\((VIGIL_\w+) ON\)", (self.directory / "project").read_text())
        self.assertEqual(len(options), 2)
        for option in options:
            self.assertIn(f"option({option} ", (ROOT / "CMakeLists.txt").read_text())

    def test_installs_no_packages_where_it_is_not_to(self):
        self.run_step(self.steps[1], PREFIX="/somewhere", DEPENDENCIES="false")
        self.assertNotIn("apt-get", (self.directory / "calls").read_text())

    def test_ends_with_the_status_of_the_command(self):
        self.assertEqual(self.run_step(self.steps[2], COMMAND="exit 3").returncode, 3)
        self.assertEqual(self.run_step(self.steps[2], COMMAND="false | true").returncode, 1)


if __name__ == "__main__":
    prefix, compiler, generator = sys.argv[1:]
    ENVIRONMENT = {
        **os.environ, "CMAKE_PREFIX_PATH": prefix, "CXX": compiler, "CMAKE_GENERATOR": generator,
        "CMAKE_BUILD_PARALLEL_LEVEL": "2", "VIGIL_STRESS_SECONDS": "1",
    }
    unittest.main(argv=sys.argv[:1])
