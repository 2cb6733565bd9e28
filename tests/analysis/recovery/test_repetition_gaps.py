"""Gaps in repetitions: what is in them, and how they close."""

from __future__ import annotations

import pytest

from ibpkt.analysis.recovery.recovery_run import Cause, Recovery
from ibpkt.analysis.recovery.repetition_gaps import MAX_GAPS, RepetitionGaps, RunInGap
from ibpkt.analysis.recovery.run import Run, RunKind


def _run(first, end, time=0, frame=1):
    return Run(RunKind.REQUESTS, first, end, end - first, frame, frame, time, time, end, 0)


def _recovery(number=1):
    return Recovery(number, Cause.NAK, 4, 10, 4, 7, 0, 0, 1, 4, False, False, _run(4, 7))


def test_the_latest_gap_that_a_run_fits_into():
    gaps = RepetitionGaps()
    gaps.add(_recovery(1), 7, 12, _run(12, 14, time=100, frame=20))
    gaps.add(_recovery(2), 8, 10, _run(10, 14, time=200, frame=30))
    assert gaps.around(_run(8, 9, 250), 100).recovery.number == 2
    assert gaps.around(_run(8, 9, 250), 200).recovery.number == 2  # it fits into both
    assert gaps.around(_run(7, 9, 150), 100).recovery.number == 1
    assert gaps.around(_run(7, 9, 200), 100) is None  # too late
    assert gaps.around(_run(8, 9, 50), 100) is None  # before it
    assert gaps.around(_run(6, 8, 150), 100) is None
    assert gaps.around(_run(11, 13, 150), 100) is None


def test_what_comes_divides_a_gap():
    gaps = RepetitionGaps()
    gaps.add(_recovery(), 7, 12, _run(12, 14))
    gaps.remove(9, 10)
    assert [(gap.first, gap.end) for gap in map(gaps.around, (_run(7, 9), _run(10, 12)), (9, 9))] == [(7, 9), (10, 12)]
    assert gaps.around(_run(8, 11), 9) is None
    gaps.remove(0, 20)
    assert not gaps


def test_no_more_than_so_many():
    gaps = RepetitionGaps()
    for number in range(MAX_GAPS + 1):
        gaps.add(_recovery(), 10 * number, 10 * number + 2, _run(10 * number + 2, 10 * number + 3))
    assert len(gaps) == MAX_GAPS
    assert gaps.around(_run(0, 1), 9) is None
    assert gaps.around(_run(10, 11), 9) is not None


def test_as_numbers_and_back():
    gaps, restored = RepetitionGaps(), RepetitionGaps()
    gaps.add(_recovery(), 7, 12, _run(12, 14, 5, 6))
    restored.fill(gaps.rows(), None)
    assert restored.rows() == gaps.rows()
    assert restored.around(_run(8, 9, 6), 9) == gaps.around(_run(8, 9, 6), 9)


def test_gaps_of_one_recovery_have_it_in_common():
    """What is learnt of it by one of them, or by what goes on, is known to all."""
    gaps, restored, latest = RepetitionGaps(), RepetitionGaps(), _recovery(3)
    for number, first in ((1, 7), (2, 17), (2, 27), (3, 37)):
        gaps.add(_recovery(number), first, first + 2, _run(first + 2, first + 3))
    restored.fill(gaps.rows(), latest)
    one, two, same, last = (gap.recovery for gap in restored.open)
    assert two is same
    assert last is latest
    assert one.number == 1


@pytest.mark.parametrize(
    ("end", "late", "fits"),
    [
        pytest.param(11, -1, True, id="inside"),
        pytest.param(12, -1, True, id="up to its end"),
        pytest.param(13, -1, False, id="beyond it"),
        pytest.param(11, 0, False, id="sent behind what came before, as Identifications show"),
        pytest.param(11, 1, False, id="sent before that"),
    ],
)
def test_a_run_in_a_gap_that_goes_on(end, late, fits):
    gaps = RepetitionGaps()
    gaps.add(_recovery(), 7, 12, _run(12, 14))
    longer = RunInGap(_run(8, 10), gaps.open[0]).extended(_run(10, end, 5, 9).replace(late=late))
    assert (longer is not None) is fits
    if longer is not None:
        assert (longer.run.first, longer.run.end, longer.run.packets, longer.run.last_frame) == (8, end, end - 8, 9)


@pytest.mark.parametrize(("place", "rest"), [(-1, -1), (0, 3), (7, 10)])
def test_a_run_that_is_divided(place, rest):
    """A READ is one packet, which is not divided."""
    below, above = _run(4, 10, frame=20).replace(place=place, sent=2).divided(7)
    assert (below.first, below.end, below.packets, below.place) == (4, 7, 3, place)
    assert (above.first, above.end, above.packets, above.place, above.sent) == (7, 10, 3, rest, 7)
    assert above.continues
    assert len(_run(4, 10).replace(packets=1).divided(7)) == 1
