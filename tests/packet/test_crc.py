"""The CRCs of one packet, by crcmod: against vectors that others published, and against other implementations."""

from __future__ import annotations

import json
import subprocess
import sys
import zlib

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ibpkt import decode
from ibpkt.errors import CallerError
from ibpkt.packet import crc_bytes, crc_function, crc_parameters
from ibpkt.protocols import BTH, ICRC, LINKS, LPCRC, VCRC
from tests.support.equality import assert_equal
from tests.support.shared import CAPTURES, REPOSITORY, needs
from tests.support.stacks import batch_of, crc16_of

#: vectors V1 (the IBA specification's sample packet, here with FECN, BECN and Resv6a all ones) to V8
VECTORS = {
    "V1 IBA sample, local": (
        "infiniband",
        (
            "7012375c000e17d20a2024870087b1b3000dec2a01710a1c015d400238f27a050000000e"
            "bb884d85fd5cfba4728bc0690ed400009625b75a45fa"
        ),
    ),
    "V2 IBA sample, global": (
        "infiniband",
        (
            "7013375c001817d2600000000032001000000000000001250000000000000026000000000000011700000000000000960a202487"
            "0087b1b3000dec2a01710a1c015d400238f27a050000000ebb884d85fd5cfba4728bc0690ed400001493ec467c44"
        ),
    ),
    "V3 RoCEv2 IPv4, UC SEND Only": (
        "raw",
        (
            "45010040047840004011b4d5c0a80007c0a80007c00012b7002caca22460ffff000000d300cf17104630818be28935d9"
            "0e9a95505401be885e50000078f353f3"
        ),
    ),
    "V4 RoCEv2 IPv4, CNP of a ConnectX-4 Lx": (
        "raw",
        (
            "45c2003c718c4000401191610a0011010a001201000012b7002800008100ffff4000011800000000"
            "0000000000000000000000000000000082fd002a"
        ),
    ),
    "V5 RoCEv1": (
        "ethernet",
        (
            "000000000002000000000001 8915"
            "6001234500201b40fe80000000000000020000fffe000001fe80000000000000020000fffe000002"
            "0440ffff00000011800000016962706b742d746573742d7061796c6f a4827642"
        ),
    ),
    "V6 RoCEv2 IPv6": (
        "raw",
        (
            "6a21234500281140fe80000000000000020000fffe000001fe80000000000000020000fffe000002"
            "c12312b7002800000440ffff00000011800000016962706b742d746573742d7061796c6f16adb58e"
        ),
    ),
}
ICRCS = {"V1": "9625b75a", "V2": "1493ec46", "V3": "78f353f3", "V4": "82fd002a", "V5": "a4827642", "V6": "16adb58e"}


@pytest.mark.parametrize("name", VECTORS)
def test_icrc_vectors(name):
    link, text = VECTORS[name]
    data = bytes.fromhex(text)
    if name.startswith("V2"):
        # its GRH announces no IBA transport (NxtHdr 0), so nothing but the link's CRC can be told from it …
        packet = decode(data, link)
        assert packet.stop.reason == "unknown"
        assert packet.vcrc.status == "good"
        # … and NxtHdr is covered by the ICRC, so that is checked on the very bytes that the table covers
        body = b"\xff" * 8 + b"\x6f\xff\xff\xff\x00\x32\x00\xff" + data[16:52] + b"\xff" + data[53:-6]
        assert crc_bytes(ICRC, crc_function(ICRC)(body)).hex() == "1493ec46"
        return
    packet = decode(data, link)
    assert packet.icrc.status == "good", packet
    assert packet.icrc.stored.hex() == packet.icrc.computed.hex() == ICRCS[name[:2]]
    assert bytes(packet) == data
    assert_equal(batch_of([data, data[:-1], data + bytes(6)], LINKS[link]))


def test_iba_sample_packet():
    """What the specification says of its sample packet, field by field."""
    packet = decode(bytes.fromhex(VECTORS["V1 IBA sample, local"][1]), "infiniband")
    assert [layer.name for layer in packet] == ["LRH", "BTH", "RETH"]
    assert (packet.lrh.vl, packet.lrh.dlid, packet.lrh.slid, packet.lrh.pktlen) == (7, 0x375C, 0x17D2, 14)
    assert (packet.bth.opcode, packet.bth.padcnt, packet.bth.p_key) == (0x0A, 2, 0x2487)
    assert (packet.bth.destqp, packet.bth.psn) == (0x87B1B3, 0x0DEC2A)
    assert (packet.reth.va, packet.reth.r_key, packet.reth.dmalen) == (0x01710A1C015D4002, 0x38F27A05, 14)
    assert packet.payload.hex() == "bb884d85fd5cfba4728bc0690ed4"
    assert packet.pad == b"\0\0"
    assert packet.vcrc.stored.hex() == "45fa"
    assert packet.vcrc


@pytest.mark.parametrize(("body", "stored"), [("00050123", "e4c0"), ("10003abc", "b6e6")], ids=["V7", "V8"])
def test_lpcrc_vectors(body, stored):
    data = bytes.fromhex("00" * 8 + "190000160000" + "0006" + body + stored)
    packet = decode(data, "erf")
    assert packet.lpcrc.status == "good"
    assert packet.lpcrc.stored.hex() == stored
    assert crc_bytes(LPCRC, crc_function(LPCRC)(bytes.fromhex(body))).hex() == stored
    assert_equal(batch_of([data], LINKS["erf"]))


def bit_by_bit(which, data: bytes) -> int:
    """A CRC after its declared parameters alone, a bit at a time, high power first: slow, and hard to get wrong."""
    declared = crc_parameters(which)
    register, width = declared.init, declared.width
    for byte in data:
        for bit in range(8) if declared.reflected else reversed(range(8)):
            register = register << 1 ^ (byte >> bit & 1) << width
            if register >> width & 1:
                register ^= 1 << width | declared.polynomial
    return (int(f"{register:0{width}b}"[::-1], 2) if declared.reflected else register) ^ declared.xorout


def test_check_values():
    """Those of the catalogue of parametrised CRC algorithms for CRC-32/ISO-HDLC, and of the IBA specification."""
    assert crc_function(ICRC)(b"123456789") == bit_by_bit(ICRC, b"123456789") == 0xCBF43926
    assert crc_function(VCRC)(b"123456789") == bit_by_bit(VCRC, b"123456789") == 0x0A3D
    assert crc_function(ICRC)(b"\xff" * 8) == 0x2144DF1C


@given(st.binary(max_size=300))
def test_residues(data):
    """A CRC over data and stored CRC is a constant."""
    for which, residue in ((ICRC, 0x2144DF1C), (VCRC, 0xAA90), (LPCRC, 0xAA90)):
        crc = crc_function(which)
        assert crc(data + crc_bytes(which, crc(data))) == residue


@given(st.binary(max_size=300))
def test_against_other_implementations(data):
    assert crc_function(ICRC)(data) == zlib.crc32(data) == bit_by_bit(ICRC, data)
    assert crc_bytes(VCRC, crc_function(VCRC)(data)) == crc16_of(data)
    assert crc_function(VCRC)(data) == crc_function(LPCRC)(data) == bit_by_bit(VCRC, data)


@pytest.mark.parametrize("buffer", [bytes, bytearray, memoryview])
def test_kinds_of_buffer(buffer):
    assert crc_function(ICRC)(buffer(b"123456789")) == 0xCBF43926
    assert crc_function(VCRC)(buffer(b"123456789")) == 0x0A3D


@pytest.mark.parametrize("which", [BTH, "ICRC", None, [ICRC]])
@pytest.mark.parametrize("function", [crc_function, crc_parameters, lambda which: crc_bytes(which, 0)])
def test_what_is_no_crc(function, which):
    with pytest.raises(CallerError, match="is no CRC; ICRC, VCRC and LPCRC are"):
        function(which)


@pytest.mark.parametrize("number", [-1, 1 << 16, 1.0, True, "1", None])
def test_what_is_no_number_of_a_crc(number):
    with pytest.raises(CallerError, match="the number of VCRC is "):
        crc_bytes(VCRC, number)


@pytest.mark.parametrize("kind", [int, np.int64, np.uint64])
@pytest.mark.parametrize(("which", "bits"), [(ICRC, 32), (VCRC, 16), (LPCRC, 16)])
def test_the_least_and_the_largest_number_of_a_crc(which, bits, kind):
    for number in (0, 1, (1 << bits) - 2, (1 << bits) - 1):
        assert crc_bytes(which, kind(number)) == number.to_bytes(bits // 8, "little")
    with pytest.raises(CallerError):
        crc_bytes(which, kind(1 << bits))


def test_one_packet_is_verified_by_crcmod():
    """With the libraries for many packets out of reach, the verdicts are the same."""
    script = """
import sys
for name in ("isal", "isal.isal_zlib", "anycrc", "ibpkt.batch"):
    sys.modules[name] = None
import ibpkt
packet = ibpkt.decode(bytes.fromhex(sys.argv[1]), "infiniband")
assert "crcmod" not in sys.modules
assert (packet.icrc.status, packet.vcrc.status) == ("good", "good")
assert "crcmod" in sys.modules
"""
    sample = VECTORS["V1 IBA sample, local"][1]
    subprocess.run([sys.executable, "-c", script, sample], cwd=REPOSITORY, check=True)


@needs(CAPTURES / "third_party" / "vectors.json")
def test_third_party_vectors():
    """Every vector says whether its ICRC is right; none of those that are wrong may pass."""
    vectors = json.loads((CAPTURES / "third_party" / "vectors.json").read_text())
    assert len(vectors) > 10
    verdicts = {}
    for vector in vectors:
        data = bytes.fromhex(vector["hex"])
        packet = decode(data, vector["link_type"])
        assert bytes(packet) == data
        str(packet)
        verdicts[vector["name"]] = (vector["icrc"], str(packet.icrc.status), vector.get("note"))
        assert_equal(batch_of([data, data[:-3]], vector["link_type"]))
    wrong = {name: verdict for name, verdict in verdicts.items() if (verdict[0] == "ok") != (verdict[1] == "good")}
    assert not wrong
