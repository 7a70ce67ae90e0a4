"""Fills the blocks of a page with what their commands print, and finds output that stands outside of them."""

from __future__ import annotations

import os.path
import re
from typing import Iterable, Mapping, Optional

from .answers import Answer
from .page import Block, Fence, Kind, Page, Problem
from .trace import steps_of

_CODE = ("#include", "#pragma once")
_OUTPUT = re.compile(r"\w+ in (?:the|a good) order\b.*\b(?:fewest|not known)\b")
# What is quoted from another page is a table there as well.
_A_PAGE = re.compile(r"\.md\b")
_BY_HAND = re.compile(r"<!-- not printed: .+ -->")
_RULE = re.compile(r"\|(?:\s*:?-+:?\s*\|)+")
# Its text may be broken across lines.
_IMAGE = re.compile(r"!\[(?:(?!\n\n)[^\]])*\]\(([^)\s]+\.svg)\)")


def in_markdown(text: str) -> list[str]:
    """A table as it is, anything else as preformatted text, C++ if it begins as C++ does."""
    if text.startswith("|"):
        return text.split("\n")
    return [f"```{'cpp' if text.startswith(_CODE) else 'text'}", *text.split("\n"), "```"]


def fill(page: Page, answers: Mapping[str, Answer]) -> tuple[str, list[Problem]]:
    """The page's text with its blocks as their commands print them now. A block without an answer stays."""
    lines: list[str] = []
    problems: list[Problem] = []
    behind = 0
    for block in page.blocks:
        answer = answers.get(block.command)
        if answer is None:
            continue
        if answer.failed:
            problems.append(page.problem(block.begin, f"failed: {block.command}\n{answer.text}"))
        elif block.maker != "drawn":
            lines += [*page.lines[behind : block.begin + 1], *in_markdown(answer.text)]
            behind = block.end
    return "\n".join(lines + page.lines[behind:]), problems


def picture_of(page: Page, block: Block) -> Optional[str]:
    """The path, from the root of the tree, of the picture below a `drawn by` marker; None if there is none."""
    image = _IMAGE.match("\n".join(page.lines[block.begin + 1 :]))
    return os.path.normpath(os.path.join(os.path.dirname(page.name), image.group(1))) if image else None


def check(pages: Iterable[Page]) -> list[Problem]:
    """Markers that do not pair, and what looks printed but stands in no block."""
    pages = list(pages)
    headers = {header for page in pages for block in page.blocks if not _A_PAGE.search(block.command)
               for header in _headers(page, Kind.PRINTED, block)}
    problems = []
    for page in pages:
        problems += page.problems
        problems += [page.problem(block.begin, "no `![text](picture.svg)` follows in the next line")
                     for block in page.blocks if block.maker == "drawn" and picture_of(page, block) is None]
        problems += [page.problem(fence.begin, "an execution in no block: mark it by `<!-- printed by: COMMAND -->` "
                                               "or `<!-- not printed: REASON -->`")
                     for fence in page.fences if _is_output(page, fence)]
        problems += [page.problem(index, "a table in no block has the header of a printed one")
                     for header, index in _headers(page, Kind.PROSE).items() if header in headers]
    return problems


def _is_output(page: Page, fence: Fence) -> bool:
    if fence.begin > 0 and _BY_HAND.fullmatch(page.lines[fence.begin - 1]):
        return False
    inside = page.lines[fence.begin + 1 : fence.end]
    return any(_OUTPUT.match(line) for line in inside) or bool(steps_of(inside))


def _headers(page: Page, kind: Kind, block: Optional[Block] = None) -> dict[str, int]:
    """The headers of the tables of a page or of a block, and where each is."""
    found: dict[str, int] = {}
    for index in range(block.begin, block.end) if block else range(len(page.lines) - 1):
        if page.kinds[index] is kind and page.lines[index].startswith("|") and _RULE.fullmatch(page.lines[index + 1]):
            found.setdefault(page.lines[index], index)
    return found
