"""Every mistake that ibpkt claims to know, made on purpose."""

from __future__ import annotations

import zlib

import pytest

from ibpkt import build, decode, draft
from ibpkt.craft.carriers import CARRIERS as CRAFTED
from ibpkt.packet.crc import crc_parameters
from ibpkt.packet.diagnosis import _flipped, _syndromes, cause
from ibpkt.protocols import ICRC, VCRC
from tests.support.capture_files import erf_record
from tests.support.equality import assert_equal
from tests.support.stacks import CARRIERS, MASKED, Built, batch_of, carrier, crc16_of, icrc_of, stack


def why(packet: Built, stored: bytes) -> str:
    """The cause that is named for a packet with this ICRC."""
    data = packet.with_icrc(stored)
    check = decode(data, packet.link).icrc
    assert check.status == "bad"
    assert check.stored == stored
    assert_equal(batch_of([data], packet.link))
    return check.cause


by_carrier = pytest.mark.parametrize("name", CARRIERS)

#: (header, first bit, width) of every field that the ICRC leaves out, and the name under which people know it
FIELDS = {
    "local": {"infiniband.lrh.vl": ("LRH", 0, 4)},
    "global": {
        "infiniband.grh.tclass": ("GRH", 4, 8),
        "infiniband.grh.flowlabel": ("GRH", 12, 20),
        "infiniband.grh.hoplmt": ("GRH", 56, 8),
    },
    "RoCEv1": {
        "infiniband.grh.tclass": ("GRH", 4, 8),
        "infiniband.grh.flowlabel": ("GRH", 12, 20),
        "infiniband.grh.hoplmt": ("GRH", 56, 8),
    },
    "RoCEv2 IPv4": {
        "ip.dsfield": ("IPv4", 8, 8),
        "ip.ttl": ("IPv4", 64, 8),
        "ip.checksum": ("IPv4", 80, 16),
        "udp.checksum": ("UDP", 48, 16),
    },
    "RoCEv2 IPv6": {
        "ipv6.tclass": ("IPv6", 4, 8),
        "ipv6.flow": ("IPv6", 12, 20),
        "ipv6.hlim": ("IPv6", 56, 8),
        "udp.checksum": ("UDP", 48, 16),
    },
}
IN_BTH = {
    "infiniband.bth.fecn": ("BTH", 32, 1),
    "infiniband.bth.becn": ("BTH", 33, 1),
    "infiniband.bth.reserved6a": ("BTH", 34, 6),
}
UNMASKED = [(name, field) for name, fields in FIELDS.items() for field in (*fields, *IN_BTH)]


def unmasked(packet: Built, header: str, bit: int, width: int) -> tuple[bytes, bool]:
    """What the ICRC covers, with the bits of one field as they are."""
    body, ones = packet.covered()
    plain = packet.covered(masked=False)[0]
    start = packet.icrc_at - len(body)
    changed = bytearray(body)
    for place in range(bit, bit + width):
        at, weight = packet.header_at(header) - start + place // 8, 0x80 >> place % 8
        changed[at] = changed[at] & ~weight | plain[at] & weight
    return bytes(changed), ones


@by_carrier
def test_other_byte_order(name):
    packet = carrier(name)
    body, ones = packet.covered()
    assert "byte order" in why(packet, icrc_of(body, ones=ones)[::-1])


@by_carrier
def test_no_final_inversion(name):
    packet = carrier(name)
    body, ones = packet.covered()
    assert "final inversion" in why(packet, bytes(byte ^ 0xFF for byte in icrc_of(body, ones=ones)))


@by_carrier
def test_nothing_masked(name):
    packet = carrier(name)
    body, ones = packet.covered(masked=False)
    assert why(packet, icrc_of(body, ones=ones)) == "no field replaced by ones"


#: fields that the ICRC leaves out, all zero: no bit of another one looks as if it were masked
ZEROS = {
    "lrh": {"vl": 0}, "grh": {"tclass": 0, "flowlabel": 0, "hoplmt": 0},
    "ipv4": {"dsfield": 0, "ttl": 0, "checksum": 0}, "ipv6": {"tclass": 0, "flow": 0, "hlim": 0},
    "udp": {"checksum": 0}, "bth": {"fecn": 0, "becn": 0, "reserved6a": 0},
}  # fmt: skip


@pytest.mark.parametrize("values", [{"bth": {"fecn": 0, "becn": 0, "reserved6a": 0x15}}, ZEROS], ids=["some", "zeros"])
@pytest.mark.parametrize(("name", "field"), UNMASKED)
def test_one_field_not_masked(name, field, values):
    packet = carrier(name, **values)
    body, ones = unmasked(packet, *{**FIELDS[name], **IN_BTH}[field])
    assert why(packet, icrc_of(body, ones=ones)) == f"{field} not replaced by ones"


@by_carrier
def test_the_byte_of_fecn_and_becn_not_masked(name):
    packet = carrier(name, bth={"fecn": 1, "becn": 0, "reserved6a": 9})
    body, ones = unmasked(packet, "BTH", 32, 8)
    assert "FECN, BECN" in why(packet, icrc_of(body, ones=ones))


@by_carrier
def test_the_bytes_from_bth_on_twice(name):
    packet = carrier(name)
    body, ones = packet.covered()
    twice = body + packet.data[packet.header_at("BTH") : packet.icrc_at]
    assert "from BTH on computed a second time" in why(packet, icrc_of(twice, ones=ones))


LRH_MISTAKES = {
    "nothing masked": (lambda packet: packet.data[: packet.icrc_at], "no field replaced by ones"),
    "LRH as it stands": (lambda packet: packet.data[:8] + packet.covered()[0], "lrh"),
    "only VL masked": (lambda packet: bytes([packet.data[0] | 0xF0]) + packet.data[1:8] + packet.covered()[0], "lrh"),
}


@pytest.mark.parametrize("mistake", LRH_MISTAKES)
def test_lrh_of_a_global_packet_not_masked(mistake):
    """All of it counts as ones there; whoever takes it for a local packet masks VL alone, or nothing."""
    packet = carrier("global")
    covered, wanted = LRH_MISTAKES[mistake]
    stored = icrc_of(covered(packet), ones=False)
    assert wanted in why(packet, stored).lower()
    record = erf_record(packet.with_icrc(stored))  # LRH is not the first header there
    assert wanted in decode(record, "erf").icrc.cause.lower()


@pytest.mark.parametrize("name", ["RoCEv1", "RoCEv2 IPv4", "RoCEv2 IPv6"])
def test_without_the_eight_bytes_of_ones(name):
    packet = carrier(name)
    assert why(packet, icrc_of(packet.covered()[0], ones=False)) == (
        "computed without the eight bytes of ones in place of LRH"
    )
    assert why(packet, icrc_of(packet.covered(masked=False)[0], ones=False)) == (
        "computed without the eight bytes of ones and with no field replaced"
    )


@by_carrier
@pytest.mark.parametrize("pad", [1, 2, 3])
def test_pad_left_out(name, pad):
    packet = carrier(name, payload=bytes(range(1, 9 - pad)))
    body, ones = packet.covered()
    assert len(packet.pad) == pad
    assert why(packet, icrc_of(body[:-pad], ones=ones)) == "computed without the pad bytes"


@by_carrier
@pytest.mark.parametrize("extra", [1, 2, 3])
def test_pad_that_is_not_there(name, extra):
    packet = carrier(name, payload=bytes(range(1, 9)))
    body, ones = packet.covered()
    found = why(packet, icrc_of(body + bytes(extra), ones=ones))
    count = {1: "1 more byte", 2: "2 more bytes", 3: "3 more bytes"}[extra]
    assert found == f"computed over {count} of padding than there are"


@by_carrier
def test_one_bit_flipped_in_a_header(name):
    packet = carrier(name, 0x0A)
    decoded = decode(packet.changed(packet.header_at("BTH") + 9, 0x20), packet.link)
    assert decoded.icrc.cause == "one bit flipped: bit 21 of infiniband.bth.psn"
    decoded = decode(packet.changed(packet.header_at("BTH") + 9, 0x80), packet.link)
    assert decoded.icrc.cause == "one bit flipped: bit 23 of infiniband.bth.psn"
    decoded = decode(packet.changed(packet.header_at("RETH") + 11, 0x01), packet.link)
    assert decoded.icrc.cause == "one bit flipped: bit 0 of infiniband.reth.r_key"


@by_carrier
def test_one_bit_flipped_in_the_payload(name):
    packet = carrier(name, payload=bytes(range(64)))
    decoded = decode(packet.changed(packet.offsets[-1] + 5, 0x40), packet.link)
    assert decoded.icrc.cause == "one bit flipped: bit 6 of byte 5 of the payload"


@by_carrier
@pytest.mark.parametrize("bit", [0, 7, 8, 31])
def test_one_bit_flipped_in_the_stored_icrc(name, bit):
    packet = carrier(name)
    number = int.from_bytes(packet.data[packet.icrc_at : packet.icrc_at + 4], "little") ^ 1 << bit
    assert "stored ICRC" in why(packet, number.to_bytes(4, "little"))
    assert f"bit {bit} " in why(packet, number.to_bytes(4, "little"))


def test_every_single_bit_is_found():
    """Wherever one bit flips (and the packet keeps its form), the cause names one bit."""
    packet = carrier("RoCEv2 IPv4", 0x0A, bytes(range(200)))
    for at in (*range(packet.header_at("BTH") + 8, packet.icrc_at), packet.header_at("IPv4") + 13):
        for bit in range(8):
            found = decode(packet.changed(at, 1 << bit), packet.link).icrc.cause
            assert found.startswith("one bit flipped: "), (at, bit)


def test_bit_in_options_and_tables():
    """A flipped bit in a part of variable size and in a row of a table is named too."""
    packet = stack("ethernet", "Ethernet/IPv4/UDP/BTH", ipv4={"options": bytes(range(8))}).built()
    found = decode(packet.changed(packet.header_at("IPv4") + 23, 0x10), packet.link).icrc.cause
    assert found == "one bit flipped: bit 4 of byte 23 of IPv4"
    mad = stack(
        "infiniband", "LRH/BTH/DETH/MAD/SMP/LinearForwardingTable/SMPRest", bth={"opcode": 0x64, "destqp": 0}
    ).built(b"")
    found = decode(mad.changed(mad.header_at("LinearForwardingTable") + 17, 0x02), mad.link).icrc.cause
    assert found == "one bit flipped: bit 1 of infiniband.linearforwardingtable.port"


def test_payload_behind_options_is_counted_from_its_start():
    packet = stack("ethernet", "Ethernet/IPv4/UDP/BTH", ipv4={"options": bytes(8)}).built(bytes(32))
    found = decode(packet.changed(packet.offsets[-1] + 9, 0x01), packet.link).icrc.cause
    assert found == "one bit flipped: bit 0 of byte 9 of the payload"


def test_nothing_known():
    packet = carrier("local")
    assert why(packet, b"\x01\x23\x45\x67") == ""
    assert why(packet, icrc_of(packet.covered()[0] + bytes(4), ones=False)) == ""
    assert cause(decode(b"", "infiniband"), ICRC, b"abcd") == ""


def test_nothing_known_of_short_packets_behind_many_headers():
    """Headers before those that the ICRC covers are not looked at, however few bytes it covers."""
    for name, whole in CRAFTED.items():
        packet = build(*map(draft, (*whole.headers, "BTH")), payload=b"", icrc=b"\x01\x23\x45\x67")
        assert (packet.icrc.status, packet.icrc.cause) == ("bad", ""), name


def test_the_last_bit_that_can_be_flipped():
    """The change of a CRC that a bit before the data would make is that of no bit."""
    for which in (ICRC, VCRC):
        change = {distance: change for change, distance in _syndromes(crc_parameters(which)).items()}
        assert [_flipped(change[distance], which, 20) for distance in (0, 159, 160)] == [159, 0, None]


def test_jumbo_payload():
    """The search for a flipped bit has an end, and it does not mistake other damage for one."""
    packet = carrier("RoCEv2 IPv4", payload=bytes(12_000))
    check = decode(packet.changed(packet.offsets[-1] + 11_990, 1), packet.link).icrc
    assert check.cause == "one bit flipped: bit 0 of byte 11990 of the payload"
    assert decode(packet.changed(packet.offsets[-1] + 5, 1), packet.link).icrc.status == "bad"


# -- CRC-16 ---------------------------------------------------------------------------------------------------------


def link_packets() -> dict[str, tuple[str, Built, int, int]]:
    """(attribute, packet, first covered byte, place of the CRC) for VCRC and LPCRC."""
    data = carrier("local", 0x0A)
    flow = stack("erf", "ERF/FlowControl", flowcontrol={"op": 1, "fctbs": 5, "vl": 3, "fccl": 0xABC}).built()
    erf = stack("erf", "ERF/ERFExtension/LRH/BTH").built()
    return {
        "VCRC": ("vcrc", data, 0, data.vcrc_at),
        "LPCRC": ("lpcrc", flow, 16, flow.lpcrc_at),
        "VCRC in ERF": ("vcrc", erf, 24, erf.vcrc_at),
    }


@pytest.mark.parametrize("name", link_packets())
def test_crc16(name):
    attribute, packet, start, at = link_packets()[name]

    def found(data: bytes) -> str:
        assert_equal(batch_of([data], packet.link))
        return getattr(decode(data, packet.link), attribute).cause

    stored = crc16_of(packet.data[start:at])
    assert packet.data[at : at + 2] == stored
    assert found(packet.data[:at] + stored[::-1]) == "stored in the other byte order"
    flipped = found(packet.changed(at, 0x04, sealed=False))
    assert "bit 2 of the stored" in flipped
    if name == "LPCRC":
        assert found(packet.changed(start, 0x10, sealed=False)) == "one bit flipped: bit 0 of infiniband_link.op"
        assert found(packet.changed(start + 3, 0x80, sealed=False)) == "one bit flipped: bit 7 of infiniband_link.fccl"
    else:
        assert found(packet.changed(start, 0x01, sealed=False)) == "one bit flipped: bit 0 of infiniband.lrh.lver"
        assert found(packet.changed(start + 7, 0x80, sealed=False)) == "one bit flipped: bit 7 of infiniband.lrh.slid"
        inside = found(packet.changed(packet.offsets[-1] + 1, 0x02, sealed=False))
        assert inside == "one bit flipped: bit 1 of byte 1 of the payload"


def test_masks_of_the_tests_are_those_of_the_table():
    """One of them by hand, so that the tests above do not rest on a wrong table."""
    assert bytes.fromhex(MASKED["GRH"])[:8] == b"\x0f\xff\xff\xff\0\0\0\xff"
    packet = carrier("RoCEv2 IPv4")
    body, _ = packet.covered()
    assert body[1] == body[8] == body[10] == body[11] == body[26] == body[27] == body[32] == 0xFF
    assert zlib.crc32(b"\xff" * 8 + body).to_bytes(4, "little") == packet.data[-4:]
