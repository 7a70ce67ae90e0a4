"""Commands of `vigil` and of the launcher `./vigil` in pages: the command exists and has the options."""

from __future__ import annotations

import re
import shlex
from typing import Callable, Iterator, Optional

from .programs import Programs

_END_OF_COMMAND = {"|", "||", "&&", ";", ">", "2>", "2>&1"}
_FILTER = "--benchmark_filter="
# What these take is no model.
_OF_THEIR_OWN = {"orders", "gallery"}


def check_command(line: str, programs: Programs, wrong_name: Callable[[str], str]) -> Iterator[str]:
    words = words_of(line)
    program, arguments = words[0], words[1:]
    command = next((word for word in arguments[:1] if not word.startswith("-")), "")
    options = options_of(program, command, programs)
    if options is None:
        yield from _check_filter(arguments, programs)
        return
    if command and command not in commands_of(program, programs):
        yield f"`{program}` has no command `{command}`"
        return
    for word in arguments:
        name = word.partition("=")[0]
        if name.startswith("-") and name != "-" and name not in options:
            yield f"`{program} {command}".rstrip() + f"` has no option `{name}`"
        elif "/" in word and command not in _OF_THEIR_OWN and (message := wrong_name(word.partition("@")[0])):
            yield message


def words_of(line: str) -> list[str]:
    """The words of the first command of a line, without its comment and without what marks an argument as optional."""
    try:
        words = shlex.split(line, comments=True)
    except ValueError:
        words = line.split()
    end = next((index for index, word in enumerate(words) if word in _END_OF_COMMAND), len(words))
    return [word.strip("[]").rstrip(".…") if word.startswith("[") else word for word in words[:end]]


def commands_of(program: str, programs: Programs) -> set[str]:
    return set(programs.options) | (set(programs.launcher) if program == "./vigil" else set())


def options_of(program: str, command: str, programs: Programs) -> Optional[set[str]]:
    """None if the launcher passes on what follows the command."""
    if program == "./vigil" and command in programs.launcher and command not in programs.options:
        return programs.launcher[command]
    if program == "./vigil" and not command:
        return programs.launcher.get("", set())
    return programs.options.get(command, set())


def _check_filter(arguments: list[str], programs: Programs) -> Iterator[str]:
    for argument in arguments:
        if argument.startswith(_FILTER):
            wanted = argument.removeprefix(_FILTER)
            if not any(re.search(wanted, name) for name in programs.benchmarks):
                yield f"no benchmark matches `{wanted}`"
