"""scapy layers out of the declarations: the same fields as `ibpkt.decode`, and the same bytes as the builder."""

from __future__ import annotations

import pickle

import pytest

import ibpkt
from ibpkt import protocols
from ibpkt.build import build, draft
from ibpkt.protocols.opcodes import OPCODES
from tests.shared import captures

pytest.importorskip("scapy", reason="scapy is not installed")

from scapy.layers.inet import IP, UDP
from scapy.layers.inet6 import IPv6
from scapy.layers.l2 import Dot1Q, Ether
from scapy.packet import Raw, raw
from scapy.utils import rdpcap, wrpcap

import ibpkt.scapy as layers

layers.install()

MACS = {"src": "02:00:00:00:00:01", "dst": "02:00:00:00:00:02"}


def test_the_idiom():
    packet = (
        layers.LRH(slid=1, dlid=2)
        / layers.BTH(opcode="RC_RDMA_WRITE_ONLY", destqp=0x11, psn=7)
        / layers.RETH(va=0x1000, r_key=5, dmalen=64)
        / Raw(b"x" * 64)
    )
    decoded = ibpkt.decode(raw(packet), "infiniband")
    assert (decoded.lrh.lnh, decoded.lrh.pktlen, decoded.bth.opcode) == (2, (8 + 12 + 16 + 64 + 4) // 4, 0x0A)
    assert decoded.icrc
    assert decoded.vcrc
    again = layers.LRH(raw(packet))
    assert [layer.__name__ for layer in again.layers()] == ["LRH", "BTH", "RETH", "Raw", "ICRC", "VCRC"]
    assert raw(again) == raw(packet)
    assert again[layers.BTH].psn == 7
    assert again.haslayer(layers.RETH)


@pytest.mark.parametrize(
    "carrier",
    [
        lambda: Ether(**MACS) / IP(src="10.0.0.1", dst="10.0.0.2") / UDP(),
        lambda: Ether(**MACS) / IP(src="10.0.0.1", dst="10.0.0.2", tos=0x6A, ttl=3) / UDP(sport=0xC123),
        lambda: Ether(**MACS) / Dot1Q(vlan=100) / IP(src="10.0.0.1", dst="10.0.0.2") / UDP(chksum=0),
        lambda: Ether(**MACS) / IPv6(src="fd77::1", dst="fd77::2", tc=3, fl=0x12345) / UDP(),
        lambda: Ether(**MACS) / layers.GRH(sgid="fe80::1", dgid="fe80::2", tclass=9),
        lambda: layers.LRH(slid=1, dlid=2),
        lambda: layers.LRH(vl=3) / layers.GRH(hoplmt=9),
        lambda: layers.ERF() / layers.LRH(),
    ],
)
@pytest.mark.parametrize("payload", [b"", b"12345678", b"x" * 61])
def test_every_carrier_has_a_good_icrc(carrier, payload):
    data = raw(carrier() / layers.BTH(destqp=3) / layers.RETH(dmalen=len(payload)) / Raw(payload))
    link = {"Ether": "ethernet", "LRH": "infiniband", "ERF": "erf"}[type(carrier()).__name__]
    packet = ibpkt.decode(data, link)
    assert packet.icrc
    assert packet.payload == payload
    assert not packet.disagreements
    assert raw(type(carrier())(data)) == data


@pytest.mark.parametrize("code", OPCODES, ids=lambda code: OPCODES[code].name)
def test_every_opcode_agrees_with_the_builder(code):
    headers = OPCODES[code].headers
    packet = layers.LRH(slid=1, dlid=2) / layers.BTH(opcode=code, destqp=9)
    for header in headers:
        packet = packet / layers.LAYERS[header]()
    built = build(draft("LRH", slid=1, dlid=2), draft("BTH", opcode=code, destqp=9), *headers)
    assert raw(packet) == built.data


@pytest.mark.parametrize("path", captures(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_dissection_gives_the_fields_of_decode(path):
    """From the first layer of ours on, which is the whole packet: link types 1 too, by our own Ethernet."""
    with ibpkt.open(path) as capture:
        for packet in capture:
            if packet.number > 60 or not packet.layers:
                break
            if packet.stop and packet.stop.reason != "unknown":
                continue
            dissected = layers.LAYERS[packet.layers[0].header](packet.data)
            found = dissected
            for layer in packet.layers:
                assert found.header is layer.header
                for name, value in layer.raw.items():
                    assert found.getfieldval(name) == value, (layer.header, name)
                found = found.payload
            if len(packet) >= packet.wirelen and packet.icrc.status in ("good", "absent") and not packet.disagreements:
                assert raw(dissected) == packet.data


def test_what_is_given_stays_however_wrong():
    packet = layers.LRH(pktlen=99) / layers.BTH(padcnt=2) / Raw(b"data") / layers.ICRC(crc=0x01020304)
    decoded = ibpkt.decode(raw(packet), "infiniband")
    assert decoded.lrh.pktlen == 99
    assert decoded.bth.padcnt == 2
    crc = ibpkt.decode(raw(layers.LRH() / layers.BTH() / layers.ICRC(crc=0x01020304)), "infiniband").icrc
    assert (crc.status, crc.stored) == ("bad", b"\1\2\3\4")


def test_what_does_not_fit_raises():
    with pytest.raises(ValueError, match="16777215"):
        layers.BTH(psn=1 << 24)
    packet = layers.BTH()
    with pytest.raises(ValueError, match="0 to 3"):
        packet.padcnt = 4
    with pytest.raises(AttributeError):
        layers.BTH(no_such_field=1)


def test_names_of_contrib_roce_are_understood():
    packet = layers.BTH(dqpn=0xD3, pkey=0x7FFF, migreq=1, ackreq=1)
    assert (packet.destqp, packet.p_key, packet.m, packet.a) == (0xD3, 0x7FFF, 1, 1)
    assert packet.dqpn == 0xD3


def test_files(tmp_path):
    native, roce = str(tmp_path / "native.pcap"), str(tmp_path / "roce.pcap")
    wrpcap(native, [layers.LRH() / layers.BTH(psn=psn) for psn in range(3)])
    assert [packet[layers.BTH].psn for packet in rdpcap(native)] == [0, 1, 2]
    with ibpkt.open(native) as capture:
        assert all(packet.link == 247 and packet.vcrc for packet in capture)
    wrpcap(roce, [Ether(**MACS) / IP() / UDP() / layers.BTH(psn=7)])
    assert rdpcap(roce)[0][layers.BTH].psn == 7


@pytest.mark.parametrize("header", list(protocols.headers()), ids=lambda header: header.name)
def test_every_header_is_a_stable_name_that_pickles(header):
    cls = getattr(layers, header.name)
    assert cls is layers.LAYERS[header]
    assert pickle.loads(pickle.dumps(cls)) is cls
    assert [field.name for field in cls.fields_desc][: len(header.wire)] == [leaf.name for leaf in header.wire]
    assert header.title in cls.__doc__


def test_vectors_that_scapy_publishes():
    """UC SEND Only and a CNP of a ConnectX-4 Lx, in sheet 04-crc (V3, V4)."""
    send = (
        IP(bytes.fromhex("45010040047840004011b4d5c0a80007c0a80007"))
        / UDP(sport=49152, chksum=0xACA2)
        / layers.BTH(opcode="UC_SEND_ONLY", migreq=1, padcount=2, pkey=0xFFFF, dqpn=211, psn=13571856)
        / Raw(bytes.fromhex("4630818be28935d90e9a95505401be885e50"))
    )
    del send[IP].len, send[IP].chksum
    assert raw(send)[-4:].hex() == "78f353f3"
    cnp = IP(src="10.0.17.1", dst="10.0.18.1", tos=0xC2, id=0x718C, flags="DF") / UDP(sport=0, chksum=0)
    cnp = cnp / layers.BTH(opcode="CNP", becn=1, dqpn=0x118) / layers.CNP()
    assert raw(cnp)[-4:].hex() == "82fd002a"
