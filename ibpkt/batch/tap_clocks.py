"""Captures with the same packets at other times: the clocks of two taps differ."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ibpkt.arrays import Bools, Ints, Words
from ibpkt.errors import escape_text

ROOM = 1 << 15
"""Packets that are remembered, at least."""

_SAMPLE = np.uint64(15)  # one packet in sixteen, the same ones in each capture
_ENOUGH = 5


class TapClocks:
    """Notices that captures have the same packets, further apart than copies may be.

    It looks at one packet in sixteen.  Some may well be there again, since retransmissions may have the bytes of their
    originals: only if half of them are, it is another tap.

    Args:
        window: nanoseconds between the copies of a packet, at most.
    """

    def __init__(self, window: int) -> None:
        self._window = window
        self._seen: dict[int, tuple[int, int]] = {}  # time and place
        self._packets: Counter[int] = Counter()  # by place
        self._apart: dict[tuple[int, int], list[int]] = {}  # by two places: nanoseconds
        self._found: Counter[tuple[int, int]] = Counter()

    def look(self, values: Words, times: Ints, places: NDArray[np.int32], copies: Bools) -> None:
        """Look at packets.

        Args:
            values: what tells the packets apart, shape (n,).
            times: likewise.
            places: of their captures, likewise.
            copies: those that are copies for sure, likewise.
        """
        rows = np.flatnonzero((values >> np.uint64(32) & _SAMPLE == 0) & ~copies)
        for value, time, place in zip(values[rows].tolist(), times[rows].tolist(), places[rows].tolist(), strict=True):
            self._packets[place] += 1
            before = self._seen.get(value)
            if before is None:
                self._seen[value] = time, place
            elif before[1] != place and time - before[0] > self._window:
                pair = min(place, before[1]), max(place, before[1])
                self._found[pair] += 1
                distances = self._apart.setdefault(pair, [])
                if len(distances) < ROOM >> 8:
                    distances.append(time - before[0])
        if len(self._seen) > 2 * ROOM:  # the oldest come first
            self._seen = dict(itertools.islice(self._seen.items(), len(self._seen) - ROOM, None))

    def remarks(self, names: Sequence[str]) -> list[str]:
        """What is to be said, in a sentence; ``names`` are those of the captures, by place."""
        pairs = [
            (low, high)
            for (low, high), count in self._found.items()
            if count >= _ENOUGH and 2 * count >= min(self._packets[low], self._packets[high])
        ]
        if not pairs:
            return []
        import statistics  # late: it takes 4 ms, which most runs do without

        first, second = (escape_text(names[place]) for place in pairs[0])
        apart = statistics.median(self._apart[pairs[0]]) / 1e9
        more = f", and so have {len(pairs) - 1} more pairs of files" if len(pairs) > 1 else ""
        advice = "the packets count twice and are not in order; `ibpkt compare` measures how clocks differ"
        return [
            f"{first} and {second} have the same packets {apart:.3f} s apart{more}: their clocks differ, so {advice}"
        ]
