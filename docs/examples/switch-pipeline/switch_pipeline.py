"""The model under test: a switch pipeline in the manner of P4, with a parser, match-action tables and a deparser.

It routes IPv4 and IPv6, marks congestion, and puts what leaves through a tunnel port into VXLAN.  It knows nothing of
RoCE: that it leaves the ICRC right is what the tests are about.
"""

from __future__ import annotations

import ipaddress
import struct
from dataclasses import dataclass, field

ETHERTYPE_IPV4, ETHERTYPE_IPV6, ETHERTYPE_VLANS = 0x0800, 0x86DD, (0x8100, 0x88A8, 0x9100)
ECT, CE = (0b01, 0b10), 0b11
UDP, VXLAN_PORT = 17, 4789


@dataclass
class Headers:
    """What the parser extracts: offsets into the frame, -1 where a header is absent."""

    ipv4: int = -1
    ipv6: int = -1


@dataclass
class Route:
    """What the routing table says: the port, and the MAC addresses of the next hop and of that port."""

    port: int
    next_hop: bytes
    own: bytes


@dataclass
class Tunnel:
    """A VXLAN tunnel behind a port."""

    vni: int
    src: ipaddress.IPv4Address
    dst: ipaddress.IPv4Address
    next_hop: bytes
    own: bytes


@dataclass
class Switch:
    """The pipeline and its tables.

    Attributes:
        routes: the longest matching prefix wins.
        tunnels: by port.
        mark_above: packets in the queue from which on ECN-capable packets are marked.
        counters: packets by what happened to them.
    """

    routes: dict[ipaddress.IPv4Network | ipaddress.IPv6Network, Route] = field(default_factory=dict)
    tunnels: dict[int, Tunnel] = field(default_factory=dict)
    mark_above: int = 100
    counters: dict[str, int] = field(default_factory=lambda: {"routed": 0, "marked": 0, "dropped": 0})

    def process(self, frame: bytes, queue: int = 0) -> tuple[int, bytes] | None:
        """What becomes of a frame: the port and the bytes that leave, or None where it is dropped."""
        data = bytearray(frame)
        headers = parse(data)
        route = self._route(data, headers)
        if route is None or not self._count_down(data, headers):
            self.counters["dropped"] += 1
            return None
        data[0:12] = route.next_hop + route.own
        if queue > self.mark_above:
            self._mark(data, headers)
        if headers.ipv4 >= 0:
            update_checksum(data, headers.ipv4)
        self.counters["routed"] += 1
        tunnel = self.tunnels.get(route.port)
        return route.port, bytes(data) if tunnel is None else encapsulate(bytes(data), tunnel)

    def _route(self, data: bytearray, headers: Headers) -> Route | None:
        if headers.ipv4 >= 0:
            address = ipaddress.ip_address(bytes(data[headers.ipv4 + 16 : headers.ipv4 + 20]))
        elif headers.ipv6 >= 0:
            address = ipaddress.ip_address(bytes(data[headers.ipv6 + 24 : headers.ipv6 + 40]))
        else:
            return None
        matching = [prefix for prefix in self.routes if address in prefix]
        return self.routes[max(matching, key=lambda prefix: prefix.prefixlen)] if matching else None

    def _count_down(self, data: bytearray, headers: Headers) -> bool:
        place = headers.ipv4 + 8 if headers.ipv4 >= 0 else headers.ipv6 + 7
        if data[place] <= 1:
            return False
        data[place] -= 1
        return True

    def _mark(self, data: bytearray, headers: Headers) -> None:
        place, shift = (headers.ipv4 + 1, 0) if headers.ipv4 >= 0 else (headers.ipv6 + 1, 4)
        if data[place] >> shift & 3 in ECT:
            data[place] |= CE << shift
            self.counters["marked"] += 1


def parse(data: bytearray) -> Headers:
    """The parser: Ethernet, any number of VLAN tags, IPv4 or IPv6."""
    headers, at = Headers(), 12
    while len(data) >= at + 4 and int.from_bytes(data[at : at + 2], "big") in ETHERTYPE_VLANS:
        at += 4
    kind = int.from_bytes(data[at : at + 2], "big")
    if kind == ETHERTYPE_IPV4 and len(data) >= at + 22 and len(data) >= at + 2 + (data[at + 2] & 0xF) * 4:
        headers.ipv4 = at + 2
    elif kind == ETHERTYPE_IPV6 and len(data) >= at + 42:
        headers.ipv6 = at + 2
    return headers


def update_checksum(data: bytearray, at: int) -> None:
    """Compute the checksum of the IPv4 header at a byte (RFC 1071)."""
    size = (data[at] & 0xF) * 4
    data[at + 10 : at + 12] = b"\0\0"
    total = sum(struct.unpack(f">{size // 2}H", data[at : at + size]))
    total = (total & 0xFFFF) + (total >> 16)
    total = (total & 0xFFFF) + (total >> 16)
    data[at + 10 : at + 12] = (total ^ 0xFFFF).to_bytes(2, "big")


def encapsulate(frame: bytes, tunnel: Tunnel) -> bytes:
    """A frame in VXLAN (RFC 7348)."""
    vxlan = struct.pack(">II", 0x08000000, tunnel.vni << 8)
    udp = struct.pack(">HHHH", 0xC000, VXLAN_PORT, 16 + len(frame), 0)
    length = 20 + 8 + len(vxlan) + len(frame)
    addresses = tunnel.src.packed + tunnel.dst.packed
    ipv4 = bytearray(struct.pack(">BBHHHBBH", 0x45, 0, length, 0, 0x4000, 64, UDP, 0) + addresses)
    update_checksum(ipv4, 0)
    ethernet = tunnel.next_hop + tunnel.own + struct.pack(">H", ETHERTYPE_IPV4)
    return ethernet + bytes(ipv4) + udp + vxlan + frame
