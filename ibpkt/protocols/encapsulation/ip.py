"""IPv4, IPv6 and its extension headers, UDP."""

from __future__ import annotations

from typing import Any

from ibpkt.protocols.assigned_numbers import ECN, IP_PROTOCOLS
from ibpkt.schema import (
    IPV4,
    IPV6,
    Checksum,
    Derived,
    Extent,
    Field,
    Header,
    Part,
    PathFields,
    Tail,
    binary,
    flag,
    hexa,
    reserved,
    uint,
)


def _differentiated(filter: str) -> tuple[Part, Part]:
    """The parts of the traffic class (RFC 2474, RFC 3168)."""
    return (
        Part("dscp", "Differentiated Services Codepoint", 0, 6, filter=f"{filter}.dscp"),
        Part("ecn", "Explicit Congestion Notification", 6, 2, filter=f"{filter}.ecn", enum=ECN),
    )


IPv4: Header = Header(
    "IPv4",
    "Internet Protocol Version 4",
    "ip",
    uint("version", 4, "Version", default=4, fixed=True),
    uint("ihl", 4, "Header Length in Words", unit="words", default=5),
    hexa("dsfield", 8, "Differentiated Services Field", variant=True, parts=_differentiated("ip.dsfield")),
    uint("len", 16, "Total Length", unit="bytes"),
    hexa("id", 16, "Identification"),
    hexa(
        "flags",
        3,
        "Flags",
        constrained=True,
        parts=(
            Part("rb", "Reserved bit", 0, 1, filter="ip.flags.rb"),
            Part("df", "Don't fragment", 1, 1, filter="ip.flags.df"),
            Part("mf", "More fragments", 2, 1, filter="ip.flags.mf"),
        ),
    ),
    uint("frag_offset_words", 13, "Fragment Offset in 8 bytes", constrained=True),
    uint("ttl", 8, "Time to Live", variant=True, default=64),
    uint("proto", 8, "Protocol", enum=IP_PROTOCOLS),
    hexa("checksum", 16, "Header Checksum", variant=True),
    uint("src", 32, "Source Address", IPV4, also=("ip.addr",)),
    uint("dst", 32, "Destination Address", IPV4, also=("ip.addr",)),
    Derived("hdr_len", "Header Length", ("ihl",), lambda ihl: ihl * 4, unit="bytes"),
    Derived("frag_offset", "Fragment Offset", ("frag_offset_words",), lambda words: words * 8, unit="bytes"),
    tail=Tail("options", "Options", "ip.options", "ihl", scale=4),
    extent=Extent("len", loose=True, zero=True),
    checksum=Checksum("checksum"),
    path=PathFields(traffic_class="dsfield", hop_limit="ttl"),
    typical={"dscp": 26, "ecn": "ECT(0)", "df": 1},
    partial="mf",
    icrc="ones",
    address=("", "src", "dst"),
    protocol="IPv4",
    summary="{proto}",
    role="network",
    source="RFC 791, RFC 2474, RFC 3168",
)

IPv6: Header = Header(
    "IPv6",
    "Internet Protocol Version 6",
    "ipv6",
    uint("version", 4, "Version", default=6, fixed=True),
    hexa("tclass", 8, "Traffic Class", variant=True, digits=8, parts=_differentiated("ipv6.tclass")),
    hexa("flow", 20, "Flow Label", variant=True),
    uint("plen", 16, "Payload Length", unit="bytes"),
    uint("nxt", 8, "Next Header", enum=IP_PROTOCOLS),
    uint("hlim", 8, "Hop Limit", variant=True, default=64),
    binary("src", 16, "Source Address", IPV6, also=("ipv6.addr",)),
    binary("dst", 16, "Destination Address", IPV6, also=("ipv6.addr",)),
    extent=Extent("plen", add=40, loose=True, zero=True),
    path=PathFields(traffic_class="tclass", flow_label="flow", hop_limit="hlim"),
    typical={"dscp": 26, "ecn": "ECT(0)"},
    icrc="ones",
    address=("", "src", "dst"),
    protocol="IPv6",
    summary="{nxt}",
    role="network",
    source="RFC 8200",
)


def _next_header(**meta: Any) -> Field:
    return uint("nxt", 8, "Next Header", enum=IP_PROTOCOLS, **meta)


def _extension_length() -> Field:
    return uint("len", 8, "Length", doc="in 8 bytes, the first 8 not counted")


def _options(name: str, title: str, filter: str, source: str) -> Header:
    """An extension header that holds options."""
    return Header(
        name,
        title,
        filter,
        _next_header(),
        _extension_length(),
        binary("first", 6, "First Options", constrained=True),
        tail=Tail("options", "More Options", f"{filter}.options", "len", scale=8, add=8),
        role="network",
        source=source,
    )


HopByHop: Header = _options("HopByHop", "IPv6 Hop-by-Hop Options", "ipv6.hopopts", "RFC 8200, 4.3")
DestinationOptions: Header = _options("DestinationOptions", "IPv6 Destination Options", "ipv6.dstopts", "RFC 8200, 4.6")

Routing: Header = Header(
    "Routing",
    "IPv6 Routing Header",
    "ipv6.routing",
    _next_header(),
    _extension_length(),
    uint("type", 8, "Type", constrained=True),
    uint("segleft", 8, "Segments Left", constrained=True),
    binary("first", 4, "First Data"),
    tail=Tail("data", "More Data", "ipv6.routing.data", "len", scale=8, add=8),
    role="network",
    source="RFC 8200, 4.4",
)

Fragment: Header = Header(
    "Fragment",
    "IPv6 Fragment Header",
    "ipv6.fraghdr",
    _next_header(),
    reserved("reserved_octet", 8),
    uint("fragment_offset", 13, "Offset in 8 bytes", filter=".offset", constrained=True),
    reserved("reserved_bits", 2),
    flag("more", "More Fragments", constrained=True),
    hexa("ident", 32, "Identification"),
    partial="more",
    role="network",
    source="RFC 8200, 4.5",
)

AH = Header(
    "AH",
    "Authentication Header",
    "ah",
    _next_header(filter="ah.next_header"),
    uint("length", 8, "Length", doc="in 4 bytes, less 2"),
    reserved("reserved", 16),
    hexa("spi", 32, "AH SPI"),
    uint("sequence", 32, "AH Sequence"),
    tail=Tail("icv", "AH ICV", "ah.icv", "length", scale=4, add=8),
    role="network",
    source="RFC 4302",
)

#: source ports of RoCEv2 and of tunnels are in the dynamic range (RFC 6335; RFC 7348; annex A17)
FIRST_DYNAMIC_PORT = 0xC000

UDP = Header(
    "UDP",
    "User Datagram Protocol",
    "udp",
    uint("srcport", 16, "Source Port", also=("udp.port",)),
    uint("dstport", 16, "Destination Port", also=("udp.port",)),
    uint("length", 16, "Length", unit="bytes"),
    hexa("checksum", 16, "Checksum", variant=True, constrained=True),  # 0: none, as RoCEv2 asks
    extent=Extent("length", zero=True),
    checksum=Checksum("checksum", datagram=True, optional=True),
    protocol="UDP",
    summary="{srcport} → {dstport} Len={length}",
    role="transport",
    source="RFC 768",
)
