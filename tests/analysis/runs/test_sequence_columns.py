"""What was sent and acknowledged before each packet, whatever batches the capture is cut into."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import REQUEST, transport
from ibpkt.analysis.runs.half_table import PSN_ORIGIN, HalfTable
from ibpkt.analysis.runs.sequence_columns import MOST_MISSED, SequenceColumns
from ibpkt.protocols import PSN_MASK
from tests.support.exchanges import ask, batches, read, tell

PMTU = 1024
SEQUENCE_ERROR, RNR_NAK = 0x60, 0x2E
#: bytes of a packet up to the end of its BTH
BEHIND_BTH = 54


def rows_of(packets, size=None, pmtu=PMTU, snap=None):
    """For each packet of one half: unwrapped PSN and end from the first on, sent and acked."""
    table, addresses, told = HalfTable(), Addresses(), []
    table.reserve(1)
    for batch in batches(packets, size):
        if snap is not None:
            batch.frames.captured = np.minimum(batch.frames.captured, snap)
        columns = transport(batch, addresses)
        count = len(columns)
        sequence = SequenceColumns(columns, np.arange(count), np.zeros(count, np.int64), table, np.array([pmtu]))
        lists = (sequence.psn, sequence.end, sequence.sent, sequence.acked)
        told += zip(*(column.tolist() for column in lists), strict=True)
        sequence.update(table)
    first = told[0][0]
    return [tuple(value - first if value else None for value in row) for row in told]


def test_what_was_sent_and_acknowledged():
    packets = [ask(5), ask(6), tell(5, 1), ask(7), tell(7, 3), ask(6)]
    assert rows_of(packets) == [
        (0, 1, 0, None), (1, 2, 1, None), (0, 1, 2, None), (2, 3, 2, 1), (2, 3, 3, 1), (1, 2, 3, 3),
    ]  # fmt: skip


def test_a_nak_acknowledges_what_is_before_it():
    assert rows_of([ask(0), ask(2), tell(1, 1, syndrome=SEQUENCE_ERROR), ask(1)])[-1] == (1, 2, 3, 1)


@pytest.mark.parametrize("syndrome", [0, SEQUENCE_ERROR, RNR_NAK])
@pytest.mark.parametrize(("cut", "acked"), [(True, 1), (False, None)])
def test_whether_it_is_an_ack_may_be_cut_off(syndrome, cut, acked):
    """All of them prove what is below their PSN; what they say of it, only one that is whole."""
    packets = [ask(0), ask(1), tell(1, 1, syndrome=syndrome), ask(2)]
    whole = 1 if syndrome else 2
    assert rows_of(packets, snap=BEHIND_BTH if cut else None)[-1] == (2, 3, 2, whole if acked is None else acked)


def test_a_response_is_no_nak_even_if_its_aeth_is_cut_off():
    packets = [read(0, PMTU), tell(0, 1, opcode=16, size=PMTU), ask(1)]
    assert rows_of(packets, snap=BEHIND_BTH)[-1][3] == 1


def test_a_read_takes_the_psns_of_its_response():
    assert rows_of([read(0, 4 * PMTU + 1), ask(5)]) == [(0, 5, 0, None), (5, 6, 5, None)]


def test_psns_start_over():
    packets = [ask(PSN_MASK - 1), ask(PSN_MASK), ask(PSN_MASK + 1), tell(PSN_MASK + 1, 3), ask(PSN_MASK)]
    assert [row[0] for row in rows_of(packets)] == [0, 1, 2, 2, 1]


def test_an_ack_of_what_was_never_sent_is_not_believed():
    assert rows_of([ask(0), tell(7, 1), ask(1)])[-1] == (1, 2, 1, None)


def test_answers_alone_are_believed():
    assert rows_of([tell(3, 1), tell(4, 2), tell(9, 3)])[-1][3] == 2


@pytest.mark.parametrize(("declared", "missing"),
    [
        (-1, 0), (5, 0), (2, 3), (PSN_MASK - 1, 7), (1 << 20, 0), (5 - MOST_MISSED & PSN_MASK, MOST_MISSED),
        (4 - MOST_MISSED & PSN_MASK, 0),
    ],
)  # fmt: skip
def test_what_is_missing_before_the_first_packet_of_a_connection_that_was_announced(declared, missing):
    """What is far from the first packet was not announced for it."""
    (batch,) = batches([ask(5), ask(6)])
    columns, table = transport(batch, Addresses()), HalfTable()
    table.reserve(1)
    half, pmtu = np.zeros(2, np.int64), np.array([PMTU])
    sequence = SequenceColumns(columns, np.arange(2), half, table, pmtu, np.array([declared]))
    assert (sequence.psn - sequence.sent).tolist() == [missing, 0]


def test_when_something_was_acknowledged_last():
    packets = [ask(0), ask(1), tell(0, 1), tell(0, 1), ask(2), tell(2, 3)]
    for size in (None, 1, 4):
        table, addresses, found = HalfTable(), Addresses(), []
        table.reserve(1)
        for batch in batches(packets, size):
            columns = transport(batch, addresses)
            half = np.zeros(len(columns), np.int64)
            sequence = SequenceColumns(columns, np.arange(len(columns)), half, table, np.array([PMTU]))
            found += sequence.acked_time(np.arange(len(sequence))).tolist()
            sequence.update(table)
        assert found == [0, 0, 0, 10**18 + 20_000, 10**18 + 20_000, 10**18 + 20_000]


numbers = st.integers(0, PSN_MASK)
steps = st.lists(st.tuples(st.booleans(), st.integers(-6, 6)), min_size=1, max_size=30)


@given(numbers, steps, st.integers(1, 7))
def test_batches_make_no_difference(first, moves, size):
    packets, psn = [ask(first)], first
    for asks, step in moves:
        psn += step
        packets.append(ask(psn) if asks else tell(psn, 1))
    assert rows_of(packets, size) == rows_of(packets)


@given(st.lists(st.tuples(st.integers(0, 3), st.booleans(), st.integers(0, 40)), min_size=1, max_size=40))
def test_halves_make_no_difference_to_each_other(packets):
    """What the columns say of a half is what a plain loop says of its packets alone."""
    frames = [ask(1000 + psn) if asks else tell(1000 + psn, 1) for _, asks, psn in packets]
    half = np.array([number for number, _, _ in packets])
    (batch,) = batches(frames)
    columns, table = transport(batch, Addresses()), HalfTable()
    table.reserve(4)
    sequence = SequenceColumns(columns, np.arange(len(frames)), half, table, np.zeros(4, np.int64))
    state = {}
    expected = {}
    has_asked = set()
    first_seen = {number: psn for number, _, psn in reversed(packets)}
    for row, (number, asks, psn) in enumerate(packets):
        sent, acked = state.get(number, (first_seen[number], None))
        if asks and number not in has_asked:  # a half begins with its first request
            sent = psn
            has_asked.add(number)
        expected[row] = (sent, acked)
        if asks:
            sent = max(sent, psn + 1)
        elif psn + 1 <= sent or number not in has_asked:  # nobody knows what was sent before
            acked = psn + 1 if acked is None else max(acked, psn + 1)
        state[number] = sent, acked
    for place, row in enumerate(sequence.rows.tolist()):
        sent, acked = int(sequence.sent[place]), int(sequence.acked[place])
        told = sent - PSN_ORIGIN - 1000, None if acked == 0 else acked - PSN_ORIGIN - 1000
        assert told == expected[row]
    assert (columns.kind[sequence.rows[sequence.is_request]] == REQUEST).all()


def test_no_packets():
    (batch,) = batches([ask(0)])
    columns, table = transport(batch, Addresses()), HalfTable()
    none = np.zeros(0, np.int64)
    sequence = SequenceColumns(columns, none, none, table, none)
    sequence.update(table)
    assert len(sequence) == 0
