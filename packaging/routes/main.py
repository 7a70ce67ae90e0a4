"""./vigil packages: tries each way in which Vigil reaches a user, from an empty directory to a program that runs."""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from . import builds, container, debian, help as help_text, managers, releases, single
from .place import Failed, NotTried, Place

# In the order of their cost.
ROUTES = {
    "version": releases.version,
    "help": help_text.help_files,
    "release": releases.release,
    "single-header": single.single_header,
    "fetch-content": builds.fetch_content,
    "meson": builds.meson,
    "vcpkg": managers.vcpkg,
    "conan": managers.conan,
    "debian-headers": debian.headers,
    "bazel": builds.bazel,
    "vcpkg-checker": managers.vcpkg_checker,
    "conan-checker": managers.conan_checker,
    "debian-libraries": debian.libraries,
    "container": container.container,
    "debian": debian.whole,
}

# CTest takes it for a test that was skipped.
NOTHING_TRIED = 77


def main(root: Path, arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="packaging/try", description=__doc__.partition(": ")[2].capitalize())
    parser.add_argument("route", nargs="*", help=f"which ones (all): {', '.join(ROUTES)}")
    parser.add_argument("--directory", type=Path, default=root / "build/packages", help="where (build/packages)")
    parser.add_argument("--program", type=Path, help="a built `vigil`")
    given = parser.parse_args(arguments)
    for name in given.route:
        if name not in ROUTES:
            parser.error(f"there is no route {name!r}: {', '.join(ROUTES)}")
    if given.program is not None and not given.program.is_file():
        parser.error(f"there is no program {given.program}")
    rows = [_try(root, given, name) for name in given.route or ROUTES]
    results = [row[1] for row in rows]
    width = max(len(row[0]) for row in rows)
    for name, result, seconds, what in rows:
        print(f"{name:{width}}  {result:9}  {seconds:5.1f} s  {what}")
    passed, failed = results.count("passed"), results.count("FAILED")
    print(f"{passed} passed, {failed} failed, {results.count('not tried')} not tried")
    if failed:
        return 1
    return 0 if passed else NOTHING_TRIED


def _try(root: Path, given: argparse.Namespace, name: str) -> tuple[str, str, float, str]:
    program = given.program.resolve() if given.program else None
    place = Place(root, given.directory.resolve() / name, program, os.environ.get("CXX") or "c++")
    begin = time.monotonic()
    try:
        place.empty()
        what = ROUTES[name](place)
        result = "passed"
    except NotTried as reason:
        result, what = "not tried", str(reason)
    except Failed as reason:
        result, what = "FAILED", str(reason).splitlines()[0]
        print(f"{name}: {reason}", file=sys.stderr)
    return name, result, time.monotonic() - begin, what
