"""Subnet administration: records of what is on the subnet; each has an attribute of subnet management in it."""

from __future__ import annotations

from ibpkt.protocols.link import FIRST_MULTICAST
from ibpkt.protocols.mad.base import attribute
from ibpkt.protocols.mad.subn_nodes import GUIDInfo, NodeDescription, NodeInfo, SMInfo, SwitchInfo
from ibpkt.protocols.mad.subn_ports import PortInfo
from ibpkt.protocols.mad.subn_tables import (
    ARBITRATION_BLOCKS,
    LinearForwardingTable,
    MulticastForwardingTable,
    P_KeyTable,
    RandomForwardingTable,
    SLtoVLMappingTable,
    VLArbitrationTable,
)
from ibpkt.schema import HEX, Derived, Field, Header, embedded, hexa, reserved


def _lid() -> Field:
    return hexa("lid", 16, "LID", filter="infiniband.sa.lid")


def _block(bits: int, name: str, **meta: object) -> Field:
    """The number of a table's block, under Wireshark's name, which tells its width."""
    return hexa("blocknum", bits, "BlockNum", filter=f"infiniband.sa.blocknum_{name}", **meta)


NodeRecord: Header = attribute(
    "NodeRecord",
    _lid(),
    reserved("reserved", 16),
    *embedded(NodeInfo),
    *embedded(NodeDescription),
    reserved("padding", 32),
    summary='LID={lid} {nodetype} {nodeguid} "{nodestring}"',
    source="IBA 1, 15.2.5.2",
)

PortInfoRecord: Header = attribute(
    "PortInfoRecord",
    hexa("endportlid", 16, "EndportLID", filter="infiniband.sa.endportlid"),
    hexa("portnum", 8, "PortNum", filter="infiniband.sa.portnum"),
    hexa("options", 8, "Options"),
    *embedded(PortInfo),
    reserved("padding", 32),
    summary="LID={endportlid} port {portnum} {portstate}",
    source="IBA 1, 15.2.5.3",
)

SLtoVLMappingTableRecord: Header = attribute(
    "SLtoVLMappingTableRecord",
    _lid(),
    hexa("inputportnum", 8, "InputPortNum", filter="infiniband.sa.inputportnum"),
    hexa("outputportnum", 8, "OutputPortNum", filter="infiniband.sa.outputportnum"),
    reserved("reserved", 32),
    *embedded(SLtoVLMappingTable),
    summary="LID={lid} ports {inputportnum} → {outputportnum}",
    source="IBA 1, 15.2.5.4",
)

SwitchInfoRecord: Header = attribute(
    "SwitchInfoRecord",
    _lid(),
    reserved("reserved", 16),
    *embedded(SwitchInfo),
    summary="LID={lid} LinearFDBTop={linearfdbtop}",
    source="IBA 1, 15.2.5.5",
)

LinearForwardingTableRecord: Header = attribute(
    "LinearForwardingTableRecord",
    _lid(),
    _block(16, "sixteenbit"),
    reserved("reserved", 32),
    *embedded(LinearForwardingTable),
    Derived(
        "firstlid",
        "First LID",
        ("blocknum",),
        lambda block: block * 64,
        HEX,
        filter="infiniband.linearforwardingtable.firstlid",
        digits=4,
        doc="that of the first row: 64 × BlockNum",
    ),
    summary="LID={lid} block {blocknum}",
    source="IBA 1, 15.2.5.6",
)

RandomForwardingTableRecord: Header = attribute(
    "RandomForwardingTableRecord",
    _lid(),
    _block(16, "sixteenbit"),
    reserved("reserved0", 32),
    *embedded(RandomForwardingTable),
    summary="LID={lid} block {blocknum}",
    source="IBA 1, 15.2.5.7",
)

MulticastForwardingTableRecord: Header = attribute(
    "MulticastForwardingTableRecord",
    _lid(),
    hexa("position", 4, "Position", filter="infiniband.sa.position", doc="16 ports each"),
    reserved("reserved0", 3),
    _block(9, "ninebit"),
    reserved("reserved1", 32),
    *embedded(MulticastForwardingTable),
    Derived(
        "firstlid",
        "First LID",
        ("blocknum",),
        lambda block: FIRST_MULTICAST + block * 32,
        HEX,
        filter="infiniband.multicastforwardingtable.firstlid",
        digits=4,
        doc="that of the first row",
    ),
    Derived(
        "firstport",
        "First Port",
        ("position",),
        lambda position: position * 16,
        filter="infiniband.multicastforwardingtable.firstport",
        doc="that of the lowest bit of a mask",
    ),
    summary="LID={lid} block {blocknum} position {position}",
    source="IBA 1, 15.2.5.8",
)

SMInfoRecord: Header = attribute(
    "SMInfoRecord",
    _lid(),
    reserved("reserved", 16),
    *embedded(SMInfo),
    reserved("padding", 56),
    summary="LID={lid} {smstate} priority={priority} {guid}",
    source="IBA 1, 15.2.5.10",
)

LinkRecord: Header = attribute(
    "LinkRecord",
    hexa("fromlid", 16, "FromLID"),
    hexa("fromport", 8, "FromPort"),
    hexa("toport", 8, "ToPort"),
    hexa("tolid", 16, "ToLID"),
    reserved("padding", 16),
    summary="LID={fromlid} port {fromport} → LID={tolid} port {toport}",
    source="IBA 1, 15.2.5.13",
)

GUIDInfoRecord: Header = attribute(
    "GUIDInfoRecord",
    _lid(),
    _block(8, "eightbit"),
    reserved("reserved0", 8),
    reserved("reserved1", 32),
    *embedded(GUIDInfo),
    summary="LID={lid} block {blocknum}",
    source="IBA 1, 15.2.5.18",
)

P_KeyTableRecord: Header = attribute(
    "P_KeyTableRecord",
    _lid(),
    _block(16, "sixteenbit"),
    hexa("portnum", 8, "PortNum", filter="infiniband.sa.portnum"),
    reserved("reserved", 24),
    *embedded(P_KeyTable),
    summary="LID={lid} port {portnum} block {blocknum}",
    source="IBA 1, 15.2.5.11",
)

VLArbitrationTableRecord: Header = attribute(
    "VLArbitrationTableRecord",
    _lid(),
    hexa("outputportnum", 8, "OutputPortNum", filter="infiniband.sa.outputportnum"),
    _block(8, "eightbit", enum=ARBITRATION_BLOCKS),
    reserved("reserved0", 32),
    *embedded(VLArbitrationTable),
    summary="LID={lid} port {outputportnum} {blocknum}",
    source="IBA 1, 15.2.5.9",
)

#: tables whose entries stand in the order of LIDs
TABLES_BY_LID = (
    LinearForwardingTable, MulticastForwardingTable, LinearForwardingTableRecord, MulticastForwardingTableRecord,
)  # fmt: skip
