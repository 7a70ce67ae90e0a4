"""Can vigil_soak fail, go on, and refuse? Run by CTest: soak_test.py PROGRAM."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = ""
FAULTS = ["thread-start", "allocation", "exception", "delay", "signal", "stopped-thread", "creator-end"]


class Soak(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.state = Path(directory.name) / "state.json"

    def run_soak(self, *arguments):
        return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=120, check=False)

    def read_state(self):
        return json.loads(self.state.read_text())

    def assert_finds(self, plant, part, words, *arguments):
        result = self.run_soak("--plant", plant, "--part", part, "--jobs-total", 10**6, "--state", self.state, *arguments)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertRegex(result.stderr, words)
        found = re.search(rf"part {part}, round \d+, seed (\d+)", result.stderr)
        self.assertTrue(found, "the seed is printed: " + result.stderr)
        self.assertEqual([finding["seed"] for finding in self.read_state()["findings"]], [int(found[1])])
        # The schedule of the threads is the system's, so one replay may miss what another finds.
        replays = (self.run_soak("--plant", plant, "--replay", part, found[1], *arguments) for _ in range(1000))
        self.assertIn(1, (replay.returncode for replay in replays), "a replay finds it too")
        self.assertEqual(self.run_soak("--replay", part, found[1]).returncode, 0, "without the defect it finds nothing")

    def test_finds_a_lost_job(self):
        self.assert_finds("lost-job", "deque", r"job \d+ ran 0 times, expected once")

    def test_finds_a_job_that_runs_twice(self):
        self.assert_finds("repeated-job", "deque", r"job \d+ ran 2 times, expected once")

    def test_finds_a_lost_wake(self):
        self.assert_finds("lost-wake", "sleep", "a missed wake", "--stall", "1")

    def test_goes_on_from_its_state(self):
        self.assertEqual(self.run_soak("--seed", 7, "--jobs-total", 10**5, "--state", self.state).returncode, 0)
        first = self.read_state()
        result = self.run_soak("--jobs-total", 3 * 10**6, "--state", self.state)
        self.assertEqual(result.returncode, 0, result.stderr)
        second = self.read_state()
        self.assertEqual(second["seed"], 7)
        for name, part in first["parts"].items():
            self.assertGreaterEqual(second["parts"][name]["rounds"], part["rounds"])
        self.assertGreaterEqual(sum(part["jobs"] for part in second["parts"].values()), 3 * 10**6)
        self.assertIn("| deque |", self.run_soak("--print", "--state", self.state).stdout)

    def stop_by(self, number):
        with subprocess.Popen([PROGRAM, "--state", str(self.state), "--part", "injector"], stdout=subprocess.PIPE,
                              text=True) as process:
            while not self.state.exists() or self.read_state()["parts"]["injector"]["rounds"] == 0:
                time.sleep(0.05)
            process.send_signal(number)
            process.communicate(timeout=60)
        return process.returncode, self.read_state()["parts"]["injector"]["rounds"]

    def test_goes_on_after_a_signal_and_after_a_kill(self):
        status, rounds = self.stop_by(signal.SIGTERM)
        self.assertEqual(status, 3)
        status, after = self.stop_by(signal.SIGKILL)
        self.assertEqual(status, -signal.SIGKILL)
        self.assertGreaterEqual(after, rounds)
        self.assertEqual(self.run_soak("--seconds", 0.1, "--state", self.state, "--part", "injector").returncode, 0)
        self.assertGreater(self.read_state()["parts"]["injector"]["rounds"], after)

    def test_refuses_what_is_no_state_and_leaves_it(self):
        foreign = ["", "{", "[]", "3", '{"format": "another"}', '{"format": "vigil-soak 1"}',
                   '{"format": "vigil-soak 1", "seed": -1, "parts": {}, "findings": []}',
                   '{"format": "vigil-soak 1", "seed": 1, "parts": {"unknown": {}}, "findings": []}',
                   '{"format": "vigil-soak 1", "seed": 1, "parts": {"deque": {"rounds": 1}}, "findings": []}']
        for text in foreign:
            self.state.write_text(text)
            for arguments in (["--seconds", "0.1"], ["--print"]):
                result = self.run_soak("--state", self.state, *arguments)
                self.assertEqual(result.returncode, 2, text)
                self.assertIn("is no state of vigil_soak", result.stderr)
            self.assertEqual(self.state.read_text(), text)

    def test_refuses_another_seed_than_that_of_the_state(self):
        self.run_soak("--seed", 7, "--jobs-total", 1, "--state", self.state)
        result = self.run_soak("--seed", 8, "--jobs-total", 1, "--state", self.state)
        self.assertEqual(result.returncode, 2)
        self.assertIn("the seed 7, not 8", result.stderr)

    def test_says_that_the_state_cannot_be_written(self):
        result = self.run_soak("--seconds", 0.1, "--state", self.state.parent / "nowhere" / "state.json")
        self.assertEqual(result.returncode, 4)
        self.assertIn("cannot write the state", result.stderr)

    def test_refuses_wrong_arguments(self):
        for arguments in (["--seconds", "0"], ["--seconds", "nan"], ["--jobs-total", "0"], ["--jobs-total", "-1"],
                          ["--jobs-total", "99999999999999999999"], ["--seed", "x"], ["--seed", "010"],
                          ["--part", "nothing"], ["--fault", "nothing"], ["--no-faults", "--fault", "delay"],
                          ["--stall", "0"], ["--state", ""], ["--print"], ["--replay", "deque"],
                          ["--replay", "nothing", "1"], ["--replay", "deque", "x"], ["more"], ["--unknown"],
                          ["--replay", "deque", "1", "--state", "file"]):
            result = self.run_soak(*arguments)
            self.assertEqual((result.returncode, result.stdout), (2, ""), arguments)
            self.assertTrue(result.stderr, arguments)
        self.assertEqual(self.run_soak("--help").returncode, 0)

    def test_injects_each_fault(self):
        counted = dict.fromkeys(FAULTS, 0)
        for _ in range(20):
            result = self.run_soak("--seconds", 0.5, "--state", self.state)
            self.assertEqual(result.returncode, 0, result.stderr)
            for part in self.read_state()["parts"].values():
                self.assertEqual(list(part["faults"]), sorted(FAULTS))
            for fault in FAULTS:
                counted[fault] = sum(part["faults"][fault] for part in self.read_state()["parts"].values())
            if all(counted.values()):
                break
        self.assertTrue(all(counted.values()), counted)

    def test_injects_none_that_is_not_wanted(self):
        self.run_soak("--no-faults", "--seconds", 0.5, "--state", self.state)
        for part in self.read_state()["parts"].values():
            self.assertEqual(set(part["faults"].values()), {0})
        self.state.unlink()
        self.run_soak("--fault", "delay", "--fault", "signal", "--seconds", 0.5, "--state", self.state)
        for part in self.read_state()["parts"].values():
            self.assertEqual({fault for fault, times in part["faults"].items() if times} - {"delay", "signal"}, set())


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
