"""Headers put into packets and taken out; packets in tunnels."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, strategies as st

import ibpkt
from ibpkt import build, draft, edit
from ibpkt.batch import Batch
from ibpkt.craft.carriers import CARRIERS
from ibpkt.craft.drafts import Draft
from ibpkt.craft.surgery import nearest_opcode
from ibpkt.edit.wrap import MIRRORS
from ibpkt.errors import CallerError
from ibpkt.protocols import BTH, GRE, OPCODES, RETH, VLAN, AtomicETH, ImmDt, IPv4, graph, headers
from ibpkt.strategies import packets, stacks
from tests.support.shared import REPOSITORY
from tests.support.stacks import composed

ROCE = build(
    draft("Ethernet", src="02:00:00:00:00:01", dst="02:00:00:00:00:02"),
    draft("IPv4", src="10.0.0.1", dst="10.0.0.2"),
    draft("UDP", srcport=0xC000),
    BTH(destqp=0x11, psn=7),
    payload=b"payload",
)
NATIVE = build(draft("LRH", slid=1, dlid=2), BTH(destqp=0x11, psn=7), payload=b"payload")
WRAPPERS = [name for name, carrier in CARRIERS.items() if any(h.role in ("tunnel", "capture") for h in carrier.chain)]


def names(packet):
    return [layer.name for layer in packet.layers]


def insertable(packet):
    """The places at which the graph allows one more header: (place after which, header).

    Not in management datagrams, which have 256 bytes whatever is in them.
    """
    rules = graph(packet.roce_port).rules
    for place, (layer, following) in enumerate(zip(packet.layers, packet.layers[1:], strict=False)):
        for rule in rules.get(layer.header, ()):
            for chain in rule.chains:
                if (
                    len(chain) == 1
                    and chain[0].role != "management"
                    and any(
                        behind[:1] == (following.header,)
                        for after in rules.get(chain[0], ())
                        for behind in after.chains
                    )
                ):
                    yield place, chain[0]


def followers(wrapper):
    """What the graph allows inside the headers of a carrier."""
    rules = graph().rules
    for rule in rules.get(wrapper[-1], ()):
        yield from filter(None, rule.chains)
    if len(wrapper) > 1:  # ERF announces its Ethernet header together with the frame
        for rule in rules[wrapper[-2]]:
            yield from (chain[1:] for chain in rule.chains if len(chain) > 1 and chain[0] is wrapper[-1])


def assert_sound(packet):
    assert packet.stop is None or packet.stop.reason == "unknown"
    assert not packet.disagreements
    assert packet.icrc.status in ("good", "absent")
    assert packet.vcrc.status in ("good", "absent")


@given(st.data(), packets() | stacks())
def test_what_is_put_in_and_taken_out_leaves_the_same_bytes(data, packet):
    places = list(insertable(packet))
    if not places:
        return
    place, header = data.draw(st.sampled_from(places))
    names_before = [layer.header for layer in packet.layers]
    number = names_before[: place + 1].count(names_before[place])
    longer = packet.insert(header, after=f"{names_before[place].name}_{number}")
    assert [layer.header for layer in longer.layers[: place + 2]] == [*names_before[: place + 1], header]
    assert [layer.header for layer in longer.layers] == [
        *names_before[: place + 1], header, *names_before[place + 1 :],
    ]  # fmt: skip
    assert_sound(longer)
    count = [layer.header for layer in longer.layers[: place + 2]].count(header)
    assert longer.remove(f"{header.key}_{count}") == packet


def test_a_tag():
    tagged = ROCE.insert(VLAN(id=5, priority=3), after="Ethernet")
    assert names(tagged) == ["Ethernet", "VLAN", "IPv4", "UDP", "BTH"]
    assert (tagged.ethernet.type, tagged.vlan.etype, tagged.vlan.id) == (0x8100, 0x0800, 5)
    assert tagged == ROCE.insert(VLAN(id=5, priority=3), before=IPv4)
    twice = tagged.insert(VLAN(id=9), before="VLAN")
    assert [layer.id for layer in twice.all("VLAN")] == [9, 5]
    assert twice.remove("vlan") == tagged
    assert twice.remove("VLAN_2").vlan.id == 9
    assert twice.remove("VLAN", "VLAN_2") == ROCE


def test_what_still_announces_stays():
    """An 802.1ad tag in front of another one keeps its EtherType."""
    provider = build(draft("Ethernet", type=0x88A8), VLAN(id=1), "IPv4", "UDP", "BTH")
    assert provider.insert(VLAN(id=2), after="VLAN").ethernet.type == 0x88A8
    assert provider.insert(VLAN(id=2), after="Ethernet").ethernet.type == 0x88A8
    assert provider.remove("VLAN").ethernet.type == 0x0800


def test_extended_headers_change_the_opcode_and_as_little_else_as_possible():
    write = ROCE.insert(RETH(va=8), after="BTH")
    assert OPCODES[write.bth.opcode].name == "RC RDMA WRITE Only"
    with_immediate = write.insert("ImmDt", after="RETH")
    assert OPCODES[with_immediate.bth.opcode].name == "RC RDMA WRITE Only with Immediate"
    assert with_immediate.remove("RETH", "ImmDt") == ROCE
    first = build("LRH", BTH(opcode="XRC RDMA WRITE First"), "XRCETH", "RETH", payload=bytes(256))
    assert OPCODES[first.remove("RETH").bth.opcode].name == "XRC SEND First"
    given_code = ROCE.replace(bth__opcode="UC SEND Only").insert(RETH(va=8), after="BTH")
    assert OPCODES[given_code.bth.opcode].name == "UC RDMA WRITE Only"


@pytest.mark.parametrize("code", OPCODES, ids=lambda code: OPCODES[code].name)
def test_an_opcode_that_fits_is_kept(code):
    assert nearest_opcode(code, OPCODES[code].headers, payload=OPCODES[code].payload) == code
    assert nearest_opcode(code, (AtomicETH, ImmDt, RETH), payload=False) in OPCODES


def test_headers_around_and_off():
    capture = NATIVE.insert("ERF", before="LRH")
    assert names(capture) == ["ERF", "LRH", "BTH"]
    assert capture.remove("ERF") == NATIVE
    assert ROCE.remove("Ethernet").link == 101
    assert ROCE.remove("Ethernet").insert(draft("Ethernet", **ethernet()), before="IPv4") == ROCE
    stripped = ROCE.remove("BTH")
    assert names(stripped)[:3] == ["Ethernet", "IPv4", "UDP"]
    assert stripped.data[42:] == b"payload\0"


def ethernet():
    return {"src": ROCE.ethernet.src, "dst": ROCE.ethernet.dst}


def test_flags_of_gre():
    plain = ROCE.insert(GRE, "IPv4", after="IPv4")
    keyed = plain.insert(draft("GREKey", key=7), after=GRE).insert("GREChecksum", after=GRE)
    assert (keyed.gre.checksum_bit, keyed.gre.key_bit, keyed.gre.proto) == (1, 1, 0x0800)
    assert keyed.remove("GREChecksum").remove("GREKey") == plain


def test_what_is_wrong_on_purpose_stays_wrong():
    wrong = ROCE.replace(icrc=5, bth__tver=3)
    kept = wrong.insert("VLAN", after="Ethernet", crcs=False)
    assert kept.icrc.stored == wrong.icrc.stored
    assert kept.bth.tver == 3
    assert wrong.insert("VLAN", after="Ethernet").icrc


def test_no_method_hides_a_layer():
    """``packet.fragment`` is the IPv6 fragment header."""
    keys = {header.key for header in headers()}
    assert not keys & {name for name in dir(ibpkt.Packet) if not name.startswith("_")} - {"icrc", "vcrc", "lpcrc"}


def test_time_and_comments_stay():
    packet = ibpkt.decode(ROCE.data, "ethernet", time=5, number=7)
    for made in (
        packet.insert("VLAN", after="Ethernet"),
        packet.replace(bth__psn=8),
        packet.encapsulate("vxlan"),
        packet.encapsulate("vxlan").decapsulate(),
    ):
        assert (made.time, made.number) == (5, 7)


def test_any_combination_when_not_strict():
    odd = ROCE.insert(draft("GRH", hoplmt=9), after="UDP", strict=False)
    assert odd.data[42:82] == draft("GRH").header.write({"hoplmt": 9, "nxthdr": 0x1B, "paylen": 12 + 8 + 4})
    assert (len(odd.data), odd.ipv4.len) == (len(ROCE.data) + 40, ROCE.ipv4.len + 40)
    assert ROCE.remove("UDP", strict=False).ipv4.len == ROCE.ipv4.len - 8


# -- tunnels --------------------------------------------------------------------------------------------------------


@given(packets() | stacks(), st.sampled_from(WRAPPERS))
def test_into_a_tunnel_and_out_of_it(packet, carrier):
    wrapper = CARRIERS[carrier].chain
    last = max(place for place, header in enumerate(wrapper) if header.role in ("tunnel", "capture"))
    inner = tuple(layer.header for layer in packet.layers)
    if not any(inner[: len(chain)] == chain for chain in followers(wrapper[: last + 1])):
        with pytest.raises(CallerError, match="does not follow"):
            packet.encapsulate(carrier)
        return
    tunnelled = packet.encapsulate(carrier)
    outer = CARRIERS[carrier].chain[: len(tunnelled.layers) - len(packet.layers)]
    assert [layer.header for layer in tunnelled.layers] == [*outer, *(layer.header for layer in packet.layers)]
    assert not set(tunnelled.disagreements) - set(packet.disagreements)
    assert tunnelled.icrc.status == packet.icrc.status
    assert tunnelled.decapsulate() == packet
    assert tunnelled.decapsulate(all=True) == packet.decapsulate(all=True)


@pytest.mark.parametrize("made", [each.built(b"payload") for each in composed()], ids=lambda made: made.name)
def test_every_tunnel_of_the_graph(made):
    """Out of it as `ibpkt edit --strip` does, and with its headers into it again."""
    packet = ibpkt.decode(made.data, made.link)
    roles = [layer.header.role for layer in packet.layers]
    tunnels = {"tunnel", "capture"} & {*roles[:-1]}
    inside = packet.decapsulate(all=True)
    (stripped,) = edit.Strip("mirror").apply(edit.Strip("capture").apply(Batch.of([packet.data], packet.link)))
    if isinstance(inside.link, int):
        assert inside == stripped
    if not tunnels:
        assert inside == packet
        with pytest.raises(CallerError, match="in no tunnel"):
            packet.decapsulate()
        return
    once = packet.decapsulate()
    around = [Draft(layer.header, dict(layer.raw)) for layer in packet.layers[: len(packet.layers) - len(once.layers)]]
    assert once.encapsulate(*around, link=packet.link).data == packet.data


@pytest.mark.parametrize("kind", MIRRORS)
def test_a_tunnel_is_what_a_mirror_of_edit_makes(kind):
    (mirrored,) = edit.Mirror(kind).apply(Batch.of([ROCE.data], 1))
    same = {"ethernet__src": mirrored.ethernet.src, "ethernet__dst": mirrored.ethernet.dst, "ipv4__flags": 2}
    made = ROCE.encapsulate(kind).replace(ipv4__src=mirrored.ipv4.src, ipv4__dst=mirrored.ipv4.dst, **same)
    assert made == mirrored


def test_headers_that_are_spelt_out():
    assert ROCE.encapsulate("Ethernet/IPv4/GRE") == ROCE.encapsulate("gre")
    assert ROCE.encapsulate("Ethernet/VLAN/IPv6/UDP/VXLAN").decapsulate() == ROCE


REGISTERED = """
import ibpkt, tests.support.geneve_tunnel, tests.support.put_operation
from ibpkt.protocols import BTH
packet = ibpkt.build("Ethernet", "IPv4", "UDP", BTH(psn=5), payload=b"payload")
tunnelled = packet.encapsulate("Ethernet/IPv4/UDP/Geneve")
assert (tunnelled.udp.dstport, tunnelled.geneve.proto_type, tunnelled.geneve.vni) == (6081, 0x6558, 1), tunnelled
assert tunnelled.decapsulate() == packet
assert packet.insert("IPv4", "UDP", "Geneve", "Ethernet", after="Ethernet").remove("Ethernet_2", "UDP", "Geneve") \\
    .ipv4.proto == 4
put = packet.insert("PutETH", after="BTH")
assert put.bth.opcode == 24 and put.remove("PutETH") == packet
(whole,) = ibpkt.segment(b"payload", "Ethernet", "IPv4", "UDP", BTH(opcode="RC PUT"), "PutETH", mtu=256)
assert whole.puteth.dmalen == 7 and ibpkt.reassemble([whole]).data == b"payload"
try:
    ibpkt.segment(bytes(300), "Ethernet", "IPv4", "UDP", BTH(opcode="RC PUT"), "PutETH", mtu=256)
except ibpkt.CallerError as error:
    assert "RC PUT" in str(error)
else:
    raise AssertionError
"""


def test_registered_headers_and_operations():
    done = subprocess.run([sys.executable, "-c", REGISTERED], capture_output=True, text=True, cwd=REPOSITORY)
    assert done.returncode == 0, done.stderr


def test_ip_in_ip():
    bare = ROCE.remove("Ethernet")
    tunnelled = bare.encapsulate("Ethernet", draft("IPv6", src="fe80::1"))
    assert names(tunnelled) == ["Ethernet", "IPv6", "IPv4", "UDP", "BTH"]
    assert tunnelled.decapsulate() == bare
    assert tunnelled.insert("HopByHop", after="IPv6").decapsulate() == bare


def test_the_trailer_is_inside_a_tunnel():
    padded = ROCE.replace(trailer=b"\1\2\3")
    assert padded.encapsulate("vxlan").decapsulate() == padded
    outside = ibpkt.decode(padded.encapsulate("vxlan").data + b"outside", "ethernet")
    assert outside.decapsulate() == padded
    for carrier in MIRRORS:
        tunnelled = padded.encapsulate(carrier)
        assert tunnelled.replace() == tunnelled
        other = tunnelled.insert("VLAN", before="IPv4").replace(bth__psn=9)
        assert other.decapsulate() == padded.replace(bth__psn=9)


def test_a_wrong_packet_stays_wrong_in_a_tunnel():
    wrong = ROCE.replace(icrc="flip 1 bit")
    assert wrong.encapsulate("vxlan").icrc.status == "bad"
    assert wrong.encapsulate("vxlan").decapsulate() == wrong


def test_what_a_capture_has_cut_is_cut_inside():
    tunnelled = ROCE.encapsulate("vxlan")
    cut = ibpkt.decode(tunnelled.data[:100], "ethernet", wirelen=len(tunnelled.data)).decapsulate()
    assert (cut.data, cut.wirelen) == (ROCE.data[:50], len(ROCE.data))


def test_what_a_mirror_has_cut_is_cut_inside():
    headers = ("Ethernet", "IPv4", "GRE", "GRESequence", draft("ERSPAN2", truncated=1))
    truncated = build(*headers[:2], GRE(proto=0x88BE), *headers[3:], payload=ROCE.data[:50])
    assert truncated.decapsulate().data == ROCE.data[:50]
    assert truncated.decapsulate().wirelen == len(ROCE.data)


CUT = ibpkt.decode(ROCE.data[:50], "ethernet", wirelen=len(ROCE.data))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: ROCE.insert("VLAN"), ["one place", "after= or before="]),
        (lambda: ROCE.insert("VLAN", after="Ethernet", before="IPv4"), ["one place"]),
        (lambda: ROCE.insert(after="Ethernet"), ["at least one header"]),
        (lambda: ROCE.insert("VLAM", after="Ethernet"), ["VLAM", "did you mean VLAN"]),
        (lambda: ROCE.insert("VLAN", after="Ethernot"), ["Ethernot", "did you mean ethernet"]),
        (lambda: ROCE.insert("VLAN", after="Ethernet_2"), ["Ethernet_2", "ethernet, ipv4, udp, bth"]),
        (lambda: ROCE.insert("VLAN", after=5), ["not 5"]),
        (lambda: ROCE.insert(5, after="Ethernet"), ["header", "5"]),
        (lambda: ROCE.insert("LRH", after="Ethernet"), ["LRH does not follow Ethernet", "strict=False"]),
        (lambda: ROCE.insert("VLAN", after="IPv4"), ["VLAN does not follow IPv4"]),
        (lambda: ROCE.insert("VLAN", before="Ethernet"), ["VLAN", "link="]),
        (lambda: ROCE.remove(), ["at least one header"]),
        (lambda: ROCE.remove("VLAN"), ["no VLAN", "ethernet, ipv4, udp, bth"]),
        (lambda: ROCE.remove("IPv4"), ["UDP does not follow Ethernet"]),
        (lambda: ROCE.remove("Ethernet", "IPv4"), ["UDP", "link="]),
        (lambda: ROCE.remove("Ethernet", "IPv4", "UDP", "BTH"), ["at least one header"]),
        (lambda: CUT.insert("VLAN", after="Ethernet"), ["cut", "50 of 66"]),
        (lambda: CUT.encapsulate("vxlan"), ["cut", "50 of"]),
        (lambda: ROCE.encapsulate(), ["at least one header"]),
        (lambda: ROCE.encapsulate("rocev2"), ["rocev2 has no tunnel", "vxlan"]),
        (lambda: ROCE.encapsulate("vxlam"), ["vxlam"]),
        (lambda: ROCE.encapsulate(5), ["header", "5"]),
        (lambda: NATIVE.encapsulate("vxlan"), ["LRH does not follow VXLAN", "strict=False"]),
        (lambda: ROCE.encapsulate("VXLAN"), ["VXLAN", "link="]),
        (lambda: ROCE.decapsulate(), ["in no tunnel", "Ethernet, IPv4, UDP, BTH"]),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(make, words):
    with pytest.raises(CallerError) as raised:
        make()
    for word in words:
        assert word in str(raised.value)
