"""Messages out of packets: what begins, what ends, and how."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ibpkt.analysis.reassembly.reassembly import MessageReassembly
from ibpkt.protocols import PMTUS
from tests.analysis.reassembly.scripts import (
    PMTU,
    READ,
    RESPONSES,
    SENDS,
    WRITE,
    Answer,
    Request,
    by_number,
    kinds,
    outcomes,
    run,
    tables,
)


def test_a_write_with_all_that_is_known_of_it():
    told = run([*WRITE, Answer(4, 10), Answer(5, 12)])
    (message,) = told.messages
    assert dataclasses.asdict(message) == {
        "flow": 1, "side": 0, "number": 1, "kind": "WRITE", "service": "RC", "first_psn": 10, "first_frame": 1,
        "start": 1000, "last_psn": 12, "last_frame": 3, "end": 3000, "size": 2 * PMTU + 8, "packets": 3,
        "address": 1 << 63, "r_key": 7, "immediate": 99, "responded": 4000, "completed": 5000, "retransmissions": 0,
        "refusals": 0, "outcome": "completed", "nak": None, "whole": True, "closed": 5, "frames": [],
        "invalidated": None,
    }  # fmt: skip
    assert told.faults == []


def test_the_size_of_an_unfinished_write_is_what_it_announced():
    (message,) = run([WRITE[0], Answer(4, 10)]).messages
    assert (message.size, message.outcome, message.last_psn, message.whole) == (2 * PMTU + 8, "under way", None, False)


def test_a_send_without_its_last_has_no_size_and_is_not_completed():
    told = run([Request(1, 5, "RC SEND First", PMTU), Request(2, 6, "RC SEND Middle", PMTU), Answer(3, 6)])
    (message,) = told.messages
    assert (message.size, message.outcome, message.completed, message.packets) == (None, "under way", None, 2)


def test_a_write_whose_first_is_missing_has_neither_size_nor_address():
    told = run([*WRITE[1:], Answer(4, 12)])
    (message,) = told.messages
    assert (message.size, message.address, message.whole, message.outcome) == (None, None, False, "completed")
    assert told.faults == []  # the capture begins in the middle


def test_a_start_inside_a_message():
    told = run(
        [
            Request(1, 5, "RC SEND First", PMTU),
            Request(2, 6, "RC SEND Middle", PMTU),
            Request(3, 7, "RC RDMA WRITE Only", 4, dmalen=4),
            Answer(4, 7),
        ]
    )
    assert outcomes(told) == ["incomplete", "completed"]
    (fault,) = told.faults
    assert fault.kind.name == "message-order"
    assert fault.frame == 3
    assert fault.facts == {
        "operation": "RC RDMA WRITE Only", "wanted": "the rest of the SEND that began in packet 1",
    }  # fmt: skip
    assert by_number(told)[0].last_psn == 6


@pytest.mark.parametrize("cuts", [(), (1,), (2,), (1, 2)])
def test_a_start_inside_a_message_names_where_that_began(cuts):
    packets = [
        Request(1, 4, "RC SEND Only", 8), Request(2, 5, "RC SEND First", PMTU), Request(3, 6, "RC SEND Only", 8)
    ]  # fmt: skip
    told = run(packets, cuts)
    assert [fault.facts["wanted"] for fault in told.faults] == ["the rest of the SEND that began in packet 2"]


def test_a_middle_without_a_first():
    told = run([Request(1, 5, "RC SEND Only", 8), Request(2, 6, "RC SEND Last", 8), Answer(3, 6)])
    assert [(fault.kind.name, fault.facts["wanted"]) for fault in told.faults] == [
        ("message-order", "the start of a message")
    ]
    assert by_number(told)[1].size is None


def test_the_middle_of_another_operation():
    told = run([Request(1, 5, "RC SEND First", PMTU), Request(2, 6, "RC RDMA WRITE Last", 8), Answer(3, 6)])
    assert [fault.facts["wanted"] for fault in told.faults] == ["the rest of the SEND that began in packet 1"]
    assert [(each.kind, each.outcome) for each in by_number(told)] == [("SEND", "incomplete"), ("WRITE", "completed")]


def test_missing_packets_are_no_violation():
    told = run([Request(1, 5, "RC SEND First", PMTU), Request(2, 9, "RC SEND Only", 8), Answer(3, 9)])
    assert told.faults == []
    assert outcomes(told) == ["completed", "completed"]
    first = by_number(told)[0]
    assert (first.size, first.whole, first.last_psn) == (None, False, None)


def test_a_write_ends_where_its_length_says_although_packets_are_missing():
    told = run(
        [
            Request(1, 5, "RC RDMA WRITE First", PMTU, dmalen=3 * PMTU),
            Request(2, 10, "RC RDMA WRITE Last", 8),
            Request(3, 11, "RC SEND Only", 8),
            Answer(4, 11),
        ]
    )
    write, rest, send = by_number(told)
    assert (write.last_psn, write.size, write.whole) == (7, 3 * PMTU, False)
    assert (rest.kind, rest.first_psn, rest.size, rest.address) == ("WRITE", 10, None, None)
    assert send.whole
    assert told.faults == []


def test_a_message_with_a_hole_has_no_size():
    told = run([Request(1, 5, "RC SEND First", PMTU), Request(2, 7, "RC SEND Last", 8), Answer(3, 7)])
    (message,) = told.messages
    assert (message.size, message.whole, message.packets) == (None, False, 2)


# -- UC ---------------------------------------------------------------------------------------------------------------


def test_unreliable_messages_are_sent():
    told = run([Request(1, 5, "UC SEND First", PMTU), Request(2, 6, "UC SEND Last", 8), Request(3, 7, "UC SEND Only")])
    assert [(each.outcome, each.size, each.closed, each.completed) for each in told.messages] == [
        ("sent", PMTU + 8, 2, None), ("sent", 0, 3, None),
    ]  # fmt: skip
    assert told.faults == []


@pytest.mark.parametrize("cuts", [(), (1,), (2,), (3,), (1, 2, 3)])
def test_an_unreliable_message_that_lost_a_packet(cuts):
    told = run(
        [
            Request(1, 5, "UC SEND First", PMTU),
            Request(2, 7, "UC SEND Last", 8),
            Request(3, 8, "UC SEND First", PMTU),
            Request(4, 11, "UC SEND Only", 8),
        ],
        cuts,
    )
    assert outcomes(told) == ["incomplete", "incomplete", "sent"]
    assert [(fault.kind.name, fault.frame, fault.facts) for fault in told.faults] == [
        ("message-incomplete", 2, {"operation": "SEND", "psn": 5, "count": 1}),
        ("message-incomplete", 4, {"operation": "SEND", "psn": 8, "count": 2}),
    ]
    assert {str(fault.kind.severity) for fault in told.faults} == {"error"}


@pytest.mark.parametrize("cuts", [(), (1,)])
def test_an_unreliable_message_whose_packets_came_out_of_order(cuts):
    """It is over with the last of them, has its size, and the finding counts the late ones."""
    told = run(
        [
            Request(1, 5, "UC SEND First", PMTU),
            Request(3, 6, "UC SEND Middle", PMTU, late=1, unexpected=1),
            Request(4, 7, "UC SEND Middle", PMTU, late=1),
            Request(2, 8, "UC SEND Last", 8, unexpected=1),
            Request(5, 9, "UC SEND Only", 8),
        ],
        cuts,
    )
    assert [(each.outcome, each.size, each.last_frame, each.closed) for each in told.messages] == [
        ("incomplete", 3 * PMTU + 8, 4, 4), ("sent", 8, 5, 5),
    ]  # fmt: skip
    assert [(fault.kind.name, fault.frame, fault.facts) for fault in told.faults] == [
        ("message-incomplete", 4, {"operation": "SEND", "psn": 5, "count": 2})
    ]


def test_an_unreliable_message_in_whose_middle_another_one_came():
    told = run([
        Request(2, 5, "UC SEND Only", 8, late=1), Request(1, 6, "UC SEND First", PMTU),
        Request(3, 7, "UC SEND Last", 8, unexpected=1),
    ])  # fmt: skip
    assert [(each.outcome, each.size) for each in by_number(told)] == [("sent", 8), ("incomplete", PMTU + 8)]
    assert [(fault.frame, fault.facts["count"]) for fault in told.faults] == [(3, 1)]


def test_an_unreliable_message_that_was_late_as_a_whole():
    told = run([
        Request(2, 5, "UC SEND First", PMTU, late=1), Request(3, 6, "UC SEND Last", 8, late=1),
        Request(1, 7, "UC SEND Only", 8),
    ])  # fmt: skip
    assert [(each.outcome, each.last_frame) for each in by_number(told)] == [("sent", 3), ("sent", 1)]
    assert told.faults == []


def test_an_unreliable_message_of_which_only_the_end_came():
    told = run([Request(1, 5, "UC SEND Only", 8), Request(2, 8, "UC SEND Last", 8)])
    assert outcomes(told) == ["sent", "incomplete"]
    assert kinds(told) == ["message-incomplete"]


def test_an_unreliable_message_that_began_before_the_capture():
    told = run([Request(1, 5, "UC SEND Last", 8), Request(2, 6, "UC SEND Only", 8)])
    assert outcomes(told) == ["unknown", "sent"]
    assert told.faults == []


def test_with_a_known_beginning_what_is_missing_there_is_lost():
    told = run([Request(1, 5, "UC SEND Last", 8)], begin=4)
    assert outcomes(told) == ["incomplete"]
    assert [fault.facts["count"] for fault in told.faults] == [1]
    told = run([Request(1, 0, "UC SEND Last", 8)], begin=0)  # PSN 0 is one like any other
    assert outcomes(told) == ["incomplete"]


@pytest.mark.parametrize("cuts", [(), (1,), (2,), (1, 2)])
def test_a_lost_write_does_not_take_the_next_one_with_it(cuts):
    told = run(
        [
            Request(1, 5, "UC RDMA WRITE First", PMTU, dmalen=2 * PMTU),
            Request(2, 8, "UC RDMA WRITE Last", 8),
            Request(3, 9, "UC RDMA WRITE Only", 8, dmalen=8),
        ],
        cuts,
    )
    assert [fault.facts["count"] for fault in told.faults] == [1, 1]
    assert outcomes(told) == ["incomplete", "incomplete", "sent"]
    assert [(each.first_psn, each.last_psn, each.size) for each in by_number(told)] == [
        (5, 6, 2 * PMTU), (8, 8, None), (9, 9, 8),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("announced", "name", "psn", "last", "missing"),
    [
        (1, "SEND Last", 9, 6, [2]), (1, "SEND Only", 9, 6, []), (1, "SEND Last", 7, 6, []),
        (2, "SEND Last", 9, 6, [2]), (3, "SEND Last", 9, 7, [1, 1]), (0, "SEND Only", 9, 6, []),
    ],
)  # fmt: skip
def test_a_write_is_not_over_before_the_packets_of_it_that_came(announced, name, psn, last, missing):
    """Two came, of packets with PSNs from 5 on; a PSN that is missing is counted once, and none that is not."""
    packets = [
        Request(1, 5, "UC RDMA WRITE First", PMTU, dmalen=announced * PMTU),
        Request(2, 6, "UC RDMA WRITE Middle", PMTU), Request(3, psn, f"UC {name}", 8),
    ]  # fmt: skip
    for cuts in ((), (1,), (2,)):
        told = run(packets, cuts=cuts)
        assert by_number(told)[0].last_psn == last
        assert [each.facts["count"] for each in told.faults if each.kind.name == "message-incomplete"] == missing


def test_where_a_write_without_its_first_packet_ends_is_not_known():
    """Another message begins behind a gap, which may be of either."""
    told = run([Request(1, 5, "UC RDMA WRITE Middle", PMTU), Request(2, 8, "UC SEND Only", 8)])
    assert [(each.kind, each.first_psn, each.last_psn) for each in by_number(told)] == [
        ("WRITE", 5, None),
        ("SEND", 8, 8),
    ]


def test_what_the_write_before_lacks_is_not_missing_of_a_message_that_has_its_first_packet():
    """But what is missing inside of that one is."""
    packets = [Request(1, 5, "UC RDMA WRITE First", PMTU, dmalen=3 * PMTU), Request(2, 6, "UC RDMA WRITE Middle", PMTU)]
    packets += [Request(3, 9, "UC SEND First", PMTU), Request(4, 11, "UC SEND Last", 8)]
    told = run(packets)
    assert [(each.kind, each.outcome) for each in by_number(told)] == [("WRITE", "incomplete"), ("SEND", "incomplete")]


def test_without_a_path_mtu_the_length_of_a_write_does_not_say_where_it_ends():
    packets = [Request(1, 5, "UC RDMA WRITE First", PMTU, dmalen=2 * PMTU), Request(2, 9, "UC SEND Only", 8)]
    assert [each.last_psn for each in by_number(run(packets, pmtu=0))] == [None, 9]
    assert [each.last_psn for each in by_number(run(packets))] == [6, 9]


@pytest.mark.parametrize(("acked", "first"), [(5, "under way"), (6, "under way"), (7, "completed")])
def test_a_message_whose_end_is_missing_ends_before_the_next_at_the_latest(acked, first):
    told = run([Request(1, 5, "RC SEND First", PMTU), Request(2, 8, "RC SEND Only", 8), Answer(3, acked)])
    assert outcomes(told) == [first, "under way"]


def test_a_write_that_has_its_length_behind_it_is_over():
    told = run([Request(1, 5, "UC RDMA WRITE First", PMTU, dmalen=2 * PMTU), Request(2, 7, "UC RDMA WRITE Last", 8)])
    assert [(each.first_psn, each.last_psn) for each in by_number(told)] == [(5, 6), (7, 7)]


# -- sizes ------------------------------------------------------------------------------------------------------------


def test_lengths_that_do_not_agree():
    told = run([WRITE[0], WRITE[1], WRITE[2]._replace(size=9), Answer(4, 12)])
    assert [(fault.kind.name, fault.frame, fault.facts) for fault in told.faults] == [
        ("message-length", 3, {"operation": "WRITE", "said": 2 * PMTU + 8, "carried": 2 * PMTU + 9})
    ]
    assert told.messages[0].size == 2 * PMTU + 8
    # of one packet it is a matter of the packet alone: `transport_rules`
    assert run([Request(1, 10, "RC RDMA WRITE Only", 8, dmalen=9), Answer(2, 10)]).faults == []


def test_packets_of_another_size_than_the_path_mtu():
    packets = [
        Request(1, 1, "RC SEND First", 512), Request(2, 2, "RC SEND Middle", 512), Request(3, 3, "RC SEND Middle", 512),
        Request(4, 4, "RC SEND Last", 7), Request(5, 5, "RC SEND Only", PMTU + 1),
        Request(6, 6, "RC SEND Only", PMTUS[-1]),
    ]  # fmt: skip
    told = run(packets)
    assert [(fault.kind.name, fault.frame, fault.packets, fault.facts["size"]) for fault in told.faults] == [
        ("payload-size", 1, 1, 512), ("payload-size", 2, 2, 512), ("payload-size", 5, 1, PMTU + 1),
        ("payload-size", 6, 1, PMTUS[-1]),
    ]  # fmt: skip
    assert run(packets, pmtu=0).faults == []


def test_a_size_that_no_path_mtu_allows_is_a_matter_of_the_packet_alone():
    """Rules about single packets report it: `transport_rules`."""
    packets = [
        Request(1, 1, "RC SEND First", 300), Request(2, 2, "RC SEND Middle", PMTUS[-1] + 1),
        Request(3, 3, "RC SEND Last", 0), Request(4, 4, "RC SEND Only", PMTUS[-1] + 1),
    ]  # fmt: skip
    assert run(packets).faults == []


def test_cut_headers():
    told = run([WRITE[0]._replace(whole=0), *WRITE[1:], Answer(4, 12)])
    (message,) = told.messages
    assert (message.size, message.address, message.whole, message.outcome) == (None, None, False, "completed")
    assert told.faults == []


@pytest.mark.parametrize(("whole", "immediate"), [(1, 99), (0, None)])
def test_immediate_data_that_the_capture_has_cut_off(whole, immediate):
    for packets in ([*WRITE[:2], WRITE[2]._replace(whole=whole)],
                    [Request(1, 10, "RC SEND Only with Immediate", 8, immediate=99, whole=whole)]):  # fmt: skip
        (message,) = run(packets).messages
        assert message.immediate == immediate


# -- halves -----------------------------------------------------------------------------------------------------------


def test_a_half_number_that_another_half_gets():
    reassembly = MessageReassembly()
    pmtu, flow = np.full(1, PMTU), np.ones(1, np.int64)
    reassembly.add(*tables([*WRITE, Answer(4, 12)], {}), pmtu)
    reassembly.close(np.zeros(1, np.int64), np.zeros(1, np.int64))
    reassembly.forget(np.zeros(1, np.int64))
    ended = reassembly.add(*tables([Request(9, 3, "RC SEND Only", 5), Answer(10, 3)], {}), pmtu)
    assert [(each.number, each.size, each.completed) for each in ended.messages(flow, flow)] == [(1, 5, 10_000)]
    assert reassembly.take_faults() == []


def test_counters_of_repetitions():
    def tell(reassembly, batch):
        if batch[0].frame == 1:
            reassembly.retransmitted(0, 6, 9, 3, 6)
            reassembly.retransmitted(0, 5, 6, 1, 9)  # it had been answered
            reassembly.rnr(0, 7, 6)
            reassembly.rnr(0, 5, 9)  # it had been answered
            reassembly.retransmitted(0, 100, 108, 1, 6)

    packets = [*SENDS, Answer(8, 5), Request(10, 100, "RC RDMA READ Request", dmalen=9 * PMTU, span=9)]
    told = run(packets, tell=tell)
    assert [(each.retransmissions, each.refusals) for each in by_number(told)] == [
        (0, 0), (1, 0), (1, 1), (1, 0), (0, 0), (1, 0),
    ]  # fmt: skip


def test_facts_of_packets():
    told = run(
        [*SENDS[:2], READ._replace(frame=3), Answer(4, 6), *(each._replace(frame=each.frame + 5) for each in RESPONSES)]
    )
    assert told.reassembly.numbers.tolist() == [1, 2, 3]
    assert told.reassembly.answered.tolist() == [2, 3, 3, 3]
    assert told.reassembly.response_to.tolist() == [0, 3, 3, 3]


@pytest.mark.parametrize("cuts", [(), (1,), (2,), (4,), range(1, 20)])
def test_the_packets_that_carry_the_payload(cuts):
    again = [Answer(7, 21, "RC RDMA READ response First", PMTU), Answer(8, 22, "RC RDMA READ response Last", 5)]
    packets = [
        *WRITE,
        READ._replace(frame=4),
        *(each._replace(frame=each.frame + 3) for each in RESPONSES[::2]),
        *again,
    ]
    told = run(packets, cuts, frames=True)
    assert [message.frames for message in by_number(told)] == [[1, 2, 3], [5, 7, 8]]
    assert [message.frames for message in run(packets, cuts).messages] == [[], []]


def test_counts_by_half():
    told = run([])
    packets = [*SENDS, *(each._replace(half=2) for each in WRITE), Answer(9, 6), Answer(10, 12, half=2)]
    ended = told.reassembly.add(*tables(packets, {}), np.full(3, PMTU))
    counts = ended.counts()
    assert counts.halves.tolist() == [0, 2]
    assert counts.messages.sum(axis=1).tolist() == [2, 1]
    assert counts.completed.tolist() == [16, 2 * PMTU + 8]


def test_messages_of_one_batch_come_in_the_order_of_their_ends():
    packets = [*SENDS[:2], SENDS[0]._replace(frame=3, half=1), Answer(4, 5), Answer(5, 5, half=1), Answer(6, 6)]
    assert [(each.flow, each.closed) for each in run(packets).messages] == [(1, 4), (2, 5), (1, 6)]


def test_an_answer_that_came_before_the_packets_it_answers():
    told = run([SENDS[0], Answer(2, 8), *(each._replace(frame=each.frame + 5) for each in SENDS[1:4])], cuts=(2,))
    assert outcomes(told) == ["completed"] * 4
    assert {message.completed for message in told.messages} == {2000}


# -- batches ----------------------------------------------------------------------------------------------------------

_FORMS = st.sampled_from(["SEND", "WRITE", "READ", "FetchAdd"])


@st.composite
def conversations(draw):
    """Packets of several halves, some of which are missing, and answers, some of which are missing."""
    packets, frame = [], 0
    psn = [draw(st.integers(0, 50)) for _ in range(3)]
    asked = [[], [], []]
    for _ in range(draw(st.integers(1, 25))):
        half = draw(st.integers(0, 2))
        service = ("RC", "UC", "RC")[half]
        if service == "RC" and asked[half] and draw(st.booleans()):
            first, form, span = asked[half][draw(st.integers(0, len(asked[half]) - 1))]
            names = ["RC Acknowledge"]
            if form == "FetchAdd":
                names = ["RC ATOMIC Acknowledge"]
            elif form == "READ":
                names = ["RC RDMA READ response Middle"] * span
            for at, name in enumerate(names):
                if draw(st.integers(0, 5)):
                    frame += 1
                    last = first + span - 1 if name == "RC Acknowledge" else first + at
                    packets.append(Answer(frame, last, name, PMTU, half))
            continue
        form = draw(_FORMS)
        span = draw(st.integers(1, 4))
        if service == "UC" and form not in ("SEND", "WRITE"):
            form = "SEND"
        begin = psn[half]
        if form in ("READ", "FetchAdd"):
            span = span if form == "READ" else 1
            name = "RDMA READ Request" if form == "READ" else form
            names = [f"{service} {name}"]
        else:
            verb = "SEND" if form == "SEND" else "RDMA WRITE"
            names = [f"{service} {verb} Only"]
            if span > 1:
                middle = [f"{service} {verb} Middle"] * (span - 2)
                names = [f"{service} {verb} First", *middle, f"{service} {verb} Last"]
        for at, name in enumerate(names):
            if draw(st.integers(0, 9)):
                frame += 1
                width = span if form == "READ" else 1
                packets.append(Request(frame, begin + at, name, PMTU, half, span * PMTU, width, 8, 9))
        asked[half].append((begin, form, span))
        psn[half] += span
    return packets


def rows(told):
    return sorted((dataclasses.astuple(message) for message in told.messages), key=lambda row: row[:3])


@given(conversations(), st.sets(st.integers(1, 80)), st.sampled_from(["under way", "unanswered", "flushed"]))
def test_a_cut_by_a_batch_is_no_cut(packets, cuts, fate):
    whole, cut = run(packets, fate=fate, frames=True), run(packets, cuts, fate=fate, frames=True)
    assert rows(whole) == rows(cut)
    assert sorted(map(repr, whole.faults)) == sorted(map(repr, cut.faults))


@given(conversations(), st.sets(st.integers(1, 80)))
def test_halves_do_not_touch_one_another(packets, cuts):
    together = rows(run(packets, cuts))
    alone = [row for half in range(3) for row in rows(run([each for each in packets if each.half == half] or packets))
             if row[0] == half + 1]  # fmt: skip
    assert together == sorted(alone, key=lambda row: row[:3])


@given(conversations())
def test_every_request_is_of_one_message(packets):
    told = run(packets)
    counted = {}
    for message in told.messages:
        counted[message.flow] = counted.get(message.flow, 0) + (1 if message.kind == "READ" else message.packets)
    for half in range(3):
        assert counted.get(half + 1, 0) == sum(isinstance(each, Request) and each.half == half for each in packets)
