"""What a run found, as text."""

from __future__ import annotations

from .arguments import Argument, written
from .operators import Mutant
from .verdicts import KILLED, State

# Of all mutants of a part, a model or a proof kills at least so many; each other one is argued.
WANTED = 0.95


class Report:
    def __init__(self, chosen: list[Mutant], state: State, arguments: dict[tuple, Argument]):
        self.state, self.arguments = state, arguments
        self.parts: dict[str, list[Mutant]] = {}
        for mutant in chosen:
            self.parts.setdefault(mutant.part, []).append(mutant)

    # ---- what is wrong

    def mistakes(self) -> list[str]:
        found = []
        for part, mutants in sorted(self.parts.items()):
            killed = self._killed(mutants)
            if killed < WANTED * len(mutants):
                found.append(f"{part}: {_percent(killed, len(mutants))} killed by a model or proof, "
                             f"wanted {100 * WANTED:.0f} %")
            found += [f"{self._place(each)}: survives, and nothing argues why" for each in self.survivors(mutants)]
            for mutant in mutants:
                argument, row = self.arguments.get(mutant.identity), self._row(mutant)
                if argument is not None and row["kind"] in KILLED:
                    found.append(f"{argument.where}: {row['kind']} {row['by']} kills the mutant; remove the argument")
        return found

    def survivors(self, mutants: list[Mutant]) -> list[Mutant]:
        return [each for each in mutants
                if self._row(each)["kind"] not in KILLED and each.identity not in self.arguments]

    # ---- what is printed

    def table(self) -> str:
        lines = ["| part | mutants | killed by a model | by a proof | argued | survive | score |", "|---|---|---|---|---|---|---|"]
        everything = [each for mutants in self.parts.values() for each in mutants]
        for part, mutants in [*sorted(self.parts.items()), ("all", everything)]:
            by = [sum(self._row(each)["kind"] == kind for each in mutants) for kind in KILLED]
            argued = sum(each.identity in self.arguments for each in mutants)
            lines.append(f"| {part} | {len(mutants):,} | {by[0]:,} | {by[1]:,} | {argued:,} | "
                         f"{len(self.survivors(mutants)):,} | {_percent(sum(by), len(mutants))} |")
        return "\n".join(lines)

    def list_of_survivors(self) -> str:
        """As a file of arguments would write them, with the line and with what happened."""
        text = ""
        for _, mutants in sorted(self.parts.items()):
            for mutant in self.survivors(mutants):
                row = self._row(mutant)
                text += f"# {mutant.header}:{mutant.line} {mutant.operator}: {row['kind']} {row['by']}\n{written(mutant)}\n"
        return text

    def _killed(self, mutants: list[Mutant]) -> int:
        return sum(self._row(each)["kind"] in KILLED for each in mutants)

    def _row(self, mutant: Mutant) -> dict:
        return self.state.now[mutant.identity]

    @staticmethod
    def _place(mutant: Mutant) -> str:
        return f"{mutant.header}:{mutant.line}: `{mutant.original}` -> `{mutant.changed}`"


def _percent(part: int, whole: int) -> str:
    # Rounded down: 95 % is never printed of less.
    return f"{1000 * part // max(1, whole) / 10:.1f} %"
