"""The verdicts that are kept in the repository, a file for each part of core, and the table of them.

    sources 5f6a7b8c9d0e1f2a, commit 819c76ad, 2026-11-27, 229 mutants

    model: deque/chase_lev/size-from-outside: fails
      0f1e2d3c4b5a 5544332211ff
    argued, survived
      00112233aabb

    before

    proof: ChaseLev.IsEmpty: fails
      ffeeddccbbaa

A run on the same sources takes these verdicts over. A run on others first asks the check that killed a mutant before;
below the word `before`, of mutants that these sources have no verdict on yet. What was argued is kept too: later
sources may have neither the mutant nor the argument.
"""

from __future__ import annotations

import hashlib
import re
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from .report import Score, table
from .verdicts import KILLED

_HEAD = "# ./vigil mutate --keep writes this file, and docs/mutation.md says what it is for.\n"
_SOURCES = re.compile(r"sources (\w+), commit (\w+), ([\d-]+), (\d+) mutants$")
_BEFORE = "before"
_ARGUED = "argued, "
_INDENT = "  "
_WIDTH = 120


class Damaged(RuntimeError):
    """What is wrong with a file, with its name and line."""


@dataclass(frozen=True)
class Verdict:
    kind: str
    by: str = ""
    how: str = ""
    argued: bool = False

    def __str__(self) -> str:
        return ": ".join(each for each in (self.kind, self.by, self.how) if each)

    def line(self) -> str:
        return _ARGUED * self.argued + str(self)

    @classmethod
    def read(cls, line: str) -> Verdict:
        words = line.removeprefix(_ARGUED)
        return cls(*words.split(": ", 2), argued=words != line)


@dataclass
class Part:
    digest: str
    commit: str
    date: str
    mutants: int  # that these sources have, and that compile
    now: dict[str, Verdict] = field(default_factory=dict)     # on these sources
    before: dict[str, Verdict] = field(default_factory=dict)  # on older ones

    def text(self) -> str:
        text = f"{_HEAD}sources {self.digest}, commit {self.commit}, {self.date}, {self.mutants} mutants\n\n{_lines(self.now)}"
        return text + (f"\n{_BEFORE}\n\n{_lines(self.before)}" if self.before else "")


def key_of(identity: tuple) -> str:
    return hashlib.sha256("\0".join(map(str, identity)).encode()).hexdigest()[:12]


def read(text: str, file: str) -> Part:
    part, verdict, section = None, None, {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        if part is None:
            if (found := _SOURCES.match(line)) is None:
                raise Damaged(f"{file}:{number}: expected `sources ..., commit ..., date, ... mutants`")
            part = Part(found[1], found[2], found[3], int(found[4]))
            section = part.now
        elif line == _BEFORE:
            section, verdict = part.before, None
        elif not line.startswith(_INDENT):
            verdict = Verdict.read(line)
        elif verdict is None:
            raise Damaged(f"{file}:{number}: expected a check before its mutants")
        else:
            section |= dict.fromkeys(line.split(), verdict)
    if part is None:
        raise Damaged(f"{file}: is empty")
    return part


def kept_in(directory: Path) -> dict[str, Part]:
    return {file.stem: read(file.read_text(), f"{directory.parent.name}/{directory.name}/{file.name}")
            for file in sorted(directory.glob("*.txt"))}


def rows_of(kept: Iterable[Part], identities: Iterable[tuple]) -> list[dict]:
    """As a state reads them. Verdicts on mutants that core no longer has are left out."""
    known = {key_of(each): each for each in identities}
    return [{"mutant": known[key], "kind": verdict.kind, "by": verdict.by, "how": verdict.how, "digest": digest}
            for part in kept for digest, verdicts in (("", part.before), (part.digest, part.now))
            for key, verdict in verdicts.items() if key in known]


def keep(directory: Path, name: str, newer: Part, identities: Iterable[tuple]) -> None:
    """Adds the verdicts to the file of the part. What it has of other sources is left as hints, where core still has the
    mutant and something killed it."""
    file = directory / f"{name}.txt"
    older = read(file.read_text(), file.name) if file.exists() else newer
    now = (older.now if older.digest == newer.digest else {}) | newer.now
    before = older.before | ({} if older.digest == newer.digest else older.now)
    known = set(map(key_of, identities))
    before = {key: verdict for key, verdict in before.items()
              if key in known and key not in now and verdict.kind in KILLED}
    directory.mkdir(exist_ok=True)
    file.write_text(Part(newer.digest, newer.commit, newer.date, newer.mutants, now, before).text())


def scores(kept: dict[str, Part]) -> str:
    """The table, with the commit of each part."""
    found = [(Score.of(name, part.mutants, ((each.kind, each.argued) for each in part.now.values())), part.commit)
             for name, part in sorted(kept.items())]
    return table([*found, (Score.sum([score for score, _ in found]), "")], "commit")


def problems(kept: dict[str, Part], digest: str, identities: Iterable[tuple], argued: Iterable[tuple]) -> list[str]:
    """What contradicts the arguments: an argued mutant that was killed, and a survivor that nothing argues for. Only
    verdicts on the sources of that digest do: on others the same words may be another mutant."""
    reasons = set(map(key_of, argued))
    mutants = {key_of(each): each for each in identities}
    found = []
    for name, part in sorted(kept.items()):
        for key, verdict in part.now.items() if part.digest == digest else ():
            if key in mutants and (verdict.kind in KILLED) == (key in reasons):
                found.append(f"{name}: {' | '.join(map(str, mutants[key]))}: {verdict}, and " +
                             ("argued" if key in reasons else "not argued"))
        if len(part.now) > part.mutants:
            found.append(f"{name}: {len(part.now)} verdicts on {part.mutants} mutants")
    return found


def _lines(verdicts: dict[str, Verdict]) -> str:
    by_check: dict[str, list[str]] = {}
    for key, verdict in verdicts.items():
        by_check.setdefault(verdict.line(), []).append(key)
    return "".join(f"{check}\n" + textwrap.fill(" ".join(sorted(keys)), _WIDTH, initial_indent=_INDENT,
                                                subsequent_indent=_INDENT) + "\n"
                   for check, keys in sorted(by_check.items()))
