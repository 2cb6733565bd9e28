"""The order of packets of unreliable connections (UC): which originals come late, and what their receiver drops.

Nothing is sent again on UC, so what fills a hole within `LATEST` is the original. A receiver takes the First or Only of
a message whatever its PSN, and of all others only the one that it expects: else it drops the message, and waits for the
next First or Only.

Source: IBA 1, 9.8.2.2.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.transport import BEGINS
from ibpkt.analysis.recovery.flow_timers import LATEST
from ibpkt.analysis.runs.first_copies import LINE, FirstCopies
from ibpkt.arrays import Array, Bools, Ints, changes, group_ends, rows_where, running_maximum

#: PSNs before the first one of a half in the capture that may come late
MOST_BEFORE = 64


class OrderedRequests(NamedTuple):
    """Requests of a batch, as a receiver gets them that sees what the tap does; arrays have the shape (n,).

    Attributes:
        kept: requests but those that have come before, and those of UC that come too late to know what they are.
        late: those of UC that others have overtaken, of those that are kept.
        unexpected: those of UC that neither begin a message nor have the PSN that the receiver expects.
    """

    kept: Bools
    late: Bools
    unexpected: Bools


class RequestColumns(NamedTuple):
    """Requests of a batch: by half, those of a half in the order of the capture; arrays have the shape (n,).

    Attributes:
        half, psn, end, opcode, frame: as `SequenceColumns` has them.
        again: their PSN lies below what was sent before.
        time: nanoseconds since the epoch.
        now: the latest time of a packet so far.
    """

    half: Ints
    psn: Ints
    end: Ints
    opcode: Array
    frame: Ints
    again: Bools
    time: Ints
    now: Ints


class UnreliableOrder:
    """Looks at the requests of UC, batch by batch."""

    def __init__(self) -> None:
        self._expected: Ints = np.zeros(0, np.int64)  # by half, the PSN behind the last packet; 0 before the first

    def add(self, requests: RequestColumns, silent: Bools, copies: FirstCopies, first: Ints) -> OrderedRequests:
        """Take the requests of a batch.

        Args:
            requests: these.
            silent: by half, whether it is of UC.
            copies: has what waits behind holes.
            first: by half, its first PSN in the capture.
        """
        count = len(requests.half)
        own = silent[requests.half]
        kept, late, unexpected = np.ones(count, np.bool_), np.zeros(count, np.bool_), np.zeros(count, np.bool_)
        if not own.any():
            return OrderedRequests(kept, late, unexpected)
        self._reserve(len(silent))
        again = own & requests.again
        if again.any():
            late = again & self._in_time(requests, own, copies, first)
            kept = ~again | late
        rows = rows_where(own & kept)
        if not len(rows):
            return OrderedRequests(kept, late, unexpected)
        half, psn, end = requests.half[rows], requests.psn[rows], requests.end[rows]
        heads = changes(half)
        expected = np.empty(len(rows), np.int64)
        expected[1:] = end[:-1]
        expected[heads] = self._expected[half[heads]]
        unexpected[rows] = (psn != expected) & (expected > 0) & ~BEGINS[requests.opcode[rows]]
        lasts = group_ends(half)
        self._expected[half[lasts]] = end[lasts]
        return OrderedRequests(kept, late, unexpected)

    @staticmethod
    def _in_time(requests: RequestColumns, own: Bools, copies: FirstCopies, first: Ints) -> Bools:
        """Which requests fill a hole in time: nothing had their PSN, and the first one behind it came a moment before.

        Those shortly before the first PSN of a half are late, too, as far as anybody knows.
        """
        found = np.zeros(len(requests.half), np.bool_)
        rows = rows_where(own)
        waiting = copies.waiting()
        half = np.concatenate((waiting["half"], requests.half[rows]))
        psn = np.concatenate((waiting["psn"], requests.psn[rows]))
        time = np.concatenate((waiting["time"], requests.time[rows]))
        order = np.lexsort((np.concatenate((waiting["frame"], requests.frame[rows])), half))
        line, time = (half * LINE + psn)[order], time[order]
        _, earliest, of = np.unique(line, return_index=True, return_inverse=True)
        at = np.empty(len(order), np.int64)
        at[order] = np.arange(len(order))
        at = at[len(waiting["half"]) :]  # where the requests stand
        own_line = line[at]
        overtaker = np.searchsorted(running_maximum(line), own_line, "right")
        is_new = earliest[of[at]] == at
        since = time[np.minimum(overtaker, len(time) - 1)]
        own_half, own_psn = requests.half[rows], requests.psn[rows]
        is_new &= (own_psn >= first[own_half] - MOST_BEFORE) & (own_psn >= copies.next_of(own_half))
        found[rows] = is_new & (requests.now[rows] - since <= LATEST)
        return found

    def move(self, half: int, to: int) -> None:
        """A half gets another number."""
        self._reserve(max(half, to) + 1)
        self._expected[to], self._expected[half] = self._expected[half], 0

    def forget(self, halves: Ints) -> None:
        """Halves are over: their numbers may be given to others."""
        self._expected[halves[halves < len(self._expected)]] = 0

    def _reserve(self, halves: int) -> None:
        if len(self._expected) < halves:
            self._expected = np.concatenate((self._expected, np.zeros(halves - len(self._expected), np.int64)))
