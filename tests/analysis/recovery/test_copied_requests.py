"""Copies of requests that the network made: told once it is known that they reach the responder."""

from __future__ import annotations

from ibpkt.analysis.recovery.copied_requests import MAX_COPIES, CopiedRequests
from ibpkt.analysis.recovery.kinds import DUPLICATE_REQUEST
from ibpkt.analysis.recovery.logged_requests import LoggedRequests
from ibpkt.analysis.recovery.run import Run, RunKind


def told(copies, first, end, answers=0, *, may_be_lost=False):
    """What is said when nothing will change what is known of copies of some PSNs: PSNs and proofs."""
    run = Run(RunKind.REQUESTS, first, end, end - first, first, end - 1, first, end - 1, end, first)
    entry = LoggedRequests([run], first, end, copy=True, answers=answers, proof=[1000 + first] * bool(answers))
    entry.duplicates = ((first, end),)
    verdicts = list(copies.settle(entry, may_be_lost=may_be_lost))
    assert {verdict.kind for verdict in verdicts} <= {DUPLICATE_REQUEST}
    assert all(verdict.packets == verdict.end - verdict.first for verdict in verdicts)
    return [(verdict.first, verdict.end, verdict.because) for verdict in verdicts]


def test_nobody_knows_whether_copies_arrive_until_one_is_answered():
    copies = CopiedRequests()
    assert told(copies, 4, 6) == []
    assert not copies.arrive
    assert told(copies, 8, 9, answers=1) == [(8, 9, (1008,)), (4, 6, ())]
    assert copies.arrive
    assert told(copies, 10, 11) == [(10, 11, ())]


def test_of_a_run_of_copies_the_first_are_answered():
    assert told(CopiedRequests(), 4, 8, answers=2) == [(4, 6, (1004,)), (6, 8, ())]


def test_what_is_not_answered_may_be_lost():
    copies = CopiedRequests()
    assert told(copies, 4, 8, answers=2, may_be_lost=True) == [(4, 6, (1004,))]
    assert told(copies, 10, 12, may_be_lost=True) == []


def test_the_oldest_are_given_up():
    copies = CopiedRequests()
    for psn in range(MAX_COPIES + 2):
        assert told(copies, psn, psn + 1) == []
    assert copies.given_up == 2
    assert [first for first, _, _ in told(copies, 1000, 1001, answers=1)] == [1000, *range(2, MAX_COPIES + 2)]


def test_they_go_on_from_a_state():
    copies, again = CopiedRequests(), CopiedRequests()
    told(copies, 4, 6)
    again.restore(copies.rows())
    assert again.rows() == copies.rows() != []
    assert told(again, 8, 9, answers=1) == told(copies, 8, 9, answers=1) == [(8, 9, (1008,)), (4, 6, ())]
