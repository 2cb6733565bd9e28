"""Messages out of packets: what begins, what ends, and how."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ibpkt.analysis.reassembly import reassembly as reassembly_module
from ibpkt.analysis.reassembly.reassembly import MAX_WAITING_UNHEARD, MessageReassembly
from tests.analysis.reassembly.scripts import FATES, PMTU, Answer, Request, run, tables


def outcomes(told):
    return [message.outcome for message in sorted(told.messages, key=lambda message: message.number)]


def kinds(told):
    return [fault.kind.name for fault in told.faults]


def by_number(told):
    return sorted(told.messages, key=lambda message: (message.flow, message.number))


WRITE = [
    Request(1, 10, "RC RDMA WRITE First", PMTU, dmalen=2 * PMTU + 8, va=1 << 63, r_key=7),
    Request(2, 11, "RC RDMA WRITE Middle", PMTU),
    Request(3, 12, "RC RDMA WRITE Last with Immediate", 8, immediate=99),
]


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


def test_a_write_that_has_its_length_behind_it_is_over():
    told = run([Request(1, 5, "UC RDMA WRITE First", PMTU, dmalen=2 * PMTU), Request(2, 7, "UC RDMA WRITE Last", 8)])
    assert [(each.first_psn, each.last_psn) for each in by_number(told)] == [(5, 6), (7, 7)]


# -- READs and atomics ------------------------------------------------------------------------------------------------

READ = Request(1, 20, "RC RDMA READ Request", dmalen=2 * PMTU + 5, span=3, va=64, r_key=3)
RESPONSES = [
    Answer(2, 20, "RC RDMA READ response First", PMTU),
    Answer(3, 21, "RC RDMA READ response Middle", PMTU),
    Answer(4, 22, "RC RDMA READ response Last", 5),
]


def test_a_read_ends_with_the_last_packet_of_its_response():
    told = run([READ, *RESPONSES])
    (message,) = told.messages
    assert (message.size, message.packets, message.last_psn, message.address) == (2 * PMTU + 5, 3, 22, 64)
    assert (message.responded, message.completed, message.closed, message.outcome) == (2000, 4000, 4, "completed")
    assert told.faults == []


def test_an_ack_does_not_complete_a_read():
    told = run([READ, Request(2, 23, "RC SEND Only", 8), Answer(3, 23)], fate="unanswered", psn=20)
    assert outcomes(told) == ["unanswered", "completed"]


def test_at_the_end_a_later_answer_proves_that_a_response_came():
    told = run([READ, Request(2, 23, "RC SEND Only", 8), Answer(3, 23)])
    assert [(each.outcome, each.whole, each.completed) for each in by_number(told)] == [
        ("completed", False, 3000), ("completed", True, 3000),
    ]  # fmt: skip


def test_the_requester_drops_what_is_behind_a_missing_response():
    again = [Answer(5, 21, "RC RDMA READ response First", PMTU), Answer(6, 22, "RC RDMA READ response Last", 5)]
    told = run([READ, RESPONSES[0], RESPONSES[2], *again])
    (message,) = told.messages
    assert (message.packets, message.completed, message.outcome) == (3, 6000, "completed")
    assert told.faults == []


@pytest.mark.parametrize("cuts", [(), (1,), (4,), range(1, 9)])
def test_responses_that_come_twice(cuts):
    again = [RESPONSES[0]._replace(frame=4), RESPONSES[2]._replace(frame=5)]
    (message,) = run([READ, *RESPONSES[:2], *again], cuts).messages
    assert (message.packets, message.completed, message.outcome) == (3, 5000, "completed")


@pytest.mark.parametrize("whole", [0, 1])
def test_the_length_of_responses_that_come_twice(whole):
    again = [RESPONSES[0]._replace(frame=4), RESPONSES[2]._replace(frame=5, size=3, whole=whole)]
    assert kinds(run([READ, *RESPONSES[:2], *again])) == ["response-length"] * whole


@pytest.mark.parametrize("cuts", [(), (3,), (6,), (7,), range(1, 9)])
def test_responses_of_one_read_after_the_other_that_come_twice(cuts):
    """Their PSNs go on from READ to READ, and each takes its own."""
    reads = [Request(1, 20, "RC RDMA READ Request", dmalen=2 * PMTU + 5, span=3)]
    reads.append(reads[0]._replace(frame=2, psn=23))
    psns = (20, 20, 21, 22, 23, 24, 24, 25)
    names = ("First", "Middle", "Last")
    answers = [
        Answer(frame, psn, f"RC RDMA READ response {names[(psn - 20) % 3]}", 5 if psn in (22, 25) else PMTU)
        for frame, psn in enumerate(psns, 3)
    ]
    told = run([*reads, *answers], cuts)
    assert [(each.first_psn, each.completed) for each in told.messages] == [(20, 6000), (23, 10000)]
    assert told.faults == []


def test_its_own_last_response_does_not_prove_those_before_it():
    (message,) = run([READ, RESPONSES[0], RESPONSES[2]]).messages
    assert (message.packets, message.outcome) == (1, "under way")


def test_what_waits_for_its_turn_has_been_answered():
    """Messages behind a READ whose response is missing: a READ answered with a wrong length, a SEND acknowledged."""
    first = Request(1, 17, "RC RDMA READ Request", dmalen=3 * PMTU, span=3)
    responses = [each._replace(frame=each.frame + 3) for each in RESPONSES[:2]]
    packets = [
        first, READ._replace(frame=2), Request(3, 23, "RC SEND Only", 8), *responses,
        RESPONSES[2]._replace(frame=7, size=6), Answer(8, 23),
        Answer(9, 22, "RC RDMA READ response Only", 6), Answer(10, 23, "RC RDMA READ response Only", 8),
    ]  # fmt: skip
    for cuts in ((), (6, 7, 8, 9)):
        told = run(packets, cuts, fate="unanswered", psn=17)
        assert kinds(told) == ["response-length"]
        assert outcomes(told) == ["unanswered", "completed", "completed"]


def test_messages_end_in_their_order():
    """An ACK behind a READ whose response is missing is dropped."""
    send = Request(2, 23, "RC SEND Only", 8)
    told = run([READ, send, Answer(3, 23), *(each._replace(frame=each.frame + 5) for each in RESPONSES)])
    assert [(each.number, each.completed) for each in told.messages] == [(1, 9000), (2, 9000)]


@pytest.mark.parametrize("cuts", [(), (5,), (60,), range(1, 200)])
def test_a_read_of_which_the_capture_lacks_the_response(cuts):
    packets = [READ, Request(2, 23, "RC SEND Only", 8), Answer(3, 23)]
    packets += [Request(4 + at, 24 + at, "RC SEND Only", 8) for at in range(80)]
    packets += [each._replace(frame=each.frame + 100) for each in RESPONSES]
    told = run(packets, cuts)
    assert told.messages[0].completed == 3000
    assert not told.messages[0].whole
    assert told.messages[0].packets == 0


def test_a_response_of_another_length():
    told = run([READ, *RESPONSES[:2], RESPONSES[2]._replace(size=6)])
    assert [(fault.kind.name, fault.frame, fault.facts) for fault in told.faults] == [
        ("response-length", 4, {"said": 2 * PMTU + 5, "carried": 2 * PMTU + 6})
    ]


def test_a_response_to_a_send():
    told = run([Request(1, 5, "RC SEND Only", 8), Answer(2, 5, "RC RDMA READ response Only", 8)])
    assert [(fault.kind.name, fault.facts) for fault in told.faults] == [("response-without-request", {"psn": 5})]
    told = run([Request(1, 5, "RC SEND Only", 8), Answer(2, 5), Answer(3, 5, "RC RDMA READ response Only", 8)])
    assert told.faults == []  # a repetition of whatever it was


def test_a_read_asked_again_in_its_middle_is_no_message():
    inner = Request(4, 21, "RC RDMA READ Request", dmalen=PMTU + 5, span=2, va=64 + PMTU, r_key=3)
    again = [Answer(5, 21, "RC RDMA READ response First", PMTU), Answer(6, 22, "RC RDMA READ response Last", 5)]
    for cuts in ((), (1,), (2,), (3,)):
        told = run([READ, RESPONSES[0], inner, *again], cuts)
        assert [(each.first_psn, each.completed) for each in told.messages] == [(20, 6000)]


@pytest.mark.parametrize("cuts", [(), (1,), (2,), (3,), (4,), range(1, 9)])
@pytest.mark.parametrize("whole", [0, 1])
def test_a_read_whose_span_its_response_shows(cuts, whole):
    read = READ._replace(span=1, whole=whole)
    told = run([read, *RESPONSES, Request(6, 23, "RC SEND Only", 8), Answer(7, 23)], cuts, pmtu=0)
    message, send = told.messages
    assert (message.last_psn, message.packets, message.completed) == (22, 3, 4000)
    assert message.size == (READ.dmalen if whole else None)
    assert (send.outcome, told.faults) == ("completed", [])


@pytest.mark.parametrize("cuts", [(), (1,), (2,), (3,), (4,), range(1, 9)])
def test_a_read_whose_span_the_next_request_shows(cuts):
    told = run([READ._replace(span=1), Request(2, 23, "RC SEND Only", 8), *RESPONSES[1:], Answer(7, 23)], cuts, pmtu=0)
    assert [(each.first_psn, each.last_psn, each.number) for each in told.messages] == [(20, 22, 1), (23, 23, 2)]
    assert told.faults == []


@pytest.mark.parametrize("cuts", [(), (1,)])
@pytest.mark.parametrize(("whole", "pmtu"), [(0, PMTU), (0, 0), (1, 0)])
def test_a_read_without_response_whose_span_the_next_request_shows(cuts, whole, pmtu):
    told = run([READ._replace(span=1, whole=whole), Request(2, 23, "RC SEND Only", 8)], cuts, pmtu)
    assert [(each.first_psn, each.last_psn) for each in told.messages] == [(20, 22), (23, 23)]


def test_packets_that_are_missing_behind_a_read():
    """No path MTU makes 2053 bytes take seven packets."""
    told = run([READ._replace(span=1), Request(2, 27, "RC SEND Only", 8)], pmtu=0)
    assert [(each.first_psn, each.last_psn) for each in told.messages] == [(20, 20), (27, 27)]


def test_a_read_whose_span_the_path_mtu_shows_later():
    reassembly, flow = MessageReassembly(), np.ones(1, np.int64)
    reassembly.add(*tables([READ._replace(span=1)], {}), np.zeros(1, np.int64))
    reassembly.add(*tables([Request(2, 24, "RC SEND Only", 8)], {}), np.full(1, PMTU))
    left = reassembly.close(np.zeros(1, np.int64), np.full(1, FATES.index("flushed"))).messages(flow, flow)
    assert [(each.first_psn, each.last_psn) for each in left] == [(20, 22), (24, 24)]


def test_reads_asked_again_in_the_middle_of_a_long_one():
    inner = [
        Request(frame, psn, "RC RDMA READ Request", dmalen=2 * PMTU, span=2) for frame, psn in ((2, 22), (3, 25))
    ]  # fmt: skip
    told = run([READ._replace(span=10, dmalen=10 * PMTU), *inner, Request(4, 30, "RC SEND Only", 8)])
    assert [each.first_psn for each in by_number(told)] == [20, 30]
    assert told.reassembly.numbers.tolist() == [1, 1, 1, 2]


def test_an_atomic():
    told = run(
        [
            Request(1, 20, "RC FetchAdd", va=8, r_key=1),
            Request(2, 21, "RC SEND Only", 8),
            Answer(3, 20, "RC ATOMIC Acknowledge"),
            Answer(4, 21),
        ]
    )
    assert [(each.kind, each.size, each.packets, each.completed) for each in told.messages] == [
        ("ATOMIC", 8, 1, 3000), ("SEND", 8, 1, 4000),
    ]  # fmt: skip


def test_any_later_answer_completes_flush_and_atomic_write():
    told = run(
        [
            Request(1, 20, "RC FLUSH", dmalen=500, va=8, r_key=1),
            Request(2, 21, "RC ATOMIC WRITE", 8, dmalen=8, va=8, r_key=1),
            Request(3, 22, "RC FLUSH", dmalen=500, va=8, r_key=1),
            Answer(4, 22, "RC RDMA READ response Only"),
        ]
    )
    assert [(each.kind, each.size, each.completed) for each in told.messages] == [
        ("FLUSH", 500, 4000), ("ATOMIC WRITE", 8, 4000), ("FLUSH", 500, 4000),
    ]  # fmt: skip
    assert told.faults == []


# -- sizes ------------------------------------------------------------------------------------------------------------


def test_lengths_that_do_not_agree():
    told = run([WRITE[0], WRITE[1], WRITE[2]._replace(size=9), Answer(4, 12)])
    assert [(fault.kind.name, fault.frame, fault.facts) for fault in told.faults] == [
        ("message-length", 3, {"operation": "WRITE", "said": 2 * PMTU + 8, "carried": 2 * PMTU + 9})
    ]
    assert told.messages[0].size == 2 * PMTU + 8


def test_packets_of_another_size_than_the_path_mtu():
    packets = [
        Request(1, 1, "RC SEND First", 512), Request(2, 2, "RC SEND Middle", 512), Request(3, 3, "RC SEND Middle", 512),
        Request(4, 4, "RC SEND Last", 0), Request(5, 5, "RC SEND Only", PMTU + 1),
    ]  # fmt: skip
    told = run(packets)
    assert [(fault.kind.name, fault.frame, fault.packets, fault.facts["size"]) for fault in told.faults] == [
        ("payload-size", 1, 1, 512), ("payload-size", 2, 2, 512), ("payload-size", 4, 1, 0),
        ("payload-size", 5, 1, PMTU + 1),
    ]  # fmt: skip
    assert run(packets, pmtu=0).faults == []


def test_cut_headers():
    told = run([WRITE[0]._replace(whole=0), *WRITE[1:], Answer(4, 12)])
    (message,) = told.messages
    assert (message.size, message.address, message.whole, message.outcome) == (None, None, False, "completed")
    assert told.faults == []


# -- how flows end ----------------------------------------------------------------------------------------------------

SENDS = [Request(frame, 4 + frame, "RC SEND Only", 8) for frame in range(1, 6)]


def refused(packets, cuts, *refusal):
    """The messages of packets and a NAK: half, PSN, code, frame."""

    def tell(reassembly, batch):
        if batch[0].frame <= refusal[3] <= batch[-1].frame:
            reassembly.refuse(*refusal, refusal[3] * 1000)

    return run(packets, cuts, tell=tell, fate="flushed", frames=True)


@pytest.mark.parametrize("cuts", [(), (2,), (3,), (4,), range(1, 9)])
def test_a_refused_message_and_those_around_it(cuts):
    nak = Answer(4, 5)  # it acknowledges what is before it
    told = refused([*SENDS[:3], nak, SENDS[4]._replace(psn=8)], cuts, 0, 6, 2, 4)
    assert [(each.number, each.outcome, each.nak, each.closed) for each in told.messages] == [
        (1, "completed", None, 4), (2, "refused", 2, 4), (3, "flushed", None, 4), (4, "flushed", None, 0),
    ]  # fmt: skip
    assert [each.responded for each in told.messages] == [4000, 4000, None, None]


@pytest.mark.parametrize("cuts", [(), (1,), (2,), (3,), (4,), range(1, 9)])
def test_what_comes_of_a_refused_message_afterwards_is_not_counted(cuts):
    """A WRITE is refused for its First; the others were on their way."""
    nak = Answer(2, 9)
    rest = [each._replace(frame=each.frame + 1) for each in WRITE[1:]]
    told = refused([WRITE[0], nak, *rest, Request(5, 13, "RC SEND Only", 8)], cuts, 0, 10, 2, 2)
    assert [(each.number, each.kind, each.outcome, each.frames, each.last_psn) for each in by_number(told)] == [
        (1, "WRITE", "refused", [1], None), (2, "SEND", "flushed", [5], 13),
    ]  # fmt: skip
    assert told.faults == []
    assert len(told.reassembly.waiting) == len(told.reassembly.frames) == 0


@pytest.mark.parametrize("cuts", [(), (1,), (2,), (3,)])
def test_what_comes_again_behind_a_refusal_is_not_counted(cuts):
    """Whether it is in the same batch as the NAK or not."""

    def tell(reassembly, batch):
        frames = [packet.frame for packet in batch]
        for number, frame in ((2, 2), (1, 4)):
            if frame in frames:
                reassembly.retransmitted(0, 5, 6, number, frame)
        if 3 in frames:
            reassembly.refuse(0, 5, 2, 3, 3000)

    send = Request(1, 5, "RC SEND Only", 8)
    packets = [send, send._replace(frame=2), Answer(3, 4), send._replace(frame=4)]
    told = run(packets, cuts, tell=tell, fate="flushed")
    assert [(each.outcome, each.retransmissions) for each in told.messages] == [("refused", 2)]


def test_the_packets_of_a_refused_message_have_its_number():
    nak = Answer(2, 9)
    rest = [each._replace(frame=each.frame + 1) for each in WRITE[1:]]
    packets = [WRITE[0], nak, *rest, Request(5, 13, "RC SEND Only", 8)]
    assert refused(packets, (), 0, 10, 2, 2).reassembly.numbers.tolist() == [1, 1, 1, 2]
    assert refused(packets, (2,), 0, 10, 2, 2).reassembly.numbers.tolist() == [1, 1, 2]
    assert refused(packets[:-1], (), 0, 10, 2, 2).reassembly.numbers.tolist() == [1, 1, 1]


def test_an_earlier_read_without_response_was_executed():
    told = refused([READ, Request(2, 23, "RC SEND Only", 8), Answer(3, 22)], (), 0, 23, 2, 3)
    assert [(each.outcome, each.whole) for each in told.messages] == [("completed", False), ("refused", True)]


@pytest.mark.parametrize("cuts", [(), (2,), (3,), (4,), range(1, 9)])
def test_a_nak_ends_what_it_finds_at_its_place(cuts):
    """Responses that come behind it answer nothing any more, though they are in its batch (IBA 1, 9.9.3)."""
    late = [each._replace(frame=each.frame + 2) for each in RESPONSES]
    told = refused([READ, Request(2, 23, "RC SEND Only", 8), Answer(3, 22), *late], cuts, 0, 23, 2, 3)
    assert [(each.outcome, each.whole, each.responded, each.closed) for each in told.messages] == [
        ("completed", False, None, 3), ("refused", True, 3000, 3),
    ]  # fmt: skip


@pytest.mark.parametrize(("order", "cuts"), [((0, 1, 2, 3), ()), ((0, 2, 3, 1), (2,))])
def test_a_nak_ends_what_had_begun_before_it_and_was_behind_a_hole(order, cuts):
    """Its request is given when the hole is filled: it was flushed at the NAK; what fills the hole was not."""
    packets = [SENDS[0], Request(2, 7, "RC SEND Only", 8), Answer(3, 4), Request(4, 6, "RC SEND Only", 8)]
    told = refused([packets[place] for place in order], cuts, 0, 6, 2, 3)
    assert [(each.number, each.outcome, each.closed) for each in by_number(told)][1:] == [
        (2, "flushed", 0), (3, "flushed", 3),
    ]  # fmt: skip


def test_messages_come_in_the_order_of_their_ends():
    packets = [SENDS[0], SENDS[1]._replace(half=1, psn=5), Answer(3, 5, half=1), Answer(4, 5)]
    assert [(each.flow, each.closed) for each in run(packets).messages] == [(2, 3), (1, 4)]


def test_given_up():
    told = run([*SENDS, Answer(9, 6)], fate="unanswered")
    assert outcomes(told) == ["completed", "completed", "unanswered", "flushed", "flushed"]


def test_without_any_answer_nothing_is_known():
    assert outcomes(run(SENDS)) == ["unknown"] * 5
    assert outcomes(run(SENDS, fate="unanswered")) == ["unanswered", *["flushed"] * 4]


def test_messages_that_nobody_answers_are_bounded():
    many = MAX_WAITING_UNHEARD + 3
    told = run([Request(1 + at, at, "RC SEND Only", 8) for at in range(many)], cuts=range(0, many, 100))
    assert [message.number for message in told.messages] == list(range(1, many + 1))
    assert [message.closed for message in told.messages[:4]] == [many - 2, many - 1, many, 0]
    assert told.reassembly.given_up == 3


def test_all_that_waits_is_bounded(monkeypatch):
    """The halves that were idle longest are given up, an open message of theirs, too: what follows of it is dropped."""
    monkeypatch.setattr(reassembly_module, "MAX_WAITING_IN_ALL", 8)
    packets = [Request(1, 1, "RC SEND Only", 8, 0), Request(2, 2, "RC SEND First", PMTU, 0)]
    packets += [Request(3 + at, at, "RC SEND Only", 8, 1) for at in range(7)]
    packets += [Request(20, 3, "RC SEND Last", 8, 0), Request(21, 4, "RC SEND Only", 8, 0)]
    told = run(packets, cuts=(2, 9))
    assert [(each.flow, each.number) for each in told.messages][:2] == [(1, 1), (1, 2)]
    assert [(each.flow, each.number, each.outcome) for each in by_number(told) if each.flow == 1] == [
        (1, 1, "unknown"), (1, 2, "unknown"), (1, 3, "unknown"),
    ]  # fmt: skip
    assert len(told.messages) == 10
    assert told.faults == []
    assert told.reassembly.given_up >= 2


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
