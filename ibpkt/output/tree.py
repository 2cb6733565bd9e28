"""``-V``: every header field by field, as a tree of lines."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ibpkt.batch import Batch
from ibpkt.crc import STATUSES, Status
from ibpkt.output.pieces import Literal, Piece, Texts, decimal, display, fill, in_order, literals
from ibpkt.protocols.link import ICRC, LPCRC, VCRC
from ibpkt.schema import Derived, Field, Header, Leaf, Part
from ibpkt.shape import Shape

if TYPE_CHECKING:
    from ibpkt.packet import Packet

INDENT = "    "
#: bytes of a payload that the tree shows
SHOWN = 32


class TreeLines:
    """The renderer.

    Args:
        crc: verify ICRC, VCRC and LPCRC.
    """

    def __init__(self, *, crc: bool = True) -> None:
        self.crc = crc

    def header(self) -> bytes:
        """There is none."""
        return b""

    def render(self, batch: Batch) -> Iterator[bytes]:
        """The trees of a batch, an empty line behind each."""
        trees = self.texts(batch)
        trees.append("")
        yield "\n".join(trees).encode()

    def texts(self, batch: Batch) -> list[str]:
        """The trees of a batch, one a packet."""
        trees = in_order(batch, ((shape, fill(literals(self._pieces(shape)), len(shape))) for shape in batch.shapes))
        for row in sorted({*batch.stops, *batch.disagreements}):
            notes = [str(batch.stops[row])] if row in batch.stops else []
            notes += map(str, batch.disagreements.get(row, ()))
            trees[row] += "".join(f"[{note}]\n" for note in notes)
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
        there = (closing.status == STATUSES.index(Status.GOOD)).tolist()
        stored = shape.batch.number(shape.closing_at(which), 0, which.size * 8).tolist()
        digits = which.size * 2
        checks = shape.checks(which) if self.crc else None
        if checks is None:
            texts = [f"0x{raw:0{digits}x}" if is_there else "none" for raw, is_there in zip(stored, there, strict=True)]
        else:
            texts = []
            for raw, status, computed in zip(stored, checks.status.tolist(), checks.computed.tolist(), strict=True):
                verdict = STATUSES[status]
                number = f"0x{raw:0{digits}x} " if verdict in (Status.GOOD, Status.BAD, Status.ZERO) else ""
                should = f", should be 0x{computed:0{digits}x}" if verdict in (Status.BAD, Status.ZERO) else ""
                texts.append(f"{number}[{verdict}{should}]")
        yield Literal(f"{which.title}: ")
        yield Texts(texts)
        yield Literal("\n")


def _frame(shape: Shape) -> Iterator[Piece]:
    batch, rows = shape.batch, shape.rows
    yield Literal("Frame ")
    yield decimal(batch.number_of[rows])
    yield Literal(": ")
    yield decimal(batch.frame_len[rows])
    yield Literal(" bytes on wire, ")
    yield decimal(batch.frame_cap_len[rows])
    yield Literal(" bytes captured, ")
    yield Texts([_when(time) for time in batch.time[rows].tolist()])
    yield Literal(" UTC\n")
    if any(row in batch.comments for row in rows.tolist()):
        from ibpkt.schema.kinds import escape

        texts = [
            "".join(f"{INDENT}Comment: {escape(comment.encode())}\n" for comment in batch.comments.get(row, ()))
            for row in rows.tolist()
        ]
        yield Texts(texts)


def _when(nanoseconds: int) -> str:
    """A time as text; the calendar ends in the year 9999, times in a capture need not."""
    seconds, rest = divmod(nanoseconds, 1_000_000_000)
    try:
        moment = datetime.datetime.fromtimestamp(seconds, datetime.UTC)
    except (OverflowError, ValueError, OSError):
        return f"{seconds}.{rest:09d} s"
    return f"{moment:%Y-%m-%d %H:%M:%S}.{rest:09d}"


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
    data = memoryview(shape.batch.data)
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
            text = f"{label} ({size} byte{'s' if size != 1 else ''}): {data[start : min(end, start + SHOWN)].hex()}{more}\n"
            texts.append(text if size > 0 else "")
        yield Texts(texts)


def packet_tree(packet: Packet) -> str:
    """The tree of one packet."""
    batch = Batch.of_packet(packet)
    return "".join(TreeLines().texts(batch)).rstrip("\n")
