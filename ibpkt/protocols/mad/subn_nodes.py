"""Subnet management: the attributes of nodes, switches and subnet managers."""

from __future__ import annotations

from ibpkt.protocols.mad.base import attribute
from ibpkt.schema import WORDS, Derived, Header, binary, hexa, reserved, rows, text

NODE_TYPES = {1: "CA", 2: "Switch", 3: "Router"}
SM_STATES = {0: "NotActive", 1: "Discovering", 2: "Standby", 3: "Master"}
#: what a Set(SMInfo) asks for, by attribute modifier
SM_REQUESTS = {1: "HANDOVER", 2: "ACKNOWLEDGE", 3: "DISABLE", 4: "STANDBY", 5: "DISCOVER"}

NodeDescription: Header = attribute(
    "NodeDescription", text("nodestring", 64, "NodeString"), summary='"{nodestring}"', source="IBA 1, 14.2.5.2"
)

NodeInfo: Header = attribute(
    "NodeInfo",
    hexa("baseversion", 8, "BaseVersion"),
    hexa("classversion", 8, "ClassVersion"),
    hexa("nodetype", 8, "NodeType", enum=NODE_TYPES),
    hexa("numports", 8, "NumPorts"),
    hexa("systemimageguid", 64, "SystemImageGUID"),
    hexa("nodeguid", 64, "NodeGUID"),
    hexa("portguid", 64, "PortGUID"),
    hexa("partitioncap", 16, "PartitionCap"),
    hexa("deviceid", 16, "DeviceID"),
    hexa("revision", 32, "Revision"),
    hexa("localportnum", 8, "LocalPortNum"),
    hexa("vendorid", 24, "VendorID"),
    reserved("padding", 192),
    summary="{nodetype} {nodeguid} ports={numports}",
    source="IBA 1, 14.2.5.3",
)

SwitchInfo: Header = attribute(
    "SwitchInfo",
    hexa("linearfdbcap", 16, "LinearFDBCap"),
    hexa("randomfdbcap", 16, "RandomFDBCap"),
    hexa("multicastfdbcap", 16, "MulticastFDBCap"),
    hexa("linearfdbtop", 16, "LinearFDBTop"),
    hexa("defaultport", 8, "DefaultPort"),
    hexa("defaultmulticastprimaryport", 8, "DefaultMulticastPrimaryPort"),
    hexa("defaultmulticastnotprimaryport", 8, "DefaultMulticastNotPrimaryPort"),
    hexa("lifetimevalue", 5, "LifeTimeValue", doc="4.096 µs × 2^n; 20 and above: infinite"),
    hexa("portstatechange", 1, "PortStateChange"),
    hexa("optimizedsltovlmappingprogramming", 2, "OptimizedSLtoVLMappingProgramming"),
    hexa("lidsperport", 16, "LIDsPerPort"),
    hexa("partitionenforcementcap", 16, "PartitionEnforcementCap"),
    hexa("inboundenforcementcap", 1, "InboundEnforcementCap"),
    hexa("outboundenforcementcap", 1, "OutboundEnforcementCap"),
    hexa("filterrawinboundcap", 1, "FilterRawInboundCap"),
    hexa("filterrawoutboundcap", 1, "FilterRawOutboundCap"),
    hexa("enhancedport0", 1, "EnhancedPort0", filter=".enhancedportzero"),
    reserved("reserved0", 3),
    reserved("reserved1", 8),
    hexa("multicastfdbtop", 16, "MulticastFDBTop"),
    reserved("padding", 352),
    summary="LinearFDBTop={linearfdbtop}",
    source="IBA 1, 14.2.5.4",
)

GUIDInfo: Header = attribute(
    "GUIDInfo",
    rows("guids", 8, "GUIDs", hexa("guid", 64, "GUID", also=("infiniband.switchinfo.guid",))),  # Wireshark's name
    Derived(
        "first",
        "First GUID",
        ("mad.attributemodifier",),
        lambda block: block * 8,
        doc="the index of the first row: 8 × AttributeModifier",
    ),
    source="IBA 1, 14.2.5.5",
)

SMInfo: Header = attribute(
    "SMInfo",
    hexa("guid", 64, "GUID"),
    hexa("sm_key", 64, "SM_Key"),
    hexa("actcount", 32, "ActCount"),
    hexa("priority", 4, "Priority"),
    hexa("smstate", 4, "SMState", enum=SM_STATES),
    reserved("padding", 344),
    Derived(
        "request",
        "Request",
        ("mad.method", "mad.attributemodifier"),
        lambda method, modifier: SM_REQUESTS.get(modifier) if method == 2 else None,
        WORDS,
        doc="what a Set asks the other subnet manager to do",
    ),
    summary="{smstate} priority={priority} {guid}",
    source="IBA 1, 14.2.5.13",
)

VendorDiag: Header = attribute(
    "VendorDiag", hexa("nextindex", 16, "NextIndex"), binary("diagdata", 62, "DiagData"), source="IBA 1, 14.2.5.14"
)
