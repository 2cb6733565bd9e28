"""ACKs of PSNs that the capture has not shown, and what the requests behind them say of these ACKs."""

from __future__ import annotations

import pytest

from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.recovery.unsent_acks import MAX_ACKS, UnsentAcks


def ack(psn, frame=1, sent=4):
    return Run(RunKind.ACK_OF_UNSENT, psn, psn + 1, 1, frame, frame, 0, 0, sent, 0)


def requests(first, end, sent):
    return Run(RunKind.REQUESTS, first, end, end - first, 50, 50 + end - first - 1, 0, 0, sent, 0)


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
