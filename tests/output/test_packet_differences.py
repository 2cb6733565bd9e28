"""What distinguishes two packets, as people read it."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from ibpkt import CallerError, build, decode, draft, strategies
from ibpkt.output.packet_differences import (
    as_packet,
    differences,
    draft_explanation,
    explanation,
    ignorable,
    layer_explanation,
    list_explanation,
)
from tests.fuzz.test_any_bytes import mutated


def roce(psn=7, payload=b"hello", *more, **options):
    return build("Ethernet", draft("IPv4", **options), "UDP", draft("BTH", psn=psn), *more, payload=payload)


def texts(left, right, *ignore):
    return [str(each) for each in differences(left, right, ignore)]


def test_equal_packets_have_none():
    assert differences(roce(), roce()) == []
    assert explanation(roce(), roce()) == []


def test_a_field():
    left, right = roce(7), roce(8)
    assert texts(left, right) == [
        "byte 51: BTH.psn: 7 != 8",
        f"byte 62: ICRC: 0x{left.icrc.stored.hex()} [good] != 0x{right.icrc.stored.hex()} [good]",
    ]
    assert explanation(left, right)[0] == "Ethernet/IPv4/UDP/BTH (66 bytes) == Ethernet/IPv4/UDP/BTH (66 bytes)"
    assert texts(left, right, "icrc") == ["byte 51: BTH.psn: 7 != 8"]
    assert texts(left, right, "icrc", "bth.psn") == []
    assert texts(left, right, "ICRC", "infiniband.bth.psn") == []
    assert texts(left, right, "icrc", "BTH") == []


def test_parts_of_a_field():
    assert texts(roce(ecn="CE"), roce(ecn="ECT(0)"), "icrc", "ipv4.checksum") == [
        "byte 15: IPv4.ecn: CE (3) != ECT(0) (2)"
    ]
    assert texts(roce(ecn="CE"), roce(ecn="ECT(0)"), "ipv4.checksum", "ipv4.ecn") == []
    assert texts(roce(ecn="CE"), roce(dscp=3), "ipv4.checksum", "ipv4.ecn") == ["byte 15: IPv4.dscp: 0 != 3"]
    ack, nak = (build("LRH", "BTH", draft("AETH", syndrome=value)) for value in (31, 0x62))
    assert texts(ack, nak, "icrc", "vcrc") == [
        "byte 20: AETH.syndrome: 31 != 98"  # credits have no meaning in a NAK: the field as a whole
    ]


def test_enumerated_values_and_rows():
    first = draft("BTH", opcode="RC SEND First", psn=7)
    left, right = roce(), build("Ethernet", "IPv4", "UDP", first, payload=b"hello")
    assert texts(left, right, "icrc") == ["byte 42: BTH.opcode: RC SEND Only (4) != RC SEND First (0)"]
    table = [
        build("LRH", "BTH", "DETH", draft("MAD", mgmtclass=1, attributeid=0x19), "SMP",
              draft("LinearForwardingTable", port=(0, value) + (0,) * 62), "SMPRest")
        for value in (1, 2)
    ]  # fmt: skip
    assert texts(*table, "icrc", "vcrc") == [
        f"byte {table[0]['LinearForwardingTable'].offset + 1}: LinearForwardingTable.port[1]: 0x01 != 0x02"
    ]
    assert texts(*table, "icrc", "vcrc", "linearforwardingtable.port") == []


def test_payloads():
    assert texts(roce(payload=b"hello"), roce(payload=b"heLlo"), "icrc") == [
        "byte 56: payload: 1 of 5 bytes differ, from its byte 2 on 6c 6c 6f != 4c 6c 6f"
    ]
    shorter = texts(roce(payload=b"hello"), roce(payload=b"hell"), "icrc")
    assert "byte 58: payload: 5 bytes != 4 bytes, from its byte 4 on 6f != nothing" in shorter
    assert any("BTH.padcnt: 3 bytes != 0 bytes" in text for text in shorter)
    long = texts(roce(payload=bytes(40)), roce(payload=bytes(20) + b"\1" * 20), "icrc")
    shown = f"{bytes(16).hex(' ')} … != {(bytes([1]) * 16).hex(' ')} …"
    assert long == [f"byte 74: payload: 20 of 40 bytes differ, from its byte 20 on {shown}"]
    assert texts(roce(payload=b"a"), roce(payload=b"b"), "icrc", "payload") == []


def test_headers_that_only_one_has():
    tagged = build("Ethernet", draft("VLAN", id=5), "IPv4", "UDP", draft("BTH", psn=8), payload=b"hello")
    found = texts(roce(), tagged, "icrc")
    assert found[0] == "byte 12: Ethernet.type: IPv4 (0x0800) != 802.1Q VLAN (0x8100)"
    assert found[1].startswith("byte 14: VLAN: only right: VLAN(")
    assert found[2] == "byte 51 / 55: BTH.psn: 7 != 8"
    assert texts(tagged, roce(), "icrc")[1].startswith("byte 14: VLAN: only left: VLAN(")
    assert texts(roce(8), tagged, "vlan", "ethernet.type") == []


def test_the_second_header_of_a_kind():
    one, two = (
        build("Ethernet", draft("VLAN", id=5), draft("VLAN", id=number), "IPv4", "UDP", "BTH") for number in (1, 2)
    )
    assert texts(one, two) == ["byte 18: VLAN[1].id: 1 != 2"]


def test_crcs():
    packet = build("LRH", "BTH")
    wrong = build("LRH", "BTH", icrc=b"\1\2\3\4")
    assert texts(packet, wrong, "vcrc") == [f"byte 20: ICRC: 0x{packet.icrc.stored.hex()} [good] != 0x01020304 [bad]"]
    none = build("LRH", "BTH", vcrc=b"")
    assert texts(packet, none) == [f"byte 24: VCRC: 0x{packet.vcrc.stored.hex()} [good] != absent"]


def test_link_types_and_where_decoding_stopped():
    assert texts(build("IPv4", "UDP", "BTH"), build("IPv4", "UDP", "BTH", link="ipv4")) == ["link type: raw != ipv4"]
    data = roce().data
    found = texts(decode(data, 1), decode(data[:50], 1, wirelen=len(data)))
    assert found[-1].startswith("decoding: complete != cut by the capture: BTH at byte 42 needs 12 bytes")


@given(strategies.stacks() | strategies.packets(valid=False), st.data())
def test_whatever_differs_is_found(packet, data):
    """A packet with one changed bit or byte is never taken for the same, nor is a packet said to differ from itself."""
    assert differences(packet, decode(packet.data, packet.link)) == []
    other = decode(data.draw(strategies.mutated(packet)), packet.link)
    assert bool(differences(packet, other)) is (packet != other)
    for each in differences(packet, other):
        assert "\n" not in str(each)


@given(mutated())
def test_any_packets(case):
    data, link, wirelen = case
    packet = decode(data, link, wirelen=wirelen)
    whole = decode(data + b"\0", link)
    assert differences(packet, whole) != []
    assert explanation(whole, packet)[1:]


def test_every_field_can_be_ignored():
    known = ignorable()
    assert {"ip.src", "ipv4.src", "infiniband.bth.psn", "bth", "icrc", "payload"} <= known.keys()
    assert [leaf.name for leaf in known["ip.addr"]] == ["src", "dst"]
    with pytest.raises(CallerError, match=r"nothing to ignore of the name 'bth.pns'; did you mean bth.psn"):
        differences(roce(), roce(), ["bth.pns"])
    with pytest.raises(CallerError, match="ignore takes names, such as"):
        differences(roce(), roce(), 5)
    with pytest.raises(CallerError, match="nothing to ignore of the name 5"):
        differences(roce(), roce(), [5])
    assert differences(roce(), roce(8, b"hellO"), "icrc")[0].name == "BTH.psn"  # one name alone
    with pytest.raises(CallerError, match=r"'ip\.hdr_len'"):  # computed from others
        differences(roce(), roce(), ["ip.hdr_len"])


def test_layers():
    assert layer_explanation(roce(7).bth, roce(8).bth) == ["BTH == BTH", "byte 51: BTH.psn: 7 != 8"]
    lines = layer_explanation(roce().bth, roce().udp)
    assert lines[0] == "BTH == UDP"
    assert lines[1].startswith("left: BTH(opcode='RC SEND Only'")


def test_drafts():
    assert draft_explanation(draft("BTH", psn=7), draft("BTH", psn=8, a=1)) == [
        "BTH == BTH",
        "BTH.psn: 7 != 8",
        "BTH.a: not given != 1",
    ]
    assert draft_explanation(draft("BTH", psn=7), draft("LRH")) == [
        "BTH == LRH",
        "left: ibpkt.draft('BTH', psn=7)",
        "right: ibpkt.draft('LRH')",
    ]


def test_lists():
    packets = [roce(number) for number in range(6)]
    assert list_explanation(packets, list(packets)) == []
    other = [packets[0], roce(9), *packets[2:4]]
    lines = list_explanation(packets, other)
    assert lines[0] == "6 packets == 4 packets"
    assert lines[1].startswith("packet 2 (index 1): Ethernet/IPv4/UDP/BTH")
    assert lines[2] == "  byte 51: BTH.psn: 1 != 9"
    assert lines[-1] == "only left, from index 4 on: 2, first Ethernet/IPv4/UDP/BTH (66 bytes)"
    assert list_explanation([], packets)[-1].startswith("only right, from index 0 on: 6, first")
    assert "and 3 more packets differ" in list_explanation(packets, [roce(90 + number) for number in range(6)])
    assert list_explanation(packets, other[:1] + packets[1:], ["icrc"]) == []
    assert list_explanation([packets[0], 5], [packets[0], 6])[1:] == ["packet 2 (index 1): 5 == 6"]


def test_bytes_as_packets():
    assert as_packet(roce().data, roce()) == roce()
    with pytest.raises(CallerError, match="one of the two must be a packet"):
        as_packet(b"", b"")
    with pytest.raises(CallerError, match="can be compared, not int"):
        as_packet(5, roce())
