"""Packets of scapy layers: dissected to the fields of `ibpkt.decode`, built to the bytes of the builder."""

from __future__ import annotations

import copy
import json
import pickle

import pytest
from hypothesis import given, settings, strategies as st

import ibpkt
from ibpkt import build, draft, protocols, strategies
from ibpkt.protocols import OPCODES
from tests.support.shared import CAPTURES, captures, needs

pytest.importorskip("scapy", reason="scapy is not installed")

from scapy.layers.inet import IP, UDP
from scapy.layers.inet6 import IPv6
from scapy.layers.l2 import Dot1Q, Ether
from scapy.packet import Padding, Raw, fuzz, raw
from scapy.plist import PacketList
from scapy.volatile import RandNum

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


def test_vectors_that_scapy_publishes():
    """UC SEND Only and a CNP of a ConnectX-4 Lx (vectors V3, V4)."""
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


@pytest.mark.costly
@settings(max_examples=40)
@given(st.randoms(use_true_random=False))
def test_fuzz(random):
    import random as module

    module.seed(random.getrandbits(32))
    packet = ibpkt.decode(raw(fuzz(layers.LRH() / layers.GRH() / layers.BTH(psn=5) / layers.RETH()) / Raw(b"abc")))
    assert [layer.name for layer in packet.layers] == ["LRH", "GRH", "BTH", "RETH"]
    assert packet.bth.psn == 5
    assert packet.payload == b"abc"
    assert packet.icrc
    assert packet.vcrc
    for header, layer in layers.LAYERS.items():
        assert header.read(raw(fuzz(layer()))[: header.size])


def test_what_scapy_does_with_a_packet(capsys):
    packet = layers.LRH(slid=1) / layers.GRH(sgid="fe80::1") / layers.BTH(destqp=3, psn=5, m=1) / Raw(b"hello")
    assert packet == copy.deepcopy(packet) == packet.copy()
    assert packet != layers.LRH(slid=1)
    assert packet.command() == "LRH(slid=1)/GRH(sgid='fe80::1')/BTH(m=1, destqp=3, psn=5)/Raw(load=b'hello')"
    assert eval(packet.command(), {**vars(layers)}) == packet
    shown = json.loads(packet.json())
    assert shown["payload"]["sgid"] == "fe80::1"
    assert shown["payload"]["payload"]["opcode"] is None
    assert json.loads(layers.SMPRest(raw(layers.SMPRest())).json()).keys() == {"reserved"}
    assert packet.sprintf("%BTH.psn% %GRH.sgid% {GRH:global}{AETH:ack} %05xr,BTH.destqp%") == "5 fe80::1 global 00003"
    done = layers.LRH(raw(packet))
    assert done.sprintf("%BTH.opcode%") == "RC SEND Only (4)"
    assert "slid" in done.fields
    done.hide_defaults()
    assert "dlid" not in done.fields
    packet.show2()
    assert "opcode    = RC SEND Only (4)" in capsys.readouterr().out
    packet.show()
    assert "lnh       = IBA global (0x3)" in capsys.readouterr().out, "what is announced shows at once"
    del packet[layers.BTH].m
    assert packet[layers.BTH].m == 0
    assert [cls.__name__ for cls in packet.layers()] == ["LRH", "GRH", "BTH", "Raw"]


def test_summaries(capsys):
    packet = Ether(**MACS) / IP(dst="10.0.0.2", src="10.0.0.1") / UDP() / layers.BTH(destqp=3, psn=5)
    assert packet.summary() == "Ether / IP / UDP 10.0.0.1:49152 > 10.0.0.2:4791 / BTH", "the opcode is still open"
    built = Ether(raw(packet / layers.AETH(syndrome=0x60, msn=2)))
    line = "BTH RC Acknowledge QP=0x000003 PSN=5 / AETH NAK PSN Sequence Error MSN=2 / ICRC"
    assert built.summary() == f"Ether / IP / UDP 10.0.0.1:49152 > 10.0.0.2:4791 / {line}"
    PacketList([built]).summary()
    assert line in capsys.readouterr().out


def test_pickles_keep_what_is_open():
    packet = layers.LRH() / layers.BTH(psn=[1, 2], destqp=RandNum(5, 5)) / layers.RETH(dmalen=3) / Raw(b"abc")
    again = pickle.loads(pickle.dumps(packet))
    assert again.command() == packet.command()
    assert [raw(each) for each in again] == [raw(each) for each in packet]
    dissected = layers.LRH(raw(packet))
    assert raw(pickle.loads(pickle.dumps(dissected))) == raw(dissected)
    part = layers.BTH(psn=1) / layers.RETH() / layers.Pad(b"") / layers.ICRC()
    assert raw(layers.LRH() / pickle.loads(pickle.dumps(part))) == raw(layers.LRH() / part)


packets_and_mutants = st.one_of(strategies.packets(valid=False), strategies.stacks(valid=False)).flatmap(
    lambda packet: st.tuples(st.just(packet), st.just(packet.data) | strategies.mutated(packet))
)


@given(packets_and_mutants)
def test_anything_dissects_like_decode_and_builds_again(packet_and_data):
    packet, data = packet_and_data
    first = ibpkt.decode(data, packet.link)
    if not first.layers:
        return
    header = first.layers[0].header
    decoded = ibpkt.decode(data, header)
    top = layers.LAYERS[header](data)
    found = top
    for layer in decoded.layers:
        assert found.header is layer.header
        assert {name: found.getfieldval(name) for name in layer.raw} == layer.raw
        found = found.payload
    assert raw(top) == raw(top.copy()) == data
    if data is packet.data and decoded.stop is None and not decoded.disagreements and decoded.crc_places:
        top.clear_cache()  # as if all of it had been changed
        assert raw(top) == data


def test_stacks_that_the_graph_does_not_know():
    assert raw(layers.RETH(va=1) / layers.BTH()).startswith(raw(layers.RETH(va=1))[:16])
    lone = ibpkt.decode(raw(layers.BTH() / Raw(b"data")), protocols.header_named("BTH"))
    assert lone.payload == b"data"
    assert lone.icrc.stored == bytes(4), "it is unknown without the headers below"
    assert raw(layers.ICRC(crc=3)) == b"\0\0\0\3"
    assert raw(layers.LRH() / layers.BTH() / Padding(b"\0\0"))[-2:] == b"\0\0"


def test_a_tail_of_variable_size():
    packet = ibpkt.decode(raw(layers.IPv4(options=b"\1\1\1\0") / layers.UDP() / layers.BTH()), "raw")
    assert (packet.ipv4.ihl, packet.ipv4.options) == (6, b"\1\1\1\0")
    assert packet.icrc


def test_icrc_under_the_name_of_contrib_roce():
    packet = Ether(raw(Ether() / IP() / UDP() / layers.BTH(psn=3)))
    right = packet.icrc
    assert packet[layers.ICRC].crc == right
    packet.psn = 4
    assert ibpkt.decode(raw(packet), "ethernet").icrc.status == "bad", "what was there stays"
    del packet.icrc
    assert ibpkt.decode(raw(packet), "ethernet").icrc
    given = layers.BTH(icrc=7) / layers.RETH()
    assert ibpkt.decode(raw(layers.LRH() / given)).icrc.stored == b"\0\0\0\7"


def test_answers():
    carrier = layers.LRH(slid=1, dlid=2)
    write = carrier / layers.BTH(psn=5, a=1, destqp=3) / layers.RETH(dmalen=1) / Raw(b"x")
    ack = carrier / layers.BTH(psn=5, opcode="RC_ACKNOWLEDGE", destqp=9) / layers.AETH()
    assert ack.answers(write)
    assert write > ack
    assert not write.answers(ack)
    assert ack.hashret() == write.hashret()
    early = carrier / layers.BTH(psn=4, opcode="RC_ACKNOWLEDGE") / layers.AETH()
    late = carrier / layers.BTH(psn=0, opcode="RC_ACKNOWLEDGE") / layers.AETH()
    assert not early.answers(write)
    assert late.answers(carrier / layers.BTH(psn=0xFFFFFF, opcode="RC_SEND_ONLY")), "PSNs wrap around"
    assert not (carrier / layers.BTH(psn=5, opcode="RD_ACKNOWLEDGE") / layers.RDETH() / layers.AETH()).answers(write)
    assert not (carrier / layers.BTH(psn=5, opcode="RC_ACKNOWLEDGE", p_key=1) / layers.AETH()).answers(write)
    get = carrier / layers.BTH() / layers.DETH() / layers.MAD(method="Get", transactionid=7) / layers.SMP()
    reply = carrier / layers.BTH() / layers.DETH() / layers.MAD(method="GetResp", transactionid=7) / layers.SMP()
    assert reply.answers(get)
    assert not get.answers(get)
    reply.transactionid = 8
    assert not reply.answers(get)


@needs(CAPTURES / "third_party" / "vectors.json")
def test_vectors_of_others():
    """Every published packet whose ICRC is right: built again by scapy with lengths and CRCs open, it is the same."""
    for vector in json.loads((CAPTURES / "third_party" / "vectors.json").read_text()):
        data = bytes.fromhex(vector["hex"])
        packet = ibpkt.decode(data, vector["link_type"])
        if not packet.layers or "BTH" not in packet or not packet.icrc or packet.disagreements or packet.stop:
            continue
        dissected = layers.LAYERS[packet.layers[0].header](data)
        for layer in dissected.layers():
            if layer.__name__ in ("ICRC", "VCRC"):
                del dissected[layer].crc
            elif layer.__name__ == "UDP":
                del dissected[layer].length
        assert raw(dissected) == data or vector["name"].startswith("iba-spec"), vector["name"]


def test_a_datagram_of_layers_is_right_by_default():
    carrier = layers.LRH(slid=1) / layers.BTH() / layers.DETH() / layers.MAD()
    packet = ibpkt.decode(raw(carrier / layers.SMP() / layers.NodeInfo()), "infiniband")
    assert (packet.mad.operation, packet.lrh.vl, len(packet.data)) == ("SubnGet(NodeInfo)", 15, 290)
    query = ibpkt.decode(raw(carrier / layers.RMPP() / layers.SA() / layers.PathRecord(dlid=5)), "infiniband")
    assert (query.mad.classversion, query.sa.components, query.deth.q_key) == (2, "DLID", 0x80010000)
    assert layers.MAD().method is None
    assert layers.MAD(raw(layers.MAD(method="Set"))).method == 2


def test_a_field_may_have_a_name_of_scapys():
    """scapy keeps in ``direction`` from where it has received a packet; ERSPAN III has a field of that name."""
    mirrored = layers.ERSPAN3(direction=1, spanid=5)
    assert (mirrored.direction, mirrored.copy().direction, layers.ERSPAN3(raw(mirrored)).direction) == (1, 1, 1)
    mirrored.direction = 0
    assert layers.ERSPAN3(raw(mirrored)).direction == 0
    assert layers.ERSPAN3().direction == 0
