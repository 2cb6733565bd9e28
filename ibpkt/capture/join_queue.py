"""One capture of a join while it is being read: what comes next, and what has to come before it."""

from __future__ import annotations

import collections
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ibpkt.arrays import Ints
from ibpkt.capture.interleave import Stretch, part_of
from ibpkt.capture.join_source import JoinSource
from ibpkt.capture.reader import CaptureReader
from ibpkt.capture.records import Interface, Records
from ibpkt.errors import escape_text

JITTER = 1_000_000
"""Nanoseconds by which times may go back and still be the disorder that a capturing host makes."""

STEP = 1_000_000_000
"""Nanoseconds by which times go back if somebody has set the clock."""


class InterfaceTable:
    """The interfaces of all captures of a join; what two captures describe alike is one interface.

    Attributes:
        interfaces: in the order in which they come; the list grows.
    """

    def __init__(self) -> None:
        self.interfaces: list[Interface] = []
        self._numbers: dict[tuple[Interface, int], int] = {}

    def numbers(self, own: list[Interface]) -> NDArray[np.int32]:
        """The numbers here of a capture's interfaces, by their numbers there."""
        numbers = []
        seen: dict[Interface, int] = {}
        for interface in own:
            key = interface, seen.get(interface, 0)  # a file may describe two interfaces alike
            seen[interface] = key[1] + 1
            if key not in self._numbers:
                self._numbers[key] = len(self.interfaces)
                self.interfaces.append(interface)
            numbers.append(self._numbers[key])
        return np.array(numbers, np.int32)


class ClockSteps:
    """How far the times of captures go back.

    Attributes:
        jitter: the most nanoseconds by which times went back as they do on a busy host.
        captures: how many captures have times that go back further than that: somebody has set a clock.
        worst: the most nanoseconds by which they do.
        example: the name of the first such capture, and the number of the packet.
    """

    def __init__(self) -> None:
        self.jitter = self.captures = self.worst = 0
        self.example: tuple[str, int] = "", 0

    def look(self, name: str, records: Records, times: Ints, known: bool) -> bool:
        """Look at records and the latest times up to each; returns whether this capture's clock was set.

        Args:
            name: of the capture.
            records: some of its records.
            times: the latest time up to each record.
            known: its clock was set before.
        """
        back = (times - records.time).view(np.uint64)
        most = int(back.max())
        if most >= STEP:
            self.worst = max(self.worst, most)
            if not known:
                self.captures += 1
            if not self.example[0]:
                self.example = name, records.first + int(np.argmax(back >= np.uint64(STEP)))
        disorder = most if most <= JITTER else int((back * (back <= np.uint64(JITTER))).max())
        self.jitter = max(self.jitter, disorder)
        return known or most >= STEP

    def remarks(self) -> list[str]:
        """What is to be said of it, in sentences."""
        if not self.captures:
            return []
        name, packet = self.example
        more = self.captures - 1
        others = f" and in {more} more file{'s' if more > 1 else ''}" if more else ""
        where = f"packet {packet} of {escape_text(name)}{others}"
        return [f"times go back by up to {self.worst / 1e9:.3f} s ({where}); the packets of a file keep their order"]


class JoinQueue:
    """The packets of one capture that have not been handed on.

    The packets of a capture keep their order, whatever their times: each counts as no earlier than those before it.

    Args:
        place: the capture's place among the captures.
        source: the capture.
        earliest: the time that its first packets count as, at least.
        table: takes its interfaces.
        clock: takes the steps of its clock.

    Attributes:
        reader: the open capture.
        latest: the time as which the last packet counts that has been read, handed on or not.
    """

    def __init__(self, place: int, source: JoinSource, earliest: int, table: InterfaceTable, clock: ClockSteps) -> None:
        self.place = place
        self.reader: CaptureReader
        self.reader, begun = source.open()
        self._table = table
        self._clock = clock
        self._clock_was_set = False
        self._own_latest = int(np.iinfo(np.int64).min)  # time of its own packets
        self.latest: int = earliest
        self._chunks: collections.deque[tuple[Records, Ints]] = collections.deque()  # with times; none of them empty
        self._at = 0  # in the first of them
        if begun is not None:
            self._take_up(begun)

    def fill(self, max_bytes: int, max_records: int) -> bool:
        """See that there is a packet; False at the end."""
        return bool(self._chunks) or self._read(max_bytes, max_records)

    def read_ahead(self, max_bytes: int, max_records: int) -> None:
        """Read more if less than half a chunk is left, so that many captures go forward by more than a packet each."""
        if len(self._chunks) == 1 and 2 * self._at > len(self._chunks[0][1]) and self.reader.size is not None:
            self._read(max_bytes, max_records)

    def ends(self, max_bytes: int, max_records: int) -> bool:
        """Whether nothing follows what has been read."""
        return not self._read(max_bytes, max_records)

    def _read(self, max_bytes: int, max_records: int) -> bool:
        chunk = next(self.reader.records(max_bytes=max_bytes, max_records=max_records), None)
        if chunk is not None:
            self._take_up(chunk)
        return chunk is not None

    def _take_up(self, chunk: Records) -> None:
        numbers = self._table.numbers(self.reader.interfaces)
        if len(numbers) and not (numbers == np.arange(len(numbers))).all():
            chunk.interface = numbers[chunk.interface]
        own = np.maximum(np.maximum.accumulate(chunk.time), self._own_latest)  # those of other captures say nothing
        self._own_latest = int(own[-1])
        self._clock_was_set = self._clock.look(self.reader.name, chunk, own, self._clock_was_set)
        times = own if self.latest <= int(own[0]) else np.maximum(own, self.latest)
        self.latest = int(times[-1])
        self._chunks.append((chunk, times))

    def until(self, time: int, place: int) -> int:
        """How many packets come before what a capture at some place has next, at some time."""
        side: Literal["left", "right"] = "right" if self.place <= place else "left"
        count = -self._at
        for _, times in self._chunks:
            before = int(np.searchsorted(times, time, side))
            count += before
            if before < len(times):
                break
        return max(count, 0)

    def take(self, count: int) -> list[Stretch]:
        """Take packets off the front."""
        taken = []
        while count:
            chunk, times = self._chunks[0]
            begin, end = self._at, min(self._at + count, len(times))
            part = chunk if end - begin == len(times) else part_of(chunk, begin, end)
            taken.append(Stretch(part, times[begin:end], self.place))
            count -= end - begin
            self._at = end
            if end == len(times):
                self._chunks.popleft()  # the reader wants its buffer back
                self._at = 0
        return taken
