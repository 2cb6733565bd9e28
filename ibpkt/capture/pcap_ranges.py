"""Ranges of a pcap file that can be read by themselves: where records begin, found from anywhere in the file.

Nothing in a pcap file says where a record begins, so the beginning of a range is guessed: a place from which many
headers follow that could be right.  Reading the range before it shows whether the guess was right, since that range
ends inside a record otherwise: if all ranges are read without damage, every guess was right.
"""

from __future__ import annotations

import io
import itertools
import os
from typing import BinaryIO, NamedTuple, cast

import numpy as np

from ibpkt.arguments import checked
from ibpkt.capture.pcap import FILE_HEADER, PcapHeader

#: bytes in which a record must begin, where packets are not very large
LOOK = 1 << 18
#: headers that must follow one another
CHAIN = 24
#: seconds between the packets of a file, at most: about a year
SPAN = 1 << 25


class FileRange(NamedTuple):
    """Bytes of a pcap file that are whole records.

    Attributes:
        begin: of the first record.
        end: behind the last one.
    """

    begin: int
    end: int


class PcapRange(io.RawIOBase):
    """A range of a pcap file as a pcap file of its own, with the header of the whole.

    Args:
        path: the file.
        part: the range.

    Raises:
        OSError: it cannot be opened.
    """

    def __init__(self, path: str, part: FileRange) -> None:
        self.name = path
        self._file = open(path, "rb", buffering=0)  # noqa: SIM115  # closed with this one
        self._header = self._file.read(FILE_HEADER)
        self._left = part.end - part.begin
        self._file.seek(part.begin)

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """The next bytes, 0 at the end."""
        if self._header:
            size = min(len(buffer), len(self._header))
            buffer[:size] = self._header[:size]
            self._header = self._header[size:]
            return size
        size = self._file.readinto(memoryview(buffer)[: min(len(buffer), self._left)]) or 0
        self._left -= size
        return size

    def close(self) -> None:
        """Close the file."""
        self._file.close()
        super().close()


@checked
def pcap_ranges(path: str, size: int) -> list[FileRange]:
    """Ranges of a pcap file, in their order; none where it is no such file, or no beginning of a record is found.

    Args:
        path: the file.
        size: bytes of a range, about.

    Raises:
        OSError: it cannot be read.
    """
    with open(path, "rb") as file:
        header = PcapHeader.of(file.read(FILE_HEADER))
        length = os.fstat(file.fileno()).st_size
        if header is None or length <= FILE_HEADER + header.size:
            return []
        first = int(np.frombuffer(file.read(4), header.order + "u4")[0])
        places = [FILE_HEADER]
        for near in range(FILE_HEADER + size, length - LOOK, size):
            place = _record_after(file, near, header, first)
            if place is None:
                return []
            places.append(place)
    return [FileRange(*ends) for ends in itertools.pairwise([*places, length])]


def open_range(path: str, part: FileRange) -> BinaryIO:
    """A range of a pcap file as a file of its own.

    Raises:
        OSError: it cannot be opened.
    """
    return cast(BinaryIO, PcapRange(path, part))


def _record_after(file: BinaryIO, near: int, header: PcapHeader, first: int) -> int | None:
    """Where a record begins behind a place; None where none is found.

    Args:
        file: the file.
        near: the place.
        header: of the file.
        first: seconds of the first packet.
    """
    file.seek(near)
    data = np.frombuffer(file.read(LOOK), np.uint8)
    if len(data) < LOOK:
        return None
    words = np.lib.stride_tricks.sliding_window_view(data, 16).view(header.order + "u4").reshape(-1, 4)
    seconds, fraction, captured, wire = words.T
    good = (fraction < header.ticks) & (captured > 0) & (captured <= wire) & (captured <= header.longest)
    good &= np.abs(seconds.astype(np.int64) - first) < SPAN
    for place in np.flatnonzero(good).tolist():
        at = place
        for _ in range(CHAIN):
            at += header.size + int(captured[at])
            if at >= len(good) or not good[at]:
                break
        else:
            return near + int(place)
    return None
