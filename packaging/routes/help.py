"""The manual pages and the completions: they are what the program prints now, and the shells take them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from .place import Failed, NotTried, Place

_OPTION = re.compile(r"^  (-\S+)", re.MULTILINE)
_BELOW = re.compile(r"^  ([a-z]+)  ", re.MULTILINE)

_BASH = """
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_vigil
printf '%s\\n' "${COMPREPLY[@]}"
"""

# What the completion hands to zsh.
_ZSH = """
_arguments() { print -rl -- "$@"; state=command; }
_describe() { print -rl -- $commands; }
compadd() { print -rl -- ${(P)2}; }
words=($2)
program=$2
source $1 >/dev/null
$3
"""

# The line editor of zsh itself: a key for a list, and what it shows.
_ZSH_TERMINAL = """
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'stty cols 200; PS1=; fpath=('$1' $fpath); autoload -U compinit; compinit -u -D; LISTMAX=1000'
zpty -w shell 'zstyle ":completion:*" list-prompt ""; print "re"ady'
zpty -r shell shown '*ready*'
zpty -w -n shell $2$'\\t\\t'
zpty -r shell shown "*$3*"
print -r -- $shown
zpty -d shell
"""


def _commands(place: Place, program: Path, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], str]:
    text = place.run([program, *path, "--help"])
    found = {path: text}
    for name in _BELOW.findall(text.partition("Subcommands:\n")[2]):
        found |= _commands(place, program, (*path, name))
    return found


def _options(text: str) -> set[str]:
    return {name for names in _OPTION.findall(text) for name in names.split(",")}


def _expect_all(due: set[str], offered: set[str], shell: str, path: tuple[str, ...]) -> None:
    if missing := due - offered:
        raise Failed(f"{shell} does not complete {' '.join(sorted(missing))} of `{' '.join(('vigil', *path))}`")


def _bash(place: Place, script: Path, program: Path, *words: str) -> set[str]:
    return set(place.run(["bash", "--norc", "-c", _BASH, "bash", script, program, *words]).split())


def _try_bash(place: Place, script: Path, program: Path, helps: dict[tuple[str, ...], str]) -> None:
    for path, text in helps.items():
        _expect_all(_options(text), _bash(place, script, program, *path, "-"), "bash", path)
        _expect_all(set(_BELOW.findall(text.partition("Subcommands:\n")[2])),
                    _bash(place, script, program, *path, ""), "bash", path)
    models = {line for line in place.run([program, "list"]).splitlines() if "/" in line and not line.startswith(" ")}
    for command in ("list", "check", "explain"):
        _expect_all(models, _bash(place, script, program, command, ""), "bash", (command,))
    for words in (("check", "--engine", ""), ("check", "--engine", "="), ("check", "--engine", "=", "")):
        place.expect(_bash(place, script, program, *words), {"checker", "relacy", "both"}, f"bash completes {words} to")
    place.expect(_bash(place, script, program, "litmus", str(place.root / "litmus/corp")),
                 {str(place.root / "litmus/corpus")}, "bash completes a file to")
    place.expect(_bash(place, script, program, "replay", ""), set(_BELOW.findall("")) | {
        name for name in _options(helps[("replay",)])}, "bash completes a token to")


def _try_zsh(place: Place, script: Path, program: Path, helps: dict[tuple[str, ...], str]) -> None:
    place.run(["zsh", "-n", script])
    for path, text in helps.items():
        function = "_vigil" + "".join(f"_{word}" for word in path)
        said = place.run(["zsh", "-f", "-c", _ZSH, "zsh", script, program, function])
        offered = set(re.findall(r"(-[\w-]+)=?\[", said)) | set(re.findall(r"^([a-z]+):", said, re.MULTILINE))
        _expect_all(_options(text) | set(_BELOW.findall(text.partition("Subcommands:\n")[2])), offered, "zsh", path)
    models = {line for line in place.run([program, "list"]).splitlines() if "/" in line and not line.startswith(" ")}
    said = place.run(["zsh", "-f", "-c", _ZSH, "zsh", script, program, "__vigil_models"])
    _expect_all(models, set(said.split()), "zsh", ())
    shown = place.run(["timeout", "20", "zsh", "-f", "-c", _ZSH_TERMINAL, "zsh", script.parent, "vigil check --sa",
                       "--sampling"])
    place.expect_in("--sampling", shown, "what zsh shows at a terminal")


def _try_fish(place: Place, script: Path, program: Path, helps: dict[tuple[str, ...], str]) -> None:
    environment = {"HOME": str(place.directory), "PATH": f"{program.parent}:/usr/bin:/bin"}

    def offered(line: str) -> set[str]:
        said = place.run(["fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", script, line],
                         environment=environment)
        return {row.split("\t")[0] for row in said.splitlines()}

    for path, text in helps.items():
        line = " ".join(("vigil", *path, ""))
        _expect_all({name for name in _options(text) if name.startswith("--")}, offered(line + "--"), "fish", path)
        _expect_all(set(_BELOW.findall(text.partition("Subcommands:\n")[2])), offered(line), "fish", path)
    models = {line for line in place.run([program, "list"]).splitlines() if "/" in line and not line.startswith(" ")}
    _expect_all(models, offered("vigil check "), "fish", ("check",))


def help_files(place: Place) -> str:
    if place.program is None:
        raise NotTried("no program was given by --program")
    place.need("bash", "man")
    # Under its name, whatever it is called where it was built.
    program = place.directory / "bin/vigil"
    program.parent.mkdir()
    program.symlink_to(place.program)
    place.run([place.root / "packaging/write-help", program.parent, "--check"])
    files = place.root / "packaging/help"
    for page in ("vigil.1", "vigil-c++.1"):
        said = place.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", files / page])
        if "warning" in said or "error" in said:
            raise Failed(f"man says of {page}:\n{said}")
    helps = _commands(place, program)
    _try_bash(place, files / "vigil.bash", program, helps)
    shells = ["bash"]
    for shell, attempt in (("zsh", _try_zsh), ("fish", _try_fish)):
        if shutil.which(shell) is not None:
            attempt(place, files / ("_vigil" if shell == "zsh" else "vigil.fish"), program, helps)
            shells.append(shell)
    return f"two manual pages, and all options of {len(helps)} commands in {', '.join(shells)}"
