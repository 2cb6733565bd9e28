"""READs whose length in PSNs is learnt later than they come."""

from __future__ import annotations

import numpy as np
import pytest

import ibpkt
from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import transport
from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.read_spans import learn_cut_reads, learn_spans
from ibpkt.analysis.runs.response_order import ResponseOrder
from ibpkt.analysis.runs.sequence_columns import SequenceColumns
from ibpkt.analysis.runs.trouble import trouble
from tests.analysis.truth.told import Told
from tests.support.command import CAPTURES
from tests.support.exchanges import READ_ONLY, A, B, ask, batches, read, tell

PMTU = 1024
READ_FIRST, READ_MIDDLE, READ_LAST = 13, 14, 15


def halves_that_read(*lengths):
    """A table of halves whose last request, PSN 100, was a READ of so many bytes; 0 for another request."""
    table = HalfTable()
    table.reserve(len(lengths))
    own = slice(0, len(lengths))
    table["read_length"][own] = lengths
    table["psn"][own] = 100
    for name in ("end", "sent"):
        table[name][own] = 101
    return table


def test_reads_take_as_many_psns_as_the_path_mtu_says():
    table = halves_that_read(0, 4 * PMTU, 1, 4 * PMTU + 1, 4 * PMTU)
    learned = learn_spans(table, np.array([PMTU, PMTU, PMTU, PMTU, 0]))
    assert learned.halves.tolist() == [1, 2, 3]  # of the last, nothing is known yet
    assert learned.psn.tolist() == [100] * 3
    assert learned.before.tolist() == [101] * 3
    assert learned.end.tolist() == [104, 101, 105]
    assert table["end"][:5].tolist() == table["sent"][:5].tolist() == [101, 104, 101, 105, 101]


def test_what_is_learnt_is_not_learnt_again():
    table = halves_that_read(4 * PMTU)
    assert len(learn_spans(table, np.array([0])).halves) == 0
    assert len(learn_spans(table, np.array([PMTU])).halves) == 1
    assert len(learn_spans(table, np.array([PMTU])).halves) == 0


def test_what_was_sent_behind_a_read_that_was_repeated_stays():
    table = halves_that_read(2 * PMTU)
    table["sent"][0] = 110
    learn_spans(table, np.array([PMTU]))
    assert (table["end"][0], table["sent"][0]) == (102, 110)


def test_fewer_path_mtus_than_halves_and_more():
    table = halves_that_read(2 * PMTU)
    assert learn_spans(table, np.zeros(0, np.int64)).halves.tolist() == []
    assert learn_spans(table, np.full(1000, PMTU)).halves.tolist() == [0]


# -- READs whose length the capture has cut off ------------------------------------------------------------------------


def cut_read(psn):
    """A READ of which the capture has the first 4 bytes of RETH."""
    frame = read(psn, 4 * PMTU).data
    return ibpkt.decode(frame[:58], "ethernet")


def part(psn, opcode):
    """A packet of a response."""
    return tell(psn, 1, opcode=opcode, size=8) if opcode != READ_MIDDLE else ask(psn, opcode, source=B, target=A)


def ends(packets, size=None):
    """What READs and others of the one half end at, as the table has it behind the last packet; from PSN 0 on."""
    table, addresses, order = HalfTable(), Addresses(), ResponseOrder()
    table.reserve(1)
    marks = ""
    for batch in batches(packets, size):
        columns = transport(batch, addresses)
        rows, half = np.arange(len(columns)), np.zeros(len(columns), np.int64)
        order.lengthen(table, learn_cut_reads(table, columns, rows, half))
        sequence = SequenceColumns(columns, rows, half, table, np.array([PMTU]))
        missing, again = order.add(sequence, table)
        odd = trouble(sequence, missing | again)
        marks += "".join("-!"[mark] for mark in odd.tolist())
        sequence.update(table)
    return int(table["sent"][0] - table["first"][0]), marks


@pytest.mark.parametrize("size", [None, 1, 2, 3])
def test_responses_show_how_long_a_cut_read_is(size):
    packets = [cut_read(0), part(0, READ_FIRST), part(1, READ_MIDDLE), part(2, READ_LAST), ask(3), tell(3, 2)]
    assert ends(packets, size) == (4, "------")


@pytest.mark.parametrize("size", [None, 1, 2, 3])
def test_the_next_request_shows_how_long_a_cut_read_is(size):
    packets = [cut_read(0), ask(3), part(0, READ_FIRST), part(1, READ_MIDDLE), part(2, READ_LAST), tell(3, 2)]
    assert ends(packets[:2], size)[0] == 4
    if size is None:  # otherwise the request came later than its batch
        assert ends(packets) == (4, "------")


@pytest.mark.parametrize("size", [None, 1, 2, 3])
def test_behind_a_cut_read_a_response_is_missed_as_behind_another(size):
    packets = [cut_read(0), part(0, READ_FIRST), part(2, READ_LAST), ask(3)]
    assert ends(packets, size) == (4, "--!-")


@pytest.mark.parametrize("size", [None, 1, 2])
def test_what_comes_again_from_before_a_cut_read_does_not_lengthen_it(size):
    packets = [read(0), part(0, READ_ONLY), cut_read(1), part(0, READ_ONLY)]
    assert ends(packets, size) == (2, "---!")


@pytest.mark.costly
@pytest.mark.parametrize("size", [None, 1, 7, 64])
def test_reads_of_a_snapped_capture_are_those_of_the_whole_one(size):
    """Their packets and times: only the length is not there."""

    def reads(name):
        found = [each for each in Told(CAPTURES / name, size).messages if each.kind == "READ"]
        return [(each.first_frame, each.packets, each.responded, each.completed) for each in found]

    assert reads("derived_snap64.pcap") == reads("mix_all_ops.pcap")
