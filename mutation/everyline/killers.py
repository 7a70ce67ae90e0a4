"""The checks that can kill a mutant: models, proofs and stress tests; and which mutants each of them reaches."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

_RUNS = re.compile(r"^\[ RUN      \] (\S+)", re.MULTILINE)
_FAILED = re.compile(r"^\[  FAILED  \] (?!\d+ tests?,)([^\s,]+)", re.MULTILINE)
_NEVER = 1_000_000  # seconds: it is ended from outside


class Stopped(Exception):
    """The run was asked to end. What a program says that was ended for it is no verdict."""


_signals: list[int] = []    # that have asked the run to end
_running: set[int] = set()  # process groups


def stop(number: int, _frame: object = None) -> None:
    """A handler of signals. Ends all programs that `run` has started, and makes it refuse others."""
    _signals.append(number)
    for group in list(_running):
        _end(group)
    go_on_unless_stopped()


def go_on_unless_stopped() -> None:
    if _signals:
        raise Stopped(_signals[0])


def _end(group: int) -> None:
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass


@dataclass
class Killer:
    kind: str  # "model", "failing model", "proof", "stress"
    name: str
    program: str
    seconds: float = 0.0
    reached: set[int] = field(default_factory=set)

    @property
    def part(self) -> str:
        return self.name.split("/")[0] if "model" in self.kind else ""


@dataclass(frozen=True)
class Ended:
    """How a program ended: its status, or why it was stopped."""
    status: int
    text: str
    late: bool = False


def run(command: list, seconds: float, quiet: bool = False, **variables: str) -> Ended:
    """Runs a program in a session of its own, and ends all of its processes after so many seconds. With `quiet`, after
    so many seconds in which it wrote nothing, and after ten times as many in any case."""
    environment = {**os.environ, "VIGIL_SEED": "1", "VIGIL_STRESS_SECONDS": "1", "RC_PARAMS": "seed=1",
                   "GTEST_COLOR": "no", **variables}
    go_on_unless_stopped()
    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                 env=environment, start_new_session=True,
                                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0)))
        _running.add(child.pid)
        try:
            go_on_unless_stopped()
            status, late = (_wait_while_it_writes(child, output, seconds) if quiet else child.wait(seconds)), False
        except subprocess.TimeoutExpired:
            status, late = -signal.SIGKILL, True
        finally:
            _running.discard(child.pid)
            _end(child.pid)
            child.wait()
        go_on_unless_stopped()
        output.seek(max(0, output.seek(0, os.SEEK_END) - 200_000))
        return Ended(status, output.read().decode(errors="replace"), late)


def _wait_while_it_writes(child: subprocess.Popen, output: IO[bytes], seconds: float) -> int:
    """Looks at the output every so many seconds, so up to twice as many may pass without any."""
    written = 0
    for _ in range(10):
        try:
            return child.wait(seconds)
        except subprocess.TimeoutExpired:
            size = os.fstat(output.fileno()).st_size
            if size == written:
                raise
            written = size
    raise subprocess.TimeoutExpired(child.args, 10 * seconds)


class Programs:
    def __init__(self, directory: Path):
        self.bin = directory / "programs/bin"

    # ---- what there is

    def models(self) -> list[Killer]:
        answer = subprocess.run([self.bin / "vigil", "check", "--json", "-"], text=True, capture_output=True, check=False)
        return [Killer("model" if each["must_hold"] else "failing model", each["name"], "vigil", each["seconds"])
                for each in json.loads(answer.stdout)["models"] if each["status"] == "passed"]

    def tests(self, kind: str, program: str, leave_out: str = "") -> list[Killer]:
        answer = subprocess.run([self.bin / program, "--gtest_list_tests", f"--gtest_filter=-{leave_out}"], text=True,
                                capture_output=True, check=True)
        found, suite = [], ""
        for line in answer.stdout.splitlines():
            if not line.startswith(" ") and line.split("#")[0].strip().endswith("."):
                suite = line.split("#")[0].strip()
            elif line.startswith("  "):
                found.append(Killer(kind, suite + line.split("#")[0].strip(), program))
        return found

    def measure(self, killer: Killer, count: int, seconds: float = 60) -> bool:
        """Runs it without a mutant, and notes which mutants' places it executes. False if it fails."""
        with tempfile.NamedTemporaryFile() as file:
            file.write(bytes(count + 1))
            file.flush()
            begin = time.monotonic()
            ended = run(self._command([killer]), seconds, VIGIL_MUTANTS_REACHED=file.name)
            killer.seconds = time.monotonic() - begin
            killer.reached = {number for number, byte in enumerate(Path(file.name).read_bytes()) if byte}
        return ended.status == 0

    # ---- what they find

    def kill(self, killers: list[Killer], mutant: int) -> tuple[str, str] | None:
        """The first of these checks that fails with the mutant, and how. They are of one program."""
        ended = self._run(killers, VIGIL_MUTANT=str(mutant))
        # On a busy machine they take as long without the mutant.
        if ended.late and self._run(killers).late:
            ended = self._run(killers, patience=10, VIGIL_MUTANT=str(mutant))
        if ended.status == 0:
            return None
        how = "does not end" if ended.late else "crashes" if ended.status < 0 else "fails"
        if killers[0].program == "vigil":
            return killers[0].name, how
        failed, begun = _FAILED.findall(ended.text), _RUNS.findall(ended.text)
        return (failed or begun[-1:] or [killers[0].name])[0], how

    def _run(self, killers: list[Killer], patience: int = 1, **variables: str) -> Ended:
        limit = patience * (10 + 10 * sum(each.seconds for each in killers))
        return run(self._command(killers), limit, **variables)

    def _command(self, killers: list[Killer]) -> list:
        program = self.bin / killers[0].program
        if killers[0].program != "vigil":
            return [program, "--gtest_fail_fast", "--gtest_filter=" + ":".join(each.name for each in killers)]
        # With a question mark it is the whole name, and not a part of others.
        return [program, "check", "?" + killers[0].name[1:], "--jobs", "1", "--time-limit", str(_NEVER)]
