"""Holes: what a run puts into them, and what is left of them."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from ibpkt.analysis.recovery import holes as module
from ibpkt.analysis.recovery.holes import MAX_HOLES, ContinuedResponses, Filling, Hole, Holes, MissingPackets
from ibpkt.analysis.recovery.run import Run, RunKind


def requests(first, end, packets=None, skipped=-1, time=0):
    packets = end - first if packets is None else packets
    return Run(RunKind.REQUESTS, first, end, packets, 1, 1, time, time, 0, 0, skipped=skipped)


def a_hole(first, end, skipped=-1, time=0):
    """The holes of a half in which the run behind one begins at its end."""
    holes = Holes()
    holes.add(Hole.before(requests(end, end + 1, skipped=skipped, time=time), first))
    return holes


def ranges(holes):
    return [(hole.first, hole.end) for hole in holes]


def parts(holes, run):
    return [(part.first, part.end, part.packets) for part in holes.fillings(run)]


def test_what_a_run_puts_into_a_hole():
    holes = a_hole(4, 8)
    assert parts(holes, requests(3, 6)) == [(4, 6, 2)]
    assert parts(holes, requests(6, 12)) == [(6, 8, 2)]
    assert parts(holes, requests(4, 8, packets=1)) == [(4, 8, 1)]


def test_what_only_touches_a_hole_fills_nothing():
    holes = a_hole(4, 8)
    assert parts(holes, requests(2, 4)) == parts(holes, requests(8, 9)) == []
    holes.add(Hole.before(requests(12, 13), 10))
    assert parts(holes, requests(8, 10)) == []


def test_what_is_left_of_a_hole():
    holes = a_hole(4, 8)
    holes.remove(5, 6)
    assert ranges(holes) == [(4, 5), (6, 8)]
    holes.remove(0, 5)
    assert ranges(holes) == [(6, 8)]
    holes.remove(6, 9)
    assert ranges(holes) == []


def test_an_answer_divides_a_hole():
    holes = a_hole(4, 8)
    holes.acknowledge(6, 100)
    assert [(hole.first, hole.end, hole.acked_time) for hole in holes] == [(4, 6, 100), (6, 8, 0)]
    assert [(hole.first, hole.end) for hole in holes.take_arrived(150, 50)] == [(4, 6)]
    assert ranges(holes) == [(6, 8)]


def test_an_answer_below_a_hole_says_nothing_of_it():
    holes = a_hole(4, 8)
    holes.acknowledge(4, 100)
    assert not holes.take_arrived(10**9, 0)


def test_what_was_skipped_are_no_originals():
    """Of four packets one was never in the capture: of the first two that come late, both may be originals."""
    holes = a_hole(4, 8, skipped=1)
    (part,) = holes.fillings(requests(4, 6))
    assert part.originals() == 2
    holes.remove(4, 6)
    (part,) = holes.fillings(requests(6, 8))
    assert part.originals() == 1


def test_as_many_are_lost_as_identifications_allow():
    (hole,) = a_hole(4, 8, skipped=3)
    assert [hole.missing.take_lost(2), hole.missing.take_lost(2), hole.missing.take_lost(2)] == [2, 1, 0]
    (hole,) = a_hole(4, 8)
    assert [hole.missing.take_lost(2), hole.missing.take_lost(9)] == [2, 9]


def test_old_holes():
    holes = a_hole(4, 8, time=1000)
    assert not holes.take_older(1999, 1000)
    assert [(hole.first, hole.end) for hole in holes.take_older(2000, 1000)] == [(4, 8)]
    assert not len(holes)


def sent(first, end, number, packets=None):
    run = requests(first, end, packets)
    run.number = number
    return run


@pytest.mark.parametrize(
    ("behind", "run", "originals"),
    [(7, 4, 2), (7, 5, 2), (7, 6, 1), (7, 7, 0), (7, 8, 0), (0, 0, 0), (1, 0, 1), (-1, 6, 2), (7, -1, 2), (-1, -1, 2)],
)
def test_originals_were_sent_before_what_is_behind_the_hole(behind, run, originals):
    """Where the order of sending is known of both."""
    hole = Hole.before(sent(8, 9, behind), 4)
    assert Filling(hole, sent(4, 6, run)).originals() == originals


@pytest.mark.parametrize(
    ("skipped", "left", "packets", "originals"),
    [(-1, 4, 2, 2), (0, 4, 2, 2), (2, 4, 2, 2), (3, 4, 2, 1), (4, 4, 2, 0), (5, 4, 2, 0), (0, 4, 1, 1), (1, 4, 1, 0)],
)
def test_originals_as_identifications_allow(skipped, left, packets, originals):
    """No more than the packets of the hole less those that are not in the capture; a READ is one, or none."""
    hole = Hole(4, 8, requests(8, 9), MissingPackets(left, skipped))
    assert Filling(hole, requests(4, 6, packets)).originals() == originals


def test_what_is_left_when_originals_have_come():
    for left, skipped, after in ((4, 2, 2), (1, 2, 1), (0, 2, 0), (-3, 2, 0), (4, -1, -1)):
        missing = MissingPackets(left, skipped)
        missing.fill()
        assert missing.skipped == after


@pytest.mark.parametrize(("skipped", "known"), [(-1, -1), (0, 0), (3, 3), (9, 4)])
def test_no_more_is_skipped_than_the_hole_has(skipped, known):
    assert Hole.before(requests(8, 9, skipped=skipped), 4).missing == MissingPackets(4, known)


@given(
    st.lists(st.tuples(st.integers(1, 4), st.integers(1, 3)), min_size=1, max_size=5),
    st.lists(st.tuples(st.integers(0, 40), st.integers(1, 9)), max_size=5),
)
def test_what_comes_of_several_holes(gaps, ranges_that_come):
    """Against the set of PSNs that are missing."""
    holes, place, missing = Holes(), 0, set()
    for size, apart in gaps:
        holes.add(Hole.before(requests(place + size, place + size + apart), place))
        missing |= set(range(place, place + size))
        place += size + apart
    for first, size in ranges_that_come:
        run = requests(first, first + size)
        inside = missing & set(range(first, first + size))
        assert {psn for part in holes.fillings(run) for psn in range(part.first, part.end)} == inside
        assert sum(part.packets for part in holes.fillings(run)) == len(inside)
        for psn in range(first - 1, first + size + 1):
            assert (holes.at(psn) is not None) is (psn in missing)
        holes.remove(first, first + size)
        missing -= inside
        left = [psn for hole in holes for psn in range(hole.first, hole.end)]
        assert left == sorted(missing)
        assert all(hole.first < hole.end for hole in holes)
        assert sum({id(hole.missing): hole.missing.open for hole in holes}.values()) == len(missing)


def test_the_open_psns_around_a_run():
    holes = a_hole(4, 8)
    holes.add(Hole.before(requests(14, 15), 10))
    around = {(8, 9): (4, 9), (8, 10): (4, 14), (9, 10): (9, 14), (2, 4): (2, 8), (2, 3): (2, 3), (14, 20): (10, 20)}
    for ends, expected in {**around, (6, 7): (4, 8)}.items():
        assert holes.open_around(requests(*ends)) == expected
    holes.acknowledge(6, 100)
    assert holes.open_around(requests(8, 9)) == (4, 9)
    assert holes.open_around(requests(5, 6)) == (4, 8)


def test_answers_to_several_holes():
    """The time at which the first answer proved it stays."""
    holes = a_hole(4, 8)
    holes.add(Hole.before(requests(14, 15), 10))
    holes.acknowledge(5, 100)
    assert holes.has_arrived
    holes.acknowledge(12, 200)
    assert [(hole.first, hole.end, hole.acked_time) for hole in holes] == [
        (4, 5, 100), (5, 8, 200), (10, 12, 200), (12, 14, 0)
    ]  # fmt: skip
    holes.acknowledge(12, 300)
    assert [hole.acked_time for hole in holes] == [100, 200, 200, 0]
    assert ranges(holes.take_arrived(299, 100)) == [(4, 5)]
    assert ranges(holes.take_arrived(300, 100)) == [(5, 8), (10, 12)]
    assert (ranges(holes), holes.has_arrived) == ([(12, 14)], False)


def test_holes_are_bounded(monkeypatch):
    monkeypatch.setattr(module, "MAX_HOLES", 2)
    holes = Holes()
    for first in (4, 14, 24):
        holes.add(Hole.before(requests(first + 4, first + 5), first))
    assert (ranges(holes), holes.given_up) == ([(14, 18), (24, 28)], 1)
    holes.remove(15, 16)
    assert (ranges(holes), holes.given_up) == ([(16, 18), (24, 28)], 2)


def test_holes_of_a_state():
    """Parts of one hole count together as before."""
    holes = a_hole(4, 8, skipped=2)
    holes.add(Hole.before(Run(RunKind.REQUESTS, 14, 15, 1, 9, 9, 0, 0, 0, 0), 10))
    holes.acknowledge(6, 100)
    other = Holes()
    other.fill(holes.rows())
    assert other.rows() == holes.rows()
    first, second, third = other
    assert first.missing is second.missing is not third.missing
    other.remove(4, 5)
    assert (first.missing.open, third.missing.open) == (3, 4)


def test_responses_to_reads_that_the_tap_has_not_seen():
    """Those that go on with others have no request of their own (IBA 1, 9.4.4)."""
    continued = ContinuedResponses()
    assert continued.requests(0, 10) == 10
    for first, end in ((3, 5), (5, 7), (9, 10)):
        continued.add(first, end)
    assert continued.ranges == [(3, 7), (9, 10)]
    spans = ((0, 10), (4, 6), (7, 9), (6, 8), (0, 3), (10, 12), (6, 10))
    assert [continued.requests(*span) for span in spans] == [5, 0, 2, 1, 3, 2, 2]


def test_the_latest_of_many_such_responses_are_kept():
    continued = ContinuedResponses()
    for psn in range(0, 400, 2):
        continued.add(psn, psn + 1)
    assert len(continued.ranges) == MAX_HOLES
    assert continued.requests(0, 400) == 400 - MAX_HOLES
    assert continued.requests(398, 400) == 1
