"""Words that the project no longer uses, in pages, in comments and in what the programs say."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Iterator

from .page import Kind, Page, Problem, blanked, line_of, page_names
from .tree import Tree

LIST = "docs/retired-words.txt"

_C_FAMILY = {".hpp", ".cpp", ".h", ".c", ".js", ".go", ".rs"}
_SCRIPTS = {".cmake", ".py", ".sh", ".css", ".yml", ".in", ".json", ".mjs", ".vue"}
_CODE = re.compile(r"`[^`\n]*`")
_TARGET = re.compile(r"(?<=\])\([^)\s]*\)")
_INCLUDE = re.compile(r"^[ \t]*#[ \t]*include\b[^\n]*", re.MULTILINE)
# In this order: a raw string, a string, a number with its separators, a character, and the two comments.
_TOKEN = re.compile(r'R"(?P<fence>[^\s()\\]*)\((?P<raw>.*?)\)(?P=fence)"|"(?P<string>(?:\\.|[^"\\\n])*)"'
                    r"|\b\d[\w.']*|'(?:\\.|[^'\\\n])*'|//(?P<line>[^\n]*)|/\*(?P<comment>.*?)\*/", re.DOTALL)


@dataclass(frozen=True)
class Retired:
    pattern: re.Pattern[str]
    instead: str


@dataclass
class WordList:
    """`allowed` has, for a file, texts whose lines may use any word."""

    retired: list[Retired] = field(default_factory=list)
    allowed: dict[str, list[str]] = field(default_factory=dict)

    def found_in(self, file: str, text: str, lines: list[str]) -> Iterator[Problem]:
        """In `text`, whose lines stand for `lines` of the file, in which the allowed texts are looked for."""
        allowed = self.allowed.get(file, [])
        for word in self.retired:
            for match in word.pattern.finditer(text):
                line = line_of(text, match.start())
                if not any(passage in lines[line] for passage in allowed):
                    said = " ".join(match.group().split())
                    yield Problem(file, line + 1, f"'{said}': say {word.instead}")


def read_list(text: str) -> WordList:
    """Rows `PATTERN -> what to say instead` and `FILE: TEXT`, where that text may stay."""
    words = WordList()
    for row in text.splitlines():
        pattern, arrow, instead = row.partition(" -> ")
        if not row.strip() or row.startswith("#"):
            continue
        if arrow:
            wanted = rf"(?<![\w-])(?:{pattern.strip()})(?![\w-])".replace(" ", r"[\s#*]+")
            words.retired.append(Retired(re.compile(wanted, re.IGNORECASE), instead.strip()))
        else:
            file, _, passage = row.partition(": ")
            words.allowed.setdefault(file, []).append(passage)
    return words


def comments_and_strings(source: str) -> str:
    """All else blanked, and so is code in backticks."""
    text = blanked(_INCLUDE, source)
    out = [character if character == "\n" else " " for character in text]
    for token in _TOKEN.finditer(text):
        for group in ("raw", "string", "line", "comment"):
            if token.group(group) is not None:
                out[token.start(group) : token.end(group)] = token.group(group)
    return blanked(_CODE, "".join(out))


def texts(tree: Tree) -> Iterator[tuple[str, str]]:
    """Each file that is checked, with what is checked of it. What a command has printed is checked in its source."""
    for name in page_names(tree.root):
        prose = Page(name, tree.text(name)).of_kind(Kind.PROSE, Kind.FENCE)
        yield name, blanked(_TARGET, blanked(_CODE, prose))
    for file in sorted(tree.files):
        if Path(file).suffix in _C_FAMILY:
            yield file, comments_and_strings(tree.text(file))
        elif Path(file).suffix in _SCRIPTS or Path(file).name == "CMakeLists.txt" or _is_script(tree, file):
            yield file, tree.text(file)


def _is_script(tree: Tree, file: str) -> bool:
    return not Path(file).suffix and tree.text(file).startswith("#!")


def check(tree: Tree) -> list[Problem]:
    words = read_list(tree.text(LIST))
    return [problem for file, text in texts(tree)
            for problem in words.found_in(file, text, tree.text(file).split("\n"))]
