"""What a run found, as text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .arguments import Argument, written
from .operators import Mutant
from .verdicts import KILLED, State

# Of all mutants of a part, a model or a proof kills at least so many; each other one is argued.
WANTED = 0.95


@dataclass
class Score:
    part: str
    mutants: int
    judged: int = 0
    by_model: int = 0
    by_proof: int = 0
    argued: int = 0
    survive: int = 0

    @classmethod
    def of(cls, part: str, mutants: int, verdicts: Iterable[tuple[str, bool]]) -> Score:
        """From the kind of each verdict, and whether its mutant is argued."""
        score = cls(part, mutants)
        for kind, is_argued in verdicts:
            score.judged += 1
            score.by_model += kind == "model"
            score.by_proof += kind == "proof"
            score.argued += is_argued
            score.survive += kind not in KILLED and not is_argued
        return score

    @classmethod
    def sum(cls, scores: list[Score]) -> Score:
        return cls("all", *(sum(getattr(each, name) for each in scores)
                            for name in ("mutants", "judged", "by_model", "by_proof", "argued", "survive")))

    def line(self) -> str:
        judged = "" if self.judged == self.mutants else f"{self.judged:,} of "
        killed = self.by_model + self.by_proof
        return (f"| {self.part} | {judged}{self.mutants:,} | {self.by_model:,} | {self.by_proof:,} | {self.argued:,} | "
                f"{self.survive:,} | {_percent(killed, self.judged)} |")


def table(scores: list[tuple[Score, str]], last: str = "") -> str:
    """A line for each part, with what the last column says of it, if there is such a column."""
    def end(text: str) -> str:
        return f" {text} |" if last else ""

    return "\n".join(["| part | mutants | killed by a model | by a proof | argued | survive | score |" + end(last),
                      "|---" * (8 if last else 7) + "|", *(score.line() + end(text) for score, text in scores)])


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
        scores = [Score.of(part, len(mutants), ((self._row(each)["kind"], each.identity in self.arguments)
                                                for each in mutants)) for part, mutants in sorted(self.parts.items())]
        return table([(each, "") for each in [*scores, Score.sum(scores)]])

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
