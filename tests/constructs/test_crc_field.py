"""ICRC, VCRC and LPCRC as constructs in the declarations of other people."""

from __future__ import annotations

import construct
import pytest
from construct import Bytes, Int8ub, RawCopy, Struct, this
from hypothesis import given, strategies as st

from ibpkt import CallerError, decode
from ibpkt.constructs import CRCField, LinkPacket
from ibpkt.packet import Status
from ibpkt.protocols import BTH, GRH, ICRC, LPCRC, LRH, UDP, VCRC, Ethernet, FlowControl, IPv4
from tests.support.stacks import carrier, crc16_of, stack

LOCAL = carrier("local", payload=bytes(range(16)))
#: native InfiniBand in construct's own words, with the CRCs of ibpkt
NATIVE = Struct(
    "packet"
    / RawCopy(
        Struct(
            "invariant" / RawCopy(Struct("lrh" / LRH, "bth" / BTH, "payload" / Bytes(16))),
            "icrc" / CRCField(ICRC, this.invariant.data, headers=(LRH, BTH)),
        )
    ),
    "vcrc" / CRCField(VCRC, this.packet.data),
)


def values(**more):
    """What `NATIVE` builds from."""
    lrh = {"lnh": 2, "pktlen": 10, "vl": 3}
    inner = {"invariant": {"value": {"lrh": lrh, "bth": {"opcode": 4, "psn": 5}, "payload": bytes(16)}}, **more}
    return {"packet": {"value": inner}}


def test_verified():
    parsed = NATIVE.parse(LOCAL.data)
    packet = decode(LOCAL.data, LOCAL.link)
    icrc = parsed.packet.value.icrc
    assert (icrc.status, icrc.stored, icrc.computed, icrc.good) == (*packet.icrc[:3], True)
    assert (parsed.vcrc.status, parsed.vcrc.stored, parsed.vcrc.computed) == packet.vcrc[:3]


def test_computed():
    data = NATIVE.build(values())
    packet = decode(data, "infiniband")
    assert packet.icrc
    assert packet.vcrc
    assert packet.lrh.vl == 3


def test_virtual_lane_does_not_count():
    """A variant field: a switch may change it, and only the VCRC with it."""
    data = NATIVE.build(values())
    parsed = NATIVE.parse(bytes([data[0] ^ 0x30]) + data[1:])
    assert parsed.packet.value.icrc.good
    assert not parsed.vcrc.good


@pytest.mark.parametrize("given_crc", [b"\x12\x34\x56\x78", bytearray(b"\x12\x34\x56\x78"), 0x12345678])
def test_given(given_crc):
    data = NATIVE.build(values(icrc=given_crc))
    assert data[-6:-2] == b"\x12\x34\x56\x78"
    parsed = NATIVE.parse(data)
    assert parsed.packet.value.icrc.status is Status.BAD
    assert parsed.vcrc.good  # it covers the ICRC, whatever that is
    again = NATIVE.build(values(icrc=parsed.packet.value.icrc))
    assert again == data


def test_zero():
    parsed = NATIVE.parse(NATIVE.build(values(icrc=bytes(4))))
    assert (parsed.packet.value.icrc.status, parsed.packet.value.icrc.good) == ("zero", False)


def test_none_means_computed():
    assert NATIVE.build(values(icrc=None)) == NATIVE.build(values(icrc={"stored": None})) == NATIVE.build(values())


@pytest.mark.parametrize(
    ("given_crc", "error"),
    [(b"123", construct.StreamError), (1 << 32, construct.IntegerError), (-1, construct.IntegerError)],
)
def test_given_what_does_not_fit(given_crc, error):
    with pytest.raises(error, match="packet -> icrc"):
        NATIVE.build(values(icrc=given_crc))


def test_size():
    assert [CRCField(which, b"").sizeof() for which in (ICRC, VCRC, LPCRC)] == [4, 2, 2]
    assert NATIVE.sizeof() == 8 + 12 + 16 + 4 + 2


def test_cut():
    with pytest.raises(construct.StreamError, match="-> vcrc"):
        NATIVE.parse(LOCAL.data[:-1])


def test_strict():
    strict = Struct("data" / Bytes(4), "icrc" / CRCField(ICRC, this.data, strict=True))
    data = strict.build({"data": b"abcd"})
    assert strict.parse(data).icrc.good
    with pytest.raises(construct.ChecksumError, match=r"\(parsing\) -> icrc\nwrong ICRC, read 0x00"):
        strict.parse(b"abcd\0\0\0\0")


@given(st.binary(max_size=60))
def test_plain_bytes(data):
    """Without headers nothing is masked: the CRC of just these bytes."""
    size = len(data)
    plain = Struct("data" / Bytes(size), "crc" / CRCField(VCRC, this.data))
    assert plain.build({"data": data}) == data + crc16_of(data)
    assert CRCField(VCRC, data).build(None) == crc16_of(data)


@pytest.mark.parametrize(
    ("made", "skipped", "headers"),
    [
        (carrier("global"), 8, (GRH, BTH)),
        (carrier("RoCEv1"), 14, (GRH, BTH)),
        (carrier("RoCEv2 IPv4"), 14, (IPv4, UDP, BTH)),
        (carrier("RoCEv2 IPv4"), 0, (Ethernet, IPv4, UDP, BTH)),
        (stack("ethernet", "Ethernet/IPv4/UDP/BTH", ipv4={"options": bytes(8)}).built(), 14, (IPv4, UDP, BTH)),
    ],
    ids=["global", "RoCEv1", "RoCEv2", "from Ethernet", "IP options"],
)
def test_masks_come_from_the_declarations(made, skipped, headers):
    region = made.data[skipped : made.icrc_at]
    stored = made.data[made.icrc_at : made.icrc_at + 4]
    assert CRCField(ICRC, region, headers).build(None) == stored
    assert CRCField(ICRC, lambda this: region, lambda this: headers).parse(stored).good


def test_headers_by_context():
    """Whether there is a GRH may depend on what was parsed."""
    either = Struct(
        "covered"
        / RawCopy(
            Struct(
                "lrh" / LRH,
                "grh" / construct.If(this.lrh.lnh == 3, GRH),
                "bth" / BTH,
                "payload" / Bytes(lambda this: len(made.payload + made.pad)),
            )
        ),
        "icrc"
        / CRCField(ICRC, this.covered.data, lambda this: (LRH, GRH, BTH) if this.covered.value.grh else (LRH, BTH)),
    )
    for name in ("local", "global"):
        made = carrier(name, 4)
        assert either.parse(made.data).icrc.good, name


def test_refused():
    with pytest.raises(CallerError, match="BTH is no CRC"):
        CRCField(BTH, b"")
    with pytest.raises(construct.StreamError, match="the covered bytes end in BTH, which takes 12 bytes at byte 8"):
        CRCField(ICRC, bytes(12), (LRH, BTH)).build(None)
    with pytest.raises(construct.ValidationError, match="no ICRC covers these headers"):
        CRCField(ICRC, bytes(20), (UDP, BTH)).build(None)


def test_link_packet():
    """The credits of a link, and the only packets of fixed size."""
    data = bytes.fromhex("00050123e4c0")
    parsed = LinkPacket.parse(data)
    assert parsed.lpcrc.good
    assert (parsed.flowcontrol.fctbs, parsed.flowcontrol.fccl) == (5, 0x123)
    assert LinkPacket.build(parsed) == data
    assert LinkPacket.build({"flowcontrol": {"fctbs": 5, "fccl": 0x123}}) == data
    assert LinkPacket.sizeof() == FlowControl.size + LPCRC.size == 6
    assert Struct("count" / Int8ub, "packets" / LinkPacket[this.count]).parse(b"\2" + 2 * data).packets[1].lpcrc.good
