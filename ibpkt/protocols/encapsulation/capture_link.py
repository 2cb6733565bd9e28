"""What capture tools put in front of packets: Linux cooked headers, BSD loopback, ERF records, IPoIB."""

from __future__ import annotations

from ibpkt.protocols.assigned_numbers import ETHERTYPES
from ibpkt.schema import HEX, CaptureRecord, Header, Part, binary, hexa, number_of, reserved, uint
from ibpkt.schema.value_types import BYTES

PACKET_TYPES = {0: "Unicast to us", 1: "Broadcast", 2: "Multicast", 3: "Unicast to another host", 4: "Sent by us"}
HARDWARE_TYPES = {1: "Ethernet", 32: "InfiniBand", 772: "Loopback"}

SLL = Header(
    "SLL",
    "Linux cooked capture v1",
    "sll",
    uint("pkttype", 16, "Packet type", enum=PACKET_TYPES),
    uint("hatype", 16, "Link-layer address type", enum=HARDWARE_TYPES, constrained=True),
    uint("halen", 16, "Link-layer address length", unit="bytes", constrained=True),
    binary("src", 8, "Source", BYTES, doc="`halen` bytes of it count"),
    hexa("etype", 16, "Protocol", enum=ETHERTYPES),
    protocol="SLL",
    summary="{etype}",
    role="capture",
    typical={"hatype": "Ethernet", "halen": 6},
    source="LINKTYPE_LINUX_SLL",
)

SLL2 = Header(
    "SLL2",
    "Linux cooked capture v2",
    "sll2",
    hexa("etype", 16, "Protocol", enum=ETHERTYPES, filter="sll.etype"),
    reserved("reserved", 16),
    uint("ifindex", 32, "Interface index", filter="sll.ifindex"),
    uint("hatype", 16, "Link-layer address type", enum=HARDWARE_TYPES, constrained=True, filter="sll.hatype"),
    uint("pkttype", 8, "Packet type", enum=PACKET_TYPES, filter="sll.pkttype"),
    uint("halen", 8, "Link-layer address length", unit="bytes", constrained=True, filter="sll.halen"),
    binary("src", 8, "Source", BYTES, filter="sll.src", doc="`halen` bytes of it count"),
    protocol="SLL",
    group="sll",
    summary="{etype}",
    role="capture",
    typical={"hatype": "Ethernet", "halen": 6, "ifindex": 2},
    source="LINKTYPE_LINUX_SLL2",
)

Loopback: Header = Header(
    "Loopback",
    "BSD Null/Loopback",
    "null",
    uint("family", 32, "Family", doc="in the byte order of the host that captured (link type 0) or big endian (108)"),
    protocol="Null/Loopback",
    role="capture",
    source="LINKTYPE_NULL, LINKTYPE_LOOP",
)

ERF_TYPES = {
    2: "ETH",
    21: "INFINIBAND",
    22: "IPV4",
    23: "IPV6",
    24: "RAW_LINK",
    25: "INFINIBAND_LINK",
    27: "META",
    48: "PAD",
}

#: the type whose records have two bytes of padding before the Ethernet frame
ERF_ETHERNET = number_of(ERF_TYPES, "ETH")

ERF = Header(
    "ERF",
    "Extensible Record Format",
    "erf",
    hexa("ts", 64, "Timestamp", little=True, doc="stored low byte first: 2^-32 s since 1970"),
    hexa(
        "types",
        8,
        "Record type",
        constrained=True,
        parts=(
            Part("ext_header", "Extension header present", 0, 1, filter="erf.types.ext_header"),
            Part("type", "Type", 1, 7, filter="erf.types.type", enum=ERF_TYPES),
        ),
    ),
    hexa(
        "flags",
        8,
        "Flags",
        constrained=True,
        parts=(
            Part("res", "Reserved", 0, 2, HEX, filter="erf.flags.res"),
            Part("dse", "DS error", 2, 1, filter="erf.flags.dse"),
            Part("rxe", "RX error", 3, 1, filter="erf.flags.rxe"),
            Part("trunc", "Truncated", 4, 1, filter="erf.flags.trunc"),
            Part("vlen", "Varying record length", 5, 1, filter="erf.flags.vlen"),
            Part("cap", "Capture interface", 6, 2, filter="erf.flags.cap"),
        ),
    ),
    uint("rlen", 16, "Record length", unit="bytes", doc="may count padding that a pcap record does not store"),
    uint("lctr", 16, "Loss counter"),
    uint("wlen", 16, "Wire length", unit="bytes", doc="of the packet on the wire"),
    role="capture",
    record=CaptureRecord("rlen", "wlen"),
    typical={"vlen": 1},
    protocol="ERF",
    summary="{type}",
    source="Endace ERF",
)

ERFExtension: Header = Header(
    "ERFExtension",
    "ERF Extension Header",
    "erf.ehdr",
    uint(
        "types",
        8,
        "Extension Header",
        parts=(
            Part("more", "More extension headers", 0, 1, filter="erf.ehdr.more"),
            Part("type", "Extension Type", 1, 7, filter="erf.ehdr.type"),
        ),
    ),
    hexa("data", 56, "Extension Data"),
    group="erf",
    role="capture",
    source="Endace ERF",
)

ERFEthernet: Header = Header(
    "ERFEthernet",
    "ERF Ethernet Pad",
    "erf.eth",
    uint("off", 8, "Offset"),
    hexa("pad", 8, "Padding"),
    group="erf",
    role="capture",
    source="Endace ERF",
)

IPoIB: Header = Header(
    "IPoIB",
    "IP over InfiniBand",
    "ipoib",
    hexa("type", 16, "Type", enum=ETHERTYPES),
    reserved("reserved", 16),
    protocol="IPoIB",
    summary="{type}",
    role="link",
    source="RFC 4391, 6",
)

IPoIBPseudo: Header = Header(
    "IPoIBPseudo",
    "IPoIB capture pseudo header",
    "ipoib.pseudo",
    binary("sender", 20, "Sender or zero", BYTES),
    binary("daddr", 20, "Destination hardware address", BYTES, filter="ipoib.daddr"),
    group="ipoib",
    role="link",
    source="LINKTYPE_IPOIB as tshark reads it",
)
