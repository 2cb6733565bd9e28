"""When a packet of tap A should appear at tap B: the usual time difference, by pair of addresses.

It serves to pair packets and need not be exact: `ibpkt.analysis.compare.clocks` separates offset and delay.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ibpkt.analysis.compare.clocks import LATEST, MOST_DRIFT, UNKNOWN
from ibpkt.arrays import Array

#: packets of which the slope is taken
SAMPLE = 256


class DelayModel:
    """The usual time difference.

    Args:
        window: nanoseconds that packets may deviate from it.
        offset: the difference if it is known, in nanoseconds.

    Attributes:
        known: whether it was given, or learned from packets.
        spread: nanoseconds by which half of the packets deviate from it, at most.
    """

    def __init__(self, window: int, offset: int | None = None) -> None:
        self.known: bool = offset is not None
        self.spread: int = 0
        self._window = window
        self._general = offset or 0
        self._ways: dict[int, int] = {}
        self._slope = 0.0
        self._begin = 0

    def at_b(self, ways: Array, times: Array) -> Array:
        """When packets that were at A at these times should be at B, in nanoseconds, by B's clock: 0 to `LATEST`."""
        later: Array = np.full(len(times), self._general, np.int64)
        if self._ways:
            table = np.zeros(max(int(ways.max(initial=0)), *self._ways) + 1, np.int64)
            table[list(self._ways)] = list(self._ways.values())
            later += table[ways]
        if self._slope:
            later += np.rint(self._slope * (times - self._begin)).astype(np.int64)
        result: Array = np.clip(times + np.clip(later, -LATEST, LATEST), 0, LATEST)
        return result

    def directions(self, ways: Array, reverse: Callable[[int], int]) -> Array:
        """`A_TO_B`, `B_TO_A`, or `UNKNOWN` for each packet, shape (n,): what is on its way is later at the second tap.

        Args:
            ways: numbers of pairs of addresses, shape (n,).
            reverse: the way back of a way, 0 where there is none.
        """
        table = np.full(int(ways.max(initial=0)) + 1, UNKNOWN, np.int64)
        for way, usual in self._ways.items():
            back = self._ways.get(reverse(way))
            if back is not None and way < len(table):
                table[way] = np.sign(usual - back)
        directions: Array = table[ways]
        return directions

    def learn(self, ways: Array, times: Array, delays: Array) -> None:
        """Learn from packets seen at both taps, most of which are paired correctly.

        Args:
            ways: numbers of pairs of addresses, shape (n,).
            times: at A.
            delays: how much later they were at B.
        """
        if not len(ways):
            return
        begin = int(times[0])
        slope = _slope(times - begin, delays)
        rest = delays - np.rint(slope * (times - begin)).astype(np.int64)
        ordered = np.sort(rest)
        within = np.searchsorted(ordered, ordered + self._window, "right") - np.arange(len(ordered))
        best = int(np.argmax(within))
        low, high = ordered[best], ordered[best + int(within[best]) - 1]
        good = (rest >= low) & (rest <= high)
        ways, rest = ways[good], rest[good]
        self.known = True
        general = int(np.median(rest))
        self._begin, self._slope, self._general, self._ways = begin, slope, general, {}
        order = np.argsort(ways, kind="stable")
        bounds = np.flatnonzero(np.append(True, ways[order][1:] != ways[order][:-1]))
        for rows in np.split(order, bounds[1:]):
            middle = int(np.median(rest[rows]))
            self._ways[int(ways[rows[0]])] = middle - general
            rest[rows] -= middle
        self.spread = min(int(np.median(np.abs(rest))), self._window)


def _slope(times: Array, delays: Array) -> float:
    """The slope that most packets agree on; 0 if it is not significant."""
    rows = np.unique(np.linspace(0, len(times) - 1, SAMPLE).astype(np.int64))
    times, delays = times[rows], delays[rows]
    i, j = np.triu_indices(len(times), 1)
    apart = times[j] - times[i]
    i, j, apart = i[apart != 0], j[apart != 0], apart[apart != 0]
    if len(i) < 16:
        return 0.0
    slope = float(np.median((delays[j] - delays[i]) / apart))
    low, high = np.percentile(delays - slope * times, (10, 90))
    moved = abs(slope) * float(times.max() - times.min())
    return slope if moved > 2 * float(high - low) and abs(slope) < MOST_DRIFT else 0.0
