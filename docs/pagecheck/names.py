"""Names in prose and examples: labels, choices, tests, models, benchmarks, paths, commands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from typing import Iterable, Iterator

from .commands import check_command
from .page import Kind, Page, Problem, Span, code_spans
from .programs import Programs
from .tree import Tree

_LABEL = re.compile(r"\[([a-z]\w*(?:\.[a-z]\w*)+)\](?!\()")
_CHOICE = re.compile(r"([a-z]\w*) = (?:true|false)")
_TEST = re.compile(r"[A-Z]\w*\.[A-Z]\w*")
_WITH_SLASH = re.compile(r"[\w.…<*{-][\w.…<>*{},:-]*(?:/[\w.<>*{},:-]+)*/?(?:~\S+)?")
_HEADER = re.compile(r"\S+\.(?:hpp|cpp|h)")
_INCLUDE = re.compile(r"^\s*#include <(vigil/[^>]+)>|<(vigil/[\w/]+\.hpp?)>", re.MULTILINE)
_COMMAND = re.compile(r"(?:\./)?vigil(?: .*)?")
# `<part>`, and the N of `workers:N`.
_PLACEHOLDER = re.compile(r"<[\w-]+>|(?<=:)N\b")
_SIDES = {"true", "false"}
_ORDERS = {"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"}
# Clauses of the C++ standard have names of the same form.
_CLAUSE = re.compile(r"(?:atomics|intro|thread)\.")
_BRACES = re.compile(r"\{([^{}]*,[^{}]*)\}")


@dataclass(frozen=True)
class Known:
    """All that prose may name."""

    tree: Tree
    programs: Programs

    @cached_property
    def entries(self) -> set[str]:
        """Files and folders, by each end of their paths: `checker/src/a.cpp` is also `src/a.cpp` and `a.cpp`."""
        paths = self.tree.files | self.tree.folders
        return {path.split("/", cut)[-1] for path in paths for cut in range(path.count("/") + 1)}

    @cached_property
    def slashed(self) -> set[str]:
        """Models and benchmarks, by each beginning of their names."""
        names = self.programs.models | self.programs.benchmarks
        return {"/".join(name.split("/")[:length]) for name in names for length in range(1, name.count("/") + 2)}

    @cached_property
    def first_parts(self) -> set[str]:
        """What the names begin with that are checked."""
        return {name for name in self.slashed if "/" not in name} | self.tree.rooms | {"vigil"}


def expanded(name: str) -> Iterator[str]:
    """`a/{b,c}` is `a/b` and `a/c`."""
    braces = _BRACES.search(name)
    if not braces:
        yield name
        return
    for choice in braces.group(1).split(","):
        yield from expanded(name[: braces.start()] + choice + name[braces.end() :])


def _is_one_of(name: str, known: Iterable[str]) -> bool:
    pattern = _PLACEHOLDER.sub("*", name)
    return any(fnmatchcase(other, pattern) for other in known) if "*" in pattern else pattern in known


def wrong_name(name: str, known: Known) -> str:
    """Of a name with slashes: why it is none, if it begins as a path, a model or a benchmark does."""
    first, _, rest = name.partition("/")
    if first in ("...", "…"):
        ends = known.slashed | known.entries
        return "" if any(_is_one_of(f"*/{one}", ends) for one in expanded(rest)) else f"no name ends in `/{rest}`"
    if not rest or first not in known.first_parts:
        return ""
    model, *alterations = name.split("~")
    for one in expanded(model.rstrip("/")):
        if not _is_one_of(one, known.slashed) and not _is_one_of(one, known.entries):
            return f"`{one}` is no path, no model and no benchmark"
    return next((wrong for each in alterations if (wrong := _wrong_alteration(each, known.tree))), "")


def _wrong_alteration(alteration: str, tree: Tree) -> str:
    """Of what stands behind the `~` in a model's name."""
    entry, _, value = alteration.partition("=")
    if _PLACEHOLDER.fullmatch(entry) or entry.isupper():
        return ""
    if entry == "mutant":
        return "" if value in tree.mutants else f"no source mutant is called `{value}`"
    if entry in tree.choices:
        return "" if value in _SIDES else f"`{value}` is no side of the choice `{entry}`"
    if entry in tree.labels:
        return "" if value in _ORDERS else f"`{value}` is no memory order"
    return f"`{entry}` is no order, no choice and no source mutant"


def wrong_span(code: str, known: Known) -> Iterator[str]:
    """What is wrong with code in backticks."""
    if choice := _CHOICE.fullmatch(code):
        if choice.group(1) not in known.tree.choices:
            yield f"no choice is called `{choice.group(1)}`"
    elif _TEST.fullmatch(code):
        if code not in known.tree.tests:
            yield f"no test is called `{code}`"
    elif _COMMAND.fullmatch(code):
        yield from check_command(code, known.programs, lambda name: wrong_name(name, known))
    elif _HEADER.fullmatch(code) and "/" not in code:
        if not _is_one_of(code, known.entries):
            yield f"no file is called `{code}`"
    elif _WITH_SLASH.fullmatch(code):
        if message := wrong_name(code, known):
            yield message


def check(page: Page, known: Known) -> list[Problem]:
    problems = [page.problem(span.line, message)
                for span in code_spans(page) for message in wrong_span(span.code, known)]
    problems += _check_labels(page, known)
    problems += _check_includes(page, known)
    for span in _command_lines(page):
        check_one = check_command(span.code, known.programs, lambda name: wrong_name(name, known))
        problems += [page.problem(span.line, message) for message in check_one]
    return problems


def _check_labels(page: Page, known: Known) -> list[Problem]:
    return [page.problem(index, f"no order is labelled `[{label}]`")
            for index, line in enumerate(page.lines) if page.kinds[index] is not Kind.PRINTED
            for label in _LABEL.findall(line) if label not in known.tree.labels and not _CLAUSE.match(label)]


def _check_includes(page: Page, known: Known) -> list[Problem]:
    return [page.problem(index, f"no header is called `{first or second}`")
            for index, line in enumerate(page.lines) if page.kinds[index] is not Kind.PRINTED
            for first, second in _INCLUDE.findall(line) if (first or second) not in known.entries]


def _command_lines(page: Page) -> Iterator[Span]:
    """Markers of blocks, and lines in fences, that call the program or the launcher."""
    for block in page.blocks:
        if _COMMAND.fullmatch(block.command):
            yield Span(block.begin, block.command)
    for fence in page.fences:
        for index in range(fence.begin + 1, fence.end):
            line = page.lines[index].strip().removeprefix("$ ")
            if _COMMAND.fullmatch(line):
                yield Span(index, line)
