"""Where a route is tried: an empty directory, the commands that run in it, and what they must print."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

CONSUMED = "1000 of 1000 jobs ran exactly once\n"


class Failed(Exception):
    """A command of a route did not do what its page promises."""


class NotTried(Exception):
    """The route needs what this machine does not have."""


@dataclass
class Place:
    """`root` is the tree, `directory` is where the route may write. `program` is a built `vigil`, if there is one."""

    root: Path
    directory: Path
    program: Path | None = None
    compiler: str = "c++"
    environment: dict[str, str] = field(default_factory=dict)

    def empty(self) -> None:
        shutil.rmtree(self.directory, ignore_errors=True)
        self.directory.mkdir(parents=True)

    def write(self, name: str, text: str) -> Path:
        path = self.directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def need(self, *commands: str) -> None:
        for command in commands:
            if shutil.which(command) is None:
                raise NotTried(f"there is no {command}")

    def run(self, command: Sequence[str | Path], cwd: Path | None = None, status: int = 0,
            environment: Mapping[str, str] | None = None) -> str:
        """What the command printed on both streams, or Failed if it did not end with `status`."""
        words = [str(word) for word in command]
        done = subprocess.run(words, cwd=cwd or self.directory, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace", check=False,
                              env={**os.environ, **self.environment, **(environment or {})})
        if done.returncode != status:
            raise Failed(f"{' '.join(words)}\nended with {done.returncode} instead of {status}:\n{done.stdout}")
        return done.stdout

    def expect(self, actual: object, due: object, what: str) -> None:
        if actual != due:
            raise Failed(f"{what}:\n{actual}\ninstead of\n{due}")

    def expect_in(self, due: str, text: str, what: str) -> None:
        if due not in text:
            raise Failed(f"{what} lacks\n{due}\nIt is:\n{text}")

    def build_by_cmake(self, source: Path, *arguments: str) -> Path:
        """Configures and builds `source`; the directory with what was built."""
        build = self.directory / "build"
        self.run(["cmake", "-S", source, "-B", build, "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={self.compiler}",
                  "-DCMAKE_BUILD_TYPE=Release", *arguments])
        self.run(["cmake", "--build", build, "-j", "2"])
        return build

    def expect_consumed(self, program: Path) -> None:
        self.expect(self.run([program]), CONSUMED, f"{program.name} printed")


def quoted(place: Place, heading: str, language: str, number: int = 0) -> str:
    """A block in this language below a heading of docs/packages.md: what a user copies is what is tried."""
    page = (place.root / "docs/packages.md").read_text()
    section = page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    found = re.findall(rf"^```{language}\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    if number >= len(found):
        raise Failed(f"docs/packages.md has no {language} below `## {heading}`")
    return found[number]


def copy_tree(root: Path, to: Path) -> None:
    """The files that git knows, as they are now; of a tree without git all but what was built."""
    if not (root / ".git").exists():
        shutil.copytree(root, to, ignore=shutil.ignore_patterns("build", "node_modules"), symlinks=True)
        return
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root,
                            stdout=subprocess.PIPE, check=True).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (root / name).exists():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, to / name)


def repository_of(place: Place, name: str = "origin") -> Path:
    """A git repository with one commit of the tree as it is now, which is not the tree that is developed."""
    place.need("git")
    to = place.directory / name
    copy_tree(place.root, to)
    git = ["git", "-c", "user.name=Vigil", "-c", "user.email=vigil@localhost", "-c", "init.defaultBranch=main"]
    place.run([*git, "init", "--quiet"], cwd=to)
    place.run([*git, "add", "--all"], cwd=to)
    place.run([*git, "commit", "--quiet", "--message=The tree"], cwd=to)
    return to
