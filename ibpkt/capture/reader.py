"""Opening a capture, and reading it chunk by chunk."""

from __future__ import annotations

import os
from collections.abc import Iterator
from types import TracebackType
from typing import BinaryIO, Self

import numpy as np

from ibpkt.arguments import checked
from ibpkt.capture import blocks, erf, pcap
from ibpkt.capture.compression import BrokenStream, RawStream, decompressed, open_file
from ibpkt.capture.erf import Erf
from ibpkt.capture.follow import FollowedStream, Following
from ibpkt.capture.pcap import Pcap
from ibpkt.capture.pcapng import Pcapng
from ibpkt.capture.records import Interface, Records
from ibpkt.capture.window import Window
from ibpkt.errors import CallerError, CaptureError

FIRST_RECORDS = 256
"""Records of the first chunk: few, so that the first line appears soon.

It is a number of records, not of bytes, so that pieces that are joined are cut where the whole file is.
"""

SECOND_RECORDS = 2048
"""Likewise of the second: what an analysis learns there, such as what flows carry, spares work for the rest."""

FIRST = 5 << 18
"""Bytes that are read at once when a file is opened: `FIRST_RECORDS` packets of the largest MTU."""

Format = Pcap | Pcapng | Erf


class CaptureReader:
    """A capture file that is being read; made by `open_capture`.  Use it in a ``with``, or `close` it.

    Attributes:
        name: for messages: the path as given, ``-`` for standard input.
        format: ``pcap``, ``pcapng`` or ``erf``.
        compression: ``gzip``, ``zstd``, ``lz4``, ``xz``, ``bz2`` or None.
        damage: after the last chunk, why the file was not read to its end or not wholly; None where it was.  Its
            ``offset`` is the byte in the decompressed file at which the record begins that could not be read, its
            ``packet`` that record's number.
    """

    def __init__(
        self, name: str, raw: RawStream, compression: str | None, window: Window, form: Format, ours: BinaryIO | None
    ) -> None:
        self.name = name
        self.compression = compression
        self.damage: CaptureError | None = None
        self._raw = raw
        self._window = window
        self._format = form
        self._owned = ours
        self._count = 0
        self._grown = False  # chunks have their full size
        self._lost_packet: int | None = None
        self._done = False

    @property
    def format(self) -> str:
        """``pcap``, ``pcapng`` or ``erf``."""
        return self._format.name

    @property
    def interfaces(self) -> list[Interface]:
        """The interfaces described so far: the list of a pcapng file grows while it is read."""
        return self._format.interfaces

    @property
    def comments(self) -> list[str]:
        """The comments of the sections read so far (pcapng)."""
        return self._format.comments

    @property
    def dropped(self) -> int | None:
        """Packets that the capturing system dropped, as a pcapng file says after its packets; None if it does not."""
        counts: dict[int, int] = getattr(self._format, "dropped", {})
        return sum(counts.values()) if counts else None

    @property
    def count(self) -> int:
        """Packets read so far."""
        return self._count

    @property
    def restart(self) -> str:
        """Why a file that is followed must be opened again, to be read from its beginning; empty if it need not be."""
        return self._raw.restart if isinstance(self._raw, FollowedStream) else ""

    @property
    def position(self) -> int:
        """Bytes consumed of the underlying, compressed file."""
        return self._raw.position

    @property
    def size(self) -> int | None:
        """Bytes of the underlying file, None where it has no size (a pipe)."""
        return self._raw.size

    def reopened(self) -> CaptureReader:
        """The same file from its beginning.

        Raises:
            CaptureError: it cannot be opened any more.
            CallerError: it was opened as standard input or as a file object.
        """
        if self._owned is None:
            raise CallerError(f"{self.name} was opened as a stream, which cannot be read twice")
        return open_capture(self._owned.name, name=self.name)

    @checked
    def records(self, *, max_bytes: int = 16 << 20, max_records: int = 32768) -> Iterator[Records]:
        """The records in file order, from where the last call stopped.

        Args:
            max_bytes: about the most bytes of a chunk, at least 4 KiB, at most 256 MiB; a larger record is a chunk of
                its own.
            max_records: the most records of a chunk; the first one has up to 256.

        A chunk is yielded as soon as it has a whole record and nothing more is ready to be read.  Nothing is raised:
        damage to the file ends the iteration, and `damage` describes it.
        """
        while not self._done:
            chunk = self._next(min(max(max_bytes, 1 << 12), 1 << 28), max(max_records, 1))
            if chunk is None:
                return
            yield chunk
            del chunk  # otherwise its buffer could not be reused

    def _next(self, max_bytes: int, max_records: int) -> Records | None:
        window = self._window
        if self._count >= FIRST_RECORDS and not self._grown:
            self._grown = True
            if 2 * len(window) <= max_bytes and window.ready():  # what the first chunk left would be a tiny second one
                window.fill(1, max_bytes)
        max_records = first_chunks(self._count, max_records)
        while True:
            scan = self._format.scan(window, max_records, self._count + 1)
            if scan.records is not None:
                self._number_lost(scan.records)
                self._count += len(scan.records)
                return scan.records
            if scan.damage is not None:
                self._end(scan.damage)
                return None
            if window.ended:
                if isinstance(self._raw, FollowedStream) and self._raw.is_left:
                    self._end(None)  # the last record may not be complete yet
                    return None
                cut = "the file ends inside a record" if len(window) else None
                self._end(window.broken or cut)
                return None
            window.fill(max(scan.need, 1), max_bytes)

    def _number_lost(self, records: Records) -> None:
        """Note the number of the packet that follows the one that the format had to skip."""
        lost = self._format.lost
        if lost is not None and self._lost_packet is None and lost[1] < records.offset[-1]:
            self._lost_packet = records.first + int(np.searchsorted(records.offset, lost[1]))

    def _end(self, reason: str | None) -> None:
        self._done = True
        if reason is not None:
            self.damage = CaptureError(self.name, reason, offset=self._window.offset, packet=self._count + 1)
        elif self._format.lost is not None:
            reason, offset = self._format.lost
            self.damage = CaptureError(self.name, reason, offset=offset, packet=self._lost_packet or self._count + 1)

    def close(self) -> None:
        """Close the file if `open_capture` opened it; a file object that was given stays open."""
        self._done = True
        if self._owned is not None:
            self._owned.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def first_chunks(count: int, most: int) -> int:
    """How many records the next chunk has, at most.

    Args:
        count: records that have come.
        most: of a later chunk.
    """
    if count < FIRST_RECORDS:
        return min(most, FIRST_RECORDS - count)
    return min(most, SECOND_RECORDS) if count < SECOND_RECORDS else most


@checked
def open_capture(
    source: str | os.PathLike[str] | BinaryIO,
    *,
    name: str | None = None,
    read_ahead: int = FIRST,
    follow: Following | None = None,
) -> CaptureReader:
    """Open a capture file of any known format and compression; both are recognised by content.

    Args:
        source: a path, ``-`` for standard input, or a binary file object, which need not be seekable.
        name: what to call it in messages, if not by its own name.
        read_ahead: about how many bytes to read at once to recognise the format, at least 4 KiB, at most 16 MiB.
        follow: go on behind the end of the file as it grows; None for a file that is complete.

    Raises:
        CaptureError: there is no such file, it cannot be read, or it is no capture.
    """
    file, name, ours = open_file(source, name)
    try:
        return _open(file, name, ours, min(max(read_ahead, 1 << 12), 1 << 24), follow)
    except BaseException as error:
        if ours:
            file.close()
        if isinstance(error, BrokenStream):
            raise CaptureError(name, str(error)) from error
        raise


def _open(file: BinaryIO, name: str, ours: bool, read_ahead: int, follow: Following | None) -> CaptureReader:
    raw = RawStream(file) if follow is None else FollowedStream(file, name if ours else None, follow)
    stream, compression = decompressed(raw, name)
    window = Window(stream)
    form = _format(window, name, read_ahead)
    return CaptureReader(name, raw, compression, window, form, file if ours else None)


def _format(window: Window, name: str, read_ahead: int) -> Format:
    window.fill(4, read_ahead)
    if window.broken is not None and len(window) < 4:
        raise BrokenStream(window.broken)
    if not len(window):
        raise CaptureError(name, "empty")
    head = _peek(window, 4, read_ahead)
    if pcap.byte_order(head) is not None:
        return Pcap(_file_header(window, name, read_ahead))
    is_section = int.from_bytes(head, "big") == blocks.SECTION
    if is_section and blocks.byte_order(_peek(window, 12, read_ahead)[8:]) is not None:
        return Pcapng()
    if erf.looks_like_erf(window, read_ahead):
        return Erf()
    raise CaptureError(name, "not a capture (pcap, pcapng or ERF)")


def _file_header(window: Window, name: str, read_ahead: int) -> bytes:
    header = _peek(window, pcap.FILE_HEADER, read_ahead)
    if len(header) < pcap.FILE_HEADER:
        reason = window.broken or f"cut inside the pcap file header ({len(header)} of {pcap.FILE_HEADER} bytes)"
        raise CaptureError(name, reason)
    window.lo += pcap.FILE_HEADER
    return header


def _peek(window: Window, count: int, read_ahead: int) -> bytes:
    """The first bytes; fewer only at the end of the file."""
    if len(window) < count:
        window.fill(count, read_ahead)
    return window.data[window.lo : min(window.lo + count, window.hi)].tobytes()
