"""Subnet management: the tables of partitions, virtual lanes and forwarding.

An attribute holds one block of a table; its attribute modifier says which.
"""

from __future__ import annotations

from ibpkt.protocols.link import FIRST_MULTICAST
from ibpkt.protocols.mad.base import attribute
from ibpkt.schema import HEX, WORDS, Derived, Header, hexa, reserved, rows

ARBITRATION_BLOCKS = {
    1: "Low Priority, Lower Half",
    2: "Low Priority, Upper Half",
    3: "High Priority, Lower Half",
    4: "High Priority, Upper Half",
}

P_KeyTable: Header = attribute(
    "P_KeyTable",
    rows(
        "p_keys",
        32,
        "P_Keys",
        hexa("membershiptype", 1, "MembershipType", enum={0: "Limited", 1: "Full"}),
        hexa("p_keybase", 15, "P_KeyBase"),
    ),
    Derived(
        "first",
        "First P_Key",
        ("mad.attributemodifier",),
        lambda modifier: (modifier & 0xFFFF) * 32,
        doc="the index of the first row: 32 × the low half of AttributeModifier",
    ),
    Derived("port", "Switch Port", ("mad.attributemodifier",), lambda modifier: modifier >> 16),
    source="IBA 1, 14.2.5.7",
)


def _vls(high: tuple[int, ...], low: tuple[int, ...]) -> str:
    return " ".join(str(vl) for pair in zip(high, low, strict=True) for vl in pair)


SLtoVLMappingTable: Header = attribute(
    "SLtoVLMappingTable",
    rows(
        "vls", 8, "VLs", hexa("sltovlhighbits", 4, "VL of SL 0, 2, 4 …"), hexa("sltovllowbits", 4, "VL of SL 1, 3, 5 …")
    ),
    reserved("padding", 448),
    Derived("vl", "VL of SL 0 to 15", ("sltovlhighbits", "sltovllowbits"), _vls, WORDS),
    Derived("inputport", "Input Port", ("mad.attributemodifier",), lambda modifier: modifier >> 8 & 0xFF),
    Derived("outputport", "Output Port", ("mad.attributemodifier",), lambda modifier: modifier & 0xFF),
    source="IBA 1, 14.2.5.8",
)

VLArbitrationTable: Header = attribute(
    "VLArbitrationTable",
    rows("entries", 32, "Entries", reserved("reserved", 4), hexa("vl", 4, "VL"), hexa("weight", 8, "Weight")),
    Derived(
        "block", "Block", ("mad.attributemodifier",), lambda modifier: ARBITRATION_BLOCKS.get(modifier >> 16), WORDS
    ),
    Derived("port", "Port", ("mad.attributemodifier",), lambda modifier: modifier & 0xFFFF),
    source="IBA 1, 14.2.5.9",
)

LinearForwardingTable: Header = attribute(
    "LinearForwardingTable",
    rows("ports", 64, "Ports", hexa("port", 8, "Port", doc="of the LID firstlid + row; 0xff: no path")),
    Derived(
        "firstlid",
        "First LID",
        ("mad.attributemodifier",),
        lambda block: block * 64,
        HEX,
        digits=4,
        doc="that of the first row: 64 × AttributeModifier",
    ),
    source="IBA 1, 14.2.5.10",
)

RandomForwardingTable: Header = attribute(
    "RandomForwardingTable",
    rows(
        "entries",
        16,
        "Entries",
        hexa("entrylid", 16, "LID", filter=".lid"),
        hexa("valid", 1, "Valid"),
        hexa("lmc", 3, "LMC"),
        reserved("reserved", 4),
        hexa("port", 8, "Port"),
    ),
    Derived(
        "first",
        "First Entry",
        ("mad.attributemodifier",),
        lambda block: block * 16,
        doc="the index of the first row: 16 × AttributeModifier",
    ),
    source="IBA 1, 14.2.5.11",
)

MulticastForwardingTable: Header = attribute(
    "MulticastForwardingTable",
    rows(
        "masks",
        32,
        "PortMasks",
        hexa("portmask", 16, "PortMask", doc="of the LID firstlid + row, 16 ports from firstport"),
    ),
    Derived(
        "firstlid",
        "First LID",
        ("mad.attributemodifier",),
        lambda modifier: FIRST_MULTICAST + (modifier & 0x1FF) * 32,
        HEX,
        digits=4,
        doc="that of the first row",
    ),
    Derived(
        "firstport",
        "First Port",
        ("mad.attributemodifier",),
        lambda modifier: (modifier >> 28) * 16,
        doc="that of the lowest bit of a mask",
    ),
    source="IBA 1, 14.2.5.12",
)
