"""Packets that look the same, put side by side."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import example, given, strategies as st

from ibpkt.analysis.compare.matching import FEW, align, unique_pairs

WINDOW = 100
PACKETS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 400)))
TIMES = st.lists(st.integers(0, 400), max_size=5).map(sorted)


def cost(pairs, first, second):
    apart = sum(abs(first[a] - second[b]) for a, b in pairs)
    return apart + WINDOW / 2 * (len(first) + len(second) - 2 * len(pairs))


def cheapest(first, second):
    """The least cost of all ways in order, by trying them all."""
    return min(
        cost(pairs, first, second)
        for count in range(min(len(first), len(second)) + 1)
        for some in itertools.combinations(range(len(first)), count)
        for others in itertools.combinations(range(len(second)), count)
        for pairs in [list(zip(some, others, strict=True))]
        if all(abs(first[a] - second[b]) <= WINDOW for a, b in pairs)
    )


def pairs_of(keys_a, times_a, keys_b, times_b):
    keys = [np.array(each, np.uint64) for each in (keys_a, keys_b)]
    times = [np.array(each, np.int64) for each in (times_a, times_b)]
    a, b = align(keys[0], times[0], keys[1], times[1], WINDOW)
    return sorted(zip(a.tolist(), b.tolist(), strict=True))


@given(TIMES, TIMES)
@example([0, 10], [10])  # the first was lost
@example([0, 60, 120], [60, 120, 180])  # all are late, or the first lost and the last a copy
@example([0, 0], [0])
def test_the_cheapest_way(first, second):
    found = pairs_of([7] * len(first), first, [7] * len(second), second)
    assert cost(found, first, second) == cheapest(first, second)
    assert all(abs(first[a] - second[b]) <= WINDOW for a, b in found)


@given(PACKETS, PACKETS)
def test_keys_do_not_mix(first, second):
    first, second = (sorted(each, key=lambda item: item[1]) for each in (first, second))
    found = pairs_of(*zip(*first, strict=True), *zip(*second, strict=True)) if first and second else []
    assert all(first[a][0] == second[b][0] for a, b in found)
    assert len({a for a, _ in found}) == len({b for _, b in found}) == len(found)
    for key in range(4):
        mine = [at for at, item in enumerate(first) if item[0] == key]
        others = [at for at, item in enumerate(second) if item[0] == key]
        times = [first[at][1] for at in mine], [second[at][1] for at in others]
        alone = pairs_of([0] * len(mine), times[0], [0] * len(others), times[1])
        assert [(mine[a], others[b]) for a, b in alone] == [pair for pair in found if first[pair[0]][0] == key]


def test_many_take_the_nearest():
    first = list(range(0, 100 * (FEW + 10), 100))
    second = [time + 3 for time in first if time != 500]
    found = pairs_of([1] * len(first), first, [1] * len(second), second)
    assert [first[a] for a, _ in found] == [time for time in first if time != 500]
    assert all(second[b] - first[a] == 3 for a, b in found)


def test_unique():
    a, b = unique_pairs(np.array([5, 3, 3, 9], np.uint64), np.array([9, 5, 5, 3], np.uint64))
    assert (a.tolist(), b.tolist()) == ([3], [0])
