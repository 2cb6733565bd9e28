"""Subnet management packets: LID routed and directed route, and which attribute has which layout."""

from __future__ import annotations

from ibpkt.protocols.mad.notice import Notice
from ibpkt.protocols.mad.subn_nodes import GUIDInfo, NodeDescription, NodeInfo, SMInfo, SwitchInfo, VendorDiag
from ibpkt.protocols.mad.subn_ports import (
    LedInfo,
    LinkSpeedWidthPairsTable,
    MlnxExtendedPortInfo,
    PortInfo,
    PortInfoExtended,
)
from ibpkt.protocols.mad.subn_tables import (
    LinearForwardingTable,
    MulticastForwardingTable,
    P_KeyTable,
    RandomForwardingTable,
    SLtoVLMappingTable,
    VLArbitrationTable,
)
from ibpkt.schema import HEX, WORDS, Derived, Header, binary, hexa, reserved, rows, uint

SMP = Header(
    "SMP",
    "Subnet Management Packet (LID Routed)",
    "infiniband.smplid",
    hexa("m_key", 64, "M_Key", filter="infiniband.smplid.mkey"),
    reserved("reserved", 256),
    role="management",
    source="IBA 1, 14.2.1.1",
)

SMPRest = Header(
    "SMPRest",
    "LID Routed SMP, Second Half",
    "infiniband.smplid.rest",
    reserved("reserved", 1024),
    role="management",
    source="IBA 1, 14.2.1.1",
)

SMPDirected = Header(
    "SMPDirected",
    "Subnet Management Packet (Directed Route)",
    "infiniband.smpdirected",
    hexa("m_key", 64, "M_Key", filter="infiniband.smplid.mkey"),
    hexa("drslid", 16, "DrSLID"),
    hexa("drdlid", 16, "DrDLID"),
    reserved("reserved", 224),
    Derived("d", "D (Direction Bit)", ("mad.status",), lambda status: status >> 15),
    Derived("status", "Status", ("mad.status",), lambda status: status & 0x7FFF, HEX, filter=".smpstatus", digits=4),
    Derived("hoppointer", "Hop Pointer", ("mad.classspecific",), lambda word: word >> 8, HEX, digits=2),
    Derived("hopcount", "Hop Count", ("mad.classspecific",), lambda word: word & 0xFF, HEX, digits=2),
    Derived("way", "Direction", ("mad.status",), lambda status: "Returning" if status >> 15 else "Outbound", WORDS),
    role="management",
    source="IBA 1, 14.2.1.2",
)

#: the headers of subnet management datagrams, which go to queue pair 0 on their own virtual lane
SMPS = (SMP, SMPDirected)

SMPData = Header(
    "SMPData",
    "SMP Data",
    "infiniband.smplid",
    binary("smpdata", 64, "SMP Data"),
    role="management",
    source="IBA 1, 14.2.1",
)


def _ports(hops: int, path: tuple[int, ...]) -> str:
    return ",".join(map(str, path[1 : (hops & 0xFF) + 1]))


DirectedPaths = Header(
    "DirectedPaths",
    "Directed Route Paths",
    "infiniband.smpdirected",
    rows(
        "initial", 64, "Initial Path", uint("initialpath", 8, "Initial Path", doc="outgoing ports; the first is unused")
    ),
    rows("return", 64, "Return Path", uint("returnpath", 8, "Return Path", doc="ports of arrival, for the way back")),
    Derived(
        "outbound",
        "Ports of the Initial Path",
        ("mad.classspecific", "initialpath"),
        _ports,
        WORDS,
        doc="as many as the hop count says, without the first byte, which is unused",
    ),
    Derived(
        "back",
        "Ports of the Return Path",
        ("mad.classspecific", "returnpath"),
        _ports,
        WORDS,
        doc="as many as the hop count says",
    ),
    role="management",
    source="IBA 1, 14.2.2",
)

#: attributes with a declared layout, by AttributeID; a Notice goes on with the data of its trap
ATTRIBUTES = {
    0x10: NodeDescription,
    0x11: NodeInfo,
    0x12: SwitchInfo,
    0x14: GUIDInfo,
    0x15: PortInfo,
    0x16: P_KeyTable,
    0x17: SLtoVLMappingTable,
    0x18: VLArbitrationTable,
    0x19: LinearForwardingTable,
    0x1A: RandomForwardingTable,
    0x1B: MulticastForwardingTable,
    0x1C: LinkSpeedWidthPairsTable,
    0x20: SMInfo,
    0x30: VendorDiag,
    0x31: LedInfo,
    0x33: PortInfoExtended,
    0xFF90: MlnxExtendedPortInfo,
}
NOTICE = (0x02, Notice)
