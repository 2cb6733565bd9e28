"""Writing a capture, record by record or many at a time, onto a stream of bytes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, NoReturn, Protocol

import numpy as np

from ibpkt.arrays import Bools, Ints, offsets
from ibpkt.capture import write_compressed
from ibpkt.capture.erf import ErfWriter
from ibpkt.capture.layout import WriterFormat
from ibpkt.capture.pcap import PcapWriter
from ibpkt.capture.pcapng import PcapngWriter
from ibpkt.capture.records import SLACK, Interface, Records
from ibpkt.errors import CallerError

PIECE = 1 << 20
"""Bytes that are laid out at a time: they stay in the processor's cache until they are written."""

_PENDING = 4096  # single packets that are written together

_MOST = 2**63 - 1

FORMATS: dict[str, Callable[[int | None, Iterable[str]], WriterFormat]] = {
    "pcap": lambda link, comments: PcapWriter(link),
    "pcap-ns": lambda link, comments: PcapWriter(link, tick=1),
    "pcapng": lambda link, comments: PcapngWriter(comments),
    "erf": lambda link, comments: ErfWriter(),
}
"""The formats that can be written: each makes a writer for a link type and the comments of the file."""

SUFFIXES = {".pcap": "pcap", ".cap": "pcap", ".pcapng": "pcapng", ".ntar": "pcapng", ".erf": "erf"}


class ByteSink(Protocol):
    """A stream of bytes to which a capture is written."""

    def write(self, data: bytes | memoryview, /) -> object:
        """Write all of ``data``; nothing may refer to it afterwards."""

    def flush(self) -> None:
        """Flush what was written."""


def writer_format(name: str, link: int | None, comments: Iterable[str]) -> WriterFormat:
    """The writer of a format.

    Raises:
        CallerError: there is no such format.
    """
    if name not in FORMATS:
        raise CallerError(f"there is no capture format {name!r} ({', '.join(FORMATS)})", name=name, known=FORMATS)
    return FORMATS[name](link, comments)


def format_by_suffix(path: str) -> str | None:
    """The format by the suffix of a path, ignoring that of a compression; None if it has no suffix.

    Raises:
        CallerError: the suffix says nothing.
    """
    suffix = os.path.splitext(write_compressed.by_suffix(path)[0])[1].lower()
    if suffix and suffix not in SUFFIXES:
        raise CallerError(
            f"the suffix {suffix!r} of {path!r} is not that of a capture format ({', '.join(SUFFIXES)})",
            name=suffix,
            known=SUFFIXES,
        )
    return SUFFIXES.get(suffix)


class _Single(NamedTuple):
    """A packet that will be written with others."""

    data: bytes
    time: int
    wirelen: int
    link: int
    interface: int
    comments: tuple[str, ...]


class CaptureWriter:
    """Encodes records onto a stream; `finish` must be called at the end.

    A record that the format cannot hold is refused with a CallerError that names it, before anything of the same call
    has been written.

    Args:
        out: the stream.
        form: the format.
        name: what to call the file in messages.
        interfaces: the interfaces to which ``interface`` refers; the list may grow, as that of a `CaptureReader` does.
        live: flush the records of each call at once.

    Attributes:
        count: the records taken so far.
    """

    def __init__(
        self, out: ByteSink, form: WriterFormat, name: str, *, interfaces: Sequence[Interface] = (), live: bool = False
    ) -> None:
        self.name = name
        self.count: int = 0
        self._out = out
        self._form = form
        self._interfaces = interfaces
        self._live = live
        self._pending: list[_Single] = []
        self._pending_bytes = 0

    @property
    def has_comments(self) -> bool:
        """Whether the format has a place for comments of packets."""
        return self._form.has_comments

    def write(
        self,
        data: bytes,
        *,
        link: int,
        time: int = 0,
        wirelen: int | None = None,
        interface: int = 0,
        comments: tuple[str, ...] = (),
        number: int | None = None,
    ) -> None:
        """One record.

        Args:
            data: the captured bytes.
            link: the LINKTYPE value, of 16 bits.
            time: nanoseconds since 1970.
            wirelen: bytes on the wire; None for as many as there are.
            interface: as in ``Records.interface``.
            comments: only pcapng has a place for them.
            number: what to call the packet in messages; None for its number in the file.
        """
        if not 0 <= interface < 1 << 31:
            raise CallerError(f"there is no interface {interface}")
        if not 0 <= link < 1 << 16:
            raise CallerError(f"there is no link type {link}")
        single = _Single(data, time, len(data) if wirelen is None else wirelen, link, interface, comments)
        usual = self._form.usual.holds(len(data), single.wirelen, time, link)
        if comments or not usual:
            number = self.count + 1 if number is None else number
            if comments and not self._form.has_comments:
                self._refuse(number, f"{self._form.name} has no place for its comment")
            for value, what in ((time, "a time"), (single.wirelen, "a length on the wire")):
                if abs(value) > _MOST:
                    self._refuse(number, f"{what} of {value} does not fit")
            fault = self._form.admit(_records([single]))
            if fault is not None:
                self._refuse(number, fault.reason)
        self._pending.append(single)
        self._pending_bytes += len(data)
        self.count += 1
        if self._live or len(self._pending) >= _PENDING or self._pending_bytes >= PIECE:
            self._write_pending()
            self._send()

    def write_records(
        self, records: Records, rows: Bools | Ints | None = None, *, interfaces: Sequence[Interface] | None = None
    ) -> None:
        """Many records.  Comments are left out if the format has none.

        Args:
            records: a chunk of a capture, or columns made for the purpose.
            rows: which of them, as a mask or as indices in the order wanted; None for all.
            interfaces: what ``records.interface`` counts, if it is not what the writer was made with.
        """
        numbers = np.arange(len(records))
        if rows is not None:
            numbers = _selected(numbers, rows)
            records = records.at(numbers)
        if not len(records):
            return
        self._write_pending()
        fault = self._form.admit(records)
        if fault is not None:
            self._refuse(records.first + int(numbers[fault.row]), fault.reason)
        self._write(records, self._interfaces if interfaces is None else interfaces)
        self.count += len(records)
        self._send()

    def begin(self) -> None:
        """Write the file header now, for a reader that waits for it at the other end of a pipe.

        What needs no interface of a packet yet is that of the first of the known interfaces.
        """
        self._prepare(None, self._interfaces)
        self._send()

    def finish(self, dropped: int | None = None) -> None:
        """Write everything that is still pending; the stream stays open.

        Args:
            dropped: packets that the capturing system has dropped, where that is known.
        """
        self._write_pending()
        self._prepare(None, self._interfaces)
        if dropped is not None:
            self._out.write(self._form.finish(dropped))

    def _refuse(self, number: int, reason: str) -> NoReturn:
        raise CallerError(f"{self.name}: packet {number} cannot be written: {reason}")

    def _send(self) -> None:
        if self._live:
            self._out.flush()

    def _prepare(self, records: Records | None, known: Sequence[Interface]) -> None:
        try:
            before = self._form.prepare(records, known)
        except ValueError as error:
            raise CallerError(f"{self.name}: {error}") from error
        if before:
            self._out.write(before)

    def _write(self, records: Records, known: Sequence[Interface]) -> None:
        self._prepare(records, known)
        total = np.cumsum(records.caplen)
        bounds = np.searchsorted(total, np.arange(PIECE, int(total[-1]), PIECE), "right")
        begin = 0
        for end in [*np.unique(bounds).tolist(), len(records)]:
            if end > begin:
                part = records.at(slice(begin, end)) if end - begin < len(records) else records
                self._out.write(self._form.encode(part, known).data)
                begin = end

    def _write_pending(self) -> None:
        if self._pending:
            pending, self._pending, self._pending_bytes = self._pending, [], 0
            self._write(_records(pending), self._interfaces)


def _selected(numbers: Ints, rows: Bools | Ints) -> Ints:
    chosen = np.asarray(rows)
    if not len(chosen):
        return numbers[:0]
    if chosen.dtype == np.bool_ and len(chosen) != len(numbers):
        raise CallerError(f"a mask of {len(chosen)} rows for {len(numbers)} packets")
    try:
        selected: Ints = numbers[chosen]
    except IndexError as error:
        raise CallerError(f"rows out of range: {error}") from error
    return selected


def _records(singles: list[_Single]) -> Records:
    """Single packets as columns."""
    lengths = np.array([len(single.data) for single in singles], np.int64)
    data = b"".join([*(single.data for single in singles), bytes(SLACK)])
    return Records(
        data=np.frombuffer(data, np.uint8),
        start=offsets(lengths),
        caplen=lengths,
        wirelen=np.array([single.wirelen for single in singles], np.int64),
        time=np.array([single.time for single in singles], np.int64),
        link=np.array([single.link for single in singles], np.int32),
        interface=np.array([single.interface for single in singles], np.int32),
        offset=np.zeros(len(singles), np.int64),
        first=1,
        comments={row: single.comments for row, single in enumerate(singles) if single.comments},
    )
