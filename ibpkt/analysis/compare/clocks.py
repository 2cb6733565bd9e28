"""The clocks of two taps: their offset and drift, and the network's share of a packet's delay.

For each packet seen at both, ``d`` is the time at B minus the time at A: the offset of B's clock plus the delay from A
to B, or minus the delay from B to A.  Delays are positive, so the least ``d`` of packets from A to B is above the
offset, and the greatest ``d`` of those from B to A is below it; their distance is the least round-trip time between the
taps.  The drift is the slope of both.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ibpkt.arrays import Array

#: points that are kept of the lowest and of the highest `d` over time
POINTS = 64
#: the largest drift of a quartz: a larger slope is a queue that fills
MOST_DRIFT = 1e-3
#: nanoseconds since the epoch that a comparison tells apart, from 0 on (1970 to 2116): no difference between two times
#: of either clock, and no difference between two such differences, exceeds 64 bits
LATEST = (1 << 62) - 1
#: pairs of addresses that are used for the clocks
WAYS = 1024

A_TO_B, B_TO_A, UNKNOWN = 1, -1, 0


class Clock(NamedTuple):
    """The clock of B relative to that of A.

    Attributes:
        offset: nanoseconds that B's clock is ahead at the time `at`; None if no packet was seen at both.
        uncertainty: the offset is accurate within so many nanoseconds; None if that is not known, since packets
            went in one direction only: then the offset includes the delay.
        drift: nanoseconds per second that B's clock gains; None if it cannot be separated from the delays.
        drift_uncertainty: likewise.
        round_trip: the least round-trip time in nanoseconds, None if packets went in one direction only.
        at: nanoseconds since the epoch, by A's clock.
    """

    offset: int | None
    uncertainty: int | None
    drift: float | None
    drift_uncertainty: float | None
    round_trip: int | None
    at: int


class _Envelope:
    """The lower envelope of values over time: a point per time span; spans grow to bound the number of points."""

    def __init__(self, sign: int) -> None:
        self.sign = sign
        self.span = 1 << 20
        self.times: Array = np.zeros(0, np.int64)
        self.values: Array = np.zeros(0, np.int64)

    def add(self, times: Array, values: Array) -> None:
        """More values, at times in nanoseconds since the first."""
        self.times = np.concatenate((self.times, times))
        self.values = np.concatenate((self.values, values * self.sign))
        self._thin()
        while len(self.times) > POINTS:
            self.span *= 2
            self._thin()

    def _thin(self) -> None:
        spans = self.times // self.span
        order = np.lexsort((self.values, spans))
        spans = spans[order]
        first = order[np.append(True, spans[1:] != spans[:-1])]
        self.times, self.values = self.times[first], self.values[first]

    def least(self, slope: float) -> float:
        """The lowest value after a slope is subtracted."""
        return float((self.values - self.sign * slope * self.times).min())

    def slopes(self) -> tuple[float, float] | None:
        """The slope of the envelope and its uncertainty; None for too few points."""
        if len(self.times) < 4:
            return None
        i, j = np.triu_indices(len(self.times), 1)
        apart = self.times[j] - self.times[i]
        i, j = i[apart != 0], j[apart != 0]
        if not len(i):
            return None
        slope = float(np.median((self.values[j] - self.values[i]) / (self.times[j] - self.times[i])))
        rest = self.values - slope * self.times
        low, high = np.percentile(rest, (25, 75))
        span = float(self.times.max() - self.times.min())
        return slope * self.sign, 2 * (float(high - low) + 1) / span


class _Way:
    """The packets from one address to another."""

    def __init__(self) -> None:
        self.low, self.high = _Envelope(1), _Envelope(-1)
        self.packets = 0


class Clocks:
    """Estimates the clocks from the packets that both taps saw.

    Args:
        reverse: the way back of a way, 0 where there is none.
    """

    def __init__(self, reverse: Callable[[int], int]) -> None:
        self._reverse = reverse
        self._ways: dict[int, _Way] = {}
        self._begin: int | None = None
        self._update()

    def add(self, ways: Array, times: Array, delays: Array) -> None:
        """More packets: their ways, their times at A in nanoseconds, and how much later they were at B, shape (n,)."""
        if not len(ways):
            return
        if self._begin is None:
            self._begin = int(times.min())
        for number in np.unique(ways).tolist():
            if number not in self._ways and (len(self._ways) >= WAYS or not number):
                continue
            rows = ways == number
            way = self._ways.setdefault(number, _Way())
            way.packets += int(rows.sum())
            for edge in (way.low, way.high):
                edge.add(times[rows] - self._begin, delays[rows])
        self._update()

    def _update(self) -> None:
        """Update the drift, the pair of ways that gives the offset, and the directions."""
        self._directions: dict[int, int] = {}
        self._pair: tuple[int, int] | None = None
        self._slope = 0.0
        self._slope_error: float | None = None
        pairs = [(number, self._reverse(number)) for number in self._ways]
        pairs = [(forward, backward) for forward, backward in pairs if forward < backward and backward in self._ways]
        if pairs:
            forward, backward = max(pairs, key=lambda pair: min(self._ways[number].packets for number in pair))
            if self._middle(forward) < self._middle(backward):
                forward, backward = backward, forward
            self._pair = forward, backward
            self._fit([self._ways[forward].low, self._ways[backward].high])
            middle = (self._ways[forward].low.least(self._slope) - self._ways[backward].high.least(self._slope)) / 2
            for number in self._ways:
                other = self._reverse(number)
                if other in self._ways:
                    ahead = self._middle(number) - self._middle(other)
                else:
                    ahead = self._middle(number) - middle
                self._directions[number] = A_TO_B if ahead > 0 else B_TO_A if ahead < 0 else UNKNOWN
        elif self._ways:
            self._fit([self._busiest().low])

    def _busiest(self) -> _Way:
        return max(self._ways.values(), key=lambda way: way.packets)

    def _middle(self, number: int) -> float:
        way = self._ways[number]
        return (float(np.median(way.low.values)) - float(np.median(way.high.values))) / 2

    def _fit(self, edges: list[_Envelope]) -> None:
        slopes = [estimate for estimate in (edge.slopes() for edge in edges) if estimate is not None]
        if not slopes:
            return
        slope = sum(estimate for estimate, _ in slopes) / len(slopes)
        error = max(*(error for _, error in slopes), *(abs(estimate - slope) for estimate, _ in slopes))
        if error < abs(slope) < MOST_DRIFT:
            self._slope, self._slope_error = slope, error

    def direction(self, way: int) -> int:
        """`A_TO_B`, `B_TO_A`, or `UNKNOWN` if packets went in one direction only."""
        return self._directions.get(way, UNKNOWN)

    def excess_delays(self, ways: Array, times: Array, delays: Array) -> Array:
        """Nanoseconds that each packet took longer than the fastest on its way, shape (n,)."""
        result = np.zeros(len(ways), np.int64)
        straight = delays - self._slope * (times - (self._begin or 0))
        for number in np.unique(ways).tolist():
            rows = ways == number
            way = self._ways.get(number)
            back = self.direction(number) == B_TO_A
            mine = -straight[rows] if back else straight[rows]
            edge = None if way is None else way.high if back else way.low
            excess = mine - (mine.min() if edge is None else edge.least(self._slope))
            result[rows] = np.clip(excess, 0, LATEST)
        return result

    def clock(self) -> Clock:
        """The current estimate."""
        begin = self._begin or 0
        drift = None if self._slope_error is None else self._slope * 1e9
        error = None if self._slope_error is None else self._slope_error * 1e9
        if self._pair is not None:
            above = self._ways[self._pair[0]].low.least(self._slope)
            below = -self._ways[self._pair[1]].high.least(self._slope)
            both = max(round(above - below), 0)
            return Clock(round((above + below) / 2), round(abs(above - below) / 2), drift, error, both, begin)
        if not self._ways:
            return Clock(None, None, None, None, None, begin)
        return Clock(round(self._busiest().low.least(self._slope)), None, drift, error, None, begin)
