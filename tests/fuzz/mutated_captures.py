"""Captures made out of good ones: fields changed by their declarations, packets and times moved, CRCs repaired."""

from __future__ import annotations

import functools
import random
import struct
from collections.abc import Iterable
from typing import NamedTuple

from ibpkt import decode, edit, open as open_capture
from ibpkt.batch import Batch
from ibpkt.packet import Layer
from tests.support.shared import OWN

#: the share of captures whose CRCs are right again: without them most of what is fuzzed is never reached
REPAIRED = 0.8
#: packets of a capture, at most: short ones are run fast, long ones fill tables and batches
MOST = (40, 400)
_EDGES = (-(2**63), -1, 0, 1, 10**9, 2**61, 2**62 - 1, 2**62, 2**63 - 1)


class Seed(NamedTuple):
    """A packet of a good capture."""

    data: bytes
    link: int
    time: int
    wirelen: int


@functools.cache
def seeds() -> dict[str, list[Seed]]:
    """The first packets of the captures of this repository, by name."""
    found = {}
    for path in sorted(OWN.iterdir()):
        if path.suffix in (".pcap", ".pcapng", ".erf"):
            with open_capture(path) as capture:
                (batch, *_) = [*capture.batches(limit=400), None]
                if batch is not None:
                    found[path.name] = [Seed(p.data, p.link, p.time, p.wirelen) for p in batch if len(p.data) < 5000]
    return {name: packets for name, packets in found.items() if packets}


class Mutated(NamedTuple):
    """A capture file that was made of good ones.

    Attributes:
        data: the file.
        packets: how many it was given.
        changed: how many of them are none of the good ones.
    """

    data: bytes
    packets: int
    changed: int


@functools.cache
def _good() -> frozenset[bytes]:
    return frozenset(packet.data for packets in seeds().values() for packet in packets)


def mutated_capture(chance: random.Random) -> bytes:
    """The bytes of a capture file."""
    return mutated(chance).data


def mutated(chance: random.Random) -> Mutated:
    """A capture file, and how many packets it has."""
    packets = _chosen(chance)
    for _ in range(chance.choice([0, 1, 1, 2, 3, 8])):
        packets = _moved(chance, packets)
    for at in _places(chance, len(packets)):
        packets[at] = packets[at]._replace(data=_changed(chance, packets[at], packets))
    if chance.random() < REPAIRED:
        packets = repaired(packets)
    packets = _timed(chance, packets)
    data = pcapng(packets, offset=chance.choice([0, 0, 0, -(10**10), 2**33]), digits=chance.choice([9, 9, 9, 6, 0, 3]))
    data = _broken(chance, data) if chance.random() < 0.1 else data
    return Mutated(data, len(packets), sum(packet.data not in _good() for packet in packets))


def _places(chance: random.Random, count: int) -> list[int]:
    """Which packets get a change: some, some of these more than once, or each."""
    some = chance.choice([0, 1, 4, 10, count // 2, None, None])
    return [*range(count)] if some is None else [chance.randrange(count) for _ in range(some if count else 0)]


def _chosen(chance: random.Random) -> list[Seed]:
    packets: list[Seed] = []
    for _ in range(chance.choice([1, 1, 2, 8])):
        every = seeds()[chance.choice(sorted(seeds()))]
        begin, count = chance.randrange(len(every)), chance.randint(1, chance.choice(MOST))
        packets += every[begin : begin + count]
    return packets


def _moved(chance: random.Random, packets: list[Seed]) -> list[Seed]:
    """Packets lost, repeated, swapped, turned around or put elsewhere."""
    packets = list(packets)
    if not packets:
        return packets
    at, to = chance.randrange(len(packets)), chance.randrange(len(packets))
    match chance.choice(["lose", "repeat", "swap", "move", "reverse", "many"]):
        case "lose":
            del packets[at]
        case "repeat":
            packets.insert(to, packets[at])
        case "swap":
            packets[at], packets[to] = packets[to], packets[at]
        case "move":
            packets.insert(to, packets.pop(at))
        case "reverse":
            packets[min(at, to) : max(at, to) + 1] = packets[min(at, to) : max(at, to) + 1][::-1]
        case "many":
            packets[to:to] = packets[at : at + 3] * chance.randint(1, 5)
    return packets


def _changed(chance: random.Random, seed: Seed, others: list[Seed]) -> bytes:
    """The bytes of a packet with a change: of a field nearly always, so that the rest is still understood."""
    if chance.random() < 0.75:
        layers = [layer for layer in decode(seed.data, seed.link) if layer.header.leaves]
        if layers:
            return _field_changed(chance, seed, chance.choice(layers), others)
    data = bytearray(seed.data)
    at = chance.randrange(len(data) + 1)
    match chance.choice(["bit", "byte", "cut", "put", "end", "ones"]):
        case "bit" if at < len(data):
            data[at] ^= 1 << chance.randrange(8)
        case "byte" if at < len(data):
            data[at] = chance.randrange(256)
        case "cut":
            del data[at : at + chance.randint(1, 9)]
        case "put":
            data[at:at] = chance.randbytes(chance.randint(1, 9))
        case "end":
            del data[at:]
        case "ones":
            data[at : at + 4] = b"\xff" * len(data[at : at + 4])
    return bytes(data)


def _field_changed(chance: random.Random, seed: Seed, layer: Layer, others: list[Seed]) -> bytes:
    header = layer.header
    values = dict(header.read(seed.data, layer.offset))
    leaf = chance.choice([leaf for leaf in header.leaves if leaf.name in values] or [None])
    if leaf is None:
        return seed.data
    before = values[leaf.name]
    if not isinstance(before, int) or not leaf.width:
        return seed.data
    ones = (1 << leaf.width) - 1
    same = [
        found.raw_value(leaf.name)
        for other in chance.sample(others, min(4, len(others)))
        for found in decode(other.data, other.link)
        if found.header is header
    ]
    near = [(before + step) & ones for step in (-2, -1, 1, 2, 1 << max(leaf.width - 1, 0))]
    value = chance.choice([0, 1, ones, ones >> 1, chance.randint(0, ones), *near, *near, *same, *same])
    if not isinstance(value, int):
        return seed.data
    written = header.write({**values, leaf.name: value & ones})
    return seed.data[: layer.offset] + written + seed.data[layer.offset + len(written) :]


def repaired(packets: list[Seed]) -> list[Seed]:
    """The packets with right lengths of checksums and CRCs; those that nothing can be made of stay as they are."""
    done = [*packets]
    for link in {packet.link for packet in packets}:
        places = [place for place, packet in enumerate(packets) if packet.link == link]
        batch = edit.Changes((), crc="all").apply(Batch.of([packets[place].data for place in places], link))
        for place, fixed in zip(places, batch, strict=True):
            done[place] = packets[place]._replace(data=bytes(fixed.data))
    return done


def _timed(chance: random.Random, packets: list[Seed]) -> list[Seed]:
    """Times as they were, or with jumps, standing still, backwards, or at the ends of what can be written."""
    way = chance.choice(["same", "same", "same", "jump", "still", "back", "edges"])
    times = [packet.time for packet in packets]
    if way == "jump" and times:
        at, jump = chance.randrange(len(times)), chance.choice([-(10**9), 10**9, -(10**15), 10**18, -times[0]])
        times[at:] = [time + jump for time in times[at:]]
    elif way == "still":
        times = [times[0] for _ in times]
    elif way == "back":
        times = times[::-1]
    elif way == "edges":
        times = [chance.choice(_EDGES) for _ in times]
    return [packet._replace(time=time) for packet, time in zip(packets, times, strict=True)]


def pcapng(packets: Iterable[Seed], *, offset: int = 0, digits: int = 9) -> bytes:
    """A pcapng file: an interface for each link type, a clock of so many digits that begins at an offset in seconds."""
    options = struct.pack("<HHB3xHHqHH", 9, 1, digits, 14, 8, offset, 0, 0)
    blocks = [_block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1))]
    links: list[int] = []
    for packet in packets:
        if packet.link not in links:
            links.append(packet.link)
            blocks.append(_block(1, struct.pack("<HHI", packet.link, 0, 0) + options))
        ticks = (packet.time - offset * 10**9) // 10 ** (9 - digits) % 2**64
        head = struct.pack(
            "<IIIII", links.index(packet.link), ticks >> 32, ticks & 0xFFFFFFFF, len(packet.data), packet.wirelen
        )
        blocks.append(_block(6, head + packet.data + bytes(-len(packet.data) % 4)))
    return b"".join(blocks)


def _block(kind: int, body: bytes) -> bytes:
    return struct.pack("<II", kind, len(body) + 12) + body + struct.pack("<I", len(body) + 12)


def _broken(chance: random.Random, data: bytes) -> bytes:
    """The file itself damaged."""
    broken = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(broken) + 1)
        match chance.choice(["byte", "end", "cut", "word"]):
            case "byte" if at < len(broken):
                broken[at] = chance.randrange(256)
            case "end":
                del broken[at:]
            case "cut":
                del broken[at : at + chance.randint(1, 20)]
            case "word":
                broken[at : at + 4] = struct.pack("<I", chance.choice([0, 1, 2**31, 2**32 - 1, len(data)]))
    return bytes(broken)
