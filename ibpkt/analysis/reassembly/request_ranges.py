"""Which request asked for a PSN, and the how-manieth of all PSNs asked for it is.

Of READs and atomics alone, the ordinal number of a response packet among all that were asked for: holes in responses,
and responses whose predecessors are missing, are jumps of it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ibpkt.analysis.reassembly.packets import LINE
from ibpkt.analysis.reassembly.rows_by_half import RowsByHalf
from ibpkt.arrays import Bools, Ints, changes, run_lengths

COLUMNS = ("half", "first", "end", "before", "frame")
#: ranges of a half that are kept; beyond it, the oldest are forgotten
MAX_RANGES = 1 << 14


class RangeHits(NamedTuple):
    """What is known of PSNs; shape (n,).

    Attributes:
        frame: the packet that asked for it, 0 for none.
        ordinal: its number among all PSNs that were asked for in its half, from 1; 0 for none.
    """

    frame: Ints
    ordinal: Ints


def read_ordinals(half: Ints, first: Ints, end: Ints, before: Ints, of: Ints, psn: Ints) -> tuple[Ints, Ints]:
    """The ordinal numbers of response packets among all that were asked for.

    Args:
        half: of requests, ascending, shape (m,).
        first: their PSNs, ascending in a half, and ``end``, those behind them; they do not overlap.
        before: how many PSNs were asked for before each request in its half.
        of: the halves that the responses answer, shape (n,).
        psn: their PSNs, unwrapped.

    Returns:
        The ordinals, from 1, 0 where nobody asked for the packet; and the request of each, -1 for none.
    """
    if not len(half):
        return np.zeros(len(of), np.int64), np.full(len(of), -1)
    place = np.searchsorted(half * LINE + first, of * LINE + psn, side="right") - 1
    safe = np.maximum(place, 0)
    there = (place >= 0) & (half[safe] == of) & (psn < end[safe])
    ordinal = before[safe] + psn - first[safe] + 1
    return np.where(there, ordinal, 0), np.where(there, safe, -1)


class RequestRanges:
    """The PSNs of requests that were not answered yet, of all halves.

    Attributes:
        asked: by half, how many PSNs were asked for.
        given_up: requests that were forgotten, since too many waited.
    """

    def __init__(self) -> None:
        self.asked: Ints = np.zeros(0, np.int64)
        self.given_up: int = 0
        self._rows = RowsByHalf(COLUMNS)
        self._used: Ints = np.zeros(0, np.int64)

    def reserve(self, halves: int) -> None:
        """Make room for the numbers of so many halves."""
        self._rows.reserve(halves)
        more = len(self._rows.start) - len(self.asked)
        if more > 0:
            self.asked = np.concatenate((self.asked, np.zeros(more, np.int64)))
            self._used = np.concatenate((self._used, np.zeros(more, np.int64)))

    def forget(self, halves: Ints) -> None:
        """Halves that have ended: their numbers may be given to others."""
        self._rows.take(np.sort(halves))
        self.asked[halves] = self._used[halves] = 0

    def exchange(self, half: Ints, first: Ints, end: Ints, frame: Ints, of: Ints, psn: Ints, below: Ints) -> RangeHits:
        """Take the requests of a batch, look up its responses, and drop what is answered.

        Args:
            half: of requests, ascending, shape (m,).
            first: their PSNs, ascending in a half, and ``end``, those behind them.  What begins where PSNs were used
                before is a repetition, and no range of its own.
            frame: their packets.
            of: the halves that the responses answer, shape (n,).
            psn: their PSNs, unwrapped.
            below: by half, the PSN below which no response will come; longer than the largest number of a half.
        """
        self.reserve(len(below))
        fresh = self._fresh(half, first, end)
        half, first, end, frame = half[fresh], first[fresh], end[fresh], frame[fresh]
        begins = np.flatnonzero(changes(half))
        count = run_lengths(begins, len(half))
        sums = np.cumsum(end - first)
        before = sums - (end - first)
        before += np.repeat(self.asked[half[begins]] - before[begins], count)
        old = self._rows.take(np.unique(np.concatenate((half, of))))
        new = {"half": half, "first": first, "end": end, "before": before, "frame": frame}
        rows = {name: np.concatenate((old[name], new[name])) for name in COLUMNS} if len(old["half"]) else new
        if len(old["half"]) and len(half):
            order = np.argsort(rows["half"], kind="stable")
            rows = {name: column[order] for name, column in rows.items()}
        lasts = begins + count - 1
        self.asked[half[lasts]] = before[lasts] + end[lasts] - first[lasts]
        self._used[half[lasts]] = end[lasts]
        ordinal, row = read_ordinals(rows["half"], rows["first"], rows["end"], rows["before"], of, psn)
        frames = np.zeros(len(of), np.int64)
        frames[row >= 0] = rows["frame"][row[row >= 0]]
        self._keep(rows, below)
        return RangeHits(frames, ordinal)

    def _fresh(self, half: Ints, first: Ints, end: Ints) -> Bools:
        """Requests that begin behind all PSNs that were used."""
        if not len(half):
            return np.zeros(0, np.bool_)
        heads = changes(half)
        used = np.empty(len(half), np.int64)
        used[1:] = (half * LINE + end)[:-1]
        used[heads] = half[heads] * LINE + self._used[half[heads]]
        fresh: Bools = half * LINE + first >= np.maximum.accumulate(used)
        return fresh

    def _keep(self, rows: dict[str, Ints], below: Ints) -> None:
        left = rows["end"] > below[rows["half"]]
        half = rows["half"][left]
        begins = np.flatnonzero(changes(half))
        count = run_lengths(begins, len(half))
        if (count > MAX_RANGES).any():
            ends = np.repeat(begins + count, count)
            old = ends - np.arange(len(half)) > MAX_RANGES
            self.given_up += int(old.sum())
            left[np.flatnonzero(left)[old]] = False
        self._rows.put({name: column[left] for name, column in rows.items()})
