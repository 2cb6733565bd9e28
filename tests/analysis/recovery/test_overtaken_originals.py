"""Originals that their repetition has overtaken, set against a set of PSNs that are still to come."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from ibpkt.analysis.recovery.holes import Filling, Hole
from ibpkt.analysis.recovery.overtaken_originals import AwaitedOriginals
from ibpkt.analysis.recovery.run import Run, RunKind

BEHIND = Run(RunKind.REQUESTS, 90, 91, 1, 70, 70, 0, 0, 91, 0)
SECOND = 1_000_000_000  # nanoseconds that an original may be late


def repetition(first, end, *, packets=None, time=0, frame=80):
    packets = end - first if packets is None else packets
    return Run(RunKind.REQUESTS, first, end, packets, frame, frame, time, time, 91, 0)


def awaited(*runs, packets=None):
    """Originals of all that these runs repeat, or of their last packets."""
    found = AwaitedOriginals()
    for run in runs:
        found.add(Filling(Hole.before(BEHIND, 0), run), run.packets if packets is None else packets)
    return found


@settings(max_examples=60)
@given(
    st.lists(st.integers(0, 4), min_size=1, max_size=4),
    st.lists(st.tuples(st.integers(0, 20), st.integers(1, 6)), max_size=6),
)
def test_packets_come_in_any_order(sizes, came):
    """Each PSN that is awaited comes once; what comes again, or was not awaited, counts for nothing."""
    runs, at = [], 1
    for size in sizes:
        runs += [repetition(at, at + size)] if size else []
        at += size + 1
    found, open_psns = awaited(*runs), {psn for run in runs for psn in range(run.first, run.end)}
    for first, count in came:
        inside = open_psns & set(range(first, first + count))
        assert found.take(first, first + count) == len(inside)
        open_psns -= inside
        assert sorted(psn for each in found.open for psn in range(each.first, each.end)) == sorted(open_psns)
        assert sum(each.packets for each in found.open) == len(open_psns)
        assert len(found) == len(found.open)


@pytest.mark.parametrize(("first", "end"), [(10, 18), (10, 11), (17, 19), (0, 11)])
def test_a_read_comes_as_a_whole(first, end):
    found = awaited(repetition(10, 18, packets=1))
    assert found.take(5, 10) == found.take(18, 20) == 0
    assert found.take(first, end) == 1
    assert not found.open


@pytest.mark.parametrize(("packets", "first"), [(1, 7), (3, 5), (4, 4)])
def test_where_some_originals_have_come_the_last_are_to_come(packets, first):
    (one,) = awaited(repetition(4, 8), packets=packets).open
    assert (one.first, one.end, one.packets, one.hole_frame) == (first, 8, packets, BEHIND.frame)
    (one,) = awaited(repetition(4, 8, packets=1)).open
    assert (one.first, one.end, one.packets) == (4, 8, 1)


@pytest.mark.parametrize(("now", "late"), [(SECOND - 1, []), (SECOND, [1]), (SECOND + 9, [1]), (SECOND + 10, [1, 3])])
def test_after_a_second_an_original_does_not_come_any_more(now, late):
    found = awaited(repetition(1, 2), repetition(3, 4, time=10))
    assert [each.first for each in found.expire(now, final=False)] == late
    assert [each.first for each in found.open] == [first for first in (1, 3) if first not in late]


def test_behind_the_end_nothing_comes_any_more():
    found = awaited(repetition(1, 2), repetition(3, 4))
    assert [each.first for each in found.expire(5, final=True)] == [1, 3]
    assert found.expire(5, final=True) == found.expire(SECOND, final=False) == []


@pytest.mark.parametrize("more", [0, 1, 2])
def test_the_oldest_of_too_many_do_not_count(more):
    found = awaited(*(repetition(psn, psn + 1, frame=80 + psn) for psn in range(64 + more)))
    assert [each.first for each in found.expire(1, final=False)] == list(range(more))
    assert len(found) == 64


def test_from_a_state():
    found = awaited(repetition(3, 5, time=8), repetition(10, 18, packets=1))
    again = AwaitedOriginals()
    again.fill(found.rows())
    assert again.open == found.open
    assert len(again) == 2
