"""Queue depth: the number of messages outstanding at a time, begun and not completed.

Messages come when they end, and those of one end of a flow end in the order of their sequence numbers.  They begin in
that order, too, except after losses: a message may appear to begin after the next one.  So the beginnings and
ends of the last messages are kept, as many as were outstanding and some more.
"""

from __future__ import annotations

import bisect
import itertools
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.results.message import Message
from ibpkt.analysis.results.message_table import NONE, OUTCOME_NAMES, MessageTable
from ibpkt.arrays import Ints

#: intervals, at most; when there are more, two become one
INTERVALS = 32
#: intervals of all ends of flows together, at most
ROOM = 100_000
#: ends of flows that are counted separately, the first ones
LIMIT = 1000
#: messages that are kept in addition to outstanding ones
KEPT = 256
#: nanoseconds of the first intervals, if no length is given
SHORTEST = 1000
_LATEST = (1 << 63) - 1
#: outcomes of messages that nothing answers, and of those that wait for an answer until the end
_WITHOUT_ANSWER, _OPEN = ("sent", "incomplete"), ("unanswered", "under way", "unknown")
_WITHOUT_ANSWER_NUMBERS, _OPEN_NUMBERS = (
    [OUTCOME_NAMES.index(name) for name in names] for names in (_WITHOUT_ANSWER, _OPEN)
)


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
    """What begins and ends in an interval; what only reaches into it or through it is counted where it begins and ends.

    Attributes:
        begun, ended: messages that begin and end in it.
        edge: nanoseconds from their beginnings to the end of the interval, less those from their ends to there.
        peak: the most that were outstanding as one of them began.
    """

    __slots__ = ("begun", "edge", "ended", "peak")

    def __init__(self) -> None:
        self.begun = self.ended = self.edge = self.peak = 0


Bins = defaultdict[int, _Bin]


class _EndHistory:
    """One end of a flow: its intervals, and its last messages.

    Attributes:
        bins: intervals in which messages begin or end, by their number.
        starts: beginnings of the last messages, ascending.
        counts: how many were outstanding then.
        ends: their ends, ascending.
        number: messages so far.
        done: those that are forgotten.
    """

    __slots__ = ("bins", "counts", "done", "ends", "number", "starts")

    def __init__(self) -> None:
        self.bins: Bins = defaultdict(_Bin)
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


class QueueDepth:
    """Collects messages that are acknowledged.

    Args:
        length: nanoseconds of an interval; None for as many as make at most `most` intervals.
        most: intervals from the first message to the last, at most; where there would be more, or more than `ROOM` of
            all ends together, they are made longer.
        limit: ends of flows that are counted separately.

    Attributes:
        asked: nanoseconds of an interval that were asked for, or None.
        length: nanoseconds of an interval, as it is now.
        left_out: messages of other ends.
    """

    def __init__(self, length: int | None = None, most: int = INTERVALS, limit: int = LIMIT) -> None:
        self.asked = length
        self.length: int = length or SHORTEST
        self.most = most
        self.limit = limit
        self.left_out: int = 0
        self._tracks: dict[tuple[int, int], _EndHistory] = {}
        self._all: Bins = defaultdict(_Bin)
        self._count = 0  # intervals that are remembered
        self._first: int | None = None
        self._last = 0

    def add(self, message: Message, now: int) -> None:
        """Take a message.

        Args:
            message: those of one end of a flow in the order of their ends.
            now: nanoseconds since the epoch, the end of what was never completed.
        """
        if message.outcome in _WITHOUT_ANSWER:
            return
        end = message.completed or message.responded or message.end or message.start
        if message.completed is None and message.outcome in _OPEN:
            end = now
        self._take(self._track(message.flow, message.side), message.start, max(message.start, end))

    def add_many(self, messages: MessageTable, now: int) -> None:
        """Take messages, without an object for each.

        Args:
            messages: those of one end of a flow in the order of their ends.
            now: see `add`.
        """
        flow, side, start, completed, responded, last, outcome = (
            messages.column(name) for name in ("flow", "side", "start", "completed", "responded", "end", "outcome")
        )
        open_still = (completed == NONE) & np.isin(outcome, _OPEN_NUMBERS)
        end = np.where(last != 0, last, start)
        for known in (responded, completed):
            end = np.where((known != NONE) & (known != 0), known, end)
        end = np.maximum(start, np.where(open_still, now, end))
        counted = ~np.isin(outcome, _WITHOUT_ANSWER_NUMBERS)
        flow, side, start, end = (values[counted] for values in (flow, side, start, end))
        if not len(flow):
            return
        self._reach(int(start.min()), int(end.max()))
        self._fill_many(self._all, start, end)
        keys, firsts, of = np.unique(2 * flow + side, return_index=True, return_inverse=True)
        for place in np.argsort(firsts).tolist():  # ends of flows in the order in which they come
            rows = np.flatnonzero(of == place) if len(keys) > 1 else slice(None)
            track = self._track(*divmod(int(keys[place]), 2))
            if track is None:
                self.left_out += int(np.count_nonzero(of == place)) - 1
                continue
            begins, ends = start[rows], end[rows]
            self._fill_many(track.bins, begins, ends)
            for one, other in zip(begins.tolist(), ends.tolist(), strict=True):
                self._raise_peaks(track, one, other)
        self._make_room()

    def _track(self, flow: int, side: int) -> _EndHistory | None:
        """The history of an end of a flow; None for one that is beyond the limit, whose messages are counted."""
        track = self._tracks.get((flow, side))
        if track is None:
            if len(self._tracks) >= self.limit:
                self.left_out += 1
            else:
                track = self._tracks[flow, side] = _EndHistory()
        return track

    def _take(self, track: _EndHistory | None, start: int, end: int) -> None:
        self._reach(start, end)
        for bins in (self._all,) if track is None else (self._all, track.bins):
            self._fill(bins, start, end)
        if track is not None:
            self._raise_peaks(track, start, end)
        self._make_room()

    def _reach(self, start: int, end: int) -> None:
        """Make the intervals so long that few enough cover these times, too."""
        first = start // self.length
        self._first = first if self._first is None else min(self._first, first)
        self._last = max(self._last, end // self.length)
        while self._last - self._first >= self.most:
            self._double()

    def _make_room(self) -> None:
        while self._count > ROOM:
            self._double()

    def _raise_peaks(self, track: _EndHistory, start: int, end: int) -> None:
        bins, length = track.bins, self.length
        for time, outstanding in track.add(start, end):
            bin = bins[time // length]
            if outstanding > bin.peak:
                bin.peak = outstanding

    def _fill(self, bins: Bins, start: int, end: int) -> None:
        first = start // self.length
        last = max(first, (end - 1) // self.length)
        before = len(bins)
        bins[first].begun += 1
        bins[first].edge += (first + 1) * self.length - start
        bins[last].ended += 1
        bins[last].edge -= (last + 1) * self.length - end
        self._count += len(bins) - before

    def _fill_many(self, bins: Bins, start: Ints, end: Ints) -> None:
        length = self.length
        if int(end.max()) >= _LATEST - length:  # the end of its interval would need more than 64 bits
            for one, other in zip(start.tolist(), end.tolist(), strict=True):
                self._fill(bins, one, other)
            return
        first = start // length
        last = np.maximum(first, (end - 1) // length)
        before = len(bins)
        for place, count, spans in _sums(first, first * length + length - start):
            bins[place].begun += count
            bins[place].edge += spans
        for place, count, spans in _sums(last, last * length + length - end):
            bins[place].ended += count
            bins[place].edge -= spans
        self._count += len(bins) - before

    def _double(self) -> None:
        """Of each two intervals one."""
        assert self._first is not None
        self._all = _doubled(self._all, self.length)
        self._count = len(self._all)
        for track in self._tracks.values():
            track.bins = _doubled(track.bins, self.length)
            self._count += len(track.bins)
        self.length *= 2
        self._first //= 2
        self._last //= 2

    def _fit(self) -> None:
        """Intervals become longer until there are no more than `ROOM`."""
        while self._first is not None:
            every = [track.bins for track in self._tracks.values()]
            if sum(map(_covered, [*every, self._all] if len(every) + self.left_out > 1 else every)) <= ROOM:
                return
            self._double()

    def __iter__(self) -> Iterator[Interval]:
        """The intervals in which messages were outstanding, by flow, end and time."""
        self._fit()
        for (flow, side), track in sorted(self._tracks.items()):
            for place, busy, peak, begun in _intervals(track.bins, self.length):
                yield Interval(flow, side, place * self.length, self.length, busy / self.length, peak, begun)

    def total(self) -> Iterator[Interval]:
        """The intervals of all ends together, those that were left out too; none where there is a single end."""
        if len(self._tracks) + self.left_out < 2:
            return
        self._fit()
        for place, busy, _, begun in _intervals(self._all, self.length):
            yield Interval(None, None, place * self.length, self.length, busy / self.length, None, begun)


def _sums(places: Ints, spans: Ints) -> Iterator[tuple[int, int, int]]:
    """Of each place: which it is, how many have it, and the sum of their spans."""
    order = np.argsort(places, kind="stable")
    ordered = places[order]
    begins = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    counts = np.diff(begins, append=len(places))
    if int(spans.max()) >= (1 << 62) // len(spans):  # their sums may need more than 64 bits
        spans = spans.astype(object)
    sums = np.add.reduceat(spans[order], begins)
    return zip(ordered[begins].tolist(), counts.tolist(), sums.tolist(), strict=True)


def _doubled(bins: Bins, length: int) -> Bins:
    """Of each two intervals of a length one."""
    result: Bins = defaultdict(_Bin)
    for place, bin in bins.items():
        into = result[place // 2]
        into.begun += bin.begun
        into.ended += bin.ended
        into.edge += bin.edge
        if place % 2 == 0:
            into.edge += (bin.begun - bin.ended) * length
        into.peak = max(into.peak, bin.peak)
    return result


def _runs(bins: Bins) -> Iterator[tuple[int, int, int]]:
    """The remembered intervals in order: number, messages that reach into it, and which is the next."""
    places = sorted(bins)
    carried = 0
    for place, following in itertools.zip_longest(places, places[1:], fillvalue=0):
        yield place, carried, following
        carried += bins[place].begun - bins[place].ended


def _covered(bins: Bins) -> int:
    """The number of intervals in which messages were outstanding."""
    return sum(
        following - place if carried + bins[place].begun > bins[place].ended else 1
        for place, carried, following in _runs(bins)
    )


def _intervals(bins: Bins, length: int) -> Iterator[tuple[int, int, int, int]]:
    """The intervals in which messages were outstanding: number, message-nanoseconds, the most, and beginnings."""
    for place, carried, following in _runs(bins):
        bin = bins[place]
        yield place, bin.edge + carried * length, max(bin.peak, carried), bin.begun
        through = carried + bin.begun - bin.ended
        for between in range(place + 1, following) if through else ():
            yield between, through * length, through, 0
