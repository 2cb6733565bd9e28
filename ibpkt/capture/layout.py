"""Shared by the writers of all formats: their limits, and laying out many records at a time."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from ibpkt.arrays import Bools, Ints, Octets, cumulative, windows
from ibpkt.capture.records import Interface, Records

LATEST_TIME = (2**32) * 10**9 - 1
"""The last time, in ns since 1970, that 32 bits of seconds can express."""

_LONG = 1024  # bytes per record above which a Python loop is faster than copying them twice
_SIZES = 64  # distinct sizes in one piece above which a Python loop is faster, too


class Fault(NamedTuple):
    """Why a format cannot hold a record: its row, and a clause."""

    row: int
    reason: str


class UsualLimits(NamedTuple):
    """Limits within which a format surely holds a record.

    Attributes:
        longest: captured bytes, at most.
        longest_wire: bytes on the wire, at most.
        latest: time in ns since 1970, at most.
        links: link types.
    """

    longest: int
    longest_wire: int
    latest: int
    links: Collection[int]

    def holds(self, caplen: int, wirelen: int, time: int, link: int) -> bool:
        """Whether a record is within the limits."""
        return (
            link in self.links
            and caplen <= self.longest
            and 0 <= wirelen <= self.longest_wire
            and 0 <= time <= self.latest
        )


class WriterFormat(Protocol):
    """The writer of a format, as `CaptureWriter` uses it."""

    name: str
    has_comments: bool

    @property
    def usual(self) -> UsualLimits:
        """Records within these limits need no `admit`."""

    def admit(self, records: Records) -> Fault | None:
        """Check records before they are encoded: the first that the format cannot hold, or None."""

    def prepare(self, records: Records | None, known: Sequence[Interface]) -> bytes:
        """The bytes that must precede some records, or end the file (None).

        ``known``: the interfaces that ``Records.interface`` counts, as far as they are known.
        """

    def encode(self, records: Records, known: Sequence[Interface]) -> Octets:
        """Records that were admitted and prepared, as bytes of the file.  The next call may overwrite them."""

    def finish(self, dropped: int) -> bytes:
        """The bytes at the end of a file that say how many packets the capturing system dropped; none if it cannot."""


def fault(records: Records, bad: Bools, reason: str) -> Fault | None:
    """The first bad row; ``reason`` is formatted with the row's ``caplen``, ``wirelen``, …"""
    if not bad.any():
        return None
    row = int(np.argmax(bad))
    columns = ("caplen", "wirelen", "time", "link")
    return Fault(row, reason.format(**{name: int(getattr(records, name)[row]) for name in columns}))


def limit_fault(records: Records, longest: int | Ints, longest_wire: int, latest: int) -> Fault | None:
    """The first record that is too long, or whose time cannot be expressed."""
    faults = (
        fault(records, records.caplen > longest, "{caplen} captured bytes are too many"),
        fault(
            records,
            (records.wirelen < 0) | (records.wirelen > longest_wire),
            f"a length on the wire of {{wirelen}} bytes does not fit (0 to {longest_wire})",
        ),
        fault(
            records,
            (records.time < 0) | (records.time > latest),
            f"a time of {{time}} ns since 1970 does not fit (0 to {latest})",
        ),
    )
    return min((found for found in faults if found is not None), default=None)


class RecordBuffer:
    """A buffer in which records are laid out.  It is reused: fresh memory costs a page fault every 4 KiB."""

    def __init__(self) -> None:
        self._data: Octets = np.empty(0, np.uint8)

    def lay_out(self, records: Records, before: int | Ints, after: int | Ints) -> tuple[Octets, Ints, Ints]:
        """Room for records with so many bytes before and after each; only their captured bytes are filled in.

        Returns the buffer, and where each record begins and ends with what is around it.
        """
        bounds = cumulative(records.caplen + before + after)
        begins, ends, total = bounds[:-1], bounds[1:], int(bounds[-1])
        if len(self._data) < total:
            self._data = np.empty(total + total // 8, np.uint8)
        out = self._data[:total]
        _copy(records, out, begins + before)
        return out, begins, ends


def _copy(records: Records, out: Octets, to: Ints) -> None:
    start, length = records.start, records.caplen
    sizes: list[int] = np.unique(length).tolist()
    if len(sizes) > _SIZES or len(out) > _LONG * len(to):
        source, target = records.data.data, out.data
        columns = (to, to + length, start, start + length)
        for begin, end, first, last in zip(*(column.tolist() for column in columns), strict=True):
            target[begin:end] = source[first:last]
        return
    for size in sizes:
        if size:
            rows = np.flatnonzero(length == size) if len(sizes) > 1 else slice(None)
            windows(out, size)[to[rows]] = windows(records.data, size)[start[rows]]
