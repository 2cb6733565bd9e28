"""A second tap made out of the packets of a scene, by a plan: what happens to each packet on its way to it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from ibpkt import traffic
from ibpkt.analysis.compare.comparison import Comparison
from ibpkt.batch import Batch
from ibpkt.packet import Packet
from ibpkt.protocols import BTH, ICRC, IPv4, IPv6, link_type

#: nanoseconds: the way between the taps, by how much it varies, and what a delayed packet takes longer
WAY, JITTER, LONGER = 7_000, 300, (2_000_000, 5_000_000)
#: packets at either end of each direction to which nothing happens, so that the captures begin and end together
EDGE = 10

FAULTS = ("lost", "missed", "copied", "late", "marked", "corrupted")


class Frame(NamedTuple):
    """A packet in a capture: its time in nanoseconds, its bytes, and which packet of the scene it is."""

    time: int
    data: bytes
    packet: int
    copy: bool = False


class Taps(NamedTuple):
    """Two captures and what differs.

    Attributes:
        a: one capture.
        b: the other.
        link: their link type.
        expected: ``(kind, frame at A, frame at B)`` of every difference, sorted.
    """

    a: list[Frame]
    b: list[Frame]
    link: int
    expected: list[tuple[str, int, int]]


def packets_of(**arguments: Any) -> tuple[list[Packet], int]:
    """The packets of a scene, and their link type."""
    scene = traffic.Traffic(**{"conversations": 3, "both_ways": True, "truth": None, **arguments})
    packets = [packet for batch in scene.batches() for packet in batch]
    return packets, link_type(scene.link)


def ends(packet: Packet) -> tuple[bytes, bytes]:
    """Source and destination of a packet."""
    bth = [layer.header for layer in packet.layers].index(BTH)
    layer = next(layer for layer in packet.layers[bth::-1] if layer.header.address)
    _, source, destination = layer.header.address
    return tuple(str(layer.raw[name]).encode() for name in (source, destination))


def content(packet: Packet) -> bytes:
    """What tells packets apart whatever carries them."""
    return b"".join((*ends(packet), packet.data[next(each.offset for each in packet.layers if each.header is BTH) :]))


def marked(packet: Packet) -> tuple[bytes, str] | None:
    """The packet with CE, or FECN where it has no IP header, and the kind; None where it has that already."""
    data = bytearray(packet.data)
    for layer in reversed(packet.layers):
        if layer.header in (IPv4, IPv6):
            at, bits = (layer.offset + 1, 0x03) if layer.header is IPv4 else (layer.offset + 1, 0x30)
            kind = "ce-marked"
            break
        if layer.header is BTH:
            at, bits, kind = layer.offset + 4, 0x80, "fecn-set"
    if data[at] & bits == bits:
        return None
    data[at] |= bits
    return bytes(data), kind


def corrupted(packet: Packet, chance: random.Random) -> bytes:
    """The packet with one bit flipped among those that the ICRC covers, from BTH on, or in the ICRC."""
    bth = next(layer for layer in packet.layers if layer.header is BTH)
    end = packet._bounds.crcs[ICRC] + ICRC.size
    data = bytearray(packet.data)
    at = chance.choice([at for at in range(bth.offset, end) if at != bth.offset + 4])
    data[at] ^= 1 << chance.randrange(8)
    return bytes(data)


def two_taps(
    packets: Sequence[Packet],
    link: int,
    seed: int = 0,
    *,
    share: float = 0.02,
    faults: Sequence[str] = FAULTS,
    offset: int = 0,
    drift: float = 0.0,
    edge: int = EDGE,
) -> Taps:
    """Send packets from tap to tap.

    Args:
        packets: of a scene.
        link: their link type.
        seed: chance.
        share: of packets to which each of the faults happens.
        faults: which of `FAULTS`.
        offset: nanoseconds that B's clock is ahead.
        drift: what it gains.
        edge: packets at either end of each direction to which nothing happens: what should have come to a tap when it
            began or ended is not told.
    """
    chance = random.Random(seed)
    forward_source = min(ends(packets[0]))
    same = Counter(map(content, packets))
    left, passed = Counter(map(ends, packets)), Counter[tuple[bytes, bytes]]()
    taps: tuple[list[Frame], list[Frame]] = ([], [])
    fate: dict[int, str] = {}
    latest = [0, 0]
    for number, packet in enumerate(packets):
        source, destination = ends(packet)
        forward = source < destination if forward_source not in (source, destination) else source == forward_source
        sender, arrival = (0, 1) if forward else (1, 0)
        fault = ""
        left[source, destination] -= 1
        inside = min(passed[source, destination], left[source, destination]) >= edge
        passed[source, destination] += 1
        if inside and chance.random() < share * len(faults):
            fault = chance.choice(faults)
        if same[content(packet)] > 1 and fault in ("copied", "late", "missed"):
            fault = ""  # which of them it was is unknown
        data = packet.data
        if fault == "marked":
            found = marked(packet)
            data, fault = found if found else (data, "")
        elif fault == "corrupted":
            data = corrupted(packet, chance)
        when = max(packet.time + WAY + chance.randrange(JITTER), latest[arrival] + 1)
        if fault == "late":
            when += chance.randrange(*LONGER)
        elif fault != "lost":
            latest[arrival] = when
        if fault:
            fate[number] = fault
        if fault != "missed":
            taps[sender].append(Frame(packet.time, packet.data, number))
        if fault != "lost":
            taps[arrival].append(Frame(when, data, number))
        if fault == "copied":
            taps[arrival].append(Frame(when + chance.randrange(20_000, 50_000), data, number, True))
    for tap in taps:
        tap.sort(key=lambda frame: frame.time)
    expected = _expected(packets, taps, fate, forward_source)
    begin = packets[0].time
    moved = [each._replace(time=each.time + offset + round((each.time - begin) * drift)) for each in taps[1]]
    return Taps(taps[0], moved, link, expected)


def _expected(
    packets: Sequence[Packet], taps: tuple[list[Frame], list[Frame]], fate: dict[int, str], forward_source: bytes
) -> list[tuple[str, int, int]]:
    frames: tuple[dict[int, int], dict[int, int]] = ({}, {})
    found: list[tuple[str, int, int]] = []
    for side, tap in enumerate(taps):
        for number, frame in enumerate(tap, 1):
            if frame.copy:
                found.append(("duplicated", *((number, 0) if side == 0 else (0, number))))
            else:
                frames[side][frame.packet] = number
    names = {"late": "delayed"}
    for number in range(len(packets)):
        a, b = (frames[side].get(number, 0) for side in (0, 1))
        if not a or not b:
            found.append(("only-at-a" if a else "only-at-b", a, b))
        elif number in fate and fate[number] != "copied":
            found.append((names.get(fate[number], fate[number]), a, b))
    flows: dict[Any, list[int]] = {}
    for number, packet in enumerate(packets):
        if number in frames[0] and number in frames[1]:
            flows.setdefault((*ends(packet), packet.bth.destqp), []).append(number)
    for (source, destination, _), numbers in flows.items():
        forward = source < destination if forward_source not in (source, destination) else source == forward_source
        sent, arrived = (frames[0], frames[1]) if forward else (frames[1], frames[0])
        most = 0
        for number in sorted(numbers, key=lambda each: arrived[each]):
            if sent[number] < most:
                found.append(("reordered", frames[0][number], frames[1][number]))
            most = max(most, sent[number])
    return sorted(found)


def batches(frames: Sequence[Frame], link: int, size: int = 1000) -> Iterator[Batch]:
    """A capture in batches of a size."""
    for first in range(0, len(frames), size):
        part = frames[first : first + size]
        batch = Batch.of([frame.data for frame in part], link)
        batch.frames.first = first + 1
        batch.frames.time = np.array([frame.time for frame in part], np.int64)
        yield batch


def found(comparison: Comparison) -> list[tuple[str, int, int]]:
    """The differences in the form of `Taps.expected`."""
    return sorted((each.kind.name, each.frame_a or 0, each.frame_b or 0) for each in comparison)
