"""Messages that need a response: READs, atomics, FLUSH and ATOMIC WRITE."""

from __future__ import annotations

import numpy as np
import pytest

from ibpkt.analysis.reassembly.reassembly import MessageReassembly
from tests.analysis.reassembly.scripts import (
    FATES,
    PMTU,
    READ,
    RESPONSES,
    Answer,
    Request,
    by_number,
    kinds,
    outcomes,
    run,
    tables,
)


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
        assert outcomes(told) == ["unanswered", "incomplete", "completed"]


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


def test_a_read_whose_span_its_response_shows_beside_another_connection():
    """What the one learns moves no end of the messages of the other."""
    other = [Request(5, 5, "RC SEND Only", 8, half=1), Answer(6, 5, half=1)]
    told = run([READ._replace(span=1), *RESPONSES, *other], pmtu=0)
    assert [(each.flow, each.last_psn, each.completed) for each in by_number(told)] == [(1, 22, 4000), (2, 5, 6000)]


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
