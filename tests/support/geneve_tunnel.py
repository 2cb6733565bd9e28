"""A tunnel over UDP that ibpkt does not know, as somebody else's script or package adds it."""

from ibpkt import register
from ibpkt.protocols import ETHERTYPES, UDP, Ethernet, IPv4, follow
from ibpkt.schema import Header, hexa, reserved, uint

Geneve = Header(
    "Geneve",
    "Generic Network Virtualization Encapsulation",
    "geneve",
    reserved("version_and_flags", 16),
    hexa("proto_type", 16, "Protocol Type", enum=ETHERTYPES),
    uint("vni", 24, "Virtual Network Identifier"),
    reserved("reserved", 8),
    role="tunnel",
    session="vni",
    typical={"vni": 7},
)
inside = follow(Geneve.leaf("proto_type"), {"Transparent Ethernet Bridging": Ethernet, "IPv4": IPv4})
register(rules={UDP: follow(UDP.leaf("dstport"), {6081: Geneve}), Geneve: inside})
