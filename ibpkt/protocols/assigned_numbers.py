"""Names of the numbers by which layers call each other."""

from __future__ import annotations

ETHERTYPES = {
    0x0800: "IPv4",
    0x0806: "ARP",
    0x1123: "Mellanox mirror",
    0x22EB: "ERSPAN III",
    0x6558: "Transparent Ethernet Bridging",
    0x8035: "RARP",
    0x8100: "802.1Q VLAN",
    0x86DD: "IPv6",
    0x8808: "MAC Control (PAUSE, PFC)",
    0x8809: "Slow Protocols",
    0x8847: "MPLS",
    0x88A8: "802.1ad QinQ",
    0x88BE: "ERSPAN",
    0x88CC: "LLDP",
    0x88F7: "PTP",
    0x8915: "RoCE",
    0x9100: "QinQ",
}

IP_PROTOCOLS = {
    0: "IPv6 Hop-by-Hop Options",
    1: "ICMP",
    2: "IGMP",
    4: "IPv4",
    6: "TCP",
    17: "UDP",
    27: "RDP",
    41: "IPv6",
    43: "IPv6 Routing",
    44: "IPv6 Fragment",
    47: "GRE",
    50: "ESP",
    51: "AH",
    58: "ICMPv6",
    59: "No Next Header",
    60: "IPv6 Destination Options",
    89: "OSPF",
    132: "SCTP",
}

ECN = {0: "Not-ECT", 1: "ECT(1)", 2: "ECT(0)", 3: "CE"}
