"""The repetition that a requester is in: whether it goes back, and what it leaves behind."""

from __future__ import annotations

import pytest

from ibpkt.analysis.recovery.recovery_run import Cause
from ibpkt.analysis.recovery.repetition_reason import Reason
from ibpkt.analysis.recovery.repetition_under_way import RepetitionUnderWay
from ibpkt.analysis.recovery.run import Run, RunKind


def requests(first, end, time=0, **fields):
    return Run(RunKind.REQUESTS, first, end, end - first, 1, 1, time, time, end, 0).replace(**fields)


def begun(cause, run, psn=4):
    repetition = RepetitionUnderWay()
    repetition.begin(run, Reason(cause, psn), before_answers=False, sent=9)
    return repetition


def test_recoveries_are_counted():
    repetition = begun(Cause.NAK, requests(4, 5))
    assert repetition.recovery.number == 1
    assert not repetition.recovery.or_timeout
    reason = Reason(None, 6, waited=-1, or_timeout=True)
    second = repetition.begin(requests(6, 7), reason, before_answers=True, sent=8)
    assert (second.number, second.cause, second.waited, second.sent) == (2, Cause.UNKNOWN, 0, 8)
    assert second.before_answers
    assert second.or_timeout
    assert repetition.recovery is second


@pytest.mark.parametrize(
    ("cause", "run", "has_more", "goes_back"),
    [
        pytest.param(Cause.NAK, requests(4, 6), True, True, id="what came behind the missing one, too"),
        pytest.param(Cause.NAK, requests(4, 5), True, False, id="only the one that the NAK names"),
        pytest.param(Cause.NAK, requests(4, 8), False, False, id="nothing but what was missing"),
        pytest.param(Cause.TIMEOUT, requests(4, 8), True, False, id="the timer makes every requester go back"),
        pytest.param(Cause.RNR_NAK, requests(4, 8), True, False, id="so does an RNR NAK"),
    ],
)
def test_go_back_n_shows_behind_a_nak(cause, run, has_more, goes_back):
    repetition = begun(cause, run)
    repetition.extend(repetition.recovery, run, has_more=has_more)
    assert repetition.goes_back is goes_back
    assert repetition.recovery.next == run.end
    assert repetition.recovery.packets == run.packets


@pytest.mark.parametrize(
    ("cause", "goes_back", "number", "end", "leaves"),
    [
        pytest.param(Cause.TIMEOUT, False, -1, 8, True, id="the timer goes back to the oldest one"),
        pytest.param(Cause.NAK, True, -1, 8, True, id="a requester that is known to go back"),
        pytest.param(Cause.NAK, False, -1, 8, False, id="it may send again what is missing alone"),
        pytest.param(Cause.TIMEOUT, False, 100, 8, False, id="Identifications say what was sent"),
        pytest.param(Cause.TIMEOUT, False, -1, 6, False, id="nothing lies between"),
    ],
)
def test_what_a_repetition_has_gone_past_is_a_gap(cause, goes_back, number, end, leaves):
    repetition = begun(cause, requests(4, 6))
    repetition.goes_back = goes_back
    repetition.leave_gap(repetition.recovery, 6, end, requests(end, end + 1, 10, number=number))
    assert bool(repetition.gaps) is leaves
    assert (repetition.gap_around(requests(6, 7, 12), 5) is not None) is leaves


def test_what_comes_again_is_no_gap_any_more():
    repetition = begun(Cause.TIMEOUT, requests(4, 6))
    repetition.leave_gap(repetition.recovery, 6, 8, requests(8, 9, 10))
    repetition.extend(repetition.recovery, requests(6, 8, 12), has_more=True)
    assert not repetition.gaps


@pytest.mark.parametrize(
    ("answered", "is_late"),
    [
        pytest.param(19, True, id="the last answer came before the recovery"),
        pytest.param(20, False, id="an answer came since, and the response may be missing"),
    ],
)
def test_a_read_may_be_asked_for_anew(answered, is_late):
    repetition = begun(Cause.TIMEOUT, requests(4, 6, 20))
    repetition.leave_gap(repetition.recovery, 6, 8, requests(8, 9, 30))
    late = requests(6, 7, 32, reads=True, acked_time=answered)
    assert (repetition.gap_around(late, 5) is not None) is is_late
    assert repetition.gap_around(late.replace(reads=False), 5) is not None


@pytest.mark.parametrize(("begins", "is_doubted"), [(4, True), (7, True), (8, False)])
def test_what_fills_a_gap_that_is_sent_again_may_be_of_either_repetition(begins, is_doubted):
    repetition = begun(Cause.TIMEOUT, requests(4, 5))
    repetition.leave_gap(repetition.recovery, 5, 8, requests(8, 9, 10))
    fills = requests(6, 7, 12)
    assert not repetition.may_be_of_one_before(fills, 5)
    repetition.begin(requests(begins, 9, 11), Reason(Cause.NAK, begins), before_answers=False, sent=9)
    assert repetition.may_be_of_one_before(fills, 5) is is_doubted
    assert (repetition.gap_around(fills, 5) is None) is is_doubted
    assert not repetition.may_be_of_one_before(fills, 2)  # that is too late
    assert not repetition.may_be_of_one_before(fills.replace(number=7), 5)  # its Identification says which


def test_a_state_goes_on():
    repetition, restored = begun(Cause.NAK, requests(4, 6)), RepetitionUnderWay()
    repetition.extend(repetition.recovery, requests(4, 6), has_more=True)
    repetition.leave_gap(repetition.recovery, 6, 8, requests(8, 9, 10))
    restored.restore(repetition.state())
    assert restored.state() == repetition.state()
    assert restored.goes_back
    assert restored.recovery == repetition.recovery
    assert restored.begin(requests(9, 10), Reason(Cause.NAK, 9), before_answers=False, sent=9).number == 2
    nothing = RepetitionUnderWay()
    nothing.restore(RepetitionUnderWay().state())
    assert nothing.recovery is None
