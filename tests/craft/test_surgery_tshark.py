"""tshark reads what surgery makes: tunnels, tags, and the packets of messages."""

from __future__ import annotations

import shutil
import subprocess

import pytest

import ibpkt
from ibpkt import build, draft, ip_fragment, segment
from ibpkt.craft.carriers import CARRIERS
from ibpkt.protocols import BTH, RETH, VLAN, IPv4

ROCE = (draft("Ethernet"), IPv4(src="10.0.0.1", dst="10.0.0.2"), draft("UDP", srcport=0xC000))
PACKET = build(*ROCE, BTH(destqp=0x11, psn=7), payload=b"payload")
#: what tshark calls the headers in front of BTH
PROTOCOLS = {"Ethernet": "eth:ethertype", "VLAN": "vlan:ethertype", "IPv4": "ip", "UDP": "udp", "VXLAN": "vxlan"}
PROTOCOLS |= {"GRE": "gre", "GRESequence": "", "ERSPAN2": "erspan", "ERSPAN3": "erspan"}


def shown(packets, tmp_path, *fields):
    """The columns that tshark prints of packets."""
    tshark = shutil.which("tshark")
    if tshark is None:
        pytest.skip("tshark is not installed")
    path = tmp_path / "made.pcap"
    with ibpkt.create(path) as sink:
        for packet in packets:
            sink.write(packet)
    options = [part for field in fields for part in ("-e", field)]
    # every payload goes to RPC over RDMA, which calls a short one malformed
    command = [tshark, "-n", "--disable-protocol", "rpcordma", "-r", path, "-Tfields", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [line.split("\t") for line in done.stdout.splitlines()]


def protocols(packet):
    """The protocols of a packet up to BTH as tshark writes them."""
    named = [PROTOCOLS[layer.name] for layer in packet.layers[:-1]]
    return ":".join(filter(None, [*named, "infiniband"]))


def test_tunnels_and_tags(tmp_path):
    made = [PACKET.encapsulate(name) for name in ("vxlan", "gre", "erspan2", "erspan3")]
    made += [packet.insert(VLAN(id=5), after="Ethernet") for packet in (PACKET, *made)]
    made += [packet.decapsulate() for packet in made[:4]]
    made += [PACKET.insert("IPv4", "UDP", "VXLAN", "Ethernet", after="Ethernet")]
    fields = ("infiniband.bth.psn", "infiniband.bth.destqp", "_ws.malformed")
    rows = shown(made, tmp_path, "frame.protocols", *fields)
    assert len(rows) == len(made)
    for (names, psn, destqp, malformed), packet in zip(rows, made, strict=True):
        # "data" is what carries no protocol that tshark knows
        assert names.removesuffix(":data").startswith(protocols(packet)), packet
        assert (psn, int(destqp, 16), malformed) == ("7", 0x11, "")


@pytest.mark.parametrize("mtu", [256, 1024])
def test_the_packets_of_a_message(mtu, tmp_path):
    headers = (BTH(destqp=0x11, psn=0xFFFFFE), RETH(va=0x1000), "ImmDt")
    made = segment(bytes(range(256)) * 10 + b"end", *ROCE, *headers, mtu=mtu)
    rows = shown(
        made, tmp_path, "infiniband.bth.opcode", "infiniband.bth.psn", "infiniband.bth.padcnt", "infiniband.bth.a",
        "infiniband.reth.dmalen", "infiniband.immdt", "_ws.malformed",
    )  # fmt: skip
    assert [int(row[0]) for row in rows] == [6, *[7] * (len(made) - 2), 9]
    assert [int(row[1]) for row in rows] == [(0xFFFFFE + place) % (1 << 24) for place in range(len(made))]
    assert [row[2] for row in rows] == [*["0"] * (len(made) - 1), "1"]
    assert [row[3].lower() in ("1", "true") for row in rows] == [False] * (len(made) - 1) + [True]
    assert [row[4] for row in rows] == ["2563", *[""] * (len(made) - 1)]
    assert [bool(row[5]) for row in rows] == [False] * (len(made) - 1) + [True]
    assert not any(row[6] for row in rows)


@pytest.mark.costly
@pytest.mark.parametrize("network", ["IPv4", "IPv6"])
def test_ip_fragments(network, tmp_path):
    """tshark puts them together and finds the packet in the last one."""
    packet = build("Ethernet", network, draft("UDP", srcport=0xC000), BTH(destqp=0x11, psn=7), payload=bytes(3000))
    made = ip_fragment(packet, 1280)
    rows = shown(made, tmp_path, "infiniband.bth.psn", "infiniband.payload", "_ws.malformed")
    assert len(rows) == 3
    assert rows[-1][0] == "7"
    assert [row[-1] for row in rows] == [""] * 3


def test_every_wrapper_is_tried():
    assert {name for name, carrier in CARRIERS.items() if any(h.role == "tunnel" for h in carrier.chain)} == {
        "vxlan", "gre", "erspan2", "erspan3",
    }  # fmt: skip
