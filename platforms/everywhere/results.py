"""What is kept of runs, and the table that is printed from it."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Iterable

from .matrix import Matrix, Row
from .tries import Outcome, RowResult, described

_COLUMNS = (("headers", ("headers", "umbrella")), ("bare", ("bare",)), ("proofs", ("proofs",)), ("stress", ("stress",)),
            ("checker", ("checker",)))


def write(file: Path, results: Iterable[RowResult], date: str, commit: str) -> None:
    """Puts the results into the file, each in the place of an older one of its row."""
    merge(file, {result.row: {"date": date, "commit": commit, "compiler": result.compiler,
                              "tries": {name: asdict(outcome) for name, outcome in result.tries.items()}}
                 for result in results if not result.not_tried})


def merge(file: Path, newer: dict[str, dict]) -> None:
    kept = read(file) | newer
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def read(file: Path) -> dict[str, dict]:
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def outcomes(kept: dict) -> dict[str, Outcome]:
    return {name: Outcome(**outcome) for name, outcome in kept["tries"].items()}


def how(row: Row, of: dict[str, Outcome]) -> str:
    """In one word or two, what was done with the programs of a row."""
    programs = [outcome for name, outcome in of.items() if name not in ("headers", "umbrella")]
    if any(outcome.state == "failed" for outcome in of.values()):
        return "**failed**"
    if not any(outcome.state == "passed" for outcome in programs):
        return "compiled"
    return f"run, by {row.run[0]}" if row.run else "run"


def table(matrix: Matrix, kept: dict[str, dict]) -> str:
    lines = ["| platform | compiler | how | " + " | ".join(column for column, _ in _COLUMNS) + " | commit |",
             "|---" * (4 + len(_COLUMNS)) + "|"]
    for row in matrix.rows:
        title = row.title + (", without exceptions and RTTI" if row.is_bare else "")
        if row.name not in kept:
            lines.append(f"| {title} | {row.compiler} | not tried |" + "  |" * (1 + len(_COLUMNS)))
            continue
        of = outcomes(kept[row.name])
        cells = [next((described(of[name], name).split(":")[0] for name in names if name in of), "")
                 for _, names in _COLUMNS]
        lines.append(f"| {title} | {kept[row.name]['compiler']} | {how(row, of)} | " + " | ".join(cells) +
                     f" | {kept[row.name]['commit']} |")
    for each in matrix.only_read:
        lines.append(f"| {each.title} |  | only read |" + "  |" * (1 + len(_COLUMNS)))
    return "\n".join(lines)


def problems(matrix: Matrix, kept: dict[str, dict], workflow: str) -> list[str]:
    """What is wrong with what is kept: a row that is not in the matrix or has other tries, a failure, a result of a tree
    that was changed; and a platform that was only read and has no job in the workflow. A row without a result is none:
    the table says that it was not tried."""
    found = []
    rows = {row.name: row for row in matrix.rows}
    for name, result in sorted(kept.items()):
        if name not in rows:
            found.append(f"{name} is kept, and is no row of the matrix")
            continue
        of = outcomes(result)
        if set(of) != set(rows[name].tries):
            found.append(f"{name} was kept with {' '.join(sorted(of))}, and the matrix has "
                         f"{' '.join(sorted(rows[name].tries))}")
        found += [f"{name}: {each} failed: {outcome.detail}" for each, outcome in of.items()
                  if outcome.state == "failed"]
        if result["commit"].endswith("+"):
            found.append(f"{name} was kept with changes that are in no commit")
    found += [f"{each.title}: the workflow has no job {each.workflow}" for each in matrix.only_read
              if f"\n  {each.workflow}:\n" not in workflow]
    return found
