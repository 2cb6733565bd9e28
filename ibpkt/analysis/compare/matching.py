"""Pairs packets of two taps that look the same.

Packets with equal keys are paired in their order, such that the sum of the time differences is least; a
packet that is left out costs half a window.  So no pair is further apart than the window, a packet that was sent
twice and arrived once is the one that took the usual time, and no clock has to be right: times are compared after the
usual difference between the two has been added.  Of several that look the same none is paired with one that came before
it was sent: that is the copy of an earlier one, and the packet was lost.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ibpkt.arrays import Array, Bools, Ints

#: up to so many packets with one key the best pairing is computed; among more, the nearest are paired
FEW = 24


class TransitLimits(NamedTuple):
    """How much later than usual packets of one tap may be at the other; negative for earlier.

    Attributes:
        least, most: nanoseconds, shape (n,) each.
    """

    least: Ints
    most: Ints

    def at(self, rows: Ints) -> TransitLimits:
        """Those of some of the packets."""
        return TransitLimits(self.least[rows], self.most[rows])

    def has(self, late: Array) -> Bools:
        """Which of some packets, so much later than usual, may be the same, shape (n,)."""
        inside: Bools = (self.least <= late) & (late <= self.most)
        return inside


def align(
    keys_a: Array, times_a: Array, keys_b: Array, times_b: Array, window: int, limits: TransitLimits | None = None
) -> tuple[Ints, Ints]:
    """Pairs of packets with equal keys.

    Args:
        keys_a: the keys of the packets of one tap, in the order of the capture, shape (n,).
        times_a: their times, in nanoseconds, as the other tap's clock would show them on average.
        keys_b: those of the other tap, shape (m,).
        times_b: likewise.
        window: nanoseconds between the packets of a pair, at most.
        limits: closer ones for packets of the first tap of which several have one key; None for none.

    Returns:
        The places in the first and in the second, each of shape (pairs,).
    """
    count = len(keys_a)
    if not count or not len(keys_b):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    if limits is None:
        limits = TransitLimits(np.full(count, -window), np.full(count, window))
    keys = np.concatenate((keys_a, keys_b))
    order = np.argsort(keys, kind="stable")  # of each key first those of one tap, then those of the other
    keys = keys[order]
    begins = np.flatnonzero(np.append(True, keys[1:] != keys[:-1]))
    sizes = np.diff(np.append(begins, len(keys)))
    n = np.add.reduceat((order < count).astype(np.int64), begins)
    m = sizes - n
    one = begins[(n == 1) & (m == 1)]
    a, b = order[one], order[one + 1] - count
    near = np.abs(times_b[b] - times_a[a]) <= window
    found_a, found_b = [a[near]], [b[near]]
    several = np.flatnonzero((n > 0) & (m > 0) & (sizes > 2))
    same = several[n[several] == m[several]]
    if len(same):
        group_of = np.repeat(np.arange(len(same)), n[same])
        inside = np.arange(len(group_of)) - np.repeat(np.cumsum(n[same]) - n[same], n[same])
        at = np.repeat(begins[same], n[same]) + inside
        a, b = order[at], order[at + np.repeat(n[same], n[same])] - count
        late = times_b[b] - times_a[a]
        good = np.bincount(group_of, np.abs(late), len(same)) <= window  # else two are left out, which costs as much
        good &= np.bincount(group_of, ~limits.at(a).has(late), len(same)) == 0
        found_a.append(a[good[group_of]])
        found_b.append(b[good[group_of]])
        several = np.concatenate((several[n[several] != m[several]], same[~good]))
    for group in several.tolist():
        begin, middle = begins[group], begins[group] + n[group]
        a, b = order[begin:middle], order[middle : middle + m[group]] - count
        many = max(len(a), len(b)) > FEW
        pairs = (_nearest if many else _best)(times_a[a], times_b[b], window, limits.at(a))
        found_a.append(a[pairs[0]])
        found_b.append(b[pairs[1]])
    return np.concatenate(found_a), np.concatenate(found_b)


def _best(times_a: Array, times_b: Array, window: int, limits: TransitLimits) -> tuple[Ints, Ints]:
    """The cheapest pairing of few packets."""
    first, second = times_a.tolist(), times_b.tolist()
    least, most = limits.least.tolist(), limits.most.tolist()
    skip = window / 2
    rows: list[list[float]] = [[skip * at for at in range(len(second) + 1)]]
    for at, time in enumerate(first):
        before = rows[-1]
        row = [skip * (at + 1)]
        for place, other in enumerate(second):
            cost = min(before[place + 1], row[place]) + skip
            if least[at] <= other - time <= most[at]:
                cost = min(cost, before[place] + abs(other - time))
            row.append(cost)
        rows.append(row)
    pairs: list[tuple[int, int]] = []
    i, j = len(first), len(second)
    while i and j:
        late = second[j - 1] - first[i - 1]
        if least[i - 1] <= late <= most[i - 1] and rows[i][j] == rows[i - 1][j - 1] + abs(late):
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif rows[i][j] == rows[i - 1][j] + skip:
            i -= 1
        else:
            j -= 1
    places = np.array(pairs[::-1], np.int64).reshape(-1, 2)
    return places[:, 0], places[:, 1]


def _nearest(times_a: Array, times_b: Array, window: int, limits: TransitLimits) -> tuple[Ints, Ints]:
    """Pairs of packets each of which is the nearest to the other."""
    order_a, order_b = np.argsort(times_a, kind="stable"), np.argsort(times_b, kind="stable")
    first, second = times_a[order_a], times_b[order_b]
    to_b, to_a = _closest(first, second), _closest(second, first)
    mutual = to_a[to_b] == np.arange(len(first))
    late = second[to_b] - first
    mutual &= (np.abs(late) <= window) & limits.at(order_a).has(late)
    return order_a[mutual], order_b[to_b[mutual]]


def _closest(times: Array, others: Array) -> Ints:
    above = np.minimum(np.searchsorted(others, times), len(others) - 1)
    below = np.maximum(above - 1, 0)
    nearest: Ints = np.where(np.abs(others[below] - times) <= np.abs(others[above] - times), below, above)
    return nearest


def unique_pairs(keys_a: Array, keys_b: Array) -> tuple[Ints, Ints]:
    """Pairs of packets whose key no other packet at either tap has."""
    single_a, single_b = _singles(keys_a), _singles(keys_b)
    _, at_a, at_b = np.intersect1d(keys_a[single_a], keys_b[single_b], assume_unique=True, return_indices=True)
    a, b = single_a[at_a], single_b[at_b]
    order = np.argsort(a)
    return a[order], b[order]


def without_rivals(keys: Array) -> Bools:
    """Which packets have a key that no other one of them has, shape (n,)."""
    _, at, counts = np.unique(keys, return_inverse=True, return_counts=True)
    alone: Bools = counts[at] == 1
    return alone


def _singles(keys: Array) -> Ints:
    _, first, counts = np.unique(keys, return_index=True, return_counts=True)
    singles: Ints = first[counts == 1]
    return singles
