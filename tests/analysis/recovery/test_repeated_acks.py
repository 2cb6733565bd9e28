"""Repeated ACKs that nothing explains: which become findings at once, and which wait."""

from __future__ import annotations

from ibpkt.analysis.recovery.logged_requests import LoggedRequests
from ibpkt.analysis.recovery.repeated_acks import MAX_ACKS, RepeatedAcks
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


def test_acks_among_which_requests_may_come_wait_for_these() -> None:
    repeated = RepeatedAcks(RequestLog(4))
    together = acks(10, 6).replace(packets=3, last_frame=12)
    apart = acks(20, 6).replace(packets=3, last_frame=23)
    assert repeated.delay(together) is together
    assert repeated.delay(apart) is None
    assert repeated.due(23) == []
    assert repeated.due(24) == [apart]
    assert repeated.due(24) == []
    repeated.delay(apart)
    assert repeated.due(None) == [apart]  # nothing comes any more


def test_no_more_than_so_many_wait() -> None:
    repeated = RepeatedAcks(RequestLog(4))
    waiting = [acks(frame, 6).replace(packets=2, last_frame=frame + 5000) for frame in range(1, MAX_ACKS + 2)]
    assert [repeated.delay(run) for run in waiting] == [None] * MAX_ACKS + [waiting[0]]
    assert repeated.due(None) == waiting[1:]


def test_those_that_wait_are_part_of_the_state() -> None:
    repeated, restored = RepeatedAcks(RequestLog(4)), RepeatedAcks(RequestLog(4))
    repeated.add(acks(10, 6))
    repeated.delay(acks(20, 6).replace(packets=2, last_frame=23))
    restored.fill(repeated.rows(), repeated.delayed_rows())
    assert (restored.open, restored.due(None)) == (repeated.open, repeated.due(None))


def duplicates(first: int, end: int, frame: int) -> LoggedRequests:
    """Requests that the responder, which expects PSN 4, has had."""
    run = Run(RunKind.REQUESTS, first, end, end - first, frame, frame + end - first - 1, 0, 0, 4, 4)
    return LoggedRequests([run], 4, 4)


def test_acks_answer_the_latest_repetition_and_that_from_its_beginning() -> None:
    """Its last packets may have been lost, or their ACKs be on their way; of those before none may have arrived."""
    log = RequestLog(4)
    for first, end, frame in ((0, 4, 1), (0, 2, 5), (2, 4, 7)):
        log.append(duplicates(first, end, frame))
    repeated = RepeatedAcks(log)
    assert repeated.assign(acks(20, 4).replace(packets=3, last_frame=22)) is None
    assert [entry.answers for entry in log.entries] == [0, 2, 1]
    left = repeated.assign(acks(30, 4).replace(packets=6, last_frame=35))
    assert [entry.answers for entry in log.entries] == [4, 2, 2]
    assert left is not None
    assert left.packets == 1
