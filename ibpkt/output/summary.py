"""The default line of a packet: number, time, source, destination, protocol, length, info."""

from __future__ import annotations

import collections
import functools
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ibpkt.arguments import checked
from ibpkt.arrays import Ints
from ibpkt.batch import Batch, Frames, Shape
from ibpkt.errors import CallerError
from ibpkt.output.column_text import decimal, display, enumerated, padded, plain, seconds, sparse, texts
from ibpkt.output.field_renderer import PageRenderer
from ibpkt.output.text_layout import Literal, PageLayout, Piece, filled
from ibpkt.packet import STATUSES, Status
from ibpkt.protocols import BTH, CRCS, GRH, LRH, Chain, renewed
from ibpkt.schema import Header, Leaf
from ibpkt.schema.value_types import Memo

#: what ``-t`` takes
TIMES = {
    "r": "seconds since the first packet",
    "d": "seconds since the packet before",
    "dd": "seconds since the packet shown before",
    "e": "seconds since the epoch",
    "a": "time of day, UTC",
    "ad": "date and time of day, UTC",
    "u": "the same as a",
    "ud": "the same as ad",
}
#: escape sequences of a terminal
UNUSUAL, WRONG, RESET = "\x1b[33m", "\x1b[31m", "\x1b[0m"
#: what the times are that are spans
_SPANS: dict[str, Callable[[Frames, Ints], Ints]] = {
    "r": Frames.relative_times,
    "d": Frames.deltas,
    "dd": Frames.displayed_deltas,
    "e": lambda frames, rows: frames.time[rows],
}
_BAD = STATUSES.index(Status.BAD)


@functools.lru_cache(maxsize=1024)
def protocol(chain: Chain) -> str:
    """The text of the protocol column for a chain of headers."""
    if BTH in chain:
        if LRH in chain:
            return "InfiniBand"
        return "RoCEv1" if GRH in chain else "RoCEv2"
    return next((header.protocol for header in reversed(chain) if header.protocol), "?")


class SummaryLines(PageRenderer):
    """The renderer.

    Args:
        time: one of `TIMES`.
        crc: verify ICRC, VCRC and LPCRC, and report those that are bad.
        digits: decimals of a second.
        color: colour what is wrong, and packets that the analysis finds unusual.

    Raises:
        CallerError: no such time format.
    """

    at_a_time: int | None = 65536
    bytes_at_a_time: int | None = None

    @checked
    def __init__(self, *, time: str = "r", crc: bool = True, digits: int = 6, color: bool = False) -> None:
        if time not in TIMES:
            raise CallerError(f"-t takes {', '.join(TIMES)}, not {time!r}", name=time)
        super().__init__()
        self.time = {"u": "a", "ud": "ad"}.get(time, time)
        self.crc = crc
        self.digits = digits
        self.color = color

    def _rows(self, batch: Batch) -> Iterator[tuple[Ints, Iterator[Piece]]]:
        remarks = self._remarks(batch)
        return ((shape.rows, self._line(shape, remarks)) for shape in batch.shapes)

    def _line(self, shape: Shape, remarks: dict[int, str]) -> Iterator[Piece]:
        frames, rows = shape.frames, shape.rows
        unusual = self.color and _is_unusual(shape.headers[shape.annotations :])
        if unusual:
            yield Literal(UNUSUAL)
        yield decimal(frames.numbers(rows), 5)
        yield Literal(" ")
        yield from self._time(frames, rows)
        source, destination = _addresses(shape)
        yield from filled(
            " {} → {} {} {} {}",
            padded(source, 12, len(shape)),
            padded(destination, 12, len(shape), left=True),
            Literal(protocol(shape.headers)),
            decimal(frames.lengths(rows)),
            _info(shape),
        )
        yield from sparse(remarks, rows)
        yield Literal(f"{RESET}\n" if unusual else "\n")

    def _time(self, frames: Frames, rows: Any) -> Iterator[Piece]:
        if self.time in ("a", "ad"):
            times = np.datetime_as_string(frames.time[rows].astype("M8[ns]"), unit="ns").tolist()
            end = len(times[0]) - 9 + self.digits if times else 0
            yield texts([text[0 if self.time == "ad" else 11 : end].replace("T", " ") for text in times])
            return
        yield from seconds(_SPANS[self.time](frames, rows), self.digits, width=3)

    def _remarks(self, batch: Batch) -> dict[int, str]:
        remarks = packet_remarks(batch, crc=self.crc)
        if self.color:
            return {row: f"{WRONG}{text}{RESET}" for row, text in remarks.items()}
        return remarks


def packet_remarks(batch: Batch, *, crc: bool) -> dict[int, str]:
    """What stands at the ends of lines about what is wrong, each in brackets after a blank, by the packet's place.

    Args:
        batch: some packets.
        crc: verify ICRC, VCRC and LPCRC, and report those that are bad.
    """
    remarks: dict[int, str] = collections.defaultdict(str)
    if crc:
        for which in CRCS:
            for shape, checks in batch.verify(which):
                for index in np.flatnonzero(checks.status == _BAD).tolist():
                    digits = which.size * 2
                    stored, computed = int(checks.stored[index]), int(checks.computed[index])
                    text = f" [{which.name} bad: 0x{stored:0{digits}x}, should be 0x{computed:0{digits}x}]"
                    remarks[int(shape.rows[index])] += text
    for row, stop in batch.stops.items():
        remarks[row] += f" [{stop}]"
    for row, disagreements in batch.disagreements.items():
        remarks[row] += "".join(f" [{disagreement}]" for disagreement in disagreements)
    return remarks


@checked
def packet_notes(batch: Batch) -> dict[int, str]:
    """What the lines of packets say is wrong with them, without the rest of the lines, by the packet's place.

    Args:
        batch: some packets; those that are annotated are also unusual where the analysis says so.
    """
    notes: dict[int, str] = collections.defaultdict(str)
    for shape in batch.shapes:
        if _is_unusual(shape.headers[shape.annotations :]):
            numbers = np.arange(len(shape), dtype=np.int64)
            texts_of = PageLayout().texts(len(shape), [(numbers, list(_info(shape, shape.annotations)))])
            notes.update(zip(shape.rows.tolist(), (text.decode() for text in texts_of), strict=True))
    for row, remark in packet_remarks(batch, crc=True).items():
        notes[row] += remark
    return {row: note.strip() for row, note in notes.items()}


@checked
def line_column(shape: Shape, column: str) -> list[str]:
    """A column of the lines of a shape's packets: the texts of packets that the default line shows, one a packet.

    Args:
        shape: the packets.
        column: ``number``, ``time`` (seconds since the first packet), ``source``, ``destination``, ``protocol``,
            ``length`` or ``info``.
    """
    frames, rows = shape.frames, shape.rows
    pieces: list[Piece]
    if column == "number":
        pieces = [decimal(frames.numbers(rows))]
    elif column == "time":
        pieces = list(seconds(frames.relative_times(rows), 6))
    elif column in ("source", "destination"):
        pieces = _addresses(shape)[column == "destination"]
    elif column == "protocol":
        pieces = [Literal(protocol(shape.headers))]
    elif column == "length":
        pieces = [decimal(frames.lengths(rows))]
    elif column == "info":
        pieces = list(_info(shape))
    else:
        raise CallerError(f"the lines of packets have no column {column!r}", name=column)
    numbers = np.arange(len(shape), dtype=np.int64)
    return [text.decode() for text in PageLayout().texts(len(shape), [(numbers, pieces)])]


@functools.lru_cache(maxsize=1024)
def _is_unusual(annotations: Chain) -> bool:
    """Whether the analysis annotates packets with something that their line shows."""
    return any(header.generated and header.summary for header in annotations)


def _addresses(shape: Shape) -> tuple[list[Piece], list[Piece]]:
    for index in range(len(shape.headers) - 1, -1, -1):
        header = shape.headers[index]
        if header.address:
            prefix, *names = header.address
            source, destination = (
                [Literal(prefix), *plain(leaf, shape.column(index, leaf))] for leaf in map(header.leaf, names)
            )
            return source, destination
    return [Literal("")], [Literal("")]


@functools.cache
def _summary_parts(header: Header) -> tuple[str, ...]:
    """A header's summary, split: literal text at even indexes, names of leaves at odd ones."""
    return tuple(re.split(r"\{(\w+)\}", header.summary))


def _info(shape: Shape, first: int | None = None) -> Iterator[Piece]:
    """The last column of a line; or only what headers say from a place on."""
    headers = shape.headers
    if first is None:
        first = headers.index(BTH) if BTH in headers else _last_with_summary(headers)
    separator = ""
    for index in range(first, len(headers)):
        header = headers[index]
        if not header.summary or header in headers[first:index]:
            continue
        for position, part in enumerate(_summary_parts(header)):
            if position % 2 == 0:
                yield Literal(separator + part)
                separator = ""
                continue
            leaf = header.leaf(part)
            column = shape.column(index, leaf)
            if leaf.enum:
                yield from enumerated(_short_names(leaf), column)
            elif leaf.unit:  # the line has no room for units
                yield from plain(leaf, column)
            else:
                yield from display(leaf, column)
        if (count := headers.count(header)) > 1 and index >= first:
            yield Literal(f" (and {count - 1} more)")
        separator = " "


@renewed
@functools.cache
def _short_names(leaf: Leaf) -> Memo:
    """The names of an enumerated field without their numbers."""
    return Memo(lambda raw: leaf.enum.get(raw) or f"Unknown ({leaf.kind.printf(leaf.digits) % raw})")


def _last_with_summary(headers: Chain) -> int:
    return max((index for index, header in enumerate(headers) if header.summary), default=len(headers))
