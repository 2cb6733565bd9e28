"""The layers among those of scapy: its own headers, files, sockets, and its contrib.roce."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys

import pytest

import ibpkt
from ibpkt import protocols

pytest.importorskip("scapy", reason="scapy is not installed")

from scapy.layers.inet import IP, UDP
from scapy.layers.inet6 import IPv6, IPv6ExtHdrHopByHop
from scapy.layers.l2 import ARP, GRE, Dot1Q, Ether
from scapy.layers.vxlan import VXLAN
from scapy.packet import Raw, raw
from scapy.sendrecv import sendp, sniff
from scapy.utils import rdpcap, wrpcap

import ibpkt.scapy as layers
from tests.support.sweep import every

layers.install()

MACS = {"src": "02:00:00:00:00:01", "dst": "02:00:00:00:00:02"}


def test_files(tmp_path):
    native, roce = str(tmp_path / "native.pcap"), str(tmp_path / "roce.pcap")
    wrpcap(native, [layers.LRH() / layers.BTH(psn=psn) for psn in range(3)])
    assert [packet[layers.BTH].psn for packet in rdpcap(native)] == [0, 1, 2]
    with ibpkt.open(native) as capture:
        assert all(packet.link == 247 and packet.vcrc for packet in capture)
    wrpcap(roce, [Ether(**MACS) / IP() / UDP() / layers.BTH(psn=7)])
    assert rdpcap(roce)[0][layers.BTH].psn == 7


@every("header", protocols.headers())
def test_every_header_is_a_stable_name_that_pickles(header):
    cls = getattr(layers, header.name)
    assert cls is layers.LAYERS[header]
    assert pickle.loads(pickle.dumps(cls)) is cls
    assert [field.name for field in cls.fields_desc][: len(header.wire)] == [leaf.name for leaf in header.wire]
    assert header.title in cls.__doc__


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


@pytest.mark.parametrize(
    "stack",
    [
        lambda bth: Ether() / IP() / UDP() / layers.VXLAN(vni=7) / Ether() / IP() / UDP() / bth,
        lambda bth: Ether() / IP() / UDP() / VXLAN(vni=7) / Ether() / IP() / UDP() / bth,
        lambda bth: layers.Ethernet() / layers.IPv4() / layers.UDP() / VXLAN(vni=7) / Ether() / IP() / UDP() / bth,
        lambda bth: Ether() / IPv6() / UDP() / layers.VXLAN(vni=7) / layers.Ethernet() / IP() / layers.UDP() / bth,
        lambda bth: Ether() / IP() / layers.UDP() / layers.VXLAN(vni=7) / Ether() / IP() / UDP() / bth,
    ],
)
def test_ports_of_tunnels(stack):
    """Ports that are left out announce what follows, whose layers they ever are; scapy's own would be DNS."""
    built = raw(stack(layers.BTH(psn=9) / Raw(b"hello")))
    packet = ibpkt.decode(built, "ethernet")
    assert [layer.dstport for layer in packet.all("UDP")] == [4789, 4791]
    assert 53 not in [layer.srcport for layer in packet.all("UDP")]
    assert (packet.vxlan.vni, packet.bth.psn, packet.payload) == (7, 9, b"hello")
    assert packet.icrc
    assert not packet.disagreements
    dissected = Ether(built)
    assert (dissected[VXLAN].vni, dissected[layers.BTH].psn) == (7, 9)
    assert raw(Ether() / IP() / UDP(dport=8472, sport=9) / layers.VXLAN())[34:38] == b"\0\x09\x21\x18", "given stays"


@pytest.mark.parametrize("inner", [Ether, layers.Ethernet])
@pytest.mark.parametrize("outer", [GRE, layers.GRE])
def test_gre_announces_ethernet(outer, inner):
    packet = ibpkt.decode(raw(Ether() / IP() / outer() / inner() / IP() / UDP() / layers.BTH()), "ethernet")
    assert [layer.name for layer in packet][1:5] == ["IPv4", "GRE", "Ethernet", "IPv4"]
    assert packet.icrc


def test_ip_over_infiniband():
    datagram = layers.LRH() / layers.BTH(destqp=0x48) / layers.DETH(q_key=0x0B1B, srcqp=0x49) / layers.IPoIB()
    for inner, etype in ((IP() / UDP(dport=53) / Raw(b"x"), 0x0800), (IPv6(), 0x86DD), (ARP(), 0x0806)):
        packet = ibpkt.decode(raw(datagram / inner))
        assert packet.bth.opcode == 0x64
        assert packet.payload[:2] == etype.to_bytes(2, "big")
        assert packet.payload[4:] == raw(inner)
        assert packet.icrc


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


@pytest.mark.costly
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


@pytest.mark.costly
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
