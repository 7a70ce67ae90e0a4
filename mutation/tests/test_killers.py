"""When a program is ended that runs with a mutant."""

import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from everyline.killers import run


def shell(script: str) -> list[str]:
    return ["sh", "-c", script]


class Run(unittest.TestCase):
    def test_ends_what_takes_too_long(self):
        self.assertTrue(run(shell("sleep 60"), 0.2).late)
        self.assertTrue(run(shell("while sleep 0.1; do echo on; done"), 0.5).late)

    def test_says_how_it_ended(self):
        ended = run(shell("echo done; exit 3"), 60)
        self.assertEqual((ended.status, ended.text, ended.late), (3, "done\n", False))

    def test_a_quiet_one_may_take_as_long_as_it_writes(self):
        ended = run(shell("for i in 1 2 3 4; do sleep 0.3; echo on; done"), 0.6, quiet=True)
        self.assertEqual((ended.status, ended.late), (0, False))

    def test_a_quiet_one_is_ended_when_it_writes_nothing_more(self):
        ended = run(shell("echo on; sleep 60"), 0.3, quiet=True)
        self.assertEqual((ended.text, ended.late), ("on\n", True))

    def test_a_quiet_one_is_ended_if_it_writes_for_ever(self):
        self.assertTrue(run(shell("while sleep 0.05; do echo on; done"), 0.2, quiet=True).late)


# Two threads run a program each, as a run over all mutants does.
JUDGES = """
import signal, sys
from concurrent.futures import ThreadPoolExecutor
from everyline.killers import Stopped, run, stop
signal.signal(signal.SIGTERM, stop)
def judge(file):
    run(["sh", "-c", f"echo $$ >{file}.new; mv {file}.new {file}; exec sleep 60"], 60)
    print("a verdict")
try:
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(judge, sys.argv[1:]))
except Stopped as stopped:
    sys.exit(128 + stopped.args[0])
"""


class Stop(unittest.TestCase):
    def test_ends_all_programs_without_a_verdict(self):
        with tempfile.TemporaryDirectory() as folder:
            files = [Path(folder) / name for name in "abcd"]
            judges = subprocess.Popen([sys.executable, "-B", "-c", JUDGES, *files], stdout=subprocess.PIPE, text=True,
                                      cwd=Path(__file__).parents[1])
            while not (files[0].exists() and files[1].exists()):
                time.sleep(0.01)
            judges.send_signal(signal.SIGTERM)
            self.assertEqual(judges.communicate(timeout=30)[0], "")
            self.assertEqual(judges.returncode, 128 + signal.SIGTERM)
            for file in files[:2]:
                with self.assertRaises(ProcessLookupError):
                    os.killpg(int(file.read_text()), 0)
            self.assertFalse(files[2].exists() or files[3].exists())


if __name__ == "__main__":
    unittest.main()
