"""``-T ek``: two lines a packet for the bulk interface of Elasticsearch and OpenSearch, as ``tshark -T ek`` makes them.

The first line names the index, the second is the document: a member a layer, and in it the fields by names in which
the layer stands first and underscores take the place of dots.  `docs/export.md` lists what is not as in tshark.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from ibpkt.arrays import Array, Bools
from ibpkt.batch import Shape, Values, is_constant
from ibpkt.batch.fields import DATE, DisplayField, Occurrence
from ibpkt.output.constant_bytes import Given, Remembered, Steady
from ibpkt.output.details import Details
from ibpkt.output.layers import DissectedLayer, layers_of
from ibpkt.output.members import Members, any_of, quoted
from ibpkt.output.page import Literal, Piece, joined, only
from ibpkt.output.pieces import decimal, filled, hexed_bytes, hexed_rows, plain, row_tuples, runs, table, text, texts
from ibpkt.schema import BYTES, FLAG, Leaf

_DAY, _SECOND, _MILLISECOND = 86_400_000_000_000, 1_000_000_000, 1_000_000
_QUOTE = Literal('"')


class BulkLines(Details):
    """The renderer; see `Details` for the arguments."""

    def __init__(self, names: Sequence[str] = (), *, crc: bool = True) -> None:
        super().__init__(names, crc=crc)
        self._value = Remembered(_value)

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
        steady = Steady(shape)
        for layer in layers_of(shape.headers, self.crc):
            by_name.setdefault(layer.name, []).append(self._layer(steady, layer))
        members = _members()
        for name, layers in by_name.items():
            if any(layers):
                objects = [[Literal("{"), *layer.pieces(), Literal("}")] for layer in layers]
                members.add(name, (objects[0], None) if len(layers) == 1 else _listed(objects))
        return members.pieces()

    def _layer(self, steady: Steady, layer: DissectedLayer) -> Members:
        """The members of a layer; a name that comes more than once has a list."""
        by_name: dict[str, list[tuple[list[Piece], Bools | None]]] = {}
        for each in layer.occurrences:
            given = self._value(steady, each)
            if given is not None:
                for name in (each.leaf.filter, *each.leaf.also):
                    by_name.setdefault(name, []).append(given)
        members = _members()
        for name, found in by_name.items():
            members.add(
                f"{layer.name}_{_key(name)}", found[0] if len(found) == 1 else _several(found, len(steady.shape))
            )
        return members


def _members() -> Members:
    return Members(":", ",")


def _key(name: str) -> str:
    return name.replace(".", "_")


def _listed(values: Iterable[list[Piece]]) -> tuple[list[Piece], None]:
    """Values that every row has, as a list."""
    return [Literal("["), *joined(((None, value) for value in values), ","), Literal("]")], None


def _several(found: Sequence[tuple[list[Piece], Bools | None]], count: int) -> Given:
    """Several values under one name: a list in the rows that have more than one of them."""
    if all(present is None for _, present in found):
        return _listed(value for value, _ in found)
    have = sum(np.ones(count, np.int64) if present is None else present.astype(np.int64) for _, present in found)
    many = np.greater(have, 1)
    row = joined(((present, value) for value, present in found), ",")
    there = any_of([present for _, present in found], count)
    return [*only(many, [Literal("[")]), *row, *only(many, [Literal("]")])], there


def _texts(shape: Shape, field: DisplayField) -> Given:
    """All values of a field as a list of texts."""
    found: list[tuple[Bools | None, list[Piece]]] = []
    for each in field.occurrences(shape):
        pieces = text(shape, each, _escaped)
        if pieces is not None:
            found.append((filled(pieces, len(shape)), [_QUOTE, *pieces, _QUOTE]))
    there = any_of([present for present, _ in found], len(shape))
    if there is not None and not there.any():
        return None
    return [Literal("["), *joined(found, ","), Literal("]")], there


def _value(shape: Shape, places: Sequence[Occurrence]) -> Given:
    """A field as a value of JSON: a text, but booleans as such, tables as lists; bytes with colons."""
    (each,) = places
    stretch = hexed_bytes(each, shape, ":")
    if stretch is not None:
        value, there = [_QUOTE, stretch[0], _QUOTE], filled(stretch[:1], len(shape))
    else:
        found = each.values(shape)
        if found is None:
            return None
        value, there = _column(each.leaf, found.values), found.present
    if there is None or there.all():
        return value, None
    return (value, there) if there.any() else None


def _column(leaf: Leaf, values: Array) -> list[Piece]:
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
    """A text as it stands inside of quotes."""
    return quoted(text)[1:-1]


def _dates(units: Array, unit: str) -> Piece:
    """Days or seconds since the epoch as ISO texts; packets that follow each other mostly have the same."""
    known, index = runs(units)
    return table([str(text) for text in np.datetime_as_string(known.astype(f"M8[{unit}]"))], index)
