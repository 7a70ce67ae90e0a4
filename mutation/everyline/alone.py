"""Mutants compiled alone, with the proofs and the models that can notice them.

They need the objects of a build, but no switches: so this serves for what the compiler evaluates, and for a few mutants
beside any build.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .build import core_sources, name_of, without_precompiled
from .killers import Ended, go_on_unless_stopped, run
from .objects import Objects
from .operators import Mutant

_FAILED_TEST = re.compile(r"^\[  FAILED  \] (?!\d+ tests?,)([^\s,]+)", re.MULTILINE)
_SUITE = re.compile(r"^[A-Z_]*(?:TEST|PROP)[A-Z_]*\(\s*(\w+)\s*,", re.MULTILINE)
_BEGUN_TEST = re.compile(r"^\[ RUN      \] (\S+)", re.MULTILINE)
# These load shared objects of the build, which are without the mutant: what fails is the mixture.
_MIXED = "*SharedObjects.*"
# Of silence. All proofs together take minutes, and longer on a busy machine; no proof or model takes this long alone.
_SECONDS = 300
_SECONDS_OF_OWN = 60
NOT_COMPILED = "does not compile"
# A compiler that is killed names no place in a source. One that has no room to write names where it had come to.
_ERROR = re.compile(r"^[^:\n]+:\d+:\d+: (error|fatal error(?!: error (writing|closing) )): ", re.MULTILINE)
# What a model is said to be that the mutant did nothing to.
_NO_KILL = ("passed", "sampled", "left-out")

# The kind of the check that fails, its name, and how it fails.
Verdict = tuple[str, str, str]
SURVIVED: Verdict = ("survived", "", "")


class NotJudged(RuntimeError):
    """Why nobody can say what a check makes of the mutant. It is no kill, and the mutant did not survive."""


class Alone:
    def __init__(self, root: Path, programs: Path, jobs: int, failing: Sequence[str] = ()):
        """`failing` are the tests that fail without a mutant too."""
        self.root, self.jobs, self.failing = root, jobs, failing
        self.objects = Objects(root, programs)

    def judge_nearby(self, mutant: Mutant, known: str = "") -> Verdict | None:
        """Asks who killed the mutant when the sources were others, and the proofs that have the name of its header."""
        with self._trial([mutant]) as trial:
            return _first(trial.nearest(known))

    def judge(self, mutants: Sequence[Mutant], begin: int = 0) -> tuple[Verdict, int]:
        """Asks all that include the headers. The check that fails with all of these mutants at once, which change
        different places; or that they survive. Also how many steps had passed by then: a later call can begin there."""
        with self._trial(mutants) as trial:
            step = begin
            for step, attempt in enumerate(trial.all_others()[begin:], begin):
                if (verdict := attempt()) is not None:
                    return verdict, step
        return SURVIVED, step

    def ask(self, mutant: Mutant, check: str) -> Verdict | None:
        """Whether this check kills the mutant, or another one that is compiled with it."""
        with self._trial([mutant]) as trial:
            return _first(trial.known(check))

    def _trial(self, mutants: Sequence[Mutant]) -> _Trial:
        return _Trial(self.root, self.objects, self.jobs, self.failing, mutants)


_Attempt = Callable[[], Verdict | None]


def _first(attempts: Sequence[_Attempt]) -> Verdict | None:
    return next((verdict for attempt in attempts if (verdict := attempt()) is not None), None)


class _Trial:
    """A copy of what some mutants change, and what was compiled of it."""

    def __init__(self, root: Path, objects: Objects, jobs: int, failing: Sequence[str], mutants: Sequence[Mutant]):
        self.objects, self.jobs, self.failing = objects, jobs, failing
        self.headers = {each.header for each in mutants}
        self.parts = {each.part for each in mutants}
        self._temporary = tempfile.TemporaryDirectory()
        self.folder = Path(self._temporary.name)
        self.changed_library: Path | None = None
        for source in core_sources(root):
            if (name := name_of(root, source)) in self.headers:
                changed = self.folder / "include" / name
                changed.parent.mkdir(parents=True, exist_ok=True)
                changed.write_text(changed_by(source.read_text(), [each for each in mutants if each.header == name]))
                if source.suffix == ".cpp":
                    self.changed_library = changed
        # What core compiles reaches the proofs of its C interface, which include none of its other headers.
        through_library = self.changed_library is not None or self._includes(objects.library_source())
        self.proofs_of_library = objects.proofs_of("c") if through_library else []
        reached = [each for each in objects.proofs_of("*") if self._includes(each) or each in self.proofs_of_library]
        self.proofs = [each for each in reached if any(each in objects.proofs_of(part) for part in self.parts)]
        self.other_proofs = [each for each in reached if each not in self.proofs]
        self.models = [each for part in sorted(self.parts) for each in objects.models_of(part) if self._includes(each)]
        self.other_models = [each for each in objects.models_of("*") if self._includes(each) and each not in self.models]

    def __enter__(self) -> _Trial:
        return self

    def __exit__(self, *_: object) -> None:
        self._temporary.cleanup()

    # ---- what is asked, in order

    def nearest(self, known: str) -> list[_Attempt]:
        """The proofs of a header's own name are compiled soonest, and most likely to fail."""
        stems = tuple(Path(each).stem for each in self.headers)
        own_proofs = [each for each in self.proofs if Path(each).stem.startswith(stems)]
        return [*self.known(known), lambda: self._proofs(own_proofs, _SECONDS_OF_OWN)]

    def known(self, check: str) -> list[_Attempt]:
        """The source that has this check, or did not compile."""
        proofs = [each for each in self.proofs + self.other_proofs if has_killer(Path(each), check)]
        models = [each for each in self.models + self.other_models if has_model(Path(each), check)]
        return [lambda: self._proofs(proofs, _SECONDS_OF_OWN), lambda: self._models(models, check)]

    def all_others(self) -> list[_Attempt]:
        return [lambda: self._models(self.models), lambda: self._proofs(self.proofs),
                lambda: self._proofs(self.other_proofs), lambda: self._models(self.other_models)]

    def _includes(self, source: str) -> bool:
        return self.objects.includes(source, self.headers)

    # ---- asking

    def _library(self) -> Verdict | None:
        """Compiles core's library, of the changed copy of its source if there is one."""
        source, made = self.objects.library_source(), self._library_object()
        if made.exists() or self._compile_one(source, made, self.changed_library):
            return None
        return "proof", Path(source).name, NOT_COMPILED

    def _library_object(self) -> Path:
        return self.folder / "core.o"

    def _proofs(self, sources: list[str], seconds: float = _SECONDS) -> Verdict | None:
        if not sources:
            return None
        if not set(sources).isdisjoint(self.proofs_of_library) and (verdict := self._library()) is not None:
            return verdict
        objects, wrong = self._compile(sources)
        if wrong:
            return "proof", wrong, NOT_COMPILED
        program = self.folder / "proofs"
        if self._link("vigil_proofs", objects, program):
            asked = {self.objects.object_of(each) for each in sources}
            objects += [each for each in self.objects.unchanged("vigil_proofs", self.headers) if each not in asked]
            if self._link("vigil_proofs", objects, program):
                # The helpers of other rooms too, which the mutants change.
                others, wrong = self._compile([each for each in self.objects.sources_of("vigil_proofs")
                                               if each.endswith(".cpp") and self._includes(each) and each not in sources])
                if wrong:
                    return "proof", wrong, NOT_COMPILED
                if error := self._link("vigil_proofs", objects + others, program):
                    raise NotJudged(error)
        # What else is linked cannot notice the mutants, or has its turn later.
        tests = patterns_of([Path(each).read_text() for each in sources])
        command = [program, "--gtest_fail_fast", f"--gtest_filter={tests}-" + ":".join([*self.failing, _MIXED])]

        def run_share(number: int) -> Ended:
            return run(command, seconds, quiet=True, GTEST_TOTAL_SHARDS=str(self.jobs), GTEST_SHARD_INDEX=str(number))

        with ThreadPoolExecutor(self.jobs) as pool:
            shares = list(pool.map(run_share, range(self.jobs)))
        if all("Running 0 tests" in each.text for each in shares):
            raise NotJudged(f"no test is named {tests}")
        for ended in shares:
            if ended.status != 0:
                # A test that ends the program has begun, and is not said to have failed.
                names = _FAILED_TEST.findall(ended.text) or _BEGUN_TEST.findall(ended.text)[-1:]
                if not names:
                    raise NotJudged(ended.text)
                return "proof", names[0], "does not end" if ended.late else "fails"
        return None

    def _models(self, sources: list[str], name: str = "") -> Verdict | None:
        """Asks all models of the parts that have these sources, or one of them."""
        if not sources:
            return None
        _, wrong = self._compile(sources)
        if wrong:
            return "model", wrong, NOT_COMPILED
        if name and "/" not in name:
            return None  # It names a source, which had not compiled with the mutant before.
        # All models are linked, because the program refuses a gallery that shows one it does not have. Without a name,
        # only parts that are compiled whole are run. What two objects have is that of the mutant: it comes first.
        changed = {self.objects.object_of(source): str(made) for source in self.objects.numbers
                   if (made := self._object(source)).exists()}
        linked = self.objects.linked_in("vigil_program")
        program = self.folder / "models"
        if error := self._link("vigil_program", [changed[each] for each in linked if each in changed] +
                               [each for each in linked if each not in changed], program):
            raise NotJudged(error)
        for part in sorted({Path(each).parent.name for each in sources}):
            report = self.folder / f"{part}.json"
            # A name is no pattern that finds the names it is a part of.
            pattern = f"?{name[1:]}" if name else f"?{part[1:]}/*"
            ended = run([program, "check", pattern, "--json", report], _SECONDS, quiet=True)
            if killed := killed_by(ended, report.read_text() if report.exists() else "", part):
                return "model", *killed
        return None

    # ---- compiling

    def _object(self, source: str) -> Path:
        return self.folder / f"{self.objects.numbers[source]}.o"

    def _compile(self, sources: list[str]) -> tuple[list[str], str]:
        """The objects, or which source does not compile: then the others are not compiled."""
        is_wrong = threading.Event()

        def compile_one(source: str) -> bool:
            made = self._object(source)
            if is_wrong.is_set() or made.exists() or self._compile_one(source, made):
                return True
            is_wrong.set()
            return False

        with ThreadPoolExecutor(self.jobs) as pool:
            compiled = list(pool.map(compile_one, sources))
        wrong = [Path(source).name for source, is_compiled in zip(sources, compiled) if not is_compiled]
        return [str(self._object(each)) for each in sources], wrong[0] if wrong else ""

    def _compile_one(self, source: str, made: Path, changed: Path | None = None) -> bool:
        """Whether the source compiles, or the changed copy of it."""
        command = self.objects.commands[source]
        words = without_precompiled(command)
        if changed is not None:
            words[words.index(source)] = str(changed)
        words[words.index("-o") + 1] = str(made)
        for place, target in self.objects.programs_in(source):
            program = self._program(target)
            if program is None:
                return False
            words = [word.replace(place, program) for word in words]
        # Preconditions are checked here.
        words[1:1] = [f"-I{self.folder / 'include'}"]
        words += ["-UNDEBUG", "-w"]
        go_on_unless_stopped()
        answer = subprocess.run(words, cwd=command["directory"], capture_output=True, text=True, errors="replace",
                                env={**os.environ, "LC_ALL": "C"}, check=False)
        go_on_unless_stopped()
        return not refused(answer.returncode, answer.stderr)

    def _program(self, target: str) -> str | None:
        """A program that a proof starts, with the mutants. None if it does not compile."""
        program = self.folder / target
        objects = [self.folder / f"{target}-{at}.o" for at in range(len(self.objects.sources_of(target)))]
        for source, made in zip(self.objects.sources_of(target), objects):
            if not self._compile_one(source, made):
                return None
        if error := self._link(target, [str(each) for each in objects], program):
            raise NotJudged(error)
        return str(program)

    def _link(self, target: str, objects: list[str], program: Path) -> str:
        """What the linker complains of. It prefers what is in an object to what is in core's library."""
        made = self._library_object()
        return self.objects.link(target, [*objects, str(made)] if made.exists() else objects, program)


def changed_by(text: str, mutants: Sequence[Mutant]) -> str:
    """The text with all of these changes, of different places."""
    for each in sorted(mutants, key=lambda each: each.begin, reverse=True):
        text = text[:each.begin] + each.replacement + text[each.end:]
    return text


def refused(status: int, text: str) -> bool:
    """Whether the compiler found an error in a source."""
    if status != 0 and not _ERROR.search(text):
        raise NotJudged(text or f"the compiler ends with {status}")
    return status != 0


def patterns_of(sources: Sequence[str]) -> str:
    """What names all tests of these sources: SUITE.CASE, PREFIX/SUITE.CASE, both with a number behind the suite, and the
    suite that rapidcheck makes of a fixture. Nothing, which names all tests there are, if the sources have none."""
    suites = sorted({suite for source in sources for suite in _SUITE.findall(source)})
    return ":".join(f"{suite}.*:{suite}/*:*/{suite}.*:*/{suite}/*:{suite}_RapidCheck.*" for suite in suites)


def has_killer(source: Path, killer: str) -> bool:
    """Whether the source is what did not compile, or has the test that failed: [PREFIX/]SUITE[/NUMBER].CASE[/VALUE]."""
    if not killer or source.name == killer:
        return bool(killer)
    suite, _, case = killer.partition(".")
    suites = [each for each in suite.split("/") if not each.isdecimal()]
    if not case or not suites:
        return False
    test = rf"TEST\w*\(\s*{re.escape(suites[-1])}\s*,\s*{re.escape(case.partition('/')[0])}\s*\)"
    return re.search(test, source.read_text()) is not None


def has_model(source: Path, model: str) -> bool:
    """Whether the source is what did not compile, or may have the model PART/SOURCE/NAME. The names of sources begin so;
    if none does, all of the part may have it."""
    part, _, name = model.partition("/")
    if not name:
        return source.name == model
    begin = name.partition("/")[0]
    sources_of_name = [each for each in source.parent.glob("*.cpp") if each.stem.startswith(begin)]
    return source.parent.name == part and (source in sources_of_name or not sources_of_name)


def killed_by(ended: Ended, report: str, part: str) -> tuple[str, str] | None:
    """Which model of the part fails, and how. A model that is expected to fail, and fails in another way, is no kill."""
    if ended.late:
        return f"{part}/*", "does not end"
    if ended.status < 0:
        return f"{part}/*", "crashes"
    if not report:
        raise NotJudged(ended.text)
    for each in json.loads(report)["models"]:
        if each["must_hold"] and each["status"] not in _NO_KILL:
            return each["name"], "fails" if each["status"] == "differs" else each["status"]
    return None
