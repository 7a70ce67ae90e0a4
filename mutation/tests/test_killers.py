"""When a program is ended that runs with a mutant."""

import unittest

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


if __name__ == "__main__":
    unittest.main()
