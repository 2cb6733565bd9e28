"""Subnet management packets: LID routed and directed route, and which attribute has which layout."""

from __future__ import annotations

from ibpkt.protocols.link import PERMISSIVE
from ibpkt.protocols.mad import subn_nodes, subn_ports, subn_tables
from ibpkt.protocols.mad.base import layouts, management_header
from ibpkt.protocols.mad.notice import Notice
from ibpkt.schema import HEX, WORDS, Derived, Header, binary, hexa, reserved, rows, uint

SMP: Header = management_header(
    "SMP",
    "Subnet Management Packet (LID Routed)",
    "infiniband.smplid",
    hexa("m_key", 64, "M_Key", filter="infiniband.smplid.mkey"),
    reserved("reserved", 256),
    source="IBA 1, 14.2.1.1",
)

SMPRest: Header = management_header(
    "SMPRest",
    "LID Routed SMP, Second Half",
    "infiniband.smplid.rest",
    reserved("reserved", 1024),
    source="IBA 1, 14.2.1.1",
)

SMPDirected: Header = management_header(
    "SMPDirected",
    "Subnet Management Packet (Directed Route)",
    "infiniband.smpdirected",
    hexa("m_key", 64, "M_Key", filter="infiniband.smplid.mkey"),
    hexa("drslid", 16, "DrSLID", default=PERMISSIVE, doc="0xffff: the route is directed from its start"),
    hexa("drdlid", 16, "DrDLID", default=PERMISSIVE, doc="0xffff: the route is directed to its end"),
    reserved("reserved", 224),
    Derived("d", "D (Direction Bit)", ("mad.status",), lambda status: status >> 15),
    Derived("status", "Status", ("mad.status",), lambda status: status & 0x7FFF, HEX, filter=".smpstatus", digits=4),
    Derived("hoppointer", "Hop Pointer", ("mad.classspecific",), lambda word: word >> 8, HEX, digits=2),
    Derived("hopcount", "Hop Count", ("mad.classspecific",), lambda word: word & 0xFF, HEX, digits=2),
    Derived("way", "Direction", ("mad.status",), lambda status: "Returning" if status >> 15 else "Outbound", WORDS),
    source="IBA 1, 14.2.1.2",
)

#: the headers of subnet management datagrams, which go to queue pair 0 on their own virtual lane
SMPS = (SMP, SMPDirected)

SMPData: Header = management_header(
    "SMPData", "SMP Data", "infiniband.smplid", binary("smpdata", 64, "SMP Data"), source="IBA 1, 14.2.1"
)


def _ports(hops: int, path: tuple[int, ...]) -> str:
    return ",".join(map(str, path[1 : (hops & 0xFF) + 1]))


DirectedPaths: Header = management_header(
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
    source="IBA 1, 14.2.2",
)

#: attributes with a declared layout, by AttributeID; a Notice goes on with the data of its trap
ATTRIBUTES = layouts(0x01, vars(subn_nodes), vars(subn_ports), vars(subn_tables))
NOTICE = (0x02, Notice)
