"""The kernel takes every request that ibpkt crafts: what it answers, its memory and its completions are as they should.

`Peer.answer` checks of every answer that ibpkt reads all of it, finds the ICRC good, and makes the same bytes again.
"""

from __future__ import annotations

import pytest

from tests.live.makers import head
from tests.live.peer import FIRST, after

MTU = 1024


def pattern(size):
    """Bytes that are nowhere in the memory of the guest, another one for each place."""
    return bytes((index * 7 + (index >> 8) * 3 + 0x55) & 0xFF for index in range(size))


def completed(kernel, opcode, count=1):
    completions = kernel.completions(count, timeout=20)
    assert [(each["status"], each["opcode"]) for each in completions] == [(0, opcode)] * count, completions
    return completions


@pytest.mark.parametrize("size", [64, 61, 1, 0])
def test_write(connect, kernel, size):
    peer = connect()
    data = pattern(size)
    psn = peer.request("RC RDMA WRITE Only", peer.region(size, 256), payload=data)
    peer.acknowledged(psn, msn=1)
    assert kernel.memory(252, size + 8) == kernel.pattern(252, 4) + data + kernel.pattern(256 + size, 4)


def test_the_headers_decide_the_opcode(connect, kernel):
    peer = connect()
    peer.request(None, peer.region(4), payload=b"open")
    peer.acknowledged(FIRST, msn=1)
    assert kernel.memory(0, 4) == b"open"


def test_write_with_immediate(connect, kernel):
    peer = connect()
    psn = peer.request(
        "RC RDMA WRITE Only with Immediate", peer.region(32), head("ImmDt", immdt=0xABAD1DEA), payload=pattern(32)
    )
    peer.acknowledged(psn, msn=1)
    (received,) = completed(kernel, "recv_write_imm")
    assert received["imm"] == 0xABAD1DEA
    assert kernel.memory(0, 32) == pattern(32)


@pytest.mark.parametrize("size", [64, 3, 0])
def test_read(connect, kernel, size):
    peer = connect()
    psn = peer.request("RC RDMA READ Request", peer.region(size, 1000))
    response = peer.answer()
    assert (response.bth.opcode, response.bth.psn, response.aeth.syndrome) == (0x10, psn, 0x1F)
    assert response.payload == kernel.pattern(1000, size)


@pytest.mark.parametrize("size", [100, 5, 0])
def test_send(connect, kernel, size):
    peer = connect()
    peer.acknowledged(peer.request("RC SEND Only", payload=pattern(size)), msn=1)
    (received,) = completed(kernel, "recv")
    assert received["data"] == pattern(size)


def test_send_with_immediate(connect, kernel):
    peer = connect()
    psn = peer.request("RC SEND Only with Immediate", head("ImmDt", immdt="01020304"), payload=b"immediately")
    peer.acknowledged(psn, msn=1)
    (received,) = completed(kernel, "recv")
    assert (received["imm"], received["data"]) == (0x01020304, b"immediately")


def test_send_with_invalidate(connect, kernel):
    """The key of a memory window works until it is invalidated."""
    peer = connect()
    window = kernel.bind(peer.qp["qpn"], offset=512, length=128)
    there = {"va": window["va"], "r_key": window["rkey"]}
    peer.acknowledged(peer.request("RC RDMA WRITE Only", peer.region(6, **there), payload=b"window"))
    assert kernel.memory(512, 6) == b"window"
    peer.acknowledged(peer.request("RC SEND Only with Invalidate", head("IETH", r_key=window["rkey"]), payload=b"bye"))
    (received,) = completed(kernel, "recv")
    assert received["data"] == b"bye"
    psn = peer.request("RC RDMA WRITE Only", peer.region(6, **there), payload=b"closed")
    peer.refused(psn, 0x62)
    assert kernel.memory(512, 6) == b"window"


def test_fetch_add(connect, kernel):
    peer = connect()
    kernel.poke(64, (0x1000000000000005).to_bytes(8, "little"))
    psn = peer.request("RC FetchAdd", peer.atomic(64, swapdt=0x25))
    response = peer.answer()
    assert (response.bth.opcode, response.bth.psn) == (0x12, psn)
    assert response.atomicacketh.origremdt == 0x1000000000000005
    assert int.from_bytes(kernel.memory(64, 8), "little") == 0x100000000000002A


def test_cmp_swap(connect, kernel):
    peer = connect()
    kernel.poke(64, (77).to_bytes(8, "little"))
    for compare, swap, before in ((77, 0x1122334455667788, 77), (2, 1, 0x1122334455667788)):
        peer.request("RC CmpSwap", peer.atomic(64, swapdt=swap, cmpdt=compare))
        response = peer.answer()
        assert (response.bth.opcode, response.atomicacketh.origremdt) == (0x12, before)
        assert int.from_bytes(kernel.memory(64, 8), "little") == 0x1122334455667788


@pytest.mark.parametrize("size", [2500, 1500])
def test_a_write_of_many_packets(connect, kernel, size):
    peer = connect(mtu=MTU)
    data = pattern(size)
    first, *middle, last = (data[at : at + MTU] for at in range(0, size, MTU))
    peer.request("RC RDMA WRITE First", peer.region(size, 4096), payload=first, a=0)
    for part in middle:
        peer.request("RC RDMA WRITE Middle", payload=part, a=0)
    psn = peer.request("RC RDMA WRITE Last", payload=last)
    assert psn == after(FIRST, len(middle) + 1)
    peer.acknowledged(psn, msn=1)  # one for all
    assert kernel.memory(4092, size + 8) == kernel.pattern(4092, 4) + data + kernel.pattern(4096 + size, 4)


@pytest.mark.parametrize(
    ("last", "extra"), [("SEND Last", ()), ("SEND Last with Immediate", (head("ImmDt", immdt=7),))]
)
def test_a_send_of_many_packets(connect, kernel, last, extra):
    peer = connect(mtu=MTU)
    data = pattern(2501)
    peer.request("RC SEND First", payload=data[:MTU], a=0)
    peer.request("RC SEND Middle", payload=data[MTU : 2 * MTU], a=0)
    peer.acknowledged(peer.request(f"RC {last}", *extra, payload=data[2 * MTU :]), msn=1)
    (received,) = completed(kernel, "recv")
    assert received["data"] == data
    assert received.get("imm") == (7 if extra else None)


def test_a_send_of_many_packets_with_invalidate(connect, kernel):
    peer = connect(mtu=MTU)
    window = kernel.bind(peer.qp["qpn"], offset=0, length=128)
    data = pattern(1500)
    peer.request("RC SEND First", payload=data[:MTU], a=0)
    peer.acknowledged(
        peer.request("RC SEND Last with Invalidate", head("IETH", r_key=window["rkey"]), payload=data[MTU:]), msn=1
    )
    (received,) = completed(kernel, "recv")
    assert received["data"] == data
    psn = peer.request("RC RDMA READ Request", peer.region(6, va=window["va"], r_key=window["rkey"]))
    peer.refused(psn, 0x62)


def test_a_write_of_many_packets_with_immediate(connect, kernel):
    peer = connect(mtu=MTU)
    data = pattern(1500)
    peer.request("RC RDMA WRITE First", peer.region(1500), payload=data[:MTU], a=0)
    last = peer.request("RC RDMA WRITE Last with Immediate", head("ImmDt", immdt=0xFEED), payload=data[MTU:])
    peer.acknowledged(last, msn=1)
    (received,) = completed(kernel, "recv_write_imm")
    assert received["imm"] == 0xFEED
    assert kernel.memory(0, 1500) == data


def test_a_read_of_many_packets(connect, kernel):
    peer = connect(mtu=MTU)
    psn = peer.request("RC RDMA READ Request", peer.region(2500, 8))
    responses = [peer.answer() for _ in range(3)]
    assert [each.bth.opcode for each in responses] == [0x0D, 0x0E, 0x0F]
    assert [each.bth.psn for each in responses] == [after(psn, index) for index in range(3)]
    assert b"".join(each.payload for each in responses) == kernel.pattern(8, 2500)
    peer.psn = after(psn, 3)  # a response takes a PSN of the requester's
    peer.acknowledged(peer.request("RC RDMA WRITE Only", peer.region(4), payload=b"done"), msn=2)


def test_unreliable_connection(connect, kernel):
    """All is done, and nothing answered."""
    peer = connect("uc", mtu=MTU)
    data = pattern(2500)
    peer.request("UC RDMA WRITE Only", peer.region(61), payload=data[:61])
    peer.request("UC RDMA WRITE First", peer.region(2500, 4096), payload=data[:MTU])
    peer.request("UC RDMA WRITE Middle", payload=data[MTU : 2 * MTU])
    peer.request("UC RDMA WRITE Last", payload=data[2 * MTU :])
    peer.request("UC SEND Only", payload=b"only")
    peer.request("UC SEND Only with Immediate", head("ImmDt", immdt=9), payload=b"with immediate")
    peer.request("UC SEND First", payload=data[:MTU])
    peer.request("UC SEND Last", payload=data[MTU:1500])
    received = completed(kernel, "recv", 3)
    assert [each["data"] for each in received] == [b"only", b"with immediate", data[:1500]]
    assert received[1]["imm"] == 9
    assert kernel.memory(0, 61) == data[:61]
    assert kernel.memory(4096, 2500) == data
    peer.request("UC RDMA WRITE Only with Immediate", peer.region(8), head("ImmDt", immdt=8), payload=b"the last")
    assert completed(kernel, "recv_write_imm")[0]["imm"] == 8
    assert kernel.memory(0, 8) == b"the last"
    peer.silence()


def test_unreliable_datagram(connect, kernel, family):
    peer = connect("ud", qkey=0x01234567)
    from_us = head("DETH", q_key=0x01234567, srcqp=peer.qpn)
    peer.request("UD SEND Only", from_us, payload=b"datagram")
    peer.request("UD SEND Only with Immediate", from_us, head("ImmDt", immdt=5), payload=b"another one")
    first, second = completed(kernel, "recv", 2)
    assert (first["data"], first["src_qpn"]) == (b"datagram", peer.qpn)
    assert (second["data"], second["imm"]) == (b"another one", 5)
    # the network header stands before the data, an IPv4 header at its end
    ours = {4: bytes.fromhex("c0a84d02"), 6: bytes.fromhex("fd77" + "00" * 13 + "02")}[family]
    theirs = ours[:-1] + b"\1"
    assert first["grh"].endswith(ours + theirs)
    peer.silence()
