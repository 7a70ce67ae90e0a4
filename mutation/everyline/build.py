"""The copies of core that have all mutants, and the programs that are compiled against them."""

from __future__ import annotations

import functools
import hashlib
import json
import os
import re
import shlex
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .operators import Mutant, mutants_of
from .schemata import SWITCHES, Schemata

TARGETS = ["vigil_program", "vigil_proofs", "vigil_stress", "vigil_stress_bad_alloc"]

_DIRECTIVE = re.compile(r"^[ \t]*#", re.MULTILINE)
_CONDITION = re.compile(r"^[ \t]*#[ \t]*if", re.MULTILINE)
_MARKER = re.compile(r'^# (\d+) "(.*)"')

_LINE_OF_CORE = re.compile(r"\bcore/(?:include/)?([^\s:]+):(\d+)")
_INCLUDER = re.compile(r"(In file included)? +from ")
_PLACE = re.compile(r"^([^\s:]+):(\d+):")

# They include no more of core than the seam, which other sources do too.
_READ_NOT = r"/(program|tests|tool|invariants|checker|relacy|labels|rooms)/|/cmake_pch"


class BuildFailed(RuntimeError):
    """What the compiler said of a line that no mutant is near."""


def core_mutants(root: Path) -> list[Mutant]:
    """Every mutant of what this compiler compiles of core, in the order of files and lines: its number is its place in
    this list."""
    found: list[Mutant] = []
    for path in core_sources(root):
        text = path.read_text()
        mutants = mutants_of(name_of(root, path), text)
        if _CONDITION.search(text):
            mutants = compiled_of(mutants, text, compiled_lines(path, root / "core/include"))
        found += mutants
    return found


def compiled_of(mutants: list[Mutant], text: str, compiled: set[int]) -> list[Mutant]:
    """Without those of lines that the preprocessor leaves out, and those that a directive would cut in two."""
    return [each for each in mutants if text.count("\n", 0, each.begin) + 1 in compiled
            and not _DIRECTIVE.search(text, each.begin, each.end)]


def compiled_lines(path: Path, includes: Path) -> set[int]:
    """The lines of a file of which the preprocessor leaves anything."""
    command = [*shlex.split(os.environ.get("CXX", "g++")), "-std=c++20", "-E", "-I", includes, path]
    answer = subprocess.run(command, text=True, capture_output=True, check=False)
    if answer.returncode != 0:
        raise BuildFailed(answer.stderr)
    lines: set[int] = set()
    file, line = "", 0
    for text in answer.stdout.splitlines():
        if marker := _MARKER.match(text):
            file, line = marker[2], int(marker[1])
            continue
        if file == str(path) and text.strip():
            lines.add(line)
        line += 1
    return lines


def core_sources(root: Path) -> list[Path]:
    """Without tables, and without what is compiled on Windows, where no check runs."""
    headers = [each for each in (root / "core/include").rglob("*.hpp")
               if not each.name.endswith("_tables.hpp") and not each.name.startswith("windows_")]
    return sorted(headers) + sorted((root / "core/c").glob("*.cpp"))


def name_of(root: Path, path: Path) -> str:
    """"vigil/deque/chase_lev.hpp", "c/vigil.cpp"."""
    core = root / "core"
    return str(path.relative_to(core / "include" if path.is_relative_to(core / "include") else core))


class Build:
    def __init__(self, root: Path, mutants: list[Mutant], directory: Path, jobs: int, say):
        self.root = root
        self.directory = directory
        self.jobs = jobs
        self.commands: dict[str, dict] = {}
        self.targets: list[str] = []
        self.say = say
        self.mutants = mutants
        # Those that do not compile, by identity: a line that changes brings no other mutant's verdict with it.
        self.invalid_file = directory / "invalid.json"
        known = json.loads(self.invalid_file.read_text()) if self.invalid_file.exists() else []
        invalid = {tuple(each) for each in known}
        self.invalid = {number for number, mutant in enumerate(self.mutants) if mutant.identity in invalid}

    def program(self, name: str) -> Path:
        return self.directory / "programs/bin" / name

    def run(self, targets: list[str]) -> None:
        """Compiles until every mutant that is left does."""
        self.targets = targets
        self._write_copies()
        self._configure()
        self._leave_out_what_does_not_compile()
        while (log := self._compile(targets)) is not None:
            self._leave_out(log)
        self._note_that_all_compile()

    def _leave_out_what_does_not_compile(self) -> None:
        """Reading the sources is much faster than compiling them, and finds nearly all."""
        sources = self._sources_to_read()
        if self._all_compile.exists() and self._all_compile.read_text() == self._digest_of_copies():
            return
        self.say(f"reading {len(sources)} sources")
        # Most are found by the first few sources, which include most headers. No other source is read with these.
        at_once = 4 * self.jobs
        for begin in range(0, len(sources), at_once):
            self._leave_out_what_is_wrong_in(sources[begin:begin + at_once])
        self._note_that_all_compile()

    def _leave_out_what_is_wrong_in(self, sources: list[str]) -> None:
        while sources:
            with ThreadPoolExecutor(self.jobs) as pool:
                logs = dict(zip(sources, pool.map(self._read, sources)))
            sources = [each for each, log in logs.items() if "error: " in log]
            if sources:
                self._leave_out("\n".join(logs[each] for each in sources))

    @property
    def _all_compile(self) -> Path:
        return self.directory / "read"

    def _note_that_all_compile(self) -> None:
        self._all_compile.write_text(self._digest_of_copies())

    def _digest_of_copies(self) -> str:
        digest = hashlib.sha256(" ".join(self.targets).encode())
        for path in sorted((self.directory / "core").rglob("*.*")):
            digest.update(path.read_bytes())
        return digest.hexdigest()

    def _sources_to_read(self) -> list[str]:
        """Those of the targets that may include core."""
        self.commands = {each["file"]: each for each in
                         json.loads((self.directory / "programs/compile_commands.json").read_text())}
        names = ["models", "proofs", "core", "testing"] + (["stress"] if "vigil_stress" in self.targets else [])
        folders = [str(self.root / each) + "/" for each in names]
        return [file for file in self.commands
                if any(file.startswith(folder) for folder in folders) and not re.search(_READ_NOT, file)]

    def _read(self, source: str) -> str:
        command = self.commands[source]
        return subprocess.run([*without_precompiled(command), "-fsyntax-only"], cwd=command["directory"], text=True,
                              capture_output=True, check=False).stderr

    def _leave_out(self, log: str) -> None:
        wrong = self._wrong_mutants(log) or self._wrong_by_trial(log)
        if not wrong:
            raise BuildFailed(log)
        self.say(f"{len(wrong)} mutants do not compile")
        self.invalid |= wrong
        self.invalid_file.write_text(json.dumps([self.mutants[each].identity for each in sorted(self.invalid)]))
        self._write_copies()

    def _write_copies(self) -> None:
        copy = self.directory / "core"
        by_header: dict[str, list[tuple[int, Mutant]]] = {}
        for number, mutant in self._switched():
            by_header.setdefault(mutant.header, []).append((number, mutant))
        for path in (self.root / "core").rglob("*"):
            if not path.is_file() or path.name == "CMakeLists.txt":
                continue
            text = path.read_text()
            if mutants := by_header.get(name_of(self.root, path)):
                text = Schemata(text, mutants, str(path.relative_to(self.root))).text()
            _write(copy / path.relative_to(self.root / "core"), text)
        _write(copy / "include/vigil/mutants.hpp", SWITCHES.replace("COUNT", str(len(self.mutants))))

    def _configure(self) -> None:
        programs = self.directory / "programs"
        if (programs / "build.ninja").exists():
            return
        self.say("configuring")
        # Without NDEBUG, so that preconditions are checked.
        answer = subprocess.run(
            ["cmake", "--preset", "release", "-B", programs, "-DCMAKE_BUILD_TYPE=", "-DCMAKE_CXX_FLAGS=-O1 -w",
             f"-DVIGIL_CORE={self.directory / 'core'}"], cwd=self.root, text=True, capture_output=True, check=False)
        if answer.returncode != 0:
            raise BuildFailed(answer.stdout + answer.stderr)

    def _compile(self, targets: list[str]) -> str | None:
        self.say("compiling " + ", ".join(targets))
        command = ["cmake", "--build", self.directory / "programs"]
        for target in targets:
            command += ["--target", target]
        answer = subprocess.run([*command, "--", "-k", "0"], text=True, capture_output=True, check=False)
        (self.directory / "compiler.log").write_text(answer.stdout + answer.stderr)
        return None if answer.returncode == 0 else answer.stdout + answer.stderr

    def _wrong_mutants(self, log: str) -> set[int]:
        """What each error is in, or was instantiated from."""
        wrong: set[int] = set()
        places: list[str] = []
        for text in log.splitlines():
            found = _PLACE.match(text)
            if found is None or "note: " in text:
                continue
            places.append(found[1])
            if "error: " in text:
                # What an error was instantiated from is printed before it, the innermost first.
                mutants = [int(file.removeprefix("mutant-")) for file in [places[-1], *places[:-1]]
                           if file.startswith("mutant-")]
                wrong.update(mutants[:1])
                places = []
        return wrong

    def _wrong_by_trial(self, log: str) -> set[int]:
        """A mutant may make another line wrong, and g++ leaves out of what it was instantiated from what recurs. So a
        source that is named is read with fewer and fewer mutants of the headers that are."""
        source = next((file for file in self.commands if file in log), None)
        if source is None:
            return set()
        before, near = self.invalid, set()

        def log_with(mutants: set[int]) -> str:
            self.invalid = before | near - mutants
            self._write_copies()
            return self._read(source)

        try:
            # Without these mutants the compiler gets further, and may find one of another header wrong.
            while "error: " in log:
                places = _without_includers(log)
                suspected = (self._wrong_mutants(log), self._mutants_at(places), self._mutants_of_headers_in(places))
                if not any(each - near for each in suspected):
                    return set()
                near |= next(each for each in suspected if each - near)
                log = log_with(set())
            self.say(f"reading {source} to find which of {len(near)} mutants does not compile")
            return smallest_failing(sorted(near), lambda mutants: "error: " not in log_with(mutants))
        finally:
            self.invalid = before
            self._write_copies()

    def _mutants_at(self, log: str) -> set[int]:
        """Those of the lines of core that the compiler names."""
        lines = {(header, int(line)) for header, line in _LINE_OF_CORE.findall(log)}
        return {number for number, mutant in self._switched()
                if any((mutant.header, line) in lines for line in self._lines_of(mutant))}

    def _mutants_of_headers_in(self, log: str) -> set[int]:
        return {number for number, mutant in self._switched() if f"/{mutant.header}:" in log}

    def _switched(self) -> list[tuple[int, Mutant]]:
        """The mutants that are in the copies."""
        return [(number, mutant) for number, mutant in enumerate(self.mutants)
                if number not in self.invalid and mutant.form != "constant"]

    def _lines_of(self, mutant: Mutant) -> range:
        text = self._texts[mutant.header]
        return range(text.count("\n", 0, mutant.begin) + 1, text.count("\n", 0, mutant.end) + 2)

    @functools.cached_property
    def _texts(self) -> dict[str, str]:
        return {name_of(self.root, path): path.read_text() for path in core_sources(self.root)}


def _without_includers(log: str) -> str:
    """Without the files that included the one in which an error is."""
    return "\n".join(line for line in log.splitlines() if not _INCLUDER.match(line))


def smallest_failing(mutants: list[int], compiles: Callable[[set[int]], bool]) -> set[int]:
    """Those that do not compile, whatever the others do."""
    if not mutants or compiles(set(mutants)):
        return set()
    if len(mutants) == 1:
        return set(mutants)
    half = len(mutants) // 2
    return smallest_failing(mutants[:half], compiles) | smallest_failing(mutants[half:], compiles)


def _write(path: Path, text: str) -> None:
    """Only what differs, so that only this is compiled again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def without_precompiled(command: dict) -> list[str]:
    """The words of a compiler's command, without headers that were compiled before the mutant was."""
    words = [each for each in shlex.split(command["command"]) if each not in ("ccache", "-Winvalid-pch")]
    return [each for at, each in enumerate(words)
            if "cmake_pch" not in each and not (each == "-include" and "cmake_pch" in words[at + 1])]
