"""``-T pdml``: packet details as XML, an element a packet, a protocol and a field, as tshark writes them.

Everything in it is escaped, and legal in XML 1.0.  `docs/export.md` lists what is not as in tshark.
"""

from __future__ import annotations

import copy
import functools
import html
import re
from collections.abc import Iterator, Sequence

import numpy as np

from ibpkt.batch import Batch
from ibpkt.fields import DisplayField, Occurrence, Virtual, Whole, field_named, fields
from ibpkt.output.layers import Header, Layer, layers_of
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
    decimal,
    display,
    fill,
    plain,
    portions,
    rows_of,
)
from ibpkt.schema import BYTES, Leaf, Part
from ibpkt.schema.kinds import raw_list
from ibpkt.shape import Array, Shape, Values, is_constant

#: what XML 1.0 has no way to say; ibpkt's texts hold none of it, and this is to make sure
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_HEAD = b'<?xml version="1.0" encoding="utf-8"?>\n<pdml version="0" creator="ibpkt">\n'
_QUOTE = Literal('"')
#: bytes of a value that its line shows
SHOWN = 36


def xml_text(text: str) -> str:
    """A text for an attribute: markup escaped, what is illegal written as ``\\xNN``."""
    legal = _ILLEGAL.sub(lambda found: found[0].encode("unicode_escape", "surrogatepass").decode(), text)
    return html.escape(legal)


class DetailsMarkup:
    """The renderer.

    Args:
        names: only these fields, or all.
        crc: verify the CRCs.

    Raises:
        CallerError: there is no such field.
    """

    at_a_time = 4096
    bytes_at_a_time: int | None = 2 << 20  # their text is many times as long

    def __init__(self, names: Sequence[str] = (), *, crc: bool = True) -> None:
        self.fields = [field_named(name) for name in names]
        self.crc = crc

    def header(self) -> bytes:
        """The head of the document, and its first tag."""
        return _HEAD

    def footer(self) -> bytes:
        """The last tag."""
        return b"</pdml>\n"

    def render(self, batch: Batch) -> Iterator[bytes]:
        """The elements of a batch."""
        yield from portions(rows_of(batch, ((shape, self._pieces(shape)) for shape in batch.shapes)))

    def _pieces(self, shape: Shape) -> Iterator[Piece]:
        yield Literal("<packet>\n")
        yield from _general(shape)
        if self.fields:
            for field in self.fields:
                yield from _chosen(shape, field)
        else:
            for layer in layers_of(shape.headers, self.crc):
                yield from _proto(shape, layer)
        yield Literal("</packet>\n\n")


def _chosen(shape: Shape, field: DisplayField) -> Iterator[Piece]:
    for occurrence in field.occurrences(shape):
        found = occurrence.values(shape)
        if found is not None:
            texts = [
                text and f'  <field name="{field.name}" value="{xml_text(text)}"/>\n'
                for text in column_texts(occurrence.leaf, found)
            ]
            yield Texts(texts)


def _general(shape: Shape) -> Iterator[Piece]:
    """The pseudo protocol that PDML has first."""
    frames, rows = shape.frames, shape.rows
    lengths = frames.frame_len[rows]
    size = decimal(lengths)
    yield Literal('  <proto name="geninfo" pos="0" showname="General information" size="')
    yield from (size, Literal('">\n'))
    for name, label, values in (
        ("num", "Number", frames.number_of[rows]),
        ("len", "Frame Length", lengths),
        ("caplen", "Captured Length", frames.frame_cap_len[rows]),
    ):
        yield Literal(f'    <field name="{name}" pos="0" show="')
        yield Decimal(values)
        yield Literal(f'" showname="{label}" value="')
        yield Texts([f"{value:x}" for value in values.tolist()], safe=True)
        yield from (Literal('" size="'), size, Literal('"/>\n'))
    yield Literal('    <field name="timestamp" pos="0" show="')
    times = Values(frames.time[rows], None)
    yield plain(fields()["frame.time"].leaf, times)
    yield Literal('" showname="Captured Time" value="')
    yield plain(fields()["frame.time_epoch"].leaf, times)
    yield from (Literal('" size="'), size, Literal('"/>\n  </proto>\n'))


def _proto(shape: Shape, layer: Layer) -> Iterator[Piece]:
    inside: list[Piece] = []
    for header in layer.headers:
        inside += _header(shape, header)
    for occurrence in layer.rest:
        inside += _fields(shape, occurrence, 0)
    if not inside:
        return
    place = _place(shape, *_bounds(shape, layer))
    yield Literal(f'  <proto name="{layer.name}" showname="{html.escape(_title(shape, layer))}"')
    yield from (*place, Literal(">\n"), *inside, Literal("  </proto>\n"))


def _title(shape: Shape, layer: Layer) -> str:
    """The title of the header that has the protocol's name, or else the name."""
    headers = (shape.headers[header.place] for header in layer.headers)
    return next((header.title for header in headers if header.filter == layer.name), layer.name)


def _bounds(shape: Shape, layer: Layer) -> tuple[Array, Array]:
    """Where the bytes of a layer lie; the payload and the CRCs of InfiniBand are its own."""
    if not layer.headers:
        return _frame(shape) if layer.name == "frame" else shape.payload
    following = layer.headers[-1].place + 1
    if following < len(shape.headers):
        end = shape.position(following)
    else:
        end = shape.trailer[0] if layer.rest else shape.payload[0]
    return shape.position(layer.headers[0].place), end


def _frame(shape: Shape) -> tuple[Array, Array]:
    frames, rows = shape.frames, shape.rows
    begin = frames.start[rows] + frames.erf_headers[rows]
    return begin, begin + frames.frame_cap_len[rows]


def _place(shape: Shape, begin: Array, end: Array) -> list[Piece]:
    """Size and place as attributes; an ERF header lies before the frame, and counts as its beginning."""
    return [Literal(' size="'), _number(end - begin), Literal('" pos="'), _number(begin - _frame(shape)[0]), _QUOTE]


def _number(values: Array) -> Piece:
    values = np.maximum(values, 0)
    return Literal(str(values[0])) if (values == values[0]).all() else Decimal(values)


def _header(shape: Shape, header: Header) -> list[Piece]:
    """Its fields, those of a mask inside the mask, all inside its own where it has one."""
    pieces: list[Piece] = []
    depth = 1 if header.heading else 0
    groups: list[tuple[Occurrence, list[Occurrence]]] = []
    for occurrence in header.leaves:
        if isinstance(occurrence.leaf, Part) and groups:
            groups[-1][1].append(occurrence)
        else:
            groups.append((occurrence, []))
    for whole, parts in groups:
        inner = [piece for part in parts for piece in _fields(shape, part, depth + 1)]
        pieces += _fields(shape, whole, depth, inner)
    return _fields(shape, header.heading, 0, pieces) if header.heading else pieces


def _fields(shape: Shape, occurrence: Occurrence, depth: int, inner: Sequence[Piece] = ()) -> list[Piece]:
    """The elements of a field: one, or one a row where it is a table, and hidden ones for its other names."""
    leaf = occurrence.leaf
    found = occurrence.values(shape)
    if found is None:
        return list(inner)
    values, present = found
    if values.dtype == object and leaf.kind is BYTES:
        present = values.astype(np.bool_)
    if present is not None and not present.any():
        return list(inner)
    pieces: list[Piece] = []
    for row in range(leaf.count):
        column = values[:, row] if leaf.count > 1 else values
        element = _attributes(shape, occurrence, Values(column, None if _all(present) else present), row)
        indent = "    " + "  " * depth
        for name, hidden in ((leaf.filter, ""), *((name, ' hide="yes"') for name in leaf.also)):
            pieces += [Literal(f'{indent}<field name="{name}"{hidden}'), *element]
            if inner and not hidden:
                pieces += [Literal(">\n"), *inner, Literal(f"{indent}</field>\n")]
            else:
                pieces.append(Literal("/>\n"))
    if _all(present):
        return pieces
    assert present is not None
    texts = fill(pieces, len(shape))
    return [Texts([text if there else "" for text, there in zip(texts, present.tolist(), strict=True)])]


def _all(present: Array | None) -> bool:
    return present is None or bool(present.all())


def _attributes(shape: Shape, occurrence: Occurrence, found: Values, row: int) -> list[Piece]:
    """What stands in an element: the line of the tree, size and place, the value as text and as bytes."""
    leaf = occurrence.leaf
    span = _span(shape, occurrence, row)
    begin, end = span or (_frame(shape)[0],) * 2
    place = _place(shape, begin, end)
    label = html.escape(leaf.label)
    if isinstance(leaf, Whole):
        line: list[Piece] = [Literal(label)]
    elif leaf.kind is BYTES:
        line = [Literal(f"{label}: "), _beginning(found)]
    else:
        one = _one(leaf)
        line = [Literal(f"{label}: "), *(_escaped(piece, len(shape)) for piece in display(one, found))]
    show = octets(found.values, colons=True) if leaf.kind is BYTES else _escaped(plain(_one(leaf), found), len(shape))
    pieces = [Literal(' showname="'), *line, _QUOTE, *place, Literal(' show="'), show, _QUOTE]
    if span is None:
        return pieces
    if leaf.kind is BYTES:
        return [*pieces, Literal(' value="'), octets(found.values), _QUOTE]
    block = shape.frames.block(begin, int((end - begin)[0]))
    if leaf.width % 8 == 0:
        return [*pieces, Literal(' value="'), octets(block), _QUOTE]
    raw = found.values[:1] if is_constant(found.values) else found.values
    texts = [f"{value:X}" for value in raw.tolist()]
    bits = Literal(texts[0]) if is_constant(raw) else Texts(texts, safe=True)
    return [*pieces, Literal(' value="'), bits, Literal('" unmaskedvalue="'), octets(block), _QUOTE]


@functools.cache
def _one(leaf: Leaf) -> Leaf:
    """A leaf of a table as if it stood there once."""
    if leaf.count == 1:
        return leaf
    once = copy.copy(leaf)
    once.count = 1
    return once


def _span(shape: Shape, occurrence: Occurrence, row: int) -> tuple[Array, Array] | None:
    """The bytes in which a value lies, from the first to the last that it touches; None where it lies in none."""
    leaf = occurrence.leaf
    if isinstance(leaf, Virtual) and leaf.bounds is None:
        which = next((which for which in shape.closing if which.leaves[0].filter == leaf.name), None)
        if which is None:
            return None
        at = shape.closing_at(which)
        return at, at + which.size
    if isinstance(leaf, Virtual | Whole) or leaf is leaf.header.tail_leaf:
        return occurrence.span(shape, row)
    if leaf.bit < 0:
        return None
    bit = leaf.bit + row * leaf.stride
    starts = shape.position(occurrence.place)
    return starts + bit // 8, starts + (bit + leaf.width + 7) // 8


def _beginning(found: Values) -> Piece:
    """The first bytes, as the line of a tree shows them."""
    items = raw_list(found.values)
    texts = ["" if not item else item[:SHOWN].hex() + ("…" if len(item) > SHOWN else "") for item in items]
    return Texts(texts)


def _escaped(piece: Piece, count: int) -> Piece:
    """A piece fit for an attribute."""
    if isinstance(piece, Decimal | Hexadecimal | Address4 | Seconds) or (isinstance(piece, Texts) and piece.safe):
        return piece
    if isinstance(piece, Literal):
        return Literal(xml_text(piece.text))
    if isinstance(piece, Choice):
        return Choice([xml_text(text) for text in piece.table], piece.index)
    return Texts([xml_text(text) for text in fill((piece,), count)])
