"""The InfiniBand link layer: LRH, the raw header, flow-control packets, and the CRCs at the end."""

from __future__ import annotations

from ibpkt.protocols.assigned_numbers import ETHERTYPES
from ibpkt.schema import HEX, CRCParameters, Extent, Header, hexa, reserved, uint

#: the virtual lane of subnet management; the first LID of multicast, and the LID that means any port
MANAGEMENT_VL = 15
FIRST_MULTICAST, PERMISSIVE = 0xC000, 0xFFFF

LNH = {0: "Raw (EtherType)", 1: "IP non-IBA", 2: "IBA local", 3: "IBA global"}

LRH = Header(
    "LRH",
    "Local Route Header",
    "infiniband.lrh",
    uint("vl", 4, "Virtual Lane", HEX, variant=True, doc="0-14 data, 15 management; may change at every hop"),
    uint("lver", 4, "Link Version", fixed=True, doc="0"),
    uint("sl", 4, "Service Level"),
    reserved("reserved2", 2),
    uint("lnh", 2, "Link Next Header", HEX, enum=LNH),
    uint("dlid", 16, "Destination Local ID"),
    reserved("reserved5", 5),
    uint("pktlen", 11, "Packet Length", unit="words", doc="4-byte words, from LRH to the ICRC, which is included"),
    uint("slid", 16, "Source Local ID"),
    extent=Extent("pktlen", scale=4, behind=2),
    icrc="itself",
    address=("LID: ", "slid", "dlid"),
    protocol="InfiniBand",
    role="link",
    source="IBA 1, 7.7",
)

RWH = Header(
    "RWH",
    "Raw Header",
    "infiniband.rwh",
    reserved("reserved", 16),
    hexa("etype", 16, "Ethertype", enum=ETHERTYPES),
    summary="Raw {etype}",
    role="link",
    source="IBA 1, 5.2.3",
)

FlowControl: Header = Header(
    "FlowControl",
    "Flow Control Packet",
    "infiniband_link",
    uint("op", 4, "Operand", enum={0: "Normal", 1: "Initialise"}),
    uint("fctbs", 12, "Flow Control Total Blocks Sent", unit="blocks", doc="64-byte blocks modulo 4096"),
    uint("vl", 4, "Virtual Lane", digits=4),
    uint("fccl", 12, "Flow Control Credit Limit", unit="blocks", doc="64-byte blocks modulo 4096"),
    summary="Flow Control Op={op} VL={vl} FCTBS={fctbs} FCCL={fccl}",
    protocol="InfiniBand Link",
    role="link",
    source="IBA 1, 7.9.4",
)

# The CRCs are stored low byte first and shown as the bytes come, as Wireshark does.
_CRC16 = CRCParameters(16, 0x100B, 0xFFFF, reflected=True, xorout=0xFFFF, covers="all")
ICRC = Header(
    "ICRC",
    "Invariant CRC",
    "infiniband.invariant",
    hexa("crc", 32, "Invariant CRC", doc="over what no switch or router changes; stored low byte first"),
    role="crc",
    crc=CRCParameters(32, 0x04C11DB7, 0xFFFFFFFF, reflected=True, xorout=0xFFFFFFFF, covers="invariant"),
    source="IBA 1, 7.8.1",
)
VCRC = Header(
    "VCRC",
    "Variant CRC",
    "infiniband.variant",
    hexa("crc", 16, "Variant CRC", doc="over the whole packet, computed anew at every hop; stored low byte first"),
    role="crc",
    crc=_CRC16,
    source="IBA 1, 7.8.2",
)
LPCRC = Header(
    "LPCRC",
    "Link Packet CRC",
    "infiniband_link",
    hexa("lpcrc", 16, "Link Packet CRC", doc="over the first four bytes of a flow-control packet"),
    role="crc",
    crc=_CRC16,
    source="IBA 1, 7.9.4",
)

#: all of them, in the order in which they cover each other
CRCS = (ICRC, VCRC, LPCRC)
