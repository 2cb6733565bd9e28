"""A capture written in pieces as it comes: a new file after so many bytes, packets or seconds, the oldest removed.

Every piece appears whole, when the next one has begun; it is completed behind the back of whoever writes on, since that
waits for the disk.
"""

from __future__ import annotations

import contextlib
import os
import time as clock
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from ibpkt.arguments import checked
from ibpkt.arrays import Ints
from ibpkt.capture.records import Interface, Records
from ibpkt.capture.write_compressed import by_suffix
from ibpkt.capture.writer import writer_format
from ibpkt.errors import CallerError
from ibpkt.io.atomic import cannot_write
from ibpkt.io.sink import Sink, create

#: bytes that a packet has besides its own, and what their sum is a multiple of
_AROUND = {"pcap": (16, 1), "pcap-ns": (16, 1), "pcapng": (32, 4)}


class PieceLimits(NamedTuple):
    """When a piece is full, as the option ``-b`` of dumpcap says; None for never.

    Attributes:
        size: bytes; the packet that reaches them is the last one (of a compressed file, before compression).
        packets: packets.
        duration: nanoseconds since it was begun.
        files: pieces that are kept, or, where it ends a capture, that are written.
    """

    size: int | None = None
    packets: int | None = None
    duration: int | None = None
    files: int | None = None

    @property
    def divides(self) -> bool:
        """A capture is written in pieces."""
        return self[:3] != (None, None, None)


class CapturePieces:
    """Files that are being written; use it in a ``with``.

    Without limits there is one file, of the name that was given.  With them, names have a number and the time at which
    the piece was begun before their suffix, as dumpcap's: ``x.pcapng`` is ``x_00001_20261123103000.pcapng``.

    Args:
        target: the name; ``-`` for standard output.
        format: ``pcapng``, ``pcap-ns`` or ``pcap``.
        interfaces: the sources of the packets.
        limits: when a piece is full, and how many are kept.
        end: when the capture ends; ``on_end`` is called then, and no packet more is written.
        on_end: called once, when ``end`` is reached.

    Attributes:
        count: packets that were written.
        files: the names of the pieces that have been begun and not been removed again.

    Raises:
        CallerError: standard output cannot be written in pieces, or there is no such format.
        CaptureError: a file cannot be written.
    """

    @checked
    def __init__(
        self,
        target: str,
        *,
        format: str,
        interfaces: Sequence[Interface],
        limits: PieceLimits = PieceLimits(),  # noqa: B008  # it cannot be changed
        end: PieceLimits = PieceLimits(),  # noqa: B008
        on_end: Callable[[], object] = lambda: None,
    ) -> None:
        if target == "-" and limits.divides:
            raise CallerError("standard output cannot be written in pieces: name a file")
        if format not in _AROUND:
            raise CallerError(f"pieces are {', '.join(_AROUND)}, not {format!r}", name=format, known=_AROUND)
        if limits.files is not None and not limits.divides:
            raise CallerError("how many files are kept says nothing unless something says when a file is full")
        self.count: int = 0
        self.files: deque[str] = deque()
        self.dropped: int | None = None
        self._target, self._format, self._interfaces = target, format, interfaces
        self._limits, self._end, self._on_end = limits, end, on_end
        self._begun = 0
        self._ended = False
        self._closing: deque[Future[None]] = deque()
        self._closer: ThreadPoolExecutor | None = None
        self._sink = self._begin()

    def _begin(self) -> Sink:
        """The next piece."""
        self._begun += 1
        name = self._target
        if self._limits.divides:
            name = _numbered(self._target, self._begun, clock.localtime())
        self.files.append(name)
        self._size = len(writer_format(self._format, None, ()).prepare(None, self._interfaces))
        self._packets = 0
        self._since = clock.monotonic_ns()
        sink = create(name, format=self._format, interfaces=self._interfaces, flush=True)
        sink.begin()
        return sink

    @checked
    def write_records(self, records: Records) -> None:
        """Write packets, beginning new pieces where one is full.

        Raises:
            CaptureError: a file cannot be written.
        """
        begin = 0
        while begin < len(records) and not self._ended:
            if self._is_full(self._limits):
                self._go_on()
            end = begin + self._room(records, begin)
            part = records if end - begin == len(records) else records.at(slice(begin, end))
            self._sink.write_records(part, interfaces=self._interfaces)
            self.count += len(part)
            self._packets += len(part)
            self._size += int(self._sizes(part).sum())
            self._look_at_end()
            begin = end

    @checked
    def tick(self) -> None:
        """Begin a new piece where the time of this one is over and it has packets; call it again and again."""
        if self._packets and self._is_full(self._limits) and not self._ended:
            self._go_on()
        self._look_at_end()

    def _look_at_end(self) -> None:
        """See whether the capture ends."""
        if self._ended:
            return
        files = self._end.files
        last = files is not None and self._begun >= files and self._is_full(self._limits)
        if last or self._is_full(self._end):
            self._ended = True
            self._on_end()

    def _sizes(self, records: Records) -> Ints:
        """Bytes that each packet takes in the file."""
        more, unit = _AROUND[self._format]
        return (records.caplen + more + unit - 1) // unit * unit

    def _room(self, records: Records, begin: int) -> int:
        """How many packets from a place on belong into this piece; at least one."""
        count = len(records) - begin
        for limits in (self._limits, self._end):
            if limits.packets is not None:
                count = min(count, max(1, limits.packets - self._packets))
            if limits.size is not None:
                reached = self._size + np.cumsum(self._sizes(records)[begin : begin + count])
                count = min(count, int(np.searchsorted(reached, limits.size)) + 1)
        return count

    def _is_full(self, limits: PieceLimits) -> bool:
        passed = clock.monotonic_ns() - self._since
        values = (self._size, self._packets, passed)
        return any(most is not None and value >= most for value, most in zip(values, limits[:3], strict=True))

    def _go_on(self) -> None:
        """Complete this piece, and begin the next one."""
        if self._closer is None:
            self._closer = ThreadPoolExecutor(1)
        self._closing.append(self._closer.submit(self._sink.close))
        if self._limits.files is not None:
            while len(self.files) >= self._limits.files:
                self._closing.append(self._closer.submit(_remove, self.files.popleft()))
        while self._closing and self._closing[0].done():
            self._closing.popleft().result()
        self._sink = self._begin()

    def __enter__(self) -> CapturePieces:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        """Complete the last piece; where something has gone wrong it is discarded, and those before it stay."""
        try:
            self._sink.dropped = self.dropped
            self._sink.__exit__(kind, error, None)
        finally:
            if self._closer is not None:
                self._closer.shutdown()
        for each in self._closing:
            each.result()


def _numbered(target: str, number: int, when: clock.struct_time) -> str:
    """The name of a piece."""
    whole, _ = by_suffix(target)
    stem, suffix = os.path.splitext(whole)
    return f"{stem}_{number:05d}_{clock.strftime('%Y%m%d%H%M%S', when)}{suffix}{target[len(whole) :]}"


def _remove(name: str) -> None:
    try:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)
    except OSError as error:
        raise cannot_write(name, error) from error
