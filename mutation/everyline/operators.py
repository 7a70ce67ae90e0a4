"""What is changed in a header: every mutant of it.

Each operator changes one thing. A change is an expression with its replacement, or whole statements with theirs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from .structure import Statement, Structure, structure_of
from .tokens import Header, in_one_line

OPERATORS = {
    "delete": "a statement is left out",
    "swap": "two statements that follow each other change places",
    "unlock": "a lock is not taken",
    "empty": "a default value stands in place of what is returned, or of what a variable begins with",
    "negate": "a condition is negated",
    "always": "a condition is true",
    "never": "a condition is false",
    "operand": "one side of `&&` or `||` is left out",
    "operator": "an operator, or the name of an operation, is replaced by its neighbour",
    "number": "a number is one more or one less",
    "truth": "`true` and `false` change places",
    "field": "another field, getter or enumerator of the same type is used",
    "arguments": "two arguments change places",
}


@dataclass(frozen=True)
class Mutant:
    header: str    # "vigil/deque/chase_lev.hpp"
    line: int
    function: str
    operator: str
    begin: int
    end: int
    replacement: str  # of the characters from begin to end
    form: str  # "expression", "condition", "statements", "declaration", "constant"
    original: str  # what changes, in one line: less than what is replaced
    changed: str   # and what it becomes
    nth: int = 0   # of those that say the same of the same function

    @property
    def part(self) -> str:
        folders = self.header.split("/")[:-1]
        return folders[-1]

    @property
    def identity(self) -> tuple:
        """Stays the same while other lines of the header change."""
        return (self.header, self.function, self.original, self.changed, self.nth)


_NEIGHBOURS = {
    "<": ["<="], "<=": ["<"], ">": [">="], ">=": [">"], "==": ["!="], "!=": ["=="],
    "+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["+"], "<<": [">>"], ">>": ["<<"],
    "&": ["|"], "|": ["&"], "^": ["|"], "&&": ["||"], "||": ["&&"],
    "+=": ["-="], "-=": ["+="], "|=": ["&="], "&=": ["|="], "++": ["--"], "--": ["++"],
}
_UNARY = {"!": "", "~": "", "-": ""}
_NAMES = {
    "min": "max", "max": "min", "fetch_add": "fetch_sub", "fetch_sub": "fetch_add", "fetch_or": "fetch_and",
    "fetch_and": "fetch_or", "compare_exchange_strong": "compare_exchange_weak", "notify_all": "notify_one",
    "begin": "end", "end": "begin", "push_back": "pop_back",
}
_LOCKS = {"LockGuard"}
# Where an expression ends on its left, and on its right.
_ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "|=", "&=", "^=", "<<="}
_LEFT = {"(", "[", "{", ",", ";", "?", ":", "return", "throw", "case", "else", "do"}
_RIGHT = {")", "]", "}", ",", ";", "?", ":"}
_HEADS = {"if", "for", "while", "switch", "constexpr"}
# What checks a precondition does nothing else, so that it may stand anywhere.
_CHECKS = re.compile(r"(Layer::require|assert)\(")
_SYMMETRIC = {"min", "max"}
_DEFAULT = re.compile(r"[A-Z]\w*(<[\w, ]*>)?(\(\)|\{\})")
_LAMBDA = re.compile(r"\[[&=\w, *]*\]\s*[({<]")
_INTEGER = re.compile(r"(0[xX][0-9a-fA-F']+|[0-9][0-9']*)([uUlLzZ]*)$")


class Finder:
    def __init__(self, path: str, source: str):
        self.path = path
        self.header = Header(source)
        self.structure: Structure = structure_of(self.header)
        statements = [statement for run in self.structure.runs for statement in run]
        self.begins = {each.first for each in statements}
        self.declared = {each.first for each in statements if each.kind == "declaration"}
        self.mutants: list[Mutant] = []

    def run(self) -> list[Mutant]:
        for run in self.structure.runs:
            self._statements(run)
        for condition in self.structure.conditions:
            self._condition(condition)
        for at in range(len(self.header)):
            if (at in self.structure.functions or at in self.structure.constant) and at not in self.structure.idle and not self._is_within_angles(at):
                self._token(at)
        return _numbered(sorted(self.mutants, key=lambda each: (each.begin, -each.end, each.operator)))

    # ---- statements

    def _statements(self, run: list[Statement]) -> None:
        header = self.header
        for statement in run:
            code = header.code(statement.first, statement.behind)
            is_bare_jump = self._is_bare_jump(statement)
            if statement.kind == "expression" or (is_bare_jump and not self._is_all_that_if_does(statement)):
                self._add("delete", statement.first, statement.behind, "", "statements", code, "")
            if statement.kind == "jump" and not is_bare_jump and not self._is_trivial(statement):
                self._add("empty", statement.first, statement.behind, "return {};", "statements", code, "return {};")
            if statement.kind == "declaration":
                self._empty_initialiser(statement)
            if statement.kind == "declaration" and _LOCKS & {header.text(each) for each in
                                                             range(statement.first, statement.behind)}:
                self._unlock(statement)
        for one, other in zip(run, run[1:]):
            checks = any(_CHECKS.match(self.header.code(each.first, each.behind)) for each in (one, other))
            if one.kind == other.kind == "expression" and not checks:
                self._swap(run, one, other)

    def _is_bare_jump(self, statement: Statement) -> bool:
        first = self.header.text(statement.first)
        return first in ("break", "continue", "throw", "VIGIL_RETHROW") or (first == "return" and self.header.text(statement.first + 1) == ";")

    def _is_all_that_if_does(self, statement: Statement) -> bool:
        """Then the condition that is never true does the same as the statement that is left out."""
        before = self.header.text(statement.first - 1)
        return before in (")", "]") and self.header.text(statement.behind) != "else"

    def _is_trivial(self, statement: Statement) -> bool:
        texts = [self.header.text(at) for at in range(statement.first + 1, statement.behind - 1)]
        is_enumerator = len(texts) == 3 and texts[1] == "::"
        if _DEFAULT.fullmatch(self.header.code(statement.first + 1, statement.behind - 1)):
            return True
        return self.header.text(statement.first) != "return" or is_enumerator or \
            texts in (["false"], ["true"], ["nullptr"], ["0"], ["{", "}"], ["*", "this"])

    def _empty_initialiser(self, statement: Statement) -> None:
        equals = [at for at in self._at_depth(statement.first, statement.behind) if self.header.text(at) == "="]
        if len(equals) != 1 or self.header.text(statement.first) in ("using", "static", "constexpr", "typedef"):
            return
        first, behind = equals[0] + 1, statement.behind - 1
        code = self.header.code(first, behind)
        is_reference = "&" in self.header.code(statement.first, equals[0])
        if "(" in code and "[" not in code and not is_reference:
            self._add("empty", first, behind, f"std::remove_cvref_t<decltype({code})>{{}}", "expression",
                      self.header.code(statement.first, statement.behind),
                      self.header.code(statement.first, first) + " {};")

    def _swap(self, run: list[Statement], one: Statement, other: Statement) -> None:
        """All swaps within a series of statements replace the whole series, so that they do not overlap."""
        at = run.index(one)
        first = at
        while first > 0 and run[first - 1].kind == "expression":
            first -= 1
        last = at + 1
        while last + 1 < len(run) and run[last + 1].kind == "expression":
            last += 1
        order = run[first:at] + [other, one] + run[at + 2:last + 1]
        code = " ".join(self.header.code(each.first, each.behind) for each in order)
        self._add("swap", run[first].first, run[last].behind, code, "statements",
                  self.header.code(one.first, other.behind),
                  self.header.code(other.first, other.behind) + " " + self.header.code(one.first, one.behind),
                  at=one.first)

    def _unlock(self, statement: Statement) -> None:
        at = next(each for each in range(statement.first, statement.behind) if self.header.text(each) == "(")
        close = self.header.partner[at]
        mutex = self.header.code(at + 1, close)
        name = self.header.text(at - 1)
        self._add("unlock", statement.first, statement.behind,
                  f"const ::vigil::mutants::MaybeLock {name}({mutex}, !::vigil::mutants::is(THIS));", "declaration",
                  self.header.code(statement.first, statement.behind), "")

    # ---- conditions

    def _condition(self, condition) -> None:
        header = self.header
        code = header.code(condition.first, condition.behind)
        if self._declares(condition.first, condition.behind):
            return
        if condition.kind == "constant":
            self._expression("negate", condition, f"!({code})", code, f"!({code})")
            return
        if condition.kind == "if":
            # Otherwise the operator without its `!`, or the other one of `==` and `!=`, is the same mutant.
            texts = [header.text(at) for at in self._at_depth(condition.first, condition.behind)]
            if texts[0] != "!" and not ({"==", "!="} & set(texts)) or {"&&", "||"} & set(texts):
                self._expression("negate", condition, f"!({code})", code, f"!({code})")
            self._expression("always", condition, "true", code, "true")
        self._expression("never", condition, "false", code, "false")

    def _declares(self, first: int, behind: int) -> bool:
        return any(self.header.text(at) == "=" for at in range(first, behind)) and \
            self.header.text(first) in ("const", "auto") or "* const" in self.header.code(first, behind)

    def _expression(self, operator: str, condition, replacement: str, original: str, changed: str) -> None:
        self._add(operator, condition.first, condition.behind, replacement, "condition", original, changed)

    # ---- tokens

    def _token(self, at: int) -> None:
        token = self.header.tokens[at]
        before = self.header.text(at - 1)
        if before == "operator":
            return
        if token.text in ("&&", "||") and token.is_spaced:
            self._operands(at)
        if token.text in _NEIGHBOURS and (token.is_spaced or token.text in ("++", "--")):
            self._replace_each("operator", at, at + 1, _NEIGHBOURS[token.text],
                               over_assignments=token.text in _ASSIGNMENTS)
        elif token.text == "!" and before != "operator":
            self._replace_each("operator", at, at + 1, [""])
        elif token.text == "?":
            self._negate_ternary(at)
        elif token.text in ("true", "false"):
            self._replace_each("truth", at, at + 1, ["false" if token.text == "true" else "true"])
        elif _INTEGER.match(token.text):
            self._number(at)
        elif token.is_name:
            self._name(at)

    def _number(self, at: int) -> None:
        digits, suffix = _INTEGER.match(self.header.text(at)).groups()
        value = int(digits.replace("'", ""), 0)
        # In braces a conditional expression must not narrow.
        if not suffix and self.header.text(at - 1) == "{" and self.header.text(at + 1) == "}":
            suffix = "U"
        for other in [value + 1] + ([value - 1] if value > 0 else []):
            self._replace_each("number", at, at + 1, [f"{other}{suffix}"])

    def _name(self, at: int) -> None:
        header = self.header
        text = header.text(at)
        if text in _NAMES and header.text(at + 1) in ("(", "<"):
            self._replace_each("operator", at, at + 1, [_NAMES[text]])
        siblings = self._siblings(at)
        if siblings:
            self._replace_each("field", at, at + 1, siblings)
        if header.text(at - 1) == "::" and (header.text(at - 2), text) in self.structure.next_enumerator:
            self._replace_each("field", at, at + 1, [self.structure.next_enumerator[header.text(at - 2), text]])
        if header.text(at + 1) == "(" and text not in _HEADS | _SYMMETRIC:
            self._swap_arguments(at + 1)

    def _siblings(self, at: int) -> list[str]:
        """The next member of the same type in the same class: of all members, each stands for one other."""
        text = self.header.text(at)
        is_call = self.header.text(at + 1) == "("
        for member in self.structure.members:
            if member.name != text or member.is_function != is_call:
                continue
            # What the preprocessor chooses from has one name.
            same = list(dict.fromkeys(
                each.name for each in self.structure.members
                if (each.type, each.owner, each.is_function) == (member.type, member.owner, member.is_function)))
            if len(same) > 1:
                return [same[(same.index(text) + 1) % len(same)]]
        return []

    def _swap_arguments(self, opening: int) -> None:
        close = self.header.partner[opening]
        commas = [at for at in self._at_depth(opening + 1, close) if self.header.text(at) == ","]
        before = self.header.tokens[opening - 2]
        declares = (before.is_name and before.text not in ("return", "else", "throw", "new")) or \
            (before.text == ">" and not before.is_spaced)
        if len(commas) != 1 or self._is_within_angles(commas[0]) or declares:
            return
        one, other = self.header.code(opening + 1, commas[0]), self.header.code(commas[0] + 1, close)
        if "{" in one + other or '"' in one + other or one == other:
            return
        self._replace("arguments", opening + 1, close, f"{other}, {one}", anchor=opening - 1)

    def _operands(self, at: int) -> None:
        first, behind = self._region(at)
        same = [each for each in self._at_depth(first, behind) if self.header.text(each) in ("&&", "||")]
        if any(self.header.text(each) != self.header.text(at) for each in same):
            return
        ends = [first - 1, *same, behind]
        here = ends.index(at)
        for omitted in ((here - 1, here), (here, here + 1)) if here == 1 else ((here, here + 1),):
            keep = [self.header.code(ends[each] + 1, ends[each + 1]) for each in range(len(ends) - 1) if each != omitted[0]]
            self._add("operand", first, behind, f" {self.header.text(at)} ".join(keep), "condition",
                      self.header.code(first, behind), f" {self.header.text(at)} ".join(keep), at=at)

    def _negate_ternary(self, at: int) -> None:
        first, behind = self._region(at)
        code = self.header.code(first, behind)
        self._add("negate", first, behind, f"!({code})", "condition", code, f"!({code})", at=at)

    # ---- changes

    def _region(self, at: int, over_assignments: bool = False) -> tuple[int, int]:
        """The whole expression around a token, up to brackets, commas, assignments and the parts of `?:`.

        Over assignments it is that of one, whose right side may be a `?:`.
        """
        header = self.header
        left, right = (_LEFT, _RIGHT) if over_assignments else (_LEFT | _ASSIGNMENTS, _RIGHT | _ASSIGNMENTS)
        first = at
        while first > 0 and header.text(first - 1) not in left:
            if header.text(first - 1) not in (")", "]", "}"):
                first -= 1
                continue
            opening = header.partner[first - 1]
            if opening in self.structure.blocks or header.text(opening - 1) in _HEADS or header.text(opening + 1) == "[":
                break  # the head of a statement, or an attribute
            first = opening
        behind, ternaries = at, 0
        while behind < len(header):
            text = header.text(behind)
            if over_assignments and text == "?":
                ternaries += 1
            elif ternaries != 0 and text == ":":
                ternaries -= 1
            elif text in right:
                break
            behind = header.partner[behind] + 1 if text in ("(", "[", "{") else behind + 1
        return first, behind

    def _replace_each(self, operator: str, first: int, behind: int, texts: list[str], over_assignments: bool = False) -> None:
        for text in texts:
            self._replace(operator, first, behind, text, first, over_assignments)

    def _replace(self, operator: str, first: int, behind: int, text: str, anchor: int,
                 over_assignments: bool = False) -> None:
        header = self.header
        begin, end = self._region(anchor, over_assignments)
        if begin in self.declared:
            return
        left = header.source[header.tokens[begin].begin:header.tokens[first].begin]
        right = header.source[header.tokens[behind - 1].end:header.tokens[end - 1].end]
        changed, original = left + text + right, header.code(begin, end)
        is_statement = begin in self.begins and header.text(end) == ";"
        if is_statement:
            self._add(operator, begin, end + 1, changed + ";", "statements", original, changed, at=first)
        else:
            form = "condition" if header.text(first) in ("&&", "||") else "expression"
            self._add(operator, begin, end, changed, form, original, changed, at=first)

    def _add(self, operator: str, first: int, behind: int, replacement: str, form: str, original: str,
             changed: str, at: int | None = None) -> None:
        header = self.header
        at = first if at is None else at
        if _LAMBDA.search(replacement):
            return  # a second lambda is a second type: templates that compose them would be instantiated without end
        if at in self.structure.constant:
            form = "constant"
        self.mutants.append(Mutant(
            header=self.path, line=header.tokens[at].line, function=self.structure.functions.get(at, ""),
            operator=operator, begin=header.tokens[first].begin, end=header.tokens[behind - 1].end,
            replacement=in_one_line(replacement), form=form, original=in_one_line(original),
            changed=in_one_line(changed)))

    def _at_depth(self, first: int, behind: int):
        at = first
        while at < behind:
            yield at
            at = self.header.partner[at] + 1 if self.header.text(at) in ("(", "[", "{") else at + 1

    def _is_within_angles(self, at: int) -> bool:
        """Whether the token is an argument of a template: the nearest `<` without spaces before it is still open."""
        depth = 0
        for each in range(at - 1, max(at - 60, -1), -1):
            text = self.header.text(each)
            if text in (";", "{", "}"):
                return False
            if text in (")", "]"):
                continue
            if text == ">" and not self.header.tokens[each].is_spaced:
                depth += 1
            if text == "<" and not self.header.tokens[each].is_spaced:
                if depth == 0:
                    return True
                depth -= 1
        return False


def _numbered(mutants: list[Mutant]) -> list[Mutant]:
    """Without those that are the same change, and with the number of each that is written the same."""
    seen: dict[tuple, int] = {}
    changes: set[tuple] = set()
    result = []
    for mutant in mutants:
        change = (mutant.begin, mutant.end, mutant.replacement)
        if change in changes:
            continue
        changes.add(change)
        nth = seen[mutant.identity] = seen.get(mutant.identity, -1) + 1
        result.append(replace(mutant, nth=nth))
    return result


def mutants_of(path: str, source: str) -> list[Mutant]:
    return Finder(path, source).run()
