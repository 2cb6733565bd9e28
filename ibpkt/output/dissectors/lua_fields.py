"""The leaves of all headers as fields of Wireshark."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ibpkt.output.dissectors.lua_literals import Expression
from ibpkt.output.dissectors.tabulated_values import derived_table
from ibpkt.schema import BYTES, FLAG, HEX, IPV4, IPV6, MAC, TEXT, Derived, Header, Leaf

#: before every name: Wireshark has fields of the same names, of other types
PREFIX = "ibpkt."
_OF_KIND = {FLAG: "BOOLEAN", MAC: "ETHER", IPV4: "IPv4", IPV6: "IPv6", BYTES: "BYTES", TEXT: "STRING"}
#: hexadecimal digits that Wireshark prints, and the type that does
_BY_DIGITS = {2: "UINT8", 4: "UINT16", 6: "UINT24", 8: "UINT32", 16: "UINT64"}
#: where leaves of several types share a name, the last of their types stands for all
_ORDER = ("BOOLEAN", *_BY_DIGITS.values(), "DOUBLE", *_OF_KIND.values())
#: Lua before 5.3 has no larger whole numbers
_LARGEST = 1 << 53


def _type(leaf: Leaf) -> str:
    if isinstance(leaf, Derived):
        table = derived_table(leaf.header, leaf) or {}
        values = set(table.values())
        if any(isinstance(value, str) for value in values):
            return "STRING"
        if any(isinstance(value, float) or not 0 <= value < _LARGEST for value in values):
            return "DOUBLE"
        return "UINT64" if max(values, default=0) >> 32 else "UINT32"
    if leaf.kind in _OF_KIND:
        return _OF_KIND[leaf.kind]
    if leaf.wide:
        return "BYTES"
    return _BY_DIGITS.get(leaf.digits) or _BY_DIGITS[min(digits for digits in _BY_DIGITS if 4 * digits >= leaf.width)]


class LuaFields:
    """The fields, numbered from 1 as Lua counts; headers and leaves ask for theirs.

    Args:
        headers: all headers.
    """

    def __init__(self, headers: Iterable[Header]) -> None:
        self.rows: list[list[Any]] = []
        self.enums: list[dict[int, str]] = []
        self._types: dict[str, str] = {}
        self._numbers: dict[tuple[Any, ...], int] = {}
        self._enum_numbers: dict[tuple[tuple[int, str], ...], int] = {}
        for header in headers:
            for leaf in header.leaves:
                wanted = _type(leaf)
                known = self._types.get(leaf.filter, wanted)
                self._types[leaf.filter] = max(wanted, known, key=_ORDER.index)

    def type_of(self, leaf: Leaf) -> str:
        """The type of the field under which a leaf is shown, a member of Wireshark's ``ftypes``."""
        return self._types[leaf.filter]

    def of_header(self, header: Header) -> int:
        """The field of a header as a whole; 0 where a leaf has its name."""
        if header.filter in self._types:
            return 0
        return self.number(header.filter, header.title, "NONE")

    def of_leaf(self, leaf: Leaf) -> int:
        """The field of a leaf."""
        kind = self.type_of(leaf)
        number = kind.startswith("UINT")
        shown = "HEX" if number and leaf.kind is HEX else "DEC" if number else "NONE"
        enum = self._enum(leaf) if number else 0
        label = f"{leaf.label} ({leaf.unit})" if leaf.unit else leaf.label
        return self.number(leaf.filter, label, kind, shown, enum, leaf.doc)

    def number(self, name: str, label: str, kind: str, shown: str = "NONE", enum: int = 0, doc: str = "") -> int:
        """The number of the field with these properties."""
        key = (name, label, kind, shown, enum, doc)
        if key not in self._numbers:
            row = [PREFIX + name, label, Expression(f"ftypes.{kind}"), enum, Expression(f"base.{shown}"), doc]
            self.rows.append(row)
            self._numbers[key] = len(self.rows)
        return self._numbers[key]

    def _enum(self, leaf: Leaf) -> int:
        names = {number: name for number, name in leaf.enum.items() if number < _LARGEST}
        key = tuple(names.items())
        if key and key not in self._enum_numbers:
            self.enums.append(names)
            self._enum_numbers[key] = len(self.enums)
        return self._enum_numbers.get(key, 0)
