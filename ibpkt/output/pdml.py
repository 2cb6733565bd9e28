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

from ibpkt.arrays import Array, Bools
from ibpkt.batch import Shape, Values
from ibpkt.batch.fields import DisplayField, HeaderBytes, Occurrence, PacketLeaf, fields
from ibpkt.output.constant_bytes import Given, Remembered, Steady
from ibpkt.output.details import Details
from ibpkt.output.layers import DissectedHeader, DissectedLayer, layers_of
from ibpkt.output.page import Literal, Piece, only
from ibpkt.output.pieces import bare_hexadecimal, decimal, display, filled, hexed_rows, hexed_spans, plain, text
from ibpkt.schema import BYTES, Leaf, Part

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


class DetailsMarkup(Details):
    """The renderer; see `Details` for the arguments."""

    at_a_time = 16384
    bytes_at_a_time = 4 << 20

    def __init__(self, names: Sequence[str] = (), *, crc: bool = True) -> None:
        super().__init__(names, crc=crc)
        self._known = Remembered(_attributes)

    def header(self) -> bytes:
        """The head of the document, and its first tag."""
        return _HEAD

    def footer(self) -> bytes:
        """The last tag."""
        return b"</pdml>\n"

    def _pieces(self, shape: Shape) -> Iterator[Piece]:
        yield Literal("<packet>\n")
        yield from _general(shape)
        if self.fields:
            for field in self.fields:
                yield from _chosen(shape, field)
        else:
            packets = _Packets(shape, self._known)
            for layer in layers_of(shape.headers, self.crc):
                yield from packets.proto(layer)
        yield Literal("</packet>\n\n")


def _chosen(shape: Shape, field: DisplayField) -> Iterator[Piece]:
    for each in field.occurrences(shape):
        pieces = text(shape, each, xml_text)
        if pieces is not None:
            element = [Literal(f'  <field name="{field.name}" value="'), *pieces, Literal('"/>\n')]
            yield from only(filled(pieces, len(shape)), element)


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
        yield decimal(values)
        yield Literal(f'" showname="{label}" value="')
        yield bare_hexadecimal(values)
        yield from (Literal('" size="'), size, Literal('"/>\n'))
    yield Literal('    <field name="timestamp" pos="0" show="')
    times = Values(frames.time[rows], None)
    yield from plain(fields()["frame.time"].leaf, times)
    yield Literal('" showname="Captured Time" value="')
    yield from plain(fields()["frame.time_epoch"].leaf, times)
    yield from (Literal('" size="'), size, Literal('"/>\n  </proto>\n'))


class _Packets:
    """The elements of the packets of a shape.

    Args:
        shape: the shape.
        known: attributes that were made before.
    """

    def __init__(self, shape: Shape, known: Remembered) -> None:
        self.shape = shape
        self._known = known
        self._steady = Steady(shape)
        lead = shape.frames.erf_headers[shape.rows]
        self._lead = int(lead[0]) if (lead == lead[0]).all() else None

    def proto(self, layer: DissectedLayer) -> list[Piece]:
        """The element of a layer, nothing where there is nothing in it."""
        inside: list[Piece] = []
        for header in layer.headers:
            inside += self._header(header)
        for each in layer.rest:
            inside += self._field(each, 0)
        if not inside:
            return []
        opening = f'  <proto name="{layer.name}" showname="{html.escape(_title(self.shape, layer))}"'
        place = _place(self.shape, *_bounds(self.shape, layer), _frame(self.shape)[0])
        return [Literal(opening), *place, Literal(">\n"), *inside, Literal("  </proto>\n")]

    def _header(self, header: DissectedHeader) -> list[Piece]:
        """Its fields, those of a mask inside the mask, all inside its own where it has one."""
        pieces: list[Piece] = []
        depth = 1 if header.heading else 0
        groups: list[tuple[Occurrence, list[Occurrence]]] = []
        for each in header.leaves:
            if isinstance(each.leaf, Part) and groups:
                groups[-1][1].append(each)
            else:
                groups.append((each, []))
        for whole, parts in groups:
            inner = [piece for part in parts for piece in self._field(part, depth + 1)]
            pieces += self._field(whole, depth, inner)
        return self._field(header.heading, 0, pieces) if header.heading else pieces

    def _field(self, each: Occurrence, depth: int, inner: Sequence[Piece] = ()) -> list[Piece]:
        """The elements of a field: one, or one a row where it is a table, and hidden ones for its other names."""
        leaf = each.leaf
        indent = "    " + "  " * depth
        pieces: list[Piece] = []
        there: Bools | None = None  # the same for all rows of a table
        for row in range(leaf.count):
            given = self._attributes(each, row)
            if given is None:
                return list(inner)
            attributes, there = given
            for name, hidden in ((leaf.filter, ""), *((name, ' hide="yes"') for name in leaf.also)):
                pieces += [Literal(f'{indent}<field name="{name}"{hidden}'), *attributes]
                if inner and not hidden:
                    pieces += [Literal(">\n"), *inner, Literal(f"{indent}</field>\n")]
                else:
                    pieces.append(Literal("/>\n"))
        return only(there, pieces)

    def _attributes(self, each: Occurrence, row: int) -> Given:
        place = self.shape.places[each.place] if each.place >= 0 else None
        if place is None or place.shift is not None or self._lead is None or each.leaf.count > 1:
            return _attributes(self.shape, (each,), row)
        return self._known(self._steady, each, beside=place.distance - self._lead)


def _title(shape: Shape, layer: DissectedLayer) -> str:
    """The title of the header that has the protocol's name, or else the name."""
    headers = (shape.headers[header.place] for header in layer.headers)
    return next((header.title for header in headers if header.filter == layer.name), layer.name)


def _bounds(shape: Shape, layer: DissectedLayer) -> tuple[Array, Array]:
    """Where the bytes of a layer lie; the payload and the CRCs of InfiniBand are its own."""
    if not layer.headers:
        return _frame(shape) if layer.name == "frame" else shape.payload
    last = max(header.place for header in layer.headers if header.place < shape.annotations)
    end = shape.trailer[0] if layer.rest and last + 1 == shape.annotations else shape.end(last)
    return shape.position(layer.headers[0].place), end


def _frame(shape: Shape) -> tuple[Array, Array]:
    frames, rows = shape.frames, shape.rows
    begin = frames.start[rows] + frames.erf_headers[rows]
    return begin, begin + frames.frame_cap_len[rows]


def _zero(shape: Shape, each: Occurrence) -> Array:
    """From where places count: the start of the frame; in a table that has been put together, that of the table."""
    if each.place < shape.annotations:
        return _frame(shape)[0]
    first = next(place for place in range(shape.annotations, each.place + 1) if not shape.headers[place].generated)
    return shape.position(first)


def _place(shape: Shape, begin: Array, end: Array, zero: Array) -> list[Piece]:
    """Size and place as attributes; an ERF header lies before the frame, and counts as its beginning."""
    size, at = np.maximum(end - begin, 0), np.maximum(begin - zero, 0)
    return [Literal(' size="'), decimal(size), Literal('" pos="'), decimal(at), _QUOTE]


def _attributes(shape: Shape, places: Sequence[Occurrence], row: int = 0) -> Given:
    """What stands in an element: the line of the tree, size and place, the value as text and as bytes."""
    (each,) = places
    leaf = each.leaf
    label = html.escape(leaf.label)
    span = _span(shape, each, row)
    if leaf.kind is BYTES:
        data = _bytes(shape, each, row, span)
        if data is None:
            return None
        beginning, show, value, there = data
        line = [Literal(label)] if isinstance(leaf, HeaderBytes) else [Literal(f"{label}: "), *beginning]
        shown: list[Piece] = [show]
        raw = [Literal(' value="'), value, _QUOTE]
    else:
        found = each.values(shape)
        if found is None:
            return None
        column, there = Values(found.values[:, row] if leaf.count > 1 else found.values, None), found.present
        one = _one(leaf)
        line = [Literal(f"{label}: "), *display(one, column, xml_text)]
        shown = plain(one, column, xml_text)
        raw = [] if span is None else _raw(shape, leaf, column.values, *span)
    if there is not None and not there.any():
        return None
    if span is None or (each.place >= shape.annotations and shape.headers[each.place].generated):
        place: list[Piece] = [Literal(' size="0" pos="0"')]
    else:
        place = _place(shape, *span, _zero(shape, each))
    pieces = [Literal(' showname="'), *line, _QUOTE, *place, Literal(' show="'), *shown, _QUOTE, *raw]
    return pieces, None if there is None or there.all() else there


def _bytes(
    shape: Shape, each: Occurrence, row: int, span: tuple[Array, Array] | None
) -> tuple[list[Piece], Piece, Piece, Bools | None] | None:
    """Bytes: the first of them as a line shows them, all with colons and without, and which rows have any."""
    leaf = each.leaf
    if isinstance(leaf, PacketLeaf | HeaderBytes) or leaf is leaf.header.tail_leaf:
        if span is None:
            return None
        data = shape.frames.data
        begin, end = span
        first = hexed_spans(data, begin, np.minimum(end, begin + SHOWN))
        more = only(end - begin > SHOWN, [Literal("…")])
        return [first, *more], hexed_spans(data, begin, end, ":"), hexed_spans(data, begin, end), begin < end
    found = each.values(shape)
    if found is None:
        return None
    block = found.values[:, row] if leaf.count > 1 else found.values
    beginning = [hexed_rows(block[:, :SHOWN]), Literal("…" if block.shape[1] > SHOWN else "")]
    return beginning, hexed_rows(block, ":"), hexed_rows(block), found.present


def _raw(shape: Shape, leaf: Leaf, values: Array, begin: Array, end: Array) -> list[Piece]:
    """The bytes of a value; of one that does not fill them its bits, too."""
    block = hexed_rows(shape.frames.block(begin, int(end[0] - begin[0])))
    if leaf.width % 8 == 0:
        return [Literal(' value="'), block, _QUOTE]
    bits = bare_hexadecimal(values, upper=True)
    return [Literal(' value="'), bits, Literal('" unmaskedvalue="'), block, _QUOTE]


@functools.cache
def _one(leaf: Leaf) -> Leaf:
    """A leaf of a table as if it stood there once."""
    if leaf.count == 1:
        return leaf
    once = copy.copy(leaf)
    once.count = 1
    return once


def _span(shape: Shape, each: Occurrence, row: int) -> tuple[Array, Array] | None:
    """The bytes in which a value lies, from the first to the last that it touches; None where it lies in none."""
    leaf = each.leaf
    if isinstance(leaf, PacketLeaf) and leaf.bounds is None:
        which = next((which for which in shape.closing if which.leaves[0].filter == leaf.name), None)
        if which is None:
            return None
        at = shape.closing_at(which)
        return at, at + which.size
    if isinstance(leaf, PacketLeaf | HeaderBytes) or leaf is leaf.header.tail_leaf:
        return each.span(shape, row)
    if leaf.bit < 0:
        return None
    bit = leaf.bit + row * leaf.stride
    starts = shape.position(each.place)
    return starts + bit // 8, starts + (bit + leaf.width + 7) // 8
