"""What is wrong on purpose meets what it should: silence, a NAK with the right code, or nothing at all.

What the kernels do was observed with frames that ibpkt did not make; these say that its own get the same.
"""

from __future__ import annotations

import pytest

import ibpkt
from tests.live.makers import head
from tests.live.peer import FIRST, after
from tests.live.quirks import LONG_SENDS
from tests.live.test_requests import completed


def test_a_wrong_icrc_is_met_with_silence(connect, kernel):
    peer = connect()
    parts = {"payload": b"data", "psn": FIRST, "a": 1}
    right = peer.craft("RC RDMA WRITE Only", peer.region(4), **parts)
    icrc = bytes([right[-4] ^ 1]) + right[-3:]
    wrong = peer.craft("RC RDMA WRITE Only", peer.region(4), **parts, icrc=icrc)
    check = ibpkt.decode(wrong, "ethernet").icrc
    assert (check.status, check.stored) == ("bad", icrc)
    kernel.send(wrong)
    peer.unheard()


def test_a_wrong_key(connect, kernel):
    peer = connect(recvs=2)
    psn = peer.request("RC RDMA WRITE Only", peer.region(16, r_key=peer.qp["rkey"] ^ 0x5500), payload=bytes(16))
    nak = peer.refused(psn, 0x62)
    assert (nak.aeth.verdict, nak.aeth.msn) == ("NAK Remote Access Error", 0)
    assert peer.state() == "ERR"
    assert kernel.memory(0, 16) == kernel.pattern(0, 16)
    assert {each["status_text"] for each in kernel.completions(2)} == {"Work Request Flushed Error"}


@pytest.mark.parametrize("operation", ["write", "read", "atomic"])
def test_a_range_outside_the_region(connect, operation):
    peer = connect()
    end = peer.qp["length"]
    psn = {
        "write": lambda: peer.request("RC RDMA WRITE Only", peer.region(16, end - 8), payload=bytes(16)),
        "read": lambda: peer.request("RC RDMA READ Request", peer.region(16, end - 8)),
        "atomic": lambda: peer.request("RC FetchAdd", peer.atomic(end, swapdt=1)),
    }[operation]()
    peer.refused(psn, 0x62)
    assert peer.state() == "ERR"


def test_a_gap_is_told_once_and_then_filled(connect, kernel):
    peer = connect()
    region = peer.region(4)
    peer.acknowledged(peer.request("RC RDMA WRITE Only", region, payload=b"1111"), msn=1)
    peer.request("RC RDMA WRITE Only", region, payload=b"3333", psn=after(peer.psn, 2))
    nak = peer.refused(peer.psn, 0x60)  # the PSN that is expected
    assert nak.aeth.verdict == "NAK PSN Sequence Error"
    peer.request("RC RDMA WRITE Only", region, payload=b"4444", psn=after(peer.psn, 3))
    peer.silence(0.3)
    assert kernel.memory(0, 4) == b"1111"
    peer.acknowledged(peer.request("RC RDMA WRITE Only", region, payload=b"2222"), msn=2)
    assert kernel.memory(0, 4) == b"2222"


def test_duplicates_are_answered_again_and_done_once(connect, kernel):
    peer = connect()
    kernel.poke(0, bytes(8))
    add = peer.atomic(0, swapdt=5)
    psn = peer.request("RC FetchAdd", add)
    assert peer.answer().atomicacketh.origremdt == 0
    peer.request("RC FetchAdd", add, psn=psn)
    again = peer.answer()
    assert (again.bth.opcode, again.bth.psn, again.atomicacketh.origremdt) == (0x12, psn, 0)
    assert int.from_bytes(kernel.memory(0, 8), "little") == 5
    psn = peer.request("RC SEND Only", payload=b"once")
    peer.acknowledged(psn, msn=2)
    peer.request("RC SEND Only", payload=b"once", psn=psn)
    peer.acknowledged(psn, msn=2)
    completed(kernel, "recv")
    peer.request("RC RDMA READ Request", peer.region(8, 64))
    first = peer.answer()
    peer.request("RC RDMA READ Request", peer.region(8, 64), psn=first.bth.psn)
    assert (second := peer.answer()).payload == first.payload
    assert second.bth.psn == first.bth.psn
    assert kernel.completions() == []


def test_a_duplicate_is_acknowledged_with_the_newest_psn(connect, kernel):
    peer = connect()
    old = peer.request("RC RDMA WRITE Only", peer.region(4), payload=b"once")
    peer.acknowledged(old, msn=1)
    new = peer.request("RC RDMA WRITE Only", peer.region(4), payload=b"then")
    peer.acknowledged(new, msn=2)
    peer.request("RC RDMA WRITE Only", peer.region(4), payload=b"once", psn=old)
    peer.acknowledged(new, msn=2)
    assert kernel.memory(0, 4) == b"then"


def test_a_send_longer_than_the_mtu(connect, kernel, release):
    """The older kernel takes it, though not a WRITE Only of this length (`ODD`)."""
    peer = connect(mtu=1024, recvs=1)
    psn = peer.request("RC SEND Only", payload=bytes(2048))
    if release not in LONG_SENDS:
        peer.refused(psn, INVALID)
        assert peer.state() == "ERR"
        return
    peer.acknowledged(psn, msn=1)
    (received,) = completed(kernel, "recv")
    assert received["data"] == bytes(2048)


def test_a_send_that_nobody_expects(connect, kernel):
    """An RNR NAK with the timer that the kernel was given; then a receive is there."""
    peer = connect(recvs=0, min_rnr_timer=12)
    psn = peer.request("RC SEND Only", payload=b"knock")
    nak = peer.refused(psn, 0x2C)
    assert nak.aeth.verdict.startswith("RNR NAK")
    kernel.post_recv(peer.qp["qpn"], 1)
    peer.request("RC SEND Only", payload=b"knock", psn=psn)
    peer.acknowledged(psn, msn=1)
    (received,) = completed(kernel, "recv")
    assert received["data"] == b"knock"


def test_a_wrong_p_key(connect, kernel):
    peer = connect()
    before = kernel.port()["bad_pkey_cntr"]
    peer.request("RC RDMA WRITE Only", peer.region(4), payload=b"data", psn=FIRST, p_key=0x1234)
    peer.unheard(seconds=0.4)
    assert kernel.port()["bad_pkey_cntr"] == before + 1


def test_a_queue_pair_that_is_not_there(connect):
    peer = connect()
    peer.request("RC RDMA WRITE Only", peer.region(4), payload=b"data", psn=FIRST, destqp=0xABCDEF)
    peer.unheard(seconds=0.4)


def test_a_wrong_q_key(connect, kernel):
    peer = connect("ud", qkey=0x01234567)
    before = kernel.port()["qkey_viol_cntr"]
    peer.request("UD SEND Only", head("DETH", q_key=0x07654321, srcqp=peer.qpn), payload=b"wrong")
    peer.silence(0.4)
    peer.request("UD SEND Only", head("DETH", q_key=0x01234567, srcqp=peer.qpn), payload=b"right")
    (received,) = completed(kernel, "recv")
    assert received["data"] == b"right"
    assert kernel.port()["qkey_viol_cntr"] == before + 1


def test_a_gap_on_an_unreliable_connection_is_not_told(connect, kernel):
    peer = connect("uc")
    peer.request("UC SEND Only", payload=b"after a gap", psn=after(FIRST, 5))
    (received,) = completed(kernel, "recv")
    assert received["data"] == b"after a gap"
    peer.silence(0.3)


def test_invalidating_a_key_that_is_not_there(connect, kernel):
    """The kernel acknowledges with the old MSN, and then the queue pair fails all the same."""
    peer = connect(recvs=1)
    psn = peer.request("RC SEND Only with Invalidate", head("IETH", r_key=0x12345678), payload=b"data")
    peer.acknowledged(psn, msn=0)
    (failed,) = kernel.completions(1)
    assert failed["status_text"] == "remote invalid request error"
    assert peer.state() == "ERR"


INVALID = 0x61
SILENCE = None
ODD = [
    ("RETH says 8, 4 come", INVALID, lambda peer: ("WRITE Only", [peer.region(8)], b"four", {})),
    ("RETH says 4, 8 come", INVALID, lambda peer: ("WRITE Only", [peer.region(4)], b"too long", {})),
    ("Middle without First", INVALID, lambda peer: ("WRITE Middle", [], bytes(1024), {})),
    ("First shorter than the MTU", INVALID, lambda peer: ("WRITE First", [peer.region(1500)], bytes(512), {})),
    ("Only longer than the MTU", INVALID, lambda peer: ("WRITE Only", [peer.region(2048)], bytes(2048), {})),
    ("a reserved opcode", SILENCE, lambda peer: (0x1F, [], b"", {})),
    ("an opcode of UC", SILENCE, lambda peer: ("UC SEND Only", [], b"data", {})),
    ("another transport version", SILENCE, lambda peer: ("WRITE Only", [peer.region(4)], b"data", {"tver": 3})),
    ("a limited P_Key", 0x1F, lambda peer: ("WRITE Only", [peer.region(4)], b"data", {"p_key": 0x7FFF})),
    ("reserved bits", 0x1F, lambda peer: ("WRITE Only", [peer.region(4)], b"data", {"reserved7": 0x7F})),
    ("MigReq", 0x1F, lambda peer: ("WRITE Only", [peer.region(4)], b"data", {"m": 1})),
]


@pytest.mark.parametrize("family", [4], ids=["IPv4"])
@pytest.mark.parametrize(("answer", "request_of"), [row[1:] for row in ODD], ids=[row[0] for row in ODD])
def test_odd_requests(connect, kernel, answer, request_of):
    peer = connect(mtu=1024, recvs=1)
    opcode, heads, payload, fields = request_of(peer)
    if isinstance(opcode, str) and opcode.startswith("WRITE"):
        opcode = f"RC RDMA {opcode}"
    peer.request(opcode, *heads, payload=payload, psn=FIRST, **fields)
    if answer is SILENCE:
        peer.unheard(seconds=0.4)
    elif answer == INVALID:
        assert peer.refused(FIRST, INVALID).aeth.msn == 0
        assert peer.state() == "ERR"
        assert kernel.memory(0, 64) == kernel.pattern(0, 64)
    else:
        peer.acknowledged(FIRST, msn=1)
        assert kernel.memory(0, 4) == payload
    if answer != INVALID:
        assert peer.state() == "RTS"
        assert kernel.completions() == []


def test_a_misaligned_atomic(connect, kernel):
    peer = connect()
    peer.refused(peer.request("RC FetchAdd", peer.atomic(4, swapdt=1)), INVALID)
    assert kernel.memory(0, 16) == kernel.pattern(0, 16)


def test_without_a_there_is_no_ack(connect, kernel):
    """The write is done; the next one that asks is acknowledged for both."""
    peer = connect()
    peer.request("RC RDMA WRITE Only", peer.region(4), payload=b"mute", a=0)
    peer.silence(0.4)
    assert kernel.memory(0, 4) == b"mute"
    peer.acknowledged(peer.request("RC RDMA WRITE Only", peer.region(4), payload=b"loud"), msn=2)


def test_a_queue_pair_without_the_right(connect, kernel):
    """Not an access error: the queue pair does not take such requests at all."""
    peer = connect(access=1)
    peer.refused(peer.request("RC RDMA WRITE Only", peer.region(4), payload=b"data"), INVALID)
    assert kernel.memory(0, 4) == kernel.pattern(0, 4)
