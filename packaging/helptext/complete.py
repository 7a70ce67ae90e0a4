"""Completions for bash, zsh and fish, from the help of the program."""

from __future__ import annotations

from .parse import Command, Row

# What an argument of a command is one of, by its name in the help. Others are files, or nothing that could be listed.
_MODELS = {"list": {"pattern"}, "check": {"pattern"}, "explain": {"model"}}
_PRIMITIVES = {"orders": {"pattern"}}


def _kind(command: Command, row: Row) -> str:
    """What completes an argument: models, primitives, files or nothing."""
    first = command.path[0]
    if row.names[0] in _MODELS.get(first, ()):
        return "models"
    if row.names[0] in _PRIMITIVES.get(first, ()):
        return "primitives"
    return "files" if row.names[0] == "file" else "nothing"


def _below(command: Command) -> list[str]:
    return [name for row in command.below for name in row.names]


# ---- bash


def bash(commands: list[Command]) -> str:
    words, values, arguments = [], [], []
    for command in commands:
        path = " ".join(command.path)
        names = " ".join([*(name for row in command.options for name in row.names), *_below(command)])
        words.append(f"    '{path}') words='{names}' ;;")
        for row in command.options:
            pattern = " | ".join(f"'{path} {name}'" for name in row.names)
            if row.choices:
                values.append(f"    {pattern}) words='{' '.join(row.choices)}' ;;")
            elif row.is_file:
                values.append(f"    {pattern}) files=yes ;;")
            elif row.value:
                values.append(f"    {pattern}) ;;")
        for row in command.arguments:
            if (kind := _kind(command, row)) != "nothing":
                arguments.append(f"    '{path}') {kind}=yes ;;")
    nests = " | ".join(f"'{command.path[0]}'" for command in commands if len(command.path) == 1 and command.below)
    return "\n".join([
        "# Completion of vigil for bash. Written by packaging/write-help.", "",
        "_vigil() {",
        "  local current=\"${COMP_WORDS[COMP_CWORD]}\" previous=\"${COMP_WORDS[COMP_CWORD - 1]}\"",
        "  local command='' words='' files='' models='' primitives='' word",
        "  # The equals sign of --option=value is a word of its own.",
        "  if [[ \"$current\" == '=' ]]; then",
        "    current=''",
        "  elif [[ \"$previous\" == '=' ]]; then",
        "    previous=\"${COMP_WORDS[COMP_CWORD - 2]}\"",
        "  fi",
        "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do",
        "    if [[ \"$word\" == -* ]]; then continue; fi",
        "    case \"$command\" in",
        "      '') command=\"$word\" ;;",
        f"      {nests}) command+=\" $word\" ;;",
        "    esac",
        "  done",
        "  COMPREPLY=()",
        "  case \"$command $previous\" in", *values,
        "    *)",
        "      case \"$command\" in", *(f"    {line}" for line in words),
        "      esac",
        "      case \"$command\" in", *(f"    {line}" for line in arguments),
        "      esac",
        "      ;;",
        "  esac",
        "  if [[ \"$current\" != -* ]]; then",
        "    if [[ -n \"$models\" ]]; then words+=\" $(\"${COMP_WORDS[0]}\" list 2>/dev/null | sed '/^ /d; /\\//!d')\"; fi",
        "    if [[ -n \"$primitives\" ]]; then words+=\" $(\"${COMP_WORDS[0]}\" orders --list 2>/dev/null)\"; fi",
        "    if [[ -n \"$files\" ]]; then mapfile -t COMPREPLY < <(compgen -f -- \"$current\"); fi",
        "  fi",
        "  mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -W \"$words\" -- \"$current\")",
        "}",
        "complete -o filenames -F _vigil vigil", ""])


# ---- zsh


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _of_zsh(text: str) -> str:
    """Without what a specification of _arguments gives a meaning."""
    return text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")


_ZSH_KINDS = {"models": "__vigil_models", "primitives": "__vigil_primitives", "files": "_files", "nothing": " "}


def _zsh_options(command: Command) -> list[str]:
    lines = []
    for row in command.options:
        value = ""
        if row.choices:
            value = f":value:({' '.join(row.choices)})"
        elif row.value:
            value = ":file:_files" if row.is_file else ":value: "
        for name in row.names:
            # A long option also takes its value behind an equals sign.
            equals = "=" if value and name.startswith("--") else ""
            others = f"({' '.join(row.names)})" if len(row.names) > 1 else ""
            lines.append(_quoted(f"{others}{name}{equals}[{_of_zsh(row.text)}]{value}"))
    return lines


def zsh(commands: list[Command]) -> str:
    lines = ["#compdef vigil", "# Completion of vigil for zsh. Written by packaging/write-help.", "",
             "__vigil_models() {",
             "  local -a models",
             "  models=(${(f)\"$($program list 2>/dev/null | sed '/^ /d; /\\//!d')\"})",
             "  compadd -a models", "}", "",
             "__vigil_primitives() {",
             "  local -a primitives",
             "  primitives=(${(f)\"$($program orders --list 2>/dev/null)\"})",
             "  compadd -a primitives", "}", ""]
    for command in reversed(commands):
        function = "_vigil" + "".join(f"_{word}" for word in command.path)
        lines.append(f"{function}() {{")
        if not command.path:
            lines.append("  local program=$words[1]")
        specifications = _zsh_options(command)
        for row in command.arguments:
            star = "*" if "..." in command.usage else ""
            specifications.append(_quoted(f"{star}:{row.names[0]}:{_ZSH_KINDS[_kind(command, row)]}"))
        if not command.below:
            lines += ["  _arguments " + " \\\n    ".join(specifications), "}", ""]
            continue
        lines += ["  local state", "  local -a commands", "  commands=("]
        lines += [f"    {_quoted(row.names[0] + ':' + row.text)}" for row in command.below]
        lines += ["  )",
                  "  _arguments " + " \\\n    ".join([*specifications, "'1:command:->command'", "'*::argument:->argument'"]),
                  "  case $state in", "    command) _describe command commands ;;", "    argument)",
                  "      case $words[1] in"]
        lines += [f"        {name}) {function}_{name} ;;" for name in _below(command)]
        lines += ["      esac", "      ;;", "  esac", "}", ""]
    return "\n".join([*lines, "_vigil \"$@\"", ""])


# ---- fish


def _fish_condition(commands: list[Command], command: Command) -> str:
    if not command.path:
        return "__fish_use_subcommand"
    seen = f"__fish_seen_subcommand_from {command.path[0]}"
    siblings = " ".join(_below(next(each for each in commands if each.path == command.path[:1])))
    if len(command.path) == 2:
        return f"{seen}; and __fish_seen_subcommand_from {command.path[1]}"
    return f"{seen}; and not __fish_seen_subcommand_from {siblings}" if siblings else seen


def fish(commands: list[Command]) -> str:
    lines = ["# Completion of vigil for fish. Written by packaging/write-help.", "complete -c vigil -f"]
    for command in commands:
        begin = f"complete -c vigil -n {_quoted(_fish_condition(commands, command))}"
        for row in command.below:
            lines.append(f"{begin} -a {row.names[0]} -d {_quoted(row.text)}")
        for row in command.options:
            names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in row.names)
            value = ""
            if row.choices:
                value = f" -x -a {_quoted(' '.join(row.choices))}"
            elif row.value:
                value = " -r -F" if row.is_file else " -x"
            lines.append(f"{begin} {names}{value} -d {_quoted(row.text)}")
        for row in command.arguments:
            kind = _kind(command, row)
            if kind == "models":
                lines.append(f"{begin} -a \"(vigil list 2>/dev/null | sed '/^ /d; /\\//!d')\"")
            elif kind == "primitives":
                lines.append(f"{begin} -a '(vigil orders --list 2>/dev/null)'")
            elif kind == "files":
                lines.append(f"{begin} -F")
    return "\n".join([*lines, ""])
