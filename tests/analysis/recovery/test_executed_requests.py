"""Requests that had been executed before they came: which of them have arrived once more, as answers show."""

from __future__ import annotations

import pytest

from ibpkt.analysis.recovery.executed_requests import ExecutedRequests
from ibpkt.analysis.recovery.kinds import DUPLICATE_REQUEST, DUPLICATE_UNCONFIRMED, REQUEST_OR_ANSWER_LOST
from ibpkt.analysis.recovery.logged_requests import LoggedRequests, Position
from ibpkt.analysis.recovery.run import Run, RunKind

NAMES = {DUPLICATE_REQUEST: "arrived", DUPLICATE_UNCONFIRMED: "executed", REQUEST_OR_ANSWER_LOST: "unknown"}


def duplicates(first, end, *, acked=None, expected=30, packets=None, reads=False, keeps=False, run=None, **values):
    """Requests that a responder which expects PSN 30 gets once more, when answers had told up to ``acked``."""
    packets = end - first if packets is None else packets
    run = Run(RunKind.REQUESTS, first, end, packets, 50, 50 + packets - 1, 0, 0, 30, 0, reads=reads, **(run or {}))
    entry = LoggedRequests([run], first if acked is None else acked, 40)
    for name, value in values.items():
        setattr(entry, name, value)
    entry.arrive(Position(expected), keeps)
    return entry


def behind_a_silence(first_ack, **values):
    """PSN 10 to 13 once more when nothing was on its way, and the first ACK behind that, which may be behind them."""
    return duplicates(10, 14, silent=True, run={"first_ack": first_ack}, **values)


def settled(entry, *, acked=30, keeps=False, asks=True, may_be_lost=False, requests=None):
    """What is said of which PSNs, behind answers that prove requests up to ``acked``."""
    requests = ExecutedRequests() if requests is None else requests
    told = requests.settle(entry, acked, keeps=keeps, asks=asks, may_be_lost=may_be_lost)
    said = {}
    for verdict in told:
        assert verdict.packets == (1 if verdict.run.packets == 1 else verdict.end - verdict.first)
        said.setdefault(NAMES[verdict.kind], []).append((verdict.first, verdict.end))
    return said


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        # an answer to one of them shows that the responder had all of them: it takes requests in order
        (duplicates(10, 14, answers=1), {"arrived": [(10, 14)]}),
        (duplicates(10, 14, wanted=True), {"arrived": [(10, 14)]}),
        # without an answer only what was acknowledged before is known to have been executed
        (duplicates(10, 14), {"unknown": [(10, 14)]}),
        (duplicates(10, 14, acked=11), {"arrived": [(10, 11)], "unknown": [(11, 14)]}),
        (duplicates(10, 14, acked=14), {"arrived": [(10, 14)]}),
        (duplicates(10, 14, answers=1, unsure=True), {"unknown": [(10, 14)]}),
        (duplicates(10, 14, acked=12, answers=1, unsure=True), {"arrived": [(10, 12)], "unknown": [(12, 14)]}),
        # sent several times with nothing answered between: nothing shows that they came
        (duplicates(10, 14, acked=12, repeated=True), {"executed": [(10, 12)], "unknown": [(12, 14)]}),
        (duplicates(10, 14, answers=2, repeated=True), {"arrived": [(10, 14)]}),
        # the ACK of a duplicate acknowledges all that was executed: one that stays behind that shows that it was not
        (behind_a_silence(12, answers=1), {"unknown": [(10, 14)]}),
        (behind_a_silence(12, answers=1, acked=11), {"arrived": [(10, 11)], "unknown": [(11, 14)]}),
        (behind_a_silence(12, answers=1, acked=12), {"arrived": [(10, 14)]}),
        (behind_a_silence(14, answers=1), {"arrived": [(10, 14)]}),
        (behind_a_silence(-1, answers=1), {"arrived": [(10, 14)]}),
        # without a silence before it may be an ACK of what was sent first
        (duplicates(10, 14, answers=1, run={"first_ack": 12}), {"arrived": [(10, 14)]}),
        # what the responder expects is no duplicate
        (duplicates(28, 33, answers=1), {"arrived": [(28, 30)]}),
        (duplicates(30, 33, answers=1), {}),
    ],
)  # fmt: skip
def test_a_responder_that_takes_requests_in_order(entry, said):
    assert settled(entry) == said


@pytest.mark.parametrize(
    ("answers", "each", "may_be_lost", "said"),
    [
        # where packets are lost behind the tap, a responder that answers each has had as many as it has answered
        (2, 1, True, {"arrived": [(10, 12)], "executed": [(12, 30)]}),
        (2, 1, False, {"arrived": [(10, 30)]}),
        (2, 0, True, {"arrived": [(10, 30)]}),
        (2, -1, True, {"arrived": [(10, 30)]}),
        # nearly each of twenty was answered: that is no coincidence
        (18, 0, True, {"arrived": [(10, 28)], "executed": [(28, 30)]}),
        (17, 0, True, {"arrived": [(10, 30)]}),
        (18, 0, False, {"arrived": [(10, 30)]}),
    ],
)
def test_a_responder_that_acknowledges_each(answers, each, may_be_lost, said):
    requests = ExecutedRequests()
    requests.acks_each = each
    assert settled(duplicates(10, 30, answers=answers), may_be_lost=may_be_lost, requests=requests) == said


@pytest.mark.parametrize(
    ("entry", "may_be_lost", "learned"),
    [
        (duplicates(10, 12, answers=2), False, 1), (duplicates(10, 12, answers=2), True, 1),
        (duplicates(10, 12, answers=1), False, -1), (duplicates(10, 12, answers=1), True, 0),
        (duplicates(10, 12), False, 0), (duplicates(10, 11, answers=1), False, 0),
        (duplicates(10, 12, answers=2, reads=True), False, 0),
    ],
)  # fmt: skip
def test_whether_it_acknowledges_each_is_learned_where_several_were_answered(entry, may_be_lost, learned):
    requests = ExecutedRequests()
    settled(entry, may_be_lost=may_be_lost, requests=requests)
    settled(entry, may_be_lost=may_be_lost, requests=requests)
    assert requests.acks_each == 2 * learned


READ_OF_FOUR = {"packets": 1, "reads": True}


@pytest.mark.parametrize(
    ("entry", "acked", "said"),
    [
        # atomics and short READs: each has its own response
        (duplicates(10, 14, reads=True, wanted=True, answered=[(11, 13)], acked=14), 14,
         {"arrived": [(11, 13)], "executed": [(10, 11), (13, 14)]}),
        # what had not been answered before may be the first response: up to there it was answered since
        (duplicates(10, 14, reads=True, wanted=True), 10, {"executed": [(10, 14)]}),
        (duplicates(10, 14, reads=True, wanted=True), 12, {"arrived": [(10, 12)], "executed": [(12, 14)]}),
        (duplicates(10, 14, reads=True, wanted=True, acked=11), 13,
         {"arrived": [(11, 13)], "executed": [(10, 11), (13, 14)]}),
        (duplicates(10, 14, reads=True, wanted=True, acked=14), 20, {"executed": [(10, 14)]}),
        # of one READ, one response is proof enough
        (duplicates(10, 14, wanted=True, answered=[(12, 13)], acked=14, **READ_OF_FOUR), 14, {"arrived": [(10, 14)]}),
        (duplicates(10, 14, wanted=True, acked=13, **READ_OF_FOUR), 14, {"arrived": [(10, 14)]}),
        (duplicates(10, 14, wanted=True, acked=14, **READ_OF_FOUR), 14, {"executed": [(10, 14)]}),
        (duplicates(10, 14, wanted=True, **READ_OF_FOUR), 10, {"executed": [(10, 14)]}),
        (duplicates(10, 14, wanted=True, **READ_OF_FOUR), 11, {"arrived": [(10, 14)]}),
    ],
)  # fmt: skip
def test_reads_and_atomics_have_responses_of_their_own(entry, acked, said):
    assert settled(entry, acked=acked) == said


@pytest.mark.parametrize(
    ("entry", "asks", "said"),
    [
        # it answers what it had kept: the first packet is the one that it lacked
        (duplicates(10, 14, answers=1), True, {"unknown": [(10, 11)], "arrived": [(11, 14)]}),
        (duplicates(10, 14, answers=1), False, {"unknown": [(10, 11), (11, 14)]}),
        (duplicates(10, 14, answers=4), False, {"arrived": [(10, 14)]}),
        (duplicates(10, 14, answers=1, acked=11), True, {"arrived": [(10, 14)]}),
        (duplicates(10, 14, answers=1, wanted=True), True, {"arrived": [(10, 14)]}),
        (duplicates(10, 14), True, {"unknown": [(10, 14)]}),
    ],
)  # fmt: skip
def test_a_responder_that_keeps_what_comes_early(entry, asks, said):
    assert settled(entry, keeps=True, asks=asks) == said


def test_the_packets_that_prove_it():
    requests = ExecutedRequests()
    entry = duplicates(10, 12, answers=2, proof=[90, 70, 90])
    (verdict,) = requests.settle(entry, 30, keeps=False, asks=True, may_be_lost=False)
    assert verdict.because == (70, 90)
    assert verdict.facts == {"count": 2, "psn": 10, "last": 11}
