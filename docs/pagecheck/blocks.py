"""Fills the blocks of a page with what their commands print, and finds output that stands outside of them."""

from __future__ import annotations

import os.path
import re
from typing import Iterable, Mapping, Optional

from .answers import Answer
from .page import Block, Fence, Kind, Page, Problem, sum_of
from .trace import steps_of
from .tree import Tree

TABLES = "docs/printed-tables.txt"

# A printed litmus test begins with its first thread: it is C, and close enough to C++ for its colours.
_CODE = ("#include", "#pragma once", "P0(")
# What is quoted from another page is a table there as well.
_A_PAGE = re.compile(r"\.md\b")
_BY_HAND = re.compile(r"<!-- not printed: .+ -->")
_RULE = re.compile(r"\|(?:\s*:?-+:?\s*\|)+")
# Its text may be broken across lines.
# The languages of a fence that holds what a person has written: no command prints into them.
_WRITTEN = {"sh", "cmake", "cpp", "c", "python", "rust", "go", "json", "yaml", "ini", "meson", "markdown"}
# Shorter pieces of code occur by chance.
_LINES_OF_A_PIECE = 5
_FIGURE = re.compile(r"\|\s*[\d,.]+\s*[^|\s]*\s*\|")
_IMAGE = re.compile(r"!\[(?:(?!\n\n)[^\]])*\]\(([^)\s]+\.svg)\)")


def in_markdown(text: str) -> list[str]:
    """A table as it is, anything else as preformatted text, C++ if it begins as C++ does, or with a comment of C++."""
    if text.startswith("|"):
        return text.split("\n")
    is_code = text.startswith(_CODE) or text.lstrip().startswith("// ")
    return [f"```{'cpp' if is_code else 'text'}", *text.split("\n"), "```"]


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
            printed = in_markdown(answer.text)
            lines += [*page.lines[behind : block.begin + 1], *printed]
            behind = block.end
            if block.maker == "measured":
                lines.append(f"<!-- end, sum: {sum_of(printed)} -->")
                behind += 1
    return "\n".join(lines + page.lines[behind:]), problems


def picture_of(page: Page, block: Block) -> Optional[str]:
    """The path, from the root of the tree, of the picture below a `drawn by` marker; None if there is none."""
    image = _IMAGE.match("\n".join(page.lines[block.begin + 1 :]))
    return os.path.normpath(os.path.join(os.path.dirname(page.name), image.group(1))) if image else None


def check(pages: Iterable[Page], tree: Tree) -> list[Problem]:
    """Markers that do not pair, and what looks printed but stands in no block."""
    pages = list(pages)
    problems = [problem for page in pages for problem in page.problems]
    for page in pages:
        problems += [page.problem(block.begin, "no `![text](picture.svg)` follows in the next line")
                     for block in page.blocks if block.maker == "drawn" and picture_of(page, block) is None]
        problems += [page.problem(fence.begin, message)
                     for fence in page.fences if (message := _wrong_fence(page, fence, tree))]
    return problems + _check_tables(pages, tree)


def _wrong_fence(page: Page, fence: Fence, tree: Tree) -> str:
    language = page.lines[fence.begin].strip().strip("`~").partition(" ")[0]
    inside = page.lines[fence.begin + 1 : fence.end]
    if fence.begin > 0 and _BY_HAND.fullmatch(page.lines[fence.begin - 1]):
        return ""
    if language not in _WRITTEN or steps_of(inside):
        return ("looks printed, in no block: mark it by `<!-- printed by: COMMAND -->` or `<!-- not printed: REASON -->`, "
                "or name its language, as in ```sh")
    if len(inside) >= _LINES_OF_A_PIECE and (file := tree.file_with(inside)):
        return f"this is {file}, in no block: print it by `<!-- printed by: cat {file} -->` or `sed`"
    return ""


def _check_tables(pages: list[Page], tree: Tree) -> list[Problem]:
    """The tables that commands print have headers that stand in a list. They stand in blocks, and in no prose. A block
    that lost its markers is found even if no other page has such a table."""
    listed = set(tree.text(TABLES).splitlines()) if TABLES in tree.files else set()
    printed = {header: page.problem(index, f"a new printed table: add its header to {TABLES}")
               for page in pages for block in page.blocks if not _A_PAGE.search(block.command)
               for header, index in _headers(page, Kind.PRINTED, block).items()}
    problems = [problem for header, problem in printed.items() if header not in listed]
    problems += [Problem(TABLES, 0, f"no block prints a table with the header {header}")
                 for header in listed if header not in printed]
    problems += [page.problem(index, "a table in no block has the header of a printed one")
                 for page in pages for header, index in _headers(page, Kind.PROSE).items()
                 if header in printed or header in listed]
    return problems + _rows_of_two_pages(pages)


def _rows_of_two_pages(pages: list[Page]) -> list[Problem]:
    """Figures of one table that stand in the prose of another page too, where nothing renews them."""
    first: dict[tuple[str, str], Page] = {}
    problems = []
    for page in pages:
        header = ""
        for index, row in enumerate(page.lines):
            if page.kinds[index] is not Kind.PROSE or not row.startswith("|"):
                header = ""
            elif not header:
                header = row
            elif _FIGURE.search(row) and first.setdefault((header, row), page) is not page:
                problems.append(page.problem(index, f"a row of {first[header, row].name}: print it in a block"))
    return problems


def _headers(page: Page, kind: Kind, block: Optional[Block] = None) -> dict[str, int]:
    """The headers of the tables of a page or of a block, and where each is."""
    found: dict[str, int] = {}
    for index in range(block.begin, block.end) if block else range(len(page.lines) - 1):
        if page.kinds[index] is kind and page.lines[index].startswith("|") and _RULE.fullmatch(page.lines[index + 1]):
            found.setdefault(page.lines[index], index)
    return found
