"""What the writers of all formats have in common: limits, and laying records out many at a time."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ibpkt.capture.lockstep import Positions
from ibpkt.capture.records import Interface, Records

LATEST = (2**32) * 10**9 - 1
"""The last time, in ns since 1970, that 32 bits of seconds can tell."""

_LONG = 1024  # bytes a record, above which a Python loop over them costs less than copying them twice
_SIZES = 64  # different sizes in one piece, above which it does, too


class Fault(NamedTuple):
    """Why a format cannot hold a record: its row, and a clause."""

    row: int
    reason: str


class Usual(NamedTuple):
    """What a format holds without a closer look.

    Attributes:
        longest: captured bytes, at most.
        widest: bytes on the wire, at most.
        latest: time in ns since 1970, at most.
        links: link types.
    """

    longest: int
    widest: int
    latest: int
    links: Collection[int]

    def holds(self, caplen: int, wirelen: int, time: int, link: int) -> bool:
        """Whether one record is surely one that the format holds."""
        return (
            link in self.links and caplen <= self.longest and 0 <= wirelen <= self.widest and 0 <= time <= self.latest
        )


class Form(Protocol):
    """A format, as `CaptureWriter` uses it."""

    name: str
    has_comments: bool

    @property
    def usual(self) -> Usual:
        """What needs no `admit`."""

    def admit(self, records: Records) -> Fault | None:
        """Look at records before they are encoded: the first that the format cannot hold, or None."""

    def prepare(self, records: Records | None, known: Sequence[Interface]) -> bytes:
        """What must stand before some records, or at the end of the file (None).

        ``known``: the interfaces that ``Records.interface`` counts, as far as they are known.
        """

    def encode(self, records: Records, known: Sequence[Interface]) -> NDArray[np.uint8]:
        """Records that were admitted and prepared, as bytes of the file.  The next call may overwrite them."""


def fault(records: Records, bad: NDArray[np.bool_], reason: str) -> Fault | None:
    """The first of the rows that are bad; ``reason`` is formatted with the row's ``caplen``, ``wirelen``, …"""
    if not bad.any():
        return None
    row = int(np.argmax(bad))
    columns = ("caplen", "wirelen", "time", "link")
    return Fault(row, reason.format(**{name: int(getattr(records, name)[row]) for name in columns}))


def beyond(records: Records, longest: int | NDArray[np.int64], widest: int, latest: int) -> Fault | None:
    """The first record that is too long or at a time that cannot be told."""
    faults = (
        fault(records, records.caplen > longest, "{caplen} captured bytes are too many"),
        fault(
            records,
            (records.wirelen < 0) | (records.wirelen > widest),
            f"a length on the wire of {{wirelen}} bytes does not fit (0 to {widest})",
        ),
        fault(
            records,
            (records.time < 0) | (records.time > latest),
            f"a time of {{time}} ns since 1970 does not fit (0 to {latest})",
        ),
    )
    return min((found for found in faults if found is not None), default=None)


class Headroom:
    """A buffer in which records are laid out.  It is used again: fresh memory costs a page fault every 4 KiB."""

    def __init__(self) -> None:
        self._data: NDArray[np.uint8] = np.empty(0, np.uint8)

    def lay(
        self, records: Records, before: int | Positions, after: int | Positions
    ) -> tuple[NDArray[np.uint8], Positions, Positions]:
        """Room for records with so many bytes before and after each; only their captured bytes are filled in.

        Returns the buffer, and where each record begins and ends with what is around it.
        """
        ends = np.cumsum(records.caplen + before + after)
        total = int(ends[-1]) if len(ends) else 0
        if len(self._data) < total:
            self._data = np.empty(total + total // 8, np.uint8)
        out = self._data[:total]
        begins = np.zeros(len(ends), np.int64)
        begins[1:] = ends[:-1]
        _copy(records, out, begins + before)
        return out, begins, ends


def scatter(out: NDArray[np.uint8], at: Positions, values: NDArray[Any]) -> None:
    """Put one value at each place; the other way round than `lockstep.gather`."""
    if len(at):
        opaque = f"V{values.dtype.itemsize}"
        _items(out, opaque)[at] = np.ascontiguousarray(values).view(opaque)


def _items(data: NDArray[np.uint8], opaque: str) -> NDArray[Any]:
    """All runs of so many bytes, one from each byte: indexing them copies each at once."""
    return np.ndarray((len(data) - int(opaque[1:]) + 1,), opaque, data.data, 0, (1,))


def _copy(records: Records, out: NDArray[np.uint8], to: Positions) -> None:
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
            _items(out, f"V{size}")[to[rows]] = _items(records.data, f"V{size}")[start[rows]]
