"""A page as lines, and which of them are prose, which are in a fence, and which a command has printed."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path


@dataclass(frozen=True, order=True)
class Problem:
    """What is wrong, where: lines count from 1, and 0 means the file as a whole."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}" if self.line else f"{self.file}: {self.text}"


class Kind(Enum):
    PROSE = "prose"
    FENCE = "fence"
    PRINTED = "printed"


@dataclass(frozen=True)
class Block:
    """What stands between two markers. `begin` and `end` are the indices of their lines; a picture has no end."""

    maker: str  # printed, measured or drawn
    command: str
    begin: int
    end: int
    sum: str = ""  # of a measured block, as its end has it


@dataclass(frozen=True)
class Fence:
    """A fence outside all blocks. `begin` is the line that opens it, `end` the line that closes it."""

    begin: int
    end: int


MARKER = re.compile(r"<!-- (printed|measured|drawn) by: (.+) -->")
END_MARKER = "<!-- end -->"
_END = re.compile(r"<!-- end(?:, sum: ([0-9a-f]{8}))? -->")
_LIKE_A_MARKER = re.compile(r"<!-{1,3}\s*(?:printed|measured|drawn)\s+by\b|<!-{1,3}\s*end\b", re.IGNORECASE)
_IN_BACKTICKS = re.compile(r"`[^`]*`")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


@dataclass
class Page:
    """`name` is the path from the root of the tree."""

    name: str
    text: str
    lines: list[str] = field(init=False)
    kinds: list[Kind] = field(init=False)
    blocks: list[Block] = field(default_factory=list, init=False)
    fences: list[Fence] = field(default_factory=list, init=False)
    problems: list[Problem] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        self.lines = self.text.split("\n")
        self.kinds = [Kind.PROSE] * len(self.lines)
        index = 0
        while index < len(self.lines):
            index = self._read_from(index)

    def problem(self, index: int, text: str) -> Problem:
        return Problem(self.name, index + 1, text)

    def sum_of(self, block: Block) -> str:
        """What tells that a block was changed by hand: a part of the hash of what it holds."""
        return sum_of(self.printed(block))

    def printed(self, block: Block) -> list[str]:
        return self.lines[block.begin + 1 : block.end]

    def of_kind(self, *kinds: Kind) -> str:
        """The text with everything else blanked, so that offsets and lines stay what they are."""
        return "\n".join(line if kind in kinds else " " * len(line) for line, kind in zip(self.lines, self.kinds))

    def _read_from(self, index: int) -> int:
        """Reads what begins at a line, and returns the index of the line behind it."""
        line = self.lines[index]
        if marker := MARKER.fullmatch(line):
            return self._read_block(index, *marker.groups())
        if opening := _FENCE.match(line):
            return self._read_fence(index, opening.group(1))
        if _END.fullmatch(line):
            self.problems.append(self.problem(index, f"`{line}` closes no block"))
        elif _LIKE_A_MARKER.search(_IN_BACKTICKS.sub("", line)):
            self.problems.append(self.problem(index, "is not quite the marker of a block"))
        return index + 1

    def _read_block(self, begin: int, maker: str, command: str) -> int:
        if maker == "drawn":
            self.blocks.append(Block(maker, command, begin, begin))
            return begin + 1
        for index in range(begin + 1, len(self.lines)):
            if end := _END.fullmatch(self.lines[index]):
                self.blocks.append(Block(maker, command, begin, index, end.group(1) or ""))
                self.kinds[begin : index + 1] = [Kind.PRINTED] * (index + 1 - begin)
                return index + 1
            if MARKER.fullmatch(self.lines[index]):
                self.problems.append(self.problem(index, f"begins inside the block of line {begin + 1}"))
                return index
        self.problems.append(self.problem(begin, f"is not closed by `{END_MARKER}`"))
        return len(self.lines)

    def _read_fence(self, begin: int, opening: str) -> int:
        for index in range(begin + 1, len(self.lines)):
            line = self.lines[index].strip()
            if line.startswith(opening) and not line.strip(opening[0]):
                self.fences.append(Fence(begin, index))
                self.kinds[begin : index + 1] = [Kind.FENCE] * (index + 1 - begin)
                return index + 1
        self.problems.append(self.problem(begin, "a fence is not closed"))
        return len(self.lines)


def sum_of(lines: list[str]) -> str:
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()[:8]


def line_of(text: str, offset: int) -> int:
    """The index of the line that holds an offset."""
    return text.count("\n", 0, offset)


_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_CODE = re.compile(r"(?<!`)(`+)(?!`)((?:(?!\n[ \t]*\n).)+?)(?<!`)\1(?!`)", re.DOTALL)


def blanked(pattern: re.Pattern[str], text: str) -> str:
    """Each match replaced by blanks; line ends stay."""
    return pattern.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


@dataclass(frozen=True)
class Span:
    """Code in backticks, in one line."""

    line: int
    code: str


def code_spans(page: Page) -> list[Span]:
    prose = blanked(_COMMENT, page.of_kind(Kind.PROSE))
    spans = []
    for match in _CODE.finditer(prose):
        code = " ".join(match.group(2).split()).replace("\\|", "|")
        spans.append(Span(line_of(prose, match.start()), code))
    return spans


def prose_without_code(page: Page) -> str:
    return blanked(_CODE, blanked(_COMMENT, page.of_kind(Kind.PROSE)))


def page_names(root: Path) -> list[str]:
    """Every page that is refreshed and checked."""
    top = [name for name in ("README.md", "CONTRIBUTING.md") if (root / name).is_file()]
    return top + sorted(str(path.relative_to(root)) for path in (root / "docs").rglob("*.md") if path.is_file())


def read_pages(root: Path) -> list[Page]:
    return [Page(name, (root / name).read_text(encoding="utf-8")) for name in page_names(root)]
