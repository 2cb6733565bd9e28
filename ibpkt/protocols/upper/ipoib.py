"""IP over InfiniBand: what follows the encapsulation header, and the private data of connected mode.

Source: RFC 4391, 6 to 9; RFC 4755, 3; RFC 826; RFC 4861, 4.  Fields have the names that Wireshark gives them.
"""

from __future__ import annotations

from typing import Any

from ibpkt.protocols.assigned_numbers import ETHERTYPES
from ibpkt.protocols.encapsulation.capture_link import IPoIB
from ibpkt.protocols.encapsulation.ip import UDP, IPv4, IPv6
from ibpkt.protocols.rules import Chain, Rule, follow
from ibpkt.protocols.upper.words import by_first_header, upper_header
from ibpkt.schema import BYTES, IPV4, IPV6, WORDS, Derived, Field, Header, binary, flag, hexa, number_of, reserved, uint

#: bytes of a hardware address: flags, QPN, GID
ADDRESS = 20
#: the hardware type of ARP (RFC 4391, 9.1.2)
HARDWARE = 32
#: opcodes of ARP
OPERATIONS = {1: "request", 2: "reply", 3: "request Reverse", 4: "reply Reverse", 8: "InARP-Request", 9: "InARP-Reply"}
#: messages of Neighbor Discovery
DISCOVERY = {
    133: "Router Solicitation",
    134: "Router Advertisement",
    135: "Neighbor Solicitation",
    136: "Neighbor Advertisement",
}
OPTIONS = {1: "Source link-layer address", 2: "Target link-layer address"}


def _qpn(address: bytes) -> int:
    return int.from_bytes(bytes(address)[-19:-16], "big")


def _gid(address: bytes) -> str:
    return IPV6.text(bytes(address)[-16:])


def _connected(address: bytes) -> int:
    return bytes(address)[-ADDRESS] >> 7


def _parts(name: str, whose: str, prefix: str) -> tuple[Derived, ...]:
    """What a hardware address says.

    Args:
        name: the field that holds it.
        whose: in words.
        prefix: of the names in filters.
    """
    return (
        Derived(f"{name}_rc", f"{whose} Connected Mode", (name,), _connected, filter=f"{prefix}.rc"),
        Derived(f"{name}_qpn", f"{whose} QPN", (name,), _qpn, filter=f"{prefix}.qpn"),
        Derived(f"{name}_gid", f"{whose} GID", (name,), _gid, WORDS, filter=f"{prefix}.gid"),
    )


def _hardware(name: str, whose: str, filter: str) -> Field:
    return binary(name, ADDRESS, f"{whose} Hardware Address", BYTES, filter=filter, doc="flags, QPN, GID")


IPoIBARP: Header = upper_header(
    "IPoIBARP",
    "Address Resolution Protocol over InfiniBand",
    "arp",
    uint("hw_type", 16, "Hardware Type", enum={HARDWARE: "InfiniBand"}, default=HARDWARE, filter="arp.hw.type"),
    hexa(
        "proto_type", 16, "Protocol Type", enum=ETHERTYPES, default=number_of(ETHERTYPES, "IPv4"),
        filter="arp.proto.type",
    ),
    uint("hw_size", 8, "Hardware Size", unit="bytes", default=ADDRESS, filter="arp.hw.size"),
    uint("proto_size", 8, "Protocol Size", unit="bytes", default=4, filter="arp.proto.size"),
    uint("opcode", 16, "Opcode", enum=OPERATIONS, default=1),
    _hardware("src_hw", "Sender", "arp.src.hw"),
    uint("src_proto", 32, "Sender IP Address", IPV4, filter="arp.src.proto_ipv4"),
    _hardware("dst_hw", "Target", "arp.dst.hw"),
    uint("dst_proto", 32, "Target IP Address", IPV4, filter="arp.dst.proto_ipv4"),
    *_parts("src_hw", "Sender", "ipoib.arp.src"),
    *_parts("dst_hw", "Target", "ipoib.arp.dst"),
    group="ipoib.arp",
    protocol="ARP",
    summary="{opcode} {src_proto} → {dst_proto}",
    source="RFC 826; RFC 4391, 9.1.2",
)  # fmt: skip


def _message(name: str, kind: int, *members: Field, **facts: Any) -> Header:
    """A message of Neighbor Discovery."""
    return upper_header(
        name,
        DISCOVERY[kind],
        "icmpv6",
        uint("type", 8, "Type", enum=DISCOVERY, default=kind),
        uint("code", 8, "Code"),
        hexa("checksum", 16, "Checksum"),
        *members,
        group="ipoib.nd",
        **{"protocol": "ICMPv6", "summary": DISCOVERY[kind], **facts},
    )


def _target(filter: str) -> Field:
    return binary("target", 16, "Target Address", IPV6, filter=filter)


NeighborSolicitation: Header = _message(
    "NeighborSolicitation",
    135,
    reserved("reserved", 32),
    _target("icmpv6.nd.ns.target_address"),
    summary=f"{DISCOVERY[135]} {{target}}",
    source="RFC 4861, 4.3",
)

NeighborAdvertisement: Header = _message(
    "NeighborAdvertisement",
    136,
    flag("router", "Router", filter="icmpv6.nd.na.flag.r"),
    flag("solicited", "Solicited", filter="icmpv6.nd.na.flag.s"),
    flag("override", "Override", filter="icmpv6.nd.na.flag.o"),
    reserved("flags_reserved", 29, filter="icmpv6.nd.na.flag.rsv"),
    _target("icmpv6.nd.na.target_address"),
    summary=f"{DISCOVERY[136]} {{target}}",
    source="RFC 4861, 4.4",
)

RouterSolicitation: Header = _message(
    "RouterSolicitation", 133, reserved("reserved", 32), source="RFC 4861, 4.1"
)  # fmt: skip

RouterAdvertisement: Header = _message(
    "RouterAdvertisement",
    134,
    uint("hop_limit", 8, "Current Hop Limit", filter="icmpv6.nd.ra.cur_hop_limit"),
    hexa("flags", 8, "Flags", filter="icmpv6.nd.ra.flag"),
    uint("lifetime", 16, "Router Lifetime", unit="s", filter="icmpv6.nd.ra.router_lifetime"),
    uint("reachable", 32, "Reachable Time", unit="ms", filter="icmpv6.nd.ra.reachable_time"),
    uint("retransmission", 32, "Retransmission Timer", unit="ms", filter="icmpv6.nd.ra.retrans_timer"),
    source="RFC 4861, 4.2",
)

#: the option with a hardware address: 24 bytes
NeighborLinkAddress: Header = upper_header(
    "NeighborLinkAddress",
    "Link-Layer Address over InfiniBand",
    "icmpv6.opt",
    uint("type", 8, "Option Type", enum=OPTIONS, default=1),
    uint("length", 8, "Option Length", unit="8 bytes", default=3),
    binary("linkaddr", 2 + ADDRESS, "Link-Layer Address", BYTES, doc="two bytes of padding; flags, QPN, GID"),
    *_parts("linkaddr", "Neighbor", "ipoib.nd"),
    group="ipoib.nd",
    source="RFC 4391, 9.3",
)

IPoIBConnection: Header = upper_header(
    "IPoIBConnection",
    "IPoIB Connected Mode",
    "ipoib.cm",
    reserved("reserved", 8),
    hexa("qpn", 24, "QPN", doc="of the sender's datagrams"),
    uint("mtu", 32, "Receive MTU", unit="bytes", doc="the longest message, the encapsulation header included"),
    group="ipoib.cm",
    summary="QPN={qpn} MTU={mtu}",
    source="RFC 4755, 3.4: private data of REQ and REP",
)

#: the first byte of the service ID of connected mode; its last three are the QPN of the target's datagrams
SERVICE = 0x10

#: name and first headers, by number of contents
IPOIB_CONTENTS: dict[int, tuple[str, Chain]] = {
    200: ("IP over InfiniBand", (IPoIB,)),
    201: ("IPoIB connection requested or accepted", (IPoIBConnection,)),
}
#: numbers by first header
IPOIB_NUMBERS: dict[Header, int] = by_first_header(IPOIB_CONTENTS)
#: the kinds of option with an address of this size, by their first two bytes
_OPTION = {kind << 8 | 3: NeighborLinkAddress for kind in OPTIONS}
#: by type
_MESSAGES = {
    133: RouterSolicitation, 134: RouterAdvertisement, 135: NeighborSolicitation, 136: NeighborAdvertisement,
}  # fmt: skip
_PAYLOAD = follow(0, {0: ()})
_UDP = {"UDP": UDP}
_ICMPV6 = 58

#: what follows, within a message; outside of one IP is followed by what the graph of packets says
IPOIB_RULES: dict[Header, tuple[Rule, ...]] = {
    IPoIB: (follow(IPoIB.leaf("type"), {"IPv4": IPv4, "IPv6": IPv6, "ARP": IPoIBARP}), _PAYLOAD),
    IPv4: (follow(IPv4.leaf("proto"), _UDP, require=(IPv4.leaf("frag_offset_words"), 0)), _PAYLOAD),
    IPv6: (follow(8, _MESSAGES, require=(IPv6.leaf("nxt"), _ICMPV6)), follow(IPv6.leaf("nxt"), _UDP), _PAYLOAD),
    **dict.fromkeys(_MESSAGES.values(), (follow(16, _OPTION), _PAYLOAD)),
    **dict.fromkeys((UDP, IPoIBARP, NeighborLinkAddress, IPoIBConnection), (_PAYLOAD,)),
}


def inside_ipoib() -> tuple[Header, ...]:
    """All headers of a message of IPoIB, once, in the order of the rules."""
    found = (header for rules in IPOIB_RULES.values() for rule in rules for chain in rule.chains for header in chain)
    return tuple(dict.fromkeys((IPoIB, *found)))
