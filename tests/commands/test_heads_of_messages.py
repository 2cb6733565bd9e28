"""Beginnings of messages, each kind of packet by itself: which are kept, how much of each, from where they are read."""

from __future__ import annotations

import numpy as np
import pytest

from ibpkt import draft
from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import Transport
from ibpkt.commands.send_heads import SendHeads
from tests.support.exchanges import READ_ONLY, WRITE_ONLY, A, B, _frame, batches

SEND_FIRST, SEND_MIDDLE, SEND_LAST, SEND_ONLY, SEND_IMMEDIATE = 0, 1, 2, 4, 5
WRITE_FIRST, WRITE_MIDDLE, READ_FIRST, READ_LAST = 6, 7, 13, 15


def packet(opcode, payload, psn=0):
    more = []
    if opcode in (WRITE_FIRST, WRITE_ONLY):
        more.append(draft("RETH", va=0, r_key=1, dmalen=len(payload)))
    if opcode in (READ_FIRST, READ_ONLY, READ_LAST):
        more.append(draft("AETH", syndrome=31, msn=1))
    if opcode == SEND_IMMEDIATE:
        more.append(draft("ImmDt"))
    return _frame(A, B, psn, opcode, *more, payload=payload)


def text(number, size=40):
    return bytes([number]) * size


class Taken:
    """What was kept of packets in one batch, of flows 1 or those that are said."""

    def __init__(self, *packets, size=64, flows=None, unwanted=(False,), heads=None):
        self.heads = heads or SendHeads(lambda: size)
        (self.batch,) = batches(list(packets))
        columns = Transport(self.batch, Addresses())
        flows = np.array(flows or [1] * len(columns), np.int64)
        self.heads.take(columns, flows, np.array(unwanted, np.bool_))

    def pop(self, *frames):
        return [self.heads.pop(frame) for frame in frames]


@pytest.mark.parametrize("settled", [True, False])
@pytest.mark.parametrize(
    ("opcode", "kept"),
    [
        (SEND_FIRST, True), (SEND_ONLY, True), (SEND_IMMEDIATE, True), (SEND_MIDDLE, False), (SEND_LAST, False),
        (WRITE_FIRST, True), (WRITE_ONLY, True), (WRITE_MIDDLE, False), (READ_ONLY, True), (READ_FIRST, False),
        (READ_LAST, False),
    ],
)  # fmt: skip
def test_which_packets_begin_what_is_looked_at(opcode, kept, settled):
    """WRITEs and answers to READs of a flow with SENDs."""
    taken = Taken(packet(SEND_ONLY, text(1)), packet(opcode, text(2), 1))
    if settled:
        taken.heads.settle()
    assert taken.pop(1, 2) == [text(1), text(2) if kept else b""]
    assert taken.pop(1, 2) == [b"", b""]


def test_what_is_not_kept_costs_nothing():
    """Requests of READs, acknowledgements, and answers to atomic operations."""
    read, acknowledge, atomic = packet(12, b"", 1), packet(17, b"", 2), packet(18, b"", 3)
    taken = Taken(packet(SEND_ONLY, text(1)), read, acknowledge, atomic, packet(SEND_LAST, text(2), 4))
    assert taken.heads._kept == 40 + 128


def test_flows_without_sends():
    """Their WRITEs are kept from the first SEND on."""
    writes = [packet(WRITE_ONLY, text(2)), packet(WRITE_ONLY, text(3), 1)]
    taken = Taken(*writes)
    assert taken.pop(1, 2) == [b"", b""]
    taken = Taken(packet(SEND_ONLY, text(1)), *writes, flows=[7, 7, 900])
    assert taken.pop(1, 2, 3) == [text(1), text(2), b""]
    later = Taken(*writes, flows=[7, 8], heads=taken.heads)
    assert later.pop(1, 2) == [text(2), b""]


@pytest.mark.parametrize("talks", range(9))
def test_flows_without_sends_beside_one_with_them(talks):
    """Whatever the number of the flow that has them."""
    flows = [talks, *(flow for flow in range(12) if flow != talks)]
    taken = Taken(packet(SEND_ONLY, text(1)), *[packet(WRITE_ONLY, text(2), psn) for psn in range(11)], flows=flows)
    assert taken.pop(*range(1, 13)) == [text(1)] + [b""] * 11


def test_flows_that_nobody_wants():
    packets = [packet(SEND_ONLY, text(number)) for number in (1, 2, 3)]
    taken = Taken(*packets, flows=[0, 1, 2], unwanted=(False, True, False))
    assert taken.pop(1, 2, 3) == [text(1), b"", text(3)]
    taken = Taken(*packets, flows=[0, 1, 9], unwanted=(False, True))  # the last counts for those behind it
    assert taken.pop(1, 2, 3) == [text(1), b"", b""]
    assert Taken(*packets, unwanted=(True,)).pop(1, 2, 3) == [b""] * 3


@pytest.mark.parametrize("size", [39, 40, 41])
def test_how_much_is_kept(size):
    """Of answers to READs only those that are whole then."""
    taken = Taken(packet(SEND_ONLY, text(1)), packet(READ_ONLY, text(2), 1), packet(SEND_ONLY, b"", 2), size=size)
    assert taken.pop(1, 2, 3) == [text(1, min(size, 40)), text(2) if size >= 40 else b"", b""]


@pytest.mark.parametrize("settled", [True, False])
@pytest.mark.parametrize("wanted", [39, 40, 41])
def test_the_first_bytes_of_several(settled, wanted):
    """They stay; of those that are too short or not there, zeros."""
    taken = Taken(packet(SEND_ONLY, text(1)), packet(SEND_ONLY, text(2, 41), 1))
    if settled:
        taken.heads.settle()
    found, enough = taken.heads.first_bytes(np.array([2, 9, 1]), wanted)
    assert enough.tolist() == [True, False, wanted <= 40]
    assert found[0].tobytes() == text(2, wanted)
    assert found[1].tobytes() == bytes(wanted)
    assert found[2].tobytes() == (text(1, wanted) if wanted <= 40 else bytes(wanted))
    assert taken.pop(1, 2) == [text(1), text(2, 41)]


def test_the_first_bytes_of_several_batches():
    first = Taken(packet(SEND_ONLY, text(1)))
    first.heads.settle()
    (second,) = batches([packet(SEND_ONLY, text(2))])
    second.frames.first = 5
    columns = Transport(second, Addresses())
    first.heads.take(columns, np.ones(1, np.int64), np.zeros(1, np.bool_))
    found, enough = first.heads.first_bytes(np.array([5, 1]), 4)
    assert (found.tolist(), enough.tolist()) == ([[2] * 4, [1] * 4], [True, True])
    first.heads.drop(np.array([1, 5, 5, 77]))
    assert first.pop(1, 5) == [b"", b""]
    assert first.heads._kept == 0


@pytest.mark.parametrize("settled", [True, False])
def test_what_is_kept_is_counted(settled):
    """Its bytes and 128 for each; nothing is left when all have gone."""
    taken = Taken(packet(SEND_ONLY, text(1)), packet(SEND_ONLY, text(2, 7), 1), packet(SEND_ONLY, text(3), 2))
    if settled:
        taken.heads.settle()
    assert taken.heads._kept == 40 + 7 + 40 + 3 * 128
    taken.pop(2)
    assert taken.heads._kept == 80 + 2 * 128
    taken.heads.drop(np.array([1]))
    assert taken.heads._kept == 40 + 128
    taken.pop(1, 3)
    assert taken.heads._kept == 0


def test_a_packet_that_the_capture_has_cut():
    """As much as is there."""
    whole = packet(SEND_ONLY, text(1))
    (batch,) = batches([whole])
    end = int(Transport(batch, Addresses()).payload_at[0] - batch.frames.start[0])
    for more in (0, 10):
        batch.frames.captured[0] = end + more
        columns = Transport(batch, Addresses())
        heads = SendHeads(lambda: 64)
        heads.take(columns, np.ones(len(columns), np.int64), np.zeros(1, np.bool_))
        assert heads.pop(1) == text(1, more)


def test_the_size_is_asked_once_and_late():
    asked = []
    heads = SendHeads(lambda: asked.append(1) or 64)
    Taken(packet(WRITE_ONLY, text(1)), heads=heads)
    assert asked == []
    for _ in range(2):
        Taken(packet(SEND_ONLY, text(1)), heads=heads)
    assert asked == [1]
