"""What the built programs know: models, benchmarks, commands and their options."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Optional

from .answers import Shell

_COMMAND = re.compile(r"^  ([a-z]+)  ", re.MULTILINE)
_OPTION = re.compile(r"(?<![\w-])(--?[A-Za-z][\w-]*)")
# Repetitions and clocks are no part of what a page calls a benchmark.
_MANNER = re.compile(r"/(?:iterations:\d+|repeats:\d+|(?:manual|process|real)_time)\b")
_USAGE = re.compile(r"^  ((?:[a-z]+, )*[a-z]+)(?: (\S.*?))?(?:  |$)", re.MULTILINE)


@dataclass
class Programs:
    """`options` has the options of each command of `vigil`, and under "" those before a command. A command of the
    launcher has None if it passes on what follows."""

    models: set[str] = field(default_factory=set)
    benchmarks: set[str] = field(default_factory=set)
    options: dict[str, set[str]] = field(default_factory=dict)
    launcher: dict[str, Optional[set[str]]] = field(default_factory=dict)


def ask_programs(shell: Shell) -> Programs:
    help_text = _said(shell, "vigil --help")
    commands = _COMMAND.findall(help_text.partition("Subcommands:")[2])
    options = {command: options_in(_said(shell, f"vigil {command} --help")) for command in commands}
    options[""] = options_in(help_text)
    return Programs(models_in(_said(shell, "vigil list")),
                    benchmarks_in(_said(shell, "vigil_bench --benchmark_list_tests")),
                    options, launcher_in(_said(shell, "./vigil --help")))


def _said(shell: Shell, command: str) -> str:
    answer = shell.run(command)
    if answer.failed:
        raise RuntimeError(f"failed: {command}\n{answer.text}")
    return answer.text


def models_in(listing: str) -> set[str]:
    """From `vigil list`, which has what it says of a model in indented lines below it."""
    return {line for line in listing.splitlines() if line and not line[0].isspace() and "/" in line}


def benchmarks_in(listing: str) -> set[str]:
    return {_MANNER.sub("", line) for line in listing.splitlines() if "/" in line}


def options_in(help_text: str) -> set[str]:
    """From the help of a command, where each line of an option begins with its names."""
    found: set[str] = set()
    for line in help_text.splitlines():
        if line.startswith("  -"):
            found.update(line.split()[0].split(","))
    return found


def launcher_in(usage: str) -> dict[str, Optional[set[str]]]:
    """From the launcher's usage: `  name [--option] [ARGUMENT..]  what it does`."""
    commands: dict[str, Optional[set[str]]] = {"": {"--help", "-h", *_OPTION.findall(usage)}, "help": set()}
    for names, arguments in _USAGE.findall(usage):
        passed_on = ".." in arguments
        for name in names.split(", "):
            commands[name] = None if passed_on else {"--help", *_OPTION.findall(arguments)}
    return commands
