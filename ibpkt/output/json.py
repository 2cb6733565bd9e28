"""``-T json`` and ``-T jsonl``.

``json`` has tshark's structure and its texts as values, so that jq programs written for it go on working.
``jsonl`` is a line a packet: a flat object from display-filter names to typed values.
`docs/json.md` describes both.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ibpkt.arrays import Bools, raw_list
from ibpkt.batch import Shape, Values
from ibpkt.batch.fields import PACKET_LEAVES, Occurrence
from ibpkt.output.constant_bytes import Given, Remembered, Steady
from ibpkt.output.details import Details
from ibpkt.output.layers import VERDICTS
from ibpkt.output.members import Members, any_of, quoted
from ibpkt.output.page import Literal, Piece, joined
from ibpkt.output.pieces import decimal, distinct, hexed_bytes, plain, row_tuples, strings, table, texts
from ibpkt.protocols import Chain
from ibpkt.schema import Field, Leaf, Part
from ibpkt.schema.value_types import CACHE_LIMIT

_FRAME = tuple(virtual for virtual in PACKET_LEAVES if virtual.name.startswith("frame."))
_REST = tuple(virtual for virtual in PACKET_LEAVES if not virtual.name.startswith("frame."))


class JsonObjects(Details):
    """``-T json``: one array of objects, as tshark writes them; duplicate keys stand side by side, as there.

    See `Details` for the arguments.
    """

    separator = b","

    def __init__(self, names: Sequence[str] = (), *, crc: bool = True) -> None:
        super().__init__(names, crc=crc)
        self._text = Remembered(_quoted_text)

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
            found = [(each.leaf, values) for each in field.occurrences(shape) if (values := each.values(shape))]
            if found:
                lists = [strings(plain(*each), len(shape)) for each in found]
                rows = [json.dumps([text for text in row if text]) for row in zip(*lists, strict=True)]
                there = any_of([values.present for _, values in found], len(shape))
                yield there, [Literal(f'"{field.name}": '), texts(rows)]

    def _all(self, shape: Shape) -> Members:
        steady = Steady(shape)

        def add(members: Members, each: Occurrence) -> None:
            members.add(each.leaf.filter, self._text(steady, each))

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
                members = trees[header.filter]  # another part of what one name stands for
            else:
                members = trees[header.filter] = Members()
                group.nested.append((f"{header.filter}_tree", members))
            parts: dict[str, Members] = {}
            for leaf in header.leaves:
                target = members
                if isinstance(leaf, Part):
                    whole = header.parent(leaf).filter
                    if whole not in parts:
                        parts[whole] = Members()
                        members.nested.append((f"{whole}_tree", parts[whole]))
                    target = parts[whole]
                add(target, Occurrence(leaf, index))
        rest = Members()
        for virtual in _REST:
            if self.crc or not virtual.name.endswith(VERDICTS):
                add(rest, Occurrence(virtual, -1))
        if rest.sure or rest.maybe:
            groups.setdefault("infiniband" if "infiniband" in groups else "data", Members()).join(rest)
        layers = Members()
        layers.nested += groups.items()
        return layers


def _quoted_text(shape: Shape, places: Sequence[Occurrence]) -> Given:
    """A field as tshark prints it, in quotes."""
    (each,) = places
    stretch = hexed_bytes(each, shape)
    if stretch is not None:
        return [Literal('"'), stretch[0], Literal('"')], stretch[1]
    found = each.values(shape)
    if found is None or (found.present is not None and not found.present.any()):
        return None
    if not each.leaf.kind.safe and each.leaf.count == 1:
        return plain(each.leaf, found, quoted), found.present
    return [Literal('"'), *plain(each.leaf, found), Literal('"')], found.present


class JsonLines(Details):
    """``-T jsonl``: a line a packet, values typed: numbers, booleans, texts of addresses, hexadecimal bytes.

    See `Details` for the arguments.
    """

    def __init__(self, names: Sequence[str] = (), *, crc: bool = True) -> None:
        super().__init__(names, crc=crc)
        self._value = Remembered(_typed)
        self._names: dict[Chain, list[tuple[str, list[Occurrence]]]] = {}

    def _pieces(self, shape: Shape) -> Iterator[Piece]:
        members = Members()
        steady = Steady(shape)
        for name, places in self._members(shape):
            members.add(name, self._value(steady, *places))
        yield Literal("{")
        yield from members.pieces()
        yield Literal("}\n")

    def _members(self, shape: Shape) -> list[tuple[str, list[Occurrence]]]:
        """The names of what such packets may have, in order, and where each of them stands."""
        if shape.headers not in self._names:
            if len(self._names) >= CACHE_LIMIT:
                self._names.clear()
            number = Occurrence(PACKET_LEAVES[0], -1)
            by_name: dict[str, list[Occurrence]] = {PACKET_LEAVES[0].name: [number]}
            for name, occurrence in self._wanted(shape):
                if occurrence != number:
                    by_name.setdefault(name, []).append(occurrence)
            self._names[shape.headers] = list(by_name.items())
        return self._names[shape.headers]

    def _wanted(self, shape: Shape) -> Iterator[tuple[str, Occurrence]]:
        if self.fields:
            for field in self.fields:
                yield from ((field.name, occurrence) for occurrence in field.occurrences(shape))
            return
        for virtual in _FRAME:
            yield virtual.name, Occurrence(virtual, -1)
        for index, header in enumerate(shape.headers):
            for leaf in header.leaves:
                yield leaf.filter, Occurrence(leaf, index)
        for virtual in _REST:
            if self.crc or not virtual.name.endswith(VERDICTS):
                yield virtual.name, Occurrence(virtual, -1)


def _typed(shape: Shape, places: Sequence[Occurrence]) -> Given:
    """A field as a JSON value of its type; a list where a packet has it more than once."""
    found = [given for each in places if (given := _typed_once(shape, each)) is not None]
    if len(found) < 2:
        return next((given for given in found if given[1] is None or given[1].any()), None)
    # leaves that share a name under conditions are alternatives; others, and repeated headers, make a list
    alone = len({each.place for each in places}) == 1 and all(each.leaf.when for each in places)
    row = joined([(present, value) for value, present in found], ", ")
    there = any_of([present for _, present in found], len(shape))
    return list(row) if alone else [Literal("["), *row, Literal("]")], there


def _typed_once(shape: Shape, each: Occurrence) -> Given:
    stretch = hexed_bytes(each, shape)
    if stretch is not None:
        return [Literal('"'), stretch[0], Literal('"')], stretch[1]
    found = each.values(shape)
    return None if found is None else (_json_column(each.leaf, found), found.present)


def _json_column(leaf: Leaf, found: Values) -> list[Piece]:
    """A column as JSON texts; where a row lacks the value they are anything."""
    kind, values = leaf.kind, found.values
    if leaf.count > 1:
        return [texts([json.dumps([_plain(leaf, item) for item in row]) for row in row_tuples(leaf, values)])]
    if kind.printf(leaf.digits) == "%s" and not isinstance(leaf, Field) and kind.name == "number":
        return [distinct(values.tolist(), lambda items: map(json.dumps, items))]
    if kind.name == "boolean":
        return [table(["false", "true"], (values != 0).astype(np.int64))]
    if kind.name.startswith("unsigned"):
        return [decimal(values)] if values.dtype != object else [texts(list(map(str, raw_list(values))))]
    if kind.safe:
        return [Literal('"'), *plain(leaf, Values(values, None)), Literal('"')]
    return plain(leaf, Values(values, None), quoted)


def _plain(leaf: Leaf, item: Any) -> Any:
    return item if isinstance(item, int) else leaf.kind.text(item)
