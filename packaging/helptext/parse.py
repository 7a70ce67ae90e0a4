"""Reads what `vigil --help` and the help of its commands print."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field

# Two spaces, what is described, and the description, which stands in the next line if there is no room for it.
_ROW = re.compile(r"^  (\S.*?)(?:\s{2,}(\S.*))?$")
_SECTION = re.compile(r"^(Positionals|Options|Subcommands):$")
_CHOICES = re.compile(r"\{([^}]*)\}|^((?:[\w-]+\|)+[\w-]+)")
_CONDITIONS = re.compile(r"\s*\b(?:Excludes|Needs): .*$|\s*\bREQUIRED\b|\s*\.\.\.")


@dataclass(frozen=True)
class Row:
    """An option with its names, or an argument with one. `value` is empty for a flag."""

    names: tuple[str, ...]
    value: str
    text: str

    @property
    def choices(self) -> list[str]:
        found = _CHOICES.search(self.value)
        return re.split(r"[,|]", found[1] or found[2]) if found else []

    @property
    def is_file(self) -> bool:
        """A text that is none of several words is the name of a file or a directory."""
        return self.value.startswith("TEXT") and not self.choices


@dataclass
class Command:
    """`path` is empty for the program itself, and has two words for the command of a command."""

    path: tuple[str, ...]
    summary: str = ""
    usage: str = ""
    arguments: list[Row] = field(default_factory=list)
    options: list[Row] = field(default_factory=list)
    below: list[Row] = field(default_factory=list)
    footer: list[str] = field(default_factory=list)


def read(text: str, path: tuple[str, ...]) -> Command:
    lines = text.splitlines()
    command = Command(path, lines[0])
    command.usage = next(line.removeprefix("Usage: ") for line in lines if line.startswith("Usage: "))
    rows: list[Row] | None = None
    for line in lines[2:]:
        if section := _SECTION.match(line):
            rows = {"Positionals": command.arguments, "Options": command.options,
                    "Subcommands": command.below}[section[1]]
        elif rows is not None and (row := _ROW.match(line)):
            names, _, value = row[1].partition(" ")
            rows.append(Row(tuple(names.split(",")), _CONDITIONS.sub("", " " + value).strip(), row[2] or ""))
        elif rows and line.startswith("   ") and not rows[-1].text:
            rows[-1] = Row(rows[-1].names, rows[-1].value, line.strip())
        elif line and not line.startswith(" "):
            command.footer.append(line)
    return command


def ask(say: Callable[[tuple[str, ...]], str]) -> list[Command]:
    """The program, its commands and theirs, in the order of its help. `say` prints the help of one."""
    commands: list[Command] = []

    def add(path: tuple[str, ...]) -> None:
        command = read(say(path), path)
        commands.append(command)
        for row in command.below:
            add((*path, *row.names))

    add(())
    return commands


def help_of(program: str) -> Callable[[tuple[str, ...]], str]:
    def say(path: tuple[str, ...]) -> str:
        return subprocess.run([program, *path, "--help"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
                              check=True).stdout

    return say
