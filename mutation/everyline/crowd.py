"""Mutants that have to be compiled alone, judged in as few builds as may be.

To survive, one that every source includes takes all proofs and all models: 20 minutes each. So what is left of the
mutants after their nearest checks is compiled together, as long as they change different places. A kill is always that
of a mutant alone. What survives in a crowd is said to survive, even if another mutant hides it: so a score may be too
low, and never too high. Argued mutants, which should do nothing, have crowds of their own: no other one hides what they
do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from .alone import SURVIVED, Alone, Verdict
from .operators import Mutant


class Crowd:
    def __init__(self, alone: Alone, known: Callable[[Mutant], str], is_argued: Callable[[Mutant], bool],
                 note: Callable[[Mutant, Verdict], None]):
        """`known`: who killed a mutant before. `note` is given each verdict, when it is there."""
        self.alone, self.known, self.is_argued, self.note = alone, known, is_argued, note

    def judge(self, mutants: Sequence[Mutant], jobs: int) -> None:
        with ThreadPoolExecutor(jobs) as pool:
            killed = pool.map(self._is_killed_nearby, mutants)
            left = [mutant for mutant, is_killed in zip(mutants, killed) if not is_killed]
        for argued in (False, True):
            for crowd in crowds_of([each for each in left if self.is_argued(each) == argued]):
                self._judge_together(crowd)

    def _is_killed_nearby(self, mutant: Mutant) -> bool:
        verdict = self.alone.judge_nearby(mutant, self.known(mutant))
        if verdict is not None:
            self.note(mutant, verdict)
        return verdict is not None

    def _judge_together(self, crowd: Sequence[Mutant], step: int = 0) -> None:
        """Begins at a step: what has passed with a larger crowd is not asked again."""
        while crowd:
            verdict, step = self.alone.judge(crowd, begin=step)
            if verdict == SURVIVED or len(crowd) == 1:
                for mutant in crowd:
                    self.note(mutant, verdict)
                return
            left = [mutant for mutant in crowd if not self._is_killed_by(mutant, verdict[1])]
            if len(left) == len(crowd):
                # This check fails by several of them together, or is not certain to fail.
                self._judge_together(left[:len(left) // 2], step)
                self._judge_together(left[len(left) // 2:], step)
                return
            crowd = left

    def _is_killed_by(self, mutant: Mutant, check: str) -> bool:
        verdict = self.alone.ask(mutant, check)
        if verdict is not None:
            self.note(mutant, verdict)
        return verdict is not None


def crowds_of(mutants: Sequence[Mutant]) -> list[list[Mutant]]:
    """As few crowds as the first that has room gives, of mutants that change different places."""
    crowds: list[list[Mutant]] = []
    for mutant in mutants:
        crowd = next((each for each in crowds if not any(overlap(mutant, other) for other in each)), None)
        if crowd is None:
            crowds.append(crowd := [])
        crowd.append(mutant)
    return crowds


def overlap(one: Mutant, other: Mutant) -> bool:
    return one.header == other.header and one.begin < other.end and other.begin < one.end
