"""``-T ek``: two lines a packet for the bulk interface of Elasticsearch and OpenSearch, as ``tshark -T ek`` makes them.

The first line names the index, the second is the document: a member a layer, and in it the fields by names in which
the layer stands first and underscores take the place of dots.  `docs/export.md` lists what is not as in tshark.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

import numpy as np

from ibpkt.batch import Batch
from ibpkt.fields import DATE, TIME, Occurrence, field_named
from ibpkt.output.layers import Layer, layers_of
from ibpkt.output.octets import octets
from ibpkt.output.pieces import (
    Address4,
    Choice,
    Decimal,
    Hexadecimal,
    Literal,
    Piece,
    Seconds,
    Texts,
    column_texts,
    fill,
    plain,
    portions,
    row_tuples,
    rows_of,
)
from ibpkt.schema import BYTES, FLAG, Leaf
from ibpkt.shape import Array, Shape, Values, is_constant

_DAY, _SECOND, _MILLISECOND = 86_400_000_000_000, 1_000_000_000, 1_000_000
_quoted = json.JSONEncoder(ensure_ascii=False).encode


class BulkLines:
    """The renderer.

    Args:
        names: only these fields, or all.
        crc: verify the CRCs.

    Raises:
        CallerError: there is no such field.
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
        time = shape.frames.time[shape.rows]
        yield Literal('{"index":{"_index":"packets-')
        yield _dates(time // _DAY, "D")
        yield Literal('"}}\n{"timestamp":"')
        yield Decimal(time // _MILLISECOND) if time.min() >= 0 else Texts(list(map(str, time // _MILLISECOND)))
        yield Literal('","layers":{')
        yield from self._chosen(shape) if self.fields else self._all(shape)
        yield Literal("}}\n")

    def _chosen(self, shape: Shape) -> Iterator[Piece]:
        """Lists of texts, under the names of the fields alone."""
        members = _Members()
        for field in self.fields:
            columns = [
                column_texts(occurrence.leaf, found)
                for occurrence in field.occurrences(shape)
                if (found := occurrence.values(shape)) is not None
            ]
            if columns:
                rows = [list(filter(None, row)) for row in zip(*columns, strict=True)]
                texts = [f'"{_key(field.name)}":{_list(map(_quoted, row))}' if row else "" for row in rows]
                members.add_texts(texts)
        yield from members.pieces()

    def _all(self, shape: Shape) -> Iterator[Piece]:
        by_name: dict[str, list[Layer]] = {}
        for layer in layers_of(shape.headers, self.crc):
            by_name.setdefault(layer.name, []).append(layer)
        members = _Members()
        made: _Made = {}
        for name, layers in by_name.items():
            bodies = [list(_members(shape, layer, made).pieces()) for layer in layers]
            if not any(bodies):
                continue
            pieces: list[Piece] = [Literal(f'"{name}":' + ("[" if len(bodies) > 1 else ""))]
            for number, body in enumerate(bodies):
                pieces += [Literal(",{" if number else "{"), *body, Literal("}")]
            if len(bodies) > 1:
                pieces.append(Literal("]"))
            members.sure.append(pieces)
        yield from members.pieces()


class _Members:
    """The members of a JSON object: first those that every row has, then those that some rows lack."""

    def __init__(self) -> None:
        self.sure: list[list[Piece]] = []
        self.maybe: list[list[str]] = []

    def add(self, name: str, value: Sequence[Piece], present: Array | None) -> None:
        """A member; ``present`` says which rows have it, None that all have."""
        pieces = [Literal(f'"{name}":'), *value]
        if present is None:
            self.sure.append(pieces)
        elif present.any():
            texts = fill(pieces, len(present))
            self.maybe.append([text if there else "" for text, there in zip(texts, present.tolist(), strict=True)])

    def add_texts(self, texts: list[str]) -> None:
        """A member as texts, empty where a row lacks it."""
        if all(texts):
            self.sure.append([Texts(texts)])
        elif any(texts):
            self.maybe.append(texts)

    def pieces(self) -> Iterator[Piece]:
        """The members with their commas."""
        for number, pieces in enumerate(self.sure):
            if number:
                yield Literal(",")
            yield from pieces
        if self.sure:
            for texts in self.maybe:
                yield Texts([text and f",{text}" for text in texts])
        elif self.maybe:
            yield Texts([",".join(filter(None, row)) for row in zip(*self.maybe, strict=True)])


def _members(shape: Shape, layer: Layer, made: _Made) -> _Members:
    """The members of a layer; a name that comes more than once has a list."""
    occurrences: list[Occurrence] = []
    for header in layer.headers:
        occurrences += [header.heading] if header.heading else []
        occurrences += header.leaves
    occurrences += layer.rest
    by_name: dict[str, list[tuple[list[Piece], Values]]] = {}
    for occurrence in occurrences:
        found = _values(shape, occurrence)
        if found is not None:
            leaf = occurrence.leaf
            value = _value(leaf, found, made)
            for name in (leaf.filter, *leaf.also):
                by_name.setdefault(name, []).append((value, found))
    members = _Members()
    for name, columns in by_name.items():
        key = f"{layer.name}_{_key(name)}"
        if len(columns) == 1:
            value, found = columns[0]
            members.add(key, value, found.present)
        elif all(found.present is None for _, found in columns):
            row: list[Piece] = []
            for number, (value, _) in enumerate(columns):
                row += [Literal("," if number else "["), *value]
            members.add(key, [*row, Literal("]")], None)
        else:
            texts = [_present(fill(value, len(shape)), found) for value, found in columns]
            rows = [list(filter(None, row)) for row in zip(*texts, strict=True)]
            members.add_texts([f'"{key}":{row[0] if len(row) == 1 else _list(row)}' if row else "" for row in rows])
    return members


def _values(shape: Shape, occurrence: Occurrence) -> Values | None:
    """A column; None where no row has it.  Bytes that a header could have and has not are not there."""
    found = occurrence.values(shape)
    if found is None:
        return None
    values, present = found
    if values.dtype == object and occurrence.leaf.kind is BYTES:
        present = values.astype(np.bool_)
    if present is None or present.all():
        return Values(values, None)
    return Values(values, present) if present.any() else None


def _present(texts: list[str], found: Values) -> list[str]:
    if found.present is None:
        return texts
    return [text if there else "" for text, there in zip(texts, found.present.tolist(), strict=True)]


def _value(leaf: Leaf, found: Values, made: _Made) -> list[Piece]:
    """A column as JSON: texts, but booleans as such, tables as lists, bytes with colons."""
    values = found.values
    if leaf.count > 1:
        return [Texts([_list(f'"{leaf.text(item)}"' for item in row) for row in row_tuples(leaf, found)])]
    if leaf.kind is FLAG:
        if is_constant(values):
            return [Literal("true" if values[0] else "false")]
        return [Choice(("false", "true"), values.astype(np.intp))]
    if leaf.kind is DATE or (leaf.kind is TIME and values.min() >= 0):
        return [Literal('"'), *_time(leaf, values, made), Literal('"')]
    piece = _text(leaf, found)
    if isinstance(piece, Literal):
        return [Literal(f'"{piece.text}"')]
    return [Literal('"'), _Once(piece) if leaf.also else piece, Literal('"')]


def _text(leaf: Leaf, found: Values) -> Piece:
    """A column as the inside of JSON strings."""
    values = found.values
    if leaf.kind is BYTES:
        return octets(values, colons=True)
    if values.ndim == 2 and len(values) > 1 and (values == values[0]).all():  # addresses: one text for all
        return Literal(fill((_text(leaf, Values(values[:1], None)),), 1)[0])
    piece = plain(leaf, found)
    if isinstance(piece, Literal):
        return Literal(_quoted(piece.text)[1:-1])
    if isinstance(piece, Decimal | Hexadecimal | Address4 | Seconds) or (isinstance(piece, Texts) and piece.safe):
        return piece
    return Texts([_quoted(text)[1:-1] for text in fill((piece,), len(values))])


def _time(leaf: Leaf, values: Array, made: _Made) -> list[Piece]:
    """Nanoseconds as seconds, or as an ISO text; what stands behind the dot comes again in other columns."""
    seconds, rest = np.divmod(values, _SECOND)
    key = rest.tobytes()
    if key not in made:
        made[key] = _Once(Decimal(rest, 9, "0"))
    if leaf.kind is DATE:
        return [_dates(seconds, "s"), Literal("."), made[key], Literal("Z")]
    same = seconds[0] == seconds[-1] and (seconds == seconds[0]).all()
    return [Literal(str(seconds[0])) if same else Decimal(seconds), Literal("."), made[key]]


class _Once(Piece):
    """A piece that stands in a row more than once, and is made once."""

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        self.template = piece.template
        self._encoded: list[bytes] | None = None

    def columns(self) -> tuple[Sequence[object], ...]:
        """Those of the piece."""
        return self.piece.columns()

    def encoded(self, count: int) -> list[bytes]:
        """Those of the piece, kept."""
        if self._encoded is None:
            self._encoded = list(self.piece.encoded(count))
        return self._encoded


#: decimals that stand in a row more than once, by the bytes of their numbers
_Made = dict[bytes, _Once]


def _dates(units: Array, unit: str) -> Piece:
    """Days or seconds since the epoch as ISO texts; there are few of them in many packets."""
    known, index = np.unique(units, return_inverse=True)
    texts = [str(text) for text in np.datetime_as_string(known.astype(f"M8[{unit}]"))]
    return Literal(texts[0]) if len(texts) == 1 else Choice(texts, index)


def _key(name: str) -> str:
    return name.replace(".", "_")


def _list(items: Sequence[str] | Iterator[str]) -> str:
    return f"[{','.join(items)}]"
