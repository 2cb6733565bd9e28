"""``-T ek``: two lines a packet for the bulk API of Elasticsearch and OpenSearch, as ``tshark -T ek`` writes them.

The first line names the index, the second is the document: a member for each layer, with its fields under names that
begin with the layer and have underscores in place of dots.  `docs/export.md` lists the differences from tshark.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from ibpkt.arrays import Array, Bools
from ibpkt.batch import Shape, Values, is_constant
from ibpkt.batch.fields import DATE, DisplayField, Occurrence
from ibpkt.output.column_text import (
    decimal,
    field_text,
    hexed_rows,
    nonempty,
    plain,
    plain_text,
    row_tuples,
    runs,
    table,
    texts,
)
from ibpkt.output.constant_bytes import ConstantBytes, TextCache
from ibpkt.output.field_renderer import FieldRenderer
from ibpkt.output.json_members import Members, any_of, quoted
from ibpkt.output.protocol_layers import DissectedLayer, layers_of
from ibpkt.output.text_layout import FieldText, Literal, Piece, joined, only
from ibpkt.schema import BYTES, FLAG, Leaf

_DAY, _SECOND, _MILLISECOND = 86_400_000_000_000, 1_000_000_000, 1_000_000
_QUOTE = Literal('"')


class BulkLines(FieldRenderer):
    """The renderer; see `FieldRenderer` for the arguments."""

    def __init__(self, names: Sequence[str] = (), *, crc: bool = True) -> None:
        super().__init__(names, crc=crc)
        self._value = TextCache(_value)

    def _pieces(self, shape: Shape) -> Iterator[Piece]:
        time = shape.frames.time[shape.rows]
        yield Literal('{"index":{"_index":"packets-')
        yield _dates(time // _DAY, "D")
        yield Literal('"}}\n{"timestamp":"')
        yield decimal(time // _MILLISECOND)
        yield Literal('","layers":{')
        yield from self._chosen(shape) if self.fields else self._all(shape)
        yield Literal("}}\n")

    def _chosen(self, shape: Shape) -> Iterator[Piece]:
        """Lists of texts, under the names of the fields alone."""
        members = _members()
        for field in self.fields:
            members.add(_key(field.name), _texts(shape, field))
        return members.pieces()

    def _all(self, shape: Shape) -> Iterator[Piece]:
        by_name: dict[str, list[Members]] = {}
        constant = ConstantBytes(shape)
        for layer in layers_of(shape.headers, self.crc):
            by_name.setdefault(layer.name, []).append(self._layer(constant, layer))
        members = _members()
        for name, layers in by_name.items():
            if any(layers):
                objects = [[Literal("{"), *layer.pieces(), Literal("}")] for layer in layers]
                members.add(name, (objects[0], None) if len(layers) == 1 else _listed(objects))
        return members.pieces()

    def _layer(self, constant: ConstantBytes, layer: DissectedLayer) -> Members:
        """The members of a layer; a name that occurs more than once has a list."""
        by_name: dict[str, list[FieldText]] = {}
        for occurrence in layer.occurrences:
            value = self._value(constant, occurrence)
            if value is not None:
                for name in (occurrence.leaf.filter, *occurrence.leaf.also):
                    by_name.setdefault(name, []).append(value)
        members = _members()
        for name, values in by_name.items():
            members.add(
                f"{layer.name}_{_key(name)}",
                values[0] if len(values) == 1 else _value_or_list(values, len(constant.shape)),
            )
        return members


def _members() -> Members:
    return Members(":", ",")


def _key(name: str) -> str:
    return name.replace(".", "_")


def _listed(values: Iterable[list[Piece]]) -> tuple[list[Piece], None]:
    """Values that every row has, as a list."""
    return [Literal("["), *joined(((None, value) for value in values), ","), Literal("]")], None


def _value_or_list(values: Sequence[FieldText], count: int) -> FieldText:
    """Several values under one name: a list in the rows that have more than one of them."""
    if all(present is None for _, present in values):
        return _listed(value for value, _ in values)
    counts = sum(np.ones(count, np.int64) if present is None else present.astype(np.int64) for _, present in values)
    is_list = np.greater(counts, 1)
    row = joined(((present, value) for value, present in values), ",")
    present = any_of([present for _, present in values], count)
    return [*only(is_list, [Literal("[")]), *row, *only(is_list, [Literal("]")])], present


def _texts(shape: Shape, field: DisplayField) -> FieldText | None:
    """All values of a field as a list of texts."""
    values: list[tuple[Bools | None, list[Piece]]] = []
    for occurrence in field.occurrences(shape):
        pieces = plain_text(shape, occurrence, _escaped)
        if pieces is not None:
            values.append((nonempty(pieces, len(shape)), [_QUOTE, *pieces, _QUOTE]))
    present = any_of([present for present, _ in values], len(shape))
    if present is not None and not present.any():
        return None
    return [Literal("["), *joined(values, ","), Literal("]")], present


def _value(shape: Shape, occurrences: Sequence[Occurrence]) -> FieldText | None:
    """A field as a JSON value: a text, but booleans as such, tables as lists; bytes with colons."""
    text = field_text(shape, occurrences[0], _column, quote='"', separator=":", skip_empty=True)
    if text is None:
        return None
    value, present = text
    if present is None or present.all():
        return value, None
    return (value, present) if present.any() else None


def _column(leaf: Leaf, column: Values) -> list[Piece]:
    values = column.values
    if leaf.count > 1:
        rows = row_tuples(leaf, values)
        return [texts(["[" + ",".join(quoted(leaf.text(item)) for item in row) + "]" for row in rows])]
    if leaf.kind is FLAG:
        return [Literal("true" if values[0] else "false") if is_constant(values) else table(("false", "true"), values)]
    if leaf.kind is DATE:
        seconds, rest = np.divmod(values, _SECOND)
        return [_QUOTE, _dates(seconds, "s"), Literal("."), decimal(rest, 9, "0"), Literal('Z"')]
    if leaf.kind is BYTES:
        return [_QUOTE, hexed_rows(values, ":"), _QUOTE]
    return [_QUOTE, *plain(leaf, Values(values, None), _escaped), _QUOTE]


def _escaped(text: str) -> str:
    """A text as it is written inside quotes."""
    return quoted(text)[1:-1]


def _dates(units: Array, unit: str) -> Piece:
    """Days or seconds since the epoch as ISO texts; consecutive packets mostly share one."""
    known, index = runs(units)
    return table([str(text) for text in np.datetime_as_string(known.astype(f"M8[{unit}]"))], index)
