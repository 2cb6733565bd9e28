"""Tokens: a filter's text cut into words, strings, operators and brackets.

Names of fields, numbers, addresses and names of values are one kind of token, the word: what a word means depends on
what it is compared with.  A slice and a layer are a token each, since ``0:3`` would be a word.

Source: wireshark-filter(4).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ibpkt.filter.error import FilterError

#: the kind of the token that ends every filter
END = "end"


class Token(NamedTuple):
    """A piece of a filter.

    Attributes:
        kind: the name of its group in the pattern below; operators and brackets that mean one thing only are their own.
        text: the piece itself.
        at: its column, from 1.
    """

    kind: str
    text: str
    at: int


# Alternatives are tried in this order, and never twice (``++``, ``*+``): a long line of dots would take hours.
_TOKEN = re.compile(
    r"""
      (?P<string> (?s: r?"(?:[^"\\]++|\\.)*+" ) )
    | (?P<mask> (?:bitwise_and(?![\w.:]) | &(?!&)) )
    | (?P<comparison> (?:a(?:ny|ll)_(?:eq|ne)|eq|ne|[gl][te]|contains|matches)(?![\w.:]) | [!=]==? | ~=? | [<>]=? )
    | (?P<not> not(?![\w.:]) | !(?!=) )
    | (?P<and> and(?![\w.:]) | && )
    | (?P<xor> xor(?![\w.:]) | \^\^ )
    | (?P<quantifier> (?:any|all)(?![\w.:]) )
    | (?P<or> or(?![\w.:]) | \|\| )
    | (?P<in> in(?![\w.:]) )
    | (?P<word> (?=[0-9A-Fa-f]*+[:.]) (?:[0-9A-Fa-f:]|\.(?!\.))++ /\d+
              | [0-9A-Fa-f]{2}(?:-[0-9A-Fa-f]{2})++ (?![\w.:-])
              | \d++(?:\.\d++)?[eE][-+]\d+
              | [A-Za-z]\w*+-[A-Za-z]\w*+(?:\.[A-Za-z]\w*+)*+
              | (?:[\w:]|\.(?!\.))++ )
    | (?P<layer> \#(?:-?\d+|\[[^\]]*\])(?:\.[A-Za-z][\w.]*)? )
    | (?P<character> '(?:[^'\\]|\\.)+' )
    | (?P<slice> \[[^\]]*\] )
    | (?P<blank> \s+ )
    | (?P<itself> \.\. | [-+*/%,(){}] )
    """,
    re.VERBOSE,
)
_ESCAPES = dict(zip(b"abfnrtv'\"\\", b"\a\b\f\n\r\t\v'\"\\", strict=True))
#: hexadecimal digits after ``\x``, ``\u`` and ``\U``
_DIGITS = {ord("x"): 2, ord("u"): 4, ord("U"): 8}


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a filter, each when it is asked for, and at last one of the kind `END`.

    Raises:
        FilterError: at a character no token begins.
    """
    match, place = _TOKEN.match, 0
    while place < len(text):
        found = match(text, place)
        if found is None:
            raise _stray(text, place)
        kind = found.lastgroup or ""
        if kind != "blank":
            yield Token(found[0] if kind == "itself" else kind, found[0], place + 1)
        place = found.end()
    yield Token(END, "", len(text.rstrip()) + 1)


def _stray(text: str, place: int) -> FilterError:
    """The error for a character at which no token begins."""
    char = text[place]
    if char in "\"'":
        what = "the closing quote is missing"
    elif char == "[":
        what = "the closing bracket is missing"
    elif char == "#":
        what = "write a layer as #2 or #[1-3]"
    elif char == "=":
        what = "use == to compare values"
    else:
        what = f"{char!r} is not expected here"
    return FilterError(what, place + 1, text)


def quoted_bytes(token: Token, text: str) -> bytes:
    """The bytes of a string or of a character between single quotes, without their quotes and escapes.

    Args:
        token: the string or the character.
        text: the filter, for messages.

    Raises:
        FilterError: an escape is wrong, or single quotes hold more than one byte.
    """
    if token.text.startswith("r"):
        return token.text[2:-1].encode("utf-8", "surrogatepass")
    data = _unescape(token.text[1:-1].encode("utf-8", "surrogatepass"), token.at + 1, text)
    if token.kind == "character" and len(data) != 1:
        raise FilterError("single quotes hold one character; use double quotes for strings", token.at, text)
    return data


def _unescape(data: bytes, at: int, text: str) -> bytes:
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
                raise FilterError(f"\\{chr(kind)} needs {_DIGITS[kind]} hexadecimal digits", at, text) from None
        elif ord("0") <= kind <= ord("7"):
            digits = bytes([kind])
            while len(digits) < 3 and place < len(data) and ord("0") <= data[place] <= ord("7"):
                digits += data[place : place + 1]
                place += 1
            if int(digits, 8) > 255:
                raise FilterError(f"\\{digits.decode()} is not a byte", at, text)
            result.append(int(digits, 8))
        else:
            raise FilterError(f'\\{chr(kind)} is not an escape; write \\\\, or a raw string such as r"…"', at, text)
    return bytes(result)
