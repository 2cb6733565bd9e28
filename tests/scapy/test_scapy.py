"""scapy layers out of the declarations: the same fields as `ibpkt.decode`, and the same bytes as the builder."""

from __future__ import annotations

import copy
import json
import os
import pickle
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ibpkt
from ibpkt import build, draft, protocols, strategies
from ibpkt.protocols import OPCODES
from tests.support.shared import CAPTURES, captures, needs

pytest.importorskip("scapy", reason="scapy is not installed")

from scapy.layers.inet import IP, UDP
from scapy.layers.inet6 import IPv6, IPv6ExtHdrHopByHop
from scapy.layers.l2 import ARP, Dot1Q, Ether
from scapy.packet import Packet, Padding, Raw, fuzz, ls, raw, rfc
from scapy.plist import PacketList
from scapy.sendrecv import sendp, sniff
from scapy.utils import rdpcap, wrpcap
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


def test_what_does_not_fit_raises():
    with pytest.raises(ValueError, match="16777215"):
        layers.BTH(psn=1 << 24)
    packet = layers.BTH()
    with pytest.raises(ValueError, match="0 to 3"):
        packet.padcnt = 4
    with pytest.raises(AttributeError, match="BTH has no field destqpp; did you mean destqp"):
        layers.BTH(destqpp=1)
    with pytest.raises(ValueError, match="did you mean psn"):  # scapy alone would make a new attribute of it
        packet.psnn = 1
    with pytest.raises(AttributeError, match="LRH/BTH has no field r_keyy"):
        _ = (layers.LRH() / packet).r_keyy
    with pytest.raises(ibpkt.CallerError, match="no value named 'RC_SEND_ONLI'; did you mean RC_SEND_ONLY"):
        layers.BTH(opcode="RC_SEND_ONLI")
    with pytest.raises(ibpkt.CallerError, match=r"AETH\.verdict is computed"):
        layers.AETH(verdict=1)
    with pytest.raises(ibpkt.CallerError, match="16777215"):
        layers.BTH(psn=[1, 1 << 24])
    with pytest.raises(ibpkt.CallerError, match="16777215"):
        layers.BTH(psn=(0, 1 << 24))
    with pytest.raises(ibpkt.CallerError, match="16777215"):
        raw(layers.BTH(psn=RandNum(1 << 24, 1 << 25)))
    assert not hasattr(packet, "__wrapped__")


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


# -- scapy's ways -----------------------------------------------------------------------------------------------------


def test_ls_explains(capsys):
    ls(layers.BTH)
    told = capsys.readouterr().out
    assert "destqp     : Destination Queue Pair, 24 bits     = ('None')\n" in told
    assert "p_key      : Partition Key, 16 bits              = ('65535')\n" in told
    ls(layers.LRH, verbose=True)
    assert "IBA local: 2" in capsys.readouterr().out
    ls(layers.LRH(slid=7) / layers.GRH(sgid="fe80::1"))
    told = capsys.readouterr().out
    assert "slid       : Source Local ID, 16 bits            = 7 " in told
    assert "= 'fe80::1'" in told
    assert "destqp" in rfc(layers.BTH, ret=True).lower()


def test_lists_and_ranges():
    stack = layers.LRH(slid=[1, 2]) / layers.BTH(psn=(0, 9, 3), opcode=["RC_SEND_ONLY", 0x0A])
    made = [ibpkt.decode(raw(packet)) for packet in stack]
    assert len(made) == 2 * 4 * 2
    assert {(packet.lrh.slid, packet.bth.psn, packet.bth.opcode) for packet in made} == {
        (slid, psn, opcode) for slid in (1, 2) for psn in (0, 3, 6, 9) for opcode in (0x04, 0x0A)
    }
    assert all(packet.icrc and packet.vcrc for packet in made)
    assert ibpkt.decode(raw(stack)).bth.psn == 0, "built as one packet, it is the first"
    assert [each.psn for each in layers.BTH(psn=range(3))] == [0, 1, 2]
    assert repr(layers.BTH(psn=[1, 2])) == "<BTH  psn=[1, 2] |>"
    rows = layers.DirectedPaths(initialpath=range(64))
    assert len(list(rows)) == 1, "the rows of a table are one value"
    assert rows.initialpath == tuple(range(64))


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


@pytest.mark.parametrize("change", [{}, {"ecn": 3}])
def test_parts_of_fields(change):
    packet = layers.IPv4(dscp=8, **change)
    assert packet.dsfield == 8 << 2 | change.get("ecn", 0)
    packet.ecn = 1
    assert (packet.dscp, packet.ecn, packet.dsfield) == (8, 1, 33)
    assert layers.LRH(raw(layers.LRH() / layers.BTH() / layers.AETH(syndrome=0x63)))[layers.AETH].error_code == 3


def test_pickles_keep_what_is_open():
    packet = layers.LRH() / layers.BTH(psn=[1, 2], destqp=RandNum(5, 5)) / layers.RETH(dmalen=3) / Raw(b"abc")
    again = pickle.loads(pickle.dumps(packet))
    assert again.command() == packet.command()
    assert [raw(each) for each in again] == [raw(each) for each in packet]
    dissected = layers.LRH(raw(packet))
    assert raw(pickle.loads(pickle.dumps(dissected))) == raw(dissected)
    part = layers.BTH(psn=1) / layers.RETH() / layers.Pad(b"") / layers.ICRC()
    assert raw(layers.LRH() / pickle.loads(pickle.dumps(part))) == raw(layers.LRH() / part)


def test_no_field_is_hidden_by_an_attribute_of_scapy():
    """A field of that name could be set and built, but not read as an attribute."""
    taken = {*dir(Packet), *Packet.__slots__}
    hidden = {f"{header.name}.{leaf.name}" for header in layers.LAYERS for leaf in header.leaves if leaf.name in taken}
    assert hidden == {"ERSPAN3.direction"}
    assert layers.ERSPAN3(direction=1).getfieldval("direction") == 1


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


# -- other people's layers ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stack", "names"),
    [
        (lambda bth: layers.LRH() / layers.RWH() / IP() / UDP() / bth, "LRH/RWH/IPv4/UDP/BTH"),
        (lambda bth: layers.LRH() / layers.RWH() / layers.IPv4() / UDP() / bth, "LRH/RWH/IPv4/UDP/BTH"),
        (lambda bth: layers.LRH() / IPv6() / UDP() / bth, "LRH/IPv6/UDP/BTH"),
        (lambda bth: Ether() / IPv6() / IPv6ExtHdrHopByHop() / UDP() / bth, "Ethernet/IPv6/HopByHop/UDP/BTH"),
        (lambda bth: layers.Ethernet() / IP() / UDP() / bth, "Ethernet/IPv4/UDP/BTH"),
        (lambda bth: layers.Ethernet() / Dot1Q() / IP() / UDP() / bth, "Ethernet/VLAN/IPv4/UDP/BTH"),
        (lambda bth: Ether() / Dot1Q() / layers.GRH() / bth, "Ethernet/VLAN/GRH/BTH"),
        (lambda bth: Ether() / layers.IPv4() / UDP() / bth, "Ethernet/IPv4/UDP/BTH"),
        (lambda bth: Ether() / Dot1Q() / layers.IPv6() / UDP(sport=7) / bth, "Ethernet/VLAN/IPv6/UDP/BTH"),
        (lambda bth: Ether() / IP(tos=3) / layers.UDP() / bth, "Ethernet/IPv4/UDP/BTH"),
        (lambda bth: Ether() / IPv6() / IPv6ExtHdrHopByHop() / layers.UDP() / bth, "Ethernet/IPv6/HopByHop/UDP/BTH"),
        (
            lambda bth: (
                layers.Ethernet() / layers.IPv4() / layers.UDP() / layers.VXLAN() / Ether() / IP() / UDP() / bth
            ),
            "Ethernet/IPv4/UDP/VXLAN/Ethernet/IPv4/UDP/BTH",
        ),
        (lambda bth: layers.SLL() / IP() / UDP() / bth, "SLL/IPv4/UDP/BTH"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_with_layers_of_scapy(stack, names):
    packet = stack(layers.BTH(psn=9) / Raw(b"hello"))
    link = {"LRH": "infiniband", "SLL": "sll"}.get(names.partition("/")[0], "ethernet")
    decoded = ibpkt.decode(raw(packet), link)
    assert "/".join(layer.name for layer in decoded.layers) == names
    assert decoded.icrc
    assert decoded.payload == b"hello"
    assert not decoded.disagreements
    assert not names.startswith("LRH") or decoded.vcrc
    wrong = stack(layers.BTH(psn=9) / Raw(b"hello") / layers.Pad(b"xyz") / layers.ICRC(crc=5))
    decoded = ibpkt.decode(raw(wrong), link)
    assert (decoded.icrc.status, decoded.icrc.stored, decoded.pad) == ("bad", b"\0\0\0\5", b"xyz")


def test_ip_over_infiniband():
    datagram = layers.LRH() / layers.BTH(destqp=0x48) / layers.DETH(q_key=0x0B1B, srcqp=0x49) / layers.IPoIB()
    for inner, etype in ((IP() / UDP(dport=53) / Raw(b"x"), 0x0800), (IPv6(), 0x86DD), (ARP(), 0x0806)):
        packet = ibpkt.decode(raw(datagram / inner))
        assert packet.bth.opcode == 0x64
        assert packet.payload[:2] == etype.to_bytes(2, "big")
        assert packet.payload[4:] == raw(inner)
        assert packet.icrc


def test_stacks_that_the_graph_does_not_know():
    assert raw(layers.RETH(va=1) / layers.BTH()).startswith(raw(layers.RETH(va=1))[:16])
    lone = ibpkt.decode(raw(layers.BTH() / Raw(b"data")), protocols.header_named("BTH"))
    assert lone.payload == b"data"
    assert lone.icrc.stored == bytes(4), "nobody knows it without the headers below"
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


class FakeSocket:
    """What `sendp` needs of a socket."""

    def __init__(self):
        self.sent = []

    def send(self, packet):
        self.sent.append(raw(packet))
        return len(self.sent[-1])


def test_sendp():
    socket = FakeSocket()
    sendp(Ether(**MACS) / IP() / UDP() / layers.BTH(psn=[1, 2, 3]), socket=socket, verbose=False)
    sent = [ibpkt.decode(data, "ethernet") for data in socket.sent]
    assert [packet.bth.psn for packet in sent] == [1, 2, 3]
    assert all(packet.icrc for packet in sent)


@pytest.fixture
def wire():
    """Two ends of a cable inside this machine."""
    ends = (f"ibpkt{os.getpid() % 10000}a", f"ibpkt{os.getpid() % 10000}b")
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("a veth pair needs Linux and root")
    try:
        made = subprocess.run(
            ["ip", "link", "add", ends[0], "type", "veth", "peer", ends[1]], capture_output=True, text=True
        )
    except FileNotFoundError:
        pytest.skip("a veth pair needs the program ip")
    if made.returncode:
        pytest.skip(f"no veth pair here: {made.stderr.strip()}")
    for end in ends:
        subprocess.run(["ip", "link", "set", end, "up"], check=True)
    yield ends
    subprocess.run(["ip", "link", "del", ends[0]], check=True)


def test_over_a_wire(wire):
    from scapy.interfaces import conf
    from scapy.sendrecv import AsyncSniffer

    conf.ifaces.reload()
    sniffer = AsyncSniffer(iface=wire[1], count=3, lfilter=lambda packet: layers.BTH in packet)
    started = [False]
    sniffer.kwargs["started_callback"] = lambda: started.__setitem__(0, True)
    sniffer.start()
    while not started[0]:
        pass
    sendp(Ether(**MACS) / IP() / UDP() / layers.BTH(psn=(1, 3)) / Raw(b"hello"), iface=wire[0], verbose=False)
    sniffer.join(timeout=10)
    assert [packet.psn for packet in sniffer.results] == [1, 2, 3]
    assert all(ibpkt.decode(raw(packet), "ethernet").icrc for packet in sniffer.results)


def test_sniffing_a_file(tmp_path, capsys):
    path = str(tmp_path / "erf.pcap")
    wrpcap(path, [layers.ERF() / layers.LRH() / layers.BTH(psn=psn) for psn in range(3)])
    found = sniff(offline=path, lfilter=lambda packet: packet.psn != 1)
    assert [packet.psn for packet in found] == [0, 2]
    found.nsummary()
    assert "0001 ERF INFINIBAND / LRH / BTH RC SEND Only QP=0x000000 PSN=2 / ICRC / VCRC" in capsys.readouterr().out
    short = str(tmp_path / "short.pcap")
    wrpcap(short, [Raw(b"abc")], linktype=247)
    assert rdpcap(short)[0].load == b"abc", "too short for an LRH: bytes"


def test_star_import_leaves_scapys_own_layers():
    names = {}
    exec("from scapy.layers.inet import *\nfrom ibpkt.scapy import *", names)
    assert names["UDP"] is UDP
    assert names["BTH"] is layers.BTH


# -- scapy's contrib.roce -----------------------------------------------------------------------------------------

CONTRIB = """
import sys, warnings
warnings.simplefilter("ignore")
from scapy.layers.inet import IP, UDP
from scapy.layers.l2 import Ether
from scapy.packet import raw
contrib_first, install = sys.argv[1] == "first", sys.argv[2] == "install"
if contrib_first:
    import scapy.contrib.roce as contrib
import ibpkt.scapy
if install:
    ibpkt.scapy.install()
import scapy.contrib.roce as contrib
for data in map(bytes.fromhex, sys.argv[3:]):
    packet = Ether(data)
    assert packet["BTH"].__class__ is (ibpkt.scapy if install else contrib).BTH, packet.layers()
    stored = packet.icrc
    assert stored == int.from_bytes(data[-4:], "big")
    del packet.icrc
    again = Ether(raw(packet))
    assert again.icrc == stored, hex(again.icrc)
    assert (again.dqpn, again.pkey, again.migreq) == (packet.dqpn, packet.pkey, packet.migreq)
made = Ether() / IP() / UDP() / contrib.cnp(dqpn=7)
assert raw(made)[42] == 0x81 and len(raw(made)) == 74
v1 = Ether(raw(Ether() / contrib.GRH()))
assert v1["GRH"].__class__ is (ibpkt.scapy if install else contrib).GRH
"""


@pytest.mark.parametrize("install", ["install", "leave"])
@pytest.mark.parametrize("order", ["first", "later"])
def test_beside_contrib_roce(order, install):
    """The vectors of scapy's own tests hold, with its module and with ours, whichever came first."""
    ethernet = bytes(12) + b"\x08\x00"
    hexes = [(ethernet + packet).hex() for packet in PUBLISHED]
    done = subprocess.run(
        [sys.executable, "-c", CONTRIB, order, install, *hexes], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


#: UC SEND Only and a CNP of a ConnectX-4 Lx, from IP on (vectors V3 and V4)
PUBLISHED = (
    bytes.fromhex(
        "45010040047840004011b4d5c0a80007c0a80007c00012b7002caca22460ffff000000d300cf1710"
        "4630818be28935d90e9a95505401be885e50000078f353f3"
    ),
    bytes.fromhex(
        "45c2003c718c4000401191610a0011010a001201000012b7002800008100ffff4000011800000000"
        "0000000000000000000000000000000082fd002a"
    ),
)


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


def test_another_port():
    code = """
from ibpkt.scapy import BTH, install
from scapy.layers.inet import IP, UDP
from scapy.packet import raw
import ibpkt
install(5000)
data = raw(IP() / UDP() / BTH(psn=3))
assert IP(data)[UDP].dport == 5000 and IP(data)[BTH].psn == 3
assert ibpkt.decode(data, "raw", roce_port=5000).icrc
"""
    subprocess.run([sys.executable, "-c", code], check=True)
