"""What is taken for RPC over RDMA: private data, calls, and replies to them."""

from __future__ import annotations

import pytest

from ibpkt.commands.known import PROTOCOLS
from ibpkt.commands.rpc_heads import could_be
from tests.commands import hand_made_messages as m
from tests.commands.test_messaging import FakeConnection, send, smc_sent

NFS = PROTOCOLS["nfs"]


@pytest.mark.parametrize(
    ("active", "passive", "proves"),
    [
        (m.RPC_PRIVATE, None, True), (None, m.RPC_PRIVATE, True), (m.RPC_PRIVATE[:7], m.RPC_PRIVATE + bytes(9), True),
        (m.RPC_PRIVATE[:7], None, False), (None, None, False), (bytes(8), bytes(8), False),
        (b"\xf6\xab\x0e\x19" + m.RPC_PRIVATE[4:], None, False),
        (m.RPC_PRIVATE[:4] + b"\2" + m.RPC_PRIVATE[5:], None, False),
    ],
)  # fmt: skip
def test_private_data(active, passive, proves):
    """The magic number and version 1, of either end (RFC 8797, 4)."""
    assert NFS.proves(FakeConnection(active, answer=passive)) is proves


def test_what_is_a_call():
    call = m.call(5)
    assert NFS.is_command(send(0, len(call), 1), call)
    for wrong in (
        call[:15],
        call[:16],
        call[:4] + b"\0\0\0\2" + call[8:],
        call[:12] + b"\1" + call[13:],
        m.answer(5),
        call[:15] + b"\x09" + call[16:],
    ):
        assert not NFS.is_command(send(0, len(wrong), 1), wrong)
    unknown = send(0, len(call), 1)
    unknown.size = None
    assert not NFS.is_command(unknown, call)
    assert not NFS.is_command(send(0, 15, 1), call)


@pytest.mark.parametrize(
    ("sent", "found"),
    [
        (((0, m.call(5)), (1, m.answer(5))), 1), (((0, m.call(5)), (1, m.answer(5, credits=7))), 1),
        (((0, m.call(5)), (1, m.answer(6))), 0), (((1, m.answer(5)), (0, m.call(5))), 0),
        (((0, m.call(5)), (0, m.answer(5))), 0), (((1, m.call(5)), (0, m.answer(5))), 0),
        (((0, m.call(5)), (1, m.answer(5)), (1, m.answer(5))), 1), (((0, m.call(5)), (1, m.answer(5)[:12])), 0),
    ],
)  # fmt: skip
def test_calls_with_their_replies(sent, found):
    assert NFS.pairs(smc_sent(*sent), 0) == found


@pytest.mark.parametrize(
    ("words", "could"),
    [
        ((7, 1, 32, 0), True), ((7, 1, 32, 4), True), ((7, 1, 32, 9), False), ((7, 2, 32, 0), False),
        ((7, 1, 32, 1 << 24), False), ((7, 1, 0x90000, 0), True),
    ],
)  # fmt: skip
def test_the_fixed_words(words, could):
    """Version 1, and one of the types that exist (RFC 8166, 4.1)."""
    head = m.pack("!IIII", *words)
    assert could_be(head) is could
    assert not could_be(head[:15])
