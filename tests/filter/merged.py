"""All captures of a directory behind one another in one pcapng file, so that tshark answers a filter in one run.

The file is made of the records as they are; only those of link type 247, which tshark cannot open, are left out.
`crafted` adds packets of which the captures have none: tunnels, stacked tags, fields that occur several times.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from itertools import pairwise

from ibpkt.capture import open_capture
from ibpkt.protocols import link_type
from tests.support.stacks import CARRIERS, carrier, stack
from tests.tshark import store

REFUSED = link_type("infiniband")
CRAFTED = "crafted"
DIRECTORIES = (CRAFTED, "captures", "recorded")


def _block(kind: int, body: bytes) -> bytes:
    body += bytes(-len(body) % 4)
    size = struct.pack("<I", 12 + len(body))
    return struct.pack("<I", kind) + size + body + size


def _option(code: int, value: bytes) -> bytes:
    return struct.pack("<HH", code, len(value)) + value + bytes(-len(value) % 4)


def merged(directory: str) -> bytes:
    """The file, always the same for the same captures."""
    section = struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1)
    blocks = [_block(0x0A0D0D0A, section)]
    interfaces: dict[tuple[str, int], int] = {}
    for source, link, time, wirelen, data in _records(directory):
        key = (source, link)
        if key not in interfaces:
            interfaces[key] = len(interfaces)
            nanoseconds = _option(9, b"\x09") + _option(0, b"")
            blocks.append(_block(1, struct.pack("<HHI", link, 0, 0) + nanoseconds))
        head = struct.pack("<IIIII", interfaces[key], time >> 32, time & 0xFFFFFFFF, len(data), wirelen)
        blocks.append(_block(6, head + data))
    return b"".join(blocks)


def _records(directory: str) -> Iterator[tuple[str, int, int, int, bytes]]:
    if directory == CRAFTED:
        yield from crafted()
        return
    for name in store.captures(directory):
        with open_capture(store.path_of(name)) as capture:
            for chunk in capture.records():
                columns = (chunk.link, chunk.time, chunk.wirelen, chunk.start, chunk.caplen)
                for link, time, wirelen, start, caplen in zip(*(each.tolist() for each in columns), strict=True):
                    if link != REFUSED:
                        yield name, link, time, wirelen, bytes(chunk.data[start : start + caplen])


_OUTER = {"src": 0x0A010203, "dst": 0x0A010204, "ttl": 9}
_TAG = {"priority": 3, "id": 7}


def crafted() -> Iterator[tuple[str, int, int, int, bytes]]:
    """Packets that are hard on filters."""
    ethernet = link_type("ethernet")
    made = [
        stack("ethernet", path, ipv4=_OUTER, vlan=_TAG, bth={"opcode": 4, "destqp": 0x11, "psn": number})
        for number, path in enumerate(
            (
                "Ethernet/VLAN/IPv4/UDP/BTH",
                "Ethernet/VLAN/VLAN/IPv4/UDP/BTH",
                "Ethernet/VLAN/VLAN/IPv6/UDP/BTH",
                "Ethernet/IPv4/UDP/VXLAN/Ethernet/IPv4/UDP/BTH",
                "Ethernet/IPv4/UDP/VXLAN/Ethernet/IPv6/UDP/BTH",
                "Ethernet/IPv6/UDP/VXLAN/Ethernet/IPv4/UDP/BTH",
                "Ethernet/IPv4/UDP/VXLAN/Ethernet/VLAN/IPv4/UDP/BTH",
                "Ethernet/IPv4/GRE/GRESequence/ERSPAN2/Ethernet/IPv4/UDP/BTH",
                "Ethernet/IPv4/GRE/GRESequence/ERSPAN2/Ethernet/VLAN/IPv6/UDP/BTH",
                "Ethernet/IPv4/GRE/Ethernet/IPv4/UDP/BTH",
                "Ethernet/VLAN/GRH/BTH",
            )
        )
    ]
    packets = [draft.built(b"GET hello, world \0\xff\x7f").data for draft in made]
    # the inner addresses differ from the outer ones
    packets += [_inner(data, bytes((10, 1, 2, 3)), bytes((10, 9, 8, 7))) for data in packets[3:10]]
    packets += [
        carrier(name, opcode, bytes(range(size))).data
        for name in CARRIERS
        if CARRIERS[name][0] == "ethernet"
        for opcode, size in ((0x04, 20), (0x0A, 40), (0x11, 0), (0x0C, 0), (0x13, 0), (0x12, 0), (0x64, 33), (0x81, 0))
    ]
    for number, data in enumerate(packets):
        yield CRAFTED, ethernet, 1_767_225_600_000_000_000 + number * 1_500_000_001, len(data), data


def _inner(data: bytes, address: bytes, other: bytes) -> bytes:
    """The packet with the last occurrence of an address replaced."""
    before, found, behind = data.rpartition(address)
    return before + (other if found else b"") + behind


def ranges(numbers: list[int]) -> str:
    """Ascending numbers, compactly: ``1-3,7``."""
    parts = []
    edges = [number for number, after in pairwise([*numbers, -1]) if after != number + 1]
    first = 0
    for edge in edges:
        last = numbers.index(edge, first)
        begin = numbers[first]
        parts.append(str(edge) if begin == edge else f"{begin}-{edge}")
        first = last + 1
    return ",".join(parts)


def numbers(text: str) -> list[int]:
    """The other way round."""
    result: list[int] = []
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        result += range(int(first), int(last or first) + 1)
    return result
