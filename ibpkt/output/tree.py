"""``-V``: every header field by field, as a tree of lines."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ibpkt.batch import Batch, Shape
from ibpkt.batch.fields import Occurrence
from ibpkt.output.constant_bytes import Given, Remembered, Steady
from ibpkt.output.document import Renderer
from ibpkt.output.page import Bools, Ints, Literal, PageLayout, Piece, literals, only, total
from ibpkt.output.pieces import decimal, display, hexadecimal, hexed_bytes, hexed_spans, sparse, table
from ibpkt.packet import STATUSES, Status
from ibpkt.protocols import CRCS
from ibpkt.schema import Derived, Field, Header, Leaf, Part
from ibpkt.schema.value_types import CACHE_LIMIT, Memo

if TYPE_CHECKING:
    from ibpkt.packet import Packet

INDENT = "    "
#: bytes of a payload that the tree shows
SHOWN = 32
_GOOD = STATUSES.index(Status.GOOD)


class TreeLines(Renderer):
    """The renderer.

    Args:
        crc: verify ICRC, VCRC and LPCRC.
    """

    def __init__(self, *, crc: bool = True) -> None:
        self.crc = crc
        self._layout = PageLayout()
        self._text = Remembered(_line)
        self._headers: dict[tuple[Header, bytes], Sequence[Piece]] = {}

    def render(self, batch: Batch) -> Iterator[bytes | memoryview]:
        """The trees of a batch, an empty line behind each."""
        return self._layout.pages(len(batch), self._trees(batch, "\n"))

    def texts(self, batch: Batch) -> list[bytes]:
        """The trees of a batch, one a packet."""
        return self._layout.texts(len(batch), self._trees(batch, ""))

    def _trees(self, batch: Batch, behind: str) -> Iterator[tuple[Ints, list[Piece]]]:
        notes = {}
        for row in {*batch.stops, *batch.disagreements}:
            said = [str(batch.stops[row])] if row in batch.stops else []
            said += map(str, batch.disagreements.get(row, ()))
            notes[row] = "".join(f"[{note}]\n" for note in said)
        for shape in batch.shapes:
            yield shape.rows, [*self._pieces(shape), *sparse(notes, shape.rows), Literal(behind)]

    def _pieces(self, shape: Shape) -> Iterator[Piece]:
        yield from _frame(shape)
        steady = Steady(shape)
        for index, header in enumerate(shape.headers):
            if not header.generated:
                yield Literal(f"{header.title} ({header.name}), {header.size} bytes\n")
            elif header.title != shape.headers[index - 1].title:
                yield Literal(f"[{header.title}]\n")
            yield from self._fields(steady, index)
        yield from _body(shape)
        for which in CRCS:
            yield from self._closing(shape, which)

    def _fields(self, steady: Steady, index: int) -> Sequence[Piece]:
        """The lines of a header; those of one that is the same in all packets are made once for its bytes."""
        header = steady.shape.headers[index]
        same = steady.same(index)
        if same is not None and (header, same) in self._headers:
            return self._headers[header, same]
        found = (self._text(steady, Occurrence(leaf, index)) for leaf in header.leaves)
        pieces: Sequence[Piece] = [piece for given in found if given is not None for piece in given[0]]
        if same is not None:
            pieces = literals(pieces)
            if all(isinstance(piece, Literal) for piece in pieces):
                if len(self._headers) >= CACHE_LIMIT:
                    self._headers.clear()
                self._headers[header, same] = pieces
        return pieces

    def _closing(self, shape: Shape, which: Header) -> Iterator[Piece]:
        closing = shape.closing.get(which)
        if closing is None:
            return
        stored = shape.frames.number(shape.closing_at(which), 0, which.size * 8)
        digits = which.size * 2
        checks = shape.checks(which) if self.crc else None
        status = closing.status if checks is None else checks.status
        good = status == _GOOD
        yield Literal(f"{which.title}: ")
        number = [*hexadecimal(stored, digits), Literal(" [good]" if checks else "")]
        yield from number if good.all() else only(good, number)
        others = {}
        for index in np.flatnonzero(~good).tolist():
            verdict = STATUSES[status[index]]
            there = verdict in (Status.BAD, Status.ZERO)
            text = f"0x{int(stored[index]):0{digits}x}" if there else ""
            should = f", should be 0x{int(checks.computed[index]):0{digits}x}" if checks is not None and there else ""
            others[int(shape.rows[index])] = f"{text} [{verdict}{should}]".lstrip()
        yield from sparse(others, shape.rows)
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
    whole, rest = np.divmod(frames.time[rows], 1_000_000_000)
    moments, index = np.unique(whole, return_inverse=True)
    yield table([_moments[moment] for moment in moments.tolist()], index)
    yield Literal(".")
    yield decimal(rest, 9, "0")
    yield Literal(" UTC\n")
    if frames.comments:
        from ibpkt.errors import escape_text

        yield from sparse(
            {
                row: "".join(f"{INDENT}Comment: {escape_text(comment)}\n" for comment in comments)
                for row, comments in frames.comments.items()
            },
            rows,
        )


def _moment(seconds: int) -> str:
    """A time as text; the calendar ends in the year 9999, times in a capture need not."""
    try:
        return f"{datetime.datetime.fromtimestamp(seconds, datetime.UTC):%Y-%m-%d %H:%M:%S}"
    except (OverflowError, ValueError, OSError):
        return str(seconds)


_moments = Memo(_moment)


def _line(shape: Shape, places: Sequence[Occurrence]) -> Given:
    (each,) = places
    leaf = each.leaf
    sure = False
    stretch = hexed_bytes(each, shape)
    if stretch is not None:
        text = [stretch[0]]
    else:
        found = shape.column(each.place, leaf)
        if found.present is not None and not found.present.any():
            return None
        text = display(leaf, found)
        sure = found.present is None
    if isinstance(leaf, Part):
        before = INDENT * 2
    elif isinstance(leaf, Derived):
        before = INDENT + "["
    else:
        before = INDENT
    end = Literal("]\n" if isinstance(leaf, Derived) else "\n")
    line = [Literal(before + _bits(leaf) + leaf.label + ": "), *text, end]
    if not sure:  # the whole line is missing where the value is
        size = total(text)
        line = (line if size else []) if isinstance(size, int) else only(size > 0, line)
    return line, None


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
    for label, starts, ends in (
        ("Payload", *shape.payload),
        ("Pad", shape.payload[1], shape.pad_end),
        ("Trailer", *shape.trailer),
    ):
        sizes = np.maximum(ends - starts, 0)
        if not sizes.any():
            continue
        line: list[Piece] = [Literal(f"{label} ("), decimal(sizes)]
        line += [Literal(" byte"), *_where(sizes != 1, "s"), Literal("): ")]
        line += [hexed_spans(shape.frames.data, starts, np.minimum(ends, starts + SHOWN))]
        line += [*_where(sizes > SHOWN, "..."), Literal("\n")]
        yield from line if sizes.all() else only(sizes > 0, line)


def _where(there: Bools, text: str) -> list[Piece]:
    """A text in some rows."""
    return [Literal(text if there[0] else "")] if (there == there[0]).all() else only(there, [Literal(text)])


def packet_text(packet: Packet) -> str:
    """What ``str(packet)`` gives: the tree of ``ibpkt decode -V``, or layers where no link type begins with them."""
    if not isinstance(packet.link, int):
        return "/".join(map(repr, packet.layers))
    return packet_tree(packet)


def packet_tree(packet: Packet) -> str:
    """The tree of one packet."""
    batch = Batch.of_packet(packet)
    return b"".join(TreeLines().texts(batch)).decode().rstrip("\n")
