"""Captures taken apart, so that joining them must give the whole again."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import ibpkt
from ibpkt.capture import open_capture


class Taken(NamedTuple):
    """A packet as a capture has it."""

    time: int
    data: bytes
    link: int
    wirelen: int


def records_of(source, **limits) -> list[Taken]:
    """The packets of a capture, or of whatever reader is given."""
    with source if hasattr(source, "records") else open_capture(source) as reader:
        return [
            Taken(int(time), chunk.data[start : start + length].tobytes(), int(link), int(wirelen))
            for chunk in reader.records(**limits)
            for time, start, length, link, wirelen in zip(
                chunk.time, chunk.start, chunk.caplen, chunk.link, chunk.wirelen, strict=True
            )
        ]


def write(path: Path, packets: Sequence[Taken]) -> Path:
    """Write packets, in the format that the suffix says."""
    with ibpkt.create(path, link=packets[0].link if packets else 1) as sink:
        for packet in packets:
            sink.write(packet.data, time=packet.time, link=packet.link, wirelen=packet.wirelen)
    return path


def at_distinct_times(packets: Sequence[Taken]) -> list[Taken]:
    """The packets a microsecond apart at least: two files do not show which of two packets of one time came first."""
    distinct: list[Taken] = []
    for packet in packets:
        time = packet.time // 1000 * 1000
        distinct.append(packet._replace(time=max(time, distinct[-1].time + 1000) if distinct else time))
    return distinct


def by_packets(packets: Sequence[Taken], count: int, chance: random.Random) -> list[Sequence[Taken]]:
    """Pieces of random lengths, one after the other."""
    cuts = sorted(chance.sample(range(1, len(packets)), count - 1))
    return [packets[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(packets)], strict=True)]


def by_time(packets: Sequence[Taken], count: int, chance: random.Random) -> list[Sequence[Taken]]:
    """Pieces of one length in time, as a capture that is rotated every so many seconds."""
    begin, end = packets[0].time, packets[-1].time
    width = (end - begin) // count + 1
    return [[packet for packet in packets if (packet.time - begin) // width == piece] for piece in range(count)]


def by_direction(packets: Sequence[Taken], count: int, chance: random.Random) -> list[Sequence[Taken]]:
    """The packets of each source apart: what a tap on one fibre sees."""
    apart: dict[bytes, list[Taken]] = {}
    for packet in packets:
        apart.setdefault(packet.data[6:12], []).append(packet)
    return list(apart.values())


WAYS: dict[str, Callable[[Sequence[Taken], int, random.Random], list[Sequence[Taken]]]] = {
    "packets": by_packets,
    "time": by_time,
    "direction": by_direction,
}


def taken_apart(
    packets: Sequence[Taken], directory: Path, way: str, count: int = 2, seed: int = 1, suffix: str = ".pcap"
) -> list[Path]:
    """Files with the pieces of a capture, whose names and order say nothing; empty pieces are files, too."""
    chance = random.Random(seed)
    pieces = WAYS[way](packets, count, chance)
    names = chance.sample(range(1000, 10000), len(pieces))
    paths = [write(directory / f"{name}{suffix}", piece) for name, piece in zip(names, pieces, strict=True)]
    chance.shuffle(paths)
    return paths
