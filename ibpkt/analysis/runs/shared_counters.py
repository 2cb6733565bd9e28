"""Which pairs of addresses have one counter of IPv4 identifications, and which one for each stream.

Hosts count for a pair of addresses, adapters for a queue pair, and Linux since 5.18 for a hash of the addresses and
ports.  A packet that follows one of another stream shows it: it is the next one of the pair, or the next one of its
stream.  As long as a pair has a single stream there is nothing to ask.
"""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.runs.recent_columns import renumbered
from ibpkt.arrays import Bools, Ints, changes, distinct, in_order, numbered, rows_where, run_lengths
from ibpkt.protocols import IPv4

#: packets of a pair that show it, by which it is judged: what comes later changes nothing
ENOUGH = 256
#: a stream that has not been seen yet, and several streams
_NONE, _SEVERAL = -2, -1
#: a stray comes at most so many packets of its sender behind the one that it goes on with
MOST_BEFORE = 64
#: bits of an identification, and of the place of a packet in a batch and the ones before it
_IDENT_BITS, _ORDER_BITS = IPv4.leaf("id").width, 32


class SharedCounters:
    """Pairs, each with its stream if it has a single one, and with what its packets have shown so far.

    Attributes:
        keys: the pairs, ascending.
    """

    def __init__(self) -> None:
        none = np.zeros(0, np.int64)
        self.keys: Ints = none
        self._sole: Ints = none  # by pair its only stream
        self._apart: Ints = none  # by pair: packets that were the next of their stream alone
        self._shared: Ints = none  # by pair: packets that were the next of their pair alone

    def add(self, pair: Ints, stream: Ints) -> tuple[Bools, Bools, Ints, Ints]:
        """Take the packets of a batch, in the order of the capture.

        Returns:
            Which packets belong to pairs that have several streams by the end of the batch, and which to those that
            have them by then, shape (n,); the pairs that had a single one before; and which that was.
        """
        different, at = numbered(pair)
        keys = distinct(self.keys, different)
        if len(keys) > len(self.keys):
            known = np.searchsorted(keys, self.keys)
            for name, fill in (("_sole", _NONE), ("_apart", 0), ("_shared", 0)):
                column = np.full(len(keys), fill, np.int64)
                column[known] = getattr(self, name)
                setattr(self, name, column)
            self.keys = keys
        place = np.searchsorted(keys, different)[at]
        before = self._sole.copy()
        unseen = rows_where((before == _NONE)[place])
        self._sole[place[unseen[::-1]]] = stream[unseen[::-1]]  # of several the first
        other = rows_where(stream != self._sole[place])
        since = np.where(self._sole == _SEVERAL, 0, len(place))
        np.minimum.at(since, place[other], other)
        self._sole[place[other]] = _SEVERAL
        turned = rows_where((self._sole == _SEVERAL) & (before >= 0))
        several: Bools = (self._sole == _SEVERAL)[place]
        by_then: Bools = np.arange(len(place)) >= since[place]
        return several, by_then, keys[turned], before[turned]

    def apart(self, pair: Ints, step: Ints, own: Ints) -> Bools:
        """Which packets are counted with those of their stream alone, as the packets up to each show.

        Args:
            pair: of packets in the order of the capture, those of pairs with several streams, shape (n,).
            step: their differences to the packets before them of their pair.
            own: the same of their stream.
        """
        different, at = numbered(pair)
        which = np.searchsorted(self.keys, different)
        place = which[at]
        if ((self._apart + self._shared)[which] >= ENOUGH).all():  # nothing votes any more
            decided: Bools = (self._apart > 3 * self._shared)[place]
            return decided
        order = in_order(place)
        place, step, own = place[order], step[order], own[order]
        begins = rows_where(changes(place))
        counts = run_lengths(begins, len(place))
        apart, shared = (own == 1) & (step != 1), (step == 1) & (own != 1)
        seen = _sums(apart | shared, begins, counts, (self._apart + self._shared)[place[begins]])
        early = seen <= ENOUGH
        apart, shared = apart & early, shared & early
        for_it = _sums(apart, begins, counts, self._apart[place[begins]])
        against = _sums(shared, begins, counts, self._shared[place[begins]])
        ends = begins + counts - 1
        self._apart[place[ends]], self._shared[place[ends]] = for_it[ends], against[ends]
        result = np.zeros(len(order), np.bool_)
        result[order] = for_it > 3 * against
        return result

    def renumber(self, old: Ints, new: Ints) -> None:
        """Streams get other numbers; see `NetworkCopies.renumber`.

        A pair whose only stream is over has several as soon as another one comes.
        """
        self._sole = np.where(self._sole >= 0, renumbered(self._sole, old, new), self._sole)

    def keep(self, keys: Ints) -> None:
        """Forget all pairs but some."""
        kept = np.isin(self.keys, keys)
        self.keys, self._sole = self.keys[kept], self._sole[kept]
        self._apart, self._shared = self._apart[kept], self._shared[kept]


def _sums(which: Bools, begins: Ints, counts: Ints, before: Ints) -> Ints:
    """How many rows are chosen in each group up to each row, and before the group."""
    sums: Ints = np.cumsum(which)
    sums += np.repeat(before - sums[begins] + which[begins], counts)
    return sums


def streams_of_strays(pair: Ints, stream: Ints, ident: Ints, psn: Ints, stray: Bools) -> Ints:
    """The streams of packets, where those that belong to none get the one that they go on with.

    A damaged packet may name a queue pair that does not exist: its sender has counted it all the same.  It goes on with
    the stream whose identifications are as far ahead of its PSNs, or else with the packet just before it.

    Args:
        pair, stream, ident, psn: of packets in the order of the capture, shape (n,).
        stray: those that belong to no stream.
    """
    if not stray.any() or stray.all():
        return stream
    place = np.unique(pair, return_inverse=True)[1].reshape(-1) << _IDENT_BITS
    ahead, mask = ident - psn & (1 << _IDENT_BITS) - 1, (1 << _IDENT_BITS) - 1
    known, rows = rows_where(~stray), rows_where(stray)
    result = stream.copy()
    for keys, wanted in ((place | ident, place | ident - 1 & mask), (place | ahead, place | ahead)):
        at = _latest(keys[known], known, wanted[rows], rows)
        found = at >= 0
        before = known[at]
        found &= (ident[rows] - ident[before] & mask) <= MOST_BEFORE
        result[rows[found]] = stream[before[found]]
    return result


def _latest(keys: Ints, at: Ints, wanted: Ints, before: Ints) -> Ints:
    """By wanted key, the index of the latest of these keys that stands before some place; -1 for none."""
    both = keys << _ORDER_BITS | at
    order = np.argsort(both)
    index = np.searchsorted(both[order], wanted << _ORDER_BITS | before) - 1
    found = index >= 0
    index = order[index]
    return np.where(found & (keys[index] == wanted), index, -1)
