"""``-T json`` and ``-T jsonl``.

``json`` has tshark's structure and tshark's texts as values, so that jq programs written for tshark keep working.
``jsonl`` is a line a packet: a flat object from display-filter names to typed values.
`docs/json.md` describes both.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ibpkt.arrays import Bools, raw_list
from ibpkt.batch import Shape, Values
from ibpkt.batch.fields import PACKET_LEAVES, Occurrence, PacketLeaf, field_named
from ibpkt.output.column_text import decimal, distinct, field_text, plain, row_tuples, strings, table, texts
from ibpkt.output.constant_bytes import ConstantBytes, TextCache
from ibpkt.output.field_renderer import FieldRenderer
from ibpkt.output.json_members import Members, any_of, quoted
from ibpkt.output.protocol_layers import without_verdicts
from ibpkt.output.text_layout import FieldText, Literal, Piece, joined
from ibpkt.protocols import Chain, renewed
from ibpkt.schema import Field, Leaf, Part
from ibpkt.schema.value_types import CACHE_LIMIT

_FRAME = tuple(virtual for virtual in PACKET_LEAVES if virtual.name.startswith("frame."))
_REST = tuple(virtual for virtual in PACKET_LEAVES if not virtual.name.startswith("frame."))


class JsonObjects(FieldRenderer):
    """``-T json``: one array of objects, as tshark writes them; duplicate keys are repeated, as in tshark.

    See `FieldRenderer` for the arguments.
    """

    separator = b","

    def __init__(self, names: Sequence[str] = (), *, crc: bool = True) -> None:
        super().__init__(names, crc=crc)
        self._text = TextCache(_quoted_text)

    def header(self) -> bytes:
        """The opening bracket."""
        return b"["

    def footer(self) -> bytes:
        """The closing bracket."""
        return b"\n]\n"

    def _pieces(self, shape: Shape) -> Iterator[Piece]:
        yield Literal(',\n  {"_index": "packets", "_type": "doc", "_score": null, "_source": {"layers": {')
        yield from joined(self._chosen(shape), ", ") if self.fields else self._all(shape).pieces()
        yield Literal("}}}")

    def _chosen(self, shape: Shape) -> Iterator[tuple[Bools | None, list[Piece]]]:
        for field in self.fields:
            columns = [
                (occurrence.leaf, values)
                for occurrence in field.occurrences(shape)
                if (values := occurrence.values(shape))
            ]
            if columns:
                lists = [strings(plain(leaf, values), len(shape)) for leaf, values in columns]
                rows = [json.dumps([text for text in row if text]) for row in zip(*lists, strict=True)]
                present = any_of([values.present for _, values in columns], len(shape))
                yield present, [Literal(f'"{field.name}": '), texts(rows)]

    def _all(self, shape: Shape) -> Members:
        constant = ConstantBytes(shape)

        def add(members: Members, occurrence: Occurrence) -> None:
            members.add(occurrence.leaf.filter, self._text(constant, occurrence))

        groups: dict[str, Members] = {}
        frame = groups.setdefault("frame", Members())
        for virtual in _FRAME:
            add(frame, Occurrence(virtual, -1))
        trees: dict[str, Members] = {}
        for index, header in enumerate(shape.headers):
            group = groups.setdefault(header.group, Members())
            if header.filter == header.group:
                members = group
            elif header.filter in trees and header not in shape.headers[:index]:
                members = trees[header.filter]  # another header with the same name
            else:
                members = trees[header.filter] = Members()
                group.nested.append((f"{header.filter}_tree", members))
            parts: dict[str, Members] = {}
            for leaf in header.leaves:
                target = members
                if isinstance(leaf, Part):
                    parent = header.parent(leaf).filter
                    if parent not in parts:
                        parts[parent] = Members()
                        members.nested.append((f"{parent}_tree", parts[parent]))
                    target = parts[parent]
                add(target, Occurrence(leaf, index))
        rest = Members()
        for virtual in without_verdicts(_REST, self.crc):
            add(rest, Occurrence(virtual, -1))
        if rest:
            groups.setdefault("infiniband" if "infiniband" in groups else "data", Members()).join(rest)
        layers = Members()
        layers.nested += groups.items()
        return layers


def _quoted_text(shape: Shape, occurrences: Sequence[Occurrence]) -> FieldText | None:
    """A field as tshark prints it, in quotes."""
    return field_text(shape, occurrences[0], _quoted_column, quote='"')


def _quoted_column(leaf: Leaf, column: Values) -> list[Piece]:
    if not leaf.kind.safe and leaf.count == 1:
        return plain(leaf, column, quoted)
    return [Literal('"'), *plain(leaf, column), Literal('"')]


class JsonLines(FieldRenderer):
    """``-T jsonl``: a line a packet, values typed: numbers, booleans, texts of addresses, hexadecimal bytes.

    See `FieldRenderer` for the arguments.
    """

    def __init__(self, names: Sequence[str] = (), *, crc: bool = True) -> None:
        super().__init__(names, crc=crc)
        self._value = TextCache(_typed)
        self._list = TextCache(_listed)
        self._names: dict[Chain, list[tuple[str, list[Occurrence]]]] = {}

    def _pieces(self, shape: Shape) -> Iterator[Piece]:
        members = Members()
        constant = ConstantBytes(shape)
        for name, occurrences in self._members(shape):
            text = self._list if is_list(name.partition("#")[0]) else self._value
            members.add(name, text(constant, *occurrences))
        yield Literal("{")
        yield from members.pieces()
        yield Literal("}\n")

    def _members(self, shape: Shape) -> list[tuple[str, list[Occurrence]]]:
        """The names that packets of a shape may have, in order, and the occurrences of each."""
        if shape.headers not in self._names:
            if len(self._names) >= CACHE_LIMIT:
                self._names.clear()
            number = Occurrence(PACKET_LEAVES[0], -1)
            by_name: dict[str, list[Occurrence]] = {PACKET_LEAVES[0].name: [number]}
            for name, occurrence in self._shown(shape):
                if occurrence != number:
                    by_name.setdefault(name, []).append(occurrence)
            self._names[shape.headers] = [
                member for name, found in by_name.items() for member in _by_layer(name, list(dict.fromkeys(found)))
            ]
        return self._names[shape.headers]

    def _shown(self, shape: Shape) -> Iterator[tuple[str, Occurrence]]:
        if self.fields:
            for field in self.fields:
                yield from ((field.name, occurrence) for occurrence in field.occurrences(shape))
            return
        for virtual in _FRAME:
            yield virtual.name, Occurrence(virtual, -1)
        for index, header in enumerate(shape.headers):
            for leaf in header.leaves:
                yield leaf.filter, Occurrence(leaf, index)
        for virtual in without_verdicts(_REST, self.crc):
            yield virtual.name, Occurrence(virtual, -1)


@renewed
@functools.cache
def is_list(name: str) -> bool:
    """Whether a field always has a list: its name stands for several fields of one header, as `ip.addr` does."""
    headers = [
        leaf.header for leaf in field_named(name).leaves if leaf.when is None and not isinstance(leaf, PacketLeaf)
    ]
    return len(headers) > len(set(headers))


def _by_layer(name: str, found: list[Occurrence]) -> Iterator[tuple[str, list[Occurrence]]]:
    """A field of headers that a packet has more than once: the innermost has its name, the first is ``ip.src#1``."""
    places = list(dict.fromkeys(occurrence.place for occurrence in found))
    if len(places) == 1 or is_list(name):
        yield name, found
        return
    for layer, place in enumerate(places, 1):
        title = name if place == places[-1] else f"{name}#{layer}"
        yield title, [occurrence for occurrence in found if occurrence.place == place]


def _typed(shape: Shape, occurrences: Sequence[Occurrence]) -> FieldText | None:
    """A field as a JSON value of its type; of several occurrences, which are alternatives, a packet has one at most."""
    if len(occurrences) == 1:
        return field_text(shape, occurrences[0], _json_column, quote='"')
    found = _joined(shape, occurrences)
    return None if found is None else (list(found[0]), found[1])


def _listed(shape: Shape, occurrences: Sequence[Occurrence]) -> FieldText | None:
    """Fields that share a name as a list."""
    found = _joined(shape, occurrences)
    return None if found is None else ([Literal("["), *found[0], Literal("]")], found[1])


def _joined(shape: Shape, occurrences: Sequence[Occurrence]) -> FieldText | None:
    values = [
        text
        for occurrence in occurrences
        if (text := field_text(shape, occurrence, _json_column, quote='"', skip_absent=False)) is not None
    ]
    present = any_of([present for _, present in values], len(shape))
    if not values or (present is not None and not present.any()):
        return None
    return list(joined([(present, value) for value, present in values], ", ")), present


def _json_column(leaf: Leaf, column: Values) -> list[Piece]:
    """A column as JSON texts; a row that lacks the value gets any text."""
    kind, values = leaf.kind, column.values
    if leaf.count > 1:
        return [texts([json.dumps([_json_item(leaf, item) for item in row]) for row in row_tuples(leaf, values)])]
    if kind.printf(leaf.digits) == "%s" and not isinstance(leaf, Field) and kind.name == "number":
        return [distinct(values.tolist(), lambda items: map(json.dumps, items))]
    if kind.name == "boolean":
        return [table(["false", "true"], (values != 0).astype(np.int64))]
    if kind.name.startswith("unsigned"):
        return [decimal(values)] if values.dtype != object else [texts(list(map(str, raw_list(values))))]
    return _quoted_column(leaf, Values(values, None))


def _json_item(leaf: Leaf, item: Any) -> Any:
    return item if isinstance(item, int) else leaf.kind.text(item)
