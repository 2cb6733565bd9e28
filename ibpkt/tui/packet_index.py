"""Where each packet of a capture lies: an index that grows while packets are read from it.

It keeps place, lengths, time, link type and interface of every packet as packed columns: 10 to 14 bytes a packet in
usual captures.  Packets themselves are read again when somebody looks at them.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

from ibpkt.arrays import Bools, Ints
from ibpkt.batch import Batch, Frames
from ibpkt.capture.records import LEAD, SLACK, Records
from ibpkt.errors import CaptureError
from ibpkt.protocols import ROCE_PORT
from ibpkt.tui.background_pace import BackgroundPace
from ibpkt.tui.capture_bytes import CaptureBytes
from ibpkt.tui.packed_column import PackedColumn

#: packets of the last part up to which more are put into it, so that packets of a pipe do not make a part each
SMALL = 4096
#: bytes of a packet, at most, that a line in a list needs
LINE_BYTES = 1 << 17
#: bytes of a packet, at most, that are shown
WHOLE_BYTES = 1 << 24
#: bytes and packets of a step of reading: small ones, so that the screen is drawn in between
STEP_BYTES, STEP_PACKETS = 4 << 20, 8192


class _Part(NamedTuple):
    """Some packets that follow each other.

    Attributes:
        size: how many.
        columns: where each begins in the file, the bytes before it that are its record's, the bytes that were captured
            and those that were not, its time, its link type, its interface.
        comments: by the place in this part.
    """

    size: int
    columns: tuple[PackedColumn, ...]
    comments: dict[int, tuple[str, ...]]


#: which of the columns has the times
_TIME = 4


class PacketIndex:
    """The places of the packets that were read so far.

    Args:
        source: the bytes of the capture.
        roce_port: the UDP destination port that means RoCEv2.

    Attributes:
        count: how many packets there are so far.
        first_time: of the first packet, in nanoseconds since the epoch.
        last_time: of the last one.
        position: the bytes of the capture that they take.
        format: of the file, once it has been recognised.
        damage: why reading ended early; None where it did not.
        is_complete: all packets have been read.
        begun: there is a packet, or there will be none.
    """

    def __init__(self, source: CaptureBytes, *, roce_port: int = ROCE_PORT) -> None:
        self.source = source
        self.roce_port = roce_port
        self.count: int = 0
        self.first_time: int = 0
        self.last_time: int = 0
        self.position: int = 0
        self.format: str = ""
        self.damage: CaptureError | None = None
        self.is_complete: bool = False
        self.begun: threading.Event = threading.Event()
        self._parts: list[_Part] = []
        self._firsts: list[int] = []

    @property
    def nbytes(self) -> int:
        """Bytes that the columns take."""
        return sum(column.nbytes for part in self._parts for column in part.columns)

    def read(self, pace: BackgroundPace) -> None:
        """Read the capture to its end, or until it is stopped."""
        try:
            reader = self.source.reader(pace.stop)
            self.format = reader.format
            for records in reader.records(max_bytes=STEP_BYTES, max_records=STEP_PACKETS):
                self.add(records, file_places(records, self.format))
                del records  # its buffer is used again for the next
                if not pace.step():
                    return
            self.damage = reader.damage
        except CaptureError as error:
            self.damage = error
        self.is_complete = True
        self.begun.set()

    def add(self, records: Records, places: Ints) -> None:
        """Take more packets.

        Args:
            records: they.
            places: where in the file the bytes of each begin, shape (n,).
        """
        if not len(records):
            return
        columns = [
            places, places - records.offset, records.caplen, records.wirelen - records.caplen, records.time,
            records.link.astype(np.int64), records.interface.astype(np.int64),
        ]  # fmt: skip
        comments = dict(records.comments)
        count = len(records)
        if not self.count:
            self.first_time = int(records.time[0])
        merged = bool(self._parts) and self._parts[-1].size + count <= SMALL
        if merged:
            last = self._parts[-1]
            old = [column.all(last.size) for column in last.columns]
            columns = [np.concatenate(pair) for pair in zip(old, columns, strict=True)]
            comments = {**last.comments, **{last.size + row: text for row, text in comments.items()}}
        part = _Part(len(columns[0]), tuple(map(PackedColumn, columns)), comments)
        if merged:
            self._parts[-1] = part
        else:
            self._firsts.append(self.count)
            self._parts.append(part)
        self.last_time = int(records.time[-1])
        self.position = int(places[-1] + records.caplen[-1])
        self.count += count  # last: whoever asks for a row finds its part
        self.begun.set()

    def times(self, rows: Ints) -> Ints:
        """The times of some packets in nanoseconds since the epoch, shape of ``rows``; row 0 is the first packet."""
        found = np.zeros(len(rows), np.int64)
        for chosen, part, inside in self._by_part(rows):
            found[chosen] = part.columns[_TIME].at(inside)
        return found

    def batch(self, rows: Sequence[int], *, most_bytes: int = LINE_BYTES) -> Batch:
        """Some packets, read from the file.  Only the first has its number.

        Args:
            rows: they, from 0.
            most_bytes: of each.
        """
        wanted = np.array(rows, np.int64)
        columns = np.zeros((7, len(wanted)), np.int64)
        comments: dict[int, tuple[str, ...]] = {}
        for chosen, part, inside in self._by_part(wanted):
            columns[:, chosen] = [column.at(inside) for column in part.columns]
            if part.comments:
                for place, row in zip(np.flatnonzero(chosen).tolist(), inside.tolist(), strict=True):
                    if row in part.comments:
                        comments[place] = part.comments[row]
        start, header, captured, left_out, time, link, interface = columns
        pieces = [
            self.source.read(at, min(size, most_bytes))
            for at, size in zip(start.tolist(), captured.tolist(), strict=True)
        ]
        lengths = np.array([len(piece) for piece in pieces], np.int64)
        gap = bytes(LEAD)
        starts = LEAD + np.cumsum(lengths + LEAD) - lengths - LEAD
        data = np.frombuffer(bytearray(gap + gap.join(pieces) + bytes(SLACK + LEAD)), np.uint8)
        records = Records(
            data, starts, lengths, captured + left_out, time, link.astype(np.int32), interface.astype(np.int32),
            start - header, int(wanted[0]) + 1 if len(wanted) else 1, comments,
        )  # fmt: skip
        return Batch(Frames(records, roce_port=self.roce_port, first_time=self.first_time))

    def _by_part(self, rows: Ints) -> list[tuple[Bools, _Part, Ints]]:
        """For each part that has any of the rows: which they are, the part, and their places in it."""
        owners = np.searchsorted(np.array(self._firsts), rows, "right") - 1
        found = []
        for owner in np.unique(owners).tolist():
            chosen = owners == owner
            found.append((chosen, self._parts[owner], rows[chosen] - self._firsts[owner]))
        return found


def file_places(records: Records, form: str) -> Ints:
    """Where in the file the bytes of each packet begin, shape (n,).

    The buffer of records is a piece of the file, so that one distance holds for all of them.

    Args:
        records: some records as they were read, at least one.
        form: the format of the file.
    """
    start, offset = int(records.start[0]), int(records.offset[0])
    if form == "pcap":
        header = start - LEAD  # the buffer begins with its first record
    elif form == "pcapng":
        header = _ENHANCED if _is_enhanced(records) else _SIMPLE
    else:
        header = 0  # in ERF it belongs to the packet
    places: Ints = records.start + (offset + header - start)
    return places


#: of bytes in a pcapng block
_ORDERS: tuple[Literal["little", "big"], ...] = ("little", "big")
#: bytes of a pcapng block before those of the packet: of a Simple Packet Block, and of the others
_SIMPLE, _ENHANCED = 12, 28


def _is_enhanced(records: Records) -> bool:
    """Whether the first record is in a block that has an interface and a time: its two lengths stand before it."""
    end = int(records.start[0])
    if end < LEAD + _ENHANCED:
        return False
    lengths = records.data[end - 8 : end].tobytes()
    wanted = int(records.caplen[0]), int(records.wirelen[0])
    return any((int.from_bytes(lengths[:4], order), int.from_bytes(lengths[4:], order)) == wanted for order in _ORDERS)
