"""Losses behind the tap wait until it is known that the packets were not late."""

from __future__ import annotations

import pytest

from ibpkt.analysis.recovery.claimed_losses import MAX_CLAIMS, ClaimedLosses
from ibpkt.analysis.recovery.run import Run, RunKind

NAK = 9


def requests(first, end):
    return Run(RunKind.REQUESTS, first, end, end - first, 1, 1, 0, 0, end, 0)


def claim(first, end):
    return requests(0, 20), first, end, NAK


@pytest.fixture
def claims():
    """A responder has asked for 5, and then for 8 and 9."""
    losses = ClaimedLosses()
    assert not losses
    assert losses.add(claim(5, 6)) == losses.add(claim(8, 10)) == []
    assert losses
    return losses


@pytest.mark.parametrize(
    ("first", "end", "lost"),
    [(0, 5, []), (0, 6, [5]), (5, 6, [5]), (6, 8, []), (6, 9, [8]), (9, 12, [8]), (10, 12, []), (0, 20, [5, 8])],
)
def test_what_is_sent_again_was_lost(claims, first, end, lost):
    assert [told[1] for told in claims.sent_again(requests(first, end))] == lost
    assert [told[1] for told in claims.finish()] == [psn for psn in (5, 8) if psn not in lost]
    assert not claims


@pytest.mark.parametrize(("acked", "late"), [(5, []), (6, [5]), (8, [5]), (9, [5, 8]), (20, [5, 8])])
def test_what_is_acknowledged_was_late(claims, acked, late):
    assert [told[1] for told in claims.acknowledged(acked)] == late
    assert [told[1] for told in claims.finish()] == [psn for psn in (5, 8) if psn not in late]


def test_at_the_end_all_are_told_once(claims):
    assert claims.finish() == [claim(5, 6), claim(8, 10)]
    assert claims.finish() == []


def test_of_too_many_the_oldest_are_told():
    losses = ClaimedLosses()
    told = [each for psn in range(MAX_CLAIMS + 2) for each in losses.add(claim(psn, psn + 1))]
    assert told == [claim(0, 1), claim(1, 2)]
    assert losses.finish() == [claim(psn, psn + 1) for psn in range(2, MAX_CLAIMS + 2)]


def test_a_state_goes_on(claims):
    other = ClaimedLosses()
    other.restore(claims.rows())
    assert other.finish() == claims.finish()
