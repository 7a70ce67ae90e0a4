"""Runs the commands that pages quote, as many at a time as there are processors."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import subprocess
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Iterable, Optional, Sequence

from .page import Page


@dataclass(frozen=True)
class Answer:
    """What a command printed, without the line ends behind it."""

    text: str
    failed: bool = False


_ORDERS_OF = "vigil orders "
_ORDERS = re.compile(r"vigil orders ([a-z_/]+) --format markdown")
_SCORE = "vigil orders --format score"


@dataclass
class Shell:
    """Runs commands in the root of the tree. The programs in `programs` come first."""

    root: Path
    programs: Optional[Path] = None

    def run(self, command: str) -> Answer:
        return self.execute(["bash", "-o", "pipefail", "-c", command])

    def execute(self, command: Sequence[str]) -> Answer:
        path = os.environ.get("PATH", "")
        environment = {**os.environ, "PATH": f"{self.programs}{os.pathsep}{path}" if self.programs else path}
        process = subprocess.run(command, cwd=self.root, env=environment,
                                 stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                 encoding="utf-8", errors="replace", check=False)
        return Answer(process.stdout.rstrip("\n"), process.returncode != 0)


@dataclass
class Answers:
    """Every command is run once, however many pages quote it."""

    shell: Shell
    scratch: Path
    by_command: dict[str, Answer] = field(default_factory=dict)

    def ask(self, pages: Iterable[Page], measured: bool) -> None:
        blocks = [block for page in pages for block in page.blocks]
        printing = sorted({block.command for block in blocks if block.maker == "printed"})
        of_orders = [command for command in printing if command.startswith(_ORDERS_OF)]
        drawing = sorted({block.command for block in blocks if block.maker == "drawn"})
        lines = {command: command for command in printing if command not in of_orders}
        lines |= {command: f"{command} {shlex.quote(str(self.picture(command)))}" for command in drawing}
        with ThreadPoolExecutor(max_workers=(os.cpu_count() or 2) + 1) as executor:
            # `vigil orders` does not keep two processors busy.
            orders = executor.submit(self._ask_orders, of_orders)
            self._run(executor, lines)
            orders.result()
            self._run(executor, {command: command for command in of_orders if command not in self.by_command})
        if measured:
            # One at a time: benchmarks want the machine for themselves.
            for command in sorted({block.command for block in blocks if block.maker == "measured"}):
                self.by_command[command] = self.shell.run(command)

    def picture(self, command: str) -> Path:
        """Where the picture of a command is drawn."""
        return self.scratch / f"{hashlib.sha256(command.encode()).hexdigest()}.svg"

    def _run(self, executor: Executor, lines: dict[str, str]) -> None:
        """Runs the line of each command."""
        self.by_command.update(zip(lines, executor.map(self.shell.run, lines.values())))

    def _ask_orders(self, commands: list[str]) -> None:
        """`vigil orders` judges every mutant of a primitive, which is most of the work, and judges it alike for page
        and score. If that run fails, each command is run by itself and reported where it is quoted."""
        if not commands:
            return
        judged = self.scratch / "orders"
        if self.shell.run(f"{_SCORE} --pages {shlex.quote(str(judged))}").failed:
            return
        names = [str(path.relative_to(judged).with_suffix("")) for path in judged.rglob("*.md")]
        for command in commands:
            wanted = _ORDERS.fullmatch(command)
            # A pattern that is no primitive's name may stand for several.
            if wanted and wanted.group(1) in names:
                self._take(command, judged / f"{wanted.group(1)}.md")
        self._take(_SCORE, judged / "score.md")
        shutil.rmtree(judged)

    def _take(self, command: str, file: Path) -> None:
        if file.is_file():
            self.by_command[command] = Answer(file.read_text(encoding="utf-8").rstrip("\n"))
