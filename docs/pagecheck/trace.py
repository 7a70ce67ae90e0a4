"""The steps of a printed execution: the threads beside each other in columns, or a line `thread N` for each step."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Optional


@dataclass
class Step:
    """A line of a printed execution and those that it goes on in. `thread` is None for a step of no thread."""

    number: int
    thread: Optional[int]
    words: str
    place: str = ""

    @property
    def text(self) -> str:
        return f"{self.words} {self.place}".strip()


_HEADING = re.compile(r"\s*step\s+thread\b")
_TITLE = re.compile(r"\bthread (\d+)\b")
_ROW = re.compile(r"\s*(\d+)\s\s+(?=\S)")
_IN_A_LIST = re.compile(r"thread (\d+)\b(?: \([^)]*\))?\s\s+(?=\S)")
_VIOLATION = re.compile(r"VIOLATION\b[^:]*?\bthread (\d+)\b")
_OF_NO_THREAD = re.compile(r"VIOLATION\b|at the end\b")
_GAP = re.compile(r"\s\s+")


def steps_of(lines: list[str]) -> list[Step]:
    """None at all if the lines hold no printed execution."""
    columns: list[tuple[int, int]] = []  # where each begins, and its thread
    steps: list[Step] = []
    begun = False
    for line in lines:
        if _HEADING.match(line):
            columns = [(title.start(), int(title.group(1))) for title in _TITLE.finditer(line)]
            begun = True
        elif row := _ROW.match(line):
            step = _step_of(int(row.group(1)), line, row.end(), columns)
            if step.thread is not None and not columns:
                begun = True
            if begun:
                steps.append(step)
        elif steps and line.startswith("    "):
            _go_on(steps[-1], line)
        elif steps:
            break
    return steps


def _step_of(number: int, line: str, begin: int, columns: list[tuple[int, int]]) -> Step:
    rest = line[begin:]
    thread: Optional[int] = None
    if violation := _VIOLATION.match(rest):
        thread = int(violation.group(1))
    elif listed := _IN_A_LIST.match(rest):
        thread, rest = int(listed.group(1)), rest[listed.end() :]
    elif columns and not _OF_NO_THREAD.match(rest):
        thread = max((column for column in columns if column[0] <= begin), default=(0, None))[1]
    words, *place = _GAP.split(rest.rstrip())
    return Step(number, thread, words, " ".join(place))


def _go_on(step: Step, line: str) -> None:
    words, *place = _GAP.split(line.strip())
    step.words += " " + words
    step.place = " ".join([step.place, *place]).strip()


def find(steps: list[Step], thread: int, text: str, count: int) -> Optional[int]:
    """The number of the count-th step of a thread whose line contains the text, as words of their own. Where an
    operation contains it, places in the code are not searched."""
    before = r"(?<!\w)" if text[:1].isalnum() else ""
    behind = r"(?!\w)" if text[-1:].isalnum() else ""
    wanted = re.compile(before + re.escape(text) + behind)
    own = [step for step in steps if step.thread == thread]
    found = [step.number for step in own if wanted.search(step.words)]
    found = found or [step.number for step in own if wanted.search(step.text)]
    return found[count - 1] if 0 < count <= len(found) else None
