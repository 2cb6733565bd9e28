"""Defects of tshark 4.0.17, each done right here; the numbers only say in which order they were found.

10, 11 and 13 are about management headers that came later (a CM REQ, tables of SA records); `differences.toml` has what
tshark shows of tables.
"""

from __future__ import annotations

import struct

import pytest

import ibpkt
from ibpkt import decode
from ibpkt.batch.fields import field_named
from ibpkt.output.summary import SummaryLines
from ibpkt.protocols.mad.base import METHODS
from ibpkt.protocols.rates import LINK_WIDTHS
from tests.support.shared import capture
from tests.support.stacks import CARRIERS, Built, batch_of, carrier, stack


def line(packet: Built) -> str:
    """The line of one packet."""
    return b"".join(SummaryLines().render(batch_of([packet.data], packet.link))).decode()


def management(attribute: int = 0x11, **values) -> Built:
    """A MAD to QP1 or QP0."""
    mad = {"mgmtclass": 1, "method": 1, "attributeid": attribute, **values}
    smp = mad["mgmtclass"] == 1
    path = "LRH/BTH/DETH/MAD" + ("/SMP/SMPData/SMPRest" if smp else "")
    draft = stack("infiniband", path, bth={"opcode": 0x64, "destqp": 0 if smp else 1}, deth={"srcqp": 1})
    for header, given in draft.steps:
        if header.name == "MAD":
            given.update(mad)
    return draft.built(b"" if smp else bytes(232))


@pytest.mark.parametrize("name", CARRIERS)
@pytest.mark.parametrize("size", range(9))
def test_01_short_send_is_not_malformed(name, size):
    """tshark hands every payload to its RPC over RDMA dissector, which calls a short one malformed."""
    packet = carrier(name, 0x04, bytes(range(size)))
    found = decode(packet.data, packet.link)
    assert found.stop is None
    assert found.payload == bytes(range(size))
    assert "malformed" not in line(packet).lower()


@pytest.mark.parametrize("opcode", [0x80, 0x81])
def test_02_cnp_has_its_name(opcode):
    """Hardware sends 0x81; tshark knows 0x80."""
    packet = carrier("RoCEv2 IPv4", opcode, b"", bth={"becn": 1})
    assert "CNP" in line(packet)
    found = decode(packet.data, 1)
    assert "CNP" in found
    assert found.payload == b""
    assert found.icrc


def test_03_reliable_datagrams_are_no_dynamic_connections():
    """0x40 to 0x5F have the headers that the specification gives them."""
    for opcode, names in ((0x4C, ["RDETH", "DETH", "RETH"]), (0x51, ["RDETH", "AETH"]), (0x55, ["RDETH", "DETH"])):
        packet = carrier("local", opcode, b"", rdeth={"eecnxt": 0x123456})
        found = decode(packet.data)
        assert [layer.name for layer in found][2:] == names
        assert found.rdeth.eecnxt == 0x123456
        assert "RD " in line(packet)


@pytest.mark.parametrize(
    ("opcode", "names"),
    [(0xA4, ["XRCETH"]), (0xAB, ["XRCETH", "RETH", "ImmDt"]), (0xB3, ["XRCETH", "AtomicETH"]), (0xB1, ["AETH"])],
)
def test_04_xrc_is_parsed(opcode, names):
    packet = carrier("local", opcode, b"abcd", xrceth={"xrcsrq": 0x777})
    found = decode(packet.data)
    assert [layer.name for layer in found][2:] == names
    assert found.payload == b"abcd"
    if "XRCETH" in names:
        assert found.xrceth.xrcsrq == 0x777


def _path_record() -> Built:
    return stack(
        "infiniband", "LRH/BTH/DETH/MAD/RMPP/SA/PathRecord", bth={"opcode": 0x64, "destqp": 1}, deth={"srcqp": 1}
    ).built(bytes(136))


WITH_CRCS = {
    "CNP": carrier("local", 0x81, b""),
    "XRC": carrier("local", 0xA4),
    "unknown opcode": carrier("local", 0x1F),
    "manufacturer's opcode": carrier("local", 0xC5),
    "vendor's MAD": management(mgmtclass=0x32, attributeid=0),
    "PathRecord": _path_record(),
    "acknowledgement": carrier("local", 0x11, b""),
    "FLUSH": carrier("local", 0x1C, b""),
}


@pytest.mark.parametrize("name", WITH_CRCS)
def test_05_crcs_are_always_there(name):
    packet = WITH_CRCS[name]
    found = decode(packet.data)
    assert (found.icrc.status, found.vcrc.status) == ("good", "good")
    assert "Invariant CRC: 0x" in str(found)
    assert "Variant CRC: 0x" in str(found)
    batch = batch_of([packet.data], 247)
    for field, at, size in (
        ("infiniband.invariant.crc", packet.icrc_at, 4),
        ("infiniband.variant.crc", packet.vcrc_at, 2),
    ):
        assert field_named(field).column(batch).tolist() == [int.from_bytes(packet.data[at : at + size], "big")]


@pytest.mark.parametrize("name", CARRIERS)
def test_06_cut_is_not_malformed(name):
    packet = carrier(name, 0x0B)
    for length in range(len(packet.data)):
        found = decode(packet.data[:length], packet.link, wirelen=len(packet.data))
        assert found.stop is None or found.stop.reason == "cut"
        assert found.disagreements == ()
    text = str(decode(packet.data[: packet.offsets[-1] - 3], packet.link, wirelen=len(packet.data)))
    assert "cut by the capture" in text
    assert "malformed" not in text


def test_06_capture_with_a_short_snap_length():
    with ibpkt.open(capture("derived_snap64.pcap")) as source:
        for packet in source:
            assert packet.stop is None or packet.stop.reason != "malformed"


@pytest.mark.parametrize("symbols", range(5))
def test_07_link_packets(symbols):
    """Six bytes are a whole flow-control packet; what the capture keeps of symbols after it does not matter."""
    packet = stack("erf", "ERF/FlowControl", flowcontrol={"fctbs": 5, "vl": 2, "fccl": 0x123}).built()
    data = packet.data[:14] + struct.pack(">H", 6 + symbols) + packet.data[16:] + bytes(symbols)
    found = decode(data, "erf")
    assert found.stop is None
    assert (found.flowcontrol.fctbs, found.flowcontrol.vl, found.flowcontrol.fccl) == (5, 2, 0x123)
    assert found.lpcrc


@pytest.mark.parametrize("name", CARRIERS)
@pytest.mark.parametrize("pad", range(4))
def test_08_pad_is_no_payload(name, pad):
    packet = carrier(name, 0x04, b"x" * (20 - pad))
    found = decode(packet.data, packet.link)
    assert (found.payload, found.pad) == (b"x" * (20 - pad), bytes(pad))
    batch = batch_of([packet.data], packet.link)
    assert field_named("infiniband.payload").column(batch).tolist() == [b"x" * (20 - pad)]


@pytest.mark.parametrize(("fecn", "becn"), [(0, 1), (1, 0), (1, 1), (0, 0)])
def test_09_fecn_and_becn(fecn, becn):
    packet = carrier("RoCEv2 IPv4", bth={"fecn": fecn, "becn": becn})
    found = decode(packet.data, 1)
    assert (found.bth.fecn, found.bth.becn) == (bool(fecn), bool(becn))
    batch = batch_of([packet.data], 1)
    assert field_named("infiniband.bth.fecn").column(batch).tolist() == [bool(fecn)]
    assert field_named("infiniband.bth.becn").column(batch).tolist() == [bool(becn)]
    assert f"Forward ECN: {fecn}" in str(found)
    assert f"Backward ECN: {becn}" in str(found)


def test_12_unknown_attributes_keep_their_number():
    packet = management(0xABCD)
    assert decode(packet.data).mad.operation == "SubnGet(Attribute 0xabcd)"
    assert "SubnGet(Attribute 0xabcd)" in line(packet)
    packet = management(mgmtclass=0x0F, method=0x55, attributeid=0x1234)
    assert decode(packet.data).mad.operation == "Class 0x0f Method 0x55(Attribute 0x1234)"
    assert "Unknown (0x0f)" in str(decode(packet.data))


def test_14_link_widths_are_masks_with_all_their_bits():
    """No value of LinkWidthEnabled has the name of another."""
    assert len(set(LINK_WIDTHS.values())) == len(LINK_WIDTHS)
    for width in range(256):
        packet = stack(
            "infiniband",
            "LRH/BTH/DETH/MAD/SMP/PortInfo/SMPRest",
            bth={"opcode": 0x64, "destqp": 0},
            portinfo={"linkwidthenabled": width, "linkwidthsupported": width, "linkwidthactive": width},
        ).built(b"")
        info = decode(packet.data).portinfo
        assert (info.linkwidthenabled, info.linkwidthsupported, info.linkwidthactive) == (width, width, width)
    leaf = info.header.leaf("linkwidthenabled")
    texts = {leaf.display(width) for width in range(256)}
    assert len(texts) == 256


def test_15_link_type_247():
    with ibpkt.open(capture("ib_small.pcap")) as source:
        packets = list(source)
    assert len(packets) == 1491
    assert all(packet.link == 247 and packet.icrc and packet.vcrc for packet in packets)


@pytest.mark.parametrize("opcode", [0x15, 0x1F, 0x66, 0x9F, 0xC0, 0xFF])
def test_16_unknown_opcodes_read_well(opcode):
    """tshark writes "Unknown OpCodeQP=…" without a space, and says nothing of which."""
    text = line(carrier("local", opcode))
    name = "Manufacturer specific" if opcode >= 0xC0 else "Reserved"
    assert f" {name}" in text
    assert " QP=0x" in text
    assert f"{name}QP" not in text
    assert f"{name} ({opcode})" in str(decode(carrier("local", opcode).data))


def test_17_trap_repress():
    packet = management(0x02, method=7)
    assert METHODS[7] == "TrapRepress"
    assert decode(packet.data).mad.operation == "SubnTrapRepress(Notice)"
    assert "SubnTrapRepress(Notice)" in line(packet)
