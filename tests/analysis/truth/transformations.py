"""The same conversation captured otherwise: later, on another carrier, among others, as two files."""

from __future__ import annotations

import random
import struct
from pathlib import Path
from typing import NamedTuple

from ibpkt import draft
from tests.analysis.truth.scenes.exchange import UNLIMITED, End, Exchange, Frame
from tests.support.command import run

FILE_HEADER, RECORD_HEADER = 24, 16
#: magic numbers of pcap, and how many fractions a second has
FRACTIONS = {0xA1B2C3D4: 10**6, 0xA1B23C4D: 10**9}
LINK = struct.Struct("<20xI")
RECORD = struct.Struct("<IIII")
ETHERNET, INFINIBAND = 1, 247
#: the Ethernet addresses of a router's second side, and where a packet has what it changes
ROUTER = bytes.fromhex("020000000a0a020000000b0b")
ETHERNET_SIZE, ETHERTYPE, IPV4_SIZE, TTL, CHECKSUM, HOP_LIMIT = 14, 12, 20, 8, 10, 7
IPV4, IPV6 = bytes.fromhex("0800"), bytes.fromhex("86dd")
#: the ends of a conversation that has nothing to do with the others
OTHERS = End(201, 0xC0FFE1), End(202, 0xC0FFE2)
#: carriers without IP identification, as the option --to names them
CARRIERS = ("rocev2-ipv6", "rocev1", "native")


class Record(NamedTuple):
    """A packet of a pcap file: its time in fractions of a second, its length on the wire, and its bytes."""

    time: int
    wire: int
    data: bytes


class Pcap(NamedTuple):
    """A pcap file: its header, the fractions of a second that its times have, and its packets."""

    header: bytes
    fractions: int
    records: list[Record]

    @property
    def link(self) -> int:
        """Its link type."""
        link: int = LINK.unpack(self.header)[0]
        return link

    def bytes(self) -> bytes:
        """As a file."""
        parts = [self.header]
        for time, wire, data in self.records:
            parts.append(RECORD.pack(*divmod(time, self.fractions), len(data), wire) + data)
        return b"".join(parts)


def read(data: bytes) -> Pcap:
    """A pcap file in little-endian order."""
    fractions = FRACTIONS[int.from_bytes(data[:4], "little")]
    records, at = [], FILE_HEADER
    while at < len(data):
        seconds, fraction, size, wire = RECORD.unpack_from(data, at)
        at += RECORD_HEADER
        records.append(Record(seconds * fractions + fraction, wire, data[at : at + size]))
        at += size
    return Pcap(data[:FILE_HEADER], fractions, records)


def later(data: bytes, seconds: int) -> bytes:
    """Recorded so much later."""
    pcap = read(data)
    shift = seconds * pcap.fractions
    return pcap._replace(records=[record._replace(time=record.time + shift) for record in pcap.records]).bytes()


def carried(data: bytes, carrier: str, folder: Path) -> bytes:
    """On another carrier."""
    source, target = folder / "before.pcap", folder / "after.pcap"
    source.write_bytes(data)
    done = run("edit", source, "--to", carrier, "--format", "pcap-ns", "-w", target)
    assert done.code == 0, done.err
    return target.read_bytes()


def by_sender(data: bytes) -> list[bytes]:
    """What each sender sent, as a file for each."""
    pcap = read(data)
    senders: dict[bytes, list[Record]] = {}
    for record in pcap.records:
        where = slice(6, 12) if pcap.link == ETHERNET else slice(6, 8)  # source MAC address, or SLID
        senders.setdefault(record.data[where], []).append(record)
    return [pcap._replace(records=records).bytes() for records in senders.values()]


def merged(files: list[bytes], folder: Path) -> bytes:
    """Several files as one, in the order of times."""
    paths = []
    for number, data in enumerate(files):
        path = folder / f"piece{number}.pcap"
        path.write_bytes(data)
        paths.append(path)
    target = folder / "merged.pcap"
    done = run("edit", *paths, "--format", "pcap-ns", "-w", target)
    assert done.code == 0, done.err
    return target.read_bytes()


def among_others(data: bytes, every: int = 3) -> tuple[bytes, dict[int, int]]:
    """Two other hosts talk in between without trouble; and what the numbers of the packets were before."""
    pcap = read(data)
    others = _others(pcap.link, len(pcap.records) // every + 2)
    records: list[Record] = []
    before: dict[int, int] = {}
    for number, record in enumerate(pcap.records, 1):
        if number % every == 1:
            records += [Record(record.time, len(frame.data), frame.data) for frame in others.pop(0)]
        records.append(record)
        before[len(records)] = number
    return pcap._replace(records=records).bytes(), before


def _others(link: int, count: int) -> list[list[Frame]]:
    """SENDs of others and their ACKs."""
    exchange = Exchange("native" if link == INFINIBAND else "ipv4")
    found = []
    for number in range(count):
        request = exchange.frame(
            "RC SEND Only", 7000 + number, payload=bytes(8), source=OTHERS[0], target=OTHERS[1], a=1
        )
        aeth = draft("AETH", syndrome=UNLIMITED, msn=number + 1)
        found.append(
            [request, exchange.frame("RC Acknowledge", 7000 + number, aeth, source=OTHERS[1], target=OTHERS[0])]
        )
    return found


def with_garbage(data: bytes, every: int = 2) -> tuple[bytes, dict[int, int]]:
    """Bytes that mean nothing in between; and what the numbers of the packets were before."""
    pcap = read(data)
    dice = random.Random(len(data))
    records: list[Record] = []
    before: dict[int, int] = {}
    for number, record in enumerate(pcap.records, 1):
        if number % every == 0:
            garbage = dice.randbytes(dice.choice((1, 14, 60, 200)))
            records.append(Record(record.time, len(garbage), garbage))
        records.append(record)
        before[len(records)] = number
    return pcap._replace(records=records).bytes(), before


def twice(data: bytes) -> bytes:
    """Two taps in one file: each packet is there twice, the copy right behind."""
    pcap = read(data)
    return pcap._replace(records=[record for record in pcap.records for _ in range(2)]).bytes()


def both_sides_of_a_router(data: bytes, lost: float = 0) -> bytes:
    """Each packet twice: as it is, and two microseconds later as a router forwards it; the router drops some.

    IPv4 and IPv6 over Ethernet alone.
    """
    pcap = read(data)
    dice, microsecond = random.Random(len(data)), pcap.fractions // 10**6
    records = [*pcap.records]
    for time, wire, packet in pcap.records:
        if dice.random() >= lost:
            records.append(Record(time + 2 * microsecond, wire, routed(packet)))
    return pcap._replace(records=sorted(records, key=lambda record: record.time)).bytes()


def is_routable(data: bytes) -> bool:
    """Whether all packets of a capture are IPv4 or IPv6 over Ethernet."""
    pcap = read(data)
    types = {record.data[ETHERTYPE : ETHERTYPE + 2] for record in pcap.records}
    return pcap.link == ETHERNET and types <= {IPV4, IPV6}


def routed(packet: bytes) -> bytes:
    """A packet of IPv4 or IPv6 over Ethernet as a router sends it on."""
    data = bytearray(packet)
    data[: len(ROUTER)] = ROUTER
    ip = memoryview(data)[ETHERNET_SIZE:]
    if data[ETHERTYPE : ETHERTYPE + 2] == IPV6:
        ip[HOP_LIMIT] -= 1
        return bytes(data)
    ip[TTL] -= 1
    ip[CHECKSUM : CHECKSUM + 2] = bytes(2)
    total = sum(struct.unpack_from(f">{IPV4_SIZE // 2}H", ip))
    total = (total & 0xFFFF) + (total >> 16)
    struct.pack_into(">H", ip, CHECKSUM, ~((total & 0xFFFF) + (total >> 16)) & 0xFFFF)
    return bytes(data)


def one_direction(data: bytes) -> bytes:
    """What the sender of the first packet sent."""
    return by_sender(data)[0]
