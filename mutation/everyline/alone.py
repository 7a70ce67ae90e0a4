"""A mutant compiled alone, with the proofs and the models that can notice it.

It needs the objects of a build, but no switches: so it serves for what the compiler evaluates, and for a few mutants
beside any build.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatch
from pathlib import Path

from .build import core_sources, name_of, without_precompiled
from .killers import Ended, go_on_unless_stopped, run
from .operators import Mutant

_FAILED_TEST = re.compile(r"^\[  FAILED  \] (?!\d+ tests?,)([^\s,]+)", re.MULTILINE)
_SUITE = re.compile(r"^[A-Z_]*(?:TEST|PROP)[A-Z_]*\(\s*(\w+)\s*,", re.MULTILINE)
_BEGUN_TEST = re.compile(r"^\[ RUN      \] (\S+)", re.MULTILINE)
_PARTS = ["deque", "injector", "latch", "sleep", "pool", "lean", "parallel", "execution"]
# These have compile options of their own. Programs of the second are compiled where a proof starts them.
_APART = ("/zero_overhead/", "/tsan/", "/shared_objects/")
# These load shared objects of the build, which are without the mutant: what fails is the mixture.
_MIXED = "*SharedObjects.*"
_PROGRAM = re.compile(r"[^\s\"]*/bin/(vigil_tsan_\w+)")
# Of silence. All proofs together take minutes, and longer on a busy machine; no proof or model takes this long alone.
_SECONDS = 300
_SECONDS_OF_OWN = 60
_ASKED = ("vigil_proofs", "vigil_program")
# The linker prefers what is in an object to what is in core's library.
_OF_CORE = "core.o"
NOT_COMPILED = "does not compile"
# A compiler that is killed names no place in a source. One that has no room to write names where it had come to.
_ERROR = re.compile(r"^[^:\n]+:\d+:\d+: (error|fatal error(?!: error (writing|closing) )): ", re.MULTILINE)
# What a model is said to be that the mutant did nothing to.
_NO_KILL = ("passed", "sampled", "left-out")


class NotJudged(RuntimeError):
    """Why nobody can say what a check makes of the mutant. It is no kill, and the mutant did not survive."""


class Alone:
    def __init__(self, root: Path, programs: Path, jobs: int, failing: Sequence[str] = ()):
        """`failing` are the tests that fail without a mutant too."""
        self.root, self.programs, self.jobs, self.failing = root, programs, jobs, failing
        # Other programs compile some of the same sources: the last command counts.
        entries = json.loads((programs / "compile_commands.json").read_text())
        entries.sort(key=lambda each: any(f"/{target}.dir/" in each["command"] for target in _ASKED))
        self.commands = {each["file"]: each for each in entries}
        self.numbers = {source: number for number, source in enumerate(self.commands)}
        self.included = _included(programs)

    def judge(self, mutant: Mutant, known: str = "") -> tuple[str, str, str]:
        """The kind of the check that fails, its name and how; or that the mutant survives. `known`: who killed it when
        the sources were others."""
        with tempfile.TemporaryDirectory() as folder:
            changed = Path(folder) / "include" / mutant.header
            source = next(each for each in core_sources(self.root) if name_of(self.root, each) == mutant.header)
            text = source.read_text()
            changed.parent.mkdir(parents=True)
            changed.write_text(text[:mutant.begin] + mutant.replacement + text[mutant.end:])
            if source.suffix == ".cpp" and self._library(Path(folder), changed):
                return "proof", source.name, NOT_COMPILED
            # What core compiles reaches the proofs of its C interface, which include none of its other headers.
            through_library = source.suffix == ".cpp" or self._includes(self._library_source(), mutant.header)
            reached = [each for each in self._proofs_of("*") if self._includes(each, mutant.header)
                       or through_library and each in self._proofs_of("c")]
            proofs = [each for each in self._proofs_of(mutant.part) if each in reached]
            other_proofs = [each for each in reached if each not in proofs]
            models = [each for each in self._models_of(mutant.part) if self._includes(each, mutant.header)]
            other_models = [each for each in self._models_of("*") if self._includes(each, mutant.header)
                            and each not in models]
            # The proofs of the header's own name are compiled soonest, and most likely to fail.
            own_proofs = [each for each in proofs if Path(each).stem.startswith(Path(mutant.header).stem)]
            known_proofs = [each for each in proofs + other_proofs if has_killer(Path(each), known)]
            known_models = [each for each in models + other_models if Path(each).parent.name == known.partition("/")[0]]
            for attempt in (lambda: self._proofs(Path(folder), known_proofs, mutant.header, _SECONDS_OF_OWN),
                            lambda: self._models(Path(folder), known_models),
                            lambda: self._proofs(Path(folder), own_proofs, mutant.header, _SECONDS_OF_OWN),
                            lambda: self._models(Path(folder), models),
                            lambda: self._library(Path(folder)) if through_library else None,
                            lambda: self._proofs(Path(folder), proofs, mutant.header),
                            lambda: self._proofs(Path(folder), other_proofs, mutant.header),
                            lambda: self._models(Path(folder), other_models)):
                if (verdict := attempt()) is not None:
                    return verdict
        return "survived", "", ""

    def _proofs_of(self, room: str) -> list[str]:
        return [each for each in self._sources_of("vigil_proofs") if fnmatch(each, f"{self.root}/proofs/{room}/*")
                and not any(apart in each for apart in _APART)]

    def _models_of(self, part: str) -> list[str]:
        return [each for each in self.commands if fnmatch(each, f"{self.root}/models/{part}/*")
                and Path(each).relative_to(self.root / "models").parts[0] in _PARTS]

    def _library_source(self) -> str:
        """What of core is compiled: its C interface."""
        return next(each for each in self.commands if each.endswith("/core/c/vigil.cpp"))

    def _library(self, folder: Path, changed: Path | None = None) -> tuple[str, str, str] | None:
        """Compiles core's library, of the changed copy of its source if there is one."""
        source, made = self._library_source(), folder / _OF_CORE
        if made.exists() or self._compile_one(folder, source, made, changed):
            return None
        return "proof", Path(source).name, NOT_COMPILED

    def _includes(self, source: str, header: str) -> bool:
        """Whether the mutant changes what is compiled. What has not been compiled yet may include anything."""
        programs = _PROGRAM.findall(self.commands[source]["command"])
        sources = [source, *(each for program in programs for each in self._sources_of(program))]
        return any(made not in self.included or header in self.included[made]
                   for each in sources for made in self._compiled(each))

    def _compiled(self, source: str) -> list[str]:
        """What the compiler makes of the source, and the headers that were compiled before it."""
        words = shlex.split(self.commands[source]["command"])
        directory = self.commands[source]["directory"]
        made = [words[words.index("-o") + 1], *(word + ".gch" for word in words if word.endswith("cmake_pch.hxx"))]
        return [os.path.normpath(os.path.join(directory, each)) for each in made]

    def _sources_of(self, target: str) -> list[str]:
        return [file for file, each in self.commands.items() if f"/{target}.dir/" in each["command"]]

    def _unchanged(self, target: str, header: str) -> list[str]:
        """The objects of a program of the build that a changed header leaves as they are."""
        made = [self._compiled(each)[0] for each in self._sources_of(target) if not self._includes(each, header)]
        return [each for each in made if each.endswith(".o")]  # What else there is are precompiled headers.

    def _proofs(self, folder: Path, sources: list[str], header: str,
                seconds: float = _SECONDS) -> tuple[str, str, str] | None:
        if not sources:
            return None
        objects, wrong = self._compile(folder, sources)
        if wrong:
            return "proof", wrong, NOT_COMPILED
        program = folder / "proofs"
        if self._link("vigil_proofs", objects, [], program):
            unchanged = self._unchanged("vigil_proofs", header)
            if self._link("vigil_proofs", objects, unchanged, program):
                # The helpers of other rooms too, which the mutant changes.
                objects, wrong = self._compile(folder, [each for each in self._sources_of("vigil_proofs")
                                                        if each.endswith(".cpp") and self._includes(each, header)])
                if wrong:
                    return "proof", wrong, NOT_COMPILED
                if error := self._link("vigil_proofs", objects, unchanged, program):
                    raise NotJudged(error)
        # What else is linked cannot notice the mutant, or has its turn later.
        asked = patterns_of([Path(each).read_text() for each in sources])
        ended = run([program, "--gtest_fail_fast", f"--gtest_filter={asked}-" + ":".join([*self.failing, _MIXED])],
                    seconds, quiet=True)
        if "Running 0 tests" in ended.text:
            raise NotJudged(f"no test is named {asked}")
        if ended.status == 0:
            return None
        # A test that ends the program has begun, and is not said to have failed.
        names = _FAILED_TEST.findall(ended.text) or _BEGUN_TEST.findall(ended.text)[-1:]
        if not names:
            raise NotJudged(ended.text)
        return "proof", names[0], "does not end" if ended.late else "fails"

    def _models(self, folder: Path, sources: list[str]) -> tuple[str, str, str] | None:
        if not sources:
            return None
        objects, wrong = self._compile(folder, sources)
        if wrong:
            return "model", wrong, NOT_COMPILED
        # All models are linked, because the program refuses a gallery that shows one it does not have. Only parts that
        # are compiled whole are run. What two objects have is that of the mutant: it comes first.
        changed = {self._compiled(source)[0]: str(folder / f"{number}.o") for source, number in self.numbers.items()
                   if (folder / f"{number}.o").exists()}
        linked = [os.path.normpath(self.programs / each) for each in self._words("vigil_program") if each.endswith(".o")]
        program = folder / "models"
        if error := self._link("vigil_program", [changed[each] for each in linked if each in changed],
                               [each for each in linked if each not in changed], program):
            raise NotJudged(error)
        for part in sorted({Path(each).parent.name for each in sources}):
            report = folder / f"{part}.json"
            ended = run([program, "check", f"?{part[1:]}/*", "--json", report], _SECONDS, quiet=True)
            if killed := killed_by(ended, report.read_text() if report.exists() else "", part):
                return "model", *killed
        return None

    # ---- compiling

    def _compile(self, folder: Path, sources: list[str]) -> tuple[list[str], str]:
        """The objects, or which source does not compile."""
        def compile_one(source: str) -> str | None:
            made = folder / f"{self.numbers[source]}.o"
            return str(made) if made.exists() else self._compile_one(folder, source, made)

        with ThreadPoolExecutor(self.jobs) as pool:
            objects = list(pool.map(compile_one, sources))
        wrong = [Path(source).name for source, made in zip(sources, objects) if made is None]
        return [each for each in objects if each is not None], wrong[0] if wrong else ""

    def _compile_one(self, folder: Path, source: str, made: Path, changed: Path | None = None) -> str | None:
        """The object, of the changed copy of the source if there is one. None if it does not compile."""
        command = self.commands[source]
        words = without_precompiled(command)
        if changed is not None:
            words[words.index(source)] = str(changed)
        words[words.index("-o") + 1] = str(made)
        for at, word in enumerate(words):
            if found := _PROGRAM.search(word):
                program = self._program(folder, found[1])
                if program is None:
                    return None
                words[at] = word.replace(found[0], program)
        # Preconditions are checked here.
        words[1:1] = [f"-I{folder / 'include'}"]
        words += ["-UNDEBUG", "-w"]
        go_on_unless_stopped()
        answer = subprocess.run(words, cwd=command["directory"], capture_output=True, text=True, errors="replace",
                                env={**os.environ, "LC_ALL": "C"}, check=False)
        go_on_unless_stopped()
        if refused(answer.returncode, answer.stderr):
            return None
        return str(made)

    def _program(self, folder: Path, target: str) -> str | None:
        """A program that a proof starts, with the mutant."""
        program = folder / target
        objects = [self._compile_one(folder, each, folder / f"{target}-{at}.o")
                   for at, each in enumerate(self._sources_of(target))]
        if None in objects:
            return None
        if error := self._link(target, objects, [], program):
            raise NotJudged(error)
        return str(program)

    def _words(self, target: str) -> list[str]:
        """The command that links the program."""
        answer = subprocess.run(["ninja", "-C", self.programs, "-t", "commands", target], text=True, capture_output=True,
                                check=True)
        line = next(each for each in reversed(answer.stdout.splitlines()) if " -o bin/" in each)
        return shlex.split(line.removeprefix(": && ").split(" && ")[0])

    def _link(self, target: str, objects: list[str], others: list[str], program: Path) -> str:
        """What the linker complains of."""
        words = [each for each in self._words(target) if not each.endswith(".o")]
        if (of_core := program.parent / _OF_CORE).exists():
            objects = [*objects, str(of_core)]
        at = words.index("-o")
        words[at:at + 2] = [*objects, *others, "-o", str(program)]
        answer = subprocess.run(words, cwd=self.programs, check=False, capture_output=True, text=True)
        return "" if answer.returncode == 0 else answer.stderr or f"{words[0]} ends with {answer.returncode}"


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


def _included(programs: Path) -> dict[str, set[str]]:
    """The headers of core that each object of a build includes, as ninja noted them."""
    answer = subprocess.run(["ninja", "-C", programs, "-t", "deps"], text=True, capture_output=True, check=True)
    headers: dict[str, set[str]] = {}
    for line in answer.stdout.splitlines():
        if line.startswith(" "):
            if "/core/include/" in line:
                here.add(line.split("/core/include/")[1])
        elif line:
            made = os.path.normpath(programs.resolve() / line.split(": #deps")[0])
            here = headers.setdefault(made, set())
    return headers
