"""Writes the manual pages and the completions in packaging/help from what the programs print as their help, so that
they cannot disagree.

  packaging/write-help BIN [--check]

BIN is the directory of a built `vigil`. With --check nothing is written, and a file that would change is an error.
"""

from __future__ import annotations

import argparse
import difflib
import sys
from pathlib import Path

from . import complete, man, parse


def files(root: Path, program: Path) -> dict[str, str]:
    commands = parse.ask(parse.help_of(str(program)))
    return {
        "vigil.1": man.vigil(commands),
        "vigil-c++.1": man.compiler(parse.help_of(str(root / "vigil-c++"))(())),
        "vigil.bash": complete.bash(commands),
        "_vigil": complete.zsh(commands),
        "vigil.fish": complete.fish(commands),
    }


def main(root: Path, arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="packaging/write-help", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin", type=Path)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args(arguments)
    program = given.bin.resolve() / "vigil"
    if not program.is_file():
        parser.error(f"there is no {program}")
    wrong = 0
    for name, text in files(root, program).items():
        file = root / "packaging/help" / name
        old = file.read_text() if file.exists() else ""
        if text == old:
            continue
        wrong += 1
        if given.check:
            sys.stderr.writelines(difflib.unified_diff(
                old.splitlines(True), text.splitlines(True), f"packaging/help/{name}", "what the programs print", n=1))
        else:
            file.write_text(text)
            print(file.relative_to(root))
    if given.check and wrong:
        print("packaging/write-help: run ./vigil docs, which writes these files anew", file=sys.stderr)
        return 1
    return 0
