"""CHANGELOG.md, whose section of a version is `## 1.2.3 – unreleased` until the version is released."""

from __future__ import annotations

import re

from .versions import Mistake, Version


def dated(text: str, version: Version, date: str) -> str:
    """The changelog with the date of the release, or a Mistake if there is nothing to release."""
    heading = f"## {version} – unreleased"
    if text.count(f"\n{heading}\n") != 1:
        raise Mistake(f"CHANGELOG.md has no section `{heading}`")
    section = re.split(r"^## ", text.split(f"\n{heading}\n")[1], maxsplit=1, flags=re.MULTILINE)[0]
    if not re.search(r"^- ", section, re.MULTILINE):
        raise Mistake(f"CHANGELOG.md says of {version} nothing that changed")
    return text.replace(f"\n{heading}\n", f"\n## {version} – {date}\n")
