"""Copies of packets of UC."""

from __future__ import annotations

import numpy as np
import pytest

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import Transport
from ibpkt.analysis.runs import unacknowledged_copies
from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.sequence_columns import SequenceColumns
from ibpkt.analysis.runs.unacknowledged_copies import LATEST
from ibpkt.analysis.runs.unreliable_copies import UnreliableCopies
from tests.support.exchanges import SEND_ONLY, A, B, ask, batches

UC_ONLY = 0x24
OTHER = ("10.0.0.7", A[1])


def _found(sent, size=None, times=None, cut=False):
    """Of each packet the one that it repeats; packets of A are half 0, those of others halves of their own."""
    copies, addresses, table, found = UnreliableCopies(), Addresses(), HalfTable(), []
    ends = sorted({(source, target) for _, source, target, _ in sent}, reverse=True)
    table.reserve(len(ends))
    packets = [ask(psn, opcode, source=source, target=target, ident=7) for psn, source, target, opcode in sent]
    begin = 0
    for batch in batches(packets, size, times=times):
        columns = Transport(batch, addresses)
        if cut:
            columns.icrc = np.zeros(len(columns), np.uint32)
        half = np.array([ends.index(each[1:3]) for each in sent[begin : begin + len(columns)]], np.int64)
        begin += len(columns)
        sequence = SequenceColumns(columns, np.arange(len(columns)), half, table, np.zeros(len(ends), np.int64))
        copy_of = copies.add(sequence, copies.times(columns))
        found += [0] * len(columns) if copy_of is None else copy_of.tolist()
        sequence.update(table)
    return found


@pytest.mark.parametrize("cut", [False, True])
@pytest.mark.parametrize("size", [1, 2, None])
def test_what_a_connection_has_sent_before(size, cut):
    """Others send to the same queue pair, or to one of the same number."""
    sent = [(psn, *ends, UC_ONLY) for psn, *ends in [
        (5, A, B), (5, OTHER, B), (6, A, B), (5, A, ("10.0.0.9", B[1])), (6, OTHER, B), (5, A, B), (6, A, B),
        (5, OTHER, B),
    ]]  # fmt: skip
    assert _found(sent, size, cut=cut) == [0, 0, 0, 0, 0, 1, 3, 2]


@pytest.mark.parametrize("size", [1, 3, None])
def test_among_the_last_packets_of_all(size, monkeypatch):
    monkeypatch.setattr(unacknowledged_copies, "HISTORY", 3)
    sent = [(5, A, B, UC_ONLY), *((psn, OTHER, B, UC_ONLY) for psn in range(3)), (5, A, B, UC_ONLY)]
    assert _found(sent, size) == [0] * 5
    assert _found(sent[1:], size) == [0] * 4
    assert _found([sent[0], *sent[2:]], size) == [0, 0, 0, 1]


@pytest.mark.parametrize("size", [1, None])
def test_other_services_repeat_what_they_send(size):
    assert _found([(5, A, B, SEND_ONLY), (5, A, B, SEND_ONLY)], size) == [0, 0]


@pytest.mark.parametrize("size", [1, None])
def test_a_time_that_goes_back(size):
    """What was too late before is too late still."""
    sent = [(psn, A, B, UC_ONLY) for psn in (5, 6, 5)]
    assert _found(sent, size, [0, LATEST + 1, 5]) == [0, 0, 0]
    assert _found(sent, size, [0, LATEST - 1, 5]) == [0, 0, 1]
