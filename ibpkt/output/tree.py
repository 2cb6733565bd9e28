"""``-V``: every header field by field, as a tree of lines."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ibpkt.batch import Batch
from ibpkt.crc import STATUSES, Status
from ibpkt.output.pieces import (
    Decimal,
    Hexadecimal,
    Literal,
    Piece,
    Texts,
    decimal,
    display,
    fill,
    portions,
    rows_of,
)
from ibpkt.protocols.link import ICRC, LPCRC, VCRC
from ibpkt.schema import Derived, Field, Header, Leaf, Part
from ibpkt.schema.kinds import Memory
from ibpkt.shape import Shape

if TYPE_CHECKING:
    from ibpkt.packet import Packet

INDENT = "    "
#: bytes of a payload that the tree shows
SHOWN = 32
_GOOD = STATUSES.index(Status.GOOD)


class TreeLines:
    """The renderer.

    Args:
        crc: verify ICRC, VCRC and LPCRC.
    """

    at_a_time = 16384
    bytes_at_a_time: int | None = 4 << 20  # their text is many times as long

    def __init__(self, *, crc: bool = True) -> None:
        self.crc = crc

    def header(self) -> bytes:
        """There is none."""
        return b""

    def render(self, batch: Batch) -> Iterator[bytes]:
        """The trees of a batch, an empty line behind each."""
        yield from portions([tree + b"\n" for tree in self.texts(batch)])

    def texts(self, batch: Batch) -> list[bytes]:
        """The trees of a batch, one a packet."""
        trees = rows_of(batch, ((shape, self._pieces(shape)) for shape in batch.shapes))
        for row in sorted({*batch.stops, *batch.disagreements}):
            notes = [str(batch.stops[row])] if row in batch.stops else []
            notes += map(str, batch.disagreements.get(row, ()))
            trees[row] += "".join(f"[{note}]\n" for note in notes).encode()
        return trees

    def _pieces(self, shape: Shape) -> Iterator[Piece]:
        yield from _frame(shape)
        for index, header in enumerate(shape.headers):
            yield Literal(f"{header.title} ({header.name}), {header.size} bytes\n")
            for leaf in header.leaves:
                yield from _line(shape, index, leaf)
        yield from _body(shape)
        for which in (ICRC, VCRC, LPCRC):
            yield from self._closing(shape, which)

    def _closing(self, shape: Shape, which: Header) -> Iterator[Piece]:
        closing = shape.closing.get(which)
        if closing is None:
            return
        stored = shape.frames.number(shape.closing_at(which), 0, which.size * 8)
        yield Literal(f"{which.title}: ")
        digits = which.size * 2
        checks = shape.checks(which) if self.crc else None
        if (closing.status == _GOOD).all() and (checks is None or (checks.status == _GOOD).all()):
            yield Hexadecimal(stored, digits)
            yield Literal(" [good]\n" if checks else "\n")
            return
        texts = []
        status = closing.status if checks is None else checks.status
        computed = stored if checks is None else checks.computed
        for raw, place, right in zip(stored.tolist(), status.tolist(), computed.tolist(), strict=True):
            verdict = STATUSES[place]
            number = f"0x{raw:0{digits}x}" if verdict in (Status.GOOD, Status.BAD, Status.ZERO) else ""
            should = f", should be 0x{right:0{digits}x}" if verdict in (Status.BAD, Status.ZERO) else ""
            texts.append(number if checks is None and number else f"{number} [{verdict}{should}]".lstrip())
        yield Texts(texts)
        yield Literal("\n")


def _frame(shape: Shape) -> Iterator[Piece]:
    frames, rows = shape.frames, shape.rows
    yield Literal("Frame ")
    yield decimal(frames.number_of[rows])
    yield Literal(": ")
    yield decimal(frames.frame_len[rows])
    yield Literal(" bytes on wire, ")
    yield decimal(frames.frame_cap_len[rows])
    yield Literal(" bytes captured, ")
    seconds, rest = np.divmod(frames.time[rows], 1_000_000_000)
    yield Texts(list(map(_moments.__getitem__, seconds.tolist())))
    yield Literal(".")
    yield Decimal(rest, 9, "0")
    yield Literal(" UTC\n")
    if any(row in frames.comments for row in rows.tolist()):
        from ibpkt.errors import escape_text

        texts = [
            "".join(f"{INDENT}Comment: {escape_text(comment)}\n" for comment in frames.comments.get(row, ()))
            for row in rows.tolist()
        ]
        yield Texts(texts)


def _moment(seconds: int) -> str:
    """A time as text; the calendar ends in the year 9999, times in a capture need not."""
    try:
        return f"{datetime.datetime.fromtimestamp(seconds, datetime.UTC):%Y-%m-%d %H:%M:%S}"
    except (OverflowError, ValueError, OSError):
        return str(seconds)


_moments = Memory(_moment)


def _line(shape: Shape, index: int, leaf: Leaf) -> Iterator[Piece]:
    found = shape.column(index, leaf)
    if isinstance(leaf, Part):
        before = INDENT * 2
    elif isinstance(leaf, Derived):
        before = INDENT + "["
    else:
        before = INDENT
    prefix = before + _bits(leaf) + leaf.label + ": "
    suffix = "]\n" if isinstance(leaf, Derived) else "\n"
    pieces = display(leaf, found)
    if found.present is None and leaf is not leaf.header.tail_leaf:
        yield Literal(prefix)
        yield from pieces
        yield Literal(suffix)
    elif found.present is None or found.present.any():
        # the whole line is missing where the value is
        yield Texts([text and prefix + text + suffix for text in fill(pieces, len(shape))])


def _bits(leaf: Leaf) -> str:
    """Where a field lies in its bytes, as ``.... 0000`` shows it: only for those that do not fill them."""
    if leaf.width == 0 or leaf.width % 8 == 0 or not isinstance(leaf, Field | Part):
        return ""
    first, last = leaf.bit // 8 * 8, (leaf.bit + leaf.width + 7) // 8 * 8
    if last - first > 32:
        return ""
    places = "".join("x" if leaf.bit <= bit < leaf.bit + leaf.width else "." for bit in range(first, last))
    return " ".join(places[place : place + 4] for place in range(0, len(places), 4)) + " = "


def _body(shape: Shape) -> Iterator[Piece]:
    data = shape.frames.view
    for label, starts, ends in (
        ("Payload", *shape.payload),
        ("Pad", shape.payload[1], shape.pad_end),
        ("Trailer", *shape.trailer),
    ):
        if not (starts < ends).any():
            continue
        texts = []
        for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
            more = "..." if end - start > SHOWN else ""
            size = end - start
            shown = data[start : min(end, start + SHOWN)].hex()
            text = f"{label} ({size} byte{'s' if size != 1 else ''}): {shown}{more}\n"
            texts.append(text if size > 0 else "")
        yield Texts(texts)


def packet_tree(packet: Packet) -> str:
    """The tree of one packet."""
    batch = Batch.of_packet(packet)
    return b"".join(TreeLines().texts(batch)).decode().rstrip("\n")
