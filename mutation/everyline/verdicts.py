"""What becomes of each mutant. The state is kept, so that a run that was ended goes on."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .alone import SURVIVED, Alone, Verdict
from .crowd import Crowd
from .killers import Killer, Programs
from .operators import Mutant
from .tokens import without_comments

# That a model which is expected to fail fails in another way is no kill.
KILLED = ("model", "proof")

# So many seconds of tests run as one process.
_BATCH = 0.5


class State:
    """One line for each verdict, appended when it is known."""

    def __init__(self, file: Path, digest: str, kept: Iterable[dict] = ()):
        """`kept` are rows from elsewhere, older than those of the file."""
        self.file, self.digest = file, digest
        self.now: dict[tuple, dict] = {}   # verdicts on these very sources
        self.hints: dict[tuple, str] = {}  # who killed the mutant when the sources were others
        self._lock = threading.Lock()
        lines = file.read_text().splitlines() if file.exists() else []
        for row in [*kept, *map(json.loads, lines)]:
            identity = tuple(row["mutant"])
            if row["digest"] == digest:
                self.now[identity] = row
            if row["kind"] in KILLED:
                self.hints[identity] = row["by"]

    def add(self, mutant: Mutant, kind: str, by: str, how: str) -> None:
        row = {"mutant": list(mutant.identity), "kind": kind, "by": by, "how": how, "digest": self.digest}
        with self._lock:
            self.now[mutant.identity] = row
            with open(self.file, "a") as file:
                file.write(json.dumps(row) + "\n")


def digest_of(root: Path) -> str:
    """Of all that a verdict depends on. Comments are not in it, nor are tests of the checker and of the program."""
    found = hashlib.sha256()
    for folder in ("core", "models", "proofs", "stress", "testing", "checker"):
        for path in sorted((root / folder).rglob("*")):
            place = path.relative_to(root)
            if path.suffix in (".hpp", ".cpp", ".h") and "tests" not in place.parts:
                found.update(f"{place}\0{without_comments(path.read_text())}".encode())
    for name in ("operators.py", "schemata.py", "structure.py", "tokens.py"):
        found.update((root / "mutation/everyline" / name).read_bytes())
    return found.hexdigest()[:16]


class Judge:
    def __init__(self, programs: Programs, alone: Alone, killers: list[Killer], argued: Collection[tuple], state: State, say):
        self.programs, self.alone, self.argued, self.state, self.say = programs, alone, argued, state, say
        self.reaching: dict[int, list[Killer]] = {}
        for killer in killers:
            for number in killer.reached:
                self.reaching.setdefault(number, []).append(killer)

    def run(self, mutants: list[tuple[int, Mutant]], jobs: int) -> None:
        """First what switches show, which is fast; then what has to be compiled."""
        waiting = [each for each in mutants if each[1].identity not in self.state.now]
        self.judged_before, self.waiting = len(self.state.now), len(waiting)
        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(self._judge_by_switch, [each for each in waiting if each[1].form != "constant"]))
        left = {mutant: number for number, mutant in waiting if mutant.identity not in self.state.now}

        def note(mutant: Mutant, verdict: Verdict) -> None:
            kind, by, how = verdict
            if verdict == SURVIVED and mutant.form != "constant":
                kind = self._as_a_survivor(left[mutant])
            self._note(mutant, kind, by, how)

        Crowd(self.alone, lambda each: self.state.hints.get(each.identity, ""),
              lambda each: each.identity in self.argued, note).judge(list(left), jobs)

    def _note(self, mutant: Mutant, kind: str, by: str, how: str) -> None:
        self.state.add(mutant, kind, by, how)
        judged = len(self.state.now) - self.judged_before
        if kind not in KILLED or judged % 50 == 0:
            self.say(f"{judged} of {self.waiting}: {mutant.header}:{mutant.line} {mutant.operator}: {kind} {by}")

    def _judge_by_switch(self, numbered: tuple[int, Mutant]) -> None:
        """No verdict yet on what survives and is not argued: the compiler may have evaluated the line, and then no
        switch changed it."""
        number, mutant = numbered
        reaching = self.reaching.get(number, [])
        for batch in self._batches(reaching, mutant):
            if (killed := self.programs.kill(batch, number)) is not None:
                return self._note(mutant, batch[0].kind, *killed)
        if mutant.identity in self.argued:
            self._note(mutant, self._as_a_survivor(number), "", "")

    def _as_a_survivor(self, number: int) -> str:
        return "survived" if number in self.reaching else "not reached"

    def _batches(self, reaching: list[Killer], mutant: Mutant):
        """Who killed it before; then models of its part; then proofs; then models of other parts; then the others."""
        rank = {"model": 2, "proof": 1, "failing model": 3, "stress": 4}
        hint = self.state.hints.get(mutant.identity)
        order = sorted(reaching, key=lambda each: (
            each.name != hint, 0 if each.kind == "model" and each.part == mutant.part else rank[each.kind], each.seconds))
        batch: list[Killer] = []
        for killer in order:
            if batch and (killer.program == "vigil" or killer.program != batch[0].program or
                          killer.kind != batch[0].kind or sum(each.seconds for each in batch) > _BATCH or
                          batch[0].name == hint):
                yield batch
                batch = []
            batch.append(killer)
        if batch:
            yield batch
