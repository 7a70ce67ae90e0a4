"""What the source tree holds that prose may name: files, labels, choices, tests."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

_NO_SOURCES = {".git", ".cache", "build", "__pycache__", "node_modules"}
_LABEL = re.compile(r'\bOrder<\s*"([^"]+)"')
_CHOICE = re.compile(r'\bChoice<\s*"([^"]+)"')
_TEST = re.compile(r"\b(?:(?:TYPED_)?TEST(?:_F|_P)?|RC_GTEST\w*PROP)\(\s*(\w+),\s*(\w+)")
_MUTANT = re.compile(r"^mutant: (\w+)", re.MULTILINE)
_WORD = re.compile(r"\w+")
_CODE = {".hpp", ".cpp", ".h", ".c"}


@dataclass
class Tree:
    """The source tree at `root`."""

    root: Path
    files: set[str] = field(init=False)
    folders: set[str] = field(init=False)

    def __post_init__(self) -> None:
        self.files, self.folders = set(), set()
        for folder, inside, names in os.walk(self.root):
            inside[:] = [name for name in inside if name not in _NO_SOURCES]
            here = Path(folder).relative_to(self.root)
            self.folders.update(str(here / name) for name in inside)
            self.files.update(str(here / name) for name in names)

    @property
    def rooms(self) -> set[str]:
        return {folder for folder in self.folders if "/" not in folder}

    def text(self, file: str) -> str:
        return (self.root / file).read_text(encoding="utf-8", errors="replace")

    def sources(self, *rooms: str) -> list[str]:
        inside = tuple(f"{room}/" for room in rooms)
        return sorted(file for file in self.files if file.startswith(inside) and Path(file).suffix in _CODE)

    def file_with(self, lines: list[str]) -> str:
        """A source that holds these lines, however they are indented; empty if there is none."""
        wanted = " ".join(" ".join(lines).split())
        return next((file for file, text in self._words.items() if wanted in text), "")

    @cached_property
    def _words(self) -> dict[str, str]:
        return {file: " ".join(self.text(file).split()) for file in self.sources(*self.rooms)}

    @cached_property
    def labels(self) -> set[str]:
        return self._found(_LABEL, "core", "models", "examples")

    @cached_property
    def choices(self) -> set[str]:
        return self._found(_CHOICE, "core", "models", "examples")

    @cached_property
    def mutants(self) -> set[str]:
        specifications = (file for file in self.files if file.endswith(".mutants"))
        return {name for file in specifications for name in _MUTANT.findall(self.text(file))}

    @cached_property
    def words(self) -> set[str]:
        """All that is named outside of the pages: in files, and by their paths."""
        words = set(_WORD.findall(" ".join(self.files)))
        for file in self.files:
            if not file.startswith("docs/") and not file.endswith(".md"):
                words.update(_WORD.findall(self.text(file)))
        return words

    @cached_property
    def tests(self) -> set[str]:
        matches = (match for file in self.sources(*self.rooms) for match in _TEST.finditer(self.text(file)))
        return {f"{suite}.{test}" for suite, test in (match.groups() for match in matches)}

    def _found(self, pattern: re.Pattern[str], *rooms: str) -> set[str]:
        return {name for file in self.sources(*rooms) for name in pattern.findall(self.text(file))}
