"""Where a header has statements, conditions and members.

No compiler: brackets, keywords, and how the formatter sets spaces. What is misread gives a mutant that does not compile,
and such a mutant is left out.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .tokens import Header

_SCOPES = {"class", "struct", "union", "namespace"}
_NO_FUNCTIONS = {"alignas", "noexcept", "decltype", "explicit"}
# VIGIL_TRY, VIGIL_CATCH_ALL and VIGIL_RETHROW are `try`, `catch (...)` and `throw`: core compiles without exceptions too.
_JUMPS = {"break", "continue", "return", "throw", "goto", "VIGIL_RETHROW"}
_DECLARES = {"using", "typedef", "static_assert", "static", "const", "constexpr", "auto", "typename", "struct", "class",
             "enum", "union", "friend", "thread_local", "template", "alignas", "extern", "co_return"}
_BEFORE_BLOCK = {"const", "noexcept", "override", "final", "mutable", "constexpr", "&", "&&", "try"}


@dataclass(frozen=True)
class Statement:
    kind: str  # "expression", "declaration", "jump"
    first: int
    behind: int
    function: str


@dataclass(frozen=True)
class Condition:
    kind: str  # "if", "loop", "constant"
    first: int
    behind: int


@dataclass(frozen=True)
class Member:
    name: str
    type: str
    owner: str
    is_function: bool


@dataclass
class Structure:
    # Statements that follow each other in one block.
    runs: list[list[Statement]] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)
    members: list[Member] = field(default_factory=list)
    # Of each enumerator, the one behind it; of the last, the first. By the names of enumeration and enumerator.
    next_enumerator: dict[tuple[str, str], str] = field(default_factory=dict)
    # Indices of tokens that the compiler evaluates.
    constant: set[int] = field(default_factory=set)
    # Which braces open a block that is a statement, or the body of a function.
    blocks: set[int] = field(default_factory=set)
    # Indices of tokens that are no code that runs, although they are within code that does.
    idle: set[int] = field(default_factory=set)
    # Of each token within a function, its name; of one with which a member is initialised, the name of its class.
    functions: dict[int, str] = field(default_factory=dict)


class Parser:
    def __init__(self, header: Header):
        self.header = header
        self.found = Structure()

    def run(self) -> Structure:
        self._scope(0, len(self.header), "")
        return self.found

    # ---- namespaces and classes

    def _scope(self, at: int, end: int, owner: str) -> None:
        while at < end:
            at = self._declaration(at, end, owner)

    def _declaration(self, first: int, end: int, owner: str) -> int:
        header = self.header
        first = self._behind_template_heads(first)
        if header.text(first) in ("public", "private", "protected") and header.text(first + 1) == ":":
            return first + 2
        at, name, is_initialised = first, "", False
        is_idle = header.text(first) in ("using", "static_assert", "friend", "enum", "concept")
        while at < end:
            text = header.text(at)
            if text == ";":
                self._member(first, at, name, owner)
                if is_idle:
                    self._leave_out(first, at + 1)
                elif not name and "constexpr" in self._outside_brackets(first, at):
                    self.found.constant.update(range(first, at + 1))
                return at + 1
            if text == "requires":
                at = self._behind_requires(at)
            elif text in ("(", "["):
                if text == "(" and not name and not is_initialised and header.tokens[at - 1].is_name \
                        and header.text(at - 1) not in _NO_FUNCTIONS:
                    name = header.text(at - 1)
                if text == "[" and header.text(at + 1) == "[":
                    self._leave_out(at, header.partner[at] + 1)
                if is_initialised or (text == "(" and header.text(at - 1) != name and ":" in
                                      self._outside_brackets(first, at)):
                    self._name_tokens(at, header.partner[at], name or owner)
                self._inside(at + 1, header.partner[at], name or owner)
                at = header.partner[at] + 1
            elif text == "{":
                close = header.partner[at]
                kind = self._kind_of_braces(first, at, name)
                if kind == "scope":
                    self._scope(at + 1, close, self._name_of_scope(first, at))
                    if "namespace" in [header.text(each) for each in range(first, at)]:
                        return close + 1
                elif kind == "block":
                    self._member(first, at, name, owner)
                    self._name_tokens(at, close, name)
                    self.found.blocks.add(at)
                    self._block(at + 1, close, name)
                    if "consteval" in self._outside_brackets(first, at):
                        self.found.constant.update(range(first, close + 1))
                    return close + 1
                elif kind == "idle":
                    self._enumerators(first, at)
                    self._leave_out(at, close + 1)
                else:
                    self._name_tokens(at, close, name or owner)
                    self._inside(at + 1, close, name or owner)
                at = close + 1
            else:
                if text == "=" and not name and not is_idle:
                    is_initialised = True
                if is_initialised:
                    self._name_tokens(at, at + 1, owner)
                at += 1
        return end

    def _behind_template_heads(self, at: int) -> int:
        while self.header.text(at) == "template" and self.header.text(at + 1) == "<":
            depth, behind = 0, at + 1
            while True:
                text = self.header.text(behind)
                if text in ("(", "[", "{"):
                    behind = self.header.partner[behind]
                depth += (text == "<") - (text == ">")
                behind += 1
                if depth == 0:
                    break
            self._leave_out(at, behind)
            at = behind
            if self.header.text(at) == "requires":
                at = self._behind_requires(at)
        return at

    def _behind_requires(self, at: int) -> int:
        """Over a constraint or a requires-expression, up to what begins a declaration again."""
        behind = at + 1
        if self.header.text(behind) == "(":
            behind = self.header.partner[behind] + 1
            if self.header.text(behind) == "{":
                behind = self.header.partner[behind] + 1
        self._leave_out(at, behind)
        return behind

    def _kind_of_braces(self, first: int, brace: int, name: str) -> str:
        outside = self._outside_brackets(first, brace)
        if "enum" in outside or "concept" in outside:
            return "idle"
        if not name and _SCOPES & set(outside):
            return "scope"
        before = self.header.text(brace - 1)
        if "=" in outside and "operator" not in outside:
            return "values"
        if before in (")", "}") or before in _BEFORE_BLOCK:
            return "block"
        initialises = ":" in outside
        return "block" if name and not initialises else "values"

    def _outside_brackets(self, first: int, behind: int) -> list[str]:
        texts, at = [], first
        while at < behind:
            texts.append(self.header.text(at))
            at = self.header.partner[at] + 1 if texts[-1] in ("(", "[", "{") else at + 1
        return texts

    def _name_of_scope(self, first: int, brace: int) -> str:
        outside = self._outside_brackets(first, brace)
        if ":" in outside:  # its bases follow
            outside = outside[:outside.index(":")]
        names = [each for each in outside if each[0].isalpha() and each not in _SCOPES | {"enum", "final"}]
        return names[-1] if names else ""

    def _member(self, first: int, behind: int, name: str, owner: str) -> None:
        """A field `Type name_;` or `Type name_{...};`, or a function without arguments."""
        header = self.header
        if name:
            at = next(each for each in range(first, behind) if header.text(each) == name and header.text(each + 1) == "(")
            if header.text(at + 2) == ")" and at > first:
                self.found.members.append(Member(name, header.code(first, at), owner, True))
            return
        at = first
        while at < behind and header.text(at) not in ("=", "{"):
            at = header.partner[at] + 1 if header.text(at) in ("(", "[") else at + 1
        if at - 1 > first and header.text(at - 1).endswith("_"):
            self.found.members.append(Member(header.text(at - 1), header.code(first, at - 1), owner, False))

    def _enumerators(self, first: int, brace: int) -> None:
        owner = self._name_of_scope(first, brace)
        close = self.header.partner[brace]
        names = [self.header.text(at) for at in range(brace + 1, close)
                 if self.header.text(at - 1) in ("{", ",") and self.header.tokens[at].is_name]
        for at, name in enumerate(names):
            if len(names) > 1:
                self.found.next_enumerator[owner, name] = names[(at + 1) % len(names)]

    # ---- blocks

    def _block(self, at: int, end: int, function: str) -> None:
        run: list[Statement] = []
        while at < end:
            next_at, statement = self._statement(at, end, function)
            if statement is not None:
                run.append(statement)
            elif run:
                self.found.runs.append(run)
                run = []
            at = next_at
        if run:
            self.found.runs.append(run)

    def _one(self, at: int, end: int, function: str) -> int:
        """The statement below an `if` or a loop, which is a run of its own."""
        behind, statement = self._statement(at, end, function)
        if statement is not None:
            self.found.runs.append([statement])
        return behind

    def _statement(self, at: int, end: int, function: str) -> tuple[int, Statement | None]:
        header = self.header
        text = header.text(at)
        if text == "[" and header.text(at + 1) == "[":
            self._leave_out(at, header.partner[at] + 1)
            return self._statement(header.partner[at] + 1, end, function)
        if text == "{":
            self.found.blocks.add(at)
            self._block(at + 1, header.partner[at], function)
            return header.partner[at] + 1, None
        if text == ";":
            return at + 1, None
        if text in ("if", "while", "switch"):
            return self._branch(at, end, function), None
        if text == "for":
            return self._for(at, end, function), None
        if text == "else":
            return self._one(at + 1, end, function), None
        if text == "do":
            behind = self._one(at + 1, end, function)
            close = header.partner[behind + 1]
            self._condition("loop", behind + 2, close, function)
            return close + 2, None
        if text in ("try", "VIGIL_TRY"):
            return self._try(at, end, function), None
        if text in ("case", "default"):
            while header.text(at) != ":":
                at += 1
            return at + 1, None
        return self._simple(at, end, function)

    def _branch(self, at: int, end: int, function: str) -> int:
        header = self.header
        kind = "if" if header.text(at) == "if" else "loop" if header.text(at) == "while" else "switch"
        opening = at + 1
        if header.text(opening) in ("constexpr", "consteval"):
            kind, opening = "constant", opening + 1
        close = header.partner[opening]
        if kind == "constant":
            self._condition(kind, opening + 1, close, function)
            self.found.constant.update(range(opening, close + 1))
        elif kind == "switch":
            self._inside(opening + 1, close, function)
        else:
            self._condition(kind, opening + 1, close, function)
        behind = self._one(close + 1, end, function)
        return self._one(behind + 1, end, function) if header.text(behind) == "else" and behind < end else behind

    def _for(self, at: int, end: int, function: str) -> int:
        opening, close = at + 1, self.header.partner[at + 1]
        parts = [each for each in self._at_depth(opening + 1, close) if self.header.text(each) == ";"]
        if len(parts) == 2:
            self._inside(opening + 1, parts[0], function)
            self._condition("loop", parts[0] + 1, parts[1], function)
            self._inside(parts[1] + 1, close, function)
        else:
            self._inside(opening + 1, close, function)
        return self._one(close + 1, end, function)

    def _try(self, at: int, end: int, function: str) -> int:
        header = self.header
        at += 1
        while True:
            self.found.blocks.add(at)
            self._block(at + 1, header.partner[at], function)
            at = header.partner[at] + 1
            if at >= end or header.text(at) not in ("catch", "VIGIL_CATCH_ALL"):
                return at
            at = header.partner[at + 1] + 1 if header.text(at) == "catch" else at + 1

    def _condition(self, kind: str, first: int, behind: int, function: str) -> None:
        for each in self._at_depth(first, behind):
            if self.header.text(each) == ";":  # `if (init; condition)`
                first = each + 1
        if first < behind:
            self.found.conditions.append(Condition(kind, first, behind))
        self._inside(first, behind, function)

    def _simple(self, first: int, end: int, function: str) -> tuple[int, Statement]:
        at = first
        while at < end and self.header.text(at) != ";":
            at = self.header.partner[at] + 1 if self.header.text(at) in ("(", "[", "{") else at + 1
        self._inside(first, at, function)
        behind = min(at + 1, end)
        kind = self._kind_of(first, at)
        if kind == "declaration" and self.header.text(first) in ("using", "typedef", "static_assert"):
            self._leave_out(first, behind)
        if kind == "declaration" and "constexpr" in (self.header.text(first), self.header.text(first + 1)):
            self.found.constant.update(range(first, behind))
        return behind, Statement(kind, first, behind, function)

    def _kind_of(self, first: int, behind: int) -> str:
        header = self.header
        if header.text(first) in _JUMPS:
            return "jump"
        if header.text(first) in _DECLARES:
            return "declaration"
        at = first
        while header.text(at) == "::" or (at < behind and header.tokens[at].is_name):
            if header.tokens[at].is_name and at + 1 < behind and header.tokens[at + 1].is_name:
                return "declaration"  # two names: a type and what it declares
            at += 1
            if header.text(at) == "<" and not header.tokens[at].is_spaced:
                at = self._behind_angles(at, behind)
                if at < behind and header.tokens[at].is_name:
                    return "declaration"
        if header.text(at) in ("*", "&", "&&") and at + 1 < behind and header.tokens[at + 1].is_name \
                and not header.tokens[at].is_spaced:
            return "declaration"
        return "expression"

    def _behind_angles(self, at: int, end: int) -> int:
        depth = 0
        while at < end:
            text = self.header.text(at)
            if text in ("(", "[", "{"):
                at = self.header.partner[at]
            depth += (text == "<") - (text == ">")
            at += 1
            if depth == 0:
                break
        return at

    # ---- expressions

    def _at_depth(self, first: int, behind: int):
        at = first
        while at < behind:
            yield at
            at = self.header.partner[at] + 1 if self.header.text(at) in ("(", "[", "{") else at + 1

    def _inside(self, at: int, end: int, function: str) -> None:
        """Finds the bodies of lambdas."""
        header = self.header
        while at < end:
            text = header.text(at)
            if text == "requires":
                at = self._behind_requires(at)
                continue
            if text == "[" and header.text(at + 1) == "[":
                self._leave_out(at, header.partner[at] + 1)
                at = header.partner[at] + 1
                continue
            if text == "{":
                close = header.partner[at]
                if self._opens_lambda(at):
                    self._name_tokens(at, close, function)
                    self._block(at + 1, close, function)
                    at = close + 1
                    continue
            at += 1

    def _opens_lambda(self, brace: int) -> bool:
        header = self.header
        at = brace - 1
        while at > 0 and header.text(at) not in (")", "]", ";", "{", "}", "(", ",", "="):
            at -= 1
        between = [header.text(each) for each in range(at + 1, brace)]
        if header.text(at) == "]":
            return not between and header.partner.get(at) is not None and not header.tokens[header.partner[at] - 1].is_name
        if header.text(at) != ")":
            return False
        if between and between[0] not in _BEFORE_BLOCK and between[0] != "->":
            return False
        opening = header.partner[at]
        return header.text(opening - 1) in ("]", ">")

    def _name_tokens(self, first: int, behind: int, function: str) -> None:
        for at in range(first, behind):
            self.found.functions[at] = function

    def _leave_out(self, first: int, behind: int) -> None:
        self.found.idle.update(range(first, behind))


def structure_of(header: Header) -> Structure:
    return Parser(header).run()
