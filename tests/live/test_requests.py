"""A live Linux kernel (Soft-RoCE in a QEMU guest) takes what ibpkt crafts, and ibpkt reads what the kernel answers.

`lab/build.sh` makes the guest (once, some minutes, as root on Debian 12); `LAB_DIR` says where.  Without it these tests
skip: they need QEMU, debootstrap and 2 GB of disk.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import ibpkt
from ibpkt.build import Draft, build, draft
from tests.live.lab import live

pytestmark = pytest.mark.skipif(
    not (Path(live.default_dir()) / "root.ext4").exists(), reason="the guest is not built: run tests/live/lab/build.sh"
)

MACS = {"src": "02:00:00:00:00:02", "dst": "02:00:00:00:00:01"}
CARRIERS = {
    4: (draft("Ethernet", **MACS), draft("IPv4", src="192.168.77.2", dst="192.168.77.1"), draft("UDP", srcport=0xC000)),
    6: (draft("Ethernet", **MACS), draft("IPv6", src="fd77::2", dst="fd77::1"), draft("UDP", srcport=0xC000)),
}
OURS = 0x11


@pytest.fixture(scope="module")
def kernel():
    with live.Kernel() as guest:
        yield guest


class Peer:
    """Our end of a queue pair: counts PSNs, sends what is crafted, decodes what comes back."""

    def __init__(self, kernel, kind="rc", family=4, **options):
        self.kernel = kernel
        kernel.completions()  # those of the case before
        self.carrier = CARRIERS[family]
        make = {"rc": kernel.rc, "uc": kernel.uc}.get(kind)
        if make is None:
            self.qp = kernel.ud(family=family, **options)
        else:
            self.qp = make(remote_qpn=OURS, rq_psn=100, sq_psn=200, family=family, **options)
        self.psn = 100

    def send(self, opcode, *headers, payload=b"", **bth):
        fields = {"opcode": opcode, "destqp": self.qp["qpn"], "psn": self.psn, "a": 1, **bth}
        self.psn += 1
        return self.put(build(*self.carrier, draft("BTH", **fields), *headers, payload=payload))

    def put(self, packet):
        self.kernel.send(packet.data)
        return packet

    def answer(self):
        packet = ibpkt.decode(self.kernel.recv(5), "ethernet")
        assert packet.icrc, packet
        assert not packet.disagreements
        return packet

    def silence(self):
        with pytest.raises(live.LabTimeout):
            self.kernel.recv(0.6)

    def region(self, length) -> Draft:
        return draft("RETH", va=self.qp["va"], r_key=self.qp["rkey"], dmalen=length)


@pytest.mark.parametrize("family", [4, 6])
@pytest.mark.parametrize("size", [64, 61])
def test_write(kernel, family, size):
    peer = Peer(kernel, family=family)
    data = bytes(range(1, size + 1))
    peer.send("RC RDMA WRITE Only", peer.region(size), payload=data)
    ack = peer.answer()
    assert (ack.bth.opcode, ack.bth.psn, ack.aeth.opcode, ack.aeth.msn) == (0x11, 100, 0, 1)
    assert kernel.memory(0, size) == data


def test_a_message_of_three_packets(kernel):
    peer = Peer(kernel, mtu=1024)
    data = bytes(index * 7 & 255 for index in range(2500))
    peer.send("RC RDMA WRITE First", peer.region(2500), payload=data[:1024], a=0)
    peer.send("RC RDMA WRITE Middle", payload=data[1024:2048], a=0)
    peer.send("RC RDMA WRITE Last", payload=data[2048:])
    ack = peer.answer()
    assert (ack.bth.psn, ack.aeth.msn) == (102, 1)
    assert kernel.memory(0, 2500) == data


def test_read(kernel):
    kernel.fill()
    peer = Peer(kernel)
    peer.send("RC RDMA READ Request", peer.region(64))
    response = peer.answer()
    assert response.bth.opcode == 0x10
    assert response.payload == kernel.pattern(0, 64)


def test_send_with_and_without_immediate(kernel):
    peer = Peer(kernel, recvs=4)
    peer.send("RC SEND Only", payload=b"hello")
    assert peer.answer().aeth.msn == 1
    peer.send("RC SEND Only with Immediate", draft("ImmDt", immdt="01020304"), payload=b"again")
    assert peer.answer().aeth.msn == 2
    first, second = kernel.completions(2)
    assert first["data"] == b"hello"
    assert second["imm"] == 0x01020304


def test_atomics(kernel):
    peer = Peer(kernel)
    kernel.poke(0, (5).to_bytes(8, "little"))
    place = {"va": peer.qp["va"], "r_key": peer.qp["rkey"]}
    peer.send("RC FetchAdd", draft("AtomicETH", **place, swapdt=3))
    assert peer.answer().atomicacketh.origremdt == 5
    peer.send("RC CmpSwap", draft("AtomicETH", **place, swapdt=99, cmpdt=8))
    assert peer.answer().atomicacketh.origremdt == 8
    assert int.from_bytes(kernel.memory(0, 8), "little") == 99


def test_unreliable_services(kernel):
    peer = Peer(kernel, "uc")
    peer.send("UC RDMA WRITE Only", peer.region(4), payload=b"uc!!", a=0)
    peer.silence()
    assert kernel.memory(0, 4) == b"uc!!"
    datagram = Peer(kernel, "ud", qkey=0x11111111)
    datagram.send("UD SEND Only", draft("DETH", q_key=0x11111111, srcqp=OURS), payload=b"datagram", a=0)
    (completion,) = kernel.completions(1)
    assert completion["status"] in (0, "success")


def test_a_wrong_icrc_is_met_with_silence(kernel):
    kernel.fill()
    peer = Peer(kernel)
    right = build(
        *peer.carrier, draft("BTH", opcode="RC RDMA WRITE Only", destqp=peer.qp["qpn"], psn=100, a=1),
        peer.region(4), payload=b"data",
    )  # fmt: skip
    kernel.send(right.replace(bth__psn=100, crcs=False).data[:-4] + b"\0\1\2\3")
    peer.silence()
    assert kernel.memory(0, 4) == kernel.pattern(0, 4)


def test_a_wrong_key_and_a_gap_are_refused(kernel):
    peer = Peer(kernel)
    wrong = draft("RETH", va=peer.qp["va"], r_key=peer.qp["rkey"] ^ 0xFF00, dmalen=4)
    peer.send("RC RDMA WRITE Only", wrong, payload=b"data")
    assert peer.answer().aeth.verdict == "NAK Remote Access Error"
    other = Peer(kernel)
    other.psn += 5
    other.send("RC RDMA WRITE Only", other.region(4), payload=b"data")
    refused = other.answer()
    assert (refused.aeth.verdict, refused.bth.psn) == ("NAK PSN Sequence Error", 100)


def test_we_answer_the_kernel(kernel):
    peer = Peer(kernel)
    kernel.fill()
    kernel.post_write(peer.qp["qpn"], 0x1000, 0x77, length=64)
    request = peer.answer()
    assert (request.bth.destqp, request.bth.psn, request.reth.va, request.reth.r_key) == (OURS, 200, 0x1000, 0x77)
    assert request.payload == kernel.pattern(0, 64)
    peer.put(
        build(*peer.carrier, draft("BTH", opcode="RC Acknowledge", destqp=peer.qp["qpn"], psn=200),
              draft("AETH", syndrome=0x1F, msn=1))
    )  # fmt: skip
    (completion,) = kernel.completions(1)
    assert completion["status"] in (0, "success")
