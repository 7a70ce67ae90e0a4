"""The command `docs/refresh`."""

from __future__ import annotations

import argparse
import difflib
import sys
import tempfile
from pathlib import Path
from typing import Optional, Sequence

from . import anchors, blocks, identifiers, links, measured, names, spelling, words
from .answers import Answers, Shell
from .page import Page, Problem, read_pages
from .programs import ask_programs
from .tree import Tree


def arguments_of(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="docs/refresh", description="Fills the figures of the pages from the commands that print them.")
    parser.add_argument("programs", metavar="BIN", type=Path, help="the directory of a build's programs")
    parser.add_argument("--check", action="store_true",
                        help="change nothing: compare the figures, and check what the prose names")
    parser.add_argument("--measured", action="store_true", help="also run the benchmarks that pages quote")
    parser.add_argument("--only", choices=["printed", "prose"],
                        help="only what commands print, or only the rest, which takes seconds")
    arguments = parser.parse_args(argv)
    if arguments.measured and (arguments.check or arguments.only == "prose"):
        parser.error("no two runs of a benchmark agree: --measured goes with neither --check nor --only prose")
    return arguments


class Refresh:
    """One run over all pages."""

    def __init__(self, root: Path, arguments: argparse.Namespace, shell: Shell) -> None:
        self.root, self.arguments, self.shell = root, arguments, shell
        self.pages = read_pages(root)
        self.problems: list[Problem] = []
        self.stale = False

    def run(self) -> bool:
        """Whether all is well."""
        with tempfile.TemporaryDirectory() as scratch:
            answers = Answers(self.shell, Path(scratch))
            if self.arguments.only != "prose":
                answers.ask(self.pages, self.arguments.measured)
                self._check_that_something_is_printed()
            for page in self.pages:
                self._renew(page, answers)
        if self.arguments.check and self.arguments.only != "printed":
            self._check_prose()
        report(self.problems)
        return not self.problems and not self.stale

    def _check_that_something_is_printed(self) -> None:
        if not any(page.blocks for page in self.pages):
            self.problems.append(Problem("docs", 0, "no page quotes a command, so nothing was checked"))

    def _renew(self, page: Page, answers: Answers) -> None:
        text, failed = blocks.fill(page, answers.by_command)
        text, lost = anchors.fill(Page(page.name, text))
        self.problems += failed + lost
        self._take(page.name, page.text, text)
        for block in page.blocks:
            drawn = answers.picture(block.command)
            picture = blocks.picture_of(page, block) if block.maker == "drawn" else None
            if picture and drawn.is_file():
                file = self.root / picture
                before = file.read_text(encoding="utf-8") if file.is_file() else ""
                self._take(picture, before, drawn.read_text(encoding="utf-8"))

    def _take(self, name: str, before: str, now: str) -> None:
        """What a file is to be: written, or under --check only compared."""
        if before == now:
            return
        if not self.arguments.check:
            (self.root / name).write_text(now, encoding="utf-8")
            print(f"{name}: refreshed")
            return
        self.stale = True
        print(f"{name}: not what its commands print; run ./vigil docs")
        sys.stdout.writelines(difflib.unified_diff(before.splitlines(True), now.splitlines(True), name, f"{name}, now"))

    def _check_prose(self) -> None:
        tree = Tree(self.root)
        known = names.Known(tree, ask_programs(self.shell))
        self.problems += blocks.check(self.pages, tree)
        self.problems += links.check(self.pages, tree)
        self.problems += identifiers.check(self.pages, tree)
        for page in self.pages:
            self.problems += anchors.check(page)
            self.problems += names.check(page, known)
            self.problems += measured.check(page, tree, self.shell)
        self.problems += spelling.check(tree, self.shell)
        self.problems += words.check(tree)


def report(problems: Sequence[Problem]) -> None:
    found = sorted(set(problems))
    for problem in found:
        print(problem)
    if found:
        print(f"docs/refresh: {len(found)} problem{'s' if len(found) > 1 else ''}")


def main(root: Path, argv: Optional[Sequence[str]] = None) -> int:
    arguments = arguments_of(sys.argv[1:] if argv is None else argv)
    try:
        well = Refresh(root, arguments, Shell(root, arguments.programs.resolve())).run()
    except RuntimeError as error:
        print(f"docs/refresh: {error}", file=sys.stderr)
        return 1
    return 0 if well else 1
