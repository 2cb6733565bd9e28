"""Records: what a capture reader yields, as columns over one buffer of bytes."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ibpkt.arguments import checked_fields
from ibpkt.arrays import Ints, Octets

# DLT_RAW as some systems number it; libpcap and Wireshark take these for LINKTYPE_RAW too.
_RAW_IP = {12: 101, 14: 101}

LEAD = 16
"""Readable bytes before the first record of every chunk: a record's first byte has at least 8 bytes before it."""

MAX_RECORD = 256 << 20
"""Bytes above which a record or a block is taken for damage."""

SLACK = 256
"""Readable bytes after the last record of every chunk, so that a wide NumPy load may overreach."""


@dataclass(slots=True, eq=False)
class Records:
    """Some records of a capture file, in file order.  Every array has one row a record.

    Attributes:
        data: the buffer (uint8, writable) that holds the records, their headers in between.  It belongs to the
            holder of this object: the reader reuses it only when nothing refers to it any more.  Write only inside
            the records: the bytes after the last one may become the next chunk.
        start: index in ``data`` of each record's first captured byte, at least 8.
        caplen: number of captured bytes; ``start + caplen + SLACK <= len(data)``.
        wirelen: number of bytes that the packet had on the wire, according to the file.  It is usually at least
            ``caplen``, but nothing guarantees that.
        time: nanoseconds since 1970-01-01 00:00 UTC; 0 where the file has no time (pcapng Simple Packet Block).
        link: the LINKTYPE value of each record (https://www.tcpdump.org/linktypes.html).
        interface: index into ``CaptureReader.interfaces``.
        offset: byte offset of each record's header in the decompressed file.
        first: the number of the first record, counted from 1 through the file.
        comments: the comments of a record, by its index in this chunk; most chunks have none.
    """

    data: Octets
    start: Ints
    caplen: Ints
    wirelen: Ints
    time: Ints
    link: NDArray[np.int32]
    interface: NDArray[np.int32]
    offset: Ints
    first: int
    comments: dict[int, tuple[str, ...]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.start)

    def at(self, rows: Ints | slice) -> Records:
        """Some of the records, over the same buffer.  ``first`` is kept, and only right if they are the first ones."""
        comments = self.comments
        if comments:
            order = np.arange(len(self))[rows].tolist()
            comments = {new: self.comments[old] for new, old in enumerate(order) if old in self.comments}
        return Records(
            self.data,
            self.start[rows],
            self.caplen[rows],
            self.wirelen[rows],
            self.time[rows],
            self.link[rows],
            self.interface[rows],
            self.offset[rows],
            self.first,
            comments,
        )


@checked_fields
@dataclass(frozen=True, slots=True)
class Interface:
    """One source of packets, as the file describes it.

    Attributes:
        link: the LINKTYPE value of its packets.
        snaplen: the most bytes that a record may keep; 0 is no limit.
        name: such as ``eth0``; empty where the file has none.
        description: free text; empty where the file has none.
        resolution: ticks of its clock a second (1000000 for microseconds).
        offset_s: seconds to add to its times to get times since 1970 (already added in ``Records.time``).
        comments: the file's comments on it.
    """

    link: int
    snaplen: int = 0
    name: str = ""
    description: str = ""
    resolution: int = 1_000_000
    offset_s: int = 0
    comments: tuple[str, ...] = ()


def link_type(number: int) -> int:
    """The LINKTYPE value that a number in a file stands for."""
    return _RAW_IP.get(number, number)


@dataclass(slots=True)
class Scan:
    """What a format found at the front of the window.

    With ``records`` None, either the next item needs ``need`` bytes in all, or ``damage`` says why there is none.
    """

    records: Records | None = None
    need: int = 0
    damage: str | None = None
