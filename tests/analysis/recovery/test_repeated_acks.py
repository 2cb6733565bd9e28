"""Repeated ACKs that nothing explains: which become findings at once, and which wait."""

from __future__ import annotations

from ibpkt.analysis.recovery.repeated_acks import RepeatedAcks
from ibpkt.analysis.recovery.request_log import RequestLog
from ibpkt.analysis.recovery.run import Run, RunKind


def acks(frame: int, sent: int) -> Run:
    """A repeated ACK of PSN 3; requests up to a PSN were sent before it."""
    return Run(RunKind.REPEATED_ACK, 3, 4, 1, frame, frame, 0, 0, sent, 4)


def test_those_before_which_all_was_sent_that_is_answered_now_are_told_and_others_wait() -> None:
    repeated = RepeatedAcks(RequestLog(4))
    early, late = acks(10, 6), acks(12, 9)
    repeated.add(early)
    repeated.add(late)
    assert repeated.tell(20, 6) == []
    assert [verdict.run for verdict in repeated.tell(20, 7)] == [early]
    assert repeated.open == [late]
    assert repeated.tell(20, 7) == []
    assert [verdict.run for verdict in repeated.finish()] == [late]
    assert repeated.finish() == []


def test_none_is_told_while_the_responder_is_not_known() -> None:
    repeated = RepeatedAcks(RequestLog(None))
    repeated.add(acks(10, 6))
    repeated.add(acks(12, 9))
    assert repeated.tell(20, 7) == []
    assert [run.frame for run in repeated.open] == [12]
    assert repeated.finish() == []


def test_the_first_behind_a_packet_that_acknowledges_all_below_a_psn() -> None:
    repeated = RepeatedAcks(RequestLog(4))
    early, late = acks(10, 6), acks(12, 9)
    repeated.add(early)
    repeated.add(late)
    assert repeated.first_of(4, 9) == early
    assert repeated.first_of(4, 10) == repeated.first_of(2, 11) == late
    assert repeated.first_of(4, 12) is None
    assert repeated.first_of(5, 9) is None
