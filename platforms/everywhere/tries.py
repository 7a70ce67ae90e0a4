"""Compiles what a row tries, and runs it."""

from __future__ import annotations

import os
import re
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable

from .matrix import PROGRAMS, Row

_PASSED = re.compile(r"^\[  PASSED  \] (\d+) tests?\.", re.MULTILINE)
_FAILED = re.compile(r"^\[  FAILED  \] ([\w/]+\.[\w/]+)", re.MULTILINE)
_BROKEN = re.compile(r"^FAILED: (\S+)", re.MULTILINE)
_ERROR = re.compile(r"^.*(?:\berror: |undefined reference|CMake Error).*$", re.MULTILINE)
_CANNOT_EXECUTE = 8  # ENOEXEC: a kernel that does not run programs of this kind
_LONGEST = 1200  # seconds, of a build or a program; one that lost a wake does not end


@dataclass(frozen=True)
class Outcome:
    """Of a try: passed, compiled (and not run), or failed. `count` is the number of headers or tests, `detail` what went
    wrong, or why it was not run."""

    state: str
    count: int = 0
    detail: str = ""


@dataclass
class RowResult:
    row: str
    compiler: str = ""
    tries: dict[str, Outcome] = field(default_factory=dict)
    not_tried: str = ""

    @property
    def has_failed(self) -> bool:
        return any(outcome.state == "failed" for outcome in self.tries.values())


@dataclass(frozen=True)
class Place:
    """Where things are: the root of the tree, core (another one in tests), and the directory of a row's build."""

    root: Path
    core: Path
    build: Path
    jobs: int
    seconds: str
    all_files: bool = False


def try_row(row: Row, place: Place, say: Callable[[str], None]) -> RowResult:
    result = RowResult(row.name)
    if missing := row.missing(with_run=False):
        result.not_tried = f"{', '.join(missing)} is not there (package {' '.join(sorted(set(missing.values())))})"
        return result
    result.compiler = _version(row)
    if problem := _configure(row, place):
        result.tries = {each: Outcome("failed", detail=problem) for each in row.tries}
        say(f"{row.name}: {problem}")
        return result
    for each in row.tries:
        start = time.monotonic()
        outcome = _try(each, row, place)
        result.tries[each] = outcome
        say(f"{row.name}: {each}: {described(outcome, each)}, {time.monotonic() - start:.0f} s")
    return result


def described(outcome: Outcome, of: str) -> str:
    what = ("header" if of in ("headers", "umbrella") else "test") + ("" if outcome.count == 1 else "s")
    if outcome.state == "failed":
        return f"failed: {outcome.detail}"
    if outcome.state == "compiled":
        return f"compiled, not run: {outcome.detail}" if outcome.detail else f"{outcome.count} {what} compile"
    return f"{outcome.count} {what} pass"


def _version(row: Row) -> str:
    text = subprocess.run([row.compiler, "--version"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          encoding="utf-8", errors="replace", check=False).stdout
    found = re.search(r"(?:\)|version) (\d[\d.]*)", text)
    return f"{'clang' if 'clang' in text else 'g++'} {found.group(1) if found else '?'}"


def _configure(row: Row, place: Place) -> str:
    """Empty, or why it cannot be configured."""
    arguments = {
        "CMAKE_CXX_COMPILER": row.compiler,
        "CMAKE_C_COMPILER": row.compiler.replace("clang++", "clang").replace("g++", "gcc"),
        "CMAKE_CXX_FLAGS": row.options,
        "CMAKE_EXE_LINKER_FLAGS": row.link,
        "VIGIL_TRIES": ";".join(row.tries),
        "VIGIL_LIBRARIES": row.libraries,
        "VIGIL_CORE": str(place.core),
        "VIGIL_ALL_FILES": "ON" if place.all_files else "OFF",
    }
    if row.processor:
        arguments |= {"CMAKE_SYSTEM_NAME": row.system, "CMAKE_SYSTEM_PROCESSOR": row.processor}
    command = ["cmake", "-S", str(place.root / "platforms"), "-B", str(place.build), "-G", "Ninja"]
    process = _run(command + [f"-D{key}={value}" for key, value in arguments.items()], place)
    return "" if process.returncode == 0 else f"cannot be configured: {_first_error(process.stdout)}"


def _try(each: str, row: Row, place: Place) -> Outcome:
    process = _run(["ninja", "-C", str(place.build), "-j", str(place.jobs), "-k", "0", each], place)
    (place.build / f"{each}.log").write_text(process.stdout, encoding="utf-8")
    if process.returncode != 0:
        files = [_name_of(file) for file in _BROKEN.findall(process.stdout)]
        return Outcome("failed", len(files), f"{' '.join(files) or each}: {_first_error(process.stdout)}")
    if each not in PROGRAMS:
        return Outcome("compiled", _headers(place))
    if missing := row.missing():
        return Outcome("compiled", detail=f"{', '.join(missing)} is not there")
    return _run_program(each, row, place)


def _run_program(name: str, row: Row, place: Place) -> Outcome:
    program = place.build / "bin" / (name + (".exe" if row.system == "Windows" else ""))
    try:
        process = _run([*row.run, str(program), "--gtest_color=no", f"--gtest_filter=-{':'.join(row.left_out)}"], place)
    except OSError as error:
        if error.errno == _CANNOT_EXECUTE:
            return Outcome("compiled", detail="this machine does not run such programs")
        raise
    except subprocess.TimeoutExpired:
        return Outcome("failed", detail=f"did not end within {_LONGEST} s")
    (place.build / f"{name}.log").write_text(process.stdout, encoding="utf-8")
    failed = sorted(set(_FAILED.findall(process.stdout)))
    passed = _PASSED.search(process.stdout)
    if process.returncode != 0 or failed or not passed:
        return Outcome("failed", len(failed), f"{' '.join(failed) or 'no test'} failed, status {process.returncode}: "
                       f"see {place.build / name}.log")
    if int(passed.group(1)) == 0:
        return Outcome("failed", 0, "no test ran")
    return Outcome("passed", int(passed.group(1)))


def _run(command: list[str], place: Place) -> subprocess.CompletedProcess:
    environment = {**os.environ, "VIGIL_STRESS_SECONDS": place.seconds, "WINEDEBUG": "-all",
                   "WINEPREFIX": str(place.build / "wine")}
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          encoding="utf-8", errors="replace", env=environment, timeout=_LONGEST, check=False)


def _headers(place: Place) -> int:
    return len((place.build / "headers" / "list").read_text(encoding="utf-8").splitlines())


def _name_of(file: str) -> str:
    """CMakeFiles/headers.dir/headers/deque/split.hpp.cpp.o is deque/split.hpp."""
    file = re.sub(r"\.(?:o|obj)$", "", file)
    parts = file.split("/")
    name = "/".join(parts[-2:])
    return name.removesuffix(".cpp") if name.endswith((".hpp.cpp", ".h.cpp")) else name


def _first_error(text: str) -> str:
    found = _ERROR.search(text)
    return found.group(0).strip()[:300] if found else (text.strip().splitlines() or ["it printed nothing"])[-1][:300]
