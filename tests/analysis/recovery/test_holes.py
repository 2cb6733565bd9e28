"""Holes: what a run puts into them, and what is left of them."""

from __future__ import annotations

from ibpkt.analysis.recovery.holes import Hole, Holes
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
