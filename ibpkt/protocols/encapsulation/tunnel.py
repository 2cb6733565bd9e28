"""Tunnels by which switches mirror and overlay networks carry packets: VXLAN, GRE, ERSPAN I, II and III."""

from __future__ import annotations

from ibpkt.protocols.assigned_numbers import ETHERTYPES
from ibpkt.schema import HEX, Header, Part, flag, hexa, reserved, uint

VXLAN = Header(
    "VXLAN",
    "Virtual eXtensible Local Area Network",
    "vxlan",
    hexa(
        "flags",
        16,
        "Flags",
        default=0x0800,  # the network identifier counts
        constrained=True,
        parts=(
            Part("flags_g", "GBP Extension", 0, 1, filter="vxlan.flag_g"),
            Part("flags_i", "VXLAN Network ID", 4, 1, filter="vxlan.flag_i"),
        ),
    ),
    uint("gbp", 16, "Group Policy ID"),
    uint("vni", 24, "VXLAN Network Identifier (VNI)"),
    reserved("reserved_8", 8),
    role="tunnel",
    session="vni",
    typical={"vni": 4791},
    summary="VNI={vni}",
    source="RFC 7348",
)

GRE = Header(
    "GRE",
    "Generic Routing Encapsulation",
    "gre",
    hexa(
        "flags_and_version",
        16,
        "Flags and Version",
        constrained=True,
        parts=(
            Part("checksum_bit", "Checksum Bit", 0, 1, filter="gre.flags.checksum"),
            Part("routing_bit", "Routing Bit", 1, 1, filter="gre.flags.routing"),
            Part("key_bit", "Key Bit", 2, 1, filter="gre.flags.key"),
            Part("sequence_bit", "Sequence Number Bit", 3, 1, filter="gre.flags.sequence_number"),
            Part("strict_bit", "Strict Source Route Bit", 4, 1, filter="gre.flags.strict_source_route"),
            Part("recursion", "Recursion control", 5, 3, filter="gre.flags.recursion_control"),
            Part("flags_reserved", "Flags (Reserved)", 8, 5, filter="gre.flags.reserved"),
            Part("version", "Version", 13, 3, filter="gre.flags.version"),
        ),
    ),
    hexa("proto", 16, "Protocol Type", enum=ETHERTYPES),
    protocol="GRE",
    summary="GRE {proto}",
    role="tunnel",
    source="RFC 2784, RFC 2890",
)

GREChecksum: Header = Header(
    "GREChecksum",
    "GRE Checksum",
    "gre",
    hexa("checksum", 16, "Checksum"),
    uint("route_offset", 16, "Offset", filter=".offset"),
    role="tunnel",
    source="RFC 2784, 2.5",
)
GREKey: Header = Header("GREKey", "GRE Key", "gre", hexa("key", 32, "Key"), role="tunnel", source="RFC 2890, 2.1")
GRESequence: Header = Header(
    "GRESequence",
    "GRE Sequence Number",
    "gre",
    uint("sequence_number", 32, "Sequence Number"),
    role="tunnel",
    sequence="sequence_number",
    source="RFC 2890, 2.2",
)

ERSPAN2 = Header(
    "ERSPAN2",
    "Encapsulated Remote Switch Packet ANalysis Type II",
    "erspan",
    uint("version", 4, "Version", default=1, constrained=True),
    uint("vlan", 12, "Vlan"),
    uint("cos", 3, "COS"),
    uint("encap", 2, "Encap"),
    flag("truncated", "Truncated"),
    uint("spanid", 10, "SpanID"),
    reserved("reserved", 12),
    uint("index", 20, "Index"),
    partial="truncated",
    role="tunnel",
    session="spanid",
    typical={"spanid": 1},
    summary="ERSPAN II session {spanid}",
    source="draft-foschiano-erspan-03, 4.2",
)

ERSPAN3 = Header(
    "ERSPAN3",
    "Encapsulated Remote Switch Packet ANalysis Type III",
    "erspan",
    uint("version", 4, "Version", default=2, constrained=True),
    uint("vlan", 12, "Vlan"),
    uint("cos", 3, "COS"),
    uint("bso", 2, "Bad/Short/Oversized"),
    flag("truncated", "Truncated"),
    uint("spanid", 10, "SpanID"),
    uint("timestamp", 32, "Timestamp"),
    uint("sgt", 16, "Security Group Tag"),
    flag("p", "Has Ethernet PDU", constrained=True),
    uint("ft", 5, "Frame Type", enum={0: "Ethernet", 2: "IP"}, constrained=True),
    uint("hw", 6, "Hardware ID"),
    flag("direction", "Direction"),
    uint("gra", 2, "Timestamp granularity"),
    flag("o", "Optional Sub headers", constrained=True),
    partial="truncated",
    role="tunnel",
    session="spanid",
    typical={"spanid": 1},
    summary="ERSPAN III session {spanid}",
    source="draft-foschiano-erspan-03, 4.3",
)

ERSPANPlatform: Header = Header(
    "ERSPANPlatform",
    "ERSPAN Platform Specific Subheader",
    "erspan",
    uint("platid", 6, "Platform ID"),
    uint("info", 58, "Platform Specific Info", HEX),
    role="tunnel",
    source="draft-foschiano-erspan-03, 4.4",
)
