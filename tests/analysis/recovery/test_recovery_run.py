"""A recovery: what goes on with it, when it was needless, and what is said of its cause."""

from __future__ import annotations

import dataclasses

import pytest

from ibpkt.analysis.recovery.flow_timers import FlowTimers
from ibpkt.analysis.recovery.recovery_run import Cause, Recovery, recovery_from_ints, recovery_to_ints
from ibpkt.analysis.recovery.run import Run, RunKind

MILLISECOND = 1_000_000


def run(first, *, time=0, frame=20, acked=0, packets=1, number=-1):
    last = frame + packets - 1
    return Run(RunKind.REQUESTS, first, first + packets, packets, frame, last, time, time, 50, acked, number=number)


def recovery(**values):
    """It went back to PSN 10 when requests up to 30 had been sent, and has sent 10 to 14 again."""
    values = {
        "number": 1, "cause": Cause.TIMEOUT, "psn": 10, "waited": 5 * MILLISECOND, "first": 10, "next": 15, "time": 100,
        "last_time": 200, "last_frame": 14, "acked": 10, "before_answers": False, "judged": False, "run": run(10),
        "packets": 5, "sent": 30, **values,
    }  # fmt: skip
    return Recovery(**values)


@pytest.mark.parametrize(
    ("first", "frame", "goes_on"), [(15, 15, True), (16, 15, True), (14, 15, False), (15, 14, False), (15, 13, False)]
)
def test_it_goes_on_at_its_next_psn_or_behind_it(first, frame, goes_on):
    assert recovery().is_continued_by(run(first, time=201, frame=frame), FlowTimers()) is goes_on


@pytest.mark.parametrize(
    ("first", "acked", "wait", "goes_on"),
    [
        # the timer runs for the oldest PSN without an answer: while that is before the next one, a pause is a pause
        (15, 10, 40 * MILLISECOND, True), (15, 14, 4 * 16 * MILLISECOND - 1, True),
        (15, 14, 4 * 16 * MILLISECOND, False),
        # all before it is acknowledged, or packets between are missing: the timer may have expired
        (15, 15, 40 * MILLISECOND, False), (16, 10, 40 * MILLISECOND, False),
        (15, 15, 16 * MILLISECOND * 9 // 10 - 1, True), (15, 15, 16 * MILLISECOND * 9 // 10, False),
        (16, 10, 16 * MILLISECOND * 9 // 10 - 1, True), (16, 10, 16 * MILLISECOND * 9 // 10, False),
    ],
)  # fmt: skip
def test_a_pause_is_the_timer_only_where_nothing_before_it_is_open(first, acked, wait, goes_on):
    """A declared timer of 16 ms runs up to four times as long (IBA 1, 9.7.6.1.3)."""
    timers = FlowTimers()
    timers.declare(16 * MILLISECOND, 7, 7)
    assert recovery().is_continued_by(run(first, acked=acked, time=200 + wait), timers) is goes_on


@pytest.mark.parametrize(("wait", "goes_on"), [(4096 * 2**11 - 1, True), (4096 * 2**11, False)])
def test_a_pause_where_no_timer_is_known(wait, goes_on):
    """Half of 16.8 ms: no program chooses a Local ACK Timeout below 12, as a rule."""
    assert recovery().is_continued_by(run(16, time=200 + wait), FlowTimers()) is goes_on


@pytest.mark.parametrize(
    ("first", "number", "acked", "goes_on"),
    [
        pytest.param(17, 103, 14, True, id="all that was sent between"),
        pytest.param(17, 102, 14, False, id="fewer were: it went back somewhere else"),
        pytest.param(17, 104, 14, False, id="more were"),
        pytest.param(17, 103, 15, False, id="the timer may begin at the first of them"),
        pytest.param(15, 103, 14, True, id="it begins at the next one, whatever was sent before it"),
        pytest.param(17, -1, 14, False, id="the order of sending is not known"),
    ],
)
def test_a_pause_before_packets_that_were_lost(first, number, acked, goes_on):
    """Of a recovery whose last packet has the place 100."""
    timers = FlowTimers()
    timers.declare(16 * MILLISECOND, 7, 7)
    late = run(first, number=number, acked=acked, time=200 + 40 * MILLISECOND)
    one = recovery(next=12)
    one.extend(run(12, time=200, frame=12, packets=3, number=98))
    assert (one.next, one.last_number) == (15, 100)
    assert one.is_continued_by(late, timers) is goes_on
    one.extend(run(12, time=200, frame=12, packets=3))
    assert one.last_number == -1


@pytest.mark.parametrize(
    ("number", "begun", "behind"),
    [(99, 100, True), (100, 100, False), (101, 100, False), (-1, 100, False), (0, 1, True)],
)
def test_what_was_sent_before_it_began(number, begun, behind):
    assert recovery(run=run(10, number=begun)).began_behind(run(30, number=number)) is behind


def test_a_run_that_goes_on_with_it():
    one = recovery()
    one.extend(run(15, time=300, frame=40, packets=3))
    assert (one.next, one.last_time, one.last_frame, one.packets) == (18, 300, 42, 8)
    one.extend(run(16, time=400, frame=50))  # a copy of it
    assert (one.next, one.last_time, one.last_frame, one.packets) == (18, 400, 50, 9)


#: what an answer acknowledges, how long after the beginning of the repetition it comes, whether it proves that the
#: answer to the original was under way when the timer expired
ANSWERS = [
    ("not what the timer was for", {}, 10, 1, False),
    ("at once", {}, 11, 1, True),
    ("one nanosecond sooner than any answer", {}, 11, 49, True),
    ("as soon as the fastest answer", {}, 11, 50, False),
    ("as late behind the original as an answer may come", {"waited": 8 * MILLISECOND}, 11, 49, True),
    ("later behind it", {"waited": 8 * MILLISECOND + 1}, 11, 49, False),
    ("with the clock set back", {}, 11, -1, False),
    ("at the time of the repetition itself", {}, 11, 0, False),
    ("all that was sent again", {}, 15, 900, False),
    ("more than was sent again", {}, 16, 900, False),
    ("up to what was sent before", {}, 30, 900, False),
    ("up to what was sent before, and sooner than any answer", {}, 30, 49, True),
    ("more than an ACK before, which was ahead as well", {"run": run(10).replace(first_ack=16)}, 17, 900, True),
    ("as much as an ACK before, which was ahead as well", {"run": run(10).replace(first_ack=17)}, 17, 900, False),
    ("more than an ACK before, which was not ahead", {"run": run(10).replace(first_ack=15)}, 17, 900, False),
    ("what only later requests can have brought", {}, 31, 1, False),
    ("an answer before it had acknowledged that PSN", {"acked": 11}, 16, 1, False),
    ("an answer before it had acknowledged all up to it", {"acked": 10}, 16, 49, True),
    ("as many ACKs as packets were sent again", {"repeated_acks": 4}, 12, 900, False),
    ("more ACKs than packets were sent again", {"repeated_acks": 5}, 12, 900, True),
]


@pytest.mark.parametrize(
    ("values", "acked", "after", "needless"), [each[1:] for each in ANSWERS], ids=[a[0] for a in ANSWERS]
)
def test_whether_a_timeout_was_needless(values, acked, after, needless):
    assert recovery(**values).needless_since(acked, 100 + after, 50, 8 * MILLISECOND + 49) is needless


@pytest.mark.parametrize(
    ("acked", "asked", "needless"), [(16, 17, True), (16, 16, False), (15, 17, False), (31, 32, False), (16, -1, False)]
)
def test_a_nak_behind_an_answer_ahead_of_the_repetition(acked, asked, needless):
    """More was executed than that answer acknowledges; that of a duplicate acknowledges all of it."""
    assert recovery().needless_since(acked, 1000, 50, 8 * MILLISECOND, asked) is needless


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"cause": Cause.NAK}, "after the NAK for PSN 10"),
        ({"cause": Cause.NAK, "psn": 10 + (3 << 24)}, "after the NAK for PSN 10"),
        ({"cause": Cause.NAK, "or_timeout": True}, "5 ms after the NAK for PSN 10, or after a timeout"),
        ({"cause": Cause.RNR_NAK, "psn": (1 << 24) - 1}, "after the RNR NAK for PSN 16777215"),
        ({"cause": Cause.RESPONSE, "psn": 1 << 24}, "since the response to PSN 0 is missing"),
        ({}, "after a timeout of 5 ms"),
        ({"before_answers": True}, "after a timeout of 5 ms"),
        ({"cause": Cause.UNKNOWN, "before_answers": True}, "for a reason from before the first answer in the capture"),
        ({"cause": Cause.UNKNOWN},
         "for a reason that the capture does not show; an answer may have been lost behind the tap"),
    ],
)  # fmt: skip
def test_its_cause_in_a_sentence(values, said):
    assert recovery(**values).sentence() == said


@pytest.mark.parametrize("flag", ["judged", "before_answers", "or_timeout", ""])
def test_as_integers(flag):
    flags = {name: name == flag for name in ("judged", "before_answers", "or_timeout")}
    one = recovery(cause=Cause.RESPONSE, repeated_acks=3, asked_frame=9, **flags)
    values = recovery_to_ints(one)
    assert all(type(value) is int for value in values)
    again = recovery_from_ints(values)
    assert dataclasses.asdict(again) == dataclasses.asdict(one)
    assert {name: getattr(again, name) for name in flags} == flags
    assert again.cause is Cause.RESPONSE
    assert recovery_from_ints(recovery_to_ints(None)) is None
