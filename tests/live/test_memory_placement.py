"""FLUSH and ATOMIC WRITE, in both directions: a kernel that knows them takes ours, and we answer its own.

IBA 1, annex A19: both are answered by a READ response without data.  FLUSH bears rxe's own ICRC, see `quirks`.
"""

from __future__ import annotations

import pytest

import ibpkt
from tests.live.makers import head
from tests.live.peer import FIRST, THEIR_FIRST, after
from tests.live.quirks import PLACES, icrc_of_flush
from tests.live.test_answers import HURRIED
from tests.live.test_requests import completed, pattern

VISIBLE, PERSISTENT = 1, 2
REGION = 1
INVALID, ACCESS = 0x61, 0x62

knows = pytest.mark.kernels(*PLACES)


def flush(peer, length=64, *, plt=VISIBLE, sel=0, offset=0, region=None, **bth):
    """Send a FLUSH; returns its PSN."""
    return peer.request("RC FLUSH", head("FETH", plt=plt, sel=sel), peer.region(length, offset, **region or {}), **bth)


def atomic_write(peer, data, offset=64, *, length=8, region=None, **bth):
    """Send an ATOMIC WRITE; returns its PSN."""
    return peer.request("RC ATOMIC WRITE", peer.region(length, offset, **region or {}), payload=data, **bth)


@pytest.mark.parametrize("operation", ["FLUSH", "ATOMIC WRITE"])
def test_a_kernel_knows_it_or_is_silent(connect, kernel, release, operation):
    peer = connect()
    psn = flush(peer, psn=FIRST) if operation == "FLUSH" else atomic_write(peer, pattern(8), 0, psn=FIRST)
    if release in PLACES:
        peer.placed(psn, msn=1)
        assert kernel.memory(0, 8) == (kernel.pattern(0, 8) if operation == "FLUSH" else pattern(8))
    else:
        peer.unheard(length=64)
    assert peer.state() == "RTS"


@knows
@pytest.mark.parametrize("a", [1, 0])
def test_atomic_writes(connect, kernel, a):
    """They are answered, whether or not they ask for it."""
    peer = connect()
    peer.placed(atomic_write(peer, pattern(8), a=a), msn=1)
    peer.placed(atomic_write(peer, b"eight by", 72, a=a), msn=2)
    assert kernel.memory(56, 32) == kernel.pattern(56, 8) + pattern(8) + b"eight by" + kernel.pattern(80, 8)


@knows
def test_all_is_answered_in_its_order(connect, kernel):
    peer = connect()
    written = peer.request("RC RDMA WRITE Only", peer.region(64), payload=pattern(64))
    placed = [
        flush(peer),
        flush(peer, sel=REGION),
        atomic_write(peer, b"eight by", 128),
        flush(peer, 8, offset=128, a=0),
    ]
    peer.acknowledged(written, msn=1)
    for msn, psn in enumerate(placed, 2):
        peer.placed(psn, msn=msn)
    assert kernel.memory(0, 64) + kernel.memory(128, 8) == pattern(64) + b"eight by"


@knows
def test_an_atomic_write_is_done_once(connect, kernel):
    peer = connect()
    psn = atomic_write(peer, pattern(8))
    peer.placed(psn, msn=1)
    kernel.poke(64, bytes(8))
    atomic_write(peer, pattern(8), psn=psn)
    peer.placed(psn, msn=1)
    assert kernel.memory(64, 8) == bytes(8)


@knows
def test_a_flush_that_comes_again_is_not_answered(connect, kernel):
    """Against IBA 1, annex A19, by which it is answered again.  The kernel counts it all the same."""
    peer = connect()
    psn = flush(peer)
    peer.placed(psn, msn=1)
    before = kernel.counters()["duplicate_request"]
    flush(peer, psn=psn)
    peer.silence()
    assert kernel.counters()["duplicate_request"] == before + 1
    peer.placed(flush(peer), msn=2)


@knows
def test_a_flush_with_the_right_icrc_is_not_taken(connect):
    peer = connect()
    parts = {"payload": b"", "psn": FIRST, "a": 1}
    heads = head("FETH", plt=VISIBLE), peer.region(64)
    crafted = ibpkt.decode(peer.craft("RC FLUSH", *heads, **parts), "ethernet")
    right = crafted.replace()
    assert (crafted.icrc.status, right.icrc.status) == ("bad", "good")
    begin = crafted.bth.offset  # in front of it, a UDP checksum covers the ICRC
    assert crafted.data[begin:-4] == right.data[begin:-4]
    peer.kernel.send(right.data)
    peer.unheard()


REFUSED = [
    ("FLUSH to persistency", INVALID, lambda peer: flush(peer, plt=PERSISTENT)),
    ("FLUSH to both", INVALID, lambda peer: flush(peer, plt=VISIBLE | PERSISTENT)),
    ("FLUSH with a wrong key", ACCESS, lambda peer: flush(peer, region={"r_key": 1})),
    ("FLUSH beyond the region", ACCESS, lambda peer: flush(peer, 65537)),
    ("ATOMIC WRITE misaligned", INVALID, lambda peer: atomic_write(peer, pattern(8), 60)),
    ("ATOMIC WRITE of 16", INVALID, lambda peer: atomic_write(peer, pattern(16), length=16)),
    ("ATOMIC WRITE of 4", INVALID, lambda peer: atomic_write(peer, pattern(4), length=4)),
    ("ATOMIC WRITE says 8, 16 come", INVALID, lambda peer: atomic_write(peer, pattern(16))),
    ("ATOMIC WRITE says 16, 8 come", INVALID, lambda peer: atomic_write(peer, pattern(8), length=16)),
    ("ATOMIC WRITE with a wrong key", ACCESS, lambda peer: atomic_write(peer, pattern(8), region={"r_key": 1})),
    ("ATOMIC WRITE beyond the region", ACCESS, lambda peer: atomic_write(peer, pattern(8), 65536)),
]


@knows
@pytest.mark.parametrize("family", [4], ids=["IPv4"])
@pytest.mark.parametrize(("syndrome", "request_of"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_what_is_refused(connect, kernel, syndrome, request_of):
    peer = connect(recvs=1)
    assert peer.refused(request_of(peer), syndrome).aeth.msn == 0
    assert peer.state() == "ERR"
    assert kernel.memory(0, 128) == kernel.pattern(0, 128)


@knows
def test_its_flush(connect, kernel):
    peer = connect()
    kernel.post_flush(peer.qp["qpn"], 0x7000, 0xCAFE, 64, placement=VISIBLE, selectivity=REGION)
    request = peer.answer()
    assert (request.bth.opcode, request.bth.psn, request.payload) == (0x1C, THEIR_FIRST, b"")
    assert (request.feth.plt, request.feth.plt_visibility, request.feth.sel) == (VISIBLE, True, REGION)
    assert (request.reth.va, request.reth.r_key, request.reth.dmalen) == (0x7000, 0xCAFE, 64)
    assert request.icrc.stored == icrc_of_flush(request.replace().data)
    peer.respond("RC RDMA READ response Only", request.bth.psn, peer.aeth())
    completed(kernel, "flush")


@knows
def test_its_atomic_write(connect, kernel):
    peer = connect()
    kernel.post_atomic_write(peer.qp["qpn"], 0x7008, 0xCAFE, offset=16)
    request = peer.answer()
    assert (request.bth.opcode, request.bth.psn) == (0x1D, THEIR_FIRST)
    assert (request.reth.va, request.reth.r_key, request.reth.dmalen) == (0x7008, 0xCAFE, 8)
    assert request.payload == kernel.pattern(16, 8)
    peer.respond("RC RDMA READ response Only", request.bth.psn, peer.aeth())
    completed(kernel, "atomic_write")


@knows
def test_its_writes_are_placed_and_visible(connect, kernel):
    """The usual row of a log: WRITE, FLUSH, ATOMIC WRITE, FLUSH; each is answered when it is done."""
    peer = connect()
    qpn = peer.qp["qpn"]
    kernel.post_write(qpn, 0x6000, 1, length=64)
    kernel.post_flush(qpn, 0x6000, 1, 64)
    kernel.post_atomic_write(qpn, 0x7008, 1, offset=16)
    kernel.post_flush(qpn, 0x7008, 1, 8)
    requests = [peer.answer() for _ in range(4)]
    assert [each.bth.opcode for each in requests] == [0x0A, 0x1C, 0x1D, 0x1C]
    assert [each.bth.psn for each in requests] == [after(THEIR_FIRST, index) for index in range(4)]
    peer.acknowledge(requests[0].bth.psn)
    for request in requests[1:]:
        peer.respond("RC RDMA READ response Only", request.bth.psn, peer.aeth())
    done = kernel.completions(4, timeout=20)
    assert [(each["status"], each["opcode"]) for each in done] == [
        (0, "write"), (0, "flush"), (0, "atomic_write"), (0, "flush"),
    ]  # fmt: skip


@knows
@pytest.mark.parametrize("operation", ["flush", "atomic_write"])
def test_a_withheld_answer_makes_it_send_again(connect, kernel, operation):
    """With the virtual address 0: rxe has lost it by then, against IBA 1, 9.7.5.1 (the same request again)."""
    peer = connect(timeout=HURRIED, retry=7)
    if operation == "flush":
        kernel.post_flush(peer.qp["qpn"], 0x7000, 1, 64)
    else:
        kernel.post_atomic_write(peer.qp["qpn"], 0x7000, 1)
    first, second = peer.answer(), peer.answer()
    assert (first.reth.va, second.reth.va) == (0x7000, 0)
    assert second.replace(reth__va=0x7000).data[42:-4] == first.data[42:-4]
    peer.respond("RC RDMA READ response Only", second.bth.psn, peer.aeth())
    completed(kernel, operation)


@knows
@pytest.mark.parametrize("operation", ["flush", "atomic_write"])
def test_a_nak_makes_it_fail(connect, kernel, operation):
    peer = connect(recvs=0)
    if operation == "flush":
        kernel.post_flush(peer.qp["qpn"], 0x7000, 1, 64)
    else:
        kernel.post_atomic_write(peer.qp["qpn"], 0x7000, 1)
    peer.acknowledge(peer.answer().bth.psn, ACCESS)
    (failed,) = kernel.completions(1, timeout=20)
    assert failed["status_text"] == "remote access error"
    assert peer.state() == "ERR"
