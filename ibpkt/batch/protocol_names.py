"""Names of protocols as fields: those that have no header declared for them, and those that several headers make up.

``arp``, ``tcp`` and the like are not decoded, but the header before them names them: their value is what follows it.
``roce``, ``mad`` and ``cm`` begin at a header of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from ibpkt.arrays import Array, Bools
from ibpkt.batch.shape import Shape
from ibpkt.protocols import BTH, GRH, LRH, MAD, UDP, IPv4
from ibpkt.protocols.assigned_numbers import ETHERTYPES, IP_PROTOCOLS
from ibpkt.protocols.encapsulation.capture_link import IPoIB
from ibpkt.schema import Leaf

Bounds = Callable[[Shape], tuple[Array, Array] | None]


class ProtocolName(NamedTuple):
    """A protocol.

    Attributes:
        name: as a filter has it.
        title: its name in words.
        bounds: where its bytes lie in the packets of a shape.
        doc: which packets have it.
    """

    name: str
    title: str
    bounds: Bounds
    doc: str


def _following(shape: Shape, wanted: Bools) -> tuple[Array, Array]:
    """What follows the last header, in some packets."""
    start, end = shape.payload
    return start, np.where(wanted, end, start)


def _leaf_with(shape: Shape, names: dict[int, str]) -> tuple[int, Leaf] | None:
    """The field of the last header that says by one of these numbers what follows."""
    place = shape.annotations - 1
    if place < 0:
        return None
    found = next((leaf for leaf in shape.headers[place].leaves if leaf.enum is names), None)
    return None if found is None else (place, found)


def _in_ipoib(shape: Shape, names: dict[int, str], number: int) -> tuple[Array, Array] | None:
    """Likewise of what a message of IP over InfiniBand holds, whose headers are annotations."""
    first = shape.index(IPoIB)
    if first is None or first < shape.annotations:
        return None
    for place in range(first, len(shape.headers)):
        leaf = next((leaf for leaf in shape.headers[place].leaves if leaf.enum is names), None)
        if leaf is not None and (wanted := shape.column(place, leaf).values == number).any():
            start, end = shape.payload
            start = np.minimum(start + shape.end(place) - shape.position(first), end)
            return start, np.where(wanted, end, start)
    return None


def _numbered(names: dict[int, str], number: int) -> Bounds:
    def bounds(shape: Shape) -> tuple[Array, Array] | None:
        found = _leaf_with(shape, names)
        if found is None:
            return _in_ipoib(shape, names, number)
        return _following(shape, shape.column(*found).values == number)

    return bounds


def _on_ports(ports: Iterable[int]) -> Bounds:
    wanted = sorted(ports)

    def bounds(shape: Shape) -> tuple[Array, Array] | None:
        place = shape.annotations - 1
        if place < 0 or shape.headers[place] is not UDP:
            return None
        columns = (shape.column(place, UDP.leaf(name)).values for name in ("srcport", "dstport"))
        source, destination = (np.isin(column, wanted) for column in columns)
        return _following(shape, source | destination)

    return bounds


def _roce(v1: bool) -> Bounds:
    def bounds(shape: Shape) -> tuple[Array, Array] | None:
        transport = shape.index(BTH)
        if transport is None or LRH in shape.headers:
            return None
        routed = GRH in shape.headers
        if routed and not v1:
            return None
        first = shape.index(GRH) if routed else transport
        return shape.position(transport if first is None else first), shape.trailer[0]

    return bounds


def _management(classes: Iterable[int] = ()) -> Bounds:
    wanted = sorted(classes)

    def bounds(shape: Shape) -> tuple[Array, Array] | None:
        place = shape.index(MAD)
        if place is None:
            return None
        start, end = shape.position(place), shape.pad_end
        if not wanted:
            return start, end
        chosen = np.isin(shape.column(place, MAD.leaf("mgmtclass")).values, wanted)
        return start, np.where(chosen, end, start)

    return bounds


def _ethertype(name: str, title: str, number: int) -> ProtocolName:
    return ProtocolName(name, title, _numbered(ETHERTYPES, number), f"what follows the Ethertype 0x{number:04x}")


def _ip_protocol(name: str, title: str, number: int) -> ProtocolName:
    return ProtocolName(name, title, _numbered(IP_PROTOCOLS, number), f"what follows the IP protocol {number}")


def _udp(name: str, title: str, *ports: int) -> ProtocolName:
    doc = f"what UDP carries from or to port {' or '.join(map(str, ports))}"
    return ProtocolName(name, title, _on_ports(ports), doc)


def _class(name: str, title: str, *classes: int) -> ProtocolName:
    doc = f"management datagrams of class {', '.join(f'0x{number:02x}' for number in classes)}"
    return ProtocolName(name, title, _management(classes), doc)


assert IPv4.leaf("proto").enum is IP_PROTOCOLS  # by this the field that names a protocol is found

PROTOCOL_NAMES: tuple[ProtocolName, ...] = (
    _ethertype("arp", "Address Resolution Protocol", 0x0806),
    _ethertype("rarp", "Reverse Address Resolution Protocol", 0x8035),
    _ethertype("lldp", "Link Layer Discovery Protocol", 0x88CC),
    _ethertype("lacp", "Link Aggregation Control Protocol", 0x8809),
    _ethertype("mpls", "Multiprotocol Label Switching", 0x8847),
    _ethertype("ptp", "Precision Time Protocol", 0x88F7),
    _ip_protocol("tcp", "Transmission Control Protocol", 6),
    _ip_protocol("icmp", "Internet Control Message Protocol", 1),
    _ip_protocol("icmpv6", "Internet Control Message Protocol v6", 58),
    _ip_protocol("igmp", "Internet Group Management Protocol", 2),
    _ip_protocol("sctp", "Stream Control Transmission Protocol", 132),
    _ip_protocol("ospf", "Open Shortest Path First", 89),
    _ip_protocol("esp", "Encapsulating Security Payload", 50),
    _udp("dns", "Domain Name System", 53),
    _udp("mdns", "Multicast Domain Name System", 5353),
    _udp("dhcp", "Dynamic Host Configuration Protocol", 67, 68),
    _udp("ntp", "Network Time Protocol", 123),
    ProtocolName("roce", "RDMA over Converged Ethernet", _roce(v1=True), "v1 from GRH on, v2 from BTH on"),
    ProtocolName("rroce", "Routable RoCE", _roce(v1=False), "RoCEv2, from BTH on"),
    ProtocolName("mad", "Management Datagram", _management(), "management datagrams of any class"),
    _class("smp", "Subnet Management", 0x01, 0x81),
    _class("sa", "Subnet Administration", 0x03),
    _class("perf", "Performance Management", 0x04),
    _class("cm", "Communication Management", 0x07),
)
