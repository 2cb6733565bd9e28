"""NAKs that the requester has not answered yet."""

from __future__ import annotations

import pytest

from ibpkt.analysis.recovery.flow_end import rnr_wait
from ibpkt.analysis.recovery.open_naks import MAX_NAKS, OpenNaks
from ibpkt.analysis.recovery.run import Run, RunKind

RNR = 0x2C


def nak(psn, frame=1, time=0, kind=RunKind.NAK_SEQUENCE):
    code = RNR if kind is RunKind.NAK_RNR else 0x60
    return Run(kind, psn, psn + 1, 1, frame, frame, time, time, 0, 0, code=code)


def repetition(first, end, time):
    return Run(RunKind.REQUESTS, first, end, end - first, 9, 9, time, time, end, 0)


def naks(*some):
    found = OpenNaks()
    for one in some:
        found.add(one)
    return found


def test_a_repetition_answers_the_nak_of_its_psn():
    some = naks(nak(4), nak(7, 2))
    assert some.at(4).first == 4
    assert some.at(5) is None
    assert some.at(5, missing=1).first == 4
    assert some.at(3) is None


def test_with_a_nak_all_before_it_are_answered():
    some = naks(nak(4), nak(7, 2), nak(9, 3))
    some.close(nak(7, 2))
    assert [each.first for each in some.open] == [9]


def test_behind_an_rnr_nak_the_same_psn_is_asked_for_once_more():
    some = naks(nak(4, kind=RunKind.NAK_RNR), nak(4, 2))
    (row,) = some.open
    assert row.kind is RunKind.NAK_RNR
    assert some.was_followed(row)


def test_a_later_nak_of_a_psn_takes_the_place_of_the_earlier_one():
    assert [each.frame for each in naks(nak(4), nak(4, 2)).open] == [2]


@pytest.mark.parametrize(("early", "left"), [(1, 1), (0, 0)])
def test_an_rnr_nak_is_answered_when_its_delay_is_over(early, left):
    waiting = nak(4, kind=RunKind.NAK_RNR)
    some = naks(waiting)
    some.close_repeated(repetition(3, 6, rnr_wait(waiting) - early))
    assert len(some.open) == left


def test_a_repetition_of_others_answers_no_rnr_nak():
    some = naks(nak(4, kind=RunKind.NAK_RNR))
    some.close_repeated(repetition(5, 9, 10**9))
    some.close_repeated(repetition(1, 4, 10**9))
    assert len(some.open) == 1


def test_a_nak_gets_too_old_and_an_rnr_nak_does_not():
    some = naks(nak(4, time=100), nak(7, 2, 100, RunKind.NAK_RNR))
    some.forget(149, 50)
    assert len(some.open) == 2
    some.forget(150, 50)
    assert [each.first for each in some.open] == [7]


def test_a_nak_does_not_get_old_while_the_requester_is_busy():
    some = naks(nak(4, time=100))
    some.sent(repetition(7, 9, 140), goes_on=True)
    some.forget(189, 50)
    assert len(some.open) == 1
    some.forget(190, 50)
    assert not some.open


@pytest.mark.parametrize(("goes_on", "left"), [(True, 1), (False, 0)])
def test_a_pause_in_the_middle_shows_how_long_it_may_take(goes_on, left):
    some = naks(nak(4, time=100))
    some.sent(repetition(7, 9, 110), goes_on=True)
    some.sent(repetition(9, 12, 180), goes_on=goes_on)
    some.forget(249, 50)
    assert len(some.open) == left
    some.forget(250, 50)
    assert not some.open
    assert some.pause == 0


def test_which_nak_was_answered_last():
    some = naks(nak(4), nak(7, 2), nak(9, 3, kind=RunKind.NAK_RNR))
    assert some.answered == -1
    some.close(nak(7, 2))
    some.close(nak(9, 3, kind=RunKind.NAK_RNR))
    assert some.answered == 7


def test_which_naks_are_found():
    some = naks(nak(4), nak(7, 2, kind=RunKind.NAK_RNR))
    assert some.within(3, 5).first == 4
    assert some.within(5, 9) is None
    assert some.rnr_behind(6).first == 7
    assert some.rnr_behind(7) is None


def test_of_too_many_the_oldest_is_dropped():
    some = naks(*(nak(psn, psn) for psn in range(1, MAX_NAKS + 3)))
    assert len(some.open) == MAX_NAKS
    assert some.open[0].first == 3
    assert some.given_up == 2


def test_what_the_last_nak_asks_for_is_known_when_it_is_forgotten():
    some = naks(nak(4, time=30), nak(4, 2, time=40, kind=RunKind.NAK_RNR))
    some.forget(90, 40)
    other = OpenNaks()
    other.restore(some.state())
    assert (other.asked, other.asked_time) == (4, 30)
