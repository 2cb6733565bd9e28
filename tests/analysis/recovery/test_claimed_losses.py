"""Losses behind the tap wait until an answer shows whether the packets were late."""

from __future__ import annotations

import pytest

from ibpkt.analysis.recovery.claimed_losses import MAX_CLAIMS, Claim, ClaimedLosses
from ibpkt.analysis.recovery.run import Run, RunKind

NAK = 9
SENT = 20


def requests(first, end, ahead=-1):
    return Run(RunKind.REQUESTS, first, end, end - first, 1, 1, 0, 0, max(end, SENT), 0, ahead=ahead)


def claim(first, end):
    return Claim(requests(0, SENT), first, end, NAK, SENT)


def firsts(claims):
    return [each.first for each in claims]


@pytest.fixture
def claims():
    """A responder has asked for 5, and then for 8 and 9."""
    losses = ClaimedLosses()
    assert not losses.open
    assert losses.last_frame == 0
    assert losses.add(claim(5, 6)) == losses.add(claim(8, 10)) == []
    assert losses.open
    assert losses.last_frame == NAK
    return losses


@pytest.mark.parametrize(
    ("first", "end", "lost"),
    [(0, 5, []), (0, 6, [5]), (5, 6, [5]), (6, 8, []), (6, 9, [8]), (9, 12, [8]), (10, 12, []), (0, 20, [5, 8])],
)
def test_what_was_sent_again_before_the_answer_was_lost(claims, first, end, lost):
    claims.sent_again(requests(first, end))
    late, final = claims.acknowledged(11, SENT, keeps=False)
    assert firsts(late) == [psn for psn in (5, 8) if psn not in lost]
    assert (final, firsts(claims.open)) == ([], lost)  # an ACK of a late original may still come
    assert claims.acknowledged(SENT, SENT + 5, keeps=False) == ([], [])
    late, final = claims.acknowledged(SENT + 1, SENT + 5, keeps=False)
    assert (late, firsts(final)) == ([], lost)
    assert not claims.open


def test_what_is_the_last_acknowledged_waits_for_another_ack_of_it(claims):
    """It may be acknowledged twice, if it was late: by an ACK that came behind its NAK, of what came again."""
    claims.sent_again(requests(5, 8))
    assert claims.acknowledged(6, SENT, keeps=False) == ([], [])
    assert claims.acknowledged_again(7, NAK + 5) == claims.acknowledged_again(6, NAK) == []
    assert firsts(claims.acknowledged_again(6, NAK + 1)) == [5]
    assert firsts(claims.open) == [8]
    assert claims.acknowledged_again(10, NAK + 1) == []  # it has not come again


@pytest.mark.parametrize(
    ("responses", "frame", "answered"),
    [
        ([(8, 10)], NAK + 1, [8]), ([(0, 20)], NAK + 1, [8]), ([(0, 3), (7, 10)], NAK + 1, [8]),
        ([(9, 10)], NAK + 1, [8]), ([(8, 9)], NAK + 1, []), ([(10, 12)], NAK + 1, []), ([], NAK + 1, []),
        ([(8, 10)], NAK, []),
        ([(5, 6)], NAK + 1, []),  # it has not come again
    ],
)  # fmt: skip
def test_what_is_answered_twice(claims, responses, frame, answered):
    """Its last response has come behind its NAK, once more than it was asked for."""
    claims.sent_again(requests(8, 12))
    assert firsts(claims.answered_again(responses, frame)) == answered
    assert firsts(claims.open) == [psn for psn in (5, 8) if psn not in answered]


def test_what_was_passed_by_an_answer_is_not_answered_twice(claims):
    """Of what was acknowledged before the last answer another response may have many causes."""
    claims.sent_again(requests(5, 12))
    claims.acknowledged(12, SENT, keeps=False)
    assert claims.answered_again([(0, 20)], NAK + 1) == []


def test_an_rnr_nak_is_about_the_first_packet_of_a_claim(claims):
    for psn in (4, 6, 7, 9):
        claims.not_ready(psn)
    assert not any(each.unready for each in claims.open)
    claims.not_ready(8)
    assert [each.unready for each in claims.open] == [False, True]


def test_an_ack_of_what_follows_decides_what_waits_for_another(claims):
    claims.sent_again(requests(5, 8))
    assert claims.acknowledged(6, SENT, keeps=False) == ([], [])
    assert [claim.answered for claim in claims.open] == [-1, -1]
    assert claims.acknowledged(7, SENT, keeps=False) == ([], [])
    assert [claim.answered for claim in claims.open] == [SENT, -1]
    assert claims.acknowledged_again(6, NAK + 1) == []  # it is not the last acknowledged any more


@pytest.mark.parametrize(("acked", "late"), [(5, []), (6, [5]), (8, [5]), (9, [5, 8]), (20, [5, 8])])
def test_what_is_acknowledged_before_it_is_sent_again_was_late(claims, acked, late):
    assert [firsts(each) for each in claims.acknowledged(acked, SENT, keeps=False)] == [late, []]
    assert firsts(claims.finish()) == [psn for psn in (5, 8) if psn not in late]


@pytest.mark.parametrize(
    ("repetition", "acked", "keeps", "was_late"),
    [
        # the repetition begins with 5, and goes on: an answer to 12 is none to what came again
        ([(5, 8)], 13, False, [5]),
        ([(5, 8), (8, 10)], 11, False, [5]),
        ([(5, 8), (8, 13)], 13, False, []),
        # an answer was ahead of what came again
        ([(5, 8, 8)], 8, False, [5]),
        ([(5, 8, 5)], 8, False, []),
        # the responder may keep what was early: the requester does not go back, or it goes back for another reason
        ([(5, 8)], 13, True, []),
        ([(5, 6)], 13, False, []),
        ([(3, 8, 8)], 13, False, []),
    ],
)
def test_an_answer_that_covers_more_than_came_again_shows_that_it_was_late(repetition, acked, keeps, was_late):
    losses = ClaimedLosses()
    losses.add(claim(5, 6))
    for run in repetition:
        losses.sent_again(requests(*run))
    assert [firsts(each) for each in losses.acknowledged(acked, acked, keeps=keeps)] == [was_late, []]
    late, final = losses.acknowledged(acked + 1, acked + 1, keeps=keeps)
    assert (late, firsts(final)) == ([], [] if was_late else [5])


@pytest.mark.parametrize(
    ("again", "acked", "kept"),
    [
        ([], SENT, True),
        ([], SENT - 1, False),  # it may have dropped the packet at which it asked
        ([(12, 14)], SENT, False),  # or got that again
        ([(0, 5)], SENT, True),
        ([(SENT, SENT + 4)], SENT + 4, True),
    ],
)
def test_what_was_early_is_kept_where_all_is_acknowledged_that_came_before_the_nak(again, acked, kept):
    losses = ClaimedLosses()
    losses.add(claim(5, 6))
    for run in again:
        losses.sent_again(requests(*run))
    ((late,), final) = losses.acknowledged(acked, SENT, keeps=False)
    assert not final
    assert late.shows_kept(acked) == kept


def test_the_last_packet_shows_nothing_about_keeping():
    assert not claim(SENT - 1, SENT).shows_kept(SENT)


def test_at_the_end_all_are_told_once(claims):
    assert claims.finish() == [claim(5, 6), claim(8, 10)]
    assert claims.finish() == []


def test_of_too_many_the_oldest_are_told():
    losses = ClaimedLosses()
    told = [each for psn in range(MAX_CLAIMS + 2) for each in losses.add(claim(psn, psn + 1))]
    assert told == [claim(0, 1), claim(1, 2)]
    assert losses.finish() == [claim(psn, psn + 1) for psn in range(2, MAX_CLAIMS + 2)]


def test_a_state_goes_on(claims):
    claims.sent_again(requests(5, 8, 7))
    other = ClaimedLosses()
    other.restore(claims.rows())
    first, second = other.finish()
    assert [first, second] == claims.finish()
    assert (first.reached, first.ahead, first.is_answer, first.alone) == (8, 7, True, False)
    assert (second.reached, second.ahead, second.is_answer, second.alone) == (-1, -1, False, True)
