"""What a build has compiled: the commands, the headers that each object includes, and how programs are linked."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from collections.abc import Collection, Sequence
from fnmatch import fnmatch
from pathlib import Path

# These have compile options of their own. Programs of the second are compiled where a proof starts them.
_APART = ("/zero_overhead/", "/tsan/", "/shared_objects/")
_PARTS = ["deque", "injector", "latch", "sleep", "pool", "lean", "parallel", "execution"]
_PROGRAM = re.compile(r"[^\s\"]*/bin/(vigil_tsan_\w+)")
_ASKED = ("vigil_proofs", "vigil_program")


class Objects:
    def __init__(self, root: Path, programs: Path):
        self.root, self.programs = root, programs
        # Other programs compile some of the same sources: the last command counts.
        entries = json.loads((programs / "compile_commands.json").read_text())
        entries.sort(key=lambda each: any(f"/{target}.dir/" in each["command"] for target in _ASKED))
        self.commands = {each["file"]: each for each in entries}
        self.numbers = {source: number for number, source in enumerate(self.commands)}
        self._included = _included(programs)

    def proofs_of(self, room: str) -> list[str]:
        return [each for each in self.sources_of("vigil_proofs") if fnmatch(each, f"{self.root}/proofs/{room}/*")
                and not any(apart in each for apart in _APART)]

    def models_of(self, part: str) -> list[str]:
        return [each for each in self.commands if fnmatch(each, f"{self.root}/models/{part}/*")
                and Path(each).relative_to(self.root / "models").parts[0] in _PARTS]

    def library_source(self) -> str:
        """What of core is compiled: its C interface."""
        return next(each for each in self.commands if each.endswith("/core/c/vigil.cpp"))

    def sources_of(self, target: str) -> list[str]:
        return [file for file, each in self.commands.items() if f"/{target}.dir/" in each["command"]]

    def programs_in(self, source: str) -> list[tuple[str, str]]:
        """The programs that a proof starts: what its command says, and the name."""
        return [(found[0], found[1]) for found in _PROGRAM.finditer(self.commands[source]["command"])]

    def includes(self, source: str, headers: Collection[str]) -> bool:
        """Whether a change of the headers changes what is compiled. What has not been compiled yet may include anything."""
        sources = [source, *(each for _, program in self.programs_in(source) for each in self.sources_of(program))]
        return any(made not in self._included or not self._included[made].isdisjoint(headers)
                   for each in sources for made in self._made_of(each))

    def object_of(self, source: str) -> str:
        return self._made_of(source)[0]

    def unchanged(self, target: str, headers: Collection[str]) -> list[str]:
        """The objects of a program of the build that changed headers leave as they are."""
        made = [self.object_of(each) for each in self.sources_of(target) if not self.includes(each, headers)]
        return [each for each in made if each.endswith(".o")]  # What else there is are precompiled headers.

    def linked_in(self, target: str) -> list[str]:
        return [os.path.normpath(self.programs / each) for each in self._words(target) if each.endswith(".o")]

    def link(self, target: str, objects: Sequence[str], program: Path) -> str:
        """Links a program as the build does, of these objects. What the linker complains of."""
        words = [each for each in self._words(target) if not each.endswith(".o")]
        at = words.index("-o")
        words[at:at + 2] = [*objects, "-o", str(program)]
        answer = subprocess.run(words, cwd=self.programs, check=False, capture_output=True, text=True)
        return "" if answer.returncode == 0 else answer.stderr or f"{words[0]} ends with {answer.returncode}"

    def _made_of(self, source: str) -> list[str]:
        """What the compiler makes of the source, and the headers that were compiled before it."""
        words = shlex.split(self.commands[source]["command"])
        directory = self.commands[source]["directory"]
        made = [words[words.index("-o") + 1], *(word + ".gch" for word in words if word.endswith("cmake_pch.hxx"))]
        return [os.path.normpath(os.path.join(directory, each)) for each in made]

    def _words(self, target: str) -> list[str]:
        """The command that links the program."""
        answer = subprocess.run(["ninja", "-C", self.programs, "-t", "commands", target], text=True, capture_output=True,
                                check=True)
        line = next(each for each in reversed(answer.stdout.splitlines()) if " -o bin/" in each)
        return shlex.split(line.removeprefix(": && ").split(" && ")[0])


def _included(programs: Path) -> dict[str, set[str]]:
    """The headers of core that each object of a build includes, as ninja noted them."""
    answer = subprocess.run(["ninja", "-C", programs, "-t", "deps"], text=True, capture_output=True, check=True)
    headers: dict[str, set[str]] = {}
    for line in answer.stdout.splitlines():
        if line.startswith(" "):
            if "/core/include/" in line:
                here.add(line.split("/core/include/")[1])
        elif line:
            made = os.path.normpath(programs.resolve() / line.split(": #deps")[0])
            here = headers.setdefault(made, set())
    return headers
