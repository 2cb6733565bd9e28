"""Answers that show that the response to an earlier READ or atomic is missing (IBA 1, 9.7.5.1.3)."""

from __future__ import annotations

import numpy as np
import pytest

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import transport
from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.response_order import ResponseOrder
from ibpkt.analysis.runs.sequence_columns import SequenceColumns
from tests.analysis.runs.test_response_order import PMTU, respond
from tests.support.exchanges import ask, batches, read, tell

RNR = 0x20


def reads(psn, end):
    return read(psn, (end - psn) * PMTU)


def responds(psn, end):
    return [respond(each) for each in range(psn, end)]


def implied(packets, size=None):
    """The packets that are implied NAKs, from 1, and the PSN that each misses; those of the end in braces."""
    table, addresses, order, told = HalfTable(), Addresses(), ResponseOrder(), []
    table.reserve(1)
    for batch in batches(packets, size):
        columns = transport(batch, addresses)
        count = len(columns)
        sequence = SequenceColumns(columns, np.arange(count), np.zeros(count, np.int64), table, np.array([PMTU]))
        order.add(sequence, table)
        told += [(verdict.run.frame, verdict.facts["missing"]) for _, verdict in order.verdicts]
        sequence.update(table)
    return told, [(verdict.run.frame, verdict.facts["missing"]) for verdict in order.implied.finish(0)]


CASES = [
    (
        "the third response of eight is missing, the rest is asked for again",
        [reads(0, 8), *responds(0, 2), *responds(3, 8), reads(2, 8), *responds(2, 8)],
        [(4, 2)],
    ),
    (
        "the response to the second of three READs is missing",
        [
            *(reads(0, 2), reads(2, 4), reads(4, 6), *responds(0, 2), *responds(4, 6)),
            *(reads(2, 4), reads(4, 6), *responds(2, 6)),
        ],
        [(6, 2)],
    ),
    (
        "responses that overtook one another: nothing asks for anything again",
        [reads(0, 8), *responds(0, 2), *responds(3, 8), *responds(2, 3), ask(8), tell(8, 2)],
        [],
    ),
    (
        "a response that overtook another was dropped, and is asked for again",
        [reads(0, 8), *responds(0, 2), *responds(3, 4), *responds(2, 3), reads(3, 8)],
        [(4, 2)],
    ),
    (
        "another response is missing while the requester goes back already: the first one that is missing counts",
        [
            *(reads(0, 2), reads(2, 4), reads(4, 6), reads(6, 8), *responds(2, 4), *responds(6, 8)),
            *(reads(0, 2), reads(2, 4), reads(4, 6), reads(6, 8), *responds(0, 8)),
        ],
        [(5, 0)],
    ),
    (
        "a requester that sends again one READ at a time drops what else comes, and asks for that later",
        [
            *(reads(0, 2), reads(2, 4), reads(4, 6), *responds(2, 6), reads(0, 2), *responds(0, 2)),
            *(ask(6), tell(6, 4), reads(2, 4), *responds(2, 4), ask(7), tell(7, 5), reads(4, 6), *responds(4, 6)),
        ],
        [(4, 0), (12, 2), (17, 4)],
    ),
    (
        "an ACK repeats the PSN of a READ without a response, since a request before that came again",
        [ask(0), reads(1, 3), ask(0), tell(2, 2), reads(1, 3), *responds(1, 3)],
        [(4, 1)],
    ),
    (
        "an ACK repeats the PSN of a READ that was answered",
        [ask(0), reads(1, 3), *responds(1, 3), ask(0), tell(2, 2), reads(1, 3), *responds(1, 3)],
        [],
    ),
    ("an ACK for what is behind a READ without a response", [reads(0, 2), ask(2), tell(2, 2), reads(0, 2)], [(3, 0)]),
    (
        "an RNR NAK for the SEND behind a READ without a response",
        [read(0), ask(1), tell(1, 0, syndrome=RNR), read(0), ask(1)],
        [(3, 0)],
    ),
    (
        "a READ that the capture has only when it is sent again",
        [ask(0), ask(2), read(1), ask(2), tell(2, 3), read(1)],
        [(5, 1)],
    ),
]


@pytest.mark.parametrize(("what", "packets", "told"), CASES, ids=[case[0] for case in CASES])
def test_implied_naks(what, packets, told):
    assert implied(packets) == (told, [])


@pytest.mark.parametrize("size", [1, 2, 3, 5])
@pytest.mark.parametrize(("what", "packets", "told"), CASES, ids=[case[0] for case in CASES])
def test_batches_decide_nothing(what, packets, told, size):
    assert implied(packets, size) == (told, [])


def test_what_has_not_come_at_the_end_was_lost():
    assert implied([reads(0, 2), ask(2), tell(2, 2)]) == ([], [(3, 0)])


def test_a_requester_that_goes_on_has_what_the_tap_missed():
    """It takes what follows: another response that is missing is told then."""
    new = [ask(psn) for psn in range(3, 68)]
    packets = [reads(0, 2), ask(2), tell(2, 2), *new, tell(67, 66), read(68), read(69), respond(69), read(68)]
    assert implied(packets) == ([(72, 68)], [(3, 0)])


@pytest.mark.parametrize("size", [None, 1, 2, 3])
def test_a_response_that_was_too_short_lacks_no_packet(size):
    assert implied([reads(0, 2), respond(0), read(2), respond(2)], size) == ([], [])
