"""Latency of messages: percentiles and histograms, in memory that does not grow with their number.

Times are counted in buckets whose width is a 128th of their lower bound, and exactly below 128 ns.  A percentile is
the middle of its bucket, so it is off by at most `ERROR`; count, minimum, maximum and mean are exact.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator

import numpy as np

from ibpkt.analysis.results.message import Message
from ibpkt.arrays import Ints

#: buckets per power of two, as a power of two
BITS = 7
#: how far a percentile can be off, as a share of it
ERROR = 1 / (1 << (BITS + 1))
#: percentiles that reports give
PERCENTILES = (50.0, 90.0, 99.0, 99.9)
#: flows and kinds of messages that are counted separately; later ones are counted together
LIMIT = 10_000


def bucket(value: int) -> int:
    """The bucket of a number of nanoseconds, from 0 on; negative spans count as 0."""
    value = max(value, 0)
    power = value.bit_length() - 1 - BITS
    return value if power <= 0 else (power << BITS) + (value >> power)


def _buckets(spans: Ints) -> Ints:
    """The buckets of many, shape (n,)."""
    spans = np.maximum(spans, 0)
    digits = np.frexp(spans.astype(np.float64))[1].astype(np.int64)
    digits -= (spans >> np.maximum(digits - 1, 0)) == 0  # a double may have been rounded up to a power of two
    power = digits - 1 - BITS
    return np.where(power <= 0, spans, (power << BITS) + (spans >> np.maximum(power, 0)))


def bounds(place: int) -> tuple[int, int]:
    """The nanoseconds ``[low, end)`` of a bucket."""
    power = (place >> BITS) - 1
    if power <= 0:
        return place, place + 1
    low = (place & (1 << BITS) - 1 | 1 << BITS) << power
    return low, low + (1 << power)


class Histogram:
    """A histogram of durations in nanoseconds.

    Attributes:
        count: how many.
        total: their sum.
        least, most: the smallest and the largest; 0 where there is none.
    """

    count: int
    total: int
    least: int
    most: int

    def __init__(self) -> None:
        self.count = self.total = self.least = self.most = 0
        self._buckets: dict[int, int] = {}  # sparse: the spans of one flow differ by little

    def add(self, span: int) -> None:
        """Count a span."""
        self.least = span if not self.count else min(self.least, span)
        self.most = span if not self.count else max(self.most, span)
        self.count += 1
        self.total += span
        place = bucket(span)
        self._buckets[place] = self._buckets.get(place, 0) + 1

    def add_many(self, spans: Ints) -> None:
        """Count many.

        Args:
            spans: in nanoseconds, shape (n,).
        """
        if not len(spans):
            return
        least, most = int(spans.min()), int(spans.max())
        self.least = least if not self.count else min(self.least, least)
        self.most = most if not self.count else max(self.most, most)
        self.count += len(spans)
        fits = max(most, -least) < (1 << 62) // len(spans)
        self.total += int(spans.sum()) if fits else sum(spans.tolist())
        places, counts = np.unique(_buckets(spans), return_counts=True)
        for place, count in zip(places.tolist(), counts.tolist(), strict=True):
            self._buckets[place] = self._buckets.get(place, 0) + count

    @property
    def mean(self) -> float:
        """Their mean, 0 where there is none."""
        return self.total / self.count if self.count else 0.0

    def percentile(self, percent: float) -> float:
        """A percentile of the durations, in nanoseconds, within `ERROR`.

        It is 0 if there are none.
        """
        wanted = max(1, math.ceil(round(self.count * percent / 100, 6)))
        cumulated = 0
        for place in sorted(self._buckets):
            cumulated += self._buckets[place]
            if cumulated >= wanted:
                low, end = bounds(place)
                return min(max((low + end - 1) / 2, self.least), self.most)
        return 0.0

    def steps(self, parts: int = 1) -> Iterator[tuple[int, int, int]]:
        """The histogram by powers of two: ``(low, end, count)`` from the first nonempty step to the last.

        Args:
            parts: into how many steps of the same width a power of two is divided; a power of two up to 128.
        """
        counts: dict[int, int] = {}
        for place, count in self._buckets.items():
            low, _ = bounds(place)
            step = _step(low, parts)
            counts[step] = counts.get(step, 0) + count
        if not counts:
            return
        step = min(counts)
        while step <= max(counts):
            low, end = _step_bounds(step, parts)
            yield low, end, counts.get(step, 0)
            step += parts if low < parts else 1  # short spans have no parts


def _step(low: int, parts: int) -> int:
    """The number of the step that a span is in."""
    power = low.bit_length()
    rest = ((low - (1 << power >> 1)) * parts >> (power - 1)) if power > 1 and low >= parts else 0
    return power * parts + rest


def _step_bounds(step: int, parts: int) -> tuple[int, int]:
    """The spans ``[low, end)`` of a step."""
    power, rest = divmod(step, parts)
    begin = 1 << power >> 1
    if begin < parts:
        return begin, 1 << power
    return begin + begin * rest // parts, begin + begin * (rest + 1) // parts


@dataclasses.dataclass(slots=True)
class Latency:
    """The latency of one kind of message that one end of a flow requested.

    Attributes:
        flow: the flow's number, None for all that came beyond the limit.
        side: 0 or 1; None with those.
        kind: the kind of messages.
        completion: from the first packet to the completion.
        response: from the first packet to the first answer.
        without: messages that were not completed, or whose latency is not known since the clock was set back.
    """

    flow: int | None
    side: int | None
    kind: str
    completion: Histogram = dataclasses.field(default_factory=Histogram)
    response: Histogram = dataclasses.field(default_factory=Histogram)
    without: int = 0


class Latencies:
    """Collects messages.

    Args:
        limit: flows and kinds that are counted separately.
    """

    def __init__(self, limit: int = LIMIT) -> None:
        self.limit = limit
        self._of: dict[tuple[int | None, int | None, str], Latency] = {}

    def add(self, message: Message) -> None:
        """Count a message; messages of unacknowledged services have no latency."""
        if message.outcome in ("sent", "incomplete"):
            return
        key: tuple[int | None, int | None, str] = (message.flow, message.side, message.kind)
        if key not in self._of and len(self._of) >= self.limit:
            key = (None, None, message.kind)
        latency = self._of.get(key)
        if latency is None:
            latency = self._of[key] = Latency(*key)
        if message.response is not None:
            latency.response.add(message.response)
        if message.latency is None:
            latency.without += 1
        else:
            latency.completion.add(message.latency)

    def __iter__(self) -> Iterator[Latency]:
        """By flow, end and kind; at last those beyond the limit."""
        return iter(
            sorted(
                self._of.values(),
                key=lambda latency: (latency.flow is None, latency.flow or 0, latency.side or 0, latency.kind),
            )
        )
