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

from ibpkt.batch import Batch
from ibpkt.fields import VIRTUAL, DisplayField, Occurrence, field_named
from ibpkt.output.pieces import (
    Decimal,
    Literal,
    Piece,
    Texts,
    column_texts,
    decimal,
    fill,
    plain,
    portions,
    row_tuples,
    rows_of,
)
from ibpkt.schema import Field, Leaf, Part
from ibpkt.schema.kinds import raw_list
from ibpkt.shape import Shape, Values

_FRAME = tuple(virtual for virtual in VIRTUAL if virtual.name.startswith("frame."))
_REST = tuple(virtual for virtual in VIRTUAL if not virtual.name.startswith("frame."))


class JsonObjects:
    """``-T json``: one array of objects, as tshark writes them; duplicate keys stand side by side, as there.

    Args:
        names: only these fields, or all.
        crc: verify the CRCs.
    """

    at_a_time = 16384
    bytes_at_a_time: int | None = 4 << 20  # their text is many times as long

    def __init__(self, names: Sequence[str] = (), *, crc: bool = True) -> None:
        self.fields = [field_named(name) for name in names]
        self.crc = crc
        self._started = False

    def header(self) -> bytes:
        """The opening bracket."""
        return b"["

    def footer(self) -> bytes:
        """The closing bracket."""
        return b"\n]\n" if self._started else b"]\n"

    def render(self, batch: Batch) -> Iterator[bytes]:
        """The objects of a batch."""
        objects = rows_of(batch, ((shape, self._pieces(shape)) for shape in batch.shapes))
        if objects:
            yield b",\n" if self._started else b"\n"
            yield from portions(objects, b",\n")
            self._started = True

    def _pieces(self, shape: Shape) -> Iterator[Piece]:
        yield Literal('  {"_index": "packets", "_type": "doc", "_score": null, "_source": {"layers": {')
        if self.fields:
            yield from self._chosen(shape)
        else:
            yield from self._all(shape)
        yield Literal("}}}")

    def _chosen(self, shape: Shape) -> Iterator[Piece]:
        texts = _Members()
        for field in self.fields:
            lists = [
                column_texts(occurrence.leaf, found)
                for occurrence in field.occurrences(shape)
                if (found := occurrence.values(shape)) is not None
            ]
            if lists:
                rows = [json.dumps([text for text in row if text]) for row in zip(*lists, strict=True)]
                texts.add(field.name, [Texts(rows)], None)
        yield from texts.pieces()

    def _all(self, shape: Shape) -> Iterator[Piece]:
        groups: dict[str, _Members] = {}
        frame = groups.setdefault("frame", _Members())
        for virtual in _FRAME:
            _add(frame, Occurrence(virtual, -1), shape)
        trees: dict[str, _Members] = {}
        for index, header in enumerate(shape.headers):
            group = groups.setdefault(header.group, _Members())
            if header.filter == header.group:
                members = group
            elif header.filter in trees and header not in shape.headers[:index]:
                members = trees[header.filter]  # another part of what one name stands for
            else:
                members = trees[header.filter] = _Members()
                group.nested.append((f"{header.filter}_tree", members))
            parts: dict[str, _Members] = {}
            for leaf in header.leaves:
                target = members
                if isinstance(leaf, Part):
                    whole = header.parent(leaf).filter
                    if whole not in parts:
                        parts[whole] = _Members()
                        members.nested.append((f"{whole}_tree", parts[whole]))
                    target = parts[whole]
                _add(target, Occurrence(leaf, index), shape)
        rest = _Members()
        for virtual in _REST:
            if self.crc or not virtual.name.endswith((".status", ".computed")):
                _add(rest, Occurrence(virtual, -1), shape)
        if rest.sure or rest.maybe:
            groups.setdefault("infiniband" if "infiniband" in groups else "data", _Members()).join(rest)
        layers = _Members()
        layers.nested += groups.items()
        yield from layers.pieces()


class _Members:
    """The members of a JSON object under way.

    Members that every row has come first; those that some rows lack follow, each bringing its own comma.
    """

    def __init__(self) -> None:
        self.sure: list[list[Piece]] = []
        self.maybe: list[list[str]] = []
        self.nested: list[tuple[str, _Members]] = []

    def add(self, name: str, value: list[Piece], present: Any) -> None:
        """A member; ``present`` says which rows have it, None that all have."""
        if present is None:
            self.sure.append([Literal(f'"{name}": '), *value])
            return
        texts = fill(value, len(present))
        self.maybe.append(
            [f'"{name}": {text}' if there else "" for text, there in zip(texts, present.tolist(), strict=True)]
        )

    def join(self, other: _Members) -> None:
        """Take over the members of another."""
        self.sure += other.sure
        self.nested += other.nested
        self.maybe += other.maybe

    def pieces(self) -> Iterator[Piece]:
        """The members with their commas, objects behind the values."""
        objects = [[Literal(f'"{name}": {{'), *inner.pieces(), Literal("}")] for name, inner in self.nested]
        for number, pieces in enumerate(self.sure + objects):
            if number:
                yield Literal(", ")
            yield from pieces
        if self.sure or objects:
            for texts in self.maybe:
                yield Texts([text and f", {text}" for text in texts])
        elif self.maybe:
            yield Texts([", ".join(filter(None, row)) for row in zip(*self.maybe, strict=True)])


def _add(members: _Members, occurrence: Occurrence, shape: Shape) -> None:
    found = occurrence.values(shape)
    if found is None or (found.present is not None and not found.present.any()):
        return
    leaf = occurrence.leaf
    piece = plain(leaf, found)
    if isinstance(piece, Texts) and not piece.safe:
        members.add(leaf.filter, [Texts(list(map(_quoted, piece.texts)))], found.present)
    elif isinstance(piece, Literal):
        members.add(leaf.filter, [Literal(_quoted(piece.text))], found.present)
    else:  # numbers and addresses need no escape
        members.add(leaf.filter, [Literal('"'), piece, Literal('"')], found.present)


_quoted = json.JSONEncoder(ensure_ascii=False).encode


class JsonLines:
    """``-T jsonl``: a line a packet, values typed: numbers, booleans, texts of addresses, hexadecimal bytes.

    Args:
        names: only these fields, or all.
        crc: verify the CRCs.
    """

    at_a_time = 16384
    bytes_at_a_time: int | None = 4 << 20  # their text is many times as long

    def __init__(self, names: Sequence[str] = (), *, crc: bool = True) -> None:
        self.fields = [field_named(name) for name in names]
        self.crc = crc

    def header(self) -> bytes:
        """There is none."""
        return b""

    def footer(self) -> bytes:
        """There is none."""
        return b""

    def render(self, batch: Batch) -> Iterator[bytes]:
        """The lines of a batch."""
        yield from portions(rows_of(batch, ((shape, self._pieces(shape)) for shape in batch.shapes)))

    def _pieces(self, shape: Shape) -> Iterator[Piece]:
        members = _Members()
        number = Occurrence(VIRTUAL[0], -1)
        by_name: dict[str, list[Occurrence]] = {VIRTUAL[0].name: [number]}
        for name, occurrence in self._wanted(shape):
            if occurrence != number:
                by_name.setdefault(name, []).append(occurrence)
        for name, occurrences in by_name.items():
            _add_typed(members, name, occurrences, shape)
        yield Literal("{")
        yield from members.pieces()
        yield Literal("}\n")

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
            if self.crc or not virtual.name.endswith((".status", ".computed")):
                yield virtual.name, Occurrence(virtual, -1)


def _add_typed(members: _Members, name: str, occurrences: list[Occurrence], shape: Shape) -> None:
    found = [(each.leaf, values) for each in occurrences if (values := each.values(shape)) is not None]
    if not found:
        return
    if len(found) == 1:
        leaf, only = found[0]
        column, present = only
        if present is not None and not present.any():
            return
        if leaf.count == 1 and column.dtype != object and column.ndim == 1 and leaf.kind.name.startswith("unsigned"):
            members.add(name, [decimal(column) if present is None else Decimal(column)], present)
        elif leaf.count == 1 and leaf.kind.safe and not leaf.kind.name.startswith(("unsigned", "boolean", "number")):
            members.add(name, [Literal('"'), plain(leaf, only), Literal('"')], present)
        else:
            members.add(name, [Texts(_typed(leaf, only))], present)
        return
    columns = [_typed(leaf, values) for leaf, values in found]
    for texts, (_, values) in zip(columns, found, strict=True):
        if values.present is not None:
            for row in np.flatnonzero(~values.present).tolist():
                texts[row] = ""
    # leaves that share a name under conditions are alternatives; others, and repeated headers, make a list
    alone = len({each.place for each in occurrences}) == 1 and all(each.leaf.when for each in occurrences)
    given = [list(filter(None, row)) for row in zip(*columns, strict=True)]
    rows = [", ".join(row) if alone else f"[{', '.join(row)}]" for row in given]
    there = np.array([bool(row) for row in given])
    members.add(name, [Texts(rows)], None if there.all() else there)


def _typed(leaf: Leaf, found: Values) -> list[str]:
    """A column as JSON texts."""
    kind = leaf.kind
    if leaf.count > 1:
        return [json.dumps([_plain(leaf, item) for item in row]) for row in row_tuples(leaf, found)]
    if kind.printf(leaf.digits) == "%s" and not isinstance(leaf, Field) and kind.name == "number":
        return [json.dumps(item) for item in found.values.tolist()]
    if kind.name == "boolean":
        return ["true" if item else "false" for item in found.values.tolist()]
    if kind.name.startswith("unsigned"):
        return list(map(str, raw_list(found.values)))
    if kind.safe:
        return [f'"{text}"' for text in column_texts(leaf, found)]
    return list(map(_quoted, kind.printable(found.values)))


def _plain(leaf: Leaf, item: Any) -> Any:
    return item if isinstance(item, int) else leaf.kind.text(item)


__all__ = ["DisplayField", "JsonLines", "JsonObjects"]
