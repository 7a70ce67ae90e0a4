"""Why no model and no proof kills a mutant: what the files in mutation/argued/ say.

    header: vigil/pool/worker.hpp

    in steal
    - victim + 1 == workers
    + victim + 1 != workers
    because: the thief begins elsewhere, and searches all workers in any case.

A mutant is one line `-` and one line `+`, which is empty if something is left out. Several may share a reason. Of those
that are written the same in one function, `+ ... #2` is the second.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from .operators import Mutant

_NTH = re.compile(r" #(\d+)$")


class Mistake(RuntimeError):
    """What is wrong with a file, with its name and line."""


@dataclass(frozen=True)
class Argument:
    identity: tuple
    reason: str
    where: str  # "mutation/argued/pool.txt:12"


def read_arguments(text: str, file: str) -> list[Argument]:
    found: list[Argument] = []
    header, function, original, identities, reason = "", "", None, [], None

    def end_of_block() -> None:
        nonlocal identities, reason
        if identities and reason is None:
            raise Mistake(f"{where}: no `because:` follows the mutants")
        found.extend(Argument(identity, reason, place) for identity, place in identities)
        identities, reason = [], None

    where = file
    for number, line in enumerate(text.splitlines() + [""], 1):
        where = f"{file}:{number}"
        if line.startswith("#"):
            continue
        if not line.strip():
            end_of_block()
        elif reason is not None:
            reason += " " + line.strip()
        elif line.startswith("header: "):
            header = line[8:].strip()
        elif line.startswith("in "):
            function = line[3:].strip()
        elif line.startswith("- "):
            original = line[2:].strip()
        elif line.startswith("+") and original is not None:
            changed = line[1:].strip()
            nth = _NTH.search(" " + changed)
            changed = changed[:len(changed) - len(nth[0]) + 1].strip() if nth else changed
            identities.append(((header, function, original, changed, int(nth[1]) - 1 if nth else 0), where))
            original = None
        elif line.startswith("because: ") and identities:
            reason = line[9:].strip()
        else:
            raise Mistake(f"{where}: expected `header:`, `in`, `-`, `+` or `because:`")
    return found


def arguments_in(directory: Path) -> dict[tuple, Argument]:
    found: dict[tuple, Argument] = {}
    for file in sorted(directory.glob("*.txt")):
        for argument in read_arguments(file.read_text(), f"{directory.parent.name}/{directory.name}/{file.name}"):
            if argument.identity in found:
                raise Mistake(f"{argument.where}: {found[argument.identity].where} argues the same mutant")
            found[argument.identity] = argument
    return found


def without_mutant(arguments: dict[tuple, Argument], mutants: list[Mutant]) -> list[str]:
    """Arguments for mutants that no longer exist."""
    known = {mutant.identity for mutant in mutants}
    return [f"{each.where}: core has no such mutant; remove the argument, or write it as the code is now"
            for each in arguments.values() if each.identity not in known]


def written(mutant: Mutant) -> str:
    """The mutant as these files write it."""
    nth = f" #{mutant.nth + 1}" if mutant.nth else ""
    return f"in {mutant.function}\n- {mutant.original}\n+ {mutant.changed}{nth}\n"
