"""A filter's text as a tree, before anything is known of what its words mean.

The tree is built bottom-up while lark parses, without recursion, and its depth is bounded: what walks over it
afterwards may recurse.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput

from ibpkt.filter.error import FilterError
from ibpkt.filter.grammar import GRAMMAR

#: bytes of a filter, and how deep its parentheses, its signs and its sums may nest
MAX_LENGTH = 1 << 18
MAX_DEPTH = 100


@dataclass(frozen=True, slots=True)
class Node:
    """A part of a filter.

    Attributes:
        at: the column at which it begins, from 1.
        depth: how many nodes lie below one another in it.
    """

    at: int
    depth: int


@dataclass(frozen=True, slots=True)
class Word(Node):
    """The name of a field, or a value without quotes."""

    text: str


@dataclass(frozen=True, slots=True)
class Quoted(Node):
    """A string, its escapes taken away; ``quote`` is ``'`` for a character."""

    data: bytes
    quote: str

    @property
    def text(self) -> str:
        """The string as text."""
        return self.data.decode("utf-8", "backslashreplace")


@dataclass(frozen=True, slots=True)
class Sliced(Node):
    """Some bytes of a value; ``text`` is what stands between the brackets."""

    part: Node
    text: str


@dataclass(frozen=True, slots=True)
class Layered(Node):
    """A field in some layers of its protocol; ``text`` is what stands behind ``#``."""

    part: Node
    text: str


@dataclass(frozen=True, slots=True)
class Call(Node):
    """A function of some values."""

    name: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    """Two values joined by ``+ - * / % &``."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Minus(Node):
    """A value with the other sign."""

    part: Node


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """Two values compared; ``quantifier`` is ``any``, ``all`` or ``""``."""

    operator: str
    quantifier: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Member(Node):
    """A value looked up in a set of values and ranges (whose ends both belong to them)."""

    quantifier: str
    part: Node
    items: tuple[tuple[Node, Node | None], ...]


@dataclass(frozen=True, slots=True)
class Logic(Node):
    """Tests joined by ``and``, ``or`` or ``xor``."""

    operator: str
    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Not(Node):
    """The opposite of a test."""

    part: Node


#: one name for each comparison
_NAMES = {
    "eq": "==", "any_eq": "==", "ne": "!=", "all_ne": "!=", "all_eq": "===", "any_ne": "!==", "~=": "!==",
    "gt": ">", "lt": "<", "ge": ">=", "le": "<=", "~": "matches",
}  # fmt: skip
_ESCAPES = dict(zip(b"abfnrtv'\"\\", b"\a\b\f\n\r\t\v'\"\\", strict=True))
_DIGITS = {ord("x"): 2, ord("u"): 4, ord("U"): 8}


def parse(text: str) -> Node:
    """The tree of a filter.

    Raises:
        FilterError: it is not well formed, or too long, or nested too deeply.
    """
    if len(text) > MAX_LENGTH:
        raise FilterError(f"the filter has {len(text)} characters; {MAX_LENGTH} are the most", MAX_LENGTH + 1, text)
    if not text.strip():
        raise FilterError("there is nothing in it", 1, text)
    try:
        tree: Any = _parser().parse(text)
    except FilterError as error:
        raise FilterError(error.what, error.column, text) from None
    except UnexpectedInput as error:
        raise _complaint(text, error) from None
    assert isinstance(tree, Node)
    return tree


@functools.cache
def _parser() -> Lark:
    # The basic lexer takes 26 ms to build and the contextual one 38 ms; no terminal here depends on its context.
    return Lark(GRAMMAR, parser="lalr", lexer="basic", transformer=_Tree())


def _complaint(text: str, error: UnexpectedInput) -> FilterError:
    """lark's error in the words of a filter."""
    at = error.pos_in_stream or 0
    if isinstance(error, UnexpectedCharacters):
        char = text[at]
        if char in "\"'":
            return FilterError("the closing quote is missing", at + 1, text)
        if char == "[":
            return FilterError("the closing bracket is missing", at + 1, text)
        if char == "#":
            return FilterError("a layer is written #2, or #[1-3]", at + 1, text)
        if char == "=":
            return FilterError("values are compared with ==", at + 1, text)
        return FilterError(f"{char!r} is not expected here", at + 1, text)
    token = getattr(error, "token", None)
    if isinstance(error, UnexpectedEOF) or token is None or token.type == "$END":
        expected = getattr(error, "accepts", None) or getattr(error, "expected", None) or set()
        if "WORD" in expected and "RBRACE" not in expected:
            what = "the filter ends where a field or a value is expected"
        else:
            closing = {"RPAR": "parenthesis", "RBRACE": "brace"}
            missing = next((name for token, name in closing.items() if token in expected), None)
            what = f"a closing {missing} is missing" if missing else "the filter ends too early"
        return FilterError(what, len(text.rstrip()) + 1, text)
    return FilterError(f"{str(token)!r} is not expected here", (token.start_pos or 0) + 1, text)


def _column(token: Token) -> int:
    return (token.start_pos or 0) + 1


@v_args(inline=True)
class _Tree(Transformer[Token, Node]):
    """Builds the nodes as lark finds them."""

    def word(self, token: Token) -> Node:
        return Word(_column(token), 1, str(token))

    def string(self, token: Token) -> Node:
        raw = token.startswith("r")
        body = str(token)[2 if raw else 1 : -1]
        return Quoted(_column(token), 1, _bytes(body) if raw else _unescaped(body, _column(token) + 1), '"')

    def character(self, token: Token) -> Node:
        data = _unescaped(str(token)[1:-1], _column(token) + 1)
        if len(data) != 1:
            raise FilterError("single quotes hold one character; strings have double quotes", _column(token))
        return Quoted(_column(token), 1, data, "'")

    def slice(self, part: Node, token: Token) -> Node:
        return _deeper(Sliced, part.at, part, str(token)[1:-1])

    def layer(self, part: Node, token: Token) -> Node:
        return _deeper(Layered, part.at, part, str(token)[1:])

    def call(self, name: Token, *arguments: Node | None) -> Node:
        return _deeper(Call, _column(name), str(name), tuple(filter(None, arguments)))

    def arithmetic(self, left: Node, operator: Token, right: Node) -> Node:
        return _deeper(Arithmetic, left.at, "&" if operator.type == "MASK" else str(operator), left, right)

    def minus(self, sign: Token, part: Node) -> Node:
        return _deeper(Minus, _column(sign), part)

    def compare(self, *found: Any) -> Node:
        quantifier = found[0] if isinstance(found[0], Token) else None
        left, operator, right = found[-3:]
        at = left.at if quantifier is None else _column(quantifier)
        return _deeper(Compare, at, _NAMES.get(operator, str(operator)), str(quantifier or ""), left, right)

    def member(self, *found: Any) -> Node:
        quantifier = found[0] if isinstance(found[0], Token) else None
        part = next(each for each in found if isinstance(each, Node))
        at = part.at if quantifier is None else _column(quantifier)
        node = _deeper(Member, at, str(quantifier or ""), part, found[-1])
        negated = any(isinstance(each, Token) and each.type == "NOT" for each in found)
        return _deeper(Not, at, node) if negated else node

    def set(self, *items: tuple[Node, Node | None]) -> tuple[tuple[Node, Node | None], ...]:
        return items

    def item(self, low: Node, high: Node | None = None) -> tuple[Node, Node | None]:
        return low, high

    def negation(self, sign: Token, part: Node) -> Node:
        return _deeper(Not, _column(sign), part)

    def either(self, *parts: Node) -> Node:
        return _deeper(Logic, parts[0].at, "or", parts)

    def exclusive(self, *parts: Node) -> Node:
        return _deeper(Logic, parts[0].at, "xor", parts)

    def both(self, *parts: Node) -> Node:
        return _deeper(Logic, parts[0].at, "and", parts)


def _deeper(kind: type[Node], at: int, *found: Any) -> Node:
    below = [part.depth for part in found if isinstance(part, Node)]
    for each in found:
        if isinstance(each, tuple):
            below += [
                node.depth
                for part in each
                for node in (part if isinstance(part, tuple) else (part,))
                if node is not None
            ]
    depth = 1 + max(below, default=0)
    if depth > MAX_DEPTH:
        raise FilterError(f"the filter is nested more than {MAX_DEPTH} deep", at)
    return kind(at, depth, *found)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _unescaped(body: str, at: int) -> bytes:
    """What a string with escapes means."""
    data = _bytes(body)
    if b"\\" not in data:
        return data
    result = bytearray()
    place = 0
    while place < len(data):
        char = data[place]
        place += 1
        if char != ord("\\"):
            result.append(char)
            continue
        kind = data[place]
        place += 1
        if kind in _ESCAPES:
            result.append(_ESCAPES[kind])
        elif kind in _DIGITS:
            digits = data[place : place + _DIGITS[kind]]
            place += len(digits)
            try:
                number = int(digits, 16) if digits.isalnum() else -1
                result += bytes([number]) if kind == ord("x") else chr(number).encode()
            except (ValueError, OverflowError):
                raise FilterError(f"\\{chr(kind)} wants {_DIGITS[kind]} hexadecimal digits", at) from None
        elif ord("0") <= kind <= ord("7"):
            digits = bytes([kind])
            while len(digits) < 3 and place < len(data) and ord("0") <= data[place] <= ord("7"):
                digits += data[place : place + 1]
                place += 1
            if int(digits, 8) > 255:
                raise FilterError(f"\\{digits.decode()} is no byte", at)
            result.append(int(digits, 8))
        else:
            raise FilterError(f'\\{chr(kind)} is no escape; write \\\\, or a raw string as r"…"', at)
    return bytes(result)
