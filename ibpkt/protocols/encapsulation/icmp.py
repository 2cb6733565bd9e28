"""Errors of ICMP and ICMPv6: a router or a host could not pass on a packet, whose beginning follows.

They are no part of the graph: what follows their header is a packet by itself, but cut.
"""

from __future__ import annotations

from ibpkt.protocols.assigned_numbers import IP_PROTOCOLS
from ibpkt.protocols.encapsulation.ip import IPv4, IPv6
from ibpkt.schema import Header, hexa, number_of, reserved, uint

#: by what an error says, whichever version: its type, and its code where only one is meant
TOO_BIG, UNREACHABLE, EXPIRED = "too big", "unreachable", "expired"
#: types of ICMP (RFC 792), and of ICMPv6 (RFC 4443), that say so
_UNREACHABLE, _EXPIRED = 3, 11
_UNREACHABLE_6, _TOO_BIG_6, _EXPIRED_6 = 1, 2, 3
#: the code of ICMP by which a packet is too large and must not be fragmented (RFC 1191)
_FRAGMENTATION_NEEDED = 4
#: what cannot be reached, by the code (RFC 792, RFC 1812; RFC 4443)
_CODES = {
    0: "network unreachable",
    1: "host unreachable",
    2: "protocol unreachable",
    3: "port unreachable",
    9: "network prohibited",
    10: "host prohibited",
    13: "prohibited by a filter",
}
_CODES_6 = {
    0: "no route",
    1: "prohibited by a filter",
    2: "beyond the scope of the source address",
    3: "address unreachable",
    4: "port unreachable",
    6: "route rejected",
}

ICMPError: Header = Header(
    "ICMPError",
    "Internet Control Message Protocol, Error",
    "icmp",
    uint("type", 8, "Type"),
    uint("code", 8, "Code"),
    hexa("checksum", 16, "Checksum"),
    reserved("unused", 16),
    uint("mtu", 16, "MTU of Next Hop", unit="bytes", doc="of a packet that is too large; 0 by old routers"),
    source="RFC 792, RFC 1191",
)

ICMPv6Error: Header = Header(
    "ICMPv6Error",
    "Internet Control Message Protocol v6, Error",
    "icmpv6",
    uint("type", 8, "Type"),
    uint("code", 8, "Code"),
    hexa("checksum", 16, "Checksum"),
    uint("mtu", 32, "MTU", unit="bytes", doc="of a packet that is too large"),
    source="RFC 4443, 3",
)

#: the field of a network header that says what follows it
ABOVE_IP: dict[Header, str] = {IPv4: "proto", IPv6: "nxt"}
#: which header the errors of a protocol above IP have, by its number
ICMP_ERRORS: dict[int, Header] = {
    number_of(IP_PROTOCOLS, "ICMP"): ICMPError,
    number_of(IP_PROTOCOLS, "ICMPv6"): ICMPv6Error,
}


def icmp_error(header: Header, type: int, code: int) -> tuple[str, str] | None:
    """What an error says: one of `TOO_BIG`, `UNREACHABLE`, `EXPIRED`, and that in words; None for other messages."""
    if header is ICMPv6Error:
        if type == _TOO_BIG_6:
            return TOO_BIG, "too big"
        if type == _UNREACHABLE_6:
            return UNREACHABLE, _CODES_6.get(code, "unreachable")
        return (EXPIRED, "hop limit exceeded") if (type, code) == (_EXPIRED_6, 0) else None
    if type == _UNREACHABLE:
        if code == _FRAGMENTATION_NEEDED:
            return TOO_BIG, "fragmentation needed"
        return UNREACHABLE, _CODES.get(code, "unreachable")
    return (EXPIRED, "time to live exceeded") if (type, code) == (_EXPIRED, 0) else None
