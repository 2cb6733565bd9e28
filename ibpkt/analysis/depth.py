"""How many messages were outstanding at a time: begun, and not completed yet.

Messages come when they end, and those of one end of a flow end in the order of their sequence numbers.  They begin in
that order, too, but for packets that were lost: a message may be seen to begin behind the next.  So the beginnings and
ends of the last messages are remembered, as many as were outstanding and some more.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterator
from typing import NamedTuple

from ibpkt.analysis.messages import Message

#: intervals, at most; when there are more, two become one
INTERVALS = 32
#: ends of flows that are told apart, the first ones
LIMIT = 1000
#: messages that are remembered beside those that are outstanding
KEPT = 256
#: nanoseconds of the first intervals, where nobody names any
SHORTEST = 1000


class Interval(NamedTuple):
    """One interval of one end of a flow, or of all of them.

    Attributes:
        flow: its number; None for all.
        side: 0 or 1; None for all.
        start: nanoseconds since the epoch.
        length: nanoseconds.
        mean: messages outstanding, on average over the interval.
        peak: the most that were; None for all, for it is known of each end alone.
        begun: messages that began in it.
    """

    flow: int | None
    side: int | None
    start: int
    length: int
    mean: float
    peak: int | None
    begun: int


class _Bin:
    """An interval while it is counted: message-nanoseconds, depth at its beginning, most, and beginnings."""

    __slots__ = ("begun", "busy", "carried", "peak")

    def __init__(self) -> None:
        self.busy = self.carried = self.peak = self.begun = 0

    def behind(self, later: _Bin) -> None:
        """The next interval becomes part of this one."""
        self.busy += later.busy
        self.peak = max(self.peak, later.peak, later.carried)
        self.begun += later.begun


class _Track:
    """One end of a flow: its intervals, and its last messages.

    Attributes:
        bins: the intervals, by their number.
        starts: beginnings of the last messages, ascending.
        counts: how many were outstanding then.
        ends: their ends, ascending.
        number: messages so far.
        done: those that are forgotten.
    """

    __slots__ = ("bins", "counts", "done", "ends", "number", "starts")

    def __init__(self) -> None:
        self.bins: dict[int, _Bin] = {}
        self.starts: list[int] = []
        self.counts: list[int] = []
        self.ends: list[int] = []
        self.done = self.number = 0

    def add(self, start: int, end: int) -> list[tuple[int, int]]:
        """A message; gives when it began and how many were outstanding then, and the same of those it adds to."""
        ended = self.done + bisect.bisect_right(self.ends, start)
        place = bisect.bisect_right(self.starts, start)
        outstanding = self.number - ended - (len(self.starts) - place) + 1
        changed = [(start, outstanding)]
        for at in range(bisect.bisect_left(self.starts, start), bisect.bisect_left(self.starts, end)):
            self.counts[at] += 1
            changed.append((self.starts[at], self.counts[at]))
        self.starts.insert(place, start)
        self.counts.insert(place, outstanding)
        self.ends.append(max(end, self.ends[-1]) if self.ends else end)
        self.number += 1
        if len(self.ends) > 2 * KEPT and self.ends[KEPT] <= start:
            self.done += KEPT
            del self.ends[:KEPT], self.starts[:KEPT], self.counts[:KEPT]
        return changed


class Depth:
    """Collects messages that are acknowledged.

    Args:
        length: nanoseconds of an interval; None for as many as make at most `most` intervals.
        most: intervals, at most; where there would be more, they are made longer.
        limit: ends of flows that are told apart.

    Attributes:
        length: nanoseconds of an interval, as it is now.
        left_out: messages of other ends.
    """

    def __init__(self, length: int | None = None, most: int = INTERVALS, limit: int = LIMIT) -> None:
        self.length = length or SHORTEST
        self.most = most
        self.limit = limit
        self.left_out = 0
        self._tracks: dict[tuple[int, int], _Track] = {}
        self._all: dict[int, _Bin] = {}
        self._first: int | None = None
        self._last = 0

    def add(self, message: Message, now: int) -> None:
        """Take a message.

        Args:
            message: those of one end of a flow in the order of their ends.
            now: nanoseconds since the epoch, the end of what was never completed.
        """
        if message.outcome in ("sent", "incomplete"):
            return
        key = (message.flow, message.side)
        track = self._tracks.get(key)
        if track is None:
            if len(self._tracks) >= self.limit:
                self.left_out += 1
            else:
                track = self._tracks[key] = _Track()
        end = message.completed or message.responded or message.end or message.start
        if message.completed is None and message.outcome in ("unanswered", "under way", "unknown"):
            end = now
        self._count(track, message.start, max(message.start, end))

    def _count(self, track: _Track | None, start: int, end: int) -> None:
        first = start // self.length
        self._first = first if self._first is None else min(self._first, first)
        self._last = max(self._last, end // self.length)
        while self._last - self._first >= self.most:
            self._double()
        for bins in (self._all,) if track is None else (self._all, track.bins):
            self._fill(bins, start, end)
        if track is None:
            return
        for time, outstanding in track.add(start, end):
            bin = track.bins[time // self.length]
            bin.peak = max(bin.peak, outstanding)

    def _fill(self, bins: dict[int, _Bin], start: int, end: int) -> None:
        first = start // self.length
        for place in range(first, max(first, (end - 1) // self.length) + 1):
            bin = bins.get(place)
            if bin is None:
                bin = bins[place] = _Bin()
            low = place * self.length
            bin.busy += min(end, low + self.length) - max(start, low)
            if place == first:
                bin.begun += 1
            else:
                bin.carried += 1

    def _double(self) -> None:
        assert self._first is not None
        self.length *= 2
        self._first //= 2
        self._last //= 2
        self._all = _doubled(self._all)
        for track in self._tracks.values():
            track.bins = _doubled(track.bins)

    def __iter__(self) -> Iterator[Interval]:
        """The intervals in which messages were outstanding, by flow, end and time."""
        for (flow, side), track in sorted(self._tracks.items()):
            for place in sorted(track.bins):
                bin = track.bins[place]
                yield Interval(
                    flow, side, place * self.length, self.length, bin.busy / self.length,
                    max(bin.peak, bin.carried), bin.begun,
                )  # fmt: skip

    def total(self) -> Iterator[Interval]:
        """The intervals of all ends together, those that were left out too; none where there is a single end."""
        if len(self._tracks) + self.left_out < 2:
            return
        for place in sorted(self._all):
            bin = self._all[place]
            yield Interval(None, None, place * self.length, self.length, bin.busy / self.length, None, bin.begun)


def _doubled(bins: dict[int, _Bin]) -> dict[int, _Bin]:
    """Of each two intervals one."""
    result: dict[int, _Bin] = {}
    for place in sorted(bins):
        into = result.get(place // 2)
        if into is not None:
            into.behind(bins[place])
            continue
        into = result[place // 2] = bins[place]
        if place % 2:  # what reaches into it did not reach into the one before, or that would be there
            into.peak, into.carried = max(into.peak, into.carried), 0
    return result
