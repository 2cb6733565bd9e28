"""What is said of a requester: facts, PSNs, and the packets that prove it."""

from __future__ import annotations

import pytest

from ibpkt.analysis.recovery.holes import Filling, Hole
from ibpkt.analysis.recovery.kinds import (
    CAPTURE_LOSS,
    GAP,
    LOST,
    OUT_OF_ORDER,
    REORDERED_OR_LOST,
    RETRANSMISSION,
    RNR_EARLY,
    RNR_RETRY,
    SPURIOUS_TIMEOUT,
    TIMEOUT,
)
from ibpkt.analysis.recovery.late_or_lost import FilledPart, UndecidedFilling
from ibpkt.analysis.recovery.recovery_run import Cause, Recovery
from ibpkt.analysis.recovery.repetition_reason import Reason
from ibpkt.analysis.recovery.requester_verdicts import RequesterVerdicts
from ibpkt.analysis.recovery.response_holes import ResponseHole
from ibpkt.analysis.recovery.run import Run, RunKind

WRAP = 1 << 24
RNR_OF_640_US = 0x2C  # IBA 1, table 45: timer 12 is 0.64 ms
TAP = {"where": "before the tap"}


def run(first, count=1, *, frame=50, kind=RunKind.REQUESTS, time=0, **values):
    one = Run(kind, first, first + count, count, frame, frame + count - 1, time, time, first, 0)
    return one.replace(**values)


def recovery(cause=Cause.NAK, **values):
    values = {
        "number": 3, "cause": cause, "psn": 10, "waited": 700, "first": 10, "next": 15, "time": 5_000, "last_time": 0,
        "last_frame": 44, "acked": 10, "before_answers": False, "judged": False, "run": run(10, frame=40),
        "asked_frame": 30, **values,
    }  # fmt: skip
    return Recovery(**values)


def one(verdicts):
    (verdict,) = verdicts.take()
    assert verdicts.take() == []
    return verdict


def said(verdict):
    return verdict.kind, verdict.packets, verdict.facts, verdict.because, verdict.first, verdict.end


@pytest.mark.parametrize(
    ("asked", "frame", "proofs"),
    [(30, 50, (30, 40, 50)), (0, 50, (40, 50)), (30, 40, (30, 40)), (40, 50, (40, 50)), (45, 50, (40, 45, 50)),
     (0, 40, (40,)), (30, 35, (30, 35, 40))],
)  # fmt: skip
def test_the_packets_that_prove_a_retransmission_ascend_and_each_is_there_once(asked, frame, proofs):
    """What asked for it, its first packet, and the first one of the run; 0 stands for no packet."""
    verdicts = RequesterVerdicts()
    verdicts.sent_again(run(12, frame=frame), 14, 2, recovery(asked_frame=asked), -1)
    assert one(verdicts).because == proofs


@pytest.mark.parametrize(
    ("first", "end", "read", "facts"),
    [
        (12, 14, -1, {"psn": 12, "last": 13}), (WRAP - 1, WRAP + 1, -1, {"psn": WRAP - 1, "last": 0}),
        (WRAP, WRAP + 1, WRAP - 2, {"psn": 0, "last": 0, "read": WRAP - 2}),
        (12, 14, 0, {"psn": 12, "last": 13, "read": 0}),
        (12, 14, WRAP, {"psn": 12, "last": 13, "read": 0}),
    ],
)  # fmt: skip
def test_a_retransmission(first, end, read, facts):
    verdicts = RequesterVerdicts()
    verdicts.sent_again(run(first), end, 2, recovery(), read)
    facts = {"cause": "after the NAK for PSN 10", "why": 1, "recovery": 3, "count": 2, **facts}
    assert said(one(verdicts)) == (RETRANSMISSION, 2, facts, (30, 40, 50), first, end)


def test_each_recovery_says_its_own_cause_and_no_packets_are_nothing():
    verdicts = RequesterVerdicts()
    nak, timeout = recovery(), recovery(Cause.TIMEOUT, number=4)
    for each in (nak, nak, timeout, nak):
        verdicts.sent_again(run(12), 13, 1, each, -1)
        verdicts.sent_again(run(12), 13, 0, each, -1)
    told = verdicts.take()
    assert [each.facts["cause"] for each in told] == [
        "after the NAK for PSN 10", "after the NAK for PSN 10", "after a timeout of 700 ns", "after the NAK for PSN 10",
    ]  # fmt: skip
    assert [each.facts.get("waited") for each in told] == [None, None, 700, None]
    assert [each.facts["recovery"] for each in told] == [3, 3, 4, 3]
    assert "read" not in told[-1].facts


@pytest.mark.parametrize("frames", [(7,), (7, 0), (0, 60, 7)])
def test_losses(frames):
    verdicts = RequesterVerdicts()
    verdicts.lost(run(12), WRAP - 2, WRAP + 1, 3, *frames)
    facts = {"count": 3, "psn": WRAP - 2, "last": 0, **TAP}
    assert said(one(verdicts)) == (LOST, 3, facts, tuple(sorted({*frames} - {0})), WRAP - 2, WRAP + 1)
    verdicts.lost(run(12), 5, 6, 0, 7)
    verdicts.presume_lost(run(12), 5, 6, 0, 7, run(14), original=True)
    assert verdicts.take() == verdicts.presumed.open == []


def test_packets_out_of_order():
    verdicts = RequesterVerdicts()
    verdicts.out_of_order(run(12), 13, 15, 2, (9, 61, 9))
    facts = {"count": 2, "psn": 13, "last": 14}
    assert said(one(verdicts)) == (OUT_OF_ORDER, 2, facts, (9, 50, 61), 13, 15)


def filling(*parts, nak=None):
    made = UndecidedFilling(run(12, 3, frame=70), 3, 15, [FilledPart(*part) for part in parts], 15, Reason(None, 12))
    made.nak = nak
    return made


@pytest.mark.parametrize(("late", "kind", "facts"), [(True, OUT_OF_ORDER, {}), (False, REORDERED_OR_LOST, TAP)])
@pytest.mark.parametrize("asked", [True, False])
def test_what_fills_a_hole(late, kind, facts, asked):
    verdicts = RequesterVerdicts()
    nak = run(12, kind=RunKind.NAK_SEQUENCE, frame=66) if asked else None
    verdicts.filling(filling((12, 13, 61, 0, 1), (13, 15, 62, 1, 2), nak=nak), late=late)
    proofs = (61, 62, *[66] * asked, 70)
    assert said(one(verdicts)) == (kind, 3, {"count": 3, "psn": 12, "last": 14, **facts}, proofs, 12, 15)
    verdicts.filling(filling(nak=nak), late=late)  # it fills nothing that the capture shows to be missing
    assert verdicts.take() == []


def test_a_repetition_that_fills_a_hole():
    """What an answer had proved to be there was missed by the tap, the rest was lost."""
    verdicts = RequesterVerdicts()
    verdicts.filled_by(filling((12, 13, 61, 0, 1), (13, 15, 62, 1, 2)), may_come=False)
    lost, missed = verdicts.take()
    assert said(lost) == (LOST, 1, {"count": 1, "psn": 12, "last": 12, **TAP}, (61, 70), 12, 13)
    assert said(missed) == (CAPTURE_LOSS, 2, {"count": 2, "psn": 13, "last": 14}, (62, 70), 13, 15)


def test_what_a_repetition_fills_may_still_come():
    """The loss is reported once the packets can no longer arrive."""
    verdicts = RequesterVerdicts()
    verdicts.filled_by(filling((12, 13, 61, 0, 1), (13, 15, 62, 1, 2)), may_come=True)
    (missed,) = verdicts.take()
    assert missed.kind == CAPTURE_LOSS
    verdicts.lost_for_certain(1 << 62, 0)
    (lost,) = verdicts.take()
    assert (lost.kind, lost.first, lost.end, lost.packets) == (LOST, 12, 13, 1)


def hole(skipped=-1, acked_time=0):
    made = Hole.before(run(20, frame=60, skipped=skipped, number=100), 12)
    made.acked_time = acked_time
    return made


@pytest.mark.parametrize(
    ("skipped", "lost", "late"), [(-1, 3, 0), (8, 3, 0), (3, 3, 0), (2, 2, 1), (1, 1, 2), (0, 0, 3)]
)
def test_of_what_a_repetition_fills_as_many_were_lost_as_identifications_say(skipped, lost, late):
    """The other originals are still to come."""
    verdicts = RequesterVerdicts()
    assert verdicts.filled(Filling(hole(skipped), run(13, 3, frame=70, time=900))) == late
    assert verdicts.take() == []
    assert [(each.first, each.end, each.packets, each.frame, each.original) for each in verdicts.presumed.open] == [
        (13, 16, lost, 60, True)
    ] * (lost > 0)


@pytest.mark.parametrize(("skipped", "missed"), [(-1, 3), (8, 3), (2, 2), (0, 0)])
def test_what_a_repetition_fills_although_it_had_arrived_was_missed_by_the_tap(skipped, missed):
    verdicts = RequesterVerdicts()
    assert verdicts.filled(Filling(hole(skipped, acked_time=5), run(13, 3, frame=70))) == 0
    told = [said(each) for each in verdicts.take()]
    facts = {"count": missed, "psn": 13, "last": 15}
    assert told == ([(CAPTURE_LOSS, missed, facts, (60,), 13, 16)] if missed else [])
    assert not verdicts.presumed.open


@pytest.mark.parametrize(("skipped", "lost"), [(9, 4), (4, 4), (3, 3), (0, 0)])
def test_packets_of_a_repetition_that_are_missing_too(skipped, lost):
    verdicts = RequesterVerdicts()
    verdicts.lost_again(run(20), 12, 16, skipped, 33)
    assert [(each.first, each.end, each.packets, each.frame, each.original) for each in verdicts.presumed.open] == [
        (12, 16, lost, 33, False)
    ] * (lost > 0)


def test_a_presumed_loss_becomes_one_when_it_is_old():
    verdicts = RequesterVerdicts()
    verdicts.presume_lost(run(12, frame=70, time=100), 12, 14, 2, 33, run(20), original=True)
    verdicts.presume_response_lost(ResponseHole(30, 32, run(33, frame=80, skipped=5, number=7)), run(40, time=150))
    assert verdicts.take() == []
    for time, older in ((1_099, False), (1_100, True)):
        assert verdicts.has_older_losses(time, 1_000) is older
    verdicts.lost_for_certain(1_149, 1_000)
    assert said(one(verdicts)) == (LOST, 2, {"count": 2, "psn": 12, "last": 13, **TAP}, (33, 70), 12, 14)
    assert verdicts.has_older_losses(1_149, 1_000) is False
    assert verdicts.has_older_losses(1_150, 1_000) is True
    verdicts.lost_for_certain(1_150, 1_000)
    assert said(one(verdicts)) == (LOST, 2, {"count": 2, "psn": 30, "last": 31, **TAP}, (80,), 30, 32)


@pytest.mark.parametrize(
    ("skipped", "number", "at_once", "count"),
    [(-1, -1, True, -1), (2, -1, True, 2), (2, 0, False, 2), (9, 7, False, 2), (1, 7, False, 1), (0, 7, True, 0)],
)
def test_responses_that_others_have_passed(skipped, number, at_once, count):
    """Identifications show whether the tap has seen them; without, they are lost as far as it shows."""
    verdicts = RequesterVerdicts()
    missing = ResponseHole(30, 32, run(33, frame=80, skipped=skipped, number=number, kind=RunKind.RESPONSES))
    verdicts.presume_response_lost(missing, run(40))
    told = verdicts.take()
    assert [(each.kind, each.packets) for each in told] == ([(LOST, count)] if at_once and count > 0 else [])
    assert [each.packets for each in verdicts.presumed_responses.open] == ([] if at_once else [count])


def test_a_packet_that_comes_once_more_may_be_an_original():
    verdicts = RequesterVerdicts()
    verdicts.presume_lost(run(12, 3, frame=70), 12, 15, 3, 33, run(20), original=True)
    verdicts.came_again(run(15, frame=90))
    verdicts.came_again(run(11, frame=90))
    assert verdicts.take() == []
    verdicts.came_again(run(14, frame=90))
    facts = {"count": 1, "psn": 14, "last": 14, **TAP}
    assert said(one(verdicts)) == (REORDERED_OR_LOST, 1, facts, (33, 70, 90), 14, 15)
    assert [(each.first, each.end, each.packets) for each in verdicts.presumed.open] == [(12, 14, 2)]


def test_a_hole_of_which_nothing_is_known():
    verdicts = RequesterVerdicts()
    verdicts.gap(Hole.before(run(WRAP + 2, 2, frame=60), WRAP - 1), run(WRAP + 4, 5, frame=62))
    facts = {"psn": 2, "missing": WRAP - 1, "count": 3}
    assert said(one(verdicts)) == (GAP, 3, facts, (60, 66), WRAP - 1, WRAP + 2)


@pytest.mark.parametrize(
    ("reason", "kind", "facts"),
    [
        (Reason(Cause.TIMEOUT, WRAP + 9, 700, 33), TIMEOUT, {"psn": 9, "waited": 700}),
        (Reason(Cause.RNR_NAK, 12, 640_000, 33), RNR_RETRY, {"waited": 640_000, "timer": 640_000}),
        (Reason(Cause.RNR_NAK, 12, 639_999, 33), RNR_EARLY, {"waited": 639_999, "timer": 640_000}),
        (Reason(Cause.RNR_NAK, 12, 0, 33), RNR_EARLY, {"waited": 0, "timer": 640_000}),
        (Reason(Cause.RNR_NAK, 12, -1, 33), None, {}),
        (Reason(Cause.NAK, 12, 700, 33), None, {}), (Reason(Cause.UNKNOWN, 12, 700, 33), None, {}),
    ],
)  # fmt: skip
def test_what_the_beginning_of_a_repetition_shows(reason, kind, facts):
    """A requester waits at least as long as an RNR NAK asks for (IBA 1, 9.7.5.2.8)."""
    verdicts = RequesterVerdicts()
    if reason.cause in (Cause.RNR_NAK, Cause.NAK):
        reason = reason._replace(nak=run(12, kind=RunKind.NAK_RNR, code=RNR_OF_640_US))
    verdicts.begins(run(12, 4), reason)
    told = [said(each) for each in verdicts.take()]
    assert told == ([] if kind is None else [(kind, 1, facts, (33, 50), 12, 13)])


def test_a_needless_timeout():
    verdicts = RequesterVerdicts()
    verdicts.needless(recovery(Cause.TIMEOUT, psn=WRAP + 10, waited=700), 5_200, 90)
    facts = {"waited": 700, "psn": 10, "latency": 900}  # 700 ns, and 200 more
    assert said(one(verdicts)) == (SPURIOUS_TIMEOUT, 1, facts, (40, 90), WRAP + 10, WRAP + 11)
