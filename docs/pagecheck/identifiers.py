"""Identifiers in prose: each word in backticks is written somewhere in the sources, or printed by a command, or a name of
other software, which stands in a list."""

from __future__ import annotations

import re
from typing import Iterable

from .page import Kind, Page, Problem, code_spans
from .tree import Tree

LIST = "docs/foreign-names.txt"

# A part of a name, as `thrd_` in `thrd_*`, is none.
_WORD = re.compile(r"(?<![\w.-])[A-Za-z]\w*[A-Za-z0-9]\b|(?<=[.-])[A-Za-z]\w*[A-Za-z0-9]\b")


def check(pages: Iterable[Page], tree: Tree) -> list[Problem]:
    pages = list(pages)
    known = tree.words | _printed(pages)
    foreign = set(tree.text(LIST).split()) if LIST in tree.files else set()
    problems, used = [], set()
    for page in pages:
        for span in code_spans(page):
            for word in _WORD.findall(span.code):
                if word in known:
                    continue
                used.add(word)
                if word not in foreign:
                    problems.append(page.problem(span.line, f"`{word}` is named nowhere else; if it is a name of other "
                                                            f"software, add it to {LIST}"))
    return problems + [Problem(LIST, 0, f"no page needs `{word}` any more") for word in sorted(foreign - used)]


def _printed(pages: Iterable[Page]) -> set[str]:
    return {word for page in pages for line, kind in zip(page.lines, page.kinds) if kind is Kind.PRINTED
            for word in _WORD.findall(line)}
