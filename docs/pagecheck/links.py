"""Links: the file that a link names exists, and so does the heading."""

from __future__ import annotations

import os.path
import re
from typing import Iterable, Mapping

from .page import Kind, Page, Problem, blanked, line_of
from .tree import Tree

# In a text, by a reference below, or in HTML.
_LINK = re.compile(r"""\]\(\s*(?:<(?P<spaced>[^>\n]+)>|(?P<plain>(?:[^()\s>]|\([^()\s]*\))+))(?:\s+(?:"[^"]*"|'[^']*'|\([^)]*\)))?\s*\)"""
                   r"""|^ {0,3}\[[^\]\n]+\]:\s*<?(?P<below>[^\s>]+)|<\w+[^>]*\b(?:href|src)\s*=\s*["']?(?P<html>[^"'\s>]+)""",
                   re.MULTILINE | re.IGNORECASE)
_USE = re.compile(r"\[(?P<text>[^\[\]]+)\](?P<name>\[[^\[\]]*\])")
_NAMED = re.compile(r"^ {0,3}\[([^\]\n]+)\]:", re.MULTILINE)
_CODE = re.compile(r"`[^`\n]*`")
_HEADING = re.compile(r"#{1,6}\s+(.*?)\s*#*")
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)


def slug(heading: str) -> str:
    """As GitHub makes it: lower case, blanks become hyphens, and all other punctuation goes."""
    shown = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    return re.sub(r"[^\w\- ]", "", shown.lower()).replace(" ", "-")


def slugs(page: Page) -> set[str]:
    found: dict[str, int] = {}
    for line, kind in zip(page.lines, page.kinds):
        if kind is Kind.PROSE and (heading := _HEADING.fullmatch(line)):
            name = slug(heading.group(1))
            count = found.get(name, 0)
            found[name] = count + 1
            if count:
                found[f"{name}-{count}"] = 1
    return set(found)


def check(pages: Iterable[Page], tree: Tree) -> list[Problem]:
    by_name = {page.name: page for page in pages}
    anchors = {name: slugs(page) for name, page in by_name.items()}
    problems = []
    for page in by_name.values():
        text = blanked(_CODE, page.of_kind(Kind.PROSE, Kind.PRINTED))
        for link in _LINK.finditer(text):
            target = next(filter(None, link.groups()))
            if message := _wrong(page.name, target, tree, anchors):
                problems.append(page.problem(line_of(text, link.start()), message))
        names = {" ".join(name.lower().split()) for name in _NAMED.findall(text)}
        for use in _USE.finditer(blanked(_CODE, page.of_kind(Kind.PROSE))):
            name = " ".join((use["name"][1:-1].strip() or use["text"]).lower().split())
            if name not in names:
                problems.append(page.problem(line_of(text, use.start()), f"no link below is called `[{name}]`"))
    return problems


def _wrong(page: str, target: str, tree: Tree, anchors: Mapping[str, set[str]]) -> str:
    if _ELSEWHERE.match(target):
        return ""
    path, _, anchor = target.partition("#")
    file = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
    if file != "." and file not in tree.files and file not in tree.folders:
        return f"the link `{target}` leads to no file"
    if "#" in target and file not in anchors:
        return f"the link `{target}` leads into {file}, which is no page with headings"
    if "#" in target and anchor not in anchors[file]:
        return f"the link `{target}` leads to no heading of {file}"
    return ""
