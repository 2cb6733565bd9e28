"""``-x``: a hex dump of each packet, header by header.

A line is some bytes of one part of a packet: its offset, the bytes in hexadecimal and as characters, and in the first
line of a part its name.  The lines of all packets of a shape are made together.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ibpkt.arrays import Bools, Ints, Octets, cumulative, gather, offsets
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
#: lines made at a time, so that intermediate results stay in the processor's cache
_CHUNK = 1 << 13
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
            rows = shape.rows
            yield rows, [Slices(data, starts[rows], sizes[rows]), end, self._dumps(shape), end]

    def _dumps(self, shape: Shape) -> Piece:
        frames = shape.frames
        return _lines(self._lines, frames.data, frames.start[shape.rows], list(_parts_of(shape)), self.color)


def annotated(packet: Packet, *, color: bool = False) -> str:
    """The dump of one packet: for each part its bytes with their offset, as text, and its name."""
    if not packet.data:
        return ""
    there = np.ones(1, np.bool_)
    found = [_DumpedPart(name, np.array([start]), np.array([end]), there) for name, start, end in parts(packet)]
    piece = _lines(PageLayout(), octets(packet.data + bytes(ROW)), np.zeros(1, np.int64), found, color)
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


def _lines(layout: PageLayout, data: Octets, begin: Ints, found: Sequence[_DumpedPart], color: bool) -> Piece:
    """The dumps of some packets.

    Args:
        layout: what lays out the lines.
        data: where they lie; a line's bytes can be read behind the last.
        begin: where each begins, shape (n,).
        found: their parts, in order.
        color: colour them in turn.
    """
    there = _columns(part.there for part in found)
    starts = _columns(part.start for part in found)
    sizes = np.where(there, _columns(part.end for part in found) - starts, 0)
    counts = (sizes + (ROW - 1)) // ROW  # lines of each part of each packet
    lines_of = counts.reshape(-1)
    part = np.repeat(np.arange(len(lines_of)), lines_of)
    done = ROW * (np.arange(len(part)) - offsets(lines_of)[part])  # bytes of the part before the line
    at = starts.reshape(-1)[part] + done
    size = np.minimum(sizes.reshape(-1)[part] - done, ROW)
    named = done == 0
    packet, place = np.divmod(part, len(found))

    pieces: list[Piece] = [_bytes_of(data, at, at - begin[packet], size, named)]
    pieces.append(table(["", *(each.name for each in found)], np.where(named, place + 1, 0)))
    if color:
        turn = (np.cumsum(there, axis=1) - 1).reshape(-1)[part] % len(COLOURS)
        pieces = [table([f"\x1b[{colour}m" for colour in COLOURS], turn), *pieces, Literal(RESET)]
    pieces.append(Literal("\n"))

    length = np.broadcast_to(total(pieces), part.shape)
    text = octets(b"".join(layout.pages(len(part), [(np.arange(len(part)), pieces)])))
    first = cumulative(counts.sum(axis=1))
    ends = cumulative(length)[first]
    return Slices(text, ends[:-1], np.diff(ends))


def _columns(of_parts: Iterable[Ints | Bools]) -> Ints:
    return np.stack(list(of_parts), axis=1)


def _bytes_of(data: Octets, at: Ints, offset: Ints, size: Ints, named: Bools) -> Piece:
    """The lines without the names: offset, hexadecimal, characters; blanks at the end only where a name follows."""
    digits = max(_DIGITS, (int(offset.max(initial=0)).bit_length() + 3) // 4)
    hexed = digits + _GAP
    shown = hexed + _HEXED + _GAP
    text = np.empty((len(at), shown + ROW + _GAP), np.uint8)
    end = np.full(len(at), text.shape[1])
    for first in range(0, len(at), _CHUNK):
        rows = slice(first, first + _CHUNK)
        line, length = text[rows], size[rows]
        line[:, digits:hexed] = line[:, shown - _GAP : shown] = line[:, shown + ROW :] = ord(" ")
        line[:, :digits] = hexadecimal_digits(offset[rows].astype(np.uint32), digits)
        octet = gather(data, at[rows], ROW)
        line[:, hexed : shown - _GAP] = paired(octet, " ")
        line[:, shown : shown + ROW] = _characters().take(octet)
        short = np.flatnonzero(length < ROW)
        if len(short):
            blank = _columns_of_bytes(digits) >= length[short, None]
            line[short] = np.where(blank, np.uint8(ord(" ")), line[short])
        bare = np.flatnonzero((line[:, shown + ROW - 1] == ord(" ")) & ~named[rows])
        end[rows][~named[rows]] = shown + ROW
        if len(bare):
            visible = line[bare, shown : shown + ROW] != ord(" ")
            last = shown + ROW - visible[:, ::-1].argmax(axis=1)
            end[first + bare] = np.where(visible.any(axis=1), last, hexed + 3 * length[bare] - 1)
    begin = np.zeros(len(at), np.int64)
    if digits > _DIGITS:  # leading zeros
        begin += digits - _DIGITS
        for wide in range(_DIGITS, digits):
            begin -= offset >= 1 << 4 * wide
    return Slices(text.reshape(-1), np.arange(len(at)) * text.shape[1] + begin, end - begin)


@functools.cache
def _columns_of_bytes(digits: int) -> Ints:
    """For each column of a line the number of the byte that it shows; -1 for none."""
    none, between = [-1] * (digits + _GAP), [-1] * _GAP
    return np.array([*none, *(column // 3 for column in range(_HEXED)), *between, *range(ROW), *between])


@functools.cache
def _characters() -> Octets:
    """What each byte is shown as."""
    return octets(bytes(byte if 32 <= byte < 127 else ord(".") for byte in range(256)))
