"""Numbers of steps in prose: `14<!--= thread 0 [sleep.register] #2 -->` is filled from the execution printed above."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .page import Kind, Page, Problem, blanked, line_of
from .trace import Step, find, steps_of

_ANCHOR = re.compile(r"(\d*)<!--=(.*?)-->", re.DOTALL)
_WANTED = re.compile(r"thread (\d+) (.+?)(?: #(\d+))?")
_NUMBERS = re.compile(r"\bsteps?\s+\d+(?:<!--=.*?-->)?(?:(?:\s*,|\s*–|-|\s+(?:and|or|to))+\s+\d+(?:<!--=.*?-->)?)*",
                      re.DOTALL | re.IGNORECASE)
_NUMBER = re.compile(r"\d+(?!\d|\s*<!--=)(?![^<]*-->)")
_OWN_NUMBERS = "<!-- steps: protocol -->"
_HEADING = re.compile(r"(#+) ")


@dataclass(frozen=True)
class Execution:
    """The steps that a block prints, and the index of the line that the block ends in."""

    end: int
    steps: list[Step]


def executions(page: Page) -> list[Execution]:
    found = []
    for block in page.blocks:
        if steps := steps_of(page.printed(block)):
            found.append(Execution(block.end, steps))
    return found


def fill(page: Page) -> tuple[str, list[Problem]]:
    """The page's text with the numbers as the executions have them, and the anchors that find no step."""
    problems: list[Problem] = []
    above = executions(page)
    prose = page.of_kind(Kind.PROSE)
    text, behind = "", 0
    for anchor in _ANCHOR.finditer(prose):
        line = line_of(prose, anchor.start())
        try:
            number = _number_of(" ".join(anchor.group(2).split()), above, line)
        except LookupError as error:
            problems.append(page.problem(line, error.args[0]))
            continue
        text += page.text[behind : anchor.start(1)] + str(number)
        behind = anchor.end(1)
    return text + page.text[behind:], problems


def _number_of(wanted: str, above: list[Execution], line: int) -> int:
    words = _WANTED.fullmatch(wanted)
    if not words:
        raise LookupError(f"`<!--= {wanted} -->` is not `thread N TEXT` or `thread N TEXT #K`")
    nearest = [execution for execution in above if execution.end < line]
    if not nearest:
        raise LookupError(f"`<!--= {wanted} -->` has no printed execution above it")
    number = find(nearest[-1].steps, int(words.group(1)), words.group(2), int(words.group(3) or 1))
    if number is None:
        raise LookupError(f"`<!--= {wanted} -->` finds no step in the execution above it")
    return number


def check(page: Page) -> list[Problem]:
    """Numbers of steps below an execution that no anchor ties to it."""
    above = executions(page)
    if not above:
        return []
    own = _lines_with_own_numbers(page)
    prose = blanked(re.compile(r"`[^`\n]*`"), page.of_kind(Kind.PROSE))
    problems = []
    for numbers in _NUMBERS.finditer(prose):
        for number in _NUMBER.finditer(numbers.group()):
            line = line_of(prose, numbers.start() + number.start())
            if line > above[0].end and line not in own:
                problems.append(page.problem(line, f"step {number.group()} has no anchor `<!--= thread N TEXT -->`"))
    return problems


def _lines_with_own_numbers(page: Page) -> set[int]:
    """The paragraphs and sections that number steps of their own: the mark stands in the line before."""
    lines: set[int] = set()
    for index, line in enumerate(page.lines):
        if line == _OWN_NUMBERS:
            lines.update(range(index, _end_of_passage(page, index + 1)))
    return lines


def _end_of_passage(page: Page, begin: int) -> int:
    """A section if a heading begins it, else a paragraph."""
    level = _level(page, begin)
    for index in range(begin + 1, len(page.lines)):
        if level == 0 and not page.lines[index].strip():
            return index
        if level and 0 < _level(page, index) <= level:
            return index
    return len(page.lines)


def _level(page: Page, index: int) -> int:
    """Of the heading in a line; 0 if there is none."""
    heading = index < len(page.lines) and page.kinds[index] is Kind.PROSE and _HEADING.match(page.lines[index])
    return len(heading.group(1)) if heading else 0
