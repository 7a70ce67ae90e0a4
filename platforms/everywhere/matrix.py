"""The rows of matrix.json: what is tried, and what that needs."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass, field
from pathlib import Path

TRIES = ("headers", "umbrella", "bare", "reference", "proofs", "stress", "checker")
PROGRAMS = TRIES[2:]
BARE = "-fno-exceptions -fno-rtti"
_KEYS = {"name", "title", "system", "compiler", "processor", "flags", "link", "libraries", "needs", "run", "run_needs",
         "tries", "bare"}


class MatrixError(Exception):
    """What is wrong with matrix.json, or with the names that were given."""


@dataclass(frozen=True)
class Row:
    name: str
    title: str
    compiler: str
    tries: tuple[str, ...]
    is_bare: bool = False
    system: str = "Linux"
    processor: str = ""  # Empty: this machine's own.
    flags: str = ""
    link: str = ""
    libraries: str = ""
    needs: dict[str, str] = field(default_factory=dict)
    run: tuple[str, ...] = ()
    run_needs: dict[str, str] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)  # Tests, with the reason.

    @property
    def options(self) -> str:
        return " ".join(part for part in ("-O1", self.flags, BARE if self.is_bare else "") if part)

    def missing(self, with_run: bool = True) -> dict[str, str]:
        """The commands and files that are not there, with the package of each."""
        needs = {"cmake": "cmake", "ninja": "ninja-build", **self.needs, **(self.run_needs if with_run else {})}
        return {what: package for what, package in needs.items() if not is_there(what)}


@dataclass(frozen=True)
class OnlyRead:
    title: str
    workflow: str


@dataclass(frozen=True)
class Matrix:
    rows: tuple[Row, ...]
    only_read: tuple[OnlyRead, ...]

    def named(self, names: list[str]) -> list[Row]:
        """The rows of these names. The name of a platform stands for its two rows. All rows if there is no name."""
        if not names:
            return list(self.rows)
        chosen: list[Row] = []
        for name in names:
            found = [row for row in self.rows if name in (row.name, row.name.removesuffix("-bare"))]
            if not found:
                known = ", ".join(row.name for row in self.rows if not row.is_bare)
                raise MatrixError(f"no platform is called '{name}'; there are {known}, each also with -bare")
            chosen += [row for row in found if row not in chosen]
        return chosen


def is_there(what: str) -> bool:
    """A command, or a file if it is a path."""
    return Path(what).exists() if "/" in what else shutil.which(what) is not None


def read(file: Path) -> Matrix:
    try:
        described = json.loads(file.read_text(encoding="utf-8"))
        rows = [row for platform in described["platforms"] for row in _rows_of(platform, described["not_emulated"])]
        only_read = tuple(OnlyRead(**each) for each in described["only_read"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise MatrixError(f"{file}: {type(error).__name__}: {error}") from error
    names = [row.name for row in rows]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise MatrixError(f"{file}: more than one row is called {', '.join(twice)}")
    return Matrix(tuple(rows), only_read)


def _rows_of(platform: dict, not_emulated: dict[str, str]) -> list[Row]:
    if unknown := set(platform) - _KEYS:
        raise ValueError(f"{platform.get('name')}: unknown: {', '.join(sorted(unknown))}")
    common = {key: tuple(value) if isinstance(value, list) else value
              for key, value in platform.items() if key not in ("tries", "bare", "name")}
    if platform.get("run"):
        common["left_out"] = not_emulated
    rows = [Row(name=platform["name"], tries=tuple(platform["tries"]), **common)]
    if platform.get("bare"):
        rows.append(Row(name=f"{platform['name']}-bare", tries=tuple(platform["bare"]), is_bare=True, **common))
    for row in rows:
        if wrong := [each for each in row.tries if each not in TRIES]:
            raise ValueError(f"{row.name}: unknown tries: {', '.join(wrong)}")
        if not row.tries:
            raise ValueError(f"{row.name} tries nothing")
    return rows
