"""Python values as Lua writes them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_KEYWORDS = frozenset(
    (
        *("and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local"),
        *("nil", "not", "or", "repeat", "return", "then", "true", "until", "while"),
    )
)


class Expression(str):
    """Text that is Lua already, such as ``ftypes.UINT8``."""


def literal(value: Any) -> str:
    """A number, a text, a mapping, a sequence or None in Lua; members of a mapping that are None are left out.

    Raises:
        TypeError: a value of another type.
    """
    if isinstance(value, Expression):
        return str(value)
    if value is None or isinstance(value, bool):
        return {None: "nil", True: "true", False: "false"}[value]
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        members = (f"{_key(key)}={literal(member)}" for key, member in value.items() if member is not None)
        return "{" + ", ".join(members) + "}"
    if isinstance(value, list | tuple):
        return "{" + ", ".join(map(literal, value)) + "}"
    raise TypeError(f"no Lua literal for {value!r}")


def _text(value: str) -> str:
    # decimal escapes are what every version of Lua reads; UTF-8 passes through
    plain = (
        char if char >= " " and char not in '"\\\x7f' else "".join(f"\\{byte:03d}" for byte in char.encode())
        for char in value
    )
    return '"' + "".join(plain) + '"'


def _key(key: Any) -> str:
    if isinstance(key, str) and _NAME.fullmatch(key) and key not in _KEYWORDS:
        return key
    return f"[{literal(key)}]"
