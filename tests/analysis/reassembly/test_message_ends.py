"""What becomes of messages where a NAK ends a flow, or the capture does."""

from __future__ import annotations

import numpy as np
import pytest

from ibpkt.analysis.reassembly.reassembly import MessageReassembly
from tests.analysis.reassembly.scripts import (
    FATES,
    READ,
    RESPONSES,
    SENDS,
    WRITE,
    Answer,
    Request,
    by_number,
    outcomes,
    run,
)


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


@pytest.mark.parametrize("half", [0, 63, 64, 1000])
def test_a_half_without_any_request_ends(half):
    ended = MessageReassembly().close(np.array([half]), np.array([FATES.index("flushed")]))
    assert len(ended) == 0
