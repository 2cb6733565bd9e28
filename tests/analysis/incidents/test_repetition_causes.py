"""What explains repetitions."""

from __future__ import annotations

import itertools

import pytest

from ibpkt.analysis.incidents import cases
from ibpkt.analysis.incidents.case_tally import CaseTally
from ibpkt.analysis.incidents.explained_recovery import ExplainedRecovery
from ibpkt.analysis.incidents.explanation import Dropped, Spot
from ibpkt.analysis.incidents.half_events import NOTES, HalfEvents, PSNSpan, Repetition
from ibpkt.analysis.incidents.place import Reach
from ibpkt.analysis.incidents.repetition_causes import RepetitionCauses
from ibpkt.analysis.recovery import kinds
from ibpkt.analysis.recovery.recovery_run import Cause
from ibpkt.analysis.results.finding import Finding


def test_a_packet_that_is_dropped_for_two_reasons():
    """The fuzzer has found one: cases have no order.  The one that was told last is named."""
    reasons = [Dropped(5, 100, case, 0, False, psn=7) for case in (cases.DAMAGED, cases.RESPONDER_FAULT)]
    for some in itertools.permutations(reasons):
        explanation = RepetitionCauses(0, HalfEvents(), some, False).missing(7, 9, 200)
        assert explanation.spot.case is some[-1].case


def span(psn: int, frame: int, where: str = kinds.BEHIND_TAP) -> PSNSpan:
    return PSNSpan(psn, psn, frame, 0, 1, answers=False, where=where)


def sent_again(frame: int, why: Cause) -> Repetition:
    return Repetition(int(why), 102, 104, frame, 9000, 3, 9000, 5000, 0, answered=False, recovery=0)


@pytest.fixture
def half() -> HalfEvents:
    """102 to 104 came in packets 3 to 5, and again in 10 to 12."""
    half = HalfEvents()
    tally = CaseTally(None)
    half.tries.append(ExplainedRecovery(1, 10, 5000, 5000, 102, 104, Spot(cases.LOST, Reach.BEHIND, 0), tally))
    return half


def explained(half: HalfEvents, why: Cause = Cause.TIMEOUT) -> tuple[Spot, str]:
    """Where it is lost that the three come again in packet 20, and what led to that."""
    found = RepetitionCauses(0, half, [], marked=False).explain(sent_again(20, why), 10)
    return found.spot, "; ".join(found.story())


def test_a_loss_before_the_last_try_explains_no_later_timeout(half):
    half.lost.append(span(102, 3))
    spot, story = explained(half)
    assert spot.reach is Reach.BETWEEN
    assert "behind the tap" not in story


@pytest.mark.parametrize("psn", [102, 104])
def test_a_try_that_the_responder_has_not_taken_was_lost_behind_the_tap(half, psn):
    half.untaken += [span(102, 3), span(psn, 8 + psn - 100)]
    spot, story = explained(half)
    assert (spot.case, spot.reach) == (cases.LOST_UNNOTICED, Reach.BEHIND)
    assert story.startswith(f"PSN {psn} is lost or dropped behind the tap (packet {8 + psn - 100}); PSN 102 is not")


def test_what_the_responder_had_executed_leaves_open_what_was_lost(half):
    """It has not taken 104, but no answer to 102 has come in time, which it had."""
    half.untaken.append(span(104, 12))
    half.repeated[20] = Finding(kinds.DUPLICATE_REQUEST, 20, 9000, 1, {"psn": 102, "last": 103, "count": 2}, 2)
    spot, _ = explained(half)
    assert spot.reach is Reach.BETWEEN


def test_a_nak_speaks_of_the_last_try_before_it(half):
    half.lost.append(span(102, 3))
    half.untaken.append(span(102, 10))
    causes = RepetitionCauses(0, half, [], marked=False)
    assert causes.missing(102, 15, 200).story() == ("PSN 102 is lost or dropped behind the tap (packet 10)",)
    assert causes.missing(102, 9, 200).story() == ("PSN 102 is lost behind the tap (packet 3)",)


def test_what_was_dropped_for_the_last_time_behind_another_explains_a_nak(half):
    """102 was dropped behind 99, which was lost in packet 2, and when it came again behind 101, lost in packet 9."""
    half.lost += [span(99, 2), span(101, 9)]
    early = {"psn": 102, "last": 104, "count": 3}
    for expected, frame in (99, 3), (101, 10):
        NOTES["out-of-sequence"](
            half, [Finding(kinds.OUT_OF_SEQUENCE, frame, 0, 1, {**early, "expected": expected}, 3)]
        )
    causes = RepetitionCauses(0, half, [], marked=False)
    assert causes.missing(102, 15, 200).story() == ("PSN 101 is lost behind the tap (packet 9)",)
    assert causes.missing(102, 8, 200).story() == ("PSN 99 is lost behind the tap (packet 2)",)
