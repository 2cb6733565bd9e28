"""IP over InfiniBand in datagrams and on connections: a capture of others, and packets made for this."""

import itertools
import random
import shutil
import subprocess

import hypothesis
import hypothesis.strategies as st
import pytest

import ibpkt
from ibpkt.batch.annotations import attach
from ibpkt.batch.batch import Batch
from ibpkt.batch.fields import fields
from ibpkt.commands.follower import CommandFollower
from ibpkt.commands.ipoib_packets import IPoIBAnnotator, ipoib_rows
from ibpkt.commands.known import PROTOCOLS
from ibpkt.craft.builder import build
from ibpkt.craft.drafts import draft
from ibpkt.protocols import LINKS, UDP, IPv4, IPv6, header_named
from tests.commands.test_messaging import FakeConnection
from tests.support.command import run
from tests.support.shared import capture as found_capture, captures

SAMPLE = "wireshark-sample_infiniband.pcap"
#: its packets that hold IP or ARP, as its authors' dissector says
HELD = {
    "udp": [3, 4, 24, 25], "arp": [5, 6], "icmp": [10, 14, 16, 18, 20, 22], "icmpv6": [26, 30, 36, 39, 43],
}  # fmt: skip
NAMES = ("IPoIB", "IPoIBARP", "NeighborSolicitation", "NeighborAdvertisement", "NeighborLinkAddress")


def numbers(*arguments):
    return [int(line.split()[0]) for line in run("decode", *arguments).lines]


@pytest.mark.parametrize("name", HELD)
def test_protocols_inside_have_their_names(name):
    assert numbers("-Y", name, found_capture(SAMPLE)) == HELD[name]


def test_filters_by_what_is_inside():
    path = found_capture(SAMPLE)
    assert numbers("-Y", "ipoib", path) == sorted(frame for frames in HELD.values() for frame in frames)
    assert numbers("-Y", "ip.addr == 10.0.0.58", path) == HELD["icmp"]
    assert numbers("-Y", "ipoib.arp.src.qpn == 0x404", path) == [6]
    assert numbers("-Y", "icmpv6.nd.na.flag.s == 1", path) == [30]
    assert numbers("-Y", 'ipoib.nd.gid == "fe80::2:c903:0:1895"', path) == [30]
    assert numbers("-Y", "icmp[0] == 8", path) == HELD["icmp"]


def test_private_data_of_connections():
    """Both ends name the queue pair of their datagrams, which ARP has announced, and the longest message."""
    table = run("decode", "-T", "fields", "-e", "frame.number", "-e", "ipoib.cm.qpn", "-e", "ipoib.cm.mtu",
                "-Y", "ipoib.cm", found_capture(SAMPLE))  # fmt: skip
    rows = [line.split("\t") for line in table.lines]
    assert [int(frame) for frame, _, _ in rows] == [7, 8, 27, 28, 34, 35]
    assert {(int(qpn, 16), int(mtu)) for _, qpn, mtu in rows} == {(0x405, 65524), (0x404, 65524), (0x48, 65524)}
    follower = CommandFollower()
    with ibpkt.open(str(found_capture(SAMPLE))) as capture:
        for batch in capture.batches():
            assert follower.add(batch) == []
            del batch
    assert follower.finish() == []
    assert {(each.protocol, each.how, each.commands) for each in follower.connections()} == {
        ("ipoib", "private data", 0)
    }
    assert len(list(follower.connections())) == 3


def test_neighbor_discovery_in_a_tree():
    lines = [line.strip() for line in run("decode", "-V", "-Y", "frame.number == 26", found_capture(SAMPLE)).lines]
    for line in (
        "Target Address: fe80::202:c903:0:1895", "[Neighbor QPN: 1029]", "[Neighbor Connected Mode: 1]",
        "[Neighbor GID: fe80::2:c902:24:f636]", "Option Length: 3 8 bytes",
    ):  # fmt: skip
        assert line in lines


@pytest.mark.costly
@pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not here to be asked")
def test_fields_are_those_of_tshark():
    """All that both have of ARP, Neighbor Discovery, IP and UDP, by packet, name and value."""
    known = {
        line.split("\t")[2]
        for line in subprocess.run(["tshark", "-G", "fields"], capture_output=True, text=True).stdout.splitlines()
        if line.startswith("F\t")
    }
    names = sorted(known & {name for name in fields() if name.startswith(("arp.", "icmpv6.", "ip.", "ipv6.", "udp."))})
    names = [name for name in names if name not in {"ip.addr", "ipv6.addr", "ip.version"}]
    asked = [word for name in ("frame.number", *names) for word in ("-e", name)]
    path = str(found_capture(SAMPLE))
    theirs = subprocess.run(["tshark", "-n", "-r", path, "-T", "fields", *asked], capture_output=True, text=True)
    same, wrong = 0, []
    ours = {row[0]: row for row in (line.split("\t") for line in run("decode", "-T", "fields", *asked, path).lines)}
    for line in theirs.stdout.splitlines():
        row = line.split("\t")
        for name, they, we in zip(names, row[1:], ours[row[0]][1:], strict=True):
            if _number(they) == _number(we):
                same += bool(they)
            elif not (name.startswith(("ip.checksum.status", "udp.checksum.status", "ipv6.tclass", "ip.options"))
                      or (name in UNLIKE and not (they and we))):  # fmt: skip
                wrong.append((row[0], name, they, we))
    assert not wrong
    assert same > 250


#: tshark has them of messages that are no Neighbor Discovery, too
UNLIKE = {"icmpv6.checksum", "icmpv6.code", "icmpv6.type"}


def _number(text):
    text = text.replace(":", "") if text.count(":") in (19, 21) else text
    return str(int(text, 0)) if text.startswith("0x") else text.lstrip("0") or "0" if text else ""


@pytest.mark.parametrize(
    ("values", "proves"),
    [
        ({}, True), ({"qpn": 0}, False), ({"qpn": 1}, False), ({"qpn": 2}, True), ({"mtu": 4}, False),
        ({"mtu": 5}, True), ({"mtu": 1 << 16}, True), ({"mtu": (1 << 16) + 1}, False),
        ({"mtu": 0}, False), ({"qpn": 0, "mtu": 0}, False),
    ],
)  # fmt: skip
def test_what_private_data_prove(values, proves):
    """A queue pair that is none of management, and a message of at most 64 KiB with its header (RFC 4755, 3.5)."""
    protocol, service = PROTOCOLS["ipoib"], 0x1000000000000404
    private = header_named("IPoIBConnection").write({"qpn": 0x405, "mtu": 65524, **values})
    assert protocol.proves(FakeConnection(private, service)) is proves
    assert not protocol.proves(FakeConnection(private, 0x0000000001061D2F))
    assert not protocol.proves(FakeConnection(private[:-1], service))
    assert not protocol.proves(FakeConnection(None, service))


# -- packets made for this --------------------------------------------------------------------------------------------


def ipv4(payload=b"", **values):
    """A packet of IPv4 with its checksum."""
    given = {"version": 4, "ihl": 5, "len": 20 + len(payload), "ttl": 64, "proto": 17, "src": 1, "dst": 2, **values}
    head = bytearray(IPv4.write(given))
    total = sum(int.from_bytes(head[at : at + 2], "big") for at in range(0, 20, 2))
    total = (total & 0xFFFF) + (total >> 16)
    head[10:12] = (0xFFFF - (total & 0xFFFF) - (total >> 16)).to_bytes(2, "big")
    return b"\x08\x00\x00\x00" + bytes(head) + payload


def udp(size):
    return UDP.write({"srcport": 1, "dstport": 4791, "length": 8 + size}) + bytes(size)


def ipv6(payload, **values):
    return b"\x86\xdd\x00\x00" + IPv6.write({"version": 6, "plen": len(payload), "nxt": 17, **values}) + payload


def arp(**values):
    return b"\x08\x06\x00\x00" + header_named("IPoIBARP").write(values)


def native(payload, opcode=0x64, **bth):
    more = [draft("DETH", srcqp=9)] if opcode >> 5 == 3 else []
    return build("LRH", draft("BTH", opcode=opcode, destqp=5, **bth), *more, payload=payload)


def held(packets, link="infiniband"):
    """The headers of IPoIB in packets, and what lengths contradict each other."""
    batch = Batch.of([bytes(packet) for packet in packets], LINKS[link])
    annotated = attach(batch, IPoIBAnnotator().track(batch))
    chains = [()] * len(packets)
    for shape in annotated.shapes:
        for row in shape.rows.tolist():
            chains[row] = tuple(header.name for header in shape.headers[shape.annotations + 1 :])
    return chains, annotated.frames.conflicts


@pytest.mark.parametrize("opcode", [0x64, 0x04, 0x24], ids=["UD", "RC", "UC"])
def test_what_follows_the_encapsulation(opcode):
    solicitation = header_named("NeighborSolicitation").write({"type": 135}) + bytes([1, 3]) + bytes(22)
    packets = [
        ipv4(udp(5)), ipv4(bytes(7), proto=6), ipv6(udp(9)), arp(), ipv6(solicitation, nxt=58),
        ipv6(b"\x80abcd", nxt=58), ipv4(udp(8), frag_offset_words=3), b"\x80\x35" + arp(opcode=3)[2:],
    ]  # fmt: skip
    found, conflicts = held([native(each, opcode) for each in packets])
    assert found == [
        ("IPoIB", "IPv4", "UDP"), ("IPoIB", "IPv4"), ("IPoIB", "IPv6", "UDP"), ("IPoIB", "IPoIBARP"),
        ("IPoIB", "IPv6", "NeighborSolicitation", "NeighborLinkAddress"), ("IPoIB", "IPv6"), ("IPoIB", "IPv4"),
        ("IPoIB",),
    ]  # fmt: skip
    assert not conflicts


def test_a_message_of_several_packets():
    """Its first packet has the headers; that IP is longer is no contradiction."""
    whole = ipv4(udp(5000))
    found, conflicts = held([native(whole[:2048], 0), native(whole[2048:4096], 1), native(whole[4096:], 2)])
    assert found == [("IPoIB", "IPv4", "UDP"), (), ()]
    assert not conflicts
    long = ipv6(udp(5000))
    assert held([native(long[:2048], 0)]) == ([("IPoIB", "IPv6", "UDP")], [])


@pytest.mark.parametrize("wrong", [
    pytest.param(ipv4(udp(5))[:10] + b"\xff" + ipv4(udp(5))[11:], id="checksum"),
    pytest.param(ipv4(udp(5), version=6), id="version"),
    pytest.param(ipv4(udp(5), len=200), id="too long"),
    pytest.param(ipv4(udp(5), len=19), id="shorter than its header"),
    pytest.param(ipv4(udp(5), ihl=4), id="header too short"),
    pytest.param(ipv4(b"", ihl=15, len=60), id="header longer than the message"),
    pytest.param(ipv6(udp(5), plen=12), id="IPv6 shorter than the message"),
    pytest.param(ipv6(udp(5), version=4), id="version of IPv6"),
    pytest.param(arp(hw_size=6), id="another size of addresses"),
    pytest.param(arp(hw_type=1), id="hardware of Ethernet"),
    pytest.param(arp()[:50], id="ARP cut short"),
    pytest.param(b"\x08\x00\x00\x01" + ipv4(udp(5))[4:], id="what is reserved"),
    pytest.param(b"\x12\x34" + ipv4(udp(5))[2:], id="another EtherType"),
    pytest.param(bytes(64), id="zeros"),
    pytest.param(b"\x08\x00\x00\x00\x45", id="five bytes"),
    pytest.param(b"", id="nothing"),
])  # fmt: skip
@pytest.mark.parametrize("opcode", [0x64, 0x04])
def test_what_is_not_claimed(wrong, opcode):
    assert held([native(wrong, opcode)])[0] == [()]


def test_a_header_that_is_longer_than_the_first_packet_of_its_message():
    """Not even if the bytes behind the packet make up its checksum."""
    at = 8 + 12 + 4  # behind LRH, BTH and the encapsulation
    for words, claimed in [(5, True), (15, False)]:
        data = bytearray(bytes(native(ipv4(b"", ihl=words, len=5000), 0)))
        data[at + 10 : at + 12] = bytes(2)
        behind = bytes(data[at:]).ljust(60, b"\0")
        total = sum(int.from_bytes(behind[place : place + 2], "big") for place in range(0, 4 * words, 2))
        data[at + 10 : at + 12] = (-total % 0xFFFF).to_bytes(2, "big")
        assert held([bytes(data)])[0] == [("IPoIB", "IPv4") if claimed else ()]


def test_other_operations_and_carriers_are_not_looked_at():
    whole = ipv4(udp(5))
    writes = build("LRH", draft("BTH", opcode=0x0A), "RETH", payload=whole)
    managed = build("LRH", draft("BTH", opcode=0x64, destqp=1), draft("DETH", srcqp=1), payload=whole)
    assert held([writes, native(whole, 1), native(whole, 2), managed])[0] == [(), (), (), ()]
    roce = build("Ethernet", "IPv4", "UDP", draft("BTH", opcode=4), payload=whole)
    assert held([roce], "ethernet")[0] == [()]


@pytest.mark.parametrize(
    ("packet", "opcode", "headers"),
    [
        (ipv6(b""), 0x64, ("IPoIB", "IPv6")), (ipv4(), 0x64, ("IPoIB", "IPv4")),
        (ipv4(bytes(4)), 0x64, ("IPoIB", "IPv4")), (ipv4(ihl=4, dst=0), 0x64, ()), (ipv6(b"")[:-1], 0x64, ()),
        (ipv6(b"", plen=1), 0x64, ()), (ipv6(b"", plen=1), 0, ("IPoIB", "IPv6")),
        (arp(opcode=0x100), 0x64, ("IPoIB", "IPoIBARP")), (arp()[:24], 0, ("IPoIB",)),
        (arp()[:23], 0, ()), (arp()[:24], 0x64, ()),
    ],
)  # fmt: skip
def test_the_shortest_packets(packet, opcode, headers):
    """A header alone is a packet; of a message that goes on 24 bytes must be there."""
    assert held([native(packet, opcode)])[0] == [headers]


@hypothesis.given(st.binary(min_size=24, max_size=80), st.sampled_from(["08000000", "86dd0000", "08060000"]))
def test_any_bytes_behind_the_encapsulation(data, begins):
    """Whatever follows, nothing raises, and IP is claimed only with its version."""
    payload = bytes.fromhex(begins) + data
    found, _ = held([native(payload, 0x64), native(payload, 0)])
    for chain in found:
        assert not chain or data[0] >> 4 in (4, 6) or begins == "08060000"


def test_random_payloads_are_not_claimed():
    """Half of 200,000 begin as the encapsulation header does."""
    chance = random.Random(4391)
    begins = [b"\x08\x00\0\0", b"\x86\xdd\0\0", b"\x08\x06\0\0", b"\x80\x35\0\0"]
    claimed = 0
    template = bytes(native(bytes(64)))
    at = template.index(bytes(64))
    for _ in range(20):
        packets = []
        for number in range(10_000):
            payload = chance.randbytes(64)
            if number % 2:
                payload = chance.choice(begins) + payload[4:]
            packets.append(template[:at] + payload + template[at + 64 :])
        batch = Batch.of(packets, LINKS["infiniband"])
        claimed += sum(len(found.rows) for shape in batch.shapes if (found := ipoib_rows(shape)) is not None)
    assert claimed <= 1  # an IPv6 packet of that length: one in 2^20 of those that begin so


@pytest.mark.parametrize("path", [path for path in captures() if path.name != SAMPLE], ids=lambda path: path.stem)
def test_no_other_capture_has_it(path):
    """RoCE, management, storage: the first packets of the captures of this repository and beside it."""
    with ibpkt.open(str(path)) as capture:
        for batch in itertools.islice(capture.batches(max_packets=5000), 2):
            assert not [1 for shape in batch.shapes if ipoib_rows(shape) is not None]
            del batch


def test_a_capture_that_cuts_packets(tmp_path):
    whole = ipv4(udp(500))
    target = tmp_path / "cut.pcap"
    with ibpkt.create(str(target), link="infiniband") as out:
        out.write(native(whole))
    short = tmp_path / "short.pcap"
    run("edit", "--cut-payload", "40", target, "-w", short)
    assert numbers("-Y", "udp.dstport == 4791", short) == [1]
    assert "says" not in run("decode", "-V", short).out


def test_connections_without_private_data():
    protocol = PROTOCOLS["ipoib"]
    assert protocol.is_command(None, ipv4()[:4])
    assert not protocol.is_command(None, b"\x08\x00\x00\x01")
    assert protocol.pairs([], 0) == 0


def test_management_datagrams_hold_none():
    """Whatever the bytes are behind their 256."""
    chain = ("LRH", draft("BTH", opcode=0x64, destqp=1), draft("DETH", srcqp=1), draft("MAD", mgmtclass=0x0F))
    asked = build(*chain, payload=bytes(232) + ipv4(bytes(300)))
    assert asked.layers[-1].header.role == "management"
    assert asked.payload == ipv4(bytes(300))
    assert "IPoIB" in held([native(ipv4(bytes(300)))])[0][0]
    assert "IPoIB" not in held([asked])[0][0]


@pytest.mark.parametrize("opcode", [0x64, 0x04])
def test_ipv4_without_anything_behind_its_header(opcode):
    """The shortest message that can hold a header of IPv4."""
    whole = ipv4(b"", proto=6)
    assert len(whole) == 24
    found, conflicts = held([native(whole, opcode), native(whole[:23], opcode)])
    assert found == [("IPoIB", "IPv4"), ()]
    assert not conflicts
