"""The declared headers as types of Kaitai Struct: their fields, without what follows."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable
from typing import Any

from ibpkt.schema import Derived, Field, Header, Leaf, Part

#: fields of these widths are whole numbers of bytes; Kaitai Struct reads all others bit by bit
_WHOLE = {8: "u1", 16: "u2", 32: "u4", 64: "u8"}


def identifier(name: str) -> str:
    """A name as Kaitai Struct and the languages that it writes accept it."""
    plain = re.sub(r"[^a-z0-9_]+", "_", name.lower()).strip("_") or "nothing"
    plain = plain if plain[0].isalpha() else f"n_{plain}"
    return f"{plain}_" if keyword.iskeyword(plain) else plain


def value_of(leaf: Leaf) -> str:
    """The expression for a leaf's number, from where its header is known by its key."""
    return f"{identifier(leaf.header.key)}.{_number(leaf)}"


def _number(leaf: Leaf) -> str:
    # a single bit is a boolean there
    return f"{identifier(leaf.name)}.to_i" if isinstance(leaf, Field) and leaf.width == 1 else identifier(leaf.name)


def _condition(leaf: Leaf) -> dict[str, str]:
    return {"if": f"{_number(leaf.header.leaf(leaf.when[0]))} == {leaf.when[1]}"} if leaf.when else {}


class KaitaiHeaders:
    """Types and enumerations of headers.

    Attributes:
        types: by identifier, as they stand in the file.
        enums: by identifier, likewise.
    """

    def __init__(self, headers: Iterable[Header]) -> None:
        self.types: dict[str, Any] = {}
        self.enums: dict[str, dict[int, Any]] = {}
        self._names: dict[tuple[tuple[int, str], ...], str] = {}
        for header in headers:
            self._add(header)

    def _add(self, header: Header) -> None:
        described: dict[str, Any] = {"doc": f"{header.title} ({header.name}), {header.filter}", "seq": []}
        views: dict[str, Any] = {}
        for field in header.fields:
            described["seq"].append(self._field(header, field))
            self._name_values(field, views)
            for part in field.parts:
                self._part(field, part, views)
        if header.tail and header.tail_leaf:
            rest = f"{identifier(header.tail.field)} * {header.tail.scale} + {header.tail.add - header.size}"
            if header.tail.align > 1:
                rest = f"({rest} + {header.tail.align - 1}) / {header.tail.align} * {header.tail.align}"
            described["seq"].append({"id": identifier(header.tail.name), "size": rest, **_doc(header.tail_leaf)})
        if views:
            described["instances"] = views
        self.types[identifier(header.key)] = described

    def _field(self, header: Header, field: Field) -> dict[str, Any]:
        described: dict[str, Any] = {"id": identifier(field.name)}
        if field.rows:
            row = identifier(f"{header.key}_{field.name}_row")
            count = field.width // sum(inner.width for inner in field.rows)
            self.types[row] = {"seq": [self._field(header, inner) for inner in field.rows]}
            return {**described, "type": row, "repeat": "expr", "repeat-expr": count, **_doc(field)}
        if field.kind.binary or (field.little and field.width not in _WHOLE):
            return {**described, "size": field.width // 8, **_doc(field)}
        bits = f"b{field.width}"
        aligned = field.bit % 8 == 0 and field.width in _WHOLE
        kind = _WHOLE[field.width] if aligned else bits
        return {**described, "type": f"{kind}le" if field.little and field.width > 8 else kind, **_doc(field)}

    def _part(self, field: Field, part: Part, views: dict[str, Any]) -> None:
        shift, mask = field.width - part.offset - part.width, (1 << part.width) - 1
        view = {"value": f"({_number(field)} >> {shift}) & {mask}", **_doc(part)}
        views[identifier(part.name)] = {**view, **_condition(part)}
        self._name_values(part, views)

    def _name_values(self, leaf: Leaf, views: dict[str, Any]) -> None:
        if leaf.enum and leaf.width > 1 and not leaf.wide and leaf.count == 1:
            view = {"value": identifier(leaf.name), "enum": self._enum(leaf)}
            views[f"{identifier(leaf.name)}_name"] = {**view, **_condition(leaf)}

    def _enum(self, leaf: Leaf) -> str:
        key = tuple(sorted(leaf.enum.items()))
        if key not in self._names:
            name = identifier(f"{leaf.header.key}_{leaf.name}")
            taken: set[str] = set()
            values: dict[int, Any] = {}
            for number, text in key:
                word = identifier(text)
                word = f"{word}_{number}" if word in taken else word
                taken.add(word)
                values[number] = {"id": word, "doc": text}
            self._names[key] = name
            self.enums[name] = values
        return self._names[key]


def _doc(leaf: Leaf) -> dict[str, str]:
    assert not isinstance(leaf, Derived)
    words = (leaf.label, f"[{leaf.unit}]" if leaf.unit else "", f"({leaf.doc})" if leaf.doc else "", leaf.filter)
    return {"doc": " ".join(filter(None, words))}
