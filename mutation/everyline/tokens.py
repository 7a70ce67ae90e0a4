"""The tokens of a C++ header, without its comments and preprocessor lines."""

from __future__ import annotations

import re
from dataclasses import dataclass

_LEXEME = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|/\*.*?\*/)
      |(?P<line>^[ ]*\#(?:[^\n]*\\\n)*[^\n]*)
      |(?P<raw>R"(?P<tag>[^(\s]*)\(.*?\)(?P=tag)")
      |(?P<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
      |(?P<number>\.?\d(?:[eEpP][+-]|'?[\w.])*)
      |(?P<name>[A-Za-z_]\w*)
      |(?P<operator><=>|<<=|\.\.\.|->\*|::|->|\+\+|--|<<|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)""",
    re.VERBOSE | re.DOTALL | re.MULTILINE)

_CLOSING = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True)
class Token:
    text: str
    begin: int
    line: int
    is_spaced: bool  # space on both sides: how the formatter writes an operator between two operands

    @property
    def end(self) -> int:
        return self.begin + len(self.text)

    @property
    def is_name(self) -> bool:
        return self.text[0].isalpha() or self.text[0] == "_"


class Header:
    """`>>` are two tokens, because it may close two templates."""

    def __init__(self, source: str):
        self.source = source
        self.tokens = list(_tokens_of(source))
        self.partner = _partners_of(self.tokens)

    def __len__(self) -> int:
        return len(self.tokens)

    def text(self, at: int) -> str:
        return self.tokens[at].text if 0 <= at < len(self.tokens) else ""

    def code(self, first: int, behind: int) -> str:
        """What tokens `first` to `behind` are, as the source spells it."""
        if first >= behind:
            return ""
        return self.source[self.tokens[first].begin:self.tokens[behind - 1].end]


def _tokens_of(source: str):
    line, at = 1, 0
    while at < len(source):
        found = _LEXEME.match(source, at)
        text = found.group()
        if found.lastgroup not in ("skip", "line"):
            before = source[at - 1] if at else " "
            behind = source[found.end()] if found.end() < len(source) else " "
            yield Token(text, at, line, before.isspace() and behind.isspace())
        line += text.count("\n")
        at = found.end()


def _partners_of(tokens: list[Token]) -> dict[int, int]:
    """Each bracket's other one, by index, in both directions."""
    partner: dict[int, int] = {}
    opened: list[int] = []
    for at, token in enumerate(tokens):
        if token.text in _CLOSING:
            opened.append(at)
        elif opened and token.text == _CLOSING[tokens[opened[-1]].text]:
            partner[at] = opened.pop()
            partner[partner[at]] = at
    if opened:
        raise ValueError(f"line {tokens[opened[-1]].line}: a bracket is not closed")
    return partner


def without_comments(source: str) -> str:
    """The source without its comments, and with one space wherever there is any between two tokens."""
    parts: list[str] = []
    found = _LEXEME.match(source)
    while found is not None:
        if found.lastgroup != "skip":
            parts.append(found.group())
        elif parts[-1:] != [" "]:
            parts.append(" ")
        found = _LEXEME.match(source, found.end())
    return "".join(parts)


def in_one_line(code: str) -> str:
    """The code in one line, without comments."""
    words, end = [], None
    for token in _tokens_of(code):
        if words and token.begin != end:
            words.append(" ")
        words.append(token.text)
        end = token.end
    return "".join(words)
