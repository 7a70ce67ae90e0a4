"""Runs codespell over pages and sources."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Iterable

from . import words
from .answers import Shell
from .page import Problem
from .tree import Tree

ALLOWED = "docs/spelling-allowed.txt"

_TEXT = {".md", ".hpp", ".cpp", ".h", ".c", ".cmake", ".py", ".js", ".mjs", ".vue", ".css", ".go", ".rs", ".yml", ".txt",
         ".in", ""}
_FINDING = re.compile(r"(?:\./)?([^:]+):(\d+): (.*)")


def files(tree: Tree) -> list[str]:
    return sorted(file for file in tree.files if Path(file).suffix in _TEXT and file not in (ALLOWED, words.LIST))


def findings(output: Iterable[str]) -> list[Problem]:
    """From codespell's lines `FILE:LINE: WRONG ==> RIGHT`."""
    matches = (_FINDING.fullmatch(line) for line in output)
    return [Problem(match.group(1), int(match.group(2)), match.group(3)) for match in matches if match]


def check(tree: Tree, shell: Shell) -> list[Problem]:
    try:
        answer = shell.execute(["codespell", "--ignore-words", ALLOWED, "--", *files(tree)])
    except FileNotFoundError as error:
        raise RuntimeError("codespell is not installed") from error
    found = findings(answer.text.splitlines())
    if answer.failed and not found:
        raise RuntimeError(f"failed: codespell\n{answer.text}")
    return found
