"""Holes, whatever comes of them, set against a set of PSNs; and limits on how many are kept."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from ibpkt.analysis.recovery.holes import MAX_HOLES, Filling, Hole, Holes, MissingPackets
from ibpkt.analysis.recovery.run import Run, RunKind


def run(first, end, *, frame=1, time=0, **values):
    values = {"packets": end - first, "sent": end, "acked": 0, **values}
    return Run(RunKind.REQUESTS, first, end, frame=frame, last_frame=frame, time=time, last_time=time, **values)


STEPS = st.lists(
    st.tuples(st.sampled_from(("hole", "come", "come", "ack")), st.integers(0, 60), st.integers(1, 9)), max_size=14
)


@settings(max_examples=100)
@given(STEPS)
def test_as_a_set_of_psns(steps):
    """What is open, what was acknowledged and when, and how many packets of each hole are open in all of its parts."""
    holes, sent, acked, time = Holes(), 0, 0, 100
    of, acked_time = {}, {}  # by PSN that is open: the run behind its hole; when it was acknowledged
    for what, value, count in steps:
        time += 1
        if what == "hole":
            behind = run(sent + count, sent + count + 2, frame=time, time=time)
            holes.add(Hole.before(behind, sent))
            of |= dict.fromkeys(range(sent, sent + count), time)
            sent = behind.end
        elif what == "come":
            came = run(value, value + count)
            inside = {psn for psn in of if value <= psn < value + count}
            fillings = holes.fillings(came)
            assert [psn for each in fillings for psn in range(each.first, each.end)] == sorted(inside)
            assert sum(each.packets for each in fillings) == len(inside)
            holes.remove(value, value + count)
            of = {psn: frame for psn, frame in of.items() if psn not in inside}
        elif acked < value <= sent:
            acked = value
            holes.acknowledge(acked, time)
            acked_time |= {psn: time for psn in of if psn < acked and psn not in acked_time}
        found = [psn for hole in holes for psn in range(hole.first, hole.end)]
        assert found == sorted(of)
        for hole in holes:
            inside = range(hole.first, hole.end)
            assert {of[psn] for psn in inside} == {hole.behind.frame}
            assert {acked_time.get(psn, 0) for psn in inside} == {hole.acked_time}
            assert hole.missing.open == sum(frame == hole.behind.frame for frame in of.values())
        for psn in range(-1, sent + 1):
            at = holes.at(psn)
            assert (at is not None) == (psn in of)
            assert at is None or at.first <= psn < at.end
        assert holes.has_arrived == any(psn < acked for psn in of)
        again = Holes()
        again.fill(holes.rows())
        assert again.rows() == holes.rows()
        assert len({id(hole.missing) for hole in again}) == len({hole.behind.frame for hole in again})


@settings(max_examples=60)
@given(STEPS, st.integers(0, 60), st.integers(1, 5))
def test_what_is_open_around_a_run(steps, first, count):
    """All PSNs that touch it and have not come, however answers have divided their holes."""
    holes, sent, wanted = Holes(), 0, run(first, first + count)
    for what, value, size in steps:
        if what == "hole":
            holes.add(Hole.before(run(sent + size, sent + size + 1), sent))
            sent += size + 1
        elif what == "ack":
            holes.acknowledge(min(value, sent), 7)
    open_psns = {psn for hole in holes for psn in range(hole.first, hole.end)}
    low, high = first, first + count
    inside = any(low <= psn < high for psn in open_psns)
    while low - 1 in open_psns:
        low -= 1
    while high in open_psns:
        high += 1
    if inside or not open_psns:
        assert holes.open_around(wanted) == (low, high)


def test_the_oldest_of_too_many_go():
    holes = Holes()
    for at in range(MAX_HOLES):
        holes.add(Hole.before(run(10 * at + 5, 10 * at + 6), 10 * at))
    assert (len(holes), holes.given_up, holes.open[0].first) == (MAX_HOLES, 0, 0)
    holes.remove(12, 13)  # it divides one
    assert (len(holes), holes.given_up, holes.open[0].first) == (MAX_HOLES, 1, 10)
    holes.acknowledge(23, 1)  # so does this
    assert (len(holes), holes.given_up, holes.open[0].first) == (MAX_HOLES, 2, 13)


@pytest.mark.parametrize(
    ("time", "limit", "arrived", "older"),
    [(29, 10, [], []), (30, 10, [0], []), (40, 10, [0], [0]), (45, 10, [0], [0, 8]), (45, 11, [0], [0])],
)
def test_holes_that_nothing_fills_any_more(time, limit, arrived, older):
    """Once they were acknowledged so long ago, or are so old."""
    for take, expected in (("take_arrived", arrived), ("take_older", older)):
        holes = Holes()
        holes.add(Hole.before(run(5, 8, time=30), 0))
        holes.add(Hole.before(run(10, 11, time=35), 8))
        holes.acknowledge(6, 20)
        assert [hole.first for hole in getattr(holes, take)(time, limit)] == expected
        assert [hole.first for hole in holes] == [first for first in (0, 8) if first not in expected]


@pytest.mark.parametrize(("skipped", "lost", "left"), [(-1, 3, -1), (0, 0, 0), (2, 2, 0), (3, 3, 0), (5, 3, 2)])
def test_as_many_are_lost_as_were_skipped(skipped, lost, left):
    missing = MissingPackets(9, skipped)
    assert (missing.take_lost(3), missing.skipped) == (lost, left)


@pytest.mark.parametrize(("count", "skipped", "left"), [(4, 6, 4), (4, 3, 3), (0, 3, 0), (-2, 3, 0), (4, -1, -1)])
def test_no_more_are_skipped_than_are_open(count, skipped, left):
    missing = MissingPackets(count, skipped)
    missing.fill()
    assert missing.skipped == left


@pytest.mark.parametrize(
    ("skipped", "number", "behind", "packets", "originals"),
    [
        (-1, -1, -1, 3, 3),  # nothing tells
        (0, -1, -1, 3, 3),  # none of the ten was skipped
        (9, -1, -1, 3, 1),
        (10, -1, -1, 3, 0),
        (7, -1, -1, 3, 3),
        (8, -1, -1, 3, 2),
        (9, 2, 5, 3, 3),  # the order of sending tells, of each of them
        (9, 3, 5, 3, 2),
        (9, 4, 5, 3, 1),
        (0, 5, 5, 3, 0),
        (0, 6, 5, 3, 0),
        (9, 0, 0, 3, 0),
        (9, 0, 1, 3, 1),
        (9, 0, 3, 3, 3),
        (9, -1, 5, 3, 1),
        (9, 4, -1, 3, 1),
        (0, -1, -1, 1, 1),  # a READ is an original or none
        (1, -1, -1, 1, 0),
        (-1, -1, -1, 1, 1),
    ],
)
def test_how_many_are_originals(skipped, number, behind, packets, originals):
    hole = Hole(0, 10, run(10, 11, number=behind), MissingPackets(10, skipped))
    filling = Filling(hole, run(2, 5, packets=packets, number=number))
    assert filling.packets == packets
    assert filling.originals() == originals
