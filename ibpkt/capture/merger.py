"""Captures merged by the times of their packets: which are open, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ibpkt.capture.interleave import Stretch
from ibpkt.capture.join_queue import ClockSteps, InterfaceTable, JoinQueue
from ibpkt.capture.join_source import JoinSource
from ibpkt.errors import CaptureError

LEAST_BYTES = 64 << 10
"""Bytes of a chunk of one of many captures, at least."""

LEAST_RECORDS = 256

MANY = 4
"""Above so many open captures, each reads ahead."""

LARGER = 4
"""How many times the most disorder seen so far the clock's disorder may be."""


class Merger:
    """Hands on the packets of captures in the order of their times.

    Of the packets that come first in their captures it takes the earliest; of equal times, that of the capture that
    begins first.  A capture is opened when its turn comes and closed at its end.

    Args:
        sources: captures that have packets, in the order in which they begin.
        max_bytes: about the most bytes of the chunks of all open captures.
        max_records: the most records of these chunks.

    Attributes:
        interfaces: of all captures.
        clock: how far their times go back.
        comments: those of the captures that have ended.
        damages: why captures were not read to their end or not wholly.
        dropped: packets that the capturing systems dropped, as the captures say that have ended; None if none says it.
    """

    def __init__(self, sources: Sequence[JoinSource]) -> None:
        self.max_bytes = 16 << 20
        self.max_records = 32768
        self.interfaces: InterfaceTable = InterfaceTable()
        self.clock: ClockSteps = ClockSteps()
        self.comments: list[str] = []
        self.damages: list[CaptureError] = []
        self.dropped: int | None = None
        self._waiting = list(enumerate(sources))[::-1]  # the next one is the last
        self._next_time = self._first_of_next()
        self._open: list[JoinQueue] = []
        self._time = int(np.iinfo(np.int64).min)  # of the last packet handed on
        self._finished_bytes = 0

    @property
    def position(self) -> int:
        """Bytes consumed of all files."""
        return self._finished_bytes + sum(queue.reader.position for queue in self._open)

    @property
    def live(self) -> bool:
        """A pipe is open."""
        return any(queue.reader.size is None for queue in self._open)

    @property
    def read_until(self) -> dict[int, int]:
        """By the places of the captures that are open, the latest time of a packet that has been read of each."""
        return {queue.place: queue.latest for queue in self._open}

    def meets_another(self, time: int) -> bool:
        """Whether more than one capture may have packets up to a time."""
        return len(self._open) > 1 or (self._next_time is not None and self._next_time <= time)

    def steps(self) -> Iterator[list[Stretch]]:
        """What comes next, in pieces: packets of all open captures up to the time at which more must be read."""
        while True:
            self._open_next()
            if not self._open:
                return
            time, place = min(self._limits())
            step = [stretch for queue in self._open for stretch in queue.take(queue.until(time, place))]
            self._time = max(int(one.times[-1]) for one in step)
            yield step
            step.clear()  # the readers want their buffers back
            for queue in list(self._open):
                self._fill(queue)
            if len(self._open) > MANY:
                for queue in self._open:
                    queue.read_ahead(*self._share())

    def _limits(self) -> Iterator[tuple[int, int]]:
        """Time and place up to which the order of the packets is known, by what each capture has shown."""
        for queue in self._open:
            yield queue.latest, queue.place
        if self._next_time is not None:
            yield self._next_time, self._waiting[-1][0]

    def _open_next(self) -> None:
        """Open the captures that begin before all packets that the open ones have left."""
        while self._next_time is not None:
            place, source = self._waiting[-1]
            if any(queue.until(self._next_time, place) for queue in self._open):
                return
            if (end := self._end_just_after(self._next_time)) is not None:
                self._next_time = end
                continue
            self._waiting.pop()
            self._next_time = self._first_of_next()
            try:
                queue = JoinQueue(place, source, self._time, self.interfaces, self.clock)
            except CaptureError as error:  # it was there when its beginning was read
                self.damages.append(error)
                continue
            self._open.append(queue)
            self._fill(queue)

    def _first_of_next(self) -> int | None:
        return self._waiting[-1][1].first_time if self._waiting else None

    def _end_just_after(self, time: int) -> int | None:
        """Where an open capture ends, if it ends so little after a time that the clock's disorder explains it.

        What begins at that time is the next piece: its first packets belong behind the last ones of the piece before.
        """
        disorder = LARGER * self.clock.jitter
        near = [queue for queue in self._open if 0 < queue.latest - time <= disorder]
        return max((queue.latest for queue in near if queue.ends(*self._share())), default=None)

    def _share(self) -> tuple[int, int]:
        """Bytes and records of a chunk of each open capture."""
        count = max(1, len(self._open))
        least = min(LEAST_RECORDS, self.max_records)
        return max(LEAST_BYTES, self.max_bytes // count), max(least, self.max_records // count)

    def _fill(self, queue: JoinQueue) -> None:
        """See that a capture has a packet, or close it."""
        if queue.fill(*self._share()):
            return
        self._open.remove(queue)
        self._finished_bytes += queue.reader.position
        self.comments += queue.reader.comments
        if queue.reader.damage is not None:
            self.damages.append(queue.reader.damage)
        if queue.reader.dropped is not None:
            self.dropped = (self.dropped or 0) + queue.reader.dropped
        queue.reader.close()

    def close(self) -> None:
        """Close all files that are open."""
        for queue in self._open:
            queue.reader.close()
        for _, source in self._waiting:
            source.close()
        self._open.clear()
        self._waiting.clear()
        self._next_time = None
