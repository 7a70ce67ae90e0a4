"""Tries Vigil on other platforms: compiles for each row of matrix.json, and runs what was compiled.

The exit status is 0 if all that was tried passed, 1 if something failed, 2 for a wrong argument, and 3 if nothing could
be tried."""

from __future__ import annotations

import argparse
import datetime
import os
import subprocess
import sys
from pathlib import Path

from . import matrix as matrices
from . import results
from .tries import Place, RowResult, try_row

_DESCRIPTION = __doc__.split("\n\n", maxsplit=1)[0]
_PASSED, _FAILED, _WRONG, _NOTHING = 0, 1, 2, 3


def main(root: Path, arguments: list[str]) -> int:
    given = _parser().parse_args(arguments)
    try:
        matrix = matrices.read(given.matrix or root / "platforms/matrix.json")
        rows = matrix.named(given.names)
    except matrices.MatrixError as error:
        print(f"vigil: {error}", file=sys.stderr)
        return _WRONG
    kept, build = root / "platforms/results.json", given.build or root / "build/platforms"
    if given.packages:
        print(" ".join(sorted({package for row in rows for package in row.missing().values()})))
    elif given.list:
        _list(rows)
    elif given.print:
        print(results.table(matrix, results.read(kept)))
    elif given.check:
        return _check(matrix, results.read(kept), root)
    elif given.keep:
        return _keep(build / "record.json", kept)
    else:
        return _try_all(rows, given, root, build)
    return _PASSED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="./vigil platforms", description=_DESCRIPTION)
    parser.add_argument("names", nargs="*", metavar="NAME", help="a platform, or one of its rows; all if none is named")
    tasks = parser.add_mutually_exclusive_group()
    tasks.add_argument("--list", action="store_true", help="list the rows and what each needs, and try nothing")
    tasks.add_argument("--print", action="store_true", help="print the table of the results that are kept")
    tasks.add_argument("--check", action="store_true",
                       help="check that nothing failed in the results that are kept, and that each is of a row and a commit")
    tasks.add_argument("--keep", action="store_true", help="write the last results to platforms/results.json")
    tasks.add_argument("--packages", action="store_true", help="print the packages that are missing")
    parser.add_argument("--require-all", action="store_true", help="a row that cannot be tried is a failure")
    parser.add_argument("--all", action="store_true", help="all files of proofs and stress, and not a selection")
    parser.add_argument("--only", action="append", choices=matrices.TRIES, default=[], metavar="TRY",
                        help=f"only this of what a row tries; may be repeated: {', '.join(matrices.TRIES)}")
    parser.add_argument("--seconds", type=_seconds, default=0.2, help="how long each stress test runs (0.2)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2, help=argparse.SUPPRESS)
    # For tests of this program.
    parser.add_argument("--matrix", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--core", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--build", type=Path, help=argparse.SUPPRESS)
    return parser


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 86400:
        raise argparse.ArgumentTypeError(f"wants seconds above 0, not '{text}'")
    return value


def _list(rows: list[matrices.Row]) -> None:
    for row in rows:
        print(f"{row.name}: {row.title}, {row.compiler} {row.options}: {' '.join(row.tries)}"
              + (f"; run by {' '.join(row.run)}" if row.run else ""))
        for test, reason in row.left_out.items():
            print(f"  without {test}: {reason}")
        if missing := row.missing():
            print(f"  missing: {', '.join(missing)}: apt-get install {' '.join(sorted(set(missing.values())))}")


def _try_all(rows: list[matrices.Row], given: argparse.Namespace, root: Path, build: Path) -> int:
    done: list[RowResult] = []
    commit = _commit(root)
    for row in rows:
        row = _narrowed(row, given.only)
        if not row.tries:
            continue
        place = Place(root, given.core or root / "core", build / row.name, given.jobs, str(given.seconds), given.all)
        result = try_row(row, place, lambda line: print(line, flush=True))
        done.append(result)
        if result.not_tried:
            print(f"{row.name}: not tried: {result.not_tried}", flush=True)
        # After each row: an interrupted run keeps what it has.
        if not given.only:
            results.write(build / "record.json", [result], datetime.date.today().isoformat(), commit)
    return _summary(done, given.require_all)


def _narrowed(row: matrices.Row, only: list[str]) -> matrices.Row:
    if not only:
        return row
    return matrices.Row(**{**row.__dict__, "tries": tuple(each for each in row.tries if each in only)})


def _summary(done: list[RowResult], require_all: bool) -> int:
    failed = [result.row for result in done if result.has_failed or (require_all and result.not_tried)]
    tried = [result for result in done if not result.not_tried]
    for name in failed:
        print(f"vigil: {name} failed", file=sys.stderr)
    if failed:
        return _FAILED
    if not tried:
        print("vigil: nothing could be tried", file=sys.stderr)
        return _NOTHING
    print(f"{len(tried)} passed, 0 failed"
          + (f", {len(done) - len(tried)} not tried" if len(tried) != len(done) else ""))
    return _PASSED


def _check(matrix: matrices.Matrix, kept: dict[str, dict], root: Path) -> int:
    workflow = (root / ".github/workflows/platforms.yml").read_text(encoding="utf-8")
    found = results.problems(matrix, kept, workflow)
    for problem in found:
        print(f"vigil: {problem}", file=sys.stderr)
    if found:
        return _FAILED
    print(f"{len(kept)} passed, 0 failed")
    return _PASSED


def _keep(record: Path, kept: Path) -> int:
    results_of_rows = results.read(record)
    if not results_of_rows:
        print("vigil: there is nothing to keep: no platform was tried since the last time", file=sys.stderr)
        return _WRONG
    results.merge(kept, results_of_rows)
    record.unlink()
    print("vigil: kept in platforms/results.json", file=sys.stderr)
    return _PASSED


def _commit(root: Path) -> str:
    """The last commit, and + if what is tried differs from it."""
    def git(*words: str) -> str:
        return subprocess.run(["git", "-C", str(root), *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              encoding="utf-8", check=False).stdout.strip()

    head = git("rev-parse", "--short=8", "HEAD") or "?"
    tried = ("core", "checker", "testing", "proofs", "stress", "examples", "platforms")
    return head + ("+" if git("status", "--porcelain", "--", *tried, ":(exclude)platforms/results.json") else "")
