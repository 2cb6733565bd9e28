"""``-T pdml``: packet details as XML, an element a packet, a protocol and a field, as tshark writes them.

Every text is escaped and legal in XML 1.0.  `docs/export.md` lists the differences from tshark.
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
from ibpkt.batch.fields import DisplayField, HeaderBytes, Occurrence, PacketLeaf, fields, frame_bounds
from ibpkt.output.column_text import (
    bare_hexadecimal,
    decimal,
    display,
    hexed_rows,
    hexed_spans,
    nonempty,
    plain,
    plain_text,
)
from ibpkt.output.constant_bytes import ConstantBytes, TextCache
from ibpkt.output.field_renderer import FieldRenderer
from ibpkt.output.protocol_layers import DissectedHeader, DissectedLayer, layers_of
from ibpkt.output.text_layout import FieldText, Literal, Piece, filled, only
from ibpkt.schema import BYTES, Leaf, Part

#: characters that XML 1.0 cannot express; ibpkt's texts should hold none, this makes sure
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_HEAD = b'<?xml version="1.0" encoding="utf-8"?>\n<pdml version="0" creator="ibpkt">\n'
_QUOTE = Literal('"')
#: bytes of a value shown in ``showname``
SHOWN = 36


def xml_text(text: str) -> str:
    """A text for an attribute: markup escaped, illegal characters written as ``\\xNN``."""
    legal = _ILLEGAL.sub(lambda match: match[0].encode("unicode_escape", "surrogatepass").decode(), text)
    return html.escape(legal)


class PdmlPackets(FieldRenderer):
    """The renderer; see `FieldRenderer` for the arguments."""

    at_a_time: int | None = 16384
    bytes_at_a_time: int | None = 4 << 20

    def __init__(self, names: Sequence[str] = (), *, crc: bool = True) -> None:
        super().__init__(names, crc=crc)
        self._cache = TextCache(_attributes)

    def header(self) -> bytes:
        """The XML declaration and the opening tag."""
        return _HEAD

    def footer(self) -> bytes:
        """The closing tag."""
        return b"</pdml>\n"

    def _pieces(self, shape: Shape) -> Iterator[Piece]:
        yield Literal("<packet>\n")
        yield from _general(shape)
        if self.fields:
            for field in self.fields:
                yield from _chosen(shape, field)
        else:
            elements = _ShapeElements(shape, self._cache)
            for layer in layers_of(shape.headers, self.crc):
                yield from elements.proto(layer)
        yield Literal("</packet>\n\n")


def _chosen(shape: Shape, field: DisplayField) -> Iterator[Piece]:
    for occurrence in field.occurrences(shape):
        pieces = plain_text(shape, occurrence, xml_text)
        if pieces is not None:
            element = [Literal(f'  <field name="{field.name}" value="'), *pieces, Literal('"/>\n')]
            yield from only(nonempty(pieces, len(shape)), element)


def _general(shape: Shape) -> Iterator[Piece]:
    """``geninfo``, the pseudo protocol that begins every packet."""
    frames, rows = shape.frames, shape.rows
    lengths = frames.lengths(rows)
    size = decimal(lengths)
    yield from filled('  <proto name="geninfo" pos="0" showname="General information" size="{}">\n', size)
    for name, label, values in (
        ("num", "Number", frames.numbers(rows)),
        ("len", "Frame Length", lengths),
        ("caplen", "Captured Length", frames.captured_lengths(rows)),
    ):
        attributes = f'name="{name}" pos="0" show="{{}}" showname="{label}" value="{{}}" size="{{}}"'
        yield from filled(f"    <field {attributes}/>\n", decimal(values), bare_hexadecimal(values), size)
    times = Values(frames.time[rows], None)
    yield from filled(
        '    <field name="timestamp" pos="0" show="{}" showname="Captured Time" value="{}" size="{}"/>\n  </proto>\n',
        plain(fields()["frame.time"].leaf, times),
        plain(fields()["frame.time_epoch"].leaf, times),
        size,
    )


class _ShapeElements:
    """The elements of the packets of a shape; ``cache`` has attributes made before."""

    def __init__(self, shape: Shape, cache: TextCache) -> None:
        self.shape = shape
        self._cache = cache
        self._constant = ConstantBytes(shape)
        erf_sizes = shape.frames.erf_headers[shape.rows]
        self._erf_size = int(erf_sizes[0]) if (erf_sizes == erf_sizes[0]).all() else None

    def proto(self, layer: DissectedLayer) -> list[Piece]:
        """The element of a layer; none if it is empty."""
        content: list[Piece] = []
        for header in layer.headers:
            content += self._header(header)
        for occurrence in layer.rest:
            content += self._field(occurrence, 0)
        if not content:
            return []
        opening = f'  <proto name="{layer.name}" showname="{html.escape(_title(self.shape, layer))}"'
        position = _position(*_bounds(self.shape, layer), _layer_origin(self.shape, layer))
        return [Literal(opening), *position, Literal(">\n"), *content, Literal("  </proto>\n")]

    def _header(self, header: DissectedHeader) -> list[Piece]:
        """The fields of a header: parts inside their field, and all inside the element of the header if it has one."""
        pieces: list[Piece] = []
        depth = 1 if header.heading else 0
        groups: list[tuple[Occurrence, list[Occurrence]]] = []
        for occurrence in header.leaves:
            if isinstance(occurrence.leaf, Part) and groups:
                groups[-1][1].append(occurrence)
            else:
                groups.append((occurrence, []))
        for parent, parts in groups:
            inner = [piece for part in parts for piece in self._field(part, depth + 1)]
            pieces += self._field(parent, depth, inner)
        return self._field(header.heading, 0, pieces) if header.heading else pieces

    def _field(self, occurrence: Occurrence, depth: int, inner: Sequence[Piece] = ()) -> list[Piece]:
        """The elements of a field: one, or one a row if it is a table, and hidden ones for its other names."""
        leaf = occurrence.leaf
        indent = "    " + "  " * depth
        pieces: list[Piece] = []
        present: Bools | None = None  # the same for all rows of a table
        for row in range(leaf.count):
            text = self._attributes(occurrence, row)
            if text is None:
                return list(inner)
            attributes, present = text
            for name, hidden in ((leaf.filter, ""), *((name, ' hide="yes"') for name in leaf.also)):
                pieces += [Literal(f'{indent}<field name="{name}"{hidden}'), *attributes]
                if inner and not hidden:
                    pieces += [Literal(">\n"), *inner, Literal(f"{indent}</field>\n")]
                else:
                    pieces.append(Literal("/>\n"))
        return only(present, pieces)

    def _attributes(self, occurrence: Occurrence, row: int) -> FieldText | None:
        place = self.shape.places[occurrence.place] if occurrence.place >= 0 else None
        if place is None or place.shift is not None or self._erf_size is None or occurrence.leaf.count > 1:
            return _attributes(self.shape, (occurrence,), row)
        return self._cache(self._constant, occurrence, extra=place.distance - self._erf_size)


def _title(shape: Shape, layer: DissectedLayer) -> str:
    """The title of the header that has the protocol's name, else the name."""
    headers = (shape.headers[header.place] for header in layer.headers)
    return next((header.title for header in headers if header.filter == layer.name), layer.name)


def _bounds(shape: Shape, layer: DissectedLayer) -> tuple[Array, Array]:
    """The offsets of a layer's first byte and of its end; the layer of InfiniBand has the payload and the CRCs."""
    if not layer.headers:
        return frame_bounds(shape) if layer.name == "frame" else shape.payload
    places = [header.place for header in layer.headers]
    last = max((place for place in places if place < shape.annotations), default=max(places))
    end = shape.trailer[0] if layer.rest and last + 1 == shape.annotations else shape.end(last)
    return shape.position(layer.headers[0].place), end


def _layer_origin(shape: Shape, layer: DissectedLayer) -> Array:
    """Where ``pos`` of a layer counts from: a layer that an analysis found lies in the message that it found."""
    places = [header.place for header in layer.headers]
    found = places and min(places) >= shape.annotations and not shape.headers[places[0]].generated
    return _message_start(shape) if found else frame_bounds(shape)[0]


def _message_start(shape: Shape) -> Array:
    """Where the first header begins that an analysis found in the bytes of packets."""
    headers = range(shape.annotations, len(shape.headers))
    return shape.position(next(place for place in headers if not shape.headers[place].generated))


def _origin(shape: Shape, occurrence: Occurrence) -> Array:
    """Where ``pos`` counts from: the start of the frame, or that of a reassembled table."""
    if occurrence.place < shape.annotations:
        return frame_bounds(shape)[0]
    return _message_start(shape)


def _position(start: Array, end: Array, origin: Array) -> list[Piece]:
    """``size`` and ``pos``; an ERF header lies before the frame, and has position 0."""
    size, offset = np.maximum(end - start, 0), np.maximum(start - origin, 0)
    return list(filled(' size="{}" pos="{}"', decimal(size), decimal(offset)))


def _attributes(shape: Shape, occurrences: Sequence[Occurrence], row: int = 0) -> FieldText | None:
    """The attributes of a field: the line of the tree, size and position, the value as text and as bytes."""
    (occurrence,) = occurrences
    leaf = occurrence.leaf
    label = html.escape(leaf.label)
    span = _span(shape, occurrence, row)
    if leaf.kind is BYTES:
        data = _bytes(shape, occurrence, row, span)
        if data is None:
            return None
        beginning, show, value, present = data
        line = [Literal(label)] if isinstance(leaf, HeaderBytes) else [Literal(f"{label}: "), *beginning]
        shown: list[Piece] = [show]
        raw = [Literal(' value="'), value, _QUOTE]
    else:
        values = occurrence.values(shape)
        if values is None:
            return None
        column, present = Values(values.values[:, row] if leaf.count > 1 else values.values, None), values.present
        item = _item(leaf)
        line = [Literal(f"{label}: "), *display(item, column, xml_text)]
        shown = plain(item, column, xml_text)
        raw = [] if span is None else _raw(shape, leaf, column.values, *span)
    if present is not None and not present.any():
        return None
    if span is None or (occurrence.place >= shape.annotations and shape.headers[occurrence.place].generated):
        position: list[Piece] = [Literal(' size="0" pos="0"')]
    else:
        position = _position(*span, _origin(shape, occurrence))
    pieces = [Literal(' showname="'), *line, _QUOTE, *position, Literal(' show="'), *shown, _QUOTE, *raw]
    return pieces, None if present is None or present.all() else present


def _bytes(
    shape: Shape, occurrence: Occurrence, row: int, span: tuple[Array, Array] | None
) -> tuple[list[Piece], Piece, Piece, Bools | None] | None:
    """Bytes: the first of them as a line shows them, all with colons and without, and which rows have any."""
    leaf = occurrence.leaf
    if isinstance(leaf, PacketLeaf | HeaderBytes) or leaf is leaf.header.tail_leaf:
        if span is None:
            return None
        data = shape.frames.data
        start, end = span
        first = hexed_spans(data, start, np.minimum(end, start + SHOWN))
        more = only(end - start > SHOWN, [Literal("…")])
        return [first, *more], hexed_spans(data, start, end, ":"), hexed_spans(data, start, end), start < end
    column = occurrence.values(shape)
    if column is None:
        return None
    block = column.values[:, row] if leaf.count > 1 else column.values
    beginning = [hexed_rows(block[:, :SHOWN]), Literal("…" if block.shape[1] > SHOWN else "")]
    return beginning, hexed_rows(block, ":"), hexed_rows(block), column.present


def _raw(shape: Shape, leaf: Leaf, values: Array, start: Array, end: Array) -> list[Piece]:
    """The bytes of a value; if it does not fill them, its bits, too."""
    if not isinstance(leaf, PacketLeaf | HeaderBytes) and leaf is leaf.header.tail_leaf:  # of any size
        return [Literal(' value="'), hexed_spans(shape.frames.data, start, end), _QUOTE]
    block = hexed_rows(shape.frames.block(start, int(end[0] - start[0])))
    if leaf.width % 8 == 0:
        return [Literal(' value="'), block, _QUOTE]
    bits = bare_hexadecimal(values, upper=True)
    return [Literal(' value="'), bits, Literal('" unmaskedvalue="'), block, _QUOTE]


@functools.cache
def _item(leaf: Leaf) -> Leaf:
    """The leaf of a single row of a table."""
    if leaf.count == 1:
        return leaf
    item = copy.copy(leaf)
    item.count = 1
    return item


def _span(shape: Shape, occurrence: Occurrence, row: int) -> tuple[Array, Array] | None:
    """The bytes that a value touches: the offsets of the first, and of the one after the last; None if it has none."""
    leaf = occurrence.leaf
    if isinstance(leaf, PacketLeaf) and leaf.bounds is None:
        crc = next((crc for crc in shape.closing if crc.leaves[0].filter == leaf.name), None)
        if crc is None:
            return None
        start = shape.closing_at(crc)
        return start, start + crc.size
    if isinstance(leaf, PacketLeaf | HeaderBytes) or leaf is leaf.header.tail_leaf:
        return occurrence.span(shape, row)
    if leaf.bit < 0:
        return None
    bit = leaf.bit + row * leaf.stride
    starts = shape.position(occurrence.place)
    return starts + bit // 8, starts + (bit + leaf.width + 7) // 8
