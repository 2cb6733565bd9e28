"""A filter's text as a tree, before anything is known of what its words mean.

The tree is built bottom-up while the text is read, without recursion, and its depth is bounded: what walks over it
afterwards may recurse.  Nodes have no methods that are not needed: their classes are made at every start.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ibpkt.filter.error import FilterError
from ibpkt.filter.parser import Token, read

#: bytes of a filter, and how deep its parentheses, its signs and its sums may nest
MAX_LENGTH = 1 << 18
MAX_DEPTH = 100


@dataclass(slots=True, eq=False, repr=False)
class Node:
    """A part of a filter.

    Attributes:
        at: the column at which it begins, from 1.
        depth: how many nodes lie below one another in it.
    """

    at: int
    depth: int


@dataclass(slots=True, eq=False, repr=False)
class Word(Node):
    """The name of a field, or a value without quotes."""

    text: str


@dataclass(slots=True, eq=False, repr=False)
class Quoted(Node):
    """A string, its escapes taken away; ``quote`` is ``'`` for a character."""

    data: bytes
    quote: str

    @property
    def text(self) -> str:
        """The string as text."""
        return self.data.decode("utf-8", "backslashreplace")


@dataclass(slots=True, eq=False, repr=False)
class Sliced(Node):
    """Some bytes of a value; ``text`` is what stands between the brackets."""

    part: Node
    text: str


@dataclass(slots=True, eq=False, repr=False)
class Layered(Node):
    """A field in some layers of its protocol; ``text`` is what stands behind ``#``."""

    part: Node
    text: str


@dataclass(slots=True, eq=False, repr=False)
class Call(Node):
    """A function of some values."""

    name: str
    arguments: tuple[Node, ...]


@dataclass(slots=True, eq=False, repr=False)
class Arithmetic(Node):
    """Two values joined by ``+ - * / % &``."""

    operator: str
    left: Node
    right: Node


@dataclass(slots=True, eq=False, repr=False)
class Minus(Node):
    """A value with the other sign."""

    part: Node


@dataclass(slots=True, eq=False, repr=False)
class Compare(Node):
    """Two values compared; ``quantifier`` is ``any``, ``all`` or ``""``."""

    operator: str
    quantifier: str
    left: Node
    right: Node


@dataclass(slots=True, eq=False, repr=False)
class Member(Node):
    """A value looked up in a set of values and ranges (whose ends both belong to them)."""

    quantifier: str
    part: Node
    items: tuple[tuple[Node, Node | None], ...]


@dataclass(slots=True, eq=False, repr=False)
class Logic(Node):
    """Tests joined by ``and``, ``or`` or ``xor``."""

    operator: str
    parts: tuple[Node, ...]


@dataclass(slots=True, eq=False, repr=False)
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
        tree = read(text, _BUILDERS)
    except FilterError as error:
        raise FilterError(error.what, error.column, text) from None
    assert isinstance(tree, Node)
    return tree


def _word(token: Token) -> Node:
    return Word(token.at, 1, token.text)


def _string(token: Token) -> Node:
    raw = token.text.startswith("r")
    body = token.text[2 if raw else 1 : -1]
    return Quoted(token.at, 1, _bytes(body) if raw else _unescaped(body, token.at + 1), '"')


def _character(token: Token) -> Node:
    data = _unescaped(token.text[1:-1], token.at + 1)
    if len(data) != 1:
        raise FilterError("single quotes hold one character; strings have double quotes", token.at)
    return Quoted(token.at, 1, data, "'")


def _slice(part: Node, token: Token) -> Node:
    return _deeper(Sliced, part.at, part, token.text[1:-1])


def _layer(part: Node, token: Token) -> Node:
    return _deeper(Layered, part.at, part, token.text[1:])


def _call(name: Token, *arguments: Node) -> Node:
    return _deeper(Call, name.at, name.text, arguments)


def _arithmetic(left: Node, operator: Token, right: Node) -> Node:
    return _deeper(Arithmetic, left.at, "&" if operator.kind == "MASK" else operator.text, left, right)


def _minus(sign: Token, part: Node) -> Node:
    return _deeper(Minus, sign.at, part)


def _compare(*found: Any) -> Node:
    quantifier = found[0] if isinstance(found[0], Token) else None
    left, operator, right = found[-3:]
    at = left.at if quantifier is None else quantifier.at
    return _deeper(Compare, at, _NAMES.get(operator.text, operator.text), _text(quantifier), left, right)


def _member(*found: Any) -> Node:
    quantifier = found[0] if isinstance(found[0], Token) else None
    part = next(each for each in found if isinstance(each, Node))
    at = part.at if quantifier is None else quantifier.at
    node = _deeper(Member, at, _text(quantifier), part, found[-1])
    negated = any(isinstance(each, Token) and each.kind == "NOT" for each in found)
    return _deeper(Not, at, node) if negated else node


def _text(quantifier: Token | None) -> str:
    return quantifier.text if quantifier else ""


def _set(*items: tuple[Node, Node | None]) -> tuple[tuple[Node, Node | None], ...]:
    return items


def _item(low: Node, high: Node | None = None) -> tuple[Node, Node | None]:
    return low, high


def _negation(sign: Token, part: Node) -> Node:
    return _deeper(Not, sign.at, part)


def _either(*parts: Node) -> Node:
    return _deeper(Logic, parts[0].at, "or", parts)


def _exclusive(*parts: Node) -> Node:
    return _deeper(Logic, parts[0].at, "xor", parts)


def _both(*parts: Node) -> Node:
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


#: what builds the parts of the grammar that have names
_BUILDERS: dict[str, Callable[..., Any]] = {
    "word": _word,
    "string": _string,
    "character": _character,
    "slice": _slice,
    "layer": _layer,
    "call": _call,
    "arithmetic": _arithmetic,
    "minus": _minus,
    "compare": _compare,
    "member": _member,
    "set": _set,
    "item": _item,
    "negation": _negation,
    "either": _either,
    "exclusive": _exclusive,
    "both": _both,
}
