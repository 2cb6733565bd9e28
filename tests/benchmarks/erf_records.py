"""The packets of captures with ERF headers: tshark reads InfiniBand frames in ERF records, not by themselves."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import ibpkt
from ibpkt.protocols import ERF_LINK

#: of ERF: a record of InfiniBand, and its flags
_TYPE, _FLAGS, _SIZE = 21, 4, 16


def erf_packets(source: Path) -> Iterator[tuple[bytes, int]]:
    """The packets of a capture, each with an ERF header, and their times."""
    with ibpkt.open(source) as capture:
        for packet in capture:
            if packet.link == ERF_LINK:
                yield packet.data, packet.time
                continue
            size = len(packet.data)
            stamp = struct.pack("<Q", packet.time // 10**9 << 32)  # of 2**-32 seconds
            head = struct.pack(">BBHHH", _TYPE, _FLAGS, _SIZE + size, 0, size)  # record length, loss counter, length
            yield stamp + head + packet.data, packet.time


def write_erf(source: Path, target: Path) -> None:
    """Write the packets of a capture with ERF headers."""
    with ibpkt.create(target, link="erf") as capture:
        for data, time in erf_packets(source):
            capture.write(data, time=time)
