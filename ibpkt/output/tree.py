"""``-V``: every header field by field, as a tree of lines."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ibpkt.arguments import checked
from ibpkt.arrays import Bools, Ints
from ibpkt.batch import Batch, Shape
from ibpkt.batch.checksums import CHECKSUM_STATUSES, ChecksumStatus, checksum_verdicts
from ibpkt.batch.fields import Occurrence
from ibpkt.batch.repeated_headers import RepeatedHeader, header_runs
from ibpkt.output.column_text import decimal, display, field_text, hexadecimal, hexed_spans, sparse, table
from ibpkt.output.constant_bytes import ConstantBytes, TextCache
from ibpkt.output.field_renderer import PageRenderer
from ibpkt.output.paint import RESET, WRONG
from ibpkt.output.text_layout import FieldText, Literal, Nested, Piece, filled, literals, only, total
from ibpkt.packet import STATUSES, Status
from ibpkt.protocols import CRCS
from ibpkt.schema import Derived, Field, Header, Leaf, Part
from ibpkt.schema.value_types import CACHE_LIMIT, Memo

if TYPE_CHECKING:
    from ibpkt.packet import Packet

INDENT = "    "
#: bytes of a payload shown
SHOWN = 32
_GOOD = STATUSES.index(Status.GOOD)
#: what is said of a checksum that is not right
_BAD = CHECKSUM_STATUSES.index(ChecksumStatus.BAD)
_CHECKSUMS = {
    _BAD: "is 0x{:04x}, should be 0x{:04x}",
    CHECKSUM_STATUSES.index(ChecksumStatus.OFFLOADED): "0x{:04x} is offloaded: captured before the sender's "
    "adapter computed it",
}


class TreeLines(PageRenderer):
    """The renderer.

    Args:
        crc: verify ICRC, VCRC and LPCRC, and the checksums of IP and UDP.
        color: colour what is wrong.
    """

    def __init__(self, *, crc: bool = True, color: bool = False) -> None:
        super().__init__()
        self.crc = crc
        self.color = color
        self._text = TextCache(_line)
        self._headers: dict[tuple[Header, bytes], Sequence[Piece]] = {}

    def texts(self, batch: Batch) -> list[bytes]:
        """The tree of each packet, without the empty line that follows it in a document."""
        return [text[:-1] for text in super().texts(batch)]

    def _rows(self, batch: Batch) -> Iterator[tuple[Ints, list[Piece]]]:
        notes = {}
        for row in {*batch.stops, *batch.disagreements}:
            stop = [str(batch.stops[row])] if row in batch.stops else []
            problems = [*stop, *map(str, batch.disagreements.get(row, ()))]
            notes[row] = "".join(f"{self._wrong(f'[{problem}]')}\n" for problem in problems)
        for shape in batch.shapes:
            wrong = self._wrong_checksums(shape) if self.crc else ()
            yield shape.rows, [*self._pieces(shape), *sparse(notes, shape.rows), *wrong, Literal("\n")]

    def _wrong(self, text: str) -> str:
        """A text about what is wrong."""
        return f"{WRONG}{text}{RESET}" if self.color else text

    def _wrong_checksums(self, shape: Shape) -> Iterator[Piece]:
        """Lines about checksums that are not right; where adapters compute them, many packets have the same one."""
        for header, status, stored, computed in checksum_verdicts(shape):
            for number, sentence in _CHECKSUMS.items():
                chosen = np.flatnonzero(status == number)
                if not len(chosen):
                    continue
                both = stored[chosen].astype(np.int64) << 16 | (computed[chosen] if number == _BAD else 0)
                values, index = np.unique(both, return_inverse=True)
                texts = [
                    f"[{header.name} checksum {sentence.format(*divmod(each, 1 << 16))}]" for each in values.tolist()
                ]
                lines = [f"{self._wrong(text) if number == _BAD else text}\n" for text in texts]
                line_of = np.zeros(len(shape), np.int64)
                line_of[chosen] = index + 1
                yield table(lines, index) if len(chosen) == len(shape) else table(["", *lines], line_of)

    def _pieces(self, shape: Shape) -> Iterator[Piece]:
        yield from _frame(shape)
        constant = ConstantBytes(shape)
        for run in header_runs(shape):
            header = shape.headers[run.first]
            title = Literal(f"{header.title} ({header.name}), {header.size} bytes\n")
            if header.generated:
                for index in range(run.first, run.first + run.length):
                    if header.title != shape.headers[index - 1].title:
                        yield Literal(f"[{header.title}]\n")
                    yield from self._fields(constant, index)
            elif run.length == 1:
                yield title
                yield from self._fields(constant, run.first)
            else:
                records = ConstantBytes(RepeatedHeader(shape, run))
                yield Nested([title, *self._fields(records, run.first)], run.length)
        yield from _body(shape)
        for crc in CRCS:
            yield from self._closing(shape, crc)

    def _fields(self, constant: ConstantBytes, index: int) -> Sequence[Piece]:
        """The lines of a header; those of a header that is the same in all packets are cached by its bytes."""
        header = constant.shape.headers[index]
        header_bytes = constant.of_header(index)
        if header_bytes is not None and (header, header_bytes) in self._headers:
            return self._headers[header, header_bytes]
        lines = (self._text(constant, Occurrence(leaf, index)) for leaf in header.leaves)
        pieces: Sequence[Piece] = [piece for line in lines if line is not None for piece in line[0]]
        if header_bytes is not None:
            pieces = literals(pieces)
            if all(isinstance(piece, Literal) for piece in pieces):
                if len(self._headers) >= CACHE_LIMIT:
                    self._headers.clear()
                self._headers[header, header_bytes] = pieces
        return pieces

    def _closing(self, shape: Shape, crc: Header) -> Iterator[Piece]:
        closing = shape.closing.get(crc)
        if closing is None:
            return
        stored = shape.frames.number(shape.closing_at(crc), 0, crc.size * 8)
        digits = crc.size * 2
        checks = shape.checks(crc) if self.crc else None
        status = closing.status if checks is None else checks.status
        good = status == _GOOD
        yield Literal(f"{crc.title}: ")
        number = [*hexadecimal(stored, digits), Literal(" [good]" if checks else "")]
        yield from number if good.all() else only(good, number)
        others = {}
        for index in np.flatnonzero(~good).tolist():
            verdict = STATUSES[status[index]]
            wrong = verdict in (Status.BAD, Status.ZERO)
            text = f"0x{int(stored[index]):0{digits}x}" if wrong else ""
            should = f", should be 0x{int(checks.computed[index]):0{digits}x}" if checks is not None and wrong else ""
            said = f"[{verdict}{should}]"
            others[int(shape.rows[index])] = f"{text} {self._wrong(said) if wrong else said}".lstrip()
        yield from sparse(others, shape.rows)
        yield Literal("\n")


def _frame(shape: Shape) -> Iterator[Piece]:
    frames, rows = shape.frames, shape.rows
    whole, rest = np.divmod(frames.time[rows], 1_000_000_000)
    moments, index = np.unique(whole, return_inverse=True)
    yield from filled(
        "Frame {}: {} bytes on wire, {} bytes captured, {}.{} UTC\n",
        decimal(frames.numbers(rows)),
        decimal(frames.lengths(rows)),
        decimal(frames.captured_lengths(rows)),
        table([_moments[moment] for moment in moments.tolist()], index),
        decimal(rest, 9, "0"),
    )
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
    """A time as text; the calendar ends with the year 9999, but times in a capture may be later."""
    try:
        return f"{datetime.datetime.fromtimestamp(seconds, datetime.UTC):%Y-%m-%d %H:%M:%S}"
    except (OverflowError, ValueError, OSError):
        return str(seconds)


_moments = Memo(_moment)


def _line(shape: Shape, occurrences: Sequence[Occurrence]) -> FieldText | None:
    leaf = occurrences[0].leaf
    text = field_text(shape, occurrences[0], display, skip_empty=True)
    if text is None:
        return None
    value, present = text
    if isinstance(leaf, Part):
        start = INDENT * 2
    elif isinstance(leaf, Derived):
        start = INDENT + "["
    else:
        start = INDENT
    end = Literal("]\n" if isinstance(leaf, Derived) else "\n")
    line = [Literal(start + _bits(leaf) + leaf.label + ": "), *value, end]
    if present is not None:  # packets that lack the value have no line
        size = total(value)
        line = (line if size else []) if isinstance(size, int) else only(size > 0, line)
    return line, None


def _bits(leaf: Leaf) -> str:
    """The bits of a field in its bytes, as ``.... 0000``; nothing for a field that fills its bytes."""
    if leaf.width == 0 or leaf.width % 8 == 0 or not isinstance(leaf, Field | Part):
        return ""
    first, last = leaf.bit // 8 * 8, (leaf.bit + leaf.width + 7) // 8 * 8
    if last - first > 32:
        return ""
    bits = "".join("x" if leaf.bit <= bit < leaf.bit + leaf.width else "." for bit in range(first, last))
    return " ".join(bits[start : start + 4] for start in range(0, len(bits), 4)) + " = "


def _body(shape: Shape) -> Iterator[Piece]:
    for label, starts, ends in (
        ("Payload", *shape.payload),
        ("Pad", shape.payload[1], shape.pad_end),
        ("Trailer", *shape.trailer),
    ):
        sizes = np.maximum(ends - starts, 0)
        if not sizes.any():
            continue
        shown = hexed_spans(shape.frames.data, starts, np.minimum(ends, starts + SHOWN))
        plural, more = _in_rows(sizes != 1, "s"), _in_rows(sizes > SHOWN, "...")
        line = list(filled(f"{label} ({{}} byte{{}}): {{}}{{}}\n", decimal(sizes), plural, shown, more))
        yield from line if sizes.all() else only(sizes > 0, line)


def _in_rows(mask: Bools, text: str) -> list[Piece]:
    """A text in the rows of a mask."""
    return [Literal(text if mask[0] else "")] if (mask == mask[0]).all() else only(mask, [Literal(text)])


@checked
def packet_text(packet: Packet) -> str:
    """``str(packet)``: the tree of ``ibpkt decode -V``, or just the layers of a packet without a link type."""
    if not isinstance(packet.link, int):
        return "/".join(map(repr, packet.layers))
    return packet_tree(packet)


def packet_tree(packet: Packet) -> str:
    """The tree of one packet."""
    batch = Batch.of_packet(packet)
    return b"".join(TreeLines().texts(batch)).decode().rstrip("\n")
