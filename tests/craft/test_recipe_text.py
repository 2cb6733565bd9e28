"""`Packet.to_yaml`: a recipe that makes the packet again."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

import ibpkt
from ibpkt import CallerError, build, decode, draft, strategies
from ibpkt.craft import recipe
from ibpkt.protocols import BTH, LINKS
from tests.fuzz.test_any_bytes import mutated
from tests.support.command import run
from tests.support.first_packets import packets_of_shapes
from tests.support.shared import captures


def again(packet):
    """The packet that its recipe gives."""
    [other] = recipe.packets(packet.to_yaml())
    assert other == packet, packet.to_yaml()
    if packet.layers and packet.link != LINKS["erf"]:  # an ERF record says its own length on the wire
        assert other.wirelen == packet.wirelen
    return other


def test_what_it_looks_like():
    packet = build(
        draft("Ethernet", src="02:00:00:00:00:01"), draft("IPv6", src="fe80::1", dst="::1", ecn="CE"), "UDP",
        draft("BTH", opcode="RC RDMA WRITE Last", destqp=0x11), payload=bytes(9), vcrc=None, icrc=b"\1\2\3\4",
    )  # fmt: skip
    packet.time, packet.comments = 1_700_000_000_123_456_789, ("wrong: on purpose",)
    assert packet.to_yaml() == (
        "packets:\n"
        "  - stack:\n"
        "      - Ethernet: {src: 02:00:00:00:00:01}\n"
        '      - IPv6: {ecn: CE, src: "fe80::1", dst: "::1"}\n'
        "      - UDP\n"
        "      - BTH: {opcode: RC RDMA WRITE Last, destqp: 0x11}\n"
        "    payload: {zeros: 9}\n"
        "    icrc: 0x01020304\n"
        "    time: 2023-11-14T22:13:20.123456789Z\n"
        '    comment: "wrong: on purpose"\n'
    )
    other = again(packet)
    assert (other.time, other.comments) == (packet.time, packet.comments)


def test_names_that_are_numbers_stay_names():
    req = build("LRH", "BTH", "DETH", draft("MAD", mgmtclass=7), draft("REQ", pppmtu="4096"), payload=bytes(92))
    assert 'pppmtu: "4096"' in req.to_yaml()
    assert again(req).req.raw["pppmtu"] == req.req.raw["pppmtu"]


def test_bytes_that_are_no_text():
    smp = ("LRH", "BTH", "DETH", draft("MAD", mgmtclass=1, attributeid=0x10), "SMP")
    named = build(*smp, draft("NodeDescription", nodestring="leaf: 7"), "SMPRest")
    assert 'nodestring: "leaf: 7"' in named.to_yaml()
    again(named)
    odd = build(*smp, draft("NodeDescription", nodestring=b"\xff" * 64), "SMPRest")
    assert 'nodestring: {hex: "ffff' in odd.to_yaml()
    again(odd)


def test_a_packet_that_the_capture_has_cut():
    whole = build("Ethernet", "IPv4", "UDP", draft("BTH", psn=7), payload=b"0123456789")
    cut = decode(whole.data[:50], "ethernet", wirelen=len(whole.data))
    assert "    cut: 50\n" in cut.to_yaml()
    again(cut)


def test_bytes_of_which_nothing_is_known():
    assert decode(b"\1\2", 300).to_yaml() == 'link: 300\npackets:\n  - bytes: {hex: "0102"}\n'
    again(decode(b"\1\2", 300))
    again(decode(b"", "ethernet"))
    with pytest.raises(CallerError, match="begins with BTH has no link type"):
        build("BTH", link=BTH).to_yaml()


@given(strategies.packets() | strategies.stacks() | strategies.packets(valid=False) | strategies.stacks(valid=False))
def test_packets_of_strategies(packet):
    again(packet)


@pytest.mark.costly
@given(mutated())
def test_mutated_packets(case):
    data, link, wirelen = case
    again(decode(data, link, wirelen=wirelen))


@given(st.binary(max_size=200), st.sampled_from(sorted(LINKS.values())), st.none() | st.integers(0, 300))
def test_any_bytes(data, link, wirelen):
    again(decode(data, link, wirelen=wirelen))


@pytest.mark.sweep
@pytest.mark.parametrize("path", captures(), ids=lambda path: path.name)
def test_captures(path):
    for packet in packets_of_shapes(path, 1):
        assert again(packet).time == packet.time


def test_the_command_takes_it(tmp_path):
    with ibpkt.open("captures/rc_read.pcap") as capture:
        packet = next(packet for packet in capture if "RETH" in packet)
    (tmp_path / "read.yaml").write_text(packet.to_yaml(), encoding="utf-8")
    assert run("craft", "yaml", tmp_path / "read.yaml", "-w", tmp_path / "read.pcap").code == 0
    with ibpkt.open(tmp_path / "read.pcap") as capture:
        [other] = capture
    assert (other, other.time) == (packet, packet.time)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('link: raw\npackets:\n- {bytes: {hex: "0g"}}\n', "2:3: expected pairs of hexadecimal digits"),
        ('packets:\n- {bytes: {hex: "00"}}\n', "bytes need the link of the recipe"),
        ('link: raw\npackets:\n- {bytes: {hex: "00"}, stack: [LRH]}\n', "a packet has a stack or bytes"),
        ('link: raw\npackets:\n- {bytes: {hex: "00"}, payload: a}\n', "payload does not go with bytes"),
        ("packets:\n- {payload: a}\n", "a packet needs a stack"),
        ("packets:\n- stack: [NodeDescription: {nodestring: {text: a}}]\n", "has no key 'text'"),
        ("packets:\n- stack: [NodeDescription: {nodestring: {}}]\n", "needs hex"),
    ],
)
def test_errors(text, says):
    with pytest.raises(CallerError) as caught:
        list(recipe.packets(text))
    assert says.removeprefix("2:3: ") in str(caught.value)
