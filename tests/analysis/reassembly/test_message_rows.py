"""Rows of messages: how many packets they take, how long they are, and how those end that nothing answers."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import example, given, strategies as st

from ibpkt.analysis.reassembly.fragments import Fragments
from ibpkt.analysis.reassembly.half_states import HalfStates
from ibpkt.analysis.reassembly.message_columns import MessageColumns
from ibpkt.analysis.reassembly.message_faults import incomplete_messages, wrong_lengths
from ibpkt.analysis.reassembly.message_rows import (
    COLUMNS,
    COMPLETED,
    INCOMPLETE,
    SENT,
    UNDECIDED,
    UNKNOWN,
    _span_unknown,
    end_unreliable,
    extend,
    may_span,
    new_rows,
    row_of_open,
    sizes,
    spans,
    with_spans,
)
from ibpkt.analysis.reassembly.packets import Pieces
from ibpkt.protocols import OPERATIONS
from tests.analysis.reassembly.scripts import Request, table

PMTUS = (256, 512, 1024, 2048, 4096)
RC, UC = 1, 2
SEND, WRITE, READ, ATOMIC = (OPERATIONS.index(name) for name in ("SEND", "WRITE", "READ", "ATOMIC"))
#: a SEND of one packet that is over, and waits for its answer
PLAIN = {
    "operation": SEND, "service": RC, "outcome": UNDECIDED, "sent": 1, "whole": 1, "packets": 1, "declared": -1,
    "first_frame": 11, "last_frame": 12, "done_frame": 13, "start": 1100, "last_time": 1200, "done_time": 1300,
}  # fmt: skip


def rows(*messages):
    return {name: np.array([{**PLAIN, **each}.get(name, 0) for each in messages], np.int64) for name in COLUMNS}


def packets_of(length, pmtu):
    """Packets are full but the last one; a message without payload has one, too (IBA 1, 9.7.2)."""
    return max(1, len(range(0, length, pmtu)))


@pytest.mark.parametrize("pmtu", [0, *PMTUS])
def test_how_many_packets_a_message_takes(pmtu):
    lengths = [0, 1, *(edge + step for edge in (256, 512, 4096, 8192, 1 << 31) for step in (-1, 0, 1))]
    found = spans(np.array(lengths), np.full(len(lengths), pmtu))
    assert found.tolist() == [packets_of(length, pmtu) if pmtu else 1 for length in lengths]


def test_how_many_packets_some_path_mtu_allows():
    lengths, counts = [-1, 0, 1, 256, 257, 4096, 4097, 8192], [-1, 0, 1, 2, 3, 4, 8, 9, 16, 17, 32]
    cases = list(itertools.product(lengths, counts))
    found = may_span(*(np.array(column) for column in zip(*cases, strict=True)))
    assert found.tolist() == [
        count > 0 if length < 0 else count in {packets_of(length, pmtu) for pmtu in PMTUS} for length, count in cases
    ]


@pytest.mark.parametrize(
    ("message", "size"),
    [
        ({"operation": SEND, "carried": 300}, 300), ({"operation": SEND, "carried": 0}, 0),
        ({"operation": SEND, "carried": 300, "whole": 0}, -1), ({"operation": SEND, "carried": 300, "sent": 0}, -1),
        ({"operation": WRITE, "carried": 300, "declared": 900}, 900),
        ({"operation": WRITE, "carried": 300, "declared": -1}, -1),
        ({"operation": READ, "declared": 900, "sent": 0}, 900), ({"operation": READ, "declared": 0, "whole": 0}, 0),
        ({"operation": ATOMIC, "declared": 8}, 8), ({"operation": ATOMIC, "declared": -1}, -1),
        ({"operation": OPERATIONS.index("ATOMIC WRITE"), "carried": 8}, 8),
        ({"operation": OPERATIONS.index("RESYNC"), "whole": 0}, 0),
    ],
)  # fmt: skip
def test_how_long_a_message_is(message, size):
    assert sizes(rows(message)).tolist() == [size]


#: messages of UC, their outcomes (IBA 1, 9.8.2.2)
UNRELIABLE = [
    ("all of it came", {}, SENT),
    ("more of it comes", {"sent": 0}, UNDECIDED),
    ("another one has cut it short", {"outcome": INCOMPLETE}, INCOMPLETE),
    ("it lacks a packet", {"missing": 1}, INCOMPLETE),
    ("it lacks its first packet", {"headless": 1}, INCOMPLETE),
    ("one packet came unexpected", {"unexpected": 1}, INCOMPLETE),
    ("the capture begins in its middle", {"headless": 1, "unknown_start": 1}, UNKNOWN),
    ("the capture begins in its middle, and it lacks a packet", {"unknown_start": 1, "missing": 2}, INCOMPLETE),
    ("the capture begins in its middle, and one came unexpected", {"unknown_start": 1, "unexpected": 1}, INCOMPLETE),
    ("it has answers", {"service": RC}, UNDECIDED),
    ("it has answers, and lacks a packet", {"service": RC, "missing": 1}, UNDECIDED),
]


@pytest.mark.parametrize("beside", [(), ({},), ({"service": UC},), ({"service": UC, "missing": 1},)])
@pytest.mark.parametrize(
    ("message", "outcome"), [each[1:] for each in UNRELIABLE], ids=[each[0] for each in UNRELIABLE]
)
def test_messages_that_nothing_answers_end_with_their_last_packet(message, outcome, beside):
    message = {"service": UC, "done_frame": 0, "done_time": 0} | message
    found = rows(*beside, message)
    end_unreliable(found)
    over = outcome != UNDECIDED and message.get("outcome") is None
    assert found["outcome"][-1] == outcome
    assert (found["done_frame"][-1], found["done_time"][-1]) == ((12, 1200) if over else (0, 0))


LONG = {"operation": WRITE, "packets": 2, "declared": 600, "carried": 600}


@pytest.mark.parametrize(
    ("message", "wrong"),
    [
        (LONG, False), (LONG | {"carried": 601}, True), (LONG | {"carried": 599}, True), (LONG | {"declared": 0}, True),
        (LONG | {"carried": 1, "packets": 1}, False), (LONG | {"carried": 601, "sent": 0}, False),
        (LONG | {"carried": 601, "whole": 0}, False), (LONG | {"carried": 601, "operation": SEND}, False),
    ],
)  # fmt: skip
def test_a_write_that_carries_another_length_than_it_announces(message, wrong):
    """In the table behind another message, so that places are not the numbers of what is looked at."""
    found = wrong_lengths(rows({}, message | {"half": 6}), np.array([1]))
    assert [(each.half, each.frame, each.time, each.packets) for each in found] == [(6, 12, 1200, 1)] * wrong
    assert [each.facts for each in found] == [
        {"operation": "WRITE", "said": message["declared"], "carried": message["carried"]}
    ] * wrong


LOST = {"service": UC, "outcome": INCOMPLETE, "missing": 1, "half": 4, "first": (3 << 24) + 5}


@pytest.mark.parametrize(
    ("message", "undecided", "count"),
    [
        (LOST, True, 1), (LOST | {"missing": 3}, True, 3), (LOST | {"missing": 3, "late": 2}, True, 5),
        (LOST | {"missing": 0, "unexpected": 1}, True, 1), (LOST | {"missing": 0, "unexpected": 1, "late": 2}, True, 2),
        (LOST | {"missing": 0, "late": 2}, True, None), (LOST, False, None), (LOST | {"service": RC}, True, None),
        (LOST | {"outcome": SENT}, True, None), (LOST | {"missing": 0}, True, None),
    ],
)  # fmt: skip
def test_an_unreliable_message_that_the_receiver_drops(message, undecided, count):
    found = incomplete_messages(rows(LOST, message), np.array([False, undecided]))
    assert [(each.half, each.frame, each.time, each.facts) for each in found] == (
        [] if count is None else [(4, 13, 1300, {"operation": "SEND", "psn": 5, "count": count})]
    )


def test_sums_over_messages_that_have_ended():
    """By half and operation; bytes only of what was completed, or sent and not lost."""
    messages = [
        {"half": 7, "carried": 300, "outcome": COMPLETED}, {"half": 2, "carried": 5, "outcome": SENT},
        {"half": 7, "carried": 70, "outcome": INCOMPLETE}, {"half": 7, "carried": 1, "outcome": UNKNOWN},
        {"half": 7, "carried": 9, "whole": 0, "outcome": COMPLETED},
        {"half": 7, "operation": READ, "declared": 4, "outcome": SENT},
    ]  # fmt: skip
    order = [5, 3, 0, 1, 4, 2]
    columns = MessageColumns(rows(*messages), np.array(order))
    found = columns.counts()
    assert found.halves.tolist() == [2, 7]
    assert found.completed.tolist() == [5, 304]
    for at, half in enumerate((2, 7)):
        of = [each.get("operation", SEND) for each in messages if each["half"] == half]
        assert found.messages[at].tolist() == [of.count(operation) for operation in range(len(OPERATIONS))]
    outcomes = columns.outcomes()
    found_outcomes = {(int(at), int(outcome)): int(outcomes[at, outcome]) for at, outcome in np.argwhere(outcomes)}
    assert found_outcomes == {
        (SEND, COMPLETED): 2, (SEND, SENT): 1, (SEND, INCOMPLETE): 1, (SEND, UNKNOWN): 1, (READ, SENT): 1,
    }  # fmt: skip


def test_messages_of_several_parts_come_in_the_order_of_their_ends():
    parts = [
        MessageColumns(rows(*({"done_frame": frame, "number": number} for frame, number in part)), np.arange(len(part)))
        for part in ([(5, 1), (9, 2)], [], [(3, 3), (5, 4)], [(9, 5)])
    ]
    found = MessageColumns.joined(parts)
    assert found["number"].tolist() == [3, 1, 4, 2, 5]
    assert found.chosen(found["done_frame"] != 5)["number"].tolist() == [3, 2, 5]


@pytest.mark.parametrize(
    ("message", "last", "completed", "whole"),
    [
        ({"end": (1 << 24) + 8, "end_known": 1, "outcome": COMPLETED}, 7, 1300, 1),
        ({"end": 1 << 24, "end_known": 1, "outcome": SENT}, 0xFFFFFF, -1, 1),
        ({"end": 9, "end_known": 0, "outcome": COMPLETED}, -1, 1300, 1),
        ({"end": 9, "end_known": 1, "sent": 0, "outcome": INCOMPLETE}, -1, -1, 0),
        ({"end": 9, "end_known": 1, "whole": 0, "outcome": UNKNOWN}, 8, -1, 0),
    ],
)
def test_what_a_table_says_of_a_message(message, last, completed, whole):
    columns = MessageColumns(rows(message | {"half": 3, "first": (1 << 24) + 6}), np.array([0]))
    table = columns.table(np.array([4, 4, 9, 9]), np.array([0, 1, 0, 1]))
    names = ("flow", "side", "first_psn", "last_psn", "completed", "whole")
    assert [int(table.column(name)[0]) for name in names] == [9, 1, 6, last, completed, whole]


#: BTH.OpCode of a SEND of one packet and of a READ
SEND_ONLY, READ_REQUEST = 4, 12


def requests(*rows):
    """Request packets: halves, PSNs, whether READs, the lengths of these, and whether headers are whole."""
    columns = {name: np.zeros(len(rows), np.int64) for name in Pieces._fields}
    half, psn, reads, length, whole = (np.array(column) for column in zip(*rows, strict=True))
    columns |= {"half": half, "psn": psn, "end": psn + 1, "dmalen": length, "whole": whole.astype(np.int64)}
    columns["opcode"] = np.where(reads, READ_REQUEST, SEND_ONLY)
    return Pieces(**columns)


def end_of(rows, place, pmtus):
    """A READ that may have more packets than are known takes all PSNs up to the next request, if any path MTU may."""
    half, psn, reads, length, whole = rows[place]
    following = rows[place + 1] if place + 1 < len(rows) else (None, 0)
    if not reads or (whole and pmtus[half]) or following[0] != half:
        return psn + 1
    free = following[1] - psn
    fits = not whole or free in {packets_of(length, pmtu) for pmtu in PMTUS}
    return following[1] if fits else psn + 1


@given(
    st.lists(
        st.tuples(
            st.integers(0, 2), st.sampled_from([1, 1, 2, 4, 7]), st.sampled_from([True, True, False]),
            st.sampled_from([0, 1, 256, 257, 1024, 7 * 4096]), st.booleans(),
        ),
        min_size=1, max_size=12,
    ),
    st.lists(st.sampled_from([0, 1024]), min_size=3, max_size=3),
)  # fmt: skip
@example([(0, 1, False, 0, True), (1, 1, True, 257, True), (1, 2, False, 0, True)], [1024, 0, 0])
@example([(0, 1, False, 0, True), (1, 1, True, 257, True), (1, 2, False, 0, True)], [0, 1024, 0])
def test_reads_whose_number_of_packets_is_not_known(drawn, pmtus):
    """Since the path MTU is not known, or RETH is cut; each half by itself."""
    rows, at = [], {}
    for half, step, *rest in sorted(drawn, key=lambda each: each[0]):
        psn = at[half] = at.get(half, 5) + step
        rows.append((half, psn, *rest))
    found = with_spans(requests(*rows), np.array(pmtus))
    assert found.end.tolist() == [end_of(rows, place, pmtus) for place in range(len(rows))]


@pytest.mark.parametrize(
    ("length", "whole", "pmtu", "unknown"),
    [
        (0, True, 0, False), (1, True, 0, True), (4096, True, 0, True), (0, True, 1024, False),
        (1024, True, 1024, False), (1025, True, 1024, True), (0, False, 0, True), (0, False, 1024, True),
    ],
)  # fmt: skip
def test_a_read_of_one_psn_that_may_take_more(length, whole, pmtu, unknown):
    """Behind a request of another half, and last of all: nothing that follows shows how long it is."""
    pieces = requests((0, 5, False, 0, True), (1, 5, True, length, whole))
    one = np.array([1])
    declared = np.array([length if whole else -1])
    found = _span_unknown(pieces, one, one, np.array([whole]), declared, np.array([1024, pmtu]))
    assert found.tolist() == [unknown]


CUT = Request(1, 5, "RC RDMA READ Request", span=3, whole=0)
WHOLE = CUT._replace(whole=1, dmalen=3000)


@pytest.mark.parametrize(
    ("read", "behind", "unknown"),
    [
        pytest.param(CUT, [], True, id="nothing follows"),
        pytest.param(CUT, [Request(2, 8, "RC SEND Only", 8)], False, id="the next request shows where it ends"),
        pytest.param(
            CUT, [Request(2, 8, "RC SEND Only", 8), Request(3, 9, "RC SEND Only", 8)], False, id="and others follow"
        ),
        pytest.param(CUT, [Request(2, 9, "RC SEND Only", 8)], True, id="behind a gap it does not"),
        pytest.param(CUT, [Request(2, 8, "RC SEND Only", 8, 1)], True, id="nor does one of another half"),
        pytest.param(CUT._replace(span=1), [Request(2, 6, "RC SEND Only", 8)], True, id="one PSN is the least"),
        pytest.param(WHOLE, [], False, id="its length is there"),
        pytest.param(WHOLE._replace(span=1), [], True, id="its length is not that of one PSN"),
        pytest.param(WHOLE._replace(span=1, dmalen=1024), [], False, id="its length is that of one PSN"),
    ],
)
def test_of_which_reads_it_is_not_known_how_many_psns_they_take(read, behind, unknown):
    halves = HalfStates()
    halves.reserve(2)
    pmtu = np.array([1024, 1024])
    made = new_rows(Fragments(table(Pieces, [each.row() for each in (read, *behind)]), halves, pmtu), pmtu)
    assert bool(made["span_unknown"][0]) is unknown
    assert not made["span_unknown"][1:].any()


def test_the_message_that_is_open_in_a_half():
    """It is the last that waits there, unless all of it has come."""
    old = rows(*({"half": half, "sent": sent} for half, sent in ((0, 1), (0, 0), (2, 0), (2, 1), (3, 0))))
    assert row_of_open(old, np.arange(5)).tolist() == [1, -1, -1, 4, -1]
    assert (row_of_open({name: column[:0] for name, column in old.items()}, np.arange(2)) < 0).all()


@pytest.mark.parametrize("half", [0, 1])
def test_only_of_what_came_late_the_latest_packet_is_the_last(half):
    """Whatever another half of the batch has."""
    late = [Request(9, 1, "UC SEND First", 1024, half, late=1), Request(3, 2, "UC SEND Last", 8, half)]
    other = [Request(8, 1, "RC SEND First", 1024, 1 - half), Request(4, 2, "RC SEND Last", 8, 1 - half)]
    halves, pmtu = HalfStates(), np.array([1024, 1024])
    halves.reserve(2)
    pieces = sorted([*late, *other], key=lambda each: (each.half, each.psn))
    made = new_rows(Fragments(table(Pieces, [each.row() for each in pieces]), halves, pmtu), pmtu)
    assert made["last_frame"].tolist() == ([9, 4] if half == 0 else [4, 9])


@pytest.mark.parametrize(("late", "last"), [(0, 3), (1, 9), (2, 9)])
def test_what_goes_on_with_a_message_of_late_packets_may_come_before_these(late, last):
    waiting = rows({"half": 0, "operation": SEND, "first": 5, "late": late, "last_frame": 9, "last_time": 9000})
    halves, pmtu = HalfStates(), np.array([1024])
    halves.reserve(1)
    halves["begun"][0], halves["next"][0], halves["operation"][0] = 1, 6, SEND
    pieces = table(Pieces, [Request(3, 6, "UC SEND Last", 8).row()])
    extend(waiting, Fragments(pieces, halves, pmtu), np.array([0]))
    assert (waiting["last_frame"][0], waiting["last_time"][0]) == (last, 1000 * last)
