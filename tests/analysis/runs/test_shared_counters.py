"""Which pairs of addresses share a counter of identifications, and where strays belong."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ibpkt.analysis.runs.shared_counters import ENOUGH, MOST_BEFORE, SharedCounters, streams_of_strays


def ints(*values):
    return np.array(values, np.int64)


def test_a_pair_with_a_single_stream_asks_nothing():
    shared = SharedCounters()
    several, by_then, turned, sole = shared.add(ints(7, 7, 9), ints(1, 1, 2))
    assert not several.any()
    assert not by_then.any()
    assert not len(turned)
    assert not len(sole)
    several, by_then, turned, sole = shared.add(ints(7, 9, 7), ints(1, 2, 3))
    assert several.tolist() == [True, False, True]
    assert by_then.tolist() == [False, False, True]
    assert (turned.tolist(), sole.tolist()) == ([7], [1])
    several, by_then, turned, _ = shared.add(ints(7), ints(1))
    assert several.tolist() == by_then.tolist() == [True]
    assert not len(turned)


@pytest.mark.parametrize(("good", "bad", "apart"), [(1, 0, True), (3, 1, False), (4, 1, True), (0, 0, False)])
def test_more_than_three_of_four_show_it(good, bad, apart):
    shared = SharedCounters()
    shared.add(ints(7, 7), ints(1, 2))
    step, own = [1] * bad + [900] * good + [1], [5] * bad + [1] * good + [1]
    assert shared.apart(ints(*[7] * len(step)), ints(*step), ints(*own)).tolist()[-1] is apart


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_what_comes_later_changes_nothing(size):
    shared = SharedCounters()
    shared.add(ints(7, 7), ints(1, 2))
    step, own = ints(*[900] * ENOUGH, *[1] * 900), ints(*[1] * ENOUGH, *[5] * 900)
    for low in range(0, len(step), size):
        part = slice(low, low + size)
        assert shared.apart(np.full(len(step[part]), 7), step[part], own[part]).all()


def test_pairs_are_forgotten():
    shared = SharedCounters()
    shared.add(ints(7, 7, 9), ints(1, 2, 3))
    shared.keep(ints(9))
    assert shared.keys.tolist() == [9]
    several, *_ = shared.add(ints(7, 9), ints(1, 3))
    assert not several.any()


@pytest.mark.parametrize(
    ("psn", "stream"),
    # both streams have the identification before it: the one whose PSNs are as far behind, else the nearest packet
    [(102, 5), (802, 6), (4000, 6)],
)
def test_a_stray_goes_on_with_a_stream(psn, stream):
    some = np.zeros(5, np.bool_)
    some[4] = True
    streams = streams_of_strays(ints(7, 7, 7, 7, 7), ints(5, 6, 5, 6, 99), ints(1, 1, 2, 2, 3),
                                ints(100, 800, 101, 801, psn), some)  # fmt: skip
    assert streams.tolist() == [5, 6, 5, 6, stream]


def test_a_stray_that_goes_on_with_nothing_stays_one():
    pairs, streams, some = ints(7, 8, 7), ints(5, 6, 99), np.array([False, False, True])
    for ident in (1 + MOST_BEFORE + 1, 0):
        assert streams_of_strays(pairs, streams, ints(1, ident - 1, ident), ints(1, 1, ident), some)[2] == 99
    assert streams_of_strays(pairs, streams, ints(1, 1, 2), ints(1, 1, 9), np.zeros(3, np.bool_)).tolist() == [5, 6, 99]


def fitting_stream(packets, row):
    """The stream whose identifications are as far ahead of its PSNs as a stray's, else that of the packet before it."""
    pair, found, ident, psn, _stray = packets[row]
    for fits in (
        lambda other: (ident - other[2]) % 0x10000 == 1,
        lambda other: (other[2] - other[3]) % 0x10000 == (ident - psn) % 0x10000,
    ):
        before = [each for each in packets[:row] if not each[4] and each[0] == pair and fits(each)]
        if before and (ident - before[-1][2]) % 0x10000 <= MOST_BEFORE:
            found = before[-1][1]
    return found


@given(
    st.lists(
        st.tuples(st.integers(7, 8), st.integers(0, 2), st.integers(0, 3), st.booleans()), min_size=2, max_size=40
    ),
    st.sampled_from([0, 1, 0xFFFD]),
    st.lists(st.integers(0, 5), min_size=3, max_size=3),
)
def test_each_stray_goes_on_with_the_stream_that_fits_it(sent, start, ahead):
    """Streams whose identifications are nearly as far ahead of their PSNs as those of others, and begin again at 0."""
    packets, counters = [], {}
    for pair, stream, step, stray in sent:
        count = counters[pair] = counters.get(pair, start) + step
        packets.append(
            (pair, 99 if stray else 10 * pair + stream, count % 0x10000, (1 << 20) + count - ahead[stream], stray)
        )
    pair, stream, ident, psn, stray = (np.array(column) for column in zip(*packets, strict=True))
    found = streams_of_strays(pair, stream, ident, psn, stray).tolist()
    expected = [fitting_stream(packets, row) if each[4] else each[1] for row, each in enumerate(packets)]
    assert found == expected
