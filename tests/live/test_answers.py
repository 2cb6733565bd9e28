"""ibpkt plays the responder: the kernel's own requests are read, and what answers them satisfies the kernel."""

from __future__ import annotations

import pytest

from tests.live.makers import head
from tests.live.peer import THEIR_FIRST, after
from tests.live.test_requests import MTU, completed, pattern

#: the kernel waits 2**16 * 4.096 µs = 0.27 s before it sends again
HURRIED = 16


@pytest.mark.parametrize("size", [64, 61])
def test_its_write(connect, kernel, size):
    peer = connect()
    kernel.post_write(peer.qp["qpn"], 0x10002000, 0xCAFE, offset=512, length=size, wr_id=5)
    request = peer.answer()
    assert (request.bth.opcode, request.bth.psn, request.bth.a) == (0x0A, THEIR_FIRST, 1)
    assert (request.reth.va, request.reth.r_key, request.reth.dmalen) == (0x10002000, 0xCAFE, size)
    assert request.payload == kernel.pattern(512, size)
    peer.acknowledge(request.bth.psn)
    assert completed(kernel, "write")[0]["wr_id"] == 5


def test_its_write_of_many_packets(connect, kernel):
    peer = connect(mtu=MTU)
    kernel.post_write(peer.qp["qpn"], 0x2000, 1, length=2500)
    parts = [peer.answer() for _ in range(3)]
    assert [each.bth.opcode for each in parts] == [0x06, 0x07, 0x08]
    assert [each.bth.psn for each in parts] == [after(THEIR_FIRST, index) for index in range(3)]
    assert parts[0].reth.dmalen == 2500
    assert b"".join(each.payload for each in parts) == kernel.pattern(0, 2500)
    peer.acknowledge(parts[-1].bth.psn)
    completed(kernel, "write")


def test_its_write_with_immediate(connect, kernel):
    peer = connect()
    kernel.post_write(peer.qp["qpn"], 0x2000, 1, length=16, imm=0xFEED)
    request = peer.answer()
    assert (request.bth.opcode, int.from_bytes(request.immdt.immdt, "big")) == (0x0B, 0xFEED)
    peer.acknowledge(request.bth.psn)
    completed(kernel, "write")


def test_its_sends(connect, kernel):
    peer = connect()
    kernel.post_send(peer.qp["qpn"], 0, 33)
    request = peer.answer()
    assert (request.bth.opcode, request.payload) == (0x04, kernel.pattern(0, 33))
    peer.acknowledge(request.bth.psn)
    completed(kernel, "send")
    kernel.post_send(peer.qp["qpn"], 0, 16, imm=0xFEED)
    request = peer.answer()
    assert (request.bth.opcode, int.from_bytes(request.immdt.immdt, "big")) == (0x05, 0xFEED)
    peer.acknowledge(request.bth.psn)
    completed(kernel, "send")


def test_its_read(connect, kernel):
    peer = connect()
    kernel.post_read(peer.qp["qpn"], 0x3000, 2, offset=128, length=64)
    request = peer.answer()
    assert (request.bth.opcode, request.bth.psn) == (0x0C, THEIR_FIRST)
    assert (request.reth.va, request.reth.r_key, request.reth.dmalen) == (0x3000, 2, 64)
    peer.respond("RC RDMA READ response Only", request.bth.psn, peer.aeth(), payload=pattern(64))
    completed(kernel, "read")
    assert kernel.memory(128, 64) == pattern(64)


@pytest.mark.parametrize("size", [1500, 2500])
def test_its_read_of_many_packets(connect, kernel, size):
    peer = connect(mtu=MTU)
    kernel.post_read(peer.qp["qpn"], 0x3000, 2, offset=1024, length=size)
    request = peer.answer()
    first, *middle, last = (pattern(size)[at : at + MTU] for at in range(0, size, MTU))
    aeth, psn = peer.aeth(), request.bth.psn
    peer.respond("RC RDMA READ response First", psn, aeth, payload=first)
    for part in middle:
        psn = after(psn)
        peer.respond("RC RDMA READ response Middle", psn, payload=part)
    peer.respond("RC RDMA READ response Last", after(psn), aeth, payload=last)
    completed(kernel, "read")
    assert kernel.memory(1024, size) == pattern(size)


def test_its_atomics(connect, kernel):
    peer = connect()
    kernel.post_fetch_add(peer.qp["qpn"], 0x4000, 3, add=9, offset=64)
    request = peer.answer()
    there = request.atomiceth
    assert (request.bth.opcode, there.va, there.r_key, there.swapdt) == (0x14, 0x4000, 3, 9)
    before = head("AtomicAckETH", origremdt=0x123456789)
    peer.respond("RC ATOMIC Acknowledge", request.bth.psn, peer.aeth(), before)
    completed(kernel, "fadd")
    assert int.from_bytes(kernel.memory(64, 8), "little") == 0x123456789
    kernel.post_cmp_swap(peer.qp["qpn"], 0x4000, 3, compare=1, swap=2, offset=72)
    request = peer.answer()
    assert (request.bth.opcode, request.atomiceth.swapdt, request.atomiceth.cmpdt) == (0x13, 2, 1)
    peer.respond("RC ATOMIC Acknowledge", request.bth.psn, peer.aeth(), head("AtomicAckETH", origremdt=1))
    completed(kernel, "cas")
    assert int.from_bytes(kernel.memory(72, 8), "little") == 1


def test_a_withheld_ack_makes_it_send_again(connect, kernel):
    peer = connect(timeout=HURRIED, retry=7)
    kernel.post_send(peer.qp["qpn"], 0, 8)
    first, second = peer.answer(), peer.answer()
    assert (second.bth.opcode, second.bth.psn, second.payload) == (0x04, first.bth.psn, first.payload)
    assert kernel.completions() == []
    peer.acknowledge(second.bth.psn)
    completed(kernel, "send")


def test_a_wrong_icrc_of_ours_is_no_ack(connect, kernel):
    peer = connect(timeout=HURRIED, retry=7)
    kernel.post_send(peer.qp["qpn"], 0, 8)
    psn = peer.answer().bth.psn
    kernel.send(peer.craft("RC Acknowledge", head("AETH", syndrome=0x1F, msn=1), psn=psn, icrc=b"\0\1\2\3"))
    assert peer.answer().bth.psn == psn
    assert kernel.completions() == []
    peer.acknowledge(psn)
    completed(kernel, "send")


def test_a_sequence_nak_makes_it_go_back(connect, kernel):
    """It does not wait for that: its own timer is 8 seconds here."""
    peer = connect(mtu=MTU)
    kernel.post_write(peer.qp["qpn"], 0x2000, 1, length=1500)
    first, last = peer.answer(), peer.answer()
    peer.acknowledge(first.bth.psn, 0x60)
    for before in (first, last):
        again = peer.answer()
        assert (again.bth.opcode, again.bth.psn) == (before.bth.opcode, before.bth.psn)
        assert again.payload == before.payload
    peer.acknowledge(last.bth.psn)
    completed(kernel, "write")


def test_an_rnr_nak_makes_it_wait_and_send_again(connect, kernel):
    peer = connect(rnr_retry=7)
    kernel.post_send(peer.qp["qpn"], 0, 8)
    psn = peer.answer().bth.psn
    peer.acknowledge(psn, 0x2C)
    assert peer.answer().bth.psn == psn
    peer.acknowledge(psn)
    completed(kernel, "send")


@pytest.mark.parametrize(
    ("syndrome", "status"),
    [(0x61, "remote invalid request error"), (0x62, "remote access error"), (0x63, "remote operation error")],
)
def test_a_nak_makes_it_fail(connect, kernel, syndrome, status):
    peer = connect(recvs=0)
    kernel.post_write(peer.qp["qpn"], 0x1000, 1, length=8)
    peer.acknowledge(peer.answer().bth.psn, syndrome)
    (failed,) = kernel.completions(1, timeout=20)
    assert failed["status_text"] == status
    assert peer.state() == "ERR"


def test_what_needs_no_answer(connect, kernel):
    peer = connect("uc")
    kernel.post_write(peer.qp["qpn"], 0x1000, 1, length=16)
    request = peer.answer()
    assert (request.bth.opcode, request.payload) == (0x2A, kernel.pattern(0, 16))
    completed(kernel, "write")
    peer = connect("ud")
    kernel.post_send(peer.qp["qpn"], 0, 24, remote_qpn=peer.qpn, qkey=0x1111)
    request = peer.answer()
    assert (request.bth.opcode, request.deth.q_key, request.deth.srcqp) == (0x64, 0x1111, peer.qp["qpn"])
    assert request.payload == kernel.pattern(0, 24)
    completed(kernel, "send")
