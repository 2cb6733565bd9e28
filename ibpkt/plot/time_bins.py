"""Sums by interval and key, in memory that does not grow with the capture: intervals double when there are too many."""

from __future__ import annotations

import numpy as np

from ibpkt.arrays import Ints
from ibpkt.errors import CallerError

#: intervals, at most, unless their length is given
MOST_BINS = 2048
#: intervals of a given length, at most
MOST_ASKED = 100_000
#: keys that are counted by themselves; all later ones count as key 0
MOST_KEYS = 512
#: nanoseconds of the first intervals
SHORTEST = 1000


class TimeBins:
    """Sums of values of packets.

    Args:
        length: of an interval in nanoseconds; None for one that makes at most `MOST_BINS` of them.

    Attributes:
        length: as it is now.
        start: the time of the first packet, in nanoseconds since the epoch; None without packets.
        pooled: some keys were too many, and count as key 0.
    """

    def __init__(self, length: int | None = None) -> None:
        self.length: int = length or SHORTEST
        self.start: int | None = None
        self.pooled: bool = False
        self._asked = length is not None
        self._sums = np.zeros((4, MOST_BINS), np.int64)
        self._used = 0

    def begin(self, time: int) -> None:
        """Intervals count from here, if nothing has been counted yet."""
        if self.start is None:
            self.start = time

    def add(self, times: Ints, keys: Ints, values: Ints) -> None:
        """Add values.

        Args:
            times: in nanoseconds since the epoch, shape (n,); those before the start count for the first interval.
            keys: numbers from 0 on, shape (n,).
            values: shape (n,).

        Raises:
            CallerError: there are too many intervals of the length that was asked for.
        """
        if not len(times):
            return
        self.begin(int(times[0]))
        assert self.start is not None
        since = np.maximum(times - self.start, 0)
        self._fit(int(since.max()))
        keys = np.where(keys < MOST_KEYS, keys, 0)
        self.pooled |= bool((keys == 0).any())
        most = int(keys.max()) + 1
        if most > len(self._sums):
            more = np.zeros((max(most, 2 * len(self._sums)), self._sums.shape[1]), np.int64)
            more[: len(self._sums)] = self._sums
            self._sums = more
        places = since // self.length
        width = self._sums.shape[1]
        first = int(places.min())
        span = int(places.max()) - first + 1
        # of a batch, which is short, only its own intervals
        counted = np.bincount(keys * span + places - first, values, most * span).reshape(most, span)
        self._sums[:most, first : first + span] += counted.astype(np.int64)
        self._used = min(width, max(self._used, first + span))

    def _fit(self, last: int) -> None:
        width = self._sums.shape[1]
        if not self._asked:
            while last // self.length >= width:
                self._sums[:, : width // 2] = self._sums[:, ::2] + self._sums[:, 1::2]
                self._sums[:, width // 2 :] = 0
                self._used = -(-self._used // 2)
                self.length *= 2
            return
        if last // self.length >= MOST_ASKED:
            raise CallerError(
                f"the capture has more than {MOST_ASKED:,} intervals of {self.length / 1e9:g} s; ask for longer ones"
            )
        if last // self.length >= width:
            more = np.zeros((len(self._sums), min(MOST_ASKED, max(2 * width, last // self.length + 1))), np.int64)
            more[:, :width] = self._sums
            self._sums = more

    @property
    def edges(self) -> Ints:
        """Beginnings of the intervals in nanoseconds since the start, and the end of the last, shape (n + 1,)."""
        return np.arange(self._used + 1) * self.length

    def totals(self) -> Ints:
        """The sum of each key, shape (keys,)."""
        return np.asarray(self._sums.sum(axis=1), np.int64)

    def of(self, key: int) -> Ints:
        """The sums of a key, shape (n,)."""
        return self._sums[key, : self._used] if key < len(self._sums) else np.zeros(self._used, np.int64)
