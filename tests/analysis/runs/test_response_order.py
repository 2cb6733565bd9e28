"""Responses that are missing, and responses that come again."""

from __future__ import annotations

import numpy as np
from hypothesis import example, given, strategies as st

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import transport
from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.response_order import ResponseOrder
from ibpkt.analysis.runs.sequence_columns import SequenceColumns
from tests.support.exchanges import READ_ONLY, ask, batches, read, tell

PMTU = 1024


def respond(psn):
    """A READ response."""
    return tell(psn, 1, opcode=READ_ONLY, size=8)


def marks(packets, size=None):
    """A letter a packet: m for a response missing before it, a for again, - for neither, x for both."""
    table, addresses, order, told = HalfTable(), Addresses(), ResponseOrder(), ""
    table.reserve(1)
    for batch in batches(packets, size):
        columns = transport(batch, addresses)
        count = len(columns)
        sequence = SequenceColumns(columns, np.arange(count), np.zeros(count, np.int64), table, np.array([PMTU]))
        missing, again = order.add(sequence, table)
        told += "".join("-max"[m + 2 * a] for m, a in zip(missing, again, strict=True))
        sequence.update(table)
    return told


def test_responses_in_order():
    assert marks([read(0, 2 * PMTU), respond(0), respond(1), ask(2), read(3), tell(2, 2), respond(3)]) == "-------"


def test_a_hole_in_a_response():
    assert marks([read(0, 3 * PMTU), respond(0), respond(2)]) == "--m"


def test_an_ack_that_implies_that_responses_are_missing():
    assert marks([read(0, 2 * PMTU), respond(0), ask(2), tell(2, 2)]) == "---m"


def test_a_whole_response_that_is_missing():
    assert marks([read(0), read(1), respond(1)]) == "--m"


def test_a_response_that_comes_again():
    assert marks([read(0, 2 * PMTU), respond(0), respond(0), respond(1)]) == "--a-"


def test_a_response_that_nobody_asked_for():
    assert marks([ask(0), read(1), respond(0), respond(1)]) == "--a-"


def test_a_read_that_the_capture_has_only_when_it_comes_again():
    """The next READ's responses come behind its own."""
    sent_again = [ask(0), read(3), read(1, 2 * PMTU)]
    assert marks([*sent_again, respond(1), respond(2), respond(3)]) == "------"
    assert marks([*sent_again, respond(1), respond(3)]) == "----m"


def test_a_read_that_comes_again_reaches_up_to_the_next_one_at_most():
    """It was asked for at that PSN, so no response to this one has it, however long this one seems to be."""
    sent_again = [ask(0), read(3), read(1, 4 * PMTU)]
    assert marks([*sent_again, respond(1), respond(2), respond(3)]) == "------"
    assert marks([*sent_again, respond(1), respond(3)]) == "----m"


def test_of_a_response_from_before_the_capture_it_is_not_known_who_asked():
    assert marks([ask(0), respond(1), respond(1)]) == "---"


@given(st.lists(st.tuples(st.sampled_from("rat"), st.integers(0, 8)), max_size=30), st.integers(1, 7))
@example([("a", 0), ("a", 0)], 1)  # all responses have come, and one comes again
def test_batches_make_no_difference(steps, size):
    make = {"r": lambda psn: read(psn, 2 * PMTU), "a": respond, "t": lambda psn: tell(psn, 1)}
    packets = [read(0), ask(1), *(make[kind](psn) for kind, psn in steps)]
    assert marks(packets, size) == marks(packets)
