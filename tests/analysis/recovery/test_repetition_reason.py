"""Why a repetition begins, where a NAK and an answer may both be the reason."""

from __future__ import annotations

import pytest

from ibpkt.analysis.recovery.flow_timers import FlowTimers
from ibpkt.analysis.recovery.holes import Holes
from ibpkt.analysis.recovery.open_naks import OpenNaks
from ibpkt.analysis.recovery.recovery_run import Cause, Recovery
from ibpkt.analysis.recovery.repetition_reason import Reasons
from ibpkt.analysis.recovery.response_holes import ResponseHoles
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.recovery.sendings import Sendings

START = 1_700_000_000 * 10**9


@pytest.mark.parametrize(
    ("what", "fields", "cause"),
    [
        ("a READ whose responses are missing, and the NAK's packet came late", {}, Cause.RESPONSE),
        ("no answer has come behind the READ", {"acked": 10}, Cause.NAK),
        ("the answer came before the NAK", {"acked_time": START - 1000}, Cause.NAK),
        ("no READ: the first packets that the NAK asked for are missing", {"reads": False}, Cause.NAK),
        ("the NAK asked for the READ itself", {"first": 10}, Cause.NAK),
    ],
)
def test_what_a_read_answers_that_comes_again(what, fields, cause):
    timers, naks, sendings, holes = FlowTimers(), OpenNaks(), Sendings(), Holes()
    naks.add(Run(RunKind.NAK_SEQUENCE, 10, 11, 1, 5, 5, START, START, 20, 10))
    run = Run(
        RunKind.REQUESTS, 11, 15, 1, 9, 9, START + 9000, START + 9000, 20, 20,
        acked_time=START + 5000, skipped=1, reads=True,
    ).replace(**fields)  # fmt: skip
    responses = ResponseHoles()
    responses.requested(run)
    responses.pass_over(run.replace(kind=RunKind.RESPONSES, first=15, end=16, acked=10))
    assert Reasons(timers, naks, sendings, holes, responses).find(run, None, True).cause is cause, what


@pytest.mark.parametrize(
    ("what", "acked", "passed", "nak_acked", "cause"),
    [
        ("the last answer was its response", 15, None, None, Cause.UNKNOWN),
        ("others have come, and its response may have been lost behind the tap", 16, None, None, Cause.RESPONSE),
        ("the last answer was not its first response", 14, 13, None, Cause.RESPONSE),
        ("the last answer was its first response", 12, 11, None, Cause.UNKNOWN),
        ("a NAK for what is behind it came, and no answer to it", 15, None, 10, Cause.RESPONSE),
        ("its response came before that NAK", 15, None, 15, Cause.UNKNOWN),
    ],
)
def test_a_read_comes_again_soon_behind_an_answer(what, acked, passed, nak_acked, cause):
    """Its timer may have expired while the response was under way: only what is missing is asked for again."""
    naks, sendings, responses = OpenNaks(), Sendings(), ResponseHoles()
    run = Run(
        RunKind.REQUESTS, 11, 15, 1, 9, 9, START + 9000, START + 9000, 20, acked, acked_time=START + 5000, reads=True
    )  # fmt: skip
    responses.requested(run)
    if passed is not None:
        responses.pass_over(run.replace(kind=RunKind.RESPONSES, first=passed, end=passed + 1, acked=10))
    if nak_acked is not None:
        naks.add(Run(RunKind.NAK_SEQUENCE, 15, 16, 1, 5, 5, START, START, 20, nak_acked))
    assert Reasons(FlowTimers(), naks, sendings, Holes(), responses).find(run, None, True).cause is cause, what


@pytest.mark.parametrize(
    ("what", "unread", "time", "acked", "cause"),
    [
        ("no answer is cut", -1, 0, 11, Cause.TIMEOUT),
        ("it may be a NAK for it", 11, START + 9000, 11, Cause.UNKNOWN),
        ("it may be a NAK for what is behind it in its message", 12, START + 9000, 11, Cause.UNKNOWN),
        ("it came before it was sent last", 11, START - 9000, 11, Cause.TIMEOUT),
        ("it is for what is before it", 10, START + 9000, 11, Cause.TIMEOUT),
        ("a later answer shows that it was an ACK", 11, START + 9000, 12, Cause.TIMEOUT),
    ],
)
def test_an_answer_may_have_refused_it_of_which_the_capture_has_cut_off_what_it_is(what, unread, time, acked, cause):
    naks, sendings, later = OpenNaks(), Sendings(), START + 10**9
    naks.unread, naks.unread_time = unread, time
    run = Run(RunKind.REQUESTS, 11, 14, 3, 5, 7, START, START + 2000, 11, 11)
    sendings.add(run)
    again = run.replace(sent=14, time=later, last_time=later, acked=acked, acked_time=START + 9000)
    reasons = Reasons(FlowTimers(), naks, sendings, Holes(), ResponseHoles())
    assert reasons.find(again, None, True).cause is cause, what


@pytest.mark.parametrize(
    ("what", "nak_frame", "number", "cause"),
    [
        ("as many packets are missing as PSNs, and the NAK came before the repetition", 5, 103, None),
        ("the NAK has come meanwhile", 8, 103, Cause.NAK),
        ("fewer are missing: it has gone back to the NAK's PSN", 5, 102, Cause.NAK),
        ("the order of sending is not known", 5, -1, Cause.NAK),
    ],
)
def test_a_repetition_goes_past_a_nak_whose_packet_the_tap_misses(what, nak_frame, number, cause):
    """It has sent 10 again, the last packet with the place 100; the NAK asks for 12."""
    naks = OpenNaks()
    naks.add(Run(RunKind.NAK_SEQUENCE, 12, 13, 1, nak_frame, nak_frame, START, START, 20, 10))
    begins = Run(RunKind.REQUESTS, 10, 11, 1, 6, 6, START + 1000, START + 1000, 20, 10)
    recovery = Recovery(1, Cause.NAK, 10, 0, 10, 11, begins.time, begins.time, 6, 10, False, False, begins)
    recovery.last_number = 100
    again = begins.replace(first=13, end=16, packets=3, frame=9, time=START + 2000, skipped=2, number=number)
    reasons = Reasons(FlowTimers(), naks, Sendings(), Holes(), ResponseHoles())
    assert reasons.find(again, recovery, True).cause is cause, what
