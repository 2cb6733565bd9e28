"""The PSNs that requests of open flows have used, as windows that grow packet by packet, and which windows hold a PSN.

A window begins at the first PSN of a flow, and is `MAX_PSN_DISTANCE` long at most, and the responses of a READ longer:
what is older was answered long ago.  What was under way when a capture began has PSNs before the first: a window may
hold those, too, for a while.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ibpkt.analysis.columns.transport import Transport
from ibpkt.analysis.streams.packet_lengths import LARGEST_PMTU, read_lengths
from ibpkt.analysis.streams.request_history import APART, HISTORY_COLUMNS, RequestHistory
from ibpkt.arrays import Array, Bools, Ints, distinct, in_order, rows_where, run_starts
from ibpkt.protocols import HALF_OF_PSNS, PSN_MASK

#: a larger PSN distance belongs to another connection, or to a damaged packet
MAX_PSN_DISTANCE = 1 << 16
#: PSNs before the first of a window whose requests a capture may have missed, and nanoseconds until they are answered
MAX_MISSED, MISSED_TIME = 1 << 10, 1_000_000_000
#: windows are searched by their length: up to so many PSNs each
_CLASSES = (1 << 6, 1 << 10, 1 << 14, 1 << 24)
#: windows between the same addresses that may hold a PSN, beyond which it is not looked for
MAX_HOLDERS = 256


def signed(difference: Array) -> Array:
    """A difference of PSNs or MSNs, from -2^23 to 2^23 - 1."""
    short: Array = (difference + HALF_OF_PSNS & PSN_MASK) - HALF_OF_PSNS
    return short


class PSNWindows:
    """Windows of some flows in a batch.

    Args:
        columns: the batch's packets.
        rows: requests of the flows, ascending, shape (m,).
        owners: the flow of each by its place in what follows, shape (m,).
        first: the first PSNs of the flows as far as they had requests before, -1 where they had none, shape (k,).
        lengths: of the windows at the beginning of the batch, shape (k,).
        pairs: a number for the pair of addresses that each sends between, shape (k,).
        reads: PSNs that the last request of each before the batch took at least, shape (k,).
        history: what each was before the batch, see `RequestHistory`; empty for nothing.
        since: the time at which each began, shape (k,).

    Attributes:
        lengths: of the windows at the end of the batch, from the first PSN to the one behind the highest, shape (k,).
        first: the first PSNs, -1 where there is none, shape (k,).
        begins: the row that begins each window, -1 for those of earlier batches, and the number of rows for none.
        size: the number of rows.
    """

    def __init__(
        self,
        columns: Transport,
        rows: Ints,
        owners: Ints,
        first: Ints,
        lengths: Ints,
        pairs: Ints,
        reads: Ints | int = 0,
        history: Sequence[Ints] = (),
        since: Ints | None = None,
    ) -> None:
        order = in_order(owners)
        rows, owners = rows[order], owners[order]
        psn = columns.psn[rows].astype(np.int64)
        starts = run_starts(owners)
        fresh = first[owners[starts]] < 0
        self.first = first.copy()
        self.first[owners[starts[fresh]]] = psn[starts[fresh]]
        self.begins: Ints = np.where(first < 0, len(columns.psn), -1)
        self.begins[owners[starts[fresh]]] = rows[starts[fresh]]
        #: the end of each window when the batch begins, which is where the numbers of its batch begin
        self._base = self.first + lengths & PSN_MASK
        spans = np.maximum(1, -(-read_lengths(columns, rows) // LARGEST_PMTU))
        ends = np.maximum(signed(psn - self._base[owners]) + spans, 0)
        near = ~self._isolated(psn, owners, starts, fresh)
        rows, owners, ends = rows[near], owners[near], ends[near]
        self._ends = np.maximum.accumulate(ends + owners * APART) - owners * APART if len(ends) else ends
        self._when = owners << 32 | rows
        self._owners = owners
        self._since = since
        before = history or [np.zeros(len(first), np.int64) for _ in HISTORY_COLUMNS]
        self._history = RequestHistory(columns, rows, owners, ends - spans[near], ends, before)
        self._columns, self.size = columns, len(columns.psn)
        # all responses of a READ belong to it, however many they are
        long = np.zeros(len(first), np.int64)
        np.maximum.at(long, owners, spans[near] - 1)
        self._reach = MAX_PSN_DISTANCE + np.maximum(reads, long)
        self._low = -np.minimum(lengths, self._reach)
        self._high = np.zeros(len(first), np.int64)
        np.maximum.at(self._high, owners, self._ends)
        self._lengths = lengths
        self.lengths = lengths + self._high
        self._index(pairs)

    def _isolated(self, psn: Ints, owners: Ints, starts: Ints, fresh: Bools) -> Bools:
        """Requests that are far from the one before and the one behind, and do not return from one that was."""
        if not len(psn):
            return np.zeros(0, np.bool_)
        before = np.append(psn[:1], psn[:-1])
        before[starts] = np.where(fresh, psn[starts], self._base[owners[starts]] - 1)
        far = np.abs(signed(psn - before)) > MAX_PSN_DISTANCE
        next_far = np.append(far[1:], True)
        next_far[starts[1:] - 1] = True
        before_that = np.append(before[:1], before[:-1])
        before_that[starts] = before[starts]
        returns = np.abs(signed(psn - before_that)) <= MAX_PSN_DISTANCE
        isolated: Bools = far & next_far & ~returns
        return isolated

    def _index(self, pairs: Ints) -> None:
        """Sort the windows by pair, length and beginning."""
        self._groups: list[tuple[int, Array, Ints]] = []
        first = self._base + self._low & PSN_MASK
        lengths = self._high - self._low
        used = (lengths > 0) & (self.first >= 0)
        least = 0
        for longest in _CLASSES:
            places = rows_where(used & (lengths > least) & (lengths <= longest))
            least = longest
            if len(places):
                # each stands there twice, so that a window over the wrap is one stretch; and once more right behind it
                wrap = places[first[places] < MAX_MISSED]
                turn = np.repeat([0, PSN_MASK + 1, 2 * (PSN_MASK + 1)], [len(places), len(places), len(wrap)])
                owners = np.concatenate((places, places, wrap))
                keys = first[owners] + turn + pairs[owners] * APART
                order = np.argsort(keys)
                self._groups.append((longest, keys[order], owners[order]))

    def holders(self, rows: Ints, psn: Ints, pairs: Ints) -> tuple[Ints, Ints]:
        """Which windows hold PSNs when the packets come that name them, or may have held them before the capture.

        Args:
            rows: the packets, shape (q,).
            psn: the PSNs.
            pairs: numbers of the pairs of addresses between which they were used, -1 for none.

        Returns:
            Indexes of packets, and the places of the windows, shape (f,) each, in the order of the packets.  A PSN that
            too many may hold is in none.
        """
        queries, places = [], []
        at = psn.astype(np.int64) + PSN_MASK + 1 + pairs * APART
        order = np.argsort(at)  # what is asked in order is found faster
        at, pairs = at[order], pairs[order]
        for longest, keys, owners in self._groups:
            low = np.searchsorted(keys, np.maximum(at - longest, pairs * APART - 1), "right")
            high = np.searchsorted(keys, np.minimum(at + MAX_MISSED, (pairs + 1) * APART - 1), "right")
            counts = np.where((high - low > MAX_HOLDERS) | (pairs < 0), 0, high - low)
            chosen = np.repeat(order, counts)
            owner = owners[np.arange(len(chosen)) + np.repeat(low - np.cumsum(counts) + counts, counts)]
            fits = self._holds(owner, rows[chosen], psn[chosen])
            queries.append(chosen[fits])
            places.append(owner[fits])
        if not queries:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        query, place = np.concatenate(queries), np.concatenate(places)
        both = distinct(query << 32 | place)
        return both >> 32, both & 0xFFFFFFFF

    def lengths_at(self, places: Ints, rows: Ints) -> Ints:
        """How long windows are when packets come."""
        low, high = self._bounds(places, rows)
        return high - low

    def lengths_before(self, places: Ints, rows: Ints) -> Ints:
        """Of windows, as `lengths`, if the batch had ended before some packets."""
        return self._lengths[places] + self._bounds(places, rows)[1]

    def messages_to(self, places: Ints, rows: Ints, psn: Ints) -> Ints:
        """How many messages windows have ended up to PSNs that they hold, see `RequestHistory.messages_to`.

        Args:
            places: of the windows, shape (q,).
            rows: the packets that name the PSNs.
            psn: the PSNs.
        """
        return self._history.messages_to(places, signed(psn - self._base[places]), self._bounds(places, rows)[1])

    def history_before(self, rows: Ints) -> list[Ints]:
        """What is kept of all windows as it is before packets, see `RequestHistory.before`."""
        return self._history.before(rows, self._bounds(np.arange(len(rows)), rows)[1])

    def _last(self, places: Ints, rows: Ints) -> tuple[Ints, Bools]:
        """The last requests of windows before packets, and whether there are any in this batch."""
        last = np.searchsorted(self._when, places << 32 | rows) - 1
        known: Bools = np.zeros(len(places), np.bool_)
        if len(self._when):
            known = (last >= 0) & (self._owners[last] == places)
        return last, known

    def _bounds(self, places: Ints, rows: Ints) -> tuple[Ints, Ints]:
        last, known = self._last(places, rows)
        high = np.where(known, self._ends[last], 0) if len(self._when) else np.zeros(len(places), np.int64)
        return np.maximum(self._low[places], high - self._reach[places]), high

    def _holds(self, places: Ints, rows: Ints, psn: Ints) -> Bools:
        low, high = self._bounds(places, rows)
        at = signed(psn - self._base[places])
        holds: Bools = (at >= low) & (at < high)
        holds &= self._history.may_answer(self._columns, rows, places, at, high)
        if self._since is not None:
            missed = (high > low) & self.may_miss(places, psn)
            holds |= missed & (self._columns.time[rows] - self._since[places] <= MISSED_TIME)
        return holds

    def may_miss(self, places: Ints, psn: Ints) -> Bools:
        """Whether PSNs are shortly before the first of windows."""
        before = signed(psn - self.first[places])
        missed: Bools = (before < 0) & (before >= -MAX_MISSED)
        return missed
