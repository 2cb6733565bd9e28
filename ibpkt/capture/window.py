"""A buffer that slides along a stream: bytes come in at the end, records leave at the front."""

from __future__ import annotations

import sys

import numpy as np

from ibpkt.arrays import UNSHARED, Octets
from ibpkt.capture.compression import BrokenStream, Stream
from ibpkt.capture.records import LEAD, SLACK

POOL = 3


class BufferPool:
    """Buffers that are used again once nothing refers to them.

    A fresh one costs a page fault every 4 KiB: reading into fresh memory runs at 0.7 GB/s, into used memory at 5.
    """

    def __init__(self) -> None:
        self._buffers: list[Octets] = []

    def take(self, length: int) -> Octets:
        """A buffer of at least ``length`` bytes that is not in use; its first `LEAD` bytes are readable.

        Buffers are reused only while no chunk of theirs exists: every view of a NumPy array holds a reference
        to the array that owns the memory, so the owner's reference count shows it.  A caller's loop variable still
        holds the last chunk while the next one is made, so one buffer would not do.
        """
        index = 0
        while index < len(self._buffers):
            if sys.getrefcount(self._buffers[index]) > UNSHARED:
                index += 1
            elif length <= len(self._buffers[index]) <= 2 * length:
                return self._buffers[index]
            else:
                del self._buffers[index]  # unused, and of a size that no longer fits
        buffer: Octets = np.empty(length, np.uint8)
        buffer[:LEAD] = 0
        self._buffers = [*self._buffers[1 - POOL :], buffer]
        return buffer


class Window:
    """The bytes that were read and not yet handed out as records.

    Attributes:
        data: the buffer; ``data[lo:hi]`` holds the bytes; `LEAD` bytes before and `SLACK` after them are readable.
        lo, hi: where the bytes begin and end.
        ended: nothing more will come.
        broken: why the stream ended too early, or None.
    """

    lo: int
    hi: int

    def __init__(self, stream: Stream) -> None:
        self.data: Octets = np.empty(0, np.uint8)
        self.lo = self.hi = 0
        self.ended: bool = False
        self.broken: str | None = None
        self._stream = stream
        self._base = 0  # offset in the stream of data[0]
        self._pool = BufferPool()

    @property
    def offset(self) -> int:
        """Byte offset in the decompressed file of ``data[lo]``."""
        return self._base + self.lo

    @property
    def view(self) -> memoryview:
        """The buffer for `struct`.  Let go of it before the next `fill`: it keeps the buffer from being used again."""
        return self.data.data

    def __len__(self) -> int:
        return self.hi - self.lo

    def ready(self) -> bool:
        """Whether `fill` would read on without waiting."""
        return not self.ended and self._stream.ready()

    def fill(self, want: int, size: int) -> None:
        """Read until ``want`` bytes are there, and then whatever comes without waiting, up to about ``size``.

        Fewer than ``want`` bytes afterwards mean that the stream has ended.  The buffer grows as bytes come, never
        ahead of them: a length that lies costs nothing.
        """
        # The small reads of a live pipe share a buffer: a new one for each would cost far more than the packets.
        room = size // 8
        while not self.ended:
            if len(self.data) - SLACK - self.hi <= room:
                self._move(max(size, min(want, 2 * len(self))))
            room = 0
            try:
                count = self._stream.readinto(self.view[self.hi : len(self.data) - SLACK])
            except BrokenStream as error:
                self.broken = str(error)
                count = 0
            if not count:
                self.ended = True
            self.hi += count
            full = self.hi == len(self.data) - SLACK
            if len(self) >= want and (full or not self._stream.ready()):
                return

    def _move(self, size: int) -> None:
        """Go on in a buffer with room for ``size`` bytes from ``lo``."""
        tail = self.data[self.lo : self.hi].tobytes()
        self.data = np.empty(0, np.uint8)
        self.data = self._pool.take(LEAD + size + SLACK)
        self._base += self.lo - LEAD
        self.lo, self.hi = LEAD, LEAD + len(tail)
        self.data[self.lo : self.hi] = np.frombuffer(tail, np.uint8)
