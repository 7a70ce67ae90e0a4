"""The manual pages, from the help of the programs."""

from __future__ import annotations

import re

from .parse import Command, Row

_ABOUT = """\
.B vigil
checks the models of Vigil's work-stealing scheduler core: it runs the code that ships through every execution that a
memory model allows, each once, and compares the verdict with the one that is expected. It also answers litmus tests.
.PP
Programs and models of your own have the checker as a library, and
.BR vigil\\-c++ (1)
compiles a program so that it checks itself.
"""

_EXAMPLES = [
    ("vigil check 'latch/*'", "Check the models of the latches."),
    ("vigil explain selftest/message_passing/relaxed-publish --brief", "Show an execution with a data race."),
    ("vigil litmus test.litmus --explain", "Ask what memory models allow a litmus test."),
]


def _escaped(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    # A line that begins with a dot would be a request.
    return re.sub(r"^\.", r"\\&.", text, flags=re.MULTILINE)


def _row(row: Row) -> str:
    names = ", ".join(f"\\fB{_escaped(name)}\\fR" for name in row.names)
    value = f" \\fI{_escaped(row.value)}\\fR" if row.value else ""
    return f".TP\n{names}{value}\n{_escaped(row.text)}\n"


def _without_help(rows: list[Row]) -> list[Row]:
    return [row for row in rows if "--help" not in row.names]


def _command(command: Command) -> str:
    text = f".SS \"{_escaped(command.usage)}\"\n{_escaped(command.summary)}.\n"
    text += "".join(map(_row, [*command.arguments, *_without_help(command.options)]))
    return text


def vigil(commands: list[Command]) -> str:
    top = commands[0]
    text = '.\\" Written by packaging/write-help.\n.TH VIGIL 1 "" "Vigil" "User Commands"\n'
    text += ".SH NAME\nvigil \\- check lock\\-free code under the C++20 memory model\n"
    text += f".SH SYNOPSIS\n.B vigil\n{_escaped(top.usage.removeprefix('vigil '))}\n.SH DESCRIPTION\n{_ABOUT}"
    text += ".SH OPTIONS\n" + "".join(map(_row, top.options))
    text += ".SH COMMANDS\nEach command has the option\n.BR \\-\\-help .\n"
    text += "".join(_command(command) for command in commands[1:])
    text += ".SH EXIT STATUS\n"
    footers: dict[str, list[str]] = {}
    for command in commands:
        footers.setdefault(" ".join(command.footer).removeprefix("Exit status: "), []).append(" ".join(command.path))
    for footer, names in footers.items():
        # The first is that of the program, and of each command that has no other.
        which = "" if "" in names else f"Of \\fB{_escaped(', '.join(names))}\\fR: "
        text += f".PP\n{which}{_escaped(footer)}\n"
    text += ".SH EXAMPLES\n"
    text += "".join(f".TP\n.B {_escaped(line)}\n{_escaped(what)}\n" for line, what in _EXAMPLES)
    return text + ".SH SEE ALSO\n.BR vigil\\-c++ (1)\n"


def compiler(said: str) -> str:
    """From the help of vigil-c++: a line of usage, lines of examples in two columns, and paragraphs."""
    usage, *blocks = said.strip().split("\n\n")
    text = '.\\" Written by packaging/write-help.\n.TH VIGIL\\-C++ 1 "" "Vigil" "User Commands"\n'
    text += ".SH NAME\nvigil\\-c++ \\- compile a C or C++ program so that it explores its own executions\n"
    text += f".SH SYNOPSIS\n.B vigil\\-c++\n{_escaped(usage.removeprefix('usage: vigil-c++ '))}\n.SH DESCRIPTION\n"
    for block in blocks:
        if block.startswith("  "):
            text += f".PP\n.nf\n{_escaped(block)}\n.fi\n"
        else:
            text += f".PP\n{_escaped(block)}\n"
    return text + ".SH SEE ALSO\n.BR vigil (1)\n"
