"""``-x``: a hex dump of each packet, header by header.

A line is some bytes of one part of a packet: its offset, the bytes in hexadecimal and as characters, and in the first
line of a part its name.  The lines of all packets of a shape are made together.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from ibpkt.arrays import Bools, Ints, Octets, cumulative, gather, offsets, rows_where
from ibpkt.batch import Batch, Shape
from ibpkt.output.column_text import table
from ibpkt.output.field_renderer import PageRenderer
from ibpkt.output.number_text import hexadecimal_digits, paired
from ibpkt.output.paint import RESET
from ibpkt.output.text_layout import Literal, PageLayout, Piece, Slices, octets, total
from ibpkt.packet import STATUSES, Packet, Status

#: the colours of headers, in turn; the rest of the packet has none
COLOURS = ("36", "33", "35", "32", "34", "31")
#: bytes of a line
ROW = 16
#: columns of the bytes of a full line, and between the columns
_HEXED, _GAP = 3 * ROW - 1, 2
#: digits of an offset, at least
_DIGITS = 4
#: about how many lines are made at a time, so that intermediate results stay in the processor's cache
_CHUNK = 1 << 14
_GOOD = STATUSES.index(Status.GOOD)


class _DumpedPart(NamedTuple):
    """A part of some packets.

    Attributes:
        name: of the part.
        start, end: its bytes, as indexes in the data, each of shape (n,).
        there: which packets have it; a header may be there without a byte.
    """

    name: str
    start: Ints
    end: Ints
    there: Bools


class _DumpedPackets(NamedTuple):
    """Some packets with the same parts.

    Attributes:
        names: of the parts, in order.
        begin: where each packet begins, shape (n,).
        starts: where each part begins, shape (n, parts).
        sizes: its bytes, likewise; 0 where a packet does not have it.
        there: which packets have it, likewise.
    """

    names: list[str]
    begin: Ints
    starts: Ints
    sizes: Ints
    there: Bools

    @classmethod
    def of(cls, begin: Ints, parts: Iterable[_DumpedPart]) -> _DumpedPackets:
        """Packets that begin at some places, and their parts."""
        names, start, end, there = zip(*parts, strict=True)
        starts, held = np.stack(start, axis=1), np.stack(there, axis=1)
        return cls(list(names), begin, starts, np.where(held, np.stack(end, axis=1) - starts, 0), held)

    def line_counts(self) -> Ints:
        """How many lines each part of each packet takes, shape (n, parts)."""
        return (self.sizes + (ROW - 1)) // ROW

    def select(self, rows: slice) -> _DumpedPackets:
        """Some of the packets."""
        return _DumpedPackets(self.names, self.begin[rows], self.starts[rows], self.sizes[rows], self.there[rows])


class HexLines(PageRenderer):
    """The renderer.

    Args:
        before: a renderer whose text comes before the bytes of each packet.
        color: colour the headers.
    """

    at_a_time: int | None = 8192
    bytes_at_a_time: int | None = 2 << 20  # a line of 16 bytes takes some 200 while it is made

    def __init__(self, before: PageRenderer, *, color: bool = False) -> None:
        super().__init__()
        self.before = before
        self.color = color
        self._lines = PageLayout()

    def _rows(self, batch: Batch) -> Iterator[tuple[Ints, list[Piece]]]:
        before = self.before.texts(batch)
        data, sizes = octets(b"".join(before)), np.fromiter(map(len, before), np.int64, len(before))
        starts, end = offsets(sizes), Literal("\n")
        for shape in batch.shapes:
            frames = shape.frames
            whole = _DumpedPackets.of(frames.start[shape.rows], _parts_of(shape))
            for some in _chunks(whole.line_counts()):
                rows = shape.rows[some]
                dumps = _lines(self._lines, frames.data, whole.select(some), self.color)
                yield rows, [Slices(data, starts[rows], sizes[rows]), end, dumps, end]


def annotated(packet: Packet, *, color: bool = False) -> str:
    """The dump of one packet: for each part its bytes with their offset, as text, and its name."""
    if not packet.data:
        return ""
    there = np.ones(1, np.bool_)
    found = (_DumpedPart(name, np.array([start]), np.array([end]), there) for name, start, end in parts(packet))
    whole = _DumpedPackets.of(np.zeros(1, np.int64), found)
    piece = _lines(PageLayout(), octets(packet.data + bytes(ROW)), whole, color)
    (text,) = PageLayout().texts(1, [(np.zeros(1, np.int64), [piece])])
    return text.decode()


def parts(packet: Packet) -> Iterator[tuple[str, int, int]]:
    """The parts of a packet in order: name, start and end in bytes."""
    at = 0
    for layer in packet.layers:
        at = layer.offset + layer.size
        yield layer.name, layer.offset, at
    for name, size in (("Payload", len(packet.payload)), ("Pad", len(packet.pad))):
        if size:
            yield name, at, at + size
            at += size
    for header, start in packet.crc_places.items():
        if start > at:
            yield "Padding", at, start
        at = start + header.size
        yield header.name, start, at
    if at < len(packet.data):
        yield "Trailer", at, len(packet.data)


def _parts_of(shape: Shape) -> Iterator[_DumpedPart]:
    """What `parts` says of a packet, for all of a shape."""
    every = np.ones(len(shape), np.bool_)
    for index in range(shape.annotations):
        yield _DumpedPart(shape.headers[index].name, shape.position(index), shape.end(index), every)
    start, at = shape.payload
    yield _DumpedPart("Payload", start, at, at > start)
    at, start = np.maximum(shape.pad_end, at), at
    yield _DumpedPart("Pad", start, at, at > start)
    for header, closing in shape.closing.items():
        held = closing.status == _GOOD
        yield _DumpedPart("Padding", at, closing.at, held & (closing.at > at))
        yield _DumpedPart(header.name, closing.at, closing.at + header.size, held)
        at = np.where(held, closing.at + header.size, at)
    end = shape.frames.start[shape.rows] + shape.frames.captured[shape.rows]
    yield _DumpedPart("Trailer", at, end, end > at)


def _chunks(counts: Ints) -> Iterator[slice]:
    """The packets in groups of about `_CHUNK` lines."""
    ends = np.cumsum(counts.sum(axis=1))
    first = 0
    while first < len(ends):
        before = int(ends[first - 1]) if first else 0
        last = max(first + 1, int(np.searchsorted(ends, before + _CHUNK, "right")))
        yield slice(first, last)
        first = last


def _lines(layout: PageLayout, data: Octets, packets: _DumpedPackets, color: bool) -> Piece:
    """The dumps of some packets.

    Args:
        layout: what lays out the lines.
        data: where the packets lie; a line's bytes can be read behind the last.
        packets: their places.
        color: colour their parts in turn.
    """
    counts = packets.line_counts()
    lines_of = counts.reshape(-1)
    part = np.repeat(np.arange(len(lines_of)), lines_of)
    done = ROW * (np.arange(len(part)) - offsets(lines_of)[part])  # bytes of the part before the line
    at = packets.starts.reshape(-1)[part] + done
    offset = (packets.starts - packets.begin[:, None]).reshape(-1)[part] + done
    size = np.minimum(packets.sizes.reshape(-1)[part] - done, ROW)
    named = done == 0
    first = cumulative(counts.sum(axis=1))  # the first line of each packet

    text, left, right = _lines_of_bytes(data, at, offset, size, named, "" if color else "\n")
    width = text.shape[1]
    alone = np.ones(len(part), np.bool_)
    if not color:  # lines that lie one after the other without a gap are copied together
        alone[1:] = (right[:-1] != width) | (left[1:] > 0) | named[:-1]
        alone[first[:-1][np.diff(first) > 0]] = True
    begins = rows_where(alone)
    ends = np.append(begins[1:], len(part))[: len(begins)] - 1
    start = begins * width + left[begins]
    shown = Slices(text.reshape(-1), start, ends * width + right[ends] - start)
    name = np.where(named[ends], part[ends] % len(packets.names) + 1, 0)
    pieces: list[Piece]
    if color:
        turn = (np.cumsum(packets.there, axis=1) - 1).reshape(-1)[part] % len(COLOURS)
        names = table(["", *(f" {each}" for each in packets.names)], name)
        pieces = [table([f"\x1b[{colour}m" for colour in COLOURS], turn), shown, names, Literal(f"{RESET}\n")]
    else:
        pieces = [shown, table(["", *(f" {each}\n" for each in packets.names)], name)]

    length = np.broadcast_to(total(pieces), begins.shape)
    dumped = octets(b"".join(layout.pages(len(begins), [(np.arange(len(begins)), pieces)])))
    places = cumulative(length)[cumulative(alone)[first]]
    return Slices(dumped, places[:-1], np.diff(places))


def _lines_of_bytes(
    data: Octets, at: Ints, offset: Ints, size: Ints, named: Bools, end: str
) -> tuple[Octets, Ints, Ints]:
    """The lines without the names: offset, hexadecimal, characters, and an end where no name follows.

    Returns:
        A line a row, and between which columns it stands there, shape (n,).  Blanks at the end are only where a name
        follows, and then there is one behind the characters.
    """
    digits = max(_DIGITS, (int(offset.max(initial=0)).bit_length() + 3) // 4)
    hexed = digits + _GAP
    shown = hexed + _HEXED + _GAP
    behind = shown + ROW
    text = np.empty((len(at), behind + 1), np.uint8)
    right = np.where(named, behind + 1, behind + len(end))
    text[:, digits:hexed] = text[:, shown - _GAP : shown] = ord(" ")
    text[:, behind] = np.where(named, ord(" "), ord(end or " "))
    text[:, :digits] = hexadecimal_digits(offset.astype(np.uint32), digits)
    octet = gather(data, at, ROW)
    text[:, hexed : shown - _GAP] = paired(octet, " ")
    text[:, shown:behind] = _characters().take(octet)
    short = rows_where(size < ROW)
    if len(short):
        blank = _columns_of_bytes(digits) >= size[short, None]
        text[short, :behind] = np.where(blank, np.uint8(ord(" ")), text[short, :behind])
    bare = rows_where((text[:, behind - 1] == ord(" ")) & ~named)
    if len(bare):
        visible = text[bare, shown:behind] != ord(" ")
        last = np.where(visible.any(axis=1), behind - visible[:, ::-1].argmax(axis=1), hexed + 3 * size[bare] - 1)
        if end:
            text[bare, last] = ord(end)
        right[bare] = last + len(end)
    left = np.zeros(len(at), np.int64)
    if digits > _DIGITS:  # leading zeros
        left += digits - _DIGITS
        for wide in range(_DIGITS, digits):
            left -= offset >= 1 << 4 * wide
    return text, left, right


@functools.cache
def _columns_of_bytes(digits: int) -> Ints:
    """For each column of a line the number of the byte that it shows; -1 for none."""
    none, between = [-1] * (digits + _GAP), [-1] * _GAP
    return np.array([*none, *(column // 3 for column in range(_HEXED)), *between, *range(ROW)])


@functools.cache
def _characters() -> Octets:
    """What each byte is shown as."""
    return octets(bytes(byte if 32 <= byte < 127 else ord(".") for byte in range(256)))
