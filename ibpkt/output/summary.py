"""The default line of a packet: number, time, source, destination, protocol, length, info."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from ibpkt.batch import Batch
from ibpkt.crc import STATUSES, Status
from ibpkt.errors import CallerError
from ibpkt.output.cells import Cell, display, fill, in_order, literal, plain
from ibpkt.protocols.graph import Chain
from ibpkt.protocols.link import ICRC, LPCRC, LRH, VCRC
from ibpkt.protocols.network import GRH
from ibpkt.protocols.transport import BTH
from ibpkt.schema import Header
from ibpkt.shape import Shape

#: what ``-t`` takes
TIMES = {
    "r": "seconds since the first packet",
    "d": "seconds since the packet before",
    "e": "seconds since the epoch",
    "a": "time of day, UTC",
    "ad": "date and time of day, UTC",
}
_BAD = STATUSES.index(Status.BAD)


@functools.lru_cache(maxsize=1024)
def protocol(chain: Chain) -> str:
    """What the protocol column says for a chain of headers."""
    if BTH in chain:
        if LRH in chain:
            return "InfiniBand"
        return "RoCEv1" if GRH in chain else "RoCEv2"
    return next((header.protocol for header in reversed(chain) if header.protocol), "?")


class SummaryLines:
    """The renderer.

    Args:
        time: one of `TIMES`.
        crc: verify ICRC, VCRC and LPCRC, and say so where one is bad.
        digits: digits of a second.

    Raises:
        CallerError: no such form of time.
    """

    def __init__(self, *, time: str = "r", crc: bool = True, digits: int = 6) -> None:
        if time not in TIMES:
            raise CallerError(f"-t takes {', '.join(TIMES)}, not {time!r}", name=time)
        self.time = time
        self.crc = crc
        self.digits = digits

    def header(self) -> str:
        """There is none."""
        return ""

    def render(self, batch: Batch) -> Iterator[str]:
        """The lines of a batch."""
        yield "".join(self.texts(batch))

    def texts(self, batch: Batch) -> list[str]:
        """The lines of a batch, one a packet."""
        end = Cell("\n", ())
        lines = in_order(batch, ((shape, fill((*self._cells(shape), end), len(shape))) for shape in batch.shapes))
        for row, remark in self._remarks(batch).items():
            lines[row] = lines[row][:-1] + remark + "\n"
        return lines

    def _cells(self, shape: Shape) -> Iterator[Cell]:
        batch, rows = shape.batch, shape.rows
        yield Cell("%5d ", (batch.number_of[rows].tolist(),))
        yield self._time(batch, rows)
        source, destination = _addresses(shape)
        yield Cell(" %12s → %-12s ", (source, destination))
        yield Cell(f"{literal(protocol(shape.headers))} %d ", (batch.frame_len[rows].tolist(),))
        yield from _info(shape)

    def _time(self, batch: Batch, rows: Any) -> Cell:
        if self.time in ("a", "ad"):
            times = np.datetime_as_string(batch.time[rows].astype("M8[ns]"), unit="ns").tolist()
            cut = len(times[0]) - 9 + self.digits if times else 0
            shown = [text[0 if self.time == "ad" else 11 : cut].replace("T", " ") for text in times]
            return Cell("%s", (shown,))
        whole = {"r": batch.time_relative, "d": batch.time_delta, "e": batch.time}[self.time][rows]
        minus = whole < 0
        seconds, rest = np.divmod(np.abs(whole), 1_000_000_000)
        fraction = rest // 10 ** (9 - self.digits)
        if minus.any():
            texts = [
                f"{'-' if negative else ''}{second}.{part:0{self.digits}d}"
                for negative, second, part in zip(minus.tolist(), seconds.tolist(), fraction.tolist(), strict=True)
            ]
            return Cell(f"%{self.digits + 4}s", (texts,))
        return Cell(f"%3d.%0{self.digits}d", (seconds.tolist(), fraction.tolist()))

    def _remarks(self, batch: Batch) -> dict[int, str]:
        remarks: dict[int, str] = {}
        if self.crc:
            for which in (ICRC, VCRC, LPCRC):
                for shape, checks in batch.verify(which):
                    for index in np.flatnonzero(checks.status == _BAD).tolist():
                        digits = which.size * 2
                        row = int(shape.rows[index])
                        text = (
                            f" [{which.name} bad: 0x{int(checks.stored[index]):0{digits}x},"
                            f" should be 0x{int(checks.computed[index]):0{digits}x}]"
                        )
                        remarks[row] = remarks.get(row, "") + text
        for row, stop in batch.stops.items():
            remarks[row] = remarks.get(row, "") + f" [{stop}]"
        for row, found in batch.disagreements.items():
            remarks[row] = remarks.get(row, "") + "".join(f" [{disagreement}]" for disagreement in found)
        return remarks


def _addresses(shape: Shape) -> tuple[list[str], list[str]]:
    for index in range(len(shape.headers) - 1, -1, -1):
        header = shape.headers[index]
        if header.address:
            prefix, source, destination = header.address
            pair = []
            for name in (source, destination):
                leaf = header.leaf(name)
                texts = fill((plain(leaf, shape.column(index, leaf)),), len(shape))
                pair.append([prefix + text for text in texts] if prefix else texts)
            return pair[0], pair[1]
    return [""] * len(shape), [""] * len(shape)


@functools.cache
def _summary_parts(header: Header) -> tuple[str, ...]:
    """A header's summary, split: literal text at even places, names of leaves at odd ones."""
    return tuple(re.split(r"\{(\w+)\}", header.summary))


def _info(shape: Shape) -> Iterator[Cell]:
    headers = shape.headers
    first = headers.index(BTH) if BTH in headers else _last_with_summary(headers)
    space = ""
    for index in range(first, len(headers)):
        header = headers[index]
        if not header.summary:
            continue
        for place, part in enumerate(_summary_parts(header)):
            if place % 2 == 0:
                yield Cell(literal(space + part), ())
            elif (leaf := header.leaf(part)).enum:
                names = [leaf.enum.get(raw, f"Unknown ({raw})") for raw in shape.column(index, leaf).values.tolist()]
                yield Cell("%s", (names,))
            elif leaf.unit:  # the line has no room for units
                yield plain(leaf, shape.column(index, leaf))
            else:
                yield display(leaf, shape.column(index, leaf))
            space = ""
        space = " "


def _last_with_summary(headers: Chain) -> int:
    return max((index for index, header in enumerate(headers) if header.summary), default=len(headers))
