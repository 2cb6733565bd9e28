"""Requests with a wrong ICRC, as far as they seem to belong to a half."""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import transport
from ibpkt.analysis.runs.damaged_requests import MOST_APART, DamagedRequests
from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.sequence_columns import SequenceColumns
from ibpkt.analysis.streams.assigned import FlowPackets
from tests.support.exchanges import ask, batches, tell


def found(packets, damaged, row=0):
    """PSNs from the first on, and frames; the packets are of one half."""
    (batch,) = batches(packets)
    columns, table = transport(batch, Addresses()), HalfTable()
    table.reserve(2)
    bad = np.isin(np.arange(len(packets)), damaged)
    good = np.flatnonzero(~bad)
    sequence = SequenceColumns(columns, good, np.zeros(len(good), np.int64), table, np.zeros(2, np.int64))
    row, none = np.full(len(packets), row), np.zeros(len(packets), np.int64)
    requests = DamagedRequests(FlowPackets(columns, none, row, none, np.where(bad, -1, 0)), sequence, table)
    runs = requests.runs().get(0, [])
    assert [run.first for run in runs] == requests.psn.tolist()
    first = int(sequence.psn[0])
    return [(run.first - first, run.end - first, run.frame) for run in runs]


def test_a_damaged_request():
    assert found([ask(5), ask(6), ask(7)], [1]) == [(1, 2, 2)]


def test_it_is_unwrapped_to_what_was_sent():
    last = (1 << 24) - 1
    assert found([ask(last - 1), ask(last), ask(last + 1)], [2]) == [(2, 3, 3)]
    assert found([ask(last - 1), ask(last + 1), ask(last)], [2]) == [(1, 2, 3)]


def test_far_away_it_is_the_damage():
    assert found([ask(0), ask(MOST_APART + 1)], [1]) == [(MOST_APART + 1, MOST_APART + 2, 2)]
    assert found([ask(0), ask(MOST_APART + 2)], [1]) == []


def test_answers_are_none():
    assert found([ask(0), tell(0, 1)], [1]) == []


def test_of_a_half_that_is_not_known():
    assert found([ask(0), ask(1)], [1], row=-1) == []
