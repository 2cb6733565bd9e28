"""CRCs right or wrong on purpose, and arguments that are not what they should be."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, strategies as st

from ibpkt import build, draft, fragment
from ibpkt.errors import CallerError
from ibpkt.packet import decode
from ibpkt.protocols import BTH

NATIVE = build("LRH", BTH(psn=5), payload=b"payload")
ROCE = build("Ethernet", "IPv4", "UDP", BTH(psn=5), payload=b"payload")


def made(**options):
    """The packet by the builder, by replacing in the right one, and by replacing in one that is wrong."""
    first = build("LRH", BTH(psn=5), payload=b"payload", **options)
    assert NATIVE.replace(**options) == first
    assert build("LRH", BTH(psn=5), payload=b"payload", icrc=7, vcrc=7).replace(**options) == first
    return first


def differing_bits(a, b):
    assert len(a) == len(b)
    return (int.from_bytes(a, "big") ^ int.from_bytes(b, "big")).bit_count()


@given(st.integers(1, 32))
def test_bits_of_an_icrc_are_flipped(bits):
    packet = made(icrc=f"flip {bits} bits" if bits > 1 else "flip 1 bit")
    assert packet.icrc.status == "bad"
    assert differing_bits(packet.icrc.stored, packet.icrc.computed) == bits
    assert packet.icrc.computed == NATIVE.icrc.stored
    assert packet.vcrc  # it covers the wrong ICRC


@given(st.integers(1, 16))
def test_bits_of_a_vcrc_are_flipped(bits):
    packet = made(vcrc=f"flip {bits} bits")
    assert packet.icrc
    assert differing_bits(packet.vcrc.stored, packet.vcrc.computed) == bits


def test_a_number_is_a_crc_as_it_is_printed():
    packet = made(icrc=0xDEADBEEF, vcrc=0x1234)
    assert packet.icrc.stored == b"\xde\xad\xbe\xef"
    assert packet.icrc.number == "0xdeadbeef"
    assert packet.vcrc.stored == b"\x12\x34"
    assert made(icrc=int(NATIVE.icrc.number, 16)).icrc


def test_words_and_bytes():
    assert made(icrc="right", vcrc="right") == made() == NATIVE
    assert made(icrc="wrong").icrc.cause == "stored without the final inversion"
    assert made(icrc=b"abcd").icrc.stored == made(icrc=bytearray(b"abcd")).icrc.stored == b"abcd"
    assert made(icrc="none") == made(icrc=b"")
    assert made(icrc="none").lrh.pktlen == NATIVE.lrh.pktlen - 1
    assert made(vcrc="none").vcrc.status == "absent"
    assert NATIVE.replace(vcrc="none").replace(vcrc="right") == NATIVE


def test_both_crcs_are_wrong_by_themselves():
    packet = made(icrc="flip 2 bits", vcrc="flip 1 bit")
    assert differing_bits(packet.icrc.stored, packet.icrc.computed) == 2
    assert differing_bits(packet.vcrc.stored, packet.vcrc.computed) == 1


def test_the_crc_of_a_flow_control_packet():
    right = build("ERF", "FlowControl")
    wrong = build("ERF", "FlowControl", vcrc="flip 3 bits")
    assert differing_bits(wrong.lpcrc.stored, right.lpcrc.stored) == 3
    assert right.replace(vcrc="flip 3 bits") == wrong
    assert wrong.replace() == right


def test_pad_and_trailer_are_replaced():
    assert NATIVE.pad == b"\0"
    packet = NATIVE.replace(pad=b"\1", trailer=b"end")
    assert (packet.pad, packet.payload, packet.trailer) == (b"\1", b"payload", b"end")
    assert packet.icrc
    assert packet.vcrc
    assert packet.replace(pad=b"\0", trailer=b"") == NATIVE
    assert ROCE.replace(pad=b"\1\2").bth.padcnt == 2


def test_a_payload_that_looks_like_a_packet_stays():
    """No BTH was given: the end of the payload is no place for an ICRC."""
    payload = bytes(range(40))
    assert build("LRH", "GRH", payload=payload).data[48:-2] == payload
    inner = ROCE.replace(icrc="flip 1 bit")
    tunnelled = build("Ethernet", "IPv4", "UDP", "VXLAN", payload=inner)
    assert decode(tunnelled.data[50:], "ethernet") == inner


def test_an_icrc_of_a_first_fragment_is_stored_where_it_was_given():
    packet = build("Ethernet", draft("IPv4", flags=1), "UDP", "BTH", payload=bytes(8), icrc=b"abcd")
    assert packet.data.endswith(b"abcd")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"icrc": "flip 33 bits"}, ['"flip 32 bits"', "'flip 33 bits'"]),
        ({"icrc": "flip 0 bits"}, ["'flip 0 bits'"]),
        ({"icrc": "rigth"}, ["did you mean right"]),
        ({"icrc": 1 << 32}, ["0xffffffff"]),
        ({"icrc": -1}, ["0xffffffff", "-1"]),
        ({"icrc": b"abc"}, ["4 bytes, or none, not 3"]),
        ({"icrc": True}, ["not True"]),
        ({"icrc": 1.5}, ["not 1.5"]),
        ({"vcrc": "flip 17 bits"}, ['"flip 16 bits"']),
        ({"vcrc": b"abcd"}, ["2 bytes, or none, not 4"]),
        ({"payload": "text"}, ["payload", "bytes", "not 'text'"]),
        ({"payload": 5}, ["payload", "bytes", "not 5"]),
        ({"payload": [1, 2]}, ["payload", "bytes", "[1, 2]"]),
        ({"pad": 3}, ["pad", "bytes", "not 3"]),
        ({"trailer": "x"}, ["trailer", "bytes", "'x'"]),
    ],
)
def test_wrong_parts(options, words):
    for make in (lambda: build("LRH", "BTH", **options), lambda: NATIVE.replace(**options)):
        with pytest.raises(CallerError) as raised:
            make()
        for word in words:
            assert word in str(raised.value)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: build("LRH", "BTH", link=5.5), ["link", "5.5"]),
        (lambda: build("LRH", "BTH", link=True), ["link", "True"]),
        (lambda: build("LRH", "BTH", link="infinband"), ["did you mean infiniband"]),
        (lambda: build("LRH", "BTH", link=12345), ["LRH", "12345", "strict=False"]),
        (lambda: build("LRH", "BTH", link="ethernet"), ["LRH", "ethernet", "strict=False"]),
        (lambda: build("LRH", "BTH", roce_port="x"), ["roce_port", "65535", "'x'"]),
        (lambda: build("LRH", "BTH", roce_port=65536), ["roce_port", "65535", "65536"]),
        (lambda: build("LRH", "BTH", "UDP"), ["UDP does not follow BTH"]),
        (lambda: build("LRH", "BTH", "MAD"), ["MAD does not follow BTH"]),
        (lambda: build("LRH", "BTH", "RETH", "AETH"), ["AETH does not follow RETH"]),
        (lambda: build("Ethernet", "IPv4", icrc=5), ["icrc", "ICRC"]),
        (lambda: build("Ethernet", "IPv4", "UDP", "BTH", vcrc="wrong"), ["vcrc", "VCRC"]),
        (lambda: ROCE.replace(vcrc=5), ["vcrc", "VCRC"]),
        (lambda: ROCE.replace(psn=5), ["psn", "did you mean bth__psn"]),
        (lambda: ROCE.replace(bth=5), ["bth names no field", "bth__psn"]),
        (lambda: ROCE.replace(bht__psn=5), ["bht", "did you mean bth"]),
        (lambda: ROCE.replace(ipv4_2__ttl=5), ["ipv4_2", "ethernet, ipv4, udp, bth"]),
        (lambda: ROCE.replace(bth__psn=5.5), ["BTH.psn", "5.5", "whole number"]),
        (lambda: build("LRH", "BTH", strict="no"), ["strict", "True or False, not 'no'"]),
        (lambda: ROCE.replace(lengths="no"), ["lengths", "True or False, not 'no'"]),
        (lambda: ROCE.replace(crcs=None), ["crcs", "True or False, not None"]),
        (lambda: ROCE.insert("VLAN", after="Ethernet", crcs=1), ["crcs", "True or False, not 1"]),
        (lambda: ROCE.remove("Ethernet", strict=0), ["strict", "True or False, not 0"]),
        (lambda: ROCE.encapsulate("gre", strict=0), ["strict", "True or False, not 0"]),
        (lambda: ROCE.decapsulate(all="yes"), ["all", "True or False, not 'yes'"]),
        (lambda: fragment(ROCE, 256, strict=0), ["strict", "True or False, not 0"]),
        (lambda: draft(5), ["header", "5"]),
        (lambda: draft(None), ["header", "None"]),
        (lambda: draft("GUIDInfo", guid=5), ["GUIDInfo.guid", "8 values", "5"]),
        (lambda: draft("GUIDInfo", guid=1.5), ["GUIDInfo.guid", "8 values", "1.5"]),
        (lambda: draft("GUIDInfo", guid=[1]), ["GUIDInfo.guid", "8 rows", "1"]),
        (lambda: draft("GUIDInfo", guid={1: 2}), ["GUIDInfo.guid", "8 values"]),
    ],
)
def test_wrong_arguments(make, words):
    with pytest.raises(CallerError) as raised:
        make()
    for word in words:
        assert word in str(raised.value)


@pytest.mark.parametrize("field", ["BTH.psn", "BTH.opcode", "IPv4.ecn", "IPv4.src", "Ethernet.dst", "IPv4.options"])
@pytest.mark.parametrize("value", [5.7, float("nan"), float("inf"), True, Decimal("5.7"), {}, {5}, object(), 1j, b""])
def test_what_is_no_value_of_a_field(field, value):
    header, name = field.split(".")
    if (field, value) == ("IPv4.options", b""):
        return
    with pytest.raises(CallerError, match=field):
        draft(header, **{name: value})


def test_a_flag_takes_a_boolean():
    assert draft("BTH", fecn=True) == draft("BTH", fecn=1)
    assert build("LRH", BTH(fecn=True)).replace(bth__fecn=False).bth.fecn is False


def test_a_cut_packet_is_not_built_again():
    cut = decode(NATIVE.data[:22], "infiniband", wirelen=len(NATIVE.data))
    with pytest.raises(CallerError, match="22 of 34 bytes"):
        cut.replace(bth__psn=6)
    short = decode(NATIVE.data[:12], "infiniband")
    with pytest.raises(CallerError, match="not whole"):
        short.replace(lrh__sl=6)


def test_second_headers_have_numbers():
    packet = build("Ethernet", "IPv4", "UDP", "VXLAN", "Ethernet", "IPv4", "UDP", "BTH")
    other = packet.replace(ipv4_2__ttl=3, ipv4_2__src="10.0.0.7", udp_2__srcport=7, ipv4_1__ttl=9)
    assert [layer.ttl for layer in other.all("IPv4")] == [9, 3]
    assert [layer.srcport for layer in other.all("UDP")] == [0, 7]
    assert other.icrc
    assert other.replace(ipv4_2__ttl=64, ipv4_2__src=0, udp_2__srcport=0, ipv4__ttl=None) == packet


def test_none_leaves_a_field_open():
    wrong = ROCE.replace(ipv4__len=7, lengths=False)
    assert wrong.ipv4.len == 7
    assert ROCE.replace(bth__psn=None).bth.psn == 0
    assert ROCE.replace(ipv4__len=None, lengths=False) == ROCE


def test_a_right_udp_checksum_stays_right():
    """It is optional: 0 says that there is none, and stays so."""
    summed = ROCE.replace(udp__checksum=1)
    wrong = summed.replace(bth__psn=9)
    assert wrong.udp.checksum == 1
    right = udp_sum(summed)
    packet = summed.replace(udp__checksum=right)
    other = packet.replace(bth__psn=6, payload=b"other")
    assert other.udp.checksum == udp_sum(other) != right
    assert packet.replace(bth__psn=6, udp__checksum=right).udp.checksum == right
    assert packet.replace(bth__psn=6, lengths=False).udp.checksum == right
    assert other.icrc


def udp_sum(packet):
    """RFC 768 in the plainest form."""
    data = bytearray(packet.data[packet.udp.offset :])
    data[6:8] = bytes(2)
    source = packet.data[packet.ipv4.offset + 12 : packet.ipv4.offset + 20]
    total = source + bytes([0, 17]) + packet.udp.length.to_bytes(2, "big") + bytes(data)
    total += bytes(len(total) & 1)
    words = sum(int.from_bytes(total[at : at + 2], "big") for at in range(0, len(total), 2))
    return 0xFFFF - (words % 0xFFFF)
