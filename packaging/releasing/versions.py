"""The version, and each place that has it.

core/include/vigil/version.hpp is where it is read. Meson, Bazel and vcpkg want it as a literal in their own files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

HEADER = "core/include/vigil/version.hpp"
# A number below 100, as VIGIL_VERSION has two digits for each of the last two.
_VERSION = re.compile(r"(0|[1-9]\d?)\.(0|[1-9]\d?)\.(0|[1-9]\d?)")
_PART = r"^(#define VIGIL_VERSION_{} )(\d+)$"
# Each has the version between two groups, once.
_LITERALS = {
    "meson.build": r"(project\('vigil', 'cpp', version: ')([^']*)(')",
    "MODULE.bazel": r'(    version = ")([^"]*)(",\n\))',
    "packaging/vcpkg/vigil/vcpkg.json": r'("version-semver": ")([^"]*)(")',
}
PLACES = (HEADER, *_LITERALS)


class Mistake(Exception):
    """What the caller asks for is refused."""


@dataclass(frozen=True, order=True)
class Version:
    major: int
    minor: int
    patch: int

    @staticmethod
    def of(text: str) -> Version:
        found = _VERSION.fullmatch(text)
        if found is None:
            raise Mistake(f"'{text}' is no version: three numbers below 100 without leading zeros, as in 1.2.3")
        return Version(*map(int, found.groups()))

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"


def _only(pattern: str, text: str, path: str) -> re.Match[str]:
    found = list(re.finditer(pattern, text, re.MULTILINE))
    if len(found) != 1:
        raise Mistake(f"{path} has {len(found)} versions where it should have one")
    return found[0]


def read(root: Path) -> dict[str, Version]:
    """The version of each place."""
    header = (root / HEADER).read_text()
    parts = [_only(_PART.format(part), header, HEADER)[2] for part in ("MAJOR", "MINOR", "PATCH")]
    found = {HEADER: Version.of(".".join(parts))}
    for path, pattern in _LITERALS.items():
        found[path] = Version.of(_only(pattern, (root / path).read_text(), path)[2])
    return found


def write(root: Path, version: Version) -> None:
    header = (root / HEADER).read_text()
    for part, number in zip(("MAJOR", "MINOR", "PATCH"), (version.major, version.minor, version.patch)):
        header = re.sub(_PART.format(part), rf"\g<1>{number}", header, flags=re.MULTILINE)
    (root / HEADER).write_text(header)
    for path, pattern in _LITERALS.items():
        text = (root / path).read_text()
        (root / path).write_text(re.sub(pattern, rf"\g<1>{version}\g<3>", text))
