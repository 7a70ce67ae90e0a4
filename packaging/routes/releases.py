"""The version, and what a release makes of it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from releasing import versions

from .place import Failed, Place, repository_of


def version(place: Place) -> str:
    due = versions.read(place.root)[versions.HEADER]
    for path, found in versions.read(place.root).items():
        place.expect(str(found), str(due), f"the version in {path} is")
    # What a C compiler, a C++ compiler, CMake and pkg-config make of the header.
    place.write("c.c", '#include <stdio.h>\n#include <vigil/vigil.h>\nint main(void) { printf("%s %d\\n", '
                       'VIGIL_VERSION_STRING, VIGIL_VERSION); return 0; }\n')
    include = place.root / "core/include"
    number = due.major * 10000 + due.minor * 100 + due.patch
    for language, standard in (("c", "c99"), ("c++", "c++20")):
        place.run([place.compiler, "-x", language, f"-std={standard}", "-Wall", "-Wextra", "-Wpedantic", "-Werror",
                   f"-I{include}", "c.c", "-o", "version"])
        place.expect(place.run(["./version"]), f"{due} {number}\n", f"a program in {language} printed")
    place.run(["cmake", "-S", place.root, "-B", place.directory / "build", "-G", "Ninja",
               f"-DCMAKE_CXX_COMPILER={place.compiler}", "-DVIGIL_DEVELOP=OFF", "--warn-uninitialized"])
    place.run(["cmake", "--install", place.directory / "build", "--prefix", place.directory / "prefix"])
    for file in (place.directory / "prefix").rglob("vigil.pc"):
        place.expect_in(f"\nVersion: {due}\n", file.read_text(), "vigil.pc")
    config = (place.directory / "build/VigilConfigVersion.cmake").read_text()
    place.expect_in(f'set(PACKAGE_VERSION "{due}")', config, "VigilConfigVersion.cmake")
    if place.program is not None:
        place.expect(place.run([place.program, "--version"]), f"vigil {due}\n", "vigil --version printed")
    return f"{due}, in {len(versions.read(place.root))} files, in C, C++, CMake and pkg-config" + (
        ", and by `vigil`" if place.program is not None else "")


def _files(directory: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(directory.iterdir())}


class _Clone:
    """A repository that releases are made of, with a commit for whatever is changed."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.root = repository_of(place)
        self.git("config", "user.name", "Vigil")
        self.git("config", "user.email", "vigil@localhost")

    def git(self, *arguments: str) -> str:
        return self.place.run(["git", *arguments], cwd=self.root).strip()

    def release(self, *arguments: str | Path, status: int = 0) -> str:
        return self.place.run([self.root / "packaging/release", *arguments], cwd=self.root, status=status)

    def refused(self, due: str, *arguments: str | Path, status: int = 1) -> None:
        before = self.git("rev-parse", "HEAD")
        self.place.expect_in(due, self.release(*arguments, status=status), f"what `release {arguments[0]}` says")
        self.place.expect(self.git("rev-parse", "HEAD"), before, "after a refusal the branch is at")

    def change(self, path: str, old: str, new: str) -> None:
        text = (self.root / path).read_text()
        if old not in text:
            raise Failed(f"{path} has no {old}")
        (self.root / path).write_text(text.replace(old, new))

    def commit(self, path: str, old: str, new: str) -> None:
        self.change(path, old, new)
        self.git("commit", "--quiet", "--all", "--message=A change")


def _refusals(clone: _Clone) -> None:
    for wrong in ("1.2", "1.2.3.4", "v1.2.3", "1.02.3", "1.2.100", "1.2.x"):
        clone.refused("is no version", wrong)
    clone.refused("is older than 7.0.0", "6.9.9")
    clone.refused("no section `## 7.2.0", "7.2.0")
    clone.refused("is no date", "7.1.0", "--date=tomorrow")
    clone.refused("so it makes no tag", "7.1.0", "--dry-run", "--tag", status=2)
    clone.change("README.md", "# Vigil\n", "# Vigil, changed\n")
    clone.refused("not committed", "7.1.0")
    clone.git("checkout", "--quiet", "README.md")
    clone.commit("meson.build", "version: '7.0.0'", "version: '7.0.1'")
    clone.refused("disagree", "7.1.0")
    clone.git("reset", "--quiet", "--hard", "HEAD^")
    clone.commit("CHANGELOG.md", "## 7.1.0 – unreleased\n\n- A change.\n", "## 7.1.0 – unreleased\n")
    clone.refused("nothing that changed", "7.1.0")
    clone.git("reset", "--quiet", "--hard", "HEAD^")


def _released(clone: _Clone) -> None:
    """The tree of the tag has the version, and its files are those that were written before."""
    place = clone.place
    clone.release("7.1.0", "--date=2020-01-02", "--output", place.directory / "first", "--url=https://example.org/a")
    clone.release("7.1.0", "--date=2020-01-02", "--output", place.directory / "second", "--url=https://example.org/a")
    first = _files(place.directory / "first")
    place.expect(clone.git("tag", "--list"), "v6.0.0", "without --tag the tags are")
    place.expect({name for name, text in _files(place.directory / "second").items() if text != first[name]}, set(),
                 "of a second release differ")
    said = clone.release("7.1.0", "--date=2020-01-02", "--tag", "--output", place.directory / "third",
                         "--url=https://example.org/a")
    place.expect_in("tag v7.1.0", said, "what a release prints")
    place.expect(_files(place.directory / "third"), first, "the files of the tag are")
    place.expect(clone.git("rev-parse", "v7.1.0^{commit}"), clone.git("rev-parse", "HEAD"), "the tag is at")
    place.expect(clone.git("status", "--porcelain"), "", "the tree of the tag has changes")
    place.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=place.directory / "first")
    listed = {line.split()[1] for line in first["SHA256SUMS"].decode().splitlines()}
    place.expect(listed, set(first) - {"SHA256SUMS"}, "SHA256SUMS has")
    for name in ("vigil-7.1.0.tar.gz", "vigil-7.1.0.zip", "vigil.wrap", "vigil_deque_chase_lev.hpp"):
        place.expect(name in first, True, f"there is {name}")
    place.expect_in("of Vigil 7.1.0", first["vigil_latch_core_latch.hpp"].decode(), "a single header")
    clone.refused("there is a tag v7.1.0", "7.1.0")


def release(place: Place) -> str:
    place.need("git", "gzip", "sha256sum")
    clone = _Clone(place)
    # A tree in the middle of its life, whatever the version of this one is.
    versions.write(clone.root, versions.Version(7, 0, 0))
    changes = "# Changelog\n\n## 7.1.0 – unreleased\n\n- A change.\n\n## 7.0.0 – 2019-01-01\n\n- The rest.\n"
    (clone.root / "CHANGELOG.md").write_text(changes)
    clone.git("commit", "--quiet", "--all", "--message=The beginning")
    clone.git("tag", "v6.0.0")
    _refusals(clone)
    before = sorted(path.name for path in place.directory.iterdir())
    said = clone.release("7.1.0", "--dry-run", "--date=2020-01-02")
    for due in ("+## 7.1.0 – 2020-01-02", "+#define VIGIL_VERSION_MINOR 1", '+    version = "7.1.0",'):
        place.expect_in(due, said, "what a dry run shows")
    place.expect(sorted(path.name for path in place.directory.iterdir()), before, "after a dry run there are")
    place.expect((clone.root / "build").exists(), False, "a dry run writes")
    _released(clone)
    _expect_usable(place)
    return "refusals, a dry run, two releases with the same bytes, a tag; its archive installs"


def _expect_usable(place: Place) -> None:
    """The archive alone, without git, gives find_package a package of the new version, and Meson a subproject."""
    place.run(["tar", "-xf", place.directory / "first/vigil-7.1.0.tar.gz"])
    place.expect({str(found) for found in versions.read(place.directory / "vigil-7.1.0").values()}, {"7.1.0"},
                 "the versions in the archive are")
    place.run(["cmake", "-S", "vigil-7.1.0", "-B", "archive", "-G", "Ninja", "-DVIGIL_DEVELOP=OFF",
               f"-DCMAKE_CXX_COMPILER={place.compiler}"])
    place.run(["cmake", "--install", "archive", "--prefix", "prefix"])
    package = next((place.directory / "prefix").rglob("vigil.pc")).read_text()
    place.expect(re.findall(r"^Version: (.*)$", package, re.MULTILINE), ["7.1.0"], "vigil.pc of the archive has")
    if shutil.which("meson") is None:
        return
    # As if the archive had been fetched.
    files = place.directory / "user/subprojects/packagefiles"
    files.mkdir(parents=True)
    shutil.copy(place.directory / "first/vigil-7.1.0.tar.gz", files)
    wrap = (place.directory / "first/vigil.wrap").read_text()
    place.expect_in("source_url = https://example.org/a/vigil-7.1.0.tar.gz\n", wrap, "vigil.wrap")
    place.write("user/subprojects/vigil.wrap", re.sub(r"^source_url.*\n", "", wrap, flags=re.MULTILINE))
    place.write("user/meson.build", "project('user', 'cpp')\ndependency('vigil', version: '>=7.1')\n")
    place.run(["meson", "setup", "meson", "user"], environment={"CXX": place.compiler})
