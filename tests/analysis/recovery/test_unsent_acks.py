"""ACKs of PSNs that the capture has not shown, and what the requests behind them say of these ACKs."""

from __future__ import annotations

import pytest

from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.recovery.unsent_acks import MANY_EARLY, MAX_ACKS, MOST_EARLY, UnsentAcks


def ack(psn, frame=1, sent=4):
    return Run(RunKind.ACK_OF_UNSENT, psn, psn + 1, 1, frame, frame, 0, 0, sent, 0)


def requests(first, end, sent, time=MOST_EARLY + 1):
    return Run(RunKind.REQUESTS, first, end, end - first, 50, 50 + end - first - 1, time, time, sent, 0)


@pytest.mark.parametrize("sent", [3, 4])
@pytest.mark.parametrize("first", [4, 5, 7])
@pytest.mark.parametrize("psns", [[], [4], [3], [6], [7], [8], [4, 6, 7], [5, 9, 4]])
def test_requests_that_the_capture_lacks_were_acknowledged_and_others_were_not(psns, first, sent):
    """All up to PSN ``sent`` were there, then those from ``first`` on: what lies between was sent, and not captured."""
    acks = UnsentAcks()
    for frame, psn in enumerate(psns, 1):
        assert acks.add(ack(psn, frame)) == []
    proven, told = acks.decide(requests(first, first + 2, sent))
    lacking = [psn for psn in psns if psn in range(sent, first)]
    assert proven == (max(lacking) + 1 if lacking else -1)
    assert [verdict.run.first for verdict in told] == [psn for psn in psns if psn not in lacking]
    assert acks.open == []


def test_requests_that_come_again_decide_nothing():
    acks = UnsentAcks()
    acks.add(ack(6))
    assert acks.decide(requests(2, 4, sent=4)) == (-1, [])
    assert [run.first for run in acks.open] == [6]
    proven, told = acks.decide(requests(2, 5, sent=4))  # the last one is new, and nothing is missing before it
    assert (proven, [verdict.run.first for verdict in told]) == (-1, [6])


@pytest.mark.parametrize("more", [0, 1, 2])
def test_the_oldest_of_too_many_are_wrong(more):
    acks = UnsentAcks()
    told = [verdict for at in range(MAX_ACKS + more) for verdict in acks.add(ack(10 + at, 1 + at))]
    assert [verdict.run.first for verdict in told] == list(range(10, 10 + more))
    assert acks.given_up == more
    again = UnsentAcks()
    again.fill(acks.rows())
    assert again.open == acks.open


@pytest.mark.parametrize("begun", [True, False])
def test_at_the_end_they_are_wrong_if_the_capture_has_all_requests(begun):
    acks = UnsentAcks()
    for psn in (9, 8):
        acks.add(ack(psn))
    assert [verdict.run.first for verdict in acks.finish(begun=begun)] == ([9, 8] if begun else [])
    assert acks.finish(begun=begun) == []


def test_what_is_said_of_them():
    acks = UnsentAcks()
    acks.add(ack(0xFFFFFF, 3, sent=1 << 24).replace(packets=2))
    (verdict,) = acks.finish(begun=True)
    assert verdict.packets == 2
    assert verdict.facts == {"count": 2, "psn": 0xFFFFFF, "last": 0xFFFFFF}
    assert verdict.because == (3,)


def early_acks(count, time=2000):
    """ACKs, each with its request so much behind it; returns also all that was said."""
    acks, told = UnsentAcks(), []
    for psn in range(4, 4 + count):
        told += acks.add(ack(psn, psn, sent=psn))
        if acks.open:
            told += acks.decide(requests(psn, psn + 1, psn, time))[1]
    return acks, told


@pytest.mark.parametrize("count", range(MANY_EARLY + 3))
def test_many_acks_with_their_requests_just_behind_them_are_early_and_said_once(count):
    acks, told = early_acks(count)
    are_early = count >= MANY_EARLY
    assert [(each.kind.name, each.run.first) for each in told] == ([("answers-first", 4)] if are_early else [])
    again = UnsentAcks()
    again.fill(acks.rows())
    left = [] if are_early else [*range(4, 4 + count)]
    assert [each.run.first for each in again.finish(begun=True)] == left
    assert [each.run.first for each in acks.finish(begun=True)] == left


def test_what_is_said_of_early_acks():
    _, (verdict,) = early_acks(MANY_EARLY, MOST_EARLY)
    assert verdict.facts == {"psn": 4, "lead": MOST_EARLY}
    assert verdict.because == (4, 5, 6, 50)


def test_acks_long_before_their_requests_are_wrong():
    _, told = early_acks(MANY_EARLY, MOST_EARLY + 1)
    assert [each.kind.name for each in told] == MANY_EARLY * ["ack-of-unsent"]


def test_acks_wait_for_the_requests_behind_others():
    acks = UnsentAcks()
    for psn in (4, 5, 6):
        acks.add(ack(psn, psn))
    told = [acks.decide(requests(psn, psn + 1, psn, 1000))[1] for psn in (4, 5, 6)]
    assert [len(each) for each in told] == [0, 0, 1]
