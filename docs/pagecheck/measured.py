"""Blocks that are measured. No two runs agree, so what they hold is not compared. But it is what was measured, by a
command that is there, in the shape that the command prints."""

from __future__ import annotations

import re
import shlex
import shutil
from typing import Iterator

from .answers import Shell
from .page import Block, Page, Problem, sum_of
from .programs import benchmarks_in
from .tree import Tree

# Variables of the environment, before a command.
_ASSIGNMENTS = re.compile(r"(?:\w+=(?:\$\([^)]*\)|\S*)\s+)*")
_ROW = re.compile(r"\| `([^`]+)` \|")
_MEASURE = "docs/measure"
_HEADER = re.compile(r'print "(\| benchmark \|[^"]*)"')
_WRITTEN_PAGE = re.compile(r"`\./vigil report(?: \w+)?` wrote this page")
_PAGE_SUM = re.compile(r"<!-- sum: ([0-9a-f]{8}) -->")


def check(page: Page, tree: Tree, shell: Shell) -> list[Problem]:
    problems = [page.problem(block.begin, message) for block in page.blocks
                for message in (_wrong_block(page, block, tree, shell) if block.maker == "measured" else _not_sealed(block))]
    if _WRITTEN_PAGE.search(page.text):
        problems += [page.problem(len(page.lines) - 1, message) for message in _wrong_page(page)]
    return problems


def _not_sealed(block: Block) -> Iterator[str]:
    if block.sum:
        yield "only a measured block ends with a sum: a printed one is compared"


def _wrong_block(page: Page, block: Block, tree: Tree, shell: Shell) -> Iterator[str]:
    if not block.sum:
        yield f"a measured block ends with its sum: `<!-- end, sum: {page.sum_of(block)} -->`"
    elif block.sum != page.sum_of(block):
        yield f"was changed after it was measured: the sum of what it holds is {page.sum_of(block)}"
    words = _words(_ASSIGNMENTS.sub("", block.command, count=1))
    if not words or not _is_there(words[0], tree, shell):
        yield f"no program is called `{words[0] if words else ''}`"
    elif words[0] == _MEASURE:
        yield from _wrong_rows(page, block, words[1:], tree, shell)


def _wrong_rows(page: Page, block: Block, arguments: list[str], tree: Tree, shell: Shell) -> Iterator[str]:
    """What docs/measure prints: its header, and a row for each benchmark that the filter matches."""
    if len(arguments) != 1:
        yield f"`{_MEASURE}` takes one filter"
        return
    printed = page.printed(block)
    header = _HEADER.search(tree.text(_MEASURE))
    if not header or printed[:1] != [header.group(1)]:
        yield f"does not begin with the header that `{_MEASURE}` prints"
    if not any(line.startswith("Medians of ") for line in printed):
        yield f"does not end with what `{_MEASURE}` was run on"
    listing = shell.execute(["vigil_bench", "--benchmark_list_tests", f"--benchmark_filter={arguments[0]}"])
    wanted = set() if listing.failed else benchmarks_in(listing.text)
    rows = {row.group(1) for line in printed if (row := _ROW.match(line))}
    for name in sorted(rows - wanted):
        yield f"has a row for `{name}`, which is no benchmark that the filter matches"
    for name in sorted(wanted - rows):
        yield f"has no row for the benchmark `{name}`"


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:
        return command.split()


def _is_there(program: str, tree: Tree, shell: Shell) -> bool:
    if "/" in program:
        return program.removeprefix("./") in tree.files
    return bool(shutil.which(program) or (shell.programs and (shell.programs / program).is_file()))


def _wrong_page(page: Page) -> Iterator[str]:
    """A page that `./vigil report` writes ends with the sum of what stands above."""
    lines = page.text.removesuffix("\n").split("\n")
    found = _PAGE_SUM.fullmatch(lines[-1])
    now = sum_of(lines[:-1] if found else lines)
    if not found:
        yield f"a page that is written by a report ends with its sum: `<!-- sum: {now} -->`"
    elif found.group(1) != now:
        yield f"the page was changed after it was written: the sum of what it holds is {now}"
