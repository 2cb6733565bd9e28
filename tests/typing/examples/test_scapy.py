"""Packets by scapy, with the headers of ibpkt."""

from scapy.compat import raw
from scapy.layers.inet import IP, UDP
from scapy.layers.l2 import Ether
from scapy.packet import Raw

import ibpkt
from ibpkt.scapy import BTH, LRH, RETH, VCRC, IBLayer, install


def test_native() -> None:
    packet = LRH(slid=1, dlid=2) / BTH(opcode="RC_RDMA_WRITE_ONLY", destqp=0x11) / RETH(dmalen=5) / Raw(b"hello")
    decoded = ibpkt.decode(raw(packet), "infiniband")
    assert decoded.reth.dmalen == 5
    assert decoded.vcrc.status == "good"


def test_on_scapys_layers() -> None:
    install()
    frame = Ether(dst="02:00:00:00:00:02") / IP(dst="127.0.0.1") / UDP() / BTH(dqpn=0x11) / Raw(b"hello")
    assert Ether(raw(frame))[BTH].destqp == 0x11


def test_fields() -> None:
    bth = BTH(psn=5)
    assert bth.psn == 5
    bth.psn = 6
    bth.opcode = "RC_SEND_ONLY"
    assert raw(bth)[:1] == b"\x04"
    both: IBLayer = BTH(psn=[1, 2])
    assert len(list(both)) == 2


def test_a_wrong_crc() -> None:
    packet = LRH() / BTH() / Raw(b"hell") / VCRC(crc=0x1234)
    assert ibpkt.decode(raw(packet), "infiniband").vcrc.status != "good"
